//! Defines the lane shapes of vectors.

use pinnacle_pexe::types::Type;
use wasm_encoder::InstructionSink;

/// The lanes of a vector in WebAssembly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    I8x16,
    I16x8,
    I32x4,
    F32x4,
}

impl Shape {
    /// Returns the shape of a vector type. For masks it depends on the number of lanes.
    pub(super) const fn of(ty: Type) -> Shape {
        match (ty, ty.lanes()) {
            (Type::V4Float, _) => Shape::F32x4,
            (_, 16) => Shape::I8x16,
            (_, 8) => Shape::I16x8,
            _ => Shape::I32x4,
        }
    }

    /// Returns the number of lanes.
    pub(super) const fn lanes(self) -> u8 {
        match self {
            Shape::I8x16 => 16,
            Shape::I16x8 => 8,
            Shape::I32x4 | Shape::F32x4 => 4,
        }
    }

    /// Returns the number of bits of a lane.
    pub(super) const fn bits(self) -> u32 {
        128 / self.lanes() as u32
    }

    /// Returns the constant vector with a number in each lane.
    pub(super) fn each(self, number: impl Fn(u8) -> u64) -> i128 {
        let bits = self.bits();
        let cut = (1_u128 << bits) - 1;
        let place = |lane: u8| (u128::from(number(lane)) & cut) << (u32::from(lane) * bits);
        (0..self.lanes()).fold(0, |vector, lane| vector | place(lane)) as i128
    }

    /// Creates a vector with the scalar on the stack in each lane.
    pub(super) fn splat(self, sink: &mut InstructionSink<'_>) {
        match self {
            Shape::I8x16 => sink.i8x16_splat(),
            Shape::I16x8 => sink.i16x8_splat(),
            Shape::I32x4 => sink.i32x4_splat(),
            Shape::F32x4 => sink.f32x4_splat(),
        };
    }

    /// Extracts a lane of the vector on the stack, sign-extended or zero-extended.
    pub(super) fn extract(self, sink: &mut InstructionSink<'_>, lane: u8, signed: bool) {
        match (self, signed) {
            (Shape::I8x16, true) => sink.i8x16_extract_lane_s(lane),
            (Shape::I8x16, false) => sink.i8x16_extract_lane_u(lane),
            (Shape::I16x8, true) => sink.i16x8_extract_lane_s(lane),
            (Shape::I16x8, false) => sink.i16x8_extract_lane_u(lane),
            (Shape::I32x4, _) => sink.i32x4_extract_lane(lane),
            (Shape::F32x4, _) => sink.f32x4_extract_lane(lane),
        };
    }

    /// Replaces a lane of the vector on the stack by the scalar above it.
    pub(super) fn replace(self, sink: &mut InstructionSink<'_>, lane: u8) {
        match self {
            Shape::I8x16 => sink.i8x16_replace_lane(lane),
            Shape::I16x8 => sink.i16x8_replace_lane(lane),
            Shape::I32x4 => sink.i32x4_replace_lane(lane),
            Shape::F32x4 => sink.f32x4_replace_lane(lane),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_lane_has_its_number() {
        assert_eq!(
            Shape::of(Type::V4I32).each(|lane| u64::from(lane) << 4),
            0x30_0000_0020_0000_0010_0000_0000
        );
        assert_eq!(Shape::of(Type::V16I1).each(|_| 0x1ff), -1);
    }
}
