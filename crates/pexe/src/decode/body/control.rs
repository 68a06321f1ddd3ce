//! The constraints of phis and of the instructions that end a block.

use super::BodyDecoder;
use super::constants::cut;
use super::instructions::TypeOperand;
use super::messages::{bad_target, type_mismatch};
use crate::decode::flow::Use;
use crate::error::{Error, ErrorKind};
use crate::ids::{BlockId, ValueId};
use crate::inst::{Inst, Range};
use crate::types::Type;
use pinnacle_base::count::counted;

impl BodyDecoder<'_> {
    #[inline(always)]
    pub(super) fn phi<const KEEP: bool>(
        &mut self,
        position: u64,
        ty: impl TypeOperand,
        incoming: impl Iterator<Item = Result<(ValueId, BlockId), Error>>,
    ) -> Result<(), Error> {
        let ty = ty.value_type(self, position)?;
        if self.inst_count != self.phi_place {
            return Err(Error::new(
                ErrorKind::BadPhi,
                position,
                "a phi follows another kind of instruction in its block",
            ));
        }
        let expected = self.expected_blocks;
        let start = self.pool.len() as u32;
        let inst = self.insts.len() as u32;
        for pair in incoming {
            let (value, block) = pair?;
            let found = self.operand_type(position, value)?;
            if found != ty {
                return Err(type_mismatch(
                    position,
                    "an operand of a phi",
                    found,
                    ty.name(),
                ));
            }
            if block.0 >= expected {
                return Err(Error::new(
                    ErrorKind::BadPhi,
                    position,
                    format!(
                        "a phi names block {block}, but the function has {}",
                        counted(expected, "block")
                    ),
                ));
            }
            if value.0 >= self.checked_from {
                self.uses.push(Use {
                    value,
                    inst,
                    block,
                    at_end: true,
                });
            }
            self.pool.extend_from_slice(&[value.0, block.0]);
        }
        let incoming = Range {
            start,
            len: self.pool.len() as u32 - start,
        };
        self.define_value(position, ty)?;
        self.push_phi::<KEEP>(position, Inst::Phi { ty, incoming });
        Ok(())
    }

    #[inline(always)]
    pub(super) fn br<const KEEP: bool>(
        &mut self,
        position: u64,
        target: BlockId,
    ) -> Result<(), Error> {
        self.target(position, target)?;
        self.terminate::<KEEP>(position, Inst::Br { target });
        Ok(())
    }

    #[inline(always)]
    pub(super) fn cond_br<const KEEP: bool>(
        &mut self,
        position: u64,
        condition: ValueId,
        if_true: BlockId,
        if_false: BlockId,
    ) -> Result<(), Error> {
        self.expect_type(position, condition, Type::I1, "the condition of a branch")?;
        self.target(position, if_true)?;
        self.target(position, if_false)?;
        self.terminate::<KEEP>(
            position,
            Inst::CondBr {
                condition,
                if_true,
                if_false,
            },
        );
        Ok(())
    }

    #[inline(always)]
    pub(super) fn switch<const KEEP: bool>(
        &mut self,
        position: u64,
        ty: impl TypeOperand,
        value: ValueId,
        default: BlockId,
        cases: impl Iterator<Item = Result<(i64, BlockId), Error>>,
    ) -> Result<(), Error> {
        let bad = |message: String| Err(Error::new(ErrorKind::BadSwitch, position, message));
        let ty = ty.value_type(self, position)?;
        let found = self.operand(position, value)?;
        if found != ty {
            return bad(format!(
                "the selector of a switch has type {found}, but the record says {ty}"
            ));
        }
        if !ty.is_integer() || ty == Type::I1 {
            return bad(format!(
                "the selector of a switch has type {ty}, expected an integer wider than i1"
            ));
        }
        self.target(position, default)?;
        let start = self.pool.len() as u32;
        self.pool.push(default.0);
        self.cases.clear();
        for case in cases {
            let (selector, block) = case?;
            let Some(bits) = cut(ty, selector) else {
                return bad(format!(
                    "case {selector} of a switch does not fit its type {ty}"
                ));
            };
            self.target(position, block)?;
            self.cases.push(bits);
            self.pool
                .extend([bits as u32, (bits >> 32) as u32, block.0]);
        }
        self.cases.sort_unstable();
        if let Some(pair) = self.cases.windows(2).find(|pair| pair[0] == pair[1]) {
            return bad(format!("a switch has case {} twice", pair[0]));
        }
        let cases = Range {
            start,
            len: self.pool.len() as u32 - start,
        };
        self.terminate::<KEEP>(position, Inst::Switch { value, cases });
        Ok(())
    }

    #[inline(always)]
    pub(super) fn ret<const KEEP: bool>(
        &mut self,
        position: u64,
        value: Option<ValueId>,
    ) -> Result<(), Error> {
        let found = match value {
            Some(value) => self.operand(position, value)?,
            None => Type::Void,
        };
        if found != self.result {
            return Err(Error::new(
                ErrorKind::BadReturn,
                position,
                format!(
                    "a return of {found} in a function that returns {}",
                    self.result
                ),
            ));
        }
        self.terminate::<KEEP>(
            position,
            value.map_or(Inst::RetVoid, |value| Inst::Ret { value }),
        );
        Ok(())
    }

    /// A branch target: any block but the first.
    #[inline]
    pub(super) fn target(&self, position: u64, block: BlockId) -> Result<(), Error> {
        // Block 0 wraps to the greatest number, so one comparison is enough.
        let expected = self.expected_blocks;
        if block.0.wrapping_sub(1) < expected.wrapping_sub(1) {
            return Ok(());
        }
        Err(bad_target(position, block, expected))
    }
}
