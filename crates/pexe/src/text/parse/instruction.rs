//! Parses instructions.

use super::Parser;
use super::block::plain;
use super::constants::sign_extended;
use super::types::{Shape, TypeRef};
use super::words::{binary_op, cast_op, is_defining, predicate};
use crate::construct::{Instruction, PhiOperands, RelativeValues, SwitchCases, block_id};
use crate::ids::{BlockId, ValueId};
use crate::inst::{BinaryOp, CastOp};
use crate::text::error::{Result, SyntaxErrorKind, fault};
use crate::types::Type;
use pinnacle_bitstream::Record;

impl Parser<'_> {
    /// Parses an instruction after `%vN =`.
    #[inline]
    pub(super) fn defining_instruction(&mut self, at: u32) -> Result<()> {
        let word_at = self.scan.here();
        let word = self.scan.word();
        if let Some(op) = binary_op(word) {
            return self.binary(op, at, word_at);
        }
        match word {
            b"load" => self.load(at),
            b"icmp" => self.comparison(at, true),
            b"phi" => self.phi(at),
            b"call" => self.call(at, false, true),
            b"tail" => {
                self.scan.expect_word("call")?;
                self.call(at, true, true)
            }
            b"fcmp" => self.comparison(at, false),
            b"select" => self.select(at),
            b"alloca" => self.alloca(at),
            b"extractelement" => self.extract_element(at),
            b"insertelement" => self.insert_element(at),
            b"abbrev" => fault(
                SyntaxErrorKind::WrongName,
                at,
                "found a value's name for an abbreviation, expected `%aN`",
            ),
            _ => match cast_op(word) {
                Some(op) => self.cast(op, at),
                None => self.not_defining(word, word_at),
            },
        }
    }

    #[cold]
    fn not_defining(&mut self, word: &[u8], at: u32) -> Result<()> {
        match word {
            b"store" | b"br" | b"ret" | b"switch" | b"unreachable" => fault(
                SyntaxErrorKind::WrongResult,
                at,
                format!("`{}` has no result", String::from_utf8_lossy(word)),
            ),
            _ => self.scan.unexpected_at(at, "an instruction"),
        }
    }

    /// Parses the rest of an instruction without a result if its first word starts one. Returns
    /// false otherwise.
    #[inline]
    pub(super) fn plain_instruction(&mut self, word: &[u8], at: u32) -> Result<bool> {
        match word {
            b"store" => self.store(at)?,
            b"br" => self.branch(at)?,
            b"ret" => self.ret(at)?,
            b"call" => self.call(at, false, false)?,
            b"tail" => {
                self.scan.expect_word("call")?;
                self.call(at, true, false)?;
            }
            b"declare" => self.declare(at)?,
            b"switch" => self.switch(at)?,
            b"unreachable" => self.end(&Instruction::Unreachable, at, true)?,
            _ => {
                if binary_op(word).is_some() || cast_op(word).is_some() || is_defining(word) {
                    let name = String::from_utf8_lossy(word);
                    return fault(
                        SyntaxErrorKind::WrongResult,
                        at,
                        format!("`{name}` has a result, expected `%vN =` before it"),
                    );
                }
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Ends an instruction without a result.
    #[inline]
    fn end(&mut self, instruction: &Instruction<'_>, at: u32, terminator: bool) -> Result<()> {
        self.semicolon()?;
        let base = self.body.value_base();
        let record = self
            .buffer
            .record(at, |operands| instruction.encode(base, operands));
        self.body.instruction(terminator);
        self.finish(record, at)
    }

    /// Ends an instruction with a result of this type.
    #[inline]
    fn end_defining(&mut self, instruction: &Instruction<'_>, at: u32, ty: TypeRef) -> Result<()> {
        self.semicolon()?;
        let base = self.body.value_base();
        let record = self
            .buffer
            .record(at, |operands| instruction.encode(base, operands));
        self.body.instruction(false);
        let finished = self.finish(record, at);
        self.body.define(ty);
        finished
    }

    /// Parses `T V1, V2;`.
    fn binary(&mut self, op: BinaryOp, at: u32, word_at: u32) -> Result<()> {
        let ty = self.types.parse(&mut self.scan)?;
        let float = ty.value().is_some_and(|ty| ty.element().is_float());
        match BinaryOp::from_code(op.code(), float) {
            Some(meant) if meant != op => return self.wrong_operation(op, meant, ty, word_at),
            _ => {}
        }
        let lhs = self.value_of(ty)?;
        self.scan.expect(b',')?;
        let rhs = self.value_of(ty)?;
        let op = op.code();
        self.end_defining(&Instruction::Binary { op, lhs, rhs }, at, ty)
    }

    /// Reports an operation of the wrong kind. Integer and floating-point operations have the same
    /// numbers in records, so the text must name the one for the type.
    #[cold]
    fn wrong_operation(&self, op: BinaryOp, meant: BinaryOp, ty: TypeRef, at: u32) -> Result<()> {
        fault(
            SyntaxErrorKind::WrongOperation,
            at,
            format!(
                "found `{}` on type {}, expected `{}`",
                op.name(),
                self.types.name(ty),
                meant.name()
            ),
        )
    }

    /// Parses `T1 V to T2;`.
    fn cast(&mut self, op: CastOp, at: u32) -> Result<()> {
        let (_, value) = self.typed_value()?;
        self.scan.expect_word("to")?;
        let type_at = self.scan.here();
        let target = self.types.parse(&mut self.scan)?;
        let ty = self.types.id(target, type_at)?;
        self.end_defining(&Instruction::Cast { op, value, ty }, at, target)
    }

    /// Parses `C T V1, V2;`.
    fn comparison(&mut self, at: u32, integer: bool) -> Result<()> {
        let word_at = self.scan.here();
        let Some(predicate) = predicate(self.scan.word(), integer) else {
            let kind = if integer {
                "of icmp, as `eq`"
            } else {
                "of fcmp, as `oeq`"
            };
            return self
                .scan
                .unexpected_at(word_at, &format!("a condition {kind}"));
        };
        let ty = self.types.parse(&mut self.scan)?;
        let lhs = self.value_of(ty)?;
        self.scan.expect(b',')?;
        let rhs = self.value_of(ty)?;
        let result = ty.value().map_or(Type::I1, Type::comparison_result);
        let instruction = Instruction::Compare {
            predicate,
            lhs,
            rhs,
        };
        self.end_defining(&instruction, at, result.into())
    }

    /// Parses `CT C, T V1, T V2;`.
    fn select(&mut self, at: u32) -> Result<()> {
        let (_, condition) = self.typed_value()?;
        self.scan.expect(b',')?;
        let (ty, if_true) = self.typed_value()?;
        self.scan.expect(b',')?;
        let (_, if_false) = self.typed_value()?;
        let instruction = Instruction::Select {
            if_true,
            if_false,
            condition,
        };
        self.end_defining(&instruction, at, ty)
    }

    /// Parses `TV V, i32 I;`.
    fn extract_element(&mut self, at: u32) -> Result<()> {
        let (ty, vector) = self.typed_value()?;
        self.scan.expect(b',')?;
        let (_, index) = self.typed_value()?;
        let element = match self.types.shape(ty) {
            Some(&Shape::Value(ty)) => ty.element().into(),
            Some(&Shape::Vector(_, element)) => element,
            _ => TypeRef::UNKNOWN,
        };
        self.end_defining(&Instruction::ExtractElement { vector, index }, at, element)
    }

    /// Parses `TV V, TE E, i32 I;`.
    fn insert_element(&mut self, at: u32) -> Result<()> {
        let (ty, vector) = self.typed_value()?;
        self.scan.expect(b',')?;
        let (_, element) = self.typed_value()?;
        self.scan.expect(b',')?;
        let (_, index) = self.typed_value()?;
        let instruction = Instruction::InsertElement {
            vector,
            element,
            index,
        };
        self.end_defining(&instruction, at, ty)
    }

    /// Parses `T* P, align V;`.
    fn load(&mut self, at: u32) -> Result<()> {
        let type_at = self.scan.here();
        let loaded = self.types.parse(&mut self.scan)?;
        let ty = self.types.id(loaded, type_at)?;
        let (address, align) = self.place()?;
        self.end_defining(&Instruction::Load { address, align, ty }, at, loaded)
    }

    /// Parses `T S, T* P, align V;`.
    fn store(&mut self, at: u32) -> Result<()> {
        let (ty, value) = self.typed_value()?;
        self.scan.expect(b',')?;
        let type_at = self.scan.here();
        let pointed = self.types.parse(&mut self.scan)?;
        if pointed != ty {
            return fault(
                SyntaxErrorKind::WrongType,
                type_at,
                format!(
                    "found type {}, but the value that is stored has type {}",
                    self.types.name(pointed),
                    self.types.name(ty)
                ),
            );
        }
        let (address, align) = self.place()?;
        let instruction = Instruction::Store {
            address,
            value,
            align,
        };
        self.end(&instruction, at, false)
    }

    /// Parses `* P, align V`, which is an address and its alignment.
    fn place(&mut self) -> Result<(ValueId, crate::inst::Alignment)> {
        self.scan.expect(b'*')?;
        let name = self.scan.name()?;
        let (address, _) = self.resolve(name)?;
        self.scan.expect(b',')?;
        self.scan.expect_word("align")?;
        Ok((address, self.alignment()?))
    }

    /// Parses `i8, i32 S, align V;`.
    fn alloca(&mut self, at: u32) -> Result<()> {
        self.scan.expect_word("i8")?;
        self.scan.expect(b',')?;
        let (_, size) = self.typed_value()?;
        self.scan.expect(b',')?;
        self.scan.expect_word("align")?;
        let align = self.alignment()?;
        self.end_defining(&Instruction::Alloca { size, align }, at, Type::I32.into())
    }

    /// Parses `%bN`, optionally after `label`.
    fn block(&mut self) -> Result<BlockId> {
        if self.scan.peek().is_ascii_alphabetic() {
            self.scan.expect_word("label")?;
        }
        let name = self.scan.name()?;
        if name.prefix != *b"%b" {
            return self.scan.unexpected_at(name.at, "a block, `%bN`");
        }
        Ok(BlockId(name.index))
    }

    /// Parses `label %bN;` or `i1 C, label %bT, label %bF;`.
    fn branch(&mut self, at: u32) -> Result<()> {
        let mut ahead = self.scan.lookahead();
        if ahead.peek() == b'%' || ahead.word() == b"label" {
            let target = self.block()?;
            return self.end(&Instruction::Br { target }, at, true);
        }
        let (_, condition) = self.typed_value()?;
        self.scan.expect(b',')?;
        let if_true = self.block()?;
        self.scan.expect(b',')?;
        let if_false = self.block()?;
        let instruction = Instruction::CondBr {
            condition,
            if_true,
            if_false,
        };
        self.end(&instruction, at, true)
    }

    /// Parses `void;` or `T V;`.
    fn ret(&mut self, at: u32) -> Result<()> {
        let ty = self.types.parse(&mut self.scan)?;
        let value = match ty.value() {
            Some(Type::Void) => None,
            _ => Some(self.value_of(ty)?),
        };
        self.end(&Instruction::Ret { value }, at, true)
    }

    /// Parses `T V { default: br label %bB; T N: br label %bB; }`.
    fn switch(&mut self, at: u32) -> Result<()> {
        let type_at = self.scan.here();
        let (selected, value) = self.typed_value()?;
        let ty = self.types.id(selected, type_at)?;
        self.scan.expect(b'{')?;
        self.scan.expect_word("default")?;
        self.scan.expect(b':')?;
        let default = self.case_target()?;
        self.operands.clear();
        while !self.scan.eat(b'}') {
            let type_at = self.scan.here();
            let case = self.types.parse(&mut self.scan)?;
            if case != selected {
                return fault(
                    SyntaxErrorKind::WrongType,
                    type_at,
                    format!(
                        "found type {}, but the switch is on type {}",
                        self.types.name(case),
                        self.types.name(selected)
                    ),
                );
            }
            let number_at = self.scan.here();
            let number = self.scan.integer()?;
            let selector = self.in_range(number, selected, number_at)?;
            self.scan.expect(b':')?;
            let target = self.case_target()?;
            self.operands
                .extend(SwitchCases::operands(selector, target));
        }
        let base = self.body.value_base();
        let instruction = Instruction::Switch {
            ty,
            value,
            default,
            cases: SwitchCases::new(&self.operands),
        };
        let record = self
            .buffer
            .record(at, |operands| instruction.encode(base, operands));
        self.body.instruction(true);
        self.finish(record, at)
    }

    /// Parses `br label %bN;`.
    fn case_target(&mut self) -> Result<BlockId> {
        self.scan.expect_word("br")?;
        let target = self.block()?;
        self.semicolon()?;
        Ok(target)
    }

    /// Parses `T [V1, %bB1], ...;`.
    fn phi(&mut self, at: u32) -> Result<()> {
        let type_at = self.scan.here();
        let result = self.types.parse(&mut self.scan)?;
        let ty = self.types.id(result, type_at)?;
        let base = self.body.value_base();
        self.operands.clear();
        loop {
            self.scan.expect(b'[')?;
            let value = self.value_of(result)?;
            self.scan.expect(b',')?;
            let block = self.block()?;
            self.scan.expect(b']')?;
            self.operands
                .extend([base.relative_in_phi(value), block.0.into()]);
            if !self.scan.eat(b',') {
                break;
            }
        }
        self.semicolon()?;
        let instruction = Instruction::Phi {
            ty,
            incoming: PhiOperands::new(&self.operands, base),
        };
        let record = self
            .buffer
            .record(at, |operands| instruction.encode(base, operands));
        self.body.instruction(false);
        let finished = self.finish(record, at);
        self.body.define(result);
        finished
    }

    /// Parses `T V (T1 A1, ...);` after `call`. `named` is true if a name for the result precedes
    /// it.
    fn call(&mut self, at: u32, tail: bool, named: bool) -> Result<()> {
        let type_at = self.scan.here();
        let result = self.types.parse(&mut self.scan)?;
        let has_result = result.value() != Some(Type::Void);
        if has_result != named {
            let message = if named {
                "found a name for the result of a call that returns void"
            } else {
                "found a call that returns a value, expected `%vN =` before it"
            };
            return fault(SyntaxErrorKind::WrongResult, at, message);
        }
        let callee_name = self.scan.name()?;
        let mut direct = callee_name.prefix == *b"@f";
        let (callee, _) = self.resolve(callee_name)?;
        let base = self.body.value_base();
        self.scan.expect(b'(')?;
        self.operands.clear();
        if !self.scan.eat(b')') {
            loop {
                let (_, value) = self.typed_value()?;
                self.operands.push(base.relative(value));
                if !self.scan.eat(b',') {
                    self.scan.expect(b')')?;
                    break;
                }
            }
        }
        self.semicolon()?;
        if direct && self.is_through_address(at) {
            direct = false;
        } else if direct {
            self.check_result(callee, result, type_at)?;
        }
        let args = RelativeValues::new(&self.operands, base);
        let instruction = if direct {
            Instruction::Call { tail, callee, args }
        } else {
            let ty = self.types.id(result, type_at)?;
            Instruction::CallIndirect {
                tail,
                callee,
                ty,
                args,
            }
        };
        let record = self
            .buffer
            .record(at, |operands| instruction.encode(base, operands));
        self.body.instruction(false);
        let finished = self.finish(record, at);
        if has_result {
            self.body.define(result);
        }
        finished
    }

    /// Returns true if the record of a call uses the function's address. The text is the same for
    /// both forms of call, so this depends on the record in the listing or in a comment. Only the
    /// abbreviation and the facts of the call have not been parsed yet.
    fn is_through_address(&mut self, at: u32) -> bool {
        let mut ahead = self.scan.lookahead();
        let numbers = if let Some(listing) = self.listing {
            listing.record(at, &mut self.row, &mut self.column);
            &self.column
        } else {
            // An invalid abbreviation is reported later.
            let _ = ahead.abbreviation();
            ahead.peek();
            if !ahead.facts.record {
                return false;
            }
            &ahead.facts.numbers
        };
        let Some((&code, operands)) = numbers.split_first() else {
            return false;
        };
        let record = plain(code, operands);
        let construct = Instruction::decode(&record, self.body.value_base());
        matches!(construct, Ok(Instruction::CallIndirect { .. }))
    }

    /// Returns true if two switches have the same text. Their selectors then differ only in bits
    /// that their type lacks.
    pub(super) fn same_switch(
        &self,
        kind: Option<u32>,
        text: &Record<'_>,
        listed: &Record<'_>,
    ) -> bool {
        if kind != Some(block_id::FUNCTION) {
            return false;
        }
        let base = self.body.value_base();
        let (
            Ok(Instruction::Switch { ty, cases, .. }),
            Ok(Instruction::Switch { cases: others, .. }),
        ) = (
            Instruction::decode(text, base),
            Instruction::decode(listed, base),
        )
        else {
            return false;
        };
        let type_bits = self.types.value(ty).map_or(0, Type::bits);
        let same_case = |(a, b)| match (a, b) {
            (Ok((a, to)), Ok((b, other))) => {
                let in_type = |selector| sign_extended(selector, type_bits.clamp(1, 64));
                to == other && in_type(a) == in_type(b)
            }
            _ => false,
        };
        // Type, value, default and number of cases precede the cases.
        text.operands[..4] == listed.operands[..4]
            && cases.iter(0).zip(others.iter(0)).all(same_case)
    }

    /// Checks the result type in the text of a call of a function.
    fn check_result(&self, callee: ValueId, said: TypeRef, at: u32) -> Result<()> {
        let Some(function) = self.module.functions.get(callee.index()) else {
            return Ok(());
        };
        match self.types.shape(function.ty) {
            Some(&Shape::Function(_, result, _)) if !result.agrees(said) => fault(
                SyntaxErrorKind::WrongType,
                at,
                format!(
                    "found type {}, but @f{} returns {}",
                    self.types.name(said),
                    callee.0,
                    self.types.name(result)
                ),
            ),
            _ => Ok(()),
        }
    }

    /// Parses `T %vN;` after `declare`.
    fn declare(&mut self, at: u32) -> Result<()> {
        let type_at = self.scan.here();
        let declared = self.types.parse(&mut self.scan)?;
        let ty = self.types.id(declared, type_at)?;
        let name = self.scan.name()?;
        if name.prefix != *b"%v" {
            return self
                .scan
                .unexpected_at(name.at, "the name of a value, `%vN`");
        }
        self.semicolon()?;
        let value = self.body.declare(name.index, declared);
        let instruction = Instruction::ForwardType { value, ty };
        let base = self.body.value_base();
        let record = self
            .buffer
            .record(at, |operands| instruction.encode(base, operands));
        self.finish(record, at)
    }
}
