//! The words of an SGF text, one after the other; nothing is copied.
//!
//! The text is bytes: what has a meaning in SGF is ASCII, and values may be in any encoding that
//! keeps ASCII as it is. Some encodings of Japanese and Chinese keep it but for the second byte of
//! a character; CA names those.

use super::error::SyntaxError;
use std::ops::Range;

/// Where a text is read.
#[derive(Clone, Debug)]
pub(crate) struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
    pairs: Pairs,
    /// Whether the text is UTF-8, whatever CA says.
    is_utf8: bool,
}

/// In which characters bytes may look like ASCII and not be it.
#[derive(Clone, Copy, Debug)]
enum Pairs {
    None,
    /// Shift_JIS.
    Japanese,
    /// GBK, GB18030 and Big5.
    Chinese,
    /// ISO-2022-JP, whose escape sequences switch to pairs and back.
    Switched,
}

impl Pairs {
    /// Those of the game that begins first in a text.
    fn of(text: &[u8]) -> Pairs {
        let (name, _) = charset(text).unwrap_or_default();
        match name.to_ascii_lowercase().replace(['-', '_'], "").as_str() {
            "shiftjis" | "sjis" | "xsjis" | "csshiftjis" | "mskanji" | "ms932" | "cp932" | "windows31j" => {
                Pairs::Japanese
            }
            "gbk" | "xgbk" | "gb18030" | "cp936" | "windows936" | "gb2312" | "csgb2312" | "gb231280"
            | "csiso58gb231280" | "isoir58" | "chinese" | "big5" | "cnbig5" | "csbig5" | "xxbig5" | "big5hkscs"
            | "cp950" | "windows950" => Pairs::Chinese,
            "iso2022jp" | "csiso2022jp" => Pairs::Switched,
            _ => Pairs::None,
        }
    }
}

/// The characters of a text, each as its bytes; those of UTF-8 and of what is not known are single
/// bytes.
#[derive(Clone)]
struct Characters<'a> {
    bytes: &'a [u8],
    pairs: Pairs,
    /// Whether an escape sequence has switched to pairs.
    is_switched: bool,
}

impl<'a> Characters<'a> {
    fn new(bytes: &'a [u8], pairs: Pairs) -> Characters<'a> {
        Characters { bytes, pairs, is_switched: false }
    }

    /// The bytes of the next character.
    fn width(&mut self) -> usize {
        let first = self.bytes[0];
        let is_pair = match self.pairs {
            Pairs::None => false,
            Pairs::Japanese => matches!(first, 0x81..=0x9f | 0xe0..=0xfc),
            Pairs::Chinese => matches!(first, 0x81..=0xfe),
            Pairs::Switched => match self.bytes {
                [0x1b, b'$', b'(', _, ..] => {
                    self.is_switched = true;
                    return 4;
                }
                [0x1b, set @ (b'$' | b'('), _, ..] => {
                    self.is_switched = *set == b'$';
                    return 3;
                }
                _ => {
                    // A line begins in ASCII.
                    self.is_switched &= first != b'\n';
                    self.is_switched
                }
            },
        };
        if is_pair { 2 } else { 1 }
    }

    /// Goes over this byte, if it comes next.
    fn skip_byte(&mut self, byte: u8) {
        self.bytes = self.bytes.strip_prefix(&[byte]).unwrap_or(self.bytes);
    }
}

impl<'a> Iterator for Characters<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        if self.bytes.is_empty() {
            return None;
        }
        let width = self.width().min(self.bytes.len());
        let (character, rest) = self.bytes.split_at(width);
        self.bytes = rest;
        Some(character)
    }
}

/// A word and where it stands.
pub(crate) struct Token<'a> {
    /// The word.
    pub(crate) word: Word<'a>,
    /// Its bytes in the text.
    pub(crate) span: Range<usize>,
}

/// A word.
pub(crate) enum Word<'a> {
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
#[derive(Clone, Debug)]
pub struct Property<'a> {
    /// As it is written. Old files write names out, with small letters between the capitals, which
    /// alone count.
    name: &'a [u8],
    /// From the first bracket to the last.
    values: &'a [u8],
    pairs: Pairs,
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

    /// The capitals of the name; of one in small letters alone, those.
    fn capitals(&self) -> impl Iterator<Item = u8> {
        let is_small = !self.name.iter().any(u8::is_ascii_uppercase);
        let counts = move |letter: &&u8| is_small || letter.is_ascii_uppercase();
        self.name.iter().filter(counts).map(u8::to_ascii_uppercase)
    }

    /// Whether it says what the board is, which only the first node may.
    pub(crate) fn is_of_the_root(&self) -> bool {
        ["GM", "SZ", "RU"].iter().any(|name| self.is(name))
    }

    /// Whether it has no value, as no property should be.
    pub(crate) fn is_bare(&self) -> bool {
        self.values.is_empty()
    }

    /// Its values, without brackets and escapes. A line break behind the sign of escape is nothing.
    pub fn values(&self) -> impl Iterator<Item = String> + use<'_> {
        let mut characters = Characters::new(self.values, self.pairs);
        std::iter::from_fn(move || {
            characters.find(|&character| character == b"[")?;
            let mut value = Vec::new();
            while let Some(character) = characters.next().filter(|&character| character != b"]") {
                if character != b"\\" {
                    value.extend(character);
                    continue;
                }
                match characters.next() {
                    // Either byte may come first.
                    Some(b"\n") => characters.skip_byte(b'\r'),
                    Some(b"\r") => characters.skip_byte(b'\n'),
                    other => value.extend(other.unwrap_or_default()),
                }
            }
            Some(String::from_utf8_lossy(&value).into_owned())
        })
    }

    /// Its values, one after the other.
    pub fn value(&self) -> String {
        self.values().collect()
    }
}

/// A mark with which a text of UTF-8 may begin.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The encoding that the first node of the first game of a text names, and where.
pub(crate) fn charset(text: &[u8]) -> Option<(String, usize)> {
    let at = game_from(text, mark_length(text))?;
    let mut scanner = Scanner { text, at, pairs: Pairs::None, is_utf8: true };
    let mut nodes = 0;
    while let Ok(Some(token)) = scanner.next()
        && nodes < 2
    {
        match token.word {
            Word::Node => nodes += 1,
            Word::Property(property) if property.is("CA") => {
                let name = property.value().trim().to_owned();
                return Some((name, token.span.start)).filter(|(name, _)| is_name(name));
            }
            _ => {}
        }
    }
    None
}

/// Where a game begins, from this place of a text on: a bracket, and a node behind it.
fn game_from(text: &[u8], at: usize) -> Option<usize> {
    let begins = |&index: &usize| {
        text[index] == b'(' && text[index + 1..].iter().find(|byte| !is_space(byte)).is_some_and(|&byte| byte == b';')
    };
    (at..text.len()).find(begins)
}

fn is_space(byte: &u8) -> bool {
    byte.is_ascii_whitespace() || *byte == b'\x0b'
}

/// Whether a text may be the name of an encoding.
fn is_name(text: &str) -> bool {
    text.len() <= 32 && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
}

impl<'a> Scanner<'a> {
    /// From the beginning of a text, behind a byte order mark.
    pub(crate) fn new(text: &'a [u8]) -> Scanner<'a> {
        Scanner::at(text, mark_length(text))
    }

    /// From the beginning of a text of UTF-8, whatever encoding it names.
    pub(crate) fn utf8(text: &'a str) -> Scanner<'a> {
        let text = text.as_bytes();
        Scanner { text, at: mark_length(text), pairs: Pairs::None, is_utf8: true }
    }

    /// From this place of the text on.
    pub(crate) fn at(text: &'a [u8], at: usize) -> Scanner<'a> {
        let is_utf8 = mark_length(text) > 0;
        Scanner { text, at, pairs: if is_utf8 { Pairs::None } else { Pairs::of(text) }, is_utf8 }
    }

    /// Goes to the beginning of the next game, if there is one. Text around games matters to
    /// nobody: the header of a mail, a signature, a number.
    ///
    /// # Errors
    /// When a part of a game stands there, or the game uses an encoding with pairs before it names
    /// it, so that it is uncertain where a value ends.
    pub(crate) fn seek_game(&mut self) -> Result<bool, SyntaxError> {
        let game = game_from(self.text, self.at);
        let around = &self.text[self.at..game.unwrap_or(self.text.len())];
        let is_property = |&index: &usize| {
            around[index].is_ascii_uppercase()
                && around[index + 1..].iter().find(|byte| !is_space(byte)).is_some_and(|&byte| byte == b'[')
        };
        if let Some(index) = (0..around.len()).find(is_property) {
            return Err(self.error(self.at + index, "there is a property outside a game"));
        }
        let Some(game) = game else { return Ok(false) };
        self.at = game;
        if !self.is_utf8 {
            let text = &self.text[game..];
            self.pairs = Pairs::of(text);
            if !matches!(self.pairs, Pairs::None)
                && let Some((_, place)) = charset(text)
                && !text[..place].is_ascii()
            {
                return Err(self.error(game + place, "CA names the encoding, but text in it comes before"));
            }
        }
        Ok(true)
    }

    /// The error at a place of the text.
    pub(crate) fn error(&self, at: usize, what: &'static str) -> SyntaxError {
        let line = 1 + self.text[..at].iter().filter(|&&byte| byte == b'\n').count();
        SyntaxError { line, what }
    }

    /// Where the text ends.
    pub(crate) fn end(&self) -> usize {
        self.text.len()
    }

    /// The next word; `None` at the end.
    ///
    /// # Errors
    /// When a value does not end.
    pub(crate) fn next(&mut self) -> Result<Option<Token<'a>>, SyntaxError> {
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
    fn property(&mut self, begin: usize) -> Result<Property<'a>, SyntaxError> {
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
        Ok(Property { name, values: &self.text[first..last], pairs: self.pairs })
    }

    /// Goes behind the value that begins here.
    fn skip_value(&mut self) -> Result<(), SyntaxError> {
        let mut characters = Characters::new(&self.text[self.at..], self.pairs);
        while let Some(character) = characters.next() {
            match character {
                b"]" => {
                    self.at = self.text.len() - characters.bytes.len();
                    return Ok(());
                }
                b"\\" => _ = characters.next(),
                _ => {}
            }
        }
        Err(self.error(self.end(), "it ends within a value, ']' is missing"))
    }

    fn skip_space(&mut self) {
        self.at += self.text[self.at..].iter().take_while(|byte| is_space(byte)).count();
    }
}

/// How long the mark is that a text begins with, if it begins with one.
pub(crate) fn mark_length(text: &[u8]) -> usize {
    if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 }
}
