//! Writes a source map. `docs/wasm-abi.md` describes the format.

use crate::input::Input;
use pinnacle_pexe::InstId;
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::function::Function;
use pinnacle_wasm::{FunctionMap, SourceMap};
use serde_json::json;
use std::io::{self, Write};

/// A source map of a translated program.
#[derive(Debug)]
pub struct Map<'m> {
    /// The file name of the module, if it has one, and its size in bytes.
    pub module: (Option<&'m str>, usize),
    /// The file of the program.
    pub source: &'m Input,
    /// The program.
    pub program: &'m Program,
    /// The code offsets of the instructions, from the translation.
    pub source_map: &'m SourceMap,
}

impl Map<'_> {
    /// Writes the source map function by function, because the whole map can be larger than the
    /// module.
    ///
    /// # Errors
    ///
    /// Fails if the writer fails.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let (module, module_size) = self.module;
        let (program, program_size) = (&self.source.name, self.source.bytes.len());
        writeln!(out, "{{")?;
        writeln!(out, "  \"format\": \"pinnacle-source-map\",")?;
        writeln!(out, "  \"version\": 1,")?;
        let module = json!({"file": module, "size": module_size});
        writeln!(out, "  \"module\": {module},")?;
        let program = json!({"file": program, "size": program_size});
        writeln!(out, "  \"program\": {program},")?;
        write!(out, "  \"functions\": [")?;
        for (index, map) in self.source_map.functions().enumerate() {
            out.write_all(if index == 0 { b"\n" } else { b",\n" })?;
            self.function(&map, out)?;
        }
        writeln!(out, "\n  ]\n}}")
    }

    fn function(&self, map: &FunctionMap<'_>, out: &mut dyn Write) -> io::Result<()> {
        let declaration = &self.program.module().functions[map.function.index()];
        let name = declaration.name.as_deref();
        let name = json!(name.map(|name| String::from_utf8_lossy(name)));
        write!(
            out,
            "    {{\"function\": {}, \"name\": {name}, \"start\": {}, \"end\": {}, \"code\": [",
            map.function.0, map.start, map.end
        )?;
        let body = declaration
            .body
            .map(|body| &self.program.functions()[body as usize]);
        let entries = body.into_iter().flat_map(|body| {
            map.entries()
                .map(move |(offset, inst)| entry(body, offset, inst))
        });
        for (index, [offset, block, inst, bit]) in entries.enumerate() {
            out.write_all(if index == 0 { b"" } else { b", " })?;
            write!(out, "[{offset}, {block}, {inst}, {bit}]")?;
        }
        write!(out, "]}}")
    }
}

/// Returns the entry of an instruction: its code offset, its block, its number, and its position in
/// the program's file in bits.
fn entry(body: &Function, offset: u32, inst: InstId) -> [u64; 4] {
    let after = body
        .blocks()
        .partition_point(|block| block.first_inst <= inst.0);
    let bit = body.position() + u64::from(body.inst_positions()[inst.index()]);
    [
        offset.into(),
        after.saturating_sub(1) as u64,
        inst.0.into(),
        bit,
    ]
}
