//! Writes types.

use super::block::{Output, cannot_write, count};
use super::slots::{NONE, Slots};
use crate::error::Error;
use crate::format::Features;
use crate::model::{Type, TypeId};

/// The kinds of derived types, counted from the number of the first one.
#[repr(u32)]
enum Kind {
    Function,
    Struct,
    Array,
    Pointer,
    Opaque,
    Packed,
}

/// Writes the types of the module: a count and the types, or a plane of them.
pub(super) fn write_module(slots: &Slots, output: &mut Output) -> Result<(), Error> {
    let block = output.begin(output.features.blocks.types);
    if output.features.type_plane.is_none() {
        output.number(count(slots.new_types.len(), "types")?);
        write(slots, output)?;
    } else {
        write_plane(slots, output)?;
    }
    output.end(block)
}

/// Writes new types as a plane of constants, if there are any.
pub(super) fn write_plane(slots: &Slots, output: &mut Output) -> Result<(), Error> {
    if let Some(plane) = output.features.type_plane
        && !slots.new_types.is_empty()
    {
        output.number(count(slots.new_types.len(), "types")?);
        output.number(plane);
        write(slots, output)?;
    }
    Ok(())
}

fn write(slots: &Slots, output: &mut Output) -> Result<(), Error> {
    let first = slots.first_derived();
    for &ty in &slots.new_types {
        let kind = |kind: Kind| first + kind as u32;
        let number = |output: &mut Output, ty: TypeId| {
            let number = slots.type_numbers[ty.index()];
            debug_assert_ne!(number, NONE, "a type is numbered with its components");
            output.type_number(number)
        };
        // Void terminates lists, so they cannot contain it.
        let listed = |output: &mut Output, ty: TypeId| match ty {
            TypeId::VOID => Err(cannot_write("a type has a component of type void")),
            _ => number(output, ty),
        };
        match slots.types.get(ty) {
            Type::Function {
                result,
                parameters,
                varargs,
            } => {
                let parameters = slots.types.list(parameters);
                output.number(kind(Kind::Function));
                number(output, result)?;
                output.number(count(
                    parameters.len() + usize::from(varargs),
                    "parameters",
                )?);
                for &parameter in parameters {
                    listed(output, parameter)?;
                }
                if varargs {
                    output.number(TypeId::VOID.0);
                }
            }
            Type::Struct { fields } => {
                output.number(kind(Kind::Struct));
                for &field in slots.types.list(fields) {
                    listed(output, field)?;
                }
                output.number(TypeId::VOID.0);
            }
            Type::Array { element, length } => {
                output.number(kind(Kind::Array));
                number(output, element)?;
                output.number(length);
            }
            Type::Packed { element, length } => {
                if !output.features.packed {
                    return Err(no_packed(output.features));
                }
                output.number(kind(Kind::Packed));
                number(output, element)?;
                output.number(length);
            }
            Type::Pointer { pointee } => {
                output.number(kind(Kind::Pointer));
                number(output, pointee)?;
            }
            Type::Opaque => output.number(kind(Kind::Opaque)),
            // Primitive types have fixed numbers.
            _ => {}
        }
    }
    Ok(())
}

#[cold]
fn no_packed(features: &Features) -> Error {
    cannot_write(format!("format {} has no packed types", features.version))
}
