//! Calls of functions and of intrinsics.

use super::super::node::{NONE, Node, out};
use super::super::root::root_type;
use super::Selector;
use crate::interp::op::Code;
use crate::interp::value::is_wide;
use crate::interp::vector::VectorOp;
use pinnacle_pexe::ids::{FuncId, ValueId};
use pinnacle_pexe::intrinsics::Intrinsic;
use pinnacle_pexe::types::Type;

impl Selector<'_> {
    /// Moves arguments to the callee's parameter registers.
    pub(super) fn arguments(&mut self, words: &[u32]) {
        let mut at = 0;
        for &word in words {
            let value = ValueId(word);
            let wide = is_wide(self.function.value_type(value));
            if let Some(bits) = self.number(value) {
                self.push(Node::new(Code::Const).d(out(at)).imm64(bits));
            } else {
                let a = self.register(value);
                let code = if wide { Code::MoveWide } else { Code::Move };
                self.push(Node::new(code).d(out(at)).a(a));
            }
            at += 1 + u32::from(wide);
        }
        self.s.out_words = self.s.out_words.max(at);
    }

    /// If a function is little more than a square root, computes the root before the call. The call
    /// is skipped if the argument has a root.
    pub(super) fn root(&mut self, callee: FuncId, words: &[u32], result: u32) {
        if !self.fuse || self.info.traces_calls() || result == NONE {
            return;
        }
        let code = match root_type(self.info, callee) {
            Some(Type::Double) => Code::RootF64,
            Some(Type::Float) => Code::RootF32,
            _ => return,
        };
        if let [word] = *words
            && self.number(ValueId(word)).is_none()
        {
            let a = self.register(ValueId(word));
            self.push(Node::new(code).d(result).a(a));
        }
    }

    pub(super) fn intrinsic(&mut self, intrinsic: Intrinsic, args: &[ValueId], result: u32) {
        use Intrinsic as I;
        let unary = match intrinsic {
            I::Bswap(Type::I16) => Some(Code::Bswap16),
            I::Bswap(Type::I32) => Some(Code::Bswap32),
            I::Bswap(_) => Some(Code::Bswap64),
            I::Ctlz(Type::I32) => Some(Code::Ctlz32),
            I::Ctlz(_) => Some(Code::Ctlz64),
            I::Cttz(Type::I32) => Some(Code::Cttz32),
            I::Cttz(_) => Some(Code::Cttz64),
            I::Ctpop(_) => Some(Code::Ctpop),
            I::Fabs(Type::Float) => Some(Code::FabsF32),
            I::Fabs(Type::Double) => Some(Code::FabsF64),
            I::Sqrt(Type::Float) => Some(Code::SqrtF32),
            I::Sqrt(_) => Some(Code::SqrtF64),
            _ => None,
        };
        if let Some(code) = unary {
            let a = self.register(args[0]);
            self.push(Node::new(code).a(a).d(result));
            return;
        }
        match intrinsic {
            I::Fabs(_) => self.vector(VectorOp::Fabs, result, &args[..1]),
            I::Stacksave => self.push(Node::new(Code::StackSave).d(result)),
            I::Stackrestore => {
                let a = self.low_register(args[0]);
                self.push(Node::new(Code::StackRestore).a(a));
            }
            I::ReadTp => self.push(Node::new(Code::ReadThreadPointer).d(result)),
            I::Trap => self.push(Node::new(Code::Unreachable).lo(1)),
            I::AtomicFence | I::AtomicFenceAll => {}
            I::Setjmp => {
                self.s.calls_setjmp = true;
                let a = self.low_register(args[0]);
                self.push(Node::new(Code::Setjmp).d(result).a(a));
            }
            I::Longjmp => {
                let (a, b) = (self.low_register(args[0]), self.low_register(args[1]));
                self.push(Node::new(Code::Longjmp).a(a).b(b));
            }
            I::AtomicLoad(Type::I32) => {
                let node = self.atomic([Code::AtomicLoad32, Code::AtomicLoad32At], args[0]);
                self.push(node.d(result));
            }
            I::AtomicStore(Type::I32) => {
                let node = self.atomic([Code::AtomicStore32, Code::AtomicStore32At], args[1]);
                let value = self.low_register(args[0]);
                self.push(node.stored(value));
            }
            I::AtomicRmw(Type::I32) if let Some(operation @ 1..=6) = self.number(args[0]) => {
                let node = self.atomic([Code::AtomicRmw32, Code::AtomicRmw32At], args[1]);
                let operand = self.low_register(args[2]);
                let d = self.result(result);
                self.push(node.d(d).b(operand).hi(operation as u32));
            }
            I::AtomicCmpxchg(Type::I32) => {
                let codes = [Code::AtomicCmpxchg32, Code::AtomicCmpxchg32At];
                let node = self.atomic(codes, args[0]);
                let (expected, new) = (self.low_register(args[1]), self.low_register(args[2]));
                let d = self.result(result);
                self.push(node.d(d).b(expected).e(new));
            }
            _ => {
                let words: Vec<u32> = args.iter().map(|value| value.0).collect();
                self.arguments(&words);
                let number = self.s.intrinsics.len() as u32;
                self.s.intrinsics.push(intrinsic);
                let d = self.result(result);
                self.push(Node::new(Code::Intrinsic).d(d).lo(number));
            }
        }
    }

    /// Selects an atomic operation at an address: a register plus a number, or a number.
    fn atomic(&mut self, [plain, at]: [Code; 2], address: ValueId) -> Node {
        let mut offset = 0;
        let base = self.strip(address, &mut offset);
        match self.number(base) {
            Some(number) => Node::new(at).lo(offset.wrapping_add(number as u32)),
            None => Node::new(plain).a(self.low_register(base)).lo(offset),
        }
    }

    /// Returns a register for a call's result, even if there is no result.
    pub(super) fn result(&mut self, result: u32) -> u32 {
        if result == NONE {
            self.fresh(false)
        } else {
            result
        }
    }
}
