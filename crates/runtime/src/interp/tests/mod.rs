//! Tests of the interpreter on functions built by hand.
//!
//! Each compares with a computation that shares no code with the engine, in
//! wider integers or with the host's own floating point.

mod calls;
mod control;
mod scalars;
mod threads;
mod vectors;

use super::{Interpreter, Options, StartState};
use crate::host::{Action, Host, HostContext, HostFunction};
use crate::memory::{Memory, PAGE_SIZE, Protection};
use crate::trap::{Trap, TrapKind};
use pinnacle_pexe::function::{Block, Constant, ConstantValue, Function};
use pinnacle_pexe::ids::{BlockId, FuncId, TypeId, ValueId};
use pinnacle_pexe::inst::{Alignment, BinaryOp, CastOp, Inst, Predicate, Range};
use pinnacle_pexe::intrinsics::Intrinsic;
use pinnacle_pexe::module::{FunctionDecl, Linkage, Module};
use pinnacle_pexe::types::{Signature, Type, TypeDef};
use std::time::Duration;

/// The stack of the main thread in tests; the data lies below.
const STACK: std::ops::Range<u32> = 4 * PAGE_SIZE..8 * PAGE_SIZE;

/// The first address that tests may use for data.
const DATA: u32 = PAGE_SIZE;

fn memory() -> Memory {
    let mut memory = Memory::new(16 * PAGE_SIZE).unwrap();
    memory
        .protect(PAGE_SIZE..8 * PAGE_SIZE, Protection::ReadWrite)
        .unwrap();
    memory
}

/// A value while a function is built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum V {
    Param(u32),
    Constant(u32),
    Inst(u32),
    /// The address of a function.
    Function(u32),
    /// The result of the nth instruction with one that is still to come.
    Later(u32),
}

/// An instruction before values have their final numbers.
enum Draft {
    Simple(Inst),
    Phi(Vec<(V, u32)>),
    List(Inst, Vec<V>),
    Switch(V, u32, Vec<(u64, u32)>),
}

/// Builds the body of a function.
struct Body {
    params: Vec<Type>,
    constants: Vec<Constant>,
    drafts: Vec<Draft>,
    types: Vec<Type>,
    /// First instruction and first value of each block.
    blocks: Vec<(u32, u32)>,
}

const CONSTANT: u32 = 1 << 28;
const INST: u32 = 2 << 28;
const FUNCTION: u32 = 3 << 28;

fn id(value: V) -> ValueId {
    ValueId(match value {
        V::Param(index) => index,
        V::Constant(index) => CONSTANT + index,
        V::Inst(index) | V::Later(index) => INST + index,
        V::Function(index) => FUNCTION + index,
    })
}

impl Body {
    fn new(params: &[Type]) -> Body {
        let (constants, drafts, types) = (Vec::new(), Vec::new(), Vec::new());
        Body {
            params: params.to_vec(),
            constants,
            drafts,
            types,
            blocks: vec![(0, 0)],
        }
    }

    fn constant(&mut self, ty: Type, bits: u64) -> V {
        self.constants.push(Constant {
            ty,
            value: ConstantValue::Bits(bits),
        });
        V::Constant(self.constants.len() as u32 - 1)
    }

    fn undef(&mut self, ty: Type) -> V {
        self.constants.push(Constant {
            ty,
            value: ConstantValue::Undef,
        });
        V::Constant(self.constants.len() as u32 - 1)
    }

    fn i32(&mut self, value: u32) -> V {
        self.constant(Type::I32, value.into())
    }

    /// Starts the next block and gives its number.
    fn block(&mut self) -> u32 {
        self.blocks
            .push((self.drafts.len() as u32, self.types.len() as u32));
        self.blocks.len() as u32 - 1
    }

    fn push(&mut self, draft: Draft, ty: Type) -> V {
        self.drafts.push(draft);
        if ty != Type::Void {
            self.types.push(ty);
        }
        V::Inst(self.types.len().wrapping_sub(1) as u32)
    }

    fn ty(&self, value: V) -> Type {
        match value {
            V::Param(index) => self.params[index as usize],
            V::Constant(index) => self.constants[index as usize].ty,
            V::Inst(index) => self.types[index as usize],
            V::Function(_) | V::Later(_) => Type::I32,
        }
    }

    fn binary(&mut self, op: BinaryOp, lhs: V, rhs: V) -> V {
        let ty = self.ty(lhs);
        self.push(
            Draft::Simple(Inst::Binary {
                op,
                lhs: id(lhs),
                rhs: id(rhs),
            }),
            ty,
        )
    }

    fn cast(&mut self, op: CastOp, value: V, ty: Type) -> V {
        self.push(
            Draft::Simple(Inst::Cast {
                op,
                ty,
                value: id(value),
            }),
            ty,
        )
    }

    fn compare(&mut self, predicate: Predicate, lhs: V, rhs: V) -> V {
        let ty = self.ty(lhs).comparison_result();
        self.push(
            Draft::Simple(Inst::Compare {
                predicate,
                lhs: id(lhs),
                rhs: id(rhs),
            }),
            ty,
        )
    }

    fn select(&mut self, condition: V, if_true: V, if_false: V) -> V {
        let ty = self.ty(if_true);
        let (condition, if_true, if_false) = (id(condition), id(if_true), id(if_false));
        self.push(
            Draft::Simple(Inst::Select {
                condition,
                if_true,
                if_false,
            }),
            ty,
        )
    }

    fn load(&mut self, ty: Type, address: V) -> V {
        let align = Alignment::from_code(1).unwrap();
        self.push(
            Draft::Simple(Inst::Load {
                ty,
                align,
                address: id(address),
            }),
            ty,
        )
    }

    fn store(&mut self, address: V, value: V) {
        let align = Alignment::from_code(1).unwrap();
        let (address, value) = (id(address), id(value));
        self.push(
            Draft::Simple(Inst::Store {
                align,
                address,
                value,
            }),
            Type::Void,
        );
    }

    fn alloca(&mut self, size: V, align: u64) -> V {
        let align = Alignment::from_code(align).unwrap();
        self.push(
            Draft::Simple(Inst::Alloca {
                align,
                size: id(size),
            }),
            Type::I32,
        )
    }

    fn phi(&mut self, ty: Type, incoming: &[(V, u32)]) -> V {
        self.push(Draft::Phi(incoming.to_vec()), ty)
    }

    fn call(&mut self, callee: u32, result: Type, args: &[V]) -> V {
        let args_range = Range { start: 0, len: 0 };
        let has_result = result != Type::Void;
        let inst = Inst::Call {
            tail: false,
            has_result,
            callee: FuncId(callee),
            args: args_range,
        };
        self.push(Draft::List(inst, args.to_vec()), result)
    }

    fn call_indirect(&mut self, ty: Type, callee: V, args: &[V]) -> V {
        let operands = Range { start: 0, len: 0 };
        let mut list = vec![callee];
        list.extend_from_slice(args);
        self.push(
            Draft::List(
                Inst::CallIndirect {
                    tail: false,
                    ty,
                    operands,
                },
                list,
            ),
            ty,
        )
    }

    fn terminator(&mut self, inst: Inst) {
        self.push(Draft::Simple(inst), Type::Void);
    }

    fn ret(&mut self, value: V) {
        self.terminator(Inst::Ret { value: id(value) });
    }

    fn ret_void(&mut self) {
        self.terminator(Inst::RetVoid);
    }

    fn br(&mut self, target: u32) {
        self.terminator(Inst::Br {
            target: BlockId(target),
        });
    }

    fn cond_br(&mut self, condition: V, if_true: u32, if_false: u32) {
        let (if_true, if_false) = (BlockId(if_true), BlockId(if_false));
        self.terminator(Inst::CondBr {
            condition: id(condition),
            if_true,
            if_false,
        });
    }

    fn switch(&mut self, value: V, default: u32, cases: &[(u64, u32)]) {
        self.push(Draft::Switch(value, default, cases.to_vec()), Type::Void);
    }

    fn finish(self, function: u32, function_count: u32) -> Function {
        let params = self.params.len() as u32;
        let constants = self.constants.len() as u32;
        let fix = |value: ValueId| {
            let index = value.0 & (CONSTANT - 1);
            ValueId(match value.0 & !(CONSTANT - 1) {
                0 => function_count + index,
                CONSTANT => function_count + params + index,
                INST => function_count + params + constants + index,
                _ => index,
            })
        };
        let mut pool = Vec::new();
        let mut insts = Vec::new();
        for draft in &self.drafts {
            let start = pool.len() as u32;
            insts.push(match draft {
                Draft::Simple(inst) => {
                    let mut inst = *inst;
                    inst.map_operands(&mut [], fix);
                    inst
                }
                Draft::Phi(incoming) => {
                    for &(value, block) in incoming {
                        pool.extend([fix(id(value)).0, block]);
                    }
                    let ty = Type::Void;
                    Inst::Phi {
                        ty,
                        incoming: Range {
                            start,
                            len: 2 * incoming.len() as u32,
                        },
                    }
                }
                Draft::List(inst, values) => {
                    pool.extend(values.iter().map(|&value| fix(id(value)).0));
                    let range = Range {
                        start,
                        len: values.len() as u32,
                    };
                    match *inst {
                        Inst::Call {
                            tail,
                            has_result,
                            callee,
                            ..
                        } => Inst::Call {
                            tail,
                            has_result,
                            callee,
                            args: range,
                        },
                        Inst::CallIndirect { tail, ty, .. } => Inst::CallIndirect {
                            tail,
                            ty,
                            operands: range,
                        },
                        _ => unreachable!("only calls have lists"),
                    }
                }
                Draft::Switch(value, default, cases) => {
                    pool.push(*default);
                    for &(key, block) in cases {
                        pool.extend([key as u32, (key >> 32) as u32, block]);
                    }
                    let cases = Range {
                        start,
                        len: 1 + 3 * cases.len() as u32,
                    };
                    Inst::Switch {
                        value: fix(id(*value)),
                        cases,
                    }
                }
            });
        }
        let first_inst_value = function_count + params + constants;
        let mut types = self.types.iter();
        for inst in &mut insts {
            let ty = if inst.has_result() {
                *types.next().unwrap()
            } else {
                Type::Void
            };
            if let Inst::Phi { ty: phi, .. } = inst {
                *phi = ty;
            }
        }
        let ends = self.blocks[1..]
            .iter()
            .map(|block| block.0)
            .chain([insts.len() as u32]);
        let blocks = self
            .blocks
            .iter()
            .zip(ends)
            .map(|(&(first_inst, value), end)| Block {
                first_inst,
                len: end - first_inst,
                first_value: first_inst_value + value,
            });
        let constant_types = self.constants.iter().map(|constant| constant.ty);
        Function {
            id: FuncId(function),
            first_local: function_count,
            function_count,
            param_count: params,
            local_types: self
                .params
                .iter()
                .copied()
                .chain(constant_types)
                .chain(self.types.iter().copied())
                .collect(),
            constants: self.constants.into(),
            blocks: blocks.collect(),
            inst_positions: (0..insts.len() as u32).map(|index| 32 * index).collect(),
            insts: insts.into(),
            pool: pool.into(),
            position: 1000,
            overlong_numbers: 0,
        }
    }
}

/// A module under construction. Functions are numbered as they are declared.
#[derive(Default)]
struct Builder {
    module: Module,
    bodies: Vec<(u32, Body)>,
}

impl Builder {
    fn declare(&mut self, result: Type, params: &[Type]) -> u32 {
        let ty = TypeId(self.module.types.len() as u32);
        let signature = Signature {
            result,
            params: params.into(),
        };
        self.module.types.push(TypeDef::Function(signature));
        self.module.functions.push(FunctionDecl {
            ty,
            linkage: Linkage::Internal,
            declared: true,
            body: None,
            name: None,
            intrinsic: None,
        });
        self.module.functions.len() as u32 - 1
    }

    fn intrinsic(&mut self, intrinsic: Intrinsic) -> u32 {
        let row = intrinsic.row();
        let function = self.declare(row.result, row.params);
        self.module.functions[function as usize].intrinsic = Some(intrinsic);
        function
    }

    fn define(&mut self, function: u32, body: Body) {
        let number = self.bodies.len() as u32;
        self.module.functions[function as usize].body = Some(number);
        self.module.functions[function as usize].declared = false;
        self.module.bodies.push(FuncId(function));
        self.bodies.push((function, body));
    }

    fn finish(self) -> Program {
        let count = self.module.functions.len() as u32;
        let bodies = self
            .bodies
            .into_iter()
            .map(|(id, body)| body.finish(id, count))
            .collect();
        Program {
            module: self.module,
            bodies,
        }
    }
}

/// A module with its bodies.
struct Program {
    module: Module,
    bodies: Vec<Function>,
}

impl Program {
    /// A program of one function.
    fn single(result: Type, body: Body) -> Program {
        let mut builder = Builder::default();
        let function = builder.declare(result, &body.params.clone());
        builder.define(function, body);
        builder.finish()
    }

    fn interpreter(&self, options: Options) -> Interpreter<'_> {
        Interpreter::new(&self.module, &self.bodies, &[], options)
    }

    fn call_words(&self, args: &[u64]) -> Result<[u64; 2], Trap> {
        let main = FuncId(self.module.functions.len() as u32 - 1);
        self.interpreter(Options::default())
            .call(&mut memory(), main, args, STACK)
    }

    /// Calls the last function.
    fn call(&self, args: &[u64]) -> Result<u64, TrapKind> {
        self.call_words(args)
            .map(|words| words[0])
            .map_err(|trap| trap.kind)
    }
}

/// Numbers around which integers of any width behave specially.
const INTEGERS: [u64; 18] = [
    0,
    1,
    2,
    3,
    7,
    31,
    32,
    33,
    63,
    64,
    127,
    128,
    0x7fff,
    0x8000,
    0x7fff_ffff,
    0x8000_0000,
    0x7fff_ffff_ffff_ffff,
    0x8000_0000_0000_0000,
];

/// The same with their complements, cut to a width.
fn integers(bits: u32) -> Vec<u64> {
    let mask = u64::MAX >> (64 - bits);
    let mut list: Vec<u64> = INTEGERS
        .iter()
        .flat_map(|&number| [number & mask, !number & mask])
        .collect();
    list.sort_unstable();
    list.dedup();
    list
}

const DOUBLES: [f64; 20] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    1.5,
    -2.5,
    0.1,
    255.9,
    -129.7,
    65_536.5,
    2_147_483_647.0,
    -2_147_483_649.0,
    4_294_967_296.5,
    1e19,
    -1e19,
    1e300,
    5e-324,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];
