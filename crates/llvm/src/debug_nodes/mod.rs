//! The classes of nodes of debug information that LLVM has had since 3.7, such as `!DILocation`.
//!
//! One table has the fields of each class: their order in text, their form, the releases that have
//! them, and their order in a record of bitcode. The reader, the parser and the printer for modules
//! in their original form all use it.

mod large;
pub(crate) mod names;

pub(crate) use large::{OLD_SUBPROGRAM, OLD_SUBPROGRAM_OPERANDS};

use large::{COMPILE_UNIT, COMPOSITE_TYPE, GLOBAL_VARIABLE, SUBPROGRAM};
use names::Names;

/// The first release whose text has these nodes.
const FIRST: &str = "3.6";

/// The last release whose text has this form.
const LAST: &str = "14";

/// The form in which a field is written, and the value for which it is omitted.
#[derive(Clone, Copy)]
pub(crate) enum Form {
    /// A number, omitted if it is zero.
    Int,
    IntAlways,
    /// A number, omitted if it is absent.
    IntIfThere,
    /// A signed number, omitted if it is zero.
    Signed,
    /// A number that is signed unless the field `isUnsigned` is set.
    EnumValue,
    /// `true`, or omitted.
    Bool,
    /// `false`, or omitted.
    BoolTrue,
    BoolAlways,
    /// A string, omitted if it is empty.
    Text,
    TextAlways,
    /// A reference to metadata, omitted if it is null.
    Node,
    NodeAlways,
    /// A constant as a number, or a reference to metadata.
    Bound,
    /// As [`Form::Bound`], but a constant becomes an expression.
    ExpressionBound,
    /// All operands of the node, in braces.
    Operands,
    /// A tag of DWARF.
    Tag,
    /// As [`Form::Tag`], but omitted if it has this value.
    TagUnless(u64),
    /// A number with a name, omitted if it is zero.
    Named(&'static Names),
    NamedAlways(&'static Names),
    /// The kind of checksum, omitted together with the checksum.
    Checksum,
    Flags,
    FunctionFlags,
    /// A flag of a function, which early releases write as a separate field.
    FunctionFlag(u64),
    Virtuality,
    /// A number, omitted if it is zero and the function is not virtual.
    VirtualIndex,
    /// The argument number of a variable of LLVM 3.7, omitted if it is zero in a local variable.
    Argument,
}

/// A field of a class.
pub(crate) struct Field {
    pub(crate) name: &'static str,
    pub(crate) form: Form,
    /// The index among the node's operands in memory. It decides the order in which nodes get their
    /// numbers.
    pub(crate) rank: u8,
    pub(crate) first: &'static str,
    pub(crate) last: &'static str,
}

impl Field {
    const fn ranked(mut self, rank: u8) -> Field {
        self.rank = rank;
        self
    }

    const fn since(mut self, first: &'static str) -> Field {
        self.first = first;
        self
    }

    const fn until(mut self, last: &'static str) -> Field {
        self.last = last;
        self
    }

    /// The name of the field that holds the value. A field of an early release may be a part of a
    /// later field, or the same field under its old name.
    pub(crate) fn holder(&self) -> &'static str {
        match self.name {
            "isLocal" | "isDefinition" | "isOptimized" | "virtuality"
                if matches!(self.form, Form::FunctionFlag(_) | Form::Virtuality) =>
            {
                "spFlags"
            }
            "variables" => "retainedNodes",
            "gnuPubnames" => "nameTableKind",
            "function" => "unit",
            name => name,
        }
    }

    /// Returns true if the value is a reference to metadata.
    pub(crate) const fn is_node(&self) -> bool {
        matches!(
            self.form,
            Form::Node | Form::NodeAlways | Form::Bound | Form::ExpressionBound
        )
    }

    /// Returns true if the value is a string.
    pub(crate) const fn is_text(&self) -> bool {
        matches!(self.form, Form::Text | Form::TextAlways)
    }
}

const fn field(name: &'static str, form: Form) -> Field {
    Field {
        name,
        form,
        rank: 0,
        first: FIRST,
        last: LAST,
    }
}

/// A reference to metadata. `rank` is its index among the node's operands.
const fn node(name: &'static str, rank: u8) -> Field {
    field(name, Form::Node).ranked(rank)
}

/// A class of nodes.
pub(crate) struct Class {
    pub(crate) name: &'static str,
    /// The code of its records.
    pub(crate) code: u16,
    pub(crate) first: &'static str,
    /// The fields, in the order of the text.
    pub(crate) fields: &'static [Field],
    /// The names of the fields in a record, after the word with the `distinct` flag. An empty name
    /// stands for a number without a field.
    pub(crate) record: &'static [&'static str],
}

/// A class, as an index into the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DebugClass(u8);

impl DebugClass {
    /// Expressions, which are lists of numbers.
    pub(crate) const EXPRESSION: DebugClass = DebugClass(0);
    /// Lists of values of a function.
    pub(crate) const ARGUMENTS: DebugClass = DebugClass(1);
    pub(crate) const LOCATION: DebugClass = DebugClass(2);
    pub(crate) const SUBPROGRAM: DebugClass = DebugClass(3);
    pub(crate) const COMPILE_UNIT: DebugClass = DebugClass(4);

    /// The class with this name, such as `DILocation`.
    pub(crate) fn named(name: &[u8]) -> Option<DebugClass> {
        let name = match name {
            b"MDLocation" => b"DILocation",
            name => name,
        };
        let place = CLASSES.iter().position(|it| it.name.as_bytes() == name)?;
        Some(DebugClass(place as u8))
    }

    /// The class whose records have this code.
    pub(crate) fn of_code(code: u64) -> Option<DebugClass> {
        let place = CLASSES.iter().position(|it| u64::from(it.code) == code)?;
        Some(DebugClass(place as u8))
    }

    pub(crate) fn class(self) -> &'static Class {
        &CLASSES[usize::from(self.0)]
    }

    /// The fields, in the order of text.
    pub(crate) fn fields(self) -> &'static [Field] {
        self.class().fields
    }

    /// Index of the field with a name.
    pub(crate) fn place(self, name: &str) -> Option<usize> {
        self.fields().iter().position(|field| field.name == name)
    }

    /// Returns true for classes whose contents are a list instead of fields.
    pub(crate) fn is_list(self) -> bool {
        self == DebugClass::EXPRESSION || self == DebugClass::ARGUMENTS
    }
}

use Form as F;

/// A scope, which is written even if it is null.
const fn scope(rank: u8) -> Field {
    field("scope", F::NodeAlways).ranked(rank)
}

const CLASSES: &[Class] = &[
    Class {
        name: "DIExpression",
        code: 29,
        first: "3.7",
        fields: &[],
        record: &[],
    },
    Class {
        name: "DIArgList",
        code: 46,
        first: "13",
        fields: &[],
        record: &[],
    },
    Class {
        name: "DILocation",
        code: 7,
        first: "3.6",
        fields: &[
            field("line", F::IntAlways),
            field("column", F::Int),
            scope(1),
            node("inlinedAt", 2),
            field("isImplicitCode", F::Bool).since("8"),
        ],
        record: &["line", "column", "scope", "inlinedAt", "isImplicitCode"],
    },
    SUBPROGRAM,
    COMPILE_UNIT,
    Class {
        name: "GenericDINode",
        code: 12,
        first: "3.7",
        fields: &[
            field("tag", F::Tag),
            field("header", F::Text),
            field("operands", F::Operands).ranked(1),
        ],
        record: &["tag", "", "header"],
    },
    Class {
        name: "DISubrange",
        code: 13,
        first: "3.7",
        fields: &[
            field("count", F::Bound).ranked(1),
            field("lowerBound", F::Bound).ranked(2),
            field("upperBound", F::Bound).ranked(3).since("11"),
            field("stride", F::Bound).ranked(4).since("11"),
        ],
        record: &["count", "lowerBound", "upperBound", "stride"],
    },
    Class {
        name: "DIGenericSubrange",
        code: 45,
        first: "12",
        fields: &[
            field("count", F::ExpressionBound).ranked(1),
            field("lowerBound", F::ExpressionBound).ranked(2),
            field("upperBound", F::ExpressionBound).ranked(3),
            field("stride", F::ExpressionBound).ranked(4),
        ],
        record: &["count", "lowerBound", "upperBound", "stride"],
    },
    Class {
        name: "DIEnumerator",
        code: 14,
        first: "3.7",
        fields: &[
            field("name", F::TextAlways),
            field("value", F::EnumValue),
            field("isUnsigned", F::Bool).since("7"),
        ],
        record: &["value", "name"],
    },
    Class {
        name: "DIBasicType",
        code: 15,
        first: "3.7",
        fields: &[
            field("tag", F::TagUnless(0x24)),
            field("name", F::Text),
            field("size", F::Int),
            field("align", F::Int),
            field("encoding", F::Named(&names::ENCODINGS)),
            field("flags", F::Flags).since("8"),
        ],
        record: &["tag", "name", "size", "align", "encoding", "flags"],
    },
    Class {
        name: "DIStringType",
        code: 41,
        first: "12",
        fields: &[
            field("tag", F::TagUnless(0x12)),
            field("name", F::Text),
            node("stringLength", 1),
            node("stringLengthExpression", 2),
            node("stringLocationExpression", 3).since("14"),
            field("size", F::Int),
            field("align", F::Int),
            field("encoding", F::Named(&names::ENCODINGS)),
        ],
        record: &[
            "tag",
            "name",
            "stringLength",
            "stringLengthExpression",
            "stringLocationExpression",
            "size",
            "align",
            "encoding",
        ],
    },
    Class {
        name: "DIDerivedType",
        code: 17,
        first: "3.7",
        fields: &[
            field("tag", F::Tag),
            field("name", F::Text),
            node("scope", 2),
            node("file", 1),
            field("line", F::Int),
            field("baseType", F::NodeAlways).ranked(3),
            field("size", F::Int),
            field("align", F::Int),
            field("offset", F::Int),
            field("flags", F::Flags),
            node("extraData", 4),
            field("dwarfAddressSpace", F::IntIfThere).since("5"),
            node("annotations", 5).since("14"),
        ],
        record: &[
            "tag",
            "name",
            "file",
            "line",
            "scope",
            "baseType",
            "size",
            "align",
            "offset",
            "flags",
            "extraData",
            "dwarfAddressSpace",
            "annotations",
        ],
    },
    COMPOSITE_TYPE,
    Class {
        name: "DISubroutineType",
        code: 19,
        first: "3.7",
        fields: &[
            field("flags", F::Flags),
            field("cc", F::Named(&names::CONVENTIONS)).since("4"),
            field("types", F::NodeAlways).ranked(1),
        ],
        record: &["flags", "types", "cc"],
    },
    Class {
        name: "DIFile",
        code: 16,
        first: "3.7",
        fields: &[
            field("filename", F::TextAlways),
            field("directory", F::TextAlways),
            field("checksumkind", F::Checksum).since("5"),
            field("checksum", F::Text).since("5"),
            field("source", F::Text).since("7"),
        ],
        record: &[
            "filename",
            "directory",
            "checksumkind",
            "checksum",
            "source",
        ],
    },
    Class {
        name: "DILexicalBlock",
        code: 22,
        first: "3.7",
        fields: &[
            scope(2),
            node("file", 1),
            field("line", F::Int),
            field("column", F::Int),
        ],
        record: &["scope", "file", "line", "column"],
    },
    Class {
        name: "DILexicalBlockFile",
        code: 23,
        first: "3.7",
        fields: &[
            scope(2),
            node("file", 1),
            field("discriminator", F::IntAlways),
        ],
        record: &["scope", "file", "discriminator"],
    },
    Class {
        name: "DINamespace",
        code: 24,
        first: "3.7",
        fields: &[
            field("name", F::Text),
            scope(2),
            node("file", 1).until("4"),
            field("line", F::Int).until("4"),
            field("exportSymbols", F::Bool).since("4"),
        ],
        record: &["scope", "name"],
    },
    Class {
        name: "DICommonBlock",
        code: 44,
        first: "9",
        fields: &[
            scope(1),
            field("declaration", F::NodeAlways).ranked(2),
            field("name", F::Text),
            node("file", 3),
            field("line", F::Int),
        ],
        record: &["scope", "declaration", "name", "file", "line"],
    },
    Class {
        name: "DIMacro",
        code: 33,
        first: "3.8",
        fields: &[
            field("type", F::NamedAlways(&names::MACROS)),
            field("line", F::Int),
            field("name", F::Text),
            field("value", F::Text),
        ],
        record: &["type", "line", "name", "value"],
    },
    Class {
        name: "DIMacroFile",
        code: 34,
        first: "3.8",
        fields: &[
            field("line", F::Int),
            field("file", F::NodeAlways).ranked(1),
            node("nodes", 2),
        ],
        record: &["", "line", "file", "nodes"],
    },
    Class {
        name: "DIModule",
        code: 32,
        first: "3.7",
        fields: &[
            scope(2),
            field("name", F::Text),
            field("configMacros", F::Text),
            field("includePath", F::Text),
            field("isysroot", F::Text).until("10"),
            field("apinotes", F::Text).since("11"),
            node("file", 1).since("11"),
            field("line", F::Int).since("11"),
            field("isDecl", F::Bool).since("13"),
        ],
        record: &[
            "file",
            "scope",
            "name",
            "configMacros",
            "includePath",
            "apinotes",
            "line",
            "isDecl",
        ],
    },
    Class {
        name: "DITemplateTypeParameter",
        code: 25,
        first: "3.7",
        fields: &[
            field("name", F::Text),
            field("type", F::NodeAlways).ranked(1),
            field("defaulted", F::Bool).since("11"),
        ],
        record: &["name", "type", "defaulted"],
    },
    Class {
        name: "DITemplateValueParameter",
        code: 26,
        first: "3.7",
        fields: &[
            field("tag", F::TagUnless(0x30)),
            field("name", F::Text),
            node("type", 1),
            field("defaulted", F::Bool).since("11"),
            field("value", F::NodeAlways).ranked(2),
        ],
        record: &["tag", "name", "type", "defaulted", "value"],
    },
    GLOBAL_VARIABLE,
    Class {
        name: "DILocalVariable",
        code: 28,
        first: "3.7",
        fields: &[
            field("tag", F::Tag).until("3.7"),
            field("name", F::Text),
            field("arg", F::Argument),
            scope(1),
            node("file", 2),
            field("line", F::Int),
            node("type", 3),
            field("flags", F::Flags),
            field("align", F::Int).since("4"),
            node("annotations", 4).since("14"),
        ],
        record: &[
            "scope",
            "name",
            "file",
            "line",
            "type",
            "arg",
            "flags",
            "align",
            "annotations",
        ],
    },
    Class {
        name: "DILabel",
        code: 40,
        first: "7",
        fields: &[
            scope(1),
            field("name", F::Text),
            node("file", 2),
            field("line", F::Int),
        ],
        record: &["scope", "name", "file", "line"],
    },
    Class {
        name: "DIGlobalVariableExpression",
        code: 37,
        first: "4",
        fields: &[node("var", 1), node("expr", 2)],
        record: &["var", "expr"],
    },
    Class {
        name: "DIObjCProperty",
        code: 30,
        first: "3.7",
        fields: &[
            field("name", F::Text),
            node("file", 1),
            field("line", F::Int),
            field("setter", F::Text),
            field("getter", F::Text),
            field("attributes", F::Int),
            node("type", 2),
        ],
        record: &[
            "name",
            "file",
            "line",
            "getter",
            "setter",
            "attributes",
            "type",
        ],
    },
    Class {
        name: "DIImportedEntity",
        code: 31,
        first: "3.7",
        fields: &[
            field("tag", F::Tag),
            field("name", F::Text),
            scope(1),
            node("entity", 2),
            node("file", 3).since("5"),
            field("line", F::Int),
            node("elements", 4).since("14"),
        ],
        record: &["tag", "scope", "entity", "line", "name", "file", "elements"],
    },
];
