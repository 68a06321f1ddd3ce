//! Terminators, phis and the instructions for exceptions.

use super::Parser;
use super::error::{Result, SyntaxErrorKind as E};
use super::lex::{Kind, Token};
use crate::body::Clause;
use crate::constants::ConstantKind;
use crate::ids::{BlockId, List, TypeId};
use crate::instruction::{InstructionKind, Value};
use crate::types::Type;

impl Parser<'_> {
    pub(super) fn control(&mut self, token: Token, word: &[u8]) -> Result<()> {
        match word {
            b"ret" => self.ret(token),
            b"br" => self.branch(),
            b"switch" => self.switch(token),
            b"indirectbr" => self.indirect_branch(token),
            b"invoke" => self.invoke(),
            b"callbr" => self.call_branch(),
            b"resume" => {
                let (_, value) = self.typed_value()?;
                self.emit(InstructionKind::Resume(value));
                Ok(())
            }
            b"unreachable" => {
                self.emit(InstructionKind::Unreachable);
                Ok(())
            }
            b"unwind" => self.unwind_instruction(),
            b"phi" => self.phi(token),
            b"landingpad" => self.landing_pad(),
            b"cleanupret" => self.cleanup_return(),
            b"catchret" => self.catch_return(),
            b"catchswitch" => self.catch_switch(),
            b"catchpad" => self.catch_pad(token),
            _ => self.cleanup_pad(),
        }
    }

    /// The return type of the current function.
    fn returned(&self) -> Option<TypeId> {
        let function = self.locals.function?;
        self.module.types.result(self.module.global(function).ty)
    }

    fn ret(&mut self, token: Token) -> Result<()> {
        let expected = self.returned();
        let is_void = expected.is_none_or(|ty| self.module.types.get(ty) == Type::Void);
        if self.is_word("void") && self.ahead(1).kind != Kind::Symbol(b'(') {
            self.next();
            if !is_void {
                return self.fail_at(token, E::WrongType, "the function returns a value");
            }
            self.emit(InstructionKind::Return(None));
            return Ok(());
        }
        let (ty, value) = self.typed_value()?;
        let mut fields = vec![value];
        // LLVM 2.3 can return the fields of a struct one by one.
        while self.is_symbol(b',') && self.ahead(1).kind != Kind::Metadata {
            self.next();
            fields.push(self.typed_value()?.1);
        }
        let Some(expected) = expected.filter(|_| !is_void) else {
            return self.fail_at(token, E::WrongType, "the function returns nothing");
        };
        if fields.len() > 1 || ty.model != expected && self.is_struct_of_one(expected, ty.model) {
            return self.return_fields(token, expected, &fields);
        }
        self.expect_type(token, ty.model, expected)?;
        self.emit(InstructionKind::Return(Some(value)));
        Ok(())
    }

    fn is_struct_of_one(&self, whole: TypeId, field: TypeId) -> bool {
        self.module.types.fields(whole) == Some(&[field])
    }

    fn branch(&mut self) -> Result<()> {
        if self.is_word("label") {
            let target = self.label()?;
            self.emit(InstructionKind::Branch(target));
            return Ok(());
        }
        let token = self.token();
        let (ty, condition) = self.typed_value()?;
        if self.module.types.get(ty.model) != Type::Integer(1) {
            return self.fail_at(
                token,
                E::WrongType,
                "the condition of a branch must have type i1",
            );
        }
        self.expect_symbol(b',')?;
        let if_true = self.label()?;
        self.expect_symbol(b',')?;
        let if_false = self.label()?;
        self.emit(InstructionKind::ConditionalBranch {
            condition,
            if_true,
            if_false,
        });
        Ok(())
    }

    fn switch(&mut self, token: Token) -> Result<()> {
        let (ty, value) = self.typed_value()?;
        if !matches!(self.module.types.get(ty.model), Type::Integer(_)) {
            return self.fail_at(
                token,
                E::WrongType,
                "the condition of a switch must be an integer",
            );
        }
        self.expect_symbol(b',')?;
        let default = self.label()?;
        self.expect_symbol(b'[')?;
        let mut cases = Vec::new();
        while !self.is_symbol(b']') {
            let case_token = self.token();
            let (case_type, case) = self.typed_constant()?;
            self.expect_type(case_token, case_type.model, ty.model)?;
            let kind = self.module.constants.get(case).kind;
            if !matches!(kind, ConstantKind::Bits(_) | ConstantKind::WideBits(_)) {
                return self.fail_at(
                    case_token,
                    E::BadConstant,
                    "a switch case must be a constant \
                                                                 integer",
                );
            }
            self.expect_symbol(b',')?;
            cases.push((case, self.label()?));
        }
        self.next();
        let cases = List::push(&mut self.locals.body.cases, &cases);
        self.emit(InstructionKind::Switch {
            value,
            default,
            cases,
        });
        Ok(())
    }

    fn indirect_branch(&mut self, token: Token) -> Result<()> {
        let (ty, address) = self.typed_value()?;
        if !matches!(self.module.types.get(ty.model), Type::Pointer(_)) {
            return self.fail_at(
                token,
                E::WrongType,
                "the address of an indirectbr must be a \
                                                      pointer",
            );
        }
        self.expect_symbol(b',')?;
        let blocks = self.label_list()?;
        let destinations = List::push(&mut self.locals.body.block_lists, &blocks);
        self.emit(InstructionKind::IndirectBranch {
            address,
            destinations,
        });
        Ok(())
    }

    fn phi(&mut self, token: Token) -> Result<()> {
        let flags = self.fast_math();
        let ty = self.ty()?.model;
        if matches!(
            self.module.types.get(ty),
            Type::Void | Type::Label | Type::Metadata | Type::Function { .. }
        ) {
            return self.fail_at(token, E::WrongType, "a phi cannot have this type");
        }
        let start = self.locals.body.incoming.len();
        let mut edges = Vec::new();
        // A block without predecessors has a phi without incoming values.
        while self.take_symbol(b'[') {
            let value = self.value_as_written(ty)?;
            self.expect_symbol(b',')?;
            let block = self.block_reference()?;
            self.expect_symbol(b']')?;
            if let Value::Constant(constant) = value
                && self.outdated.contains(&constant)
                && let Some(to) = self.locals.current
            {
                let place = start + edges.len();
                self.locals.phi_constants.push((place, block, to));
            }
            edges.push((value, block));
            if !self.is_symbol(b',') || self.ahead(1).kind != Kind::Symbol(b'[') {
                break;
            }
            self.next();
        }
        let incoming = List::push(&mut self.locals.body.incoming, &edges);
        self.emit_value(InstructionKind::Phi { flags, incoming }, ty)
    }

    // Exceptions

    fn landing_pad(&mut self) -> Result<()> {
        self.has_pads = true;
        let ty = self.ty()?.model;
        // The personality is now a property of the function.
        if self.take_word("personality") {
            let (_, personality) = self.typed_constant()?;
            if let Some(function) = self.locals.function
                && let Some(id) = self.module.as_function(function)
            {
                let function = self.module.function_mut(id);
                function.personality.get_or_insert(personality);
            }
        }
        let cleanup = self.take_word("cleanup");
        let mut clauses = Vec::new();
        loop {
            if self.take_word("catch") {
                clauses.push(Clause::Catch(self.typed_value()?.1));
            } else if self.take_word("filter") {
                clauses.push(Clause::Filter(self.typed_value()?.1));
            } else {
                break;
            }
        }
        let clauses = List::push(&mut self.locals.body.clauses, &clauses);
        self.emit_value(InstructionKind::LandingPad { cleanup, clauses }, ty)
    }

    /// Parses a token that is the result of a pad instruction.
    fn pad(&mut self) -> Result<Value> {
        if !matches!(self.kind(), Kind::Local | Kind::LocalNumber) {
            return self.unexpected("the name of a pad");
        }
        let token = self.module.types.token();
        self.value(token)
    }

    /// Parses the enclosing pad, or `none`.
    fn parent(&mut self) -> Result<Option<Value>> {
        self.has_pads = true;
        self.expect_word("within")?;
        if self.take_word("none") {
            return Ok(None);
        }
        self.pad().map(Some)
    }

    fn unwinds_to(&mut self) -> Result<Option<BlockId>> {
        self.expect_word("unwind")?;
        if self.take_word("to") {
            self.expect_word("caller")?;
            return Ok(None);
        }
        self.label().map(Some)
    }

    fn cleanup_return(&mut self) -> Result<()> {
        self.expect_word("from")?;
        let pad = self.pad()?;
        let unwind = self.unwinds_to()?;
        self.emit(InstructionKind::CleanupReturn { pad, unwind });
        Ok(())
    }

    fn catch_return(&mut self) -> Result<()> {
        self.expect_word("from")?;
        let pad = self.pad()?;
        self.expect_word("to")?;
        let target = self.label()?;
        self.emit(InstructionKind::CatchReturn { pad, target });
        Ok(())
    }

    fn catch_switch(&mut self) -> Result<()> {
        let parent = self.parent()?;
        let handlers = self.label_list()?;
        let handlers = List::push(&mut self.locals.body.block_lists, &handlers);
        let unwind = self.unwinds_to()?;
        let kind = InstructionKind::CatchSwitch {
            parent,
            handlers,
            unwind,
        };
        let ty = self.module.types.token();
        self.emit_value(kind, ty)
    }

    fn pad_arguments(&mut self) -> Result<List> {
        self.expect_symbol(b'[')?;
        let mut arguments = Vec::new();
        while !self.is_symbol(b']') {
            arguments.push(self.typed_value()?.1);
            if !self.take_symbol(b',') {
                break;
            }
        }
        self.expect_symbol(b']')?;
        Ok(self.list(&arguments))
    }

    fn catch_pad(&mut self, token: Token) -> Result<()> {
        let Some(parent) = self.parent()? else {
            let message = "the parent of a `catchpad` must be a `catchswitch`";
            return self.fail_at(token, E::Unexpected, message);
        };
        let arguments = self.pad_arguments()?;
        let ty = self.module.types.token();
        self.emit_value(InstructionKind::CatchPad { parent, arguments }, ty)
    }

    fn cleanup_pad(&mut self) -> Result<()> {
        let parent = self.parent()?;
        let arguments = self.pad_arguments()?;
        let ty = self.module.types.token();
        self.emit_value(InstructionKind::CleanupPad { parent, arguments }, ty)
    }
}
