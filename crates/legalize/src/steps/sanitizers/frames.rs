//! Maintains the list of frames of functions with source lines.

use super::{declared, define};
use crate::constants::add_constant;
use crate::error::{Reporter, body_of};
use crate::memory::global_of;
use pinnacle_llvm::{
    Align, Body, ConstantId, Edit, Editor, Instruction, InstructionId, InstructionKind, Location,
    Module, Name, TypeId, Value,
};
use std::collections::HashMap;

/// The thread-local variable with the innermost frame.
const FRAME: &[u8] = b"__sanitizer_frame";

/// Offset of the site in a frame, in bytes.
const SITE_OFFSET: u64 = 4;

/// Maximum number of enclosing inlined calls that are described.
const MAX_INLINED: usize = 16;

/// Adds frames, if the module declares the variable.
pub(super) fn run(module: &mut Module, reporter: &mut Reporter) {
    let Some(variable) = declared(module, FRAME) else {
        return;
    };
    let null = module.null();
    define(module, variable, null);
    let mut sites = Sites::new(module);
    for function in module.global_ids() {
        let Some(locations) = body_of(module, function).and_then(|body| located(module, body))
        else {
            continue;
        };
        let mut frame = Frame {
            variable: Value::Constant(module.address_of(variable)),
            locations: locations.into_iter(),
            sites: &mut sites,
            values: None,
        };
        reporter.edit(module, function, |editor, instruction| {
            frame.edit(editor, &instruction);
            Ok(Edit::Keep)
        });
    }
}

/// The location of each instruction that is a function call, in order. `None` if none of them has
/// one.
fn located(module: &Module, body: &Body) -> Option<Vec<Option<Location>>> {
    let mut locations = Vec::with_capacity(body.instructions().len());
    for &block in body.order() {
        let range = body.block(block);
        for index in range.start.index()..range.end.index() {
            let kind = &body.instructions()[index].kind;
            let location = match is_call(module, body, kind) {
                true => body.location(InstructionId::at(index)),
                false => None,
            };
            locations.push(location);
        }
    }
    locations.iter().any(Option::is_some).then_some(locations)
}

/// Returns true for a call that enters a function. Calls of intrinsics do not.
fn is_call(module: &Module, body: &Body, kind: &InstructionKind) -> bool {
    let (InstructionKind::Call(call) | InstructionKind::Invoke { call, .. }) = *kind else {
        return false;
    };
    match body.call(call).callee {
        Value::InlineAsm(_) | Value::Metadata(_) => false,
        callee => global_of(module, callee).is_none_or(|global| {
            !module
                .names
                .get(module.global(global).name)
                .starts_with(b"llvm.")
        }),
    }
}

/// The values of a function that a frame consists of.
#[derive(Clone, Copy)]
struct FrameValues {
    frame: Value,
    site: Value,
    caller: Value,
}

/// A function that gets a frame.
struct Frame<'a> {
    /// The address of the variable with the innermost frame.
    variable: Value,
    /// The locations of the instructions not yet reached.
    locations: std::vec::IntoIter<Option<Location>>,
    sites: &'a mut Sites,
    values: Option<FrameValues>,
}

impl Frame<'_> {
    /// Emits the code before an instruction.
    fn edit(&mut self, editor: &mut Editor<'_>, instruction: &Instruction) {
        let values = match self.values {
            Some(values) => values,
            None => {
                let values = self.begin(editor);
                self.values = Some(values);
                values
            }
        };
        let build = &mut editor.build;
        if let Some(location) = self.locations.next().flatten() {
            let site = Value::Constant(self.sites.of(build.module, location));
            build.store(site, values.site, false);
            build.store(values.frame, self.variable, false);
        } else if let InstructionKind::Return(_) = instruction.kind {
            build.store(values.caller, self.variable, false);
        }
    }

    fn begin(&mut self, editor: &mut Editor<'_>) -> FrameValues {
        let build = &mut editor.build;
        let pointer = build.module.types.pointer();
        let frame = build
            .module
            .types
            .literal_struct(&[pointer, pointer], false);
        let frame = build.alloca(frame, None, Align::NATURAL);
        let caller = build.load(pointer, self.variable, false);
        build.store(caller, frame, false);
        let byte = build.module.types.integer(8);
        let offset = Value::Constant(build.module.int(32, SITE_OFFSET));
        let site = build.get_element_ptr(byte, frame, &[offset]);
        FrameValues {
            frame,
            site,
            caller,
        }
    }
}

/// The descriptions of call sites. Equal ones share a constant.
struct Sites {
    ty: TypeId,
    known: HashMap<(Location4, ConstantId), ConstantId>,
    texts: HashMap<Name, ConstantId>,
}

/// Line, column, scope, and call site.
type Location4 = (u32, u32, u32, u32);

impl Sites {
    fn new(module: &mut Module) -> Sites {
        let (pointer, word) = (module.types.pointer(), module.types.integer(32));
        let fields = [pointer, pointer, word, word, pointer];
        Sites {
            ty: module.types.literal_struct(&fields, false),
            known: HashMap::new(),
            texts: HashMap::new(),
        }
    }

    /// Returns the address of the description of a location.
    fn of(&mut self, module: &mut Module, location: Location) -> ConstantId {
        // From the innermost location outwards.
        let mut places = vec![location];
        let mut last = location;
        while last.inlined_at != 0 && places.len() < MAX_INLINED {
            let Some(&outer) = module.call_sites.get(last.inlined_at as usize - 1) else {
                break;
            };
            places.push(outer);
            last = outer;
        }
        let mut outer = module.null();
        for place in places.into_iter().rev() {
            outer = self.single(module, place, outer);
        }
        outer
    }

    fn single(&mut self, module: &mut Module, place: Location, outer: ConstantId) -> ConstantId {
        let key = (place.line, place.column, place.scope, place.inlined_at);
        if let Some(&known) = self.known.get(&(key, outer)) {
            return known;
        }
        let scope = module.source_scopes.get(place.scope as usize).copied();
        let function = scope.map_or(Name::NONE, |scope| scope.function);
        let file = scope.map_or(Name::NONE, |scope| scope.file);
        let parts = [
            self.text(module, function),
            self.text(module, file),
            module.int(32, place.line.into()),
            module.int(32, place.column.into()),
            outer,
        ];
        let value = module.constants.aggregate(self.ty, &parts);
        let site = add_constant(module, b"", value);
        let address = module.address_of(site);
        self.known.insert((key, outer), address);
        address
    }

    /// Returns the address of a name as zero-terminated text.
    fn text(&mut self, module: &mut Module, name: Name) -> ConstantId {
        if let Some(&known) = self.texts.get(&name) {
            return known;
        }
        let text = [module.names.get(name), &[0]].concat();
        let value = module.string(&text);
        let text = add_constant(module, b"", value);
        let address = module.address_of(text);
        self.texts.insert(name, address);
        address
    }
}
