//! What is known of the source of a program, gathered function by function.

use pinnacle_debug::{FunctionInfo, Place, Scope, SourceFile, SourceInfo};
use pinnacle_llvm::{GlobalId, Location, Module, Name, SourceScope};
use pinnacle_pexe::function::Function;
use std::collections::HashMap;

/// Locations of the instructions of a function: from this instruction on, this one or none.
pub(super) type Places = Vec<(u32, Option<Location>)>;

/// The source of a program while it is gathered.
pub(super) struct Sources<'m> {
    module: &'m Module,
    info: SourceInfo,
    files: HashMap<SourceFile, u32>,
    /// By name, symbol and line: parts of a function can be in several files.
    scopes: HashMap<(String, String, u32), u32>,
    /// The file and the function of each scope of the module that was met.
    known: HashMap<u32, (u32, u32)>,
    places: HashMap<Place, u32>,
}

impl<'m> Sources<'m> {
    pub(super) fn new(module: &'m Module) -> Sources<'m> {
        Sources {
            module,
            info: SourceInfo::default(),
            files: HashMap::new(),
            scopes: HashMap::new(),
            known: HashMap::new(),
            places: HashMap::new(),
        }
    }

    /// Adds a function, of which there are more only in the same order as in the program.
    pub(super) fn add(&mut self, id: GlobalId, function: &Function, places: &Places) {
        let places = places.iter().map(|&(inst, location)| {
            let place = location.map(|location| self.location(location));
            (inst, place)
        });
        let places = places.collect();
        let symbol = self.text(self.module.global(id).name);
        self.info.functions.push(FunctionInfo {
            id: function.id(),
            symbol,
            inst_count: function.insts().len() as u32,
            places,
        });
    }

    pub(super) fn finish(self) -> SourceInfo {
        self.info
    }

    fn text(&self, name: Name) -> String {
        String::from_utf8_lossy(self.module.names.get(name)).into_owned()
    }

    /// The place of a location. Calls around it get theirs before.
    fn location(&mut self, location: Location) -> u32 {
        let mut chain = vec![location];
        let mut next = location.inlined_at;
        while let Some(&site) = (next as usize)
            .checked_sub(1)
            .and_then(|index| self.module.call_sites.get(index))
        {
            // A call comes after those around it.
            chain.push(site);
            next = site.inlined_at.min(next - 1);
        }
        let mut around = None;
        for location in chain.into_iter().rev() {
            let (file, scope) = self.scope(location.scope);
            around = Some(self.place(Place {
                file,
                line: location.line,
                column: location.column,
                scope,
                inlined_at: around,
            }));
        }
        around.unwrap_or_default()
    }

    fn place(&mut self, place: Place) -> u32 {
        let places = &mut self.info.places;
        *self.places.entry(place).or_insert_with(|| {
            places.push(place);
            places.len() as u32 - 1
        })
    }

    /// The file and the function of a scope of the module.
    fn scope(&mut self, number: u32) -> (u32, u32) {
        if let Some(&known) = self.known.get(&number) {
            return known;
        }
        let nothing = SourceScope {
            file: Name::NONE,
            directory: Name::NONE,
            function: Name::NONE,
            symbol: Name::NONE,
            line: 0,
        };
        let scope = self.module.source_scopes.get(number as usize);
        let scope = *scope.unwrap_or(&nothing);
        let file = SourceFile {
            name: self.text(scope.file),
            directory: self.text(scope.directory),
        };
        let files = &mut self.info.files;
        let file = *self.files.entry(file).or_insert_with_key(|file| {
            files.push(file.clone());
            files.len() as u32 - 1
        });
        let function = Scope {
            name: self.text(scope.function),
            symbol: self.text(scope.symbol),
            file,
            line: scope.line,
        };
        let key = (
            function.name.clone(),
            function.symbol.clone(),
            function.line,
        );
        let scopes = &mut self.info.scopes;
        let function = *self.scopes.entry(key).or_insert_with(|| {
            scopes.push(function);
            scopes.len() as u32 - 1
        });
        self.known.insert(number, (file, function));
        (file, function)
    }
}
