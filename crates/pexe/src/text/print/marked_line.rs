//! A line of assembly before it is broken into rows: its text, with marks for possible breaks,
//! indentation and colours.
//!
//! A line is a sequence of units, and can only be broken at marks. A unit that is a list, such as
//! the arguments of a call, contains marks of a greater depth. These are only used if the unit is
//! too long for a row, so most lines are written without examining their marks.

use super::Tone;
use super::digits;

/// The meaning of a mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MarkKind {
    /// A space that is removed if the line is broken here.
    Space,
    /// A possible break between two characters.
    Cut,
    /// From here on, new rows are indented to this column.
    Push,
    /// The indentation of the last `Push` ends.
    Pop,
    /// A colour begins; `None` if it ends.
    Tone(Option<Tone>),
}

/// A mark at a position in the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mark {
    pub(super) at: u32,
    pub(super) depth: u8,
    pub(super) kind: MarkKind,
}

/// A line that is being written.
#[derive(Debug, Default)]
pub(super) struct MarkedLine {
    pub(super) text: Vec<u8>,
    pub(super) marks: Vec<Mark>,
    depth: u8,
    coloured: bool,
}

impl MarkedLine {
    pub(super) fn new(coloured: bool) -> MarkedLine {
        MarkedLine {
            coloured,
            ..MarkedLine::default()
        }
    }

    #[inline]
    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.marks.clear();
        self.depth = 0;
    }

    #[inline]
    fn mark(&mut self, kind: MarkKind) {
        self.marks.push(Mark {
            at: self.text.len() as u32,
            depth: self.depth,
            kind,
        });
    }

    /// Appends text without a possible break.
    #[inline]
    pub(super) fn text(&mut self, text: &[u8]) {
        self.text.extend_from_slice(text);
    }

    #[inline]
    pub(super) fn byte(&mut self, byte: u8) {
        self.text.push(byte);
    }

    #[inline]
    pub(super) fn number(&mut self, number: u64) {
        digits::decimal(&mut self.text, number);
    }

    #[inline]
    pub(super) fn signed(&mut self, number: i64) {
        digits::signed(&mut self.text, number);
    }

    /// Appends a space where the line may be broken.
    #[inline]
    pub(super) fn space(&mut self) {
        self.mark(MarkKind::Space);
        self.text.push(b' ');
    }

    /// Adds a possible break.
    #[inline]
    pub(super) fn cut(&mut self) {
        self.mark(MarkKind::Cut);
    }

    /// Begins a unit, which [`MarkedLine::close`] ends.
    #[inline]
    pub(super) fn open(&mut self) {
        self.depth += 1;
    }

    #[inline]
    pub(super) fn close(&mut self) {
        self.depth -= 1;
    }

    /// Indents rows that begin from here on to the current column.
    #[inline]
    pub(super) fn push(&mut self) {
        self.mark(MarkKind::Push);
    }

    #[inline]
    pub(super) fn pop(&mut self) {
        self.mark(MarkKind::Pop);
    }

    /// Begins a colour.
    #[inline]
    pub(super) fn tone(&mut self, tone: Tone) {
        if self.coloured {
            self.mark(MarkKind::Tone(Some(tone)));
        }
    }

    /// Ends a colour.
    #[inline]
    pub(super) fn plain(&mut self) {
        if self.coloured {
            self.mark(MarkKind::Tone(None));
        }
    }

    /// Appends text in a colour.
    #[inline]
    pub(super) fn toned(&mut self, tone: Tone, text: &[u8]) {
        self.tone(tone);
        self.text(text);
        self.plain();
    }

    /// Appends a keyword.
    #[inline]
    pub(super) fn keyword(&mut self, word: &[u8]) {
        self.toned(Tone::Keyword, word);
    }

    /// Appends an identifier: a prefix and a number.
    #[inline]
    pub(super) fn identifier(&mut self, tone: Tone, prefix: &[u8], number: u64) {
        self.tone(tone);
        self.text(prefix);
        self.number(number);
        self.plain();
    }
}
