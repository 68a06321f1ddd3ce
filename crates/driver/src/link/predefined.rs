//! Symbols that finalizing defines, and symbols that it needs.

/// Returns true if finalizing defines a symbol, or replaces calls of it with an intrinsic.
#[must_use]
pub fn is_predefined(name: &str) -> bool {
    const NAMES: [&str; 26] = [
        "__fini_array_end",
        "__fini_array_start",
        "__init_array_end",
        "__init_array_start",
        "__nacl_tp_tdb_offset",
        "__nacl_tp_tls_offset",
        "__pinnacle_exports",
        "__pnacl_eh_action_table",
        "__pnacl_eh_filter_table",
        "__pnacl_eh_type_table",
        "__preinit_array_end",
        "__preinit_array_start",
        "__sanitizer_frame",
        "__sanitizer_variable_count",
        "__sanitizer_variables",
        "__tls_template_alignment",
        "__tls_template_end",
        "__tls_template_start",
        "__tls_template_tdata_end",
        "_longjmp",
        "_setjmp",
        "longjmp",
        "memcpy",
        "memmove",
        "memset",
        "setjmp",
    ];
    NAMES.binary_search(&name).is_ok()
}

/// The functions that catching C++ exceptions with the original scheme needs from the program.
pub const FOR_EXCEPTIONS: [&str; 2] = ["__pnacl_eh_resume", "__pnacl_eh_stack"];
