//! Files with one fault each: the error code and its position. The files are written record by
//! record.

use pinnacle_bitstream::Writer;
use pinnacle_llvm::bitcode::PROFILE;
use pinnacle_llvm::bitcode::{ErrorKind, Options, is_bitcode, read};

const MAGIC: &[u8] = b"BC\xC0\xDE";
/// Block IDs.
const MODULE: u32 = 8;
const CONSTANTS: u32 = 11;
const FUNCTION: u32 = 12;
const TYPES: u32 = 17;
/// The abbreviation id of unabbreviated records.
const PLAIN: u32 = 3;

type Records<'a> = &'a [(u64, &'a [u64])];

fn records(writer: &mut Writer, records: Records<'_>) {
    for &(code, operands) in records {
        writer.record(PLAIN, code, operands).expect("it fits");
    }
}

fn block(writer: &mut Writer, id: u32, contents: Records<'_>) {
    writer.enter_block(id, 4).expect("it may stand here");
    records(writer, contents);
    writer.exit_block().expect("it is open");
}

/// The types of all files here: i32, ptr, void, i32 (i32), void ().
const COMMON: Records<'_> = &[
    (7, &[32]),
    (25, &[0]),
    (2, &[]),
    (21, &[0, 0, 0]),
    (21, &[0, 2]),
];

/// A module of version 1 with these types, records, constants and at most one
/// body.
fn module(
    types: Records<'_>,
    globals: Records<'_>,
    constants: Records<'_>,
    body: Records<'_>,
) -> Vec<u8> {
    let mut writer = Writer::new(MAGIC, PROFILE);
    writer.enter_block(MODULE, 3).expect("it may stand here");
    records(&mut writer, &[(1, &[1])]);
    block(&mut writer, TYPES, types);
    records(&mut writer, globals);
    if !constants.is_empty() {
        block(&mut writer, CONSTANTS, constants);
    }
    if !body.is_empty() {
        block(&mut writer, FUNCTION, body);
    }
    writer.exit_block().expect("it is open");
    writer.finish().expect("all blocks are closed")
}

/// A function `i32 (i32)` with a body.
const FUNCTION_RECORD: (u64, &[u64]) = (8, &[3, 0, 0, 0, 0, 0, 0, 0]);

fn body(body: Records<'_>) -> Vec<u8> {
    module(COMMON, &[FUNCTION_RECORD], &[], body)
}

#[track_caller]
fn refused(file: &[u8], kind: ErrorKind) {
    match read(file, &Options::default()) {
        Ok(_) => panic!("it was read"),
        Err(error) => assert_eq!(error.kind(), kind, "{error}"),
    }
}

#[test]
fn valid_files_are_read() {
    let file = body(&[(1, &[1]), (10, &[1])]);
    assert!(is_bitcode(&file));
    read(&file, &Options::default()).expect("it is valid");
}

#[test]
fn files_that_are_not_bitcode() {
    refused(b"", ErrorKind::NotBitcode);
    refused(b"BC\xC0\xDFxxxx", ErrorKind::NotBitcode);
    refused(b"BC\xC0\xDE", ErrorKind::NoModule);
    refused(
        b"\xDE\xC0\x17\x0B\0\0\0\0\xFF\0\0\0\x04\0\0\0\0\0\0\0",
        ErrorKind::BadWrapper,
    );
}

#[test]
fn a_broken_container() {
    let mut file = body(&[(1, &[1]), (10, &[1])]);
    file.truncate(file.len() - 8);
    refused(&file, ErrorKind::Container);
}

#[test]
fn a_file_padded_to_whole_words() {
    let mut file = body(&[(1, &[1]), (10, &[1])]);
    file.extend_from_slice(b"garbage\n");
    read(&file, &Options::default()).expect("archives pad their members");
    file.extend_from_slice(b"more");
    refused(&file, ErrorKind::Container);
}

#[test]
fn a_data_layout_with_an_alignment_of_fifteen_bytes() {
    let layout = b"e-S120".map(u64::from);
    refused(
        &module(COMMON, &[(3, &layout)], &[], &[]),
        ErrorKind::BadNumber,
    );
}

#[test]
fn an_attribute_that_no_release_has() {
    let file = |producer: &[u8]| {
        let mut writer = Writer::new(MAGIC, PROFILE);
        let producer: Vec<u64> = producer.iter().map(|&byte| byte.into()).collect();
        block(&mut writer, 13, &[(1, &producer), (2, &[0])]);
        writer.enter_block(MODULE, 3).expect("it may stand here");
        // A group of the function with kind 255.
        block(&mut writer, 10, &[(3, &[1, 0xFFFF_FFFF, 0, 255])]);
        writer.exit_block().expect("it is open");
        writer.finish().expect("all blocks are closed")
    };
    refused(&file(b"LLVM19.1.7"), ErrorKind::BadAttribute);
    // A later release may define it, and unknown kinds are hints.
    read(&file(b"LLVM20.1.0"), &Options::default()).expect("it is read without it");
}

#[test]
fn metadata_that_says_another_type_of_a_value() {
    let file = |ty: u64| {
        let mut writer = Writer::new(MAGIC, PROFILE);
        writer.enter_block(MODULE, 3).expect("it may stand here");
        records(&mut writer, &[(1, &[1])]);
        block(&mut writer, TYPES, COMMON);
        records(&mut writer, &[FUNCTION_RECORD]);
        writer.enter_block(FUNCTION, 4).expect("it may stand here");
        records(&mut writer, &[(1, &[1])]);
        // The parameter, which is value 1.
        block(&mut writer, 15, &[(2, &[ty, 1])]);
        records(&mut writer, &[(10, &[1])]);
        writer.exit_block().expect("it is open");
        writer.exit_block().expect("it is open");
        writer.finish().expect("all blocks are closed")
    };
    read(&file(0), &Options::default()).expect("it is an i32");
    refused(&file(1), ErrorKind::WrongType);
}

#[test]
fn a_version_that_does_not_exist() {
    let mut writer = Writer::new(MAGIC, PROFILE);
    block(&mut writer, MODULE, &[(1, &[3])]);
    refused(
        &writer.finish().expect("it is whole"),
        ErrorKind::UnknownVersion,
    );
}

#[test]
fn two_modules() {
    let mut writer = Writer::new(MAGIC, PROFILE);
    block(&mut writer, MODULE, &[(1, &[1])]);
    block(&mut writer, MODULE, &[(1, &[1])]);
    refused(&writer.finish().expect("it is whole"), ErrorKind::Several);
}

#[test]
fn types() {
    let types = |types| module(types, &[], &[], &[]);
    refused(&types(&[(7, &[0])]), ErrorKind::BadNumber);
    refused(&types(&[(7, &[])]), ErrorKind::ShortRecord);
    refused(&types(&[(8, &[7])]), ErrorKind::UnknownType);
    refused(&types(&[(2, &[]), (11, &[4, 0])]), ErrorKind::BadType);
    refused(
        &types(&[(19, &[97]), (20, &[0, 0])]),
        ErrorKind::RecursiveType,
    );
    refused(&types(&[(99, &[])]), ErrorKind::UnknownRecord);
    refused(&types(&[(26, &[0])]), ErrorKind::Unsupported);
}

#[test]
fn globals() {
    let globals = |globals| module(COMMON, globals, &[], &[]);
    refused(
        &globals(&[(7, &[9, 2, 0, 0, 0, 0])]),
        ErrorKind::UnknownType,
    );
    refused(
        &globals(&[(7, &[0, 2, 9, 0, 0, 0])]),
        ErrorKind::UnknownValue,
    );
    refused(&globals(&[(7, &[1, 0, 0, 0, 0, 0])]), ErrorKind::NoPointee);
    refused(&globals(&[(7, &[2, 2, 0, 0, 0, 0])]), ErrorKind::BadGlobal);
    refused(
        &globals(&[(8, &[0, 0, 1, 0, 0, 0, 0, 0])]),
        ErrorKind::BadGlobal,
    );
    refused(
        &globals(&[(8, &[3, 0, 1, 0, 5, 0, 0, 0])]),
        ErrorKind::BadAttribute,
    );
    refused(&globals(&[FUNCTION_RECORD]), ErrorKind::BodyCount);
}

#[test]
fn constants() {
    let constants = |constants| module(COMMON, &[], constants, &[]);
    refused(&constants(&[(1, &[2])]), ErrorKind::BadConstant);
    refused(&constants(&[(1, &[1]), (4, &[2])]), ErrorKind::BadConstant);
    refused(
        &constants(&[(10, &[0, 0, 1])]),
        ErrorKind::RecursiveConstant,
    );
    refused(&constants(&[(10, &[0, 7, 7])]), ErrorKind::UnknownValue);
    refused(&constants(&[(99, &[])]), ErrorKind::UnknownRecord);
    refused(&constants(&[(33, &[0, 0, 0, 0])]), ErrorKind::Unsupported);
    let array: Records<'_> = &[(7, &[8]), (11, &[3, 0])];
    refused(
        &module(array, &[], &[(1, &[1]), (8, &[97, 98])], &[]),
        ErrorKind::BadConstant,
    );
}

#[test]
fn a_wide_integer_that_takes_more_memory_than_the_file() {
    let types: Vec<(u64, Vec<u64>)> = (0..8).map(|index| (7, vec![(1 << 23) - index])).collect();
    let types: Vec<(u64, &[u64])> = types.iter().map(|(code, all)| (*code, &all[..])).collect();
    let constants: Vec<(u64, Vec<u64>)> = (0..8)
        .flat_map(|index| [(1, vec![index]), (2, vec![])])
        .collect();
    let constants: Vec<_> = constants
        .iter()
        .map(|(code, all)| (*code, &all[..]))
        .collect();
    refused(&module(&types, &[], &constants, &[]), ErrorKind::TooLarge);
}

#[test]
fn bodies() {
    refused(&body(&[(10, &[1])]), ErrorKind::BadBlocks);
    refused(&body(&[(1, &[2]), (10, &[1])]), ErrorKind::BadBlocks);
    refused(
        &body(&[(1, &[1]), (10, &[1]), (15, &[])]),
        ErrorKind::BadBlocks,
    );
    refused(&body(&[(1, &[1]), (10, &[9])]), ErrorKind::ShortRecord);
    refused(&body(&[(1, &[1]), (11, &[1])]), ErrorKind::UnknownBlock);
    refused(
        &body(&[(1, &[1]), (2, &[1, 1, 99]), (10, &[1])]),
        ErrorKind::BadNumber,
    );
    refused(
        &body(&[(1, &[1]), (2, &[1]), (10, &[1])]),
        ErrorKind::ShortRecord,
    );
    refused(
        &body(&[(1, &[1]), (3, &[1, 1, 0]), (10, &[1])]),
        ErrorKind::BadInstruction,
    );
    refused(
        &body(&[(1, &[1]), (20, &[1, 0, 0, 0]), (10, &[1])]),
        ErrorKind::WrongType,
    );
    refused(&body(&[(1, &[1]), (10, &[])]), ErrorKind::WrongType);
    refused(
        &body(&[(1, &[1]), (99, &[]), (10, &[1])]),
        ErrorKind::UnknownRecord,
    );
    refused(
        &body(&[(1, &[1]), (55, &[0]), (10, &[1])]),
        ErrorKind::BadNumber,
    );
}

#[test]
fn a_value_that_is_used_but_never_defined() {
    let forward = u64::from(0u32.wrapping_sub(1));
    refused(
        &body(&[(1, &[1]), (10, &[forward, 0])]),
        ErrorKind::UnknownValue,
    );
}

#[test]
fn an_error_says_where_it_is() {
    let file = body(&[(1, &[1]), (2, &[1, 1, 0]), (2, &[1, 1, 99]), (10, &[1])]);
    let error = read(&file, &Options::default()).expect_err("an operation is wrong");
    let place = error.place().expect("it is in a function");
    assert_eq!((place.block, place.instruction), (0, 1));
    assert!(error.position() > 0 && error.position() < file.len() as u64 * 8);
    assert!(error.to_string().starts_with("V0104 at "), "{error}");
}

/// A module with groups of attributes and lists of them.
fn with_attributes(groups: Records<'_>, lists: Records<'_>) -> Vec<u8> {
    let mut writer = Writer::new(MAGIC, PROFILE);
    writer.enter_block(MODULE, 3).expect("it may stand here");
    block(&mut writer, TYPES, COMMON);
    block(&mut writer, 10, groups);
    block(&mut writer, 9, lists);
    writer.exit_block().expect("it is open");
    writer.finish().expect("all blocks are closed")
}

#[test]
fn attributes() {
    // Groups: number, slot, and one enum attribute.
    let groups: Records<'_> = &[(3, &[1, 1, 0, 9]), (3, &[2, 1, 0, 21])];
    refused(
        &with_attributes(groups, &[(2, &[1, 2])]),
        ErrorKind::BadAttribute,
    );
    refused(
        &with_attributes(groups, &[(2, &[3])]),
        ErrorKind::BadAttribute,
    );
    refused(
        &with_attributes(&[(3, &[1, 1, 9])], &[]),
        ErrorKind::BadAttribute,
    );
    refused(
        &with_attributes(&[(3, &[1, 1 << 20, 0, 9])], &[(2, &[1])]),
        ErrorKind::BadAttribute,
    );
}

#[test]
fn lists_for_far_parameters_take_more_memory_than_the_file() {
    let groups: Records<'_> = &[(3, &[1, 4000, 0, 9])];
    let many = vec![(2, &[1][..]); 4000];
    refused(&with_attributes(groups, &many), ErrorKind::TooLarge);
}
