//! Parses the comments that state the order of items in the original file. The printer puts them at
//! the end of a text.

use super::Parser;
use crate::format::Format;
use crate::model::{FunctionLayout, Layout, TypeId};
use crate::text::ORDER;
use crate::text::error::{Result, SyntaxErrorKind, fault};

impl Parser<'_> {
    /// Reads the last lines of the text if they state an order.
    pub(super) fn order(&mut self, text: &[u8]) -> Result<()> {
        let lines = order_lines(text);
        if lines.is_empty() {
            return Ok(());
        }
        let mut layout = Layout {
            format: Format::Llvm13,
            types: Vec::new(),
            symbols: Vec::new(),
            functions: vec![FunctionLayout::default(); self.module.functions.len()],
        };
        for line in lines {
            self.scanner.cursor.go_to(line);
            if self.scanner.eat_word(b"format") {
                layout.format = self.order_format()?;
                continue;
            }
            if !self.scanner.eat_word(b"function") {
                self.order_of(&mut layout.types, &mut layout.symbols)?;
                continue;
            }
            let at = self.scanner.here();
            let index = self.scanner.cursor.decimal();
            let own = index.and_then(|n| layout.functions.get_mut(usize::try_from(n).ok()?));
            let Some(own) = own else {
                let functions = self.module.functions.len();
                let message =
                    format!("expected the number of a function, of which there are {functions}");
                return fault(SyntaxErrorKind::NumberRange, at, message);
            };
            self.order_of(&mut own.types, &mut own.symbols)?;
        }
        self.module.layout = Some(layout);
        Ok(())
    }

    fn order_format(&mut self) -> Result<Format> {
        let at = self.scanner.here();
        let version = self.scanner.cursor.decimal();
        match version.and_then(|n| Format::of_version(u32::try_from(n).ok()?)) {
            Some(format) => Ok(format),
            None => self
                .scanner
                .unexpected_at(at, "a version of the format, 0 to 3"),
        }
    }

    /// Reads the rest of a line after its first words: the table whose order it states, and then
    /// the types in order.
    fn order_of(&mut self, types: &mut Vec<TypeId>, names: &mut Vec<TypeId>) -> Result<()> {
        let list = if self.scanner.eat_word(b"types") {
            types
        } else if self.scanner.eat_word(b"names") {
            names
        } else {
            return self
                .scanner
                .unexpected("`format`, `function`, `types` or `names`");
        };
        list.clear();
        loop {
            let is_type_plane = self.scanner.eat_word(b"type");
            list.push(if is_type_plane {
                TypeId::VOID
            } else {
                self.ty()?
            });
            if !self.scanner.eat(b',') {
                return Ok(());
            }
        }
    }
}

/// Offsets of the contents of the last lines that state an order. The text has no errors.
fn order_lines(text: &[u8]) -> Vec<u32> {
    let mut lines = Vec::new();
    let mut rest = text.trim_ascii_end();
    loop {
        let start = rest.iter().rposition(|&byte| byte == b'\n');
        let start = start.map_or(0, |at| at + 1);
        if !rest[start..].starts_with(ORDER) {
            break;
        }
        lines.push((start + ORDER.len()) as u32);
        rest = &rest[..start.saturating_sub(1)];
    }
    if !lines.is_empty() {
        let end = end_of_strings(text);
        lines.retain(|&line| line as usize > end);
    }
    lines.reverse();
    lines
}

/// The end of the last string or quoted name of a text. A line inside of one cannot start a
/// comment.
fn end_of_strings(text: &[u8]) -> usize {
    let (mut at, mut end) = (0, 0);
    let next = |at: usize, stops: &[u8]| {
        let found = text[at..].iter().position(|byte| stops.contains(byte));
        found.map(|distance| at + distance)
    };
    while let Some(start) = next(at, b";\"") {
        let closing: &[u8] = if text[start] == b';' { b"\n" } else { b"\"" };
        let Some(last) = next(start + 1, closing) else {
            break;
        };
        at = last + 1;
        if text[start] == b'"' {
            end = at;
        }
    }
    end
}
