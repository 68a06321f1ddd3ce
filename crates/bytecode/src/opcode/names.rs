//! Looks up an operation by its name, in a hash table that is computed at compile time.

use super::{NONE, TABLE};

/// Number of slots in [`BY_NAME`].
const PLACES: usize = 256;

/// Open-addressing hash table: the operation of each name, in the slot of its hash or the next free
/// slot.
static BY_NAME: [u8; PLACES] = {
    let mut places = [NONE as u8; PLACES];
    let mut operation = TABLE.len();
    // Of operations with the same name, the first one wins, because it is inserted last.
    while operation > 1 {
        operation -= 1;
        let name = TABLE[operation].name.as_bytes();
        let mut place = hash(name);
        while places[place] != NONE as u8 && !is_same(TABLE[places[place] as usize].name, name) {
            place = (place + 1) % PLACES;
        }
        places[place] = operation as u8;
    }
    places
};

/// A number for a name, different for most names of operations.
const fn hash(name: &[u8]) -> usize {
    match name {
        [first, second, .., before, last] => {
            let (first, second) = (*first as usize, *second as usize);
            let (before, last) = (*before as usize, *last as usize);
            (first * 7 + second * 31 + before * 3 + last * 13 + name.len()) % PLACES
        }
        _ => name.len(),
    }
}

const fn is_same(name: &str, other: &[u8]) -> bool {
    let name = name.as_bytes();
    let mut index = 0;
    while index < name.len() && index < other.len() && name[index] == other[index] {
        index += 1;
    }
    index == name.len() && index == other.len()
}

/// Returns the operation with a name in assembly; [`NONE`] if there is none.
#[inline]
pub(crate) fn find(name: &[u8]) -> u32 {
    let mut place = hash(name);
    loop {
        let operation = BY_NAME[place];
        if operation == NONE as u8 || TABLE[operation as usize].name.as_bytes() == name {
            return operation.into();
        }
        place = (place + 1) % PLACES;
    }
}
