//! Dumps the module and its blocks, from the first byte of the file to the last.

use super::bytes::{ByteKind, Ledger};
use super::symbols;
use super::{BlockEntry, Dump, FunctionEntry, GlobalEntry, SymbolPlane, SymbolsOf, TypeEntry};
use crate::error::{Error, ErrorKind, Section};
use crate::format::{Features, Format};
use crate::model::{Type, TypeGraph, TypeId};
use crate::read::blocks::Block;
use crate::read::cursor::{Cursor, TYPE_PLANE};
use crate::read::slots::has_implicit_null;
use crate::read::syntax::info::{Item, ModuleInfo};
use crate::read::types::{FileTypes, RawType};
use crate::text::PRIMITIVES;
use std::collections::HashMap;
use std::ops::Range;

/// State of the walk through a file.
pub(super) struct Walk<'a> {
    pub(super) file: &'a [u8],
    pub(super) dump: Dump,
    pub(super) ledger: Ledger,
    pub(super) types: FileTypes,
    pub(super) features: &'static Features,
    /// For the number of each type in the module, the next slot in its plane.
    pub(super) next_slots: Vec<u32>,
    /// The functions that should have a block.
    pub(super) definitions: Vec<usize>,
    /// Number of blocks of functions so far.
    pub(super) function_blocks: usize,
    /// Cache: the sorted parameter types of each function type, by the number of the pointer type
    /// to it.
    pub(super) parameters: HashMap<u32, Vec<TypeId>>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(file: &'a [u8]) -> Walk<'a> {
        Walk {
            file,
            dump: Dump {
                size: file.len() as u64,
                format: None,
                format_word: None,
                blocks: Vec::new(),
                types: Vec::new(),
                globals: Vec::new(),
                functions: Vec::new(),
                libraries: Vec::new(),
                triple: Vec::new(),
                constants: Vec::new(),
                symbols: Vec::new(),
                bytes: super::ByteCounts::default(),
                errors: Vec::new(),
            },
            ledger: Ledger::default(),
            types: FileTypes::default(),
            features: Format::Llvm13.features(),
            next_slots: Vec::new(),
            definitions: Vec::new(),
            function_blocks: 0,
            parameters: HashMap::new(),
        }
    }

    pub(super) fn run(mut self) -> Dump {
        if let Err(error) = self.module() {
            self.dump.errors.push(error);
        }
        self.ledger.upto(self.file.len(), ByteKind::Unread);
        self.dump.bytes = self.ledger.counts;
        self.name_addresses();
        self.dump
    }

    fn module(&mut self) -> Result<(), Error> {
        let mut cursor = Cursor::new(self.file, 0..self.file.len(), self.features);
        if !self.file.starts_with(b"llvm") {
            return Err(Error::new(
                ErrorKind::BadMagic,
                "expected a file that begins with `llvm`",
            )
            .at(0));
        }
        cursor.take(4)?;
        self.ledger.upto(4, ByteKind::Magic);
        // The header of the module has two words in every format.
        let (id, size) = (cursor.u32()?, cursor.u32()?);
        let start = cursor.position();
        self.ledger.upto(start, ByteKind::Headers);
        let is_module = id == Format::Llvm11.features().blocks.module;
        self.dump.blocks.push(BlockEntry {
            depth: 0,
            section: is_module.then_some(Section::Module),
            id,
            offset: 4,
            header_size: 8,
            size: size.into(),
            padding: 0,
        });
        let version = cursor.clone().vbr32().map_or(0, |word| word >> 4);
        let has_trailing =
            Format::of_version(version).is_some_and(|format| format.features().trailing);
        let is_short = (size as usize) < cursor.left() && !has_trailing;
        if !is_module || size as usize > cursor.left() || is_short {
            self.dump.errors.push(
                Error::new(
                    ErrorKind::BadModule,
                    format!(
                        "expected a module block of the {} bytes that follow, found one of \
                         kind {id} of {size} bytes",
                        cursor.left()
                    ),
                )
                .at(4),
            );
        }
        let end = self.file.len().min(start.saturating_add(size as usize));
        let mut cursor = Cursor::new(self.file, start..end, self.features);
        let word = cursor.vbr32()?;
        self.ledger.upto(cursor.position(), ByteKind::FormatWord);
        self.dump.format_word = Some(word);
        let format = Format::of_version(word >> 4);
        if format.is_none_or(|format| format.features().aligned) {
            cursor.align()?;
        }
        self.ledger.upto(cursor.position(), ByteKind::Padding);
        let start = cursor.position();
        let format = format.ok_or_else(|| {
            Error::new(
                ErrorKind::UnsupportedVersion,
                format!("expected a version from 0 to 6, found {}", word >> 4),
            )
            .at(12)
        })?;
        self.dump.format = Some(format);
        self.features = format.features();
        let cursor = Cursor::new(self.file, start..end, self.features);
        self.blocks(cursor, 1, Section::Module, &mut |walk, block| {
            walk.module_block(block)
        })
        .map_err(|error| error.within(Section::Module))
    }

    /// Reads the blocks from a cursor to its end. Errors inside a block are recorded; an error in a
    /// header ends the loop.
    pub(super) fn blocks(
        &mut self,
        mut cursor: Cursor<'_>,
        depth: u32,
        around: Section,
        visit: &mut dyn FnMut(&mut Walk<'a>, &Block) -> Result<(), Error>,
    ) -> Result<(), Error> {
        while !cursor.is_at_end() {
            let block = Block::next(&mut cursor)?;
            let padding = cursor.position() - block.content().end;
            self.dump.blocks.push(BlockEntry {
                depth,
                section: block.section,
                id: block.id,
                offset: block.offset() as u64,
                header_size: (block.content().start - block.offset()) as u32,
                size: block.content().len() as u64,
                padding: padding as u32,
            });
            self.ledger.upto(block.content().start, ByteKind::Headers);
            let kind = match visit(self, &block) {
                Ok(()) => ByteKind::Unknown,
                Err(error) => {
                    let error = match block.section {
                        Some(section) => error.within(section),
                        None => error,
                    };
                    let outer = (depth > 1).then_some(Section::Module);
                    let error = error.within(around);
                    self.dump.errors.push(match outer {
                        Some(outer) => error.within(outer),
                        None => error,
                    });
                    ByteKind::Unread
                }
            };
            self.ledger.upto(block.content().end, kind);
            self.ledger.upto(cursor.position(), ByteKind::Padding);
        }
        Ok(())
    }

    fn module_block(&mut self, block: &Block) -> Result<(), Error> {
        let cursor = block.cursor(self.file, self.features);
        match block.section {
            Some(Section::Types) => self.module_types(cursor),
            Some(Section::ModuleInfo) => self.module_info(cursor),
            Some(Section::Constants) => {
                let planes = self.constant_pool(cursor, None);
                self.dump.constants.extend(planes.0);
                planes.1
            }
            Some(Section::Symbols) => {
                let mut planes = Vec::new();
                let result = symbols::read(self, cursor, &mut planes);
                self.dump.symbols.append(&mut planes);
                result
            }
            Some(Section::Function) => self.function_block(block),
            _ => Ok(()),
        }
    }

    /// Converts a type number that leaves out the plane of types to the number used in the file.
    pub(super) fn file_number(&self, number: u32) -> u32 {
        file_number(self.features, number)
    }

    fn module_types(&mut self, mut cursor: Cursor<'_>) -> Result<(), Error> {
        let (dump, ledger, features) = (&mut self.dump, &mut self.ledger, self.features);
        let mut seen = |graph: &TypeGraph, id, place: Range<usize>| {
            ledger.upto(place.end, ByteKind::Types);
            dump.types.push(type_entry(graph, features, id, place));
        };
        let result = self.types.read_module(&mut cursor, &mut seen);
        if result.is_ok() {
            // Lists may be empty.
            self.ledger.upto(cursor.position(), ByteKind::Types);
        }
        result
    }

    fn module_info(&mut self, cursor: Cursor<'_>) -> Result<(), Error> {
        let mut items = ModuleInfo::new(cursor);
        while let Some(item) = items.next()? {
            let kind = self.module_item(item);
            self.ledger.upto(items.position(), kind);
        }
        if items.skip_padding() {
            self.ledger.upto(items.position(), ByteKind::Padding);
        }
        Ok(())
    }

    /// Records a part of the module info. Returns what its bytes are used for.
    fn module_item(&mut self, item: Item<'_>) -> ByteKind {
        match item {
            Item::Global(global) => {
                let slot = self.take_slot(global.number);
                self.dump.globals.push(GlobalEntry {
                    offset: global.offset as u64,
                    plane: self.file_number(global.number),
                    slot,
                    linkage: global.linkage,
                    constant: global.constant,
                    initializer: global.initializer.map(|(slot, _)| slot),
                    name: Vec::new(),
                });
                ByteKind::Globals
            }
            Item::Function(function) => {
                if !function.declared {
                    self.definitions.push(self.dump.functions.len());
                }
                let slot = self.take_slot(function.number);
                self.dump.functions.push(FunctionEntry {
                    offset: function.offset as u64,
                    plane: self.file_number(function.number),
                    slot,
                    name: Vec::new(),
                    block: None,
                });
                ByteKind::Functions
            }
            Item::Library(name) => {
                self.dump.libraries.push(name.to_vec());
                ByteKind::Libraries
            }
            Item::Triple(triple) => {
                self.dump.triple = triple.to_vec();
                ByteKind::Libraries
            }
            Item::FunctionsEnd => ByteKind::Functions,
            Item::Libraries(_) => ByteKind::Libraries,
            Item::GlobalsEnd | Item::Sections | Item::Section(_) | Item::Assembly(_) => {
                ByteKind::Globals
            }
        }
    }

    /// Takes the next slot in a plane of the module.
    pub(super) fn take_slot(&mut self, number: u32) -> u32 {
        let known = u64::from(self.types.graph.next_id().0);
        if u64::from(number) >= known {
            return 0;
        }
        let place = number as usize;
        for number in self.next_slots.len()..=place {
            let is_opaque = matches!(
                self.raw_type(number as u32),
                Some(RawType::Derived(Type::Opaque))
            );
            let null = has_implicit_null(self.features, number as u32)
                && (self.features.opaque_null || !is_opaque);
            self.next_slots.push(u32::from(null));
        }
        let slot = self.next_slots[place];
        self.next_slots[place] += 1;
        slot
    }

    /// The type with a number of the module.
    pub(super) fn raw_type(&self, number: u32) -> Option<RawType> {
        self.types.get(number, &(0..0))
    }

    /// Sets the names of globals and functions from the symbol table.
    fn name_addresses(&mut self) {
        let mut names: HashMap<(u32, u32), &[u8]> = HashMap::new();
        for plane in &self.dump.symbols {
            if let SymbolPlane {
                of: SymbolsOf::Values(number),
                symbols,
                ..
            } = plane
            {
                for symbol in symbols {
                    names.insert((*number, symbol.slot), &symbol.name);
                }
            }
        }
        let name = |plane, slot| names.get(&(plane, slot)).map_or(&[][..], |name| name);
        for global in &mut self.dump.globals {
            global.name = name(global.plane, global.slot).to_vec();
        }
        for function in &mut self.dump.functions {
            function.name = name(function.plane, function.slot).to_vec();
        }
    }
}

/// Converts a type number that leaves out the plane of types to the number used in the file.
fn file_number(features: &Features, number: u32) -> u32 {
    match features.type_plane {
        Some(plane) if number == TYPE_PLANE => plane,
        Some(plane) if number >= plane => number + 1,
        _ => number,
    }
}

/// Makes the dump's entry for a type.
pub(super) fn type_entry(
    graph: &TypeGraph,
    features: &Features,
    id: TypeId,
    place: Range<usize>,
) -> TypeEntry {
    let name = |id: TypeId| match PRIMITIVES.get(id.index()) {
        Some(&name) => name.to_owned(),
        None => format!("#{}", file_number(features, id.0)),
    };
    let list = |ids: &[TypeId]| ids.iter().map(|&id| name(id)).collect::<Vec<_>>();
    let text = match graph.get(id) {
        None => name(graph.resolve(id).unwrap_or(id)),
        Some(Type::Function {
            result,
            parameters,
            varargs,
        }) => {
            let mut parameters = list(graph.list(parameters));
            if varargs {
                parameters.push("...".to_owned());
            }
            format!("{} ({})", name(result), parameters.join(", "))
        }
        Some(Type::Struct { fields }) => {
            format!("{{ {} }}", list(graph.list(fields)).join(", "))
        }
        Some(Type::Array { element, length }) => format!("[{length} x {}]", name(element)),
        Some(Type::Packed { element, length }) => format!("<{length} x {}>", name(element)),
        Some(Type::Pointer { pointee }) => format!("{}*", name(pointee)),
        Some(Type::Opaque) => "opaque".to_owned(),
        Some(_) => name(id),
    };
    TypeEntry {
        number: file_number(features, id.0),
        offset: place.start as u64,
        size: (place.end - place.start) as u64,
        text,
    }
}
