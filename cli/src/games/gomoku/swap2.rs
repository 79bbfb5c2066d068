//! Swap2, an opening of Gomoku that is fair: the first player puts three stones, black, white,
//! black. The second chooses white or black, or puts two more, white and black, after which the
//! first chooses the colour.

use crate::games::opening::balanced;
use crate::games::playable::Playable;
use crate::games::thought::Limits;
use std::fmt;
use stonemask::gomoku::{Board, Colour, Point, Search, Size};

/// The stones on the board when the second player chooses, and when the first does.
pub(crate) const THREE: usize = 3;
pub(crate) const FIVE: usize = 5;

/// The name by which files and options call it.
pub(crate) const NAME: &str = "swap2";

/// A choice in place of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    White,
    Black,
    /// Two more stones, after which the other player chooses.
    More,
}

impl Choice {
    const ALL: [Choice; 3] = [Choice::White, Choice::Black, Choice::More];
    const COLOURS: [Choice; 2] = [Choice::White, Choice::Black];

    /// The letter and the word by which players choose it, and what it does.
    pub(crate) const fn told(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Choice::White => ("w", "white", "white"),
            Choice::Black => ("b", "black", "black"),
            Choice::More => ("m", "more", "put two more stones"),
        }
    }

    fn colour(self) -> Option<Colour> {
        match self {
            Choice::White => Some(Colour::White),
            Choice::Black => Some(Colour::Black),
            Choice::More => None,
        }
    }
}

/// The first player puts the first three stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Player {
    First,
    Second,
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Player::First { "first player" } else { "second player" })
    }
}

/// The choices that were made: none, a colour, two more stones, or these and then a colour.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Swap2 {
    made: Vec<Choice>,
}

impl Swap2 {
    /// Whether a board has room for it.
    pub(crate) fn fits(size: Size) -> bool {
        size.rows().min(size.columns()) >= FIVE
    }

    /// The number of stones on which the next choice is made, unless the colours are chosen.
    pub(crate) fn next(&self) -> Option<usize> {
        match self.made[..] {
            [] => Some(THREE),
            [Choice::More] => Some(FIVE),
            _ => None,
        }
    }

    /// The number of stones on which the last choice was made.
    fn last(&self) -> Option<usize> {
        [None, Some(THREE), Some(FIVE)][self.made.len()]
    }

    /// The choices that are open on a board with so many stones.
    pub(crate) fn open(&self, stones: usize) -> &'static [Choice] {
        match self.next() {
            Some(THREE) if stones == THREE => &Choice::ALL,
            Some(FIVE) if stones == FIVE => &Choice::COLOURS,
            _ => &[],
        }
    }

    /// Makes a choice that is open.
    pub(crate) fn choose(&mut self, choice: Choice) {
        self.made.push(choice);
    }

    /// Takes back the last choice, if it was the last thing done on a board with so many stones.
    pub(crate) fn undo(&mut self, stones: usize) -> Option<Choice> {
        if self.last() == Some(stones) { self.made.pop() } else { None }
    }

    /// Who chose the colours, and took which.
    fn chosen(&self) -> Option<(Player, Colour)> {
        let chooser = if self.made.len() > 1 { Player::First } else { Player::Second };
        self.made.last().and_then(|choice| choice.colour()).map(|colour| (chooser, colour))
    }

    /// The colour of a player, once it is chosen.
    pub(crate) fn colour(&self, player: Player) -> Option<Colour> {
        self.chosen().map(|(chooser, colour)| if chooser == player { colour } else { colour.other() })
    }

    /// Who is to put a stone or to choose, on a board with so many stones.
    pub(crate) fn player(&self, stones: usize, to_move: Colour) -> Player {
        let is_first = match self.made[..] {
            [] => stones < THREE,
            [Choice::More] => stones >= FIVE,
            _ => self.colour(Player::First) == Some(to_move),
        };
        if is_first { Player::First } else { Player::Second }
    }

    /// The choices that a text names, as `to_string` writes them, if a game with so many moves can
    /// have them.
    pub(crate) fn read(text: &str, moves: usize) -> Option<Swap2> {
        let made: [&[Choice]; 6] = [
            &[],
            &[Choice::White],
            &[Choice::Black],
            &[Choice::More],
            &[Choice::More, Choice::White],
            &[Choice::More, Choice::Black],
        ];
        let read =
            made.into_iter().map(|made| Swap2 { made: made.to_vec() }).find(|swap2| swap2.to_string() == text)?;
        let range = read.last().unwrap_or(0)..=read.next().unwrap_or(usize::MAX);
        range.contains(&moves).then_some(read)
    }
}

impl fmt::Display for Swap2 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(NAME)?;
        if self.made.first() == Some(&Choice::More) {
            f.write_str(", two more")?;
        }
        self.chosen().map_or(Ok(()), |(player, colour)| write!(f, ", {player} {colour}"))
    }
}

/// Stones up to this number, on points that leave both sides about equal.
pub(crate) fn stones(board: &Board, count: usize, seed: u64) -> Vec<Point> {
    let missing = count.saturating_sub(board.stone_count());
    balanced(board, missing as u32, seed).0
}

/// Whether white, who is to move after three or five stones, stands worse, as far as a search
/// finds.
pub(crate) fn is_white_worse(board: &Board, search: &mut Search, limits: &mut Limits) -> bool {
    let found = board.best(search, 1, limits, &mut |_| {});
    found.first().is_some_and(|best| best.worth.value.share(best.worth.certainty, board.to_move()) < 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Who acts on boards with no stone to six.
    fn players(swap2: &Swap2) -> String {
        let colours = [Colour::Black, Colour::White].into_iter().cycle();
        let player = |(stones, colour)| if swap2.player(stones, colour) == Player::First { '1' } else { '2' };
        (0..7).zip(colours).map(player).collect()
    }

    #[test]
    fn the_players_take_turns_as_the_rule_says() {
        let made = |choices: &[Choice]| Swap2 { made: choices.to_vec() };
        // Until the choice that is due, then as far as colours are chosen.
        assert!(players(&made(&[])).starts_with("1112"));
        assert_eq!(&players(&made(&[Choice::More]))[3..6], "221");
        // White, who comes after three and after five stones, is the chooser; or the other player.
        assert_eq!(&players(&made(&[Choice::White]))[3..], "2121");
        assert_eq!(&players(&made(&[Choice::Black]))[3..], "1212");
        assert_eq!(&players(&made(&[Choice::More, Choice::White]))[5..], "12");
        assert_eq!(&players(&made(&[Choice::More, Choice::Black]))[5..], "21");
    }

    #[test]
    fn choices_are_open_when_their_stones_are_there_and_are_taken_back() {
        let mut swap2 = Swap2::default();
        assert!([0, 1, 2, 4, 5].iter().all(|&stones| swap2.open(stones).is_empty()));
        assert_eq!(swap2.open(THREE), Choice::ALL);
        assert_eq!((swap2.undo(THREE), swap2.undo(0)), (None, None));
        swap2.choose(Choice::More);
        assert!([3, 4, 6].iter().all(|&stones| swap2.open(stones).is_empty()));
        assert_eq!(swap2.open(FIVE), Choice::COLOURS);
        assert_eq!((swap2.colour(Player::First), swap2.undo(4)), (None, None));
        swap2.choose(Choice::Black);
        assert_eq!(
            [Player::First, Player::Second].map(|player| swap2.colour(player)),
            [Some(Colour::Black), Some(Colour::White)]
        );
        assert!((0..10).all(|stones| swap2.open(stones).is_empty()));
        assert_eq!((swap2.undo(6), swap2.undo(5), swap2.undo(3)), (None, Some(Choice::Black), Some(Choice::More)));
        assert_eq!(swap2, Swap2::default());
    }

    #[test]
    fn choices_are_read_as_they_are_written_where_the_moves_allow_them() {
        for (text, least, most) in [
            ("swap2", 0, 3),
            ("swap2, second player white", 3, 99),
            ("swap2, second player black", 3, 99),
            ("swap2, two more", 3, 5),
            ("swap2, two more, first player white", 5, 99),
            ("swap2, two more, first player black", 5, 99),
        ] {
            for moves in 0..100 {
                let read = Swap2::read(text, moves).map(|swap2| swap2.to_string());
                assert_eq!(read.as_deref(), (least..=most).contains(&moves).then_some(text), "{text} {moves}");
            }
        }
        for text in ["", "Swap2", "swap2, first player white", "swap2, two more, second player white", "swap2 "] {
            assert_eq!(Swap2::read(text, 5).or(Swap2::read(text, 3)), None, "{text}");
        }
    }
}
