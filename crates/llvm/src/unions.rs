//! Unions of LLVM 2.7, which later releases do not have. LLVM itself had no upgrade for them.
//!
//! A union becomes a struct. Its first field is the member with the largest alignment, and of these
//! the largest one. Bytes follow, up to the size of the union. All members begin at the start of a
//! union, so the address of a member is that of the union.

use crate::constants::ConstantKind;
use crate::ids::{ConstantId, Name, TypeId};
use crate::instruction::{CastOp, GepFlags};
use crate::layout::{DataLayout, Extent};
use crate::module::Module;
use crate::types::{Type, Unions};

impl Module {
    /// The struct that stands for a union; `None` if a member has no size. The module must have its
    /// data layout.
    pub(crate) fn union_of(&mut self, members: &[TypeId]) -> Option<TypeId> {
        if let Some(&known) = self.types.unions.structs.get(members) {
            return Some(known);
        }
        let mut held = None;
        let (mut size, mut align) = (0, 1);
        for &member in members {
            let extent = self.extent(member)?;
            size = size.max(extent.size);
            align = align.max(extent.align);
            let key = (extent.align, extent.size);
            if held.is_none_or(|(_, best)| key > best) {
                held = Some((member, key));
            }
        }
        let (held, (_, held_size)) = held?;
        let rest = size.checked_next_multiple_of(align)? - held_size;
        let mut fields = vec![held];
        if rest > 0 {
            let byte = self.types.integer(8);
            fields.push(self.types.array(byte, rest));
        }
        let (id, ty) = self.types.new_struct(Name::NONE);
        self.types.set_fields(id, &fields, false);
        self.types.unions.members.insert(ty, members.to_vec());
        self.types.unions.structs.insert(members.to_vec(), ty);
        Some(ty)
    }

    /// The size and alignment of a type.
    fn extent(&mut self, ty: TypeId) -> Option<Extent> {
        let unions = std::mem::take(&mut self.types.unions);
        let layout = (unions.layout).unwrap_or_else(|| DataLayout::of(&self.data_layout));
        let mut extents = unions.extents;
        let extent = layout.extent(&self.types, &mut extents, ty);
        self.types.unions = Unions {
            layout: Some(layout),
            extents,
            ..unions
        };
        extent
    }

    fn is_big_endian(&self) -> bool {
        let layout = self.types.unions.layout.as_ref();
        layout.is_some_and(|layout| layout.big_endian)
    }

    /// A constant of a union, given the value of a member. `None` if the value is an address or an
    /// aggregate, and the struct's first field is another member.
    pub(crate) fn union_constant(&mut self, ty: TypeId, value: ConstantId) -> Option<ConstantId> {
        let fields = self.types.fields(ty)?.to_vec();
        let &held = fields.first()?;
        let constant = self.constants.get(value);
        match constant.kind {
            ConstantKind::Zero | ConstantKind::Null | ConstantKind::Bits(0) => {
                return Some(self.zero(ty));
            }
            ConstantKind::Undef => return Some(self.constants.plain(ty, ConstantKind::Undef)),
            _ => {}
        }
        let mut parts = Vec::new();
        if constant.ty == held {
            parts.push(value);
            parts.extend(fields.get(1).map(|&rest| self.zero(rest)));
        } else {
            let whole = self.extent(ty)?.size;
            let first = self.extent(held)?.size;
            let big_endian = self.is_big_endian();
            let mut bytes = self.bytes_of(value, big_endian)?;
            if bytes.len() as u64 > whole || whole > MAX_BYTES {
                return None;
            }
            bytes.resize(whole as usize, 0);
            let (first, rest) = bytes.split_at_checked(first as usize)?;
            parts.push(self.of_bytes(held, first, big_endian)?);
            if let Some(&ty) = fields.get(1) {
                parts.push(self.of_bytes(ty, rest, big_endian)?);
            }
        }
        Some(self.constants.aggregate(ty, &parts))
    }

    /// The bytes of a number, or of an array of numbers.
    fn bytes_of(&self, value: ConstantId, big_endian: bool) -> Option<Vec<u8>> {
        let constant = self.constants.get(value);
        let (mut bytes, width) = match (constant.kind, self.types.get(constant.ty)) {
            (ConstantKind::Bits(bits), ty) => {
                let width = width_of(ty)?;
                (bits.to_le_bytes()[..width].to_vec(), width)
            }
            (ConstantKind::Data(list), Type::Array { element, .. }) => {
                let width = width_of(self.types.get(element))?;
                (self.constants.bytes(list).to_vec(), width)
            }
            _ => return None,
        };
        if big_endian {
            bytes.chunks_mut(width).for_each(<[u8]>::reverse);
        }
        Some(bytes)
    }

    /// A number, an address or an array of numbers with these bytes; `None` for other types.
    fn of_bytes(&mut self, ty: TypeId, bytes: &[u8], big_endian: bool) -> Option<ConstantId> {
        let bits_of = |bytes: &[u8]| {
            let fold = |bits: u64, &byte: &u8| bits << 8 | u64::from(byte);
            match big_endian {
                true => bytes.iter().fold(0, fold),
                false => bytes.iter().rev().fold(0, fold),
            }
        };
        match self.types.get(ty) {
            _ if bytes.iter().all(|&byte| byte == 0) => Some(self.zero(ty)),
            Type::Pointer(_) if bytes.len() <= 8 => {
                let word = self.types.integer(bytes.len() as u32 * 8);
                let number = self.constants.bits(word, bits_of(bytes));
                let address = ConstantKind::Cast(CastOp::IntToPtr, number);
                Some(self.constants.plain(ty, address))
            }
            Type::Array { element, .. } => {
                let width = width_of(self.types.get(element))?;
                let mut bytes = bytes.to_vec();
                if big_endian {
                    bytes.chunks_mut(width).for_each(<[u8]>::reverse);
                }
                Some(self.constants.data(ty, &bytes))
            }
            scalar => {
                let width = width_of(scalar)?;
                Some(self.constants.bits(ty, bits_of(bytes.get(..width)?)))
            }
        }
    }

    /// An address expression. If its path leads through a union, it is split into steps. `operands`
    /// are the base and the indices.
    pub(crate) fn address_expression(
        &mut self,
        ty: TypeId,
        mut source: TypeId,
        flags: GepFlags,
        operands: &[ConstantId],
    ) -> ConstantId {
        let whole = |module: &mut Module, source, operands: &[ConstantId]| {
            module
                .constants
                .get_element_ptr(ty, source, flags, operands)
        };
        if self.types.unions.members.is_empty() {
            return whole(self, source, operands);
        }
        let mut path: Vec<ConstantId> = operands.iter().copied().take(2).collect();
        let mut at = source;
        for (place, &index) in operands.iter().enumerate().skip(2) {
            let number = match self.constants.get(index).kind {
                ConstantKind::Bits(bits) => usize::try_from(bits).unwrap_or(usize::MAX),
                _ => usize::MAX,
            };
            if let Some(members) = self.types.members(at) {
                let Some(&member) = members.get(number) else {
                    return whole(self, source, operands);
                };
                at = member;
                if place + 1 < operands.len() {
                    let base = whole(self, source, &path);
                    path = vec![base, self.int(32, 0)];
                    source = at;
                }
                continue;
            }
            let fields = self.types.fields(at);
            let part = self.types.element(at);
            at = match part.or_else(|| fields?.get(number).copied()) {
                Some(part) => part,
                None => return whole(self, source, operands),
            };
            path.push(index);
        }
        whole(self, source, &path)
    }
}

/// Maximum size in bytes of a union that has a constant of a member other than the struct's. It
/// keeps constants proportional to the file.
const MAX_BYTES: u64 = 64;

/// The size of a number in bytes, if it is a whole number up to eight.
fn width_of(ty: Type) -> Option<usize> {
    match ty {
        Type::Integer(width @ (8 | 16 | 32 | 64)) => Some(width as usize / 8),
        Type::Float => Some(4),
        Type::Double => Some(8),
        _ => None,
    }
}
