//! What stands around instructions in the text of LLVM up to 3.2: the head of the
//! module, globals, heads of functions, labels, comments, attributes.

use std::collections::BTreeSet;

use super::body::Numbers;
use super::dialect::Habit;
use super::uses::{self, BodyUses};
use super::written_metadata::NumberedNodes;
use super::written_types::WrittenTypes;
use super::{Printer, text};
use crate::attributes::{Attribute, AttributeKind};
use crate::body::Body;
use crate::constants::ConstantKind;
use crate::ids::{AttributeSetId, BlockId, GlobalId, LocalId, TypeId};
use crate::instruction::BinaryOp;
use crate::module::{CallingConvention, DllStorage, Global, GlobalKind, Linkage, ThreadLocal};
use crate::types::Type;

/// The column of comments.
const COLUMN: usize = 50;

/// State of printing a module as a release printed it.
#[derive(Default)]
pub(super) struct Written {
    pub(super) types: WrittenTypes,
    /// Number of uses of each global, if it is printed.
    global_uses: Vec<u32>,
    addressed: BTreeSet<(GlobalId, BlockId)>,
    pub(super) nodes: NumberedNodes,
    /// Those of the function that is printed.
    pub(super) body: BodyUses,
}

/// Attributes in the order of the text.
const ORDER: &[AttributeKind] = {
    use AttributeKind as K;
    &[
        K::ZExt,
        K::SExt,
        K::NoReturn,
        K::NoUnwind,
        K::UwTable,
        K::InReg,
        K::NoAlias,
        K::NoCapture,
        K::StructRet,
        K::ByVal,
        K::Nest,
        K::ReadNone,
        K::ReadOnly,
        K::OptimizeForSize,
        K::NoInline,
        K::InlineHint,
        K::AlwaysInline,
        K::StackProtect,
        K::StackProtectReq,
        K::NoRedZone,
        K::NoImplicitFloat,
        K::Naked,
        K::ReturnsTwice,
        K::NonLazyBind,
        K::SanitizeAddress,
        K::MinSize,
        K::StackAlign,
        K::Align,
    ]
};

impl Printer<'_> {
    pub(super) fn has(&self, habit: Habit) -> bool {
        self.dialect.is_some_and(|dialect| dialect.has(habit))
    }

    /// A name with its sign.
    pub(super) fn signed_name(&mut self, sign: &str, name: &[u8]) {
        if self.has(Habit::OldQuotes) {
            return text::push_old_name(&mut self.out, sign, name);
        }
        self.push(sign);
        text::push_name(&mut self.out, name);
    }

    /// The whole text of a module that was read as it was written.
    pub(super) fn written_module(&mut self, identifier: &str) {
        let module = self.module;
        if self.has(Habit::Uses) {
            self.written.global_uses = uses::of_globals(module);
        }
        self.written.addressed = uses::addresses(module);
        self.name_types();
        self.number_named_lists();
        self.written_header(identifier);
        self.written_types();
        let (globals, mut first) = (module.globals(), !self.has(Habit::Tabs));
        for (index, global) in globals.iter().enumerate() {
            if let GlobalKind::Variable { .. } = global.kind {
                self.push(if first { "\n" } else { "" });
                first = false;
                self.written_variable(GlobalId::at(index), global);
            }
        }
        first = true;
        for (index, global) in globals.iter().enumerate() {
            if let GlobalKind::Alias(_) = global.kind {
                self.push(if first { "\n" } else { "" });
                first = false;
                self.written_alias(GlobalId::at(index), global);
            }
        }
        for (index, global) in globals.iter().enumerate() {
            if let GlobalKind::Function(_) = global.kind {
                self.written_function(GlobalId::at(index), global);
            }
        }
        self.written_metadata();
    }

    fn written_header(&mut self, identifier: &str) {
        let module = self.module;
        if !identifier.is_empty() && !identifier.contains('\n') {
            self.push("; ModuleID = '");
            self.push(identifier);
            self.push("'\n");
        }
        let lines = [
            ("target datalayout = ", &module.data_layout),
            ("target triple = ", &module.target_triple),
        ];
        for (before, string) in lines {
            if !string.is_empty() {
                self.push(before);
                text::push_quoted(&mut self.out, string);
                self.push("\n");
            }
        }
        let assembly = &module.module_asm;
        if !assembly.is_empty() {
            self.push(if self.has(Habit::Tabs) { "" } else { "\n" });
            let assembly = assembly.strip_suffix(b"\n").unwrap_or(assembly);
            for line in assembly.split(|&byte| byte == b'\n') {
                self.push("module asm ");
                text::push_quoted(&mut self.out, line);
                self.push("\n");
            }
        }
        for (index, library) in module.dependencies.iter().enumerate() {
            self.push(if index == 0 { "deplibs = [ " } else { ", " });
            text::push_quoted(&mut self.out, library);
        }
        if !module.dependencies.is_empty() {
            self.push(" ]\n");
        }
    }

    /// The word of a linkage and a space, with where the global comes from.
    fn written_linkage(&mut self, global: &Global) {
        match global.dll_storage {
            DllStorage::Default if global.linkage == Linkage::External => {}
            DllStorage::Default => self.word(global.linkage.text()),
            dll => self.word(dll.text()),
        }
    }

    fn written_variable(&mut self, id: GlobalId, global: &Global) {
        let GlobalKind::Variable {
            initializer,
            constant,
            ..
        } = global.kind
        else {
            return;
        };
        if !self.has(Habit::NamelessGlobals) || global.name.is_some() {
            self.global_name(id);
            self.push(" = ");
        }
        let plain =
            global.linkage == Linkage::External && global.dll_storage == DllStorage::Default;
        if initializer.is_none() && plain {
            self.push("external ");
        }
        self.written_linkage(global);
        self.word(global.visibility.text());
        if global.thread_local != ThreadLocal::No {
            self.word(global.thread_local.text());
        }
        if global.address_space != 0 && !self.has(Habit::SpaceBehind) {
            self.push("addrspace(");
            self.number(global.address_space.into());
            self.push(") ");
        }
        self.word(global.unnamed_address.text());
        self.push(if constant { "constant " } else { "global " });
        self.ty(global.ty);
        if let Some(initializer) = initializer {
            self.push(" ");
            self.constant(initializer);
        }
        if global.address_space != 0 && self.has(Habit::SpaceBehind) {
            self.push(" addrspace(");
            self.number(global.address_space.into());
            self.push(") ");
        }
        if global.section.is_some() {
            self.push(", section ");
            text::push_quoted(&mut self.out, self.module.names.get(global.section));
        }
        self.align(", ", global.align);
        self.comment_on_global(id, global);
        self.push("\n");
    }

    fn written_alias(&mut self, id: GlobalId, global: &Global) {
        let GlobalKind::Alias(target) = global.kind else {
            return;
        };
        self.global_name(id);
        self.push(" = ");
        self.word(global.visibility.text());
        self.push("alias ");
        self.written_linkage(global);
        match self.module.constants.get(target).kind {
            ConstantKind::Global(_) => self.typed_constant(target),
            _ => self.constant(target),
        }
        self.comment_on_global(id, global);
        self.push("\n");
    }

    fn written_function(&mut self, id: GlobalId, global: &Global) {
        let module = self.module;
        let GlobalKind::Function(function) = global.kind else {
            return;
        };
        let function = module.function(function);
        let Type::Function {
            result,
            parameters,
            variadic,
        } = module.types.get(global.ty)
        else {
            return;
        };
        let body = function.body.as_ref().filter(|body| !body.order.is_empty());
        self.push(if body.is_some() {
            "\ndefine "
        } else {
            "\ndeclare "
        });
        self.written_linkage(global);
        self.word(global.visibility.text());
        self.convention(function.convention);
        let sets = module.attributes.get(function.attributes);
        self.result_attributes_before(sets.result);
        self.ty_space(result);
        if self.has(Habit::NamelessGlobals) && global.name.is_none() {
            self.push("@\"\"");
        } else {
            self.global_name(id);
        }
        self.push("(");
        for (number, &ty) in module.types.list(parameters).iter().enumerate() {
            self.push(if number > 0 { ", " } else { "" });
            self.ty(ty);
            self.attributes_behind(module.attributes.parameter(function.attributes, number));
            let local = body.map(|body| (body, body.local(LocalId::at(number)).name));
            if let Some((body, name)) = local.filter(|(_, name)| name.is_some()) {
                self.push(" ");
                self.signed_name("%", body.names.get(name));
            }
        }
        if variadic {
            let first = parameters.is_empty();
            self.push(if first { "..." } else { ", ..." });
        }
        self.push(")");
        if !global.unnamed_address.text().is_empty() {
            self.push(" ");
            self.push(global.unnamed_address.text());
        }
        self.attributes_of_call(sets.result, sets.function);
        let names = [(" section ", global.section), (" gc ", function.gc)];
        for (index, (before, name)) in names.into_iter().enumerate() {
            if name.is_some() {
                self.push(before);
                text::push_quoted(&mut self.out, module.names.get(name));
            }
            if index == 0 {
                self.align(" ", global.align);
            }
        }
        if let Some(body) = body {
            self.push(" {");
            let blocks = self.written.addressed.range((id, BlockId(0))..);
            let blocks = blocks.take_while(|&&(function, _)| function == id);
            let addressed: Vec<_> = blocks.map(|&(_, block)| block).collect();
            self.number_nodes_of(body);
            let phis = self.has(Habit::PhisUseBlocks);
            self.written.body = BodyUses::of(body, &addressed, phis);
            self.personality = function.personality;
            let numbers = Numbers::of(body);
            self.body(body, &numbers);
            self.push("}");
        }
        self.push("\n");
    }

    /// The line of a block before its instructions, and the end of the line before.
    pub(super) fn written_label(&mut self, body: &Body, numbers: &Numbers, block: BlockId) {
        let is_entry = body.order.first() == Some(&block);
        if body.block(block).name.is_some() {
            self.push("\n");
            self.block_name(body, numbers, block);
            self.push(":");
        } else if self.written.body.named[block.index()] {
            self.push("\n; <label>:");
            self.block_name(body, numbers, block);
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

    /// Spaces up to where comments begin, one at least if the line is not empty.
    pub(super) fn comment_column(&mut self) {
        if self.has(Habit::Tabs) {
            return self.push("\t\t");
        }
        let line = self.out.rfind('\n').map_or(0, |end| end + 1);
        let column = self.out.len() - line;
        let spaces = COLUMN.saturating_sub(column).max(usize::from(column > 0));
        self.out.extend(std::iter::repeat_n(' ', spaces));
    }

    fn comment_on_global(&mut self, id: GlobalId, global: &Global) {
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

    /// The comment after an instruction that has a result.
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

    /// The words of sets in the order of the text, each with a space at one end.
    pub(super) fn written_attributes(&mut self, sets: &[AttributeSetId], before: bool) {
        let table = &self.module.attributes;
        let start = self.out.len();
        let old = self.has(Habit::OldExtensions);
        for &kind in ORDER {
            let mut all = sets.iter().flat_map(|&set| table.attributes(set));
            let Some(number) = all.find_map(|&one| number_of(one, kind)) else {
                continue;
            };
            self.push(if before { "" } else { " " });
            match kind {
                AttributeKind::ZExt if old => self.push("zext"),
                AttributeKind::SExt if old => self.push("sext"),
                AttributeKind::SanitizeAddress => self.push("address_safety"),
                AttributeKind::StackAlign => {
                    self.push("alignstack(");
                    self.number(number);
                    self.push(")");
                }
                AttributeKind::Align => {
                    self.push("align ");
                    self.number(number);
                }
                other => self.push(other.text()),
            }
            self.push(if before { " " } else { "" });
        }
        if self.has(Habit::TrailingAttributes) && !before && self.out.len() > start {
            self.push(" ");
        }
    }

    /// The attributes of a result before its type, where they stand there.
    pub(super) fn result_attributes_before(&mut self, set: AttributeSetId) {
        if !self.has(Habit::TrailingAttributes) {
            self.attributes_before(set);
        }
    }

    /// The attributes after parameters or arguments, with those of the result if they are there.
    pub(super) fn attributes_of_call(&mut self, result: AttributeSetId, function: AttributeSetId) {
        if !self.has(Habit::TrailingAttributes) {
            return self.group(function);
        }
        self.written_attributes(&[result, function], false);
    }

    /// The number of a calling convention that has no word; false if it has one.
    pub(super) fn written_convention(&mut self, convention: CallingConvention) -> bool {
        let known = matches!(convention.0, 8 | 9 | 64..=72 | 77);
        if self.dialect.is_none() || known || convention == CallingConvention::C {
            return false;
        }
        self.push("cc");
        self.number(convention.0.into());
        self.push(" ");
        true
    }

    /// The word of an operation on two numbers.
    pub(super) fn binary_word(&self, op: BinaryOp) -> &'static str {
        let op = match op {
            BinaryOp::FAdd if self.has(Habit::OneArithmetic) => BinaryOp::Add,
            BinaryOp::FSub if self.has(Habit::OneArithmetic) => BinaryOp::Sub,
            BinaryOp::FMul if self.has(Habit::OneArithmetic) => BinaryOp::Mul,
            op => op,
        };
        op.text()
    }

    /// The type after a call's keyword: short, or the pointer to the function if the function takes
    /// variable arguments or returns a pointer to one.
    pub(super) fn written_callee_type(&mut self, function: TypeId) {
        let types = &self.module.types;
        let (result, variadic) = self.signature(function);
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

/// The number that goes with an attribute of before LLVM 3.3 if this is it, 0 of one
/// without a number.
fn number_of(attribute: Attribute, wanted: AttributeKind) -> Option<u64> {
    use AttributeKind as K;
    match attribute {
        Attribute::Int(K::Memory, effects) => {
            let kind = if effects == 0 {
                K::ReadNone
            } else {
                K::ReadOnly
            };
            (kind == wanted).then_some(0)
        }
        Attribute::Int(kind, number) => (kind == wanted).then_some(number),
        Attribute::Enum(kind) | Attribute::Type(kind, _) => (kind == wanted).then_some(0),
        Attribute::Range(..) | Attribute::Text { .. } => None,
    }
}
