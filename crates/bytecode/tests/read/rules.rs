//! What files mean, rule by rule, with files made byte by byte.

use crate::builder::{File, INT, Kind, NONE, with_function, with_instructions};
use crate::damage::attempt;
use crate::trial;
use libtest_mimic::{Failed, Trial};
use pinnacle_bytecode::Format::{self, Llvm10, Llvm11, Llvm12, Llvm13, Llvm13Pre};
use pinnacle_bytecode::model::{
    Body, ConstantId, ConstantKind, Endianness, Inst, InstId, Linkage, Module, PointerSize, Type,
    TypeId, Value,
};
use pinnacle_bytecode::{ReadOptions, read};

type Test = fn() -> Result<(), Failed>;

pub(crate) fn trials() -> Vec<Trial> {
    let tests: [(&str, Test); 36] = [
        ("target", target),
        ("libraries_and_triple", libraries_and_triple),
        ("linkages", linkages),
        ("unknown_blocks_are_skipped", unknown_blocks_are_skipped),
        ("what_is_left_of_info", what_is_left_of_info),
        ("old_type_numbers", old_type_numbers),
        ("equal_types", equal_types),
        ("recursive_types", recursive_types),
        ("operands_name_their_plane", operands_name_their_plane),
        ("numbers", numbers),
        ("zeros_of_format_0", zeros_of_format_0),
        ("pools_and_planes_repeat", pools_and_planes_repeat),
        ("late_constants", late_constants),
        ("early_constants", early_constants),
        ("strings", strings),
        ("addresses_in_pools", addresses_in_pools),
        ("references_go_anywhere", references_go_anywhere),
        ("long_chain_of_references", long_chain_of_references),
        ("expressions", expressions),
        ("encodings", encodings),
        ("slots_of_a_function", slots_of_a_function),
        ("constants_of_a_function", constants_of_a_function),
        ("types_of_a_function", types_of_a_function),
        ("old_types_of_a_function", old_types_of_a_function),
        ("values_defined_later", values_defined_later),
        ("blocks", blocks),
        ("basic_blocks_of_format_0", basic_blocks_of_format_0),
        ("unaligned_instructions", unaligned_instructions),
        ("element_addresses", element_addresses),
        ("old_element_addresses", old_element_addresses),
        ("calls", calls),
        ("count_left_out", count_left_out),
        ("compaction_table", compaction_table),
        ("names", names),
        ("example_of_the_manual", example_of_the_manual),
        ("bounds_of_memory", bounds_of_memory),
    ];
    tests
        .into_iter()
        .map(|(name, test)| trial(format!("rule::{name}"), test))
        .collect()
}

fn module(file: &File) -> Result<Module, Failed> {
    Ok(read(file.bytes(), &ReadOptions::default())?)
}

fn body(module: &Module) -> Result<&Body, Failed> {
    let function = module.functions.last().ok_or("no function")?;
    Ok(function.body.as_ref().ok_or("no body")?)
}

fn inst(body: &Body, number: u32) -> Inst {
    *body.inst(InstId(number))
}

fn kind(module: &Module, value: Value) -> Option<ConstantKind> {
    match value {
        Value::Constant(id) => Some(module.constants.get(id).kind),
        _ => None,
    }
}

/// The number that a value is, if it is a constant integer.
fn integer(module: &Module, value: Value) -> Option<i64> {
    match kind(module, value)? {
        ConstantKind::Int(value) => Some(value as i64),
        _ => None,
    }
}

/// What a global variable is at the start.
fn initial(module: &Module, global: usize) -> Option<ConstantKind> {
    let id = module.globals[global].initializer?;
    Some(module.constants.get(id).kind)
}

fn initial_integer(module: &Module, global: usize) -> Option<i64> {
    integer(module, Value::Constant(module.globals[global].initializer?))
}

fn expect(holds: bool, what: &str) -> Result<(), Failed> {
    if holds { Ok(()) } else { Err(what.into()) }
}

#[allow(
    clippy::needless_pass_by_value,
    reason = "what is compared is written where it is passed"
)]
fn same<T: PartialEq + std::fmt::Debug>(found: T, expected: T) -> Result<(), Failed> {
    if found == expected {
        return Ok(());
    }
    Err(format!("expected {expected:?}, found {found:?}").into())
}

fn target() -> Result<(), Failed> {
    let with = |word| {
        let file = File::module_with_word(Llvm13, word, |file| {
            file.types(0, &[]).info(&[], &[]);
        });
        module(&file).map(|module| (module.target.endianness, module.target.pointer_size))
    };
    same(with(0x3C)?, (None, None))?;
    // What is unspecified wins over what is specified.
    same(with(0x3F)?, (None, None))?;
    let (little, big) = (Some(Endianness::Little), Some(Endianness::Big));
    let (small, large) = (Some(PointerSize::Bits32), Some(PointerSize::Bits64));
    same(with(0x30)?, (little, small))?;
    same(with(0x31)?, (big, small))?;
    same(with(0x33)?, (big, large))?;
    same(with(0x36)?, (None, large))
}

fn libraries_and_triple() -> Result<(), Failed> {
    let file = File::module(Llvm13, |file| {
        file.types(0, &[]).block(Kind::Info, |file| {
            file.vbrs(&[0, 0, 2]).string("c").string("m");
            file.string("i686-pc-linux-gnu").align();
        });
    });
    let module = module(&file)?;
    same(
        &module.target.libraries[..],
        &[b"c".to_vec(), b"m".to_vec()],
    )?;
    same(&module.target.triple[..], b"i686-pc-linux-gnu")
}

fn linkages() -> Result<(), Failed> {
    let file = File::module(Llvm13, |file| {
        let word = |linkage: u64, constant| 13 << 5 | linkage << 2 | constant;
        let globals = [word(0, 0), word(1, 1), word(2, 0), word(3, 0), word(4, 0)];
        file.types(1, &[16, 7]).info(&globals, &[]);
    });
    let module = module(&file)?;
    let linkages: Vec<_> = module.globals.iter().map(|global| global.linkage).collect();
    let expected = [
        Linkage::External,
        Linkage::Weak,
        Linkage::Appending,
        Linkage::Internal,
        Linkage::LinkOnce,
    ];
    same(&linkages[..], &expected)?;
    let constant: Vec<_> = module
        .globals
        .iter()
        .map(|global| global.constant)
        .collect();
    same(constant, vec![false, true, false, false, false])
}

fn unknown_blocks_are_skipped() -> Result<(), Failed> {
    let unknown = |file: &mut File| {
        file.block(Kind::Unknown, |file| _ = file.raw(b"anything"));
    };
    let file = File::module(Llvm13, |file| {
        unknown(file);
        file.types(2, &[13, 7, 0, 16, 13]);
        unknown(file);
        file.info(&[], &[14]).block(Kind::Function, |file| {
            file.vbr(0);
            unknown(file);
            file.block(Kind::Instructions, |file| _ = file.short(1, INT, 0));
            unknown(file);
        });
    });
    same(body(&module(&file)?)?.inst_count(), 1)
}

fn what_is_left_of_info() -> Result<(), Failed> {
    let file = File::module(Llvm13, |file| {
        file.types(0, &[]).block(Kind::Info, |file| {
            file.vbrs(&[0, 0, 0, 0]).raw(b"for later versions");
        });
    });
    module(&file).map(drop)
}

/// Old formats have a type that is the plane of types, which takes a number.
fn old_type_numbers() -> Result<(), Failed> {
    for format in [Llvm11, Llvm12] {
        let file = File::module(format, |file| {
            file.types(3, &[17, 7, 14, 7, 1, 16, 17, 14])
                .info(&[14 << 5], &[]);
        });
        let module = module(&file)?;
        let pointer = module.globals[0].address_type;
        same(module.types.pointee(pointer), Some(TypeId::INT))?;
        same(module.types.len(), 16)?;
        let types = &module.layout.as_ref().ok_or("no layout")?.types;
        same(&types[..], &[TypeId(13), TypeId(14), TypeId(15)])?;
    }
    Ok(())
}

fn equal_types() -> Result<(), Failed> {
    let file = File::module(Llvm13, |file| {
        file.types(4, &[16, 7, 16, 7, 14, 13, 0, 14, 14, 0])
            .info(&[13 << 5, 14 << 5], &[]);
    });
    let module = module(&file)?;
    same(module.types.len(), 15)?;
    same(
        module.globals[0].address_type,
        module.globals[1].address_type,
    )?;
    let types = &module.layout.as_ref().ok_or("no layout")?.types;
    let [pointer, structure] = [TypeId(13), TypeId(14)];
    same(&types[..], &[pointer, pointer, structure, structure])
}

fn recursive_types() -> Result<(), Failed> {
    // 13 = { int, 14 }, 14 = 13*, 15 = { int, 16 }, 16 = 15*, an opaque type.
    let file = File::module(Llvm13, |file| {
        file.types(5, &[14, 7, 14, 0, 16, 13, 14, 7, 16, 0, 16, 15, 17])
            .info(&[14 << 5, 16 << 5], &[]);
    });
    let module = module(&file)?;
    same(module.types.len(), 16)?;
    same(
        module.globals[0].address_type,
        module.globals[1].address_type,
    )?;
    expect(
        matches!(module.types.get(TypeId(15)), Type::Opaque),
        "opaque",
    )
}

/// Two numbers of one type have a plane each; what follows from something else
/// is in the first.
fn operands_name_their_plane() -> Result<(), Failed> {
    // 13 and 14 are another int; 15 and 16 pointers to them.
    let file = File::module(Llvm13, |file| {
        file.types(4, &[7, 7, 16, 13, 16, 14])
            .info(&[15 << 5 | 2, 1, 16 << 5 | 2, 1], &[])
            .block(Kind::Constants, |file| {
                file.vbrs(&[1, 14, 0, 4]).vbrs(&[1, 7, 0, 6]);
            });
    });
    let module = module(&file)?;
    same(initial_integer(&module, 0), Some(3))?;
    same(initial_integer(&module, 1), Some(3))
}

fn numbers() -> Result<(), Failed> {
    // A global for each of bool to double; the first constant of each plane.
    let values: [&[u8]; 11] = [
        &[1],
        &[0xFF, 1],
        &[1 | 0x80, 2],
        &[0xFF, 0xFF, 3],
        &[1 | 0x80, 0x80, 4],
        &[0xFF, 0xFF, 0xFF, 0xFF, 0x0F],
        &[0x81, 0x80, 0x80, 0x80, 0x10],
        &[0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1],
        &[1],
        &[0, 0, 0x80, 0x3F],
        &[0, 0, 0, 0, 0, 0, 0, 0x80],
    ];
    let file = File::module(Llvm13, |file| {
        let types: Vec<u64> = (1..12).flat_map(|ty| [16, ty]).collect();
        let globals: Vec<u64> = (13..24).flat_map(|ty| [ty << 5 | 2, 1]).collect();
        file.types(11, &types).info(&globals, &[]);
        file.block(Kind::Constants, |file| {
            for (ty, value) in (1..).zip(values) {
                file.vbrs(&[1, ty, 0]).raw(value);
            }
        });
    });
    let module = module(&file)?;
    let integers: Vec<_> = (0..11).map(|at| initial_integer(&module, at)).collect();
    let expected = [
        None,
        Some(255),
        Some(-128),
        Some(65535),
        Some(-32768),
        Some(0xFFFF_FFFF),
        Some(-0x8000_0000),
        Some(-1),
        Some(i64::MIN),
        None,
        None,
    ];
    same(&integers[..], &expected)?;
    let is = |at, what: fn(ConstantKind) -> bool| initial(&module, at).is_some_and(what);
    expect(
        is(0, |kind| matches!(kind, ConstantKind::Bool(true))),
        "bool",
    )?;
    let is_one = |kind| matches!(kind, ConstantKind::Float(0x3F80_0000));
    expect(is(9, is_one), "float")?;
    // Minus zero is not the null value.
    let is_minus_zero = |kind| matches!(kind, ConstantKind::Double(bits) if bits == 1 << 63);
    expect(is(10, is_minus_zero), "double")
}

/// Planes of primitive types have no implicit zero there, those of others do.
fn zeros_of_format_0() -> Result<(), Failed> {
    let file = File::module(Llvm11, |file| {
        // 14 = int*, 15 = int**.
        file.types(2, &[17, 7, 17, 14])
            .info(&[14 << 5 | 2, 0, 14 << 5 | 2, 1, 15 << 5 | 2, 0], &[])
            .block(Kind::Constants, |file| _ = file.vbrs(&[2, 7, 0, 0, 0, 6]));
    });
    let module = module(&file)?;
    same(initial_integer(&module, 0), Some(0))?;
    same(initial_integer(&module, 1), Some(3))?;
    expect(
        matches!(initial(&module, 2), Some(ConstantKind::Null)),
        "null",
    )
}

fn pools_and_planes_repeat() -> Result<(), Failed> {
    let file = File::module(Llvm13, |file| {
        file.types(1, &[16, 7])
            .info(&[13 << 5 | 2, 1, 13 << 5 | 2, 2, 13 << 5 | 2, 3], &[])
            .block(Kind::Constants, |file| {
                file.vbrs(&[1, 7, 0, 2]).vbrs(&[0, 9]).vbrs(&[1, 7, 0, 4]);
            })
            .block(Kind::Constants, |file| _ = file.vbrs(&[1, 7, 0, 4]));
    });
    let module = module(&file)?;
    let integers: Vec<_> = (0..3).map(|at| initial_integer(&module, at)).collect();
    same(integers, vec![Some(1), Some(2), Some(2)])
}

fn late_constants() -> Result<(), Failed> {
    let file = File::module(Llvm13, |file| {
        file.types(3, &[13, 7, 0, 16, 13, 16, 7])
            .info(&[15 << 5 | 2, 1], &[14])
            .block(Kind::Function, |file| {
                file.vbr(0)
                    .block(Kind::Instructions, |file| _ = file.short(1, INT, 1));
            })
            .block(Kind::Constants, |file| _ = file.vbrs(&[1, 7, 0, 8]));
    });
    let module = module(&file)?;
    same(initial_integer(&module, 0), Some(4))?;
    match inst(body(&module)?, 0) {
        Inst::Ret { value: Some(value) } => same(integer(&module, value), Some(4)),
        other => Err(format!("{other:?}").into()),
    }
}

/// Constants before module info have slots before globals.
fn early_constants() -> Result<(), Failed> {
    let file = File::module(Llvm13, |file| {
        // 13 = int*, 14 = int**.
        file.types(2, &[16, 7, 16, 13])
            .block(Kind::Constants, |file| {
                file.vbrs(&[1, 7, 0, 8]).vbrs(&[1, 13, 1, 27, 1, 7]);
            })
            .info(&[13 << 5 | 2, 1, 14 << 5 | 2, 1, 14 << 5 | 2, 2], &[]);
    });
    let module = module(&file)?;
    same(initial_integer(&module, 0), Some(4))?;
    let is_cast = |kind| matches!(kind, ConstantKind::Cast(_));
    expect(initial(&module, 1).is_some_and(is_cast), "cast")?;
    let is_first = |kind| matches!(kind, ConstantKind::Global(id) if id.0 == 0);
    expect(initial(&module, 2).is_some_and(is_first), "address")
}

/// Strings come first in the plane of their type and need not end with zero.
fn strings() -> Result<(), Failed> {
    let file = File::module(Llvm13, |file| {
        // 13 = [2 x sbyte], 14 = its pointer.
        file.types(2, &[15, 3, 2, 16, 13])
            .info(&[14 << 5 | 2, 1, 14 << 5 | 2, 2], &[])
            .block(Kind::Constants, |file| {
                file.vbrs(&[1, 0, 13]).raw(b"a\xFF");
                // The same as an array of two constants.
                file.vbrs(&[2, 3, 0, 194, 0, 3]).vbrs(&[1, 13, 0, 1, 2]);
            });
    });
    let module = module(&file)?;
    let id = module.globals[0].initializer;
    same(module.globals[1].initializer, id)?;
    match initial(&module, 0) {
        Some(ConstantKind::Bytes(bytes)) => same(module.constants.bytes(bytes), b"a\xFF"),
        other => Err(format!("{other:?}").into()),
    }
}

/// Globals have slots of their own; an address in a pool is another slot of the
/// same constant, in all formats.
fn addresses_in_pools() -> Result<(), Failed> {
    for format in [Llvm11, Llvm12, Llvm13Pre, Llvm13] {
        let first = 13 + u64::from(format.features().type_plane.is_some());
        let file = File::module(format, |file| {
            // int* and int**; two globals of type int**, for the second pointer
            // slot, and one of type int*.
            file.types(2, &[first + 3, 7, first + 3, first])
                .info(
                    &[first << 5, (first + 1) << 5 | 2, 1, (first + 1) << 5 | 2, 2],
                    &[],
                )
                .block(Kind::Constants, |file| _ = file.vbrs(&[1, first, 0, 1]));
        });
        let module = module(&file)?;
        for global in [1, 2] {
            let is_first = |kind| matches!(kind, ConstantKind::Global(id) if id.0 == 0);
            expect(initial(&module, global).is_some_and(is_first), "address")?;
        }
    }
    Ok(())
}

/// A structure refers to a plane that follows, which refers back to one before.
fn references_go_anywhere() -> Result<(), Failed> {
    // 13 = { 15, long }, 14 = its pointer, 15 = [2 x int].
    let file = File::module(Llvm13, |file| {
        file.types(3, &[14, 15, 9, 0, 16, 13, 15, 7, 2])
            .info(&[14 << 5 | 2, 1], &[])
            .block(Kind::Constants, |file| {
                file.vbrs(&[1, 13, 0, 1, 1]);
                file.vbrs(&[1, 15, 0, 0, 1]);
                file.vbrs(&[1, 9, 0, 14]).vbrs(&[1, 7, 0, 4]);
            });
    });
    let module = module(&file)?;
    let Some(ConstantKind::Struct(fields)) = initial(&module, 0) else {
        return Err("no structure".into());
    };
    let fields = module.constants.list(fields).to_vec();
    same(integer(&module, Value::Constant(fields[1])), Some(7))?;
    match module.constants.get(fields[0]).kind {
        ConstantKind::Array(elements) => {
            let elements = module.constants.list(elements);
            let numbers: Vec<_> = elements
                .iter()
                .map(|&id| integer(&module, Value::Constant(id)))
                .collect();
            same(numbers, vec![Some(0), Some(2)])
        }
        other => Err(format!("{other:?}").into()),
    }
}

/// Each constant is the sum of the next and itself doubled; nothing recurses.
fn long_chain_of_references() -> Result<(), Failed> {
    const COUNT: u64 = 100_000;
    let file = File::module(Llvm13, |file| {
        file.types(1, &[16, 7])
            .info(&[13 << 5 | 2, 1], &[])
            .block(Kind::Constants, |file| {
                file.vbrs(&[COUNT, 7]);
                for slot in 1..COUNT {
                    file.vbrs(&[2, 6, slot + 1, 7, slot + 1, 7]);
                }
                file.vbrs(&[0, 2]);
            });
    });
    same(module(&file)?.constants.len() as u64 > COUNT, true)
}

fn expressions() -> Result<(), Failed> {
    // 13 = [2 x int], 14 = its pointer, 15 = int*, 16 = int**.
    let file = File::module(Llvm13, |file| {
        file.types(4, &[15, 7, 2, 16, 13, 16, 7, 16, 15])
            .info(
                &[14 << 5, 16 << 5 | 2, 1, 16 << 5 | 2, 2, 15 << 5 | 2, 1],
                &[],
            )
            .block(Kind::Constants, |file| {
                file.vbrs(&[1, 9, 0, 2]); // long 1
                file.vbrs(&[1, 1, 2, 17, 1, 9, 0, 9]); // setge long 1, 0
                file.vbrs(&[1, 2, 0, 3]); // ubyte 3
                file.vbrs(&[1, 7, 2, 29, 2, 7, 1, 2]); // shl of the next, 3
                file.vbrs(&[1, 7, 1, 27, 1, 14]); // cast of the first global
                // The address of an element, and a choice of it and null.
                file.vbrs(&[2, 15, 3, 25, 1, 14, 0, 9, 1, 9]);
                file.vbrs(&[3, 33, 1, 1, 2, 15, 0, 15]);
            });
    });
    let module = module(&file)?;
    let is = |at, what: fn(ConstantKind) -> bool| initial(&module, at).is_some_and(what);
    expect(initial(&module, 1).is_some(), "the global in slot 1")?;
    let is_gep = |kind| matches!(kind, ConstantKind::GetElementPtr { .. });
    let is_select = |kind| matches!(kind, ConstantKind::Select { .. });
    let is_shift = |kind| matches!(kind, ConstantKind::Shift { .. });
    // Slot 1 of int* is the last global, so the element is in slot 2.
    let is_global = |kind| matches!(kind, ConstantKind::Global(_));
    expect(is(1, is_global), "global")?;
    expect(is(2, is_gep), "getelementptr")?;
    expect(is(3, is_shift), "shift")?;
    let selects = (0..module.constants.len() as u32)
        .filter(|&id| is_select(module.constants.get(ConstantId(id)).kind));
    same(selects.count(), 1)
}

/// The same instructions in all encodings that can hold them.
fn encodings() -> Result<(), Failed> {
    let one = with_instructions(Llvm13, |file, _| {
        file.two(6, INT, [3, 4])
            .three(2, 12, [1, 1, 1])
            .short(1, INT, 5);
    });
    let other = with_instructions(Llvm13, |file, _| {
        file.long(6, 7, &[3, 4])
            .long(2, 12, &[1, 1, 1])
            .long(1, 7, &[5]);
    });
    expect(module(&one)? == module(&other)?, "short and long differ")?;
    // The opcode of a long form may itself be longer than a byte, and than it
    // needs to be.
    let long = with_instructions(Llvm13, |file, _| {
        file.long(33, 7, &[1, 3, 4]).short(1, INT, 5);
    });
    let module = module(&long)?;
    expect(
        matches!(inst(body(&module)?, 0), Inst::Select { .. }),
        "select",
    )
}

/// Null, constants of the module, arguments, results.
fn slots_of_a_function() -> Result<(), Failed> {
    let file = with_instructions(Llvm13, |file, _| {
        for slot in 0..6 {
            file.two(6, INT, [slot, 0]);
        }
        file.short(1, INT, 6);
    });
    let module = module(&file)?;
    let body = body(&module)?;
    let operand = |number| match inst(body, number) {
        Inst::Binary { lhs, .. } => Some(lhs),
        _ => None,
    };
    for (number, expected) in [(0, 0), (1, 5), (2, 6)] {
        let value = operand(number).ok_or("no sum")?;
        same(integer(&module, value), Some(expected))?;
    }
    same(operand(3), Some(Value::Argument(0)))?;
    same(operand(4), Some(Value::Argument(1)))?;
    same(operand(5), Some(Value::Inst(InstId(0))))
}

fn constants_of_a_function() -> Result<(), Failed> {
    let file = with_function(Llvm13, |file, _| {
        file.block(Kind::Constants, |file| _ = file.vbrs(&[0, 1, 7, 0, 80]))
            .block(Kind::Constants, |file| {
                // A cast of the constant before.
                file.vbrs(&[0, 1, 7, 1, 27, 5, 7]);
            })
            .block(Kind::Instructions, |file| {
                file.two(6, INT, [5, 6]).short(1, INT, 7);
            });
    });
    let module = module(&file)?;
    match inst(body(&module)?, 0) {
        Inst::Binary { lhs, rhs, .. } => {
            same(integer(&module, lhs), Some(40))?;
            expect(
                matches!(kind(&module, rhs), Some(ConstantKind::Cast(_))),
                "cast",
            )
        }
        other => Err(format!("{other:?}").into()),
    }
}

/// A function's own types follow the numbers of the module's; one that the
/// module has too is the same type.
fn types_of_a_function() -> Result<(), Failed> {
    let file = with_function(Llvm13, |file, types| {
        let own = types.label + 8;
        file.block(Kind::Constants, |file| {
            // long*, int*, a pointer to the first.
            file.vbrs(&[3, 16, 9, 16, 7, 16, own]);
        })
        .block(Kind::Instructions, |file| {
            file.short(22, own as u32, 1)
                .short(22, own as u32 + 1, 1)
                .short(22, own as u32 + 2, 1)
                .short(1, INT, 1);
        });
    });
    let module = module(&file)?;
    let body = body(&module)?;
    let types = body.result_types();
    same(module.types.pointee(types[0]), Some(TypeId::LONG))?;
    same(module.types.pointee(types[1]), Some(TypeId::INT))?;
    expect(types[1].0 < types[0].0, "the module's type")?;
    same(module.types.pointee(types[2]), Some(types[0]))?;
    let layout = module.layout.as_ref().ok_or("no layout")?;
    same(&layout.functions[0].types[..], &types[..3])
}

fn old_types_of_a_function() -> Result<(), Failed> {
    for format in [Llvm10, Llvm11, Llvm12] {
        let file = with_function(format, |file, types| {
            let own = types.label + 8;
            file.block(Kind::Constants, |file| {
                file.vbrs(&[1, 12, 17, 9]).vbrs(&[1, own, 1, 27, 0, own]);
            });
            let kind = match format {
                Llvm10 => Kind::BasicBlock,
                _ => Kind::Instructions,
            };
            file.block(kind, |file| {
                file.short(23, own as u32, 1).short(1, INT, 1);
            });
        });
        let module = module(&file)?;
        let body = body(&module)?;
        same(body.result_type(InstId(0)), TypeId::LONG)?;
    }
    Ok(())
}

fn values_defined_later() -> Result<(), Failed> {
    let file = with_instructions(Llvm13, |file, _| {
        // A phi of the sum that comes after it and of the one after that.
        file.short(2, 12, 1)
            .long(26, 7, &[6, 1, 7, 0])
            .two(6, INT, [5, 5])
            .two(6, INT, [6, 7])
            .short(2, 12, 1);
    });
    let module = module(&file)?;
    let body = body(&module)?;
    let Inst::Phi { incoming } = inst(body, 1) else {
        return Err("no phi".into());
    };
    let values: Vec<_> = body
        .incoming(incoming)
        .iter()
        .map(|one| one.value)
        .collect();
    same(
        &values[..],
        &[Value::Inst(InstId(2)), Value::Inst(InstId(3))],
    )?;
    match inst(body, 3) {
        Inst::Binary { lhs, rhs, .. } => {
            same((lhs, rhs), (Value::Inst(InstId(2)), Value::Inst(InstId(3))))
        }
        other => Err(format!("{other:?}").into()),
    }
}

/// A block ends with a terminator, and the next instruction begins another.
fn blocks() -> Result<(), Failed> {
    let file = with_instructions(Llvm13, |file, _| {
        file.two(6, INT, [3, 4])
            .three(2, 12, [2, 1, 1])
            .short(1, INT, 3)
            .long(3, 7, &[5, 1, 1, 2, 2, 1])
            .short(5, 0, NONE);
    });
    let module = module(&file)?;
    let body = body(&module)?;
    let blocks: Vec<_> = body.blocks().map(|block| body.block_range(block)).collect();
    same(blocks, vec![0..2, 2..3, 3..4, 4..5])?;
    match inst(body, 1) {
        Inst::CondBr {
            if_true, if_false, ..
        } => same((if_true.0, if_false.0), (2, 1)),
        other => Err(format!("{other:?}").into()),
    }
}

/// LLVM 1.0 has a block for each basic block; without functions it cannot be
/// told from LLVM 1.1.
fn basic_blocks_of_format_0() -> Result<(), Failed> {
    let file = with_function(Llvm10, |file, types| {
        file.block(Kind::Constants, |_| {})
            .block(Kind::BasicBlock, |file| {
                file.short(2, types.label as u32, 1);
            })
            .block(Kind::BasicBlock, |file| _ = file.short(1, INT, 2));
    });
    let module = module(&file)?;
    let layout = module.layout.as_ref().ok_or("no layout")?;
    same(layout.format, Llvm10)?;
    same(body(&module)?.block_count(), 2)
}

/// The first block in a function follows one byte, so without a compaction table
/// its instructions are not aligned.
fn unaligned_instructions() -> Result<(), Failed> {
    for format in Format::ALL {
        let kind = match format {
            Llvm10 => Kind::BasicBlock,
            _ => Kind::Instructions,
        };
        let file = with_function(format, |file, _| {
            file.block(kind, |file| {
                file.two(6, INT, [2, 2])
                    .long(6, 7, &[1, 2])
                    .two(6, INT, [2, 2]);
                file.short(1, INT, 2);
            });
        });
        same(body(&module(&file)?)?.inst_count(), 4)?;
    }
    Ok(())
}

/// Elements by any integer type of 32 or 64 bits, which is in the low bits of
/// the slot; fields by constants of uint.
fn element_addresses() -> Result<(), Failed> {
    let file = with_instructions(Llvm13, |file, types| {
        let (pair_pointer, pointer) = (types.pair + 1, types.int_pointer);
        // The pair's address: an alloca, then field 0 of element long 3.
        file.short(22, pair_pointer as u32, 1)
            .long(25, pair_pointer, &[1, 1 << 2 | 3, 0])
            .long(25, pointer, &[1, 3 << 2 | 1])
            .long(25, pointer, &[1, 1 << 2])
            .long(25, pointer, &[1, 2])
            .long(25, pointer, &[1])
            .short(1, INT, 1);
    });
    let module = module(&file)?;
    let body = body(&module)?;
    let indices = |number| match inst(body, number) {
        Inst::GetElementPtr { indices, .. } => body.values(indices),
        _ => &[],
    };
    for number in 1..6 {
        let pointee = module.types.pointee(body.result_type(InstId(number)));
        same(pointee, Some(TypeId::INT))?;
    }
    same(integer(&module, indices(1)[0]), Some(3))?;
    same(integer(&module, indices(1)[1]), Some(0))?;
    same(indices(2), &[Value::Argument(0)])?;
    same(integer(&module, indices(3)[0]), Some(1))?;
    let Value::Constant(zero) = indices(4)[0] else {
        return Err("no constant".into());
    };
    same(module.constants.type_of(zero), TypeId::ULONG)?;
    same(indices(5), &[])
}

/// Elements by long, fields by ubyte, plain slots.
fn old_element_addresses() -> Result<(), Failed> {
    let file = with_instructions(Llvm12, |file, types| {
        let pair_pointer = types.pair as u32 + 1;
        file.short(22, pair_pointer, 1)
            .three(25, pair_pointer, [1, 1, 0])
            .short(1, INT, 1);
    });
    let module = module(&file)?;
    let body = body(&module)?;
    let Inst::GetElementPtr { indices, .. } = inst(body, 1) else {
        return Err("no getelementptr".into());
    };
    let types = body.values(indices).iter().map(|&value| match value {
        Value::Constant(id) => Some(module.constants.type_of(id)),
        _ => None,
    });
    same(
        types.collect::<Vec<_>>(),
        vec![Some(TypeId::LONG), Some(TypeId::UBYTE)],
    )
}

/// One slot for each parameter; of variable arguments also the type.
fn calls() -> Result<(), Failed> {
    for format in [Llvm11, Llvm12, Llvm13Pre, Llvm13] {
        let file = with_instructions(format, |file, types| {
            let varargs = types.varargs + 1;
            file.three(28, types.address as u32, [1, 3, 4])
                .long(28, varargs, &[0, 3, types.int_pointer, 0, 9, 0])
                .two(28, varargs as u32, [0, 3])
                .long(4, types.address, &[1, 1, 1, 5, 4])
                .short(1, INT, 5);
        });
        let module = module(&file)?;
        let body = body(&module)?;
        let arguments = |number| match inst(body, number) {
            Inst::Call { arguments, .. } | Inst::Invoke { arguments, .. } => {
                body.values(arguments).len()
            }
            _ => 0,
        };
        let counts: Vec<_> = (0..4).map(arguments).collect();
        same(counts, vec![2, 3, 1, 2])?;
        same(body.result_type(InstId(1)), TypeId::VOID)?;
        same(body.result_type(InstId(3)), TypeId::INT)?;
    }
    Ok(())
}

/// Allocating without a count is allocating one.
fn count_left_out() -> Result<(), Failed> {
    let file = with_instructions(Llvm13, |file, types| {
        file.short(22, types.int_pointer as u32, NONE)
            .short(20, types.int_pointer as u32, NONE)
            .short(1, INT, 1);
    });
    let module = module(&file)?;
    let body = body(&module)?;
    for number in [0, 1] {
        match inst(body, number) {
            Inst::Malloc { count } | Inst::Alloca { count } => {
                same(integer(&module, count), Some(1))?;
            }
            other => return Err(format!("{other:?}").into()),
        }
    }
    Ok(())
}

/// Types that are listed are the only ones, planes that are listed begin with
/// null and what is listed, others keep the numbers of the module.
fn compaction_table() -> Result<(), Failed> {
    for format in [Llvm12, Llvm13Pre, Llvm13] {
        let features = format.features();
        let file = with_function(format, |file, types| {
            let first = types.label + 1;
            file.block(Kind::Compaction, |file| {
                // int* is the first type; int (int, int)* the second.
                if features.leading_types {
                    file.vbr(2);
                } else {
                    file.vbr(12 << 2 | 2);
                }
                file.vbrs(&[types.int_pointer, types.address]);
                // int 6 is the only constant of int, in slot 1; uint has none.
                file.vbrs(&[7 << 2 | 1, 2]).vbrs(&[6 << 2]);
                // The long form of one entry: this function.
                file.vbrs(&[1 << 2 | 3, first + 1, 1]);
            })
            .block(Kind::Instructions, |file| {
                file.two(6, INT, [1, 2]) // int 6, the first argument
                    .three(28, first as u32 + 1, [1, 3, 4])
                    .short(22, first as u32, 0) // uint 0
                    .two(27, 9, [1, 6]) // long 1, of the module
                    .short(1, INT, 5);
            })
            .block(Kind::Symbols, |file| {
                if features.leading_types {
                    file.vbr(0);
                }
                file.vbrs(&[1, first, 1]).string("p");
            });
        });
        let module = module(&file)?;
        let body = body(&module)?;
        match inst(body, 0) {
            Inst::Binary { lhs, rhs, .. } => {
                same(integer(&module, lhs), Some(6))?;
                same(rhs, Value::Argument(0))?;
            }
            other => return Err(format!("{other:?}").into()),
        }
        match inst(body, 2) {
            Inst::Alloca { count } => same(integer(&module, count), Some(0))?,
            other => return Err(format!("{other:?}").into()),
        }
        match inst(body, 3) {
            Inst::Cast { value } => same(integer(&module, value), Some(3))?,
            other => return Err(format!("{other:?}").into()),
        }
        same(body.inst_name(InstId(2)), b"p")?;
    }
    Ok(())
}

/// Names that occur again in a plane get numbers, whatever the order of names and
/// planes; the same name in another plane does not matter.
fn names() -> Result<(), Failed> {
    let file = File::module(Llvm13, |file| {
        file.types(2, &[16, 7, 16, 9])
            .info(&[13 << 5, 13 << 5, 13 << 5, 14 << 5, 13 << 5], &[])
            .block(Kind::Symbols, |file| {
                file.vbr(2).vbr(7).string("t").vbr(9).string("t");
                file.vbrs(&[3, 13]);
                file.vbr(1)
                    .string("b")
                    .vbr(2)
                    .string("a")
                    .vbr(3)
                    .string("a");
                file.vbrs(&[1, 14, 1]).string("a");
                file.vbrs(&[1, 13, 4]).string("b");
            });
    });
    let module = module(&file)?;
    let names = &module.names;
    let globals = module.globals.iter();
    let globals: Vec<_> = globals
        .map(|global| names.get(global.name).escape_ascii().to_string())
        .collect();
    same(
        globals,
        ["b", "a", "a2", "a", "b3"].map(String::from).to_vec(),
    )?;
    let types = module.type_names.iter();
    let types: Vec<_> = types.map(|&(name, ty)| (names.get(name), ty)).collect();
    same(
        types,
        vec![(&b"t"[..], TypeId::INT), (&b"t1"[..], TypeId::LONG)],
    )?;
    let function = with_instructions_and_names();
    let module = self::module(&function)?;
    let body = body(&module)?;
    same(body.inst_name(InstId(0)), b"x")?;
    same(body.argument_name(1), b"x1")?;
    same(body.block_name(pinnacle_bytecode::model::BlockId(0)), b"x")?;
    let layout = module.layout.as_ref().ok_or("no layout")?;
    let planes = &layout.functions[0].symbols;
    same(&planes[..], &[TypeId::INT, TypeId::LABEL])
}

fn with_instructions_and_names() -> File {
    with_function(Llvm13, |file, types| {
        file.block(Kind::Instructions, |file| {
            file.two(6, INT, [3, 4]).short(1, INT, 5);
        })
        .block(Kind::Symbols, |file| {
            file.vbrs(&[0, 2, 7]);
            file.vbr(5).string("x").vbr(4).string("x");
            file.vbrs(&[1, types.label, 0]).string("x");
        });
    })
}

/// The example in `docs/llvm-bytecode.md`: what its bytes mean is what its
/// assembly says, and writing that gives the same bytes.
fn example_of_the_manual() -> Result<(), Failed> {
    let page = include_str!("../../../../docs/llvm-bytecode.md");
    let part = |language: &str| {
        let (_, rest) = page.split_once(&format!("```{language}\n"))?;
        rest.split_once("```").map(|(part, _)| part)
    };
    let digits: Vec<u8> = part("hex")
        .ok_or("no bytes")?
        .bytes()
        .filter(u8::is_ascii_hexdigit)
        .collect();
    let bytes: Vec<u8> = digits
        .chunks_exact(2)
        .map(|pair| {
            let pair = std::str::from_utf8(pair)?;
            Ok(u8::from_str_radix(pair, 16)?)
        })
        .collect::<Result<_, Failed>>()?;
    let found = read(&bytes, &ReadOptions::default())?;
    let text = part("llvm").ok_or("no assembly")?;
    let expected = pinnacle_bytecode::text::parse(text)?;
    expect(found == expected, "bytes and assembly differ")?;
    let options = pinnacle_bytecode::WriteOptions::new(Llvm13);
    same(pinnacle_bytecode::write(&expected, &options)?, bytes)
}

/// Files of one thing over and over, of the sort that takes the most memory for
/// its size.
fn bounds_of_memory() -> Result<(), Failed> {
    const COUNT: u64 = 50_000;
    let types = |entry: &dyn Fn(u64) -> Vec<u64>| {
        let entries: Vec<u64> = (0..COUNT).flat_map(entry).collect();
        File::module(Llvm13, |file| {
            file.types(COUNT, &entries).info(&[], &[]);
        })
    };
    let files = [
        ("opaque", types(&|_| vec![17])),
        ("aliases", types(&|_| vec![7])),
        (
            "pointers",
            types(&|at| vec![16, if at == 0 { 7 } else { 12 + at }]),
        ),
        ("circle", types(&|at| vec![16, 13 + (at + 1) % COUNT])),
        ("arrays", types(&|at| vec![15, 7, at])),
        (
            "structures",
            types(&|at| vec![14, 1 + at % 11, 12 + at.max(1), 0]),
        ),
        (
            "functions",
            types(&|at| vec![13, 0, 2, 1 + at % 11, 12 + at.max(1)]),
        ),
        (
            "globals",
            File::module(Llvm13, |file| {
                file.types(1, &[16, 7])
                    .info(&[13 << 5; COUNT as usize], &[]);
            }),
        ),
        (
            "declarations",
            File::module(Llvm13, |file| {
                file.types(2, &[13, 0, 0, 16, 13])
                    .info(&[], &[14; COUNT as usize]);
                for _ in 0..COUNT {
                    file.block(Kind::Function, |file| _ = file.vbr(0));
                }
            }),
        ),
        (
            "bodies",
            File::module(Llvm13, |file| {
                file.types(2, &[13, 0, 0, 16, 13])
                    .info(&[], &[14; COUNT as usize]);
                for _ in 0..COUNT {
                    file.block(Kind::Function, |file| {
                        file.vbr(0)
                            .block(Kind::Instructions, |file| _ = file.short(1, 0, NONE));
                    });
                }
            }),
        ),
        (
            "integers",
            File::module(Llvm13, |file| {
                file.types(0, &[])
                    .info(&[], &[])
                    .block(Kind::Constants, |file| {
                        file.vbrs(&[COUNT, 6]);
                        for number in 1..=COUNT {
                            file.vbrs(&[0, number]);
                        }
                    });
            }),
        ),
        (
            "arrays of two",
            File::module(Llvm13, |file| {
                file.types(1, &[15, 6, 2])
                    .info(&[], &[])
                    .block(Kind::Constants, |file| {
                        file.vbrs(&[127, 6]);
                        for number in 1..=127 {
                            file.vbrs(&[0, number]);
                        }
                        file.vbrs(&[127 * 127, 13]);
                        for number in 0..127 * 127 {
                            file.vbrs(&[0, 1 + number % 127, 1 + number / 127]);
                        }
                    });
            }),
        ),
        (
            "strings",
            File::module(Llvm13, |file| {
                file.types(1, &[15, 2, 2])
                    .info(&[], &[])
                    .block(Kind::Constants, |file| {
                        file.vbrs(&[COUNT, 0]);
                        for number in 1..=COUNT as u16 {
                            file.vbr(13).raw(&number.to_le_bytes());
                        }
                    });
            }),
        ),
        (
            "instructions",
            with_instructions(Llvm13, |file, _| {
                for _ in 0..COUNT {
                    file.short(1, INT, 1);
                }
            }),
        ),
        (
            "sums",
            with_instructions(Llvm13, |file, _| {
                for _ in 0..COUNT {
                    file.two(6, INT, [200, 201]);
                }
                file.short(1, INT, 1);
            }),
        ),
        (
            "the same name",
            with_function(Llvm13, |file, _| {
                file.block(Kind::Instructions, |file| {
                    for _ in 0..COUNT {
                        file.short(1, INT, 1);
                    }
                })
                .block(Kind::Symbols, |file| {
                    file.vbrs(&[0, COUNT, 12]);
                    for number in 0..COUNT {
                        file.vbr(number).string("b");
                    }
                });
            }),
        ),
        (
            "planes of names",
            with_function(Llvm13, |file, _| {
                file.block(Kind::Instructions, |file| _ = file.short(1, INT, 1))
                    .block(Kind::Symbols, |file| {
                        file.vbr(0);
                        for _ in 0..COUNT {
                            file.vbrs(&[0, 12]);
                        }
                    });
            }),
        ),
        (
            "libraries",
            File::module(Llvm13, |file| {
                file.types(0, &[]).block(Kind::Info, |file| {
                    file.vbrs(&[0, 0, COUNT]).raw(&[0; COUNT as usize]);
                    file.vbr(0).align();
                });
            }),
        ),
    ];
    let mut failures = String::new();
    for (name, file) in files {
        if let Err(failure) = attempt(file.bytes()) {
            let text = failure.message().unwrap_or_default();
            failures += &format!("{name} ({} bytes): {text}\n", file.bytes().len());
        }
    }
    if failures.is_empty() {
        Ok(())
    } else {
        Err(failures.into())
    }
}
