//! Calls, and the parts that invokes share with them.

use pinnacle_base::count::counted;
use pinnacle_llvm as ir;
use pinnacle_llvm::Value;

use super::body::Body;
use super::{Upgrade, cannot};
use crate::error::Error;
use crate::model::{self, ConstantKind, Convention, InstId, Type, TypeId};

impl Upgrade<'_> {
    /// The attributes of a function of this type, or of a call to it. If the calling convention
    /// returns the result in memory, the first argument gets `sret`.
    pub(super) fn attributes(
        &self,
        new: &mut ir::Module,
        convention: Convention,
        address: TypeId,
    ) -> ir::AttributeListId {
        let types = &self.old.types;
        let result = || match types.get(types.pointee(address)?) {
            Type::Function { parameters, .. } => {
                let first = types.pointee(*types.list(parameters).first()?)?;
                self.memory_type(first).ok()
            }
            _ => None,
        };
        if convention != Convention::C_STRUCT_RETURN {
            return ir::AttributeListId::EMPTY;
        }
        let Some(result) = result() else {
            return ir::AttributeListId::EMPTY;
        };
        let attribute = ir::Attribute::Type(ir::AttributeKind::StructRet, result);
        let set = new.attributes.set(&[attribute]);
        let none = ir::AttributeSetId::EMPTY;
        new.attributes.list(none, none, &[set])
    }
}

impl Body<'_, '_, '_> {
    /// Upgrades a call, of an intrinsic or of any other function.
    pub(super) fn call(
        &mut self,
        id: InstId,
        callee: model::Value,
        arguments: model::List<model::Value>,
        (convention, tail): (Convention, bool),
    ) -> Result<Option<Value>, Error> {
        if let Some(intrinsic) = self.intrinsic_of(callee) {
            return self.intrinsic(id, intrinsic, arguments);
        }
        let address = self.old_type(callee)?;
        let (callee, ty, arguments) = self.prepare_call(callee, arguments)?;
        let builder = &mut self.code.builder;
        if convention == Convention::C && !tail {
            return Ok(builder.call(callee, ty, &arguments));
        }
        let mut call = builder.call_site(callee, ty, &arguments);
        call.convention = super::convention(convention);
        call.attributes = (self.code.upgrade).attributes(builder.module, convention, address);
        if tail {
            call.tail = ir::TailKind::Tail;
        }
        let call = ir::InstructionKind::Call(builder.add_call(call));
        let result = self.old.result_type(id);
        if result == TypeId::VOID {
            builder.emit_void(call);
            return Ok(None);
        }
        let result = self.code.upgrade.value_type(result)?;
        Ok(Some(self.code.builder.emit(call, result)))
    }

    /// The parts of a call or invoke: the function, the type that it is called with, and the
    /// arguments. Variable arguments are promoted.
    pub(super) fn prepare_call(
        &mut self,
        callee: model::Value,
        arguments: model::List<model::Value>,
    ) -> Result<(Value, ir::TypeId, Vec<Value>), Error> {
        let old = self.code.upgrade.old;
        let known = self.known_callee(callee);
        let address = self.old_type(callee)?;
        let pointee = self.code.upgrade.pointee(address)?;
        let Type::Function {
            parameters,
            varargs,
            ..
        } = old.types.get(pointee)
        else {
            return Err(cannot("a call of something that is not a function"));
        };
        let ty = self.code.upgrade.ty(pointee)?;
        let parameters = old.types.list(parameters);
        if arguments.len() < parameters.len() || arguments.len() > parameters.len() && !varargs {
            return Err(cannot(format!(
                "a call with {} of a function with {}",
                counted(arguments.len(), "argument"),
                counted(parameters.len(), "parameter")
            )));
        }
        let callee = match self.assembly(callee, ty)? {
            Some(assembly) => assembly,
            None => self.typed(callee)?.value,
        };
        let mut values = Vec::with_capacity(arguments.len());
        let mut copies = 0;
        for (number, &argument) in self.old.values(arguments).iter().enumerate() {
            let typed = self.typed(argument)?;
            let mut value = match parameters.get(number) {
                Some(&parameter) => {
                    self.code.upgrade.same(typed.ty, parameter, "an argument")?;
                    typed.value
                }
                None => self.promote(typed)?,
            };
            let last = number + 1 == arguments.len();
            if self.passes_list(known, argument, last) {
                value = self.copy_for_call(value, copies);
                copies += 1;
            }
            values.push(value);
        }
        Ok((callee, ty, values))
    }

    /// Returns the inline assembly that a callee is, or `None` if it is a function.
    fn assembly(&mut self, callee: model::Value, ty: ir::TypeId) -> Result<Option<Value>, Error> {
        let old = self.code.upgrade.old;
        let model::Value::Constant(id) = callee else {
            return Ok(None);
        };
        let ConstantKind::InlineAsm {
            bytes,
            text,
            side_effects,
        } = old.constants.get(id).kind
        else {
            return Ok(None);
        };
        let (text, constraints) = old.constants.asm_parts(bytes, text);
        if constraints.contains(&b'*') {
            // LLVM IR requires the pointee type of memory operands, which is not known here.
            return Err(cannot("assembly with operands in memory"));
        }
        let module = &mut *self.code.builder.module;
        let assembly = ir::InlineAsm {
            text: module.names.add_even_empty(text),
            constraints: module.names.add_even_empty(constraints),
            function_type: ty,
            side_effects,
            align_stack: false,
            intel: false,
            unwind: false,
        };
        Ok(Some(Value::InlineAsm(module.add_inline_asm(assembly))))
    }
}
