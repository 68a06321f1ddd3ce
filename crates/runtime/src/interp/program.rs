//! A program ready to run: functions are prepared on their first call, and signatures have numbers
//! that can be compared.

use super::prepare::{Preparer, Transfer, can_run_by_blocks};
use super::prepared::{Counting, Mode, Prepared, ProgramInfo, Signatures};
use super::value::{is_wide, mask};
use crate::host::{HostFunction, LoadedModule};
use crate::trap::{self, TrapKind};
use pinnacle_pexe::function::Function;
use pinnacle_pexe::host::fixed_addresses;
use pinnacle_pexe::ids::FuncId;
use pinnacle_pexe::module::Module;
use pinnacle_pexe::types::{Signature, Type};
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock};

/// The target of a call through an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    /// A function of the module.
    Function(u32),
    /// A host function, and its number of arguments.
    Host(usize, usize),
}

/// Rearranges arguments for another list of parameters. Missing arguments are zero, and extra ones
/// are dropped.
fn fit_arguments(args: &mut [u64], from: &[Type], to: &[Type]) {
    let words = |ty: &Type| if is_wide(*ty) { 2 } else { 1 };
    let given: usize = from.iter().map(words).sum();
    let old = args[..given].to_vec();
    let (mut source, mut place) = (0, 0);
    for (index, ty) in to.iter().enumerate() {
        let available = from.get(index).map_or(0, words);
        for word in 0..words(ty) {
            let value = if word < available {
                old[source + word]
            } else {
                0
            };
            let bits = ty.bits().min(64);
            args[place + word] = value & mask(bits);
        }
        source += available;
        place += words(ty);
    }
}

/// The code of a function's blocks, each prepared when it is first reached.
type BlockCells = [OnceLock<Box<Prepared>>];

/// A program whose functions are prepared when they are first called.
#[derive(Debug)]
pub(crate) struct Program<'m> {
    pub(crate) info: ProgramInfo<'m>,
    prepared: Box<[OnceLock<Prepared>]>,
    /// For each function that runs block by block, its blocks.
    blocks: Box<[OnceLock<Box<BlockCells>>]>,
    /// The number of each function's signature.
    pub(crate) signatures: Box<[u32]>,
    preparer: Mutex<Preparer>,
    lenient_calls: bool,
    host: RwLock<KnownHost>,
    /// The first loaded module.
    loaded: OnceLock<Box<Loaded>>,
}

/// The functions of the host.
#[derive(Debug, Default)]
struct KnownHost {
    /// For each function, its signature number and its number of parameters.
    functions: Vec<(u32, usize)>,
    /// Functions with fixed addresses: address and number, in ascending order.
    fixed: Vec<(u32, u32)>,
}

impl KnownHost {
    /// Returns the number of the function with a fixed address.
    fn at(&self, address: u32) -> Option<usize> {
        let key = |&(fixed, _): &(u32, u32)| fixed;
        let place = self.fixed.binary_search_by_key(&address, key).ok()?;
        Some(self.fixed[place].1 as usize)
    }
}

/// A module that was loaded into the program. Modules are never removed.
#[derive(Debug)]
struct Loaded {
    info: ProgramInfo<'static>,
    /// The numbers of its functions in the whole program.
    functions: Range<usize>,
    prepared: Box<[OnceLock<Prepared>]>,
    /// The number of each function's signature.
    signatures: Box<[u32]>,
    next: OnceLock<Box<Loaded>>,
}

impl<'m> Program<'m> {
    pub(crate) fn new(
        module: &'m Module,
        bodies: &'m [Function],
        globals: &[u32],
        mode: Mode,
        counting: Counting,
        lenient_calls: bool,
    ) -> Program<'m> {
        let mut signatures = Signatures::default();
        let numbers = (0..module.functions.len() as u32)
            .map(|index| signatures.intern(module.signature(FuncId(index))))
            .collect();
        Program {
            info: ProgramInfo::new(module, bodies, globals, signatures, mode, counting),
            prepared: (0..module.functions.len())
                .map(|_| OnceLock::new())
                .collect(),
            blocks: (0..module.functions.len())
                .map(|_| OnceLock::new())
                .collect(),
            signatures: numbers,
            preparer: Mutex::default(),
            lenient_calls,
            host: RwLock::default(),
            loaded: OnceLock::new(),
        }
    }

    /// Makes the functions of a module callable.
    pub(crate) fn load(&self, module: Arc<LoadedModule>) {
        let info = self.info.of_loaded(module);
        let count = info.module().functions.len();
        let first = info.number(FuncId(0)).index();
        let signatures = {
            let mut numbers = info.signatures_mut();
            (0..count as u32)
                .map(|index| numbers.intern(info.module().signature(FuncId(index))))
                .collect()
        };
        let mut new = Box::new(Loaded {
            signatures,
            functions: first..first + count,
            prepared: (0..count).map(|_| OnceLock::new()).collect(),
            next: OnceLock::new(),
            info,
        });
        let mut place = &self.loaded;
        while let Err(refused) = place.set(new) {
            new = refused;
            match place.get() {
                Some(other) => place = &other.next,
                None => return,
            }
        }
    }

    /// Returns the loaded module that contains a function.
    fn loaded_with(&self, function: usize) -> Option<&Loaded> {
        let mut next = self.loaded.get();
        while let Some(module) = next {
            if module.functions.contains(&function) {
                return Some(module);
            }
            next = module.next.get();
        }
        None
    }

    /// Returns the facts about the module that contains a function, and the function's number in
    /// it.
    fn place_of(&self, function: FuncId) -> Option<(&ProgramInfo<'m>, FuncId)> {
        if function.index() < self.signatures.len() {
            return Some((&self.info, function));
        }
        let module = self.loaded_with(function.index())?;
        let own = function.index() - module.functions.start;
        Some((&module.info, FuncId(own as u32)))
    }

    /// Returns the module that contains a function and the function's number there. If it is a
    /// loaded module, also returns its number among these, from 1.
    pub(super) fn module_of(&self, function: FuncId) -> Option<(&Module, FuncId, Option<usize>)> {
        let (info, own) = self.place_of(function)?;
        let modules = std::iter::successors(self.loaded.get(), |module| module.next.get());
        let number = modules
            .take_while(|module| module.functions.start <= function.index())
            .count();
        Some((info.module(), own, (number > 0).then_some(number)))
    }

    /// Returns the signature of an existing function.
    pub(crate) fn signature(&self, function: FuncId) -> &Signature {
        let (info, own) = self.place_of(function).unwrap_or((&self.info, function));
        info.module().signature(own)
    }

    /// Returns the body of a function, if it has one.
    pub(crate) fn body(&self, function: FuncId) -> Option<&Function> {
        let (info, own) = self.place_of(function)?;
        let decl = info.module().functions.get(own.index())?;
        info.bodies().get(decl.body? as usize)
    }

    /// Registers the functions of a host.
    pub(crate) fn set_host(&self, functions: &[HostFunction]) {
        let mut signatures = self.info.signatures_mut();
        let known = functions
            .iter()
            .map(|function| {
                let params = (*function.params).into();
                let number = signatures.intern(&Signature {
                    result: function.result,
                    params,
                });
                (number, function.params.len())
            })
            .collect();
        let end = self.signatures.len() as u32 + 1 + functions.len() as u32;
        let host = KnownHost {
            functions: known,
            fixed: fixed_addresses(functions, end),
        };
        *self.host.write().unwrap_or_else(PoisonError::into_inner) = host;
    }

    fn preparer(&self) -> MutexGuard<'_, Preparer> {
        self.preparer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the target of a call through an address. If the signatures differ and the call, or
    /// all calls, may differ, the arguments are adapted.
    pub(crate) fn resolve(
        &self,
        address: u32,
        called: u32,
        lenient: bool,
        args: &mut [u64],
    ) -> Result<Target, TrapKind> {
        let bad = || TrapKind::BadFunctionAddress(Some(address));
        let index = (address as usize).checked_sub(1).ok_or_else(bad)?;
        let host = self.host.read().unwrap_or_else(PoisonError::into_inner);
        let (found, target) = if let Some(&number) = self.signatures.get(index) {
            if self.info.module().functions[index].body.is_none() {
                return Err(bad());
            }
            (number, Target::Function(index as u32))
        } else if let Some(&(number, params)) = host.functions.get(index - self.signatures.len()) {
            (number, Target::Host(index - self.signatures.len(), params))
        } else if let Some(function) = host.at(address) {
            let (number, params) = host.functions[function];
            (number, Target::Host(function, params))
        } else {
            let module = self.loaded_with(index).ok_or_else(bad)?;
            let own = index - module.functions.start;
            if module.info.module().functions[own].body.is_none() {
                return Err(bad());
            }
            (module.signatures[own], Target::Function(index as u32))
        };
        if found != called {
            let signatures = self.info.signatures();
            let (called, found) = (signatures.get(called), signatures.get(found));
            if !lenient && !self.lenient_calls {
                return Err(TrapKind::SignatureMismatch {
                    expected: called.to_string(),
                    found: found.to_string(),
                });
            }
            fit_arguments(args, &called.params, &found.params);
        }
        Ok(target)
    }

    /// Returns the function of the module with this address and type, for a caller outside the
    /// program. Arguments are not adapted.
    pub(crate) fn function_at(
        &self,
        address: u32,
        params: &[Type],
        result: Type,
    ) -> Result<FuncId, TrapKind> {
        let bad = || TrapKind::BadFunctionAddress(Some(address));
        let index = address.checked_sub(1).ok_or_else(bad)?;
        let function = FuncId(index);
        self.body(function).ok_or_else(bad)?;
        let found = self.signature(function);
        if found.result != result || *found.params != *params {
            let expected = Signature {
                result,
                params: params.into(),
            };
            return Err(TrapKind::SignatureMismatch {
                expected: expected.to_string(),
                found: found.to_string(),
            });
        }
        Ok(function)
    }

    /// Returns a function's name for messages: `@f12`, followed by its own name if it has one.
    pub(crate) fn function_name(&self, function: FuncId) -> String {
        let (info, own) = self.place_of(function).unwrap_or((&self.info, function));
        trap::function_name(info.module(), own)
    }

    /// Returns true if a function may run block by block.
    pub(crate) fn can_run_by_blocks(&self, body: &Function) -> bool {
        !self.info.is_stepwise() && can_run_by_blocks(body)
    }

    /// Returns the code of a function's blocks, as far as it was prepared.
    pub(crate) fn block_cells(&self, function: FuncId, body: &Function) -> &BlockCells {
        self.blocks[function.index()]
            .get_or_init(|| body.blocks().iter().map(|_| OnceLock::new()).collect())
    }

    /// Returns the code of a block of a function that may run block by block; `None` if the
    /// function must be prepared as a whole.
    pub(crate) fn block_code<'p>(
        &self,
        body: &Function,
        cells: &'p BlockCells,
        block: u32,
    ) -> Option<&'p Prepared> {
        let cell = cells.get(block as usize)?;
        if let Some(code) = cell.get() {
            return Some(code);
        }
        let mut preparer = self.preparer();
        let code = preparer.prepare_block(body, &self.info, block)?;
        Some(cell.get_or_init(|| Box::new(code)))
    }

    /// Prepares a function as a whole, or returns why it cannot be run.
    pub(crate) fn prepare(&self, function: FuncId) -> Result<&Prepared, String> {
        if let Some(prepared) = self.prepared.get(function.index()).and_then(OnceLock::get) {
            return Ok(prepared);
        }
        let body = self.defined_body(function)?;
        if let Some(module) = self.loaded_with(function.index()) {
            let cell = &module.prepared[function.index() - module.functions.start];
            if let Some(prepared) = cell.get() {
                return Ok(prepared);
            }
            let prepared = self.preparer().prepare(body, &module.info)?;
            return Ok(cell.get_or_init(|| prepared));
        }
        let prepared = self.preparer().prepare(body, &self.info)?;
        Ok(self.prepared[function.index()].get_or_init(|| prepared))
    }

    /// Prepares a function as a whole, and returns the transfer to it from single blocks, at the
    /// start of a block.
    pub(crate) fn transfer(
        &self,
        function: FuncId,
        block: u32,
    ) -> Result<(&Prepared, Transfer), String> {
        let body = self.defined_body(function)?;
        let mut preparer = self.preparer();
        // Preparing a function again gives the same result.
        let prepared = preparer.prepare(body, &self.info)?;
        let transfer = preparer.transfer(body, self.info.counting, block);
        let prepared = self.prepared[function.index()].get_or_init(|| prepared);
        Ok((prepared, transfer))
    }

    /// Returns the block that starts at an operation of a function that was prepared as a whole.
    #[cfg(all(feature = "wasmtime", unix))]
    pub(crate) fn block_at(&self, function: FuncId, pc: usize) -> Option<u32> {
        let body = self.body(function)?;
        let mut preparer = self.preparer();
        preparer.prepare(body, &self.info).ok()?;
        preparer.block_at(pc)
    }

    /// Returns the values available in a frame at the start of a block, as local indices in order,
    /// with their registers. Constants are not included.
    #[cfg(all(feature = "wasmtime", unix))]
    pub(crate) fn values_at_hand(
        &self,
        function: FuncId,
        block: u32,
        by_blocks: bool,
    ) -> Vec<(u32, u16)> {
        let Some(body) = self.body(function) else {
            return Vec::new();
        };
        if by_blocks {
            let values = super::prepare::variables(body);
            return values.map(|local| (local, local as u16)).collect();
        }
        let mut preparer = self.preparer();
        match preparer.prepare(body, &self.info) {
            Ok(_) => preparer.values_at(body, block),
            Err(_) => Vec::new(),
        }
    }

    fn defined_body(&self, function: FuncId) -> Result<&Function, String> {
        self.body(function).ok_or_else(|| {
            format!("{function} is declared but has no body, and is not an intrinsic")
        })
    }
}
