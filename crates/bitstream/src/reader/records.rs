//! Reads records without a packed abbreviation: unabbreviated records, and records with many
//! operands or an array.

use super::{Reader, Result, State};
use crate::abbreviation::Scalar;
use crate::error::{Error, ErrorKind};
use crate::predefined;

impl Reader<'_> {
    pub(super) fn read_unabbreviated(&mut self) -> Result<()> {
        let mut window = self.cursor.window();
        self.state.abbreviation = predefined::UNABBREVIATED as u32;
        self.state.code = window.vbr6(&self.cursor);
        let count = window.vbr6(&self.cursor);
        self.cursor.finish(window)?;
        self.state.count = 0;
        self.read_list(Scalar::Vbr(6), count)
    }

    /// Reads an abbreviated record, including its index. Reading the index again is cheaper than
    /// passing a window, which would then live in memory.
    #[inline(never)]
    pub(super) fn read_abbreviated(&mut self) -> Result<()> {
        let State {
            scope,
            operands,
            code,
            count,
            abbreviation: used,
            ..
        } = &mut self.state;
        let mut window = self.cursor.window();
        let width = u64::from(scope.header.abbreviation_width);
        let index = window.masked(&self.cursor, width, scope.index_mask);
        let place = (index - predefined::FIRST_DEFINED) as usize;
        let Some(abbreviation) = scope.abbreviations.get(place) else {
            self.cursor.finish(window)?;
            return Err(self.undefined_abbreviation(index));
        };
        *used = index as u32;
        let [first, rest @ ..] = &*abbreviation.scalars else {
            self.cursor.finish(window)?;
            return self.read_array_record(place);
        };
        *code = first.read(&mut window, &self.cursor);
        if operands.len() < rest.len() {
            operands.resize(rest.len(), 0);
        }
        let (leading, room) = operands.split_at_mut(rest.len());
        for (operand, scalar) in leading.iter_mut().zip(rest) {
            *operand = scalar.read(&mut window, &self.cursor);
        }
        *count = rest.len();
        let Some(element) = abbreviation.array else {
            return self.cursor.finish(window);
        };
        // Most arrays have 6-bit elements and fit. Other element types, and arrays that run past
        // the end, take the slow path.
        let before = window;
        if element == Scalar::Vbr(6) {
            let length = window.vbr6(&self.cursor);
            let Some(list) = room.get_mut(..length as usize) else {
                self.cursor.finish(window)?;
                return self.read_list(element, length);
            };
            for operand in list.iter_mut() {
                *operand = window.vbr6(&self.cursor);
            }
            if self.cursor.advance(window) {
                *count += list.len();
                return Ok(());
            }
        }
        let blob = abbreviation.blob;
        self.cursor.finish(before)?;
        if blob {
            return self.read_blob();
        }
        self.read_array(element)
    }

    /// Reads a record whose code is an element of its array.
    #[cold]
    fn read_array_record(&mut self, place: usize) -> Result<()> {
        let abbreviation = &self.state.scope.abbreviations[place];
        let element = abbreviation.array.expect("an abbreviation is not empty");
        self.state.count = 0;
        self.read_array(element)?;
        if self.state.count == 0 {
            return Err(Error::new(
                ErrorKind::NoRecordCode,
                self.state.position,
                "a record is an empty array and so has no code",
            ));
        }
        self.state.code = self.state.operands[0];
        self.state.operands.copy_within(1..self.state.count, 0);
        self.state.count -= 1;
        Ok(())
    }

    fn read_array(&mut self, element: Scalar) -> Result<()> {
        let mut window = self.cursor.window();
        let count = window.vbr6(&self.cursor);
        self.cursor.finish(window)?;
        self.read_list(element, count)
    }

    /// Reads a blob: bytes aligned to multiples of 32 bits.
    #[inline(never)]
    fn read_blob(&mut self) -> Result<()> {
        let count = self.cursor.vbr(6)?;
        self.cursor.align()?;
        self.read_list(Scalar::Fixed(8), count)?;
        self.cursor.align()
    }

    /// Appends this number of operands, if the stream can hold them. Operands that take no bits
    /// count as if they were unabbreviated.
    #[inline(never)]
    fn read_list(&mut self, element: Scalar, count: u64) -> Result<()> {
        let bits = match element.min_bits() {
            0 => 6,
            bits => bits,
        };
        if count > self.cursor.remaining() / bits {
            return Err(Error::new(
                ErrorKind::TooManyOperands,
                self.state.position,
                format!("a record claims {count} operands, more than the rest of the file holds"),
            ));
        }
        let State {
            operands,
            count: filled,
            ..
        } = &mut self.state;
        let (start, end) = (*filled, *filled + count as usize);
        if end > operands.len() {
            // New memory is zeroed, and only the leading operands need to be copied.
            let leading = operands[..start].to_vec();
            *operands = Vec::new();
            *operands = vec![0; end];
            operands[..start].copy_from_slice(&leading);
        }
        *filled = end;
        let list = &mut operands[start..end];
        let cursor = &self.cursor;
        let mut window = cursor.window();
        match element {
            Scalar::Vbr(6) => list.fill_with(|| window.vbr6(cursor)),
            Scalar::Fixed(8) => window.bytes(cursor, list),
            element => list.fill_with(|| element.read(&mut window, cursor)),
        }
        self.cursor.finish(window)
    }

    #[cold]
    fn undefined_abbreviation(&self, index: u64) -> Error {
        let defined = self.state.scope.abbreviations.len() as u64;
        Error::new(
            ErrorKind::UndefinedAbbreviation,
            self.state.position,
            format!(
                "abbreviation index {index} is not defined in this block; the last is {}",
                defined + predefined::FIRST_DEFINED - 1
            ),
        )
    }
}
