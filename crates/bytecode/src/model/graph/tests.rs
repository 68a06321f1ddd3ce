//! Tests of merging equal types.

use super::*;

fn id(entry: u32) -> TypeId {
    TypeId(FIRST + entry)
}

#[test]
fn entries_without_duplicates_keep_their_ids() {
    let mut graph = TypeGraph::new();
    let function = graph.function(TypeId::VOID, &[id(1), TypeId::INT], true);
    let pointer = graph.pointer(id(2));
    let pair = graph.structure(&[TypeId::INT, pointer]);
    let array = graph.array(pair, 3);
    let (mut types, ids) = graph.unify().unwrap();
    assert_eq!(ids, [function, pointer, pair, array]);
    assert_eq!(types.struct_of(&[TypeId::INT, pointer]), pair);
    assert_eq!(types.find_pointer_to(pair), Some(pointer));
    assert_eq!(types.array_of(pair, 3), array);
    assert_eq!(
        types.function(TypeId::VOID, &[pointer, TypeId::INT], true),
        function
    );
    assert_eq!(types.len() as u32, FIRST + 4);
}

#[test]
fn equal_types_are_one_and_the_first_keeps_its_place() {
    let mut graph = TypeGraph::new();
    let first = graph.structure(&[id(2)]);
    let second = graph.structure(&[id(3)]);
    graph.pointer(TypeId::INT);
    graph.pointer(TypeId::INT);
    let (types, ids) = graph.unify().unwrap();
    assert_eq!(ids, [id(0), id(0), id(1), id(1)]);
    assert_eq!((first, second), (id(0), id(1)));
    assert_eq!(types.len() as u32, FIRST + 2);
    assert_eq!(types.components(id(0)).collect::<Vec<_>>(), [id(1)]);
}

#[test]
fn recursive_types_are_equal_if_they_unfold_alike() {
    // A list written once, the same as two that hold each other, and one
    // with another number.
    let mut graph = TypeGraph::new();
    let pointer_after = |graph: &TypeGraph| TypeId(graph.next_id().0 + 1);
    let next = pointer_after(&graph);
    let one = graph.structure(&[TypeId::INT, next]);
    graph.pointer(one);
    let next = pointer_after(&graph);
    let left = graph.structure(&[TypeId::INT, next]);
    graph.pointer(id(4));
    let right = graph.structure(&[TypeId::INT, id(5)]);
    graph.pointer(left);
    let next = pointer_after(&graph);
    let other = graph.structure(&[TypeId::LONG, next]);
    graph.pointer(other);
    let (types, ids) = graph.unify().unwrap();
    let at = |ty: TypeId| ids[(ty.0 - FIRST) as usize];
    assert_eq!((at(left), at(right)), (at(one), at(one)));
    assert_ne!(at(other), at(one));
    assert_eq!(types.len() as u32, FIRST + 4);
}

#[test]
fn opaque_types_stay_different_and_make_their_users_different() {
    let mut graph = TypeGraph::new();
    let (first, second) = (graph.opaque(), graph.opaque());
    graph.pointer(first);
    graph.pointer(second);
    let (_, ids) = graph.unify().unwrap();
    assert_eq!(ids, [id(0), id(1), id(2), id(3)]);
}

#[test]
fn aliases_are_what_they_stand_for() {
    let mut graph = TypeGraph::new();
    graph.alias(id(1));
    graph.alias(id(3));
    graph.pointer(id(0));
    graph.structure(&[id(4)]);
    graph.alias(TypeId::INT);
    let placeholder = graph.placeholder();
    graph.set_alias(placeholder, id(2));
    let (types, ids) = graph.unify().unwrap();
    assert_eq!(ids, [id(0), id(0), id(1), id(0), TypeId::INT, id(1)]);
    assert_eq!(types.pointee(id(1)), Some(id(0)));
    assert_eq!(types.components(id(0)).collect::<Vec<_>>(), [TypeId::INT]);
}

#[test]
fn aliases_in_a_circle_and_entries_that_do_not_exist_are_errors() {
    let mut graph = TypeGraph::new();
    graph.alias(id(1));
    graph.alias(id(0));
    let cycle = TypeGraphError::AliasCycle { entry: id(0) };
    assert_eq!(graph.unify().map(|(_, ids)| ids), Err(cycle));
    let mut graph = TypeGraph::new();
    graph.structure(&[TypeId::INT, id(1)]);
    let undefined = TypeGraphError::Undefined {
        entry: id(0),
        component: id(1),
    };
    assert_eq!(graph.unify().map(|(_, ids)| ids), Err(undefined));
}

#[test]
fn a_structure_may_contain_itself() {
    let mut graph = TypeGraph::new();
    graph.structure(&[id(0)]);
    graph.structure(&[id(0)]);
    graph.array(id(2), 2);
    let (types, ids) = graph.unify().unwrap();
    assert_eq!(ids, [id(0), id(0), id(1)]);
    assert_eq!(types.components(id(0)).collect::<Vec<_>>(), [id(0)]);
}

#[test]
fn types_that_come_later_find_those_of_the_table() {
    let mut graph = TypeGraph::new();
    let node = graph.structure(&[id(1)]);
    graph.pointer(node);
    let (types, _) = graph.unify().unwrap();
    let mut graph = TypeGraph::of_table(&types);
    graph.pointer(id(3));
    graph.structure(&[id(2)]);
    graph.array(id(3), 1);
    let (types, ids) = graph.unify().unwrap();
    assert_eq!(ids, [id(0), id(1), id(1), id(0), id(2)]);
    assert_eq!(types.len() as u32, FIRST + 3);
}

/// A naive comparison takes exponential time on long chains and cycles.
#[test]
fn long_chains_and_circles_are_quick() {
    let count = 200_000;
    let mut chains = TypeGraph::new();
    for _ in 0..2 {
        chains.pointer(TypeId::INT);
        for _ in 1..count {
            let last = TypeId(chains.next_id().0 - 1);
            chains.pointer(last);
        }
    }
    let (types, _) = chains.unify().unwrap();
    assert_eq!(types.len() as u32, FIRST + count);

    // A cycle of pointers is one type; with one structure in it every pointer is different.
    let mut circle = TypeGraph::new();
    for entry in 0..count {
        circle.pointer(id((entry + 1) % count));
    }
    for entry in 0..count {
        let next = id(count + (entry + 1) % count);
        if entry == 0 {
            circle.structure(&[next]);
        } else {
            circle.pointer(next);
        }
    }
    let (types, _) = circle.unify().unwrap();
    assert_eq!(types.len() as u32, FIRST + 1 + count);

    let mut wide = TypeGraph::new();
    wide.structure(&vec![id(1); count as usize]);
    wide.pointer(id(0));
    let (types, _) = wide.unify().unwrap();
    assert_eq!(types.len() as u32, FIRST + 2);
}
