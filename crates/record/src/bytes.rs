//! Encodes numbers and byte strings of a recording.
//!
//! A number is encoded in LEB128: seven bits in each byte, the lowest first. A byte string is
//! preceded by its length.

/// Appends a number.
pub fn put_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Appends a signed number in zigzag encoding, whose lowest bit is the sign.
pub fn put_signed(bytes: &mut Vec<u8>, number: i64) {
    put_number(bytes, ((number << 1) ^ (number >> 63)) as u64);
}

/// Appends bytes, preceded by their length.
pub fn put_bytes(bytes: &mut Vec<u8>, part: &[u8]) {
    put_number(bytes, part.len() as u64);
    bytes.extend_from_slice(part);
}

/// Appends a list of byte strings, preceded by its length.
pub fn put_list(bytes: &mut Vec<u8>, list: &[Vec<u8>]) {
    put_number(bytes, list.len() as u64);
    for part in list {
        put_bytes(bytes, part);
    }
}

/// Decodes the output of the functions above. Each method returns `None` if the bytes are
/// malformed.
#[derive(Clone, Debug)]
pub struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl<'b> Reader<'b> {
    /// Creates a reader that starts at the first of these bytes.
    pub fn new(bytes: &'b [u8]) -> Reader<'b> {
        Reader { bytes, at: 0 }
    }

    /// Returns the number of bytes read so far.
    pub fn position(&self) -> usize {
        self.at
    }

    /// Returns true if all bytes were read.
    pub fn is_at_end(&self) -> bool {
        self.at >= self.bytes.len()
    }

    /// Reads a byte.
    pub fn byte(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    /// Reads a number.
    pub fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let part = u64::from(byte & 0x7f);
            if shift == 63 && part > 1 {
                return None;
            }
            number |= part << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    /// Reads a number of at most 32 bits.
    pub fn small(&mut self) -> Option<u32> {
        self.number()?.try_into().ok()
    }

    /// Reads a signed number.
    pub fn signed(&mut self) -> Option<i64> {
        let number = self.number()?;
        Some((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    /// Reads this number of bytes.
    pub fn take(&mut self, count: usize) -> Option<&'b [u8]> {
        let end = self.at.checked_add(count)?;
        let part = self.bytes.get(self.at..end)?;
        self.at = end;
        Some(part)
    }

    /// Reads bytes that are preceded by their length.
    pub fn bytes(&mut self) -> Option<&'b [u8]> {
        let count = self.number()?.try_into().ok()?;
        self.take(count)
    }

    /// Reads a UTF-8 text that is preceded by its length.
    pub fn text(&mut self) -> Option<String> {
        String::from_utf8(self.bytes()?.to_vec()).ok()
    }

    /// Reads a list, preceded by its length. Each item must take at least one byte.
    pub fn list<T>(
        &mut self,
        mut part: impl FnMut(&mut Reader<'b>) -> Option<T>,
    ) -> Option<Vec<T>> {
        let count = usize::try_from(self.number()?).ok()?;
        if count > self.bytes.len() - self.at {
            return None;
        }
        (0..count).map(|_| part(self)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_were_written() {
        for number in [0, 1, 127, 128, 1 << 32, u64::MAX] {
            let mut bytes = Vec::new();
            put_number(&mut bytes, number);
            assert_eq!(Reader::new(&bytes).number(), Some(number));
            bytes.pop();
            assert_eq!(Reader::new(&bytes).number(), None);
        }
        for number in [0, 1, -1, i64::MIN, i64::MAX] {
            let mut bytes = Vec::new();
            put_signed(&mut bytes, number);
            assert_eq!(Reader::new(&bytes).signed(), Some(number));
        }
    }

    #[test]
    fn numbers_of_more_than_64_bits_are_refused() {
        assert_eq!(Reader::new(&[0xff; 11]).number(), None);
        let mut bytes = [0x80; 10];
        bytes[9] = 2;
        assert_eq!(Reader::new(&bytes).number(), None);
    }

    #[test]
    fn a_count_is_checked_before_there_is_room_for_it() {
        let mut bytes = Vec::new();
        put_number(&mut bytes, u64::MAX);
        assert!(Reader::new(&bytes).list(Reader::number).is_none());
        assert!(Reader::new(&bytes).bytes().is_none());
    }
}
