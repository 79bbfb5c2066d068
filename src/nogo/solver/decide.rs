//! Winners and lines of play, by any search that decides boards.

use crate::game::Colour;
use crate::nogo::point::Point;
use crate::nogo::state::Board;

/// How often an observer hears of the search, in nodes: several times in a millisecond, of rows
/// some hundred times in a second.
pub(super) const NODES_PER_REPORT: u64 = 1 << 7;

/// The observer broke off.
pub(super) struct Stopped;

/// The winner and a line of play, and the positions searched.
pub(super) type Solved = (Result<(Colour, Vec<Point>), Stopped>, u64);

/// A search that decides boards.
pub(super) trait Decides {
    /// Whether the side to move wins.
    fn wins_on(&mut self, board: &Board) -> Result<bool, Stopped>;

    /// Whether the side to move is known to lose, and how well it stands.
    fn outlook(&mut self, board: &Board) -> (bool, i32);

    /// Positions searched.
    fn nodes(&self) -> u64;

    /// The winner and, if that is wanted, a line of play, and the positions searched.
    fn solve(mut self, board: &Board, with_line: bool) -> Solved
    where
        Self: Sized,
    {
        let result = solve(&mut self, board, with_line);
        (result, self.nodes())
    }
}

fn solve(search: &mut dyn Decides, board: &Board, with_line: bool) -> Result<(Colour, Vec<Point>), Stopped> {
    let winner = if search.wins_on(board)? { board.to_move() } else { board.to_move().other() };
    if !with_line {
        return Ok((winner, Vec::new()));
    }
    let mut line = Vec::new();
    let mut board = *board;
    while !board.is_over() {
        let (point, after) = choose(search, &board, board.to_move() == winner)?;
        line.push(point);
        board = after;
    }
    debug_assert_eq!(board.to_move(), winner.other());
    Ok((winner, line))
}

/// The most promising move, and the board after it; of a side that wins, one that does.
fn choose(search: &mut dyn Decides, board: &Board, wins: bool) -> Result<(Point, Board), Stopped> {
    let mut children: Vec<(bool, i32, Point, Board)> = Vec::new();
    for (point, child) in board.children() {
        let (is_lost, standing) = search.outlook(&child);
        children.push((!is_lost, standing, point, child));
    }
    // The least is looked for each time: a sort is much code for a few moves at the root.
    let least = |children: &[(bool, i32, Point, Board)]| {
        (0..children.len()).min_by_key(|&at| (children[at].0, children[at].1, children[at].2.bit()))
    };
    while let Some(at) = least(&children) {
        let (_, _, point, child) = children.swap_remove(at);
        if !wins || !search.wins_on(&child)? {
            return Ok((point, child));
        }
    }
    unreachable!("the side that wins has a move that does");
}
