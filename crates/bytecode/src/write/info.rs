//! What globals and functions there are, and what the module needs.

use super::block::{Output, cannot_write, count, too_large};
use super::numbering::Numbering;
use crate::error::{Error, ErrorKind};
use crate::model::{Linkage, TypeId};

/// The number of a linkage.
pub(super) fn linkage(linkage: Linkage) -> u32 {
    match linkage {
        Linkage::External => 0,
        Linkage::Weak => 1,
        Linkage::Appending => 2,
        Linkage::Internal => 3,
        Linkage::LinkOnce => 4,
    }
}

/// Writes the globals, functions, libraries and the target triple.
pub(super) fn write(numbering: &Numbering, output: &mut Output) -> Result<(), Error> {
    let block = output.begin(output.features.blocks.module_info);
    globals(numbering, output)?;
    output.number(TypeId::VOID.0);
    for function in &numbering.module.functions {
        if numbering
            .module
            .signature_of(function.address_type)
            .is_none()
        {
            return Err(Error::new(
                ErrorKind::BadAddressType,
                "the address of a function is no pointer to a function",
            ));
        }
        output.type_number(numbering.slots.type_numbers[function.address_type.index()])?;
    }
    output.number(TypeId::VOID.0);
    target(numbering, output)?;
    if output.features.padded_info {
        output.align();
    }
    output.end(block)
}

fn globals(numbering: &Numbering, output: &mut Output) -> Result<(), Error> {
    let (module, slots) = (numbering.module, &numbering.slots);
    for global in &module.globals {
        let Some(value_type) = module.types.pointee(global.address_type) else {
            return Err(Error::new(
                ErrorKind::BadAddressType,
                "the address of a global is no pointer",
            ));
        };
        let number = slots.type_numbers[global.address_type.index()];
        if number >= 1 << 27 {
            return Err(too_large("the number of a global's type", number));
        }
        output.number(
            number << 5
                | linkage(global.linkage) << 2
                | u32::from(global.initializer.is_some()) << 1
                | u32::from(global.constant),
        );
        if let Some(initializer) = global.initializer {
            if slots.constants.type_of(initializer) != value_type {
                return Err(Error::new(
                    ErrorKind::BadInitializer,
                    "the initialiser of a global is not of its type",
                ));
            }
            output.number(slots.constant(initializer)?);
        }
    }
    Ok(())
}

fn target(numbering: &Numbering, output: &mut Output) -> Result<(), Error> {
    let target = &numbering.module.target;
    if output.features.libraries {
        output.number(count(target.libraries.len(), "libraries")?);
        for library in &target.libraries {
            output.string(library)?;
        }
        return output.string(&target.triple);
    }
    let excess = if !target.libraries.is_empty() {
        "libraries"
    } else if !target.triple.is_empty() {
        "target triple"
    } else {
        return Ok(());
    };
    Err(cannot_write(format!(
        "the module has a {excess}, for which format {} has no place",
        output.features.version
    )))
}
