//! Vars in a saved state.

use super::{Object, VAR_SIZE, Var, Vars};
use crate::kernel::heap::Adoption;
use pinnacle_system::memory_budget::MemoryBudget;
use pinnacle_system::state::{Reader, Refusal, Unusable, Writer};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// Maximum number of vars, and of parts of a var.
const MAX_ITEMS: usize = 1 << 28;

/// Maximum length of a text.
const MAX_TEXT: usize = 1 << 30;

const STRING: u8 = 0;
const ARRAY: u8 = 1;
const DICTIONARY: u8 = 2;
const ARRAY_BUFFER: u8 = 3;
const RESOURCE: u8 = 4;

impl Vars {
    /// Writes all objects.
    pub(crate) fn save(&self, to: &mut Writer) -> Result<(), Refusal> {
        let mut held: HashMap<u32, u32> = HashMap::new();
        for id in self.objects.iter().flat_map(|(.., object)| parts(object)) {
            *held.entry(id).or_default() += 1;
        }
        to.word(self.objects.last());
        to.count(self.objects.len());
        for (id, [program, host], object) in self.objects.iter() {
            // References from other parts of the host would be lost.
            if host != held.get(&id).copied().unwrap_or(0) {
                return Err(Refusal::of("a value that an operation has not delivered"));
            }
            to.words(&[id, program]);
            save_object(object, to);
        }
        Ok(())
    }

    /// Reads all objects. Also returns the resources that these objects hold.
    pub(crate) fn read(
        from: &mut Reader,
        budget: &MemoryBudget,
        adoption: &mut Adoption<'_>,
    ) -> Result<(Vars, Vec<u32>), Unusable> {
        let short = || Unusable::because("the memory limit is too small for the saved state");
        let damaged = || Unusable::damaged("its values are inconsistent");
        let mut vars = Vars::new(budget);
        let last = from.word()?;
        let (mut held, mut resources) = (Vec::new(), Vec::new());
        for _ in 0..from.count(MAX_ITEMS)? {
            let [id, program] = from.words()?;
            let object = read_object(from, adoption)?;
            vars.charge.grow(object.size()).map_err(|_| short())?;
            held.extend(parts(&object));
            if let Object::Resource(id @ 1..) = object {
                resources.push(id);
            }
            let inserted = vars.objects.insert_at(id, program, object);
            inserted.map_err(|_| short())?;
        }
        if !vars.objects.skip_to(last) || held.iter().any(|&id| id > last) {
            return Err(damaged());
        }
        held.into_iter().for_each(|id| vars.objects.hold(id));
        let is_dead = |[program, host]: [u32; 2]| program == 0 && host == 0;
        if vars.objects.iter().any(|(_, counts, _)| is_dead(counts)) {
            return Err(damaged());
        }
        Ok((vars, resources))
    }

    /// Returns the resources that objects hold a reference to.
    pub(crate) fn held_resources(&self) -> impl Iterator<Item = u32> {
        self.objects.iter().filter_map(|(.., object)| match object {
            Object::Resource(id @ 1..) => Some(*id),
            _ => None,
        })
    }
}

/// Returns the objects that an object holds a reference to.
fn parts(object: &Object) -> Vec<u32> {
    let id = |var: &Var| match var {
        Var::Counted(_, id) => Some(*id),
        _ => None,
    };
    match object {
        Object::Array(vars) => vars.iter().filter_map(id).collect(),
        Object::Dictionary(entries) => entries.values().filter_map(id).collect(),
        Object::String { .. } | Object::ArrayBuffer { .. } | Object::Resource(_) => Vec::new(),
    }
}

fn save_object(object: &Object, to: &mut Writer) {
    match object {
        Object::String { text, copy } => {
            to.byte(STRING);
            to.text(text);
            to.option(copy.as_ref(), |to, block| block.save(to));
        }
        Object::Array(vars) => {
            to.byte(ARRAY);
            to.count(vars.len());
            vars.iter().for_each(|var| to.raw(&var.to_bytes()));
        }
        Object::Dictionary(entries) => {
            to.byte(DICTIONARY);
            to.count(entries.len());
            for (key, var) in entries {
                to.text(key);
                to.raw(&var.to_bytes());
            }
        }
        Object::ArrayBuffer { block, len } => {
            to.byte(ARRAY_BUFFER);
            block.save(to);
            to.word(*len);
        }
        Object::Resource(id) => {
            to.byte(RESOURCE);
            to.word(*id);
        }
    }
}

fn read_var(from: &mut Reader) -> Result<Var, Unusable> {
    let mut bytes = [0; VAR_SIZE as usize];
    from.fill(&mut bytes)?;
    Ok(Var::from_bytes(bytes))
}

fn read_object(from: &mut Reader, adoption: &mut Adoption<'_>) -> Result<Object, Unusable> {
    Ok(match from.byte()? {
        STRING => Object::String {
            text: from.text(MAX_TEXT)?.into(),
            copy: from.option(|from| adoption.block(from))?,
        },
        ARRAY => {
            let mut vars = Vec::new();
            for _ in 0..from.count(MAX_ITEMS)? {
                vars.push(read_var(from)?);
            }
            vars.shrink_to_fit();
            Object::Array(vars)
        }
        DICTIONARY => {
            let mut entries: BTreeMap<Arc<str>, Var> = BTreeMap::new();
            for _ in 0..from.count(MAX_ITEMS)? {
                let key = from.text(MAX_TEXT)?;
                entries.insert(key.into(), read_var(from)?);
            }
            Object::Dictionary(entries)
        }
        ARRAY_BUFFER => {
            let block = adoption.block(from)?;
            let len = from.word()?;
            if len > block.capacity() {
                return Err(Unusable::damaged(
                    "an array buffer is longer than its memory",
                ));
            }
            Object::ArrayBuffer { block, len }
        }
        RESOURCE => Object::Resource(from.word()?),
        _ => return Err(Unusable::damaged("a value has an unknown type")),
    })
}
