//! A module: globals and the tables that they share.

use crate::attributes::AttributeTable;
use crate::body::Body;
use crate::constants::{ConstantKind, ConstantTable};
use crate::ids::{
    AttributeListId, AttributeSetId, ComdatId, ConstantId, FunctionId, GlobalId, InlineAsmId, Name,
    ScopeId, TypeId,
};
use crate::instruction::{Align, Value, spelled};
use crate::location::{Location, SourceScope};
use crate::metadata::MetadataTable;
use crate::name_pool::NamePool;
use crate::summary_index::SummaryIndex;
use crate::types::{Type, TypeTable};
use crate::variables::SourceVariables;

spelled! {
    /// Linkage of a global: its visibility to other modules, and how the linker merges it with
    /// others of its name.
    Linkage {
        External = "external", AvailableExternally = "available_externally",
        LinkOnceAny = "linkonce", LinkOnceOdr = "linkonce_odr", WeakAny = "weak",
        WeakOdr = "weak_odr", Appending = "appending", Internal = "internal",
        Private = "private", ExternalWeak = "extern_weak", Common = "common",
    }
    /// Visibility of a global outside of its shared object.
    Visibility { Default = "", Hidden = "hidden", Protected = "protected", }
    /// The DLL storage class: import, export or none.
    DllStorage { Default = "", Import = "dllimport", Export = "dllexport", }
    /// Thread-local storage: the model, if every thread has its own copy.
    ThreadLocal {
        No = "", GeneralDynamic = "thread_local", LocalDynamic = "thread_local(localdynamic)",
        InitialExec = "thread_local(initialexec)", LocalExec = "thread_local(localexec)",
    }
    /// The significance of a global's address.
    UnnamedAddress { No = "", Local = "local_unnamed_addr", Global = "unnamed_addr", }
    /// The rule that selects one of several comdats.
    ComdatKind {
        Any = "any", ExactMatch = "exactmatch", Largest = "largest",
        NoDeduplicate = "nodeduplicate", SameSize = "samesize",
    }
}

/// A calling convention by LLVM's number. 0 is C's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CallingConvention(pub u32);

impl CallingConvention {
    /// The calling convention of C.
    pub const C: CallingConvention = CallingConvention(0);
    /// The fastest one for calls within a module.
    pub const FAST: CallingConvention = CallingConvention(8);
    /// For calls that are rarely executed.
    pub const COLD: CallingConvention = CallingConvention(9);
}

/// A group of globals that the linker keeps or discards as a whole.
#[derive(Clone, Copy, Debug)]
pub struct Comdat {
    /// Its name in [`Module::names`].
    pub name: Name,
    /// The rule that selects one of several.
    pub kind: ComdatKind,
}

/// Inline assembly, which calls can have as their callee.
#[derive(Clone, Copy, Debug)]
pub struct InlineAsm {
    /// The text, in [`Module::names`].
    pub text: Name,
    /// The constraints, in [`Module::names`].
    pub constraints: Name,
    /// The function type that it is called with.
    pub function_type: TypeId,
    /// True if it has side effects that its outputs do not show.
    pub side_effects: bool,
    /// True if the stack must be aligned for it.
    pub align_stack: bool,
    /// True if it is written in Intel's syntax.
    pub intel: bool,
    /// True if it may unwind.
    pub unwind: bool,
}

/// A global variable, function, alias or ifunc.
#[derive(Clone, Debug)]
pub struct Global {
    /// Its name in [`Module::names`].
    pub name: Name,
    /// The value type, not the type of its address.
    pub ty: TypeId,
    /// The address space that contains it.
    pub address_space: u32,
    /// Its linkage.
    pub linkage: Linkage,
    /// Visibility outside of its shared object.
    pub visibility: Visibility,
    /// True if it is known to be in the same shared object.
    pub dso_local: bool,
    /// The DLL storage class: import, export or none.
    pub dll_storage: DllStorage,
    /// The model of thread-local storage, if every thread has its own copy.
    pub thread_local: ThreadLocal,
    /// The significance of its address.
    pub unnamed_address: UnnamedAddress,
    /// Its section, if it has one.
    pub section: Name,
    /// Its partition, if it has one.
    pub partition: Name,
    /// The group that it belongs to.
    pub comdat: Option<ComdatId>,
    /// Its alignment.
    pub align: Align,
    /// True if it was removed from the module; see [`Module::remove`].
    pub removed: bool,
    /// The kind of global, and the properties that only this kind has.
    pub kind: GlobalKind,
}

/// The kinds of globals.
#[derive(Clone, Copy, Debug)]
pub enum GlobalKind {
    /// A variable or constant in memory.
    Variable {
        /// The initial value, or `None` if it is only declared.
        initializer: Option<ConstantId>,
        /// True if the program cannot change it.
        constant: bool,
        /// True if something other than its initialiser may set it before the program starts.
        externally_initialized: bool,
        /// Attributes of it.
        attributes: AttributeSetId,
    },
    /// Code; see [`Module::function`].
    Function(FunctionId),
    /// Another name for a global or for an address in one.
    Alias(ConstantId),
    /// A function whose address is chosen by a resolver function when the program starts.
    Ifunc(ConstantId),
}

/// The properties that only a function has.
#[derive(Clone, Debug, Default)]
pub struct Function {
    /// The calling convention.
    pub convention: CallingConvention,
    /// Attributes of the function, its result and its parameters.
    pub attributes: AttributeListId,
    /// The name of its garbage collector, if any.
    pub gc: Name,
    /// Data before its code.
    pub prefix: Option<ConstantId>,
    /// Data at the beginning of its code.
    pub prologue: Option<ConstantId>,
    /// The personality function for exceptions.
    pub personality: Option<ConstantId>,
    /// The code, or `None` for a declaration.
    pub body: Option<Body>,
}

impl Default for AttributeListId {
    fn default() -> Self {
        Self::EMPTY
    }
}

/// A module: one unit of compilation, or several that were linked.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// Names and other strings of the module; bodies have pools of their own.
    pub names: NamePool,
    /// The types that the module uses.
    pub types: TypeTable,
    /// The constants that the globals and the bodies use.
    pub constants: ConstantTable,
    /// The attribute sets and lists that globals and calls refer to.
    pub attributes: AttributeTable,
    /// The metadata that instructions, globals and named lists refer to.
    pub metadata: MetadataTable,
    /// The name of the file that it was made from, empty if not known.
    pub source_filename: Vec<u8>,
    /// The data layout string, empty if unknown.
    pub data_layout: Vec<u8>,
    /// The target triple, empty if unknown.
    pub target_triple: Vec<u8>,
    /// Module-level assembly, empty if there is none.
    pub module_asm: Vec<u8>,
    /// Libraries that the module needs. Only modules from before LLVM 3.4 list them, and they are
    /// not printed.
    pub dependencies: Vec<Vec<u8>>,
    /// The comdats that globals refer to by index.
    pub comdats: Vec<Comdat>,
    /// The inline assembly that calls refer to by index.
    pub inline_asm: Vec<InlineAsm>,
    /// Names of synchronisation scopes, in [`Module::names`].
    pub scopes: Vec<Name>,
    /// The scopes that locations refer to; see [`Body::location`].
    pub source_scopes: Vec<SourceScope>,
    /// Call sites of inlined calls. A call inside inlined code comes after its own
    /// [`Location::inlined_at`].
    pub call_sites: Vec<Location>,
    /// Source variables and their types, if requested.
    pub source_variables: SourceVariables,
    /// The summary for linking with ThinLTO, if the file has one. Passes do not update it.
    pub summary_index: Option<Box<SummaryIndex>>,
    globals: Vec<Global>,
    functions: Vec<Function>,
}

impl Module {
    /// An empty module.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Variables, functions, aliases and ifuncs, in insertion order.
    #[must_use]
    pub fn globals(&self) -> &[Global] {
        &self.globals
    }

    /// A global.
    #[must_use]
    pub fn global(&self, id: GlobalId) -> &Global {
        &self.globals[id.index()]
    }

    /// Returns a global for changes. Its kind must not change.
    pub fn global_mut(&mut self, id: GlobalId) -> &mut Global {
        &mut self.globals[id.index()]
    }

    /// The properties that only a function has.
    #[must_use]
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.index()]
    }

    /// Returns the properties of a function for changes.
    pub fn function_mut(&mut self, id: FunctionId) -> &mut Function {
        &mut self.functions[id.index()]
    }

    /// Returns the function of a global, or `None` if it is of another kind.
    #[must_use]
    pub fn as_function(&self, id: GlobalId) -> Option<FunctionId> {
        match self.global(id).kind {
            GlobalKind::Function(function) => Some(function),
            _ => None,
        }
    }

    /// Adds a global of any kind but a function.
    ///
    /// # Panics
    ///
    /// Panics if it is a function.
    pub fn add_global(&mut self, name: &[u8], ty: TypeId, kind: GlobalKind) -> GlobalId {
        assert!(!matches!(kind, GlobalKind::Function(_)), "see add_function");
        self.push(name, ty, kind)
    }

    /// Adds a variable that is not constant.
    pub fn add_variable(
        &mut self,
        name: &[u8],
        ty: TypeId,
        initializer: Option<ConstantId>,
    ) -> GlobalId {
        let kind = GlobalKind::Variable {
            initializer,
            constant: false,
            externally_initialized: false,
            attributes: AttributeSetId::EMPTY,
        };
        self.push(name, ty, kind)
    }

    /// Adds a function without a body.
    pub fn add_function(&mut self, name: &[u8], ty: TypeId) -> GlobalId {
        let id = FunctionId::at(self.functions.len());
        self.functions.push(Function::default());
        self.push(name, ty, GlobalKind::Function(id))
    }

    fn push(&mut self, name: &[u8], ty: TypeId, kind: GlobalKind) -> GlobalId {
        let id = GlobalId::at(self.globals.len());
        let name = self.names.add(name);
        self.globals.push(Global {
            name,
            ty,
            address_space: 0,
            linkage: Linkage::External,
            visibility: Visibility::Default,
            dso_local: false,
            dll_storage: DllStorage::Default,
            thread_local: ThreadLocal::No,
            unnamed_address: UnnamedAddress::No,
            section: Name::NONE,
            partition: Name::NONE,
            comdat: None,
            align: Align::NATURAL,
            removed: false,
            kind,
        });
        id
    }

    /// Removes a global from the module. Its id remains taken, so that other ids do not change, but
    /// it has neither name nor contents and is not printed. No remaining global may refer to it.
    pub fn remove(&mut self, id: GlobalId) {
        let global = &mut self.globals[id.index()];
        global.removed = true;
        global.name = Name::NONE;
        global.comdat = None;
        match &mut global.kind {
            GlobalKind::Function(function) => {
                self.functions[function.index()] = Function::default();
            }
            GlobalKind::Variable { initializer, .. } => *initializer = None,
            GlobalKind::Alias(_) | GlobalKind::Ifunc(_) => {}
        }
    }

    /// The ids of all globals so far, in order.
    pub fn global_ids(&self) -> impl Iterator<Item = GlobalId> + Clone + use<> {
        (0..self.globals.len()).map(GlobalId::at)
    }

    /// Returns the global with this name, if there is one.
    #[must_use]
    pub fn find_global(&self, name: &[u8]) -> Option<GlobalId> {
        let is_it = |global: &Global| !global.removed && self.names.get(global.name) == name;
        self.globals.iter().position(is_it).map(GlobalId::at)
    }

    /// The address of a global as a constant.
    pub fn address_of(&mut self, id: GlobalId) -> ConstantId {
        let ty = self
            .types
            .pointer_in(self.globals[id.index()].address_space);
        self.constants.plain(ty, ConstantKind::Global(id))
    }

    /// The integer with these bits, of at most 64. Bits above the width are
    /// dropped.
    pub fn int(&mut self, width: u32, value: u64) -> ConstantId {
        let ty = self.types.integer(width);
        let mask = if width >= 64 {
            u64::MAX
        } else {
            (1 << width) - 1
        };
        self.constants.bits(ty, value & mask)
    }

    /// The null pointer of the address space 0.
    pub fn null(&mut self) -> ConstantId {
        let ty = self.types.pointer();
        self.constants.plain(ty, ConstantKind::Null)
    }

    /// The zero of a type: all bits are zero.
    pub fn zero(&mut self, ty: TypeId) -> ConstantId {
        match self.types.get(ty) {
            Type::Pointer(_) => self.constants.plain(ty, ConstantKind::Null),
            Type::Token => self.constants.plain(ty, ConstantKind::None),
            Type::Integer(width) if width > 64 => {
                let words = vec![0; width.div_ceil(64) as usize];
                self.constants.wide_bits(ty, &words)
            }
            Type::X86Fp80 | Type::Fp128 | Type::PpcFp128 => self.constants.wide_bits(ty, &[0, 0]),
            Type::Integer(_) | Type::Half | Type::BFloat | Type::Float | Type::Double => {
                self.constants.bits(ty, 0)
            }
            _ => self.constants.plain(ty, ConstantKind::Zero),
        }
    }

    /// A string as an array of bytes, without a terminating zero.
    pub fn string(&mut self, bytes: &[u8]) -> ConstantId {
        let byte = self.types.integer(8);
        let ty = self.types.array(byte, bytes.len() as u64);
        self.constants.data(ty, bytes)
    }

    /// Finds the synchronisation scope with a name, or adds it.
    pub fn scope(&mut self, name: &[u8]) -> ScopeId {
        self.known_scope(name).unwrap_or_else(|| {
            self.scopes.push(self.names.add_even_empty(name));
            ScopeId::at(self.scopes.len() - 1)
        })
    }

    /// Returns the scope with this name, if there is one.
    pub(crate) fn known_scope(&self, name: &[u8]) -> Option<ScopeId> {
        let is_it = |&scope: &Name| self.names.get(scope) == name;
        self.scopes.iter().position(is_it).map(ScopeId::at)
    }

    /// Adds inline assembly.
    pub fn add_inline_asm(&mut self, asm: InlineAsm) -> InlineAsmId {
        self.inline_asm.push(asm);
        InlineAsmId::at(self.inline_asm.len() - 1)
    }

    /// Adds a comdat.
    pub fn add_comdat(&mut self, name: &[u8], kind: ComdatKind) -> ComdatId {
        let name = self.names.add_even_empty(name);
        self.comdats.push(Comdat { name, kind });
        ComdatId::at(self.comdats.len() - 1)
    }

    /// Returns the type of a value in a body of this module, or `None` for metadata and inline
    /// assembly.
    #[must_use]
    pub fn type_of(&self, body: &Body, value: Value) -> Option<TypeId> {
        match value {
            Value::Local(local) => Some(body.local(local).ty),
            Value::Constant(constant) => Some(self.constants.get(constant).ty),
            Value::InlineAsm(_) | Value::Metadata(_) => None,
        }
    }
}
