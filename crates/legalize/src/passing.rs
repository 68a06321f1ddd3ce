//! Functions whose parameters or results are not passed as plain values of their types.

use crate::declarations::Declarations;
use crate::error::{ErrorKind, Fault};
use crate::memory::address;
use crate::mentions::{IsOne, in_signature};
use pinnacle_llvm::{
    FunctionBuilder, GlobalId, LocalId, Module, Parameter, Type, TypeId, TypeTable, Value,
};

/// Maximum number of parameters of a function that has split parameters.
const MAX_PARAMETERS: usize = 1 << 16;

/// The way in which a value is passed to a function or returned from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passing {
    /// As a value of its type.
    Same,
    /// As a value of another type.
    As(TypeId),
    /// A parameter becomes this number of values of a type. A result is stored in memory.
    Split(TypeId, usize),
    /// In memory. Its address is passed.
    Memory,
}

/// The location of an argument that a call passes in memory.
#[derive(Clone, Copy)]
pub(crate) struct ArgumentSlot {
    /// Offset from the start of the memory for arguments.
    pub(crate) offset: u64,
    /// If the argument is the address of data to pass, the number of bytes to copy from there.
    pub(crate) copied: Option<u64>,
}

impl ArgumentSlot {
    /// Stores an argument at its location in this memory. Returns its address.
    pub(crate) fn fill(
        self,
        build: &mut FunctionBuilder<'_>,
        declared: &mut Declarations,
        memory: Value,
        argument: Value,
    ) -> Result<Value, Fault> {
        let slot = address(build, memory, self.offset);
        match self.copied {
            Some(size) => declared.copy(build, slot, argument, size)?,
            None => build.store(argument, slot, false),
        }
        Ok(slot)
    }
}

impl Passing {
    /// Returns the parameters that replace a parameter of this type.
    fn parameters(self, types: &mut TypeTable, ty: TypeId) -> (TypeId, usize) {
        match self {
            Passing::Same => (ty, 1),
            Passing::As(other) => (other, 1),
            Passing::Split(part, count) => (part, count),
            Passing::Memory => (types.pointer(), 1),
        }
    }
}

/// The new type of each function type, computed on first use.
pub(crate) struct FunctionTypes {
    /// The predicate for types that are passed differently.
    is_one: IsOne,
    /// Returns how a value of one of these types is passed.
    pass: fn(&mut TypeTable, TypeId) -> Result<Passing, Fault>,
    known: Vec<Option<TypeId>>,
}

/// A function whose type was changed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Changed {
    /// The parameters that are now passed differently. Each has become an ordinary local, and has
    /// the number of the first parameter that replaces it.
    pub(crate) displaced: Vec<(LocalId, usize)>,
    /// True if its result is now returned differently.
    pub(crate) result: bool,
}

impl FunctionTypes {
    /// Makes an empty table with these rules.
    pub(crate) fn new(
        is_one: IsOne,
        pass: fn(&mut TypeTable, TypeId) -> Result<Passing, Fault>,
    ) -> FunctionTypes {
        FunctionTypes {
            is_one,
            pass,
            known: Vec::new(),
        }
    }

    /// Returns true if a function type changes.
    pub(crate) fn may_change(&self, types: &TypeTable, ty: TypeId) -> bool {
        match self.known.get(ty.index()) {
            Some(&Some(known)) => known != ty,
            _ => in_signature(types, ty, self.is_one),
        }
    }

    /// Returns how a value of a type is passed.
    pub(crate) fn passing(&self, types: &mut TypeTable, ty: TypeId) -> Result<Passing, Fault> {
        match (self.is_one)(types, ty) {
            true => (self.pass)(types, ty),
            false => Ok(Passing::Same),
        }
    }

    /// Returns the new type for a function type. If the result is in memory, its address becomes
    /// the first parameter.
    pub(crate) fn function(&mut self, types: &mut TypeTable, ty: TypeId) -> Result<TypeId, Fault> {
        if let Some(&Some(known)) = self.known.get(ty.index()) {
            return Ok(known);
        }
        let mut new = ty;
        if let Type::Function {
            result,
            variadic,
            parameters,
        } = types.get(ty)
            && self.may_change(types, ty)
        {
            let parameters = types.list(parameters).to_vec();
            new = self.changed(types, (result, &parameters, variadic))?;
        }
        if self.known.len() <= ty.index() {
            self.known.resize(types.len(), None);
        }
        self.known[ty.index()] = Some(new);
        Ok(new)
    }

    fn changed(
        &self,
        types: &mut TypeTable,
        (result, parameters, variadic): (TypeId, &[TypeId], bool),
    ) -> Result<TypeId, Fault> {
        let mut new = Vec::with_capacity(parameters.len() + 1);
        let mut is_split = false;
        let result = match self.passing(types, result)? {
            Passing::Same => result,
            Passing::As(other) => other,
            passing @ (Passing::Split(..) | Passing::Memory) => {
                is_split = passing != Passing::Memory;
                new.push(types.pointer());
                types.void()
            }
        };
        for &parameter in parameters {
            let passing = self.passing(types, parameter)?;
            is_split |= matches!(passing, Passing::Split(..));
            let (ty, count) = passing.parameters(types, parameter);
            new.extend(std::iter::repeat_n(ty, count));
            if is_split && new.len() > MAX_PARAMETERS {
                return Err(ErrorKind::TooLarge.fault(format!(
                    "the function has more than {MAX_PARAMETERS} parameters once large \
                         integers are split into 64-bit parts"
                )));
            }
        }
        Ok(types.function(result, &new, variadic))
    }

    /// Changes the type of a function.
    pub(crate) fn change(
        &mut self,
        module: &mut Module,
        function: GlobalId,
    ) -> Result<Changed, Fault> {
        let old = module.global(function).ty;
        let new = self.function(&mut module.types, old)?;
        if new == old {
            return Ok(Changed::default());
        }
        let types = &mut module.types;
        let parameters = types.parameters(old).unwrap_or_default().to_vec();
        let void = types.void();
        let in_memory = types.result(old) != Some(void) && types.result(new) == Some(void);
        let mut sources = vec![Parameter::New; usize::from(in_memory)];
        let mut places = Vec::new();
        for (number, &parameter) in parameters.iter().enumerate() {
            match self.passing(types, parameter)? {
                Passing::Same => sources.push(Parameter::Kept(number)),
                passing => {
                    let (_, count) = passing.parameters(types, parameter);
                    places.push(sources.len());
                    sources.extend(std::iter::repeat_n(Parameter::New, count));
                }
            }
        }
        let result = types.result(old) != types.result(new);
        let displaced = module.change_parameters(function, new, &sources);
        Ok(Changed {
            displaced: displaced.into_iter().zip(places).collect(),
            result,
        })
    }
}
