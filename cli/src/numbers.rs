//! Numbers as users type them.

use std::ops::RangeInclusive;
use std::time::Duration;

/// Reads a whole number of a range, or says what was expected.
pub(crate) fn whole<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| expected(&range))
    }
}

/// Reads a time in seconds, or says what was expected.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let time = text.parse().ok().filter(|_| is_number).and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.filter(|time| (1..=LONGEST).contains(&time.as_millis()))
        .ok_or_else(|| format!("expected seconds from 0.001 to {}, such as 2.5", LONGEST / 1000))
}

/// The same, or 0 for no time.
pub(crate) fn seconds_or_0(text: &str) -> Result<Duration, String> {
    if text == "0" { Ok(Duration::ZERO) } else { seconds(text).map_err(|expected| expected + ", or 0") }
}

/// A year, in milliseconds.
const LONGEST: u128 = 365 * 86_400 * 1000;

fn expected(range: &RangeInclusive<u64>) -> String {
    match (*range.start(), *range.end()) {
        (first, u64::MAX) => format!("expected a whole number from {first} up to 2^64 - 1"),
        (first, last) => format!("expected a whole number from {first} to {last}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_within_their_range() {
        assert_eq!(whole::<u16>(1..=1024)("17"), Ok(17));
        for text in ["", "x", "0", "1025", "-1", "1.5", "99999999999999999999999"] {
            assert_eq!(
                whole::<u16>(1..=1024)(text),
                Err("expected a whole number from 1 to 1024".to_owned()),
                "{text}"
            );
        }
        assert_eq!(seconds("2.5"), Ok(Duration::from_millis(2500)));
        assert_eq!(seconds("31536000"), Ok(Duration::from_secs(31_536_000)));
        for text in
            ["", ".", "0", "0.0001", "-1", "1e3", "inf", "nan", "+1", "1.2.3", "31536001", "9".repeat(400).as_str()]
        {
            assert_eq!(seconds(text), Err("expected seconds from 0.001 to 31536000, such as 2.5".to_owned()), "{text}");
        }
        assert_eq!(seconds_or_0("0"), Ok(Duration::ZERO));
        assert_eq!(seconds_or_0("0.25"), Ok(Duration::from_millis(250)));
        assert!(seconds_or_0("-1").is_err_and(|problem| problem.ends_with("such as 2.5, or 0")));
        assert!(whole::<u64>(0..=u64::MAX)("-1").is_err_and(|problem| problem.ends_with("up to 2^64 - 1")));
    }
}
