//! Types and their numbers.

use super::{Test, expect, initial_integer, module, same};
use crate::builder::{File, Kind};
use libtest_mimic::Failed;
use pinnacle_bytecode::Format::{Llvm11, Llvm12, Llvm13};
use pinnacle_bytecode::model::{Type, TypeId};

pub(super) const TESTS: &[(&str, Test)] = &[
    ("old_type_numbers", old_type_numbers),
    ("equal_types", equal_types),
    ("recursive_types", recursive_types),
    ("operands_name_their_plane", operands_name_their_plane),
];

/// Old formats have a plane of types, which takes a type number.
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

/// Two numbers of one type have a plane each. Values whose type is derived are in the first plane.
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
