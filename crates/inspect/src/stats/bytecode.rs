//! Formats the sizes of the parts of an LLVM 1.x file as JSON.

use super::contents::Contents;
use crate::bytecode::error_to_json;
use crate::kind::Kind;
use pinnacle_bytecode::Format;
use pinnacle_bytecode::dump::{
    BlockEntry, Compaction, ConstantPlane, Dump, FunctionBlock, FunctionEntry, GlobalEntry,
    SymbolPlane, SymbolsOf, TypeEntry,
};
use serde_json::{Value, json};

/// Returns the JSON document about a file of bytecode.
pub fn document(name: &str, dump: &Dump) -> Value {
    let bytes: serde_json::Map<String, Value> = (dump.bytes.iter())
        .map(|(kind, bytes)| (kind.name().to_owned(), bytes.into()))
        .collect();
    let errors: Vec<Value> = dump.errors.iter().map(error_to_json).collect();
    let contents = Contents::Bytecode(json!({
        "version": dump.format.map(Format::version),
        "release": dump.format.map(Format::release),
        "bytes": bytes,
        "triple": text(&dump.triple),
        "libraries": dump.libraries.iter().map(|name| text(name)).collect::<Vec<_>>(),
        "blocks": dump.blocks.iter().map(block_to_json).collect::<Vec<_>>(),
        "types": dump.types.iter().map(type_to_json).collect::<Vec<_>>(),
        "globals": globals_to_json(dump),
        "constants": dump.constants.iter().map(constants_to_json).collect::<Vec<_>>(),
        "symbols": dump.symbols.iter().map(symbols_to_json).collect::<Vec<_>>(),
        "functions": functions_to_json(dump),
    }));
    contents.document(name, &Kind::Bytecode, dump.size, &errors)
}

fn globals_to_json(dump: &Dump) -> Vec<Value> {
    let globals = dump.globals.iter();
    let document = |global: &GlobalEntry| {
        json!({
            "byte": global.offset,
            "type": global.plane,
            "slot": global.slot,
            "linkage": global.linkage,
            "constant": global.constant,
            "initializer": global.initializer,
            "name": text(&global.name),
        })
    };
    globals.map(document).collect()
}

fn functions_to_json(dump: &Dump) -> Vec<Value> {
    let functions = dump.functions.iter();
    let document = |function: &FunctionEntry| {
        json!({
            "byte": function.offset,
            "type": function.plane,
            "slot": function.slot,
            "name": text(&function.name),
            "block": function.block.as_ref().map(function_block_to_json),
        })
    };
    functions.map(document).collect()
}

fn function_block_to_json(block: &FunctionBlock) -> Value {
    json!({
        "byte": block.offset,
        "size": block.size,
        "linkage": block.linkage,
        "types": block.types.iter().map(type_to_json).collect::<Vec<_>>(),
        "constants": block.constants.iter().map(constants_to_json).collect::<Vec<_>>(),
        "compaction": block.compaction.as_ref().map(compaction_to_json),
        "basic_blocks": block.basic_blocks,
        "encodings": block.encodings,
        "symbols": block.symbols.iter().map(symbols_to_json).collect::<Vec<_>>(),
    })
}

fn block_to_json(block: &BlockEntry) -> Value {
    json!({
        "depth": block.depth,
        "kind": block.section.map(|section| section.to_string()),
        "id": block.id,
        "byte": block.offset,
        "header_size": block.header_size,
        "size": block.size,
        "padding": block.padding,
    })
}

fn type_to_json(entry: &TypeEntry) -> Value {
    json!({
        "number": entry.number,
        "byte": entry.offset,
        "size": entry.size,
        "text": entry.text,
    })
}

fn constants_to_json(plane: &ConstantPlane) -> Value {
    let constants = plane.constants.iter();
    let constants = constants.map(|constant| {
        json!({
            "byte": constant.offset,
            "size": constant.size,
            "type": constant.plane,
            "slot": constant.slot,
            "text": constant.text,
        })
    });
    json!({
        "byte": plane.offset,
        "type": plane.plane,
        "constants": constants.collect::<Vec<_>>(),
    })
}

fn compaction_to_json(table: &Compaction) -> Value {
    let planes = table.planes.iter();
    let planes = planes.map(|plane| json!({ "type": plane.plane, "slots": plane.slots }));
    json!({
        "byte": table.offset,
        "types": table.types,
        "planes": planes.collect::<Vec<_>>(),
    })
}

fn symbols_to_json(plane: &SymbolPlane) -> Value {
    let (of, number) = match plane.of {
        SymbolsOf::Types => ("types", None),
        SymbolsOf::Blocks => ("blocks", None),
        SymbolsOf::Values(number) => ("values", Some(number)),
    };
    let symbols = plane.symbols.iter();
    let symbols = symbols.map(|symbol| {
        json!({
            "byte": symbol.offset,
            "slot": symbol.slot,
            "name": text(&symbol.name),
        })
    });
    json!({
        "byte": plane.offset,
        "of": of,
        "type": number,
        "symbols": symbols.collect::<Vec<_>>(),
    })
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
