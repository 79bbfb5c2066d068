//! Promise: whatever bytes come in, an engine says only what its protocol has, and ends. `fuzz/run`
//! tries the same for longer.

mod support;

use proptest::prelude::*;
use support::GAMES;

/// Words of the protocols, so that the bytes are not all refused at once.
const WORDS: &[&str] = &[
    "boardsize",
    "play",
    "genmove",
    "undo",
    "b",
    "w",
    "a1",
    "d3",
    "pass",
    "5",
    "9",
    "lz-analyze",
    "time_left",
    "loadsgf",
    "final_score",
    "START",
    "TURN",
    "BEGIN",
    "BOARD",
    "DONE",
    "7,7",
    "7,7,1",
    "7,8,2",
    "INFO",
    "rule",
    "4",
    "TAKEBACK",
    "RESTART",
    "time_left",
    "-1",
    "nboard",
    "set",
    "game",
    "(;",
    "B[F5]",
    "W[F6]",
    "BO[8",
    ";)",
    "move",
    "F5",
    "PA",
    "hint",
    "go",
    "ping",
    "analyze",
    "#",
    "\t",
    "\r",
    "known_command",
    "showboard",
    "gogui-rules_legal_moves",
    "99999999999999999999",
    "ä",
    "\u{0}",
];

fn text() -> impl Strategy<Value = Vec<u8>> {
    let word = prop_oneof![
        6 => prop::sample::select(WORDS).prop_map(|word| word.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 0..12),
    ];
    let separator = prop::sample::select(vec![&b" "[..], b"\n", b"\n"]);
    prop::collection::vec((word, separator), 0..40)
        .prop_map(|parts| parts.into_iter().flat_map(|(word, separator)| [word, separator.to_vec()].concat()).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn engines_say_what_their_protocols_have(bytes in text()) {
        let engines = GAMES.iter().map(|game| format!("gtp-{game}"));
        for engine in engines.chain(["gomocup".to_owned(), "nboard".to_owned()]) {
            if let Err(problem) = stonemask_cli::converse(&engine, &bytes) {
                panic!("{engine}: {problem}");
            }
        }
    }
}
