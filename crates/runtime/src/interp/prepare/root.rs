//! Finds functions that are little more than a square root. The `sqrt` of a C library checks its
//! argument, uses an instruction, and checks again to set `errno`.
//!
//! Such a function is traced from its entry to its return, for an argument that is at least zero
//! and not a NaN. If that path only computes, and returns the root of the argument, a caller may
//! compute the root directly. For all other arguments it calls the function, so traps and counts
//! stay the same.

use crate::interp::prepared::{Counting, ProgramInfo};
use pinnacle_pexe::function::Function;
use pinnacle_pexe::ids::{BlockId, FuncId, ValueId};
use pinnacle_pexe::inst::{BinaryOp, Inst, Predicate};
use pinnacle_pexe::intrinsics::Intrinsic;
use pinnacle_pexe::rounds::calls_others;
use pinnacle_pexe::types::Type;

/// Maximum number of instructions of a function to examine.
const MAX_INSTS: usize = 300;

/// The facts known about a value on the path.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Nothing,
    /// It is the argument.
    Argument,
    /// It is the argument's root.
    Root,
    /// It is this `i1`.
    Bit(bool),
}

/// Returns the type whose square root a function computes, as described in this module.
pub(super) fn root_type(info: &ProgramInfo<'_>, function: FuncId) -> Option<Type> {
    let ty = info.module().signature(function).result;
    let is_root = info.is_root(function, || {
        body_of(info, function).is_some_and(|body| is_root(info, body, ty))
    });
    is_root.then_some(ty)
}

fn body_of<'i>(info: &'i ProgramInfo<'_>, function: FuncId) -> Option<&'i Function> {
    let body = info.module().functions.get(function.index())?.body?;
    info.bodies().get(body as usize)
}

/// Returns true if an instruction computes a value and does nothing else, whatever its operands.
pub(super) fn only_computes(inst: &Inst) -> bool {
    match *inst {
        Inst::Binary { op, .. } => !matches!(
            op,
            BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem
        ),
        Inst::Cast { .. }
        | Inst::Compare { .. }
        | Inst::Select { .. }
        | Inst::ExtractElement { .. }
        | Inst::InsertElement { .. }
        | Inst::Phi { .. } => true,
        _ => false,
    }
}

/// Returns true if a function only computes and returns, apart from its calls.
fn returns_soon(function: &Function) -> bool {
    let is_small = function.insts().len() <= MAX_INSTS;
    is_small
        && function.block_ids().all(|block| {
            let mut insts = function.block_insts(block);
            insts.all(|(_, _, inst)| match *inst {
                Inst::Ret { .. } | Inst::RetVoid => true,
                Inst::Br { target } => target.0 > block.0,
                Inst::CondBr {
                    if_true, if_false, ..
                } => if_true.0.min(if_false.0) > block.0,
                _ => only_computes(inst),
            })
        })
}

fn is_root(info: &ProgramInfo<'_>, function: &Function, ty: Type) -> bool {
    let params = &info.module().signature(function.id()).params;
    let has_root = |inst: &Inst| match *inst {
        Inst::Call { callee, .. } => intrinsic(info, callee) == Some(Intrinsic::Sqrt(ty)),
        _ => false,
    };
    matches!(ty, Type::Float | Type::Double)
        && **params == [ty]
        && function.insts().len() <= MAX_INSTS
        // A call of this function counts as a round, so it cannot be replaced.
        && !(info.counting == Counting::Rounds && calls_others(function, info.module()))
        && function.insts().iter().any(has_root)
        && Way::new(info, function, ty).leads_to_root()
}

fn intrinsic(info: &ProgramInfo<'_>, function: FuncId) -> Option<Intrinsic> {
    let declaration = &info.module().functions[function.index()];
    declaration.intrinsic.filter(|_| declaration.body.is_none())
}

/// A path through a function.
struct Way<'a, 'm> {
    info: &'a ProgramInfo<'m>,
    function: &'a Function,
    ty: Type,
    /// By local index.
    known: Vec<Known>,
}

impl<'a, 'm> Way<'a, 'm> {
    fn new(info: &'a ProgramInfo<'m>, function: &'a Function, ty: Type) -> Way<'a, 'm> {
        let mut known = vec![Known::Nothing; function.local_types().len()];
        known[0] = Known::Argument;
        Way {
            info,
            function,
            ty,
            known,
        }
    }

    fn leads_to_root(&mut self) -> bool {
        let mut next = Some((BlockId(0), None));
        // A longer path would contain a loop.
        for _ in 0..self.function.blocks().len() {
            let Some((block, from)) = next else {
                return false;
            };
            next = None;
            for (_, value, inst) in self.function.block_insts(block) {
                match *inst {
                    Inst::Ret { value } => return self.of(value) == Known::Root,
                    Inst::Br { target } => next = Some((target, Some(block))),
                    Inst::CondBr {
                        condition,
                        if_true,
                        if_false,
                    } => {
                        let Known::Bit(bit) = self.of(condition) else {
                            return false;
                        };
                        next = Some((if bit { if_true } else { if_false }, Some(block)));
                    }
                    _ => {
                        let Some(known) = self.result(inst, from) else {
                            return false;
                        };
                        if let Some(value) = value {
                            let local = value.0 - self.function.first_local();
                            self.known[local as usize] = known;
                        }
                    }
                }
            }
        }
        false
    }

    fn of(&self, value: ValueId) -> Known {
        if let Some(constant) = self.function.constant(value) {
            return match constant.ty {
                Type::I1 => Known::Bit(constant.bits() & 1 != 0),
                _ => Known::Nothing,
            };
        }
        let local = value.0.checked_sub(self.function.first_local());
        let known = local.and_then(|local| self.known.get(local as usize));
        known.copied().unwrap_or(Known::Nothing)
    }

    /// Returns what is known about an instruction's result, if the instruction only computes.
    fn result(&self, inst: &Inst, from: Option<BlockId>) -> Option<Known> {
        Some(match *inst {
            Inst::Phi { incoming, .. } => {
                let mut edges = self.function.phi_incoming(incoming);
                let edge = edges.find(|&(_, block)| Some(block) == from);
                edge.map_or(Known::Nothing, |(value, _)| self.of(value))
            }
            Inst::Compare {
                predicate,
                lhs,
                rhs,
            } => self.comparison(predicate, lhs, rhs),
            Inst::Binary { op, lhs, rhs } if only_computes(inst) => {
                match (op, self.of(lhs), self.of(rhs)) {
                    (BinaryOp::And, Known::Bit(false), _)
                    | (BinaryOp::And, _, Known::Bit(false)) => Known::Bit(false),
                    (BinaryOp::Or, Known::Bit(true), _) | (BinaryOp::Or, _, Known::Bit(true)) => {
                        Known::Bit(true)
                    }
                    (BinaryOp::And, Known::Bit(true), Known::Bit(true)) => Known::Bit(true),
                    (BinaryOp::Or, Known::Bit(false), Known::Bit(false)) => Known::Bit(false),
                    _ => Known::Nothing,
                }
            }
            Inst::Call { callee, args, .. } => match intrinsic(self.info, callee) {
                Some(Intrinsic::Sqrt(ty)) => {
                    let mut args = self.function.values(args);
                    let is_of_argument = args.all(|value| self.of(value) == Known::Argument);
                    if ty == self.ty && is_of_argument {
                        Known::Root
                    } else {
                        Known::Nothing
                    }
                }
                Some(_) => return None,
                None => {
                    let body = body_of(self.info, callee)?;
                    returns_soon(body).then_some(Known::Nothing)?
                }
            },
            _ => only_computes(inst).then_some(Known::Nothing)?,
        })
    }

    /// Returns the result of comparing the argument, which is not a NaN and at least zero.
    fn comparison(&self, predicate: Predicate, lhs: ValueId, rhs: ValueId) -> Known {
        use Predicate::*;
        let is_zero = |value| {
            let constant = self.function.constant(value);
            constant.is_some_and(|constant| {
                let sign = 1 << (self.ty.bits() - 1);
                constant.ty == self.ty && constant.bits() & !sign == 0
            })
        };
        let argument = Known::Argument;
        let predicate = if self.of(lhs) == argument && is_zero(rhs) {
            predicate
        } else if is_zero(lhs) && self.of(rhs) == argument {
            predicate.swapped()
        } else if self.of(lhs) == argument && self.of(rhs) == argument {
            return match predicate {
                FOrd | FOeq | FUeq | FOge | FOle => Known::Bit(true),
                FUno | FOne | FUne => Known::Bit(false),
                _ => Known::Nothing,
            };
        } else {
            return Known::Nothing;
        };
        match predicate {
            FOge | FUge | FOrd => Known::Bit(true),
            FOlt | FUlt | FUno => Known::Bit(false),
            _ => Known::Nothing,
        }
    }
}
