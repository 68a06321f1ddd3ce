//! Source information of a program, as collected by the legaliser.

use crate::variables::{TypeInfo, VariableInfo};
use pinnacle_pexe::ids::FuncId;

/// The known source information of a program. References between tables are indices, and tables may
/// be incomplete.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceInfo {
    /// The source files.
    pub files: Vec<SourceFile>,
    /// The source functions, including those that only exist where they were inlined.
    pub scopes: Vec<Scope>,
    /// Source locations. The location in [`Place::inlined_at`] precedes the location itself.
    pub places: Vec<Place>,
    /// The functions of the program that have bodies, in order.
    pub functions: Vec<FunctionInfo>,
    /// The lexical blocks of source functions. An entry is the enclosing block as an index plus
    /// one, or 0 if the block is directly in the function. Enclosing blocks precede inner ones.
    pub blocks: Vec<u32>,
    /// Names of types, of their members and of variables.
    pub names: Vec<String>,
    /// Types, and the namespaces that contain them.
    pub types: Vec<TypeInfo>,
    /// Global variables.
    pub globals: Vec<VariableInfo>,
}

/// A source file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SourceFile {
    /// Its name, as passed to the compiler.
    pub name: String,
    /// The folder that the name is relative to, or an empty string.
    pub directory: String,
}

/// A source function.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Scope {
    /// Its name, without the enclosing namespaces and classes.
    pub name: String,
    /// Its symbol, or an empty string if it equals the name.
    pub symbol: String,
    /// The index of its file.
    pub file: u32,
    /// The line of its declaration, or 0.
    pub line: u32,
}

/// A source location.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The index of the file.
    pub file: u32,
    /// The line, counted from 1, or 0 if it is unknown.
    pub line: u32,
    /// The column, counted from 1, or 0 if it is unknown.
    pub column: u32,
    /// The index of the source function.
    pub scope: u32,
    /// The innermost block of the function, as an index plus one, or 0.
    pub block: u32,
    /// If the source function was inlined, the index of the location of its call.
    pub inlined_at: Option<u32>,
}

/// A function of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionInfo {
    /// The number of the function.
    pub id: FuncId,
    /// Its symbol.
    pub symbol: String,
    /// The number of its instructions.
    pub inst_count: u32,
    /// The source locations of its instructions. Each entry applies from an instruction on, and has
    /// `None` for an unknown location.
    pub places: Vec<(u32, Option<u32>)>,
    /// Its parameters and variables.
    pub variables: Vec<VariableInfo>,
}

impl SourceInfo {
    /// Returns the source function that a function of the program was compiled from, which is the
    /// outermost one of its inlined calls.
    #[must_use]
    pub fn scope_of(&self, function: &FunctionInfo) -> Option<u32> {
        let place = function.places.iter().find_map(|&(_, place)| place)?;
        let outermost = *self.chain(place).last()?;
        Some(self.places.get(outermost as usize)?.scope)
    }

    /// Returns a location and those of the inlined calls that contain it, innermost first.
    #[must_use]
    pub fn chain(&self, place: u32) -> Vec<u32> {
        let mut chain = Vec::new();
        let mut next = Some(place);
        while let Some(place) = next {
            let Some(known) = self.places.get(place as usize) else {
                break;
            };
            chain.push(place);
            next = known.inlined_at.filter(|&around| around < place);
        }
        chain
    }
}
