//! Structures in the guest's memory. They are little-endian, with 64-bit fields at multiples of 8
//! bytes.

use crate::Errno;
use crate::files::{Status, Time};
use std::time::Duration;

/// Size of `struct stat`.
pub(super) const STAT_SIZE: u32 = 104;
/// Size of `struct timeval` and of `struct timespec`: seconds, the fraction of a second, and four
/// bytes of padding.
pub(super) const TIME_SIZE: u32 = 16;
/// Offset of the name in a `struct dirent`.
const DIRENT_NAME: usize = 18;

const NANOSECONDS_PER_MICROSECOND: u32 = 1000;

/// Returns the bytes of a `struct stat`.
pub(super) fn stat(status: &Status) -> [u8; STAT_SIZE as usize] {
    let mut bytes = [0; STAT_SIZE as usize];
    let mut put = |at: usize, field: &[u8]| bytes[at..at + field.len()].copy_from_slice(field);
    put(0, &status.device.to_le_bytes());
    put(8, &status.inode.to_le_bytes());
    put(16, &status.mode.to_le_bytes());
    put(20, &status.links.to_le_bytes());
    put(24, &status.user.to_le_bytes());
    put(28, &status.group.to_le_bytes());
    put(32, &status.special_device.to_le_bytes());
    put(40, &status.size.to_le_bytes());
    put(48, &status.block_size.to_le_bytes());
    // The field has 32 bits; larger values are clamped.
    put(
        52,
        &i32::try_from(status.blocks)
            .unwrap_or(i32::MAX)
            .to_le_bytes(),
    );
    let times = [status.accessed, status.modified, status.changed];
    for (index, time) in times.iter().enumerate() {
        put(56 + 16 * index, &time.seconds.to_le_bytes());
        put(64 + 16 * index, &i64::from(time.nanoseconds).to_le_bytes());
    }
    bytes
}

/// Returns the bytes of a `struct timespec`.
pub(super) fn timespec(time: Duration) -> [u8; TIME_SIZE as usize] {
    time_with_part(time, time.subsec_nanos())
}

/// Returns the bytes of a `struct timeval`.
pub(super) fn timeval(time: Duration) -> [u8; TIME_SIZE as usize] {
    time_with_part(time, time.subsec_micros())
}

/// Returns the bytes of a time with its fraction. The guest's seconds are signed, so virtual time
/// can exceed their maximum.
fn time_with_part(time: Duration, part: u32) -> [u8; TIME_SIZE as usize] {
    let mut bytes = [0; TIME_SIZE as usize];
    let seconds = i64::try_from(time.as_secs()).unwrap_or(i64::MAX);
    bytes[..8].copy_from_slice(&seconds.to_le_bytes());
    bytes[8..12].copy_from_slice(&part.to_le_bytes());
    bytes
}

/// Reads a `struct timespec`, whose nanoseconds must be fewer than a second.
pub(super) fn read_timespec(bytes: [u8; TIME_SIZE as usize]) -> Result<Time, Errno> {
    read_time(bytes, 1)
}

/// Reads a `struct timeval`, whose microseconds must be fewer than a second.
pub(super) fn read_timeval(bytes: [u8; TIME_SIZE as usize]) -> Result<Time, Errno> {
    read_time(bytes, NANOSECONDS_PER_MICROSECOND)
}

fn read_time(bytes: [u8; TIME_SIZE as usize], unit: u32) -> Result<Time, Errno> {
    let word = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|index| bytes[at + index]));
    let seconds = (u64::from(word(0)) | u64::from(word(4)) << 32) as i64;
    let nanoseconds = word(8).checked_mul(unit).ok_or(Errno::EINVAL)?;
    if nanoseconds >= 1_000_000_000 {
        return Err(Errno::EINVAL);
    }
    Ok(Time {
        seconds,
        nanoseconds,
    })
}

/// Writes a `struct dirent` and returns its length, or `None` if it does not fit. The C library
/// requires every record to be aligned to 4 bytes.
pub(super) fn dirent(room: &mut [u8], inode: u64, offset: u64, name: &[u8]) -> Option<usize> {
    let len = (DIRENT_NAME + name.len() + 1).next_multiple_of(4);
    let record = room.get_mut(..len)?;
    record.fill(0);
    record[0..8].copy_from_slice(&inode.to_le_bytes());
    record[8..16].copy_from_slice(&offset.to_le_bytes());
    record[16..18].copy_from_slice(&u16::try_from(len).ok()?.to_le_bytes());
    record[DIRENT_NAME..DIRENT_NAME + name.len()].copy_from_slice(name);
    Some(len)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Regression test: a program that slept forever under virtual time saw a negative clock.
    #[test]
    fn time_after_the_last_second_is_not_negative() {
        for bytes in [timespec(Duration::MAX), timeval(Duration::MAX)] {
            assert_eq!(bytes[..8], i64::MAX.to_le_bytes());
        }
    }
}
