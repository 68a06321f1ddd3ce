//! Prints the lines of instructions as debug information.
//!
//! Its nodes are numbered after the module's: first those shared by all functions, then a scope for
//! each function with lines.

use super::Printer;
use crate::body::Body;
use crate::ids::GlobalId;
use crate::location::Location;
use crate::metadata::Metadata;
use crate::module::Module;

/// Number of nodes that all functions share.
const SHARED: u64 = 4;

/// The debug information that is printed for lines.
pub(super) struct Lines {
    /// The number of the first node.
    first: u64,
    /// The functions with lines so far.
    functions: Vec<GlobalId>,
}

impl Lines {
    pub(super) fn new(module: &Module) -> Lines {
        let items = module.metadata.items().iter();
        let nodes = items.filter(|item| matches!(item, Metadata::Node { .. }));
        Lines {
            first: nodes.count() as u64,
            functions: Vec::new(),
        }
    }

    /// The number of the next function's scope.
    fn next_scope(&self) -> u64 {
        self.first + SHARED + self.functions.len() as u64
    }
}

impl Printer<'_> {
    /// Prints the end of a function's head: the reference to its scope, if it has lines.
    pub(super) fn begin_lines(&mut self, function: GlobalId, body: &Body) {
        let Some(lines) = self.lines.as_mut().filter(|_| !body.locations.is_empty()) else {
            return;
        };
        let scope = lines.next_scope();
        lines.functions.push(function);
        self.push(" !dbg !");
        self.number(scope);
    }

    /// Prints the line of an instruction. It belongs to the function begun last.
    pub(super) fn line(&mut self, location: Location) {
        let Some(lines) = &self.lines else {
            return;
        };
        let scope = lines.next_scope() - 1;
        self.push(", !dbg !DILocation(line: ");
        self.number(location.line.into());
        self.push(", column: ");
        self.number(location.column.into());
        self.push(", scope: !");
        self.number(scope);
        self.push(")");
    }

    /// Prints the nodes that functions and lines refer to.
    pub(super) fn scopes_of_lines(&mut self) {
        let Some(lines) = self.lines.take() else {
            return;
        };
        if lines.functions.is_empty() {
            return;
        }
        let [unit, ty, version, dwarf] = [0, 1, 2, 3].map(|index| lines.first + index);
        let file = "!DIFile(filename: \"module\", directory: \"\")";
        self.push(&format!(
            "\n!llvm.dbg.cu = !{{!{unit}}}\n\
             !llvm.module.flags = !{{!{version}, !{dwarf}}}\n\
             !{unit} = distinct !DICompileUnit(language: DW_LANG_C99, file: {file}, \
             emissionKind: FullDebug)\n\
             !{ty} = !DISubroutineType(types: !{{null}})\n\
             !{version} = !{{i32 2, !\"Debug Info Version\", i32 3}}\n\
             !{dwarf} = !{{i32 7, !\"Dwarf Version\", i32 4}}\n"
        ));
        for (scope, function) in (lines.first + SHARED..).zip(lines.functions) {
            let name = self.module.global(function).name;
            self.push(&format!("!{scope} = distinct !DISubprogram(name: "));
            self.quote(self.module.names.get(name));
            self.push(&format!(
                ", file: {file}, line: 1, type: !{ty}, \
                 spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !{unit})\n"
            ));
        }
    }
}
