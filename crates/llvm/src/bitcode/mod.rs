//! Bitcode: modules as LLVM 2.0 to 19 write them, read into the model.
//!
//! [`read`] takes a file in steps, each a file of this folder:
//!
//! 1. `container` removes the wrapper and finds the module and the table of
//!    strings.
//! 2. `module` reads the module block except for the bodies of functions, and `types`,
//!    `attributes`, `constants` and `metadata` read the blocks in it. Globals are added to the
//!    model once their names are known, and constants are made once the globals exist.
//! 3. `function` reads each body.
//! 4. `index` makes the summary for linking from its records, which `module` keeps.
//! 5. `replaced` rewrites bodies that call intrinsics from before LLVM 3.0.
//!
//! [`symbols`] and [`identify`] stop after the first half of the second step.
//!
//! Before LLVM 15 files had typed pointers, and many of their records rely on it. `types` keeps the
//! pointee types while a file is read; none of this remains in the model. Constructs that later
//! releases express differently are upgraded on the way: `upgrade` has the table of intrinsics.
//!
//! No input makes the reader panic, recurse on its nesting, or use memory out of proportion to its
//! size.

mod attributes;
mod codes;
mod constants;
mod container;
mod error;
mod function;
mod index;
mod metadata;
mod module;
mod record;
mod records;
mod release;
mod replaced;
mod summary;
mod types;
mod unfitting;
mod upgrade;
mod values;

use crate::module::Module;
use container::Container;
use module::{Extent, ModuleReader};

pub(crate) use attributes::{
    has_number as attribute_has_number, has_type as attribute_has_type,
    hotpatch as hotpatch_attribute, memory_effects, text as text_attribute,
    with_changes as with_attribute_changes, written_text as written_attribute,
};
pub use container::{PROFILE, Wrapper, bitstream, is_bitcode, wrapper};
pub use error::{Error, ErrorKind, Place};
pub(crate) use function::{RAISE, define_raise, indirect_arguments, pointer_width, redirect_edge};
pub(crate) use module::with_data;
pub use records::BLOCK_NAMES;
pub use release::{RELEASES, Span, releases};
pub(crate) use replaced::replace as replace_intrinsics;
pub use summary::{Summary, Symbol, SymbolKind, SymbolState, identify, symbols};
pub(crate) use upgrade::{
    CallUpgrade, function_type as upgraded_function_type, of as intrinsic_upgrade,
};

/// Options for reading a file.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Drops the names of local values and blocks, and the locations.
    pub without_names: bool,
    /// Number of threads that read bodies: 0 for one per core. The module does not depend on it.
    pub jobs: usize,
    /// Reads the module in its original form, for a file of LLVM 2.0 to 14: pointers have pointee
    /// types, intrinsics keep their names, and instructions that no longer exist are marked
    /// ([`crate::Body::old_form`]). The module is only for [`crate::print_as_of`].
    pub as_written: bool,
    /// Keeps the source variables with their types, for modules written by LLVM 19 or later; see
    /// [`Module::source_variables`].
    pub variables: bool,
}

/// Reads a file of bitcode.
///
/// # Errors
///
/// Fails if the file violates the format, comes from a later release, or uses something that the
/// model cannot represent ([`ErrorKind::Unsupported`]).
pub fn read(file: &[u8], options: &Options) -> Result<Module, Error> {
    let container = container::open(file)?;
    read_module(&container, options).map_err(|error| error.behind(container.before))
}

fn read_module(container: &Container<'_>, options: &Options) -> Result<Module, Error> {
    let mut reader = ModuleReader::new(container, Extent::Everything);
    reader.tables.types.as_written = options.as_written;
    reader.tables.constants.as_written = options.as_written;
    reader.tables.metadata.as_written = options.as_written;
    reader.tables.metadata.keep_variables(options.variables);
    let bodies = reader.read()?;
    let ModuleReader {
        mut module, tables, ..
    } = reader;
    let old = tables.types.old;
    function::read_all(&mut module, tables, bodies, container.bytes, options)?;
    if !options.as_written {
        replaced::replace(&mut module, old)?;
        unfitting::drop_unfitting(&mut module);
    }
    Ok(module)
}
