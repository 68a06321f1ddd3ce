//! Builds graphs of a program: the call graph, and the control flow graph of a function.
//!
//! * `dot`: writes a graph in the language of Graphviz;
//! * `svg`: draws a graph as SVG.

mod dot;
mod svg;

pub use svg::{MAX_EDGES, MAX_NODES};

use pinnacle_pexe::decode::Program;
use pinnacle_pexe::function::{Function, ValueKind};
use pinnacle_pexe::module::{Address, Initializer};
use pinnacle_pexe::{FuncId, Inst};
use std::collections::{BTreeMap, VecDeque};

/// Maximum number of instructions that the node of a block shows.
const MAX_LINES: usize = 40;

/// Maximum length in characters of an instruction in a node.
const MAX_COLUMNS: usize = 64;

/// A directed graph.
#[derive(Debug, Default)]
pub struct Graph {
    /// A caption for the graph.
    pub title: String,
    /// The nodes.
    pub nodes: Vec<Node>,
    /// The edges, sorted by their source and then by their target.
    pub edges: Vec<Edge>,
}

/// A node of a graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// A name that is unique in the graph.
    pub name: String,
    /// The lines of text in the node.
    pub lines: Vec<String>,
    /// Its kind.
    pub kind: Kind,
}

/// The kind of a node, which decides how it is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A function of the program, or a block of a function.
    Plain,
    /// The entry of the program or the function.
    Entry,
    /// A function whose address is taken, so that indirect calls can reach it.
    AddressTaken,
    /// An intrinsic.
    Intrinsic,
    /// The node for the unknown targets of indirect calls.
    Indirect,
}

/// An edge of a graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// The number of the source node.
    pub from: usize,
    /// The number of the target node.
    pub to: usize,
    /// The text at the edge; may be empty.
    pub label: String,
}

impl Graph {
    /// Returns the call graph. Functions and intrinsics that neither call nor are called are
    /// omitted. All indirect calls lead to one node.
    pub fn of_calls(program: &Program) -> Graph {
        let module = program.module();
        let mut counts: BTreeMap<(usize, usize), u32> = BTreeMap::new();
        let indirect = module.functions.len();
        let mut is_taken = addresses_in_data(program);
        for function in program.functions() {
            let from = function.id().index();
            for inst in function.insts() {
                let to = match inst {
                    Inst::Call { callee, .. } => Some(callee.index()),
                    Inst::CallIndirect { .. } => Some(indirect),
                    _ => None,
                };
                if let Some(to) = to {
                    *counts.entry((from, to)).or_default() += 1;
                }
                function.for_each_operand(inst, |value| {
                    if let ValueKind::Function(number) = function.value_name(value) {
                        is_taken[number as usize] = true;
                    }
                });
            }
        }
        let mut is_used = vec![false; indirect + 1];
        for (from, to) in counts.keys() {
            is_used[*from] = true;
            is_used[*to] = true;
        }
        let entry = module.entry().map(FuncId::index);
        if let Some(entry) = entry {
            is_used[entry] = true;
        }
        let mut bodies: Vec<Option<&Function>> = vec![None; indirect];
        for function in program.functions() {
            bodies[function.id().index()] = Some(function);
        }
        let used = (0..=indirect).filter(|index| is_used[*index]);
        let used: Vec<usize> = used.collect();
        let mut places = vec![0; indirect + 1];
        for (place, index) in used.iter().enumerate() {
            places[*index] = place;
        }
        let nodes = used.iter().map(|&index| {
            let Some(declaration) = module.functions.get(index) else {
                return Node {
                    name: "indirect".into(),
                    lines: vec!["indirect calls".into()],
                    kind: Kind::Indirect,
                };
            };
            let id = FuncId(index as u32);
            let mut lines = vec![title_of(program, id)];
            if let Some(body) = bodies[index] {
                lines.push(crate::numbers::count(
                    body.insts().len() as u64,
                    "instruction",
                ));
            }
            Node {
                name: id.to_string(),
                lines,
                kind: match () {
                    () if entry == Some(index) => Kind::Entry,
                    () if declaration.intrinsic.is_some() => Kind::Intrinsic,
                    () if is_taken[index] => Kind::AddressTaken,
                    () => Kind::Plain,
                },
            }
        });
        let edges = counts.iter().map(|((from, to), count)| Edge {
            from: places[*from],
            to: places[*to],
            label: match count {
                1 => String::new(),
                count => format!("{count} calls"),
            },
        });
        Graph {
            title: "calls".into(),
            nodes: nodes.collect(),
            edges: edges.collect(),
        }
    }

    /// Returns the control flow graph of a function. Its nodes are the blocks with their
    /// instructions.
    pub fn of_blocks(program: &Program, function: &Function) -> Graph {
        let nodes = function.block_ids().map(|block| {
            let insts: Vec<_> = function.block_insts(block).collect();
            let mut lines = vec![format!("{block}:")];
            let shown = insts.iter().take(MAX_LINES);
            lines.extend(shown.map(|(inst, ..)| cut(function.display_inst(*inst).to_string())));
            if insts.len() > MAX_LINES {
                lines.push(format!("... and {} more", insts.len() - MAX_LINES));
            }
            Node {
                name: block.to_string(),
                lines,
                kind: match block.index() {
                    0 => Kind::Entry,
                    _ => Kind::Plain,
                },
            }
        });
        let nodes = nodes.collect();
        let mut edges = Vec::new();
        for block in function.block_ids() {
            let Some((last, ..)) = function.block_insts(block).last() else {
                continue;
            };
            let from = block.index();
            let mut add = |to: usize, label: String| edges.push(Edge { from, to, label });
            match function.insts()[last.index()] {
                Inst::CondBr {
                    if_true, if_false, ..
                } => {
                    add(if_true.index(), "true".into());
                    add(if_false.index(), "false".into());
                }
                Inst::Switch { cases, .. } => {
                    let (default, cases) = function.switch_cases(cases);
                    add(default.index(), "default".into());
                    let mut targets: BTreeMap<usize, Vec<String>> = BTreeMap::new();
                    for (selector, block) in cases {
                        let list = targets.entry(block.index()).or_default();
                        list.push(selector.to_string());
                    }
                    for (to, selectors) in targets {
                        add(to, shortened(&selectors));
                    }
                }
                _ => function.for_each_successor(block, |to| add(to.index(), String::new())),
            }
        }
        Graph {
            title: title_of(program, function.id()),
            nodes,
            edges,
        }
    }

    /// Keeps only the nodes that are at most `distance` edges away from a node, in either
    /// direction. Returns false, and changes nothing, if no node has this name.
    pub fn keep_around(&mut self, name: &str, distance: usize) -> bool {
        let Some(centre) = self.nodes.iter().position(|node| node.name == name) else {
            return false;
        };
        let mut neighbours = vec![Vec::new(); self.nodes.len()];
        for edge in &self.edges {
            neighbours[edge.from].push(edge.to);
            neighbours[edge.to].push(edge.from);
        }
        let mut places: Vec<Option<usize>> = vec![None; self.nodes.len()];
        let mut queue = VecDeque::from([(centre, 0)]);
        let mut is_seen = vec![false; self.nodes.len()];
        is_seen[centre] = true;
        while let Some((node, steps)) = queue.pop_front() {
            places[node] = Some(0);
            if steps == distance {
                continue;
            }
            for &next in &neighbours[node] {
                if !std::mem::replace(&mut is_seen[next], true) {
                    queue.push_back((next, steps + 1));
                }
            }
        }
        for (kept, place) in places.iter_mut().flatten().enumerate() {
            *place = kept;
        }
        let mut index = 0;
        self.nodes.retain(|_| {
            index += 1;
            places[index - 1].is_some()
        });
        let edges = self.edges.drain(..).filter_map(|edge| {
            Some(Edge {
                from: places[edge.from]?,
                to: places[edge.to]?,
                label: edge.label,
            })
        });
        self.edges = edges.collect();
        true
    }
}

/// Returns the number and the name of a function.
fn title_of(program: &Program, function: FuncId) -> String {
    let name = program.module().functions[function.index()].name.as_deref();
    match name {
        Some(name) => format!("{function} {}", name.escape_ascii()),
        None => function.to_string(),
    }
}

/// Returns for each function whether its address is in the data.
fn addresses_in_data(program: &Program) -> Vec<bool> {
    let module = program.module();
    let mut is_taken = vec![false; module.functions.len()];
    for initializer in &module.initializers {
        if let Initializer::Reloc(Address::Function(function), _) = initializer {
            is_taken[function.index()] = true;
        }
    }
    is_taken
}

/// Returns the text, shortened if it is long. A switch or a phi can have thousands of operands.
fn cut(mut text: String) -> String {
    if text.len() > MAX_COLUMNS {
        text.truncate(text.floor_char_boundary(MAX_COLUMNS));
        text.push_str("...");
    }
    text
}

/// Returns the first selectors, and the number of those that are omitted.
fn shortened(selectors: &[String]) -> String {
    const SHOWN: usize = 6;
    let mut text = selectors[..selectors.len().min(SHOWN)].join(", ");
    if selectors.len() > SHOWN {
        text.push_str(&format!(", {} more", selectors.len() - SHOWN));
    }
    text
}

#[cfg(test)]
mod tests;
