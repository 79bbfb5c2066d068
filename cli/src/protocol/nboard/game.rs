//! The game that a viewer shows: its positions and its clocks.

use crate::games::Plays;
use crate::protocol::clock::{Clock, Control};
use crate::records::ggf;
use std::time::Duration;
use stonemask::othello::{Board, Move};
use stonemask::sgf::{SyntaxError, Trees};

/// A game as it was played.
#[derive(Clone, Debug)]
pub(super) struct Game {
    /// The board at the start and after each move, passes included.
    pub(super) boards: Vec<Board<8>>,
    /// Black's and white's, after their moves.
    pub(super) clocks: [Clock; 2],
}

impl Default for Game {
    fn default() -> Game {
        Game { boards: vec![Board::start()], clocks: [Clock::new(Control::Unlimited); 2] }
    }
}

impl Game {
    pub(super) fn board(&self) -> &Board<8> {
        self.boards.last().expect("there is a start")
    }

    /// Plays a move that took so long. A pass that had to be made before it may be left out.
    pub(super) fn play(&mut self, ply: Move<8>, took: Duration) -> Result<(), String> {
        let mut board = *self.board();
        let passed = (board.must_pass() && ply != Move::Pass).then(|| {
            board.pass();
            board
        });
        let colour = board.to_move();
        board.try_play(ply).map_err(|error| error.to_string())?;
        self.boards.extend(passed);
        self.boards.push(board);
        self.clocks[colour as usize].spend(took);
        Ok(())
    }

    /// Reads a game in GGF, with the limits and the times that `records` has no place for.
    pub(super) fn read(text: &str) -> Result<Game, String> {
        let broken = |error: SyntaxError| error.to_string();
        let mut trees = Trees::utf8(text);
        let tree = trees.next().map_err(broken)?.ok_or("it holds no game")?;
        // How the game ended does not matter here.
        let record = ggf::record(&tree)?;
        let Plays { start, plies } = record.game.get::<Board<8>>().expect("GGF has no other games");
        if trees.next().map_err(broken)?.is_some() {
            return Err("there is more than one game".to_owned());
        }
        let mut game = Game { boards: vec![*start], ..Game::default() };
        let mut plies = plies.iter().flatten();
        for property in tree.properties() {
            let value = property.value();
            match property.name().as_str() {
                "TI" => game.clocks = [Clock::new(control(&value)); 2],
                "TB" => game.clocks[0] = Clock::new(control(&value)),
                "TW" => game.clocks[1] = Clock::new(control(&value)),
                "B" | "W" => {
                    let (_, took) = read_move(&value)?;
                    let ply = plies.next().ok_or("a move more than the game has")?;
                    game.play(*ply, took)?;
                }
                _ => {}
            }
        }
        Ok(game)
    }
}

/// Reads a move with what may follow it: its value and its time in seconds, after a slash or a
/// space each.
pub(super) fn read_move(text: &str) -> Result<(Move<8>, Duration), String> {
    let mut parts = text.trim().split(['/', ' ']).map(str::trim);
    let name = parts.next().unwrap_or_default();
    let ply = name.parse().map_err(|_| format!("'{}' is no move", name.escape_debug()))?;
    let seconds = parts.nth(1).and_then(|word| word.parse::<f64>().ok());
    let seconds = seconds.filter(|seconds| (0.0..1e9).contains(seconds)).unwrap_or(0.0);
    Ok((ply, Duration::from_secs_f64(seconds)))
}

/// Reads a limit: the time of the game, and after a slash what a move adds, each of the form
/// `[[hours:]minutes:]seconds`. 0, and what cannot be read, is no limit.
fn control(text: &str) -> Control {
    let mut times = text.split('/').map(|time| time.split(',').next().and_then(seconds));
    match (times.next().flatten(), times.next().flatten()) {
        (Some(main), increment) if !main.is_zero() => Control::Game { main, increment: increment.unwrap_or_default() },
        _ => Control::Unlimited,
    }
}

fn seconds(text: &str) -> Option<Duration> {
    let parts: Option<Vec<f64>> = text.trim().split(':').map(|part| part.parse().ok()).collect();
    let seconds = match parts?[..] {
        [seconds] => seconds,
        [minutes, seconds] => 60.0 * minutes + seconds,
        [hours, minutes, seconds] => 3600.0 * hours + 60.0 * minutes + seconds,
        _ => return None,
    };
    (0.0..1e9).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::clock::MARGIN;

    /// The game in the protocol's text.
    const EXAMPLE: &str = "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]TI[15:00]TY[8]\
        BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)";

    #[test]
    fn the_example_of_the_protocol_is_read() {
        let game = Game::read(EXAMPLE).unwrap();
        let mut board = Board::<8>::start();
        board.try_play_line(&"f5f6d3c5e6f7e7f4".parse().unwrap()).unwrap();
        assert_eq!((game.boards.len(), game.board()), (9, &board));
        assert_eq!(game.clocks[0].allotted(1), Some(Duration::from_secs(900) - MARGIN));
    }

    #[test]
    fn moves_have_values_and_times() {
        let game = Game::read("(;GM[Othello]TI[10:00]B[F5/1.5/60]W[f6//30.5]B[D3/0.0];)").unwrap();
        let left = game.clocks.map(|clock| clock.allotted(1).unwrap() + MARGIN);
        assert_eq!(left, [Duration::from_secs(540), Duration::from_secs_f64(569.5)]);
        let game = Game::read("(;GM[Othello]TI[1:00:00/10]TW[0]B[F5//61];)").unwrap();
        assert_eq!(game.clocks[0].allotted(1), Some(Duration::from_secs(3549) - MARGIN));
        assert_eq!(game.clocks[1].allotted(1), None);
    }

    #[test]
    fn what_is_no_game_is_refused() {
        for text in ["", "(;GM[Go];)", "(;B[F5]", "(;GM[Othello]B[F5", "(;GM[Othello]W[F5];)", "(;GM[Othello]B[A1];)"] {
            assert!(Game::read(text).is_err(), "{text}");
        }
        assert_eq!(read_move("x\u{7}").unwrap_err(), "'x\\u{7}' is no move");
    }
}
