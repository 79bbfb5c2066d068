//! Promise: the inputs of a kernel's trial are the same on every machine, survive as text, and
//! shrink to small ones.

use stonemask::Tier;
use stonemask_harness::{Difference, Subject, Watch, parse_line, subjects};

/// Notes the lines of a round.
#[derive(Default)]
struct Lines(Vec<String>);

impl Watch for Lines {
    fn before(&mut self, line: &dyn Fn() -> String) {
        self.0.push(line());
    }

    fn after(&mut self, _: Tier, _: Option<Difference>) {}
}

/// The inputs of a subject's round, as text.
fn inputs(subject: &Subject, seed: u64, round: u64) -> Vec<String> {
    let mut lines = Lines::default();
    subject.round(seed, round, &[Tier::Reference], &mut lines);
    let input = |line: &String| line.splitn(4, ' ').nth(3).unwrap().to_owned();
    lines.0.iter().map(input).collect()
}

/// The inputs are the same on every machine: FNV-1a over those of round 0 of seed 1, for one kernel
/// of each kind of input.
#[test]
fn a_seed_means_the_same_inputs_everywhere() {
    let digest = |kernel: &Subject| {
        let texts = inputs(kernel, 1, 0).join("\n");
        texts
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
    };
    let known = [
        ("othello8", "legal_moves_8x8", 0xff73737d8e3288b6),
        ("othello4", "flips", 0x5e71e83b65265c66),
        ("othello6", "packed6_move", 0x9c6606cb7674dac6),
        ("gomoku", "winning_cells_16", 0x8315b4df0c89216f),
        ("gomoku", "threats_32", 0x4ea4c4c9596dc5ab),
        ("gomoku", "five_64", 0x367d78113ec9372a),
        ("gomoku", "runs", 0xa34f3317b456c927),
        ("gomoku", "playout_64", 0x671d275221b98a64),
        ("nogo", "play", 0x2f2bc9f6ba62dc2f),
        ("nogo", "random_plies", 0xfd2d16f5247da22d),
        ("nogo", "masks", 0xc3a5da8880b3dd38),
        ("nogo", "is_legal", 0x5692dcdae90a87ba),
        ("nogo", "four_boards_moves", 0xd4f9936d61e533d7),
    ];
    let subjects = subjects();
    let found = known.map(|(game, kernel, _)| {
        let subject = subjects.iter().find(|subject| subject.game() == game && subject.kernel() == kernel);
        (game, kernel, digest(subject.unwrap()))
    });
    assert!(found == known, "the inputs are now {found:#x?}");
    // Another seed, round or kernel has other inputs.
    let flips = subjects.iter().find(|subject| subject.kernel() == "flips").unwrap();
    let outflanks = subjects.iter().find(|subject| subject.kernel() == "outflanks").unwrap();
    let first = inputs(flips, 1, 0);
    assert!(first != inputs(flips, 2, 0) && first != inputs(flips, 1, 1) && first != inputs(outflanks, 1, 0));
}

#[test]
fn inputs_do_not_depend_on_the_tiers() {
    for subject in subjects() {
        let expected = inputs(&subject, 7, 0);
        for tier in Tier::available() {
            let mut lines = Lines::default();
            subject.round(7, 0, &[tier, Tier::Reference], &mut lines);
            let all: Vec<String> = expected
                .iter()
                .flat_map(|input| [subject.line(tier, input), subject.line(Tier::Reference, input)])
                .collect();
            assert_eq!(lines.0, all);
        }
    }
}

#[test]
fn inputs_survive_as_text() {
    for subject in subjects() {
        for input in inputs(&subject, 3, 0) {
            assert!(!input.contains(['\n', '\'', '"']), "{input}");
            // As text they are read; as bytes they would be drawn from.
            assert_eq!(subject.input_of(input.as_bytes()), input, "{} {}", subject.game(), subject.kernel());
        }
    }
}

/// If everything fails, shrinking ends at an input from which nothing can be left out.
#[test]
fn shrinking_ends_at_the_smallest_input() {
    for subject in subjects() {
        let mut input = inputs(&subject, 5, 0).pop().unwrap();
        let mut steps = 0;
        loop {
            let mut first = None;
            let mut take = |smaller| {
                first = Some(smaller);
                true
            };
            if !subject.smaller(&input, &mut take).unwrap() {
                break;
            }
            assert!(steps < 1000, "{input}");
            (input, steps) = (first.unwrap(), steps + 1);
        }
        assert!(input.len() < 80, "{} {}: {input}", subject.game(), subject.kernel());
        assert_eq!(subject.compare(Tier::Reference, &input).map(|comparison| comparison.differs), Ok(false));
    }
}

#[test]
fn lines_that_are_none_are_refused() {
    let subjects = subjects();
    let problem = |line: &str| {
        parse_line(&subjects, line).and_then(|(subject, tier, input)| subject.compare(tier, input)).unwrap_err()
    };
    let expected = "expected a game, a kernel, a tier and an input, as stonemask check prints them";
    for line in ["", "othello8", "othello8 flips avx2"] {
        assert_eq!(problem(line), expected);
    }
    assert_eq!(problem("chess flips x64 x"), "'chess' is not a game");
    assert_eq!(problem("othello8 flop x64 x"), "othello8 has no kernel 'flop'");
    assert_eq!(
        problem("othello8 flips x65 x"),
        "'x65' is not a tier: expected reference, portable, x64, avx2 or avx512"
    );
    assert_eq!(problem("othello8 flips x64 x"), "'x': expected two parts with ', ' between");
    assert_eq!(problem("othello4 flips x64 ---------------- X, e5"), "'e5' is not a square: expected a1 to d4");
    assert_eq!(problem("gomoku any_five_16 x64 X-/O"), "'X-/O': row 2 is not as long as the first");
    assert_eq!(problem("gomoku any_five_32 x64 X-/O-"), "a board of 2x2 has no 32-bit lanes");
    assert_eq!(problem("gomoku five_16 x64 X-, black c1"), "'X-, black c1': c1 is off the board");
    assert_eq!(problem("gomoku playout_16 x64 X-, 5"), "'X-': expected rows and the side to move");
    assert_eq!(problem("nogo play x64 9x9"), "'9x9': expected a stone");
    assert_eq!(problem("nogo play x64 1x2 Xa1 Ob1"), "'1x2 Xa1 Ob1': one of the stones is illegal");
    assert_eq!(problem("nogo masks x64 X; Y"), "'Y': 'Y' on a1, expected X, O, - or #");
}
