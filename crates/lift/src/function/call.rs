//! Calls of functions.

use super::Translator;
use crate::error::Error;
use crate::helper::Helper;
use crate::shared::Callee;
use pinnacle_llvm::{TypeId, Value};
use pinnacle_pexe::inst::Range;
use pinnacle_pexe::types::Type;
use pinnacle_pexe::{FuncId, ValueId};

impl Translator<'_, '_> {
    pub(super) fn call(&mut self, callee: FuncId, args: Range) -> Result<Option<Value>, Error> {
        let declaration = &self.code.shared.program.module().functions[callee.index()];
        if let Some(intrinsic) = declaration.intrinsic {
            return Ok(self.intrinsic(intrinsic, args));
        }
        let arguments = self.value_list(args);
        let Some(function) = self.code.shared.functions[callee.index()] else {
            return Err(Error::Undefined(callee));
        };
        let function = self.fast_path_of(callee).unwrap_or(function);
        Ok(self.code.call(function, &arguments))
    }

    /// Returns the function for the fast path of a function, if it may be inlined here.
    fn fast_path_of(&mut self, callee: FuncId) -> Option<Callee> {
        let (fast, path) = self.code.shared.fast_path(callee)?;
        self.fast_path_budget = self.fast_path_budget.checked_sub(path.cost)?;
        Some(fast)
    }

    pub(super) fn call_indirect(
        &mut self,
        ty: Type,
        operands: Range,
    ) -> Result<Option<Value>, Error> {
        let function = self.function;
        let mut values = function.values(operands);
        let address = values.next();
        let address = address.expect("the address is the first operand");
        if address.0 < function.function_count() {
            let callee = FuncId(address.0);
            return self.call_with_converted_arguments(ty, callee, values);
        }
        let types = values.clone().map(|value| function.value_type(value));
        let signature = self.code.shared.signatures.number(ty, types.clone());
        let params: Vec<TypeId> = types.map(|ty| self.code.ty(ty)).collect();
        let result = self.code.ty(ty);
        let call_type = self
            .code
            .builder
            .module
            .types
            .function(result, &params, false);
        let address = self.value(address);
        let arguments: Vec<Value> = values.map(|value| self.value(value)).collect();
        let signature = self.code.word(signature);
        let found = self.code.helped(Helper::Function, &[address, signature]);
        Ok(self.code.builder.call(found, call_type, &arguments))
    }

    /// Calls a function by its constant address. If it has another signature, the arguments are
    /// adapted: missing ones are zero, extra ones are dropped.
    fn call_with_converted_arguments(
        &mut self,
        ty: Type,
        callee: FuncId,
        given: impl Iterator<Item = ValueId>,
    ) -> Result<Option<Value>, Error> {
        let Some(function) = self.code.shared.functions[callee.index()] else {
            return Err(Error::Undefined(callee));
        };
        let program = self.code.shared.program;
        let signature = program.module().signature(callee);
        let mut given = given;
        let mut arguments = Vec::with_capacity(signature.params.len());
        for &wanted in &signature.params {
            let argument = match given.next() {
                Some(value) => {
                    let from = self.type_of(value);
                    let value = self.value(value);
                    self.code.convert_bits(from, wanted, value)
                }
                None => self.code.zero(wanted),
            };
            arguments.push(argument);
        }
        let found = self.code.call(function, &arguments);
        Ok(match (found, ty) {
            (_, Type::Void) => None,
            (Some(value), wanted) => Some(self.code.convert_bits(signature.result, wanted, value)),
            (None, wanted) => Some(self.code.zero(wanted)),
        })
    }
}
