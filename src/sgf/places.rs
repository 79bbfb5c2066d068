//! Places and sizes as SGF writes them.

/// A row and a column, both from 0 at the top left.
pub type Place = (usize, usize);

/// Rows or columns that a letter can name.
pub(crate) const LETTERS: usize = 52;

/// The place that two letters in either case name, column and row, or a letter and a number. Both
/// count from the top left.
///
/// ```
/// use stonemask::sgf;
///
/// assert_eq!(sgf::place("ca"), Some((0, 2)));
/// assert_eq!(sgf::place("c1"), Some((0, 2)));
/// assert_eq!(sgf::place(""), None);
/// ```
pub fn place(value: &str) -> Option<Place> {
    let letter = |byte: u8| byte.is_ascii_alphabetic().then(|| usize::from(byte.to_ascii_lowercase() - b'a'));
    let (&column, row) = value.as_bytes().split_first()?;
    let row = match row {
        &[row] if row.is_ascii_alphabetic() => letter(row)?,
        digits if digits.iter().all(u8::is_ascii_digit) => {
            std::str::from_utf8(digits).ok()?.parse::<usize>().ok()?.checked_sub(1)?
        }
        _ => return None,
    };
    Some((row, letter(column)?))
}

/// Whether a move's value is a pass: nothing, or `tt`, as old files write it.
pub fn is_pass(value: &str) -> bool {
    value.is_empty() || value == "tt"
}

/// The rows and the columns that SZ names: a number, or columns and rows with a colon between them.
pub fn sides(size: &str) -> Option<(usize, usize)> {
    let (columns, rows) = size.split_once(':').unwrap_or((size, size));
    rows.trim().parse().ok().zip(columns.trim().parse().ok())
}

/// The two letters of a place, column and row.
///
/// # Panics
/// When its row or column is above 52.
pub fn letters((row, column): Place) -> String {
    let letter = |index: usize| {
        assert!(index < LETTERS, "SGF has letters for {LETTERS} rows and columns");
        char::from(if index < 26 { b'a' } else { b'A' } + (index % 26) as u8)
    };
    [letter(column), letter(row)].iter().collect()
}

/// SZ's value for a board of these rows and columns: one number for a square, else columns first.
pub fn size((rows, columns): (usize, usize)) -> String {
    if rows == columns { rows.to_string() } else { format!("{columns}:{rows}") }
}

/// A text as it stands between a property's brackets.
pub fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}
