//! Writes the JSON line of a function: its parameters, constants, blocks and instructions.

use super::operands::Parts;
use super::writer::Writer;
use crate::document::DIS;
use crate::numbers;
use pinnacle_pexe::{Function, Inst, InstId, Module, ValueId};
use std::io::{self, Write};

/// Writes the line of a function.
pub(super) fn write(module: &Module, function: &Function, out: &mut dyn Write) -> io::Result<()> {
    let declaration = &module.functions[function.id().index()];
    let mut line = Writer::new(DIS, out);
    line.begin_line()?;
    line.object("function")?;
    line.name("name", function.id())?;
    line.symbol(declaration.name.as_deref())?;
    line.name("type", module.signature(function.id()))?;
    line.number("position", function.position())?;
    let first_constant = function.first_local() + function.param_count();
    line.array("parameters")?;
    for value in (function.first_local()..first_constant).map(ValueId) {
        line.begin_object()?;
        line.name("name", function.value_name(value))?;
        line.name("type", function.value_type(value))?;
        line.end_object()?;
    }
    line.end_array()?;
    line.array("constants")?;
    for (value, &constant) in (first_constant..).map(ValueId).zip(function.constants()) {
        line.begin_object()?;
        line.name("name", function.value_name(value))?;
        line.name("type", constant.ty)?;
        line.name("value", numbers::constant(constant))?;
        line.end_object()?;
    }
    line.end_array()?;
    line.array("blocks")?;
    for block in function.block_ids() {
        line.begin_object()?;
        line.name("name", block)?;
        line.array("instructions")?;
        for (id, result, inst) in function.block_insts(block) {
            line.begin_object()?;
            line.number("position", position(function, id))?;
            instruction(module, function, inst, result, &mut line)?;
            line.end_object()?;
        }
        line.end_array()?;
        line.end_object()?;
    }
    line.end_array()?;
    line.end_object()?;
    line.end_line()
}

/// Returns the position of an instruction's record in the file, in bits.
fn position(function: &Function, id: InstId) -> u64 {
    let within = function.inst_positions().get(id.index()).copied();
    function.position() + u64::from(within.unwrap_or(0))
}

fn instruction(
    module: &Module,
    function: &Function,
    inst: &Inst,
    result: Option<ValueId>,
    line: &mut Writer<'_>,
) -> io::Result<()> {
    let parts = Parts::of(function, inst);
    line.name("opcode", parts.opcode)?;
    if let Some(predicate) = parts.predicate {
        line.name("predicate", predicate)?;
    }
    if let Some(result) = result {
        line.name("result", function.value_name(result))?;
        line.name("type", function.value_type(result))?;
    }
    if let Some(align) = parts.align {
        line.number("alignment", align)?;
    }
    if parts.tail {
        line.number("tail", true)?;
    }
    if let Some(callee) = parts.callee {
        line.object("callee")?;
        line.name("name", callee)?;
        line.symbol(module.functions[callee.index()].name.as_deref())?;
        line.end_object()?;
    }
    line.array("operands")?;
    for operand in &parts.operands {
        line.begin_object()?;
        line.name("role", operand.role)?;
        line.name("name", function.value_name(operand.value))?;
        line.name("type", function.value_type(operand.value))?;
        if let Some(constant) = function.constant(operand.value) {
            line.name("constant", numbers::constant(constant))?;
        }
        if let Some(block) = operand.from {
            line.name("from", block)?;
        }
        line.end_object()?;
    }
    line.end_array()?;
    if inst.is_terminator() {
        line.array("targets")?;
        for (block, case) in &parts.targets {
            line.begin_object()?;
            line.name("block", block)?;
            if let Some(case) = case {
                line.name("case", case)?;
            }
            line.end_object()?;
        }
        line.end_array()?;
    }
    Ok(())
}
