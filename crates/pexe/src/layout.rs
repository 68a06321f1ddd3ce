//! Computes the layout of a program in its 32-bit address space.
//!
//! In ascending order of addresses:
//!
//! ```text
//! page 0                never accessible
//! constant globals      read-only pages
//! guard page            never accessible: the stack runs into it
//! main stack            grows down
//! variable globals
//! end                   whoever loads the program places what it needs from here on
//! ```
//!
//! The layout depends only on the module and two numbers, and not on the way in which the program
//! is run. Therefore a translator can use the addresses as constants in its code, and a loader can
//! initialise memory with them.
//!
//! # Function addresses
//!
//! Address 0 is not a function. The functions of the module follow (`@f0` is at 1), then those of
//! the host. All data lies above the function addresses, so no address has two meanings. If there
//! are very many functions, the constants start above page 1.
//!
//! Sizes are added with 64 bits and compared with the limit before memory is allocated.

use crate::ids::FuncId;
use crate::module::{Address, Global, Initializer, Module};
use std::fmt;
use std::ops::Range;

/// Size of a page in bytes, the unit in which memory is mapped and protected.
pub const PAGE_SIZE: u32 = 1 << 16;

/// The default size of the main thread's stack in bytes.
pub const DEFAULT_STACK_SIZE: u32 = 16 << 20;

/// Alignment in bytes of the end of the data, and of globals that specify none.
const END_ALIGN: u64 = 16;

/// The addresses of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The address of the module's first function. The others follow at consecutive addresses. It
    /// is 1 for a program.
    pub first_function: u32,
    /// The address of the host's first function. The others follow at consecutive addresses.
    pub first_host_function: u32,
    /// The address of each global, in the order of the module.
    pub globals: Box<[u32]>,
    /// The pages of the constants.
    pub constants: Range<u32>,
    /// The pages of the main thread's stack, which grows down from the end. The page below it is
    /// never accessible.
    pub stack: Range<u32>,
    /// The first address after the variables, a multiple of 16. The variables begin at the end of
    /// the stack.
    pub end: u32,
}

/// An error: a program does not fit into its address space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge {
    /// The part that exceeds the limit.
    pub part: &'static str,
    /// The first address after this part, or a lower bound of it.
    pub needed: u64,
    /// The limit.
    pub limit: u32,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the program needs at least {} bytes of memory for {} and everything below it, but the limit is {}",
            self.needed, self.part, self.limit
        )
    }
}

impl std::error::Error for TooLarge {}

/// Assigns ascending addresses up to a limit.
struct Cursor {
    next: u64,
    limit: u32,
}

impl Cursor {
    /// Advances to a multiple of a number, which must be a power of two.
    fn align(&mut self, align: u64) {
        self.next = self.next.next_multiple_of(align);
    }

    /// Assigns addresses to a part of the program with this size in bytes.
    fn take(&mut self, size: u64, part: &'static str) -> Result<u32, TooLarge> {
        let start = self.next;
        let end = start.saturating_add(size);
        if end > u64::from(self.limit) {
            return Err(TooLarge {
                part,
                needed: end,
                limit: self.limit,
            });
        }
        self.next = end;
        Ok(start as u32)
    }

    /// Advances to the next page and returns its address.
    fn page(&mut self, part: &'static str) -> Result<u32, TooLarge> {
        self.align(PAGE_SIZE.into());
        let at = self.next;
        self.take(0, part)?;
        Ok(at as u32)
    }
}

impl Layout {
    /// Returns the layout of a program, below a limit. `host_functions` is the number of functions
    /// of its host. The size of the main thread's stack is rounded up to whole pages.
    ///
    /// # Errors
    ///
    /// Fails if a part does not fit below the limit.
    pub fn new(
        module: &Module,
        host_functions: u32,
        stack_size: u32,
        limit: u32,
    ) -> Result<Layout, TooLarge> {
        let first_host_function = 1 + module.functions.len() as u64;
        let after_functions = first_host_function + u64::from(host_functions);
        let mut cursor = Cursor {
            next: after_functions.max(PAGE_SIZE.into()),
            limit,
        };
        let mut globals = vec![0; module.globals.len()].into_boxed_slice();

        let constants_start = cursor.page("its functions")?;
        place_globals(module, true, &mut cursor, &mut globals)?;
        let constants_end = cursor.page("its constants")?;
        cursor.take(PAGE_SIZE.into(), "the guard page")?;
        let stack_start = cursor.next as u32;
        let stack_size = u64::from(stack_size).next_multiple_of(PAGE_SIZE.into());
        cursor.take(stack_size, "its stack")?;
        let stack_end = cursor.next as u32;
        place_globals(module, false, &mut cursor, &mut globals)?;
        cursor.align(END_ALIGN);
        Ok(Layout {
            first_function: 1,
            // This fits, because the constants above all function addresses fit.
            first_host_function: first_host_function as u32,
            globals,
            constants: constants_start..constants_end,
            stack: stack_start..stack_end,
            end: cursor.take(0, "its variables")?,
        })
    }

    /// Returns the layout of a module that is loaded in addition to a program. It has constants and
    /// then variables, each starting at a page. Addresses of data are relative to 0; see
    /// [`Layout::moved`].
    ///
    /// # Errors
    ///
    /// Fails if a part does not fit below the limit.
    pub fn of_library(
        module: &Module,
        first_function: u32,
        limit: u32,
    ) -> Result<Layout, TooLarge> {
        let mut cursor = Cursor { next: 0, limit };
        let mut globals = vec![0; module.globals.len()].into_boxed_slice();
        place_globals(module, true, &mut cursor, &mut globals)?;
        let constants_end = cursor.page("its constants")?;
        place_globals(module, false, &mut cursor, &mut globals)?;
        Ok(Layout {
            first_function,
            first_host_function: 0,
            globals,
            constants: 0..constants_end,
            stack: constants_end..constants_end,
            end: cursor.page("its variables")?,
        })
    }

    /// Returns the layout with all data moved by `to` bytes. `to` must be the address of a page,
    /// and low enough for all addresses to fit.
    #[must_use]
    pub fn moved(mut self, to: u32) -> Layout {
        let moved = |range: Range<u32>| range.start + to..range.end + to;
        self.globals.iter_mut().for_each(|address| *address += to);
        self.constants = moved(self.constants);
        self.stack = moved(self.stack);
        self.end += to;
        self
    }

    /// Returns the address of a function.
    #[must_use]
    pub fn function_address(&self, function: FuncId) -> u32 {
        self.first_function + function.0
    }

    /// Calls a function with the parts of the initial memory contents that are not zero: an
    /// address, and the bytes at that address. Addresses are ascending within a global.
    pub fn for_each_initialized(&self, module: &Module, mut visit: impl FnMut(u32, &[u8])) {
        for (global, &address) in module.globals.iter().zip(&self.globals) {
            let mut at = address;
            for part in initializers(module, global) {
                match part {
                    Initializer::Zero(_) => {}
                    Initializer::Data(start, len) => {
                        visit(at, &module.data[start as usize..][..len as usize]);
                    }
                    Initializer::Reloc(target, addend) => {
                        let target = match target {
                            Address::Function(function) => self.function_address(function),
                            Address::Global(global) => self.globals[global.index()],
                        };
                        visit(at, &target.wrapping_add_signed(addend).to_le_bytes());
                    }
                }
                // The layout has checked that the sum of these sizes is below the limit.
                at += part.size();
            }
        }
    }
}

/// Assigns addresses to the constants or to the variables.
fn place_globals(
    module: &Module,
    constant: bool,
    cursor: &mut Cursor,
    addresses: &mut [u32],
) -> Result<(), TooLarge> {
    let part = if constant {
        "its constants"
    } else {
        "its variables"
    };
    for (global, address) in module.globals.iter().zip(addresses) {
        if global.constant == constant {
            cursor.align(global.align.bytes().max(1).into());
            let parts = initializers(module, global);
            let size = parts.fold(0, |sum: u64, part| sum + u64::from(part.size()));
            // An empty global takes one byte, so that its address is unique.
            *address = cursor.take(size.max(1), part)?;
        }
    }
    Ok(())
}

fn initializers<'a>(
    module: &'a Module,
    global: &Global,
) -> impl Iterator<Item = Initializer> + use<'a> {
    let range = global.initializers.start as usize..global.initializers.end as usize;
    module.initializers[range].iter().copied()
}
