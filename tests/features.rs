//! Promise: with the features `serde` and `arbitrary`, arbitrary values are valid, of many kinds,
//! and come back from JSON as they were; what no constructor would make is refused. `cargo test
//! --features serde,arbitrary --test features`
#![cfg(all(feature = "serde", feature = "arbitrary"))]

use arbitrary::{Arbitrary, Unstructured};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::Hash;
use stonemask::founding::{FourBoards, Packed6};
use stonemask::game::{Colour, Outcome, Perft, Playout, Tally};
use stonemask::slab::Ended;
use stonemask::{Random, Tier, gomoku, nogo, othello};

fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let text = serde_json::to_string(value).unwrap();
    assert_eq!(&serde_json::from_str::<T>(&text).unwrap(), value, "{text}");
}

/// Values made from many byte strings come back unchanged; at least this many of them differ.
fn many<T>(different: usize)
where
    T: for<'a> Arbitrary<'a> + Serialize + DeserializeOwned + PartialEq + Eq + Hash + Debug,
{
    let (mut random, mut seen) = (Random::new(1), HashSet::new());
    for length in 0..200 {
        let bytes: Vec<u8> = (0..8 * length).map(|_| random.next_u64() as u8).collect();
        let value = T::arbitrary(&mut Unstructured::new(&bytes)).unwrap();
        round_trip(&value);
        seen.insert(value);
    }
    assert!(seen.len() >= different, "{} values of {}", seen.len(), std::any::type_name::<T>());
}

#[test]
fn arbitrary_values_come_back() {
    many::<Colour>(2);
    many::<Outcome>(3);
    many::<othello::Square<6>>(20);
    many::<othello::SquareSet<4>>(100);
    many::<othello::Move<8>>(20);
    many::<othello::Line<8>>(50);
    many::<othello::Position<6>>(100);
    many::<othello::Board<8>>(100);
    many::<othello::Symmetry>(8);
    many::<gomoku::Size>(50);
    many::<gomoku::Point>(50);
    many::<gomoku::Rule>(5);
    many::<gomoku::PointSet>(100);
    many::<gomoku::Board>(100);
    many::<nogo::Point>(30);
    many::<nogo::PointSet>(100);
    many::<nogo::Shape>(100);
    many::<nogo::Position>(100);
    many::<nogo::Board>(100);
}

#[test]
fn plain_values_come_back() {
    Tier::ALL.iter().for_each(round_trip);
    [Ended::Restart, Ended::Freeze].iter().for_each(round_trip);
    round_trip(&Perft { nodes: 8, finished: 3 });
    round_trip(&Playout { outcome: Outcome::Draw, plies: 7 });
    round_trip(&Tally { wins: [1, 3], draws: 2, plies: 60 });
    round_trip(&othello::Scoring::FewestDiscs);
    round_trip(&Packed6::start());
    round_trip(&gomoku::Forbidden::DoubleFour);
    round_trip(&gomoku::Run { length: 5, before: 2, blocked: 1 });
    round_trip(&nogo::Board::start().masks());
    round_trip(&FourBoards::from(&nogo::Board::start()));
}

#[test]
fn what_has_a_text_is_that_text() {
    fn json<T: Serialize>(value: &T) -> String {
        serde_json::to_string(value).unwrap()
    }
    assert_eq!(json(&othello::Board::<4>::start()), r#""-----OX--XO----- X""#);
    assert_eq!(json(&othello::Move::<8>::Pass), r#""pass""#);
    assert_eq!(json(&Colour::White), r#""white""#);
    assert_eq!(json(&gomoku::Size::new(9, 15).unwrap()), r#"{"rows":9,"columns":15}"#);
    assert_eq!(
        json(&nogo::Shape::new(2, 3, "b1".parse().unwrap()).unwrap()),
        r#"{"rows":2,"columns":3,"blocked":"b1"}"#
    );
}

#[test]
fn what_no_constructor_makes_is_refused() {
    fn refused<T: DeserializeOwned + Debug>(text: &str, expected: &str) {
        let error = serde_json::from_str::<T>(text).unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
    refused::<othello::Square<6>>(r#""g1""#, "'g1' is not a square: expected a1 to f6");
    refused::<othello::Board<4>>(r#""-----OX--XO-----""#, "expected 16 cells and the side to move");
    refused::<othello::Position<8>>(r#"{"own":"a1","opponent":"a1 b1"}"#, "both sides have a disc on a1");
    refused::<Packed6>(r#"{"t":16,"free":0,"pos":0}"#, "t = 16 is not a state");
    refused::<gomoku::Size>(r#"{"rows":0,"columns":15}"#, "a board has 1 to 64 of each");
    refused::<gomoku::PointSet>(r#"{"size":{"rows":3,"columns":3},"points":"d1"}"#, "d1 is off the 3x3 board");
    refused::<gomoku::Board>(r#""2x5 freestyle XXXXX/OOOOO X""#, "both colours have won");
    refused::<nogo::Shape>(r#"{"rows":2,"columns":2,"blocked":"c1"}"#, "blocked cell c1 is off the 2x2 board");
    refused::<nogo::Position>(r#"{"black":"a1","white":"","empty":"a1 b1"}"#, "a1 is in two of the sets");
    refused::<nogo::Board>(r#""X X""#, "has no liberty");
}
