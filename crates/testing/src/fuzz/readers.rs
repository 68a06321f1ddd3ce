//! The bodies that only read, so that an input takes microseconds. The thorough bodies make the
//! other checks.

use super::texts::check_places;
use pinnacle_bitstream::{Event, Reader};
use pinnacle_bytecode::read as old;
use pinnacle_llvm::bitcode as new;
use pinnacle_pexe::decode::{Options, decode};
use pinnacle_pexe::limits::PROFILE;
use pinnacle_pexe::text::parse::assemble;
use pinnacle_pexe::text::records as notation;

/// Reads bytes as a bitstream without a header. Positions must never decrease, and errors must be
/// within the stream.
///
/// # Panics
///
/// Panics if a property is violated.
pub fn container(bytes: &[u8]) {
    let mut reader = Reader::new(bytes, 0, PROFILE);
    let end = bytes.len() as u64 * 8;
    let mut position = 0;
    loop {
        match reader.next() {
            Ok(Event::End) => return assert_eq!(reader.depth(), 0, "it ends inside a block"),
            Ok(_) => {
                assert!(position <= reader.position(), "positions go back");
                position = reader.position();
            }
            Err(error) => {
                return assert!(error.position() <= end, "{error} lies past the end");
            }
        }
    }
}

/// Decodes bytes as a whole file. Errors must be within it and in order.
///
/// # Panics
///
/// Panics if a property is violated.
pub fn program(bytes: &[u8]) {
    let Err(errors) = decode(bytes, &Options { jobs: 1 }) else {
        return;
    };
    let end = bytes.len() as u64 * 8;
    let mut before = 0;
    for error in errors.iter() {
        let position = error.position().0;
        assert!(
            (before..=end).contains(&position),
            "{error} is out of order"
        );
        assert!(!error.message().is_empty());
        before = position;
    }
}

/// Reads bytes as LLVM bitcode. Errors must be within it.
///
/// # Panics
///
/// Panics if a property is violated.
pub fn bitcode(bytes: &[u8]) {
    let options = new::Options {
        jobs: 1,
        ..new::Options::default()
    };
    if let Err(error) = new::read(bytes, &options) {
        let end = bytes.len() as u64 * 8;
        assert!(error.position() <= end, "{error} lies past the end");
        assert!(!error.message().is_empty());
    }
}

/// Reads bytes as LLVM 1.x bytecode. Errors must be within it.
///
/// # Panics
///
/// Panics if a property is violated.
pub fn bytecode(bytes: &[u8]) {
    if let Err(error) = old::read(
        bytes,
        &old::ReadOptions {
            jobs: 1,
            ..old::ReadOptions::default()
        },
    ) {
        let offset = error.offset().expect("errors of files have a place");
        assert!(offset <= bytes.len() as u64, "{error} lies past the end");
        assert!(!error.message().is_empty());
    }
}

/// Parses bytes as PNaClAsm or a listing. Errors must be within the text and in order.
///
/// # Panics
///
/// Panics if a property is violated.
pub fn assembly(text: &[u8]) {
    if let Err(errors) = assemble(text) {
        check_places(text, &errors);
    }
}

/// Parses bytes as the notation of records. Errors must be within the text and in order.
///
/// # Panics
///
/// Panics if a property is violated.
pub fn records(text: &[u8]) {
    if let Err(errors) = notation::assemble(text) {
        check_places(text, &errors);
    }
}
