//! Attributes of functions, parameters, results and calls.
//!
//! Attribute sets are interned, and so are attribute lists. A list holds a set for the function,
//! one for its result, and one per parameter.

use crate::ids::{AttributeListId, AttributeSetId, ConstantId, List, Name, TypeId};
use pinnacle_base::index::Index;

/// Declares the kinds with their numbers in bitcode and their spelling.
macro_rules! attribute_kinds {
    ($($variant:ident = $number:literal, $text:literal;)*) => {
        /// A kind of attribute that LLVM knows. The discriminant is its number
        /// in bitcode.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs, reason = "the members are named as in LLVM's manual")]
        #[repr(u8)]
        pub enum AttributeKind { $($variant = $number,)* }

        impl AttributeKind {
            /// All kinds, by number.
            pub const ALL: &'static [AttributeKind] = &[$(AttributeKind::$variant,)*];

            /// Returns its name in assembly.
            #[must_use]
            pub const fn text(self) -> &'static str {
                match self { $(AttributeKind::$variant => $text,)* }
            }

            /// The kind with this number in bitcode.
            #[must_use]
            pub const fn from_number(number: u64) -> Option<AttributeKind> {
                match number { $($number => Some(AttributeKind::$variant),)* _ => None }
            }
        }
    };
}

attribute_kinds! {
    Align = 1, "align"; AlwaysInline = 2, "alwaysinline"; ByVal = 3, "byval";
    InlineHint = 4, "inlinehint"; InReg = 5, "inreg"; MinSize = 6, "minsize";
    Naked = 7, "naked"; Nest = 8, "nest"; NoAlias = 9, "noalias";
    NoBuiltin = 10, "nobuiltin"; NoCapture = 11, "nocapture";
    NoDuplicate = 12, "noduplicate"; NoImplicitFloat = 13, "noimplicitfloat";
    NoInline = 14, "noinline"; NonLazyBind = 15, "nonlazybind"; NoRedZone = 16, "noredzone";
    NoReturn = 17, "noreturn"; NoUnwind = 18, "nounwind"; OptimizeForSize = 19, "optsize";
    ReadNone = 20, "readnone"; ReadOnly = 21, "readonly"; Returned = 22, "returned";
    ReturnsTwice = 23, "returns_twice"; SExt = 24, "signext"; StackAlign = 25, "alignstack";
    StackProtect = 26, "ssp"; StackProtectReq = 27, "sspreq";
    StackProtectStrong = 28, "sspstrong"; StructRet = 29, "sret";
    SanitizeAddress = 30, "sanitize_address"; SanitizeThread = 31, "sanitize_thread";
    SanitizeMemory = 32, "sanitize_memory"; UwTable = 33, "uwtable"; ZExt = 34, "zeroext";
    Builtin = 35, "builtin"; Cold = 36, "cold"; OptimizeNone = 37, "optnone";
    InAlloca = 38, "inalloca"; NonNull = 39, "nonnull"; JumpTable = 40, "jumptable";
    Dereferenceable = 41, "dereferenceable";
    DereferenceableOrNull = 42, "dereferenceable_or_null"; Convergent = 43, "convergent";
    SafeStack = 44, "safestack"; ArgMemOnly = 45, "argmemonly"; SwiftSelf = 46, "swiftself";
    SwiftError = 47, "swifterror"; NoRecurse = 48, "norecurse";
    InaccessibleMemOnly = 49, "inaccessiblememonly";
    InaccessibleMemOrArgMemOnly = 50, "inaccessiblemem_or_argmemonly";
    AllocSize = 51, "allocsize"; WriteOnly = 52, "writeonly"; Speculatable = 53, "speculatable";
    StrictFp = 54, "strictfp"; SanitizeHwAddress = 55, "sanitize_hwaddress";
    NoCfCheck = 56, "nocf_check"; OptForFuzzing = 57, "optforfuzzing";
    ShadowCallStack = 58, "shadowcallstack";
    SpeculativeLoadHardening = 59, "speculative_load_hardening"; ImmArg = 60, "immarg";
    WillReturn = 61, "willreturn"; NoFree = 62, "nofree"; NoSync = 63, "nosync";
    SanitizeMemTag = 64, "sanitize_memtag"; Preallocated = 65, "preallocated";
    NoMerge = 66, "nomerge"; NullPointerIsValid = 67, "null_pointer_is_valid";
    NoUndef = 68, "noundef"; ByRef = 69, "byref"; MustProgress = 70, "mustprogress";
    NoCallback = 71, "nocallback"; Hot = 72, "hot"; NoProfile = 73, "noprofile";
    VScaleRange = 74, "vscale_range"; SwiftAsync = 75, "swiftasync";
    NoSanitizeCoverage = 76, "nosanitize_coverage"; ElementType = 77, "elementtype";
    DisableSanitizerInstrumentation = 78, "disable_sanitizer_instrumentation";
    NoSanitizeBounds = 79, "nosanitize_bounds"; AllocAlign = 80, "allocalign";
    AllocatedPointer = 81, "allocptr"; AllocKind = 82, "allockind";
    PresplitCoroutine = 83, "presplitcoroutine"; FnRetThunkExtern = 84, "fn_ret_thunk_extern";
    SkipProfile = 85, "skipprofile"; Memory = 86, "memory"; NoFpClass = 87, "nofpclass";
    OptimizeForDebugging = 88, "optdebug"; Writable = 89, "writable";
    CoroOnlyDestroyWhenComplete = 90, "coro_only_destroy_when_complete";
    DeadOnUnwind = 91, "dead_on_unwind"; Range = 92, "range";
    SanitizeNumericalStability = 93, "sanitize_numerical_stability";
    HybridPatchable = 95, "hybrid_patchable";
}

/// An attribute of a function, parameter, result or call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Attribute {
    /// An attribute without a value.
    Enum(AttributeKind),
    /// An attribute with a number: an alignment, a size or a set of flags.
    Int(AttributeKind, u64),
    /// An attribute with a type, such as `byval`.
    Type(AttributeKind, TypeId),
    /// A range of values: the lowest value, and the one after the highest.
    Range(ConstantId, ConstantId),
    /// A target-dependent attribute: a key and a value, both in the module's name pool. The value
    /// is [`Name::NONE`] if there is none.
    Text {
        /// The text before the `=`.
        key: Name,
        /// The text after the `=`, or [`Name::NONE`].
        value: Name,
    },
}

/// The attribute sets of a function or call.
#[derive(Clone, Copy, Debug)]
pub struct AttributeList {
    /// The set of the function or call itself.
    pub function: AttributeSetId,
    /// The set of the result.
    pub result: AttributeSetId,
    parameters: List,
}

/// All attributes of a module.
#[derive(Clone, Debug)]
pub struct AttributeTable {
    sets: Vec<List>,
    attributes: Vec<Attribute>,
    lists: Vec<AttributeList>,
    parameters: Vec<AttributeSetId>,
    set_index: Index,
    list_index: Index,
}

impl AttributeSetId {
    /// The set without attributes.
    pub const EMPTY: AttributeSetId = AttributeSetId(0);
}

impl AttributeListId {
    /// The list in which all sets are empty.
    pub const EMPTY: AttributeListId = AttributeListId(0);
}

impl Attribute {
    /// Returns the kind of the attribute, or `None` for a string attribute.
    #[must_use]
    pub fn kind(self) -> Option<AttributeKind> {
        match self {
            Attribute::Enum(kind) | Attribute::Int(kind, _) | Attribute::Type(kind, _) => {
                Some(kind)
            }
            Attribute::Range(..) => Some(AttributeKind::Range),
            Attribute::Text { .. } => None,
        }
    }
}

impl Default for AttributeTable {
    fn default() -> Self {
        let mut table = Self {
            sets: Vec::new(),
            attributes: Vec::new(),
            lists: Vec::new(),
            parameters: Vec::new(),
            set_index: Index::default(),
            list_index: Index::default(),
        };
        let set = table.set(&[]);
        let list = table.list(set, set, &[]);
        debug_assert_eq!((set, list), (AttributeSetId::EMPTY, AttributeListId::EMPTY));
        table
    }
}

impl AttributeTable {
    /// The set of these attributes, in this order.
    pub fn set(&mut self, attributes: &[Attribute]) -> AttributeSetId {
        let hash = self.set_index.hash_of(&attributes);
        let is_it = |index: u32| self.sets[index as usize].of(&self.attributes) == attributes;
        if let Some(found) = self.set_index.find(hash, is_it) {
            return AttributeSetId(found);
        }
        let id = AttributeSetId::at(self.sets.len());
        self.sets.push(List::push(&mut self.attributes, attributes));
        self.set_index.insert(hash, id.index() as u32);
        id
    }

    /// The list of these sets. Parameters beyond the last set have no attributes.
    pub fn list(
        &mut self,
        function: AttributeSetId,
        result: AttributeSetId,
        parameters: &[AttributeSetId],
    ) -> AttributeListId {
        let used = parameters
            .iter()
            .rposition(|&set| set != AttributeSetId::EMPTY);
        let parameters = &parameters[..used.map_or(0, |last| last + 1)];
        let hash = self.list_index.hash_of(&(function, result, parameters));
        let is_it = |index: u32| {
            let list = self.lists[index as usize];
            (list.function, list.result) == (function, result)
                && list.parameters.of(&self.parameters) == parameters
        };
        if let Some(found) = self.list_index.find(hash, is_it) {
            return AttributeListId(found);
        }
        let id = AttributeListId::at(self.lists.len());
        let parameters = List::push(&mut self.parameters, parameters);
        self.lists.push(AttributeList {
            function,
            result,
            parameters,
        });
        self.list_index.insert(hash, id.index() as u32);
        id
    }

    /// Calls `each` with every attribute of every set, and replaces the attribute with the result
    /// or drops it. Ids stay the same.
    pub(crate) fn reduce(&mut self, mut each: impl FnMut(Attribute) -> Option<Attribute>) {
        let mut reduced = Vec::with_capacity(self.attributes.len());
        self.set_index = Index::default();
        for place in 0..self.sets.len() {
            let kept = self.sets[place].of(&self.attributes).iter();
            let kept: Vec<_> = kept.filter_map(|&attribute| each(attribute)).collect();
            self.set_index
                .insert(self.set_index.hash_of(&&kept[..]), place as u32);
            self.sets[place] = List::push(&mut reduced, &kept);
        }
        self.attributes = reduced;
    }

    /// The attributes of a set.
    #[must_use]
    pub fn attributes(&self, set: AttributeSetId) -> &[Attribute] {
        self.sets[set.index()].of(&self.attributes)
    }

    /// The number of sets.
    #[must_use]
    pub fn set_count(&self) -> usize {
        self.sets.len()
    }

    /// The sets of a list.
    #[must_use]
    pub fn get(&self, list: AttributeListId) -> AttributeList {
        self.lists[list.index()]
    }

    /// The number of lists.
    #[must_use]
    pub fn list_count(&self) -> usize {
        self.lists.len()
    }

    /// Number of parameters up to the last one with attributes.
    #[must_use]
    pub fn parameter_count(&self, list: AttributeListId) -> usize {
        self.lists[list.index()].parameters.len()
    }

    /// The set of a parameter in a list.
    #[must_use]
    pub fn parameter(&self, list: AttributeListId, number: usize) -> AttributeSetId {
        let sets = self.lists[list.index()].parameters.of(&self.parameters);
        sets.get(number).copied().unwrap_or(AttributeSetId::EMPTY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_and_numbers_are_each_others_inverse() {
        for &kind in AttributeKind::ALL {
            assert_eq!(AttributeKind::from_number(kind as u64), Some(kind));
        }
        assert_eq!(AttributeKind::from_number(0), None);
    }

    #[test]
    fn equal_sets_and_lists_are_stored_once() {
        let mut table = AttributeTable::default();
        let nounwind = table.set(&[Attribute::Enum(AttributeKind::NoUnwind)]);
        assert_eq!(
            nounwind,
            table.set(&[Attribute::Enum(AttributeKind::NoUnwind)])
        );
        let empty = AttributeSetId::EMPTY;
        let list = table.list(nounwind, empty, &[]);
        assert_eq!(list, table.list(nounwind, empty, &[empty, empty]));
        assert_eq!(table.list(empty, empty, &[]), AttributeListId::EMPTY);
        assert_eq!(table.parameter(list, 7), empty);
    }
}
