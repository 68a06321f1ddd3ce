//! The source of a program, as far as it is known.

use crate::variables::{TypeInfo, VariableInfo};
use pinnacle_pexe::ids::FuncId;

/// The source of a program, as far as it is known. References between tables are indices; entries
/// may be missing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceInfo {
    /// Files of the source.
    pub files: Vec<SourceFile>,
    /// Functions of the source, those among them that only exist where they were inlined.
    pub scopes: Vec<Scope>,
    /// Places in the source. Each comes after that of its [`Place::inlined_at`].
    pub places: Vec<Place>,
    /// The functions of the program with bodies, in order.
    pub functions: Vec<FunctionInfo>,
    /// Blocks of functions of the source: the block around each, an index plus one, or 0 for
    /// the function. Each comes after that around it.
    pub blocks: Vec<u32>,
    /// Names of types, of their parts and of variables.
    pub names: Vec<String>,
    /// Types, and the namespaces that they are in.
    pub types: Vec<TypeInfo>,
    /// Global variables.
    pub globals: Vec<VariableInfo>,
}

/// A file of the source.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SourceFile {
    /// Its name, as the compiler was given it.
    pub name: String,
    /// The folder that the name is relative to, or nothing.
    pub directory: String,
}

/// A function of the source.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Scope {
    /// Its name, without the scopes around it.
    pub name: String,
    /// Its symbol, or nothing if that is its name.
    pub symbol: String,
    /// Its file.
    pub file: u32,
    /// The line that it is declared at, or 0.
    pub line: u32,
}

/// A place in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The file.
    pub file: u32,
    /// The line, from 1, or 0 if it is not known.
    pub line: u32,
    /// The column, from 1, or 0 if it is not known.
    pub column: u32,
    /// The function of the source.
    pub scope: u32,
    /// The innermost block of the function: an index plus one, or 0.
    pub block: u32,
    /// The place of the call that the code of this function stands for, if it was inlined.
    pub inlined_at: Option<u32>,
}

/// A function of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionInfo {
    /// The function.
    pub id: FuncId,
    /// Its symbol.
    pub symbol: String,
    /// The number of its instructions.
    pub inst_count: u32,
    /// The places of its instructions: from this instruction on, this place or none.
    pub places: Vec<(u32, Option<u32>)>,
    /// Its parameters and variables.
    pub variables: Vec<VariableInfo>,
}

impl SourceInfo {
    /// The function of the source that a function of the program was made from: that of the
    /// call into which everything else was inlined.
    #[must_use]
    pub fn scope_of(&self, function: &FunctionInfo) -> Option<u32> {
        let place = function.places.iter().find_map(|&(_, place)| place)?;
        let outermost = *self.chain(place).last()?;
        Some(self.places.get(outermost as usize)?.scope)
    }

    /// A place and the calls around it that were inlined, innermost first.
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
