//! The table of all targets.

use crate::{cache, engines, finalize, irt, pages, pepper, small, states, translate};
use pinnacle_bytecode::Format;
use pinnacle_bytecode::write::{WriteOptions, write};
use pinnacle_pexe::text::print::{Form, Options, print};
use pinnacle_pexe::text::records::print as print_records;
use pinnacle_testing::bytecode as old;
use pinnacle_testing::fuzz::readers;
use pinnacle_testing::garble::garble;
use pinnacle_testing::mutate::{Mutation, Original};
use pinnacle_testing::random::{Choices, Seeded};
use pinnacle_testing::{fuzz, squeeze};
use pinnacle_testing_engines::fuzz as engine_fuzz;

/// The kind of files from which inputs are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seeds {
    /// Programs: `.pexe`, and `.pnasm`, which is assembled.
    Programs,
    /// LLVM bitcode of any release: `.bc`.
    Bitcode,
    /// LLVM 1.x bytecode: `.bytecode`.
    Bytecode,
    /// Assembly of LLVM, 1.x and later: `.ll`.
    OldAssembly,
    /// Manifests, pages, scripts, messages: `.nmf`, `.html`, `.script`, `.json`.
    Pages,
    /// No files: inputs are any bytes.
    None,
}

impl Seeds {
    /// Returns true if files with this extension are seeds of this kind.
    pub fn take(self, extension: &str) -> bool {
        let endings: &[&str] = match self {
            Seeds::Programs => &["pexe", "pnasm"],
            Seeds::Bitcode => &["bc"],
            Seeds::Bytecode => &["bytecode"],
            Seeds::OldAssembly => &["ll"],
            Seeds::Pages => &["nmf", "html", "script", "json"],
            Seeds::None => &[],
        };
        endings.contains(&extension)
    }
}

/// A fuzz target.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name.
    pub name: &'static str,
    /// The kind of files from which its inputs are made.
    pub seeds: Seeds,
    /// Makes an input by damaging a seed.
    pub damage: fn(&Original, &mut Seeded) -> Vec<u8>,
    /// The function that is run on each input.
    pub body: fn(&[u8]),
    /// Total size in bytes of the variants that are run for each generated input, see
    /// [`Target::variants`].
    pub near: usize,
    /// The folders and files of the repository that the target covers. Coverage is reported for
    /// these.
    pub code: &'static [&'static str],
}

/// Total size in bytes of the variants of an input that readers get before the next input is made.
/// Making one takes as long as reading some tens of kilobytes.
const NEAR: usize = 1 << 17;

impl Target {
    /// Number of variants to run for an input of this length. It is chosen so that short and long
    /// inputs get the same time.
    pub fn variants(&self, len: usize) -> usize {
        self.near / len.max(64)
    }

    /// A target that only reads, and gets many variants of each generated input.
    const fn reader(self) -> Target {
        Target { near: NEAR, ..self }
    }
}

const fn target(
    name: &'static str,
    seeds: Seeds,
    damage: fn(&Original, &mut Seeded) -> Vec<u8>,
    body: fn(&[u8]),
    code: &'static [&'static str],
) -> Target {
    Target {
        name,
        seeds,
        damage,
        body,
        near: 0,
        code,
    }
}

const CONTAINER: &[&str] = &["crates/bitstream/src/"];
const DECODE: &[&str] = &["crates/pexe/src/construct/", "crates/pexe/src/decode/"];
const TEXT: &[&str] = &[
    "crates/pexe/src/text/parse/",
    "crates/pexe/src/text/print/",
    "crates/pexe/src/text/scan.rs",
];
const NOTATION: &[&str] = &["crates/pexe/src/text/records/"];
const COMPRESS: &[&str] = &["crates/pexe/src/compress/"];
const BITCODE: &[&str] = &["crates/llvm/src/bitcode/"];
const IR_TEXT: &[&str] = &["crates/llvm/src/parse/"];
const FINALIZE: &[&str] = &["crates/legalize/src/"];
const BYTECODE: &[&str] = &["crates/bytecode/src/"];
const TRANSLATE: &[&str] = &["crates/wasm/src/"];
const INTERPRETER: &[&str] = &["crates/runtime/src/interp/"];
const ENGINES: &[&str] = &["crates/runtime/src/compiled/", "crates/wasm/src/"];

/// Every target.
pub const ALL: &[Target] = &[
    target(
        "read-container",
        Seeds::Programs,
        file,
        readers::container,
        CONTAINER,
    )
    .reader(),
    target(
        "read-program",
        Seeds::Programs,
        file,
        readers::program,
        DECODE,
    )
    .reader(),
    target(
        "read-bitcode",
        Seeds::Bitcode,
        file,
        readers::bitcode,
        BITCODE,
    )
    .reader(),
    target(
        "read-bytecode",
        Seeds::Bytecode,
        bytecode_file,
        readers::bytecode,
        BYTECODE,
    )
    .reader(),
    target(
        "read-assembly",
        Seeds::Programs,
        assembly,
        readers::assembly,
        TEXT,
    )
    .reader(),
    target(
        "read-notation",
        Seeds::Programs,
        noted,
        readers::records,
        NOTATION,
    )
    .reader(),
    target(
        "container",
        Seeds::Programs,
        file,
        fuzz::container,
        CONTAINER,
    ),
    target("module", Seeds::Programs, file, engine_fuzz::module, DECODE),
    target("verify", Seeds::Programs, file, fuzz::verified, DECODE),
    target("print", Seeds::Programs, file, fuzz::reassembled, TEXT),
    target("records", Seeds::Programs, file, notation, NOTATION),
    target("notation", Seeds::Programs, noted, notation, NOTATION),
    target("record-choices", Seeds::None, choices, notation, NOTATION),
    target("assembly", Seeds::Programs, assembly, text, TEXT),
    target("listing", Seeds::Programs, listing, text, TEXT),
    target("choices", Seeds::None, choices, text, TEXT),
    target(
        "compress0",
        Seeds::Programs,
        file,
        |bytes| {
            drop(squeeze::compress_and_check(bytes, 0));
        },
        COMPRESS,
    ),
    target(
        "compress4",
        Seeds::Programs,
        file,
        |bytes| {
            drop(squeeze::compress_and_check(bytes, 4));
        },
        COMPRESS,
    ),
    target(
        "compressed",
        Seeds::None,
        bytes,
        small::compressed,
        COMPRESS,
    ),
    target(
        "bitcode",
        Seeds::Bitcode,
        file,
        fuzz::bitcode::read_anything,
        BITCODE,
    ),
    target(
        "ir-text",
        Seeds::OldAssembly,
        garbled,
        fuzz::ir_text::parse_anything,
        IR_TEXT,
    ),
    target(
        "finalize",
        Seeds::Bitcode,
        file,
        finalize::damaged,
        FINALIZE,
    ),
    target("modules", Seeds::None, bytes, finalize::generated, FINALIZE),
    target(
        "old-modules",
        Seeds::None,
        bytes,
        finalize::upgraded,
        &["crates/bytecode/src/upgrade/"],
    ),
    target(
        "bytecode",
        Seeds::Bytecode,
        file,
        fuzz::bytecode::read_anything,
        BYTECODE,
    ),
    target(
        "bytecode-text",
        Seeds::OldAssembly,
        garbled,
        fuzz::bytecode::parse_anything,
        BYTECODE,
    ),
    target(
        "translated",
        Seeds::Programs,
        file,
        engine_fuzz::translated,
        TRANSLATE,
    ),
    target(
        "translate",
        Seeds::Programs,
        file,
        translate::damaged,
        TRANSLATE,
    ),
    target(
        "translations",
        Seeds::None,
        bytes,
        translate::generated,
        TRANSLATE,
    ),
    target(
        "generated",
        Seeds::None,
        bytes,
        |bytes| {
            drop(engine_fuzz::generated(bytes));
        },
        INTERPRETER,
    ),
    target("engines", Seeds::None, bytes, engine_fuzz::engines, ENGINES),
    target(
        "small-engines",
        Seeds::None,
        bytes,
        engine_fuzz::small_engines,
        ENGINES,
    ),
    target("limits", Seeds::Programs, file, engines::damaged, ENGINES),
    target(
        "irt",
        Seeds::None,
        bytes,
        irt::calls,
        &["crates/system/src/"],
    ),
    target(
        "pepper",
        Seeds::None,
        bytes,
        pepper::calls,
        &["crates/pepper/src/"],
    ),
    target(
        "states",
        Seeds::None,
        bytes,
        states::restored,
        &[
            "crates/pepper/src/device/gl/steps.rs",
            "crates/pepper/src/kernel/saved.rs",
            "crates/system/src/state.rs",
        ],
    ),
    target(
        "pages",
        Seeds::Pages,
        garbled,
        pages::texts,
        &[
            "crates/headless/src/script/",
            "crates/page/src/data_url.rs",
            "crates/page/src/html.rs",
            "crates/page/src/manifest.rs",
        ],
    ),
    target(
        "cache",
        Seeds::None,
        bytes,
        cache::steps,
        &["crates/runtime/src/cache/"],
    ),
];

fn text(bytes: &[u8]) {
    fuzz::text(bytes);
}

fn notation(bytes: &[u8]) {
    fuzz::records(bytes);
}

fn file(original: &Original, choices: &mut Seeded) -> Vec<u8> {
    let mutation = *choices.pick(&Mutation::ALL);
    let damaged = original.mutate(mutation, choices);
    if choices.one_in(3) {
        let mutation = *choices.pick(&Mutation::ALL);
        return Original::new(damaged).mutate(mutation, choices);
    }
    damaged
}

/// Makes an input from a file of LLVM 1.x or a generated module, by damage.
fn bytecode_file(original: &Original, choices: &mut Seeded) -> Vec<u8> {
    if choices.one_in(4) {
        let format = *choices.pick(&Format::ALL);
        let module = old::generate(&old::Options {
            seed: choices.next(),
            format,
            plain_names: choices.one_in(2),
        });
        let options = WriteOptions {
            format,
            jobs: 1,
            keep_layout: false,
            compressed: format.features().compressed && choices.one_in(2),
        };
        if let Ok(bytes) = write(&module, &options) {
            return bytes;
        }
    }
    file(original, choices)
}

fn bytes(_: &Original, choices: &mut Seeded) -> Vec<u8> {
    let count = 100 + choices.index(1500);
    (0..count).map(|_| choices.below(256) as u8).collect()
}

fn choices(original: &Original, choices: &mut Seeded) -> Vec<u8> {
    let mut bytes = bytes(original, choices);
    bytes.insert(0, fuzz::CHOICES);
    bytes
}

fn assembly(original: &Original, choices: &mut Seeded) -> Vec<u8> {
    damaged_text(original, Form::Assembly, choices)
}

fn listing(original: &Original, choices: &mut Seeded) -> Vec<u8> {
    damaged_text(original, Form::Listing, choices)
}

fn damaged_text(original: &Original, form: Form, choices: &mut Seeded) -> Vec<u8> {
    let options = Options {
        form,
        jobs: 1,
        ..Options::default()
    };
    let mut text = Vec::new();
    print(original.bytes(), &[], &options, &mut text).expect("memory can be written to");
    garble(&text, choices)
}

fn noted(original: &Original, choices: &mut Seeded) -> Vec<u8> {
    let mut text = Vec::new();
    print_records(original.bytes(), &mut text).expect("memory can be written to");
    garble(&text, choices)
}

fn garbled(original: &Original, choices: &mut Seeded) -> Vec<u8> {
    garble(original.bytes(), choices)
}
