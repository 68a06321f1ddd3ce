//! One fault at a time: a good module as records, and for each rule a change
//! that breaks it, with the code and the place that must be reported.

use pinnacle_bitstream::{Event, Reader};
use pinnacle_pexe::decode::{Options, decode};
use pinnacle_testing::records::{File, Item};

/// A good module: a label, and a record as code and operands. 65535 enters a
/// block of a kind with a width, 65534 leaves it.
const MODULE: &[(&str, &str)] = &[
    ("module", "65535,8,2"),
    ("version", "1,1"),
    ("types", "65535,17,2"),
    ("types.count", "1,9"),
    ("i32", "7,32"),
    ("void", "2"),
    ("start type", "21,0,1,0"),
    ("i1", "7,1"),
    ("float", "3"),
    ("vector", "12,4,0"),
    ("function type", "21,0,0,0,0"),
    ("i8", "7,8"),
    ("i64", "7,64"),
    ("types end", "65534"),
    ("f0", "8,2,0,0,0"),
    ("f1", "8,6,0,0,3"),
    ("globals", "65535,19,2"),
    ("globals.count", "5,2"),
    ("g0", "0,3,0"),
    ("compound", "1,2"),
    ("data", "3,1,2,3,4"),
    ("reloc", "4,3,4294967295"),
    ("g1", "0,1,1"),
    ("zerofill", "2,8"),
    ("globals end", "65534"),
    ("symbols", "65535,14,2"),
    ("symbol", "1,0,95,115,116,97,114,116"),
    ("symbols end", "65534"),
    ("start body", "65535,12,2"),
    ("start blocks", "1,1"),
    ("start ret", "10"),
    ("start end", "65534"),
    ("body", "65535,12,2"),
    ("blocks", "1,3"),
    ("constants", "65535,11,2"),
    ("settype i32", "1,0"),
    ("c0", "4,2"),
    ("settype i1", "1,3"),
    ("c1", "4,3"),
    ("settype float", "1,4"),
    ("c2", "6,1065353216"),
    ("settype vector", "1,5"),
    ("c3", "3"),
    ("constants end", "65534"),
    // %b0: the next value is 10 in all, so 6 is %p0, 4 is %c0 and 3 is %c1.
    ("add", "2,6,5,0"),
    ("condbr", "11,1,2,4"),
    // %b1
    ("load", "20,5,1,0"),
    ("extract", "6,3,6"),
    ("store", "24,9,2,1"),
    ("br", "11,2"),
    // %b2
    ("phi", "16,0,6,0,4,1"),
    ("ret", "10,1"),
    ("body end", "65534"),
    ("module end", "65534"),
];

/// The module with the records behind some labels replaced.
fn file(changes: &[(&str, &[&str])]) -> Vec<u8> {
    file_tree(changes).write().unwrap()
}

fn file_tree(changes: &[(&str, &[&str])]) -> File {
    let mut text = String::new();
    for (label, record) in MODULE {
        let change = changes.iter().find(|(changed, _)| changed == label);
        for line in change.map_or(&[*record][..], |(_, lines)| lines) {
            text.push_str(line);
            text.push('\n');
        }
    }
    for (label, _) in changes {
        assert!(MODULE.iter().any(|(known, _)| known == label), "{label}");
    }
    File::from_text(&text).unwrap()
}

/// Where each record, start and end of a block stands, in bits.
fn positions(bytes: &[u8]) -> Vec<u64> {
    let mut reader = Reader::new(&bytes[16..], 16);
    let mut positions = Vec::new();
    while !matches!(reader.next(), Ok(Event::End) | Err(_)) {
        positions.push(reader.position());
    }
    positions
}

/// Asserts that a module with a label's record replaced is refused with an
/// error of this code at the record, counting `further` records on.
#[track_caller]
fn check(label: &str, lines: &[&str], further: usize, code: &str) {
    check_all(&[(label, lines)], label, further, code);
}

#[track_caller]
fn check_all(changes: &[(&str, &[&str])], label: &str, further: usize, code: &str) {
    let bytes = file(changes);
    let errors = decode(&bytes, &Options { jobs: 1 }).expect_err(label);
    let mut record = 0;
    for (known, _) in MODULE.iter().take_while(|(known, _)| *known != label) {
        let change = changes.iter().find(|(changed, _)| changed == known);
        record += change.map_or(1, |(_, lines)| lines.len());
    }
    let found = (errors.first().code(), errors.first().position().0);
    assert_eq!(
        found,
        (code, positions(&bytes)[record + further]),
        "{label}: {errors}"
    );
}

#[test]
fn the_module_is_good() {
    let program = decode(&file(&[]), &Options::default()).unwrap();
    assert_eq!(program.functions.len(), 2);
    assert_eq!(program.functions[1].blocks.len(), 3);
}

#[test]
fn blocks_and_records_stand_where_they_may() {
    check("types", &["65535,15,2", "65534", "65535,17,2"], 0, "P0201");
    check("types.count", &["65535,17,2", "65534", "1,9"], 0, "P0201");
    check("version", &["1,1", "1,1"], 1, "P0202");
    check(
        "types end",
        &["65534", "65535,17,2", "1,0", "65534"],
        1,
        "P0203",
    );
    check(
        "globals",
        &["65535,12,2", "1,1", "10", "65534", "65535,19,2"],
        4,
        "P0203",
    );
    check(
        "start body",
        &["65535,14,2", "65534", "65535,12,2"],
        0,
        "P0203",
    );
    check("body end", &["65534", "8,6,0,0,3"], 1, "P0203");
    check("body end", &["65535,14,2", "65534", "65534"], 0, "P0201");
    check(
        "constants end",
        &["65535,14,2", "65534", "65534"],
        0,
        "P0201",
    );
    check("version", &["9,1"], 0, "P0204");
    check("i32", &["9"], 0, "P0204");
    check("g0", &["9,0"], 0, "P0204");
    check("symbol", &["2,0,97"], 0, "P0204");
    check("c0", &["2"], 0, "P0204");
    check("add", &["9,6,5,32"], 0, "P0204");
    check("version", &[], 0, "P0207");
    check("version", &["1,2"], 0, "P0208");
}

#[test]
fn records_have_their_sizes() {
    for (label, record) in [
        ("version", "1"),
        ("types.count", "1,9,9"),
        ("i32", "7"),
        ("void", "2,0"),
        ("float", "3,0"),
        ("vector", "12,4"),
        ("function type", "21,0"),
        ("f0", "8,2,0,0"),
        ("globals.count", "5"),
        ("g0", "0,3"),
        ("compound", "1"),
        ("data", "3"),
        ("reloc", "4"),
        ("zerofill", "2"),
        ("symbol", "1"),
        ("blocks", "1"),
        ("settype i32", "1"),
        ("c0", "4"),
        ("c2", "6,0,0"),
        ("c3", "3,0"),
        ("add", "2,6,5"),
        ("add", "3,6,0"),
        ("condbr", "11,1,2"),
        ("load", "20,5,1"),
        ("extract", "6,3"),
        ("store", "24,9,2"),
        ("phi", "16,0,6,0,4"),
        ("phi", "16,0"),
        ("ret", "10,1,1"),
        ("ret", "12,0,1,1"),
        ("ret", "12,0,1,1,1,1,1,2"),
        ("ret", "15,0"),
        ("add", "7,1,1"),
        ("add", "19,4"),
        ("add", "28,6,5"),
        ("add", "29,6,5"),
        ("add", "34,0"),
        ("add", "43,10"),
        ("add", "44,0,6"),
    ] {
        check(label, &[record], 0, "P0205");
    }
}

#[test]
fn operands_are_in_range() {
    check("f0", &["8,2,0,2,0"], 0, "P0206");
    check("f0", &["8,2,0,0,1"], 0, "P0206");
    check("f0", &["8,4294967296,0,0,0"], 0, "P0206");
    check("g0", &["0,3,2"], 0, "P0206");
    check("data", &["3,256"], 0, "P0206");
    check("zerofill", &["2,4294967296"], 0, "P0206");
    check("reloc", &["4,3,4294967296"], 0, "P0206");
    check("symbol", &["1,0,256"], 0, "P0206");
}

#[test]
fn types_are_those_of_pnacl() {
    check("i32", &["7,33"], 0, "P0301");
    check("vector", &["12,3,0"], 0, "P0301");
    check("vector", &["12,4,2"], 0, "P0301");
    check("start type", &["21,1,1,0"], 0, "P0301");
    check("start type", &["21,0,1,1"], 0, "P0301");
    check("types.count", &["1,10"], 10, "P0302");
    check("types.count", &["1,8"], 9, "P0302");
    check("i8", &["7,32"], 0, "P0303");
    check("function type", &["21,0,0,9"], 0, "P0304");
    check("types.count", &["7,32"], 0, "P0203");
    check("i32", &["1,9"], 0, "P0202");
}

#[test]
fn functions_are_declared_as_the_abi_has_them() {
    check("f0", &["8,0,0,0,0"], 0, "P0401");
    check("f0", &["8,99,0,0,0"], 0, "P0304");
    check("f0", &["8,2,8,0,0"], 0, "P0403");
    check(
        "body end",
        &["65534", "65535,12,2", "1,1", "10", "65534"],
        1,
        "P0402",
    );
    check_all(
        &[
            ("function type", &["21,0,0,7,7"]),
            ("i8", &["4"]),
            ("types.count", &["1,9"]),
        ],
        "function type",
        0,
        "P0304",
    );
    check_all(
        &[
            ("vector", &["7,8"]),
            ("i8", &["12,4,0"]),
            ("function type", &["21,0,0,5"]),
        ],
        "f1",
        0,
        "P0404",
    );
    check("f1", &["8,6,0,0,3", "8,6,0,1,0"], 1, "P0407");
    check("f1", &["8,6,0,0,0"], 0, "P0408");
    check_all(&[("f0", &["8,2,0,0,3"])], "f1", 0, "P0409");
}

#[test]
fn globals_have_their_initialisers() {
    check("globals.count", &["5,3"], 7, "P0501");
    check_all(
        &[("globals.count", &["5,1"]), ("reloc", &["4,2"])],
        "g1",
        0,
        "P0501",
    );
    check("globals.count", &["0,3,0"], 0, "P0203");
    check("g1", &["5,2"], 0, "P0202");
    check("compound", &["1,0"], 0, "P0502");
    check("compound", &["1,1"], 0, "P0502");
    check("compound", &["1,4294967296"], 0, "P0502");
    check("compound", &["1,2", "1,2"], 1, "P0502");
    check("compound", &["1,3"], 3, "P0502");
    check("zerofill", &[], 0, "P0502");
    check("zerofill", &["2,8", "2,8"], 1, "P0502");
    check("reloc", &["4,4"], 0, "P0503");
    check("g0", &["0,31,0"], 0, "P0808");
}

#[test]
fn symbols_name_functions_and_globals() {
    check("symbol", &["1,4,97"], 0, "P0601");
    check("symbol", &["1,0,95", "1,0,96"], 1, "P0202");
}

#[test]
fn constants_fit_their_types() {
    check("settype i32", &["1,1"], 0, "P0803");
    check("settype i32", &["1,2"], 0, "P0803");
    check("settype i32", &["1,99"], 0, "P0304");
    check("settype i32", &["4,2"], 0, "P0701");
    check("c0", &["4,8589934592"], 0, "P0701");
    check("c0", &["4,1"], 0, "P0701");
    check("c0", &["6,0"], 0, "P0701");
    check("c1", &["4,4"], 0, "P0701");
    check("c2", &["4,0"], 0, "P0701");
    check("c2", &["6,4294967296"], 0, "P0701");
    check("c3", &["4,0"], 0, "P0701");
    check("add", &["2,6,5,0", "65535,11,2", "65534"], 1, "P0203");
}

#[test]
fn functions_have_the_blocks_that_they_announce() {
    check("blocks", &["1,0"], 0, "P0801");
    check("ret", &["10,1", "10,6"], 1, "P0801");
    check_all(&[("blocks", &["1,4"])], "body end", 0, "P0801");
    check("ret", &[], 0, "P0801");
    check("blocks", &["10"], 0, "P0203");
    check("blocks", &["1,3", "1,3"], 1, "P0202");
}

#[test]
fn operands_are_values_of_the_right_type() {
    check("add", &["2,99,5,0"], 0, "P0802");
    check("add", &["2,0,5,0"], 0, "P0802");
    check("add", &["2,4294967295,5,0"], 0, "P0802");
    check("add", &["2,4294967296,5,0"], 0, "P0802");
    check("add", &["2,6,2,0"], 0, "P0803");
    check("add", &["2,3,3,0"], 0, "P0803");
    check("add", &["3,6,3,1"], 0, "P0803");
    check("add", &["3,6,1,0"], 0, "P0803");
    check("add", &["3,6,99,0"], 0, "P0304");
    check("add", &["28,3,3,32"], 0, "P0803");
    check("add", &["29,6,5,4"], 0, "P0803");
    check("add", &["29,1,1,3"], 0, "P0803");
    check("add", &["19,3,1"], 0, "P0803");
    check("condbr", &["11,1,2,5"], 0, "P0803");
    check("load", &["20,4,1,0"], 0, "P0803");
    check("load", &["20,5,1,3"], 0, "P0803");
    check("store", &["24,9,6,1"], 0, "P0803");
    check("extract", &["6,6,6"], 0, "P0803");
    check("extract", &["6,3,5"], 0, "P0803");
    check("extract", &["7,3,5,6"], 0, "P0803");
    check("phi", &["16,4,6,0,4,1"], 0, "P0803");
}

#[test]
fn operations_exist_for_their_operands() {
    check("add", &["2,6,5,13"], 0, "P0813");
    check("add", &["2,2,2,3"], 0, "P0813");
    check("add", &["3,6,0,9"], 0, "P0813");
    check("add", &["28,6,5,1"], 0, "P0813");
    check("add", &["28,6,5,16"], 0, "P0813");
    check("add", &["28,2,2,32"], 0, "P0813");
}

#[test]
fn control_flow_stays_in_the_function() {
    check("br", &["11,0"], 0, "P0804");
    check("br", &["11,3"], 0, "P0804");
    check("condbr", &["11,1,0,4"], 0, "P0804");
    check("br", &["12,0,9,2,1,1,1,2,3"], 0, "P0804");
    check("br", &["12,8,9,2,0"], 0, "P0812");
    check("br", &["12,3,6,2,0"], 0, "P0812");
    check("br", &["12,0,9,2,1,2,1,2,2"], 0, "P0812");
    check("br", &["12,0,9,2,2,1,1,2,2,1,1,2,2"], 0, "P0812");
    check("br", &["12,0,9,2,1,1,1,8589934594,2"], 0, "P0812");
    check("ret", &["10"], 0, "P0814");
    check("ret", &["10,6"], 0, "P0814");
}

#[test]
fn phis_match_the_edges_into_their_block() {
    check("phi", &["16,0,6,0"], 0, "P0805");
    check("phi", &["16,0,6,0,4,1,4,1"], 0, "P0805");
    check("phi", &["16,0,6,0,4,2"], 0, "P0805");
    check("phi", &["16,0,6,0,4,3"], 0, "P0805");
    check(
        "ret",
        &["16,0,2,0,2,1", "2,1,1,0", "16,0,2,0,2,1", "10,1"],
        2,
        "P0805",
    );
}

#[test]
fn definitions_come_before_uses() {
    // %v1 is of %b1, which %b2 may be reached without.
    check("ret", &["10,2"], 0, "P0806");
    check("phi", &["16,0,4,0,4,1"], 0, "P0806");
    // Declared, but used before it in the same block.
    check(
        "ret",
        &["43,15,0", "2,4294967295,1,0", "2,1,1,0", "10,1"],
        1,
        "P0806",
    );
}

#[test]
fn forward_declarations_are_kept() {
    check("add", &["43,10,8", "2,6,5,0"], 1, "P0807");
    check("add", &["43,9,0", "2,6,5,0"], 0, "P0807");
    check("add", &["43,20,0", "2,6,5,0"], 0, "P0807");
    check("add", &["43,4000000000,0", "2,6,5,0"], 0, "P0807");
    check("add", &["43,10,0", "43,10,0", "2,6,5,0"], 1, "P0807");
    check("add", &["43,10,1", "2,6,5,0"], 0, "P0803");
}

#[test]
fn accesses_have_the_alignment_of_their_type() {
    for (ty, code, good) in [
        (0, 1, true),
        (0, 0, false),
        (0, 3, false),
        (4, 1, true),
        (4, 3, true),
        (4, 4, false),
        (5, 3, true),
        (5, 1, false),
        (5, 5, false),
        (7, 1, true),
        (8, 1, true),
        (8, 4, false),
    ] {
        // The value loaded is not used: a sum of constants stands in for it.
        let load = format!("20,5,{code},{ty}");
        let changes: &[(&str, &[&str])] = &[
            ("load", &[&load]),
            ("extract", &["2,6,6,0"]),
            ("store", &["24,9,7,1"]),
            ("phi", &["16,0,6,0,2,1"]),
        ];
        if good {
            decode(&file(changes), &Options::default()).unwrap();
        } else {
            check_all(changes, "load", 0, "P0808");
        }
    }
    check("add", &["19,4,31"], 0, "P0808");
}

#[test]
fn calls_fit_what_they_call() {
    // The next value is 10: 9 is @f1, 8 is @g0.
    check("add", &["34,0,9,6"], 0, "P0809");
    check("add", &["34,0,9,6,2"], 0, "P0809");
    check("add", &["34,0,8,6,6"], 0, "P0809");
    check("add", &["34,0,99,6,6"], 0, "P0809");
    check("add", &["34,2,9,6,6"], 0, "P0403");
    check("add", &["44,0,6,7"], 0, "P0809");
    check("add", &["44,0,6,0,3"], 0, "P0809");
    check("add", &["44,0,2,0"], 0, "P0803");
}

#[test]
fn vector_elements_have_constant_indices_within_the_vector() {
    check_all(
        &[("c0", &["4,8"]), ("extract", &["6,3,6"])],
        "extract",
        0,
        "P0811",
    );
    check("extract", &["6,3,8"], 0, "P0811");
}

#[test]
fn numbers_packed_longer_than_needed_are_read_and_counted() {
    let mut file = file_tree(&[]);
    let body = file.block(12).expect("a function block");
    // `ret void` with its number of operands, 0, in two chunks.
    let last = body.items.len() - 1;
    body.items[last] = Item::RawBits(3 | 10 << 2 | 0b10_0000 << 8, 20);
    let program = decode(&file.write().unwrap(), &Options::default()).unwrap();
    assert_eq!(program.functions[0].overlong_numbers, 1);
    assert_eq!(program.functions[1].overlong_numbers, 0);
    assert_eq!(program.layout.overlong_numbers, 0);
}
