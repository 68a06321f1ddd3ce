//! The source of a program for a module: source maps for browsers, and DWARF.

use super::Arguments;
use crate::debug_file::Source;
use crate::output::{Failure, Output};
use crate::whole_file;
use pinnacle_debug::{Frame, WasmFrame, WasmFunction, write_source_map};
use pinnacle_pexe::InstId;
use pinnacle_pexe::decode::Program;
use pinnacle_wasm::{
    FrameBase, SourceMap, Translation, push_custom_section, push_debug_info_url,
    push_source_map_url,
};
use std::borrow::Cow;
use std::path::Path;

/// Returns true if a module needs the program's debug file.
pub(super) fn is_requested(arguments: &Arguments) -> bool {
    arguments.dwarf || arguments.separate_dwarf.is_some() || arguments.web_source_map.is_some()
}

/// Adds the requested source to a module, and writes its files.
pub(super) fn add(
    arguments: &Arguments,
    program: &Program,
    translation: &mut Translation,
    output: &Output,
) -> Result<(), Failure> {
    let Some(map) = &translation.source_map else {
        return Ok(());
    };
    let debug = arguments.debug.beside(&arguments.file)?;
    let Some(source) = debug.read(program, output) else {
        let name = arguments.file.display();
        return Err(Failure::new(format!("{name} has no debug file"))
            .hint("`pinnacle cc -g` writes one beside the program; --debug-file names another"));
    };
    let module = &mut translation.bytes;
    if arguments.dwarf || arguments.separate_dwarf.is_some() {
        let sections = source.symbols.wasm_sections(functions(map, &source));
        let sections = sections.map_err(|error| {
            let path = debug.path().display();
            Failure::new(format!("cannot make DWARF of {path}: {error}"))
        })?;
        let add = |module: &mut Vec<u8>| {
            for (name, data) in &sections {
                push_custom_section(module, name, data);
            }
        };
        if arguments.dwarf {
            add(module);
        }
        if let Some(path) = &arguments.separate_dwarf {
            let mut whole = module.clone();
            add(&mut whole);
            whole_file::write(path, &whole)?;
            push_debug_info_url(module, &file_name(path));
        }
    }
    if let Some(path) = &arguments.web_source_map {
        write_web_source_map(arguments, path, map, &source)?;
        push_source_map_url(module, &file_name(path));
    }
    Ok(())
}

/// Returns the last part of a path as text.
fn file_name(path: &Path) -> Cow<'_, str> {
    path.file_name()
        .unwrap_or(path.as_os_str())
        .to_string_lossy()
}

/// Returns the functions of a module, for its DWARF.
fn functions(map: &SourceMap, source: &Source) -> Vec<WasmFunction> {
    let start = map.code_start();
    let functions = map.functions().filter_map(|code| {
        let pieces = code.entries();
        Some(WasmFunction {
            address: source.addresses.of_inst(code.function, InstId(0))?,
            start: code.start - start,
            end: code.end - start,
            frame: match code.frame_base {
                FrameBase::Local(number) => WasmFrame::Local(number),
                FrameBase::Global(number) => WasmFrame::Global(number),
            },
            pieces: pieces.map(|(at, inst)| (at - start, inst.0)).collect(),
        })
    });
    functions.collect()
}

/// Writes the source map of a module for browsers.
fn write_web_source_map(
    arguments: &Arguments,
    path: &Path,
    map: &SourceMap,
    source: &Source,
) -> Result<(), Failure> {
    let place = |function, inst| {
        let place = source.frames(function, inst).into_iter().next()?;
        Some(Frame {
            function: place.function,
            file: place.file,
            line: place.line,
            column: place.column,
        })
    };
    let places = map.functions().flat_map(|code| {
        let function = code.function;
        let entries = code.entries().map(|(offset, inst)| (offset, Some(inst)));
        // Code before the first entry sets up the frame.
        let start = [(code.start, Some(InstId(0)))];
        let entries = start.into_iter().chain(entries).chain([(code.end, None)]);
        let entries = entries.map(|(offset, inst)| (offset, function, inst));
        entries.collect::<Vec<_>>()
    });
    let places = places
        .map(|(offset, function, inst)| (offset, inst.and_then(|inst| place(function, inst))));
    let module = arguments.result.file().and_then(Path::file_name);
    let module = module.unwrap_or_default().to_string_lossy();
    whole_file::write_with(path, |out| write_source_map(&module, places, out))
}
