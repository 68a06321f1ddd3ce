//! Tests the printer with invalid files, and with records that their text does not represent
//! exactly.

use pinnacle_pexe::limits::MAX_ERRORS;
use pinnacle_pexe::text::print::{Form, Options, print};
use pinnacle_pexe::text::{parse, records};
use pinnacle_pexe::verify::{self, verify};

/// Returns the text of a file with its errors.
fn printed(bytes: &[u8], form: Form, jobs: usize) -> String {
    let options = Options {
        form,
        jobs,
        ..Options::default()
    };
    let errors = verify(bytes, &verify::Options::default()).errors;
    let mut text = Vec::new();
    print(bytes, &errors, &options, &mut text).expect("memory can be written to");
    String::from_utf8(text).expect("nothing in the file is not text")
}

#[test]
fn a_body_that_ends_too_early_is_the_same_on_several_threads() {
    let file = "\
block 8 width 3 {
  3: <1, 1>
  block 17 width 2 {
    3: <1, 2>
    3: <2>
    3: <21, 0, 0>
  }
  3: <8, 1, 0, 0, 0>
  block 12 width 2 {
    3: <1, 1>
    3: <10>
  } length 0
}
";
    let bytes = records::assemble(file.as_bytes()).expect("the text is right");
    for form in [Form::Assembly, Form::Listing, Form::Records] {
        let text = printed(&bytes, form, 1);
        assert_eq!(text, printed(&bytes, form, 2));
        assert_eq!(text.matches("error: B0009").count(), 1, "{text}");
    }
}

#[test]
fn assembly_says_if_padding_is_lost() {
    for (head, end) in [
        ("block 8 width 3 as 0x100c21:32; {", "}"),
        ("block 8 width 3 {", "} as 0x8:11;"),
    ] {
        let text = format!("{head} 3: <1, 1> {end}");
        let bytes = records::assemble(text.as_bytes()).unwrap_or_else(|errors| panic!("{errors}"));
        let text = printed(&bytes, Form::Assembly, 1);
        let first = text.lines().next().unwrap_or_default();
        assert_eq!(
            first,
            "// 1 padding of a block of this file is not zero, which this text does not show"
        );
    }
    let usual = parse::assemble(b"module { version 1; }").expect("the text is right");
    assert!(!printed(&usual.bytes, Form::Assembly, 1).contains("padding"));
}

#[test]
fn however_long_a_file_all_its_errors_have_assembly() {
    let wrong = "record <77, 1>;\n".repeat(150_000);
    let text = format!("module {{\nversion 1;\n{wrong}}}");
    let bytes = parse::assemble(text.as_bytes()).expect("the text is right");
    let report = verify(&bytes.bytes, &verify::Options::default());
    assert_eq!(report.errors.len(), MAX_ERRORS);
    for error in &report.errors {
        let shown = error.text().expect("the error is about a record");
        assert_eq!(shown, "record <77, 1>;");
    }
}

#[test]
fn a_listing_shows_operands_that_take_no_bits_as_the_number_0() {
    let text = "module { version 1;
        abbreviations { constants:
            @a0 = abbrev <4, fixed(0), array(fixed(0))>;
            @a1 = abbrev <4, array(vbr(0))>;
        }
    }";
    let bytes = parse::assemble(text.as_bytes())
        .expect("the text is right")
        .bytes;
    let listing = printed(&bytes, Form::Listing, 1);
    for row in [
        "<65533, 4, 1, 4, 1, 0,|      @a0 = abbrev <4, 0, array(0)>;",
        "<65533, 3, 1, 4, 0, 3,|      @a1 = abbrev <4, array(0)>;",
    ] {
        assert!(listing.contains(row), "{listing}");
    }
    let assembly = printed(&bytes, Form::Assembly, 1);
    assert!(
        assembly.contains("<4, fixed(0), array(fixed(0))>"),
        "{assembly}"
    );
    assert!(assembly.contains("<4, array(vbr(0))>"), "{assembly}");
    let again = parse::assemble(assembly.as_bytes()).expect("the text is right");
    assert_eq!(again.bytes, bytes);
}

/// A record may contain the selector -2147483648 as 2147483648.
#[test]
fn a_selector_with_higher_bits_comes_back_with_them() {
    let file = "\
block 8 width 3 {
  3: <1, 1>
  block 17 width 2 {
    3: <1, 3>
    3: <7, 32>
    3: <2>
    3: <21, 0, 1, 0>
  }
  3: <8, 2, 0, 0, 0>
  block 12 width 2 {
    3: <1, 2>
    3: <12, 0, 1, 1, 1, 1, 1, 4294967296, 1>
    3: <10>
  }
}
";
    let bytes = records::assemble(file.as_bytes()).expect("the text is right");
    for form in [Form::Assembly, Form::Listing] {
        let text = printed(&bytes, form, 1);
        let again = parse::assemble(text.as_bytes()).expect("what is printed can be assembled");
        let listed = printed(&again.bytes, Form::Listing, 1);
        assert!(listed.contains("4294967296"), "{form:?}: {listed}");
    }
}
