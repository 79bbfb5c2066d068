//! The smallest case that still shows a fault.

use super::case::{Case, MOST_TIMES, Protocol, Question};
use super::table::{Cells, State};
use super::{Fault, Judge, Kind, Stop};
use crate::games::Name;
use crate::interrupt;
use std::time::{Duration, Instant};
use stonemask::Random;

/// How long the search may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// How many games of each length are tried for a shorter one.
const GAMES: u32 = 40;

struct Search<'j> {
    judge: &'j mut Judge,
    game: Name,
    begun: Instant,
    case: Case,
    fault: Fault,
    /// Whether any try has shown the fault again.
    again: bool,
}

/// The smallest case that is found, its fault, and whether a fresh engine showed it.
pub(super) fn shrink(judge: &mut Judge, case: Case, fault: Fault) -> (Case, Fault, bool) {
    let game = judge.game.unwrap_or(Name::Othello8);
    let mut search = Search { judge, game, begun: Instant::now(), case: case.clone(), fault, again: false };
    if !search.smaller(case) {
        search.more_often();
    } else if search.case.question != Question::Speak {
        match search.judge.protocol {
            Protocol::Perft => search.position(),
            Protocol::Nboard => {
                search.position();
                search.moves();
                search.position();
            }
            Protocol::Gtp | Protocol::Gomocup | Protocol::Botzone => search.moves(),
        }
        // A fresh engine may not show a fault that one with earlier questions showed.
        let last = search.case.clone();
        search.judge.driver = None;
        search.again = false;
        if !search.smaller(last) {
            search.more_often();
        }
    }
    (search.case, search.fault, search.again)
}

impl Search<'_> {
    fn is_over(&self) -> bool {
        self.begun.elapsed() > PATIENCE || interrupt::interrupted()
    }

    /// Whether a case shows the fault too; it is the case from now on.
    fn smaller(&mut self, case: Case) -> bool {
        match self.judge.try_case(&case) {
            Err((times, Stop::Fault(fault))) if alike(fault.kind, self.fault.kind) => {
                (self.case, self.fault, self.again) = (Case { times, ..case }, fault, true);
                true
            }
            _ => false,
        }
    }

    /// A fault that one question does not show to a fresh engine may come from the number of
    /// questions: the same is asked many times, at the start of a game first.
    fn more_often(&mut self) {
        for moves in [&[][..], &self.case.moves.clone()] {
            let case = Case { times: MOST_TIMES, ..Case::once(&self.case.start, moves, self.case.question.clone()) };
            self.judge.driver = None;
            if self.try_smaller(case) {
                return;
            }
        }
    }

    /// The state of a case, if it is one that could be asked: its question has an answer there.
    fn state(&self, case: &Case) -> Option<State> {
        let state = State::new(self.game, &case.start, &case.moves).ok()?;
        let fits = match &case.question {
            Question::Speak | Question::Count(_) => true,
            Question::Moves => true,
            Question::Accept(ply) => state.now.after(ply).is_some(),
            Question::Refuse(ply) => state.now.after(ply).is_none() && !state.is_over(),
            Question::Choose => !state.is_over(),
            Question::Result => state.is_over(),
        };
        (fits && !self.judge.is_skipped(&state)).then_some(state)
    }

    fn try_smaller(&mut self, case: Case) -> bool {
        let fits = case.question == Question::Speak || self.state(&case).is_some();
        fits && !self.is_over() && self.smaller(case)
    }

    /// Where positions can be told: the fault is looked for ply by ply, then stones and rows are
    /// taken away.
    fn position(&mut self) {
        while let Question::Count(depth @ 2..) = self.case.question {
            let Some(state) = self.state(&self.case) else { return };
            let below = state.now.plies().into_iter().filter_map(|ply| state.now.after(&ply)).any(|after| {
                let question = Question::Count(depth - 1);
                self.try_smaller(Case::once(&after.text(), &[], question))
            });
            if !below {
                break;
            }
        }
        if !self.case.moves.is_empty() {
            let Some(state) = self.state(&self.case) else { return };
            self.try_smaller(Case::once(&state.now.text(), &[], self.case.question.clone()));
        }
        while self.case.moves.is_empty() && (self.fewer_stones() || self.fewer_rows()) && !self.is_over() {}
    }

    fn with_start(&self, cells: &Cells) -> Case {
        Case { start: cells.text(), ..self.case.clone() }
    }

    /// Takes stones away, many at first.
    fn fewer_stones(&mut self) -> bool {
        let mut done = false;
        let mut size = 32;
        while size > 0 {
            let mut from = 0;
            loop {
                let mut cells = Cells::of(self.game, &self.case.start);
                let stones: Vec<_> =
                    cells.each().filter(|(_, cell)| matches!(cell, 'X' | 'O')).map(|(at, _)| at).collect();
                if from >= stones.len() || self.is_over() {
                    break;
                }
                for &(row, column) in &stones[from..(from + size).min(stones.len())] {
                    cells.rows[row][column] = '-';
                }
                if self.try_smaller(self.with_start(&cells)) {
                    done = true;
                } else {
                    from += size;
                }
            }
            size /= 2;
        }
        done
    }

    /// Cuts rows and columns off, where boards have any size.
    fn fewer_rows(&mut self) -> bool {
        let mut done = false;
        while self.game.usual_side().is_some() && !self.is_over() {
            let cut = |side: usize, cells: &mut Cells| match side {
                0 => drop(cells.rows.remove(0)),
                1 => drop(cells.rows.pop()),
                2 => cells.rows.iter_mut().for_each(|row| _ = row.remove(0)),
                _ => cells.rows.iter_mut().for_each(|row| _ = row.pop()),
            };
            let cutting = (0..4).any(|side| {
                let mut cells = Cells::of(self.game, &self.case.start);
                if cells.size().0 < 2 && side < 2 || cells.size().1 < 2 && side >= 2 {
                    return false;
                }
                cut(side, &mut cells);
                self.try_smaller(self.with_start(&cells))
            });
            if !cutting {
                break;
            }
            done = true;
        }
        done
    }

    /// Where only games can be told: plies are left out, shorter games are played, and the board is
    /// cut.
    fn moves(&mut self) {
        if self.fault.kind == Kind::LegalMoveRefused {
            self.refused();
        }
        while self.fewer_moves() && !self.is_over() {}
        if self.shorter_game(&self.case.start.clone()) {
            while self.fewer_moves() && !self.is_over() {}
        }
        self.smaller_board();
        if self.fault.kind == Kind::LegalMoveRefused {
            self.refused();
        }
    }

    /// The first move that is refused, on the way to a position, is the question.
    fn refused(&mut self) {
        let moves = self.case.moves.clone();
        for (index, ply) in moves.iter().enumerate() {
            if self.try_smaller(Case::once(&self.case.start, &moves[..index], Question::Accept(ply.clone()))) {
                return;
            }
        }
    }

    /// Leaves out plies, many at first, then one of each colour.
    fn fewer_moves(&mut self) -> bool {
        let mut done = false;
        let mut size = self.case.moves.len();
        while size > 0 {
            let mut from = 0;
            while from + size <= self.case.moves.len() && !self.is_over() {
                let mut case = self.case.clone();
                case.moves.drain(from..from + size);
                if self.try_smaller(case) {
                    done = true;
                } else {
                    from += 1.max(size / 2);
                }
            }
            size /= 2;
        }
        let mut first = 0;
        while first < self.case.moves.len() {
            let pair = (first + 1..self.case.moves.len()).step_by(2).any(|second| {
                let mut case = self.case.clone();
                case.moves.remove(second);
                case.moves.remove(first);
                self.try_smaller(case)
            });
            if pair {
                done = true;
            } else {
                first += 1;
            }
        }
        done
    }

    /// Plays random games of fewer plies, the shortest first, and asks there what shows the same
    /// fault.
    fn shorter_game(&mut self, start: &str) -> bool {
        let mut random = Random::new(1);
        for plies in 0..self.case.moves.len() {
            for _ in 0..GAMES {
                if self.is_over() {
                    return false;
                }
                let Ok(mut state) = State::new(self.game, start, &[]) else { return false };
                while state.moves.len() < plies && !state.is_over() {
                    let legal = state.now.plies();
                    state.play(&legal[random.below(legal.len() as u32) as usize]);
                }
                let one_of = |plies: Vec<String>, random: &mut Random| {
                    let count = plies.len() as u32;
                    (count > 0).then(|| plies[random.below(count) as usize].clone())
                };
                let question = match &self.case.question {
                    Question::Accept(_) => one_of(state.now.plies(), &mut random).map(Question::Accept),
                    Question::Refuse(_) => one_of(state.illegal(), &mut random).map(Question::Refuse),
                    question => Some(question.clone()),
                };
                let Some(question) = question else { continue };
                if self.try_smaller(Case::once(start, &state.moves, question)) {
                    return true;
                }
            }
        }
        false
    }

    /// Plays the same on a smaller square board, the stones as far from a corner as they were or
    /// moved to it.
    fn smaller_board(&mut self) {
        if self.game.usual_side().is_none() || !self.game.keeps_stones() {
            return;
        }
        let cells = Cells::of(self.game, &self.case.start);
        let (rows, columns) = cells.size();
        if rows != columns || cells.each().any(|(_, cell)| cell != '-') {
            return;
        }
        let asked = match &self.case.question {
            Question::Accept(ply) | Question::Refuse(ply) => Some(ply),
            _ => None,
        };
        let all: Vec<_> = self.case.moves.iter().chain(asked).filter_map(|ply| self.game.place(ply)).collect();
        let low = (all.iter().map(|at| at.0).min().unwrap_or(0), all.iter().map(|at| at.1).min().unwrap_or(0));
        for side in 2..rows {
            let cut = rows - side;
            for (down, right) in
                [(low.0, low.1), (low.0.min(cut), low.1.min(cut)), (0, 0), (cut, cut), (0, cut), (cut, 0)]
            {
                let shift = |ply: &String| {
                    let (row, column) = self.game.place(ply)?;
                    let at = (row.checked_sub(down)?, column.checked_sub(right)?);
                    (at.0 < side && at.1 < side).then(|| self.game.place_name(at))
                };
                let moves: Option<Vec<String>> = self.case.moves.iter().map(shift).collect();
                let question = match &self.case.question {
                    Question::Accept(ply) => shift(ply).map(Question::Accept),
                    Question::Refuse(ply) => shift(ply).map(Question::Refuse),
                    question => Some(question.clone()),
                };
                let (Some(moves), Some(question)) = (moves, question) else { continue };
                let mut cells = Cells::of(self.game, &self.case.start);
                cells.rows = vec![vec!['-'; side]; side];
                if self.try_smaller(Case::once(&cells.text(), &moves, question)) {
                    return;
                }
            }
            let mut cells = Cells::of(self.game, &self.case.start);
            cells.rows = vec![vec!['-'; side]; side];
            if self.shorter_game(&cells.text()) {
                return;
            }
        }
    }
}

/// Whether two faults are one: a wrong count may come down to wrong moves.
fn alike(kind: Kind, other: Kind) -> bool {
    let counts = |kind| matches!(kind, Kind::WrongCount | Kind::WrongLegalMoves);
    kind == other || counts(kind) && counts(other)
}
