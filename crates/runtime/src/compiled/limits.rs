//! Limits of a thread's store: a second line of defence, in case a module asks for more than the
//! translation should allow.

use super::code::About;
use crate::irt;
use crate::memory::PAGE_SIZE;
use wasmtime::ResourceLimiter;

/// Maximum size of a store's heap in bytes. The heap only holds `longjmp` exceptions, one at a
/// time. With a smaller heap the collector would run more often.
const HEAP: usize = 16 << 20;

/// Most loop entries of a program.
pub(super) const MAX_ENTRIES: usize = 500;

/// The limits of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Limits {
    /// The bytes of memory that the module declares; it never grows.
    memory: usize,
    /// The entries of its table.
    table: usize,
}

impl Limits {
    /// Returns the limits of a thread that runs a program's code.
    pub(super) fn new(about: &About) -> Limits {
        let of_modules = match about.loads_modules {
            true => irt::MAX_MODULE_FUNCTIONS as usize,
            false => 0,
        };
        let fixed = about.host.iter().filter_map(|host| host.fixed_address);
        let last_fixed = fixed.max().map_or(0, |last| last as usize + 1);
        Limits {
            memory: about.layout.end.next_multiple_of(PAGE_SIZE) as usize,
            table: about.functions().max(last_fixed) + of_modules,
        }
    }
}

impl ResourceLimiter for Limits {
    fn memory_growing(
        &mut self,
        current: usize,
        desired: usize,
        _maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        let is_declared = current == 0 && desired == self.memory;
        Ok(is_declared || desired <= HEAP)
    }

    fn table_growing(
        &mut self,
        _current: usize,
        desired: usize,
        _maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        Ok(desired <= self.table)
    }

    /// Returns the number of instances: the code, the hot functions, the loop entries, and the
    /// loaded modules.
    fn instances(&self) -> usize {
        2 + MAX_ENTRIES + irt::MAX_MODULES
    }

    /// Returns the number of tables: of the code and of the hot functions.
    fn tables(&self) -> usize {
        2
    }

    /// Returns the number of memories: the code and the hot functions each import the program's.
    fn memories(&self) -> usize {
        2
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasmtime::{Engine, Memory, MemoryType, Ref, RefType, Store, Table, TableType};

    fn limits() -> Limits {
        Limits {
            memory: 20 << 20,
            table: 10,
        }
    }

    fn store() -> Store<Limits> {
        let mut store = Store::new(&Engine::default(), limits());
        store.limiter(|limits| limits);
        store
    }

    #[test]
    fn the_memory_of_the_module_is_made_and_no_other_size_of_it() {
        assert!(Memory::new(store(), MemoryType::new(20 * 16, None)).is_ok());
        for pages in [20 * 16 - 1, 20 * 16 + 1, 1 << 16] {
            assert!(Memory::new(store(), MemoryType::new(pages, None)).is_err());
        }
        let mut store = store();
        let memory = Memory::new(&mut store, MemoryType::new(20 * 16, None)).unwrap();
        assert!(memory.grow(&mut store, 1).is_err());
    }

    #[test]
    fn the_own_memory_of_a_store_grows_up_to_its_limit() {
        let mut limits = limits();
        assert!(limits.memory_growing(1 << 16, HEAP, None).unwrap());
        assert!(!limits.memory_growing(1 << 16, HEAP + 1, None).unwrap());
        assert!(!limits.memory_growing(1 << 16, 20 << 20, None).unwrap());
    }

    #[test]
    fn the_table_has_the_entries_of_the_program() {
        let table = |size| {
            let ty = TableType::new(RefType::FUNCREF, size, None);
            Table::new(store(), ty, Ref::Func(None))
        };
        assert!(table(10).is_ok());
        assert!(table(11).is_err());
    }
}
