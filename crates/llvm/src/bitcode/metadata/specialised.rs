//! Converts records of debug information to nodes of the model, for a module that is read in its
//! original form.
//!
//! The table of classes has the order of the fields in a record. This module handles the
//! differences between releases: a record's length, or a number in its first word, shows which form
//! it has.

use super::small;
use crate::bitcode::error::ErrorKind;
use crate::bitcode::record::{Result, bad, short, signed};
use crate::debug_nodes::{DebugClass, Field, Form, OLD_SUBPROGRAM};
use crate::ids::MetadataId;
use crate::metadata::DebugField;

/// The codes of records that have several forms.
const LOCATION: u16 = 7;
const GENERIC: u16 = 12;
const SUBRANGE: u16 = 13;
const ENUMERATOR: u16 = 14;
const SUBPROGRAM: u16 = 21;
const NAMESPACE: u16 = 24;
const TEMPLATE_VALUE: u16 = 26;
const GLOBAL_VAR: u16 = 27;
const LOCAL_VAR: u16 = 28;
const MODULE: u16 = 32;
const STRING_TYPE: u16 = 41;

/// The bit in the first word of an enumerator that is set if its record contains the width.
const WIDE: u64 = 4;

/// Returns true if a record's node is distinct, that is, equal only to itself.
pub(super) fn is_distinct(class: DebugClass, words: &[u64]) -> bool {
    class == DebugClass::COMPILE_UNIT
        || class != DebugClass::ARGUMENTS && words.first().is_some_and(|word| word & 1 == 1)
}

/// The names of the fields in a record, after its first word.
fn fields_of(class: DebugClass, words: &[u64]) -> Vec<&'static str> {
    let code = class.class().code;
    let mut names = class.class().record.to_vec();
    let head = words.first().copied().unwrap_or(0);
    match code {
        SUBPROGRAM if head & 4 == 0 => {
            names = OLD_SUBPROGRAM.to_vec();
            // In LLVM 3.8 the function or the compile unit is missing.
            if words.len() < 19 {
                names.retain(|name| *name != "unit");
            }
        }
        // Up to LLVM 4, namespaces have a file and a line.
        NAMESPACE if words.len() == 5 => names = vec!["scope", "file", "name", "line"],
        // Since LLVM 11, the width and the name come before the words of the value.
        ENUMERATOR if head & WIDE != 0 => names = vec!["", "name"],
        TEMPLATE_VALUE if words.len() < 6 => names.retain(|name| *name != "defaulted"),
        GLOBAL_VAR if head >> 1 < 2 => {
            names[8] = if head >> 1 == 0 { "variable" } else { "" };
            names[9] = "declaration";
        }
        // In LLVM 3.7, local variables have a tag.
        LOCAL_VAR if head & 2 == 0 && words.len() > 8 => {
            names.insert(0, "tag");
            names.truncate(8);
        }
        STRING_TYPE if words.len() == 8 => {
            names.retain(|name| *name != "stringLocationExpression");
        }
        MODULE if words.len() < 8 => {
            names = vec!["scope", "name", "configMacros", "includePath", "isysroot"];
        }
        _ => {}
    }
    names
}

/// Decodes a number whose lowest bit is set if the others are inverted.
fn unrotated(word: u64) -> u64 {
    match word & 1 {
        0 => word >> 1,
        _ => !(word >> 1),
    }
}

/// Decodes the value of an enumerator from its width and its words, lowest first. High words that
/// are zero may be missing.
fn wide(words: &[u64], is_unsigned: bool) -> Result<DebugField> {
    let [_, width, _, words @ ..] = words else {
        return Err(short(words.len()));
    };
    let unused = 128_u64.checked_sub(*width).filter(|&unused| unused < 128);
    let (Some(unused), ..=2) = (unused, words.len()) else {
        let message = format!("an enumerator has {width} bits, expected 1 to 128");
        return Err(bad(ErrorKind::Unsupported, message));
    };
    let word = |at: usize| words.get(at).map_or(0, |&word| signed(word) as u64);
    let value = (u128::from(word(0)) | u128::from(word(1)) << 64) << unused;
    let value = match is_unsigned {
        true => value >> unused,
        false => (value as i128 >> unused) as u128,
    };
    Ok(match unused {
        64.. => DebugField::Number(value as u64),
        _ => DebugField::Wide([value as u64, (value >> 64) as u64]),
    })
}

/// Decodes the fields of a record. `node` returns the metadata with a number.
pub(super) fn decode(
    class: DebugClass,
    words: &[u64],
    node: &mut dyn FnMut(u32) -> Result<MetadataId>,
) -> Result<Vec<DebugField>> {
    let (Some(&head), false) = (words.first(), class == DebugClass::ARGUMENTS) else {
        let nodes = words
            .iter()
            .map(|&word| Ok(DebugField::Node(node(small(word))?)));
        return nodes.collect();
    };
    if class == DebugClass::EXPRESSION {
        let words = words[1..].iter();
        return Ok(words.map(|&word| DebugField::Number(word)).collect());
    }
    let mut values = vec![DebugField::Nothing; class.fields().len()];
    let code = class.class().code;
    let names = fields_of(class, words);
    for (name, &word) in names.iter().zip(&words[1..]) {
        let field = class.fields().iter().find(|field| field.name == *name);
        let place = field.and_then(|field| class.place(field.holder()));
        let (Some(field), Some(place)) = (field, place) else {
            continue;
        };
        values[place] = match (code, *name) {
            (LOCATION, "scope") => DebugField::Node(node(small(word))?),
            (SUBRANGE, "count") if head >> 1 == 0 => DebugField::Number(word),
            (SUBRANGE, "lowerBound") if head >> 1 < 2 => DebugField::Number(unrotated(word)),
            (ENUMERATOR, "value") => DebugField::Number(unrotated(word)),
            (_, "dwarfAddressSpace") => match word.checked_sub(1) {
                Some(space) => DebugField::Number(space),
                None => DebugField::Nothing,
            },
            _ => value(field, word, values[place], node)?,
        };
    }
    // Fields stored in the first word, and lists.
    let mut set = |name: &str, value: DebugField| {
        if let Some(place) = class.place(name) {
            values[place] = value;
        }
    };
    match code {
        ENUMERATOR if head & WIDE != 0 => {
            let is_unsigned = head >> 1 & 1;
            set("value", wide(words, is_unsigned == 1)?);
            set("isUnsigned", DebugField::Number(is_unsigned));
        }
        ENUMERATOR => set("isUnsigned", DebugField::Number(head >> 1 & 1)),
        NAMESPACE => set("exportSymbols", DebugField::Number(head >> 1 & 1)),
        GENERIC => {
            for &word in words.get(4..).ok_or_else(|| short(words.len()))? {
                values.push(reference(word, node)?);
            }
        }
        _ => {}
    }
    Ok(values)
}

/// The metadata with a number plus one.
fn reference(word: u64, node: &mut dyn FnMut(u32) -> Result<MetadataId>) -> Result<DebugField> {
    match word.checked_sub(1) {
        Some(number) => Ok(DebugField::Node(node(small(number))?)),
        None => Ok(DebugField::Nothing),
    }
}

fn value(
    field: &Field,
    word: u64,
    before: DebugField,
    node: &mut dyn FnMut(u32) -> Result<MetadataId>,
) -> Result<DebugField> {
    let known = match before {
        DebugField::Number(number) => number,
        _ => 0,
    };
    Ok(match field.form {
        _ if field.is_node() || field.is_text() => reference(word, node)?,
        Form::FunctionFlag(flag) => DebugField::Number(known | if word != 0 { flag } else { 0 }),
        Form::Virtuality => DebugField::Number(known | word & 3),
        _ => DebugField::Number(word),
    })
}
