//! From a built module to the program in memory, which the library encodes.
//!
//! Numbers are given out here. Types are numbered in the order in which they are
//! first needed; constants are sorted by type, since the type is written once for
//! all that follow; instruction values are counted in file order.

use super::function::{FunctionBuilder, Instruction, Value};
use super::{ModuleBuilder, Part};
use pinnacle_pexe::function::{Block, Constant, ConstantValue, Function, ValueKind};
use pinnacle_pexe::ids::{BlockId, FuncId, GlobalId, TypeId, ValueId};
use pinnacle_pexe::inst::{Alignment, Inst, Range};
use pinnacle_pexe::intrinsics;
use pinnacle_pexe::module::{Address, FunctionDecl, Global, Initializer, Linkage, Module};
use pinnacle_pexe::types::{Signature, Type, TypeDef};
use std::collections::HashMap;

/// The module and the bodies of its functions.
///
/// # Panics
///
/// If a function has no body.
pub(super) fn program(builder: &ModuleBuilder) -> (Module, Vec<Function>) {
    let mut types = Types::default();
    let mut module = Module::default();
    for (index, function) in (0..).zip(&builder.functions) {
        let body = function.defined.then_some(module.bodies.len() as u32);
        module.bodies.extend(body.map(|_| FuncId(index)));
        let external = function.name.as_deref().map(str::as_bytes);
        let own = builder.function_names.get(&index).map(Vec::as_slice);
        module.functions.push(FunctionDecl {
            ty: types.signature(&function.signature),
            linkage: match external {
                Some(_) => Linkage::External,
                None => Linkage::Internal,
            },
            declared: !function.defined,
            body,
            name: external.or(own).map(Box::from),
            intrinsic: external
                .and_then(intrinsics::lookup)
                .map(|row| row.intrinsic),
        });
    }
    for (index, global) in (0..).zip(&builder.globals) {
        let name = builder.global_names.get(&index);
        add_global(&mut module, global, name.map(|name| name.as_slice().into()));
    }
    let bodies = module.bodies.iter().map(|&id| {
        let body = builder.bodies.get(&id.0);
        let body = body.unwrap_or_else(|| panic!("function {id} has no body"));
        Body::new(&module, body, &mut types).finish(id)
    });
    let functions = bodies.collect();
    module.types = types.list;
    (module, functions)
}

/// The types block under construction.
#[derive(Default)]
struct Types {
    ids: HashMap<TypeDef, TypeId>,
    list: Vec<TypeDef>,
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

    /// Makes sure that a value type is there, and the types that it is made of.
    fn value(&mut self, ty: Type) {
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

fn add_global(module: &mut Module, global: &super::Global, name: Option<Box<[u8]>>) {
    let start = module.initializers.len() as u32;
    for part in &global.initializers {
        let initializer = match part {
            Part::Zero(count) => Initializer::Zero(*count),
            Part::Data(bytes) => {
                let start = module.data.len() as u32;
                module.data.extend_from_slice(bytes);
                Initializer::Data(start, bytes.len() as u32)
            }
            Part::Address(ValueKind::Function(index), addend) => {
                Initializer::Reloc(Address::Function(FuncId(*index)), *addend)
            }
            Part::Address(ValueKind::Global(index), addend) => {
                Initializer::Reloc(Address::Global(GlobalId(*index)), *addend)
            }
            Part::Address(local, _) => unreachable!("{local} is not an address"),
        };
        module.initializers.push(initializer);
    }
    let own = &module.initializers[start as usize..];
    module.globals.push(Global {
        align: alignment(global.align),
        constant: global.constant,
        initializers: start..module.initializers.len() as u32,
        size: own.iter().map(|part| u64::from(part.size())).sum(),
        name,
    });
}

fn alignment(bytes: u32) -> Alignment {
    assert!(bytes.is_power_of_two(), "{bytes} is not an alignment");
    let code = u64::from(bytes.trailing_zeros()) + 1;
    Alignment::from_code(code).expect("the alignment is not too large")
}

/// One function body being numbered.
struct Body<'a> {
    body: &'a FunctionBuilder,
    types: &'a mut Types,
    function_count: u32,
    first_local: u32,
    /// Absolute index of each constant.
    constants: Vec<u32>,
    /// Absolute index of each instruction's value.
    values: Vec<u32>,
    pool: Vec<u32>,
}

impl<'a> Body<'a> {
    fn new(module: &Module, body: &'a FunctionBuilder, types: &'a mut Types) -> Self {
        Body {
            body,
            types,
            function_count: module.functions.len() as u32,
            first_local: module.global_values(),
            constants: vec![0; body.constants.len()],
            values: vec![0; body.insts.len()],
            pool: Vec::new(),
        }
    }

    fn finish(mut self, id: FuncId) -> Function {
        let body = self.body;
        let mut local_types = body.params.to_vec();
        let mut next = self.first_local + local_types.len() as u32;

        let mut order: Vec<usize> = (0..body.constants.len()).collect();
        order.sort_by_key(|&index| body.constants[index].0);
        let mut constants = Vec::new();
        for index in order {
            let (ty, bits) = body.constants[index];
            self.types.value(ty);
            constants.push(Constant {
                ty,
                value: bits.map_or(ConstantValue::Undef, ConstantValue::Bits),
            });
            local_types.push(ty);
            self.constants[index] = next;
            next += 1;
        }

        let mut blocks = Vec::new();
        let mut first_inst = 0;
        for block in &body.blocks {
            let len = block.len() as u32;
            blocks.push(Block {
                first_inst,
                len,
                first_value: next,
            });
            first_inst += len;
            for &inst in block {
                let ty = body.insts[inst as usize].result_type();
                self.values[inst as usize] = next;
                if ty != Type::Void {
                    // It may be used before its definition, and then is declared.
                    self.types.value(ty);
                    local_types.push(ty);
                    next += 1;
                }
            }
        }
        let in_order = body.blocks.iter().flatten();
        let insts: Box<[Inst]> = in_order
            .map(|&inst| self.inst(&body.insts[inst as usize]))
            .collect();
        Function {
            id,
            first_local: self.first_local,
            function_count: self.function_count,
            param_count: body.params.len() as u32,
            constants: constants.into(),
            local_types: local_types.into(),
            inst_positions: vec![0; insts.len()].into(),
            insts,
            blocks: blocks.into(),
            pool: self.pool.into(),
            position: 0,
            overlong_numbers: 0,
        }
    }

    fn value(&self, value: Value) -> ValueId {
        ValueId(match value.kind() {
            ValueKind::Function(index) => index,
            ValueKind::Global(index) => self.function_count + index,
            ValueKind::Param(index) => self.first_local + index,
            ValueKind::Constant(index) => self.constants[index as usize],
            ValueKind::Inst(index) => {
                assert_ne!(value.ty(), Type::Void, "a procedure has no value");
                self.values[index as usize]
            }
        })
    }

    /// Puts words into the pool.
    fn list(&mut self, words: impl IntoIterator<Item = u32>) -> Range {
        let start = self.pool.len() as u32;
        self.pool.extend(words);
        Range {
            start,
            len: self.pool.len() as u32 - start,
        }
    }

    fn inst(&mut self, inst: &Instruction) -> Inst {
        match inst {
            Instruction::Binary { op, lhs, rhs } => Inst::Binary {
                op: *op,
                lhs: self.value(*lhs),
                rhs: self.value(*rhs),
            },
            Instruction::Cast { op, value, ty } => Inst::Cast {
                op: *op,
                ty: *ty,
                value: self.value(*value),
            },
            Instruction::Compare {
                predicate,
                lhs,
                rhs,
            } => Inst::Compare {
                predicate: *predicate,
                lhs: self.value(*lhs),
                rhs: self.value(*rhs),
            },
            Instruction::Select {
                condition,
                then,
                otherwise,
            } => Inst::Select {
                condition: self.value(*condition),
                then: self.value(*then),
                otherwise: self.value(*otherwise),
            },
            Instruction::Extract { vector, index } => Inst::ExtractElement {
                vector: self.value(*vector),
                index: self.value(*index),
            },
            Instruction::Insert {
                vector,
                element,
                index,
            } => Inst::InsertElement {
                vector: self.value(*vector),
                element: self.value(*element),
                index: self.value(*index),
            },
            Instruction::Load { ty, align, address } => Inst::Load {
                ty: *ty,
                align: alignment(*align),
                address: self.value(*address),
            },
            Instruction::Store {
                align,
                address,
                value,
            } => Inst::Store {
                align: alignment(*align),
                address: self.value(*address),
                value: self.value(*value),
            },
            Instruction::Alloca { size, align } => Inst::Alloca {
                align: alignment(*align),
                size: self.value(*size),
            },
            Instruction::Phi { ty, incoming } => {
                let pairs = incoming.iter();
                let words: Vec<u32> = pairs
                    .flat_map(|&(value, block)| [self.value(value).0, block.0])
                    .collect();
                Inst::Phi {
                    ty: *ty,
                    incoming: self.list(words),
                }
            }
            Instruction::Call { callee, args, tail } => {
                let words: Vec<u32> = args.iter().map(|&arg| self.value(arg).0).collect();
                Inst::Call {
                    tail: *tail,
                    has_result: inst.result_type() != Type::Void,
                    callee: FuncId(self.value(callee.address()).0),
                    args: self.list(words),
                }
            }
            Instruction::CallIndirect {
                result,
                address,
                args,
                tail,
            } => {
                self.types.value(*result);
                let values = [*address].into_iter().chain(args.iter().copied());
                let words: Vec<u32> = values.map(|value| self.value(value).0).collect();
                Inst::CallIndirect {
                    tail: *tail,
                    ty: *result,
                    operands: self.list(words),
                }
            }
            Instruction::Return(None) => Inst::RetVoid,
            Instruction::Return(Some(value)) => Inst::Ret {
                value: self.value(*value),
            },
            Instruction::Branch(target) => Inst::Br { target: *target },
            Instruction::BranchIf {
                condition,
                then,
                otherwise,
            } => Inst::CondBr {
                condition: self.value(*condition),
                then: *then,
                otherwise: *otherwise,
            },
            Instruction::Switch {
                value,
                default,
                cases,
            } => {
                let ty = value.ty();
                self.types.value(ty);
                let words = cases.iter().flat_map(|&(selector, BlockId(target))| {
                    let bits = selector as u64 & (u64::MAX >> (64 - ty.bits()));
                    [bits as u32, (bits >> 32) as u32, target]
                });
                let words: Vec<u32> = [default.0].into_iter().chain(words).collect();
                Inst::Switch {
                    value: self.value(*value),
                    cases: self.list(words),
                }
            }
            Instruction::Unreachable => Inst::Unreachable,
        }
    }
}
