//! Options whose values have names.

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
