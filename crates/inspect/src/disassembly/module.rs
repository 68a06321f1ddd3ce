//! Writes the JSON lines of a module and of its globals.

use super::writer::Writer;
use crate::document::DIS;
use pinnacle_pexe::decode::Structure;
use pinnacle_pexe::module::{Address, Global, Initializer, Linkage};
use pinnacle_pexe::{FuncId, GlobalId, Module};
use std::io::{self, Write};

/// Writes the line of the module.
pub(super) fn write(structure: &Structure, file: &str, out: &mut dyn Write) -> io::Result<()> {
    let module = structure.module();
    let mut line = Writer::new(DIS, out);
    line.begin_line()?;
    line.object("module")?;
    line.value("file", &file.into())?;
    line.number("size", structure.layout().file_size)?;
    let version = structure.header().map(|header| header.version);
    line.value("version", &version.into())?;
    line.array("types")?;
    for ty in &module.types {
        line.name_item(ty)?;
    }
    line.end_array()?;
    line.array("functions")?;
    for id in (0..module.functions.len() as u32).map(FuncId) {
        declaration(module, id, &mut line)?;
    }
    line.end_array()?;
    line.number("globals", module.globals.len())?;
    line.number("bodies", structure.bodies().len())?;
    line.end_object()?;
    line.end_line()
}

fn declaration(module: &Module, id: FuncId, line: &mut Writer<'_>) -> io::Result<()> {
    let function = &module.functions[id.index()];
    let linkage = match function.linkage {
        Linkage::External => "external",
        Linkage::Internal => "internal",
    };
    line.begin_object()?;
    line.name("name", id)?;
    line.symbol(function.name.as_deref())?;
    line.name("type", module.signature(id))?;
    line.name("linkage", linkage)?;
    line.number("declared", function.declared)?;
    line.number("intrinsic", function.intrinsic.is_some())?;
    line.end_object()
}

/// Writes a line for each global.
pub(super) fn write_globals(module: &Module, out: &mut dyn Write) -> io::Result<()> {
    for (number, global) in (0..).zip(&module.globals) {
        let mut line = Writer::new(DIS, out);
        line.begin_line()?;
        line.object("global")?;
        line.name("name", GlobalId(number))?;
        line.symbol(global.name.as_deref())?;
        line.number("alignment", global.align)?;
        line.number("constant", global.constant)?;
        line.number("size", global.size)?;
        line.array("initializers")?;
        initializers(module, global, &mut line)?;
        line.end_array()?;
        line.end_object()?;
        line.end_line()?;
    }
    Ok(())
}

fn initializers(module: &Module, global: &Global, line: &mut Writer<'_>) -> io::Result<()> {
    let range = global.initializers.start as usize..global.initializers.end as usize;
    for initializer in module.initializers.get(range).unwrap_or_default() {
        line.begin_object()?;
        match *initializer {
            Initializer::Zero(size) => line.number("zeros", size)?,
            Initializer::Data(start, length) => {
                let data = module.data.get(start as usize..).unwrap_or_default();
                let data = data.get(..length as usize).unwrap_or(data);
                line.hexadecimal("bytes", data)?;
            }
            Initializer::Reloc(address, addend) => {
                match address {
                    Address::Function(id) => line.name("address", id)?,
                    Address::Global(id) => line.name("address", id)?,
                }
                line.number("addend", addend)?;
            }
        }
        line.end_object()?;
    }
    Ok(())
}
