//! Types of LLVM 2.0 to 2.9 as a graph. Types are structural, whatever their names, and may contain
//! themselves: `%list = type { %list*, i32 }`, or `{ \2*, i32 }` without a name. The text contains
//! a tree for each type. This module finds equal nodes and makes one type of each class.

use std::collections::{BTreeMap, BTreeSet};

use crate::ids::{AttributeListId, TypeId};
use crate::module::Module;
use crate::types::{Type, TypeTable};

/// The type that a placeholder in a tree stands for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Target {
    /// The type of the definition with this number.
    Defined(usize),
    /// The enclosing type that is this many levels further out.
    Up(u64),
}

/// The form of a type without its components.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Shape {
    /// A simple type, or an opaque type.
    Leaf(TypeId),
    Pointer(u32),
    Function {
        variadic: bool,
        attributes: Option<AttributeListId>,
    },
    Struct {
        packed: bool,
    },
    Union,
    Array(u64),
    Vector(u32),
}

#[derive(Clone, Debug)]
struct Node {
    shape: Shape,
    parts: Vec<usize>,
}

/// Pointers by address space and pointee.
pub(super) type Pointers = BTreeMap<(u32, TypeId), TypeId>;

/// A graph of the types of a table and of trees.
pub(super) struct Graph<'a> {
    types: &'a TypeTable,
    targets: &'a BTreeMap<TypeId, Target>,
    nodes: Vec<Node>,
    /// The node of each definition, by number.
    definitions: Vec<usize>,
    /// The types of the table that contain placeholders, if the table was added. All other types of
    /// the table are nodes.
    trees: Option<&'a BTreeSet<TypeId>>,
}

/// The classes of equal nodes in a graph.
pub(super) struct Classes {
    nodes: Vec<Node>,
    /// The class of each node. Nodes are equal if their classes are.
    class: Vec<usize>,
    /// Number of nodes that are existing types of the table.
    known: usize,
}

impl<'a> Graph<'a> {
    /// An empty graph for trees built from these types.
    pub(super) fn new(types: &'a TypeTable, targets: &'a BTreeMap<TypeId, Target>) -> Graph<'a> {
        Graph {
            types,
            targets,
            nodes: Vec::new(),
            definitions: Vec::new(),
            trees: None,
        }
    }

    /// Adds the types of the table. Each becomes the node with its number. Placeholders are equal
    /// only to themselves. `trees` are the types that contain placeholders.
    pub(super) fn add_table(&mut self, trees: &'a BTreeSet<TypeId>) {
        self.trees = Some(trees);
        for index in 0..self.types.len() {
            let (shape, parts) = parts_of(self.types, TypeId::at(index));
            let parts = parts.into_iter().map(TypeId::index).collect();
            self.nodes.push(Node { shape, parts });
        }
    }

    /// Adds the definitions, which may refer to each other.
    pub(super) fn add_definitions(&mut self, roots: &[TypeId]) -> Result<(), &'static str> {
        let first = self.nodes.len();
        let blank = Node {
            shape: Shape::Union,
            parts: Vec::new(),
        };
        self.nodes.resize(first + roots.len(), blank);
        // A name may be defined as another name.
        let mut ends: Vec<Option<usize>> = vec![None; roots.len()];
        for start in 0..roots.len() {
            let mut path = vec![start];
            let mut at = start;
            let end = loop {
                if let Some(end) = ends[at] {
                    break end;
                }
                match self.targets.get(&roots[at]) {
                    Some(&Target::Defined(next)) if path.len() <= roots.len() => at = next,
                    Some(Target::Defined(_)) => return Err("a type is defined as itself"),
                    _ => break at,
                }
                path.push(at);
            };
            for on_path in path {
                ends[on_path] = Some(end);
            }
            self.definitions.push(first + end);
        }
        for (number, &root) in roots.iter().enumerate() {
            if self.definitions[number] == first + number {
                self.add_at(root, Some(first + number))?;
            }
        }
        Ok(())
    }

    /// Adds a tree. Returns its node.
    pub(super) fn add(&mut self, ty: TypeId) -> Result<usize, &'static str> {
        self.add_at(ty, None)
    }

    fn add_at(&mut self, root: TypeId, slot: Option<usize>) -> Result<usize, &'static str> {
        // The remaining components of each open node, the next one last.
        let mut waiting: Vec<Vec<TypeId>> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        let first = self.enter(root, slot, &mut open, &mut waiting)?;
        while let (Some(parts), Some(&place)) = (waiting.last_mut(), open.last()) {
            match parts.pop() {
                Some(part) => {
                    let part = self.enter(part, None, &mut open, &mut waiting)?;
                    self.nodes[place].parts.push(part);
                }
                None => {
                    waiting.pop();
                    open.pop();
                }
            }
        }
        Ok(first)
    }

    /// Returns the node of a type. A new node is open until its components are added.
    fn enter(
        &mut self,
        ty: TypeId,
        slot: Option<usize>,
        open: &mut Vec<usize>,
        waiting: &mut Vec<Vec<TypeId>>,
    ) -> Result<usize, &'static str> {
        match self.targets.get(&ty) {
            Some(&Target::Defined(number)) => return Ok(self.definitions[number]),
            Some(&Target::Up(levels)) => {
                let levels = usize::try_from(levels).unwrap_or(usize::MAX);
                let level = open.len().checked_sub(levels);
                let found = level.and_then(|level| open.get(level));
                return found
                    .copied()
                    .ok_or("a type refers to more enclosing levels than it has");
            }
            None if self.trees.is_some_and(|trees| !trees.contains(&ty)) => return Ok(ty.index()),
            None => {}
        }
        let (shape, mut parts) = parts_of(self.types, ty);
        parts.reverse();
        let node = Node {
            shape,
            parts: Vec::new(),
        };
        let place = slot.unwrap_or(self.nodes.len());
        match self.nodes.get_mut(place) {
            Some(reserved) => *reserved = node,
            None => self.nodes.push(node),
        }
        open.push(place);
        waiting.push(parts);
        Ok(place)
    }

    /// The node of a definition.
    pub(super) fn definition(&self, number: usize) -> usize {
        self.definitions[number]
    }

    /// Determines which nodes are equal. `charge` is called with the number of nodes that each
    /// round visits.
    pub(super) fn classes<E>(
        self,
        known: usize,
        mut charge: impl FnMut(u64) -> Result<(), E>,
    ) -> Result<Classes, E> {
        let (mut class, rest, exact) = self.finite_classes();
        // The remaining nodes are recursive. Start with all nodes of one shape in one class, and
        // split classes whose members have different components until nothing changes.
        let mut shapes: BTreeMap<&Shape, usize> = BTreeMap::new();
        for &node in &rest {
            let next = exact + shapes.len();
            class[node] = *shapes.entry(&self.nodes[node].shape).or_insert(next);
        }
        let mut count = shapes.len();
        while !rest.is_empty() {
            charge(rest.len() as u64)?;
            let mut keys: BTreeMap<(usize, Vec<usize>), usize> = BTreeMap::new();
            let mut finer = Vec::with_capacity(rest.len());
            for &node in &rest {
                let parts = self.nodes[node].parts.iter().map(|&part| class[part]);
                let next = exact + keys.len();
                finer.push(*keys.entry((class[node], parts.collect())).or_insert(next));
            }
            for (&node, finer) in rest.iter().zip(finer) {
                class[node] = finer;
            }
            if keys.len() == count {
                break;
            }
            count = keys.len();
        }
        let nodes = self.nodes;
        Ok(Classes {
            nodes,
            class,
            known,
        })
    }

    /// Finds the classes of the nodes that are not recursive, each after those of its components.
    /// Returns the class of each node, the recursive nodes, and the number of classes.
    fn finite_classes(&self) -> (Vec<usize>, Vec<usize>, usize) {
        let count = self.nodes.len();
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); count];
        for (node, one) in self.nodes.iter().enumerate() {
            for &part in &one.parts {
                users[part].push(node);
            }
        }
        let mut missing: Vec<usize> = self.nodes.iter().map(|one| one.parts.len()).collect();
        let mut ready: Vec<usize> = (0..count).filter(|&node| missing[node] == 0).collect();
        let mut keys: BTreeMap<(&Shape, Vec<usize>), usize> = BTreeMap::new();
        let mut class = vec![0; count];
        while let Some(node) = ready.pop() {
            let one = &self.nodes[node];
            let parts = one.parts.iter().map(|&part| class[part]).collect();
            let next = keys.len();
            class[node] = *keys.entry((&one.shape, parts)).or_insert(next);
            for &user in &users[node] {
                missing[user] -= 1;
                if missing[user] == 0 {
                    ready.push(user);
                }
            }
        }
        let rest = (0..count).filter(|&node| missing[node] > 0).collect();
        (class, rest, keys.len())
    }
}

impl Classes {
    /// Makes the types that the module lacks, one per class, each after those that it contains by
    /// value. Returns the type of each node. `leaf` makes types without components.
    pub(super) fn make(
        &self,
        module: &mut Module,
        pointers: &mut Pointers,
        mut leaf: impl FnMut(&mut Module, TypeId) -> TypeId,
    ) -> Result<Vec<TypeId>, &'static str> {
        let count = self.class.iter().max().map_or(0, |last| last + 1);
        let mut first = vec![usize::MAX; count];
        let mut made: Vec<Option<TypeId>> = vec![None; count];
        for (node, &class) in self.class.iter().enumerate() {
            if first[class] == usize::MAX {
                first[class] = node;
                made[class] = (node < self.known).then(|| TypeId::at(node));
            }
        }
        let is_known: Vec<bool> = made.iter().map(Option::is_some).collect();
        let mut open = vec![false; count];
        let mut stack = Vec::new();
        for root in 0..count {
            stack.push(root);
            while let Some(&top) = stack.last() {
                if made[top].is_some() {
                    stack.pop();
                    continue;
                }
                let node = &self.nodes[first[top]];
                let parts = node.parts.iter().map(|&part| self.class[part]);
                // A pointer does not contain its pointee.
                let is_pointer = matches!(node.shape, Shape::Pointer(_));
                if !open[top] && !is_pointer {
                    open[top] = true;
                    for part in parts.filter(|&part| made[part].is_none()) {
                        if open[part] {
                            return Err("a type contains itself");
                        }
                        stack.push(part);
                    }
                    if stack.last() != Some(&top) {
                        continue;
                    }
                }
                let parts: Option<Vec<_>> = match is_pointer {
                    true => Some(Vec::new()),
                    false => node.parts.iter().map(|&it| made[self.class[it]]).collect(),
                };
                let parts = parts.ok_or("a type contains itself")?;
                made[top] = Some(make_one(module, node, &parts, &mut leaf)?);
                stack.pop();
            }
        }
        for class in (0..count).filter(|&class| !is_known[class]) {
            let node = &self.nodes[first[class]];
            if let (&Shape::Pointer(space), &[part]) = (&node.shape, &node.parts[..])
                && let (Some(pointer), Some(pointee)) = (made[class], made[self.class[part]])
            {
                module.types.set_pointee(pointer, pointee);
                pointers.insert((space, pointee), pointer);
            }
        }
        let all = self.class.iter().map(|&class| made[class]);
        all.collect::<Option<_>>().ok_or("a type contains itself")
    }
}

/// Makes a type from its components. A pointer gets its pointee later.
fn make_one(
    module: &mut Module,
    node: &Node,
    parts: &[TypeId],
    leaf: &mut impl FnMut(&mut Module, TypeId) -> TypeId,
) -> Result<TypeId, &'static str> {
    let types = &mut module.types;
    Ok(match (&node.shape, parts) {
        (&Shape::Leaf(ty), _) => leaf(module, ty),
        (&Shape::Pointer(space), _) if node.parts.is_empty() => types.pointer_in(space),
        (&Shape::Pointer(space), _) => types.own_pointer(space),
        (
            &Shape::Function {
                variadic,
                attributes,
            },
            [result, parameters @ ..],
        ) => {
            let function = types.function(*result, parameters, variadic);
            match attributes {
                Some(list) => types.own_function(function, list),
                None => function,
            }
        }
        (&Shape::Struct { packed }, fields) => types.literal_struct(fields, packed),
        (Shape::Union, members) => {
            let union = module.union_of(members);
            union.ok_or("a member of a union has no size")?
        }
        (&Shape::Array(length), &[element, ..]) => types.array(element, length),
        (&Shape::Vector(length), &[element, ..]) => types.vector(element, length, false),
        _ => return Err("a type lacks a part"),
    })
}

/// Returns true if a type of a table is a placeholder, or contains one or one of these types.
pub(super) fn is_tree(
    types: &TypeTable,
    targets: &BTreeMap<TypeId, Target>,
    trees: &BTreeSet<TypeId>,
    ty: TypeId,
) -> bool {
    let (_, parts) = parts_of(types, ty);
    let mut parts = parts.iter();
    parts.any(|part| targets.contains_key(part) || trees.contains(part))
}

/// The shape and the components of a type of a table.
fn parts_of(types: &TypeTable, ty: TypeId) -> (Shape, Vec<TypeId>) {
    match types.get(ty) {
        Type::Pointer(space) => {
            let pointee = types.pointee(ty);
            (Shape::Pointer(space), pointee.into_iter().collect())
        }
        Type::Function {
            result,
            parameters,
            variadic,
        } => {
            let mut parts = vec![result];
            parts.extend_from_slice(types.list(parameters));
            let attributes = types.attributes_of_type(ty);
            let shape = Shape::Function {
                variadic,
                attributes,
            };
            (shape, parts)
        }
        Type::Struct { fields, packed } => (Shape::Struct { packed }, types.list(fields).to_vec()),
        Type::Array { element, length } => (Shape::Array(length), vec![element]),
        Type::Vector {
            element, length, ..
        } => (Shape::Vector(length), vec![element]),
        _ => match types.members(ty) {
            Some(members) => (Shape::Union, members.to_vec()),
            None => (Shape::Leaf(ty), Vec::new()),
        },
    }
}
