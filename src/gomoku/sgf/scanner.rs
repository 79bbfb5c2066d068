//! The words of an SGF text, one after the other; nothing is copied.
//!
//! The text is bytes: what has a meaning in SGF is ASCII, and values may be in any encoding that keeps ASCII as it is. Some
//! encodings of Japanese and Chinese keep it but for the second byte of a character; CA names those.

use super::error::SgfError;
use std::ops::Range;

/// Where a text is read.
#[derive(Clone)]
pub struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
    pairs: Pairs,
}

/// In which pairs of bytes the second may look like ASCII.
#[derive(Clone, Copy)]
enum Pairs {
    None,
    /// Shift_JIS.
    Japanese,
    /// GBK, GB18030 and Big5.
    Chinese,
}

impl Pairs {
    fn of(text: &[u8]) -> Pairs {
        let (name, _) = charset(text).unwrap_or_default();
        match name.to_ascii_lowercase().replace(['-', '_'], "").as_str() {
            "shiftjis" | "sjis" | "mskanji" | "cp932" | "windows31j" => Pairs::Japanese,
            "gbk" | "gb18030" | "cp936" | "big5" | "big5hkscs" | "cp950" => Pairs::Chinese,
            _ => Pairs::None,
        }
    }

    /// Whether a byte is the first of a pair.
    fn begin_with(self, byte: u8) -> bool {
        match self {
            Pairs::None => false,
            Pairs::Japanese => matches!(byte, 0x81..=0x9f | 0xe0..=0xfc),
            Pairs::Chinese => matches!(byte, 0x81..=0xfe),
        }
    }
}

/// A word and where it stands.
pub struct Token<'a> {
    /// The word.
    pub word: Word<'a>,
    /// Its bytes in the text.
    pub span: Range<usize>,
}

/// A word.
pub enum Word<'a> {
    /// `(`, where a tree begins.
    Open,
    /// `)`, where it ends.
    Close,
    /// `;`, where a node begins.
    Node,
    /// A name with values.
    Property(Property<'a>),
    /// A character that belongs nowhere.
    Foreign,
}

/// A property of a node.
pub struct Property<'a> {
    /// As it is written. Old files write names out, with small letters between the capitals, which alone count.
    name: &'a [u8],
    /// From the first bracket to the last.
    values: &'a [u8],
}

impl Property<'_> {
    /// Whether this is its name.
    pub fn is(&self, name: &str) -> bool {
        self.capitals().eq(name.bytes())
    }

    /// Its name.
    pub fn name(&self) -> String {
        self.capitals().map(char::from).collect()
    }

    fn capitals(&self) -> impl Iterator<Item = u8> {
        self.name.iter().copied().filter(u8::is_ascii_uppercase)
    }

    /// Whether it has no value, as no property should be.
    pub(super) fn is_bare(&self) -> bool {
        self.values.is_empty()
    }

    /// Its values, without brackets and escapes.
    pub fn values(&self) -> impl Iterator<Item = String> + use<'_> {
        let mut bytes = self.values.iter().copied();
        std::iter::from_fn(move || {
            bytes.find(|&byte| byte == b'[')?;
            let mut value = Vec::new();
            while let Some(byte) = bytes.next().filter(|&byte| byte != b']') {
                value.extend(if byte == b'\\' { bytes.next() } else { Some(byte) });
            }
            Some(String::from_utf8_lossy(&value).into_owned())
        })
    }

    /// Its values, one after the other.
    pub fn value(&self) -> String {
        self.values().collect()
    }
}

/// What a text of UTF-8 may begin with.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Checks that an encoding with pairs is named before it is used: otherwise it is uncertain where a value ends.
pub(super) fn check_charset(text: &[u8]) -> Result<(), SgfError> {
    match (Pairs::of(text), charset(text)) {
        (Pairs::Japanese | Pairs::Chinese, Some((_, place))) if !text[mark_length(text)..place].is_ascii() => {
            Err(Scanner::new(text).error(place, "CA names the encoding, but text in it comes before"))
        }
        _ => Ok(()),
    }
}

/// The encoding that the first node of a text names, and where.
pub(super) fn charset(text: &[u8]) -> Option<(String, usize)> {
    let mut scanner = Scanner { text, at: mark_length(text), pairs: Pairs::None };
    let mut nodes = 0;
    while let Ok(Some(token)) = scanner.next()
        && nodes < 2
    {
        match token.word {
            Word::Node => nodes += 1,
            Word::Property(property) if property.is("CA") => {
                return Some((property.value(), token.span.start)).filter(|(name, _)| is_name(name));
            }
            _ => {}
        }
    }
    None
}

/// Whether a text may be the name of an encoding.
fn is_name(text: &str) -> bool {
    text.len() <= 32 && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
}

impl<'a> Scanner<'a> {
    /// From the beginning of a text, behind a byte order mark.
    pub fn new(text: &'a [u8]) -> Scanner<'a> {
        Scanner::at(text, mark_length(text))
    }

    /// From this place of the text on.
    pub(super) fn at(text: &'a [u8], at: usize) -> Scanner<'a> {
        Scanner { text, at, pairs: Pairs::of(text) }
    }

    /// What is wrong at a place of the text.
    pub fn error(&self, at: usize, what: &'static str) -> SgfError {
        let line = 1 + self.text[..at].iter().filter(|&&byte| byte == b'\n').count();
        SgfError::Syntax { line, what }
    }

    /// Where the text ends.
    pub fn end(&self) -> usize {
        self.text.len()
    }

    /// The next word; `None` at the end.
    ///
    /// # Errors
    /// When a value does not end.
    #[expect(clippy::should_implement_trait, reason = "it may fail")]
    pub fn next(&mut self) -> Result<Option<Token<'a>>, SgfError> {
        self.skip_space();
        let begin = self.at;
        let Some(byte) = self.text.get(begin) else { return Ok(None) };
        self.at += 1;
        let word = match byte {
            b'(' => Word::Open,
            b')' => Word::Close,
            b';' => Word::Node,
            b'A'..=b'Z' | b'a'..=b'z' => Word::Property(self.property(begin)?),
            _ => Word::Foreign,
        };
        Ok(Some(Token { word, span: begin..self.at }))
    }

    /// The property whose name begins at `begin`.
    fn property(&mut self, begin: usize) -> Result<Property<'a>, SgfError> {
        let bytes = self.text;
        while bytes.get(self.at).is_some_and(u8::is_ascii_alphabetic) {
            self.at += 1;
        }
        let name = &self.text[begin..self.at];
        let (first, mut last) = (self.at, self.at);
        loop {
            self.skip_space();
            if bytes.get(self.at) != Some(&b'[') {
                break;
            }
            self.skip_value()?;
            last = self.at;
        }
        self.at = last;
        Ok(Property { name, values: &self.text[first..last] })
    }

    /// Goes behind the value that begins here.
    fn skip_value(&mut self) -> Result<(), SgfError> {
        let mut bytes = self.text[self.at..].iter().enumerate();
        while let Some((index, byte)) = bytes.next() {
            match byte {
                b']' => {
                    self.at += index + 1;
                    return Ok(());
                }
                b'\\' => _ = bytes.next(),
                _ if self.pairs.begin_with(*byte) => _ = bytes.next(),
                _ => {}
            }
        }
        Err(self.error(self.end(), "it ends within a value, ']' is missing"))
    }

    fn skip_space(&mut self) {
        let is_space = |byte: &&u8| byte.is_ascii_whitespace() || **byte == b'\x0b';
        self.at += self.text[self.at..].iter().take_while(is_space).count();
    }
}

/// How long the mark is that a text begins with, if it begins with one.
pub(super) fn mark_length(text: &[u8]) -> usize {
    if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 }
}
