//! A file whose first game goes on.

use super::error::SgfError;
use super::game::{Played, SgfGame};
use super::main_line;
use super::points::{Notation, are_enough, nodes, too_large};
use super::record::{result, written};
use crate::gomoku::board::Board;
use crate::gomoku::point::Point;
use crate::sgf::{Scanner, Word, charset, escaped, mark_length};
use std::ops::Range;

/// An SGF file as it was read. Another line of moves is written into it, and all else stays byte
/// for byte: names, comments, variations, further games, and the moves that were read, too, as a
/// variation. The text may be in any encoding that keeps ASCII as it is. Of Shift_JIS, GBK,
/// GB18030, Big5 and ISO-2022-JP, whose characters may have the byte of `]` or `\`, CA must name
/// the encoding. Text around games, as in a mail, stays as well.
///
/// Stones that are set up before the first move (AB, AW, AE, PL) are part of the start, and a move
/// without a point is a pass. Points are two letters, or a letter and a number as `h8`, whose rows
/// count from the top, as everywhere here; new moves are written as the last one in the file is.
///
/// ```
/// use stonemask::gomoku::SgfFile;
///
/// let file = SgfFile::parse("(;GM[4]PB[Ada]C[a first game];B[hh]C[the centre];W[ii])")?;
/// let mut moves = file.moves().to_vec();
/// moves.push(Some("j10".parse()?));
/// assert_eq!(file.with_moves(&moves)?, b"(;GM[4]PB[Ada]C[a first game];B[hh]C[the centre];W[ii];B[jj])");
/// let other = [Some("h8".parse()?), Some("g7".parse()?)];
/// assert_eq!(file.with_moves(&other)?, b"(;GM[4]PB[Ada]C[a first game];B[hh]C[the centre](;W[gg])(;W[ii]))");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SgfFile {
    text: Vec<u8>,
    game: SgfGame,
    notation: Notation,
    /// As [`MainLine`](main_line::MainLine) has them.
    ends: Vec<(usize, usize)>,
    head_end: usize,
    result: Option<Range<usize>>,
    opening: Option<(Range<usize>, String)>,
}

impl SgfFile {
    /// Reads a file. Beside the text this takes memory for the moves of one game alone.
    ///
    /// # Errors
    /// When the text is not SGF, its first game is not Gomoku, stones are set up after a move of
    /// that game's main line, or a move of it is illegal.
    pub fn parse(text: impl Into<Vec<u8>>) -> Result<SgfFile, SgfError> {
        let text = text.into();
        let line = main_line::read(&text)?;
        let main_line::MainLine { played, ends, head_end, result, opening, .. } = line;
        let Played { game, notation, .. } = played;
        Ok(SgfFile { text, game, notation, ends, head_end, result, opening })
    }

    /// The board on which the first game begins.
    pub fn start(&self) -> &Board {
        &self.game.start
    }

    /// The moves of the first game's main line; `None` is a pass.
    pub fn moves(&self) -> &[Option<Point>] {
        &self.game.moves
    }

    /// ON, the name of the first game's opening.
    pub fn opening(&self) -> Option<&str> {
        self.opening.as_ref().map(|(_, name)| name.as_str())
    }

    /// The file with this name for the first game's opening.
    ///
    /// ```
    /// use stonemask::gomoku::SgfFile;
    ///
    /// let file = SgfFile::parse("(;GM[4]SZ[15];B[hh])")?;
    /// let named = SgfFile::parse(file.with_opening("swap2"))?;
    /// assert_eq!(named.opening(), Some("swap2"));
    /// assert_eq!(named.with_opening("[x]"), br"(;GM[4]SZ[15]ON[[x\]];B[hh])");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_opening(&self, name: &str) -> Vec<u8> {
        let place = self.opening.as_ref().map_or(self.head_end..self.head_end, |(place, _)| place.clone());
        self.edited(&[(place, format!("ON[{}]", escaped(name)))])
    }

    /// The file with these moves as the main line of its first game; the very text that was read
    /// when they are that already.
    ///
    /// Moves that go on from those in the file are added behind them. Where they part the new ones
    /// become the first variation and the old ones stay as the second; of moves that only stop
    /// earlier the first variation is an empty node. RE, the result, is that of the new moves.
    ///
    /// # Errors
    /// When a move is illegal, or the board has more than 52 rows or columns.
    pub fn with_moves(&self, moves: &[Option<Point>]) -> Result<Vec<u8>, SgfError> {
        let SgfFile { text, game: SgfGame { start, moves: known }, .. } = self;
        if !are_enough(start.size()) {
            return Err(too_large(start.size()));
        }
        if moves == known {
            return Ok(text.clone());
        }
        let common = moves.iter().zip(known).take_while(|(new, old)| new == old).count();
        let Some(&(before, parting)) = self.ends.iter().rfind(|(count, _)| *count <= common) else {
            // The first node has moves, and others. Nothing can stand beside it but another game,
            // behind the mark that only a file may begin with.
            let place = mark_length(text);
            let charset = charset(text).map_or("UTF-8".to_owned(), |(name, _)| name);
            let new = written(start, moves, &charset)?;
            return Ok(self.edited(&[(place..place, new)]));
        };
        let first = if before % 2 == 0 { start.to_move() } else { start.to_move().other() };
        let added = nodes(&moves[before..], first, self.notation);
        let head = self.head(result(start, moves)?);
        let node = if added.is_empty() { ";" } else { &added };
        let edits = match self.word_after(parting)? {
            (Word::Close, _) => vec![head, (parting..parting, added)],
            (Word::Open, _) => vec![head, (parting..parting, format!("({node})"))],
            _ => {
                let close = self.closing_after(parting)?;
                vec![head, (parting..parting, format!("({node})(")), (close..close, ")".to_owned())]
            }
        };
        Ok(self.edited(&edits))
    }

    /// The change that gives the first node another result.
    fn head(&self, result: Option<&str>) -> (Range<usize>, String) {
        let place = self.result.clone().unwrap_or(self.head_end..self.head_end);
        (place, result.unwrap_or("").to_owned())
    }

    /// The text with other text in some places, which ascend.
    fn edited(&self, edits: &[(Range<usize>, String)]) -> Vec<u8> {
        let mut changed = Vec::new();
        let mut copied = 0;
        for (span, replacement) in edits {
            changed.extend_from_slice(&self.text[copied..span.start]);
            changed.extend_from_slice(replacement.as_bytes());
            copied = span.end;
        }
        changed.extend_from_slice(&self.text[copied..]);
        changed
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
        let ply = |word: &str| (word != "pass").then(|| word.parse().unwrap());
        let moves: Vec<Option<Point>> = moves.split_whitespace().map(ply).collect();
        let file = SgfFile::parse(text).unwrap();
        let changed = file.with_moves(&moves).unwrap();
        let again = SgfFile::parse(changed.clone()).unwrap();
        let changed = String::from_utf8(changed).unwrap();
        assert_eq!((again.moves(), again.start()), (&moves[..], file.start()), "{changed}");
        changed
    }

    #[test]
    fn a_byte_order_mark_stays_at_the_beginning() {
        let moved = changed("\u{feff}(;B[hh];W[ii])", "a1");
        let new = "(;FF[4]GM[4]CA[UTF-8]AP[stonemask]SZ[15]RU[freestyle];B[aa])\n";
        assert_eq!(moved, format!("\u{feff}{new}(;B[hh];W[ii])"));
        assert!(changed("(;CA[gbk]B[hh])", "a1").starts_with("(;FF[4]GM[4]CA[gbk]AP"));
        assert_eq!(changed("\u{feff}(;C[x];B[hh])", "a1"), "\u{feff}(;C[x](;B[aa])(;B[hh]))");
    }

    #[test]
    fn other_encodings_stay_as_they_are() {
        // Latin 1.
        let text = b"(;CA[ISO-8859-1]PB[J\xfcrgen];B[hh]C[sch\xf6n \xe0 \\] la])";
        let file = SgfFile::parse(text).unwrap();
        let changed = file.with_moves(&[file.moves()[0], Some("a1".parse().unwrap())]).unwrap();
        assert_eq!(changed, [&text[..text.len() - 1], b";W[aa])"].concat());
    }

    #[test]
    fn the_second_byte_of_a_character_is_no_bracket() {
        for (name, comment) in [
            ("Shift_JIS", &b"\x95\x5c\x83\x5d\xb1"[..]),
            ("GBK", b"\x81\x5c\xfe\x5d!"),
            ("big5", b"\xa4\x5d\xa5\x5c."),
            ("ISO-2022-JP", b"\x1b$B\x4a\x5d\x1b(B"),
        ] {
            let text = [format!("(;CA[{name}]C[").as_bytes(), comment, b"];B[hh]C[x\\]])"].concat();
            let file = SgfFile::parse(text.clone()).unwrap();
            let changed = file.with_moves(&[file.moves()[0], Some("a1".parse().unwrap())]).unwrap();
            assert_eq!(changed, [&text[..text.len() - 1], b";W[aa])"].concat(), "{name}");
        }
    }

    #[test]
    fn a_game_may_begin_with_stones() {
        for (text, start) in [
            ("(;SZ[3]AB[aa][bb]AW[cc])", "3x3 freestyle X--/-X-/--O O"),
            ("(;SZ[3]AB[aa:bb]PL[B])", "3x3 freestyle XX-/XX-/--- X"),
            ("(;SZ[3]AB[bb:aa]PL[B])", "3x3 freestyle XX-/XX-/--- X"),
            ("(;SZ[3]AB[ab:ba]PL[B])", "3x3 freestyle XX-/XX-/--- X"),
            ("(;SZ[3]AB[b1:a2]PL[B])", "3x3 freestyle XX-/XX-/--- X"),
            ("(;SZ[3]AB[a1]AW[c3:c3])", "3x3 freestyle X--/---/--O X"),
            ("(;SZ[3]AB[aa][bb];AE[aa];AW[ab];B[cc])", "3x3 freestyle ---/OX-/--- X"),
            ("(;SZ[3]PL[W];W[cc])", "3x3 freestyle ---/---/--- O"),
        ] {
            assert_eq!(SgfFile::parse(text).unwrap().start().to_string(), start, "{text}");
        }
        assert_eq!(changed("(;SZ[3]AB[aa])", "b1 c1"), "(;SZ[3]AB[aa];W[ba];B[ca])");
        assert_eq!(changed("(;SZ[3]AB[aa];W[bb])", "c1"), "(;SZ[3]AB[aa](;W[ca])(;W[bb]))");
        // Stones set up in the node of the first move begin another game.
        for text in ["(;SZ[3]AB[aa]W[bb])", "(;SZ[3];C[x];AB[aa]W[bb])"] {
            let moved = changed(text, "c1");
            assert!(moved.ends_with(&format!("SZ[3]RU[freestyle]AB[aa]PL[W];W[ca])\n{text}")), "{moved}");
            assert!(moved.starts_with("(;FF[4]GM[4]"), "{moved}");
        }
    }

    #[test]
    fn players_may_pass() {
        assert_eq!(changed("(;C[x];B[hh];W[];B[ii])", "h8 pass i9 a1"), "(;C[x];B[hh];W[];B[ii];W[aa])");
        assert_eq!(changed("(;C[x];B[hh];W[tt];B[ii])", "h8 pass"), "(;C[x];B[hh];W[tt](;)(;B[ii]))");
        assert_eq!(changed("(;C[x])", "pass h8"), "(;C[x];B[];W[hh])");
    }

    #[test]
    fn new_moves_are_written_as_the_old_ones_are() {
        assert_eq!(changed("(;C[x];B[h8];W[I9])", "h8 i9 j10"), "(;C[x];B[h8];W[I9];B[j10])");
        assert_eq!(changed("(;C[x];B[h8];W[ii])", "h8 i9 j10"), "(;C[x];B[h8];W[ii];B[jj])");
    }

    #[test]
    fn all_else_stays_as_it_was_read() {
        for (text, moves, expected) in [
            // Equal moves: every byte stays, whatever the file looks like.
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
        let file = SgfFile::parse("(;SZ[53];B[hh])").unwrap();
        assert!(matches!(file.with_moves(&[]), Err(SgfError::TooLarge { .. })));
        let file = SgfFile::parse("(;B[hh])").unwrap();
        let point = file.moves()[0];
        let twice = file.with_moves(&[point, point]).unwrap_err();
        assert_eq!(twice.to_string(), "move 2: illegal move h8 for white: the point holds a black stone");
    }
}
