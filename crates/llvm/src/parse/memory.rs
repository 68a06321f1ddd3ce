//! Instructions that access memory.

use super::Parser;
use super::error::{Result, SyntaxErrorKind as E};
use super::lex::{Kind, Token};
use super::types::TextType;
use crate::constants::ConstantKind;
use crate::ids::{List, ScopeId, TypeId};
use crate::instruction::{Align, Atomicity, GepFlags, InstructionKind, Ordering, RmwOp, Value};
use crate::types::Type;

impl Parser<'_> {
    pub(super) fn memory_instruction(&mut self, token: Token, word: &[u8]) -> Result<()> {
        match word {
            b"alloca" => self.alloca(),
            b"load" => self.load(token, false),
            b"store" => self.store(token, false),
            // Before LLVM 3.0 `volatile` comes first.
            b"volatile" if self.take_word("load") => self.load(token, true),
            b"volatile" if self.take_word("store") => self.store(token, true),
            b"fence" => self.fence(),
            b"cmpxchg" => self.compare_exchange(token),
            b"atomicrmw" => self.read_modify_write(token),
            b"getelementptr" => self.get_element_ptr(token),
            b"va_arg" => self.va_arg(token),
            b"malloc" => self.malloc(),
            b"free" => self.free(token),
            _ => {
                let word = String::from_utf8_lossy(word);
                let message = format!("unknown instruction '{word}'");
                self.fail_at(token, E::UnknownInstruction, message)
            }
        }
    }

    /// Reads a type and a pointer. If the pointer has a pointee type, it must be that type.
    fn pointer(&mut self, pointee: Option<TypeId>) -> Result<(TextType, Value)> {
        let token = self.token();
        let (ty, pointer) = self.typed_value()?;
        if !matches!(self.module.types.get(ty.model), Type::Pointer(_)) {
            let message = format!("expected a pointer, found {}", self.shown(ty.model));
            return self.fail_at(token, E::WrongType, message);
        }
        if let (Some(expected), Some(found)) = (pointee, ty.pointee)
            && expected != found
        {
            let (found, expected) = (self.shown(found), self.shown(expected));
            let message = format!("the pointer points to {found}, expected {expected}");
            return self.fail_at(token, E::WrongType, message);
        }
        Ok((ty, pointer))
    }

    fn alloca(&mut self) -> Result<()> {
        let in_alloca = self.take_word("inalloca");
        let swift_error = self.take_word("swifterror");
        let allocated = self.loadable()?.model;
        let mut count = None;
        let mut align = Align::NATURAL;
        let mut space = 0;
        while self.is_symbol(b',') && self.ahead(1).kind != Kind::Metadata {
            if self.take_comma_word("addrspace") {
                self.at -= 1;
                space = self.address_space()?;
                continue;
            }
            let here = self.at;
            align = self.comma_align()?;
            if self.at > here {
                continue;
            }
            self.next();
            let token = self.token();
            let (ty, value) = self.typed_value()?;
            if !matches!(self.module.types.get(ty.model), Type::Integer(_)) {
                return self.fail_at(
                    token,
                    E::WrongType,
                    "the number of elements must be an \
                                                          integer",
                );
            }
            count = (!self.is_one_word(value)).then_some(value);
        }
        let result = self.pointer_type(space, allocated);
        let kind = InstructionKind::Alloca {
            allocated,
            count,
            align,
            in_alloca,
            swift_error,
        };
        self.emit_value(kind, result)
    }

    /// Returns true if a value is the constant `i32 1`, which is omitted.
    pub(super) fn is_one_word(&self, value: Value) -> bool {
        let Value::Constant(constant) = value else {
            return false;
        };
        let constant = self.module.constants.get(constant);
        constant.kind == ConstantKind::Bits(1)
            && self.module.types.get(constant.ty) == Type::Integer(32)
    }

    // Atomicity

    /// Parses `syncscope("name")`, or `singlethread` before LLVM 5.
    fn scope(&mut self) -> Result<Option<ScopeId>> {
        if self.take_word("singlethread") {
            return Ok(Some(self.module.scope(b"singlethread")));
        }
        if !self.take_word("syncscope") {
            return Ok(None);
        }
        self.expect_symbol(b'(')?;
        let name = self.string()?;
        self.expect_symbol(b')')?;
        Ok((!name.is_empty()).then(|| self.module.scope(&name)))
    }

    fn ordering(&mut self) -> Result<Ordering> {
        match self.next_ordering() {
            Some(ordering) => {
                self.next();
                Ok(ordering)
            }
            None => self.unexpected("an ordering"),
        }
    }

    /// The ordering at the current token, if it is one.
    fn next_ordering(&self) -> Option<Ordering> {
        let word = self.word();
        let mut all = Ordering::ALL.iter().skip(1);
        all.find(|one| one.text().as_bytes() == word).copied()
    }

    fn atomicity(&mut self, is_atomic: bool) -> Result<Atomicity> {
        if !is_atomic {
            return Ok(Atomicity::NONE);
        }
        let scope = self.scope()?;
        let ordering = self.ordering()?;
        Ok(Atomicity { ordering, scope })
    }

    /// Rejects orderings that this kind of access cannot have, and atomic accesses without an
    /// alignment.
    fn check_access(
        &self,
        token: Token,
        align: Align,
        atomicity: Atomicity,
        refused: &[Ordering],
    ) -> Result<()> {
        if atomicity.ordering == Ordering::NotAtomic {
            return Ok(());
        }
        if refused.contains(&atomicity.ordering) {
            let message = format!("this cannot be {}", atomicity.ordering.text());
            return self.fail_at(token, E::Unexpected, message);
        }
        if align == Align::NATURAL {
            return self.fail_at(token, E::Unexpected, "an atomic access needs an alignment");
        }
        Ok(())
    }

    // Accesses

    fn load(&mut self, token: Token, is_volatile: bool) -> Result<()> {
        let is_atomic = self.take_word("atomic");
        let volatile = self.take_word("volatile") || is_volatile;
        let type_token = self.token();
        let first = self.ty()?;
        // Before LLVM 3.7 the type is implied by the pointer.
        let (source, base, pointer) = if self.take_symbol(b',') {
            let (base, pointer) = self.pointer(Some(first.model))?;
            (Some(first.model), base, pointer)
        } else {
            (None, first, self.value(first.model)?)
        };
        let ty = self.pointee(type_token, source, base)?;
        let atomicity = self.atomicity(is_atomic)?;
        let align = self.comma_align()?;
        let refused = [Ordering::Release, Ordering::AcquireRelease];
        self.check_access(token, align, atomicity, &refused)?;
        let kind = InstructionKind::Load {
            pointer,
            align,
            volatile,
            atomicity,
        };
        self.emit_value(kind, ty)
    }

    fn store(&mut self, token: Token, is_volatile: bool) -> Result<()> {
        let is_atomic = self.take_word("atomic");
        let volatile = self.take_word("volatile") || is_volatile;
        let type_token = self.token();
        let (ty, value) = self.typed_value()?;
        if !self.is_loadable(ty.model) {
            let message = format!("{} cannot be in memory", self.shown(ty.model));
            return self.fail_at(type_token, E::WrongType, message);
        }
        self.expect_symbol(b',')?;
        let (_, pointer) = self.pointer(Some(ty.model))?;
        let atomicity = self.atomicity(is_atomic)?;
        let align = self.comma_align()?;
        let refused = [Ordering::Acquire, Ordering::AcquireRelease];
        self.check_access(token, align, atomicity, &refused)?;
        self.emit(InstructionKind::Store {
            value,
            pointer,
            align,
            volatile,
            atomicity,
        });
        Ok(())
    }

    fn fence(&mut self) -> Result<()> {
        let atomicity = self.atomicity(true)?;
        self.emit(InstructionKind::Fence(atomicity));
        Ok(())
    }

    fn compare_exchange(&mut self, token: Token) -> Result<()> {
        use Ordering as O;
        let weak = self.take_word("weak");
        let volatile = self.take_word("volatile");
        let (_, pointer) = self.pointer(None)?;
        self.expect_symbol(b',')?;
        let (ty, expected) = self.typed_value()?;
        self.expect_symbol(b',')?;
        let (other, new) = self.typed_value()?;
        self.expect_type(token, other.model, ty.model)?;
        let scope = self.scope()?;
        let success = self.ordering()?;
        // Before LLVM 3.5 there is one ordering, and the result is the old value without a success
        // flag.
        let only_value = self.next_ordering().is_none();
        let failure = if only_value {
            match success {
                O::Release => O::Monotonic,
                O::AcquireRelease => O::Acquire,
                same => same,
            }
        } else {
            self.ordering()?
        };
        let align = self.comma_align()?;
        let operands = self.list(&[pointer, expected, new]);
        let kind = InstructionKind::CompareExchange {
            operands,
            align,
            weak,
            volatile,
            success,
            failure,
            scope,
        };
        let bit = self.module.types.integer(1);
        if only_value && self.is_as_written() {
            return self.emit_value(kind, ty.model);
        }
        let both = self.module.types.literal_struct(&[ty.model, bit], false);
        if !only_value {
            return self.emit_value(kind, both);
        }
        let aggregate = self.emit_extra(kind, both);
        let indices = List::push(&mut self.locals.body.indices, &[0]);
        let kind = InstructionKind::ExtractValue { aggregate, indices };
        self.emit_value(kind, ty.model)
    }

    fn read_modify_write(&mut self, token: Token) -> Result<()> {
        let volatile = self.take_word("volatile");
        let word = self.word();
        let op = RmwOp::ALL.iter().find(|op| op.text().as_bytes() == word);
        let Some(&op) = op else {
            return self.unexpected("an operation on memory");
        };
        self.next();
        let (_, pointer) = self.pointer(None)?;
        self.expect_symbol(b',')?;
        let (ty, value) = self.typed_value()?;
        if !self.is_loadable(ty.model) {
            let message = format!("{} cannot be in memory", self.shown(ty.model));
            return self.fail_at(token, E::WrongType, message);
        }
        let atomicity = self.atomicity(true)?;
        let align = self.comma_align()?;
        let kind = InstructionKind::ReadModifyWrite {
            op,
            pointer,
            value,
            align,
            volatile,
            atomicity,
        };
        self.emit_value(kind, ty.model)
    }

    fn va_arg(&mut self, token: Token) -> Result<()> {
        let (list_type, list) = self.typed_value()?;
        self.expect_symbol(b',')?;
        let ty = self.loadable()?;
        if !matches!(self.module.types.get(list_type.model), Type::Pointer(_)) {
            return self.fail_at(
                token,
                E::WrongType,
                "the operand of va_arg must be a pointer",
            );
        }
        self.emit_value(InstructionKind::VaArg(list), ty.model)
    }

    fn get_element_ptr(&mut self, token: Token) -> Result<()> {
        let mut flags = GepFlags::NONE;
        loop {
            flags = flags.and(match self.word() {
                b"inbounds" => GepFlags::INBOUNDS,
                b"nusw" => GepFlags::NUSW,
                b"nuw" => GepFlags::NUW,
                _ => break,
            });
            self.next();
        }
        let first = self.ty()?;
        let (source, base) = if self.take_symbol(b',') {
            (Some(first.model), self.ty()?)
        } else {
            (None, first)
        };
        let address = self.value(base.model)?;
        let mut source = self.pointee(token, source, base)?;
        let mut operands = vec![address];
        let mut at = source;
        let mut lanes = self.lanes(base.model).1;
        while self.is_symbol(b',') && self.ahead(1).kind != Kind::Metadata {
            self.next();
            let index_token = self.token();
            let (ty, index) = self.typed_value()?;
            let (element, count) = self.lanes(ty.model);
            if !matches!(element, Type::Integer(_)) {
                return self.fail_at(index_token, E::WrongType, "an index must be an integer");
            }
            lanes = lanes.or(count);
            if operands.len() > 1 {
                let is_union = !self.is_as_written() && self.module.types.members(at).is_some();
                at = self.step_into(index_token, at, index)?;
                if is_union {
                    // The members of a union begin at its start.
                    if self.is_symbol(b',') && self.ahead(1).kind != Kind::Metadata {
                        let kind = InstructionKind::GetElementPtr {
                            source,
                            flags,
                            operands: self.list(&operands),
                        };
                        let union = self.emit_extra(kind, base.model);
                        operands = vec![union, self.module.int(32, 0).into()];
                        source = at;
                    }
                    continue;
                }
            }
            operands.push(index);
        }
        let operands = self.list(&operands);
        let result = self.address_type(base.model, lanes, at);
        let kind = InstructionKind::GetElementPtr {
            source,
            flags,
            operands,
        };
        self.emit_value(kind, result)
    }
}
