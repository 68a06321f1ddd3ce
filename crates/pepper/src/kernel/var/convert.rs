//! Converts vars to messages and back.
//!
//! Both directions are loops over the objects: an object is added to the message after all objects
//! that it refers to. If an object is encountered again while it is being converted, it is part of
//! a cycle, and the conversion fails, as in Chrome (`content/renderer/pepper/v8_var_converter.cc`).

use super::{Object, Var, Vars};
use crate::kernel::heap::Block;
use crate::message::numbers::Numbers;
use crate::message::{self, Builder, Message, Value};
use pinnacle_system::memory::Memory;
use pinnacle_system::memory_budget::{Charge, MemoryBudget, OutOfBudget};
use std::collections::BTreeMap;

/// The reason why a var cannot be sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unsendable {
    /// It contains itself.
    Cycle,
    /// It contains a resource that a page cannot represent.
    Resource,
    /// It refers to an object that no longer exists.
    Dead,
    /// There is not enough memory for the message.
    TooLarge,
}

/// Progress of converting an object.
#[derive(Clone, Copy)]
enum Progress {
    Open,
    Done(Value),
}

/// An object whose parts are being converted.
struct Visit {
    var: Var,
    id: u32,
    parts: Vec<Var>,
    next: usize,
}

/// Converts a var to a message. The message is charged to a budget until it has been passed on.
pub(crate) fn to_message(
    vars: &Vars,
    memory: &Memory,
    budget: &MemoryBudget,
    var: Var,
) -> Result<(Message, Charge), Unsendable> {
    let mut charge = budget.empty_charge();
    let mut pay = |bytes: u64| {
        charge
            .grow(bytes)
            .map_err(|OutOfBudget| Unsendable::TooLarge)
    };
    let mut message = Builder::default();
    let mut progress: BTreeMap<u32, Progress> = BTreeMap::new();
    let mut visits: Vec<Visit> = Vec::new();
    let mut root = plain(var);
    if let Var::Counted(_, id) = var {
        pay(cost(vars, var))?;
        visits.push(visit(vars, var, id)?);
        progress.insert(id, Progress::Open);
    }
    while let Some(top) = visits.last_mut() {
        if let Some(&part) = top.parts.get(top.next) {
            top.next += 1;
            let Var::Counted(_, id) = part else {
                continue;
            };
            match progress.get(&id) {
                Some(Progress::Open) => return Err(Unsendable::Cycle),
                Some(Progress::Done(_)) => {}
                None => {
                    pay(cost(vars, part))?;
                    visits.push(visit(vars, part, id)?);
                    progress.insert(id, Progress::Open);
                }
            }
            continue;
        }
        let object = object(vars, memory, &progress, top)?;
        root = message.add(object);
        progress.insert(top.id, Progress::Done(root));
        visits.pop();
    }
    Ok((message.finish(root), charge))
}

/// Returns the size in bytes of an object in a message, including temporary memory for the
/// conversion.
fn cost(vars: &Vars, var: Var) -> u64 {
    let more = match vars.get(var) {
        Some(Object::String { text, .. }) => text.len(),
        // Once while it is visited, and once in the message.
        Some(Object::Array(elements)) => 2 * size_of_val(elements.as_slice()),
        Some(Object::Dictionary(entries)) => entries.keys().map(|key| 64 + key.len()).sum(),
        Some(Object::ArrayBuffer { len, .. }) => *len as usize,
        Some(Object::Resource(_)) | None => 0,
    };
    (size_of::<Visit>() + 2 * size_of::<message::Object>() + 64 + more) as u64
}

/// Returns the value of a var that is not an object.
fn plain(var: Var) -> Value {
    match var {
        Var::Undefined | Var::Counted(..) => Value::Undefined,
        Var::Null => Value::Null,
        Var::Bool(value) => Value::Bool(value),
        Var::Int32(value) => Value::Int32(value),
        Var::Double(value) => Value::Double(value),
    }
}

fn visit(vars: &Vars, var: Var, id: u32) -> Result<Visit, Unsendable> {
    let parts = match vars.get(var).ok_or(Unsendable::Dead)? {
        Object::Array(elements) => elements.clone(),
        Object::Dictionary(entries) => entries.values().copied().collect(),
        Object::Resource(_) => return Err(Unsendable::Resource),
        Object::String { .. } | Object::ArrayBuffer { .. } => Vec::new(),
    };
    Ok(Visit {
        var,
        id,
        parts,
        next: 0,
    })
}

/// Returns the object for the message, once all parts are converted.
fn object(
    vars: &Vars,
    memory: &Memory,
    progress: &BTreeMap<u32, Progress>,
    visit: &Visit,
) -> Result<message::Object, Unsendable> {
    let value = |part: &Var| match part {
        Var::Counted(_, id) => match progress.get(id) {
            Some(Progress::Done(value)) => Ok(*value),
            _ => Err(Unsendable::Cycle),
        },
        part => Ok(plain(*part)),
    };
    Ok(match vars.get(visit.var).ok_or(Unsendable::Dead)? {
        Object::String { text, .. } => message::Object::String((**text).into()),
        Object::Array(elements) => {
            let values: Result<_, _> = elements.iter().map(value).collect();
            message::Object::Array(values?)
        }
        Object::Dictionary(entries) => {
            let entry =
                |(key, part): (&std::sync::Arc<str>, &Var)| Ok((Box::from(&**key), value(part)?));
            let entries: Result<_, _> = entries.iter().map(entry).collect();
            message::Object::Dictionary(entries?)
        }
        Object::ArrayBuffer { block, len } => {
            let mut bytes = vec![0; *len as usize];
            // If the program has unmapped the pages, the contents are lost.
            memory
                .read(block.address(), &mut bytes)
                .map_err(|_| Unsendable::Dead)?;
            message::Object::ArrayBuffer(bytes)
        }
        Object::Resource(_) => return Err(Unsendable::Resource),
    })
}

/// Converts a message to a var with one reference for the program. Returns `None` if there is no
/// room for its objects or for its array buffers, whose blocks come from `allocate`. `tracks` are
/// the resources for the tracks in the message, in order, each with a reference for its var.
/// `numbers` selects the type of whole numbers.
pub(crate) fn from_message(
    vars: &mut Vars,
    memory: &mut Memory,
    message: &Message,
    tracks: &[u32],
    numbers: Numbers,
    mut allocate: impl FnMut(&mut Memory, u32) -> Option<Block>,
) -> Option<Var> {
    let mut made: Vec<Var> = Vec::with_capacity(message.objects().len());
    let mut complete = true;
    let mut tracks = tracks.iter();
    for object in message.objects() {
        let value = |value: &Value| match numbers.apply(*value) {
            Value::Undefined => Var::Undefined,
            Value::Null => Var::Null,
            Value::Bool(value) => Var::Bool(value),
            Value::Int32(value) => Var::Int32(value),
            Value::Double(value) => Var::Double(value),
            Value::Object(index) => made[index as usize],
        };
        let object = match object {
            message::Object::String(text) => Object::String {
                text: (**text).into(),
                copy: None,
            },
            message::Object::Array(values) => Object::Array(values.iter().map(value).collect()),
            message::Object::Dictionary(entries) => {
                let entry = |(key, part): &(Box<str>, Value)| ((**key).into(), value(part));
                Object::Dictionary(entries.iter().map(entry).collect())
            }
            message::Object::ArrayBuffer(bytes) => {
                let block = u32::try_from(bytes.len()).ok().and_then(|len| {
                    let block = allocate(memory, len)?;
                    // A block is always writable.
                    memory.write(block.address(), bytes).ok()?;
                    Some(Object::ArrayBuffer { block, len })
                });
                let Some(block) = block else {
                    complete = false;
                    break;
                };
                block
            }
            message::Object::VideoTrack { .. } => {
                let Some(&track) = tracks.next() else {
                    complete = false;
                    break;
                };
                Object::Resource(track)
            }
        };
        let var = vars.create(object);
        if var == Var::Null {
            complete = false;
            break;
        }
        made.push(var);
    }
    let root = match numbers.apply(message.root()) {
        Value::Object(index) => made.get(index as usize).copied(),
        other => from_plain(other),
    };
    // Objects are kept alive only by the objects that contain them.
    if let (true, Some(root)) = (complete, root) {
        vars.add_ref(root);
    }
    for var in made {
        vars.release(var);
    }
    // Tracks that were not used.
    vars.freed.resources.extend(tracks);
    root.filter(|_| complete)
}

fn from_plain(value: Value) -> Option<Var> {
    Some(match value {
        Value::Undefined => Var::Undefined,
        Value::Null => Var::Null,
        Value::Bool(value) => Var::Bool(value),
        Value::Int32(value) => Var::Int32(value),
        Value::Double(value) => Var::Double(value),
        Value::Object(_) => return None,
    })
}
