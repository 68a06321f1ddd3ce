//! One line of assembly before it is laid out: its text, with marks for possible breaks,
//! indentation and colours.
//!
//! A line is a sequence of units, which are broken apart only at marks. A unit that is itself a
//! list, such as the arguments of a call, has marks at a greater depth. They are used only if the
//! unit is too long for a line of its own, so most lines are written without inspecting their
//! marks.

use super::Tone;
use super::digits;

/// The meaning of a mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MarkKind {
    /// The character here is a space, which a break swallows.
    Space,
    /// A break may be here, between two characters.
    Cut,
    /// Lines that begin from here on are indented to this column.
    Push,
    /// That ends.
    Pop,
    /// A colour begins, or ends.
    Tone(Option<Tone>),
}

/// A mark at a place in the text.
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

    /// Appends text without a break in it.
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

    /// The line may be broken here.
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

    /// Lines that begin from here on are indented to this column.
    #[inline]
    pub(super) fn push(&mut self) {
        self.mark(MarkKind::Push);
    }

    #[inline]
    pub(super) fn pop(&mut self) {
        self.mark(MarkKind::Pop);
    }

    /// A colour begins.
    #[inline]
    pub(super) fn tone(&mut self, tone: Tone) {
        if self.coloured {
            self.mark(MarkKind::Tone(Some(tone)));
        }
    }

    /// The colour ends.
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
