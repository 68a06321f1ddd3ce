//! The source information of a program, collected function by function.

use super::Target;
use crate::error::body_of;
use pinnacle_debug::{
    FunctionInfo, Home, Place, Scope, SourceFile, SourceInfo, TypeInfo, TypePart, ValueRange,
    VariableInfo,
};
use pinnacle_llvm::{
    Body, GlobalId, LocalId, Location, Module, Name, SourcePart, SourceScope, SourceType,
    SourceVariable,
};
use pinnacle_pexe::function::Function;
use pinnacle_pexe::layout::{DEFAULT_STACK_SIZE, Layout};
use pinnacle_pexe::module::Module as Pexe;
use std::collections::{BTreeMap, HashMap};

/// The source of a function.
#[derive(Debug, Default)]
pub(super) struct Traces {
    /// The locations of instructions. Each entry applies from its instruction up to that of the
    /// next entry.
    pub(super) places: Vec<(u32, Option<Location>)>,
    /// The memory of variables, by the local that holds its address.
    pub(super) homes: BTreeMap<LocalId, Home>,
    /// The values of variables that are not in memory, by the index of the variable.
    pub(super) values: BTreeMap<u32, Vec<ValueRange>>,
}

/// Collects the source information of a program.
pub(super) struct Sources<'m> {
    module: &'m Module,
    info: SourceInfo,
    files: HashMap<SourceFile, u32>,
    /// Scopes by name, symbol and line. Parts of a function can be in several files.
    scopes: HashMap<(String, String, u32), u32>,
    /// The file, function and block of each scope of the module so far.
    known: HashMap<u32, (u32, u32, u32)>,
    places: HashMap<Place, u32>,
    names: HashMap<Name, u32>,
}

impl<'m> Sources<'m> {
    pub(super) fn new(module: &'m Module) -> Sources<'m> {
        let variables = &module.source_variables;
        let mut sources = Sources {
            module,
            info: SourceInfo {
                blocks: variables.blocks.clone(),
                ..SourceInfo::default()
            },
            files: HashMap::new(),
            scopes: HashMap::new(),
            known: HashMap::new(),
            places: HashMap::new(),
            names: HashMap::new(),
        };
        let types = variables.types.iter().map(|ty| sources.ty(ty));
        sources.info.types = types.collect();
        sources
    }

    /// Adds a function. Functions must be added in program order.
    pub(super) fn add(&mut self, id: GlobalId, function: &Function, traces: &Traces) {
        let places = traces.places.iter().map(|&(inst, location)| {
            let place = location.map(|location| self.location(location));
            (inst, place)
        });
        let places = places.collect();
        let symbol = self.text(self.module.global(id).name);
        let body = body_of(self.module, id);
        let variables = body.map_or(&[][..], Body::variables);
        let variables = (0..).zip(variables).map(|(index, variable)| {
            let home = variable.address.and_then(|at| traces.homes.get(&at));
            let values = || Some(Home::Values(traces.values.get(&index)?.clone()));
            let home = home.cloned().or_else(values).unwrap_or(Home::Nowhere);
            self.variable(variable, home)
        });
        let variables = variables.collect();
        self.info.functions.push(FunctionInfo {
            id: function.id(),
            symbol,
            inst_count: function.insts().len() as u32,
            places,
            variables,
        });
    }

    /// Adds the global variables of the program.
    pub(super) fn add_globals(&mut self, pexe: &Pexe, targets: &[Target]) {
        let variables = &self.module.source_variables.globals;
        if variables.is_empty() {
            return;
        }
        // Compute the layout to get the addresses. It assumes the default stack size.
        let Ok(layout) = Layout::new(pexe, 0, DEFAULT_STACK_SIZE, u32::MAX) else {
            return;
        };
        for (global, variable) in variables {
            let address = match targets.get(global.index()) {
                Some(&Target::Variable(index)) => layout.globals.get(index as usize),
                _ => None,
            };
            if let Some(&address) = address {
                let variable = self.variable(variable, Home::Address(address));
                self.info.globals.push(variable);
            }
        }
    }

    fn variable(&mut self, variable: &SourceVariable, home: Home) -> VariableInfo {
        let (name, directory) = variable.file;
        VariableInfo {
            name: self.name(variable.name),
            ty: variable.ty,
            scope: variable.scope,
            file: self.file(name, directory),
            line: variable.line,
            parameter: variable.parameter,
            block: variable.block,
            home,
            is_indirect: variable.is_indirect,
            offset: variable.offset,
        }
    }

    fn ty(&mut self, ty: &SourceType) -> TypeInfo {
        let part = |part: &SourcePart| TypePart {
            tag: part.tag,
            name: self.named(part.name),
            ty: part.ty,
            value: part.value,
            bits: part.bits,
        };
        TypeInfo {
            tag: ty.tag,
            bits: ty.bits,
            encoding: ty.encoding,
            base: ty.base,
            scope: ty.scope,
            is_declaration: ty.is_declaration,
            parts: ty.parts.iter().map(part).collect(),
            name: self.named(ty.name),
        }
    }

    fn named(&mut self, name: Name) -> Option<u32> {
        name.is_some().then(|| self.name(name))
    }

    fn name(&mut self, name: Name) -> u32 {
        if let Some(&known) = self.names.get(&name) {
            return known;
        }
        self.info.names.push(self.text(name));
        let index = self.info.names.len() as u32 - 1;
        self.names.insert(name, index);
        index
    }

    pub(super) fn finish(self) -> SourceInfo {
        self.info
    }

    fn text(&self, name: Name) -> String {
        String::from_utf8_lossy(self.module.names.get(name)).into_owned()
    }

    /// Returns the number of a location. Enclosing calls are added first.
    fn location(&mut self, location: Location) -> u32 {
        let mut chain = vec![location];
        let mut next = location.inlined_at;
        while let Some(&site) = (next as usize)
            .checked_sub(1)
            .and_then(|index| self.module.call_sites.get(index))
        {
            // A call comes after the enclosing calls.
            chain.push(site);
            next = site.inlined_at.min(next - 1);
        }
        let mut around = None;
        for location in chain.into_iter().rev() {
            let (file, scope, block) = self.scope(location.scope);
            around = Some(self.place(Place {
                file,
                line: location.line,
                column: location.column,
                scope,
                block,
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

    fn file(&mut self, name: Name, directory: Name) -> u32 {
        let file = SourceFile {
            name: self.text(name),
            directory: self.text(directory),
        };
        let files = &mut self.info.files;
        *self.files.entry(file).or_insert_with_key(|file| {
            files.push(file.clone());
            files.len() as u32 - 1
        })
    }

    /// The file, the function and the block of a scope of the module.
    fn scope(&mut self, number: u32) -> (u32, u32, u32) {
        if let Some(&known) = self.known.get(&number) {
            return known;
        }
        let nothing = SourceScope {
            file: Name::NONE,
            directory: Name::NONE,
            function: Name::NONE,
            symbol: Name::NONE,
            line: 0,
            block: 0,
        };
        let scope = self.module.source_scopes.get(number as usize);
        let scope = *scope.unwrap_or(&nothing);
        let file = self.file(scope.file, scope.directory);
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
        self.known.insert(number, (file, function, scope.block));
        (file, function, scope.block)
    }
}
