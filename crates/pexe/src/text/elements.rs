//! Prints a file in the notation of PNaCl's `pnacl-bcanalyzer`, with an element for each block and
//! each record.
//!
//! ```text
//! <FUNCTION_BLOCK>
//!   <DECLAREBLOCKS op0=1/>
//!   <INST_ALLOCA op0=1 op1=4/>
//!   <INST_RET/>
//! </FUNCTION_BLOCK>
//! ```
//!
//! Operands are the numbers in the file: indices of values are relative, and the lowest bit of a
//! constant is its sign. With details, definitions of abbreviations are also elements, and each
//! element names its abbreviation.

use crate::construct::block_id;
use crate::construct::codes::{
    self, RecordCode, abbreviations, constants, function, globals, module, symbols, types,
};
use crate::header::Header;
use crate::limits::PROFILE;
use pinnacle_bitstream::{BlockHeader, Encoding, Event, Reader, predefined};
use std::fmt;
use std::io::{self, Write};

/// Options for printing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Prints abbreviations and the sizes of blocks.
    pub details: bool,
    /// Maximum number of operands on a line, or 0 for no limit.
    pub operands_per_line: usize,
}

/// Prints a file up to its end or up to an error of the container.
///
/// # Errors
///
/// Fails if the writer fails.
pub fn print(bytes: &[u8], options: &Options, out: &mut impl Write) -> io::Result<()> {
    let start = match bytes.starts_with(crate::header::MAGIC) {
        true => Header::size_hint(bytes).min(bytes.len()),
        false => 0,
    };
    let mut reader = Reader::new(&bytes[start..], start as u64, PROFILE);
    let mut printer = Printer {
        options: *options,
        blocks: Vec::new(),
        column: 0,
        on_line: 0,
        out,
    };
    while let Ok(event) = reader.next() {
        match event {
            Event::End => break,
            Event::EnterBlock(header) => printer.enter(&header)?,
            Event::ExitBlock => printer.exit()?,
            Event::DefineAbbreviation => {
                if let Some((abbreviation, _)) = reader.abbreviation() {
                    printer.definition(abbreviation.encodings())?;
                }
            }
            Event::Record => {
                let record = reader.record();
                printer.record(record.abbreviation, record.code, record.operands)?;
            }
        }
    }
    Ok(())
}

struct Printer<'a, W: Write> {
    options: Options,
    /// The IDs of the open blocks.
    blocks: Vec<u32>,
    /// The column of the operands in the current element.
    column: usize,
    /// Number of operands on the current line.
    on_line: usize,
    out: &'a mut W,
}

impl<W: Write> Printer<'_, W> {
    fn enter(&mut self, header: &BlockHeader) -> io::Result<()> {
        let name = block_name(header.id);
        self.begin(&name)?;
        self.blocks.push(header.id);
        if self.options.details {
            self.operand(format_args!("abbrev='ENTER_SUBBLOCK'"))?;
            self.operand(format_args!("NumWords={}", header.length_words))?;
            self.operand(format_args!("BlockCodeSize={}", header.abbreviation_width))?;
        }
        let end = if self.hides_contents() { "/>" } else { ">" };
        writeln!(self.out, "{end}")
    }

    fn exit(&mut self) -> io::Result<()> {
        let hidden = self.hides_contents();
        match self.blocks.pop() {
            Some(id) if !hidden => {
                let indent = 2 * self.blocks.len();
                let details = if self.options.details {
                    " abbrev='END_BLOCK'"
                } else {
                    ""
                };
                writeln!(self.out, "{:indent$}</{}{details}>", "", block_name(id))
            }
            _ => Ok(()),
        }
    }

    fn definition(&mut self, encodings: impl Iterator<Item = Encoding>) -> io::Result<()> {
        if !self.options.details {
            return Ok(());
        }
        self.begin("DEFINE_ABBREV")?;
        self.operand(format_args!("abbrev='DEFINE_ABBREV'"))?;
        for (index, encoding) in encodings.enumerate() {
            match encoding {
                Encoding::Literal(value) => {
                    self.operand(format_args!("op{index}='LIT({value})'"))?;
                }
                Encoding::Fixed(width) => {
                    self.operand(format_args!("op{index}='FIXED({width})'"))?;
                }
                Encoding::Vbr(width) => self.operand(format_args!("op{index}='VBR({width})'"))?,
                Encoding::Array => self.operand(format_args!("op{index}='ARRAY'"))?,
                Encoding::Char6 => self.operand(format_args!("op{index}='CHAR6'"))?,
            }
        }
        writeln!(self.out, "/>")
    }

    fn record(&mut self, abbreviation: u32, code: u64, operands: &[u64]) -> io::Result<()> {
        if self.hides_contents() {
            return Ok(());
        }
        let block = self.blocks.last().copied().unwrap_or(u32::MAX);
        match record_name(block, code) {
            Some(name) => self.begin(name)?,
            None => self.begin(&format!("UnknownCode{code}"))?,
        }
        if self.options.details {
            if u64::from(abbreviation) == predefined::UNABBREVIATED {
                self.operand(format_args!("abbrev='UNABBREVIATED'"))?;
            } else {
                self.operand(format_args!("abbrev={abbreviation}"))?;
            }
        }
        match (block, RecordCode(code), operands) {
            (block_id::ABBREVIATIONS, abbreviations::SET_BLOCK, &[id]) => {
                let name = u32::try_from(id).map_or_else(|_| id.to_string(), block_name);
                self.operand(format_args!("block='{name}'"))?;
            }
            _ => {
                for (index, operand) in operands.iter().enumerate() {
                    self.operand(format_args!("op{index}={operand}"))?;
                }
            }
        }
        writeln!(self.out, "/>")
    }

    /// Returns true if the contents of the innermost block are only printed with details.
    fn hides_contents(&self) -> bool {
        !self.options.details && self.blocks.last() == Some(&block_id::ABBREVIATIONS)
    }

    /// Begins an element on a new line.
    fn begin(&mut self, name: &str) -> io::Result<()> {
        let indent = 2 * self.blocks.len();
        self.column = indent + name.len() + 2;
        self.on_line = 0;
        write!(self.out, "{:indent$}<{name}", "")
    }

    fn operand(&mut self, text: fmt::Arguments<'_>) -> io::Result<()> {
        if self.on_line == self.options.operands_per_line && self.on_line > 0 {
            self.on_line = 0;
            let column = self.column;
            write!(self.out, "\n{:column$}{text}", "")?;
        } else {
            write!(self.out, " {text}")?;
        }
        self.on_line += 1;
        Ok(())
    }
}

/// Returns the name of a block ID in LLVM's sources.
fn block_name(id: u32) -> String {
    let name = match id {
        block_id::ABBREVIATIONS => "BLOCKINFO_BLOCK",
        block_id::MODULE => "MODULE_BLOCK",
        block_id::CONSTANTS => "CONSTANTS_BLOCK",
        block_id::FUNCTION => "FUNCTION_BLOCK",
        block_id::SYMBOLS => "VALUE_SYMTAB",
        block_id::TYPES => "TYPE_BLOCK_ID",
        block_id::GLOBALS => "GLOBALVAR_BLOCK",
        _ => return format!("UnknownBlock{id}"),
    };
    name.into()
}

/// Returns the name of a record in LLVM's sources, or `None` if PNaCl has no such record.
fn record_name(block: u32, code: u64) -> Option<&'static str> {
    let code = codes::lookup(block, code)?.code;
    Some(match block {
        block_id::ABBREVIATIONS => "SETBID",
        block_id::MODULE if code == module::VERSION => "VERSION",
        block_id::MODULE => "FUNCTION",
        block_id::TYPES => match code {
            types::COUNT => "NUMENTRY",
            types::VOID => "VOID",
            types::FLOAT => "FLOAT",
            types::DOUBLE => "DOUBLE",
            types::INTEGER => "INTEGER",
            types::VECTOR => "VECTOR",
            _ => "FUNCTION",
        },
        block_id::GLOBALS => match code {
            globals::GLOBAL => "VAR",
            globals::COMPOUND => "COMPOUND",
            globals::ZEROFILL => "ZEROFILL",
            globals::DATA => "DATA",
            globals::RELOCATION => "RELOC",
            _ => "COUNT",
        },
        block_id::SYMBOLS if code == symbols::ENTRY => "ENTRY",
        block_id::SYMBOLS => "BBENTRY",
        block_id::CONSTANTS => match code {
            constants::SET_TYPE => "SETTYPE",
            constants::UNDEF => "UNDEF",
            constants::INTEGER => "INTEGER",
            _ => "FLOAT",
        },
        _ => instruction_name(code),
    })
}

/// Returns the name of a record in a function block.
fn instruction_name(code: RecordCode) -> &'static str {
    match code {
        function::BLOCKS => "DECLAREBLOCKS",
        function::BINARY => "INST_BINOP",
        function::CAST => "INST_CAST",
        function::EXTRACT_ELEMENT => "INST_EXTRACTELT",
        function::INSERT_ELEMENT => "INST_INSERTELT",
        function::RET => "INST_RET",
        function::BR => "INST_BR",
        function::SWITCH => "INST_SWITCH",
        function::UNREACHABLE => "INST_UNREACHABLE",
        function::PHI => "INST_PHI",
        function::ALLOCA => "INST_ALLOCA",
        function::LOAD => "INST_LOAD",
        function::STORE => "INST_STORE",
        function::COMPARE => "INST_CMP2",
        function::SELECT => "INST_VSELECT",
        function::CALL => "INST_CALL",
        function::FORWARD_TYPE => "FORWARDTYPEREF",
        _ => "INST_CALL_INDIRECT",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::records::assemble;

    /// A module with a definition for the types block, and with a function.
    const FILE: &str = "\
block 8 width 2 {
  3: <1, 1>
  block 0 width 2 {
    3: <1, 17>
    define <21, fixed(1), array(fixed(3))>
  }
  block 17 width 3 {
    3: <1, 1>
    4: <21, 0, 2>
  }
  3: <99, 7>
  block 12 width 4 {
    3: <34, 1, 2, 3, 4>
  }
}
";

    fn printed(options: Options) -> String {
        let file = assemble(FILE.as_bytes()).expect("a file in the notation of records");
        let mut out = Vec::new();
        print(&file, &options, &mut out).expect("a vector takes everything");
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn an_element_for_each_record() {
        let expected = "\
<MODULE_BLOCK>
  <VERSION op0=1/>
  <BLOCKINFO_BLOCK/>
  <TYPE_BLOCK_ID>
    <NUMENTRY op0=1/>
    <FUNCTION op0=0 op1=2/>
  </TYPE_BLOCK_ID>
  <UnknownCode99 op0=7/>
  <FUNCTION_BLOCK>
    <INST_CALL op0=1 op1=2 op2=3
               op3=4/>
  </FUNCTION_BLOCK>
</MODULE_BLOCK>
";
        let options = Options {
            details: false,
            operands_per_line: 3,
        };
        assert_eq!(printed(options), expected);
    }

    #[test]
    fn details_are_sizes_and_abbreviations() {
        let text = printed(Options {
            details: true,
            operands_per_line: 0,
        });
        for line in [
            "    <SETBID abbrev='UNABBREVIATED' block='TYPE_BLOCK_ID'/>\n",
            "<DEFINE_ABBREV abbrev='DEFINE_ABBREV' op0='LIT(21)' op1='FIXED(1)' op2='ARRAY' \
             op3='FIXED(3)'/>\n",
            "    <FUNCTION abbrev=4 op0=0 op1=2/>\n",
            "  </TYPE_BLOCK_ID abbrev='END_BLOCK'>\n",
        ] {
            assert!(text.contains(line), "no {line} in\n{text}");
        }
        assert!(
            text.contains("<FUNCTION_BLOCK abbrev='ENTER_SUBBLOCK' NumWords=2 BlockCodeSize=4>")
        );
    }
}
