//! Names with a special meaning: symbols that a linker defines, and built-in functions.

use crate::built_in::BuiltIn;

/// Start and end of the lists of functions that run before `main` and after it.
pub(crate) const ARRAYS: [Array; 3] = [
    Array {
        start: b"__preinit_array_start",
        end: b"__preinit_array_end",
        list: None,
    },
    Array {
        start: b"__init_array_start",
        end: b"__init_array_end",
        list: Some(b"llvm.global_ctors"),
    },
    Array {
        start: b"__fini_array_start",
        end: b"__fini_array_end",
        list: Some(b"llvm.global_dtors"),
    },
];

/// An array of functions, delimited by two symbols.
pub(crate) struct Array {
    pub(crate) start: &'static [u8],
    pub(crate) end: &'static [u8],
    /// The LLVM list with the functions of the array.
    pub(crate) list: Option<&'static [u8]>,
}

/// The symbol that identifies a shared object. A program is a single object, so only the existence
/// of the symbol matters.
pub(crate) const DSO_HANDLE: &[u8] = b"__dso_handle";

/// Start of the template for thread-local variables.
pub(crate) const TEMPLATE_START: &[u8] = b"__tls_template_start";
/// End of the template's initialised part.
pub(crate) const TEMPLATE_DATA_END: &[u8] = b"__tls_template_tdata_end";
/// End of the template.
pub(crate) const TEMPLATE_END: &[u8] = b"__tls_template_end";
/// The alignment of the template, a constant.
pub(crate) const TEMPLATE_ALIGNMENT: &[u8] = b"__tls_template_alignment";
/// A function of the size of the variables. Returns their offset from the thread pointer.
pub(crate) const VARIABLES_OFFSET: &[u8] = b"__nacl_tp_tls_offset";
/// A function that returns the offset of the thread's own block from the thread pointer.
pub(crate) const BLOCK_OFFSET: &[u8] = b"__nacl_tp_tdb_offset";

/// Returns true for a symbol that the linker defines. In a PNaCl program the steps define it.
pub(crate) fn is_defined_by_linker(name: &[u8]) -> bool {
    let others = [
        DSO_HANDLE,
        TEMPLATE_START,
        TEMPLATE_DATA_END,
        TEMPLATE_END,
        TEMPLATE_ALIGNMENT,
        VARIABLES_OFFSET,
        BLOCK_OFFSET,
    ];
    name.starts_with(b"__")
        && (others.contains(&name)
            || ARRAYS
                .iter()
                .any(|array| [array.start, array.end].contains(&name)))
}

/// Returns true if a declaration of this name needs no definition.
pub(crate) fn is_built_in(name: &[u8]) -> bool {
    name.starts_with(b"llvm.") || BuiltIn::named(name).is_some()
}
