//! Selects the archive members that a program needs.
//!
//! All archives form one group. If a name is needed and not defined, all archives are searched in
//! order, and the first member that defines it is linked, with everything that it needs in turn.
//! Each name is examined once, so the time is proportional to the number of symbols.

use super::predefined;
use crate::symbols::{Definition, Symbols};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// A module that may become part of the program.
#[derive(Clone, Debug, Default)]
pub struct Unit {
    /// The name for messages: `main.o`, `libc.a(printf.o)`.
    pub name: String,
    /// Its symbols.
    pub symbols: Symbols,
    /// True if the unit is linked only if one of its symbols is needed.
    pub optional: bool,
    /// True for a shared object. Its definitions are used if there are no others, and it does not
    /// become part of the result.
    pub shared: bool,
    /// True if the unit was optimised when the sysroot was built.
    pub prepared: bool,
}

/// The result of resolving.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resolution {
    /// The units of the program: the mandatory ones in order, then the others in the order in which
    /// they were needed.
    pub units: Vec<usize>,
    /// Undefined names, each with the units that need it. The list is empty for names that only the
    /// roots need.
    pub undefined: Vec<(String, Vec<usize>)>,
    /// Names that are defined more than once, with the units that define them.
    pub duplicate: Vec<(String, Vec<usize>)>,
}

/// The unit that defines a name, and the kind of definition.
struct Definer {
    unit: usize,
    definition: Definition,
}

struct Resolver<'a> {
    units: &'a [Unit],
    defined: HashMap<&'a str, Definer>,
    resolution: Resolution,
    duplicates: HashMap<&'a str, usize>,
}

/// Finds the units of a program that must define all roots.
#[must_use]
pub fn resolve(units: &[Unit], roots: &[String]) -> Resolution {
    let mut offered: HashMap<&str, usize> = HashMap::new();
    for (index, unit) in units.iter().enumerate().filter(|(_, unit)| unit.optional) {
        for (name, _) in &unit.symbols.defined {
            offered.entry(name).or_insert(index);
        }
    }
    let mut resolver = Resolver {
        units,
        defined: HashMap::new(),
        resolution: Resolution::default(),
        duplicates: HashMap::new(),
    };
    for (index, _) in units.iter().enumerate().filter(|(_, unit)| !unit.optional) {
        resolver.take(index);
    }
    let mut taken: Vec<bool> = units.iter().map(|unit| !unit.optional).collect();
    let mut need = |name: &str, resolver: &mut Resolver<'_>| {
        if resolver.defined.contains_key(name) || predefined::is_predefined(name) {
            return;
        }
        if let Some(&index) = offered.get(name)
            && !taken[index]
        {
            taken[index] = true;
            resolver.take(index);
        }
    };
    for root in roots {
        need(root, &mut resolver);
    }
    // Units that are added on the way are appended, and examined in turn.
    let mut next = 0;
    while let Some(&unit) = resolver.resolution.units.get(next) {
        for name in &units[unit].symbols.undefined {
            need(name, &mut resolver);
        }
        next += 1;
    }
    resolver.finish(roots)
}

impl<'a> Resolver<'a> {
    fn take(&mut self, index: usize) {
        self.resolution.units.push(index);
        for (name, definition) in &self.units[index].symbols.defined {
            let new = Definer {
                unit: index,
                definition: *definition,
            };
            match self.defined.entry(name) {
                Entry::Vacant(entry) => {
                    entry.insert(new);
                }
                Entry::Occupied(_) if self.units[index].shared => {}
                Entry::Occupied(mut entry) if self.units[entry.get().unit].shared => {
                    entry.insert(new);
                }
                Entry::Occupied(mut entry) => {
                    let old = entry.get_mut();
                    match (old.definition, definition) {
                        (Definition::Strong, Definition::Strong) => {
                            let first = old.unit;
                            self.duplicate(name, first, index);
                        }
                        (Definition::Strong, _) | (_, Definition::Weak) => {}
                        _ => *old = new,
                    }
                }
            }
        }
    }

    #[cold]
    fn duplicate(&mut self, name: &'a str, first: usize, second: usize) {
        let list = &mut self.resolution.duplicate;
        let index = *self.duplicates.entry(name).or_insert_with(|| {
            list.push((name.to_owned(), vec![first]));
            list.len() - 1
        });
        list[index].1.push(second);
    }

    fn finish(mut self, roots: &[String]) -> Resolution {
        let mut places: HashMap<&str, usize> = HashMap::new();
        let list = &mut self.resolution.undefined;
        let is_missing =
            |name: &str| !self.defined.contains_key(name) && !predefined::is_predefined(name);
        for root in roots.iter().filter(|root| is_missing(root)) {
            places.entry(root).or_insert_with(|| {
                list.push((root.clone(), Vec::new()));
                list.len() - 1
            });
        }
        for &unit in &self.resolution.units {
            let missing = &self.units[unit].symbols.undefined;
            for name in missing.iter().filter(|name| is_missing(name)) {
                let index = *places.entry(name).or_insert_with(|| {
                    list.push((name.clone(), Vec::new()));
                    list.len() - 1
                });
                let users = &mut list[index].1;
                if users.last() != Some(&unit) {
                    users.push(unit);
                }
            }
        }
        self.resolution
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(name: &str, defined: &[&str], undefined: &[&str]) -> Unit {
        let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let defined: Vec<String> = owned(defined);
        let strong = |name: String| match name.strip_prefix('?') {
            Some(name) => (name.to_owned(), Definition::Weak),
            None => (name, Definition::Strong),
        };
        Unit {
            name: name.to_owned(),
            symbols: Symbols {
                defined: defined.into_iter().map(strong).collect(),
                undefined: owned(undefined),
                optional: Vec::new(),
            },
            optional: false,
            shared: false,
            prepared: false,
        }
    }

    fn shared(name: &str, defined: &[&str], undefined: &[&str]) -> Unit {
        Unit {
            shared: true,
            ..unit(name, defined, undefined)
        }
    }

    fn member(name: &str, defined: &[&str], undefined: &[&str]) -> Unit {
        Unit {
            optional: true,
            ..unit(name, defined, undefined)
        }
    }

    #[test]
    fn members_are_taken_with_what_they_need_and_no_others() {
        let units = [
            member("unused", &["z"], &["nowhere"]),
            member("c", &["c"], &["a"]),
            member("b", &["b"], &["c", "main"]),
            unit("main", &["main", "a"], &["b"]),
        ];
        let resolution = resolve(&units, &[]);
        assert_eq!(resolution.units, [3, 2, 1]);
        assert_eq!(resolution.undefined, []);
    }

    #[test]
    fn the_first_member_that_defines_a_name_is_taken() {
        let units = [
            unit("main", &["main"], &["a"]),
            member("first", &["a"], &[]),
            member("second", &["a"], &[]),
        ];
        assert_eq!(resolve(&units, &[]).units, [0, 1]);
    }

    #[test]
    fn a_weak_definition_needs_no_other() {
        let units = [
            unit("main", &["main", "?a"], &["a"]),
            member("strong", &["a"], &[]),
        ];
        assert_eq!(resolve(&units, &[]).units, [0]);
    }

    #[test]
    fn roots_take_members_too() {
        let units = [member("start", &["_start"], &["main"])];
        let roots = ["_start".to_owned(), "other".to_owned()];
        let resolution = resolve(&units, &roots);
        assert_eq!(resolution.units, [0]);
        assert_eq!(
            resolution.undefined,
            [
                ("other".to_owned(), Vec::new()),
                ("main".to_owned(), vec![0])
            ]
        );
    }

    #[test]
    fn two_strong_definitions_are_one_too_many() {
        let units = [
            unit("a", &["x"], &[]),
            unit("b", &["?x"], &[]),
            unit("c", &["x"], &[]),
            unit("d", &["x"], &[]),
        ];
        let resolution = resolve(&units, &[]);
        assert_eq!(resolution.duplicate, [("x".to_owned(), vec![0, 2, 3])]);
    }

    #[test]
    fn a_shared_object_serves_where_the_program_has_nothing() {
        let units = [
            unit("main", &["main", "x"], &["a", "b"]),
            shared("lib", &["a", "x", "b"], &["c"]),
            shared("other", &["a"], &[]),
            member("archive", &["a", "c"], &[]),
        ];
        let resolution = resolve(&units, &[]);
        assert_eq!(
            resolution.units,
            [0, 1, 2, 3],
            "what a library needs is taken"
        );
        assert_eq!(resolution.undefined, []);
        assert_eq!(resolution.duplicate, []);
    }

    #[test]
    fn symbols_defined_by_finalising_are_not_missing() {
        let units = [unit("a", &["_start"], &["memcpy", "__init_array_start"])];
        assert_eq!(resolve(&units, &[]).undefined, []);
    }
}
