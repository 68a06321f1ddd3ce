//! Compiled programs as bytes.
//!
//! Eight bytes with the name and version of the format, a checksum of the rest, metadata of the
//! code, and the code in Wasmtime's format. Numbers are little-endian.

use super::code::{About, Code, CodeError, Places, describe};
use crate::native::Trusted;
use pinnacle_pexe::FuncId;
use pinnacle_pexe::host::HostFunction;
use pinnacle_pexe::types::Type;

/// The form's name and version.
const MAGIC: &[u8; 8] = b"\x7fPNCODE\x04";

/// Offset of the bytes that the checksum covers.
const BODY: usize = 16;

impl Code {
    /// The compiled program as bytes, for a later start without compiling.
    ///
    /// # Errors
    ///
    /// Fails with [`CodeError::Compile`] if Wasmtime cannot serialize its code.
    pub fn to_bytes(&self) -> Result<Vec<u8>, CodeError> {
        let code = self.module.serialize();
        let code = code.map_err(|error| CodeError::Compile(describe(&error)))?;
        let mut bytes = Vec::with_capacity(code.len() + (16 << 10));
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&[0; BODY - MAGIC.len()]);
        write_about(&self.about, &mut bytes);
        bytes.extend_from_slice(&code);
        let sum = checksum(&bytes[BODY..]);
        bytes[MAGIC.len()..BODY].copy_from_slice(&sum.to_le_bytes());
        Ok(bytes)
    }

    /// Code from the bytes that [`Code::to_bytes`] gave.
    ///
    /// They hold machine code, which is run as it is, so they have to be [`Trusted`]. The
    /// checksum finds damage, not malice.
    ///
    /// # Errors
    ///
    /// Fails with [`CodeError::Damaged`] if the bytes are anything else, and with
    /// [`CodeError::Incompatible`] if they come from another version or are for another processor.
    pub fn from_bytes(code: Trusted<'_>) -> Result<Code, CodeError> {
        let (head, body) = code
            .bytes()
            .split_at_checked(BODY)
            .ok_or(CodeError::Damaged)?;
        let (magic, sum) = head.split_at(MAGIC.len());
        if magic[..7] != MAGIC[..7] {
            return Err(CodeError::Damaged);
        }
        if magic[7] != MAGIC[7] {
            let message = format!("its format has version {}, expected {}", magic[7], MAGIC[7]);
            return Err(CodeError::Incompatible(message));
        }
        if checksum(body).to_le_bytes() != sum {
            return Err(CodeError::Damaged);
        }
        let mut reader = Reader(body);
        let about = read_about(&mut reader).ok_or(CodeError::Damaged)?;
        let start = code.bytes().len() - reader.0.len();
        Code::from_parts(about, code.after(start))
    }
}

/// Computes a checksum that costs little per byte: four sums of products, each over every fourth
/// word, so that multiplications can overlap.
fn checksum(bytes: &[u8]) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let step = |sum: u64, word: u64| (sum ^ word).wrapping_mul(FACTOR).rotate_left(29);
    let word = |part: &[u8]| {
        let mut padded = [0; 8];
        padded[..part.len()].copy_from_slice(part);
        u64::from_le_bytes(padded)
    };
    let mut sums = [1, 2, 3, 4];
    let mut blocks = bytes.chunks_exact(32);
    for block in &mut blocks {
        for (sum, part) in sums.iter_mut().zip(block.chunks_exact(8)) {
            *sum = step(*sum, word(part));
        }
    }
    let rest = blocks.remainder().chunks(8).map(word);
    let total = rest.chain(sums).fold(bytes.len() as u64, step);
    total ^ total >> 32
}

fn write_u32(value: u32, out: &mut Vec<u8>) {
    out.extend_from_slice(&value.to_le_bytes());
}

fn write_type(ty: Type, out: &mut Vec<u8>) {
    let number = Type::ALL.iter().position(|&other| other == ty);
    out.push(number.map_or(0, |number| number as u8));
}

fn write_about(about: &About, out: &mut Vec<u8>) {
    let layout = &about.layout;
    for address in [
        layout.first_host_function,
        layout.constants.start,
        layout.constants.end,
        layout.stack.start,
        layout.stack.end,
        layout.end,
    ] {
        write_u32(address, out);
    }
    write_u32(about.stack_size, out);
    for flag in [
        about.lenient_calls,
        about.interruptible,
        about.shared,
        about.exports_all,
        about.canonical_nans,
        about.loads_modules,
        about.nests_loops,
    ] {
        out.push(flag.into());
    }
    write_u32(about.outside.len() as u32, out);
    for function in &about.outside {
        write_u32(function.0, out);
    }
    write_u32(about.host.len() as u32, out);
    for function in &about.host {
        write_u32(function.name.len() as u32, out);
        out.extend_from_slice(function.name.as_bytes());
        write_type(function.result, out);
        write_u32(function.params.len() as u32, out);
        for &ty in &*function.params {
            write_type(ty, out);
        }
        // Address 0 stands for no address.
        write_u32(function.fixed_address.unwrap_or(0), out);
    }
}

/// The bytes that have not been read yet.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn bytes(&mut self, len: u32) -> Option<&'a [u8]> {
        let (bytes, rest) = self.0.split_at_checked(len as usize)?;
        self.0 = rest;
        Some(bytes)
    }

    fn u32(&mut self) -> Option<u32> {
        let bytes = self.bytes(4)?.try_into().ok()?;
        Some(u32::from_le_bytes(bytes))
    }

    fn flag(&mut self) -> Option<bool> {
        Some(self.bytes(1)?[0] != 0)
    }

    fn ty(&mut self) -> Option<Type> {
        Type::ALL.get(usize::from(self.bytes(1)?[0])).copied()
    }
}

fn read_about(reader: &mut Reader<'_>) -> Option<About> {
    let layout = Places {
        first_host_function: reader.u32()?,
        constants: reader.u32()?..reader.u32()?,
        stack: reader.u32()?..reader.u32()?,
        end: reader.u32()?,
    };
    let mut about = About {
        layout,
        stack_size: reader.u32()?,
        lenient_calls: reader.flag()?,
        interruptible: reader.flag()?,
        shared: reader.flag()?,
        exports_all: reader.flag()?,
        canonical_nans: reader.flag()?,
        loads_modules: reader.flag()?,
        nests_loops: reader.flag()?,
        outside: Vec::new(),
        host: Vec::new(),
    };
    for _ in 0..reader.u32()? {
        about.outside.push(FuncId(reader.u32()?));
    }
    for _ in 0..reader.u32()? {
        let len = reader.u32()?;
        let name = String::from_utf8(reader.bytes(len)?.to_vec()).ok()?;
        let result = reader.ty()?;
        let mut params = Vec::new();
        for _ in 0..reader.u32()? {
            params.push(reader.ty()?);
        }
        about.host.push(HostFunction {
            name: name.into(),
            params: params.into(),
            result,
            fixed_address: Some(reader.u32()?).filter(|&address| address != 0),
        });
    }
    Some(about)
}
