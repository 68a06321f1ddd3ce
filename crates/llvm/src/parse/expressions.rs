//! Constant expressions. Two forms are folded because the model has no expressions for them:
//! conversions to the same type, and access to parts of aggregates.

use super::Parser;
use super::error::{Result, SyntaxErrorKind as E};
use super::lex::{Kind, Token};
use super::types::TextType;
use crate::constants::ConstantKind;
use crate::ids::{ConstantId, TypeId};
use crate::instruction::{BinaryFlags, BinaryOp, CastOp, FloatPredicate, GepFlags, IntPredicate};
use crate::types::Type;

/// An expression with its type.
type Expression = (ConstantId, TextType);

impl Parser<'_> {
    /// Parses the expression at the current token, which is its operation.
    pub(super) fn expression(&mut self) -> Result<Expression> {
        let token = self.token();
        let word = self.word();
        if let Some(op) = CastOp::ALL.iter().find(|op| op.text().as_bytes() == word) {
            return self.cast_expression(*op);
        }
        if let Some(op) = BinaryOp::ALL.iter().find(|op| op.text().as_bytes() == word) {
            return self.binary_expression(token, *op);
        }
        match word {
            b"getelementptr" => self.gep_expression(),
            b"icmp" | b"fcmp" | b"vicmp" | b"vfcmp" => self.compare_expression(),
            b"select" => self.select_expression(),
            b"fneg" => self.negate_expression(),
            b"extractelement" | b"insertelement" | b"shufflevector" => self.vector_expression(),
            b"extractvalue" | b"insertvalue" => self.part_expression(),
            b"ptrauth" => self.fail(E::Unsupported, "signed pointers are not supported"),
            _ => self.unexpected("a constant"),
        }
    }

    /// Parses constants with types, in parentheses.
    fn operands<const N: usize>(&mut self) -> Result<[Expression; N]> {
        self.expect_symbol(b'(')?;
        let (first, constant) = self.typed_constant()?;
        let mut all = [(constant, first); N];
        for operand in &mut all[1..] {
            self.expect_symbol(b',')?;
            let (ty, constant) = self.typed_constant()?;
            *operand = (constant, ty);
        }
        self.expect_symbol(b')')?;
        Ok(all)
    }

    fn made(&mut self, ty: TypeId, kind: ConstantKind) -> Expression {
        let constant = self.module.constants.plain(ty, kind);
        self.note_outdated(constant);
        (constant, TextType::plain(ty))
    }

    fn cast_expression(&mut self, op: CastOp) -> Result<Expression> {
        self.next();
        for word in ["nuw", "nsw", "nneg"] {
            self.take_word(word);
        }
        self.expect_symbol(b'(')?;
        let (from, value) = self.typed_constant()?;
        self.expect_word("to")?;
        let to = self.ty()?;
        self.expect_symbol(b')')?;
        if op == CastOp::BitCast && from.model == to.model {
            return Ok((value, to));
        }
        let types = &self.module.types;
        let op = match (op, types.get(from.model), types.get(to.model)) {
            // A bit cast between address spaces is now `addrspacecast`.
            (CastOp::BitCast, Type::Pointer(lhs), Type::Pointer(rhs))
                if lhs != rhs && !self.is_as_written() =>
            {
                CastOp::AddrSpaceCast
            }
            _ => op,
        };
        let (constant, _) = self.made(to.model, ConstantKind::Cast(op, value));
        Ok((constant, to))
    }

    fn same_type(&self, token: Token, lhs: TextType, rhs: TextType) -> Result<()> {
        if lhs.model == rhs.model {
            return Ok(());
        }
        let message = format!(
            "the operands have the types {} and {}, expected the same type",
            self.shown(lhs.model),
            self.shown(rhs.model)
        );
        self.fail_at(token, E::WrongType, message)
    }

    fn binary_expression(&mut self, token: Token, op: BinaryOp) -> Result<Expression> {
        self.next();
        let flags = self.binary_flags();
        let [(lhs, ty), (rhs, other)] = self.operands()?;
        self.same_type(token, ty, other)?;
        let op = self.by_type(op, ty.model);
        Ok(self.made(ty.model, ConstantKind::Binary(op, flags, lhs, rhs)))
    }

    fn negate_expression(&mut self) -> Result<Expression> {
        let token = self.next();
        let [(value, ty)] = self.operands()?;
        if !self.is_float(ty.model) {
            let message = format!("fneg is not defined for {}", self.shown(ty.model));
            return self.fail_at(token, E::WrongType, message);
        }
        Ok(self.made(ty.model, ConstantKind::Negate(value)))
    }

    fn compare_expression(&mut self) -> Result<Expression> {
        let token = self.next();
        let is_float = matches!(self.slice(token), b"fcmp" | b"vfcmp");
        let word = self.word();
        let integer = IntPredicate::ALL
            .iter()
            .find(|one| one.text().as_bytes() == word);
        let float = FloatPredicate::ALL
            .iter()
            .find(|one| one.text().as_bytes() == word);
        self.next();
        let [(lhs, ty), (rhs, other)] = self.operands()?;
        self.same_type(token, ty, other)?;
        let kind = match (is_float, integer, float) {
            (false, Some(&predicate), _) => ConstantKind::IntCompare(predicate, lhs, rhs),
            (true, _, Some(&predicate)) => ConstantKind::FloatCompare(predicate, lhs, rhs),
            _ => return self.fail_at(token, E::Unexpected, "expected a comparison"),
        };
        let truth = self.truth_type(ty.model);
        Ok(self.made(truth, kind))
    }

    fn select_expression(&mut self) -> Result<Expression> {
        let token = self.next();
        let [(condition, _), (if_true, ty), (if_false, other)] = self.operands()?;
        self.same_type(token, ty, other)?;
        let constant = self
            .module
            .constants
            .select(ty.model, condition, if_true, if_false);
        self.note_outdated(constant);
        Ok((constant, ty))
    }

    fn vector_expression(&mut self) -> Result<Expression> {
        let token = self.next();
        match self.slice(token) {
            b"extractelement" => {
                let [(vector, ty), (index, _)] = self.operands()?;
                let element = self.element_of(token, ty.model)?;
                Ok(self.made(element, ConstantKind::ExtractElement(vector, index)))
            }
            b"insertelement" => {
                let [(vector, ty), (element, found), (index, _)] = self.operands()?;
                let expected = self.element_of(token, ty.model)?;
                self.same_type(token, TextType::plain(expected), found)?;
                let operands = [vector, element, index];
                let constant = self.module.constants.insert_element(ty.model, operands);
                self.note_outdated(constant);
                Ok((constant, ty))
            }
            _ => {
                let [(lhs, ty), (rhs, other), (mask, mask_type)] = self.operands()?;
                self.same_type(token, ty, other)?;
                let result = self.shuffled_type(token, ty.model, mask_type.model)?;
                let operands = [lhs, rhs, mask];
                let constant = self.module.constants.shuffle_vector(result, operands);
                self.note_outdated(constant);
                Ok((constant, TextType::plain(result)))
            }
        }
    }

    /// Evaluates `extractvalue` or `insertvalue`, because the model has no such constant
    /// expressions.
    fn part_expression(&mut self) -> Result<Expression> {
        let token = self.next();
        let inserts = self.slice(token) == b"insertvalue";
        self.expect_symbol(b'(')?;
        let (ty, aggregate) = self.typed_constant()?;
        let mut new = None;
        if inserts {
            self.expect_symbol(b',')?;
            new = Some(self.typed_constant()?.1);
        }
        let mut indices = Vec::new();
        while self.take_symbol(b',') {
            indices.push(self.unsigned_32()?);
        }
        self.expect_symbol(b')')?;
        if let (Some(new), [_]) = (new, &indices[..])
            && self.module.types.members(ty.model).is_some()
        {
            return Ok((self.union_of_value(token, ty.model, new)?, ty));
        }
        // Walk from the aggregate to the part, and back again for an insertion.
        let mut path = vec![aggregate];
        for &index in &indices {
            let whole = path[path.len() - 1];
            path.push(self.part_of(token, whole, index)?);
        }
        let Some(mut part) = new else {
            let part = path[path.len() - 1];
            let ty = self.module.constants.get(part).ty;
            return Ok((part, TextType::plain(ty)));
        };
        for (&whole, &index) in path.iter().rev().skip(1).zip(indices.iter().rev()) {
            let ty = self.module.constants.get(whole).ty;
            let count = self.part_count(ty);
            self.charge(count.saturating_mul(8))?;
            let mut parts = Vec::with_capacity(count as usize);
            for other in 0..count {
                parts.push(if other == u64::from(index) {
                    part
                } else {
                    self.part_of(token, whole, other as u32)?
                });
            }
            part = self.module.constants.aggregate(ty, &parts);
            self.note_outdated(part);
        }
        Ok((part, ty))
    }

    /// The number of parts of an aggregate.
    fn part_count(&self, ty: TypeId) -> u64 {
        match self.module.types.get(ty) {
            Type::Array { length, .. } => length,
            _ => self.module.types.fields(ty).map_or(0, <[_]>::len) as u64,
        }
    }

    /// A part of a constant.
    fn part_of(&mut self, token: Token, whole: ConstantId, index: u32) -> Result<ConstantId> {
        let constant = self.module.constants.get(whole);
        let ty = self.part_type(token, constant.ty, index)?;
        let table = &self.module.constants;
        Ok(match constant.kind {
            ConstantKind::Aggregate(list) => table.list(list)[index as usize],
            ConstantKind::Zero => self.module.zero(ty),
            ConstantKind::Undef | ConstantKind::Poison => {
                self.module.constants.plain(ty, constant.kind)
            }
            ConstantKind::Data(list) => {
                let bytes = table.bytes(list);
                let count = self.part_count(constant.ty).max(1) as usize;
                let size = bytes.len() / count;
                let part = &bytes[index as usize * size..][..size];
                let fold = |bits: u64, &byte: &u8| bits << 8 | u64::from(byte);
                let bits = part.iter().rev().fold(0, fold);
                self.module.constants.bits(ty, bits)
            }
            _ => {
                let message = "`extractvalue` and `insertvalue` are not supported for this \
                               expression";
                return self.fail_at(token, E::Unsupported, message);
            }
        })
    }

    /// Rejects `inrange` in text that is kept in its original form, because the model cannot
    /// express it.
    fn refuse_in_range(&self) -> Result<()> {
        match self.is_as_written() {
            true => self.fail(E::Unsupported, "`inrange` is not supported"),
            false => Ok(()),
        }
    }

    /// Parses `getelementptr`, with or without the pointee type of the base.
    fn gep_expression(&mut self) -> Result<Expression> {
        let token = self.next();
        let mut flags = GepFlags::NONE;
        loop {
            match self.word() {
                b"inbounds" => flags = flags.and(GepFlags::INBOUNDS),
                b"nusw" => flags = flags.and(GepFlags::NUSW),
                b"nuw" => flags = flags.and(GepFlags::NUW),
                // The part of the object that is reachable through this address.
                b"inrange" => {
                    self.refuse_in_range()?;
                    self.next();
                    if self.is_symbol(b'(') {
                        self.skip_brackets();
                    }
                    continue;
                }
                _ => break,
            }
            self.next();
        }
        self.expect_symbol(b'(')?;
        let first = self.ty()?;
        let mut source = None;
        let mut base = first;
        if self.take_symbol(b',') {
            source = Some(first.model);
            base = self.ty()?;
        }
        let address = self.constant(base.model)?;
        let source = self.pointee(token, source, base)?;
        let mut operands = vec![address];
        let mut at = source;
        let mut lanes = self.lanes(base.model).1;
        while self.take_symbol(b',') {
            if self.is_word("inrange") {
                self.refuse_in_range()?;
                self.next();
            }
            let (ty, index) = self.typed_constant()?;
            let (element, count) = self.lanes(ty.model);
            if !matches!(element, Type::Integer(_)) {
                return self.fail_at(token, E::WrongType, "an index is not an integer");
            }
            lanes = lanes.or(count);
            if operands.len() > 1 {
                at = self.step_into(token, at, index.into())?;
            }
            operands.push(index);
        }
        self.expect_symbol(b')')?;
        let result = self.address_type(base.model, lanes, at);
        let constant = match self.is_as_written() {
            true => {
                let constants = &mut self.module.constants;
                constants.get_element_ptr(result, source, flags, &operands)
            }
            false => (self.module).address_expression(result, source, flags, &operands),
        };
        self.note_outdated(constant);
        let pointee = (base.pointee.is_some() && lanes.is_none()).then_some(at);
        let ty = TextType {
            model: result,
            pointee,
        };
        Ok((constant, ty))
    }

    /// Parses the flags of an operation on integers.
    pub(super) fn binary_flags(&mut self) -> BinaryFlags {
        let mut flags = BinaryFlags::NONE;
        while self.kind() == Kind::Word {
            flags = flags.and(match self.word() {
                b"nuw" => BinaryFlags::NUW,
                b"nsw" => BinaryFlags::NSW,
                b"exact" => BinaryFlags::EXACT,
                b"disjoint" => BinaryFlags::DISJOINT,
                _ => break,
            });
            self.next();
        }
        flags
    }
}
