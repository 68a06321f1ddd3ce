//! `PPB_VarDictionary`: maps names to vars.

use crate::kernel::call::Call;
use crate::kernel::var::{Object, Var};
use crate::table::ctypes::PP_Var;
use crate::table::typed::At;
use crate::table::{Interface, interface};
use pinnacle_system::memory::Fault;
use std::collections::BTreeMap;

pub(crate) const VAR_DICTIONARY_1_0: Interface = interface! { "PPB_VarDictionary" "1.0" Stable:
    Create() -> PP_Var => create;
    Get(dict: PP_Var, key: PP_Var) -> PP_Var => get;
    Set(dict: PP_Var, key: PP_Var, value: PP_Var) -> PP_Bool => set;
    Delete(dict: PP_Var, key: PP_Var) => delete;
    HasKey(dict: PP_Var, key: PP_Var) -> PP_Bool => has_key;
    GetKeys(dict: PP_Var) -> PP_Var => get_keys;
};

fn create(call: &mut Call<'_, '_>) -> Var {
    call.kernel.vars.create(Object::Dictionary(BTreeMap::new()))
}

/// Returns the value of a key.
fn entry(call: &Call<'_, '_>, dictionary: Var, key: Var) -> Option<Var> {
    let key = call.kernel.vars.text(key)?;
    call.kernel.vars.dictionary(dictionary)?.get(key).copied()
}

/// Returns a value, with a reference for the caller; undefined if it does not exist.
fn get(call: &mut Call<'_, '_>, dict: At<PP_Var>, key: At<PP_Var>) -> Result<Var, Fault> {
    let (dictionary, key) = (dict.read(call)?, key.read(call)?);
    let value = entry(call, dictionary, key).unwrap_or(Var::Undefined);
    call.kernel.vars.add_ref(value);
    Ok(value)
}

fn set(
    call: &mut Call<'_, '_>,
    dict: At<PP_Var>,
    key: At<PP_Var>,
    value: At<PP_Var>,
) -> Result<bool, Fault> {
    let (dictionary, key, value) = (dict.read(call)?, key.read(call)?, value.read(call)?);
    Ok(call.kernel.vars.set_entry(dictionary, key, value))
}

fn delete(call: &mut Call<'_, '_>, dict: At<PP_Var>, key: At<PP_Var>) -> Result<(), Fault> {
    let (dictionary, key) = (dict.read(call)?, key.read(call)?);
    call.kernel.vars.delete_entry(dictionary, key);
    Ok(())
}

fn has_key(call: &mut Call<'_, '_>, dict: At<PP_Var>, key: At<PP_Var>) -> Result<bool, Fault> {
    let (dictionary, key) = (dict.read(call)?, key.read(call)?);
    Ok(entry(call, dictionary, key).is_some())
}

/// Returns the keys as strings, sorted by their bytes. Returns a null var if the var is not a
/// dictionary or there is no memory for them.
fn get_keys(call: &mut Call<'_, '_>, dict: At<PP_Var>) -> Result<Var, Fault> {
    let dictionary = dict.read(call)?;
    let Some(entries) = call.kernel.vars.dictionary(dictionary) else {
        return Ok(Var::Null);
    };
    // Memory for the list of names, the list of keys, and the array.
    let lists = entries.len() as u64 * 3 * size_of::<Var>() as u64;
    if !call.has_room(lists) {
        return Ok(Var::Null);
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
    Ok(array)
}
