//! A general LLVM IR in memory, and its text as today's LLVM reads it.
//!
//! This crate depends on neither PNaCl nor LLVM 1.x. The crates that read older formats convert
//! them to this one.
//!
//! A [`Module`] has tables of types, constants, attributes and metadata, whose entries are interned
//! and have small ids, and an array of globals. Function bodies are flat ([`Body`]): one array of
//! instructions, blocks as ranges of it, and lists in pools. [`FunctionBuilder`] builds them, and
//! [`print()`] writes the text.
//!
//! Pointers are opaque, so every operation on memory states the type that it accesses.
//!
//! The model is not checked: it can represent modules that LLVM's verifier rejects. Ids must belong
//! to the module or body that they are used with.
//!
//! ```
//! use pinnacle_llvm::{BinaryOp, FunctionBuilder, Module, print};
//!
//! let mut module = Module::new();
//! let i32 = module.types.integer(32);
//! let ty = module.types.function(i32, &[i32], false);
//! let double = module.add_function(b"double", ty);
//! let mut builder = FunctionBuilder::new(&mut module, double);
//! let entry = builder.block(b"");
//! builder.start(entry);
//! let sum = builder.binary(BinaryOp::Add, builder.parameter(0), builder.parameter(0));
//! builder.ret(Some(sum));
//! builder.finish();
//! let text = print(&module);
//! assert!(text.contains("define i32 @double(i32 %0) {\n  %2 = add i32 %0, %0\n  ret i32 %2\n}\n"));
//! ```

#![forbid(unsafe_code)]

mod attributes;
pub mod bitcode;
mod body;
mod builder;
mod constants;
mod debug_nodes;
mod edit;
mod ids;
mod instruction;
mod layout;
mod location;
mod metadata;
mod modernize;
mod module;
mod name_pool;
mod natural;
mod opcode;
mod operands;
mod parameters;
mod parse;
mod print;
mod release;
mod substitute;
mod summary_index;
mod types;
mod unions;
mod variables;

pub use attributes::{Attribute, AttributeKind, AttributeList, AttributeTable};
pub use body::{Block, Body, Bundle, Call, Clause, Local, OldForm};
pub use builder::FunctionBuilder;
pub use constants::{Constant, ConstantKind, ConstantTable};
pub use debug_nodes::DebugClass;
pub use edit::{Edit, Editor, edit};
pub use ids::{
    AttributeListId, AttributeSetId, BlockId, CallId, ComdatId, ConstantId, FunctionId, GlobalId,
    InlineAsmId, InstructionId, List, LocalId, MetadataId, Name, ScopeId, StructId, TypeId,
};
pub use instruction::{
    Align, Atomicity, BinaryFlags, BinaryOp, CastFlags, CastOp, FastMath, FloatPredicate, GepFlags,
    Instruction, InstructionKind, IntPredicate, Ordering, RmwOp, TailKind, Value,
};
pub use layout::struct_that_differs;
pub use location::{Location, SourceScope};
pub use metadata::{DebugField, Metadata, MetadataTable};
pub use modernize::modernize;
pub use module::{
    CallingConvention, Comdat, ComdatKind, DllStorage, Function, Global, GlobalKind, InlineAsm,
    Linkage, Module, ThreadLocal, UnnamedAddress, Visibility,
};
pub use name_pool::NamePool;
pub use natural::align_naturally;
pub use parameters::Parameter;
pub use parse::{
    MAX_SYNTAX_ERRORS, Place, SyntaxError, SyntaxErrorKind, SyntaxErrors, parse, parse_as_written,
    parse_with_pointees,
};
pub use print::{
    BodyNames, Dialect, PartPrinter, PrintError, PrintOptions, dialect_of, dialects, print,
    print_as_of, print_globals, print_instruction, print_with, print_within,
};
pub use release::print_lowered;
pub use substitute::{Cycle, Substitution};
pub use summary_index::{SummaryEntry, SummaryField, SummaryIndex, SummaryValue};
pub use types::{NamedStruct, Type, TypeTable};
pub use variables::{SourcePart, SourceType, SourceVariable, SourceVariables, ValueMark};
