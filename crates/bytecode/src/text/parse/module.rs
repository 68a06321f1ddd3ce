//! Parses the module: targets, globals, declarations, and the start of each function.

use super::constants::Fit;
use super::describe::{describe, show};
use super::lex::{Literal, Name, unescape};
use super::names::{Counters, Symbols};
use super::types::Role;
use super::{Parser, TypeId};
use crate::model::{
    ConstantId, Convention, Endianness, FunctionId, Global, GlobalId, Linkage, PointerSize, Type,
};
use crate::text::error::{Fault, MAX_SYNTAX_ERRORS, Result, SyntaxErrorKind, fault};

/// The names of globals and functions.
///
/// Each gets a number when it is first mentioned, and constants refer to it by that number. Globals
/// and functions are numbered separately.
#[derive(Debug)]
pub(super) struct Addresses<'a> {
    /// Indices into `list`.
    symbols: Symbols<'a, usize>,
    list: Vec<Address<'a>>,
    /// Number of globals and functions that were mentioned.
    global_count: u32,
    function_count: u32,
    /// Number of definitions without a name.
    unnamed: Counters,
}

/// A global or function.
#[derive(Clone, Copy, Debug)]
struct Address<'a> {
    /// The type of its address.
    ty: TypeId,
    name: Name<'a>,
    is_function: bool,
    /// Its number in constants.
    number: u32,
    /// Its index among the module's globals or functions; `None` if it is not defined yet.
    definition: Option<u32>,
    /// Offset of its first mention.
    at: u32,
}

impl Addresses<'_> {
    pub(super) fn new() -> Self {
        Addresses {
            symbols: Symbols::new(),
            list: Vec::new(),
            global_count: 0,
            function_count: 0,
            unnamed: Counters::default(),
        }
    }

    /// Number of unnamed values in a plane.
    #[inline]
    pub(super) fn unnamed_count(&self, plane: TypeId) -> u32 {
        self.unnamed.get(plane)
    }
}

impl<'a> Parser<'a> {
    /// Reads the whole text.
    pub(super) fn module(&mut self) {
        let mut in_functions = false;
        while !self.scanner.at_end() && self.faults.len() < MAX_SYNTAX_ERRORS {
            if let Err(fault) = self.statement(&mut in_functions) {
                self.faults.push(*fault);
                self.skip_statement();
            }
        }
        self.waiting_bodies();
        if self.faults.is_empty() {
            self.number_addresses();
        }
    }

    /// Reads one statement: a definition, a declaration or a target.
    fn statement(&mut self, in_functions: &mut bool) -> Result<()> {
        let at = self.scanner.here();
        if matches!(self.scanner.peek(), b'%' | b'"') {
            // The name that is defined, or the name of a type that begins a function header.
            let reference = self.scanner.reference()?;
            if self.scanner.eat(b'=') {
                self.scanner.cursor.go_to(at);
                let name = self.scanner.defined_name()?;
                self.scanner.expect(b'=')?;
                return self.definition(name, at, *in_functions);
            }
            if matches!(reference, Some(Name::Numbered(_))) || self.is_type_before_name() {
                self.scanner.cursor.go_to(at);
            } else {
                return self.scanner.unexpected("`=`");
            }
        }
        let word_at = self.scanner.here();
        match self.scanner.label_word() {
            b"implementation" => {
                *in_functions = true;
                return Ok(());
            }
            b"declare" => return self.declaration(),
            b"target" => {
                self.expect_before_functions(at, *in_functions)?;
                return self.target();
            }
            b"deplibs" => {
                self.expect_before_functions(at, *in_functions)?;
                return self.libraries();
            }
            b"type" | b"external" | b"uninitialized" | b"global" | b"constant" => {
                self.scanner.cursor.go_to(word_at);
                return self.definition(None, at, *in_functions);
            }
            b"module" => {
                self.expect_before_functions(at, *in_functions)?;
                return self.assembly();
            }
            b"internal" | b"linkonce" | b"weak" | b"appending" | b"dllimport" | b"dllexport"
            | b"extern_weak" => {
                if matches!(self.scanner.word(), b"global" | b"constant") {
                    self.scanner.cursor.go_to(word_at);
                    return self.definition(None, at, *in_functions);
                }
            }
            _ => {}
        }
        self.scanner.cursor.go_to(word_at);
        *in_functions = true;
        let linkage = self.linkage();
        self.function_definition(linkage)
    }

    /// Returns true if the token after a name shows that it names a type.
    fn is_type_before_name(&mut self) -> bool {
        matches!(self.scanner.peek(), b'*' | b'(' | b'%' | b'"')
    }

    fn expect_before_functions(&self, at: u32, in_functions: bool) -> Result<()> {
        if !in_functions {
            return Ok(());
        }
        fault(
            SyntaxErrorKind::Misplaced,
            at,
            "types, globals, targets and libraries must come before the first function and the \
             word `implementation`",
        )
    }

    /// Takes a linkage, if one comes next.
    pub(super) fn linkage(&mut self) -> Linkage {
        let start = self.scanner.here();
        match self.scanner.label_word() {
            b"internal" => Linkage::Internal,
            b"linkonce" => Linkage::LinkOnce,
            b"weak" => Linkage::Weak,
            b"appending" => Linkage::Appending,
            b"dllimport" => Linkage::DllImport,
            b"dllexport" => Linkage::DllExport,
            b"extern_weak" => Linkage::ExternWeak,
            _ => {
                self.scanner.cursor.go_to(start);
                Linkage::External
            }
        }
    }

    /// Reads the definition of a type or global after its name.
    fn definition(&mut self, name: Option<&'a [u8]>, at: u32, in_functions: bool) -> Result<()> {
        let start = self.scanner.here();
        if self.scanner.eat_word(b"type") {
            self.expect_before_functions(at, in_functions)?;
            // The first pass has read the definition, so skip it.
            return match self.definitions.end_of(start) {
                Some(end) => {
                    self.scanner.cursor.go_to(end);
                    Ok(())
                }
                None => self.type_or_void(Role::Result).map(|_| ()),
            };
        }
        let is_external =
            self.scanner.eat_word(b"external") || self.scanner.eat_word(b"uninitialized");
        let linkage = if is_external {
            Linkage::External
        } else {
            self.linkage()
        };
        let is_external =
            is_external || matches!(linkage, Linkage::DllImport | Linkage::ExternWeak);
        let constant = if self.scanner.eat_word(b"constant") {
            true
        } else if self.scanner.eat_word(b"global") {
            false
        } else {
            return self.scanner.unexpected("`type`, `global` or `constant`");
        };
        self.expect_before_functions(at, in_functions)?;
        let type_at = self.scanner.here();
        let ty = self.ty()?;
        if matches!(self.module.types.get(ty), Type::Function { .. }) {
            let message = "a function cannot be declared as a variable; begin its declaration with \
                           `declare`";
            return fault(SyntaxErrorKind::WrongType, type_at, message);
        }
        let initializer = if is_external {
            None
        } else {
            Some(self.constant_of(ty, Fit::Exact)?)
        };
        let (mut section, mut alignment) = (&[][..], 0);
        while self.scanner.eat(b',') {
            if self.scanner.eat_word(b"section") {
                section = self.scanner.string()?;
                continue;
            }
            let at = self.scanner.here();
            alignment = self.alignment()?;
            if self.scanner.here() == at {
                return self.scanner.unexpected("`section` or `align`");
            }
        }
        let address_type = self.module.types.pointer_to(ty);
        let place = self.mention_definition(address_type, name, at);
        let new = Global {
            name: self.module.names.add(name.unwrap_or_default()),
            address_type,
            linkage,
            constant,
            initializer,
            alignment,
            section: self.module.names.add(section),
        };
        match self.addresses.list[place].definition {
            Some(known) => self.define_again(known as usize, new, at),
            None => {
                self.addresses.list[place].definition = Some(self.module.globals.len() as u32);
                self.module.globals.push(new);
                Ok(())
            }
        }
    }

    /// Handles a second definition of a global. It is allowed if both are equal or one has no
    /// initialiser.
    fn define_again(&mut self, known: usize, new: Global, at: u32) -> Result<()> {
        let known = &mut self.module.globals[known];
        let (known_value, value) = (known.initializer, new.initializer);
        if known_value.is_some() && value.is_some() && known_value != value {
            let name = show(self.module.names.get(new.name));
            let ty = describe(&self.module, new.address_type);
            let message = format!("`{name}` of type {ty} is already defined");
            return fault(SyntaxErrorKind::Redefinition, at, message);
        }
        known.initializer = known_value.or(value);
        known.constant |= new.constant;
        known.linkage = new.linkage;
        known.alignment = known.alignment.max(new.alignment);
        if !new.section.is_empty() {
            known.section = new.section;
        }
        Ok(())
    }

    /// Returns the address that a definition names.
    pub(super) fn mention_definition(
        &mut self,
        ty: TypeId,
        name: Option<&'a [u8]>,
        at: u32,
    ) -> usize {
        let name = match name.filter(|name| !name.is_empty()) {
            Some(name) => Name::Named(name),
            None => Name::Numbered(self.addresses.unnamed.next(ty)),
        };
        self.mention(ty, name, at)
    }

    /// Returns the address with a type and name, which may be defined later.
    pub(super) fn mention(&mut self, ty: TypeId, name: Name<'a>, at: u32) -> usize {
        let addresses = &mut self.addresses;
        if let Some(place) = addresses.symbols.find(ty, name) {
            return addresses.symbols.get(place);
        }
        let pointee = self.module.types.pointee(ty);
        let pointee = pointee.map(|pointee| self.module.types.get(pointee));
        let is_function = matches!(pointee, Some(Type::Function { .. }));
        let count = if is_function {
            &mut addresses.function_count
        } else {
            &mut addresses.global_count
        };
        let place = addresses.list.len();
        addresses.list.push(Address {
            ty,
            name,
            is_function,
            number: *count,
            definition: None,
            at,
        });
        *count += 1;
        addresses.symbols.insert(ty, name, place);
        place
    }

    /// The constant that is the address with a type and name, if that is defined.
    #[inline]
    pub(super) fn defined_address(&mut self, ty: TypeId, name: Name<'_>) -> Option<ConstantId> {
        let place = self.addresses.symbols.find(ty, name)?;
        let place = self.addresses.symbols.get(place);
        self.addresses.list[place].definition?;
        Some(self.address_constant(place))
    }

    /// Returns the constant for an address.
    pub(super) fn address_constant(&mut self, place: usize) -> ConstantId {
        let Address {
            ty,
            is_function,
            number,
            ..
        } = self.addresses.list[place];
        if is_function {
            self.module.constants.function(ty, FunctionId(number))
        } else {
            self.module.constants.global(ty, GlobalId(number))
        }
    }

    /// Reads the name or number of a global or function.
    pub(super) fn constant_address(&mut self, ty: TypeId) -> Result<ConstantId> {
        let at = self.scanner.here();
        let Some(name) = self.scanner.reference()? else {
            return self.scanner.unexpected("a name");
        };
        if !self.is_pointer(ty) {
            return self.not_of_type(at, "a global or function", ty);
        }
        let place = self.mention(ty, name, at);
        Ok(self.address_constant(place))
    }

    /// Returns the function that a header declares or defines, and adds it if none has its name and
    /// type.
    pub(super) fn function_of_header(&mut self, ty: TypeId, name: &'a [u8], at: u32) -> FunctionId {
        let address_type = self.module.types.pointer_to(ty);
        let place = self.mention_definition(address_type, Some(name), at);
        if let Some(known) = self.addresses.list[place].definition {
            return FunctionId(known);
        }
        let id = self.module.add_function(name, ty, Linkage::External);
        self.addresses.list[place].definition = Some(id.0);
        id
    }

    /// Takes a calling convention, if one comes next.
    pub(super) fn convention(&mut self) -> Convention {
        let start = self.scanner.here();
        match convention_of(self.scanner.label_word()) {
            Some(convention) => convention,
            None => {
                self.scanner.cursor.go_to(start);
                Convention::C
            }
        }
    }

    /// Takes an alignment; 0 if there is none.
    pub(super) fn alignment(&mut self) -> Result<u32> {
        if !self.scanner.eat_word(b"align") {
            return Ok(0);
        }
        let at = self.scanner.here();
        let number = match self.scanner.at_number() {
            true => Some(self.scanner.number()?),
            false => None,
        };
        match number {
            Some(Literal::Unsigned(0)) => Ok(0),
            Some(Literal::Unsigned(number)) if number.is_power_of_two() && number <= 1 << 30 => {
                Ok(number as u32)
            }
            _ => self.scanner.unexpected_at(at, "a power of two up to 2^30"),
        }
    }

    /// Reads a line of module-level assembly after the word `module`.
    fn assembly(&mut self) -> Result<()> {
        self.scanner.expect_word("asm")?;
        let line = unescape(self.scanner.string()?);
        let assembly = &mut self.module.assembly;
        if !assembly.is_empty() {
            assembly.push(b'\n');
        }
        assembly.extend_from_slice(&line);
        Ok(())
    }

    /// Records the byte order and pointer size from a target description. Files do not store the
    /// rest of it.
    fn data_layout(&mut self) -> Result<()> {
        let layout = self.scanner.string()?;
        let target = &mut self.module.target;
        for part in layout.split(|&byte| byte == b'-') {
            match part {
                b"e" => target.endianness = Some(Endianness::Little),
                b"E" => target.endianness = Some(Endianness::Big),
                _ if part.starts_with(b"p:32") => {
                    target.pointer_size = Some(PointerSize::Bits32);
                }
                _ if part.starts_with(b"p:64") => {
                    target.pointer_size = Some(PointerSize::Bits64);
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Reads the rest of a statement after the keyword `target`.
    fn target(&mut self) -> Result<()> {
        let at = self.scanner.here();
        let property = self.scanner.word();
        if !matches!(
            property,
            b"endian" | b"pointersize" | b"triple" | b"datalayout"
        ) {
            return self
                .scanner
                .unexpected_at(at, "`endian`, `pointersize`, `triple` or `datalayout`");
        }
        self.scanner.expect(b'=')?;
        if property == b"datalayout" {
            return self.data_layout();
        }
        let at = self.scanner.here();
        let target = &mut self.module.target;
        match property {
            b"endian" => match self.scanner.word() {
                b"little" => target.endianness = Some(Endianness::Little),
                b"big" => target.endianness = Some(Endianness::Big),
                _ => return self.scanner.unexpected_at(at, "`little` or `big`"),
            },
            b"pointersize" => {
                let size = match self.scanner.at_number() {
                    true => Some(self.scanner.number()?),
                    false => None,
                };
                target.pointer_size = match size {
                    Some(Literal::Unsigned(32)) => Some(PointerSize::Bits32),
                    Some(Literal::Unsigned(64)) => Some(PointerSize::Bits64),
                    _ => return self.scanner.unexpected_at(at, "`32` or `64`"),
                };
            }
            _ => target.triple = self.scanner.string()?.to_vec(),
        }
        Ok(())
    }

    /// Reads the rest of a statement after the keyword `deplibs`.
    fn libraries(&mut self) -> Result<()> {
        self.scanner.expect(b'=')?;
        self.scanner.expect(b'[')?;
        if self.scanner.eat(b']') {
            return Ok(());
        }
        loop {
            let library = self.scanner.string()?;
            self.module.target.libraries.push(library.to_vec());
            if self.scanner.eat(b']') {
                return Ok(());
            }
            if !self.scanner.eat(b',') {
                return self.scanner.unexpected("`,` or `]`");
            }
        }
    }

    /// Renumbers the globals and functions in constants from order of mention to module order.
    fn number_addresses(&mut self) {
        let addresses = &self.addresses;
        let mut globals = vec![GlobalId(0); addresses.global_count as usize];
        let mut functions = vec![FunctionId(0); addresses.function_count as usize];
        let mut in_order = true;
        for address in &addresses.list {
            let Some(definition) = address.definition else {
                if self.faults.len() == MAX_SYNTAX_ERRORS {
                    break;
                }
                let message = self.undefined_address(address);
                self.faults.push(Fault {
                    kind: SyntaxErrorKind::UndefinedValue,
                    at: address.at,
                    message,
                });
                continue;
            };
            in_order &= definition == address.number;
            if address.is_function {
                functions[address.number as usize] = FunctionId(definition);
            } else {
                globals[address.number as usize] = GlobalId(definition);
            }
        }
        if self.faults.is_empty() && !in_order {
            self.module.constants.renumber_addresses(
                |global| globals[global.index()],
                |function| functions[function.index()],
            );
        }
    }

    #[cold]
    fn undefined_address(&self, address: &Address<'_>) -> String {
        let ty = describe(&self.module, address.ty);
        match address.name {
            Name::Numbered(number) => {
                format!("no unnamed global has type {ty} and number {number}")
            }
            Name::Named(name) => {
                let other = self
                    .addresses
                    .list
                    .iter()
                    .find(|other| other.name == address.name && other.definition.is_some());
                let name = show(name);
                match other {
                    Some(other) => format!(
                        "`{name}` has type {}, not {ty}",
                        describe(&self.module, other.ty)
                    ),
                    None => format!("`{name}` is not defined"),
                }
            }
        }
    }

    /// Skips a statement with an error, up to the next line that seems to begin a statement. If it
    /// was a function, its body is skipped as well.
    #[cold]
    fn skip_statement(&mut self) {
        if opens_function(self.scanner.cursor.take_line()) {
            while !self.scanner.at_end() {
                if self.scanner.eat(b'}') {
                    return;
                }
                self.scanner.cursor.take_line();
            }
        }
        while !self.scanner.at_end() {
            let start = self.scanner.here();
            let begins = match self.scanner.peek() {
                b'%' | b'"' => {
                    let name = self.scanner.reference();
                    name.is_ok() && (self.scanner.eat(b'=') || self.line_opens_function(start))
                }
                _ => match self.scanner.label_word() {
                    b"type" | b"external" | b"uninitialized" | b"global" | b"constant"
                    | b"internal" | b"linkonce" | b"weak" | b"appending" | b"declare"
                    | b"implementation" | b"target" | b"deplibs" | b"dllimport" | b"dllexport"
                    | b"extern_weak" | b"module" => true,
                    _ => self.line_opens_function(start),
                },
            };
            self.scanner.cursor.go_to(start);
            if begins {
                return;
            }
            self.scanner.cursor.take_line();
        }
    }

    fn line_opens_function(&mut self, start: u32) -> bool {
        self.scanner.cursor.take_line();
        opens_function(self.scanner.cursor.since(start))
    }
}

/// The calling convention with a name.
pub(super) fn convention_of(word: &[u8]) -> Option<Convention> {
    Some(match word {
        b"ccc" => Convention::C,
        b"csretcc" => Convention::C_STRUCT_RETURN,
        b"fastcc" => Convention::FAST,
        b"coldcc" => Convention::COLD,
        b"x86_stdcallcc" => Convention::X86_STD,
        b"x86_fastcallcc" => Convention::X86_FAST,
        _ => {
            let number = std::str::from_utf8(word.strip_prefix(b"cc")?).ok()?;
            Convention(number.parse().ok()?)
        }
    })
}

/// Returns true if a line ends like the header of a function definition.
fn opens_function(line: &[u8]) -> bool {
    let comment = line.iter().position(|&byte| byte == b';');
    let line = line[..comment.unwrap_or(line.len())].trim_ascii_end();
    line.ends_with(b"{") || line.ends_with(b"begin")
}
