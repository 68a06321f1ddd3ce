//! The role of a bitcode file: a part of a program, a library, or a program.
//!
//! The original linker recorded in the module which of these it is, in the metadata list
//! `OutputFormat`, with the name of a library in `SOName`. Modules without this metadata, as
//! compilers write them, are programs if they have an entry point and objects otherwise. The
//! libraries that a module needs used to be in records of their own, `deplibs`, which LLVM 3.4
//! dropped; since then they are in a metadata list of that name.

use pinnacle_llvm::bitcode::{Summary, SymbolState};
use pinnacle_llvm::{GlobalKind, Linkage, Module};

/// The metadata list that states the kind of file.
pub const OUTPUT_FORMAT: &str = "OutputFormat";

/// The metadata list with the name of a shared library.
pub const SO_NAME: &str = "SOName";

/// The metadata list with the names of the libraries that a module needs.
pub const DEPENDENCIES: &str = "deplibs";

/// The entry point of a program.
pub const ENTRY: &str = "_start";

/// The kinds of bitcode files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileKind {
    /// A part of a program (`.o`, `.po`, `.bc`), to be linked.
    Object,
    /// A library that is linked when a program starts (`.pso`).
    Shared,
    /// A complete program (`.pexe`).
    Executable,
}

impl FileKind {
    /// The word for the kind, as used in the metadata.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            FileKind::Object => "object",
            FileKind::Shared => "shared",
            FileKind::Executable => "executable",
        }
    }

    fn new(output_format: Option<&[u8]>, has_entry: bool) -> FileKind {
        let all = [FileKind::Object, FileKind::Shared, FileKind::Executable];
        let said = |kind: &FileKind| Some(kind.text().as_bytes()) == output_format;
        all.into_iter().find(said).unwrap_or(if has_entry {
            FileKind::Executable
        } else {
            FileKind::Object
        })
    }
}

impl std::fmt::Display for FileKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.text())
    }
}

/// The role of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileRole {
    /// Its kind.
    pub kind: FileKind,
    /// The name of a shared library.
    pub so_name: Option<Vec<u8>>,
    /// The libraries that it needs, in order.
    pub dependencies: Vec<Vec<u8>>,
}

/// Determines the role of a module. Its metadata must not have been stripped.
#[must_use]
pub fn role(module: &Module) -> FileRole {
    let text = |name: &[u8]| {
        let found = module.metadata.named_text(&module.names, name)?;
        Some(module.names.get(found))
    };
    let has_entry = module.find_global(ENTRY.as_bytes()).is_some_and(|id| {
        let global = module.global(id);
        global.linkage != Linkage::AvailableExternally
            && match global.kind {
                GlobalKind::Function(function) => module.function(function).body.is_some(),
                GlobalKind::Variable { initializer, .. } => initializer.is_some(),
                GlobalKind::Alias(_) | GlobalKind::Ifunc(_) => true,
            }
    });
    let dependencies = module.dependencies.iter();
    let listed = (module.metadata).named_texts(&module.names, DEPENDENCIES.as_bytes());
    let listed = (listed.into_iter()).map(|name| module.names.get(name).to_vec());
    FileRole {
        kind: FileKind::new(text(OUTPUT_FORMAT.as_bytes()), has_entry),
        so_name: text(SO_NAME.as_bytes()).map(<[u8]>::to_vec),
        dependencies: dependencies.cloned().chain(listed).collect(),
    }
}

/// Determines the role of a file from its summary.
#[must_use]
pub fn role_of_summary(summary: &Summary) -> FileRole {
    let has_entry = summary
        .symbols
        .iter()
        .any(|symbol| symbol.name == ENTRY.as_bytes() && symbol.state != SymbolState::Undefined);
    FileRole {
        kind: FileKind::new(summary.text(OUTPUT_FORMAT.as_bytes()), has_entry),
        so_name: summary.text(SO_NAME.as_bytes()).map(<[u8]>::to_vec),
        dependencies: [
            &summary.dependencies[..],
            summary.texts(DEPENDENCIES.as_bytes()),
        ]
        .concat(),
    }
}

/// The kind of a module; see [`role`].
#[must_use]
pub fn file_kind(module: &Module) -> FileKind {
    role(module).kind
}
