//! Recognises files and reports facts about them, for the command line and the playground.
//!
//! * [`kind`]: recognises the kind of a file by its content, and gives advice;
//! * [`input`]: a file in memory, assembled if it is PNaClAsm;
//! * [`embedded`]: finds bitcode in machine code;
//! * [`info`]: describes a file and its dependencies, as text and as JSON;
//! * [`difference`]: compares two programs function by function;
//! * [`disassembly`]: writes a program as lines of JSON;
//! * [`graph`]: the call graph of a program, and the control flow graph of a function;
//! * [`strings`]: finds strings in the data of a program;
//! * [`findings`]: checks a file and lists all errors;
//! * [`stats`]: the sizes of the parts of a file, as JSON, as tables and as a web page;
//! * [`translation`]: describes a program's WebAssembly module;
//! * [`document`]: the schemas of JSON documents, and the keys of their errors;
//! * [`compression`]: reports the result of `compress`;
//! * [`report`]: the trait for reports about files, and the colours of text;
//! * [`structure`]: hashes that identify changed versions of a program;
//! * [`uses`]: finds optional features that a program uses;
//! * [`bytecode`], [`syntax`]: reads LLVM 1.x modules, and describes errors in text;
//! * [`llvm`]: prints modules of LLVM 2.0 and later;
//! * [`numbers`]: formats numbers.
//!
//! docs/json.md and docs/schemas describe the fields of the JSON documents.

#![forbid(unsafe_code)]

pub mod bytecode;
pub mod compression;
pub mod difference;
pub mod disassembly;
pub mod document;
pub mod embedded;
pub mod findings;
mod findings_text;
pub mod graph;
pub mod info;
pub mod input;
pub mod kind;
pub mod llvm;
pub mod numbers;
pub mod report;
pub mod stats;
pub mod strings;
pub mod structure;
pub mod syntax;
mod table;
pub mod translation;
pub mod uses;

pub use findings::Findings;
pub use input::Input;
pub use kind::Kind;
