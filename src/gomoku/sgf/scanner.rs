//! The words of an SGF text, one after the other; nothing is copied.

use super::error::SgfError;
use std::ops::Range;

/// Where a text is read.
#[derive(Clone)]
pub(super) struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

/// A word and where it stands.
pub(super) struct Token<'a> {
    pub(super) word: Word<'a>,
    pub(super) span: Range<usize>,
}

pub(super) enum Word<'a> {
    /// `(`, where a tree begins.
    Open,
    /// `)`, where it ends.
    Close,
    /// `;`, where a node begins.
    Node,
    Property(Property<'a>),
    /// A character that belongs nowhere.
    Foreign,
}

/// A property of a node.
pub(super) struct Property<'a> {
    /// As it is written. Old files write names out, with small letters between the capitals, which alone count.
    name: &'a str,
    /// From the first bracket to the last.
    values: &'a str,
}

impl Property<'_> {
    pub(super) fn is(&self, name: &str) -> bool {
        self.name.bytes().filter(u8::is_ascii_uppercase).eq(name.bytes())
    }

    /// Whether it has no value, as no property should be.
    pub(super) fn is_bare(&self) -> bool {
        self.values.is_empty()
    }

    /// Its values, one after the other, without brackets and escapes.
    pub(super) fn value(&self) -> String {
        let mut value = String::new();
        let (mut inside, mut rest) = (false, self.values.chars());
        while let Some(character) = rest.next() {
            match character {
                '[' if !inside => inside = true,
                ']' => inside = false,
                '\\' if inside => value.extend(rest.next()),
                _ if inside => value.push(character),
                _ => {}
            }
        }
        value
    }
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str) -> Scanner<'a> {
        Scanner { text, at: if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 } }
    }

    /// From this place of the text on.
    pub(super) fn at(text: &'a str, at: usize) -> Scanner<'a> {
        Scanner { text, at }
    }

    /// What is wrong at a place of the text.
    pub(super) fn error(&self, at: usize, what: &'static str) -> SgfError {
        let line = 1 + self.text.as_bytes()[..at].iter().filter(|&&byte| byte == b'\n').count();
        SgfError::Syntax { line, what }
    }

    /// Where the text ends.
    pub(super) fn end(&self) -> usize {
        self.text.len()
    }

    /// The next word; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Token<'a>>, SgfError> {
        self.skip_space();
        let begin = self.at;
        let Some(character) = self.text[begin..].chars().next() else { return Ok(None) };
        self.at += character.len_utf8();
        let word = match character {
            '(' => Word::Open,
            ')' => Word::Close,
            ';' => Word::Node,
            'A'..='Z' | 'a'..='z' => Word::Property(self.property(begin)?),
            _ => Word::Foreign,
        };
        Ok(Some(Token { word, span: begin..self.at }))
    }

    /// The property whose name begins at `begin`.
    fn property(&mut self, begin: usize) -> Result<Property<'a>, SgfError> {
        let bytes = self.text.as_bytes();
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
        let mut bytes = self.text.as_bytes()[self.at..].iter().enumerate();
        while let Some((index, byte)) = bytes.next() {
            match byte {
                b']' => {
                    self.at += index + 1;
                    return Ok(());
                }
                b'\\' => _ = bytes.next(),
                _ => {}
            }
        }
        Err(self.error(self.end(), "it ends within a value, ']' is missing"))
    }

    fn skip_space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }
}
