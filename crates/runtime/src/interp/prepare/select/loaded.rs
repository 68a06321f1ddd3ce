//! Operations on values in memory: combines a load whose value is used once with the operation that
//! uses it.

use super::super::node::{NONE, Node};
use super::super::root::only_computes;
use super::{Address, Selector};
use crate::interp::op::Code;
use pinnacle_pexe::ids::ValueId;
use pinnacle_pexe::inst::{BinaryOp, Inst};
use pinnacle_pexe::types::Type;

/// Maximum number of instructions across which a load is moved.
const MAX_MOVE_DISTANCE: usize = 16;

/// A load that may be executed together with the current instruction.
#[derive(Clone, Copy)]
pub(super) struct Loaded {
    value: ValueId,
    address: ValueId,
    inst: u32,
}

impl Selector<'_> {
    /// Returns the load of a `double` that is only used here, if no instruction in between may trap
    /// or depends on the order.
    pub(super) fn loaded(&self, value: ValueId) -> Option<Loaded> {
        let Some(Inst::Load { ty, address, .. }) = self.single_definition(value) else {
            return None;
        };
        let (inst, _) = self.definition(value)?;
        let between = self
            .function
            .insts()
            .get(inst as usize + 1..self.inst as usize)?;
        let is_free = matches!(ty, Type::Double | Type::I64)
            && between.len() <= MAX_MOVE_DISTANCE
            && between.iter().all(only_computes);
        is_free.then_some(Loaded {
            value,
            address,
            inst,
        })
    }

    /// Selects an operation on two numbers, one of which is in memory.
    pub(super) fn loaded_binary(
        &mut self,
        op: BinaryOp,
        lhs: ValueId,
        rhs: ValueId,
        d: u32,
    ) -> bool {
        let (loaded, other, reversed) = match (self.loaded(lhs), self.loaded(rhs)) {
            (_, Some(loaded)) => (loaded, lhs, false),
            (Some(loaded), None) => (loaded, rhs, true),
            _ => return false,
        };
        let codes = match (op, reversed) {
            (BinaryOp::FAdd, _) => [Code::LoadAddF64, Code::LoadAddF64Indexed],
            (BinaryOp::FSub, false) => [Code::LoadSubF64, Code::LoadSubF64Indexed],
            (BinaryOp::FSub, true) => [Code::LoadRSubF64, Code::LoadRSubF64Indexed],
            (BinaryOp::FMul, _) => [Code::LoadMulF64, Code::LoadMulF64Indexed],
            _ => return false,
        };
        let b = self.register(other);
        self.push_loaded(codes, loaded, b, NONE, d);
        true
    }

    /// Selects a product of two values, plus or minus a third (or subtracted from it), if one of
    /// the values is in memory.
    pub(super) fn loaded_product(
        &mut self,
        op: BinaryOp,
        product: ValueId,
        [x, y]: [ValueId; 2],
        other: ValueId,
        d: u32,
    ) -> bool {
        let is_sum = op == BinaryOp::FAdd;
        let (codes, loaded, b, c) = if let Some(loaded) = self.loaded(other) {
            let codes = match is_sum {
                true => [Code::LoadMulAddF64, Code::LoadMulAddF64Indexed],
                false => [Code::LoadMulRSubF64, Code::LoadMulRSubF64Indexed],
            };
            (codes, loaded, x, y)
        } else if !is_sum {
            return false;
        } else if let Some(loaded) = self.loaded(y) {
            let codes = [Code::LoadAddMulF64, Code::LoadAddMulF64Indexed];
            (codes, loaded, x, other)
        } else if let Some(loaded) = self.loaded(x) {
            let codes = [Code::LoadAddMulF64, Code::LoadAddMulF64Indexed];
            (codes, loaded, y, other)
        } else {
            return false;
        };
        self.replace_use(product, &[x, y]);
        let (b, c) = (self.register(b), self.register(c));
        self.push_loaded(codes, loaded, b, c, d);
        true
    }

    fn push_loaded(&mut self, codes: [Code; 2], loaded: Loaded, b: u32, c: u32, d: u32) {
        let [packed, indexed] = codes;
        self.replace_use(loaded.value, &[loaded.address]);
        let address = self.address(loaded.address);
        let Address {
            base,
            index,
            scale,
            offset,
        } = address;
        let upper = u16::try_from(scale);
        let node = match (base, index, upper) {
            (_, NONE, _) => {
                let node = Node::new(packed).a(base).lo(offset);
                node.e_or_none(c).upper(u16::from(base != NONE))
            }
            (NONE, _, Ok(upper)) => {
                let node = Node::new(packed).a(index).lo(offset);
                node.e_or_none(c).upper(upper)
            }
            (_, _, Ok(upper)) if c == NONE => {
                let node = Node::new(indexed).a(base).e(index).upper(upper);
                node.lo(offset)
            }
            (_, _, Ok(upper)) if offset == 0 => {
                Node::new(indexed).a(base).e(index).upper(upper).c(c)
            }
            _ => {
                let sum = self.fresh(false);
                let node = self.sum_of(address);
                self.push(node.d(sum));
                Node::new(packed).a(sum).e_or_none(c).upper(1)
            }
        };
        // A trap is attributed to the load.
        let inst = std::mem::replace(&mut self.inst, loaded.inst);
        self.push(node.b(b).d(d));
        self.inst = inst;
    }
}
