//! Recognises the functions of C and C++ that allocate and free memory by their symbols.

/// The number of bytes that a call requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Size {
    /// An argument, by its index.
    Argument(usize),
    /// The product of two arguments, by their indices.
    Product(usize, usize),
}

impl Size {
    /// Returns the size for a call with these arguments.
    pub(super) fn of(self, args: &[u64]) -> u64 {
        let arg = |index: usize| args.get(index).map_or(0, |&word| u64::from(word as u32));
        match self {
            Size::Argument(index) => arg(index),
            Size::Product(first, second) => arg(first).saturating_mul(arg(second)),
        }
    }
}

/// The effect of an allocation function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Allocator {
    /// Returns a new block.
    Allocate(Size),
    /// Stores the address of a new block at the address in the first argument, and returns 0.
    AllocateAt(Size),
    /// Returns a block that replaces another one.
    Reallocate {
        /// The index of the argument with the old block.
        block: usize,
        /// The new size.
        size: Size,
    },
    /// Frees the block in an argument.
    Free(usize),
}

/// Returns the effect of the function with this symbol, or `None` if it neither allocates nor
/// frees.
pub(super) fn allocator(symbol: &str) -> Option<Allocator> {
    use Allocator::{Allocate, AllocateAt, Free, Reallocate};
    use Size::{Argument, Product};
    Some(match symbol {
        "malloc" | "valloc" | "pvalloc" => Allocate(Argument(0)),
        "calloc" => Allocate(Product(0, 1)),
        "memalign" | "aligned_alloc" => Allocate(Argument(1)),
        "posix_memalign" => AllocateAt(Argument(2)),
        "realloc" | "reallocf" => Reallocate {
            block: 0,
            size: Argument(1),
        },
        "reallocarray" => Reallocate {
            block: 0,
            size: Product(1, 2),
        },
        "free" | "cfree" => Free(0),
        // These functions of newlib have newlib's state as their first argument.
        "_malloc_r" => Allocate(Argument(1)),
        "_calloc_r" => Allocate(Product(1, 2)),
        "_memalign_r" => Allocate(Argument(2)),
        "_realloc_r" => Reallocate {
            block: 1,
            size: Argument(2),
        },
        "_free_r" => Free(1),
        // All forms of operator new, new[], delete and delete[].
        _ if symbol.starts_with("_Znwj") || symbol.starts_with("_Znaj") => Allocate(Argument(0)),
        _ if symbol.starts_with("_ZdlPv") || symbol.starts_with("_ZdaPv") => Free(0),
        _ => return None,
    })
}
