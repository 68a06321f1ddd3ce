//! Attributes and calling conventions.

use super::Printer;
use crate::attributes::{Attribute, AttributeKind};
use crate::ids::AttributeSetId;
use crate::module::CallingConvention;

/// The names of sets of floating-point classes in `nofpclass`, the largest sets first.
const FLOAT_CLASSES: &[(u64, &str)] = &[
    (0x3FF, "all"),
    (0x003, "nan"),
    (0x001, "snan"),
    (0x002, "qnan"),
    (0x204, "inf"),
    (0x004, "ninf"),
    (0x200, "pinf"),
    (0x060, "zero"),
    (0x020, "nzero"),
    (0x040, "pzero"),
    (0x090, "sub"),
    (0x010, "nsub"),
    (0x080, "psub"),
    (0x108, "norm"),
    (0x008, "nnorm"),
    (0x100, "pnorm"),
];

/// The names of bits in `allockind`.
const ALLOCATION_KINDS: &[&str] = &[
    "alloc",
    "realloc",
    "free",
    "uninitialized",
    "zeroed",
    "aligned",
];

/// The names of accesses to a location in `memory`.
const ACCESSES: [&str; 4] = ["none", "read", "write", "readwrite"];

impl Printer<'_> {
    /// Prints a calling convention and a space, or nothing for that of C.
    pub(super) fn convention(&mut self, convention: CallingConvention) {
        if self.written_convention(convention) {
            return;
        }
        let word = match convention.0 {
            0 => return,
            8 => "fastcc",
            9 => "coldcc",
            10 => "ghccc",
            13 => "anyregcc",
            14 => "preserve_mostcc",
            15 => "preserve_allcc",
            16 => "swiftcc",
            17 => "cxx_fast_tlscc",
            18 => "tailcc",
            19 => "cfguard_checkcc",
            20 => "swifttailcc",
            64 => "x86_stdcallcc",
            65 => "x86_fastcallcc",
            66 => "arm_apcscc",
            67 => "arm_aapcscc",
            68 => "arm_aapcs_vfpcc",
            69 => "msp430_intrcc",
            70 => "x86_thiscallcc",
            71 => "ptx_kernel",
            72 => "ptx_device",
            75 => "spir_func",
            76 => "spir_kernel",
            77 => "intel_ocl_bicc",
            78 => "x86_64_sysvcc",
            79 => "win64cc",
            80 => "x86_vectorcallcc",
            83 => "x86_intrcc",
            other => {
                self.push("cc ");
                self.number(other.into());
                ""
            }
        };
        self.push(word);
        self.push(" ");
    }

    /// Prints attributes that come before a type, each followed by a space.
    pub(super) fn attributes_before(&mut self, set: AttributeSetId) {
        if self.dialect.is_some() {
            return self.written_attributes(&[set], true);
        }
        let module = self.module;
        for &attribute in module.attributes.attributes(set) {
            self.attribute(attribute, false);
            self.push(" ");
        }
    }

    /// Prints attributes that come after a type, each preceded by a space.
    pub(super) fn attributes_behind(&mut self, set: AttributeSetId) {
        if self.dialect.is_some() {
            return self.written_attributes(&[set], false);
        }
        let module = self.module;
        for &attribute in module.attributes.attributes(set) {
            self.push(" ");
            self.attribute(attribute, false);
        }
    }

    /// Prints an attribute. Its form in a group may differ from that elsewhere.
    pub(super) fn attribute(&mut self, attribute: Attribute, in_group: bool) {
        match attribute {
            Attribute::Enum(kind) => self.push(kind.text()),
            Attribute::Type(kind, ty) => {
                self.push(kind.text());
                self.push("(");
                self.ty(ty);
                self.push(")");
            }
            Attribute::Range(low, high) => {
                self.push("range(");
                self.typed_constant(low);
                self.push(", ");
                self.constant(high);
                self.push(")");
            }
            Attribute::Text { key, value } => {
                let module = self.module;
                self.quote(module.names.get(key));
                let value = module.names.get(value);
                if !value.is_empty() {
                    self.push("=");
                    self.quote(value);
                }
            }
            Attribute::Int(kind, number) => self.int_attribute(kind, number, in_group),
        }
    }

    fn int_attribute(&mut self, kind: AttributeKind, number: u64, in_group: bool) {
        use AttributeKind as K;
        self.push(kind.text());
        let (high, low) = (number >> 32, number & 0xFFFF_FFFF);
        match kind {
            K::Align | K::StackAlign if in_group => {
                self.push("=");
                self.number(number);
            }
            K::Align => {
                self.push(" ");
                self.number(number);
            }
            K::AllocSize => {
                self.push("(");
                self.number(high);
                if low != 0xFFFF_FFFF {
                    self.push(",");
                    self.number(low);
                }
                self.push(")");
            }
            K::VScaleRange => {
                self.push("(");
                self.number(high);
                self.push(",");
                self.number(low);
                self.push(")");
            }
            K::UwTable => {
                if number == 1 {
                    self.push("(sync)");
                }
            }
            K::AllocKind => {
                self.push("(\"");
                let words = ALLOCATION_KINDS.iter().enumerate();
                let words = words
                    .filter(|(bit, _)| number >> bit & 1 == 1)
                    .map(|(_, &word)| word);
                self.push(&words.collect::<Vec<_>>().join(","));
                self.push("\")");
            }
            K::NoFpClass => {
                let mut rest = number & 0x3FF;
                let mut words = Vec::new();
                for &(classes, word) in FLOAT_CLASSES {
                    if rest & classes == classes {
                        words.push(word);
                        rest &= !classes;
                    }
                }
                self.push("(");
                self.push(&words.join(" "));
                self.push(")");
            }
            K::Memory => self.memory(number),
            _ => {
                self.push("(");
                self.number(number);
                self.push(")");
            }
        }
    }

    /// Prints memory effects. There are two bits for each location: memory that arguments point to,
    /// memory that the module cannot access, and all other memory. The last is the default and is
    /// written first.
    fn memory(&mut self, effects: u64) {
        let access = |location: u64| ACCESSES[(effects >> (location * 2)) as usize & 3];
        let other = access(2);
        let locations = [(0, "argmem: "), (1, "inaccessiblemem: ")];
        let mut words = Vec::new();
        if other != "none" || effects & 0x3F == 0 {
            words.push(other.to_owned());
        }
        for (location, name) in locations {
            if access(location) != other {
                words.push(format!("{name}{}", access(location)));
            }
        }
        self.push("(");
        self.push(&words.join(", "));
        self.push(")");
    }
}
