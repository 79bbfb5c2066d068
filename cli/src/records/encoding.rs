//! Encodings of texts: all that is read is UTF-8 from here on.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use std::borrow::Cow;

/// The encoding of this name, as CA or the command line has it.
pub(crate) fn named(name: &str) -> Option<&'static Encoding> {
    let plain = name.trim().to_ascii_lowercase().replace(['_', ' '], "-");
    // Names in use that the web's list lacks.
    let known = match plain.as_str() {
        "cp932" => "shift_jis",
        "cp936" | "windows-936" => "gbk",
        "cp949" | "uhc" => "euc-kr",
        "cp950" | "windows-950" => "big5",
        "eucjp" => "euc-jp",
        "euckr" => "euc-kr",
        "latin-1" => "latin1",
        "utf16" => "utf-16",
        "utf16le" => "utf-16le",
        "utf16be" => "utf-16be",
        _ => name.trim(),
    };
    let known = Encoding::for_label_no_replacement(known.as_bytes());
    known.or_else(|| Encoding::for_label_no_replacement(plain.as_bytes()))
}

/// A whole text in the encoding that the command line names; otherwise in that of its byte order
/// mark, or UTF-8.
///
/// # Errors
/// When it is not in that encoding.
pub(super) fn decoded<'a>(bytes: &'a [u8], chosen: Option<&'static Encoding>) -> Result<Cow<'a, str>, String> {
    let marked = Encoding::for_bom(bytes);
    let is_utf_16 = |encoding: &&'static Encoding| *encoding == UTF_16LE || *encoding == UTF_16BE;
    let (encoding, mark) = match (chosen, marked) {
        // The mark knows the order of the bytes.
        (Some(chosen), Some((marked, mark))) if chosen == marked || is_utf_16(&chosen) && is_utf_16(&marked) => {
            (marked, mark)
        }
        (Some(chosen), _) => (chosen, 0),
        (None, Some(marked)) => marked,
        (None, None) => (UTF_8, 0),
    };
    let bytes = &bytes[mark..];
    let is_declared = chosen.is_some() || mark > 0;
    let decoded = if is_declared { in_encoding(bytes, encoding) } else { plain(bytes) };
    decoded.ok_or_else(|| match chosen {
        Some(chosen) => format!("the text is not {}, which --encoding names", chosen.name()),
        None => {
            let valid = std::str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len);
            let valid = bytes[..valid].iter().position(|&byte| byte == ESCAPE).unwrap_or(valid);
            let line = 1 + bytes[..valid].iter().filter(|&&byte| byte == b'\n').count();
            format!("line {line} is not {}; --encoding NAME says what it is", encoding.name())
        }
    })
}

/// Whether a mark at the beginning says that a text is not bytes of ASCII and others.
pub(super) fn has_mark(bytes: &[u8]) -> bool {
    Encoding::for_bom(bytes).is_some()
}

/// A game of SGF in the encoding that CA names, if it does.
///
/// # Errors
/// When that is not known, or the text is not in it.
pub(super) fn game<'a>(bytes: &'a [u8], charset: Option<&str>) -> Result<Cow<'a, str>, String> {
    let Some(name) = charset else {
        let unknown = "it is not UTF-8, and no CA names its encoding; --encoding NAME does";
        return plain(bytes).ok_or_else(|| unknown.to_owned());
    };
    let shown = name.escape_debug();
    let encoding = match named(name) {
        None => return Err(format!("CA[{shown}] is not an encoding that is known; --encoding NAME names another")),
        // The web takes ASCII for Windows' Latin letters, and what has been read as single bytes is
        // not UTF-16.
        Some(encoding) if encoding == UTF_16LE || encoding == UTF_16BE || is_ascii(name) => UTF_8,
        Some(encoding) => encoding,
    };
    in_encoding(bytes, encoding)
        .ok_or_else(|| format!("the text is not in the encoding of CA[{shown}]; --encoding NAME names another"))
}

/// Begins what switches ISO-2022 to other letters.
const ESCAPE: u8 = 0x1b;

/// UTF-8 that nothing declares.
fn plain(bytes: &[u8]) -> Option<Cow<'_, str>> {
    if bytes.contains(&ESCAPE) { None } else { in_encoding(bytes, UTF_8) }
}

fn is_ascii(name: &str) -> bool {
    ["ascii", "us-ascii", "ansi_x3.4-1968"].contains(&name.trim().to_ascii_lowercase().as_str())
}

fn in_encoding<'a>(bytes: &'a [u8], encoding: &'static Encoding) -> Option<Cow<'a, str>> {
    encoding.decode_without_bom_handling_and_without_replacement(bytes)
}
