//! Builds valid and invalid files byte by byte.

use pinnacle_bytecode::Format;
use pinnacle_bytecode::format::FunctionWords;

/// The kinds of blocks, with names that tests use for all formats.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Function,
    Constants,
    Symbols,
    Info,
    Types,
    BasicBlock,
    Instructions,
    Compaction,
    /// A number that no format has.
    Unknown,
}

/// A file that is being written.
pub(crate) struct File {
    pub(crate) format: Format,
    bytes: Vec<u8>,
    mark: Option<u64>,
}

impl File {
    /// A module with the blocks that `content` writes.
    pub(crate) fn module(format: Format, content: impl FnOnce(&mut File)) -> File {
        File::module_with_word(format, format.version() << 4 | 0xC, content)
    }

    /// A module with a given format word.
    pub(crate) fn module_with_word(
        format: Format,
        word: u32,
        content: impl FnOnce(&mut File),
    ) -> File {
        let mut file = File {
            format,
            bytes: b"llvm\x01\0\0\0\0\0\0\0".to_vec(),
            mark: None,
        };
        file.vbr(word.into()).align();
        content(&mut file);
        let size = file.bytes.len() as u32 - 12;
        file.bytes[8..12].copy_from_slice(&size.to_le_bytes());
        file
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Marks the current offset, where an error is expected.
    pub(crate) fn mark(&mut self) -> &mut File {
        self.mark = Some(self.bytes.len() as u64);
        self
    }

    /// The marked offset.
    pub(crate) fn marked(&self) -> Option<u64> {
        self.mark
    }

    /// Appends bytes unchanged.
    pub(crate) fn raw(&mut self, bytes: &[u8]) -> &mut File {
        self.bytes.extend_from_slice(bytes);
        self
    }

    pub(crate) fn word(&mut self, word: u32) -> &mut File {
        self.raw(&word.to_le_bytes())
    }

    /// Appends a variable bit rate number in its shortest form.
    pub(crate) fn vbr(&mut self, mut number: u64) -> &mut File {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
        self
    }

    /// Appends several variable bit rate numbers.
    pub(crate) fn vbrs(&mut self, numbers: &[u64]) -> &mut File {
        for &number in numbers {
            self.vbr(number);
        }
        self
    }

    pub(crate) fn string(&mut self, string: &str) -> &mut File {
        self.vbr(string.len() as u64).raw(string.as_bytes())
    }

    /// Appends padding, in formats that have it.
    pub(crate) fn align(&mut self) -> &mut File {
        let aligned = self.format.features().aligned;
        while aligned && !self.bytes.len().is_multiple_of(4) {
            self.bytes.push(0xAB);
        }
        self
    }

    /// Appends a block and the padding after it.
    pub(crate) fn block(&mut self, kind: Kind, content: impl FnOnce(&mut File)) -> &mut File {
        let features = self.format.features();
        let ids = features.blocks;
        let id = match kind {
            Kind::Function => ids.function,
            Kind::Constants => ids.constants,
            Kind::Symbols => ids.symbols,
            Kind::Info => ids.module_info,
            Kind::Types => ids.types,
            Kind::BasicBlock => ids.basic_block.unwrap_or(0x31),
            Kind::Instructions => ids.instructions,
            Kind::Compaction => ids.compaction.unwrap_or(0x33),
            Kind::Unknown => 31,
        };
        let header = self.bytes.len();
        self.word(id);
        if !features.short_headers {
            self.word(0);
        }
        let start = self.bytes.len();
        content(self);
        let size = (self.bytes.len() - start) as u32;
        if features.short_headers {
            let word = size << 5 | id;
            self.bytes[header..start].copy_from_slice(&word.to_le_bytes());
        } else {
            self.bytes[header + 4..start].copy_from_slice(&size.to_le_bytes());
        }
        self.align()
    }

    /// Appends the types of a module: entries one after the other, with the numbers of the format.
    pub(crate) fn types(&mut self, count: u64, entries: &[u64]) -> &mut File {
        self.block(Kind::Types, |file| {
            file.vbr(count);
            if file.format.features().type_plane.is_some() {
                file.vbr(12);
            }
            file.vbrs(entries);
        })
    }

    /// Appends module info with globals (word, and slot of the initialiser if there is one) and
    /// functions (types).
    pub(crate) fn info(&mut self, globals: &[u64], functions: &[u64]) -> &mut File {
        self.block(Kind::Info, |file| {
            file.vbrs(globals).vbr(0).vbrs(functions).vbr(0);
            if file.format.features().libraries {
                file.vbrs(&[0, 0]);
            }
            if file.format.features().padded_info {
                file.align();
            }
        })
    }

    /// Appends an instruction in the one-operand encoding.
    pub(crate) fn short(&mut self, opcode: u32, ty: u32, operand: u32) -> &mut File {
        self.word(1 | opcode << 2 | ty << 8 | operand << 20)
    }

    /// Appends an instruction in the two-operand encoding.
    pub(crate) fn two(&mut self, opcode: u32, ty: u32, operands: [u32; 2]) -> &mut File {
        let [first, second] = operands;
        self.word(2 | opcode << 2 | ty << 8 | first << 16 | second << 24)
    }

    /// Appends an instruction in the three-operand encoding.
    pub(crate) fn three(&mut self, opcode: u32, ty: u32, operands: [u32; 3]) -> &mut File {
        let [first, second, third] = operands;
        self.word(3 | opcode << 2 | ty << 8 | first << 14 | second << 20 | third << 26)
    }

    /// Appends an instruction in the long encoding.
    pub(crate) fn long(&mut self, opcode: u64, ty: u64, operands: &[u64]) -> &mut File {
        self.vbrs(&[opcode << 2, ty, operands.len() as u64])
            .vbrs(operands)
            .align()
    }
}

/// Means "no operand" in [`File::short`].
pub(crate) const NONE: u32 = 0xFFF;

/// The numbers of some types in [`with_function`].
#[derive(Clone, Copy)]
pub(crate) struct Numbers {
    pub(crate) label: u64,
    /// `int (int, int)`.
    pub(crate) function: u64,
    /// A pointer to it.
    pub(crate) address: u64,
    /// `int*`.
    pub(crate) int_pointer: u64,
    /// `{ int, int* }`; a pointer to it follows.
    pub(crate) pair: u64,
    /// `void (int, ...)`; a pointer to it follows.
    pub(crate) varargs: u64,
}

impl Numbers {
    pub(crate) fn of(format: Format) -> Numbers {
        let label = 12 + u64::from(format.features().type_plane.is_some());
        Numbers {
            label,
            function: label + 1,
            address: label + 2,
            int_pointer: label + 3,
            pair: label + 4,
            varargs: label + 6,
        }
    }
}

/// The plane and type of `int`.
pub(crate) const INT: u32 = 7;

/// The word of a function with a body in module info.
pub(crate) fn function_word(format: Format, address: u64) -> u64 {
    match format.features().functions {
        FunctionWords::Type => address,
        // The low bits hold the calling convention plus one, here that of C.
        _ => address << 5 | 1,
    }
}

/// A module with an `int (int, int)` function whose block has `content` after the linkage. The
/// module's constants are `int 5` and `int 6` in slots 1 and 2, and `uint 1`, `ubyte 1`, `long 3`
/// and `bool true`, each in slot 1. The arguments are therefore in slots 3 and 4 of `int`, and
/// results follow from 5 on. Format 0 has no implicit zeros, so all slots are one lower.
pub(crate) fn with_function(format: Format, content: impl FnOnce(&mut File, Numbers)) -> File {
    let types = Numbers::of(format);
    // The kinds of derived types have the numbers of the first ones.
    let [function, structure, _, pointer] = [1, 2, 3, 4].map(|kind| types.label + kind);
    File::module(format, |file| {
        file.types(
            7,
            &[
                &[function, 7, 2, 7, 7][..],
                &[pointer, types.function],
                &[pointer, 7],
                &[structure, 7, types.int_pointer, 0],
                &[pointer, types.pair],
                &[function, 0, 2, 7, 0],
                &[pointer, types.varargs],
            ]
            .concat(),
        )
        .info(&[], &[function_word(format, types.address)])
        .block(Kind::Constants, |file| {
            file.vbrs(&[1, 1, 0, 1]) // bool true
                .vbrs(&[1, 2, 0, 1]) // ubyte 1
                .vbrs(&[1, 6, 0, 1]) // uint 1
                .vbrs(&[2, 7, 0, 10, 0, 12]) // int 5, int 6
                .vbrs(&[1, 9, 0, 6]); // long 3
        })
        .block(Kind::Function, |file| {
            file.vbr(0);
            content(file, types);
        });
    })
}

/// As [`with_function`], with a list of instructions as the body.
pub(crate) fn with_instructions(
    format: Format,
    instructions: impl FnOnce(&mut File, Numbers),
) -> File {
    with_function(format, |file, types| {
        file.block(Kind::Instructions, |file| instructions(file, types));
    })
}

impl File {
    /// Marks another offset.
    pub(crate) fn mark_at(&mut self, offset: u64) {
        self.mark = Some(offset);
    }

    /// Overwrites bytes.
    pub(crate) fn patch(&mut self, offset: usize, bytes: &[u8]) {
        self.bytes[offset..offset + bytes.len()].copy_from_slice(bytes);
    }
}
