//! Tests PNaClAsm with examples: the records of each construct, and texts that are rejected.

use pinnacle_bitstream::{Event, Reader};
use pinnacle_pexe::limits::PROFILE;
use pinnacle_pexe::text::parse::{DEFAULT_HEADER, assemble, is_pnaclasm};
use pinnacle_pexe::text::print::{Form, Options, print};
use pinnacle_testing::random::{Choices, Seeded};

/// The types of the functions in these tests.
const TYPES: &str = "\
  types {
    count 14;
    @t0 = void; @t1 = i1; @t2 = i8; @t3 = i16; @t4 = i32; @t5 = i64;
    @t6 = float; @t7 = double; @t8 = <4 x i32>; @t9 = <4 x i1>;
    @t10 = void (i32, i64, float, double, <4 x i32>);
    @t11 = i32 (i32); @t12 = void (); @t13 = <4 x float>;
  }
";

/// Returns a module with this function body. The parameters are an i32, an i64, a float, a double
/// and a vector.
fn function(body: &str) -> String {
    format!(
        "module {{
{TYPES}
  define internal void @f0(i32, i64, float, double, <4 x i32>);
  declare external i32 @f1(i32);
  declare external void @f2();
  globals {{
    var @g0, align 4, zerofill 4;
  }}
  function void @f0(i32 %p0, i64 %p1, float %p2, double %p3, <4 x i32> %p4) {{
{body}
  }}
}}"
    )
}

/// A record: its abbreviation index, its code and its operands.
type Record = (u32, u64, Vec<u64>);

/// Returns the records of all blocks with an ID in the assembled file.
#[track_caller]
fn records(text: &str, kind: u32) -> Vec<Record> {
    let bytes = match assemble(text.as_bytes()) {
        Ok(assembled) => assembled.bytes,
        Err(errors) => panic!("{errors}\n{}", errors.first().place().picture()),
    };
    let mut reader = Reader::new(&bytes[16..], 16, PROFILE);
    let mut open = Vec::new();
    let mut records = Vec::new();
    loop {
        match reader.next().expect("what was written can be read") {
            Event::EnterBlock(block) => open.push(block.id),
            Event::ExitBlock => {
                open.pop();
            }
            Event::Record if open.last() == Some(&kind) => {
                let record = reader.record();
                records.push((record.abbreviation, record.code, record.operands.to_vec()));
            }
            Event::End => return records,
            _ => {}
        }
    }
}

/// Returns the codes and operands of the records of a function with this body.
#[track_caller]
fn body(text: &str) -> Vec<(u64, Vec<u64>)> {
    let records = records(&function(text), 12).into_iter();
    records
        .map(|(_, code, operands)| (code, operands))
        .collect()
}

/// Returns the errors of a text, as `CODE line:column`.
fn errors(text: &str) -> Vec<String> {
    match assemble(text.as_bytes()) {
        Ok(_) => Vec::new(),
        Err(errors) => errors
            .iter()
            .map(|error| {
                let place = error.place();
                format!("{} {}:{}", error.code(), place.line, place.column)
            })
            .collect(),
    }
}

/// Returns the errors of a function with this body. Line 1 is the first line of the body.
fn body_errors(body: &str) -> Vec<String> {
    const BEFORE: u32 = 16;
    let text = function(body);
    let found = assemble(text.as_bytes())
        .map_or_else(|errors| errors.iter().cloned().collect(), |_| Vec::new());
    let found = found.iter().map(|error| {
        let place = error.place();
        format!(
            "{} {}:{}",
            error.code(),
            i64::from(place.line) - i64::from(BEFORE),
            place.column
        )
    });
    found.collect()
}

#[test]
fn the_smallest_module() {
    let assembled = assemble(b"module { version 1; }").unwrap();
    let mut expected = DEFAULT_HEADER.to_vec();
    expected.extend([0x21, 0x08, 0, 0, 1, 0, 0, 0, 0x07, 0x41, 0, 0]);
    assert_eq!(assembled.bytes, expected);
}

#[test]
fn types() {
    let text = "module { types { count 3; @t0 = i32; @t1 = float; @t2 = i32 (float, i32);
                @t3 = <4 x float>; @t4 = void; @t5 = double; @t6 = i7; @t7 = <3 x i7>; } }";
    let expected: &[(u64, &[u64])] = &[
        (1, &[3]),
        (7, &[32]),
        (3, &[]),
        (21, &[0, 0, 1, 0]),
        (12, &[4, 1]),
        (2, &[]),
        (4, &[]),
        (7, &[7]),
        (12, &[3, 6]),
    ];
    let found = records(text, 17);
    for ((_, code, operands), (expected_code, expected_operands)) in found.iter().zip(expected) {
        assert_eq!((code, &operands[..]), (expected_code, *expected_operands));
    }
    assert_eq!(found.len(), expected.len());
}

#[test]
fn globals_and_their_initialisers() {
    let text = "module {
      types { @t0 = void; @t1 = void (); }
      declare external void @f0();
      globals {
        count 2;
        var @g0, align 8,
          initializers 4 {
            zerofill 12;
            { 1, \"a\\\"b\\n\\41\", 255 }
            reloc @g1 - 1;
            reloc @f0;
          }
        const @g1, align 0,
          reloc @g0 + 4;
      }
    }";
    let found: Vec<_> = records(text, 19)
        .into_iter()
        .map(|(_, code, operands)| (code, operands))
        .collect();
    assert_eq!(
        found,
        [
            (5, vec![2]),
            (0, vec![4, 0]),
            (1, vec![4]),
            (2, vec![12]),
            (3, vec![1, 97, 34, 98, 10, 65, 255]),
            (4, vec![2, 0xffff_ffff]),
            (4, vec![0]),
            (0, vec![0, 1]),
            (4, vec![1, 4]),
        ]
    );
}

#[test]
fn symbols() {
    let text = "module { types { @t0 = void; @t1 = void (); } define external void @f0();
                valuesymtab { @f0 : \"_start\"; @f0 : \"\"; } }";
    let expected = [(3, 1, vec![0, 95, 115, 116, 97, 114, 116]), (3, 1, vec![0])];
    assert_eq!(records(text, 14), expected);
}

#[test]
fn constants() {
    let text = function(
        "constants {
           i32: %c0 = i32 1; %c1 = i32 -1; %c2 = i32 undef; %c3 = i32 4294967295;
           i1: %c4 = i1 1; %c5 = i1 0;
           i64: %c6 = i64 -9223372036854775808; %c7 = i64 18446744073709551615;
           %c8 = i64 -0; %c9 = i64 0;
           float: %c10 = float 1; %c11 = float -0; %c12 = float nan; %c13 = float 0x7fc00001;
           double: %c14 = double 0.1; %c15 = double -inf; %c16 = double 1e+256;
           <4 x i32>: %c17 = <4 x i32> undef;
         }",
    );
    let found: Vec<_> = records(&text, 11)
        .into_iter()
        .map(|(_, code, operands)| (code, operands))
        .collect();
    let expected: &[(u64, &[u64])] = &[
        (1, &[4]),
        (4, &[2]),
        (4, &[3]),
        (3, &[]),
        (4, &[3]),
        (1, &[1]),
        (4, &[3]),
        (4, &[0]),
        (1, &[5]),
        (4, &[1]),
        (4, &[3]),
        (4, &[1]),
        (4, &[0]),
        (1, &[6]),
        (6, &[0x3f80_0000]),
        (6, &[0x8000_0000]),
        (6, &[0x7fc0_0000]),
        (6, &[0x7fc0_0001]),
        (1, &[7]),
        (6, &[0.1f64.to_bits()]),
        (6, &[f64::NEG_INFINITY.to_bits()]),
        (6, &[1e256f64.to_bits()]),
        (1, &[8]),
        (3, &[]),
    ];
    let expected: Vec<_> = expected
        .iter()
        .map(|&(code, operands)| (code, operands.to_vec()))
        .collect();
    assert_eq!(found, expected);
}

/// Tests one instruction of each kind. The parameters are values 4 to 8, so the first result is
/// value 9.
#[test]
fn instructions() {
    let text = "
      blocks 9;
    %b0:
      %v0 = add i32 %p0, @g0;
      %v1 = fdiv float %p2, %p2;
      %v2 = xor <4 x i32> %p4, %p4;
      %v3 = trunc i64 %p1 to i16;
      %v4 = icmp slt i32 %p0, %v0;
      %v5 = fcmp ueq double %p3, %p3;
      %v6 = icmp eq <4 x i32> %p4, %p4;
      %v7 = select <4 x i1> %v6, <4 x i32> %p4, <4 x i32> %v2;
      %v8 = extractelement <4 x i32> %p4, i32 %p0;
      %v9 = insertelement <4 x i32> %p4, i32 %v8, i32 %p0;
      %v10 = alloca i8, i32 %p0, align 16;
      %v11 = load double* %p0, align 8;
      store double %v11, double* %v10, align 1;
      %v12 = call i32 @f1(i32 %v8);
      %v13 = tail call i32 %p0(i32 %v8, i64 %p1);
      call void @f2();
      call void %v0();
      br i1 %v4, label %b1, label %b2;
    %b1:
      declare i32 %v15;
      %v14 = phi i32 [%v12, %b0], [%v15, %b3];
      switch i32 %v14 {
        default: br label %b2;
        i32 5: br label %b3;
        i32 -5: br label %b2;
      }
    %b2:
      br label %b4;
    %b3:
      %v15 = sub i32 %v14, %v14;
      br %b1;
    %b4:
      unreachable;
    %b5:
      ret void;
    %b6:
      ret i32 %v14;";
    let expected: &[(u64, &[u64])] = &[
        (1, &[9]),
        (2, &[5, 6, 0]),
        (2, &[4, 4, 4]),
        (2, &[3, 3, 12]),
        (3, &[7, 3, 0]),
        (28, &[9, 4, 40]),
        (28, &[7, 7, 9]),
        (28, &[7, 7, 32]),
        (29, &[8, 5, 1]),
        (6, &[9, 13]),
        (7, &[10, 1, 14]),
        (19, &[15, 5]),
        (20, &[16, 4, 7]),
        (24, &[2, 1, 1]),
        (34, &[0, 20, 4]),
        (44, &[1, 18, 4, 5, 17]),
        (34, &[0, 21]),
        (44, &[0, 14, 0]),
        (11, &[1, 2, 10]),
        (43, &[24, 4]),
        (16, &[4, 4, 0, 3, 3]),
        (12, &[4, 1, 2, 2, 1, 1, 10, 3, 1, 1, 11, 2]),
        (11, &[4]),
        (2, &[1, 1, 1]),
        (11, &[1]),
        (15, &[]),
        (10, &[]),
        (10, &[2]),
    ];
    let expected: Vec<_> = expected
        .iter()
        .map(|&(code, operands)| (code, operands.to_vec()))
        .collect();
    assert_eq!(body(text), expected);
}

/// Old programs call functions through their addresses with another type.
#[test]
fn a_call_of_a_function_through_its_address() {
    let text = "%v0 = call i64 @f1(i32 %p0); // record <44, 0, 8, 5, 5>";
    assert_eq!(body(text), [(44, vec![0, 8, 5, 5])]);
    assert_eq!(body_errors("%v0 = call i64 @f1(i32 %p0);"), ["T0301 1:12"]);
}

#[test]
fn white_space_and_comments_mean_nothing() {
    let text = "module{version\n1 // a comment\n;}";
    assert_eq!(
        assemble(text.as_bytes()).unwrap().bytes,
        assemble(b"  module { version 1; }\r\n").unwrap().bytes
    );
}

#[test]
fn abbreviations_are_chosen_by_name() {
    let text = "module {
      abbreviations {
        types: @a0 = abbrev <7, vbr(8)>;
        constants: @a0 = abbrev <4, fixed(3)>;
        block 99:
      }
      types {
        %a0 = abbrev <21, fixed(1), array(fixed(2))>;
        @t0 = i32; <@a0>
        @t1 = i32 (i32); <%a0>
        @t2 = i32 (i32, i32);
      }
    }";
    let found = records(text, 17);
    assert_eq!(
        found,
        [
            (4, 7, vec![32]),
            (5, 21, vec![0, 0, 0]),
            (3, 21, vec![0, 0, 0, 0])
        ]
    );
}

/// Returns the width of abbreviation indices in the types block of a text.
#[track_caller]
fn width(text: &str) -> u32 {
    let bytes = assemble(text.as_bytes()).unwrap().bytes;
    let mut reader = Reader::new(&bytes[16..], 16, PROFILE);
    loop {
        match reader.next().unwrap() {
            Event::EnterBlock(block) if block.id == 17 => return block.abbreviation_width,
            Event::End => panic!("no types block"),
            _ => {}
        }
    }
}

#[test]
fn the_width_follows_from_the_definitions_by_default() {
    assert_eq!(width("module { types { } }"), 2);
    assert_eq!(width("module { types { %a0 = abbrev <2>; } }"), 3);
    let define = |index| format!("%a{index} = abbrev <2>;");
    let four: String = (0..4).map(define).collect();
    assert_eq!(width(&format!("module {{ types {{ {four} }} }}")), 3);
    let five: String = (0..5).map(define).collect();
    assert_eq!(width(&format!("module {{ types {{ {five} }} }}")), 4);
    let inherited = "module { abbreviations { types: @a0 = abbrev <2>; } types { } }";
    assert_eq!(width(inherited), 3);
    assert_eq!(width("module { types { // abbreviation width = 5\n } }"), 5);
    assert_eq!(width("module { types { <7> } }"), 7);
}

#[test]
fn comments_can_say_what_the_text_cannot() {
    let text = "// header 50 45 58 45 00 00 00 00\nmodule {\n  version 1; // record <1, 1, 5>\n}\n\
                // trailing 01 02\n// trailing ff\n";
    let bytes = assemble(text.as_bytes()).unwrap().bytes;
    assert!(bytes.starts_with(b"PEXE\0\0\0\0\x21"));
    assert!(bytes.ends_with(&[1, 2, 255]));
    let mut reader = Reader::new(&bytes[8..], 8, PROFILE);
    reader.next().unwrap();
    assert_eq!(reader.next().unwrap(), Event::Record);
    assert_eq!(
        (reader.record().code, reader.record().operands),
        (1, &[1, 5][..])
    );
}

#[test]
fn records_and_blocks_without_a_name() {
    let text = "module { record <77, 1, 2>; block 99 { record <5>; block 98 { } } }";
    assert_eq!(records(text, 8), [(3, 77, vec![1, 2])]);
    assert_eq!(records(text, 99), [(3, 5, vec![])]);
}

#[test]
fn a_listing_gives_what_its_assembly_does_not_say() {
    let text = "\
    0:0|<65532, 80, 69, 88, 69, 1, 0,|Magic Number: 'PEXE' (80, 69, 88, 69)
       | 8, 0, 17, 0, 4, 0, 2, 0, 0, |PNaCl Version: 2
       | 0>                          |
   16:0|1: <65535, 8, 2>             |module {  // BlockID = 8
   24:0|  1: <65535, 17, 5>          |  types {  // BlockID = 17
   32:0|    3: <3>                   |    @t0 = float;
       |                             |    @t1 = 
   32:0|    3: <21, 0, 0>            |        float ();
   33:0|  0: <65534>                 |  }
   40:0|  3: <8, 1, 0, 0, 3>         |  define internal float @f0();
   44:0|  1: <65535, 12, 2>          |  function float @f0() {
       |                             |                   // BlockID = 12
   52:0|    1: <65535, 11, 2>        |    constants {  // BlockID = 11
   60:0|      3: <1, 0>              |      float:
   62:0|      3: <6, 1078530011>     |        %c0 = float 3.14159;
   69:0|      3: <6, 0>              |        %c1 = float 2.5;
   72:0|    0: <65534>               |      }
       |                             |  %b0:
   76:0|    3: <10, 2>               |    ret float %c0;
   80:0|  0: <65534>                 |  }
   84:0|0: <65534>                   |}
";
    assert!(is_pnaclasm(text.as_bytes()));
    assert_eq!(width(text), 5);
    // The first record is the one that the text is printed for; the second one is not.
    let expected = [
        (3, 1, vec![0]),
        (3, 6, vec![1_078_530_011]),
        (3, 6, vec![0x4020_0000]),
    ];
    assert_eq!(records(text, 11), expected);
    assert_eq!(
        errors(&text.replace("ret float %c0", "ret float %c7")),
        ["T0202 19:53"]
    );
}

#[test]
fn unexpected_symbols() {
    assert_eq!(errors("module { version 1 }"), ["T0101 1:20"]);
    assert_eq!(errors("modul { }"), ["T0101 1:1"]);
    assert_eq!(errors("module { version 1;"), ["T0102 1:20"]);
    assert_eq!(
        errors("module { version 99999999999999999999; }"),
        ["T0103 1:18"]
    );
    assert_eq!(errors("module { } }"), ["T0101 1:12"]);
    let symbol = "module {\ntypes { @t0 = void; @t1 = void (); }\n\
                  declare external void @f0();\nvaluesymtab { @f0 : \"x; }\n}";
    assert_eq!(errors(symbol), ["T0104 4:21"]);
    assert_eq!(
        errors("module { // abbreviation width = x\n}"),
        ["T0105 1:10"]
    );
}

#[test]
fn names_out_of_order() {
    assert_eq!(errors("module { types { @t1 = i32; } }"), ["T0201 1:18"]);
    assert_eq!(body_errors("%v1 = add i32 %p0, %p0;"), ["T0201 1:1"]);
    // The names after a gap are accepted.
    let gap = "%v1 = add i32 %p0, %p0;\n%v2 = add i32 %v1, %p0;\n%v3 = add i32 %v2, %v1;";
    assert_eq!(body_errors(gap), ["T0201 1:1"]);
    assert_eq!(body_errors("%b1:\nret void;"), ["T0201 1:1"]);
    assert_eq!(
        body_errors("%v0 = add i32 %p0, %p0;\n%b0:\nret void;"),
        ["T0201 2:1"]
    );
    assert_eq!(
        errors("module { types { %a1 = abbrev <1>; } }"),
        ["T0201 1:18"]
    );
}

#[test]
fn names_that_do_not_exist() {
    assert_eq!(body_errors("%v0 = add i32 %p0, %c0;"), ["T0202 1:20"]);
    assert_eq!(body_errors("%v0 = add i32 %p0, %v7;"), ["T0202 1:20"]);
    assert_eq!(body_errors("%v0 = add i32 %p9, @g3;"), ["T0202 1:15"]);
    assert_eq!(body_errors("call void @f9();"), ["T0202 1:11"]);
    assert_eq!(body_errors("ret void; <@a0>"), ["T0203 1:12"]);
    assert_eq!(body_errors("ret void; <%a0>"), ["T0203 1:12"]);
    assert_eq!(
        body_errors("%v0 = zext i32 %p0 to <8 x i16>;"),
        ["T0204 1:23"]
    );
    assert_eq!(
        errors("module { globals { var @g0, align 1, reloc @g1; } }"),
        ["T0202 1:44"]
    );
    assert_eq!(errors("module { function void @f0() { } }"), ["T0205 1:10"]);
}

#[test]
fn types_that_are_not_those_of_the_values() {
    assert_eq!(body_errors("%v0 = add i64 %p0, %p1;"), ["T0301 1:15"]);
    assert_eq!(body_errors("%v0 = add i32 %p0, %p1;"), ["T0301 1:20"]);
    assert_eq!(
        body_errors("store i32 %p0, i64* %p0, align 1;"),
        ["T0301 1:16"]
    );
    assert_eq!(body_errors("%v0 = call i64 @f1(i32 %p0);"), ["T0301 1:12"]);
    assert_eq!(body_errors("%v0 = fadd i32 %p0, %p0;"), ["T0302 1:7"]);
    assert_eq!(body_errors("%v0 = add float %p2, %p2;"), ["T0302 1:7"]);
    assert_eq!(body_errors("%v0 = call void @f2();"), ["T0303 1:1"]);
    assert_eq!(body_errors("call i32 @f1(i32 %p0);"), ["T0303 1:1"]);
    assert_eq!(body_errors("%v0 = ret void;"), ["T0303 1:7"]);
    assert_eq!(body_errors("add i32 %p0, %p0;"), ["T0303 1:1"]);
    assert_eq!(
        body_errors("constants { i8: %c0 = i8 256; }"),
        ["T0304 1:26"]
    );
    assert_eq!(
        body_errors("constants { i8: %c0 = i32 5; }"),
        ["T0301 1:23"]
    );
    let other = function("").replace("i32 %p0, i64 %p1", "i64 %p0, i64 %p1");
    assert_eq!(errors(&other), ["T0301 16:12"]);
}

#[test]
fn records_that_their_abbreviation_cannot_carry() {
    let text = "module { types { %a0 = abbrev <7, fixed(3)>;\n@t0 = i8; <%a0> } }";
    assert_eq!(errors(text), ["T0401 2:1"]);
    let narrow = "module { types { <2> %a0 = abbrev <7, fixed(8)>;\n@t0 = i8; <%a0> } }";
    assert_eq!(errors(narrow), ["T0401 2:1"]);
    assert_eq!(errors("module { types { <17> } }"), ["T0401 1:10"]);
    assert_eq!(
        errors("module { types { %a0 = abbrev <array(fixed(33))>; } }"),
        ["T0401 1:18"]
    );
}

#[test]
fn several_errors_are_reported_at_once() {
    let text = "module {\n  versio 1;\n  types {\n    @t0 = i32\n    @t1 = int;\n    @t2 = float;\n  }\n  \
                valuesymtab { @f0 : 7; }\n}";
    assert_eq!(errors(text), ["T0101 2:3", "T0101 4:14", "T0101 5:11"]);
    let many = format!("module {{ {} }}", "x;".repeat(100_000));
    assert_eq!(
        errors(&many).len(),
        pinnacle_pexe::text::error::MAX_SYNTAX_ERRORS
    );
}

/// Consequential errors are not reported.
#[test]
fn one_slip_is_one_error() {
    let text = function(
        "constants { i32: %c0 = i32 1;\n}\n%v0 = add i32 %p0, %c0;\n%v1 = add i32 %v0, %c0;\nret void;",
    );
    assert_eq!(errors(&text), [""; 0]);
    let slip = |right: &str, wrong: &str| {
        assert!(text.contains(right));
        let errors = errors(&text.replacen(right, wrong, 1));
        let [only] = &errors[..] else {
            panic!("{wrong}: {errors:?}");
        };
        only[..5].to_owned()
    };
    assert_eq!(slip("zerofill 4;", "zerofill 4"), "T0101");
    assert_eq!(slip("module {", "modul {"), "T0101");
    assert_eq!(slip("module {", "# comment\nmodule {"), "T0101");
    assert_eq!(slip("i32 1;", "i32 1"), "T0101");
    assert_eq!(slip("%v0, %c0;", "%v0, %c0"), "T0101");
    assert_eq!(slip("constants {", "constant {"), "T0101");
    assert_eq!(slip("define internal", "defien internal"), "T0101");
    assert_eq!(slip("%v0 = add", "%v1 = add"), "T0201");
    assert_eq!(
        slip("%v0 = add", "%v0 = icmp eq i32 %p0, %p0;\n%v0 = add"),
        "T0201"
    );
}

#[test]
fn a_missing_semicolon_is_reported_where_it_belongs() {
    let text = "module {\n  version 1 // of \"it\"\n\n  types {\n  }\n}";
    assert_eq!(errors(text), ["T0101 2:12"]);
    let text =
        "module {\n  globals {\n    const @g0, align 1,\n      {\"//\"}\n    zerofill 1\n  }\n}";
    assert_eq!(errors(text), ["T0101 5:15"]);
}

#[test]
fn a_missing_brace_is_reported_where_it_belongs() {
    let text = "module {\n types {\n  @t0 = void;\n define internal void @f0();\n}";
    assert_eq!(errors(text), ["T0101 4:2"]);
    let text = "module {\n types {\n globals {\n }\n}";
    assert_eq!(errors(text), ["T0102 3:2"]);
}

#[test]
fn the_greatest_label_after_an_error() {
    assert_eq!(
        body_errors("blocks 1; nonsense; %b4294967295: ret void;"),
        ["T0101 1:11"]
    );
}

#[test]
fn text_is_told_from_other_files() {
    assert!(is_pnaclasm(b"// hello\n\n module\n{"));
    assert!(is_pnaclasm(b"0:0|<65532, 80>|x"));
    for other in [&b""[..], b"PEXE", b"module m", b"{}", b"a|b|c", b"\0\0\0"] {
        assert!(!is_pnaclasm(other), "{}", other.escape_ascii());
    }
}

/// Truncates a text, and repeats and exchanges parts of it. No result may cause a panic.
#[test]
fn damaged_text_gives_errors() {
    let text = function(
        "%b0:\n%v0 = add i32 %p0, @g0; // record <2, 1>\nret void; <@a0>\nconstants { float: %c0 = float -1e5; }",
    );
    let text = text.as_bytes();
    for cut in 0..text.len() {
        let _ = assemble(&text[..cut]);
        let _ = assemble(&text[cut..]);
        for byte in [0, b'{', b'}', b'"', b'<', b'9', b'%', 0xff] {
            let mut damaged = text.to_vec();
            damaged[cut] = byte;
            let _ = assemble(&damaged);
        }
    }
}

/// Removes, repeats and exchanges words of the examples and their listings. No result may cause a
/// panic, and errors must have a position in the text.
#[test]
fn edited_programs_give_errors() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut choices = Seeded::new(1);
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path
            .extension()
            .is_none_or(|extension| extension != "pnasm")
        {
            continue;
        }
        let text = std::fs::read(path).unwrap();
        let options = Options {
            form: Form::Listing,
            ..Options::default()
        };
        let mut listing = Vec::new();
        print(&assemble(&text).unwrap().bytes, &[], &options, &mut listing).unwrap();
        for original in [text, listing] {
            let lines = original.iter().filter(|&&byte| byte == b'\n').count() as u32;
            let words: Vec<&[u8]> = original.split_inclusive(|byte| *byte == b' ').collect();
            for _ in 0..100 {
                let mut edited = words.clone();
                for _ in 0..=choices.index(3) {
                    let (from, to) = (choices.index(words.len()), choices.index(words.len()));
                    match choices.index(3) {
                        0 => edited.swap(from, to),
                        1 => edited[from] = b"",
                        _ => edited[to] = edited[from],
                    }
                }
                if let Err(errors) = assemble(&edited.concat()) {
                    let place = errors.first().place();
                    assert!(place.line <= lines + 3 && place.column > 0, "{errors}");
                }
            }
        }
    }
}

/// Returns the parts of docs/pnaclasm.md that are marked with a language.
fn documented(language: &str) -> Vec<&'static str> {
    let text = include_str!("../../../docs/pnaclasm.md");
    let parts = text.split("```").skip(1).step_by(2);
    parts
        .filter_map(|part| part.strip_prefix(language))
        .collect()
}

#[test]
fn the_documentation_is_right() {
    let programs = documented("pnaclasm\n");
    assert_eq!(programs.len(), 2);
    for program in programs {
        assert_eq!(errors(program), [""; 0], "{program}");
    }
    let records = documented("records\n");
    assert_eq!(records.len(), 1);
    for text in records {
        let bytes = pinnacle_pexe::text::records::assemble(text.as_bytes()).unwrap();
        let mut printed = Vec::new();
        pinnacle_pexe::text::records::print(&bytes, &mut printed).unwrap();
        assert_eq!(String::from_utf8(printed).unwrap(), text);
    }
}
