//! Calls of functions.

use super::super::emit::Emitter;
use crate::plan::NONE;
use crate::signatures::{self, value_type};
use pinnacle_pexe::inst::Range;
use pinnacle_pexe::module::Address;
use pinnacle_pexe::types::Type;
use pinnacle_pexe::{FuncId, ValueId};
use wasm_encoder::ValType;

impl Emitter<'_> {
    pub(super) fn call(&mut self, at: u32, callee: FuncId, args: Range, result: Option<ValueId>) {
        let plan = self.plan;
        if let Some(intrinsic) = plan.program.module.functions[callee.index()].intrinsic {
            self.intrinsic(at, intrinsic, args, result);
            return;
        }
        let function = self.function;
        for value in function.values(args) {
            self.value(value);
        }
        self.mark(at);
        match plan.functions[callee.index()] {
            // Declared, but not defined.
            NONE => self.sink().unreachable(),
            number => self.sink().call(number),
        };
    }

    pub(super) fn call_indirect(&mut self, at: u32, ty: Type, operands: Range) {
        let function = self.function;
        let mut values = function.values(operands);
        let Some(address) = values.next() else {
            return;
        };
        if let Some(Address::Function(callee)) = self.function_address(address)
            && self.plan.functions[callee.index()] != NONE
        {
            self.call_with_fitted_arguments(at, ty, callee, values);
            return;
        }
        let mut key = Vec::new();
        let types = values.clone().map(|value| function.value_type(value));
        signatures::key(ty, types, &mut key);
        for value in values {
            self.value(value);
        }
        self.value(address);
        self.mark(at);
        let number = self.plan.signatures.number(&key);
        self.sink().call_indirect(0, number);
    }

    /// Calls a function by its constant address. If it has another signature,
    /// arguments are made to fit: missing ones are zero, further ones are
    /// dropped.
    fn call_with_fitted_arguments(
        &mut self,
        at: u32,
        ty: Type,
        callee: FuncId,
        arguments: impl Iterator<Item = ValueId>,
    ) {
        let plan = self.plan;
        let signature = plan.program.module.signature(callee);
        let mut params = signature.params.iter();
        for value in arguments {
            let given = self.function.value_type(value);
            self.value(value);
            match params.next() {
                Some(&wanted) => self.fit(given, wanted),
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
        match (signature.result, ty) {
            (Type::Void, Type::Void) => {}
            (Type::Void, wanted) => self.push_constant(wanted, 0),
            (_, Type::Void) => {
                self.sink().drop();
            }
            (given, wanted) => self.fit(given, wanted),
        }
    }

    /// Makes the value on the stack, of one type, one of another: by its bits,
    /// cut or extended with zeros.
    fn fit(&mut self, given: Type, wanted: Type) {
        let (Some(from), Some(to)) = (value_type(given), value_type(wanted)) else {
            return;
        };
        if from == to {
            return;
        }
        let mut sink = self.sink();
        match from {
            ValType::I32 => sink.i64_extend_i32_u(),
            ValType::F32 => sink.i32_reinterpret_f32().i64_extend_i32_u(),
            ValType::F64 => sink.i64_reinterpret_f64(),
            ValType::V128 => sink.i64x2_extract_lane(0),
            _ => &mut sink,
        };
        match to {
            ValType::I32 => sink.i32_wrap_i64(),
            ValType::F32 => sink.i32_wrap_i64().f32_reinterpret_i32(),
            ValType::F64 => sink.f64_reinterpret_i64(),
            ValType::V128 => sink.v128_const(0).i64x2_replace_lane(0),
            _ => &mut sink,
        };
    }
}
