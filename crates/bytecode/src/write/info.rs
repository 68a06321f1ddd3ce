//! Module info: the globals and functions, and the module's dependencies.

use super::block::{Output, cannot_write, count, too_large};
use super::numbering::Numbering;
use crate::error::{Error, ErrorKind};
use crate::format::{Features, FunctionWords};
use crate::model::{Function, Linkage, Module, Name, TypeId};
use std::collections::HashMap;

/// The number of a linkage.
pub(super) fn linkage(linkage: Linkage) -> u32 {
    match linkage {
        Linkage::External => 0,
        Linkage::Weak => 1,
        Linkage::Appending => 2,
        Linkage::Internal => 3,
        Linkage::LinkOnce => 4,
        Linkage::DllImport => 5,
        Linkage::DllExport => 6,
        Linkage::ExternWeak => 7,
    }
}

/// Fails if the format does not have a linkage.
pub(super) fn check_linkage(features: &Features, of: Linkage) -> Result<(), Error> {
    check_place(
        linkage(of) > linkage(Linkage::LinkOnce),
        features.dll_linkages,
        "linkages of shared libraries",
        features,
    )
}

/// Writes the globals, functions, libraries and the target triple.
pub(super) fn write(numbering: &Numbering, output: &mut Output) -> Result<(), Error> {
    let block = output.begin(output.features.blocks.module_info);
    globals(numbering, output)?;
    output.number(TypeId::VOID.0);
    let sections = Sections::of(numbering.module);
    for function in &numbering.module.functions {
        if numbering
            .module
            .signature_of(function.address_type)
            .is_none()
        {
            return Err(Error::new(
                ErrorKind::BadAddressType,
                "the address of a function is not a pointer to a function",
            ));
        }
        let number = numbering.slots.type_numbers[function.address_type.index()];
        write_function(numbering.module, &sections, function, number, output)?;
    }
    output.number(TypeId::VOID.0);
    target(numbering, output)?;
    placement(numbering.module, &sections, output)?;
    if output.features.padded_info {
        output.align();
    }
    output.end(block)
}

/// The names of sections in the order of their first use.
struct Sections<'m> {
    names: Vec<&'m [u8]>,
    numbers: HashMap<&'m [u8], u32>,
}

impl<'m> Sections<'m> {
    fn of(module: &'m Module) -> Sections<'m> {
        let mut sections = Sections {
            names: Vec::new(),
            numbers: HashMap::new(),
        };
        let globals = module.globals.iter().map(|global| global.section);
        let functions = module.functions.iter().map(|function| function.section);
        for section in globals.chain(functions) {
            let name = module.names.get(section);
            if !name.is_empty() && !sections.numbers.contains_key(name) {
                sections.names.push(name);
                let number = sections.names.len() as u32;
                sections.numbers.insert(name, number);
            }
        }
        sections
    }

    /// The number of a section; `None` for the default one.
    fn number(&self, module: &Module, section: Name) -> Option<u32> {
        self.numbers.get(module.names.get(section)).copied()
    }
}

/// The base-2 logarithm of an alignment, plus one; 0 for none.
pub(super) fn power(alignment: u32) -> Result<u32, Error> {
    match alignment {
        0 => Ok(0),
        _ if alignment.is_power_of_two() && alignment <= 1 << 30 => {
            Ok(alignment.trailing_zeros() + 1)
        }
        _ => Err(cannot_write(format!(
            "expected an alignment that is a power of two up to 2^30, found {alignment}"
        ))),
    }
}

/// Fails if something has an attribute that the format cannot store.
fn check_place(
    is_there: bool,
    has_place: bool,
    what: &str,
    features: &Features,
) -> Result<(), Error> {
    if !is_there || has_place {
        return Ok(());
    }
    Err(cannot_write(format!(
        "format {} has no {what}",
        features.version
    )))
}

/// Writes a function's entry: its type, and the other properties that the format stores here.
fn write_function(
    module: &Module,
    sections: &Sections<'_>,
    function: &Function,
    number: u32,
    output: &mut Output,
) -> Result<(), Error> {
    let features = output.features;
    let section = sections.number(module, function.section);
    let is_declared = function.body.is_none();
    let convention = u32::from(function.convention.0);
    check_place(
        function.alignment != 0,
        features.alignments,
        "alignments",
        features,
    )?;
    check_place(section.is_some(), features.sections, "sections", features)?;
    check_place(
        convention != 0,
        features.conventions,
        "calling conventions",
        features,
    )?;
    if features.functions == FunctionWords::Type {
        return output.type_number(number);
    }
    if number >= 1 << 26 {
        return Err(too_large("the number of a function's type", number));
    }
    let word = number << 5 | u32::from(is_declared) << 4;
    let plus_one = convention + 1;
    if features.functions != FunctionWords::Extended {
        if plus_one < 16 {
            output.number(word | plus_one);
        } else {
            output.number(word);
            output.number(convention);
        }
        return Ok(());
    }
    let linkage = match function.linkage {
        Linkage::DllImport if is_declared => 1,
        Linkage::ExternWeak if is_declared => 2,
        _ => 0,
    };
    check_place(
        linkage != 0,
        features.dll_linkages,
        "linkages of shared libraries",
        features,
    )?;
    if function.alignment == 0 && section.is_none() && plus_one < 16 && linkage == 0 {
        output.number(word | plus_one);
        return Ok(());
    }
    // Readers use only four of the five bits.
    if plus_one >= 1 << 8 {
        return Err(too_large(
            "the calling convention of a function",
            convention,
        ));
    }
    output.number(1 << 31 | word | plus_one & 15);
    output.number(
        power(function.alignment)?
            | plus_one >> 4 << 5
            | u32::from(section.is_some()) << 10
            | linkage << 11,
    );
    if let Some(section) = section {
        output.number(section);
    }
    Ok(())
}

/// Writes the list of section names and the module's assembly. Fails if there is assembly and the
/// format cannot store it.
fn placement(module: &Module, sections: &Sections<'_>, output: &mut Output) -> Result<(), Error> {
    let features = output.features;
    check_place(
        !module.assembly.is_empty(),
        features.sections,
        "pieces of assembly",
        features,
    )?;
    if features.sections {
        output.number(count(sections.names.len(), "sections")?);
        for name in &sections.names {
            output.string(name)?;
        }
        output.string(&module.assembly)?;
    }
    Ok(())
}

fn globals(numbering: &Numbering, output: &mut Output) -> Result<(), Error> {
    let (module, slots) = (numbering.module, &numbering.slots);
    let (features, sections) = (output.features, Sections::of(module));
    for global in &module.globals {
        let Some(value_type) = module.types.pointee(global.address_type) else {
            return Err(Error::new(
                ErrorKind::BadAddressType,
                "the address of a global is not a pointer",
            ));
        };
        let number = slots.type_numbers[global.address_type.index()];
        if number >= 1 << 27 {
            return Err(too_large("the number of a global's type", number));
        }
        let section = sections.number(module, global.section);
        check_place(
            global.alignment != 0,
            features.alignments,
            "alignments",
            features,
        )?;
        check_place(section.is_some(), features.sections, "sections", features)?;
        check_linkage(features, global.linkage)?;
        let is_initialized = global.initializer.is_some();
        let word = number << 5 | u32::from(global.constant);
        let has_extension = features.alignments
            && (global.alignment != 0
                || section.is_some()
                || global.linkage == Linkage::Internal && !is_initialized);
        if has_extension {
            output.number(word | linkage(Linkage::Internal) << 2);
            output.number(
                u32::from(is_initialized)
                    | linkage(global.linkage) << 1
                    | power(global.alignment)? << 4
                    | u32::from(section.is_some()) << 9,
            );
            if let Some(section) = section {
                output.number(section);
            }
        } else {
            output.number(word | linkage(global.linkage) << 2 | u32::from(is_initialized) << 1);
        }
        if let Some(initializer) = global.initializer {
            if slots.constants.type_of(initializer) != value_type {
                return Err(Error::new(
                    ErrorKind::BadInitializer,
                    "the initialiser of a global does not have the type of the global",
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
        "the module has a {excess}, which format {} cannot express",
        output.features.version
    )))
}
