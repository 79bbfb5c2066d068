//! Encodings of texts by the `TextDecoder` of browsers and Node: with the names of `encoding_rs`,
//! of which the command's records use this much, and without its tables, which are half as large as
//! all the rest of the module.

use js_sys::{Object, Reflect};
use std::borrow::Cow;
use std::cell::RefCell;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    type TextDecoder;

    #[wasm_bindgen(constructor, catch)]
    fn new(label: &str, options: &Object) -> Result<TextDecoder, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn decode(this: &TextDecoder, bytes: &[u8]) -> Result<String, JsValue>;

    #[wasm_bindgen(method, getter)]
    fn encoding(this: &TextDecoder) -> String;
}

/// An encoding, as the web's list has it.
#[derive(Debug, PartialEq, Eq)]
pub struct Encoding {
    name: &'static str,
}

/// UTF-8.
pub static UTF_8: &Encoding = &Encoding { name: "UTF-8" };
/// UTF-16, the lower byte first.
pub static UTF_16LE: &Encoding = &Encoding { name: "UTF-16LE" };
/// UTF-16, the higher byte first.
pub static UTF_16BE: &Encoding = &Encoding { name: "UTF-16BE" };

thread_local! {
    /// The others that were asked for: each once, since their names stay.
    static OTHERS: RefCell<Vec<&'static Encoding>> = const { RefCell::new(Vec::new()) };
}

/// A decoder that refuses what is broken, and keeps byte order marks.
fn decoder(label: &str) -> Option<TextDecoder> {
    let options = Object::new();
    for name in ["fatal", "ignoreBOM"] {
        Reflect::set(&options, &name.into(), &JsValue::TRUE).ok()?;
    }
    TextDecoder::new(label, &options).ok()
}

impl Encoding {
    /// The encoding of a label.
    pub fn for_label_no_replacement(label: &[u8]) -> Option<&'static Encoding> {
        let name = decoder(std::str::from_utf8(label).ok()?)?.encoding();
        let known = [UTF_8, UTF_16LE, UTF_16BE].into_iter().find(|known| known.name.eq_ignore_ascii_case(&name));
        known.or_else(|| {
            OTHERS.with_borrow_mut(|others| {
                if let Some(&known) = others.iter().find(|known| known.name == name) {
                    return Some(known);
                }
                let other: &'static Encoding = Box::leak(Box::new(Encoding { name: name.leak() }));
                others.push(other);
                Some(other)
            })
        })
    }

    /// The encoding that a byte order mark names, and the mark's length.
    pub fn for_bom(bytes: &[u8]) -> Option<(&'static Encoding, usize)> {
        match bytes {
            [0xef, 0xbb, 0xbf, ..] => Some((UTF_8, 3)),
            [0xff, 0xfe, ..] => Some((UTF_16LE, 2)),
            [0xfe, 0xff, ..] => Some((UTF_16BE, 2)),
            _ => None,
        }
    }

    /// Its name.
    pub fn name(&'static self) -> &'static str {
        self.name
    }

    /// A text, if the bytes are one in this encoding.
    pub fn decode_without_bom_handling_and_without_replacement<'a>(
        &'static self,
        bytes: &'a [u8],
    ) -> Option<Cow<'a, str>> {
        if self == UTF_8 {
            return std::str::from_utf8(bytes).ok().map(Cow::Borrowed);
        }
        decoder(self.name)?.decode(bytes).ok().map(Cow::Owned)
    }
}
