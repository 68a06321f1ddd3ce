//! Instructions.

use super::body::Numbers;
use super::{Printer, text};
use crate::body::{Body, Call, Clause};
use crate::ids::{BlockId, List, ScopeId, TypeId};
use crate::instruction::{
    Atomicity, FastMath, Instruction, InstructionKind, Ordering, TailKind, Value,
};
use crate::types::Type;

impl Printer<'_> {
    fn flags(&mut self, words: impl Iterator<Item = &'static str>) {
        for word in words {
            self.push(" ");
            self.push(word);
        }
    }

    fn fast_math(&mut self, flags: FastMath) {
        self.flags(flags.text());
    }

    fn scope(&mut self, scope: Option<ScopeId>) {
        if let Some(scope) = scope {
            let module = self.module;
            self.push(" syncscope(");
            text::push_quoted(
                &mut self.out,
                module.names.get(module.scopes[scope.index()]),
            );
            self.push(")");
        }
    }

    fn atomicity(&mut self, atomicity: Atomicity) {
        if atomicity.ordering != Ordering::NotAtomic {
            self.scope(atomicity.scope);
            self.push(" ");
            self.push(atomicity.ordering.text());
        }
    }

    fn typed_list(&mut self, body: &Body, numbers: &Numbers, values: List) {
        for (index, &value) in body.values(values).iter().enumerate() {
            if index > 0 {
                self.push(", ");
            }
            self.typed(body, numbers, value);
        }
    }

    /// An address and what else is needed; without another type, it points to
    /// the second of them.
    fn address_list(
        &mut self,
        body: &Body,
        numbers: &Numbers,
        values: List,
        pointee: Option<TypeId>,
    ) {
        let values = body.values(values);
        let second = values.get(1).and_then(|&value| self.type_of(body, value));
        for (index, &value) in values.iter().enumerate() {
            if index == 0 {
                self.address(body, numbers, value, pointee.or(second));
            } else {
                self.push(", ");
                self.typed(body, numbers, value);
            }
        }
    }

    /// Two operands of the type of the first.
    fn pair(&mut self, body: &Body, numbers: &Numbers, lhs: Value, rhs: Value) {
        self.push(" ");
        self.typed(body, numbers, lhs);
        self.push(", ");
        self.value(body, numbers, rhs);
    }

    fn labels(&mut self, body: &Body, numbers: &Numbers, blocks: List) {
        self.push("[");
        for (index, &block) in body.block_list(blocks).iter().enumerate() {
            if index > 0 {
                self.push(", ");
            }
            self.label(body, numbers, block);
        }
        self.push("]");
    }

    fn parent(&mut self, body: &Body, numbers: &Numbers, parent: Option<Value>) {
        match parent {
            Some(parent) => self.value(body, numbers, parent),
            None => self.push("none"),
        }
    }

    fn unwind(&mut self, body: &Body, numbers: &Numbers, unwind: Option<BlockId>) {
        self.push(" unwind ");
        match unwind {
            Some(block) => self.label(body, numbers, block),
            None => self.push("to caller"),
        }
    }

    /// A call behind its word.
    fn call(&mut self, body: &Body, numbers: &Numbers, call: Call) {
        let module = self.module;
        self.fast_math(call.flags);
        self.push(" ");
        self.convention(call.convention);
        let sets = module.attributes.get(call.attributes);
        self.attributes_before(sets.result);
        if call.address_space != 0 {
            self.push("addrspace(");
            self.number(call.address_space.into());
            self.push(") ");
        }
        let (result, variadic) = self.signature(call.function_type);
        self.ty_space(if variadic { call.function_type } else { result });
        self.callee(body, numbers, call.callee, call.function_type);
        self.push("(");
        for (index, &value) in body.values(call.arguments).iter().enumerate() {
            if index > 0 {
                self.push(", ");
            }
            match (self.type_of(body, value), value) {
                (Some(ty), _) => self.ty(ty),
                (None, Value::Metadata(_)) => self.push("metadata"),
                (None, _) => self.push("ptr"),
            }
            self.attributes_behind(module.attributes.parameter(call.attributes, index));
            self.push(" ");
            self.value(body, numbers, value);
        }
        self.push(")");
        self.group(sets.function);
        let bundles = body.bundles(call.bundles);
        for (index, bundle) in bundles.iter().enumerate() {
            self.push(if index == 0 { " [ " } else { ", " });
            text::push_quoted(&mut self.out, body.names.get(bundle.tag));
            self.push("(");
            self.typed_list(body, numbers, bundle.values);
            self.push(")");
        }
        if !bundles.is_empty() {
            self.push(" ]");
        }
    }

    pub(super) fn instruction(
        &mut self,
        body: &Body,
        numbers: &Numbers,
        instruction: &Instruction,
    ) {
        use InstructionKind as K;
        let result = self.result_type(body, instruction.result);
        match instruction.kind {
            K::Return(None) => self.push("ret void"),
            K::Return(Some(value)) => {
                self.push("ret ");
                self.typed(body, numbers, value);
            }
            K::Branch(target) => {
                self.push("br ");
                self.label(body, numbers, target);
            }
            K::ConditionalBranch {
                condition,
                if_true,
                if_false,
            } => {
                self.push("br ");
                self.typed(body, numbers, condition);
                self.push(", ");
                self.label(body, numbers, if_true);
                self.push(", ");
                self.label(body, numbers, if_false);
            }
            K::Switch {
                value,
                default,
                cases,
            } => {
                self.push("switch ");
                self.typed(body, numbers, value);
                self.push(", ");
                self.label(body, numbers, default);
                self.push(" [\n");
                for &(constant, block) in body.cases(cases) {
                    self.push("    ");
                    self.typed_constant(constant);
                    self.push(", ");
                    self.label(body, numbers, block);
                    self.push("\n");
                }
                self.push("  ]");
            }
            K::IndirectBranch {
                address,
                destinations,
            } => {
                self.push("indirectbr ");
                self.typed(body, numbers, address);
                self.push(", ");
                self.labels(body, numbers, destinations);
            }
            K::Invoke {
                call,
                normal,
                unwind,
            } => {
                self.push("invoke");
                self.call(body, numbers, body.call(call));
                self.push("\n          to ");
                self.label(body, numbers, normal);
                self.push(" unwind ");
                self.label(body, numbers, unwind);
            }
            K::CallBranch {
                call,
                fallthrough,
                indirect,
            } => {
                self.push("callbr");
                self.call(body, numbers, body.call(call));
                self.push("\n          to ");
                self.label(body, numbers, fallthrough);
                self.push(" ");
                self.labels(body, numbers, indirect);
            }
            K::Resume(value) => {
                self.push("resume ");
                self.typed(body, numbers, value);
            }
            K::Unreachable => self.push("unreachable"),
            K::CleanupReturn { pad, unwind } => {
                self.push("cleanupret from ");
                self.value(body, numbers, pad);
                self.unwind(body, numbers, unwind);
            }
            K::CatchReturn { pad, target } => {
                self.push("catchret from ");
                self.value(body, numbers, pad);
                self.push(" to ");
                self.label(body, numbers, target);
            }
            K::CatchSwitch {
                parent,
                handlers,
                unwind,
            } => {
                self.push("catchswitch within ");
                self.parent(body, numbers, parent);
                self.push(" ");
                self.labels(body, numbers, handlers);
                self.unwind(body, numbers, unwind);
            }
            K::CatchPad { parent, arguments } => {
                self.push("catchpad within ");
                self.value(body, numbers, parent);
                self.push(" [");
                self.typed_list(body, numbers, arguments);
                self.push("]");
            }
            K::CleanupPad { parent, arguments } => {
                self.push("cleanuppad within ");
                self.parent(body, numbers, parent);
                self.push(" [");
                self.typed_list(body, numbers, arguments);
                self.push("]");
            }
            K::LandingPad { cleanup, clauses } => {
                self.push("landingpad");
                if let Some(result) = result {
                    self.push(" ");
                    self.ty(result);
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
                    self.typed(body, numbers, value);
                }
            }
            K::Negate { flags, value } => {
                self.push("fneg");
                self.fast_math(flags);
                self.push(" ");
                self.typed(body, numbers, value);
            }
            K::Binary {
                op,
                flags,
                lhs,
                rhs,
            } => {
                self.push(op.text());
                self.flags(flags.words());
                self.pair(body, numbers, lhs, rhs);
            }
            K::FloatBinary {
                op,
                flags,
                lhs,
                rhs,
            } => {
                self.push(op.text());
                self.fast_math(flags);
                self.pair(body, numbers, lhs, rhs);
            }
            K::Cast { op, flags, value } => {
                self.push(op.text());
                self.flags(flags.words());
                self.push(" ");
                self.typed(body, numbers, value);
                if let Some(result) = result {
                    self.push(" to ");
                    self.ty(result);
                }
            }
            K::IntCompare {
                predicate,
                lhs,
                rhs,
            } => {
                self.push("icmp ");
                self.push(predicate.text());
                self.pair(body, numbers, lhs, rhs);
            }
            K::FloatCompare {
                predicate,
                flags,
                lhs,
                rhs,
            } => {
                self.push("fcmp");
                self.fast_math(flags);
                self.push(" ");
                self.push(predicate.text());
                self.pair(body, numbers, lhs, rhs);
            }
            K::Select { flags, operands } => {
                self.push("select");
                self.fast_math(flags);
                self.push(" ");
                self.typed_list(body, numbers, operands);
            }
            K::Phi { flags, incoming } => {
                self.push("phi");
                self.fast_math(flags);
                if let Some(result) = result {
                    self.push(" ");
                    self.ty(result);
                }
                for (index, &(value, block)) in body.incoming(incoming).iter().enumerate() {
                    self.push(if index == 0 { " [ " } else { ", [ " });
                    self.value(body, numbers, value);
                    self.push(", %");
                    self.block_name(body, numbers, block);
                    self.push(" ]");
                }
            }
            K::Freeze(value) => {
                self.push("freeze ");
                self.typed(body, numbers, value);
            }
            K::Alloca {
                allocated,
                count,
                align,
                in_alloca,
                swift_error,
            } => {
                self.push("alloca ");
                self.push(if in_alloca { "inalloca " } else { "" });
                self.push(if swift_error { "swifterror " } else { "" });
                self.ty(allocated);
                if let Some(count) = count {
                    self.push(", ");
                    self.typed(body, numbers, count);
                }
                self.align(", ", align);
                let space = result.map(|ty| self.module.types.get(ty));
                if let Some(Type::Pointer(space @ 1..)) = space {
                    self.push(", addrspace(");
                    self.number(space.into());
                    self.push(")");
                }
            }
            K::Load {
                pointer,
                align,
                volatile,
                atomicity,
            } => {
                self.push("load ");
                self.access_words(volatile, atomicity);
                if let Some(result) = result {
                    self.ty(result);
                }
                self.push(", ");
                self.address(body, numbers, pointer, result);
                self.atomicity(atomicity);
                self.align(", ", align);
            }
            K::Store {
                value,
                pointer,
                align,
                volatile,
                atomicity,
            } => {
                self.push("store ");
                self.access_words(volatile, atomicity);
                self.typed(body, numbers, value);
                self.push(", ");
                let pointee = self.type_of(body, value);
                self.address(body, numbers, pointer, pointee);
                self.atomicity(atomicity);
                self.align(", ", align);
            }
            K::Fence(atomicity) => {
                self.push("fence");
                self.atomicity(atomicity);
            }
            K::CompareExchange {
                operands,
                align,
                weak,
                volatile,
                success,
                failure,
                scope,
            } => {
                self.push("cmpxchg ");
                self.push(if weak { "weak " } else { "" });
                self.push(if volatile { "volatile " } else { "" });
                self.address_list(body, numbers, operands, None);
                self.scope(scope);
                self.push(" ");
                self.push(success.text());
                self.push(" ");
                self.push(failure.text());
                self.align(", ", align);
            }
            K::ReadModifyWrite {
                op,
                pointer,
                value,
                align,
                volatile,
                atomicity,
            } => {
                self.push("atomicrmw ");
                self.push(if volatile { "volatile " } else { "" });
                self.push(op.text());
                self.push(" ");
                let pointee = self.type_of(body, value);
                self.address(body, numbers, pointer, pointee);
                self.push(", ");
                self.typed(body, numbers, value);
                self.atomicity(atomicity);
                self.align(", ", align);
            }
            K::GetElementPtr {
                source,
                flags,
                operands,
            } => {
                self.push("getelementptr");
                self.flags(flags.words());
                self.push(" ");
                self.ty(source);
                self.push(", ");
                self.address_list(body, numbers, operands, Some(source));
            }
            K::ExtractValue { aggregate, indices } => {
                self.push("extractvalue ");
                self.typed(body, numbers, aggregate);
                self.indices(body, indices);
            }
            K::InsertValue {
                aggregate,
                element,
                indices,
            } => {
                self.push("insertvalue ");
                self.typed(body, numbers, aggregate);
                self.push(", ");
                self.typed(body, numbers, element);
                self.indices(body, indices);
            }
            K::ExtractElement { vector, index } => {
                self.push("extractelement ");
                self.typed(body, numbers, vector);
                self.push(", ");
                self.typed(body, numbers, index);
            }
            K::InsertElement { operands } => {
                self.push("insertelement ");
                self.typed_list(body, numbers, operands);
            }
            K::ShuffleVector { lhs, rhs, mask } => {
                self.push("shufflevector ");
                self.typed(body, numbers, lhs);
                self.push(", ");
                self.typed(body, numbers, rhs);
                self.push(", ");
                self.typed_constant(mask);
            }
            K::Call(call) => {
                let call = body.call(call);
                if call.tail != TailKind::None {
                    self.push(call.tail.text());
                    self.push(" ");
                }
                self.push("call");
                self.call(body, numbers, call);
            }
            K::VaArg(list) => {
                self.push("va_arg ");
                self.typed(body, numbers, list);
                if let Some(result) = result {
                    self.push(", ");
                    self.ty(result);
                }
            }
        }
    }

    fn access_words(&mut self, volatile: bool, atomicity: Atomicity) {
        self.push(if atomicity.ordering == Ordering::NotAtomic {
            ""
        } else {
            "atomic "
        });
        self.push(if volatile { "volatile " } else { "" });
    }

    fn indices(&mut self, body: &Body, indices: List) {
        for &index in body.indices(indices) {
            self.push(", ");
            self.number(index.into());
        }
    }
}
