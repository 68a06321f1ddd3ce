//! The code for small graphs.

use super::{Branch, Exit, Jump, Structurer, Switch, Terminator, render, structure};

fn code(graph: &[Terminator]) -> String {
    code_with_moves(graph, &[])
}

fn code_with_moves(graph: &[Terminator], moves: &[(u32, u32)]) -> String {
    let mut structurer = Structurer::default();
    structure(&mut structurer, graph, |from, to| {
        moves.contains(&(from, to))
    });
    render(&structurer)
}

#[test]
fn see() {
    let show = |name: &str, graph: &[Terminator], moves: &[(u32, u32)]| {
        println!("== {name}{}", code_with_moves(graph, moves));
    };
    println!("{}", code(&[Exit]));
    show("diamond", &[Branch(1, 2), Jump(3), Jump(3), Exit], &[]);
    show(
        "triangle",
        &[Branch(1, 2), Jump(2), Exit],
        &[(0, 2), (1, 2)],
    );
    show("triangle", &[Branch(2, 1), Jump(2), Exit], &[]);
    show(
        "while",
        &[Jump(1), Branch(2, 3), Jump(1), Exit],
        &[(0, 1), (2, 1)],
    );
    show("do", &[Jump(1), Branch(1, 2), Exit], &[(0, 1), (1, 1)]);
    show("do", &[Jump(1), Branch(1, 2), Exit], &[]);
    show(
        "switch",
        &[Switch(vec![1, 2, 3, 2]), Jump(4), Jump(3), Jump(4), Exit],
        &[(0, 2)],
    );
    show(
        "irreducible",
        &[Branch(1, 2), Branch(2, 3), Jump(1), Exit],
        &[(0, 1)],
    );
    show(
        "for with break",
        &[Jump(1), Branch(2, 5), Branch(3, 4), Jump(5), Jump(1), Exit],
        &[(0, 1), (4, 1)],
    );
    show(
        "two loops",
        &[Jump(1), Branch(1, 2), Branch(2, 3), Branch(1, 4), Exit],
        &[],
    );
    show(
        "early returns",
        &[Branch(1, 2), Exit, Branch(3, 4), Exit, Exit],
        &[],
    );
}
