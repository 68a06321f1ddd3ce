//! What must hold of any bytes and any text. The bodies of the fuzz targets
//! `bytecode_read` and `bytecode_text` too; they panic when something is wrong,
//! that an input is refused is fine.

use pinnacle_bytecode::read::{ReadOptions, read};
use pinnacle_bytecode::text::{PrintOptions, parse, print};
use pinnacle_bytecode::verify::{self, verify};
use pinnacle_bytecode::write::{WriteOptions, write};
use pinnacle_bytecode::{Error, ErrorKind, Format, Module};

/// Texts that are longer are not made.
const MAX_TEXT: usize = 1 << 22;

/// Any bytes as a file: errors lie within it and do not depend on the number of
/// threads; what can be read can be written and comes back.
pub(crate) fn read_anything(bytes: &[u8]) {
    let alone = read(bytes, &ReadOptions { jobs: 1 });
    let together = read(bytes, &ReadOptions { jobs: 2 });
    match (alone, together) {
        (Ok(module), Ok(same)) => {
            assert!(module == same, "the number of threads changes the module");
            let format = module.layout.as_ref().map(|layout| layout.format);
            use_module(&module, format.expect("what is read has a layout"));
        }
        (Err(error), Err(same)) => {
            assert_eq!(error, same, "the number of threads changes the error");
            let offset = error.offset().expect("errors of files have a place");
            assert!(offset <= bytes.len() as u64, "{error} lies behind the end");
            assert!(!error.message().is_empty());
        }
        (alone, together) => panic!("{:?} alone, {:?} together", alone.err(), together.err()),
    }
}

/// Any text as assembly: errors lie within it; what can be parsed can be
/// printed and comes back.
pub(crate) fn parse_anything(text: &[u8]) {
    match parse(text) {
        Ok(module) => use_module(&module, Format::Llvm13),
        Err(errors) => {
            let lines = 1 + text.iter().filter(|&&byte| byte == b'\n').count() as u64;
            let errors = errors.to_string();
            assert!(!errors.is_empty() && lines > 0);
        }
    }
}

/// Does everything that can be done with a module.
fn use_module(module: &Module, format: Format) {
    let result = verify(module, &verify::Options { jobs: 1 });
    assert_eq!(
        result,
        verify(module, &verify::Options { jobs: 2 }),
        "the number of threads changes the errors"
    );
    let is_valid = result.is_ok();
    written(module, format, is_valid);
    printed(module, is_valid);
}

/// A module that is written and read is the same. One that is well-formed can be
/// written, unless the format has no words for it.
fn written(module: &Module, format: Format, is_valid: bool) {
    for keep_layout in [true, false] {
        let options = WriteOptions {
            format,
            jobs: 1,
            keep_layout,
        };
        match write(module, &options) {
            Ok(bytes) => {
                let again = read(&bytes, &ReadOptions { jobs: 1 });
                let again = again.expect("what was written can be read");
                assert!(again == *module, "writing and reading changes the module");
            }
            Err(error) => assert!(
                !is_valid || error.kind() == ErrorKind::CannotWrite,
                "a module without errors cannot be written: {error}"
            ),
        }
    }
}

/// The text of a well-formed module gives the module again.
fn printed(module: &Module, is_valid: bool) {
    let options = |style, jobs| PrintOptions {
        style,
        jobs,
        limit: MAX_TEXT,
    };
    let text = |style, jobs| -> Result<Vec<u8>, Error> { print(module, &options(style, jobs)) };
    for style in Format::ALL {
        let _ = text(style, 1);
    }
    let Ok(text) = text(Format::Llvm13, 2) else {
        return;
    };
    if is_valid {
        let again = parse(&text);
        let again = again.expect("what is printed can be parsed");
        assert!(again == *module, "printing and parsing changes the module");
    }
}
