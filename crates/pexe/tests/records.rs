//! Tests the notation of records with examples, and that it represents any bytes.

use pinnacle_pexe::text::records::{assemble, print};
use pinnacle_testing::generate::{Size, generate};
use pinnacle_testing::mutate::{Mutation, Original};
use pinnacle_testing::random::{Choices, Seeded};

/// Returns the text of a file.
fn printed(bytes: &[u8]) -> String {
    let mut text = Vec::new();
    print(bytes, &mut text).expect("memory can be written to");
    String::from_utf8(text).expect("the notation is text")
}

/// Returns the file of a text.
#[track_caller]
fn assembled(text: &str) -> Vec<u8> {
    match assemble(text.as_bytes()) {
        Ok(bytes) => bytes,
        Err(errors) => panic!("{errors}\n{}", errors.first().place().picture()),
    }
}

/// Returns the errors of a text, as `CODE line:column`.
fn errors(text: &str) -> Vec<String> {
    let Err(errors) = assemble(text.as_bytes()) else {
        return Vec::new();
    };
    let describe = |error: &pinnacle_pexe::text::SyntaxError| {
        let place = error.place();
        format!("{} {}:{}", error.code(), place.line, place.column)
    };
    errors.iter().map(describe).collect()
}

/// Asserts that assembling and printing a text gives the same text.
#[track_caller]
fn stays(text: &str) {
    assert_eq!(printed(&assembled(text)), text);
}

#[test]
fn blocks_records_and_definitions() {
    stays(
        "\
block 8 width 3 {
  3: <1, 1>
  define <8, fixed(5), vbr(6), char6>
  4: <8, 31, 1000000, 97>
  define <array(fixed(8))>
  5: <3, 2, 1>
  block 0 width 2 {
    3: <1, 17>
    define <7, vbr(8)>
  }
  block 17 width 3 {
    4: <7, 32>
  }
}
",
    );
}

#[test]
fn the_usual_header_goes_without_saying() {
    let bytes = assembled("block 8 width 2 { 3: <1, 1> }");
    assert!(bytes.starts_with(b"PEXE\x01\x00\x08\x00\x11\x00\x04\x00\x02\x00\x00\x00\x21"));
    stays("header 50 45 58 45 00 00 00 00;\nblock 8 width 2 {\n}\n");
    stays("header;\nblock 8 width 2 {\n}\n");
}

#[test]
fn wrong_lengths_and_missing_ends() {
    stays("block 8 width 2 {\n  3: <1, 1>\n} length 99\n");
    stays(
        "block 8 width 2 {\n  3: <1, 1>\n  block 17 width 2 {\n    bytes 00;\n  } cut length 5\n} cut length 7\n",
    );
}

#[test]
fn unusual_bits_of_usual_items() {
    // The operand 1 takes two chunks in place of one.
    let text = "block 8 width 2 {\n  3: <1, 1> as 0x18107:26;\n}\n";
    let bytes = assembled(text);
    assert_eq!(bytes.len() % 4, 0);
    let text = printed(&bytes);
    assert_eq!(assembled(&text), bytes, "{text}");
    // Padding that is not zero.
    stays("block 8 width 2 {\n  3: <1, 1>\n} as 0x100:12;\n");
}

#[test]
fn definitions_that_make_no_sense() {
    stays(
        "block 8 width 2 {\n  define <>\n  define <fixed(33), array>\n  define <array, 1, 2>\n}\n",
    );
}

#[test]
fn unreadable_records_are_raw() {
    stays("header;\nbytes 00 01 02 ff;\n");
    // The bytes after the module are not a block.
    stays("block 8 width 2 {\n}\nbytes 50 4b 03 04 05;\n");
    // Abbreviation 7 with three bits is not defined. The length word of its block determines where
    // reading continues.
    stays(
        "\
block 8 width 2 {
  block 17 width 3 {
    bytes ff ff ff ff;
  } cut
  3: <1, 1>
}
",
    );
    assert_eq!(printed(b""), "header;\n");
    assert_eq!(printed(b"PEXE"), "header;\nbytes 50 45 58 45;\n");
}

#[test]
fn errors_have_lines_and_columns() {
    assert_eq!(errors("block 8 width 2 {\n  3: <1, 1\n}"), ["T0101 3:1"]);
    assert_eq!(errors("blok 8"), ["T0101 1:1"]);
    assert_eq!(errors("block 8 width 2 {\n"), ["T0102 2:1"]);
    assert_eq!(errors("}"), ["T0101 1:1"]);
    assert_eq!(errors("bits 0x10:4;"), ["T0103 1:6"]);
    assert_eq!(errors("bytes 1;"), ["T0101 1:7"]);
    assert_eq!(
        errors("block 8 width 2 {\n 4: <1>\n 5: <1>\n}"),
        ["T0401 2:2", "T0401 3:2"]
    );
    let narrow = "block 8 width 3 {\n define <1, fixed(2)>\n 4: <1, 4>\n}";
    assert_eq!(errors(narrow), ["T0401 3:2"]);
    let deep = "block 8 width 2 {".repeat(70);
    assert_eq!(errors(&deep).first().unwrap(), "T0401 1:1089");
}

/// The printed form of any bytes assembles to the same bytes.
#[test]
fn any_bytes_come_back() {
    let mut random = Seeded::new(1);
    for _ in 0..3000 {
        let len = random.index(200);
        let mut bytes: Vec<u8> = (0..len).map(|_| random.index(256) as u8).collect();
        if random.index(2) == 0 {
            // Some inputs begin like a file.
            bytes.splice(0..0, assembled("block 8 width 3 { } cut"));
        }
        let text = printed(&bytes);
        assert_eq!(assembled(&text), bytes, "{text}");
    }
}

/// Tests generated modules, unchanged and with damage that files may have.
#[test]
fn modules_and_damaged_modules_come_back() {
    for seed in 0..60 {
        let mut choices = Seeded::new(seed);
        let bytes = generate(&mut choices, Size::default()).to_pexe();
        assert_eq!(assembled(&printed(&bytes)), bytes);
        let original = Original::new(bytes);
        for mutation in Mutation::ALL {
            let damaged = original.mutate(mutation, &mut choices);
            let text = printed(&damaged);
            assert!(assembled(&text) == damaged, "seed {seed}, {mutation:?}");
        }
    }
}
