//! The kind of a file, and facts about it. The command and the playground show the same.
//!
//! * [`kind`]: the kind of a file by its content, and advice for it;
//! * [`input`]: a file in memory, assembled if it is a text;
//! * [`embedded`]: bitcode in machine code;
//! * [`info`]: the kind of a file and its needs, as lines and as a document;
//! * [`difference`]: which functions of two programs are the same, and how others differ;
//! * [`disassembly`]: a program as lines of JSON;
//! * [`graph`]: the call graph of a program, and the control flow of a function;
//! * [`strings`]: texts in the data of a program;
//! * [`findings`]: every error in it;
//! * [`stats`]: where its bits go, as a document, as tables and as a web page;
//! * [`translation`]: its module of WebAssembly;
//! * [`document`]: the schemas of documents, and the keys of their errors;
//! * [`compression`]: how much smaller it has become;
//! * [`report`]: the code that the three above share, and colours of text;
//! * [`structure`]: hashes that find changed copies of a program;
//! * [`uses`]: features that not every program uses;
//! * [`bytecode`], [`syntax`]: LLVM 1.x and texts, and their errors;
//! * [`llvm`]: modules of LLVM 2.0 and later as text;
//! * [`numbers`]: how numbers are written.
//!
//! Documents are values of JSON; docs/json.md and docs/schemas describe their fields.

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
