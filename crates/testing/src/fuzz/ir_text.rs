//! The body of the fuzz target `ir_text`. It checks properties that hold for any bytes as the text
//! of a module, and panics if one is violated. Rejecting an input is fine.

use pinnacle_llvm::{dialect_of, parse, parse_as_written, print_as_of, print_within};

/// Maximum size of the printed text in bytes. Parts of a module may be shared, so its text may be
/// far longer than the input.
const LIMIT: usize = 1 << 20;

/// Parses any bytes as a text. Errors must be within it, and a valid module must be printed as a
/// text that gives the same module.
///
/// # Panics
///
/// Panics if a property is violated.
pub fn parse_anything(bytes: &[u8]) {
    for dialect in ["2.0", "2.7", "3.2"].into_iter().filter_map(dialect_of) {
        if let Ok(module) = parse_as_written(bytes, dialect) {
            // Ignore the result: the module may contain something that the release cannot express.
            let _ = print_as_of(&module, dialect, "", LIMIT);
        }
    }
    let module = match parse(bytes) {
        Ok(module) => module,
        Err(errors) => {
            let lines = bytes.iter().filter(|&&byte| byte == b'\n').count() + 1;
            for error in errors.iter() {
                assert!(error.place().line as usize <= lines, "{error}");
                assert!(!error.message().is_empty());
            }
            return;
        }
    };
    let Some(text) = print_within(&module, LIMIT) else {
        return;
    };
    match parse(text.as_bytes()) {
        Ok(again) => {
            let printed = print_within(&again, LIMIT);
            assert!(printed.as_deref() == Some(&text), "{text}");
        }
        Err(errors) => panic!("{errors}\n{}\n{text}", errors.first().place().picture()),
    }
}
