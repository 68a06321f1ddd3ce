//! Types of functions in which some integers are replaced by wider ones.

use pinnacle_llvm::{Module, Type, TypeId};

/// The new type for each function type, once it was requested.
#[derive(Debug)]
pub(crate) struct WidenedTypes {
    /// The new width of a type, or `None` if it is not replaced.
    width: fn(Type) -> Option<u32>,
    known: Vec<Option<TypeId>>,
}

impl WidenedTypes {
    /// With this rule for parameters and results.
    pub(crate) fn new(width: fn(Type) -> Option<u32>) -> WidenedTypes {
        WidenedTypes {
            width,
            known: Vec::new(),
        }
    }

    /// Returns true if a type of a function becomes another one.
    pub(crate) fn may_change(&self, module: &Module, ty: TypeId) -> bool {
        match self.known.get(ty.index()) {
            Some(&Some(known)) => known != ty,
            _ => self.has_any(module, ty),
        }
    }

    fn has_any(&self, module: &Module, ty: TypeId) -> bool {
        let result = module.types.result(ty);
        let parameters = module.types.parameters(ty).unwrap_or_default();
        let mut all = result.iter().chain(parameters);
        all.any(|&ty| (self.width)(module.types.get(ty)).is_some())
    }

    /// The new type of a parameter or result.
    pub(crate) fn scalar(&self, module: &mut Module, ty: TypeId) -> TypeId {
        match (self.width)(module.types.get(ty)) {
            Some(width) => module.types.integer(width),
            None => ty,
        }
    }

    /// The new type for a function type.
    pub(crate) fn function(&mut self, module: &mut Module, ty: TypeId) -> TypeId {
        if let Some(&Some(known)) = self.known.get(ty.index()) {
            return known;
        }
        let mut wide = ty;
        if let Type::Function {
            result,
            variadic,
            parameters,
        } = module.types.get(ty)
            && self.has_any(module, ty)
        {
            let result = self.scalar(module, result);
            let mut parameters = module.types.list(parameters).to_vec();
            for ty in &mut parameters {
                *ty = self.scalar(module, *ty);
            }
            wide = module.types.function(result, &parameters, variadic);
        }
        if self.known.len() <= ty.index() {
            self.known.resize(module.types.len(), None);
        }
        self.known[ty.index()] = Some(wide);
        wide
    }
}
