//! Core files: the state of a program at a trap, as a 32-bit ELF file that gdb opens.
//!
//! The file has a note with the registers of each thread, a segment for each run of pages that are
//! not all zero, and a segment for each stack that debuggers see. It looks like a core file of
//! Linux on an i386, the machine that debuggers see here.

use crate::stack::{Registers, Stack};
use pinnacle_debug::{Addresses, CODE_BASE};
use pinnacle_runtime::TrapKind;
use pinnacle_runtime::interp::Stopped;
use std::io::{self, Write};

/// Sizes of the ELF headers in bytes.
const FILE_HEADER: u32 = 52;
const PROGRAM_HEADER: u32 = 32;

/// The unit in which memory is scanned for data, in bytes.
const PAGE: u32 = 1 << 16;

/// Maximum size of a segment in bytes, and maximum number of segments, which is stored in 16 bits.
const MAX_SEGMENT: u32 = 1 << 30;
const MAX_SEGMENTS: usize = 0xFFF0;

/// Constants of ELF.
const ET_CORE: u16 = 4;
const EM_386: u16 = 3;
const OS_ABI_LINUX: u8 = 3;
const PT_LOAD: u32 = 1;
const PT_NOTE: u32 = 4;
const NT_PRSTATUS: u32 = 1;
const READ_WRITE: u32 = 6;

/// The size of a thread's status in words, and the indices of its signal, its thread, `eip` and
/// `esp`.
const STATUS_WORDS: usize = 36;
const SIGNAL_AT: usize = 3;
const THREAD_AT: usize = 6;
const EIP_AT: usize = 18 + 12;
const ESP_AT: usize = 18 + 15;

/// The source of the contents of a segment.
enum Contents<'s> {
    Memory(u32),
    Stack(&'s Stack),
}

struct Segment<'s> {
    address: u32,
    size: u32,
    contents: Contents<'s>,
}

/// Writes the core file of a stopped program.
///
/// # Errors
///
/// Fails if the writer fails.
pub fn write_core(
    stopped: &Stopped<'_>,
    addresses: &Addresses,
    out: &mut dyn Write,
) -> io::Result<()> {
    let signal = stopped.trap.map_or(0, TrapKind::signal);
    let stacks = stopped
        .threads
        .iter()
        .filter_map(|(thread, places)| Some((*thread, Stack::new(*thread, places, addresses)?)));
    let stacks: Vec<(u32, Stack)> = stacks.collect();
    // The thread that debuggers show first is that of the trap.
    let notes: Vec<u8> = stacks
        .iter()
        .flat_map(|(thread, stack)| note(*thread, signal, stack.registers()))
        .collect();
    let mut segments = memory_segments(stopped);
    segments.extend(stacks.iter().map(|(_, stack)| Segment {
        address: stack.registers().sp,
        size: stack.size(),
        contents: Contents::Stack(stack),
    }));
    segments.truncate(MAX_SEGMENTS);
    let count = segments.len() as u32 + 1;
    out.write_all(&file_header(count as u16))?;
    let mut offset = FILE_HEADER + count * PROGRAM_HEADER;
    let mut header = |kind: u32, address: u32, size: u32| {
        let words = [kind, offset, address, 0, size, size, READ_WRITE, 1];
        // Memory ends below 3 GiB, so this never saturates.
        offset = offset.saturating_add(size);
        words.map(u32::to_le_bytes).concat()
    };
    out.write_all(&header(PT_NOTE, 0, notes.len() as u32))?;
    for segment in &segments {
        out.write_all(&header(PT_LOAD, segment.address, segment.size))?;
    }
    out.write_all(&notes)?;
    let mut buffer = vec![0; PAGE as usize];
    for segment in &segments {
        match segment.contents {
            Contents::Memory(start) => {
                for page in (start..start + segment.size).step_by(PAGE as usize) {
                    // This cannot fail: the page was read before.
                    let _ = stopped.memory.read(page, &mut buffer);
                    out.write_all(&buffer)?;
                }
            }
            Contents::Stack(stack) => out.write_all(&stack.bytes())?,
        }
    }
    Ok(())
}

/// Returns the runs of readable pages that are not all zero.
fn memory_segments<'s>(stopped: &Stopped<'_>) -> Vec<Segment<'s>> {
    let mut segments: Vec<Segment<'s>> = Vec::new();
    let mut buffer = vec![0; PAGE as usize];
    let end = stopped.memory.limit().min(CODE_BASE);
    for page in (0..end / PAGE).map(|page| page * PAGE) {
        let is_read = stopped.memory.read(page, &mut buffer).is_ok();
        if !is_read || buffer.iter().all(|&byte| byte == 0) {
            continue;
        }
        match segments.last_mut() {
            Some(last) if last.address + last.size == page && last.size < MAX_SEGMENT => {
                last.size += PAGE;
            }
            _ => segments.push(Segment {
                address: page,
                size: PAGE,
                contents: Contents::Memory(page),
            }),
        }
    }
    segments
}

fn file_header(segments: u16) -> Vec<u8> {
    let mut header = b"\x7FELF\x01\x01\x01".to_vec();
    header.push(OS_ABI_LINUX);
    header.extend([0; 8]);
    for half in [ET_CORE, EM_386] {
        header.extend(half.to_le_bytes());
    }
    // The version, no entry point, the program headers, no sections, no flags.
    for word in [1, 0, FILE_HEADER, 0, 0] {
        header.extend(word.to_le_bytes());
    }
    for half in [FILE_HEADER as u16, PROGRAM_HEADER as u16, segments, 0, 0, 0] {
        header.extend(half.to_le_bytes());
    }
    header
}

/// Returns the note of a thread. Debuggers count threads from 1.
fn note(thread: u32, signal: u8, registers: Registers) -> Vec<u8> {
    let mut status = [0_u32; STATUS_WORDS];
    status[0] = signal.into();
    status[SIGNAL_AT] = signal.into();
    status[THREAD_AT] = thread + 1;
    status[EIP_AT] = registers.pc;
    status[ESP_AT] = registers.sp;
    let head = [5, 4 * STATUS_WORDS as u32, NT_PRSTATUS];
    let mut note = head.map(u32::to_le_bytes).concat();
    note.extend(b"CORE\0\0\0\0");
    note.extend(status.map(u32::to_le_bytes).concat());
    note
}
