//! Vars: values that programs hold by ID, with reference counts.
//!
//! A `PP_Var` is sixteen bytes in the program's memory: a type, and a number or an ID. Strings,
//! arrays, dictionaries, array buffers and resources in vars are objects of the host, with IDs of
//! their own. The host's references to an object belong to other objects that contain it, and to
//! messages that are being delivered.
//!
//! Source of the rules: Chromium's `ppapi/shared_impl/var_tracker.cc`.

use crate::kernel::heap::Block;
use crate::kernel::refcount::{Counted, Released};
use pinnacle_system::memory_budget::{Charge, MemoryBudget};
use std::collections::BTreeMap;
use std::sync::Arc;

pub(crate) mod convert;
mod saved;

/// `PP_VarType`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub(crate) enum VarType {
    Undefined = 0,
    Null = 1,
    Bool = 2,
    Int32 = 3,
    Double = 4,
    String = 5,
    Array = 7,
    Dictionary = 8,
    ArrayBuffer = 9,
    Resource = 10,
}

/// Size of `PP_Var`.
pub(crate) const VAR_SIZE: u32 = 16;

/// A `PP_Var`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Var {
    Undefined,
    Null,
    Bool(bool),
    Int32(i32),
    Double(f64),
    /// An object of this type. If the object has another type, the var is invalid.
    Counted(VarType, u32),
}

impl Var {
    /// Reads the bytes of a `PP_Var`. An unknown type, or an id out of range, gives an undefined
    /// var.
    pub(crate) fn from_bytes(bytes: [u8; VAR_SIZE as usize]) -> Var {
        let ty = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        let [_, _, _, _, _, _, _, _, value @ ..] = bytes;
        let value = u64::from_le_bytes(value);
        let counted = |ty| u32::try_from(value).map_or(Var::Undefined, |id| Var::Counted(ty, id));
        match ty {
            1 => Var::Null,
            2 => Var::Bool(value as u32 != 0),
            3 => Var::Int32(value as i32),
            4 => Var::Double(f64::from_bits(value)),
            5 => counted(VarType::String),
            7 => counted(VarType::Array),
            8 => counted(VarType::Dictionary),
            9 => counted(VarType::ArrayBuffer),
            10 => counted(VarType::Resource),
            _ => Var::Undefined,
        }
    }

    /// Returns the bytes of the `PP_Var`.
    pub(crate) fn to_bytes(self) -> [u8; VAR_SIZE as usize] {
        let (ty, value) = match self {
            Var::Undefined => (VarType::Undefined, 0),
            Var::Null => (VarType::Null, 0),
            Var::Bool(value) => (VarType::Bool, u64::from(value)),
            Var::Int32(value) => (VarType::Int32, u64::from(value as u32)),
            Var::Double(value) => (VarType::Double, value.to_bits()),
            Var::Counted(ty, id) => (ty, u64::from(id)),
        };
        let mut bytes = [0; VAR_SIZE as usize];
        bytes[..4].copy_from_slice(&(ty as u32).to_le_bytes());
        bytes[8..].copy_from_slice(&value.to_le_bytes());
        bytes
    }
}

/// The object that a var's ID refers to.
#[derive(Debug)]
pub(crate) enum Object {
    /// A string, and its copy in the program's memory, if the program requested one.
    String {
        text: Arc<str>,
        copy: Option<Block>,
    },
    Array(Vec<Var>),
    Dictionary(BTreeMap<Arc<str>, Var>),
    /// Bytes in the program's memory: the first `len` bytes of the block.
    ArrayBuffer {
        block: Block,
        len: u32,
    },
    /// A resource, by ID. The object holds a reference to it.
    Resource(u32),
}

impl Object {
    fn var_type(&self) -> VarType {
        match self {
            Object::String { .. } => VarType::String,
            Object::Array(_) => VarType::Array,
            Object::Dictionary(_) => VarType::Dictionary,
            Object::ArrayBuffer { .. } => VarType::ArrayBuffer,
            Object::Resource(_) => VarType::Resource,
        }
    }

    /// Returns the approximate number of host bytes that it takes. Bytes in the program's memory
    /// are not included.
    fn size(&self) -> u64 {
        let more = match self {
            Object::String { text, .. } => text.len(),
            Object::Array(vars) => vars.capacity() * size_of::<Var>(),
            Object::Dictionary(entries) => entries.keys().map(|key| ENTRY + key.len()).sum(),
            Object::ArrayBuffer { .. } | Object::Resource(_) => 0,
        };
        (size_of::<Object>() + more) as u64
    }
}

/// Size in bytes of a dictionary's entry besides its key.
const ENTRY: usize = 64;

/// Blocks and references of removed objects. The code that changed the vars must release them.
#[derive(Debug, Default)]
pub(crate) struct Freed {
    pub(crate) blocks: Vec<Block>,
    /// Resources that lose a reference.
    pub(crate) resources: Vec<u32>,
}

/// All objects of a program's vars.
#[derive(Default)]
pub(crate) struct Vars {
    objects: Counted<Object>,
    /// Charge for the objects ([`Object::size`]). All growth is charged.
    charge: Charge,
    pub(crate) freed: Freed,
}

impl Vars {
    /// Makes an empty table of objects, which are charged to a budget.
    pub(crate) fn new(budget: &MemoryBudget) -> Vars {
        Vars {
            objects: Counted::new(budget),
            charge: budget.empty_charge(),
            freed: Freed::default(),
        }
    }

    /// Returns the approximate number of host bytes that the objects take.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> u64 {
        self.charge.bytes()
    }

    /// Returns the number of objects that are alive.
    pub(crate) fn len(&self) -> usize {
        self.objects.len()
    }

    /// Creates an object with one reference for the program. The object holds a reference to each
    /// object in it. Returns a null var if no ID or memory is left.
    pub(crate) fn create(&mut self, object: Object) -> Var {
        let ty = object.var_type();
        if self.charge.grow(object.size()).is_err() {
            self.discard(object);
            return Var::Null;
        }
        match &object {
            Object::Array(parts) => parts.iter().for_each(|part| self.hold(*part)),
            Object::Dictionary(entries) => entries.values().for_each(|part| self.hold(*part)),
            Object::String { .. } | Object::ArrayBuffer { .. } | Object::Resource(_) => {}
        }
        match self.objects.insert(object) {
            Ok(id) => Var::Counted(ty, id),
            Err(object) => {
                self.bury(object);
                Var::Null
            }
        }
    }

    /// Releases the contents of an object for which there is no memory.
    fn discard(&mut self, object: Object) {
        match object {
            Object::String { copy, .. } => self.freed.blocks.extend(copy),
            Object::ArrayBuffer { block, .. } => self.freed.blocks.push(block),
            Object::Resource(resource) => self.freed.resources.push(resource),
            // Nothing refers to these yet.
            Object::Array(_) | Object::Dictionary(_) => {}
        }
    }

    /// Creates a string with one reference for the program; a null var if there is no memory for
    /// it.
    pub(crate) fn string(&mut self, text: &str) -> Var {
        self.create(Object::String {
            text: text.into(),
            copy: None,
        })
    }

    /// Returns the object of a var, if it is alive and has the var's type.
    #[inline]
    pub(crate) fn get(&self, var: Var) -> Option<&Object> {
        let Var::Counted(ty, id) = var else {
            return None;
        };
        let object = self.objects.get(id)?;
        (object.var_type() == ty).then_some(object)
    }

    /// Like [`Vars::get`]. Code that changes the size of the object must charge for it first.
    fn get_mut(&mut self, var: Var) -> Option<&mut Object> {
        let Var::Counted(ty, id) = var else {
            return None;
        };
        let object = self.objects.get_mut(id)?;
        (object.var_type() == ty).then_some(object)
    }

    /// Returns the text of a string.
    pub(crate) fn text(&self, var: Var) -> Option<&Arc<str>> {
        match self.get(var)? {
            Object::String { text, .. } => Some(text),
            _ => None,
        }
    }

    /// Returns the text of a string, and the slot for its copy in the program's memory. The copy
    /// ends with a zero; the slot is `None` until the copy is made.
    pub(crate) fn text_copy(&mut self, var: Var) -> Option<(&Arc<str>, &mut Option<Block>)> {
        match self.get_mut(var)? {
            Object::String { text, copy } => Some((text, copy)),
            _ => None,
        }
    }

    /// Returns the elements of an array.
    pub(crate) fn array(&self, var: Var) -> Option<&[Var]> {
        match self.get(var)? {
            Object::Array(vars) => Some(vars),
            _ => None,
        }
    }

    /// Returns the entries of a dictionary, sorted by the bytes of their keys.
    pub(crate) fn dictionary(&self, var: Var) -> Option<&BTreeMap<Arc<str>, Var>> {
        match self.get(var)? {
            Object::Dictionary(entries) => Some(entries),
            _ => None,
        }
    }

    /// Takes a reference for the program.
    pub(crate) fn add_ref(&mut self, var: Var) {
        if let Var::Counted(_, id) = var {
            self.objects.add_ref(id);
        }
    }

    /// Releases a reference of the program. Surplus releases are ignored.
    pub(crate) fn release(&mut self, var: Var) {
        if let Var::Counted(_, id) = var
            && let Released::Gone(object) = self.objects.release(id)
        {
            self.bury(object);
        }
    }

    /// Takes a reference for the host.
    pub(crate) fn hold(&mut self, var: Var) {
        if let Var::Counted(_, id) = var {
            self.objects.hold(id);
        }
    }

    /// Releases a reference of the host.
    pub(crate) fn unhold(&mut self, var: Var) {
        if let Var::Counted(_, id) = var
            && let Some(object) = self.objects.unhold(id)
        {
            self.bury(object);
        }
    }

    /// Releases the references of a dead object, and destroys all objects that lose their last
    /// reference as a result. This is a loop, because programs may nest objects arbitrarily deep.
    fn bury(&mut self, object: Object) {
        let mut dead = vec![object];
        while let Some(object) = dead.pop() {
            self.charge.shrink(object.size());
            let mut leave = |part: Var| {
                if let Var::Counted(_, id) = part {
                    dead.extend(self.objects.unhold(id));
                }
            };
            match object {
                Object::String { copy, .. } => self.freed.blocks.extend(copy),
                Object::Array(parts) => parts.into_iter().for_each(leave),
                Object::Dictionary(entries) => entries.into_values().for_each(&mut leave),
                Object::ArrayBuffer { block, .. } => self.freed.blocks.push(block),
                Object::Resource(resource) => self.freed.resources.push(resource),
            }
        }
    }

    /// Changes the length of an array and the memory charged for it. Returns the elements that were
    /// cut off, or `None` and no change if there is no room.
    fn resize_array(&mut self, array: Var, length: usize) -> Option<Vec<Var>> {
        let Var::Counted(VarType::Array, id) = array else {
            return None;
        };
        let Some(Object::Array(vars)) = self.objects.get_mut(id) else {
            return None;
        };
        let bytes = |capacity: usize| (capacity * size_of::<Var>()) as u64;
        let before = vars.capacity();
        if length > before {
            // The capacity is doubled, so that elements are rarely moved; if there is no room for
            // that, the exact size is used.
            let fits = |planned: &usize| self.charge.grow(bytes(planned - before)).is_ok();
            let mut planned = [length.max(2 * before), length].into_iter();
            let planned = planned.find(fits)?;
            vars.reserve_exact(planned - vars.len());
        }
        let cut = vars.split_off(length.min(vars.len()));
        vars.resize(length, Var::Undefined);
        if length < before / 4 {
            vars.shrink_to_fit();
            self.charge.shrink(bytes(before - vars.capacity()));
        }
        Some(cut)
    }

    /// Writes an element of an array. The array grows with undefined values if it is too short.
    /// Returns false if the var is not an array, the index is out of range, or there is no memory.
    pub(crate) fn set_element(&mut self, array: Var, index: u32, value: Var) -> bool {
        let Some(length) = self.array(array).map(<[Var]>::len) else {
            return false;
        };
        let place = index as usize;
        if index == u32::MAX || place >= length && self.resize_array(array, place + 1).is_none() {
            return false;
        }
        self.hold(value);
        if let Some(Object::Array(vars)) = self.get_mut(array) {
            let old = std::mem::replace(&mut vars[place], value);
            self.unhold(old);
        }
        true
    }

    /// Sets the length of an array: truncates it or appends undefined values. Returns false if the
    /// var is not an array, or there is no memory.
    pub(crate) fn set_length(&mut self, array: Var, length: u32) -> bool {
        let Some(cut) = self.resize_array(array, length as usize) else {
            return false;
        };
        cut.into_iter().for_each(|var| self.unhold(var));
        true
    }

    /// Writes an entry of a dictionary. Returns false if the vars are not a dictionary and a
    /// string, or there is no memory.
    pub(crate) fn set_entry(&mut self, dictionary: Var, key: Var, value: Var) -> bool {
        let Some(key) = self.text(key).cloned() else {
            return false;
        };
        let Some(entries) = self.dictionary(dictionary) else {
            return false;
        };
        let size = (ENTRY + key.len()) as u64;
        if !entries.contains_key(&key) && self.charge.grow(size).is_err() {
            return false;
        }
        self.hold(value);
        if let Some(Object::Dictionary(entries)) = self.get_mut(dictionary)
            && let Some(old) = entries.insert(key, value)
        {
            self.unhold(old);
        }
        true
    }

    /// Removes an entry from a dictionary, if it exists.
    pub(crate) fn delete_entry(&mut self, dictionary: Var, key: Var) {
        let Some(key) = self.text(key).cloned() else {
            return;
        };
        if let Some(Object::Dictionary(entries)) = self.get_mut(dictionary)
            && let Some(old) = entries.remove(&key)
        {
            self.charge.shrink((ENTRY + key.len()) as u64);
            self.unhold(old);
        }
    }

    /// Returns the objects that the program holds references to: IDs, reference counts and objects.
    pub(crate) fn held_by_program(&self) -> impl Iterator<Item = (u32, u32, VarType)> {
        let held = self.objects.held_by_program();
        held.map(|(id, count, object)| (id, count, object.var_type()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(var: Var) -> u32 {
        match var {
            Var::Counted(_, id) => id,
            other => panic!("{other:?} has no id"),
        }
    }

    #[test]
    fn a_var_is_the_same_after_its_bytes() {
        let vars = [
            Var::Undefined,
            Var::Null,
            Var::Bool(true),
            Var::Int32(-5),
            Var::Double(-0.5),
            Var::Counted(VarType::String, 7),
            Var::Counted(VarType::Resource, i32::MAX as u32),
        ];
        for var in vars {
            assert_eq!(Var::from_bytes(var.to_bytes()), var);
        }
    }

    #[test]
    fn bytes_of_no_var_are_undefined() {
        let mut bytes = Var::Int32(1).to_bytes();
        bytes[0] = 6;
        assert_eq!(
            Var::from_bytes(bytes),
            Var::Undefined,
            "objects of scripts are gone"
        );
        let mut bytes = Var::Counted(VarType::String, 1).to_bytes();
        bytes[15] = 1;
        assert_eq!(Var::from_bytes(bytes), Var::Undefined, "an id of 64 bits");
    }

    #[test]
    fn a_string_lives_until_its_last_release() {
        let mut vars = Vars::default();
        let string = vars.string("abc");
        vars.add_ref(string);
        vars.release(string);
        assert_eq!(vars.text(string).map(|text| &**text), Some("abc"));
        vars.release(string);
        assert_eq!(vars.text(string), None);
        vars.release(string);
        assert_eq!((vars.len(), vars.bytes()), (0, 0));
    }

    #[test]
    fn values_beyond_the_budget_are_null_and_change_nothing() {
        let budget = MemoryBudget::new(200_000);
        let mut vars = Vars::new(&budget);
        let array = vars.create(Object::Array(Vec::new()));
        let dictionary = vars.create(Object::Dictionary(BTreeMap::new()));
        let key = vars.string("key");
        let before = budget.charged();
        assert_eq!(vars.string(&"x".repeat(200_000)), Var::Null);
        assert!(!vars.set_length(array, 20_000));
        assert!(!vars.set_element(array, 20_000, key));
        assert_eq!(budget.charged(), before);
        assert_eq!(vars.array(array), Some(&[][..]));
        let rest = 200_000 - before - 10;
        let large = vars.string(&"x".repeat(rest as usize - 200));
        assert_ne!(large, Var::Null);
        assert!(!vars.set_entry(dictionary, large, key));
        assert!(vars.dictionary(dictionary).unwrap().is_empty());
    }

    #[test]
    fn an_array_that_was_long_gives_its_memory_back() {
        let budget = MemoryBudget::default();
        let mut vars = Vars::new(&budget);
        let array = vars.create(Object::Array(Vec::new()));
        let before = budget.charged();
        assert!(vars.set_length(array, 1_000_000));
        assert!(budget.charged() >= 16_000_000);
        assert!(vars.set_length(array, 0));
        assert_eq!(budget.charged(), before);
        for index in 0..1000 {
            assert!(vars.set_element(array, index, Var::Int32(1)));
        }
        vars.release(array);
        assert_eq!(vars.bytes(), 0);
    }

    #[test]
    fn a_lookup_with_the_wrong_type_finds_nothing() {
        let mut vars = Vars::default();
        let string = vars.string("abc");
        assert_eq!(vars.array(Var::Counted(VarType::Array, id(string))), None);
    }

    #[test]
    fn elements_live_as_long_as_their_array() {
        let mut vars = Vars::default();
        let (array, string) = (vars.create(Object::Array(Vec::new())), vars.string("abc"));
        assert!(vars.set_element(array, 2, string));
        assert_eq!(vars.array(array).unwrap()[..2], [Var::Undefined; 2]);
        vars.release(string);
        assert!(vars.text(string).is_some(), "the array refers to it");
        vars.release(array);
        assert_eq!((vars.len(), vars.bytes()), (0, 0));
    }

    #[test]
    fn deep_nesting_goes_without_recursion() {
        let mut vars = Vars::default();
        let mut inner = vars.create(Object::Array(Vec::new()));
        for _ in 0..200_000 {
            let outer = vars.create(Object::Array(Vec::new()));
            vars.set_element(outer, 0, inner);
            vars.release(inner);
            inner = outer;
        }
        vars.release(inner);
        assert_eq!(vars.len(), 0);
    }

    #[test]
    fn shortening_an_array_releases_what_it_cuts_off() {
        let mut vars = Vars::default();
        let (array, string) = (vars.create(Object::Array(Vec::new())), vars.string("abc"));
        vars.set_element(array, 0, string);
        vars.release(string);
        let before = vars.bytes();
        assert!(vars.set_length(array, 0));
        assert!(vars.text(string).is_none() && vars.bytes() < before);
    }

    #[test]
    fn replacing_an_entry_releases_the_old_value_and_deleting_it_the_new() {
        let mut vars = Vars::default();
        let dictionary = vars.create(Object::Dictionary(BTreeMap::new()));
        let key = vars.string("key");
        let empty = vars.bytes();
        for text in ["old", "new"] {
            let value = vars.string(text);
            assert!(vars.set_entry(dictionary, key, value));
            vars.release(value);
        }
        assert_eq!(vars.len(), 3);
        vars.delete_entry(dictionary, key);
        assert_eq!((vars.len(), vars.bytes()), (2, empty));
        assert!(
            !vars.set_entry(dictionary, Var::Int32(1), Var::Null),
            "keys are strings"
        );
    }

    #[test]
    fn an_array_in_itself_leaks_and_harms_nobody() {
        let mut vars = Vars::default();
        let array = vars.create(Object::Array(Vec::new()));
        vars.set_element(array, 0, array);
        vars.release(array);
        assert_eq!(vars.len(), 1);
    }
}
