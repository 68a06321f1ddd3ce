//! Tests the graphs of a program.

use super::*;
use crate::input::Input;
use pinnacle_pexe::decode::{Options, decode};

/// Returns a program in which `@f0` is `_start` and calls `@f1`; both also call through pointers.
fn hello() -> Program {
    let text = include_bytes!("../../../../examples/hello.pnasm").to_vec();
    let input = Input::new("hello.pnasm".into(), text);
    let input = input.try_assemble().expect("the example assembles");
    decode(&input.bytes, &Options::default()).expect("the example is valid")
}

fn edges(graph: &Graph) -> Vec<String> {
    let edges = graph.edges.iter().map(|edge| {
        let [from, to] = [edge.from, edge.to].map(|node| graph.nodes[node].name.as_str());
        format!("{from} {to} {}", edge.label).trim_end().to_owned()
    });
    edges.collect()
}

#[test]
fn calls_are_edges_with_their_number() {
    let graph = Graph::of_calls(&hello());
    assert_eq!(edges(&graph), ["@f0 @f1", "@f0 indirect 4 calls"]);
    assert_eq!(graph.nodes[0].kind, Kind::Entry);
    assert_eq!(graph.nodes[0].lines[0], "@f0 _start");
    assert_eq!(graph.nodes[2].kind, Kind::Indirect);
}

#[test]
fn only_the_neighbours_are_kept() {
    let mut graph = Graph::of_calls(&hello());
    assert!(!graph.keep_around("@f9", 1));
    assert_eq!(graph.nodes.len(), 3);
    assert!(graph.keep_around("@f1", 1));
    assert_eq!(edges(&graph), ["@f0 @f1"]);
    assert!(graph.keep_around("@f1", 0));
    assert_eq!(edges(&graph), Vec::<String>::new());
    assert_eq!(graph.nodes.len(), 1);
}

#[test]
fn branches_are_edges_with_what_decides() {
    let program = hello();
    let graph = Graph::of_blocks(&program, &program.functions()[1]);
    assert_eq!(
        edges(&graph),
        ["%b0 %b1", "%b1 %b1 default", "%b1 %b2 32", "%b1 %b3 0"]
    );
    assert_eq!(graph.nodes[0].kind, Kind::Entry);
    assert_eq!(graph.nodes[2].lines[0], "%b2:");
}

#[test]
fn a_graph_is_text_for_graphviz() {
    let graph = Graph {
        title: "a \"title\"".into(),
        nodes: vec![Node {
            name: "one".into(),
            lines: vec!["back\\slash".into(), "second".into()],
            kind: Kind::Entry,
        }],
        edges: vec![Edge {
            from: 0,
            to: 0,
            label: "again".into(),
        }],
    };
    let mut text = Vec::new();
    graph.write_dot(&mut text).expect("memory takes it");
    assert_eq!(
        String::from_utf8_lossy(&text),
        r#"digraph {
  label="a \"title\"";
  node [shape=box, fontname=monospace];
  n0 [label="back\\slash\lsecond\l", penwidth=2];
  n0 -> n0 [label="again"];
}
"#
    );
}

#[test]
fn a_picture_has_every_node_and_edge() {
    let program = hello();
    let graph = Graph::of_blocks(&program, &program.functions()[1]);
    let picture = graph.to_svg().expect("it is small");
    assert_eq!(picture.matches("<rect").count(), graph.nodes.len());
    assert_eq!(picture.matches("marker-").count(), graph.edges.len());
    assert!(picture.contains(">32</text>"), "{picture}");
}

#[test]
fn nodes_that_lead_to_themselves_and_to_each_other_are_drawn() {
    let nodes = (0..3).map(|number| Node {
        name: number.to_string(),
        lines: vec![number.to_string()],
        kind: Kind::Plain,
    });
    let pairs = [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 2), (0, 1)];
    let edges = pairs.map(|(from, to)| Edge {
        from,
        to,
        label: String::new(),
    });
    let graph = Graph {
        title: String::new(),
        nodes: nodes.collect(),
        edges: edges.into(),
    };
    assert!(graph.to_svg().is_some());
}

#[test]
fn a_graph_that_is_empty_or_too_large_is_not_drawn() {
    assert_eq!(Graph::default().to_svg(), None);
    let node = |number: usize| Node {
        name: number.to_string(),
        lines: Vec::new(),
        kind: Kind::Plain,
    };
    let graph = Graph {
        nodes: (0..=MAX_NODES).map(node).collect(),
        ..Graph::default()
    };
    assert_eq!(graph.to_svg(), None);
}
