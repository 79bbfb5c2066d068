//! Numbers among the arguments of which a contract says, in words, which bits may be set.

/// By a part of a kernel's name, the parameters, and which bits may be set.
const NUMBERS: &[(&str, &[&str], u64)] = &[
    ("", &["colour", "to_move"], 1),
    ("batch_winning_cells", &["columns"], (1 << 15) - 1),
    ("_16", &["rows", "column"], (1 << 4) - 1),
    ("_32", &["rows"], (1 << 6) - 1),
    ("_32", &["column"], (1 << 5) - 1),
    ("_64", &["rows"], (1 << 7) - 1),
    ("_64", &["column"], (1 << 6) - 1),
    ("gomoku_runs", &["rows", "columns"], (1 << 7) - 1),
    ("gomoku_runs", &["position"], (1 << 12) - 1),
    // The lines of a board.
    ("gomoku_playouts", &["count"], (1 << 13) - 1),
    // A byte each of as many boards' cells as there is memory for.
    ("gomoku_observe", &["count"], (1 << 56) - 1),
    ("gomoku", &["rows", "columns"], (1 << 4) - 1),
    ("nogo", &["point"], (1 << 7) - 1),
    ("othello", &["square", "cell"], (1 << 6) - 1),
    ("_inner", &["own", "opponent", "board"], INNER),
];

/// The squares that are not on the edge of 8x8.
const INNER: u64 = 0x007e_7e7e_7e7e_7e00;

/// The numbers of a family's contract.
pub(super) fn of(family: &str) -> Vec<(&'static str, u64)> {
    let rows = NUMBERS.iter().filter(|(of, ..)| family.contains(of));
    rows.flat_map(|&(_, names, bits)| names.iter().map(move |&name| (name, bits))).collect()
}
