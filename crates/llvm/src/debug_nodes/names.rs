//! Names for the numbers in nodes of debug information: DWARF's and LLVM's own.
//!
//! Text has the name if there is one, and the number otherwise.

/// The names for one kind of numbers, with their common prefix.
pub(crate) struct Names {
    pub(crate) prefix: &'static str,
    list: &'static [(u64, &'static str)],
}

impl Names {
    /// The name of a number, without the prefix.
    pub(crate) fn of(&self, number: u64) -> Option<&'static str> {
        let found = self.list.iter().find(|(it, _)| *it == number);
        found.map(|(_, name)| *name)
    }

    /// Returns the number of a name, which includes the prefix.
    pub(crate) fn number(&self, text: &[u8]) -> Option<u64> {
        let name = text.strip_prefix(self.prefix.as_bytes())?;
        let found = self.list.iter().find(|(_, it)| it.as_bytes() == name);
        found.map(|(number, _)| *number)
    }
}

/// Declares names by their numbers.
macro_rules! names {
    ($($(#[$doc:meta])* $name:ident $prefix:literal { $($text:ident = $number:literal,)* })*) => {
        $(
            $(#[$doc])*
            pub(crate) const $name: Names = Names {
                prefix: $prefix,
                list: &[$(($number, stringify!($text)),)*],
            };
        )*
    };
}

names! {
    /// Tags of nodes.
    TAGS "DW_TAG_" {
        null = 0x0, array_type = 0x1, class_type = 0x2, entry_point = 0x3, enumeration_type = 0x4,
        formal_parameter = 0x5, imported_declaration = 0x8, label = 0xA, lexical_block = 0xB,
        member = 0xD, pointer_type = 0xF, reference_type = 0x10, compile_unit = 0x11,
        string_type = 0x12, structure_type = 0x13, subroutine_type = 0x15, typedef = 0x16,
        union_type = 0x17, unspecified_parameters = 0x18, variant = 0x19, common_block = 0x1A,
        common_inclusion = 0x1B, inheritance = 0x1C, inlined_subroutine = 0x1D, module = 0x1E,
        ptr_to_member_type = 0x1F, set_type = 0x20, subrange_type = 0x21, with_stmt = 0x22,
        access_declaration = 0x23, base_type = 0x24, catch_block = 0x25, const_type = 0x26,
        constant = 0x27, enumerator = 0x28, file_type = 0x29, friend = 0x2A, namelist = 0x2B,
        namelist_item = 0x2C, packed_type = 0x2D, subprogram = 0x2E,
        template_type_parameter = 0x2F, template_value_parameter = 0x30, thrown_type = 0x31,
        try_block = 0x32, variant_part = 0x33, variable = 0x34, volatile_type = 0x35,
        dwarf_procedure = 0x36, restrict_type = 0x37, interface_type = 0x38, namespace = 0x39,
        imported_module = 0x3A, unspecified_type = 0x3B, partial_unit = 0x3C,
        imported_unit = 0x3D, condition = 0x3F, shared_type = 0x40, type_unit = 0x41,
        rvalue_reference_type = 0x42, template_alias = 0x43, coarray_type = 0x44,
        generic_subrange = 0x45, dynamic_type = 0x46, atomic_type = 0x47, call_site = 0x48,
        call_site_parameter = 0x49, skeleton_unit = 0x4A, immutable_type = 0x4B,
        MIPS_loop = 0x4081, format_label = 0x4101, function_template = 0x4102,
        class_template = 0x4103, GNU_BINCL = 0x4104, GNU_EINCL = 0x4105,
        GNU_template_template_param = 0x4106, GNU_template_parameter_pack = 0x4107,
        GNU_formal_parameter_pack = 0x4108, GNU_call_site = 0x4109,
        GNU_call_site_parameter = 0x410A, APPLE_property = 0x4200, SUN_function_template = 0x4201,
        SUN_class_template = 0x4202, SUN_struct_template = 0x4203, SUN_union_template = 0x4204,
        SUN_indirect_inheritance = 0x4205, SUN_codeflags = 0x4206, SUN_memop_info = 0x4207,
        SUN_omp_child_func = 0x4208, SUN_rtti_descriptor = 0x4209, SUN_dtor_info = 0x420A,
        SUN_dtor = 0x420B, SUN_f90_interface = 0x420C, SUN_fortran_vax_structure = 0x420D,
        SUN_hi = 0x42FF, ALTIUM_circ_type = 0x5101, ALTIUM_mwa_circ_type = 0x5102,
        ALTIUM_rev_carry_type = 0x5103, ALTIUM_rom = 0x5111, LLVM_annotation = 0x6000,
        GHS_namespace = 0x8004, GHS_using_namespace = 0x8005, GHS_using_declaration = 0x8006,
        GHS_template_templ_param = 0x8007, UPC_shared_type = 0x8765, UPC_strict_type = 0x8766,
        UPC_relaxed = 0x8767, PGI_kanji_type = 0xA000, PGI_interface_block = 0xA020,
        BORLAND_property = 0xB000, BORLAND_Delphi_string = 0xB001,
        BORLAND_Delphi_dynamic_array = 0xB002, BORLAND_Delphi_set = 0xB003,
        BORLAND_Delphi_variant = 0xB004, auto_variable = 0x100, arg_variable = 0x101,
    }
    /// Encodings of basic types.
    ENCODINGS "DW_ATE_" {
        address = 0x1, boolean = 0x2, complex_float = 0x3, float = 0x4, signed = 0x5,
        signed_char = 0x6, unsigned = 0x7, unsigned_char = 0x8, imaginary_float = 0x9,
        packed_decimal = 0xA, numeric_string = 0xB, edited = 0xC, signed_fixed = 0xD,
        unsigned_fixed = 0xE, decimal_float = 0xF, UTF = 0x10, UCS = 0x11, ASCII = 0x12,
        HP_complex_float = 0x81, HP_float128 = 0x82, HP_complex_float128 = 0x83,
        HP_floathpintel = 0x84, HP_imaginary_float90 = 0x85, HP_imaginary_float128 = 0x86,
    }
    /// Operations of expressions, without the numbered ones.
    OPERATIONS "DW_OP_" {
        addr = 0x3, deref = 0x6, const1u = 0x8, const1s = 0x9, const2u = 0xA, const2s = 0xB,
        const4u = 0xC, const4s = 0xD, const8u = 0xE, const8s = 0xF, constu = 0x10, consts = 0x11,
        dup = 0x12, drop = 0x13, over = 0x14, pick = 0x15, swap = 0x16, rot = 0x17, xderef = 0x18,
        abs = 0x19, and = 0x1A, div = 0x1B, minus = 0x1C, mod = 0x1D, mul = 0x1E, neg = 0x1F,
        not = 0x20, or = 0x21, plus = 0x22, plus_uconst = 0x23, shl = 0x24, shr = 0x25,
        shra = 0x26, xor = 0x27, bra = 0x28, eq = 0x29, ge = 0x2A, gt = 0x2B, le = 0x2C,
        lt = 0x2D, ne = 0x2E, skip = 0x2F, regx = 0x90, fbreg = 0x91, bregx = 0x92, piece = 0x93,
        deref_size = 0x94, xderef_size = 0x95, nop = 0x96, push_object_address = 0x97,
        call2 = 0x98, call4 = 0x99, call_ref = 0x9A, form_tls_address = 0x9B,
        call_frame_cfa = 0x9C, bit_piece = 0x9D, implicit_value = 0x9E, stack_value = 0x9F,
        implicit_pointer = 0xA0, addrx = 0xA1, constx = 0xA2, entry_value = 0xA3,
        const_type = 0xA4, regval_type = 0xA5, deref_type = 0xA6, xderef_type = 0xA7,
        convert = 0xA8, reinterpret = 0xA9, GNU_push_tls_address = 0xE0, HP_is_value = 0xE1,
        HP_fltconst4 = 0xE2, HP_fltconst8 = 0xE3, HP_mod_range = 0xE4, HP_unmod_range = 0xE5,
        HP_tls = 0xE6, INTEL_bit_piece = 0xE8, WASM_location = 0xED, WASM_location_int = 0xEE,
        APPLE_uninit = 0xF0, GNU_entry_value = 0xF3, PGI_omp_thread_num = 0xF8,
        GNU_addr_index = 0xFB, GNU_const_index = 0xFC, LLVM_fragment = 0x1000,
        LLVM_convert = 0x1001, LLVM_tag_offset = 0x1002, LLVM_entry_value = 0x1003,
        LLVM_implicit_pointer = 0x1004, LLVM_arg = 0x1005,
    }
    /// Languages of compile units.
    LANGUAGES "DW_LANG_" {
        C89 = 0x1, C = 0x2, Ada83 = 0x3, C_plus_plus = 0x4, Cobol74 = 0x5, Cobol85 = 0x6,
        Fortran77 = 0x7, Fortran90 = 0x8, Pascal83 = 0x9, Modula2 = 0xA, Java = 0xB, C99 = 0xC,
        Ada95 = 0xD, Fortran95 = 0xE, PLI = 0xF, ObjC = 0x10, ObjC_plus_plus = 0x11, UPC = 0x12,
        D = 0x13, Python = 0x14, OpenCL = 0x15, Go = 0x16, Modula3 = 0x17, Haskell = 0x18,
        C_plus_plus_03 = 0x19, C_plus_plus_11 = 0x1A, OCaml = 0x1B, Rust = 0x1C, C11 = 0x1D,
        Swift = 0x1E, Julia = 0x1F, Dylan = 0x20, C_plus_plus_14 = 0x21, Fortran03 = 0x22,
        Fortran08 = 0x23, RenderScript = 0x24, BLISS = 0x25, Mips_Assembler = 0x8001,
        GOOGLE_RenderScript = 0x8E57, BORLAND_Delphi = 0xB000,
    }
    /// Calling conventions of function types.
    CONVENTIONS "DW_CC_" {
        normal = 0x1, program = 0x2, nocall = 0x3, pass_by_reference = 0x4, pass_by_value = 0x5,
        GNU_renesas_sh = 0x40, GNU_borland_fastcall_i386 = 0x41, BORLAND_safecall = 0xB0,
        BORLAND_stdcall = 0xB1, BORLAND_pascal = 0xB2, BORLAND_msfastcall = 0xB3,
        BORLAND_msreturn = 0xB4, BORLAND_thiscall = 0xB5, BORLAND_fastcall = 0xB6,
        LLVM_vectorcall = 0xC0, LLVM_Win64 = 0xC1, LLVM_X86_64SysV = 0xC2, LLVM_AAPCS = 0xC3,
        LLVM_AAPCS_VFP = 0xC4, LLVM_IntelOclBicc = 0xC5, LLVM_SpirFunction = 0xC6,
        LLVM_OpenCLKernel = 0xC7, LLVM_Swift = 0xC8, LLVM_PreserveMost = 0xC9,
        LLVM_PreserveAll = 0xCA, LLVM_X86RegCall = 0xCB, GDB_IBM_OpenCL = 0xFF,
    }
    /// Kinds of macro records.
    MACROS "DW_MACINFO_" {
        define = 0x1, undef = 0x2, start_file = 0x3, end_file = 0x4, vendor_ext = 0xFF,
    }
    /// The levels of debug information in a compile unit.
    EMISSIONS "" {
        NoDebug = 0, FullDebug = 1, LineTablesOnly = 2, DebugDirectivesOnly = 3,
    }
    /// Kinds of name tables.
    NAME_TABLES "" {
        Default = 0, GNU = 1, None = 2,
    }
    /// Kinds of file checksums.
    CHECKSUMS "" {
        CSK_None = 0, CSK_MD5 = 1, CSK_SHA1 = 2, CSK_SHA256 = 3,
    }
    /// Ways to override a function, in the words used before LLVM 8.
    VIRTUALITIES "DW_VIRTUALITY_" {
        none = 0, virtual = 1, pure_virtual = 2,
    }
    /// Flags, except for those that are two bits.
    FLAGS "DIFlag" {
        FwdDecl = 0x4, AppleBlock = 0x8, BlockByrefStruct = 0x10, ReservedBit4 = 0x10,
        Virtual = 0x20, Artificial = 0x40, Explicit = 0x80, Prototyped = 0x100,
        ObjcClassComplete = 0x200, ObjectPointer = 0x400, Vector = 0x800, StaticMember = 0x1000,
        LValueReference = 0x2000, RValueReference = 0x4000, Reserved = 0x8000,
        ExternalTypeRef = 0x8000, ExportSymbols = 0x8000, IntroducedVirtual = 0x40000,
        BitField = 0x80000, NoReturn = 0x100000, MainSubprogram = 0x200000,
        ArgumentNotModified = 0x200000, PassByValue = 0x400000, TypePassByValue = 0x400000,
        TypePassByReference = 0x800000, FixedEnum = 0x1000000, EnumClass = 0x1000000,
        Thunk = 0x2000000, Trivial = 0x4000000, NonTrivial = 0x4000000, BigEndian = 0x8000000,
        LittleEndian = 0x10000000, AllCallsDescribed = 0x20000000, Zero = 0,
        Private = 1, Protected = 2, Public = 3, SingleInheritance = 0x10000,
        MultipleInheritance = 0x20000, VirtualInheritance = 0x30000, IndirectVirtualBase = 0x24,
    }
    /// Flags of functions.
    FUNCTION_FLAGS "DISPFlag" {
        Virtual = 1, PureVirtual = 2, LocalToUnit = 4, Definition = 8, Optimized = 0x10,
        Pure = 0x20, Elemental = 0x40, Recursive = 0x80, MainSubprogram = 0x100, Deleted = 0x200,
        ObjCDirect = 0x800, Zero = 0,
    }
}

/// Operations numbered from 0 to 31: the code of the first one, and the common part of their names.
const NUMBERED_OPERATIONS: &[(u64, &str)] = &[(0x30, "lit"), (0x50, "reg"), (0x70, "breg")];

/// The name of an operation without its prefix.
pub(crate) fn operation(number: u64) -> Option<String> {
    let numbered = NUMBERED_OPERATIONS
        .iter()
        .find(|(first, _)| (*first..first + 32).contains(&number));
    match numbered {
        Some((first, name)) => Some(format!("{name}{}", number - first)),
        None => OPERATIONS.of(number).map(str::to_string),
    }
}

/// Returns the number of an operation, given its name without the prefix.
pub(crate) fn operation_number(text: &[u8]) -> Option<u64> {
    if let Some(known) = OPERATIONS.number(text) {
        return Some(known);
    }
    let name = std::str::from_utf8(text).ok()?;
    let name = name.strip_prefix(OPERATIONS.prefix)?;
    let digits = name.trim_start_matches(|it: char| it.is_ascii_lowercase());
    let word = &name[..name.len() - digits.len()];
    let (first, _) = NUMBERED_OPERATIONS.iter().find(|(_, it)| *it == word)?;
    let number: u64 = digits.parse().ok()?;
    (number < 32).then_some(first + number)
}
