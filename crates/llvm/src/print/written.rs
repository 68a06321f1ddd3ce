//! The text around instructions in a release with typed pointers: the module's header, labels and
//! comments.

use std::collections::{BTreeMap, BTreeSet};

use super::body::Numbers;
use super::dialect::Habit;
use super::uses::{self, BodyUses};
use super::written_metadata::NumberedNodes;
use super::written_types::WrittenTypes;
use super::{Printer, text};
use crate::body::Body;
use crate::debug_nodes::{DebugClass, Field};
use crate::ids::{BlockId, GlobalId, LocalId, TypeId};
use crate::instruction::BinaryOp;
use crate::layout::program_space;
use crate::module::{Global, GlobalKind};
use crate::types::Type;

/// The column of comments.
const COLUMN: usize = 50;

/// State of printing a module as a release printed it.
#[derive(Default)]
pub(super) struct Written {
    pub(super) types: WrittenTypes,
    /// Number of uses of each global, if comments with uses are printed.
    global_uses: Vec<u32>,
    pub(super) addressed: BTreeSet<(GlobalId, BlockId)>,
    pub(super) nodes: NumberedNodes,
    /// The fields that the release has for each class of debug information, with the indices of
    /// their values.
    pub(super) debug_fields: BTreeMap<DebugClass, Vec<(&'static Field, usize)>>,
    /// Uses in the current function.
    pub(super) body: BodyUses,
}

impl Printer<'_> {
    pub(super) fn has(&self, habit: Habit) -> bool {
        self.dialect.is_some_and(|dialect| dialect.has(habit))
    }

    /// Returns true if functions and calls state their address space even if it is 0.
    pub(super) fn says_program_space(&self) -> bool {
        self.has(Habit::ProgramSpace) && program_space(&self.module.data_layout) != 0
    }

    /// Prints a name with its sigil.
    pub(super) fn signed_name(&mut self, sign: &str, name: &[u8]) {
        if self.has(Habit::OldQuotes) {
            return text::push_old_name(&mut self.out, sign, name);
        }
        self.push(sign);
        let quote = self.quoting();
        text::push_name_by(&mut self.out, name, quote);
    }

    /// Prints the whole text of a module that was read in its original form.
    pub(super) fn written_module(&mut self, identifier: &str) {
        let module = self.module;
        if self.has(Habit::Uses) {
            self.written.global_uses = uses::of_globals(module);
        }
        self.written.addressed = uses::addresses(module);
        self.name_types();
        for (index, global) in module.globals().iter().enumerate() {
            if let GlobalKind::Variable { .. } = global.kind {
                self.number_nodes_of_global(GlobalId::at(index));
            }
        }
        self.number_named_lists();
        self.number_groups();
        self.written_header(identifier);
        self.written_types();
        self.written_comdats();
        let (globals, mut first) = (module.globals(), !self.has(Habit::Tabs));
        for (index, global) in globals.iter().enumerate() {
            if let GlobalKind::Variable { .. } = global.kind
                && !global.removed
            {
                self.push(if first { "\n" } else { "" });
                first = false;
                self.written_variable(GlobalId::at(index), global);
            }
        }
        for ifuncs in [false, true] {
            first = true;
            for (index, global) in globals.iter().enumerate() {
                let is_it = match global.kind {
                    _ if global.removed => false,
                    GlobalKind::Alias(_) => !ifuncs,
                    GlobalKind::Ifunc(_) => ifuncs,
                    GlobalKind::Variable { .. } | GlobalKind::Function(_) => false,
                };
                if is_it {
                    self.push(if first { "\n" } else { "" });
                    first = false;
                    self.written_alias(GlobalId::at(index), global);
                }
            }
        }
        for (index, global) in globals.iter().enumerate() {
            if let GlobalKind::Function(_) = global.kind
                && !global.removed
            {
                self.written_function(GlobalId::at(index), global);
            }
        }
        self.written_groups();
        self.written_metadata();
    }

    fn written_header(&mut self, identifier: &str) {
        let module = self.module;
        if !identifier.is_empty() && !identifier.contains('\n') {
            self.push("; ModuleID = '");
            self.push(identifier);
            self.push("'\n");
        }
        if self.has(Habit::SourceNames) && !module.source_filename.is_empty() {
            self.push("source_filename = ");
            self.quote(&module.source_filename);
            self.push("\n");
        }
        let lines = [
            ("target datalayout = ", &module.data_layout),
            ("target triple = ", &module.target_triple),
        ];
        for (before, string) in lines {
            if !string.is_empty() {
                self.push(before);
                self.quote(string);
                self.push("\n");
            }
        }
        let assembly = &module.module_asm;
        if !assembly.is_empty() {
            self.push(if self.has(Habit::Tabs) { "" } else { "\n" });
            let assembly = assembly.strip_suffix(b"\n").unwrap_or(assembly);
            for line in assembly.split(|&byte| byte == b'\n') {
                self.push("module asm ");
                self.quote(line);
                self.push("\n");
            }
        }
        for (index, library) in module.dependencies.iter().enumerate() {
            self.push(if index == 0 { "deplibs = [ " } else { ", " });
            self.quote(library);
        }
        if !module.dependencies.is_empty() {
            self.push(" ]\n");
        }
    }

    /// Prints the end of the previous line, and the line of a block before its instructions.
    pub(super) fn written_label(&mut self, body: &Body, numbers: &Numbers, block: BlockId) {
        let is_entry = body.order.first() == Some(&block);
        let always = !self.has(Habit::LabelComments) && !is_entry;
        if always || body.block(block).name.is_some() {
            self.push("\n");
            self.block_name(body, numbers, block);
            self.push(":");
        } else if self.has(Habit::LabelComments) && self.written.body.named[block.index()] {
            self.push("\n; <label>:");
            self.block_name(body, numbers, block);
            self.push(if self.has(Habit::LabelColons) {
                ":"
            } else {
                ""
            });
        }
        if !is_entry {
            self.comment_column();
            let before = std::mem::take(&mut self.written.body.before[block.index()]);
            for (index, &from) in before.iter().enumerate() {
                self.push(if index == 0 { "; preds = " } else { ", " });
                self.block_reference(body, numbers, from);
            }
            if before.is_empty() {
                self.push("; No predecessors!");
            }
        }
        self.push("\n");
    }

    /// Prints spaces up to the column of comments, at least one if the line is not empty.
    pub(super) fn comment_column(&mut self) {
        if self.has(Habit::Tabs) {
            return self.push("\t\t");
        }
        let line = self.out.rfind('\n').map_or(0, |end| end + 1);
        let column = self.out.len() - line;
        let spaces = COLUMN.saturating_sub(column).max(usize::from(column > 0));
        self.out.extend(std::iter::repeat_n(' ', spaces));
    }

    pub(super) fn comment_on_global(&mut self, id: GlobalId, global: &Global) {
        if !self.has(Habit::Uses) {
            return;
        }
        self.comment_column();
        self.push("; <");
        self.ty(global.ty);
        if global.address_space != 0 {
            self.push(" addrspace(");
            self.number(global.address_space.into());
            self.push(")");
        }
        self.push("*>");
        if global.name.is_none() && self.has(Habit::NamelessGlobals) {
            self.push(":");
            self.number(self.global_numbers[id.index()].into());
        }
        self.push(" [#uses=");
        self.number(self.written.global_uses[id.index()].into());
        self.push("]");
    }

    /// Prints the comment after an instruction that has a result.
    pub(super) fn comment_on(&mut self, body: &Body, numbers: &Numbers, result: Option<LocalId>) {
        let Some(result) = result.filter(|_| self.has(Habit::Uses)) else {
            return;
        };
        self.comment_column();
        self.push("; <");
        self.ty(body.local(result).ty);
        self.push(">");
        if body.local(result).name.is_none() && self.has(Habit::NumbersInComments) {
            self.push(":");
            self.number(numbers.local(result).into());
        }
        self.push(" [#uses=");
        self.number(self.written.body.locals[result.index()].into());
        self.push("]");
    }

    /// The opcode of an operation on two numbers.
    pub(super) fn binary_word(&self, op: BinaryOp) -> &'static str {
        let op = match op {
            BinaryOp::FAdd if self.has(Habit::OneArithmetic) => BinaryOp::Add,
            BinaryOp::FSub if self.has(Habit::OneArithmetic) => BinaryOp::Sub,
            BinaryOp::FMul if self.has(Habit::OneArithmetic) => BinaryOp::Mul,
            op => op,
        };
        op.text()
    }

    /// Prints the type after a call's keyword: only the result type or, for variadic functions, all
    /// of it. Up to 3.6 the full type is a pointer type, and is also used for functions that return
    /// a pointer to a function.
    pub(super) fn written_callee_type(&mut self, function: TypeId) {
        let types = &self.module.types;
        let (result, variadic) = self.signature(function);
        if !self.has(Habit::ImpliedTypes) {
            return self.ty_space(if variadic { function } else { result });
        }
        let to_function = types
            .pointee(result)
            .is_some_and(|pointee| matches!(types.get(pointee), Type::Function { .. }));
        if variadic || to_function {
            self.ty(function);
            self.push("* ");
        } else {
            self.ty_space(result);
        }
    }
}
