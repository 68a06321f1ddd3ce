//! Bodies of functions.

use super::{Test, body, expect, inst, integer, kind, module, same};
use crate::builder::{INT, Kind, NONE, with_function, with_instructions};
use libtest_mimic::Failed;
use pinnacle_bytecode::Format;
use pinnacle_bytecode::Format::{Llvm10, Llvm11, Llvm12, Llvm13, Llvm13Pre};
use pinnacle_bytecode::model::{ConstantKind, Inst, InstId, TypeId, Value};

pub(super) const TESTS: &[(&str, Test)] = &[
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
];

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
    // The opcode of the long encoding may take more than one byte, and more than it needs.
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

/// The numbers of a function's own types follow the module's. If the module has the type too, both
/// numbers mean the same type.
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
        // A phi whose values are the two sums after it.
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

/// LLVM 1.0 wrote each basic block as a block of the file. A file without functions looks the same
/// in LLVM 1.0 and 1.1.
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
    let aligned = |format: &Format| format.features().aligned;
    for format in Format::ALL.into_iter().filter(aligned) {
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

/// Element indices have any 32-bit or 64-bit integer type, stored in the low bits of the slot.
/// Field indices are constants of type `uint`.
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

/// Element indices are `long`, field indices `ubyte`, and slots are plain.
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

/// One slot for each parameter. Variable arguments also have their type.
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

/// An allocation without a count allocates one element.
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
            Inst::Malloc { count, .. } | Inst::Alloca { count, .. } => {
                same(integer(&module, count), Some(1))?;
            }
            other => return Err(format!("{other:?}").into()),
        }
    }
    Ok(())
}
