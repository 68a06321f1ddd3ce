//! The body of the fuzz target `bitcode_read`. It checks properties that hold for any bytes, and
//! panics if one is violated. Rejecting an input is fine.

use pinnacle_llvm::bitcode::{Error, Options, identify, read, symbols};
use pinnacle_llvm::{Global, GlobalKind, dialect_of, print, print_as_of};

/// Maximum size in bytes of the text of an old release that is printed for a file.
const MAX_OLD_TEXT: usize = 1 << 20;

/// Reads any bytes as a bitcode file. Errors must be within it, the result must not depend on the
/// number of threads, and a valid file must have a summary and a text. Then runs
/// [`print_as_written`].
///
/// # Panics
///
/// Panics if a property is violated.
pub fn read_anything(bytes: &[u8]) {
    let with_jobs = |jobs| {
        let options = Options {
            jobs,
            variables: bytes.len() % 2 == 1,
            ..Options::default()
        };
        read(bytes, &options)
    };
    let is_within = |error: &Error| {
        let end = bytes.len() as u64 * 8;
        assert!(error.position() <= end, "{error} lies past the end");
        assert!(!error.message().is_empty());
    };
    let found = symbols(bytes);
    let summary = identify(bytes);
    match (with_jobs(1), with_jobs(3)) {
        (Ok(module), Ok(same)) => {
            assert_eq!(module.constants.len(), same.constants.len());
            assert_eq!(module.source_scopes, same.source_scopes);
            assert_eq!(module.source_variables, same.source_variables);
            let text = print(&module);
            assert!(
                text == print(&same),
                "the number of threads changes the text"
            );
            let found = found.expect("the module could be read");
            let summary = summary.expect("the module could be read");
            assert_eq!(found, summary.symbols);
            assert_eq!(summary.target_triple, module.target_triple);
            // Replacing old intrinsics and instructions adds and removes functions, so only compare
            // others.
            let is_function = |global: &&Global| matches!(global.kind, GlobalKind::Function(_));
            let functions = module.globals().iter().filter(is_function).count();
            assert!(found.len() >= module.globals().len() - functions);
        }
        (Err(error), Err(same)) => {
            assert_eq!(error, same, "the number of threads changes the error");
            is_within(&error);
            let others = [found.err(), summary.err()];
            others.iter().flatten().for_each(is_within);
        }
        (alone, together) => panic!("{:?} alone, {:?} together", alone.err(), together.err()),
    }
    print_as_written(bytes);
}

/// Reads any bytes as a bitcode file in its original form, and prints it as old releases did. The
/// result must not depend on the number of threads.
///
/// # Panics
///
/// Panics if a property is violated.
pub fn print_as_written(bytes: &[u8]) {
    let old_texts = |jobs| {
        let options = Options {
            jobs,
            as_written: true,
            ..Options::default()
        };
        let module = read(bytes, &options)?;
        let dialects = ["2.0", "2.6", "3.2"].into_iter().filter_map(dialect_of);
        let texts = dialects.map(|it| print_as_of(&module, it, "", MAX_OLD_TEXT));
        Ok::<_, Error>(texts.collect::<Vec<_>>())
    };
    assert!(
        old_texts(1) == old_texts(3),
        "the number of threads changes the text of an old release"
    );
}
