//! The parts of a file's layout that differ from the writer's own choice.

use super::block::Output;
use super::function::Writer;
use super::with_numbering;
use crate::error::Error;
use crate::model::{FunctionId, FunctionLayout, Layout, Module, TypeId};

/// The layout of a module, with each list that the writer would choose by itself left empty. `None`
/// if there is no layout or all lists are empty.
///
/// # Errors
///
/// Fails if the module cannot be written in the format of its layout.
pub(crate) fn necessary_layout(module: &Module) -> Result<Option<Layout>, Error> {
    let Some(layout) = &module.layout else {
        return Ok(None);
    };
    let features = layout.format.features();
    let usual = with_numbering(module, layout.format, None, |numbering| {
        Ok(numbering.slots.type_numbers.clone())
    })?;
    with_numbering(module, layout.format, Some(layout), |numbering| {
        let numbers = &numbering.slots.type_numbers;
        let number = |plane: &TypeId| match *plane {
            TypeId::VOID => features.type_plane.unwrap_or_default(),
            plane => numbers[plane.index()],
        };
        let mut needed = Layout {
            format: layout.format,
            types: Vec::new(),
            symbols: Vec::new(),
            functions: Vec::with_capacity(layout.functions.len()),
        };
        if *numbers != usual {
            needed.types.clone_from(&layout.types);
        }
        if !layout.symbols.is_sorted_by_key(number) {
            needed.symbols.clone_from(&layout.symbols);
        }
        let mut writer = Writer::new(numbering);
        let mut bytes = |id: FunctionId, layout: &FunctionLayout| {
            let mut output = Output::new(features);
            writer.write(id, Some(layout), &mut output)?;
            Ok::<_, Error>(output.bytes)
        };
        for (index, own) in (0..).zip(&layout.functions) {
            let id = FunctionId(index);
            let wanted = bytes(id, own)?;
            let mut needed_here = FunctionLayout {
                types: Vec::new(),
                symbols: own.symbols.clone(),
            };
            if bytes(id, &needed_here)? != wanted {
                needed_here.types.clone_from(&own.types);
            }
            let symbols = std::mem::take(&mut needed_here.symbols);
            if bytes(id, &needed_here)? != wanted {
                needed_here.symbols = symbols;
            }
            needed.functions.push(needed_here);
        }
        let is_usual = needed.types.is_empty()
            && needed.symbols.is_empty()
            && (needed.functions.iter()).all(|own| *own == FunctionLayout::default());
        Ok((!is_usual).then_some(needed))
    })
}
