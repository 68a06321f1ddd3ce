//! Converts a built module to a program in memory.
//!
//! This module assigns the numbers. Types are numbered in the order of their first use. Constants
//! are sorted by type, because a file contains the type once for each run of constants. Results of
//! instructions are numbered in block order. The body decoder then checks the bodies.

use super::function::{FunctionBuilder, alignment, bad_alignment, cut};
use super::instruction::Instruction;
use super::{Error, ModuleBuilder, Part, Value};
use crate::decode::{BodyDecoder, Program, UncheckedBody, check_declarations};
use crate::error::ErrorKind;
use crate::function::{Constant, ConstantValue, Function, ValueKind};
use crate::ids::{FuncId, GlobalId, TypeId, ValueId};
use crate::inst::{Inst, Range};
use crate::intrinsics;
use crate::module::{Address, FunctionDecl, Global, Initializer, Linkage, Module};
use crate::types::{Signature, Type, TypeDef};
use std::collections::HashMap;

/// Numbers and checks the module and the bodies of its functions.
pub(super) fn finish(builder: &ModuleBuilder) -> Result<Program, Error> {
    if let Some(error) = &builder.error {
        return Err(error.clone());
    }
    let mut types = Types::default();
    let mut module = declarations(builder, &mut types)?;
    for (index, global) in builder.globals.iter().enumerate() {
        add_global(builder, &mut module, index, global)?;
    }
    let mut bodies = Vec::with_capacity(module.bodies.len());
    for &id in &module.bodies {
        let Some(body) = builder.bodies.get(&id.0) else {
            let message = format!("function {id} has no body");
            return Err(Error::new(ErrorKind::BodyCount, message));
        };
        body.check()?;
        check_callees(builder, body)?;
        bodies.push(Body::new(&module, body, &mut types)?);
    }
    module.types = types.list;
    check_declarations(&module)?;

    let mut decoder = BodyDecoder::new(&module, Default::default());
    let mut functions = Vec::with_capacity(bodies.len());
    for body in bodies {
        functions.push(body.finish(&mut decoder)?);
    }
    Ok(Program::new(module, functions)?)
}

fn declarations(builder: &ModuleBuilder, types: &mut Types) -> Result<Module, Error> {
    let mut module = Module::default();
    for (index, function) in (0..).zip(&builder.functions) {
        if function.signature.params.contains(&Type::Void) {
            let message = format!("a parameter of @f{index} is void");
            return Err(Error::new(ErrorKind::BadType, message));
        }
        let body = function.defined.then_some(module.bodies.len() as u32);
        module.bodies.extend(body.map(|_| FuncId(index)));
        let external = function.name.map(str::as_bytes);
        let own = builder.function_names.get(&index).map(Vec::as_slice);
        let name = external.or(own);
        check_name(ValueKind::Function(index), name)?;
        module.functions.push(FunctionDecl {
            ty: types.signature(&function.signature),
            linkage: match external {
                Some(_) => Linkage::External,
                None => Linkage::Internal,
            },
            declared: !function.defined,
            body,
            name: name.map(Box::from),
            intrinsic: external
                .and_then(intrinsics::lookup)
                .map(|row| row.intrinsic),
        });
    }
    let values = builder.functions.len() + builder.globals.len();
    if u32::try_from(values).is_err() {
        let message =
            format!("there are {values} functions and globals, expected fewer than 2**32");
        return Err(Error::new(ErrorKind::OperandRange, message));
    }
    Ok(module)
}

fn check_name(value: ValueKind, name: Option<&[u8]>) -> Result<(), Error> {
    match name {
        Some([]) => Err(Error::new(
            ErrorKind::BadSymbol,
            format!("the name of {value} is empty"),
        )),
        Some(name)
            if matches!(value, ValueKind::Global(_)) && name.starts_with(intrinsics::PREFIX) =>
        {
            Err(Error::new(
                ErrorKind::BadSymbol,
                format!(
                    "the global {value} is named \"{}\"; PNaCl has no intrinsic globals",
                    name.escape_ascii()
                ),
            ))
        }
        _ => Ok(()),
    }
}

fn add_global(
    builder: &ModuleBuilder,
    module: &mut Module,
    index: usize,
    global: &super::Global,
) -> Result<(), Error> {
    let own = ValueKind::Global(index as u32);
    let fail = |kind, message: String| Err(Error::new(kind, format!("global {own}: {message}")));
    let name = builder.global_names.get(&(index as u32));
    check_name(own, name.map(Vec::as_slice))?;
    let Some(align) = alignment(global.align) else {
        return fail(ErrorKind::BadAlignment, bad_alignment(global.align));
    };
    if global.initializers.is_empty() {
        return fail(ErrorKind::InitializerCount, "it has no initialiser".into());
    }
    let start = module.initializers.len() as u32;
    for part in &global.initializers {
        let initializer = match part {
            Part::Zero(count) => Initializer::Zero(*count),
            Part::Data(bytes) => {
                let start = module.data.len();
                module.data.extend_from_slice(bytes);
                if bytes.is_empty() || u32::try_from(module.data.len()).is_err() {
                    let message = "a data initialiser is empty, or the initialisers take 4 GiB or \
                                   more";
                    return fail(ErrorKind::InitializerCount, message.into());
                }
                Initializer::Data(start as u32, bytes.len() as u32)
            }
            Part::Address(ValueKind::Function(index), addend)
                if (*index as usize) < builder.functions.len() =>
            {
                Initializer::Reloc(Address::Function(FuncId(*index)), *addend)
            }
            Part::Address(ValueKind::Global(index), addend)
                if (*index as usize) < builder.globals.len() =>
            {
                Initializer::Reloc(Address::Global(GlobalId(*index)), *addend)
            }
            Part::Address(other, _) => {
                let message = format!(
                    "a relocation refers to {other}, which is not the address of a function or \
                     global"
                );
                return fail(ErrorKind::UndefinedAddress, message);
            }
        };
        module.initializers.push(initializer);
    }
    let parts = &module.initializers[start as usize..];
    module.globals.push(Global {
        align,
        constant: global.constant,
        initializers: start..module.initializers.len() as u32,
        size: parts.iter().map(|part| u64::from(part.size())).sum(),
        name: name.map(|name| name.as_slice().into()),
    });
    Ok(())
}

/// Checks that the called functions belong to the module, because the result types are taken from
/// their handles.
fn check_callees(builder: &ModuleBuilder, body: &FunctionBuilder) -> Result<(), Error> {
    for inst in &body.insts {
        let Instruction::Call { callee, .. } = inst else {
            continue;
        };
        let function = builder.functions.get(callee.index as usize);
        if function.is_none_or(|function| function.signature.result != callee.result) {
            return Err(Error::in_function(
                ErrorKind::BadCall,
                format!(
                    "a call refers to {}, which belongs to another module",
                    callee.id()
                ),
                body.function(),
                None,
            ));
        }
    }
    Ok(())
}

/// Collects the types block.
#[derive(Default)]
struct Types {
    ids: HashMap<TypeDef, TypeId>,
    list: Vec<TypeDef>,
    /// True for each value type that already has a number, since this is checked for every
    /// instruction.
    values: [bool; Type::ALL.len()],
}

impl Types {
    fn intern(&mut self, def: TypeDef) -> TypeId {
        if let Some(&id) = self.ids.get(&def) {
            return id;
        }
        let id = TypeId(self.list.len() as u32);
        self.list.push(def.clone());
        self.ids.insert(def, id);
        id
    }

    /// Ensures that a value type and the types that it consists of have numbers.
    fn value(&mut self, ty: Type) {
        if std::mem::replace(&mut self.values[ty as usize], true) {
            return;
        }
        self.intern(TypeDef::Value(ty.element()));
        self.intern(TypeDef::Value(ty));
    }

    fn signature(&mut self, signature: &Signature) -> TypeId {
        self.value(signature.result);
        for &param in &signature.params {
            self.value(param);
        }
        self.intern(TypeDef::Function(signature.clone()))
    }
}

/// A function body with numbered values.
struct Body<'a> {
    body: &'a FunctionBuilder,
    functions: u32,
    globals: u32,
    first_local: u32,
    /// The constants in their final order, as indices in the builder.
    order: Vec<u32>,
    /// The absolute index of each constant.
    constants: Vec<u32>,
    /// The absolute index of each instruction's result.
    values: Vec<u32>,
    /// The types of all results, in order.
    results: Vec<Type>,
}

impl<'a> Body<'a> {
    fn new(module: &Module, body: &'a FunctionBuilder, types: &mut Types) -> Result<Self, Error> {
        let first_local = module.global_values();
        let most = body.params.len() + body.constants.len() + body.insts.len();
        if u32::try_from(first_local as usize + most).is_err() {
            return Err(Error::in_function(
                ErrorKind::OperandRange,
                format!("the body has {most} values, expected fewer than 2**32"),
                body.function(),
                None,
            ));
        }
        let mut next = first_local + body.params.len() as u32;
        let mut order: Vec<u32> = (0..body.constants.len() as u32).collect();
        order.sort_by_key(|&index| body.constants[index as usize].0);
        let mut constants = vec![0; order.len()];
        for &index in &order {
            types.value(body.constants[index as usize].0);
            constants[index as usize] = next;
            next += 1;
        }
        let mut values = vec![0; body.insts.len()];
        let mut results = Vec::with_capacity(body.insts.len());
        for &inst in body.blocks.iter().flatten() {
            let ty = body.insts[inst as usize].result_type();
            values[inst as usize] = next;
            if ty != Type::Void {
                // The result may be used before its definition, which then needs a declaration with
                // its type.
                types.value(ty);
                results.push(ty);
                next += 1;
            }
        }
        for &inst in body.blocks.iter().flatten() {
            match &body.insts[inst as usize] {
                Instruction::CallIndirect { result, .. } => types.value(*result),
                Instruction::Switch { value, .. } => types.value(value.ty()),
                _ => {}
            }
        }
        Ok(Body {
            body,
            functions: module.functions.len() as u32,
            globals: module.globals.len() as u32,
            first_local,
            order,
            constants,
            values,
            results,
        })
    }

    /// Numbers the operands and passes the body to the decoder.
    fn finish(self, decoder: &mut BodyDecoder<'_>) -> Result<Function, Error> {
        let constant = |&index: &u32| {
            let (ty, bits) = self.body.constants[index as usize];
            let value = bits.map_or(ConstantValue::Undef, ConstantValue::Bits);
            Constant { ty, value }
        };
        let constants: Vec<Constant> = self.order.iter().map(constant).collect();
        let mut pool = Vec::with_capacity(self.body.pool.len());
        let insts = self.body.blocks.iter().flatten();
        let insts = insts.map(|&inst| self.inst(&self.body.insts[inst as usize], &mut pool));
        let insts: Vec<Inst> = insts.collect();
        Ok(decoder.check_unchecked(&UncheckedBody {
            function: self.body.function(),
            constants: &constants,
            results: &self.results,
            block_count: self.body.blocks.len() as u32,
            insts: &insts,
            pool: &pool,
        })?)
    }

    /// Returns the absolute index of a value. For a value of another module, returns an index out
    /// of range.
    fn value(&self, value: Value) -> ValueId {
        let none = u32::MAX;
        ValueId(match value.kind() {
            ValueKind::Function(index) if index < self.functions => index,
            ValueKind::Global(index) if index < self.globals => self.functions + index,
            ValueKind::Function(_) | ValueKind::Global(_) => none,
            ValueKind::Param(index) => self.first_local + index,
            ValueKind::Constant(index) => self.constants[index as usize],
            ValueKind::Inst(index) => self.values[index as usize],
        })
    }

    /// Returns the absolute indices of an argument list.
    fn values(&self, range: &std::ops::Range<u32>) -> impl Iterator<Item = u32> {
        let values = &self.body.pool[range.start as usize..range.end as usize];
        values.iter().map(|&value| self.value(value).0)
    }

    /// Returns the instruction with numbered operands. Its lists are appended to the pool.
    fn inst(&self, inst: &Instruction, pool: &mut Vec<u32>) -> Inst {
        let start = pool.len() as u32;
        let list = |pool: &Vec<u32>| Range {
            start,
            len: pool.len() as u32 - start,
        };
        match *inst {
            Instruction::Binary { op, lhs, rhs } => Inst::Binary {
                op,
                lhs: self.value(lhs),
                rhs: self.value(rhs),
            },
            Instruction::Cast { op, value, ty } => Inst::Cast {
                op,
                ty,
                value: self.value(value),
            },
            Instruction::Compare {
                predicate,
                lhs,
                rhs,
            } => Inst::Compare {
                predicate,
                lhs: self.value(lhs),
                rhs: self.value(rhs),
            },
            Instruction::Select {
                condition,
                if_true,
                if_false,
            } => Inst::Select {
                condition: self.value(condition),
                if_true: self.value(if_true),
                if_false: self.value(if_false),
            },
            Instruction::Extract { vector, index } => Inst::ExtractElement {
                vector: self.value(vector),
                index: self.value(index),
            },
            Instruction::Insert {
                vector,
                element,
                index,
            } => Inst::InsertElement {
                vector: self.value(vector),
                element: self.value(element),
                index: self.value(index),
            },
            Instruction::Load { ty, align, address } => Inst::Load {
                ty,
                align,
                address: self.value(address),
            },
            Instruction::Store {
                align,
                address,
                value,
            } => Inst::Store {
                align,
                address: self.value(address),
                value: self.value(value),
            },
            Instruction::Alloca { size, align } => Inst::Alloca {
                align,
                size: self.value(size),
            },
            Instruction::Phi { ty, ref incoming } => {
                for &(value, block) in incoming {
                    pool.extend([self.value(value).0, block.0]);
                }
                Inst::Phi {
                    ty,
                    incoming: list(pool),
                }
            }
            Instruction::Call {
                callee,
                ref args,
                tail,
            } => {
                pool.extend(self.values(args));
                Inst::Call {
                    tail,
                    has_result: callee.result != Type::Void,
                    callee: callee.id(),
                    args: list(pool),
                }
            }
            Instruction::CallIndirect {
                result,
                address,
                ref args,
                tail,
            } => {
                pool.push(self.value(address).0);
                pool.extend(self.values(args));
                Inst::CallIndirect {
                    tail,
                    ty: result,
                    operands: list(pool),
                }
            }
            Instruction::Return(None) => Inst::RetVoid,
            Instruction::Return(Some(value)) => Inst::Ret {
                value: self.value(value),
            },
            Instruction::Branch(target) => Inst::Br { target },
            Instruction::BranchIf {
                condition,
                if_true,
                if_false,
            } => Inst::CondBr {
                condition: self.value(condition),
                if_true,
                if_false,
            },
            Instruction::Switch {
                value,
                default,
                ref cases,
            } => {
                pool.push(default.0);
                for &(selector, target) in cases {
                    let bits = cut(value.ty(), selector as u64);
                    pool.extend([bits as u32, (bits >> 32) as u32, target.0]);
                }
                Inst::Switch {
                    value: self.value(value),
                    cases: list(pool),
                }
            }
            Instruction::Unreachable => Inst::Unreachable,
        }
    }
}
