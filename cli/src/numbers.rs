//! Numbers as users type them.

use std::ops::RangeInclusive;

/// Reads a whole number of a range, or says what was expected.
pub(crate) fn whole<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| expected(&range))
    }
}

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
        assert!(whole::<u64>(0..=u64::MAX)("-1").is_err_and(|problem| problem.ends_with("up to 2^64 - 1")));
    }
}
