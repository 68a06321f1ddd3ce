//! A module with everything that objects of the original SDK contain, as LLVM 3.3 wrote it:
//! constructors, exceptions, thread-local variables, barriers, debug information.

use pinnacle_bitstream::Writer;
use pinnacle_llvm::bitcode::PROFILE;
use pinnacle_llvm::bitcode::{Options, read};
use pinnacle_llvm::{BinaryOp, ConstantKind, GlobalKind, print};

use crate::compare::same;
use crate::old::{block, name, records};
use crate::tools::has;
use crate::types::Types;

fn letters(text: &str) -> Vec<u64> {
    text.bytes().map(u64::from).collect()
}

/// The value number of the first result of `main`. Operands are relative to it.
const RESULT: u64 = 20;

fn sdk_module() -> Vec<u8> {
    let mut types = Types::default();
    let [i8p, i32, i32p, metadata, pair] =
        ["i8*", "i32", "i32*", "metadata", "{i8*,i32}"].map(|text| types.of(text));
    let text = types.of("[3xi8]*");
    let text_of = types.of("[3xi8]");
    let void = types.function(false, "void", &[]);
    let personality = types.function(true, "i32", &[]);
    let main = types.function(false, "i32", &["i32"]);
    let thrower = types.function(false, "void", &["i8*"]);
    let declare = types.function(false, "void", &["metadata", "metadata"]);
    let entry = types.add("entry".to_owned(), 18, vec![0, i32, void]);
    let list = types.add("list".to_owned(), 11, vec![1, entry]);
    let list_pointer = types.add("list*".to_owned(), 8, vec![list, 0]);
    let mut writer = Writer::new(b"BC\xC0\xDE", PROFILE);
    writer.enter_block(8, 3).expect("it may stand here");
    records(
        &mut writer,
        &[(1, &[1]), (2, &letters("le32-unknown-nacl"))],
    );
    types.write(&mut writer);
    records(
        &mut writer,
        &[
            // Variables: type, constant, initialiser, linkage, alignment,
            // section, visibility, thread-local, unnamed address.
            (7, &[text, 1, 10, 9, 1, 0, 0, 0, 1]),
            (7, &[i32p, 0, 11, 3, 3, 0, 0, 1]),
            (7, &[list_pointer, 0, 14, 2, 0, 0]),
            // Functions: type, convention, declared, linkage.
            (8, &[main, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
            (8, &[void, 0, 0, 3, 0, 0, 0, 0, 0, 0]),
            (8, &[personality, 0, 1, 0, 0, 0, 0, 0, 0, 0]),
            (8, &[thrower, 0, 1, 0, 0, 0, 0, 0, 0, 0]),
            (8, &[declare, 0, 1, 0, 0, 0, 0, 0, 0, 0]),
            (9, &[void, 4, 0, 0]),
        ],
    );
    let constants: &[(u64, &[u64])] = &[
        (1, &[text_of]),
        (9, &letters("ab")),
        (1, &[i32]),
        (2, &[]),
        (4, &[65535 << 1]),
        (1, &[entry]),
        (7, &[11, 4]),
        (1, &[list]),
        (7, &[12]),
        (1, &[i8p]),
        // The same address through a conversion and through an index.
        (11, &[11, text, 0]),
        (20, &[text, 0, i32, 10, i32, 10]),
        (11, &[11, personality, 5]),
    ];
    block(&mut writer, 11, constants);
    // Debug information about a variable: 0 is its name, 1 the node.
    let variable: &[(u64, &[u64])] = &[(1, &letters("x")), (8, &[i32, 11, metadata, 0])];
    block(&mut writer, 15, variable);
    writer.enter_block(12, 4).expect("it may stand here");
    records(&mut writer, &[(1, &[3])]);
    let mut barrier = vec![1, 0];
    barrier.push(9);
    barrier.extend(letters("~{memory}"));
    // 17 is the parameter.
    block(
        &mut writer,
        11,
        &[(1, &[i32]), (4, &[2]), (1, &[void]), (18, &barrier)],
    );
    // The stack slot as metadata, number 2.
    block(&mut writer, 15, &[(9, &[i32p, RESULT])]);
    let back = |result: u64, value: u64| RESULT + result - value;
    records(
        &mut writer,
        &[
            (19, &[i32p, i32, 18, 3]),
            (34, &[0, 0, back(1, 7), back(1, 2), back(1, 1)]),
            (24, &[back(1, RESULT), back(1, 17), 3, 0]),
            (34, &[0, 0, back(1, 19)]),
            (13, &[0, 0, 1, 2, back(1, 6), back(1, 15)]),
            (20, &[back(1, 1), 3, 1]),
            (10, &[1]),
            // Type, personality, cleanup, one clause: the type to catch.
            (40, &[pair, back(2, 16), 1, 1, 0, back(2, 14)]),
            (39, &[1]),
        ],
    );
    let names: Vec<(u64, Vec<u64>)> = vec![
        (1, name(17, "argc")),
        (2, name(1, "normal")),
        (2, name(2, "pad")),
    ];
    let names: Vec<_> = names.iter().map(|(code, all)| (*code, &all[..])).collect();
    block(&mut writer, 14, &names);
    writer.exit_block().expect("it is open");
    block(&mut writer, 12, &[(1, &[1]), (10, &[])]);
    let names = [
        "text",
        "own",
        "llvm.global_ctors",
        "main",
        "constructor",
        "__gxx_personality_v0",
        "thrower",
        "llvm.dbg.declare",
        "other",
    ];
    let names: Vec<_> = (0..).zip(names).map(|(at, text)| name(at, text)).collect();
    let names: Vec<_> = names.iter().map(|name| (1, &name[..])).collect();
    block(&mut writer, 14, &names);
    writer.exit_block().expect("it is open");
    writer.finish().expect("all blocks are closed")
}

#[test]
fn an_object_of_the_original_sdk() {
    let file = sdk_module();
    let text = print(&read(&file, &Options::default()).expect("it is valid"));
    for line in [
        "@own = internal dso_local thread_local global i32 0, align 4",
        "@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] \
            [{ i32, ptr, ptr } { i32 65535, ptr @constructor, ptr null }]",
        "@other = alias void (), ptr @constructor",
        "define i32 @main(i32 %argc) personality ptr @__gxx_personality_v0 {",
        "  call void asm sideeffect \"\", \"~{memory}\"()",
        "          to label %normal unwind label %pad",
        "          catch ptr @text",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    if has("llvm-as-19") && has("llvm-dis-19") {
        same("an object of the SDK", &file);
    }
}

/// Initialisers with expressions that LLVM no longer has are kept, because nothing could replace
/// them.
#[test]
fn outdated_expressions_in_initialisers_stay() {
    let mut types = Types::default();
    let [i32, i32p, bit, double, double_pointer] =
        ["i32", "i32*", "i1", "double", "double*"].map(|text| types.of(text));
    let mut writer = Writer::new(b"BC\xC0\xDE", PROFILE);
    writer.enter_block(8, 3).expect("it may stand here");
    records(&mut writer, &[(1, &[1])]);
    types.write(&mut writer);
    records(
        &mut writer,
        &[
            (7, &[i32p, 0, 5, 0, 0, 0]),
            (7, &[i32p, 0, 7, 0, 0, 0]),
            (7, &[double_pointer, 0, 8, 0, 0, 0]),
        ],
    );
    let constants: &[(u64, &[u64])] = &[
        // 3: the address of the first variable, 4: divided by the second.
        (1, &[i32]),
        (11, &[9, i32p, 0]),
        (10, &[4, 3, 3]),
        (1, &[bit]),
        // 5: true if the first lies before the second, 6: a select.
        (17, &[i32p, 0, 1, 36]),
        (1, &[i32]),
        (13, &[5, 3, 4]),
        (1, &[double]),
        (11, &[6, i32, 6]),
    ];
    block(&mut writer, 11, constants);
    writer.exit_block().expect("it is open");
    let file = writer.finish().expect("all blocks are closed");
    let module = read(&file, &Options::default()).expect("it is valid");
    let kinds: Vec<_> = module
        .globals()
        .iter()
        .filter_map(|global| match global.kind {
            GlobalKind::Variable { initializer, .. } => initializer,
            _ => None,
        })
        .map(|constant| module.constants.get(constant).kind)
        .collect();
    assert!(matches!(
        kinds[..],
        [
            ConstantKind::Binary(BinaryOp::SDiv, ..),
            ConstantKind::Select(_),
            ConstantKind::Cast(..)
        ]
    ));
}
