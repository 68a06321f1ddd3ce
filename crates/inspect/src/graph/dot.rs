//! Writes a graph in the language of Graphviz.

use super::{Graph, Kind};
use std::io::{self, Write};

impl Graph {
    /// Writes the graph in the language of Graphviz. Time and space are proportional to the size of
    /// the graph.
    ///
    /// # Errors
    ///
    /// Fails if the writer fails.
    pub fn write_dot(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "digraph {{")?;
        writeln!(out, "  label=\"{}\";", escaped(&self.title))?;
        writeln!(out, "  node [shape=box, fontname=monospace];")?;
        for (number, node) in self.nodes.iter().enumerate() {
            // \l ends a line that is aligned to the left.
            let lines = node
                .lines
                .iter()
                .map(|line| format!("{}\\l", escaped(line)));
            let label: String = lines.collect();
            let style = match node.kind {
                Kind::Plain => "",
                Kind::Entry => ", penwidth=2",
                Kind::AddressTaken | Kind::Indirect => ", style=dashed",
                Kind::Intrinsic => ", style=rounded",
            };
            writeln!(out, "  n{number} [label=\"{label}\"{style}];")?;
        }
        for edge in &self.edges {
            write!(out, "  n{} -> n{}", edge.from, edge.to)?;
            match edge.label.is_empty() {
                true => writeln!(out, ";")?,
                false => writeln!(out, " [label=\"{}\"];", escaped(&edge.label))?,
            }
        }
        writeln!(out, "}}")
    }
}

/// Escapes quotation marks and backslashes.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
