//! `PPB_VarDictionary`: vars by name.

use crate::kernel::call::{Call, NOTHING, boolean};
use crate::kernel::var::{Object, Var};
use crate::table::{Interface, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;
use std::collections::BTreeMap;

pub(crate) const VAR_DICTIONARY_1_0: Interface = interface! { "PPB_VarDictionary" "1.0" Stable:
    Create() -> PP_Var = create;
    Get(dict: PP_Var, key: PP_Var) -> PP_Var = get;
    Set(dict: PP_Var, key: PP_Var, value: PP_Var) -> PP_Bool = set;
    Delete(dict: PP_Var, key: PP_Var) = delete;
    HasKey(dict: PP_Var, key: PP_Var) -> PP_Bool = has_key;
    GetKeys(dict: PP_Var) -> PP_Var = get_keys;
};

fn create(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let var = call.kernel.vars.create(Object::Dictionary(BTreeMap::new()));
    call.give_var(0, var)
}

impl Call<'_, '_> {
    /// The value under a key.
    fn entry(&self, dictionary: Var, key: Var) -> Option<Var> {
        let key = self.kernel.vars.text(key)?;
        self.kernel.vars.dictionary(dictionary)?.get(key).copied()
    }
}

/// A value, with a reference for the caller; undefined where there is none.
fn get(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let (dictionary, key) = (call.var(1)?, call.var(2)?);
    let value = call.entry(dictionary, key).unwrap_or(Var::Undefined);
    call.kernel.vars.add_ref(value);
    call.give_var(0, value)
}

fn set(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let (dictionary, key, value) = (call.var(0)?, call.var(1)?, call.var(2)?);
    boolean(call.kernel.vars.set_entry(dictionary, key, value))
}

fn delete(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let (dictionary, key) = (call.var(0)?, call.var(1)?);
    call.kernel.vars.delete_entry(dictionary, key);
    NOTHING
}

fn has_key(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let (dictionary, key) = (call.var(0)?, call.var(1)?);
    boolean(call.entry(dictionary, key).is_some())
}

/// The keys as strings, sorted by their bytes; a null var for what is no
/// dictionary, or if there is no memory for them.
fn get_keys(call: &mut Call<'_, '_>) -> Result<Action, Fault> {
    let dictionary = call.var(1)?;
    let Some(entries) = call.kernel.vars.dictionary(dictionary) else {
        return call.give_var(0, Var::Null);
    };
    // The list of names, the list of keys, and the array.
    let lists = entries.len() as u64 * 3 * size_of::<Var>() as u64;
    if !call.has_room(lists) {
        return call.give_var(0, Var::Null);
    }
    let names: Vec<_> = entries.keys().cloned().collect();
    let text = |text| Object::String { text, copy: None };
    let keys: Vec<Var> = names
        .into_iter()
        .map(|name| call.kernel.vars.create(text(name)))
        .collect();
    let array = match keys.contains(&Var::Null) {
        false => call.kernel.vars.create(Object::Array(keys.clone())),
        true => Var::Null,
    };
    keys.into_iter()
        .for_each(|key| call.kernel.vars.release(key));
    call.give_var(0, array)
}
