//! Values between Rust and JavaScript.

use js_sys::{JSON, Reflect};
use serde::Serialize;
use std::fmt::Display;
use wasm_bindgen::prelude::*;

/// An error as JavaScript throws it.
pub(crate) fn thrown(error: impl Display) -> JsValue {
    js_sys::Error::new(&error.to_string()).into()
}

/// Plain data as JavaScript's objects, arrays, texts and numbers.
pub(crate) fn to_js(value: &impl Serialize) -> JsValue {
    let text = serde_json::to_string(value).expect("plain data");
    JSON::parse(&text).expect("JSON")
}

/// A property of an object; `None` where it is not given.
pub(crate) fn property(object: &JsValue, name: &str) -> Option<JsValue> {
    if !object.is_object() {
        return None;
    }
    let value = Reflect::get(object, &name.into()).ok()?;
    (!value.is_undefined() && !value.is_null()).then_some(value)
}

/// A number among some options, at least `least`.
///
/// # Errors
/// When it is no number, or a lower one.
pub(crate) fn number(object: &JsValue, name: &str, least: f64) -> Result<Option<f64>, JsValue> {
    let Some(value) = property(object, name) else { return Ok(None) };
    match value.as_f64().filter(|&number| number >= least) {
        Some(number) => Ok(Some(number)),
        None => Err(thrown(format!("{name}: expected a number, {least} or more"))),
    }
}

/// A whole number among some options, at least `least`.
///
/// # Errors
/// When it is none, or a lower one.
pub(crate) fn whole(object: &JsValue, name: &str, least: f64) -> Result<Option<u64>, JsValue> {
    match number(object, name, least)? {
        Some(number) if number.fract() != 0.0 || number > 9_007_199_254_740_991.0 => {
            Err(thrown(format!("{name}: expected a whole number, {least} or more")))
        }
        number => Ok(number.map(|number| number as u64)),
    }
}

/// A text among some options.
///
/// # Errors
/// When it is no text.
pub(crate) fn text(object: &JsValue, name: &str) -> Result<Option<String>, JsValue> {
    property(object, name)
        .map(|value| value.as_string().ok_or_else(|| thrown(format!("{name}: expected a string"))))
        .transpose()
}

/// Whether an option is set.
pub(crate) fn flag(object: &JsValue, name: &str) -> bool {
    property(object, name).is_some_and(|value| value.is_truthy())
}
