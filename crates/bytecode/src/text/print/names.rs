//! Prints names, in quotes where they need them.
//!
//! Between quotes every byte stands for itself, including backslashes, and a quotation mark ends
//! the name. The original programs could not write a name that contains a quotation mark, and a
//! line break in a name ended the comment that mentioned it. These names are written here as
//! `%"..."`, where quotation marks, line breaks and backslashes are escaped as a backslash and two
//! hexadecimal digits. That form had no meaning before.

use super::out::Out;

/// Allowed in a name without quotes.
const PLAIN: u8 = 1;
/// Allowed in the label of a block without quotes.
const LABEL: u8 = 2;

const CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' => PLAIN | LABEL,
            b'$' => LABEL,
            _ => 0,
        };
        byte += 1;
    }
    classes
};

fn all_are(name: &[u8], class: u8) -> bool {
    name.iter()
        .all(|&byte| CLASSES[usize::from(byte)] & class != 0)
}

/// Writes a name as it appears in operands and, except for labels, in its definition. The name must
/// not be empty.
pub(super) fn write(out: &mut Out, name: &[u8]) {
    if !name[0].is_ascii_digit() && all_are(name, PLAIN) {
        out.byte(b'%');
        out.put(name);
    } else {
        write_quoted(out, name);
    }
}

/// Writes the name of a block as its label, without the colon.
pub(super) fn write_label(out: &mut Out, name: &[u8]) {
    if all_are(name, LABEL) {
        out.put(name);
    } else {
        write_quoted(out, name);
    }
}

#[cold]
fn write_quoted(out: &mut Out, name: &[u8]) {
    if name.iter().any(|byte| matches!(byte, b'"' | b'\n')) {
        out.put(b"%\"");
        for &byte in name {
            match byte {
                b'"' | b'\n' | b'\\' => out.escaped(byte),
                _ => out.byte(byte),
            }
        }
    } else {
        out.byte(b'"');
        out.put(name);
    }
    out.byte(b'"');
}

/// Numbered texts in one buffer.
#[derive(Debug)]
pub(super) struct Texts {
    out: Out,
    ends: Vec<usize>,
}

impl Texts {
    pub(super) fn new() -> Texts {
        Texts {
            out: Out::unlimited(),
            ends: vec![0],
        }
    }

    pub(super) fn clear(&mut self) {
        self.out.bytes.clear();
        self.ends.truncate(1);
    }

    /// Adds the next text.
    #[inline]
    pub(super) fn add(&mut self, write: impl FnOnce(&mut Out)) {
        write(&mut self.out);
        self.ends.push(self.out.bytes.len());
    }

    /// The text with a number; empty if there is none.
    #[inline]
    pub(super) fn get(&self, number: usize) -> &[u8] {
        match self.ends.get(number..number + 2) {
            Some(&[start, end]) => &self.out.bytes[start..end],
            _ => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(write: fn(&mut Out, &[u8]), name: &[u8]) -> Vec<u8> {
        let mut out = Out::unlimited();
        write(&mut out, name);
        out.bytes
    }

    #[test]
    fn odd_names_are_quoted() {
        for (name, expected) in [
            (&b"a-b.c_D9"[..], &b"%a-b.c_D9"[..]),
            (b"-", b"%-"),
            (b"9a", b"\"9a\""),
            (b"a b", b"\"a b\""),
            (b"a$", b"\"a$\""),
            (b"back\\22slash", b"\"back\\22slash\""),
            (b"\xFF\0", b"\"\xFF\0\""),
            (b"a\"\\b", b"%\"a\\22\\5Cb\""),
            (b"\n", b"%\"\\0A\""),
        ] {
            assert_eq!(text(write, name), expected);
        }
    }

    #[test]
    fn labels_are_plain_where_they_can_be() {
        assert_eq!(text(write_label, b"9$x"), b"9$x");
        assert_eq!(text(write_label, b"a b"), b"\"a b\"");
    }

    #[test]
    fn texts_are_found_by_number() {
        let mut texts = Texts::new();
        texts.add(|out| out.put(b"one"));
        texts.add(|_| {});
        texts.add(|out| out.put(b"three"));
        assert_eq!(texts.get(0), b"one");
        assert_eq!(texts.get(1), b"");
        assert_eq!(texts.get(2), b"three");
        assert_eq!(texts.get(3), b"");
    }
}
