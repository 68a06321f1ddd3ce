//! Nodes of debug information as a release printed them. The table of classes determines their
//! fields.

use super::Printer;
use super::body::Numbers;
use super::dialect::{Dialect, Habit};
use crate::body::Body;
use crate::constants::ConstantKind;
use crate::debug_nodes::names::{self, Names};
use crate::debug_nodes::{DebugClass, Field, Form, OLD_SUBPROGRAM_OPERANDS};
use crate::ids::{ConstantId, List, MetadataId};
use crate::metadata::{DebugField, Metadata};
use crate::module::Module;
use crate::types::Type;

/// Two-bit flags: their mask, and the names of their values.
const PAIRS: &[(u64, [(u64, &str); 3])] = &[
    (3, [(1, "Private"), (2, "Protected"), (3, "Public")]),
    (
        0x3_0000,
        [
            (0x1_0000, "SingleInheritance"),
            (0x2_0000, "MultipleInheritance"),
            (0x3_0000, "VirtualInheritance"),
        ],
    ),
];

/// The two-bit flag of an indirect virtual base class.
const INDIRECT_VIRTUAL_BASE: u64 = 0x24;

/// Flags whose names differ between releases, with the first and the last release of each name.
const FLAGS: &[(u64, &str, &str, &str)] = &[
    (0x4, "FwdDecl", "3.7", "14"),
    (0x8, "AppleBlock", "3.7", "14"),
    (0x10, "BlockByrefStruct", "3.7", "9"),
    (0x10, "ReservedBit4", "10", "14"),
    (0x20, "Virtual", "3.7", "14"),
    (0x40, "Artificial", "3.7", "14"),
    (0x80, "Explicit", "3.7", "14"),
    (0x100, "Prototyped", "3.7", "14"),
    (0x200, "ObjcClassComplete", "3.7", "14"),
    (0x400, "ObjectPointer", "3.7", "14"),
    (0x800, "Vector", "3.7", "14"),
    (0x1000, "StaticMember", "3.7", "14"),
    (0x2000, "LValueReference", "3.7", "14"),
    (0x4000, "RValueReference", "3.7", "14"),
    (0x8000, "ExternalTypeRef", "3.9", "4"),
    (0x8000, "Reserved", "5", "9"),
    (0x8000, "ExportSymbols", "10", "14"),
    (0x4_0000, "IntroducedVirtual", "3.9", "14"),
    (0x8_0000, "BitField", "4", "14"),
    (0x10_0000, "NoReturn", "4", "14"),
    (0x20_0000, "MainSubprogram", "4", "8"),
    (0x20_0000, "ArgumentNotModified", "9", "10"),
    (0x40_0000, "TypePassByValue", "6", "14"),
    (0x80_0000, "TypePassByReference", "6", "14"),
    (0x100_0000, "FixedEnum", "7", "7"),
    (0x100_0000, "EnumClass", "8", "14"),
    (0x200_0000, "Thunk", "7", "14"),
    (0x400_0000, "Trivial", "7", "8"),
    (0x400_0000, "NonTrivial", "9", "14"),
    (0x800_0000, "BigEndian", "8", "14"),
    (0x1000_0000, "LittleEndian", "8", "14"),
    (0x2000_0000, "AllCallsDescribed", "8", "14"),
];

/// The flags of functions in their order, without those for virtual functions.
const FUNCTION_FLAGS: &[(u64, &str)] = &[
    (1, "Virtual"),
    (2, "PureVirtual"),
    (4, "LocalToUnit"),
    (8, "Definition"),
    (0x10, "Optimized"),
    (0x20, "Pure"),
    (0x40, "Elemental"),
    (0x80, "Recursive"),
    (0x100, "MainSubprogram"),
    (0x200, "Deleted"),
    (0x800, "ObjCDirect"),
];

/// DWARF's operation that pushes a signed constant.
const CONSTS: u64 = 0x11;

/// The placeholder for an absent number in a [`DebugField::Number`].
const NOTHING: u64 = 0;

/// Returns true if a node is printed at its use and has no number.
pub(super) fn is_inline(class: DebugClass, dialect: Dialect) -> bool {
    class == DebugClass::ARGUMENTS
        || class == DebugClass::EXPRESSION && !dialect.has(Habit::NumberedExpressions)
}

/// The metadata to which a node refers, in the order of numbering.
pub(super) fn operands(
    module: &Module,
    class: DebugClass,
    fields: List,
    dialect: Dialect,
) -> Vec<MetadataId> {
    let values = module.metadata.fields(fields);
    let node = |value: &DebugField| match *value {
        DebugField::Node(node) => Some(node),
        _ => None,
    };
    if class.is_list() {
        return Vec::new();
    }
    if class == DebugClass::SUBPROGRAM && dialect.has(Habit::OldFunctionOperands) {
        let places = OLD_SUBPROGRAM_OPERANDS.iter().filter_map(|name| {
            let field = class.fields().iter().find(|field| field.name == *name)?;
            let is_there = dialect.is_within(field.first, field.last);
            class.place(field.holder()).filter(|_| is_there)
        });
        return places
            .filter_map(|place| values.get(place).and_then(node))
            .collect();
    }
    let mut ranked: Vec<(u8, MetadataId)> = Vec::new();
    for (field, value) in class.fields().iter().zip(values) {
        if let (true, Some(node)) = (field.rank > 0, node(value)) {
            ranked.push((field.rank, node));
        }
    }
    ranked.sort_by_key(|&(rank, _)| rank);
    let rest = values.iter().skip(class.fields().len()).filter_map(node);
    ranked
        .into_iter()
        .map(|(_, node)| node)
        .chain(rest)
        .collect()
}

/// Number of operands of an operation in a release.
fn operand_count(op: u64, dialect: Dialect) -> usize {
    let is_old = dialect.has(Habit::NumberedExpressions);
    match op {
        0x70..=0x8F => 1,
        0x10 | 0x11 | 0x23 | 0x90 | 0x94 | 0x1002 | 0x1003 | 0x1005 => 1,
        // Up to LLVM 4, `plus` and `minus` have a number as operand.
        0x22 | 0x1C if is_old && !dialect.is_since("5") => 1,
        0x92 | 0x1000 | 0x1001 | 0x9D => 2,
        _ => 0,
    }
}

/// Returns true for an expression whose operations are all known and valid. Others are printed as
/// numbers.
fn is_valid(words: &[u64], dialect: Dialect) -> bool {
    let mut at = 0;
    while at < words.len() {
        let op = words[at];
        let end = at + 1 + operand_count(op, dialect);
        if end > words.len() {
            return false;
        }
        let is_last = end == words.len();
        match op {
            0x50..=0x8F if dialect.is_since("8") => return true,
            0x1000 | 0x9D => return is_last,
            0x9F if !is_last => {
                if !matches!(words[end], 0x1000 | 0x9D) {
                    return false;
                }
            }
            0x16 if words.len() == 1 => return false,
            0x1003 => return at == 0 && words[1] == 1,
            0x06
            | 0x10
            | 0x11
            | 0x12
            | 0x14
            | 0x16
            | 0x18
            | 0x1A..=0x1E
            | 0x20..=0x27
            | 0x30
            | 0x90
            | 0x92
            | 0x94
            | 0x97
            | 0x9F
            | 0x1001
            | 0x1002
            | 0x1004
            | 0x1005 => {}
            _ => return false,
        }
        at = end;
    }
    true
}

/// The fields that a release has, with the indices of their values.
fn visible_fields(class: DebugClass, dialect: Dialect) -> Vec<(&'static Field, usize)> {
    let fields = class.fields().iter();
    fields
        .filter(|field| dialect.is_within(field.first, field.last))
        .filter_map(|field| Some((field, class.place(field.holder())?)))
        .collect()
}

impl Printer<'_> {
    /// Prints the body of a node: its class, and its fields in parentheses.
    pub(super) fn written_debug_node(&mut self, within: Option<(&Body, &Numbers)>, id: MetadataId) {
        let module = self.module;
        let (Metadata::Debug { class, fields, .. }, Some(dialect)) =
            (module.metadata.get(id), self.dialect)
        else {
            return;
        };
        let values = module.metadata.fields(fields);
        self.push("!");
        if class == DebugClass::LOCATION && !dialect.is_since("3.7") {
            self.push("MDLocation");
        } else {
            self.push(class.class().name);
        }
        self.push("(");
        if class == DebugClass::EXPRESSION {
            self.debug_expression(values, dialect);
        } else if class == DebugClass::ARGUMENTS {
            for (index, value) in values.iter().enumerate() {
                self.push(if index == 0 { "" } else { ", " });
                if let DebugField::Node(node) = *value {
                    self.written_node(within, node);
                }
            }
        } else {
            self.debug_fields(class, values, dialect);
        }
        self.push(")");
    }

    fn debug_fields(&mut self, class: DebugClass, values: &[DebugField], dialect: Dialect) {
        let start = self.out.len();
        let known = self.written.debug_fields.remove(&class);
        let visible = known.unwrap_or_else(|| visible_fields(class, dialect));
        for &(field, place) in &visible {
            let before = self.out.len();
            let value = values.get(place).copied().unwrap_or(DebugField::Nothing);
            self.push(if before == start { "" } else { ", " });
            self.push(field.name);
            self.push(": ");
            if !self.debug_field(class, field, value, values, dialect) {
                self.out.truncate(before);
            }
        }
        self.written.debug_fields.insert(class, visible);
    }

    /// Prints the value of a field. Returns false if the field is omitted.
    fn debug_field(
        &mut self,
        class: DebugClass,
        field: &Field,
        value: DebugField,
        values: &[DebugField],
        dialect: Dialect,
    ) -> bool {
        let number = match value {
            DebugField::Number(number) => number,
            _ => NOTHING,
        };
        let of = |name: &str| match class.place(name).and_then(|at| values.get(at)) {
            Some(&DebugField::Number(number)) => number,
            _ => NOTHING,
        };
        match field.form {
            Form::Int | Form::IntAlways => {
                self.number(number);
                number != 0 || matches!(field.form, Form::IntAlways)
            }
            Form::IntIfThere => {
                self.number(number);
                value != DebugField::Nothing
            }
            Form::Argument => {
                self.number(number);
                number != 0 || !dialect.is_since("3.8") && of("tag") != 0x100
            }
            Form::Signed => {
                self.signed(number as i64);
                number != 0
            }
            Form::EnumValue => {
                match (value, of("isUnsigned") != 0) {
                    (DebugField::Wide([low, high]), is_unsigned) => {
                        let number = u128::from(low) | u128::from(high) << 64;
                        self.push(&match is_unsigned {
                            true => number.to_string(),
                            false => (number as i128).to_string(),
                        });
                    }
                    (_, true) => self.number(number),
                    (_, false) => self.signed(number as i64),
                }
                true
            }
            Form::Bool => {
                self.push("true");
                number != 0
            }
            Form::BoolTrue => {
                self.push("false");
                value == DebugField::Number(0)
            }
            Form::BoolAlways => self.truth(number != 0),
            Form::Text | Form::TextAlways => self.text_field(value, field.form),
            Form::Node | Form::NodeAlways => match value {
                DebugField::Node(node) => {
                    self.written_node(None, node);
                    true
                }
                _ => {
                    self.push("null");
                    matches!(field.form, Form::NodeAlways)
                }
            },
            Form::Bound | Form::ExpressionBound => {
                let is_skipped_zero = field.name == "lowerBound" && !dialect.is_since("11");
                self.bound(
                    value,
                    matches!(field.form, Form::ExpressionBound),
                    is_skipped_zero,
                )
            }
            Form::Operands => self.other_operands(&values[class.fields().len()..]),
            Form::Tag => self.named(&names::TAGS, number),
            Form::TagUnless(usual) => {
                self.named(&names::TAGS, number);
                number != usual && value != DebugField::Nothing
            }
            Form::Named(names) => {
                self.named(names, number);
                number != 0
            }
            Form::NamedAlways(_) if field.name == "emissionKind" && !dialect.is_since("3.9") => {
                self.number(number);
                true
            }
            Form::NamedAlways(names) => self.named(names, number),
            Form::Checksum => {
                self.named(&names::CHECKSUMS, number);
                number != 0
            }
            Form::Flags => self.debug_flags(number, dialect),
            Form::FunctionFlags => self.debug_function_flags(number),
            Form::FunctionFlag(flag) => self.truth(number & flag != 0),
            Form::Virtuality => {
                self.named(&names::VIRTUALITIES, number & 3);
                number & 3 != 0
            }
            Form::VirtualIndex => {
                self.number(number);
                number != 0 || of("spFlags") & 3 != 0 && dialect.is_since("3.9")
            }
        }
    }

    fn truth(&mut self, is_true: bool) -> bool {
        self.push(if is_true { "true" } else { "false" });
        true
    }

    fn signed(&mut self, number: i64) {
        self.push(if number < 0 { "-" } else { "" });
        self.number(number.unsigned_abs());
    }

    fn named(&mut self, names: &Names, number: u64) -> bool {
        match names.of(number) {
            Some(name) => {
                self.push(names.prefix);
                self.push(name);
            }
            None => self.number(number),
        }
        true
    }

    fn text_field(&mut self, value: DebugField, form: Form) -> bool {
        let module = self.module;
        let text = match value {
            DebugField::Node(node) => match module.metadata.get(node) {
                Metadata::Text(text) => text,
                _ => return false,
            },
            _ => {
                self.push("\"\"");
                return matches!(form, Form::TextAlways);
            }
        };
        let text = module.names.get(text);
        self.quote(text);
        !text.is_empty() || matches!(form, Form::TextAlways)
    }

    /// The value of a constant integer.
    fn constant_number(&self, constant: ConstantId) -> Option<i64> {
        let constants = &self.module.constants;
        let ConstantKind::Bits(bits) = constants.get(constant).kind else {
            return None;
        };
        let Type::Integer(width) = self.module.types.get(constants.get(constant).ty) else {
            return None;
        };
        let shift = 64u32.checked_sub(width)?;
        Some(((bits << shift) as i64) >> shift)
    }

    /// Prints the bound of an array: a number, or a reference. The number comes from a constant, or
    /// from an expression that is a constant.
    fn bound(&mut self, value: DebugField, is_expression: bool, is_skipped_zero: bool) -> bool {
        let node = match value {
            DebugField::Nothing | DebugField::Wide(_) => return false,
            DebugField::Number(number) => {
                self.signed(number as i64);
                return number != 0 || !is_skipped_zero;
            }
            DebugField::Node(node) => node,
        };
        let number = match self.module.metadata.get(node) {
            Metadata::Constant(constant) if !is_expression => self.constant_number(constant),
            Metadata::Debug {
                class: DebugClass::EXPRESSION,
                fields,
                ..
            } if is_expression => match *self.module.metadata.fields(fields) {
                [DebugField::Number(CONSTS), DebugField::Number(number)] => Some(number as i64),
                _ => None,
            },
            _ => None,
        };
        match number {
            Some(number) => self.signed(number),
            None => self.written_node(None, node),
        }
        number != Some(0) || !is_skipped_zero
    }

    fn other_operands(&mut self, values: &[DebugField]) -> bool {
        self.push("{");
        for (index, value) in values.iter().enumerate() {
            self.push(if index == 0 { "" } else { ", " });
            match *value {
                DebugField::Node(node) => self.written_node(None, node),
                _ => self.push("null"),
            }
        }
        self.push("}");
        !values.is_empty()
    }

    fn flag(&mut self, first: &mut bool, prefix: &str, name: &str) {
        self.push(if std::mem::take(first) { "" } else { " | " });
        self.push(prefix);
        self.push(name);
    }

    fn debug_flags(&mut self, flags: u64, dialect: Dialect) -> bool {
        let mut rest = flags;
        let mut first = true;
        let prefix = names::FLAGS.prefix;
        for &(mask, pair) in PAIRS {
            if mask > 3 && !dialect.is_since("3.9") {
                continue;
            }
            let name = pair.iter().find(|(value, _)| *value == rest & mask);
            if let Some((_, name)) = name {
                self.flag(&mut first, prefix, name);
                rest &= !mask;
            }
        }
        if rest & INDIRECT_VIRTUAL_BASE == INDIRECT_VIRTUAL_BASE && dialect.is_since("5") {
            self.flag(&mut first, prefix, "IndirectVirtualBase");
            rest &= !INDIRECT_VIRTUAL_BASE;
        }
        for &(bit, name, since, until) in FLAGS {
            if rest & bit != 0 && dialect.is_within(since, until) {
                self.flag(&mut first, prefix, name);
                rest &= !bit;
            }
        }
        if rest != 0 {
            self.flag(&mut first, "", "");
            self.number(rest);
        }
        flags != 0
    }

    fn debug_function_flags(&mut self, flags: u64) -> bool {
        let mut rest = flags;
        let mut first = true;
        for &(bit, name) in FUNCTION_FLAGS {
            if rest & bit != 0 {
                self.flag(&mut first, names::FUNCTION_FLAGS.prefix, name);
                rest &= !bit;
            }
        }
        if rest != 0 || first {
            self.flag(&mut first, "", "");
            self.number(rest);
        }
        true
    }

    fn debug_expression(&mut self, values: &[DebugField], dialect: Dialect) {
        let words: Vec<u64> = values
            .iter()
            .map(|value| match *value {
                DebugField::Number(number) => number,
                _ => NOTHING,
            })
            .collect();
        let valid = is_valid(&words, dialect);
        let mut at = 0;
        while at < words.len() {
            self.push(if at == 0 { "" } else { ", " });
            let op = words[at];
            at += 1;
            match names::operation(op).filter(|_| valid) {
                Some(name) => {
                    self.push(names::OPERATIONS.prefix);
                    self.push(&name);
                }
                None => {
                    self.number(op);
                    continue;
                }
            }
            for index in 0..operand_count(op, dialect) {
                let Some(&word) = words.get(at) else { break };
                at += 1;
                self.push(", ");
                if op == 0x1001 && index == 1 {
                    self.named(&names::ENCODINGS, word);
                } else {
                    self.number(word);
                }
            }
        }
    }

    /// Returns the name of a field that the release does not have and whose value would be lost.
    pub(super) fn lost_field(
        module: &Module,
        class: DebugClass,
        fields: List,
        dialect: Dialect,
    ) -> Option<&'static str> {
        let values = module.metadata.fields(fields);
        let mut all = class.fields().iter().zip(values);
        let lost = all.find(|&(field, value)| {
            let has_value = match *value {
                DebugField::Nothing => false,
                DebugField::Node(_) | DebugField::Wide(_) => true,
                DebugField::Number(number) => match field.form {
                    Form::BoolTrue => number == 0,
                    _ => number != 0,
                },
            };
            let is_there =
                |it: &Field| it.holder() == field.name && dialect.is_within(it.first, it.last);
            has_value && !class.fields().iter().any(is_there)
        });
        lost.map(|(field, _)| field.name)
    }
}
