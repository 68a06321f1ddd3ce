//! Distinguishes assembly of LLVM 1.x from that of later releases and from other text.

/// Number of bytes of a text that are examined.
const LOOKED_AT: usize = 1 << 16;

/// Words that only LLVM 1.x assembly contains.
const OLD: &[&[u8]] = &[
    b"deplibs",
    b"pointersize",
    b"sbyte",
    b"ubyte",
    b"ushort",
    b"uint",
    b"ulong",
];

/// Types of LLVM 1.x that are also ordinary words. They are evidence only before a name or star,
/// and after a [`DEFINING`] word.
const OLD_TYPES: &[&[u8]] = &[b"short", b"int", b"long", b"bool"];

/// Words that are followed by a type.
const DEFINING: &[&[u8]] = &[b"global", b"constant", b"type", b"declare"];

/// Words that only assembly of later releases contains.
const NEW: &[&[u8]] = &[
    b"define",
    b"datalayout",
    b"source_filename",
    b"attributes",
    b"i1",
    b"i8",
    b"i16",
    b"i32",
    b"i64",
    b"ptr",
];

/// Returns true if a text looks like assembly of LLVM 1.x. The first construct that only one of the
/// two languages has decides. A text with no such construct is not recognised.
///
/// ```
/// use pinnacle_bytecode::text::is_assembly;
///
/// assert!(is_assembly(b"; a variable
/// %x = global int 5"));
/// assert!(!is_assembly(b"@x = global i32 5"));
/// ```
pub fn is_assembly(text: &[u8]) -> bool {
    let text = &text[..text.len().min(LOOKED_AT)];
    let mut rest = text;
    let mut last_word: &[u8] = b"";
    // True if the definition of a name came earlier on the line.
    let mut after_name = false;
    while let Some((&first, tail)) = rest.split_first() {
        match first {
            b';' => {
                let end = rest.iter().position(|&byte| byte == b'\n');
                rest = &rest[end.unwrap_or(rest.len())..];
            }
            b'"' => {
                let end = tail.iter().position(|&byte| byte == b'"');
                rest = &tail[end.map_or(tail.len(), |end| end + 1)..];
            }
            b'@' | b'!' | b'#' => return false,
            b'%' => {
                // Function names begin with a percent sign in LLVM 1.x, and with `@` in later
                // releases.
                if last_word == b"void" || OLD_TYPES.contains(&last_word) {
                    return true;
                }
                after_name = true;
                rest = skip_word(tail);
            }
            _ if is_word(first) => {
                let end = rest.len() - skip_word(rest).len();
                let word = &rest[..end];
                let defines = after_name || DEFINING.contains(&last_word);
                let is_type = defines && OLD_TYPES.contains(&word);
                let is_endian = last_word == b"target" && word == b"endian";
                let is_heading = word == b"implementation" && ends_line(&rest[end..]);
                if is_type || is_endian || is_heading || OLD.contains(&word) {
                    return true;
                }
                if NEW.contains(&word) {
                    return false;
                }
                if after_name && matches!(word, b"global" | b"constant") {
                    return true;
                }
                last_word = word;
                rest = &rest[end..];
            }
            b'*' if OLD_TYPES.contains(&last_word) => return true,
            0x80.. | 0..=8 => return false,
            byte => {
                if !byte.is_ascii_whitespace() {
                    last_word = b"";
                }
                if byte == b'\n' {
                    after_name = false;
                }
                rest = tail;
            }
        }
    }
    false
}

/// Returns true if the rest of the line is empty or a comment.
fn ends_line(text: &[u8]) -> bool {
    let next = text
        .iter()
        .find(|byte| !matches!(byte, b' ' | b'\t' | b'\r'));
    matches!(next, None | Some(b';' | b'\n'))
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$' | b'-')
}

fn skip_word(text: &[u8]) -> &[u8] {
    let end = text.iter().position(|&byte| !is_word(byte));
    &text[end.unwrap_or(text.len())..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_older_language_is_recognised() {
        for text in [
            "; int i32\ntarget pointersize = 64",
            "\nimplementation   ; Functions:\n",
            "target endian = big",
            "%T = type { int }",
            "int %f(int %x) {",
            "declare int %f()",
            "deplibs = [ \"c\" ]",
            "%x = external global { float }",
            "\"spaced name\" = internal constant [2 x sbyte] c\"a\\00\"",
            "%T = type { int* }",
            "declare void %f()",
            "void %f() {\n\tret void\n}",
            "target triple = \"i686-pc-linux-gnu\"\n%g = global double 1.0",
        ] {
            assert!(is_assembly(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn other_text_is_not() {
        for text in [
            "",
            "; an int",
            "; ModuleID = 'x'\nsource_filename = \"int\"",
            "@x = global i32 0",
            "%T = type { i32, float }",
            "define void @f() {\n  ret void\n}",
            "declare void @f()",
            "target triple = \"x86_64\"",
            "module {\n}",
            "!0 = !{}",
            "a short text and an implementation with the int of C",
        ] {
            assert!(!is_assembly(text.as_bytes()), "{text}");
        }
    }
}
