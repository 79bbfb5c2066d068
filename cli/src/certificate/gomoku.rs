//! Forced wins of Gomoku as certificates: trees of the winner's moves, and their checker.
//!
//! The checker knows the rules alone. It finds the winner's last stone by itself; every other move
//! of the winner stands in the tree.

use super::format::End;
use crate::interrupt;
use stonemask::game::{Colour, Outcome};
use stonemask::gomoku::{Board, Point, Rule, Size, Solver};

/// The longest section, in MiB.
const LIMIT_MIB: usize = 64;

/// Bytes of a number in a section: cells, and two more.
fn width(size: Size) -> usize {
    if size.points() + 2 <= 256 { 1 } else { 2 }
}

/// No node: in a chain the end.
const NONE: u32 = u32::MAX;

/// A move of the winner, and the loser's reply that it answers.
struct Node {
    /// Where it stands in the section.
    at: u32,
    /// A cell, or [`Tree::rest`].
    reply: u16,
    cell: u16,
    /// Its first answer to a reply, and the next answer after the same move.
    child: u32,
    next: u32,
}

/// The winner's moves. Node 0 is the first one; when the loser is to move, it has no cell.
pub(super) struct Tree {
    size: Size,
    nodes: Vec<Node>,
}

impl Tree {
    /// In place of a reply: all that are not listed.
    fn rest(size: Size) -> u16 {
        size.points() as u16 + 1
    }

    /// Reads a section, whatever position it is for.
    fn read(size: Size, bytes: &[u8], winner_moves: bool) -> Result<Tree, String> {
        if bytes.len() > LIMIT_MIB << 20 {
            return Err(format!("it is longer than {LIMIT_MIB} MiB"));
        }
        let (end, rest, width) = (size.points() as u16, Tree::rest(size), width(size));
        let mut at = 0;
        let mut number = |most: u16| {
            let found = bytes.get(at..at + width).ok_or("it ends before the proof does")?;
            let number = found.iter().fold(0, |number, &byte| number << 8 | u16::from(byte));
            if number > most {
                return Err(format!("byte {at}: {number} is no cell of the board"));
            }
            at += width;
            Ok((at - width, number))
        };
        let mut tree = Tree { size, nodes: Vec::new() };
        if winner_moves && bytes.is_empty() {
            return Ok(tree);
        }
        let (_, cell) = if winner_moves { number(end - 1)? } else { (0, end) };
        tree.nodes.push(Node { at: 0, reply: end, cell, child: NONE, next: NONE });
        // Nodes whose replies are not yet read, and the last of each one's.
        let mut open = vec![(0, NONE)];
        while let Some(&(parent, last)) = open.last() {
            let (at, reply) = number(rest)?;
            if reply == end {
                open.pop();
                continue;
            }
            if reply == rest && open.iter().any(|&(node, _)| tree.nodes[node as usize].reply == rest) {
                return Err(format!("byte {at}: an answer to all other replies within another"));
            }
            let (_, cell) = number(end - 1)?;
            let node = tree.nodes.len() as u32;
            tree.nodes.push(Node { at: at as u32, reply, cell, child: NONE, next: NONE });
            match last {
                NONE => tree.nodes[parent as usize].child = node,
                last => tree.nodes[last as usize].next = node,
            }
            open.last_mut().expect("it is not empty").1 = node;
            // Each move takes a cell, and so does each reply.
            if 2 * open.len() > size.points() {
                return Err(format!("byte {at}: more moves than the board has cells"));
            }
            open.push((node, NONE));
        }
        if at < bytes.len() {
            return Err(format!("{} bytes are left over", bytes.len() - at));
        }
        Ok(tree)
    }

    fn point(&self, cell: u16) -> Point {
        self.size.point(cell.into())
    }

    /// The answers after a move: their nodes.
    fn answers(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let first = self.nodes[node as usize].child;
        let next = |&node: &u32| Some(self.nodes[node as usize].next).filter(|&next| next != NONE);
        std::iter::successors(Some(first).filter(|&first| first != NONE), next)
    }
}

/// Why a tree proves nothing.
pub(super) enum Flaw {
    Interrupted,
    Wrong(String),
}

/// A flaw of a node.
fn wrong<T>(at: u32, reason: impl std::fmt::Display) -> Result<T, Flaw> {
    Err(Flaw::Wrong(format!("byte {at}: {reason}")))
}

/// Follows a tree.
struct Checker<'a> {
    tree: &'a Tree,
    winner: Colour,
    board: Board,
    /// Moves of the winner that were followed, and positions in which it has won or wins at once.
    moves: usize,
    ends: usize,
}

/// The points on which a stone of the colour wins, whoever is to move.
fn winning(board: &Board, colour: Colour) -> Vec<Point> {
    let mut board = board.clone();
    board.set_to_move(colour);
    let candidates = board.planes().winning_cells()[colour as usize].clone();
    candidates.iter().filter(|&point| wins(&mut board, point)).collect()
}

/// Whether a stone of the side to move wins on an empty point.
fn wins(board: &mut Board, point: Point) -> bool {
    let colour = board.to_move();
    if !board.is_legal(point) {
        return false;
    }
    let undo = board.make(point);
    let wins = board.winner() == Some(colour);
    board.undo(undo);
    wins
}

impl Checker<'_> {
    /// The winner is to move, by a node if there is one.
    fn attack(&mut self, node: Option<u32>) -> Result<(), Flaw> {
        if !winning(&self.board, self.winner).is_empty() {
            self.ends += 1;
            return Ok(());
        }
        let Some(node) = node else { return Err(Flaw::Wrong("it has no first move".to_owned())) };
        if interrupt::interrupted() {
            return Err(Flaw::Interrupted);
        }
        self.moves += 1;
        let Node { at, cell, .. } = self.tree.nodes[node as usize];
        let point = self.tree.point(cell);
        if !self.board.is_legal(point) {
            return wrong(at, format!("{point} is no legal move there"));
        }
        let undo = self.board.make(point);
        let result = self.defend(node);
        self.board.undo(undo);
        result
    }

    /// The loser is to move: all of its replies lose.
    fn defend(&mut self, node: u32) -> Result<(), Flaw> {
        let at = self.tree.nodes[node as usize].at;
        if self.board.is_over() {
            return wrong(at, "the game is drawn");
        }
        if let Some(point) = winning(&self.board, self.winner.other()).first() {
            return wrong(at, format!("the other side wins on {point}"));
        }
        let fives = winning(&self.board, self.winner);
        for reply in &self.board.empties() {
            let mut left = fives.iter().filter(|&&five| five != reply);
            // Only stones at the ends of a five take it away, where a rule counts them.
            let counts_ends = matches!(self.board.rule(), Rule::Caro | Rule::CaroExact);
            if !counts_ends && left.next().is_some() {
                self.ends += 1;
                continue;
            }
            if !self.board.is_legal(reply) {
                continue;
            }
            let undo = self.board.make(reply);
            let settled = left.any(|&five| wins(&mut self.board, five));
            self.ends += usize::from(settled);
            let result = if settled { Ok(()) } else { self.answer(node, reply) };
            self.board.undo(undo);
            result?;
        }
        Ok(())
    }

    /// A reply was placed that leaves no five: the answer to it wins, or one to all other replies.
    fn answer(&mut self, node: u32, reply: Point) -> Result<(), Flaw> {
        let (tree, cell) = (self.tree, self.tree.size.index(reply) as u16);
        let at = tree.nodes[node as usize].at;
        if self.board.outcome() == Some(Outcome::Draw) {
            return wrong(at, format!("after {reply} the game is drawn"));
        }
        if let Some(answer) = tree.answers(node).find(|&answer| tree.nodes[answer as usize].reply == cell) {
            return self.attack(Some(answer));
        }
        let rest = Tree::rest(tree.size);
        for answer in tree.answers(node).filter(|&answer| tree.nodes[answer as usize].reply == rest) {
            match self.attack(Some(answer)) {
                Err(Flaw::Wrong(_)) => {}
                result => return result,
            }
        }
        wrong(at, format!("{reply} has no answer that wins"))
    }
}

/// The winner's moves that were followed, and the positions in which it wins at once, if a section
/// proves that it wins.
pub(super) fn check(board: &Board, winner: Colour, section: &[u8]) -> Result<(usize, usize), End> {
    let winner_moves = board.to_move() == winner || board.is_over();
    let wrong = |reason| End::Wrong(reason);
    let tree = Tree::read(board.size(), section, winner_moves).map_err(wrong)?;
    let mut checker = Checker { tree: &tree, winner, board: board.clone(), moves: 0, ends: 0 };
    let result = match board.outcome() {
        Some(_) if board.winner() != Some(winner) => Err(Flaw::Wrong("the game is over, and not won".to_owned())),
        Some(_) if !section.is_empty() => Err(Flaw::Wrong("the game is over".to_owned())),
        Some(_) => Ok(()),
        None if winner_moves => checker.attack((!tree.nodes.is_empty()).then_some(0)),
        None => checker.defend(0),
    };
    match result {
        Ok(()) => Ok((checker.moves, checker.ends)),
        Err(Flaw::Interrupted) => Err(End::Interrupted),
        Err(Flaw::Wrong(reason)) => Err(End::Wrong(reason)),
    }
}

/// A move that wins, and what it does after each reply.
struct Won {
    cell: u16,
    /// Replies and answers; [`Tree::rest`] for all others.
    answers: Vec<(u16, Won)>,
}

/// The section that proves that a side wins, and how many moves it has. Nothing when the search
/// was interrupted.
pub(super) fn write(board: &Board, winner: Colour, solver: &mut Solver) -> Option<(Vec<u8>, usize)> {
    let (size, mut section) = (board.size(), Vec::new());
    if board.is_over() {
        return Some((section, 0));
    }
    let mut writer = Writer { winner, solver, board: board.clone(), moves: 0 };
    if board.to_move() != winner {
        emit_answers(size, &writer.defend()?, &mut section);
    } else if winning(board, winner).is_empty() {
        emit(size, &writer.attack()?, &mut section);
    }
    Some((section, writer.moves))
}

fn emit_number(size: Size, number: u16, section: &mut Vec<u8>) {
    section.extend(&number.to_be_bytes()[2 - width(size)..]);
}

fn emit(size: Size, won: &Won, section: &mut Vec<u8>) {
    emit_number(size, won.cell, section);
    emit_answers(size, &won.answers, section);
}

fn emit_answers(size: Size, answers: &[(u16, Won)], section: &mut Vec<u8>) {
    for (reply, won) in answers {
        emit_number(size, *reply, section);
        emit(size, won, section);
    }
    emit_number(size, size.points() as u16, section);
}

struct Writer<'a> {
    winner: Colour,
    solver: &'a mut Solver,
    board: Board,
    moves: usize,
}

impl Writer<'_> {
    /// The winner is to move, and has no five.
    fn attack(&mut self) -> Option<Won> {
        let solution = self.solver.solve_until(&self.board, interrupt::flag()).ok()?;
        assert_eq!(solution.winner, Some(self.winner), "the solver proved a win: {}", self.board);
        let point = solution.line[0];
        self.moves += 1;
        let undo = self.board.make(point);
        let answers = self.defend();
        self.board.undo(undo);
        Some(Won { cell: self.board.size().index(point) as u16, answers: answers? })
    }

    /// The loser is to move: answers to the replies after which the winner has no five.
    fn defend(&mut self) -> Option<Vec<(u16, Won)>> {
        let (size, rest) = (self.board.size(), Tree::rest(self.board.size()));
        // An answer, and how many more replies it is good for; one that is itself for all of some
        // replies is for one.
        let mut answers: Vec<(u16, Won, usize)> = Vec::new();
        for reply in &self.board.legal_moves() {
            let undo = self.board.make(reply);
            let mut found = Some(());
            if winning(&self.board, self.winner).is_empty() {
                let board = &self.board;
                let is_for_all = |won: &Won| !won.has(rest) && proves(board, self.winner, won);
                match answers.iter_mut().find(|(_, won, _)| is_for_all(won)) {
                    Some((.., more)) => *more += 1,
                    None => {
                        let won = self.attack();
                        found = won.map(|won| answers.push((size.index(reply) as u16, won, 0)));
                    }
                }
            }
            self.board.undo(undo);
            found?;
        }
        Some(answers.into_iter().map(|(reply, won, more)| (if more > 0 { rest } else { reply }, won)).collect())
    }
}

impl Won {
    /// Whether a reply stands anywhere in it.
    fn has(&self, reply: u16) -> bool {
        self.answers.iter().any(|(other, won)| *other == reply || won.has(reply))
    }
}

/// Whether a move and what follows wins in a position.
fn proves(board: &Board, winner: Colour, won: &Won) -> bool {
    let mut section = Vec::new();
    emit(board.size(), won, &mut section);
    check(board, winner, &section).is_ok()
}
