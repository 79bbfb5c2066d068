//! Options whose values have names, or are given one.

use clap::builder::{PossibleValuesParser, TypedValueParser};

/// Reads the name of one of these, and offers no other.
pub(crate) fn named<T>(all: &[T], name: fn(T) -> &'static str) -> impl TypedValueParser<Value = T> + use<T>
where
    T: Copy + Send + Sync + 'static,
{
    let all: Vec<(&str, T)> = all.iter().map(|&value| (name(value), value)).collect();
    PossibleValuesParser::new(all.iter().map(|(name, _)| *name)).map(move |name| {
        let (_, value) = all.iter().find(|(other, _)| *other == name).expect("it is one of the names");
        *value
    })
}

/// Splits `[NAME=]VALUE`, where a name has no spaces, colons or slashes.
///
/// # Errors
/// When the name is too long for a table or a record, or has signs that these cannot show.
pub(crate) fn given_name(text: &str) -> Result<(Option<&str>, &str), String> {
    let split = text.split_once('=').map(|(name, value)| (name.trim(), value.trim()));
    let Some((name, value)) = split.filter(|(name, _)| !name.contains([':', '/', ' ', '\t'])) else {
        return Ok((None, text.trim()));
    };
    if name.is_empty() {
        return Err(format!("'{}': a name is missing before '='", text.escape_debug()));
    }
    if name.chars().any(char::is_control) || name.chars().count() > 40 {
        return Err(format!("the name '{}' is longer than 40 letters, or has other signs", name.escape_debug()));
    }
    Ok((Some(name), value))
}
