//! Types and constants.

use super::dialect::Habit;
use super::{Printer, Step, text};
use crate::constants::ConstantKind;
use crate::ids::{ConstantId, GlobalId, List, TypeId};
use crate::types::Type;

impl Printer<'_> {
    /// Prints a type.
    pub(super) fn ty(&mut self, ty: TypeId) {
        self.steps.push(Step::Type(ty));
        self.run();
    }

    /// Prints a type and a space.
    pub(super) fn ty_space(&mut self, ty: TypeId) {
        self.ty(ty);
        self.push(" ");
    }

    /// Prints a constant without its type.
    pub(super) fn constant(&mut self, constant: ConstantId) {
        self.steps.push(Step::Constant(constant));
        self.run();
    }

    /// Prints a constant with its type.
    pub(super) fn typed_constant(&mut self, constant: ConstantId) {
        self.steps.push(Step::Typed(constant));
        self.run();
    }

    /// Runs steps until none is left. The top of the stack runs first, so the parts of a step are
    /// pushed in reverse.
    pub(super) fn run(&mut self) {
        while let Some(step) = self.steps.pop() {
            if self.out.len() > self.limit {
                self.steps.clear();
                return;
            }
            match step {
                Step::Text(text) => self.out.push_str(text),
                Step::Type(ty) if self.dialect.is_some() => self.written_type(ty),
                Step::Type(ty) => self.type_step(ty),
                Step::Constant(constant) => self.constant_step(constant),
                Step::Global(global) => self.global_name(global),
                Step::Line => {
                    self.push("\n");
                    self.out.extend(std::iter::repeat_n(' ', 4 * self.depth));
                }
                Step::Out => self.depth -= 1,
                Step::PointerTo(ty, 0) => {
                    self.steps.extend([Step::Text("*"), Step::Type(ty)]);
                }
                Step::PointerTo(ty, space) => {
                    // An address space number is not a step, so print the text around it directly.
                    let rest = std::mem::take(&mut self.steps);
                    self.ty(ty);
                    self.star(space);
                    self.steps = rest;
                }
                Step::Typed(constant) => {
                    let ty = self.module.constants.get(constant).ty;
                    self.steps
                        .extend([Step::Constant(constant), Step::Text(" "), Step::Type(ty)]);
                }
            }
        }
    }

    fn then(&mut self, steps: impl DoubleEndedIterator<Item = Step>) {
        self.steps.extend(steps.rev());
    }

    fn types_between(&mut self, before: &'static str, types: &[TypeId], after: &'static str) {
        self.push(before);
        self.steps.push(Step::Text(after));
        for (index, &ty) in types.iter().enumerate().rev() {
            self.steps.push(Step::Type(ty));
            if index > 0 {
                self.steps.push(Step::Text(", "));
            }
        }
    }

    pub(super) fn type_step(&mut self, ty: TypeId) {
        let types = &self.module.types;
        let word = match types.get(ty) {
            Type::Void => "void",
            Type::Label => "label",
            Type::Metadata => "metadata",
            Type::Token => "token",
            Type::Half => "half",
            Type::BFloat => "bfloat",
            Type::Float => "float",
            Type::Double => "double",
            Type::X86Fp80 => "x86_fp80",
            Type::Fp128 => "fp128",
            Type::PpcFp128 => "ppc_fp128",
            Type::X86Mmx => "x86_mmx",
            Type::X86Amx => "x86_amx",
            Type::Pointer(space) if self.casts.is_some() => {
                self.push("i8");
                self.star(space);
                ""
            }
            Type::Pointer(0) => "ptr",
            Type::Pointer(space) => {
                self.push("ptr addrspace(");
                self.number(space.into());
                ")"
            }
            Type::Integer(bits) => {
                self.push("i");
                self.number(bits.into());
                ""
            }
            Type::Vector {
                element,
                length,
                scalable,
            } => {
                self.push(if scalable { "<vscale x " } else { "<" });
                self.number(length.into());
                self.push(" x ");
                self.then([Step::Type(element), Step::Text(">")].into_iter());
                ""
            }
            Type::Array { element, length } => {
                self.push("[");
                self.number(length);
                self.push(" x ");
                self.then([Step::Type(element), Step::Text("]")].into_iter());
                ""
            }
            Type::Struct { fields, packed } => {
                self.fields(fields, packed);
                ""
            }
            Type::Named(id) => {
                let name = types.structs()[id.index()].name;
                self.push("%");
                if name.is_some() {
                    text::push_name(&mut self.out, self.module.names.get(name));
                } else {
                    self.number(self.struct_numbers[id.index()].into());
                }
                ""
            }
            Type::Function {
                result,
                parameters,
                variadic,
            } => {
                let parameters = types.list(parameters);
                self.steps
                    .push(Step::Text(match (variadic, parameters.is_empty()) {
                        (false, _) => ")",
                        (true, true) => "...)",
                        (true, false) => ", ...)",
                    }));
                for (index, &ty) in parameters.iter().enumerate().rev() {
                    self.steps.push(Step::Type(ty));
                    if index > 0 {
                        self.steps.push(Step::Text(", "));
                    }
                }
                self.then([Step::Type(result), Step::Text(" (")].into_iter());
                ""
            }
        };
        self.push(word);
    }

    /// Pushes steps for the fields of a struct between its brackets.
    fn fields(&mut self, fields: List, packed: bool) {
        let module = self.module;
        match (module.types.list(fields), packed) {
            ([], false) => self.push("{}"),
            ([], true) => self.push("<{}>"),
            (fields, false) => self.types_between("{ ", fields, " }"),
            (fields, true) => self.types_between("<{ ", fields, " }>"),
        }
    }

    /// Prints the fields of a struct type, as in its definition.
    pub(super) fn struct_fields(&mut self, fields: List, packed: bool) {
        self.fields(fields, packed);
        self.run();
    }

    pub(super) fn global_name(&mut self, id: GlobalId) {
        let name = self.module.global(id).name;
        let bytes = self.module.names.get(name);
        if self.casts.is_some() && bytes.starts_with(b"llvm.") {
            self.push("@");
            self.typed_intrinsic(bytes);
        } else if name.is_some() {
            self.signed_name("@", bytes);
        } else {
            self.push("@");
            self.number(self.global_numbers[id.index()].into());
        }
    }

    /// Maximum number of digits after the decimal point of a floating-point number that is printed
    /// in decimal.
    fn digits(&self) -> usize {
        if self.has(Habit::SevenDigits) { 6 } else { 5 }
    }

    /// Prints a number of at most 64 bits in the form of its type.
    fn bits(&mut self, ty: Type, bits: u64) {
        match ty {
            Type::Half => {
                self.push("0xH");
                text::push_hex(&mut self.out, bits, 4);
            }
            Type::BFloat => {
                self.push("0xR");
                text::push_hex(&mut self.out, bits, 4);
            }
            Type::Float => {
                let (bits, digits) = (text::float_to_double(bits as u32), self.digits());
                text::push_double(&mut self.out, bits, digits);
            }
            Type::Double => {
                let digits = self.digits();
                text::push_double(&mut self.out, bits, digits);
            }
            Type::Integer(width) => text::push_integer(&mut self.out, bits, width),
            _ => text::push_integer(&mut self.out, bits, 64),
        }
    }

    fn wide_bits(&mut self, ty: Type, words: &[u64]) {
        let word = |index: usize| words.get(index).copied().unwrap_or(0);
        match ty {
            Type::X86Fp80 => {
                self.push("0xK");
                text::push_hex(&mut self.out, word(1), 4);
                text::push_hex(&mut self.out, word(0), 16);
            }
            Type::Fp128 | Type::PpcFp128 => {
                self.push(if ty == Type::Fp128 { "0xL" } else { "0xM" });
                text::push_hex(&mut self.out, word(0), 16);
                text::push_hex(&mut self.out, word(1), 16);
            }
            Type::Integer(width) => text::push_wide_integer(&mut self.out, words, width),
            _ => text::push_wide_integer(&mut self.out, words, 128),
        }
    }

    /// Pushes steps for constants with types, separated by commas.
    fn list(&mut self, before: &'static str, elements: &[ConstantId], after: &'static str) {
        self.push(before);
        self.steps.push(Step::Text(after));
        for (index, &element) in elements.iter().enumerate().rev() {
            self.steps.push(Step::Typed(element));
            if index > 0 {
                self.steps.push(Step::Text(", "));
            }
        }
    }

    fn words(&mut self, words: impl Iterator<Item = &'static str>) {
        for word in words {
            self.push(word);
            self.push(" ");
        }
    }

    fn constant_step(&mut self, id: ConstantId) {
        use ConstantKind as K;
        let constant = self.module.constants.get(id);
        let table = &self.module.constants;
        let ty = self.module.types.get(constant.ty);
        match constant.kind {
            K::Bits(bits) => self.bits(ty, bits),
            K::WideBits(words) => self.wide_bits(ty, table.words(words)),
            K::Null => self.push("null"),
            K::Undef => self.push("undef"),
            K::Poison => self.push("poison"),
            K::Zero => self.push("zeroinitializer"),
            K::None => self.push("none"),
            K::Aggregate(elements) => {
                let elements = table.list(elements);
                let spaced = self.has(Habit::SpacedLists);
                match (ty, elements.is_empty()) {
                    (Type::Vector { .. }, _) if spaced => self.list("< ", elements, " >"),
                    (Type::Array { .. }, true) if spaced => self.push("[ ]"),
                    (Type::Array { .. }, _) if spaced => self.list("[ ", elements, " ]"),
                    (Type::Vector { .. }, _) => self.list("<", elements, ">"),
                    (Type::Array { .. }, _) => self.list("[", elements, "]"),
                    _ if elements.len() > 2 && self.has(Habit::LongStructs) => {
                        self.long_struct(elements, self.is_packed(ty));
                    }
                    (_, true) => self.push("zeroinitializer"),
                    _ if self.is_packed(ty) => self.list("<{ ", elements, " }>"),
                    _ => self.list("{ ", elements, " }"),
                }
            }
            K::Data(bytes) => self.data(ty, table.bytes(bytes)),
            K::Global(global) | K::DsoLocalEquivalent(global) | K::NoCfi(global) => {
                let words = match constant.kind {
                    K::DsoLocalEquivalent(_) => "dso_local_equivalent ",
                    K::NoCfi(_) => "no_cfi ",
                    _ => "",
                };
                if self.casts.is_some() {
                    self.typed_global(words, global, constant.ty);
                } else {
                    self.push(words);
                    self.global_name(global);
                }
            }
            K::BlockAddress { function, block } => {
                self.push("blockaddress(");
                self.global_name(function);
                self.push(", ");
                self.addressed_block(function, block);
                self.push(")");
            }
            K::Cast(op, value) => {
                self.push(op.text());
                self.push(" (");
                let (to, close) = (Step::Text(" to "), Step::Text(")"));
                self.then([Step::Typed(value), to, Step::Type(constant.ty), close].into_iter());
            }
            K::Negate(value) => self.list("fneg (", &[value], ")"),
            K::Binary(op, flags, lhs, rhs) => {
                let word = self.binary_word(op);
                self.push(word);
                self.push(" ");
                self.words(flags.words());
                self.list("(", &[lhs, rhs], ")");
            }
            K::IntCompare(predicate, lhs, rhs) => {
                self.push("icmp ");
                self.push(predicate.text());
                self.list(" (", &[lhs, rhs], ")");
            }
            K::FloatCompare(predicate, lhs, rhs) => {
                self.push("fcmp ");
                self.push(predicate.text());
                self.list(" (", &[lhs, rhs], ")");
            }
            K::Select(operands) => self.list("select (", table.list(operands), ")"),
            K::GetElementPtr {
                source,
                flags,
                operands,
            } => {
                if self.casts.is_some() {
                    let flags: Vec<_> = flags.words().collect();
                    return self.typed_gep(constant.ty, source, &flags, table.list(operands));
                }
                self.push("getelementptr ");
                self.words(flags.words());
                self.push("(");
                self.list("", table.list(operands), ")");
                if !self.has(Habit::ImpliedTypes) {
                    self.then([Step::Type(source), Step::Text(", ")].into_iter());
                }
            }
            K::ExtractElement(vector, index) => {
                self.list("extractelement (", &[vector, index], ")");
            }
            K::InsertElement(operands) => {
                self.list("insertelement (", table.list(operands), ")");
            }
            K::ShuffleVector(operands) => {
                self.list("shufflevector (", table.list(operands), ")");
            }
        }
    }

    /// Prints a struct with one field per line, indented further than the enclosing struct.
    fn long_struct(&mut self, fields: &[ConstantId], packed: bool) {
        self.push(if packed { "<{" } else { "{" });
        let end = Step::Text(if packed { " }>" } else { " }" });
        self.steps.extend([end, Step::Out]);
        for (index, &field) in fields.iter().enumerate().rev() {
            self.steps.extend([Step::Typed(field), Step::Line]);
            if index > 0 {
                self.steps.push(Step::Text(", "));
            }
        }
        self.depth += 1;
    }

    fn is_packed(&self, ty: Type) -> bool {
        match ty {
            Type::Struct { packed, .. } => packed,
            Type::Named(id) => self.module.types.structs()[id.index()].packed,
            _ => false,
        }
    }

    /// Prints an array or vector of numbers.
    fn data(&mut self, ty: Type, bytes: &[u8]) {
        let (element, vector) = match ty {
            Type::Vector { element, .. } => (element, true),
            Type::Array { element, .. } => (element, false),
            _ => return self.push("undef"),
        };
        let number = self.module.types.get(element);
        if number == Type::Integer(8) && !vector {
            self.push("c");
            return self.quote(bytes);
        }
        let size = match number {
            Type::Integer(width) => width as usize / 8,
            Type::Half | Type::BFloat => 2,
            Type::Float => 4,
            _ => 8,
        };
        let spaced = self.has(Habit::SpacedLists);
        self.push(if vector { "<" } else { "[" });
        self.push(if spaced { " " } else { "" });
        for (index, bytes) in bytes.chunks(size.max(1)).enumerate() {
            if index > 0 {
                self.push(", ");
            }
            let bits = bytes
                .iter()
                .rev()
                .fold(0, |bits, &byte| bits << 8 | u64::from(byte));
            // The element type has no components, so this pushes no steps.
            self.type_step(element);
            self.push(" ");
            self.bits(number, bits);
        }
        self.push(if spaced { " " } else { "" });
        self.push(if vector { ">" } else { "]" });
    }
}
