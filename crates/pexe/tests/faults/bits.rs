//! Cases in the header, and bits that are neither blocks nor records.

use pinnacle_bitstream::BitBuffer;
use pinnacle_pexe::verify::{Options, verify};
use pinnacle_testing::records::HEADER;

/// A file that violates a rule below the level of records.
pub(crate) struct BitsCase {
    pub(crate) rule: &'static str,
    pub(crate) code: &'static str,
    pub(crate) name: &'static str,
    /// The expected position of the error, in bits.
    position: u64,
    bytes: fn() -> Vec<u8>,
}

impl BitsCase {
    /// Returns the file with the fault.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        (self.bytes)()
    }

    pub(crate) fn check(&self) -> Result<(), String> {
        let report = verify(&(self.bytes)(), &Options::default());
        let found: Vec<_> = report
            .errors
            .iter()
            .map(|error| (error.code(), error.position().0))
            .collect();
        if found == [(self.code, self.position)] {
            return Ok(());
        }
        Err(format!("{:#?}", report.errors))
    }
}

const fn case(
    rule: &'static str,
    code: &'static str,
    name: &'static str,
    position: u64,
    bytes: fn() -> Vec<u8>,
) -> BitsCase {
    BitsCase {
        rule,
        code,
        name,
        position,
        bytes,
    }
}

/// Start of the first block.
const START: u64 = 16 * 8;
const INSIDE: u64 = 24 * 8;

pub(crate) const CASES: &[BitsCase] = &[
    case(
        "bits.end",
        "B0001",
        "in the start of a block",
        18 * 8,
        || block(8, 3)[..18].to_vec(),
    ),
    case(
        "bits.end",
        "B0001",
        "before the end of the module",
        INSIDE,
        || {
            let mut bytes = module(|_| {});
            bytes.truncate(24);
            bytes
        },
    ),
    case(
        "bits.numbers",
        "B0002",
        "an operand of 66 bits",
        INSIDE + 15,
        || {
            module(|bits| {
                bits.fixed(3, 3);
                bits.vbr(1, 6);
                bits.vbr(1, 6);
                (0..14).for_each(|_| bits.fixed(63, 6));
                bits.fixed(1, 6);
            })
        },
    ),
    case(
        "bits.abbreviation-index",
        "B0003",
        "none is defined",
        INSIDE,
        || module(|bits| bits.fixed(5, 3)),
    ),
    case(
        "bits.abbreviation-shape",
        "B0004",
        "no operands",
        INSIDE,
        || {
            module(|bits| {
                bits.fixed(2, 3);
                bits.vbr(0, 5);
            })
        },
    ),
    case(
        "bits.abbreviation-shape",
        "B0004",
        "an array at the end",
        INSIDE,
        || {
            module(|bits| {
                bits.fixed(2, 3);
                bits.vbr(2, 5);
                bits.fixed(1, 1);
                bits.vbr(1, 8);
                bits.fixed(0, 1);
                bits.fixed(3, 3);
            })
        },
    ),
    case(
        "bits.abbreviation-shape",
        "B0004",
        "an array of arrays",
        INSIDE,
        || {
            module(|bits| {
                bits.fixed(2, 3);
                bits.vbr(2, 5);
                (0..2).for_each(|_| {
                    bits.fixed(0, 1);
                    bits.fixed(3, 3);
                });
            })
        },
    ),
    case("bits.abbreviation-shape", "B0004", "a blob", INSIDE, || {
        module(|bits| {
            bits.fixed(2, 3);
            bits.vbr(1, 5);
            bits.fixed(0, 1);
            bits.fixed(5, 3);
        })
    }),
    case(
        "bits.abbreviation-shape",
        "B0004",
        "encoding 0",
        INSIDE,
        || {
            module(|bits| {
                bits.fixed(2, 3);
                bits.vbr(1, 5);
                bits.fixed(0, 1);
                bits.fixed(0, 3);
            })
        },
    ),
    case(
        "bits.abbreviation-shape",
        "B0004",
        "fixed of 33 bits",
        INSIDE,
        || module(|bits| define(bits, 1, 33)),
    ),
    case(
        "bits.abbreviation-shape",
        "B0004",
        "vbr of 33 bits",
        INSIDE,
        || module(|bits| define(bits, 2, 33)),
    ),
    case(
        "bits.record-code",
        "B0005",
        "an empty array",
        INSIDE + 16,
        || {
            module(|bits| {
                bits.fixed(2, 3);
                bits.vbr(2, 5);
                bits.fixed(0, 1);
                bits.fixed(3, 3);
                bits.fixed(0, 1);
                bits.fixed(4, 3);
                bits.fixed(4, 3);
                bits.vbr(0, 6);
            })
        },
    ),
    case(
        "bits.operand-count",
        "B0006",
        "a million operands",
        INSIDE,
        || {
            module(|bits| {
                bits.fixed(3, 3);
                bits.vbr(1, 6);
                bits.vbr(1_000_000, 6);
            })
        },
    ),
    case("bits.index-width", "B0007", "width 0", START, || {
        block(8, 0)
    }),
    case("bits.index-width", "B0007", "width 1", START, || {
        block(8, 1)
    }),
    case("bits.index-width", "B0007", "width 17", START, || {
        block(8, 17)
    }),
    case("bits.block-kind", "B0008", "of 33 bits", START, || {
        block(1 << 32, 3)
    }),
    case("bits.block-length", "B0009", "too short", START, || {
        length(module(version), 0)
    }),
    case("bits.block-length", "B0009", "too long", START, || {
        length(module(version), 9)
    }),
    case(
        "bits.abbreviations-block",
        "B0011",
        "a name of a block",
        INSIDE + 64,
        || {
            abbreviations(|bits| {
                bits.fixed(3, 3);
                bits.vbr(2, 6);
                bits.vbr(1, 6);
                bits.vbr(97, 6);
            })
        },
    ),
    case(
        "bits.abbreviations-block",
        "B0011",
        "an abbreviation for nothing",
        INSIDE + 64,
        || abbreviations(|bits| define(bits, 1, 3)),
    ),
    case(
        "bits.abbreviations-block",
        "B0011",
        "two kinds at once",
        INSIDE + 64,
        || {
            abbreviations(|bits| {
                bits.fixed(3, 3);
                bits.vbr(1, 6);
                bits.vbr(2, 6);
                bits.vbr(12, 6);
                bits.vbr(11, 6);
            })
        },
    ),
    case("bits.outside", "B0012", "a record", START, || {
        file(|bits| bits.fixed(3, 2))
    }),
    case("bits.outside", "B0012", "zeros", START, || {
        file(|bits| bits.fixed(0, 32))
    }),
    case("module.version-first", "P0207", "no module", START, || {
        HEADER.to_vec()
    }),
    case(
        "module.blocks",
        "P0201",
        "no module but types",
        START,
        || block(17, 3),
    ),
    case("header.magic", "P0101", "an empty file", 0, Vec::new),
    case("header.magic", "P0101", "another file", 0, || {
        b"MZ\x90\0....".to_vec()
    }),
    case("header.size", "P0102", "the magic alone", 4 * 8, || {
        b"PEXE".to_vec()
    }),
    case("header.size", "P0102", "no fields", 4 * 8, || {
        with_header(&[0, 0, 0, 0])
    }),
    case(
        "header.size",
        "P0102",
        "more fields than bytes",
        16 * 8,
        || with_header(&[2, 0, 8, 0, 17, 0, 4, 0, 2, 0, 0, 0]),
    ),
    case(
        "header.size",
        "P0102",
        "more bytes than fields",
        16 * 8,
        || with_header(&[1, 0, 12, 0, 17, 0, 4, 0, 2, 0, 0, 0, 0, 0, 0, 0]),
    ),
    case(
        "header.size",
        "P0102",
        "bytes that are no words",
        6 * 8,
        || with_header(&[1, 0, 9, 0, 17, 0, 4, 0, 2, 0, 0, 0]),
    ),
    case(
        "header.fields",
        "P0103",
        "the version twice",
        16 * 8,
        || {
            with_header(&[
                2, 0, 16, 0, 17, 0, 4, 0, 2, 0, 0, 0, 17, 0, 4, 0, 2, 0, 0, 0,
            ])
        },
    ),
    case("header.fields", "P0103", "aligned records", 16 * 8, || {
        with_header(&[2, 0, 12, 0, 17, 0, 4, 0, 2, 0, 0, 0, 34, 0, 0, 0])
    }),
    case("header.fields", "P0103", "an unknown field", 8 * 8, || {
        with_header(&[1, 0, 8, 0, 0x31, 0, 4, 0, 2, 0, 0, 0])
    }),
    case(
        "header.fields",
        "P0103",
        "a version of another type",
        8 * 8,
        || with_header(&[1, 0, 8, 0, 16, 0, 4, 0, 2, 0, 0, 0]),
    ),
    case(
        "header.fields",
        "P0103",
        "a version of three bytes",
        8 * 8,
        || with_header(&[1, 0, 8, 0, 17, 0, 3, 0, 2, 0, 0, 0]),
    ),
    case("header.version", "P0104", "1", 8 * 8, || {
        with_header(&[1, 0, 8, 0, 17, 0, 4, 0, 1, 0, 0, 0])
    }),
    case("header.version", "P0104", "3", 8 * 8, || {
        with_header(&[1, 0, 8, 0, 17, 0, 4, 0, 3, 0, 0, 0])
    }),
    case("header.version", "P0104", "2 + 2**24", 8 * 8, || {
        with_header(&[1, 0, 8, 0, 17, 0, 4, 0, 2, 0, 0, 1])
    }),
    case("header.not-bitcode", "P0105", "plain", 0, || {
        b"BC\xc0\xde....".to_vec()
    }),
    case("header.not-bitcode", "P0105", "in a wrapper", 0, || {
        b"\xde\xc0\x17\x0b....".to_vec()
    }),
    case("header.not-bytecode", "P0106", "plain", 0, || {
        b"llvm....".to_vec()
    }),
    case("header.not-bytecode", "P0106", "compressed", 0, || {
        b"llvc....".to_vec()
    }),
];

/// Returns a file with these bits.
fn file(write: impl FnOnce(&mut BitBuffer)) -> Vec<u8> {
    let mut bits = BitBuffer::new();
    bits.bytes(&HEADER);
    write(&mut bits);
    bits.align_to_word();
    bits.finish()
}

fn with_header(rest: &[u8]) -> Vec<u8> {
    let mut bytes = b"PEXE".to_vec();
    bytes.extend_from_slice(rest);
    bytes
}

/// Returns a file with the start of a block.
fn block(kind: u64, width: u64) -> Vec<u8> {
    file(|bits| {
        enter(bits, 2, kind, width);
        bits.align_to_word();
    })
}

/// Writes the start of a block without its length. Returns the position of the length word.
fn enter(bits: &mut BitBuffer, outer: u32, kind: u64, width: u64) -> u64 {
    bits.fixed(1, outer);
    bits.vbr(kind, 8);
    bits.vbr(width, 4);
    bits.align_to_word();
    let at = bits.position();
    bits.fixed(0, 32);
    at
}

fn exit(bits: &mut BitBuffer, length: u64) {
    bits.fixed(0, 3);
    bits.align_to_word();
    let words = (bits.position() - length) / 32 - 1;
    bits.replace_word(length, words as u32);
}

/// Returns a file with a module with these contents, whose abbreviation indices have three bits.
fn module(contents: impl FnOnce(&mut BitBuffer)) -> Vec<u8> {
    file(|bits| {
        let length = enter(bits, 2, 8, 3);
        contents(bits);
        exit(bits, length);
    })
}

/// Does the same for the contents of an abbreviations block.
fn abbreviations(contents: impl FnOnce(&mut BitBuffer)) -> Vec<u8> {
    module(|bits| {
        let length = enter(bits, 3, 0, 3);
        contents(bits);
        exit(bits, length);
    })
}

/// Writes the definition of an abbreviation with one operand.
fn define(bits: &mut BitBuffer, encoding: u64, width: u64) {
    bits.fixed(2, 3);
    bits.vbr(1, 5);
    bits.fixed(0, 1);
    bits.fixed(encoding, 3);
    bits.vbr(width, 5);
}

/// Writes a version record.
fn version(bits: &mut BitBuffer) {
    bits.fixed(3, 3);
    [1, 1, 1].into_iter().for_each(|number| bits.vbr(number, 6));
}

/// Sets the length word of the module to a wrong value.
fn length(mut bytes: Vec<u8>, words: u8) -> Vec<u8> {
    bytes[20] = words;
    bytes
}
