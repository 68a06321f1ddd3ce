//! Compaction tables and names.

use super::{Test, body, inst, integer, module, same};
use crate::builder::{File, INT, Kind, with_function};
use libtest_mimic::Failed;
use pinnacle_bytecode::Format::{Llvm12, Llvm13, Llvm13Pre};
use pinnacle_bytecode::model::{Inst, InstId, TypeId, Value};

pub(super) const TESTS: &[(&str, Test)] =
    &[("compaction_table", compaction_table), ("names", names)];

/// If a table lists types, the function has no others. Listed planes begin with null and the listed
/// values. Other planes keep the module's numbers.
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
                // The long form of a plane with one entry: this function.
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
            Inst::Alloca { count, .. } => same(integer(&module, count), Some(0))?,
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

/// Duplicate names in a plane get numbers, whatever the order of names and planes. The same name in
/// another plane is not a duplicate.
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
