//! The globals and functions of the new module, and their names.
//!
//! In LLVM 1.x a global is identified by its name and its type, so a module may declare `%f` with
//! two types. The linker always identified it by the name alone, and current LLVM does too. A
//! declaration therefore becomes a reference to the definition or to an earlier declaration. If
//! there is a second definition, or an internal one, a number is appended to its name.

use std::collections::{HashMap, HashSet};

use pinnacle_llvm as ir;

use super::intrinsic::{Intrinsic, has_lists_in_memory};
use super::spelling::{clean, make_unique};
use super::{Upgrade, about, cannot};
use crate::error::Error;
use crate::model::{ConstantKind, FunctionId, GlobalId, Linkage, Type, TypeId};

/// The translations of globals and functions.
#[derive(Default)]
pub(super) struct Names {
    /// The new global of each old variable.
    pub(super) variables: Vec<Option<ir::GlobalId>>,
    /// The new function of each old one; none for intrinsics.
    pub(super) functions: Vec<Option<ir::GlobalId>>,
    /// For each function, the intrinsic that it is, if any.
    pub(super) intrinsics: Vec<Option<Intrinsic>>,
    /// Globals by name, including those added by the upgrade.
    by_name: HashMap<Vec<u8>, ir::GlobalId>,
    /// Names that are reserved but not declared yet.
    reserved: HashSet<Vec<u8>>,
}

/// A variable or function to be declared.
#[derive(Clone, Copy)]
enum Thing {
    Variable(GlobalId),
    Function(FunctionId),
}

/// Names of functions that the upgrade may call. Internal globals must not have these names.
const RUNTIME: &[&str] = &[
    "malloc",
    "free",
    "abort",
    "setjmp",
    "longjmp",
    "sigsetjmp",
    "siglongjmp",
    "__gxx_personality_v0",
    "_Unwind_RaiseException",
    "_Unwind_DeleteException",
    "llvm.global_ctors",
    "llvm.global_dtors",
];

impl Upgrade<'_> {
    /// Declares all globals and functions. Initialisers and bodies come later.
    pub(super) fn declare(&mut self, new: &mut ir::Module) -> Result<(), Error> {
        let old = self.old;
        self.names.variables = vec![None; old.globals.len()];
        self.names.functions = vec![None; old.functions.len()];
        let lists_in_memory = has_lists_in_memory(old);
        self.names.intrinsics = (old.functions.iter())
            .map(|function| {
                let name = old.names.get(function.name);
                if function.body.is_some() {
                    None
                } else {
                    Intrinsic::of(name, lists_in_memory)
                }
            })
            .collect();
        self.names.reserved = RUNTIME
            .iter()
            .map(|name| name.as_bytes().to_vec())
            .collect();

        // Choose all names first, so that everything can then be declared in order.
        let variables = (0..old.globals.len()).map(|index| Thing::Variable(GlobalId(index as u32)));
        let functions =
            (0..old.functions.len()).map(|index| Thing::Function(FunctionId(index as u32)));
        let things: Vec<_> = variables.chain(functions).collect();
        let mut owners: HashMap<Vec<u8>, usize> = HashMap::new();
        let mut names: Vec<Vec<u8>> = things
            .iter()
            .map(|&thing| self.wanted_name(thing))
            .collect();
        for rank in 0..3 {
            for (place, &thing) in things.iter().enumerate() {
                if self.rank(thing) != rank || names[place].is_empty() {
                    continue;
                }
                let name = &mut names[place];
                let reserved = &self.names.reserved;
                match rank {
                    1 => {}
                    2 => make_unique(name, |name| {
                        owners.contains_key(name) || reserved.contains(name)
                    }),
                    _ => make_unique(name, |name| owners.contains_key(name)),
                }
                owners.entry(name.clone()).or_insert(place);
            }
        }
        let mut made: Vec<Option<ir::GlobalId>> = vec![None; things.len()];
        for (place, &thing) in things.iter().enumerate() {
            let owner = owners.get(&names[place]).copied().unwrap_or(place);
            if self.intrinsic(thing) {
                continue;
            }
            let id = match made[owner] {
                Some(id) => id,
                None => {
                    let id = self.declare_named(new, things[owner], &names[place])?;
                    made[owner] = Some(id);
                    if !names[place].is_empty() {
                        self.names.by_name.insert(names[place].clone(), id);
                    }
                    id
                }
            };
            match thing {
                Thing::Variable(variable) => self.names.variables[variable.index()] = Some(id),
                Thing::Function(function) => self.names.functions[function.index()] = Some(id),
            }
        }
        Ok(())
    }

    fn intrinsic(&self, thing: Thing) -> bool {
        matches!(thing, Thing::Function(id) if self.names.intrinsics[id.index()].is_some())
    }

    /// Sets the alignment and section of a global, and the calling convention of a function.
    fn place(&self, new: &mut ir::Module, thing: Thing, id: ir::GlobalId) {
        let (alignment, section) = match thing {
            Thing::Variable(id) => {
                let global = &self.old.globals[id.index()];
                (global.alignment, global.section)
            }
            Thing::Function(of) => {
                let function = &self.old.functions[of.index()];
                if let ir::GlobalKind::Function(new_function) = new.global(id).kind {
                    let address = function.address_type;
                    let attributes = self.attributes(new, function.convention, address);
                    let new_function = new.function_mut(new_function);
                    new_function.convention = super::convention(function.convention);
                    new_function.attributes = attributes;
                }
                (function.alignment, function.section)
            }
        };
        let section = self.old.names.get(section);
        if !section.is_empty() {
            new.global_mut(id).section = new.names.add(section);
        }
        if let Some(align) = ir::Align::new(alignment.into()) {
            new.global_mut(id).align = align;
        }
    }

    fn linkage(&self, thing: Thing) -> (Linkage, bool) {
        match thing {
            Thing::Variable(id) => {
                let global = &self.old.globals[id.index()];
                (global.linkage, global.initializer.is_some())
            }
            Thing::Function(id) => {
                let function = &self.old.functions[id.index()];
                (function.linkage, function.body.is_some())
            }
        }
    }

    /// The priority for keeping a name: first visible definitions, then declarations, then internal
    /// definitions.
    fn rank(&self, thing: Thing) -> u32 {
        match self.linkage(thing) {
            (_, false) => 1,
            (Linkage::Internal, true) => 2,
            (_, true) => 0,
        }
    }

    /// The preferred name of a global or function. Names that begin with `llvm.` are reserved in
    /// current LLVM, and are kept only if they have the same meaning.
    fn wanted_name(&self, thing: Thing) -> Vec<u8> {
        let name = clean(self.old.names.get(match thing {
            Thing::Variable(id) => self.old.globals[id.index()].name,
            Thing::Function(id) => self.old.functions[id.index()].name,
        }));
        let kept = match thing {
            Thing::Variable(id) => self.constructor_list(id).is_some(),
            Thing::Function(_) => self.intrinsic(thing),
        };
        match name.strip_prefix(b"llvm.") {
            Some(rest) if !kept => [b"llvm1.", rest].concat(),
            _ => name,
        }
    }

    /// Returns the element type of a variable if it is a list of constructors or destructors as the
    /// old compilers wrote it. Nothing may refer to the variable.
    pub(super) fn constructor_list(&self, id: GlobalId) -> Option<TypeId> {
        let old = self.old;
        let global = &old.globals[id.index()];
        let name = old.names.get(global.name);
        let special = name == b"llvm.global_ctors" || name == b"llvm.global_dtors";
        if !special || global.linkage != Linkage::Appending || global.initializer.is_none() {
            return None;
        }
        let Type::Array { element, .. } = old.types.get(old.types.pointee(global.address_type)?)
        else {
            return None;
        };
        let Type::Struct { fields } = old.types.get(element) else {
            return None;
        };
        let [TypeId::INT | TypeId::UINT, function] = *old.types.list(fields) else {
            return None;
        };
        old.types.pointee(function)?;
        let used = (0..old.constants.len() as u32).any(|constant| {
            let kind = old.constants.get(crate::model::ConstantId(constant)).kind;
            matches!(kind, ConstantKind::Global(used) if used == id)
        });
        (!used).then_some(element)
    }

    fn declare_named(
        &self,
        new: &mut ir::Module,
        thing: Thing,
        name: &[u8],
    ) -> Result<ir::GlobalId, Error> {
        let what = match thing {
            Thing::Variable(_) => "variable",
            Thing::Function(_) => "function",
        };
        (self.declare_thing(new, thing, name)).map_err(|error| about(what, name, &error))
    }

    fn declare_thing(
        &self,
        new: &mut ir::Module,
        thing: Thing,
        name: &[u8],
    ) -> Result<ir::GlobalId, Error> {
        let (linkage, defined) = self.linkage(thing);
        let id = match thing {
            Thing::Variable(id) => {
                let global = &self.old.globals[id.index()];
                let value = self.pointee(global.address_type)?;
                // An external global may have an opaque type.
                let ty = match self.old.types.get(value) {
                    Type::Opaque if !defined => self.ty(value)?,
                    _ => self.memory_type(value)?,
                };
                let kind = ir::GlobalKind::Variable {
                    initializer: None,
                    constant: global.constant,
                    externally_initialized: false,
                    attributes: ir::AttributeSetId::EMPTY,
                };
                new.add_global(name, ty, kind)
            }
            Thing::Function(id) => {
                let address = self.old.functions[id.index()].address_type;
                let ty = self.pointee(address)?;
                if !matches!(self.old.types.get(ty), Type::Function { .. }) {
                    return Err(cannot("a function whose type is not a function type"));
                }
                let ty = self.ty(ty)?;
                new.add_function(name, ty)
            }
        };
        self.place(new, thing, id);
        let array = matches!(
            (thing, new.types.get(new.global(id).ty)),
            (Thing::Variable(_), ir::Type::Array { .. })
        );
        new.global_mut(id).linkage = match (linkage, defined) {
            (Linkage::Weak | Linkage::LinkOnce, false) | (Linkage::ExternWeak, _) => {
                ir::Linkage::ExternalWeak
            }

            (_, false) | (Linkage::External | Linkage::DllImport | Linkage::DllExport, true) => {
                ir::Linkage::External
            }
            (Linkage::Weak, true) => ir::Linkage::WeakAny,
            (Linkage::LinkOnce, true) => ir::Linkage::LinkOnceAny,
            (Linkage::Internal, true) => ir::Linkage::Internal,
            (Linkage::Appending, true) if array => ir::Linkage::Appending,
            (Linkage::Appending, true) => ir::Linkage::External,
        };
        Ok(id)
    }

    /// Returns an external function that the upgrade calls. Uses the module's own one if it has a
    /// global of that name.
    pub(super) fn runtime_function(
        &mut self,
        new: &mut ir::Module,
        name: &str,
        ty: ir::TypeId,
    ) -> ir::Value {
        let id = match self.names.by_name.get(name.as_bytes()) {
            Some(&id) => id,
            None => {
                let id = new.add_function(name.as_bytes(), ty);
                self.names.by_name.insert(name.as_bytes().to_vec(), id);
                id
            }
        };
        new.address_of(id).into()
    }

    /// Adds a function generated by the upgrade. If its name is taken, a number is appended to the
    /// name.
    pub(super) fn own_function(
        &mut self,
        new: &mut ir::Module,
        name: &str,
        ty: ir::TypeId,
    ) -> ir::GlobalId {
        let mut name = name.as_bytes().to_vec();
        make_unique(&mut name, |name| self.names.by_name.contains_key(name));
        let id = new.add_function(&name, ty);
        new.global_mut(id).linkage = ir::Linkage::Internal;
        self.names.by_name.insert(name, id);
        id
    }
}
