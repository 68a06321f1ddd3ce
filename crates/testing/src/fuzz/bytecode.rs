//! The bodies of the fuzz targets `bytecode_read` and `bytecode_text`. They check properties that
//! hold for any bytes and any text, and panic if one is violated. Rejecting an input is fine. Tests
//! run them on damaged files and texts.

use pinnacle_bytecode::dump::dump;
use pinnacle_bytecode::model::{ConstantId, ConstantKind, Type, TypeId};
use pinnacle_bytecode::read::{ReadOptions, read};
use pinnacle_bytecode::text::{PrintOptions, parse, print};
use pinnacle_bytecode::upgrade::{self, upgrade};
use pinnacle_bytecode::verify::{self, verify};
use pinnacle_bytecode::write::{WriteOptions, write};
use pinnacle_bytecode::{Error, ErrorKind, Format, Module};

/// Maximum length in bytes of a text to print.
const MAX_TEXT: usize = 1 << 22;

/// Reads any bytes as a file. Errors must be within it and must not depend on the number of
/// threads. If the file can be read, every operation on it must work.
///
/// # Panics
///
/// Panics if a property is violated.
pub fn read_anything(bytes: &[u8]) {
    let alone = read(
        bytes,
        &ReadOptions {
            jobs: 1,
            ..ReadOptions::default()
        },
    );
    let together = read(
        bytes,
        &ReadOptions {
            jobs: 2,
            ..ReadOptions::default()
        },
    );
    dumped(bytes, alone.is_ok());
    match (alone, together) {
        (Ok(module), Ok(same)) => {
            assert!(module == same, "the number of threads changes the module");
            assert_eq!(module.layout, same.layout, "or its layout");
            let format = module.layout.as_ref().map(|layout| layout.format);
            use_module(&module, format.expect("what is read has a layout"));
        }
        (Err(error), Err(same)) => {
            assert_eq!(error, same, "the number of threads changes the error");
            let offset = error.offset().expect("errors of files have a place");
            assert!(offset <= bytes.len() as u64, "{error} lies past the end");
            assert!(!error.message().is_empty());
        }
        (alone, together) => panic!("{:?} alone, {:?} together", alone.err(), together.err()),
    }
}

/// Parses any text as assembly. Errors must be within it and in order. If it can be parsed, every
/// operation on the module must work.
///
/// # Panics
///
/// Panics if a property is violated.
pub fn parse_anything(text: &[u8]) {
    match parse(text) {
        Ok(module) => use_module(&module, Format::Llvm13),
        Err(errors) => {
            let lines = 1 + text.iter().filter(|&&byte| byte == b'\n').count() as u32;
            let mut last = (0, 0);
            for error in errors.iter() {
                let place = (error.place().line, error.place().column);
                assert!(place.0 <= lines, "{error} lies past the end");
                assert!(place >= last, "{error} is out of order");
                assert!(!error.message().is_empty());
                last = place;
            }
        }
    }
}

/// Performs every operation on a module. It may violate the verifier's rules, but its components
/// exist.
fn use_module(module: &Module, format: Format) {
    let result = verify(module, &verify::Options { jobs: 1 });
    assert_eq!(
        result,
        verify(module, &verify::Options { jobs: 2 }),
        "the number of threads changes the errors"
    );
    written(module, format, result.is_ok());
    printed(module, result.is_ok());
    if let Ok(new) = upgrade(module, &upgrade::Options::default()) {
        let _ = pinnacle_llvm::print_within(&new, MAX_TEXT);
    }
}

/// Dumps a file. Every byte must be counted, and a file that can be read must have no errors in its
/// dump.
fn dumped(bytes: &[u8], can_be_read: bool) {
    let dump = dump(bytes);
    let size = bytes.len() as u64;
    assert_eq!(dump.bytes.total(), size, "bytes are used for something");
    assert!(dump.errors.is_empty() || !can_be_read, "{:?}", dump.errors);
    let inside = |error: &Error| error.offset().is_none_or(|offset| offset <= size);
    assert!(dump.errors.iter().all(inside), "{:?}", dump.errors);
    for block in &dump.blocks {
        let end = block.offset + u64::from(block.header_size) + block.size;
        // The dump shows the module with the size that its header states.
        assert!(
            end <= size || block.depth == 0,
            "{block:?} lies past the end"
        );
    }
}

/// Checks that a module is unchanged after writing and reading. A valid module can always be
/// written, unless the format cannot express it.
fn written(module: &Module, format: Format, is_valid: bool) {
    for keep_layout in [true, false] {
        let options = WriteOptions {
            format,
            jobs: 1,
            keep_layout,
            compressed: false,
        };
        match write(module, &options) {
            Ok(bytes) => {
                // The reader may reject a module that violates the rules.
                let again = read(
                    &bytes,
                    &ReadOptions {
                        jobs: 1,
                        ..ReadOptions::default()
                    },
                );
                assert!(
                    again.is_ok() || !is_valid,
                    "written and not read: {again:?}"
                );
                let same = again.is_ok_and(|again| again == *module);
                assert!(same || !is_valid, "writing and reading changes the module");
            }
            Err(error) => assert!(
                !is_valid || error.kind() == ErrorKind::CannotWrite,
                "a module without errors cannot be written: {error}"
            ),
        }
    }
}

/// Returns true if text can express the whole module. Each opaque type must have exactly one name,
/// because the text shows its name. No `float` may be a signalling NaN: the text shows it as a
/// `double`, which makes it quiet. The name of a library or target must not contain a quotation
/// mark, because the text cannot express one.
fn is_text_enough(module: &Module) -> bool {
    let names_of = |ty| {
        let names = module.type_names.iter();
        names.filter(|&&(_, named)| named == ty).count()
    };
    let is_opaque = |ty: &TypeId| matches!(module.types.get(*ty), Type::Opaque);
    let mut opaque = module.types.derived().filter(is_opaque);
    let is_signalling = |id| match module.constants.get(ConstantId(id)).kind {
        ConstantKind::Float(bits) => f32::from_bits(bits).is_nan() && bits & 1 << 22 == 0,
        _ => false,
    };
    let target = &module.target;
    let mut strings = target.libraries.iter().chain([&target.triple]);
    let globals = module.globals.iter().map(|global| global.section);
    let functions = module.functions.iter().map(|function| function.section);
    let mut sections = globals.chain(functions);
    !sections.any(|section| module.names.get(section).contains(&b'"'))
        && !module.assembly.starts_with(b"\n")
        && !strings.any(|string| string.contains(&b'"'))
        && opaque.all(|ty| names_of(ty) == 1)
        && !(0..module.constants.len() as u32).any(is_signalling)
}

/// Prints a module. The text must not depend on the number of threads, and the text of a valid
/// module must give the module again.
fn printed(module: &Module, is_valid: bool) {
    let text = |style, jobs| {
        let limit = MAX_TEXT;
        let options = PrintOptions {
            style,
            jobs,
            limit,
            ..PrintOptions::default()
        };
        print(module, &options)
    };
    for style in Format::ALL {
        let (alone, together) = (text(style, 1), text(style, 2));
        assert!(alone == together, "the number of threads changes the text");
    }
    let Ok(text) = text(Format::Llvm13, 1) else {
        return;
    };
    if is_valid && is_text_enough(module) {
        let again = parse(&text).expect("what is printed can be parsed");
        assert!(again == *module, "printing and parsing changes the module");
    }
}
