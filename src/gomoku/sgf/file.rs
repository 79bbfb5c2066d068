//! A file whose first game goes on.

use super::error::SgfError;
use super::main_line;
use super::points::{are_enough, nodes};
use super::record::Record;
use super::scanner::{Scanner, Word};
use crate::gomoku::point::Point;
use std::ops::Range;

/// An SGF file as it was read. Another line of moves is written into it, and all else stays byte for byte: names, comments,
/// variations, further games, and the moves that were read, too, as a variation.
///
/// ```
/// use stonemask::gomoku::SgfFile;
///
/// let file = SgfFile::parse("(;GM[4]PB[Ada]C[a first game];B[hh]C[the centre];W[ii])".to_owned())?;
/// let mut moves = file.record().moves.clone();
/// moves.push("j10".parse()?);
/// assert_eq!(file.with_moves(&moves)?, "(;GM[4]PB[Ada]C[a first game];B[hh]C[the centre];W[ii];B[jj])");
/// let other = ["h8".parse()?, "g7".parse()?];
/// assert_eq!(file.with_moves(&other)?, "(;GM[4]PB[Ada]C[a first game];B[hh]C[the centre](;W[gg])(;W[ii]))");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SgfFile {
    text: String,
    record: Record,
    /// As [`MainLine`](main_line::MainLine) has them.
    ends: Vec<(usize, usize)>,
    head_end: usize,
    result: Option<Range<usize>>,
}

impl SgfFile {
    /// Reads a file. Beside the text this takes memory for the moves of one game alone.
    ///
    /// # Errors
    /// When the text is no SGF, its first game is another one than Gomoku, or a move of that game's main line is illegal.
    pub fn parse(text: String) -> Result<SgfFile, SgfError> {
        let mut line = main_line::read(&text)?;
        let (ends, result) = (std::mem::take(&mut line.ends), line.result.take());
        Ok(SgfFile { text, ends, head_end: line.head_end, result, record: line.into() })
    }

    /// The first game, as far as its main line goes.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The file with these moves as the main line of its first game; the very text that was read when they are that already.
    ///
    /// Moves that go on from those in the file are added behind them. Where they part the new ones become the first variation
    /// and the old ones stay as the second; of moves that only stop earlier the first variation is an empty node. RE, the
    /// result, is that of the new moves.
    ///
    /// # Errors
    /// When a move is illegal, or the board has more than 52 rows or columns.
    pub fn with_moves(&self, moves: &[Point]) -> Result<String, SgfError> {
        let SgfFile { text, record, ends, head_end, result } = self;
        if !are_enough(record.size) {
            return Err(SgfError::TooLarge(record.size));
        }
        if moves == record.moves {
            return Ok(text.clone());
        }
        let new = Record { moves: moves.to_vec(), ..*record };
        let common = moves.iter().zip(&record.moves).take_while(|(new, old)| new == old).count();
        let Some(&(before, parting)) = ends.iter().rfind(|(count, _)| *count <= common) else {
            // The first node has moves, and others. Nothing can stand beside it but another game.
            return Ok(new.to_sgf()? + text);
        };
        let added = nodes(&moves[before..], before);
        let node = if added.is_empty() { ";" } else { &added };
        let head = match (new.result()?, result) {
            (result, Some(old)) => (old.clone(), result.unwrap_or("").to_owned()),
            (result, None) => (*head_end..*head_end, result.unwrap_or("").to_owned()),
        };
        let edits = match self.word_after(parting)? {
            (Word::Close, _) => vec![head, (parting..parting, added)],
            (Word::Open, _) => vec![head, (parting..parting, format!("({node})"))],
            _ => {
                let close = self.closing_after(parting)?;
                vec![head, (parting..parting, format!("({node})(")), (close..close, ")".to_owned())]
            }
        };
        let mut changed = String::new();
        let mut copied = 0;
        for (span, replacement) in edits {
            changed += &text[copied..span.start];
            changed += &replacement;
            copied = span.end;
        }
        Ok(changed + &text[copied..])
    }

    /// The word behind this place, within the game.
    fn word_after(&self, place: usize) -> Result<(Word<'_>, usize), SgfError> {
        let token = Scanner::at(&self.text, place).next()?.expect("the game's end comes behind each of its nodes");
        Ok((token.word, token.span.start))
    }

    /// Where the tree ends that this place is in.
    fn closing_after(&self, place: usize) -> Result<usize, SgfError> {
        let mut scanner = Scanner::at(&self.text, place);
        let mut depth = 0;
        loop {
            let token = scanner.next()?.expect("every tree of the text ends");
            match token.word {
                Word::Open => depth += 1,
                Word::Close if depth == 0 => return Ok(token.span.start),
                Word::Close => depth -= 1,
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The file with other moves, whose main line they are.
    fn changed(text: &str, moves: &str) -> String {
        let moves: Vec<Point> = moves.split_whitespace().map(|point| point.parse().unwrap()).collect();
        let changed = SgfFile::parse(text.to_owned()).unwrap().with_moves(&moves).unwrap();
        assert_eq!(Record::from_sgf(&changed).unwrap().moves, moves, "{changed}");
        changed
    }

    #[test]
    fn all_else_stays_as_it_was_read() {
        for (text, moves, expected) in [
            // The same moves: every byte, whatever the file looks like.
            ("\u{feff} ( ;Game[4]\r\n C [a\\]] [b] ;Black[hh] (;C[x]) (;B[aa]) ) (;GM[1])\n", "h8", ""),
            // More moves: behind the last node.
            ("(;C[x];B[hh]N[first] )(;GM[4])", "h8 i9", "(;C[x];B[hh]N[first];W[ii] )(;GM[4])"),
            ("(;B[hh];C[a node without a move])", "h8 a1", "(;B[hh];C[a node without a move];W[aa])"),
            ("(;)", "h8", "(;;B[hh])"),
            ("(;B[hh](;W[ii])(;W[jj]))", "h8 i9 k11", "(;B[hh](;W[ii];B[kk])(;W[jj]))"),
            // Other moves: the first variation.
            ("(;C[x];B[hh];W[ii]C[y];B[jj])", "h8 i9 k11", "(;C[x];B[hh];W[ii]C[y](;B[kk])(;B[jj]))"),
            ("(;C[x];B[hh];W[ii](;B[jj])(;B[ll]))", "h8 a1", "(;C[x];B[hh](;W[aa])(;W[ii](;B[jj])(;B[ll])))"),
            ("(;C[x](;B[hh])(;B[ii]))", "a1", "(;C[x](;B[aa])(;B[hh])(;B[ii]))"),
            ("(;B[hh]W[ii];B[jj])", "h8 i9 a1", "(;B[hh]W[ii](;B[aa])(;B[jj]))"),
            ("(;C[x];B[hh]W[ii];B[jj])", "h8 a1", "(;C[x](;B[hh];W[aa])(;B[hh]W[ii];B[jj]))"),
            // Fewer moves: the first variation is empty.
            ("(;C[x];B[hh];W[ii])", "h8", "(;C[x];B[hh](;)(;W[ii]))"),
            ("(;C[x](;B[hh])(;B[ii]))", "", "(;C[x](;)(;B[hh])(;B[ii]))"),
            // The result follows the moves.
            ("(;RE[B+Resign]C[x];B[hh])", "h8 a1", "(;C[x];B[hh];W[aa])"),
            (
                "(;SZ[6:1]RE[?]C[x];B[aa])",
                "a1 b1 c1 d1 e1 f1",
                "(;SZ[6:1]RE[0]C[x];B[aa];W[ba];B[ca];W[da];B[ea];W[fa])",
            ),
            ("(;SZ[1];C[x])", "a1", "(;SZ[1]RE[0];C[x];B[aa])"),
        ] {
            assert_eq!(changed(text, moves), if expected.is_empty() { text } else { expected }, "{text}");
        }
        // Nothing can stand beside a first node with moves but another game.
        let text = "(;C[x]B[hh];W[ii])";
        let moved = changed(text, "a1");
        assert_eq!(moved, format!("(;FF[4]GM[4]CA[UTF-8]AP[stonemask]SZ[15]RU[freestyle];B[aa])\n{text}"));
    }

    #[test]
    fn what_cannot_be_written_is_refused() {
        let file = SgfFile::parse("(;SZ[53];B[hh])".to_owned()).unwrap();
        assert!(matches!(file.with_moves(&[]), Err(SgfError::TooLarge(_))));
        let file = SgfFile::parse("(;B[hh])".to_owned()).unwrap();
        let point = file.record().moves[0];
        let twice = file.with_moves(&[point, point]).unwrap_err();
        assert_eq!(twice.to_string(), "move 2: illegal move h8 for white: the point holds a black stone");
    }
}
