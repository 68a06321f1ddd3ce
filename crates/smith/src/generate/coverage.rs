//! Checks that generated programs cover the format.
//!
//! Each test computes from the rules of the format what must occur in the programs of some seeds,
//! and reports what does not.

use super::{Size, program};
use pinnacle_base::graph::{Dominators, Edges};
use pinnacle_pexe::decode::{Options, Program, decode};
use pinnacle_pexe::function::{ConstantValue, Function};
use pinnacle_pexe::inst::{BinaryOp, CastOp, Predicate};
use pinnacle_pexe::intrinsics::TABLE;
use pinnacle_pexe::module::{Address, Initializer};
use pinnacle_pexe::types::Type;
use pinnacle_pexe::{Inst, ValueId};
use std::collections::{BTreeSet, HashSet};
use std::sync::OnceLock;

/// The programs of some seeds.
fn programs() -> &'static [Program] {
    static PROGRAMS: OnceLock<Vec<Program>> = OnceLock::new();
    PROGRAMS.get_or_init(|| {
        let program = |seed| {
            let bytes = program(seed, Size::default()).expect("it can be written");
            decode(&bytes, &Options::default()).expect("the program is valid")
        };
        (0..400).map(program).collect()
    })
}

fn functions() -> impl Iterator<Item = &'static Function> {
    programs()
        .iter()
        .flat_map(pinnacle_pexe::decode::Program::functions)
}

/// All instructions, each with its function.
fn instructions() -> impl Iterator<Item = (&'static Function, &'static Inst)> {
    functions().flat_map(|function| function.insts().iter().map(move |inst| (function, inst)))
}

/// Panics unless everything expected was found.
fn expect_all(expected: impl IntoIterator<Item = String>, found: impl IntoIterator<Item = String>) {
    let found: HashSet<String> = found.into_iter().collect();
    let expected: BTreeSet<String> = expected.into_iter().collect();
    assert!(!expected.is_empty());
    let missing: Vec<_> = expected
        .iter()
        .filter(|name| !found.contains(*name))
        .collect();
    assert!(missing.is_empty(), "nowhere: {missing:?}");
}

/// All types that values have.
fn types() -> impl Iterator<Item = Type> + Clone {
    Type::ALL.into_iter().filter(|ty| *ty != Type::Void)
}

/// All types except `i1`.
fn wide_types() -> impl Iterator<Item = Type> + Clone {
    types().filter(|ty| ty.element() != Type::I1)
}

const BINARY: [BinaryOp; 18] = {
    use BinaryOp::*;
    [
        Add, Sub, Mul, UDiv, SDiv, URem, SRem, Shl, LShr, AShr, And, Or, Xor, FAdd, FSub, FMul,
        FDiv, FRem,
    ]
};

#[test]
fn every_binary_operation_on_every_type() {
    let float = |op: BinaryOp| op.name().starts_with('f');
    let legal = |op: BinaryOp, ty: Type| match ty.element() {
        Type::I1 => op.is_bitwise(),
        Type::Float | Type::Double => float(op),
        _ => !float(op),
    };
    let all = BINARY
        .iter()
        .flat_map(|&op| types().map(move |ty| (op, ty)));
    let expected = all.filter(|&(op, ty)| legal(op, ty));
    let found = instructions().filter_map(|(function, inst)| match *inst {
        Inst::Binary { op, lhs, .. } => Some((op, function.value_type(lhs))),
        _ => None,
    });
    let show = |(op, ty): (BinaryOp, Type)| format!("{} {ty}", op.name());
    expect_all(expected.map(show), found.map(show));
}

#[test]
fn every_conversion_from_and_to_every_type() {
    let ops = (0..12).filter_map(CastOp::from_code);
    let all = ops.flat_map(|op| types().flat_map(move |a| types().map(move |b| (op, a, b))));
    let expected = all.filter(|&(op, from, to)| op.is_legal(from, to));
    let found = instructions().filter_map(|(function, inst)| match *inst {
        Inst::Cast { op, ty, value } => Some((op, function.value_type(value), ty)),
        _ => None,
    });
    let show = |(op, from, to): (CastOp, Type, Type)| format!("{} {from} to {to}", op.name());
    expect_all(expected.map(show), found.map(show));
}

#[test]
fn every_comparison_of_every_type() {
    let predicates = (0..64).filter_map(Predicate::from_code);
    let all = predicates.flat_map(|p| wide_types().map(move |ty| (p, ty)));
    let expected = all.filter(|(p, ty)| p.is_integer() != ty.element().is_float());
    let found = instructions().filter_map(|(function, inst)| match *inst {
        Inst::Compare { predicate, lhs, .. } => Some((predicate, function.value_type(lhs))),
        _ => None,
    });
    let show = |(p, ty): (Predicate, Type)| format!("{p:?} {ty}");
    expect_all(expected.map(show), found.map(show));
}

#[test]
fn every_other_instruction_on_every_type() {
    let memory = |ty: &Type| ty.element() != Type::I1;
    let mut expected = Vec::new();
    for ty in types() {
        expected.extend(["select", "phi", "undef"].map(|name| format!("{name} {ty}")));
        if memory(&ty) {
            expected.extend(["load", "store"].map(|name| format!("{name} {ty}")));
        }
        if ty.is_vector() {
            expected.extend(["extract", "insert"].map(|name| format!("{name} {ty}")));
        }
        if ty.is_integer() && ty != Type::I1 {
            expected.push(format!("switch {ty}"));
        }
        if ty.is_argument() {
            let names = ["ret", "parameter", "call", "indirect"];
            expected.extend(names.map(|name| format!("{name} {ty}")));
        }
    }
    for name in [
        "br",
        "br if",
        "ret void",
        "unreachable",
        "call void",
        "indirect void",
    ] {
        expected.push(name.to_owned());
    }
    expected.extend(["call tail", "indirect tail"].map(str::to_owned));
    expected.extend((0..7).map(|log| format!("alloca {}", 1 << log)));

    let mut found = Vec::new();
    for function in functions() {
        let params = &function.local_types()[..function.param_count() as usize];
        found.extend(params.iter().map(|ty| format!("parameter {ty}")));
        let undef = |c: &&pinnacle_pexe::function::Constant| c.value == ConstantValue::Undef;
        let undefs = function.constants().iter().filter(undef);
        found.extend(undefs.map(|constant| format!("undef {}", constant.ty)));
    }
    for program in programs() {
        for function in program.functions() {
            for inst in function.insts() {
                let ty = |value| function.value_type(value);
                match *inst {
                    Inst::Select { if_true, .. } => found.push(format!("select {}", ty(if_true))),
                    Inst::Phi { ty, .. } => found.push(format!("phi {ty}")),
                    Inst::Load { ty, .. } => found.push(format!("load {ty}")),
                    Inst::Store { value, .. } => found.push(format!("store {}", ty(value))),
                    Inst::ExtractElement { vector, .. } => {
                        found.push(format!("extract {}", ty(vector)));
                    }
                    Inst::InsertElement { vector, .. } => {
                        found.push(format!("insert {}", ty(vector)));
                    }
                    Inst::Switch { value, .. } => found.push(format!("switch {}", ty(value))),
                    Inst::Ret { value } => found.push(format!("ret {}", ty(value))),
                    Inst::Call { tail, callee, .. } => {
                        found.push(format!(
                            "call {}",
                            program.module().signature(callee).result
                        ));
                        found.extend(tail.then(|| "call tail".to_owned()));
                    }
                    Inst::CallIndirect { tail, ty, .. } => {
                        found.push(format!("indirect {ty}"));
                        found.extend(tail.then(|| "indirect tail".to_owned()));
                    }
                    Inst::Alloca { align, .. } => found.push(format!("alloca {align}")),
                    Inst::Br { .. } => found.push("br".to_owned()),
                    Inst::CondBr { .. } => found.push("br if".to_owned()),
                    Inst::RetVoid => found.push("ret void".to_owned()),
                    Inst::Unreachable => found.push("unreachable".to_owned()),
                    Inst::Binary { .. } | Inst::Cast { .. } | Inst::Compare { .. } => {}
                }
            }
        }
    }
    expect_all(expected, found);
}

#[test]
fn every_intrinsic() {
    let expected = TABLE.iter();
    let mut found = HashSet::new();
    for program in programs() {
        for inst in program
            .functions()
            .iter()
            .flat_map(pinnacle_pexe::Function::insts)
        {
            if let Inst::Call { callee, .. } = inst {
                let function = &program.module().functions[callee.index()];
                found.extend(function.intrinsic.map(|intrinsic| intrinsic.row().name));
            }
        }
    }
    expect_all(
        expected.map(|row| row.name.to_owned()),
        found.into_iter().map(str::to_owned),
    );
}

#[test]
fn globals_of_every_kind() {
    let mut found = Vec::new();
    for module in programs()
        .iter()
        .map(pinnacle_pexe::decode::Program::module)
    {
        for global in &module.globals {
            let kind = if global.constant {
                "constant"
            } else {
                "variable"
            };
            found.push(format!("{kind} aligned to {}", global.align));
            let range = global.initializers.start as usize..global.initializers.end as usize;
            let parts = &module.initializers[range];
            let size = if parts.len() == 1 { "whole" } else { "part" };
            found.extend(parts.iter().map(|part| match part {
                Initializer::Zero(_) => format!("{size} zero"),
                Initializer::Data(..) => format!("{size} data"),
                Initializer::Reloc(address, addend) => {
                    let to = match address {
                        Address::Function(_) => "function",
                        Address::Global(_) => "global",
                    };
                    format!("{size} {to} {}", addend.signum())
                }
            }));
            found.push(format!("named global {}", global.name.is_some()));
        }
        for function in &module.functions {
            found.push(format!("named function {}", function.name.is_some()));
        }
    }
    let mut expected = Vec::new();
    for kind in ["constant", "variable"] {
        expected.extend((0..8).map(|log| format!("{kind} aligned to {}", 1 << log)));
    }
    for size in ["whole", "part"] {
        let parts = [
            "zero",
            "data",
            "global -1",
            "global 0",
            "global 1",
            "function 0",
            "function 1",
        ];
        expected.extend(parts.map(|part| format!("{size} {part}")));
    }
    for what in ["global", "function"] {
        expected.extend([true, false].map(|named| format!("named {what} {named}")));
    }
    expect_all(expected, found);
}

#[test]
fn control_flow_of_every_shape() {
    let mut found = Vec::new();
    let (mut edges, mut dominators) = (Edges::default(), Dominators::default());
    for function in functions() {
        function.collect_edges(&mut edges);
        edges.find_predecessors();
        dominators.build(&edges);
        for block in 0..edges.node_count() {
            if !dominators.is_reachable(block) {
                found.push("a block that is never reached");
                continue;
            }
            let mut targets = edges.successors(block).to_vec();
            for &target in &targets {
                found.push(if target == block {
                    "a block that goes to itself"
                } else if target > block {
                    "an edge forward"
                } else if dominators.dominates(target, block) {
                    "a loop"
                } else {
                    "an edge back to a block that does not dominate"
                });
                if edges.successors(block).len() > 1 && edges.predecessors(target).len() > 1 {
                    found.push("a critical edge");
                }
            }
            targets.sort_unstable();
            if targets.windows(2).any(|pair| pair[0] == pair[1]) {
                found.push("several edges from one block to another");
            }
            let cases = targets.len();
            found.extend((cases == 1).then_some("a block with one successor"));
            found.extend((cases > 3).then_some("a block with many successors"));
        }
        found.extend(irreducible(&edges).then_some("a loop with two entries"));
    }
    let expected = [
        "a block that is never reached",
        "a block that goes to itself",
        "an edge forward",
        "a loop",
        "an edge back to a block that does not dominate",
        "a critical edge",
        "several edges from one block to another",
        "a block with one successor",
        "a block with many successors",
        "a loop with two entries",
    ];
    let own = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect::<Vec<_>>();
    expect_all(own(expected.to_vec()), own(found));
}

/// Returns true if a graph is irreducible: if more than one block is left after repeatedly merging
/// blocks with their only predecessor and removing self-loops.
fn irreducible(edges: &Edges) -> bool {
    let count = edges.node_count();
    let mut dominators = Dominators::default();
    dominators.build(edges);
    let mut graph: Vec<Option<BTreeSet<u32>>> = (0..count)
        .map(|block| {
            let is_reachable = dominators.is_reachable(block);
            is_reachable.then(|| edges.successors(block).iter().copied().collect())
        })
        .collect();
    loop {
        for (block, targets) in graph.iter_mut().enumerate() {
            targets
                .iter_mut()
                .for_each(|set| set.retain(|&target| target as usize != block));
        }
        let merged = (1..count).find_map(|block| {
            graph[block as usize].as_ref()?;
            let mut from = (0..count).filter(|&other| {
                graph[other as usize]
                    .as_ref()
                    .is_some_and(|set| set.contains(&block))
            });
            let only = from.next()?;
            from.next().is_none().then_some((block, only))
        });
        let Some((block, only)) = merged else {
            return graph.iter().flatten().count() > 1;
        };
        let targets = graph[block as usize].take().unwrap_or_default();
        if let Some(set) = &mut graph[only as usize] {
            set.remove(&block);
            set.extend(targets);
        }
    }
}

#[test]
fn operands_of_every_kind() {
    let mut found = Vec::new();
    for function in functions() {
        for block in function.block_ids() {
            for (_, result, inst) in function.block_insts(block) {
                let kind = |value: ValueId| match function.value_name(value) {
                    pinnacle_pexe::function::ValueKind::Function(_) => "function",
                    pinnacle_pexe::function::ValueKind::Global(_) => "global",
                    pinnacle_pexe::function::ValueKind::Param(_) => "parameter",
                    pinnacle_pexe::function::ValueKind::Constant(_) => "constant",
                    pinnacle_pexe::function::ValueKind::Inst(_) => "instruction",
                };
                match inst {
                    Inst::Phi { incoming, .. } => {
                        let pairs: Vec<_> = function.phi_incoming(*incoming).collect();
                        found.push(format!("phi of {}", pairs.len().min(4)));
                        for &(value, _) in &pairs {
                            found.push(format!("phi of {}", kind(value)));
                            if Some(value) == result {
                                found.push("phi of itself".to_owned());
                            } else if result.is_some_and(|result| value > result) {
                                found.push("phi of a later value".to_owned());
                            }
                        }
                    }
                    Inst::Binary { lhs, rhs, .. } => {
                        found.extend([*lhs, *rhs].map(|value| format!("operand {}", kind(value))));
                        if result.is_some_and(|result| lhs.max(rhs) > &result) {
                            found.push("operand later in the file".to_owned());
                        }
                    }
                    _ => {}
                }
            }
        }
    }
    let mut expected: Vec<String> = (1..5).map(|count| format!("phi of {count}")).collect();
    for kind in [
        "parameter",
        "constant",
        "instruction",
        "itself",
        "a later value",
    ] {
        expected.push(format!("phi of {kind}"));
    }
    for kind in [
        "global",
        "parameter",
        "constant",
        "instruction",
        "later in the file",
    ] {
        expected.push(format!("operand {kind}"));
    }
    expect_all(expected, found);
}
