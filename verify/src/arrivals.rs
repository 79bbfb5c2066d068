//! Whether the cases that begin at a place cover what is said of the state wherever a case arrives
//! there.
//!
//! A theorem with places is an induction over them: what is shown on arriving at a place is what a
//! case begins with. So for each arrival, and any state that its statement and its case's
//! assumptions allow, some case that begins there must have this state among its own. A case's
//! variables are bound to what the arrival says in the same register, quadword or byte, and to the
//! same argument, content or register on entry. Its further claims, and its assumptions, must then
//! follow for one of the cases: the solver is asked for a state for which it does not. Numbers of
//! digits that it speaks of must be spoken of on arriving, of the same bits and digits.
//!
//! Objects are the same by name and lie where they lay, but for elements of arrays (`Exceptions`):
//! a case speaks of one element, and may go on with another. Of the contents of another element is
//! known what the cases at the kernel's entry assume. An element may be several in a row, such as
//! the boards of the moves of one turn.
//!
//! Facts about objects that a part of the kernel leaves alone hold beyond it (`parts.rs`).

use crate::cover::Check;
use crate::image::{Image, Kernel};
use crate::parts::{Arrival, Parts};
use crate::proof::Proof;
use crate::proof::visits::{Arrives, Said, Visits};
use crate::theorem::{Case, Theorem, of_case};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::iter;

/// The result of comparing what cases leave at places with those that begin there.
pub(crate) struct Covered {
    /// In words, the first state that is left and from which no case goes on.
    pub(crate) gap: Option<String>,
    /// How many statements there are at which runs may arrive; a proof must have as many.
    pub(crate) arrivals: usize,
}

/// How many cases are asked for their places at a time.
const TOGETHER: usize = 32;

/// Holds what the cases of a theorem leave at places against those that begin there.
pub(crate) fn covered(image: &Image, kernel: &Kernel, theorem: &Theorem) -> Covered {
    covered_by(image, kernel, theorem, &theorem.cases_of(kernel))
}

fn covered_by(image: &Image, kernel: &Kernel, theorem: &Theorem, cases: &[Case]) -> Covered {
    let (not_held, _) = theorem.exceptions.not_held;
    let mut begins: Vec<Said> = Vec::new();
    let mut statements: Vec<Said> = Vec::new();
    let mut arrivals = Vec::new();
    // The first case of a theorem with places has one.
    let (first, others) = cases.split_at(1.min(cases.len()));
    for cases in iter::once(first).chain(others.chunks(TOGETHER)) {
        let visits: Vec<Visits> = cases.par_iter().map(|case| Proof::visits(image, kernel, &case.prove)).collect();
        for (case, visits) in cases.iter().zip(visits) {
            for Arrives { said, from, stays } in visits.arrives {
                let found = statements.iter().position(|other| other.says_what(&said));
                let statement = found.unwrap_or_else(|| {
                    statements.push(Said { case: case.name.clone(), ..said });
                    statements.len() - 1
                });
                arrivals.push(Arrival { statement, from: from.map(|from| begins.len() + from), stays });
            }
            begins.extend(visits.begins);
        }
        if arrivals.is_empty() {
            return Covered { gap: None, arrivals: 0 };
        }
    }
    let count = arrivals.len();
    let mut starts: FxHashMap<u64, Vec<&Said>> = FxHashMap::default();
    for begin in &begins {
        starts.entry(begin.at).or_default().push(begin);
    }
    let entries = starts.remove(&kernel.address).unwrap_or_default();
    let gap_of = |said: &Said| {
        let of_place = starts.get(&said.at).map_or(&[][..], |starts| starts);
        let what = match Check::new(said, not_held).gap(of_place, &entries) {
            Ok(gap) => gap?,
            Err(refused) => refused.to_string(),
        };
        let of_case = of_case(&said.case);
        let at = said.at - kernel.address;
        Some(format!("{of_case}of the states at the place {at:#x} there is one from which no case goes on: {what}"))
    };
    let parts = Parts::new(&begins, &statements, &arrivals);
    // Each arrival once, as it is or with each statement with which the part may have been entered
    // that it ends.
    let mut asked = BTreeSet::new();
    for arrival in &arrivals {
        let of_place = starts.get(&statements[arrival.statement].at).map_or(&[][..], |starts| starts);
        let ended = parts.ended(arrival, of_place, &statements[arrival.statement]);
        if ended.is_empty() {
            asked.insert((arrival.statement, None));
        }
        asked.extend(ended.into_iter().map(|of| (arrival.statement, Some(of))));
    }
    let asked: Vec<_> = asked.into_iter().collect();
    let gap = asked.par_iter().find_map_first(|(statement, ended)| {
        let said = &statements[*statement];
        match ended {
            None => gap_of(said),
            Some((entered, held)) => gap_of(&said.after(&statements[*entered], held, theorem.exceptions.aside)),
        }
    });
    Covered { gap, arrivals: count }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::place::Place;
    use crate::slot::Slot;
    use crate::theorems;
    use iced_x86::Register;

    /// The gap's text, if a case is left out or may not be the one that goes on.
    const NONE_GOES_ON: &str = "there is one from which no case goes on: ";

    /// A state is left from which no case goes on, once a theorem's cases are changed or left out.
    #[track_caller]
    fn assert_gap(kernel: &str, what: &str, narrow: impl Fn(Case) -> Option<Case>) {
        let image = Image::of_this_program().unwrap();
        let kernel = image.kernel(kernel).unwrap();
        let theorem = theorems::about(kernel).unwrap();
        let cases: Vec<Case> = theorem.cases_of(kernel).into_iter().filter_map(narrow).collect();
        let gap = covered_by(&image, kernel, &theorem, &cases).gap;
        assert!(gap.as_ref().is_some_and(|gap| gap.contains(what)), "{}: {gap:?}", kernel.name);
    }

    /// Of tiers below a theorem's highest, of which quick runs see this.
    #[test]
    fn the_cases_of_every_theorem_cover_what_its_cases_leave() {
        let image = Image::of_this_program().unwrap();
        let mut gaps = Vec::new();
        for kernel in &image.kernels {
            let is_above = |other: &Kernel| other.family() == kernel.family() && other.tier > kernel.tier;
            let Some(theorem) = theorems::about(kernel).filter(|_| image.kernels.iter().any(is_above)) else {
                continue;
            };
            let gap = covered(&image, kernel, &theorem).gap;
            gaps.extend(gap.map(|gap| format!("{}: {gap}", kernel.name)));
        }
        assert!(gaps.is_empty(), "{gaps:#?}");
    }

    /// The same, once what is noted of one case's places is changed.
    #[track_caller]
    fn assert_gap_with(
        kernel: &str,
        name: &str,
        what: &str,
        change: impl Fn(&mut Proof) + Copy + Send + Sync + 'static,
    ) {
        println!("{kernel}, {name}");
        assert_gap(kernel, what, |case| Some(if case.name == name { case.then(change) } else { case }));
    }

    fn visits<'a>(proof: &'a mut Proof) -> &'a mut Visits {
        proof.visits.as_mut().expect("the places are asked for")
    }

    /// The same, once what is said of the places to which a case leads is changed.
    #[track_caller]
    fn assert_gap_with_arrivals(kernel: &str, name: &str, what: &str, change: fn(&mut Place)) {
        assert_gap_with(kernel, name, what, move |proof| {
            visits(proof).reached.iter_mut().for_each(|(place, _)| change(place));
        });
    }

    #[test]
    fn a_case_of_a_part_that_loses_what_was_known_before_leaves_a_gap() {
        let keys = |place: &mut Place| place.vectors.retain(|(vector, _)| *vector != 15);
        let frame = |place: &mut Place| {
            place.general.retain(|(register, _)| *register != Register::RBP);
            place.stack.retain(|(below, _)| *below != 48 + 48);
        };
        let moves = |place: &mut Place| {
            let first = place.general.iter().position(|(register, _)| *register == Register::R8).expect("moves");
            let mut index = 0;
            place.general.retain(|(register, _)| {
                index += 1;
                *register != Register::R8 || index <= first + 1
            });
        };
        let of = |name: &str, change: fn(&mut Place), what: &str| {
            assert_gap_with_arrivals("othello_last_plies_inner_avx2", name, what, change);
        };
        of("4x4: three squares, a value", keys, "a child");
        of("4x4: d3, the first of three", keys, "a child");
        of("4x4: four squares, the side to move", frame, "rbp");
        of("4x4: d3, of four", frame, "rbp");
        of("4x4: d3, a child", keys, "vector register 15");
        of("4x4: d3, a child", moves, "the number of moves left");
    }

    #[test]
    fn a_number_of_which_an_arrival_does_not_speak_leaves_a_gap() {
        for arrives in ["the first square's indices", "the second square's indices"] {
            let what = "an index is the number of its discs";
            assert_gap_with_arrivals("othello_best_reply_6x6_avx512", arrives, what, |place| _ = place.numbers.pop());
        }
    }

    #[test]
    fn what_means_nothing_on_arriving_and_something_there_leaves_a_gap() {
        let what = "something that means nothing on arriving";
        assert_gap_with_arrivals("othello_batch_children_avx2", "a board", what, Place::make_unused);
    }

    #[test]
    fn a_case_that_assumes_more_at_a_place_than_is_shown_leaves_a_gap() {
        for (kernel, case, register, bit) in [
            ("othello_best_reply_6x6_avx2", "the weights", Register::R11, 9),
            ("othello_batch_children_avx2", "a square", Register::R11, 63),
            ("othello_batch_children_avx512", "a group", Register::RCX, 0),
            ("othello_batch_children_avx512", "another board", Register::RBX, 6),
            ("othello_batch_children_avx512", "squares join 5", Register::R11, 6),
            ("othello_batch_children_avx512", "the list is done", Register::RBX, 7),
            ("othello_batch_children_avx512", "a group is done", Register::R12, 40),
            ("gomoku_step_x64", "a game that is done", Register::RBX, 0),
            ("gomoku_choose_avx2", "a point in word 2", Register::RDX, 7),
            ("nogo_plays_x64", "black draws a number", Register::RBX, 5),
            ("nogo_random_plies_avx2", "white is to move", Register::R13, 31),
            ("othello_last_plies_inner_avx2", "4x4: three squares, a move", Register::R8, 20),
            ("othello_last_plies_inner_avx2", "4x4: d3, a child", Register::R8, 27),
        ] {
            assert_gap_with(kernel, case, NONE_GOES_ON, move |proof| {
                let (place, _) = visits(proof).begun.last().expect("a place");
                let bit = place.word(register).as_number().expect("a number")[bit];
                proof.assume(!bit);
            });
        }
    }

    /// The same, once it is changed what the turns of a case begin with that plays the moves from
    /// the ninth of a list on: a turn from the first move, then four moves, by which of them are
    /// marked, then 0 to 3 moves.
    #[track_caller]
    fn assert_gap_with_turns(what: &str, change: impl Fn(&mut Vec<Said>) + Copy + Send + Sync + 'static) {
        assert_gap_with("othello_batch_children_avx512", "moves from 8 on", what, move |proof| {
            let turns = &mut visits(proof).begins;
            assert_eq!(turns.len(), 17);
            change(turns);
        });
    }

    #[test]
    fn a_case_without_one_of_its_turns_leaves_a_gap() {
        for turn in [1, 8, 9, 16] {
            println!("turn {turn}");
            assert_gap_with_turns(NONE_GOES_ON, move |turns| _ = turns.remove(turn));
        }
    }

    #[test]
    fn a_turn_that_assumes_more_of_a_number_or_another_element_leaves_a_gap() {
        let number = |turn: &Said| {
            let item = turn.items.iter().find(|item| item.what == Slot::General(Register::R11)).expect("r11");
            item.bits[3]
        };
        let disc = |turn: &Said| {
            let own = turn.objects.iter().position(|object| object.name == "own").expect("discs");
            turn.bytes[&(own, 7, true)][2]
        };
        for bit in [number, disc] {
            assert_gap_with_turns("a test's", move |turns| {
                let bit = bit(&turns[1]);
                turns[1].conditions.push(("a test's", !bit));
            });
        }
    }

    /// Beyond the part that searches four squares, of a frame's memory.
    #[test]
    fn a_case_that_assumes_more_of_what_a_part_leaves_alone_leaves_a_gap() {
        for name in ["4x4: 5 of 6 squares, a child's value", "4x4: 6 of 6 squares, child 2"] {
            assert_gap_with("othello_last_plies_inner_avx2", name, "what the case assumes", |proof| {
                let (place, _) = visits(proof).begun.last().expect("a place");
                let (_, _, bits) = place.memory.last().expect("a child");
                let bit = bits[100];
                proof.assume(!bit);
            });
        }
    }

    #[test]
    fn a_theorem_without_one_of_the_cases_at_a_place_leaves_a_gap() {
        for (kernel, dropped) in [
            ("othello_evaluate_children_6x6_avx2", "d3 first"),
            ("othello_evaluate_children_8x8_avx2", "d3 second"),
            ("othello_batch_children_avx512", "the first board"),
            ("othello_batch_children_avx512", "another board"),
            ("othello_batch_children_avx512", "squares join 0"),
            ("othello_batch_children_avx512", "squares join 5"),
            ("othello_batch_children_avx512", "moves from 8 on"),
            ("othello_batch_children_avx512", "moves from 128 on"),
            ("othello_batch_children_avx512", "a group is done"),
            ("gomoku_choose_avx2", "a point in word 2"),
            ("gomoku_choose_avx2", "a game that is over"),
            ("nogo_plays_x64", "white e5"),
            ("nogo_plays_avx2", "white is to move"),
            ("nogo_random_plies_x64", "black a1"),
            ("nogo_random_plies_avx512", "white is to move after a ply"),
            ("nogo_bitslices_plies_avx2", "full boards, the last point in half 1"),
            ("othello_last_plies_inner_avx2", "4x4: 5 of 6 squares, a child's value"),
            ("othello_last_plies_inner_avx2", "4x4: 6 of 8 squares, child 3"),
            ("othello_last_plies_inner_avx2", "4x4: d3, a child"),
            ("othello_last_plies_inner_avx2", "4x4: four squares"),
            ("othello_last_plies_inner_avx2", "4x4: d3, of four"),
            ("othello_last_plies_inner_avx2", "4x4: d3, the higher of two after a pass"),
        ] {
            println!("{dropped}");
            assert_gap(kernel, NONE_GOES_ON, |of| (of.name != dropped).then_some(of));
        }
    }
}
