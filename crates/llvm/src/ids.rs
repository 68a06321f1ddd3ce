//! Identifiers: indices into the arrays of a module or a body.

use pinnacle_base::id;

id!(
    /// A type, in the table of the module.
    TypeId,
    "type "
);
id!(
    /// A struct type with an identity of its own, in the table of the module.
    StructId,
    "struct "
);
id!(
    /// A constant, in the table of the module.
    ConstantId,
    "constant "
);
id!(
    /// A global variable, function, alias or ifunc.
    GlobalId,
    "global "
);
id!(
    /// A function's own properties, in the module's table of functions.
    FunctionId,
    "function "
);
id!(
    /// A comdat of the module.
    ComdatId,
    "comdat "
);
id!(
    /// Inline assembly: its text and its constraints.
    InlineAsmId,
    "assembly "
);
id!(
    /// A metadata node, string or value.
    MetadataId,
    "metadata "
);
id!(
    /// A set of attributes of one function, parameter, result or call.
    AttributeSetId,
    "attribute set "
);
id!(
    /// Attributes of a function or call with those of its result and parameters.
    AttributeListId,
    "attribute list "
);
id!(
    /// A synchronisation scope with a name.
    ScopeId,
    "scope "
);
id!(
    /// A parameter or the result of an instruction, in one body.
    LocalId,
    "local "
);
id!(
    /// A basic block of one body.
    BlockId,
    "block "
);
id!(
    /// An instruction of one body, in the order of the text.
    InstructionId,
    "instruction "
);
id!(
    /// A call site of one body: the common part of calls, invokes and callbrs.
    CallId,
    "call "
);

/// A string in a [`NamePool`](crate::NamePool), or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(u32);

impl Name {
    /// No name. Unnamed items are numbered when they are printed.
    pub const NONE: Name = Name(u32::MAX);

    /// The name with this index in its pool.
    pub(crate) fn at(index: usize) -> Self {
        Self(u32::try_from(index).expect("pools have less than 2^32 names"))
    }

    /// Returns true if there is a name.
    #[must_use]
    pub const fn is_some(self) -> bool {
        self.0 != u32::MAX
    }

    /// Returns true if there is no name.
    #[must_use]
    pub const fn is_none(self) -> bool {
        self.0 == u32::MAX
    }

    /// The index in its pool, if there is a name.
    pub(crate) const fn index(self) -> Option<usize> {
        if self.is_some() {
            Some(self.0 as usize)
        } else {
            None
        }
    }
}

impl Default for Name {
    fn default() -> Self {
        Self::NONE
    }
}

/// A range of a pool: index of the first element, and number of elements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct List {
    start: u32,
    length: u32,
}

impl List {
    /// The list without elements.
    pub const EMPTY: List = List {
        start: 0,
        length: 0,
    };

    /// Appends elements to a pool and returns the list of them.
    ///
    /// # Panics
    ///
    /// Panics if the pool would have 2^32 elements or more.
    pub(crate) fn push<T: Clone>(pool: &mut Vec<T>, elements: &[T]) -> List {
        let start = u32::try_from(pool.len()).expect("pools have less than 2^32 elements");
        let length = u32::try_from(elements.len()).expect("lists have less than 2^32 elements");
        assert!(
            start.checked_add(length).is_some(),
            "pools have less than 2^32 elements"
        );
        pool.extend_from_slice(elements);
        List { start, length }
    }

    /// The number of elements.
    #[must_use]
    pub const fn len(self) -> usize {
        self.length as usize
    }

    /// Returns true if there are no elements.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.length == 0
    }

    /// Returns the first elements of the list, up to this number.
    pub(crate) fn shortened(self, length: usize) -> List {
        List {
            length: self.length.min(length as u32),
            ..self
        }
    }

    /// The elements, to be changed.
    pub(crate) fn of_mut<T>(self, pool: &mut [T]) -> &mut [T] {
        &mut pool[self.start as usize..self.start as usize + self.length as usize]
    }

    /// The elements.
    pub(crate) fn of<T>(self, pool: &[T]) -> &[T] {
        &pool[self.start as usize..self.start as usize + self.length as usize]
    }
}
