//! Instructions.

use std::ops::{Deref, DerefMut};

use super::Printer;
use super::body::Numbers;
use super::dialect::Habit;
use crate::body::{Body, Call, Clause, OldForm};
use crate::ids::{BlockId, List, ScopeId, TypeId};
use crate::instruction::{
    Atomicity, FastMath, Instruction, InstructionKind, Ordering, TailKind, Value,
};

impl Printer<'_> {
    pub(super) fn flags(&mut self, words: impl Iterator<Item = &'static str>) {
        for word in words {
            self.push(" ");
            self.push(word);
        }
    }

    pub(super) fn fast_math(&mut self, flags: FastMath) {
        self.flags(flags.text());
    }

    pub(super) fn scope(&mut self, scope: Option<ScopeId>) {
        if let Some(scope) = scope {
            let module = self.module;
            if self.has(Habit::ScopeWord) {
                // These releases have only one named scope.
                return self.push(" singlethread");
            }
            self.push(" syncscope(");
            self.quote(module.names.get(module.scopes[scope.index()]));
            self.push(")");
        }
    }

    pub(super) fn atomicity(&mut self, atomicity: Atomicity) {
        if atomicity.ordering != Ordering::NotAtomic {
            self.scope(atomicity.scope);
            self.push(" ");
            self.push(atomicity.ordering.text());
        }
    }

    pub(super) fn instruction(
        &mut self,
        body: &Body,
        numbers: &Numbers,
        instruction: &Instruction,
    ) {
        let result = self.result_type(body, instruction.result);
        let mut printer = BodyPrinter {
            printer: self,
            body,
            numbers,
        };
        printer.instruction(instruction.kind, result);
    }
}

/// Prints the instructions of a body.
pub(super) struct BodyPrinter<'a, 'm> {
    printer: &'a mut Printer<'m>,
    pub(super) body: &'a Body,
    numbers: &'a Numbers,
}

impl<'m> Deref for BodyPrinter<'_, 'm> {
    type Target = Printer<'m>;

    fn deref(&self) -> &Printer<'m> {
        self.printer
    }
}

impl<'m> DerefMut for BodyPrinter<'_, 'm> {
    fn deref_mut(&mut self) -> &mut Printer<'m> {
        self.printer
    }
}

impl BodyPrinter<'_, '_> {
    pub(super) fn type_of(&self, value: Value) -> Option<TypeId> {
        self.printer.type_of(self.body, value)
    }

    pub(super) fn value(&mut self, value: Value) {
        self.printer.value(self.body, self.numbers, value);
    }

    pub(super) fn typed(&mut self, value: Value) {
        self.printer.typed(self.body, self.numbers, value);
    }

    pub(super) fn address(&mut self, pointer: Value, pointee: Option<TypeId>) {
        self.printer
            .address(self.body, self.numbers, pointer, pointee);
    }

    fn label(&mut self, block: BlockId) {
        self.printer.label(self.body, self.numbers, block);
    }

    pub(super) fn block_reference(&mut self, block: BlockId) {
        self.printer.block_reference(self.body, self.numbers, block);
    }

    pub(super) fn typed_list(&mut self, values: List) {
        let body = self.body;
        for (index, &value) in body.values(values).iter().enumerate() {
            if index > 0 {
                self.push(", ");
            }
            self.typed(value);
        }
    }

    /// Prints a list that starts with an address. `pointee` is the type that the address points to;
    /// the default is the second value's type.
    pub(super) fn address_list(&mut self, values: List, pointee: Option<TypeId>) {
        let body = self.body;
        let values = body.values(values);
        let second = values.get(1).and_then(|&value| self.type_of(value));
        for (index, &value) in values.iter().enumerate() {
            if index == 0 {
                self.address(value, pointee.or(second));
            } else {
                self.push(", ");
                self.typed(value);
            }
        }
    }

    /// Prints two operands of the same type, which is written once.
    pub(super) fn pair(&mut self, lhs: Value, rhs: Value) {
        self.push(" ");
        self.typed(lhs);
        self.push(", ");
        self.value(rhs);
    }

    fn labels(&mut self, blocks: List) {
        let body = self.body;
        self.push("[");
        for (index, &block) in body.block_list(blocks).iter().enumerate() {
            if index > 0 {
                self.push(", ");
            }
            self.label(block);
        }
        self.push("]");
    }

    fn parent(&mut self, parent: Option<Value>) {
        match parent {
            Some(parent) => self.value(parent),
            None => self.push("none"),
        }
    }

    fn unwind(&mut self, unwind: Option<BlockId>) {
        self.push(" unwind ");
        match unwind {
            Some(block) => self.label(block),
            None => self.push("to caller"),
        }
    }

    /// Prints a call after its keyword.
    fn call(&mut self, call: Call) {
        let body = self.body;
        let module = self.module;
        self.fast_math(call.flags);
        self.push(" ");
        self.convention(call.convention);
        let sets = module.attributes.get(call.attributes);
        self.result_attributes_before(sets.result);
        if call.address_space != 0 || self.says_program_space() {
            self.push("addrspace(");
            self.number(call.address_space.into());
            self.push(") ");
        }
        if self.dialect.is_some() {
            self.written_callee_type(call.function_type);
        } else {
            let (result, variadic) = self.signature(call.function_type);
            self.ty_space(if variadic { call.function_type } else { result });
        }
        self.printer
            .callee(body, self.numbers, call.callee, call.function_type);
        let spaced = self.has(Habit::SpacedArguments);
        self.push(if spaced { "( " } else { "(" });
        let spaced = spaced && !call.arguments.is_empty();
        for (index, &value) in body.values(call.arguments).iter().enumerate() {
            if index > 0 {
                self.push(", ");
            }
            match (self.type_of(value), value) {
                (Some(ty), _) => self.ty(ty),
                (None, Value::Metadata(_)) => self.push("metadata"),
                (None, _) => self.push("ptr"),
            }
            let set = module.attributes.parameter(call.attributes, index);
            let behind = self.has(Habit::AttributesBehindValues);
            if !behind {
                self.attributes_behind(set);
            }
            self.push(" ");
            self.value(value);
            if behind {
                self.attributes_behind(set);
            }
        }
        let has_dots = self.dialect.is_none() || self.has(Habit::TailDots);
        if call.tail == TailKind::MustTail && self.is_variadic && has_dots {
            self.push(", ...");
        }
        self.push(if spaced { " )" } else { ")" });
        self.attributes_of_call(sets.result, sets.function);
        let bundles = body.bundles(call.bundles);
        for (index, bundle) in bundles.iter().enumerate() {
            self.push(if index == 0 { " [ " } else { ", " });
            self.quote(body.names.get(bundle.tag));
            self.push("(");
            self.typed_list(bundle.values);
            self.push(")");
        }
        if !bundles.is_empty() {
            self.push(" ]");
        }
    }

    /// Prints an instruction. `result` is the type of its result.
    fn instruction(&mut self, kind: InstructionKind, result: Option<TypeId>) {
        use InstructionKind as K;
        match kind {
            K::Return(_)
            | K::Branch(_)
            | K::ConditionalBranch { .. }
            | K::Switch { .. }
            | K::IndirectBranch { .. }
            | K::Invoke { .. }
            | K::CallBranch { .. }
            | K::Unreachable
            | K::Call(_) => self.control(kind),
            K::Resume(_)
            | K::CleanupReturn { .. }
            | K::CatchReturn { .. }
            | K::CatchSwitch { .. }
            | K::CatchPad { .. }
            | K::CleanupPad { .. }
            | K::LandingPad { .. } => self.exception(kind, result),
            K::Negate { .. }
            | K::Binary { .. }
            | K::FloatBinary { .. }
            | K::Cast { .. }
            | K::IntCompare { .. }
            | K::FloatCompare { .. }
            | K::Select { .. }
            | K::Phi { .. }
            | K::Freeze(_) => self.arithmetic(kind, result),
            K::Alloca { .. }
            | K::Load { .. }
            | K::Store { .. }
            | K::Fence(_)
            | K::CompareExchange { .. }
            | K::ReadModifyWrite { .. }
            | K::GetElementPtr { .. }
            | K::VaArg(_) => self.memory(kind, result),
            K::ExtractValue { .. }
            | K::InsertValue { .. }
            | K::ExtractElement { .. }
            | K::InsertElement { .. }
            | K::ShuffleVector { .. } => self.parts(kind),
        }
    }

    /// Prints instructions that transfer control, including calls.
    fn control(&mut self, kind: InstructionKind) {
        use InstructionKind as K;
        let body = self.body;
        match kind {
            K::Return(None) => match self.old_form {
                Some(OldForm::ReturnFields(fields)) => {
                    self.push("ret ");
                    self.typed_list(fields);
                }
                _ => self.push("ret void"),
            },
            K::Return(Some(value)) => {
                self.push("ret ");
                self.typed(value);
            }
            K::Branch(target) => {
                self.push("br ");
                self.label(target);
            }
            K::ConditionalBranch {
                condition,
                if_true,
                if_false,
            } => {
                self.push("br ");
                self.typed(condition);
                self.push(", ");
                self.label(if_true);
                self.push(", ");
                self.label(if_false);
            }
            K::Switch {
                value,
                default,
                cases,
            } => {
                self.push("switch ");
                self.typed(value);
                self.push(", ");
                self.label(default);
                self.push(" [\n");
                let indent = match (self.has(Habit::Tabs), self.has(Habit::SpacedCases)) {
                    (false, _) => "    ",
                    (true, false) => "\t\t",
                    (true, true) => "\t\t ",
                };
                for &(constant, block) in body.cases(cases) {
                    self.push(indent);
                    self.typed_constant(constant);
                    self.push(", ");
                    self.label(block);
                    self.push("\n");
                }
                let tabs = self.has(Habit::Tabs);
                self.push(if tabs { "\t]" } else { "  ]" });
            }
            K::IndirectBranch {
                address,
                destinations,
            } => {
                self.push("indirectbr ");
                self.typed(address);
                self.push(", ");
                self.labels(destinations);
            }
            K::Invoke {
                call,
                normal,
                unwind,
            } => {
                self.push("invoke");
                self.call(body.call(call));
                let tabs = self.has(Habit::Tabs);
                self.push(if tabs {
                    "\n\t\t\tto "
                } else {
                    "\n          to "
                });
                self.label(normal);
                self.push(" unwind ");
                self.label(unwind);
            }
            K::CallBranch {
                call,
                fallthrough,
                indirect,
            } => {
                self.push("callbr");
                self.call(body.call(call));
                self.push("\n          to ");
                self.label(fallthrough);
                self.push(" ");
                self.labels(indirect);
            }
            K::Unreachable => {
                let old = self.old_form == Some(OldForm::Unwind);
                self.push(if old { "unwind" } else { "unreachable" });
            }
            K::Call(call) => {
                let call = body.call(call);
                if call.tail != TailKind::None {
                    self.push(call.tail.text());
                    self.push(" ");
                }
                self.push("call");
                self.call(call);
            }
            _ => unreachable!("an instruction of another family"),
        }
    }

    /// Prints instructions for exceptions: landing pads, and funclets with their exits.
    fn exception(&mut self, kind: InstructionKind, result: Option<TypeId>) {
        use InstructionKind as K;
        let body = self.body;
        match kind {
            K::Resume(value) => {
                self.push("resume ");
                self.typed(value);
            }
            K::CleanupReturn { pad, unwind } => {
                self.push("cleanupret from ");
                self.value(pad);
                self.unwind(unwind);
            }
            K::CatchReturn { pad, target } => {
                self.push("catchret from ");
                self.value(pad);
                self.push(" to ");
                self.label(target);
            }
            K::CatchSwitch {
                parent,
                handlers,
                unwind,
            } => {
                self.push("catchswitch within ");
                self.parent(parent);
                self.push(" ");
                self.labels(handlers);
                self.unwind(unwind);
            }
            K::CatchPad { parent, arguments } => {
                self.push("catchpad within ");
                self.value(parent);
                self.push(" [");
                self.typed_list(arguments);
                self.push("]");
            }
            K::CleanupPad { parent, arguments } => {
                self.push("cleanuppad within ");
                self.parent(parent);
                self.push(" [");
                self.typed_list(arguments);
                self.push("]");
            }
            K::LandingPad { cleanup, clauses } => {
                self.push("landingpad");
                if let Some(result) = result {
                    self.push(" ");
                    self.ty(result);
                }
                if let Some(personality) = self.personality {
                    self.push(" personality ");
                    self.typed_constant(personality);
                }
                if cleanup {
                    self.push("\n          cleanup");
                }
                for &clause in body.clauses(clauses) {
                    let (word, value) = match clause {
                        Clause::Catch(value) => ("\n          catch ", value),
                        Clause::Filter(value) => ("\n          filter ", value),
                    };
                    self.push(word);
                    self.typed(value);
                }
            }
            _ => unreachable!("an instruction of another family"),
        }
    }
}
