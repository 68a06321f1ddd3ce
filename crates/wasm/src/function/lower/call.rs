//! Translates calls of functions.

use super::super::emit::Emitter;
use super::super::written::opcode;
use crate::convert_bits::convert_result;
use crate::helpers::Helper;
use crate::plan::NONE;
use crate::signatures::{self, value_type};
use pinnacle_pexe::inst::Range;
use pinnacle_pexe::module::Address;
use pinnacle_pexe::types::Type;
use pinnacle_pexe::{FuncId, ValueId};

impl Emitter<'_> {
    pub(super) fn call(&mut self, at: u32, callee: FuncId, args: Range) {
        let plan = self.plan;
        if let Some(intrinsic) = plan.program.module().functions[callee.index()].intrinsic {
            self.intrinsic(at, intrinsic, args);
            return;
        }
        let function = self.function;
        for value in function.values(args) {
            self.value(value);
        }
        self.mark(at);
        if let Some(path) = plan.fast_paths.of(callee)
            && let Some(left) = self.fast_path_budget.checked_sub(path.cost)
        {
            self.fast_path_budget = left;
            self.call_with_fast_path(at, callee, path);
            return;
        }
        match plan.functions[callee.index()] {
            // The function is declared, but not defined.
            NONE => _ = self.sink().unreachable(),
            number => self.written.with_number(opcode::CALL, number),
        }
    }

    pub(super) fn call_indirect(&mut self, at: u32, ty: Type, operands: Range) {
        let function = self.function;
        let mut values = function.values(operands);
        let address = values.next();
        let address = address.expect("the address is the first operand");
        if let Some(Address::Function(callee)) = self.function_address(address)
            && self.plan.functions[callee.index()] != NONE
        {
            self.call_with_converted_arguments(at, ty, callee, values);
            return;
        }
        let types = values.clone().map(|value| function.value_type(value));
        signatures::key(ty, types.clone(), &mut self.signature_key);
        let number = self.plan.signatures.number(&self.signature_key);
        let classes = &self.plan.vector_classes;
        let class = classes.wanted(&self.signature_key, ty, types);
        for value in values {
            self.value(value);
        }
        self.value(address);
        self.mark(at);
        if self.plan.lenient_calls {
            let dispatcher = self.plan.dispatcher(number);
            self.sink().call(dispatcher);
        } else {
            if self.plan.follow.is_some() {
                let loaded = self.plan.helper(Helper::Loaded);
                self.sink().call(loaded);
            }
            if let Some(class) = class {
                let helper = self.plan.helper(Helper::SameVectors);
                self.sink().i32_const(class as i32).call(helper);
            }
            self.sink().call_indirect(0, number);
        }
    }

    /// Calls a function by its constant address. If it has another signature, the arguments are
    /// converted: missing ones are zero, and extra ones are dropped.
    fn call_with_converted_arguments(
        &mut self,
        at: u32,
        ty: Type,
        callee: FuncId,
        arguments: impl Iterator<Item = ValueId>,
    ) {
        let plan = self.plan;
        let signature = plan.program.module().signature(callee);
        let mut params = signature.params.iter();
        for value in arguments {
            let given = self.function.value_type(value);
            self.value(value);
            match params.next() {
                Some(&wanted) => {
                    convert_result(value_type(given), value_type(wanted), &mut self.sink());
                }
                None => {
                    self.sink().drop();
                }
            }
        }
        for &missing in params {
            self.push_constant(missing, 0);
        }
        self.mark(at);
        self.sink().call(plan.functions[callee.index()]);
        let (found, wanted) = (value_type(signature.result), value_type(ty));
        convert_result(found, wanted, &mut self.sink());
    }
}
