//! Checks the constraints of calls: of functions, of intrinsics, and through addresses.

use super::BodyDecoder;
use super::instructions::TypeOperand;
use super::messages::bad_indirect;
use crate::decode::intrinsic_call;
use crate::error::{Error, ErrorKind};
use crate::ids::{FuncId, ValueId};
use crate::inst::{Inst, Range};
use crate::types::Type;
use pinnacle_base::count::counted;

impl BodyDecoder<'_> {
    #[inline(always)]
    pub(super) fn call<const KEEP: bool>(
        &mut self,
        position: u64,
        tail: bool,
        callee: ValueId,
        args: impl ExactSizeIterator<Item = Result<ValueId, Error>>,
    ) -> Result<(), Error> {
        if callee.0 >= self.function_count {
            return Err(self.not_a_function(position, callee));
        }
        let module = self.module;
        let function = FuncId(callee.0);
        let signature = module.signature(function);
        if signature.params.len() != args.len() {
            return Err(Error::new(
                ErrorKind::BadCall,
                position,
                format!(
                    "a call of {function} has {}, but its type {signature} takes {}",
                    counted(args.len(), "argument"),
                    signature.params.len()
                ),
            ));
        }
        let start = self.pool.len() as u32;
        for (value, &param) in args.zip(&signature.params) {
            let value = value?;
            let found = self.operand(position, value)?;
            if found != param {
                return Err(Error::new(
                    ErrorKind::BadCall,
                    position,
                    format!(
                        "argument {} of a call of {function} has type {found}, expected {param}",
                        self.pool.len() as u32 - start
                    ),
                ));
            }
            self.pool.push(value.0);
        }
        let args = Range {
            start,
            len: signature.params.len() as u32,
        };
        if let Some(intrinsic) = module.functions[function.index()].intrinsic {
            intrinsic_call::check(self, position, intrinsic, args)?;
        }
        let has_result = signature.result != Type::Void;
        let inst = Inst::Call {
            tail,
            has_result,
            callee: function,
            args,
        };
        if has_result {
            self.define::<KEEP>(position, signature.result, inst)
        } else {
            self.push::<KEEP>(position, inst);
            Ok(())
        }
    }

    #[inline(always)]
    pub(super) fn call_indirect<const KEEP: bool>(
        &mut self,
        position: u64,
        tail: bool,
        callee: ValueId,
        ty: impl TypeOperand,
        args: impl ExactSizeIterator<Item = Result<ValueId, Error>>,
    ) -> Result<(), Error> {
        self.expect_type(
            position,
            callee,
            Type::I32,
            "the address of an indirect call",
        )?;
        let ty = ty.result_type(self, position)?;
        if ty != Type::Void && !ty.is_argument() {
            return Err(bad_indirect(position, "returns", ty));
        }
        let start = self.pool.len() as u32;
        self.pool.push(callee.0);
        for value in args {
            let value = value?;
            let found = self.operand(position, value)?;
            if !found.is_argument() {
                return Err(bad_indirect(position, "passes", found));
            }
            self.pool.push(value.0);
        }
        let operands = Range {
            start,
            len: self.pool.len() as u32 - start,
        };
        let inst = Inst::CallIndirect { tail, ty, operands };
        if ty == Type::Void {
            self.push::<KEEP>(position, inst);
            Ok(())
        } else {
            self.define::<KEEP>(position, ty, inst)
        }
    }
}
