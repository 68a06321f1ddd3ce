//! Identifiers: one `u32` newtype for each index space.

use pinnacle_base::id;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;

id!(
    /// A type in the [`TypeTable`](super::TypeTable).
    TypeId,
    "type "
);
id!(
    /// A constant in the [`ConstantTable`](super::ConstantTable).
    ConstantId,
    "constant "
);
id!(
    /// A global variable.
    GlobalId,
    "global "
);
id!(
    /// A function, defined or declared.
    FunctionId,
    "function "
);
id!(
    /// A basic block of a function; the entry block is 0.
    BlockId,
    "block "
);
id!(
    /// An instruction of a function, counting from zero; also the value that it
    /// computes.
    InstId,
    "instruction "
);

/// A list in a pool of `T`: its start and its length.
pub struct List<T> {
    start: u32,
    len: u32,
    of: PhantomData<fn() -> T>,
}

impl<T> List<T> {
    /// The empty list.
    pub const EMPTY: List<T> = List {
        start: 0,
        len: 0,
        of: PhantomData,
    };

    /// Number of elements.
    pub const fn len(self) -> usize {
        self.len as usize
    }

    /// Returns true if the list has no elements.
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }

    pub(crate) fn range(self) -> Range<usize> {
        self.start as usize..self.start as usize + self.len as usize
    }

    /// Puts elements at the end of a pool.
    ///
    /// # Panics
    ///
    /// Panics if the pool would hold more than 2^32 elements; files are limited to far less.
    pub(crate) fn push(pool: &mut Vec<T>, elements: &[T]) -> List<T>
    where
        T: Copy,
    {
        let start = pool.len();
        pool.extend_from_slice(elements);
        List::since(pool, start)
    }

    /// The elements of a pool from an index to its end.
    pub(crate) fn since(pool: &[T], start: usize) -> List<T> {
        let end = u32::try_from(pool.len()).expect("pools are limited by the size of files");
        List {
            start: start as u32,
            len: end - start as u32,
            of: PhantomData,
        }
    }
}

impl<T> Clone for List<T> {
    fn clone(&self) -> List<T> {
        *self
    }
}

impl<T> Copy for List<T> {}

impl<T> fmt::Debug for List<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.range())
    }
}
