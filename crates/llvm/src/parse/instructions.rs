//! Instructions that compute: arithmetic, conversions, comparisons, and access to parts of
//! aggregates and vectors.

use super::Parser;
use super::error::{Result, SyntaxErrorKind as E};
use super::lex::{Kind, Token};
use super::types::TextType;
use crate::body::OldForm;
use crate::constants::ConstantKind;
use crate::ids::{List, TypeId};
use crate::instruction::{
    BinaryOp, CastFlags, CastOp, FastMath, FloatPredicate, InstructionKind, IntPredicate, Value,
};
use crate::types::Type;

/// The keywords of the fast-math flags.
const FAST_MATH: &[(&[u8], FastMath)] = &[
    (b"fast", FastMath::FAST),
    (b"reassoc", FastMath::REASSOC),
    (b"nnan", FastMath::NNAN),
    (b"ninf", FastMath::NINF),
    (b"nsz", FastMath::NSZ),
    (b"arcp", FastMath::ARCP),
    (b"contract", FastMath::CONTRACT),
    (b"afn", FastMath::AFN),
];

impl Parser<'_> {
    /// Parses the instruction at the current token.
    pub(super) fn instruction(&mut self) -> Result<()> {
        let token = self.token();
        let word = self.word();
        if let Some(&op) = BinaryOp::ALL.iter().find(|op| op.text().as_bytes() == word) {
            self.next();
            return self.binary(token, op);
        }
        if let Some(&op) = CastOp::ALL.iter().find(|op| op.text().as_bytes() == word) {
            self.next();
            return self.cast(token, op);
        }
        if self.kind() != Kind::Word {
            return self.unexpected("an instruction");
        }
        self.next();
        match word {
            b"fneg" => self.negate(token),
            b"icmp" | b"fcmp" | b"vicmp" | b"vfcmp" => self.compare(token, word),
            b"select" => self.select(token),
            b"freeze" => self.freeze(),
            b"extractvalue" | b"getresult" => self.extract_value(token, word == b"getresult"),
            b"insertvalue" => self.insert_value(token),
            b"extractelement" => self.extract_element(token),
            b"insertelement" => self.insert_element(token),
            b"shufflevector" => self.shuffle_vector(token),
            b"ret" | b"br" | b"switch" | b"indirectbr" | b"invoke" | b"callbr" | b"resume"
            | b"unreachable" | b"unwind" | b"phi" | b"landingpad" | b"cleanupret" | b"catchret"
            | b"catchswitch" | b"catchpad" | b"cleanuppad" => self.control(token, word),
            b"call" | b"tail" | b"musttail" | b"notail" => self.call_instruction(word),
            _ => self.memory_instruction(token, word),
        }
    }

    // Types of results

    /// Returns the element type and length of a vector, or the type itself.
    pub(super) fn lanes(&self, ty: TypeId) -> (Type, Option<(u32, bool)>) {
        match self.module.types.get(ty) {
            Type::Vector {
                element,
                length,
                scalable,
            } => (self.module.types.get(element), Some((length, scalable))),
            other => (other, None),
        }
    }

    pub(super) fn is_float(&self, ty: TypeId) -> bool {
        matches!(
            self.lanes(ty).0,
            Type::Half
                | Type::BFloat
                | Type::Float
                | Type::Double
                | Type::X86Fp80
                | Type::Fp128
                | Type::PpcFp128
        )
    }

    /// The type of the result of comparing values of this type.
    pub(super) fn truth_type(&mut self, operand: TypeId) -> TypeId {
        let bit = self.module.types.integer(1);
        match self.lanes(operand).1 {
            Some((length, scalable)) => self.module.types.vector(bit, length, scalable),
            None => bit,
        }
    }

    pub(super) fn element_of(&self, token: Token, vector: TypeId) -> Result<TypeId> {
        match self.module.types.get(vector) {
            Type::Vector { element, .. } => Ok(element),
            _ => {
                let message = format!("expected a vector, found {}", self.shown(vector));
                self.fail_at(token, E::WrongType, message)
            }
        }
    }

    /// The type of the result of shuffling vectors with a mask.
    pub(super) fn shuffled_type(
        &mut self,
        token: Token,
        vector: TypeId,
        mask: TypeId,
    ) -> Result<TypeId> {
        let element = self.element_of(token, vector)?;
        match self.lanes(mask) {
            (Type::Integer(32), Some((length, scalable))) => {
                Ok(self.module.types.vector(element, length, scalable))
            }
            _ => self.fail_at(token, E::WrongType, "the mask is not a vector of i32"),
        }
    }

    /// The type of a part of an aggregate.
    pub(super) fn part_type(&self, token: Token, whole: TypeId, index: u32) -> Result<TypeId> {
        let types = &self.module.types;
        if let Some(members) = types.members(whole)
            && self.is_as_written()
        {
            if let Some(&member) = members.get(index as usize) {
                return Ok(member);
            }
        } else if types.members(whole).is_some() {
            let message = "access to a part of a union in a register is not supported";
            return self.fail_at(token, E::Unsupported, message);
        }
        let part = match types.get(whole) {
            Type::Array { element, length } => (u64::from(index) < length).then_some(element),
            _ => {
                let fields = types.fields(whole);
                fields.and_then(|fields| fields.get(index as usize).copied())
            }
        };
        match part {
            Some(part) => Ok(part),
            None => {
                let message = format!("{} has no part {index}", self.shown(whole));
                self.fail_at(token, E::BadIndex, message)
            }
        }
    }

    /// Returns the operation for numbers of this type. Before LLVM 2.6, one addition served
    /// integers and floating point.
    pub(super) fn by_type(&self, op: BinaryOp, ty: TypeId) -> BinaryOp {
        match op {
            BinaryOp::Add if self.is_float(ty) => BinaryOp::FAdd,
            BinaryOp::Sub if self.is_float(ty) => BinaryOp::FSub,
            BinaryOp::Mul if self.is_float(ty) => BinaryOp::FMul,
            other => other,
        }
    }

    /// The error for two types that should be the same.
    pub(super) fn expect_type(&self, token: Token, found: TypeId, expected: TypeId) -> Result<()> {
        if found == expected {
            return Ok(());
        }
        let (found, expected) = (self.shown(found), self.shown(expected));
        let message = format!("expected a value of type {expected}, found {found}");
        self.fail_at(token, E::WrongType, message)
    }

    // Arithmetic

    pub(super) fn fast_math(&mut self) -> FastMath {
        let mut flags = FastMath::NONE;
        while let Some(&(_, flag)) = FAST_MATH.iter().find(|(word, _)| *word == self.word()) {
            flags = flags.and(flag);
            self.next();
        }
        flags
    }

    fn binary(&mut self, token: Token, op: BinaryOp) -> Result<()> {
        let flags = self.binary_flags();
        let fast = self.fast_math();
        let (ty, lhs) = self.typed_value()?;
        let ty = ty.model;
        self.expect_symbol(b',')?;
        let rhs = self.value(ty)?;
        let op = self.by_type(op, ty);
        let is_float = matches!(
            op,
            BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem
        );
        let fits = if is_float {
            self.is_float(ty)
        } else {
            matches!(self.lanes(ty).0, Type::Integer(_))
        };
        if !fits {
            let message = format!("{} is not defined for {}", op.text(), self.shown(ty));
            return self.fail_at(token, E::WrongType, message);
        }
        let kind = if is_float {
            InstructionKind::FloatBinary {
                op,
                flags: fast,
                lhs,
                rhs,
            }
        } else {
            InstructionKind::Binary {
                op,
                flags,
                lhs,
                rhs,
            }
        };
        self.emit_value(kind, ty)
    }

    fn negate(&mut self, token: Token) -> Result<()> {
        let flags = self.fast_math();
        let (ty, value) = self.typed_value()?;
        if !self.is_float(ty.model) {
            let message = format!("fneg is not defined for {}", self.shown(ty.model));
            return self.fail_at(token, E::WrongType, message);
        }
        self.emit_value(InstructionKind::Negate { flags, value }, ty.model)
    }

    fn cast_is_valid(&self, op: CastOp, from: TypeId, to: TypeId) -> bool {
        use CastOp as Op;
        let ((from_one, from_count), (to_one, to_count)) = (self.lanes(from), self.lanes(to));
        let is_int = |ty| matches!(ty, Type::Integer(_));
        let is_pointer = |ty| matches!(ty, Type::Pointer(_));
        let (from_float, to_float) = (self.is_float(from), self.is_float(to));
        match op {
            Op::BitCast => self.is_loadable(to) && self.is_loadable(from),
            _ if from_count != to_count => false,
            Op::Trunc | Op::ZExt | Op::SExt => is_int(from_one) && is_int(to_one),
            Op::FPTrunc | Op::FPExt => from_float && to_float,
            Op::FPToUI | Op::FPToSI => from_float && is_int(to_one),
            Op::UIToFP | Op::SIToFP => is_int(from_one) && to_float,
            Op::PtrToInt => is_pointer(from_one) && is_int(to_one),
            Op::IntToPtr => is_int(from_one) && is_pointer(to_one),
            Op::AddrSpaceCast => is_pointer(from_one) && is_pointer(to_one),
        }
    }

    fn cast(&mut self, token: Token, op: CastOp) -> Result<()> {
        let mut flags = CastFlags::NONE;
        loop {
            flags = flags.and(match self.word() {
                b"nuw" => CastFlags::NUW,
                b"nsw" => CastFlags::NSW,
                b"nneg" => CastFlags::NNEG,
                _ => break,
            });
            self.next();
        }
        let (from, value) = self.typed_value()?;
        self.expect_word("to")?;
        let to = self.ty()?;
        if !self.cast_is_valid(op, from.model, to.model) {
            let (from, to) = (self.shown(from.model), self.shown(to.model));
            let message = format!("{} cannot convert {from} to {to}", op.text());
            return self.fail_at(token, E::WrongType, message);
        }
        let types = &self.module.types;
        if let (CastOp::BitCast, Type::Pointer(lhs), Type::Pointer(rhs)) =
            (op, types.get(from.model), types.get(to.model))
            && lhs != rhs
            && !self.is_as_written()
        {
            // LLVM converts through an integer, too.
            let word = self.module.types.integer(64);
            let kind = InstructionKind::Cast {
                op: CastOp::PtrToInt,
                flags,
                value,
            };
            let value = self.emit_extra(kind, word);
            let op = CastOp::IntToPtr;
            return self.emit_value(InstructionKind::Cast { op, flags, value }, to.model);
        }
        self.emit_value(InstructionKind::Cast { op, flags, value }, to.model)
    }

    fn compare(&mut self, token: Token, word: &[u8]) -> Result<()> {
        let is_float = matches!(word, b"fcmp" | b"vfcmp");
        let flags = self.fast_math();
        let predicate = self.word();
        let integer = IntPredicate::ALL
            .iter()
            .find(|one| one.text().as_bytes() == predicate);
        let float = FloatPredicate::ALL
            .iter()
            .find(|one| one.text().as_bytes() == predicate);
        if is_float && float.is_none() || !is_float && integer.is_none() {
            return self.unexpected("a comparison");
        }
        self.next();
        let (ty, lhs) = self.typed_value()?;
        let ty = ty.model;
        self.expect_symbol(b',')?;
        let rhs = self.value(ty)?;
        let truth = self.truth_type(ty);
        let fits = if is_float {
            self.is_float(ty)
        } else {
            matches!(self.lanes(ty).0, Type::Integer(_) | Type::Pointer(_))
        };
        let kind = match (is_float, integer, float) {
            (true, _, Some(&predicate)) if fits => InstructionKind::FloatCompare {
                predicate,
                flags,
                lhs,
                rhs,
            },
            (false, Some(&predicate), _) if fits => InstructionKind::IntCompare {
                predicate,
                lhs,
                rhs,
            },
            _ => {
                let message = format!("this comparison is not defined for {}", self.shown(ty));
                return self.fail_at(token, E::WrongType, message);
            }
        };
        if matches!(word, b"vicmp" | b"vfcmp") {
            return self.widen(token, kind, truth, ty);
        }
        self.emit_value(kind, truth)
    }

    fn select(&mut self, token: Token) -> Result<()> {
        let flags = self.fast_math();
        let (condition_type, condition) = self.typed_value()?;
        if self.lanes(condition_type.model).0 != Type::Integer(1) {
            return self.fail_at(
                token,
                E::WrongType,
                "the condition must have type i1 or be a \
                                                      vector of i1",
            );
        }
        self.expect_symbol(b',')?;
        let (ty, if_true) = self.typed_value()?;
        self.expect_symbol(b',')?;
        let (other, if_false) = self.typed_value()?;
        self.expect_type(token, other.model, ty.model)?;
        let operands = self.list(&[condition, if_true, if_false]);
        self.emit_value(InstructionKind::Select { flags, operands }, ty.model)
    }

    fn freeze(&mut self) -> Result<()> {
        let (ty, value) = self.typed_value()?;
        self.emit_value(InstructionKind::Freeze(value), ty.model)
    }

    // Aggregates and vectors

    /// Parses the indices after an aggregate. Returns them and the type that they select.
    fn path(&mut self, token: Token, whole: TypeId) -> Result<(List, TypeId)> {
        let mut indices = Vec::new();
        let mut ty = whole;
        while self.is_symbol(b',') && self.ahead(1).kind != Kind::Metadata {
            self.next();
            let index = self.unsigned_32()?;
            ty = self.part_type(token, ty, index)?;
            indices.push(index);
        }
        if indices.is_empty() {
            return self.unexpected("',' and the number of a part");
        }
        Ok((List::push(&mut self.locals.body.indices, &indices), ty))
    }

    fn extract_value(&mut self, token: Token, is_old: bool) -> Result<()> {
        let (ty, aggregate) = self.typed_value()?;
        let (indices, part) = self.path(token, ty.model)?;
        if is_old && self.is_as_written() {
            self.mark(OldForm::GetResult);
        }
        let kind = InstructionKind::ExtractValue { aggregate, indices };
        self.emit_value(kind, part)
    }

    fn insert_value(&mut self, token: Token) -> Result<()> {
        let (ty, aggregate) = self.typed_value()?;
        self.expect_symbol(b',')?;
        let (element_type, element) = self.typed_value()?;
        let (indices, part) = self.path(token, ty.model)?;
        self.expect_type(token, element_type.model, part)?;
        let kind = InstructionKind::InsertValue {
            aggregate,
            element,
            indices,
        };
        self.emit_value(kind, ty.model)
    }

    /// Parses `, TYPE VALUE`, where the value is the index of an element.
    fn element_index(&mut self) -> Result<Value> {
        self.expect_symbol(b',')?;
        let token = self.token();
        let (ty, index) = self.typed_value()?;
        match self.module.types.get(ty.model) {
            Type::Integer(_) => Ok(index),
            _ => self.fail_at(token, E::WrongType, "expected the number of an element"),
        }
    }

    fn extract_element(&mut self, token: Token) -> Result<()> {
        let (ty, vector) = self.typed_value()?;
        let index = self.element_index()?;
        let element = self.element_of(token, ty.model)?;
        self.emit_value(InstructionKind::ExtractElement { vector, index }, element)
    }

    fn insert_element(&mut self, token: Token) -> Result<()> {
        let (ty, vector) = self.typed_value()?;
        self.expect_symbol(b',')?;
        let (element_type, element) = self.typed_value()?;
        let expected = self.element_of(token, ty.model)?;
        self.expect_type(token, element_type.model, expected)?;
        let index = self.element_index()?;
        let operands = self.list(&[vector, element, index]);
        self.emit_value(InstructionKind::InsertElement { operands }, ty.model)
    }

    fn shuffle_vector(&mut self, token: Token) -> Result<()> {
        let (ty, lhs) = self.typed_value()?;
        self.expect_symbol(b',')?;
        let (other, rhs) = self.typed_value()?;
        self.expect_type(token, other.model, ty.model)?;
        self.expect_symbol(b',')?;
        let mask_token = self.token();
        let (mask_type, mask) = self.typed_constant()?;
        let result = self.shuffled_type(token, ty.model, mask_type.model)?;
        let is_plain = matches!(
            self.module.constants.get(mask).kind,
            ConstantKind::Zero
                | ConstantKind::Undef
                | ConstantKind::Poison
                | ConstantKind::Data(_)
                | ConstantKind::Aggregate(_)
        );
        if !is_plain {
            return self.fail_at(
                mask_token,
                E::BadConstant,
                "the mask has elements that are not \
                                                             numbers",
            );
        }
        self.emit_value(InstructionKind::ShuffleVector { lhs, rhs, mask }, result)
    }

    // Addresses

    /// Returns the type that the base of an address points to, from the text or from the base's
    /// type.
    pub(super) fn pointee(
        &self,
        token: Token,
        source: Option<TypeId>,
        base: TextType,
    ) -> Result<TypeId> {
        if !matches!(self.lanes(base.model).0, Type::Pointer(_)) {
            let message = format!("expected a pointer, found {}", self.shown(base.model));
            return self.fail_at(token, E::WrongType, message);
        }
        match source.or(base.pointee) {
            Some(pointee) if self.is_loadable(pointee) => Ok(pointee),
            Some(pointee) => {
                let message = format!("{} cannot be in memory", self.shown(pointee));
                self.fail_at(token, E::WrongType, message)
            }
            None => {
                let message =
                    "the type of the value in memory is missing, and `ptr` does not state it";
                self.fail_at(token, E::WrongType, message)
            }
        }
    }

    /// Returns the type of an address computed from a base. It is a vector of pointers if the base
    /// or an index is a vector.
    pub(super) fn address_type(
        &mut self,
        base: TypeId,
        lanes: Option<(u32, bool)>,
        pointee: TypeId,
    ) -> TypeId {
        let pointer = match self.module.types.get(base) {
            Type::Vector { element, .. } => element,
            _ => base,
        };
        let pointer = match self.module.types.get(pointer) {
            Type::Pointer(space) => self.pointer_type(space, pointee),
            _ => pointer,
        };
        match lanes {
            Some((length, scalable)) => self.module.types.vector(pointer, length, scalable),
            None => pointer,
        }
    }

    /// Returns the component of a type that an index selects.
    pub(super) fn step_into(&self, token: Token, ty: TypeId, index: Value) -> Result<TypeId> {
        if let Some(element) = self.module.types.element(ty) {
            return Ok(element);
        }
        let types = &self.module.types;
        let fields = types.members(ty).or(types.fields(ty)).unwrap_or_default();
        let field = self.small_constant(index).and_then(|at| fields.get(at));
        match field {
            Some(&field) => Ok(field),
            None => {
                let message = format!("the index does not name a field of {}", self.shown(ty));
                self.fail_at(token, E::BadIndex, message)
            }
        }
    }

    /// Returns the value of a constant integer, or of the first element of a constant vector.
    fn small_constant(&self, value: Value) -> Option<usize> {
        let Value::Constant(constant) = value else {
            return None;
        };
        let table = &self.module.constants;
        match table.get(constant).kind {
            ConstantKind::Bits(bits) => usize::try_from(bits).ok(),
            ConstantKind::Zero => Some(0),
            ConstantKind::Data(list) => {
                let word = table.bytes(list).get(..4)?.try_into().ok()?;
                Some(u32::from_le_bytes(word) as usize)
            }
            ConstantKind::Aggregate(list) => match table.get(*table.list(list).first()?).kind {
                ConstantKind::Bits(bits) => usize::try_from(bits).ok(),
                _ => None,
            },
            _ => None,
        }
    }
}
