//! Constants and their planes.

use super::{Test, body, expect, initial, initial_integer, inst, integer, module, same};
use crate::builder::{File, INT, Kind};
use libtest_mimic::Failed;
use pinnacle_bytecode::Format::{Llvm11, Llvm12, Llvm13, Llvm13Pre};
use pinnacle_bytecode::model::{ConstantId, ConstantKind, Inst, Value};

pub(super) const TESTS: &[(&str, Test)] = &[
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
];

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

/// In format 0, planes of primitive types have no implicit zero; other planes do.
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

/// Globals have slots of their own. In all formats, an address in a pool is another slot with the
/// same constant.
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

/// A structure refers to a later plane, which refers back to an earlier one.
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
