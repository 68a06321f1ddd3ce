//! The traps of LLVM 1.4 to 1.9: numbers with another meaning in another release, and errors of the
//! original readers. Each row names the trap. The traps of bitcode are in
//! `crates/llvm/tests/bitcode/traps.rs`.

use super::{Test, body, expect, initial, initial_integer, inst, module, same};
use crate::builder::{File, INT, Kind, NONE, function_word, with_instructions};
use libtest_mimic::Failed;
use pinnacle_bytecode::Format::{Llvm13, Llvm14, Llvm15, Llvm16, Llvm17, Llvm18, Llvm19};
use pinnacle_bytecode::model::{BinaryOp, ConstantKind, Convention, Inst};
use pinnacle_bytecode::text::{PrintOptions, parse_for, print};
use pinnacle_bytecode::upgrade::{Options, upgrade};
use pinnacle_bytecode::{ErrorKind, Format, Module, ReadOptions, WriteOptions, read, write};

pub(super) const TESTS: &[(&str, Test)] = &[
    (
        "trap_01_number_5_is_five_dialects",
        number_5_is_five_dialects,
    ),
    (
        "trap_02_compressed_is_the_default",
        compressed_is_the_default,
    ),
    (
        "trap_03_places_are_of_the_plain_file",
        places_are_of_the_plain_file,
    ),
    ("trap_04_nothing_is_aligned", nothing_is_aligned),
    (
        "trap_05_conventions_in_function_words",
        conventions_in_function_words,
    ),
    (
        "trap_06_internal_without_initialiser",
        internal_without_initialiser,
    ),
    (
        "trap_07_section_numbers_begin_with_1",
        section_numbers_begin_with_1,
    ),
    (
        "trap_08_first_number_of_a_constant",
        first_number_of_a_constant,
    ),
    ("trap_09_opcodes_are_one_higher", opcodes_are_one_higher),
    ("trap_10_two_kinds_of_va_arg", two_kinds_of_va_arg),
    (
        "trap_11_declarations_have_no_block",
        declarations_have_no_block,
    ),
    ("trap_12_operations_by_type", operations_by_type),
    (
        "trap_13_opaque_types_have_no_null",
        opaque_types_have_no_null,
    ),
    ("trap_14_floats_in_text", floats_in_text),
    ("trap_15_order_of_predecessors", order_of_predecessors),
    ("trap_16_csretcc_becomes_sret", csretcc_becomes_sret),
    (
        "trap_20_names_are_unique_per_type",
        names_are_unique_per_type,
    ),
    ("trap_36_bombs", bombs),
];

/// The file that an assembler writes for a text.
fn assembled(text: &str, format: Format) -> Result<Vec<u8>, Failed> {
    let module = parse_for(text, format)?;
    Ok(write(&module, &WriteOptions::new(format))?)
}

fn read_bytes(bytes: &[u8]) -> Result<Module, Failed> {
    Ok(read(bytes, &ReadOptions::default())?)
}

fn contains(file: &[u8], part: &[u8]) -> bool {
    file.windows(part.len()).any(|window| window == part)
}

/// The text that a release prints for a module.
fn printed(module: &Module, style: Format) -> Result<String, Failed> {
    let options = PrintOptions {
        style,
        ..PrintOptions::default()
    };
    Ok(String::from_utf8(print(module, &options)?)?)
}

/// The text of a module of LLVM 1.x, upgraded to current LLVM IR.
fn upgraded(text: &str, format: Format) -> Result<String, Failed> {
    let module = read_bytes(&assembled(text, format)?)?;
    Ok(pinnacle_llvm::print(&upgrade(
        &module,
        &Options::default(),
    )?))
}

fn number_5_is_five_dialects() -> Result<(), Failed> {
    const TEXT: &str = "int %twice(int %x) {\n%y = add int %x, %x\nret int %y\n}\n";
    let expected = parse_for(TEXT, Llvm18)?;
    for format in [Llvm14, Llvm15, Llvm16, Llvm17, Llvm18, Llvm19] {
        let file = assembled(TEXT, format)?;
        let number = if format == Llvm19 { 6 } else { 5 };
        same(file[12] >> 4, number)?;
        expect(read_bytes(&file)? == expected, "the same module")?;
    }
    let file = File::module_with_word(Llvm19, 0x7C, |file| {
        file.types(0, &[]).info(&[], &[]);
    });
    let error = read(file.bytes(), &ReadOptions::default());
    same(
        error.map_err(|error| error.kind()).err(),
        Some(ErrorKind::UnsupportedVersion),
    )
}

fn compressed_is_the_default() -> Result<(), Failed> {
    let plain = assembled("%x = global int 5\n", Llvm18)?;
    let stored = [b"llvc0", &plain[4..]].concat();
    expect(read_bytes(&stored)? == read_bytes(&plain)?, "stored")?;
    // The second byte is an ASCII digit.
    let numbered = [b"llvc\0", &plain[4..]].concat();
    let error = read(&numbered, &ReadOptions::default());
    same(
        error.map_err(|error| error.kind()).err(),
        Some(ErrorKind::BadCompression),
    )
}

fn places_are_of_the_plain_file() -> Result<(), Failed> {
    let mut plain = assembled("%x = global int 5\n", Llvm18)?;
    // The size inside of the compressed data is that of the module alone.
    let size = u32::from_le_bytes(plain[8..12].try_into()?);
    same(size as usize, plain.len() - 12)?;
    plain.truncate(plain.len() - 1);
    let stored = [b"llvc0", &plain[4..]].concat();
    let place = |file: &[u8]| read(file, &ReadOptions::default()).map_err(|error| error.offset());
    same(place(&stored).err(), place(&plain).err())
}

/// Words may be unaligned: the block header here comes after a single byte.
fn nothing_is_aligned() -> Result<(), Failed> {
    for format in [Llvm14, Llvm19] {
        let file = with_instructions(format, |file, _| {
            file.long(7, 7, &[3, 4]).short(1, INT, 5);
        });
        same(body(&module(&file)?)?.inst_count(), 2)?;
    }
    Ok(())
}

/// Conventions from 15 on do not fit in the low bits. LLVM 1.5 writes a number after the word, 1.6
/// an extension. Neither original could read the other's files.
fn conventions_in_function_words() -> Result<(), Failed> {
    const TEXT: &str = "declare cc20 void %f(int)\n";
    for (format, word) in [
        (Llvm15, &[0xB0, 0x03, 0x14][..]),
        (Llvm16, &[0xB5, 0x83, 0x80, 0x80, 0x08, 0x20]),
    ] {
        let file = assembled(TEXT, format)?;
        expect(contains(&file, word), "the word of the function")?;
        same(read_bytes(&file)?.functions[0].convention, Convention(20))?;
    }
    for (number, name) in [(14, "cc14"), (15, "cc15"), (16, "cc16")] {
        let text = format!("declare {name} void %f(int)\n");
        for format in [Llvm15, Llvm16, Llvm18] {
            let found = read_bytes(&assembled(&text, format)?)?;
            same(found.functions[0].convention, Convention(number))?;
        }
    }
    Ok(())
}

const SECTION: &str = "%g = global int 4, section \"foo\", align 16\n";

/// Linkage 3 without an initialiser is impossible, so it announces an extension.
fn internal_without_initialiser() -> Result<(), Failed> {
    let file = assembled(SECTION, Llvm18)?;
    let words = [0xAC, 0x03, 0xD1, 0x04, 0x01, 0x01];
    expect(contains(&file, &words), "the words of the global")?;
    let found = read_bytes(&file)?;
    let global = &found.globals[0];
    same(global.alignment, 16)?;
    same(found.names.get(global.section), b"foo")?;
    expect(global.initializer.is_some(), "the initialiser")
}

/// The names come after the numbers. The originals checked the numbers against the wrong count.
fn section_numbers_begin_with_1() -> Result<(), Failed> {
    let file = assembled(SECTION, Llvm18)?;
    let words = [0xAC, 0x03, 0xD1, 0x04, 0x01];
    let place = (file.windows(5)).position(|window| window == words);
    let place = place.ok_or("the words of the global")? + 4;
    for number in [0, 2] {
        let mut file = file.clone();
        file[place] = number;
        let error = read(&file, &ReadOptions::default());
        same(
            error.map_err(|error| error.kind()).err(),
            Some(ErrorKind::BadAttribute),
        )?;
    }
    Ok(())
}

/// 0 is a plain constant, 1 is `undef`, 0xFFFFFFFF is assembly, and any other number is one more
/// than the number of an expression's operands.
fn first_number_of_a_constant() -> Result<(), Failed> {
    // 13 = int*, 14 = int (), 15 = a pointer to it.
    let file = File::module(Llvm17, |file| {
        file.types(3, &[16, 7, 13, 7, 0, 16, 14])
            .info(&[13 << 5 | 2, 1, 13 << 5 | 2, 2, 13 << 5 | 2, 3], &[])
            .block(Kind::Constants, |file| {
                file.vbrs(&[3, 7, 0, 10]).vbr(1).vbrs(&[3, 7, 1, 7, 1, 7]);
                file.vbrs(&[1, 15, 0xFFFF_FFFF])
                    .string("nop")
                    .string("")
                    .vbr(1);
            });
    });
    let module = module(&file)?;
    same(initial_integer(&module, 0), Some(5))?;
    expect(
        matches!(initial(&module, 1), Some(ConstantKind::Undef)),
        "undef",
    )?;
    let sum = matches!(
        initial(&module, 2),
        Some(ConstantKind::Binary {
            op: BinaryOp::Add,
            ..
        })
    );
    expect(sum, "a sum of two operands")?;
    let constants = (0..module.constants.len() as u32).map(pinnacle_bytecode::model::ConstantId);
    let is_asm = |id| {
        matches!(
            module.constants.get(id).kind,
            ConstantKind::InlineAsm { .. }
        )
    };
    same(constants.filter(|&id| is_asm(id)).count(), 1)
}

/// From 1.4 on opcode 6 is `unreachable`, and later ones move up. The volatile accesses stay at 62
/// and 63.
fn opcodes_are_one_higher() -> Result<(), Failed> {
    for (format, add) in [(Llvm13, 6), (Llvm14, 7)] {
        let file = with_instructions(format, |file, types| {
            let address = types.int_pointer as u32;
            let alloca = add + 16;
            file.short(alloca, address, NONE)
                .short(62, address, 1)
                .two(63, address, [5, 1])
                .two(add, INT, [3, 4])
                .short(1, INT, 6);
        });
        let module = module(&file)?;
        let body = body(&module)?;
        expect(
            matches!(inst(body, 1), Inst::Load { volatile: true, .. }),
            "load",
        )?;
        expect(
            matches!(inst(body, 2), Inst::Store { volatile: true, .. }),
            "store",
        )?;
        let is_sum = matches!(
            inst(body, 3),
            Inst::Binary {
                op: BinaryOp::Add,
                ..
            }
        );
        expect(is_sum, "add")?;
    }
    let file = with_instructions(Llvm14, |file, _| _ = file.short(6, 0, NONE));
    expect(
        matches!(inst(body(&module(&file)?)?, 0), Inst::Unreachable),
        "unreachable",
    )
}

/// Version 5 has two ways to read a variable argument: opcodes 32 and 33 use a list, 37 a list in
/// memory. All readers of version 5 accept both.
fn two_kinds_of_va_arg() -> Result<(), Failed> {
    for format in [Llvm14, Llvm18] {
        let file = with_instructions(format, |file, types| {
            // The list is an int*, and in memory an int**. Any pointer is accepted here.
            let (list, pair) = (types.int_pointer, types.pair + 1);
            file.short(22 + 1, list as u32, NONE)
                .two(32, list as u32, [1, 7])
                .two(33, list as u32, [1, 7])
                .short(22 + 1, pair as u32, NONE)
                .two(37, pair as u32, [1, 7])
                .short(1, INT, 6);
        });
        let module = module(&file)?;
        let body = body(&module)?;
        expect(matches!(inst(body, 1), Inst::VaNext { .. }), "vanext")?;
        expect(matches!(inst(body, 2), Inst::VaArg { .. }), "vaarg")?;
        expect(matches!(inst(body, 4), Inst::VaFetch { .. }), "va_arg")?;
    }
    Ok(())
}

/// Only definitions have a block. Blocks are in the order of the definitions.
fn declarations_have_no_block() -> Result<(), Failed> {
    // 13 = void (), 14 = a pointer to it.
    for format in [Llvm14, Llvm19] {
        let defined = function_word(format, 14);
        let file = File::module(format, |file| {
            file.types(2, &[13, 0, 0, 16, 13])
                .info(&[], &[defined | 16, defined])
                .block(Kind::Function, |file| {
                    file.vbr(0)
                        .block(Kind::Instructions, |file| _ = file.short(1, 0, NONE));
                });
        });
        let module = module(&file)?;
        let bodies: Vec<_> = (module.functions.iter())
            .map(|function| function.body.is_some())
            .collect();
        same(&bodies[..], &[false, true])?;
    }
    Ok(())
}

/// Up to 1.8 there is a single `div`, `rem` and `shr`. The type selects the operation; for vectors,
/// that of the elements does. LLVM 1.9 looked at the vector type itself and aborted.
fn operations_by_type() -> Result<(), Failed> {
    const TEXT: &str = "
        int %s(int %x) {
          %a = div int %x, 3
          %b = rem int %a, 5
          %c = shr int %b, ubyte 1
          ret int %c
        }
        uint %u(uint %x) {
          %a = div uint %x, 3
          %b = rem uint %a, 5
          %c = shr uint %b, ubyte 1
          ret uint %c
        }
        <4 x float> %v(<4 x float> %x) {
          %a = div <4 x float> %x, %x
          ret <4 x float> %a
        }
        <4 x int> %w(<4 x int> %x) {
          %a = div <4 x int> %x, %x
          ret <4 x int> %a
        }
    ";
    let text = upgraded(TEXT, Llvm18)?;
    for line in [
        "sdiv i32",
        "srem i32",
        "ashr i32",
        "udiv i32",
        "urem i32",
        "lshr i32",
        "fdiv <4 x float>",
        "sdiv <4 x i32>",
    ] {
        expect(text.contains(line), line)?;
    }
    Ok(())
}

/// In 1.5 and later the first value of an opaque type has slot 0.
fn opaque_types_have_no_null() -> Result<(), Failed> {
    // 13 is opaque, 14 a pointer to it.
    let file = File::module(Llvm15, |file| {
        file.types(2, &[17, 16, 13])
            .info(&[14 << 5 | 2, 0], &[])
            .block(Kind::Constants, |file| _ = file.vbrs(&[1, 13, 1]));
    });
    let found = initial(&module(&file)?, 0);
    expect(
        matches!(found, Some(ConstantKind::Undef)),
        "undef in slot 0",
    )
}

/// Floating-point numbers are always hexadecimal up to 1.4. From 1.5 on they are decimal if that is
/// exact.
fn floats_in_text() -> Result<(), Failed> {
    let module = parse_for("%x = global double 1.5\n", Llvm18)?;
    for (style, number) in [(Llvm14, "0x3FF8000000000000"), (Llvm15, "1.500000e+00")] {
        let text = printed(&module, style)?;
        expect(text.contains(&format!("global double {number}")), &text)?;
    }
    Ok(())
}

fn order_of_predecessors() -> Result<(), Failed> {
    const TEXT: &str = "
        void %f(bool %x) {
          br bool %x, label %a, label %b
        a:
          br label %c
        b:
          br label %c
        c:
          ret void
        }
    ";
    let module = parse_for(TEXT, Llvm18)?;
    for (style, order) in [(Llvm14, "; preds = %a, %b"), (Llvm15, "; preds = %b, %a")] {
        let text = printed(&module, style)?;
        expect(text.contains(order), &text)?;
    }
    Ok(())
}

fn csretcc_becomes_sret() -> Result<(), Failed> {
    const TEXT: &str = "
        declare csretcc void %f({ int, int }*)
        void %g() {
          %x = alloca { int, int }
          call csretcc void %f({ int, int }* %x)
          ret void
        }
    ";
    let text = upgraded(TEXT, Llvm18)?;
    expect(text.contains("sret({ i32, i32 })"), &text)?;
    expect(!text.contains("cc 1 "), &text)
}

/// Two functions and a variable have the same name and different types.
fn names_are_unique_per_type() -> Result<(), Failed> {
    const TEXT: &str = "
        %x = global int 1
        int %x() {
          ret int 2
        }
        long %x(long %a) {
          ret long %a
        }
    ";
    let text = upgraded(TEXT, Llvm18)?;
    let mut names: Vec<&str> = (text.lines())
        .filter_map(|line| line.split_once('@')?.1.split([' ', '(']).next())
        .collect();
    names.sort_unstable();
    same(names.len(), 3)?;
    names.dedup();
    same(names.len(), 3)
}

/// Counts and lengths that the file's bytes do not back allocate no memory.
fn bombs() -> Result<(), Failed> {
    const HUGE: u64 = 0xFFFF_FFF0;
    // 13 = [HUGE x sbyte], and a string of that type.
    let string = File::module(Llvm18, |file| {
        file.types(1, &[15, 2, HUGE])
            .info(&[], &[])
            .block(Kind::Constants, |file| _ = file.vbrs(&[1, 0, 13, 65]));
    });
    // A plane with that many constants, and a switch with that many operands.
    let plane = File::module(Llvm18, |file| {
        file.types(0, &[])
            .info(&[], &[])
            .block(Kind::Constants, |file| _ = file.vbrs(&[HUGE, 7, 0, 2]));
    });
    let switch = with_instructions(Llvm18, |file, _| {
        file.vbrs(&[3 << 2, 7, HUGE, 3, 1]);
    });
    for file in [string, plane, switch] {
        expect(
            read(file.bytes(), &ReadOptions::default()).is_err(),
            "it is refused",
        )?;
    }
    Ok(())
}
