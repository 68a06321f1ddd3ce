//! Values of the program as words, and as values of Wasmtime.
//!
//! As words, integers are zero-extended, floating point is its bits, vectors of
//! 128 bits are two words, vectors of `i1` a mask with a bit for each lane. In
//! code narrow integers are `i32` whose upper bits mean nothing, and lanes of
//! vectors of `i1` are all ones or zero.

use pinnacle_pexe::types::Type;
use wasmtime::{Val, ValType};

/// Returns the WebAssembly type for a type of the program.
pub(super) fn value_type(ty: Type) -> ValType {
    match ty {
        Type::I64 => ValType::I64,
        Type::Float => ValType::F32,
        Type::Double => ValType::F64,
        _ if ty.lanes() > 0 => ValType::V128,
        _ => ValType::I32,
    }
}

/// Converts a word to a value of a type that is not a vector.
pub(super) fn to_value(word: u64, ty: Type) -> Val {
    match ty {
        Type::I64 => Val::I64(word as i64),
        Type::Float => Val::F32(word as u32),
        Type::Double => Val::F64(word),
        _ => Val::I32(word as i32),
    }
}

/// Converts a value that is not a vector to a word.
pub(super) fn to_word(value: &Val) -> u64 {
    match *value {
        Val::I32(value) => u64::from(value as u32),
        Val::I64(value) => value as u64,
        Val::F32(bits) => bits.into(),
        Val::F64(bits) => bits,
        _ => 0,
    }
}

/// Returns the number of words of a value.
pub(super) fn word_count(ty: Type) -> usize {
    if ty.bits() > 64 { 2 } else { 1 }
}

/// Converts words to a value.
///
/// # Panics
///
/// Panics if there are too few words.
pub(super) fn from_words(words: &[u64], ty: Type) -> Val {
    match (ty.lanes(), ty.bits()) {
        (0, _) => to_value(words[0], ty),
        (lanes, bits) if bits == lanes => Val::V128(spread(words[0], lanes).into()),
        _ => Val::V128((u128::from(words[0]) | u128::from(words[1]) << 64).into()),
    }
}

/// Converts a value to two words; the second is 0 if it is not needed.
pub(super) fn into_words(value: &Val, ty: Type) -> [u64; 2] {
    let (lanes, bits) = (ty.lanes(), ty.bits());
    match *value {
        _ if ty == Type::Void => [0; 2],
        Val::V128(vector) => {
            let vector = vector.as_u128();
            if bits == lanes {
                [gather(vector, lanes), 0]
            } else {
                [vector as u64, (vector >> 64) as u64]
            }
        }
        _ if bits < 32 => [to_word(value) & ((1 << bits) - 1), 0],
        _ => [to_word(value), 0],
    }
}

/// Converts words to the arguments of a function.
///
/// # Panics
///
/// Panics if the words are not as many as the types take.
pub(super) fn arguments(types: &[Type], mut words: &[u64]) -> Vec<Val> {
    let values = types.iter().map(|&ty| {
        let (these, rest) = words.split_at(word_count(ty));
        words = rest;
        from_words(these, ty)
    });
    let values = values.collect();
    assert!(words.is_empty(), "there are more words than parameters");
    values
}

/// Expands a mask of one bit per lane to lanes that are all ones or all zeros.
fn spread(mask: u64, lanes: u32) -> u128 {
    let width = 128 / lanes;
    let ones = (1 << width) - 1;
    let set = (0..lanes).filter(|lane| mask >> lane & 1 != 0);
    set.fold(0, |vector, lane| vector | ones << (lane * width))
}

/// Converts in the opposite direction.
fn gather(vector: u128, lanes: u32) -> u64 {
    let width = 128 / lanes;
    let set = (0..lanes).filter(|lane| vector >> (lane * width) & 1 != 0);
    set.fold(0, |mask, lane| mask | 1 << lane)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_survive_the_way_there_and_back() {
        for ty in Type::ALL.into_iter().filter(|&ty| ty != Type::Void) {
            let mask = |bits: u32| u64::MAX.checked_shr(64 - bits.min(64)).unwrap_or(0);
            let low = 0x8123_4567_89ab_cdef & mask(ty.bits());
            let high = if word_count(ty) == 2 {
                0xfedc_ba98_7654_3211
            } else {
                0
            };
            let value = from_words(&[low, high], ty);
            assert_eq!(into_words(&value, ty), [low, high], "{ty}");
            assert!(value_type(ty).matches(&type_of(&value)), "{ty}");
        }
    }

    fn type_of(value: &Val) -> ValType {
        match value {
            Val::I32(_) => ValType::I32,
            Val::I64(_) => ValType::I64,
            Val::F32(_) => ValType::F32,
            Val::F64(_) => ValType::F64,
            _ => ValType::V128,
        }
    }

    #[test]
    fn the_upper_bits_of_narrow_integers_do_not_count() {
        assert_eq!(into_words(&Val::I32(-1), Type::I1), [1, 0]);
        assert_eq!(into_words(&Val::I32(0x1234), Type::I8), [0x34, 0]);
        assert_eq!(into_words(&Val::I32(-2), Type::I16), [0xfffe, 0]);
    }

    #[test]
    fn a_mask_has_a_bit_for_each_lane() {
        assert_eq!(spread(0b1010, 4), 0xffff_ffff_0000_0000_ffff_ffff_0000_0000);
        assert_eq!(gather(spread(0xa5, 8), 8), 0xa5);
    }
}
