//! The functions of C and C++ that allocate and free memory, by their symbols.

/// The bytes that a call asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Size {
    /// An argument, by its number.
    Argument(usize),
    /// The product of two arguments.
    Product(usize, usize),
}

impl Size {
    /// The size, given the arguments of the call.
    pub(super) fn of(self, args: &[u64]) -> u64 {
        let arg = |index: usize| args.get(index).map_or(0, |&word| u64::from(word as u32));
        match self {
            Size::Argument(index) => arg(index),
            Size::Product(first, second) => arg(first).saturating_mul(arg(second)),
        }
    }
}

/// The job of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Allocator {
    /// Returns a new block.
    Allocate(Size),
    /// Stores the address of a new block where the first argument points, and returns 0.
    AllocateAt(Size),
    /// Returns a block that replaces the one in an argument.
    Reallocate {
        /// The argument that is the block.
        block: usize,
        /// The new size.
        size: Size,
    },
    /// Frees the block that is an argument.
    Free(usize),
}

/// The job of a function by its symbol; none if it does not allocate.
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
        // newlib's functions have its state as their first argument.
        "_malloc_r" => Allocate(Argument(1)),
        "_calloc_r" => Allocate(Product(1, 2)),
        "_memalign_r" => Allocate(Argument(2)),
        "_realloc_r" => Reallocate {
            block: 1,
            size: Argument(2),
        },
        "_free_r" => Free(1),
        // operator new, new[], delete and delete[] in all their forms.
        _ if symbol.starts_with("_Znwj") || symbol.starts_with("_Znaj") => Allocate(Argument(0)),
        _ if symbol.starts_with("_ZdlPv") || symbol.starts_with("_ZdaPv") => Free(0),
        _ => return None,
    })
}
