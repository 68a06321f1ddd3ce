//! Telling assembly of LLVM 1.x from later LLVM's and from other text.

/// How much of a text is looked at, in bytes.
const LOOKED_AT: usize = 1 << 16;

/// Words that only LLVM 1.x has.
const OLD: &[&[u8]] = &[
    b"implementation",
    b"deplibs",
    b"endian",
    b"pointersize",
    b"sbyte",
    b"ubyte",
    b"short",
    b"ushort",
    b"int",
    b"uint",
    b"long",
    b"ulong",
    b"bool",
];

/// Words that only later LLVM has.
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

/// Whether a text looks like assembly of LLVM 1.x: whether the first thing in
/// it that only one of the two languages has is one of the older. A text in
/// which there is neither is not recognised.
///
/// ```
/// use pinnacle_bytecode::text::is_assembly;
/// assert!(is_assembly(b"; a variable\n%x = global int 5"));
/// assert!(!is_assembly(b"@x = global i32 5"));
/// ```
pub fn is_assembly(text: &[u8]) -> bool {
    let text = &text[..text.len().min(LOOKED_AT)];
    let mut rest = text;
    // What stood before on the line: a type, or the name that is defined.
    let mut after_void = false;
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
                // Functions and variables begin with a percent sign.
                if after_void {
                    return true;
                }
                after_name = true;
                rest = skip_word(tail);
            }
            _ if is_word(first) => {
                let end = rest.len() - skip_word(rest).len();
                let word = &rest[..end];
                if OLD.contains(&word) {
                    return true;
                }
                if NEW.contains(&word) {
                    return false;
                }
                let of_variables: &[&[u8]] = &[b"global", b"constant"];
                if after_name && of_variables.contains(&word) {
                    return true;
                }
                after_void = word == b"void";
                rest = &rest[end..];
            }
            0x80.. | 0..=8 => return false,
            byte => {
                if !byte.is_ascii_whitespace() {
                    after_void = false;
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
            "\timplementation\n",
            "; int i32\ntarget endian = big",
            "deplibs = [ \"c\" ]",
            "%x = external global { float }",
            "\"spaced name\" = internal constant [2 x sbyte] c\"a\\00\"",
            "%T = type { int }",
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
            "plain words",
        ] {
            assert!(!is_assembly(text.as_bytes()), "{text}");
        }
    }
}
