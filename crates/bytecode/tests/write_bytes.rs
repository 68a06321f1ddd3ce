//! Small modules and the bytes that they are written as, as an introduction to the formats. Also
//! modules that are converted for another format.

use pinnacle_bytecode::verify::{self, verify};
use pinnacle_bytecode::write::adapt_indices;
use pinnacle_bytecode::{ErrorKind, Format, Module, ReadOptions, WriteOptions, read, text, write};
use pinnacle_testing::bytecode::{Options as Generate, generate};

/// Checks that a text is written as the expected bytes.
#[track_caller]
fn becomes(source: &str, format: Format, expected: &[&[u8]]) {
    let module = text::parse_for(source, format).unwrap();
    let bytes = write(&module, &WriteOptions::new(format)).unwrap();
    assert_eq!(bytes, expected.concat(), "found {bytes:02X?}");
    assert!(read(&bytes, &ReadOptions::default()).unwrap() == module);
}

const PADDING: u8 = 0xAB;

#[test]
fn a_global_in_format_3() {
    becomes(
        "%x = global int 5",
        Format::Llvm13,
        &[
            b"llvm",
            // The module: kind 1, 44 bytes; version 3, any byte order and
            // pointers of any size.
            &[1, 0, 0, 0, 44, 0, 0, 0],
            &[3 << 4 | 0b1100, PADDING, PADDING, PADDING],
            // Types: kind 6, 3 bytes. One, a pointer (16) to int (7).
            &[3 << 5 | 6, 0, 0, 0],
            &[1, 16, 7, PADDING],
            // Module info: kind 5, 8 bytes. A global of type 13 with initialiser,
            // which is slot 1 of the ints; no other global, no functions, no
            // libraries, no triple.
            &[5, 1, 0, 0],
            &[0x80 | 0x22, 3, 1, 0, 0, 0, 0, PADDING],
            // Constants: kind 3, 4 bytes. One int, no expression, 5.
            &[4 << 5 | 3, 0, 0, 0],
            &[1, 7, 0, 5 << 1],
            // Symbols: kind 4, 6 bytes. No types; one value of type 13, slot 1.
            &[6 << 5 | 4, 0, 0, 0],
            &[0, 1, 13, 1, 1, b'x', PADDING, PADDING],
        ],
    );
}

#[test]
fn a_global_in_format_1() {
    becomes(
        "%x = global int 5",
        Format::Llvm12,
        &[
            b"llvm",
            &[1, 0, 0, 0, 60, 0, 0, 0],
            &[1 << 4 | 0b1100, PADDING, PADDING, PADDING],
            // Types: a plane of one type, a pointer (17) to int.
            &[0x15, 0, 0, 0, 4, 0, 0, 0],
            &[1, 12, 17, 7],
            &[0x14, 0, 0, 0, 5, 0, 0, 0],
            &[0x80 | 0x42, 3, 1, 0, 0, PADDING, PADDING, PADDING],
            &[0x12, 0, 0, 0, 4, 0, 0, 0],
            &[1, 7, 0, 5 << 1],
            &[0x13, 0, 0, 0, 5, 0, 0, 0],
            &[1, 14, 1, 1, b'x', PADDING, PADDING, PADDING],
        ],
    );
}

#[test]
fn a_global_in_format_0() {
    becomes(
        "%x = global int 5",
        Format::Llvm11,
        &[
            b"llvm",
            &[1, 0, 0, 0, 60, 0, 0, 0],
            &[0b1100, PADDING, PADDING, PADDING],
            &[0x15, 0, 0, 0, 4, 0, 0, 0],
            &[1, 12, 17, 7],
            // The padding belongs to the block, and the first int has slot 0.
            &[0x14, 0, 0, 0, 8, 0, 0, 0],
            &[0x80 | 0x42, 3, 0, 0, 0, PADDING, PADDING, PADDING],
            &[0x12, 0, 0, 0, 4, 0, 0, 0],
            &[1, 7, 0, 5 << 1],
            &[0x13, 0, 0, 0, 5, 0, 0, 0],
            &[1, 14, 1, 1, b'x', PADDING, PADDING, PADDING],
        ],
    );
}

const INCREMENT: &str = "int %f(int %a) {\n %b = add int %a, 1\n ret int %b\n}";

#[test]
fn a_function_in_format_3() {
    becomes(
        INCREMENT,
        Format::Llvm13,
        &[
            b"llvm",
            &[1, 0, 0, 0, 88, 0, 0, 0],
            &[3 << 4 | 0b1100, PADDING, PADDING, PADDING],
            // Type 13 is a pointer to type 14, which is a function (13) that returns an int and
            // takes one.
            &[7 << 5 | 6, 0, 0, 0],
            &[2, 16, 14, 13, 7, 1, 7, PADDING],
            &[5, 1, 0, 0],
            &[0, 13, 0, 0, 0, PADDING, PADDING, PADDING],
            &[4 << 5 | 3, 0, 0, 0],
            &[1, 7, 0, 1 << 1],
            // The function: kind 2, 36 bytes. External.
            &[0x82, 4, 0, 0],
            &[0],
            // The compaction table is not aligned; no types, no values.
            &[1 << 5 | 8, 0, 0, 0],
            &[0, PADDING, PADDING],
            // Instructions: ints are 0, 1, the parameter and the result, with
            // the slots 0 to 3.
            &[7, 1, 0, 0],
            &[6 << 2 | 2, 7, 2, 1],
            &[1 << 2 | 1, 7, 3 << 4, 0],
            // Symbols of the function.
            &[0x24, 1, 0, 0],
            &[0, 2, 7, 2, 1, b'a', 3, 1, b'b', PADDING, PADDING, PADDING],
            &[6 << 5 | 4, 0, 0, 0],
            &[0, 1, 13, 1, 1, b'f', PADDING, PADDING],
        ],
    );
}

#[test]
fn a_function_of_llvm_1_0() {
    becomes(
        INCREMENT,
        Format::Llvm10,
        &[
            b"llvm",
            &[1, 0, 0, 0, 112, 0, 0, 0],
            &[0b1100, PADDING, PADDING, PADDING],
            &[0x15, 0, 0, 0, 8, 0, 0, 0],
            &[2, 12, 17, 15, 14, 7, 1, 7],
            &[0x14, 0, 0, 0, 4, 0, 0, 0],
            &[0, 14, 0, PADDING],
            // The module has no constants.
            &[0x12, 0, 0, 0, 0, 0, 0, 0],
            &[0x11, 0, 0, 0, 48, 0, 0, 0],
            &[0],
            // The constants of the function. Its parameter has slot 0, the constant slot 1.
            &[0x12, 0, 0, 0, 4, 0, 0, 0],
            &[1, 7, 0, 1 << 1, PADDING, PADDING, PADDING],
            // Its only basic block.
            &[0x31, 0, 0, 0, 8, 0, 0, 0],
            &[6 << 2 | 2, 7, 0, 1],
            &[1 << 2 | 1, 7, 2 << 4, 0],
            &[0x13, 0, 0, 0, 8, 0, 0, 0],
            &[2, 7, 0, 1, b'a', 2, 1, b'b'],
            &[0x13, 0, 0, 0, 5, 0, 0, 0],
            &[1, 14, 1, 1, b'f', PADDING, PADDING, PADDING],
        ],
    );
}

#[test]
fn a_declaration_ends_after_its_linkage() {
    becomes(
        "declare void %f()",
        Format::Llvm13Pre,
        &[
            b"llvm",
            &[1, 0, 0, 0, 60, 0, 0, 0],
            &[2 << 4 | 0b1100, PADDING, PADDING, PADDING],
            &[0x15, 0, 0, 0, 6, 0, 0, 0],
            &[2, 16, 14, 13, 0, 0, PADDING, PADDING],
            &[0x14, 0, 0, 0, 3, 0, 0, 0],
            &[0, 13, 0, PADDING],
            &[0x11, 0, 0, 0, 1, 0, 0, 0],
            &[0, PADDING, PADDING, PADDING],
            &[0x13, 0, 0, 0, 6, 0, 0, 0],
            &[0, 1, 13, 1, 1, b'f', PADDING, PADDING],
        ],
    );
}

/// Checks that writing a text in a format fails with a message.
#[track_caller]
fn refused(source: &str, format: Format, message: &str) {
    let module = text::parse(source).unwrap();
    let error = write(&module, &WriteOptions::new(format)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::CannotWrite, "{error}");
    assert!(error.message().contains(message), "{error}");
}

#[test]
fn modules_that_a_format_cannot_express_are_refused() {
    let select = "int %f(bool %c) {\n %r = select bool %c, int 1, int 2\n ret int %r\n}";
    refused(
        select,
        Format::Llvm11,
        "`select` does not exist in format 0",
    );
    let triple = "target triple = \"x86\"\n%x = global int 5";
    refused(triple, Format::Llvm13Pre, "target triple");
    let libraries = "deplibs = [ \"c\" ]\n%x = global int 5";
    refused(libraries, Format::Llvm12, "libraries");
    let field = "int* %f({ int }* %p) {\n \
                 %r = getelementptr { int }* %p, long 0, uint 0\n ret int* %r\n}";
    refused(
        field,
        Format::Llvm12,
        "has type uint, but in format 1 it must be ubyte",
    );
    let element = "int* %f(int* %p, int %i) {\n \
                   %r = getelementptr int* %p, int %i\n ret int* %r\n}";
    refused(
        element,
        Format::Llvm11,
        "has type int, but in format 0 it must be long",
    );
}

fn random(seed: u64, format: Format) -> Module {
    generate(&Generate {
        seed,
        format,
        plain_names: true,
    })
}

#[test]
fn modules_of_old_formats_can_be_upgraded() {
    for seed in 0..300 {
        let mut module = random(seed, Format::Llvm12);
        adapt_indices(&mut module, Format::Llvm13);
        verify(&module, &verify::Options::default()).unwrap();
        let bytes = write(&module, &WriteOptions::new(Format::Llvm13)).unwrap();
        assert!(
            read(&bytes, &ReadOptions::default()).unwrap() == module,
            "seed {seed}"
        );
    }
}

#[test]
fn modules_of_new_formats_can_mostly_be_made_old_ones() {
    let mut written = 0;
    for seed in 0..300 {
        let mut module = random(seed, Format::Llvm13);
        module.target.triple.clear();
        module.target.libraries.clear();
        let original = module.clone();
        adapt_indices(&mut module, Format::Llvm12);
        verify(&module, &verify::Options::default()).unwrap();
        match write(&module, &WriteOptions::new(Format::Llvm12)) {
            Ok(bytes) => {
                assert!(
                    read(&bytes, &ReadOptions::default()).unwrap() == module,
                    "seed {seed}"
                );
                written += 1;
            }
            // An instruction computes an index in a type that the format does not allow.
            Err(error) => assert_eq!(error.kind(), ErrorKind::CannotWrite, "{error}"),
        }
        adapt_indices(&mut module, Format::Llvm13);
        verify(&module, &verify::Options::default()).unwrap();
        assert_eq!(module.functions.len(), original.functions.len());
    }
    assert!(written > 100, "{written} of 300");
}
