//! Games in GGF, the Generic Game Format of Othello servers, as far as NBoard sends them: a game on 8x8 with its start position, its
//! moves and the clocks.

use crate::protocol::clock::{Clock, Control};
use std::time::Duration;
use stonemask::othello::{Board, Colour, Move};

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

    /// Reads a game: `(;GM[Othello]...TY[8]BO[8 ...cells... *]B[F5//1.2]W[F6]...;)`.
    pub(super) fn read(text: &str) -> Result<Game, String> {
        let mut game = Game::default();
        let mut rest = text.split_once("(;").ok_or("no game begins with (;")?.1;
        loop {
            rest = rest.trim_start_matches([' ', '\t', ';']);
            if rest.starts_with(')') {
                return Ok(game);
            }
            let (name, after) = rest.split_once('[').ok_or("the game has no end")?;
            let (value, after) = after.split_once(']').ok_or("a bracket is not closed")?;
            rest = after;
            match name.trim() {
                "GM" if !value.eq_ignore_ascii_case("othello") => return Err(format!("'{value}' is not Othello")),
                "TY" if !value.starts_with('8') || value[1..].starts_with(|c: char| c.is_ascii_digit()) => {
                    return Err(format!("a board of type {value}: 8 is played here"));
                }
                "BO" => game.boards = vec![board(value)?],
                "TI" => game.clocks = [Clock::new(control(value)); 2],
                "TB" => game.clocks[0] = Clock::new(control(value)),
                "TW" => game.clocks[1] = Clock::new(control(value)),
                colour @ ("B" | "W") => {
                    let (ply, took) = read_move(value)?;
                    let colour = if colour == "B" { Colour::Black } else { Colour::White };
                    let board = game.board();
                    if board.to_move() != colour && !board.must_pass() {
                        return Err(format!("{value} for {colour}: it is {}'s turn", board.to_move()));
                    }
                    game.play(ply, took)?;
                }
                _ => {}
            }
        }
    }
}

/// Reads a move with what may follow it: its value and its time in seconds, after a slash or a space each.
pub(super) fn read_move(text: &str) -> Result<(Move<8>, Duration), String> {
    let mut parts = text.trim().split(['/', ' ']);
    let name = parts.next().unwrap_or_default();
    let ply = if name.eq_ignore_ascii_case("PA") {
        Move::Pass
    } else {
        name.parse().map_err(|_| format!("'{name}' is no move"))?
    };
    let seconds = parts.nth(1).and_then(|word| word.trim().parse::<f64>().ok());
    let seconds = seconds.filter(|seconds| (0.0..1e9).contains(seconds)).unwrap_or(0.0);
    Ok((ply, Duration::from_secs_f64(seconds)))
}

/// Reads a position: the size, the cells from the top left by rows, the side to move, with spaces anywhere between.
fn board(text: &str) -> Result<Board<8>, String> {
    let mut words = text.split_whitespace();
    let size = words.next().unwrap_or_default();
    if size != "8" {
        return Err(format!("a board of size {size}: 8 is played here"));
    }
    let cells: String = words.flat_map(str::chars).map(|cell| if cell == '*' { 'X' } else { cell }).collect();
    let at = cells.char_indices().nth(64).map_or(cells.len(), |(at, _)| at);
    let (cells, turn) = cells.split_at(at);
    format!("{cells} {turn}").parse::<Board<8>>().map_err(|error| error.to_string())
}

/// Reads a clock: the time of the game and what a move adds, of the form `[[hours:]minutes:]seconds`, with slashes between. What cannot be
/// read is no limit.
fn control(text: &str) -> Control {
    let mut times = text.split('/').map(|time| time.split(',').next().and_then(seconds));
    match (times.next().flatten(), times.next().flatten()) {
        (Some(main), increment) => Control::Game { main, increment: increment.unwrap_or_default() },
        (None, _) => Control::Unlimited,
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

    /// The game in the protocol's text.
    const EXAMPLE: &str = "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]TI[15:00]TY[8]\
        BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)";

    #[test]
    fn the_example_of_the_protocol_is_read() {
        let game = Game::read(EXAMPLE).unwrap();
        let mut board = Board::<8>::start();
        board.try_play_line(&"f5f6d3c5e6f7e7f4".parse().unwrap()).unwrap();
        assert_eq!((game.boards.len(), game.board()), (9, &board));
        assert_eq!(game.clocks[0].allotted(1), Some(Duration::from_secs(900) - crate::protocol::clock::MARGIN));
    }

    #[test]
    fn moves_have_values_and_times() {
        let game = Game::read("(;TI[10:00]B[F5/1.5/60]W[f6//30.5]B[D3/0.0];)").unwrap();
        let left = game.clocks.map(|clock| clock.allotted(1).unwrap() + crate::protocol::clock::MARGIN);
        assert_eq!(left, [Duration::from_secs(540), Duration::from_secs_f64(569.5)]);
    }

    #[test]
    fn what_is_no_game_is_refused_by_name() {
        for (text, problem) in [
            ("", "no game begins with (;"),
            ("(;GM[Go];)", "'Go' is not Othello"),
            ("(;TY[10];)", "a board of type 10: 8 is played here"),
            ("(;B[F5]", "the game has no end"),
            ("(;B[F5", "a bracket is not closed"),
            ("(;W[F5];)", "F5 for white: it is black's turn"),
            ("(;B[A1];)", "illegal move a1 for black: it flips nothing"),
            ("(;B[x];)", "'x' is no move"),
            ("(;BO[6 --];)", "a board of size 6: 8 is played here"),
        ] {
            assert_eq!(Game::read(text).unwrap_err(), problem, "{text}");
        }
        assert!(Game::read("(;BO[8 --];)").is_err() && Game::read("(;BO[8 ä];)").is_err());
    }
}
