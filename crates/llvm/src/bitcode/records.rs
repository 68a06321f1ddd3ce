//! The kinds of blocks and the codes of their records, with the names that LLVM gives them. The
//! reader matches on them; statistics print them.

use pinnacle_bitstream::BlockNames;

/// Declares the block kinds, a type of record codes for each, and the table of all names.
macro_rules! blocks {
    ($($block:ident = $id:literal, $code:ident { $($name:ident = $number:literal,)* })*) => {
        /// Kinds of blocks.
        #[allow(dead_code, reason = "the table is LLVM's; blocks that are skipped are in it too")]
        pub(super) mod block {
            $(pub(crate) const $block: u32 = $id;)*
        }

        $(
            /// The code of a record in a block of this kind.
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            #[allow(dead_code, reason = "the table is LLVM's; blocks that are skipped are in it too")]
            pub(super) struct $code(pub(super) u64);

            #[allow(dead_code, reason = "the table is LLVM's; records that are skipped are in it too")]
            impl $code {
                $(pub(super) const $name: $code = $code($number);)*
            }
        )*

        /// The names of all blocks and records of bitcode.
        pub const BLOCK_NAMES: &[BlockNames] = &[
            BlockNames {
                id: pinnacle_bitstream::BLOCKINFO,
                name: "BLOCKINFO",
                records: &[(1, "SETBID"), (2, "BLOCKNAME"), (3, "SETRECORDNAME")],
            },
            $(BlockNames {
                id: $id,
                name: stringify!($block),
                records: &[$(($number, stringify!($name)),)*],
            },)*
        ];
    };
}

blocks! {
    MODULE = 8, ModuleCode {
        VERSION = 1, TRIPLE = 2, DATALAYOUT = 3, ASM = 4, SECTIONNAME = 5, DEPLIB = 6,
        GLOBALVAR = 7, FUNCTION = 8, ALIAS_OLD = 9, PURGEVALS = 10, GCNAME = 11, COMDAT = 12, VSTOFFSET = 13,
        ALIAS = 14, SOURCE_FILENAME = 16, HASH = 17, IFUNC = 18,
    }
    PARAMATTR = 9, AttributesCode {
        ENTRY_OLD = 1, ENTRY = 2,
    }
    PARAMATTR_GROUP = 10, AttributeGroupCode {
        ENTRY = 3,
    }
    CONSTANTS = 11, ConstantsCode {
        SETTYPE = 1, NULL = 2, UNDEF = 3, INTEGER = 4, WIDE_INTEGER = 5, FLOAT = 6,
        AGGREGATE = 7, STRING = 8, CSTRING = 9, CE_BINOP = 10, CE_CAST = 11, CE_GEP_OLD = 12,
        CE_SELECT = 13, CE_EXTRACTELT = 14, CE_INSERTELT = 15, CE_SHUFFLEVEC = 16, CE_CMP = 17,
        INLINEASM_OLD = 18, CE_SHUFVEC_EX = 19, CE_INBOUNDS_GEP = 20, BLOCKADDRESS = 21,
        DATA = 22, INLINEASM_OLD2 = 23, CE_GEP_WITH_INRANGE_INDEX_OLD = 24, CE_UNOP = 25,
        POISON = 26, DSO_LOCAL_EQUIVALENT = 27, INLINEASM_OLD3 = 28, NO_CFI_VALUE = 29,
        INLINEASM = 30, CE_GEP_WITH_INRANGE = 31, CE_GEP = 32, PTRAUTH = 33,
    }
    FUNCTION = 12, FunctionCode {
        DECLAREBLOCKS = 1, BINOP = 2, CAST = 3, GEP_OLD = 4, SELECT = 5, EXTRACTELT = 6,
        INSERTELT = 7, SHUFFLEVEC = 8, CMP = 9, RET = 10, BR = 11, SWITCH = 12, INVOKE = 13,
        UNWIND = 14, UNREACHABLE = 15, PHI = 16, MALLOC = 17, FREE = 18, ALLOCA = 19, LOAD = 20,
        STORE_OLDEST = 21, CALL_OLD = 22, VAARG = 23, STORE_OLD = 24, GETRESULT = 25, EXTRACTVAL = 26, INSERTVAL = 27, CMP2 = 28, VSELECT = 29, INBOUNDS_GEP_OLD = 30,
        INDIRECTBR = 31, DEBUG_LOC_OLD = 32, DEBUG_LOC_AGAIN = 33, CALL = 34, DEBUG_LOC = 35, FENCE = 36,
        CMPXCHG_OLD = 37, ATOMICRMW_OLD = 38, RESUME = 39, LANDINGPAD_OLD = 40,
        LOADATOMIC = 41, STOREATOMIC_OLD = 42, GEP = 43, STORE = 44, STOREATOMIC = 45,
        CMPXCHG = 46, LANDINGPAD = 47, CLEANUPRET = 48, CATCHRET = 49, CATCHPAD = 50,
        CLEANUPPAD = 51, CATCHSWITCH = 52, OPERAND_BUNDLE = 55, UNOP = 56, CALLBR = 57,
        FREEZE = 58, ATOMICRMW = 59, BLOCKADDR_USERS = 60, DEBUG_RECORD_VALUE = 61,
        DEBUG_RECORD_DECLARE = 62, DEBUG_RECORD_ASSIGN = 63, DEBUG_RECORD_VALUE_SIMPLE = 64,
        DEBUG_RECORD_LABEL = 65,
    }
    IDENTIFICATION = 13, IdentificationCode {
        STRING = 1, EPOCH = 2,
    }
    VALUE_SYMTAB = 14, SymbolsCode {
        ENTRY = 1, BBENTRY = 2, FNENTRY = 3, COMBINED_ENTRY = 5,
    }
    METADATA = 15, MetadataCode {
        STRING_OLD = 1, VALUE = 2, NODE = 3, NAME = 4, DISTINCT_NODE = 5, KIND = 6,
        LOCATION = 7, OLD_NODE = 8, OLD_FN_NODE = 9, NAMED_NODE = 10, ATTACHMENT = 11,
        GENERIC_DEBUG = 12, SUBRANGE = 13, ENUMERATOR = 14, BASIC_TYPE = 15, FILE = 16,
        DERIVED_TYPE = 17, COMPOSITE_TYPE = 18, SUBROUTINE_TYPE = 19, COMPILE_UNIT = 20,
        SUBPROGRAM = 21, LEXICAL_BLOCK = 22, LEXICAL_BLOCK_FILE = 23, NAMESPACE = 24,
        TEMPLATE_TYPE = 25, TEMPLATE_VALUE = 26, GLOBAL_VAR = 27, LOCAL_VAR = 28,
        EXPRESSION = 29, OBJC_PROPERTY = 30, IMPORTED_ENTITY = 31, MODULE = 32, MACRO = 33,
        MACRO_FILE = 34, STRINGS = 35, GLOBAL_DECL_ATTACHMENT = 36, GLOBAL_VAR_EXPR = 37,
        INDEX_OFFSET = 38, INDEX = 39, LABEL = 40, STRING_TYPE = 41, COMMON_BLOCK = 44,
        GENERIC_SUBRANGE = 45, ARG_LIST = 46, ASSIGN_ID = 47,
    }
    METADATA_ATTACHMENT = 16, MetadataAttachmentCode {
        ATTACHMENT = 11,
    }
    TYPE_NEW = 17, TypesCode {
        NUMENTRY = 1, VOID = 2, FLOAT = 3, DOUBLE = 4, LABEL = 5, OPAQUE = 6, INTEGER = 7,
        POINTER = 8, FUNCTION_OLD = 9, HALF = 10, ARRAY = 11, VECTOR = 12, X86_FP80 = 13,
        FP128 = 14, PPC_FP128 = 15, METADATA = 16, X86_MMX = 17, STRUCT_ANON = 18,
        STRUCT_NAME = 19, STRUCT_NAMED = 20, FUNCTION = 21, TOKEN = 22, BFLOAT = 23,
        X86_AMX = 24, OPAQUE_POINTER = 25, TARGET_TYPE = 26,
    }
    USELIST = 18, UselistCode {
        DEFAULT = 1, BB = 2,
    }
    MODULE_STRTAB = 19, ModuleStringsCode {
        ENTRY = 1, HASH = 2,
    }
    GLOBALVAL_SUMMARY = 20, GlobalSummaryCode {
        PERMODULE = 1, PERMODULE_PROFILE = 2, PERMODULE_GLOBALVAR_INIT_REFS = 3, COMBINED = 4,
        COMBINED_PROFILE = 5, COMBINED_GLOBALVAR_INIT_REFS = 6, ALIAS = 7, COMBINED_ALIAS = 8,
        COMBINED_ORIGINAL_NAME = 9, VERSION = 10, TYPE_TESTS = 11, TYPE_TEST_ASSUME_VCALLS = 12,
        TYPE_CHECKED_LOAD_VCALLS = 13, TYPE_TEST_ASSUME_CONST_VCALL = 14,
        TYPE_CHECKED_LOAD_CONST_VCALL = 15, VALUE_GUID = 16, CFI_FUNCTION_DEFS = 17,
        CFI_FUNCTION_DECLS = 18, PERMODULE_RELBF = 19, FLAGS = 20, TYPE_ID = 21,
        TYPE_ID_METADATA = 22, PERMODULE_VTABLE_GLOBALVAR_INIT_REFS = 23, BLOCK_COUNT = 24,
        PARAM_ACCESS = 25, PERMODULE_CALLSITE_INFO = 26, PERMODULE_ALLOC_INFO = 27,
        COMBINED_CALLSITE_INFO = 28, COMBINED_ALLOC_INFO = 29, STACK_IDS = 30,
    }
    OPERAND_BUNDLE_TAGS = 21, BundleTagsCode {
        TAG = 1,
    }
    METADATA_KIND = 22, MetadataKindCode {
        KIND = 6,
    }
    STRTAB = 23, StringsCode {
        BLOB = 1,
    }
    FULL_LTO_GLOBALVAL_SUMMARY = 24, FullSummaryCode {
        PERMODULE = 1, PERMODULE_PROFILE = 2, PERMODULE_GLOBALVAR_INIT_REFS = 3, COMBINED = 4,
        COMBINED_PROFILE = 5, COMBINED_GLOBALVAR_INIT_REFS = 6, ALIAS = 7, COMBINED_ALIAS = 8,
        COMBINED_ORIGINAL_NAME = 9, VERSION = 10, TYPE_TESTS = 11, TYPE_TEST_ASSUME_VCALLS = 12,
        TYPE_CHECKED_LOAD_VCALLS = 13, TYPE_TEST_ASSUME_CONST_VCALL = 14,
        TYPE_CHECKED_LOAD_CONST_VCALL = 15, VALUE_GUID = 16, CFI_FUNCTION_DEFS = 17,
        CFI_FUNCTION_DECLS = 18, PERMODULE_RELBF = 19, FLAGS = 20, TYPE_ID = 21,
        TYPE_ID_METADATA = 22, PERMODULE_VTABLE_GLOBALVAR_INIT_REFS = 23, BLOCK_COUNT = 24,
        PARAM_ACCESS = 25, PERMODULE_CALLSITE_INFO = 26, PERMODULE_ALLOC_INFO = 27,
        COMBINED_CALLSITE_INFO = 28, COMBINED_ALLOC_INFO = 29, STACK_IDS = 30,
    }
    SYMTAB = 25, SymbolTableCode {
        BLOB = 1,
    }
    SYNC_SCOPE_NAMES = 26, ScopeNamesCode {
        NAME = 1,
    }
}

/// The block with the names of types in a module of LLVM 2.0 to 2.9. Later files also have a block
/// with this ID, but not in the module.
pub(super) const TYPE_SYMTAB_OLD: u32 = 13;

/// The code of a record in that block.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct TypeNamesCode(pub(super) u64);

impl TypeNamesCode {
    pub(super) const ENTRY: TypeNamesCode = TypeNamesCode(1);
}

/// The code of a record in the type block of LLVM 2.0 to 2.9, whose ID belongs to attribute groups
/// today.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct OldTypesCode(pub(super) u64);

impl OldTypesCode {
    pub(super) const NUMENTRY: OldTypesCode = OldTypesCode(1);
    pub(super) const VOID: OldTypesCode = OldTypesCode(2);
    pub(super) const FLOAT: OldTypesCode = OldTypesCode(3);
    pub(super) const DOUBLE: OldTypesCode = OldTypesCode(4);
    pub(super) const LABEL: OldTypesCode = OldTypesCode(5);
    pub(super) const OPAQUE: OldTypesCode = OldTypesCode(6);
    pub(super) const INTEGER: OldTypesCode = OldTypesCode(7);
    pub(super) const POINTER: OldTypesCode = OldTypesCode(8);
    pub(super) const FUNCTION: OldTypesCode = OldTypesCode(9);
    pub(super) const STRUCT: OldTypesCode = OldTypesCode(10);
    pub(super) const ARRAY: OldTypesCode = OldTypesCode(11);
    pub(super) const VECTOR: OldTypesCode = OldTypesCode(12);
    pub(super) const X86_FP80: OldTypesCode = OldTypesCode(13);
    pub(super) const FP128: OldTypesCode = OldTypesCode(14);
    pub(super) const PPC_FP128: OldTypesCode = OldTypesCode(15);
    pub(super) const METADATA: OldTypesCode = OldTypesCode(16);
    /// A union in LLVM 2.7. Since 2.9 the type `x86_mmx`, which has no members.
    pub(super) const UNION: OldTypesCode = OldTypesCode(17);
}

/// The code of a metadata record of LLVM 2.6 to 2.8.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct OldMetadataCode(pub(super) u64);

impl OldMetadataCode {
    pub(super) const NODE: OldMetadataCode = OldMetadataCode(2);
    /// A node of a function since 2.7. In 2.6 the name of a list.
    pub(super) const FN_NODE: OldMetadataCode = OldMetadataCode(3);
    /// The name of a list since 2.7. In 2.6 a list.
    pub(super) const NAME: OldMetadataCode = OldMetadataCode(4);
    pub(super) const NAMED_NODE: OldMetadataCode = OldMetadataCode(5);
    pub(super) const KIND: OldMetadataCode = OldMetadataCode(6);
    pub(super) const ATTACHMENT: OldMetadataCode = OldMetadataCode(7);
}
