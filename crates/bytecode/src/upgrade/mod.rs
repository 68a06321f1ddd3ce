//! Upgrades a module of LLVM 1.x to current LLVM IR.
//!
//! `docs/upgrade.md` lists every construct before and after. In short, properties that used to
//! belong to types now belong to operations. Instructions that no longer exist (`malloc`, `unwind`,
//! `vanext`) become calls. A constant expression that is no longer allowed is computed where it is
//! used, or by a constructor if it is the initial value of a variable.
//!
//! The parts, in the order in which they run: `types`, `names` (the list of globals and their
//! names), `constants`, `globals` (initialisers, the constructor), and bodies. For bodies,
//! `function` walks over the blocks. `instruction` and the modules that it uses (`phi`,
//! `exception`, `call`, `intrinsic_call`, `varargs` and `cast`) emit the replacement of each
//! instruction. All of these work on the state in `body`.
//!
//! The module is not trusted: a construct that is invalid or cannot be expressed is an error that
//! names the function and instruction. Nothing recurses on the nesting of types or constants.

mod body;
mod call;
mod cast;
mod code;
mod constants;
mod exception;
mod function;
mod globals;
mod instruction;
mod intrinsic;
mod intrinsic_call;
mod names;
mod phi;
mod spelling;
mod types;
mod varargs;

use std::fmt::Display;

use pinnacle_llvm as ir;

use crate::error::{Error, ErrorKind};
use crate::model::{Convention, Endianness, FunctionId, Module, PointerSize};

/// Options of an upgrade.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Options {
    /// The source file that the new module names. An empty name means none.
    pub source_filename: Vec<u8>,
    /// Pointer width for modules that do not state one. If this is `None` too, it is 64 bits.
    pub pointer_size: Option<PointerSize>,
}

/// Upgrades a module to current LLVM IR.
///
/// # Errors
///
/// Fails with [`ErrorKind::CannotUpgrade`] if the module is invalid or contains something that
/// current LLVM IR cannot express.
pub fn upgrade(module: &Module, options: &Options) -> Result<ir::Module, Error> {
    let mut new = ir::Module::new();
    new.source_filename.clone_from(&options.source_filename);
    target(module, &mut new);
    let mut upgrade = Upgrade {
        old: module,
        types: types::Types::new(module, &mut new),
        names: names::Names::default(),
        constants: Vec::new(),
        expansions: 0,
        raise: None,
        pointer_bits: pointer_bits(module, options),
    };
    upgrade.declare(&mut new)?;
    upgrade.translate_constants(&mut new);
    upgrade.initialize(&mut new)?;
    for index in 0..module.functions.len() {
        let id = FunctionId(index as u32);
        upgrade
            .define(&mut new, id)
            .map_err(|error| error.in_function(id, None))?;
    }
    Ok(new)
}

/// Maximum number of constant expressions that are computed. Each use counts.
const MAX_EXPANSIONS: usize = 1 << 24;

/// State of an upgrade.
struct Upgrade<'a> {
    old: &'a Module,
    types: types::Types,
    names: names::Names,
    /// The translation of each constant.
    constants: Vec<constants::Translation>,
    /// The function that throws, created when it is first needed.
    raise: Option<ir::GlobalId>,
    /// Number of constant expressions computed so far.
    expansions: usize,
    /// The width of a pointer.
    pointer_bits: u32,
}

/// Converts a calling convention. The numbers are unchanged, except that the convention with the
/// result in memory becomes C's with an attribute; see [`Upgrade::attributes`].
fn convention(old: Convention) -> ir::CallingConvention {
    match old {
        Convention::C_STRUCT_RETURN => ir::CallingConvention::C,
        Convention(number) => ir::CallingConvention(number.into()),
    }
}

/// The error for a construct that cannot be upgraded. `what` is a noun phrase.
#[cold]
fn cannot(what: impl Display) -> Error {
    refused(format!("cannot upgrade {what}"))
}

/// An error with a complete sentence as its message.
#[cold]
fn refused(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::CannotUpgrade, message)
}

/// Adds the name of a variable or function to an error.
#[cold]
fn about(what: &str, name: &[u8], error: &Error) -> Error {
    refused(format!(
        "{what} %{}: {}",
        String::from_utf8_lossy(name),
        error.message()
    ))
}

/// The width of a pointer in bits. If neither the module nor the options state it, 64 bits, the
/// default of current LLVM.
fn pointer_bits(module: &Module, options: &Options) -> u32 {
    match module.target.pointer_size.or(options.pointer_size) {
        Some(PointerSize::Bits32) => 32,
        Some(PointerSize::Bits64) | None => 64,
    }
}

/// Copies the target description: byte order, pointer width, triple, libraries.
fn target(module: &Module, new: &mut ir::Module) {
    let order = match module.target.endianness {
        Some(Endianness::Little) => "e",
        Some(Endianness::Big) => "E",
        None => "",
    };
    let pointers = match module.target.pointer_size {
        Some(PointerSize::Bits32) => "p:32:32",
        Some(PointerSize::Bits64) => "p:64:64",
        None => "",
    };
    let separator = if order.is_empty() || pointers.is_empty() {
        ""
    } else {
        "-"
    };
    new.data_layout = format!("{order}{separator}{pointers}").into_bytes();
    new.module_asm.clone_from(&module.assembly);
    new.target_triple.clone_from(&module.target.triple);
    let libraries: Vec<_> = module
        .target
        .libraries
        .iter()
        .map(|library| {
            let name = new.names.add_even_empty(library);
            let name = new.metadata.add(ir::Metadata::Text(name));
            new.metadata.node(false, &[Some(name)])
        })
        .collect();
    if !libraries.is_empty() {
        let name = new.names.add(b"llvm.dependent-libraries");
        new.metadata.add_named(name, &libraries);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_target_is_what_the_module_says_and_no_more() {
        let mut module = Module::new();
        let text = |module: &Module| {
            let new = upgrade(module, &Options::default()).expect("it is empty");
            pinnacle_llvm::print(&new)
        };
        assert_eq!(text(&module), "");
        module.target.pointer_size = Some(PointerSize::Bits32);
        assert_eq!(text(&module), "target datalayout = \"p:32:32\"\n");
        module.target.endianness = Some(Endianness::Big);
        assert_eq!(text(&module), "target datalayout = \"E-p:32:32\"\n");
        module.target.triple = b"sparc-sun-solaris".to_vec();
        module.target.libraries = vec![b"c".to_vec(), b"m".to_vec()];
        assert_eq!(
            text(&module),
            "target datalayout = \"E-p:32:32\"\ntarget triple = \"sparc-sun-solaris\"\n\n\
             !llvm.dependent-libraries = !{!0, !1}\n\n!0 = !{!\"c\"}\n!1 = !{!\"m\"}\n"
        );
    }
}
