//! Serialization, with the feature `serde`. Types with a text form serialize as that text, all
//! others as structs of their fields. Deserialization checks values as the constructors do.

use crate::tier::Tier;

/// Serializes types as their texts.
macro_rules! as_text {
    ($($(const $n:ident =>)? $type:ty),* $(,)?) => {$(
        impl $(<const $n: usize>)? ::serde::Serialize for $type {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de $(, const $n: usize)?> ::serde::Deserialize<'de> for $type {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                let text: String = ::serde::Deserialize::deserialize(deserializer)?;
                text.parse().map_err(<D::Error as ::serde::de::Error>::custom)
            }
        }
    )*};
}

/// Serializes a type as the fields of a struct: what makes the fields of a value, and what makes a
/// value of the fields, or says why that cannot be.
macro_rules! as_parts {
    ($(const $n:ident =>)? $type:ty, $parts:ty, $to:expr, $from:expr) => {
        impl $(<const $n: usize>)? ::serde::Serialize for $type {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let to: fn(&$type) -> $parts = $to;
                ::serde::Serialize::serialize(&to(self), serializer)
            }
        }

        impl<'de $(, const $n: usize)?> ::serde::Deserialize<'de> for $type {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                let parts: $parts = ::serde::Deserialize::deserialize(deserializer)?;
                ($from)(parts).map_err(<D::Error as ::serde::de::Error>::custom)
            }
        }
    };
}

pub(crate) use {as_parts, as_text};

as_text!(Tier);
