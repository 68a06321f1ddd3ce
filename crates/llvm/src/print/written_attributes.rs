//! Attributes and calling conventions as releases with typed pointers printed them. Up to 3.2 all
//! attributes are written in place. Later, those of functions are in groups at the end of the
//! module.

use super::dialect::Habit;
use super::{Printer, text};
use crate::attributes::{Attribute, AttributeKind};
use crate::body::Body;
use crate::ids::AttributeSetId;
use crate::instruction::InstructionKind;
use crate::module::{CallingConvention, GlobalKind};

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

/// The attributes of LLVM 3.3 to 3.7 that are not sorted by their numbers in bitcode, each with its
/// predecessor.
const FOLLOWS: &[(AttributeKind, AttributeKind)] = {
    use AttributeKind as K;
    &[
        (K::Builtin, K::AlwaysInline),
        (K::InAlloca, K::ByVal),
        (K::Cold, K::ByVal),
        (K::Convergent, K::ByVal),
        (K::JumpTable, K::InReg),
        (K::NonNull, K::NonLazyBind),
        (K::OptimizeNone, K::OptimizeForSize),
        (K::SafeStack, K::StackProtectStrong),
    ]
};

/// Calling conventions with their keywords and the first release that prints the keyword, among
/// those whose text can be printed.
const CONVENTIONS: &[(u32, &str, &str)] = &[
    (8, "fastcc", "2.0"),
    (9, "coldcc", "2.0"),
    (10, "ghccc", "3.6"),
    (12, "webkit_jscc", "3.4"),
    (13, "anyregcc", "3.4"),
    (14, "preserve_mostcc", "3.5"),
    (15, "preserve_allcc", "3.5"),
    (16, "swiftcc", "3.9"),
    (17, "cxx_fast_tlscc", "3.8"),
    (18, "tailcc", "10"),
    (19, "cfguard_checkcc", "10"),
    (20, "swifttailcc", "13"),
    (64, "x86_stdcallcc", "2.0"),
    (65, "x86_fastcallcc", "2.0"),
    (66, "arm_apcscc", "2.0"),
    (67, "arm_aapcscc", "2.0"),
    (68, "arm_aapcs_vfpcc", "2.0"),
    (69, "msp430_intrcc", "2.0"),
    (70, "x86_thiscallcc", "2.0"),
    (71, "ptx_kernel", "2.0"),
    (72, "ptx_device", "2.0"),
    (75, "spir_func", "3.5"),
    (76, "spir_kernel", "3.5"),
    (77, "intel_ocl_bicc", "2.0"),
    (78, "x86_64_sysvcc", "3.4"),
    (79, "win64cc", "5"),
    (79, "x86_64_win64cc", "3.4"),
    (80, "x86_vectorcallcc", "3.6"),
    (81, "hhvmcc", "3.8"),
    (82, "hhvm_ccc", "3.8"),
    (83, "x86_intrcc", "3.8"),
    // LLVM prints an extra space after these two.
    (84, "avr_intrcc ", "3.9"),
    (85, "avr_signalcc ", "3.9"),
    (87, "amdgpu_vs", "3.9"),
    (88, "amdgpu_gs", "3.9"),
    (89, "amdgpu_ps", "3.9"),
    (90, "amdgpu_cs", "3.9"),
    (91, "amdgpu_kernel", "3.9"),
    (92, "x86_regcallcc", "4"),
    (93, "amdgpu_hs", "5"),
    (95, "amdgpu_ls", "6"),
    (96, "amdgpu_es", "6"),
    (97, "aarch64_vector_pcs", "8"),
    (98, "aarch64_sve_vector_pcs", "10"),
    (100, "amdgpu_gfx", "12"),
];

/// The sort key of a kind in LLVM 3.3 to 3.7: its number times 256. A kind in [`FOLLOWS`] has the
/// key of its predecessor plus its position in the table, counted from 1.
fn place_by_number(kind: AttributeKind) -> usize {
    match FOLLOWS.iter().position(|(it, _)| *it == kind) {
        // Kinds with the same predecessor are sorted by their position in the table.
        Some(index) => (FOLLOWS[index].1 as usize) << 8 | (index + 1),
        None => (kind as usize) << 8,
    }
}

/// The name of a kind in LLVM's source, the sort key of LLVM 3.8 and later. Empty if kinds are
/// sorted by number.
fn kind_name(kind: AttributeKind, by_number: bool) -> Vec<u8> {
    match by_number {
        true => Vec::new(),
        false => format!("{kind:?}").into_bytes(),
    }
}

impl Printer<'_> {
    /// Prints the attributes of sets in the order of the text, each with a space before or after
    /// it.
    pub(super) fn written_attributes(&mut self, sets: &[AttributeSetId], before: bool) {
        if self.has(Habit::AttributeGroups) {
            for attribute in sets
                .iter()
                .flat_map(|&set| self.ordered(set))
                .collect::<Vec<_>>()
            {
                self.push(if before { "" } else { " " });
                self.later_attribute(attribute, false);
                self.push(if before { " " } else { "" });
            }
            return;
        }
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

    /// Prints the attributes of a result before its type, in dialects that have them there.
    pub(super) fn result_attributes_before(&mut self, set: AttributeSetId) {
        if !self.has(Habit::TrailingAttributes) {
            self.attributes_before(set);
        }
    }

    /// Prints the attributes after parameters or arguments. In some dialects the result's come
    /// first.
    pub(super) fn attributes_of_call(&mut self, result: AttributeSetId, function: AttributeSetId) {
        if !self.has(Habit::TrailingAttributes) {
            return self.group(function);
        }
        self.written_attributes(&[result, function], false);
    }

    /// Prints a calling convention and a space: its keyword, or its number if the release has no
    /// keyword for it.
    pub(super) fn written_convention(&mut self, convention: CallingConvention) -> bool {
        let Some(dialect) = self.dialect else {
            return false;
        };
        if convention == CallingConvention::C {
            return true;
        }
        let known = CONVENTIONS
            .iter()
            .find(|(it, _, first)| *it == convention.0 && dialect.is_since(first));
        match known {
            Some((_, word, _)) => self.push(word),
            None => {
                self.push("cc");
                self.number(convention.0.into());
            }
        }
        self.push(" ");
        true
    }

    /// The attributes of a set in the order of LLVM 3.3 and later: without a value, with types,
    /// with numbers, strings.
    fn ordered(&self, set: AttributeSetId) -> Vec<Attribute> {
        let names = &self.module.names;
        let mut all = self.module.attributes.attributes(set).to_vec();
        let by_value = self.has(Habit::IntegersByValue);
        let by_number = !self.has(Habit::AttributesByName);
        let among_types = self.has(Habit::ByValAmongTypes);
        let is_last = self.has(Habit::MustProgressLast);
        all.sort_by_cached_key(|&attribute| match attribute {
            Attribute::Enum(kind @ AttributeKind::ByVal) if among_types => {
                (1, 0, kind_name(kind, false), Vec::new())
            }
            // In the source of LLVM 12 the name begins with a lower-case letter.
            Attribute::Enum(AttributeKind::MustProgress) if is_last => {
                (0, 0, b"mustprogress".to_vec(), Vec::new())
            }
            Attribute::Enum(kind) | Attribute::Int(kind @ AttributeKind::UwTable, _) => {
                let place = if by_number { place_by_number(kind) } else { 0 };
                (0, place as u64, kind_name(kind, by_number), Vec::new())
            }
            Attribute::Type(kind, _) => (1, 0, kind_name(kind, false), Vec::new()),
            Attribute::Int(_, value) if by_value => (2, value, Vec::new(), Vec::new()),
            Attribute::Int(kind, value) => {
                (2, 0, kind_name(kind, false), value.to_be_bytes().into())
            }
            Attribute::Range(..) => (2, u64::MAX, Vec::new(), Vec::new()),
            Attribute::Text { key, value } => {
                (3, 0, names.get(key).to_vec(), names.get(value).to_vec())
            }
        });
        all
    }

    /// Prints an attribute of LLVM 3.3 or later.
    fn later_attribute(&mut self, attribute: Attribute, in_group: bool) {
        let module = self.module;
        match attribute {
            Attribute::Text { key, value } if self.has(Habit::RawAttributes) => {
                // Nothing in it is escaped, not even quotation marks.
                self.push("\"");
                text::push_raw(&mut self.out, module.names.get(key));
                if !module.names.get(value).is_empty() {
                    self.push("\"=\"");
                    text::push_raw(&mut self.out, module.names.get(value));
                }
                self.push("\"");
            }
            Attribute::Text { key, value } if !module.names.get(value).is_empty() => {
                // The key is not escaped.
                self.push("\"");
                text::push_raw(&mut self.out, module.names.get(key));
                self.push("\"=");
                self.quote(module.names.get(value));
            }
            Attribute::Int(kind @ AttributeKind::Memory, number) => {
                let none =
                    number_of(Attribute::Int(kind, number), AttributeKind::ReadNone).is_some();
                self.push(if none { "readnone" } else { "readonly" });
            }
            Attribute::Int(AttributeKind::UwTable, _) => self.push("uwtable"),
            other => self.attribute(other, in_group),
        }
    }

    /// Prints the comment before a function with its attributes that are not strings.
    pub(super) fn attributes_comment(&mut self, set: AttributeSetId) {
        if !self.has(Habit::AttributeGroups) {
            return;
        }
        let start = self.out.len();
        let words = self.ordered(set);
        let words = words
            .iter()
            .filter(|it| !matches!(it, Attribute::Text { .. }));
        for (index, &attribute) in words.enumerate() {
            self.push(if index == 0 {
                "; Function Attrs: "
            } else {
                " "
            });
            self.later_attribute(attribute, false);
        }
        if self.out.len() > start {
            self.push("\n");
        }
    }

    /// Numbers the groups of variables and functions. They come before those of calls.
    pub(super) fn number_groups(&mut self) {
        if !self.has(Habit::AttributeGroups) {
            return;
        }
        let module = self.module;
        for global in module.globals() {
            if let GlobalKind::Variable { attributes, .. } = global.kind {
                self.group_number(attributes);
            }
        }
        for global in module.globals() {
            if let GlobalKind::Function(function) = global.kind {
                let list = module.function(function).attributes;
                self.group_number(module.attributes.get(list).function);
            }
        }
    }

    /// Numbers the groups of the calls in a body.
    pub(super) fn number_groups_of(&mut self, body: &Body) {
        if !self.has(Habit::AttributeGroups) {
            return;
        }
        for &block in body.order() {
            for instruction in body.block_instructions(block) {
                let call = match instruction.kind {
                    InstructionKind::Call(call)
                    | InstructionKind::Invoke { call, .. }
                    | InstructionKind::CallBranch { call, .. } => body.call(call),
                    _ => continue,
                };
                self.group_number(self.module.attributes.get(call.attributes).function);
            }
        }
    }

    /// Prints the definitions of the groups, in order.
    pub(super) fn written_groups(&mut self) {
        for number in 0..self.group_order.len() {
            self.push(if number == 0 {
                "\nattributes #"
            } else {
                "attributes #"
            });
            self.number(number as u64);
            self.push(" = {");
            for attribute in self.ordered(self.group_order[number]) {
                self.push(" ");
                self.later_attribute(attribute, true);
            }
            self.push(" }\n");
        }
    }
}

/// The number of an attribute from before LLVM 3.3, if it is of the wanted kind. 0 for one without
/// a number.
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
