//! Links a module of any LLVM release that defines `main` to a program with the C library.
//!
//! The module is converted to text for the current LLVM, which the driver compiles and links like
//! C. A module for another machine is accepted if the difference cannot affect the program: that
//! machine must have PNaCl's byte order and pointer width, structs must have the same offsets on
//! both, and the module must not access the words of variable argument lists itself.

use crate::cc;
use crate::environment::Environment;
use crate::error::Error;
use crate::link::OPAQUE_POINTERS;
use crate::tools::{TARGET, Tools};
use pinnacle_legalize::file_role::{FileKind, file_kind};
use pinnacle_llvm::{Linkage, Module, PrintOptions, Type, print_with, struct_that_differs};
use std::fs;
use std::path::Path;

/// Maximum size of a module's text, in bytes. A small module can describe text of any size.
const MAX_TEXT: usize = 1 << 30;

/// The data layout of PNaCl's machine.
const LAYOUT: &str = "e-p:32:32-i64:64";

/// Returns true if a module is an object that defines `main`.
#[must_use]
pub fn has_main(module: &Module) -> bool {
    let main = module.find_global(b"main");
    let defined = main.and_then(|main| {
        let is_visible = module.global(main).linkage != Linkage::Internal;
        let function = module.as_function(main).filter(|_| is_visible)?;
        module.function(function).body.as_ref()
    });
    defined.is_some() && file_kind(module) == FileKind::Object
}

/// Links a module for which [`has_main`] returns true into a program, with the C library of the
/// sysroot.
///
/// # Errors
///
/// Fails if the module is for another machine, if a symbol is not in any library, or if clang or
/// the sysroot is missing.
pub fn link_with_libc(
    mut module: Module,
    name: &str,
    environment: &Environment,
) -> Result<Vec<u8>, Error> {
    let wrong = |message: String| Error::new(format!("{name}: {message}"));
    adapt(&mut module).map_err(wrong)?;
    let tools = Tools::find(None, environment)?;
    let options = PrintOptions {
        typed_pointers: tools.release() < OPAQUE_POINTERS,
        limit: MAX_TEXT,
        ..PrintOptions::default()
    };
    let text = print_with(&module, &options).map_err(|error| wrong(error.to_string()))?;
    drop(module);
    let folder = tempfile::Builder::new()
        .prefix("pinnacle-object-")
        .tempdir_in(environment.temporary())
        .map_err(|error| {
            Error::new(format!("cannot make a folder for temporary files: {error}"))
        })?;
    // Clang's messages name the file by its stem.
    let stem = Path::new(name).file_stem().unwrap_or("program".as_ref());
    let source = folder.path().join(stem).with_extension("ll");
    let program = folder.path().join("program.pexe");
    let failed =
        |path: &Path, error: std::io::Error| Error::new(format!("{}: {error}", path.display()));
    fs::write(&source, text).map_err(|error| failed(&source, error))?;
    let shown = source.display().to_string();
    let mut arguments = vec![source.into_os_string()];
    arguments.extend(["-lm", "-o"].map(Into::into));
    arguments.push(program.clone().into_os_string());
    cc::run(arguments, environment).map_err(|error| {
        // The user does not know the temporary file's name.
        let messages = error.messages().iter();
        let renamed = Error::all(messages.map(|text| text.replace(&shown, name)).collect());
        match error.help() {
            Some(help) => renamed.hint(help),
            None => renamed,
        }
    })?;
    fs::read(&program).map_err(|error| failed(&program, error))
}

/// Changes the target of a module to PNaCl's machine, if that does not change the program's
/// behaviour.
fn adapt(module: &mut Module) -> Result<(), String> {
    const ADVICE: &str = "compile its source again with `pinnacle cc`";
    let triple = String::from_utf8_lossy(&module.target_triple).into_owned();
    let is_foreign = !triple.is_empty() && !triple.starts_with("le32");
    if module.data_layout.is_empty() {
        if is_foreign {
            return Err(format!(
                "the module is for {triple} and has no data layout: {ADVICE}"
            ));
        }
        module.target_triple = TARGET.into();
        return Ok(());
    }
    let layout = String::from_utf8_lossy(&module.data_layout).into_owned();
    let mut parts = layout.split('-');
    if parts.clone().any(|part| part == "E") {
        return Err(format!(
            "the module is big-endian, and PNaCl is little-endian: \
             {ADVICE}"
        ));
    }
    let is_pointer = |part: &&str| part.starts_with("p:") || part.starts_with("p0:");
    let pointers = parts
        .find(is_pointer)
        .and_then(|part| part.split(':').nth(1));
    if pointers != Some("32") {
        let found = pointers.unwrap_or("64");
        return Err(format!(
            "the module has pointers of {found} bits, and PNaCl has 32: {ADVICE}"
        ));
    }
    if let Some(ty) = struct_that_differs(module, LAYOUT.as_bytes()) {
        return Err(format!(
            "the module is for a machine on which {} has another layout than on PNaCl's: {ADVICE}",
            struct_name(module, ty)
        ));
    }
    if is_foreign && module.find_global(b"llvm.va_start.p0").is_some() {
        return Err(format!(
            "the module reads variable arguments the way {triple} passes them: {ADVICE}"
        ));
    }
    module.data_layout.clear();
    module.target_triple = TARGET.into();
    Ok(())
}

/// Returns the name of a struct for a message.
fn struct_name(module: &Module, ty: pinnacle_llvm::TypeId) -> String {
    match module.types.get(ty) {
        Type::Named(id) => {
            let name = module.names.get(module.types.structs()[id.index()].name);
            format!("the struct %{}", String::from_utf8_lossy(name))
        }
        _ => String::from("a struct without a name"),
    }
}
