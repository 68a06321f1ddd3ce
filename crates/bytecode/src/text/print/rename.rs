//! Renames locals as the disassemblers of LLVM 1.4 to 1.9 did.
//!
//! Before these releases printed a function, they renamed each named local that is an address and
//! has the name and type of a global. They appended a number, which counts through the whole
//! module.

use crate::model::{Body, FunctionId, Module, Name, TypeId};
use std::collections::{HashMap, HashSet};

/// The new names of locals.
#[derive(Debug, Default)]
pub(super) struct Renamed {
    /// By function, then by local: parameters first, then instruction results.
    names: HashMap<FunctionId, Vec<(u32, Vec<u8>)>>,
}

impl Renamed {
    /// Finds all locals whose name and type a global also has.
    pub(super) fn of(module: &Module) -> Renamed {
        let mut renamed = Renamed::default();
        let names = |name: Name| module.names.get(name);
        let globals = module
            .globals
            .iter()
            .map(|g| (names(g.name), g.address_type));
        let functions = module
            .functions
            .iter()
            .map(|f| (names(f.name), f.address_type));
        let taken: HashSet<(&[u8], TypeId)> = globals
            .chain(functions)
            .filter(|(name, _)| !name.is_empty())
            .collect();
        let mut counter = 0;
        for (index, function) in (0..).zip(&module.functions) {
            let Some(body) = &function.body else { continue };
            let id = FunctionId(index);
            let parameters = module.signature(id).map_or(&[][..], |(_, list, _)| list);
            let mut found: Vec<_> = (0..)
                .zip(locals(parameters, body))
                .filter(|(_, local)| taken.contains(local))
                .map(|(place, (name, ty))| (ty, name, place))
                .collect();
            if found.is_empty() {
                continue;
            }
            // The symbol tables were sorted within each plane.
            found.sort_unstable();
            let mut own: HashSet<(&[u8], TypeId)> = locals(parameters, body).collect();
            let mut others = Vec::with_capacity(found.len());
            for (ty, name, place) in found {
                let mut other;
                loop {
                    counter += 1;
                    other = name.to_vec();
                    other.extend_from_slice(format!("_{counter}").as_bytes());
                    if !taken.contains(&(&other[..], ty)) && !own.contains(&(&other[..], ty)) {
                        break;
                    }
                }
                own.remove(&(name, ty));
                others.push((place, other));
            }
            others.sort_unstable();
            renamed.names.insert(id, others);
        }
        renamed
    }

    /// The new names in a function, by local.
    pub(super) fn in_function(&self, id: FunctionId) -> &[(u32, Vec<u8>)] {
        self.names.get(&id).map_or(&[], Vec::as_slice)
    }
}

/// Names and types of parameters and results.
fn locals<'a>(
    parameters: &'a [TypeId],
    body: &'a Body,
) -> impl Iterator<Item = (&'a [u8], TypeId)> {
    let parameters = (0..).zip(parameters);
    let parameters = parameters.map(|(place, &ty)| (body.argument_name(place), ty));
    let results = (0..).zip(body.result_types());
    let results = results.map(|(id, &ty)| (body.inst_name(crate::model::InstId(id)), ty));
    parameters.chain(results)
}
