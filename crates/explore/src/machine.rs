//! Machine code as text.

use crate::row::Row;
use iced_x86::{Decoder, DecoderOptions, Formatter, GasFormatter, Instruction};
use pinnacle_pexe::ids::{FuncId, InstId};

/// The machine code of a function.
#[derive(Clone, Debug)]
pub struct MachineCode<'a> {
    /// The function.
    pub function: FuncId,
    /// The code.
    pub code: &'a [u8],
    /// Offsets in the code, in order, each with the instruction of the program whose code starts
    /// there; `None` for code that belongs to no instruction.
    pub places: Vec<(u32, Option<InstId>)>,
}

/// Number of bytes in a line if the code cannot be disassembled.
const BYTES: usize = 8;

/// Returns the lines of a function. Code for processors other than x86-64 is shown as bytes.
pub(crate) fn rows(code: &MachineCode<'_>) -> Vec<Row> {
    match cfg!(target_arch = "x86_64") {
        true => x86(code),
        false => bytes(code),
    }
}

fn x86(code: &MachineCode<'_>) -> Vec<Row> {
    let mut decoder = Decoder::with_ip(64, code.code, 0, DecoderOptions::NONE);
    let mut formatter = GasFormatter::new();
    formatter.options_mut().set_branch_leading_zeros(false);
    let mut instruction = Instruction::default();
    let mut rows = Vec::new();
    let mut text = String::new();
    while decoder.can_decode() {
        decoder.decode_out(&mut instruction);
        text.clear();
        formatter.format(&instruction, &mut text);
        let offset = instruction.ip() as u32;
        rows.push(Row::new(
            inst_at(code, offset),
            &format!("{offset:5x}  {text}"),
        ));
    }
    rows
}

fn bytes(code: &MachineCode<'_>) -> Vec<Row> {
    let chunks = code.code.chunks(BYTES).enumerate();
    chunks
        .map(|(number, bytes)| {
            let offset = (number * BYTES) as u32;
            let digits: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            let text = format!("{offset:5x}  {}", digits.join(" "));
            Row::new(inst_at(code, offset), &text)
        })
        .collect()
}

fn inst_at(code: &MachineCode<'_>, offset: u32) -> Option<InstId> {
    let after = code.places.partition_point(|(start, _)| *start <= offset);
    code.places.get(after.checked_sub(1)?)?.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_cut_into_lines_with_their_instructions() {
        let code = MachineCode {
            function: FuncId(0),
            // push %rbp; mov %rsp,%rbp; ret
            code: &[0x55, 0x48, 0x89, 0xe5, 0xc3],
            places: vec![(1, Some(InstId(4))), (4, None)],
        };
        let rows = x86(&code);
        let insts: Vec<_> = rows.iter().map(|row| row.inst).collect();
        assert_eq!(insts, [None, Some(InstId(4)), None]);
        assert_eq!(rows[1].text, "    1  mov %rsp,%rbp");
        assert_eq!(bytes(&code)[0].text, "    0  55 48 89 e5 c3");
    }
}
