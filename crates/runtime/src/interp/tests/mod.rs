//! Tests of the interpreter on functions built by hand.
//!
//! Each compares with a computation that shares no code with the engine, in
//! wider integers or with the host's own floating point.

mod calls;
mod control;
mod in_place;
mod merged;
mod scalars;
mod spilled;
mod threads;
mod vectors;

use super::{Interpreter, Options, StartState};
use crate::host::{Action, Host, HostContext, HostFunction};
use crate::memory::{Memory, PAGE_SIZE, Protection};
use crate::trap::{Trap, TrapKind};
use pinnacle_pexe::build::{Callee, FunctionBuilder, ModuleBuilder, Value};
use pinnacle_pexe::decode;
use pinnacle_pexe::ids::{BlockId, FuncId};
use pinnacle_pexe::inst::{BinaryOp, CastOp, Predicate};
use pinnacle_pexe::intrinsics::Intrinsic;
use pinnacle_pexe::types::Type;
use std::time::Duration;

/// The stack of the main thread in tests. The data is below it.
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

/// A value of a function under construction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum V {
    Param(usize),
    Constant(usize),
    Inst(usize),
    /// The address of a function.
    Function(u32),
    /// The result of the instruction with this index, which is defined later.
    Later(usize),
}

/// An instruction, before the functions of its module are declared.
enum Draft {
    Binary(BinaryOp, V, V),
    Cast(CastOp, V, Type),
    Compare(Predicate, V, V),
    Select(V, V, V),
    Extract(V, u32),
    Insert(V, V, u32),
    Load(Type, V),
    Store(V, V),
    Alloca(V, u32),
    Phi(Vec<(V, u32)>),
    Call(u32, Vec<V>),
    CallIndirect(V, Vec<V>),
    Ret(V),
    RetVoid,
    Br(u32),
    CondBr(V, u32, u32),
    Switch(V, u32, Vec<(u64, u32)>),
    Unreachable,
}

/// Builds the body of a function.
struct Body {
    params: Vec<Type>,
    /// Types and bits. `undef` has no bits.
    constants: Vec<(Type, Option<u64>)>,
    /// The instructions, each with the type of its value or `void`.
    drafts: Vec<(Draft, Type)>,
    types: Vec<Type>,
    /// The first instruction of each block.
    blocks: Vec<usize>,
}

impl Body {
    fn new(params: &[Type]) -> Body {
        Body {
            params: params.to_vec(),
            constants: Vec::new(),
            drafts: Vec::new(),
            types: Vec::new(),
            blocks: vec![0],
        }
    }

    fn constant(&mut self, ty: Type, bits: u64) -> V {
        self.constants.push((ty, Some(bits)));
        V::Constant(self.constants.len() - 1)
    }

    fn undef(&mut self, ty: Type) -> V {
        self.constants.push((ty, None));
        V::Constant(self.constants.len() - 1)
    }

    fn i32(&mut self, value: u32) -> V {
        self.constant(Type::I32, value.into())
    }

    /// Starts the next block. Returns its number.
    fn block(&mut self) -> u32 {
        self.blocks.push(self.drafts.len());
        self.blocks.len() as u32 - 1
    }

    fn push(&mut self, draft: Draft, ty: Type) -> V {
        self.drafts.push((draft, ty));
        if ty != Type::Void {
            self.types.push(ty);
        }
        V::Inst(self.types.len().wrapping_sub(1))
    }

    fn ty(&self, value: V) -> Type {
        match value {
            V::Param(index) => self.params[index],
            V::Constant(index) => self.constants[index].0,
            V::Inst(index) => self.types[index],
            V::Function(_) | V::Later(_) => Type::I32,
        }
    }

    fn binary(&mut self, op: BinaryOp, lhs: V, rhs: V) -> V {
        self.push(Draft::Binary(op, lhs, rhs), self.ty(lhs))
    }

    fn cast(&mut self, op: CastOp, value: V, ty: Type) -> V {
        self.push(Draft::Cast(op, value, ty), ty)
    }

    fn compare(&mut self, predicate: Predicate, lhs: V, rhs: V) -> V {
        let ty = self.ty(lhs).comparison_result();
        self.push(Draft::Compare(predicate, lhs, rhs), ty)
    }

    fn select(&mut self, condition: V, if_true: V, if_false: V) -> V {
        self.push(
            Draft::Select(condition, if_true, if_false),
            self.ty(if_true),
        )
    }

    fn extract(&mut self, vector: V, lane: u32) -> V {
        self.push(Draft::Extract(vector, lane), self.ty(vector).element())
    }

    fn insert(&mut self, vector: V, element: V, lane: u32) -> V {
        self.push(Draft::Insert(vector, element, lane), self.ty(vector))
    }

    fn load(&mut self, ty: Type, address: V) -> V {
        self.push(Draft::Load(ty, address), ty)
    }

    fn store(&mut self, address: V, value: V) {
        self.push(Draft::Store(address, value), Type::Void);
    }

    fn alloca(&mut self, size: V, align: u32) -> V {
        self.push(Draft::Alloca(size, align), Type::I32)
    }

    fn phi(&mut self, ty: Type, incoming: &[(V, u32)]) -> V {
        self.push(Draft::Phi(incoming.to_vec()), ty)
    }

    fn call(&mut self, callee: u32, result: Type, args: &[V]) -> V {
        self.push(Draft::Call(callee, args.to_vec()), result)
    }

    fn call_indirect(&mut self, ty: Type, callee: V, args: &[V]) -> V {
        self.push(Draft::CallIndirect(callee, args.to_vec()), ty)
    }

    fn ret(&mut self, value: V) {
        self.push(Draft::Ret(value), Type::Void);
    }

    fn ret_void(&mut self) {
        self.push(Draft::RetVoid, Type::Void);
    }

    fn br(&mut self, target: u32) {
        self.push(Draft::Br(target), Type::Void);
    }

    fn cond_br(&mut self, condition: V, if_true: u32, if_false: u32) {
        self.push(Draft::CondBr(condition, if_true, if_false), Type::Void);
    }

    fn switch(&mut self, value: V, default: u32, cases: &[(u64, u32)]) {
        self.push(Draft::Switch(value, default, cases.to_vec()), Type::Void);
    }

    fn unreachable(&mut self) {
        self.push(Draft::Unreachable, Type::Void);
    }

    /// Sets an operand of a phi that was not known before.
    fn set_incoming(&mut self, phi: V, index: usize, value: V) {
        let V::Inst(number) = phi else {
            panic!("{phi:?} is no instruction");
        };
        let mut results = self.drafts.iter_mut().filter(|(_, ty)| *ty != Type::Void);
        match results.nth(number) {
            Some((Draft::Phi(incoming), _)) => incoming[index].0 = value,
            _ => panic!("{phi:?} is no phi"),
        }
    }

    /// Builds the body. Parameters and results that are too narrow for functions are passed as
    /// `i32`.
    fn build(self, f: &mut FunctionBuilder, callees: &[Callee]) {
        let params = (0..self.params.len()).map(|index| f.param(index));
        let params: Vec<Value> = params.collect();
        let narrowed = params.into_iter().zip(&self.params);
        let params: Vec<Value> = narrowed
            .map(|(value, &ty)| match passed(ty) == ty {
                true => value,
                false => f.cast(CastOp::Trunc, value, ty),
            })
            .collect();
        let constants = self.constants.iter().map(|&(ty, bits)| match bits {
            Some(bits) => f.constant(ty, bits),
            None => f.undef(ty),
        });
        let constants: Vec<Value> = constants.collect();
        for _ in 1..self.blocks.len() {
            f.block();
        }
        let mut results: Vec<Value> = Vec::new();
        let mut phis = Vec::new();
        let mut block = 0;
        for (index, (draft, ty)) in self.drafts.iter().enumerate() {
            while self.blocks.get(block) == Some(&index) {
                f.switch_to(BlockId(block as u32));
                block += 1;
            }
            let value = |value: V| match value {
                V::Param(index) => params[index],
                V::Constant(index) => constants[index],
                V::Inst(index) | V::Later(index) => results[index],
                V::Function(index) => callees[index as usize].address(),
            };
            let values = |list: &[V]| list.iter().copied().map(value).collect::<Vec<_>>();
            let result = match draft {
                Draft::Binary(op, lhs, rhs) => f.binary(*op, value(*lhs), value(*rhs)),
                Draft::Cast(op, operand, ty) => f.cast(*op, value(*operand), *ty),
                Draft::Compare(predicate, lhs, rhs) => {
                    f.compare(*predicate, value(*lhs), value(*rhs))
                }
                Draft::Select(condition, if_true, if_false) => {
                    f.select(value(*condition), value(*if_true), value(*if_false))
                }
                Draft::Extract(vector, lane) => f.extract(value(*vector), *lane),
                Draft::Insert(vector, element, lane) => {
                    f.insert(value(*vector), value(*element), *lane)
                }
                Draft::Load(ty, address) => f.load(*ty, value(*address)),
                Draft::Alloca(size, align) => f.alloca(value(*size), *align),
                Draft::Phi(incoming) => {
                    phis.push((results.len(), incoming));
                    f.phi(*ty)
                }
                Draft::Call(callee, args) => f.call(callees[*callee as usize], &values(args)),
                Draft::CallIndirect(address, args) => {
                    f.call_indirect(*ty, value(*address), &values(args))
                }
                no_result => {
                    match no_result {
                        Draft::Store(address, stored) => f.store(value(*stored), value(*address)),
                        Draft::Ret(returned) => {
                            let (returned, ty) = (value(*returned), self.ty(*returned));
                            let wide = match passed(ty) == ty {
                                true => returned,
                                false => f.cast(CastOp::ZExt, returned, passed(ty)),
                            };
                            f.ret(wide);
                        }
                        Draft::RetVoid => f.ret_void(),
                        Draft::Br(target) => f.br(BlockId(*target)),
                        Draft::CondBr(condition, if_true, if_false) => {
                            f.cond_br(value(*condition), BlockId(*if_true), BlockId(*if_false));
                        }
                        Draft::Switch(selector, default, cases) => {
                            let cases = cases.iter().map(|&(key, to)| (key as i64, BlockId(to)));
                            let cases: Vec<_> = cases.collect();
                            f.switch(value(*selector), BlockId(*default), &cases);
                        }
                        _ => f.unreachable(),
                    }
                    continue;
                }
            };
            if *ty != Type::Void {
                results.push(result);
            }
        }
        for (phi, incoming) in phis {
            for &(value, from) in incoming {
                let value = match value {
                    V::Param(index) => params[index],
                    V::Constant(index) => constants[index],
                    V::Inst(index) | V::Later(index) => results[index],
                    V::Function(index) => callees[index as usize].address(),
                };
                f.add_incoming(results[phi], value, BlockId(from));
            }
        }
    }
}

/// Returns the type as which a parameter or result is passed.
fn passed(ty: Type) -> Type {
    match ty {
        Type::I1 | Type::I8 | Type::I16 => Type::I32,
        ty => ty,
    }
}

/// A module under construction. Functions are numbered as they are declared.
#[derive(Default)]
struct Builder {
    module: ModuleBuilder,
    callees: Vec<Callee>,
    bodies: Vec<(u32, Body)>,
}

impl Builder {
    fn declare(&mut self, result: Type, params: &[Type]) -> u32 {
        let params: Vec<Type> = params.iter().copied().map(passed).collect();
        let callee = self.module.function(passed(result), &params);
        self.add(callee)
    }

    fn intrinsic(&mut self, intrinsic: Intrinsic) -> u32 {
        let callee = self.module.intrinsic(intrinsic);
        self.add(callee)
    }

    fn add(&mut self, callee: Callee) -> u32 {
        // An intrinsic that is requested again is reused.
        if callee.id().index() == self.callees.len() {
            self.callees.push(callee);
        }
        callee.id().0
    }

    fn name(&mut self, function: u32, name: &str) {
        let address = self.callees[function as usize].address();
        self.module.name(address, name);
    }

    fn define(&mut self, function: u32, body: Body) {
        self.bodies.push((function, body));
    }

    fn finish(mut self) -> Program {
        for (function, body) in self.bodies {
            let callee = self.callees[function as usize];
            let mut f = self.module.body(callee);
            body.build(&mut f, &self.callees);
            self.module.define(callee, f);
        }
        Program(self.module.finish().expect("the program is valid"))
    }
}

/// A program whose functions can be called.
struct Program(decode::Program);

impl Program {
    /// A program with one function.
    fn single(result: Type, body: Body) -> Program {
        let mut builder = Builder::default();
        let function = builder.declare(result, &body.params.clone());
        builder.define(function, body);
        builder.finish()
    }

    fn interpreter(&self, options: Options) -> Interpreter<'_> {
        Interpreter::new(self.0.module(), self.0.functions(), &[], options)
    }

    fn call_words(&self, args: &[u64]) -> Result<[u64; 2], Trap> {
        let main = FuncId(self.0.module().functions.len() as u32 - 1);
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

/// Numbers near the limits of some integer width.
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

/// Returns these numbers and their complements, truncated to a width.
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
