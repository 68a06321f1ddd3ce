//! A single budget for all memory that a program uses: the pages of its own memory, and the host's
//! allocations on its behalf.
//!
//! A [`MemoryBudget`] is a shared counter with a limit. A [`Charge`] is a number of bytes taken
//! from it, which are released when the charge is dropped. Code that keeps data for a program holds
//! a charge for it, or uses a container that does: a [`ChargedQueue`] cannot grow without one.
//!
//! ```
//! use pinnacle_system::memory_budget::MemoryBudget;
//!
//! let budget = MemoryBudget::new(100);
//! let first = budget.charge(60).unwrap();
//! assert!(budget.charge(60).is_err());
//! drop(first);
//! assert!(budget.charge(60).is_ok());
//! ```

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of bytes that the host may still use for a program that has mapped all of its own
/// memory.
pub const HOST_RESERVE: u64 = 8 << 20;

/// The error for a charge that does not fit in the budget.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfBudget;

impl fmt::Display for OutOfBudget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the memory budget of the program is exhausted")
    }
}

impl std::error::Error for OutOfBudget {}

#[derive(Debug)]
struct Account {
    limit: AtomicU64,
    /// Sum of the charges.
    charged: AtomicU64,
    /// Mapped bytes of the program's own memory.
    guest: AtomicU64,
    /// Bytes that a device counts itself, such as an OpenGL driver's memory.
    device: AtomicU64,
}

/// The memory budget of one program. Clones share it.
#[derive(Clone, Debug)]
pub struct MemoryBudget(Arc<Account>);

impl Default for MemoryBudget {
    /// Returns a budget without a limit.
    fn default() -> MemoryBudget {
        MemoryBudget::new(u64::MAX)
    }
}

impl MemoryBudget {
    /// Creates a budget of this many bytes.
    pub fn new(limit: u64) -> MemoryBudget {
        MemoryBudget(Arc::new(Account {
            limit: AtomicU64::new(limit),
            charged: AtomicU64::new(0),
            guest: AtomicU64::new(0),
            device: AtomicU64::new(0),
        }))
    }

    /// Changes the limit. Existing charges stay, even beyond it.
    pub fn set_limit(&self, limit: u64) {
        self.0.limit.store(limit, Ordering::Relaxed);
    }

    /// Returns the limit in bytes.
    pub fn limit(&self) -> u64 {
        self.0.limit.load(Ordering::Relaxed)
    }

    /// Sets the number of mapped bytes of the program's own memory.
    pub fn set_guest(&self, bytes: u64) {
        self.0.guest.store(bytes, Ordering::Relaxed);
    }

    /// Sets the number of bytes that devices count themselves.
    pub fn set_device(&self, bytes: u64) {
        self.0.device.store(bytes, Ordering::Relaxed);
    }

    /// Returns the sum of all charges in bytes.
    pub fn charged(&self) -> u64 {
        self.0.charged.load(Ordering::Relaxed)
    }

    /// Returns true if this number of bytes still fits.
    pub fn has_room(&self, bytes: u64) -> bool {
        self.fits(self.charged().saturating_add(bytes))
    }

    /// Returns the number of bytes that still fit.
    pub fn room(&self) -> u64 {
        let guest = self.0.guest.load(Ordering::Relaxed);
        let device = self.0.device.load(Ordering::Relaxed);
        let used = self.charged().saturating_add(guest).saturating_add(device);
        self.limit().saturating_sub(used)
    }

    /// Returns true if the program's own memory may grow to this size in bytes.
    pub fn has_room_for_guest(&self, bytes: u64) -> bool {
        let device = self.0.device.load(Ordering::Relaxed);
        let host = self.charged().saturating_add(device);
        bytes.saturating_add(host) <= self.limit()
    }

    /// Takes bytes out of the budget.
    ///
    /// # Errors
    ///
    /// Fails with [`OutOfBudget`] if they do not fit.
    pub fn charge(&self, bytes: u64) -> Result<Charge, OutOfBudget> {
        let mut charge = self.empty_charge();
        charge.grow(bytes)?;
        Ok(charge)
    }

    /// Charges bytes that already exist, even beyond the limit. This is for data from outside whose
    /// amount is limited in another way, such as events on their way to the program.
    pub fn overdraw(&self, bytes: u64) -> Charge {
        self.0.charged.fetch_add(bytes, Ordering::Relaxed);
        Charge {
            bytes,
            budget: self.clone(),
        }
    }

    /// Returns an empty charge that can grow.
    pub fn empty_charge(&self) -> Charge {
        Charge {
            bytes: 0,
            budget: self.clone(),
        }
    }

    fn fits(&self, charged: u64) -> bool {
        let guest = self.0.guest.load(Ordering::Relaxed);
        let device = self.0.device.load(Ordering::Relaxed);
        charged.saturating_add(guest).saturating_add(device) <= self.limit()
    }
}

/// Bytes charged to a budget. They are released when the charge is dropped.
#[derive(Debug, Default)]
pub struct Charge {
    bytes: u64,
    budget: MemoryBudget,
}

impl Charge {
    /// Returns the number of charged bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Charges more bytes.
    ///
    /// # Errors
    ///
    /// Fails with [`OutOfBudget`] if they do not fit. The charge is then unchanged.
    pub fn grow(&mut self, bytes: u64) -> Result<(), OutOfBudget> {
        let before = self.budget.0.charged.fetch_add(bytes, Ordering::Relaxed);
        if !self.budget.fits(before.saturating_add(bytes)) {
            self.budget.0.charged.fetch_sub(bytes, Ordering::Relaxed);
            return Err(OutOfBudget);
        }
        self.bytes += bytes;
        Ok(())
    }

    /// Releases some of the bytes, but at most all of them.
    pub fn shrink(&mut self, bytes: u64) {
        debug_assert!(bytes <= self.bytes, "only what was taken is given back");
        let bytes = bytes.min(self.bytes);
        self.budget.0.charged.fetch_sub(bytes, Ordering::Relaxed);
        self.bytes -= bytes;
    }

    /// Changes the charge to this number of bytes.
    ///
    /// # Errors
    ///
    /// Fails with [`OutOfBudget`] if they do not fit. The charge is then unchanged.
    pub fn resize(&mut self, bytes: u64) -> Result<(), OutOfBudget> {
        match bytes.checked_sub(self.bytes) {
            Some(more) => self.grow(more),
            None => {
                self.shrink(self.bytes - bytes);
                Ok(())
            }
        }
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        self.shrink(self.bytes);
    }
}

/// A value that owns memory outside of its own bytes.
pub trait Footprint {
    /// Returns the number of bytes that the value owns elsewhere, such as the buffer of a string.
    /// It must not change while a container holds the value.
    fn kept_elsewhere(&self) -> u64;
}

/// A first-in first-out queue that charges each entry.
///
/// An entry costs twice its size, because the queue's buffer doubles as it grows, plus the memory
/// that it owns elsewhere.
#[derive(Debug)]
pub struct ChargedQueue<T> {
    entries: VecDeque<T>,
    charge: Charge,
}

impl<T: Footprint> ChargedQueue<T> {
    /// Creates an empty queue.
    pub fn new(budget: &MemoryBudget) -> ChargedQueue<T> {
        ChargedQueue {
            entries: VecDeque::new(),
            charge: budget.empty_charge(),
        }
    }

    fn cost(entry: &T) -> u64 {
        2 * size_of::<T>() as u64 + entry.kept_elsewhere()
    }

    /// Appends an entry.
    ///
    /// # Errors
    ///
    /// Returns the entry if the budget has no room for it.
    pub fn push_back(&mut self, entry: T) -> Result<(), T> {
        match self.charge.grow(Self::cost(&entry)) {
            Ok(()) => {
                self.entries.push_back(entry);
                Ok(())
            }
            Err(OutOfBudget) => Err(entry),
        }
    }

    /// Removes and returns the oldest entry.
    pub fn pop_front(&mut self) -> Option<T> {
        let entry = self.entries.pop_front()?;
        self.charge.shrink(Self::cost(&entry));
        // A queue that was once long releases its buffer, which is not charged.
        if self.entries.capacity() > 64 && self.entries.len() < self.entries.capacity() / 4 {
            self.entries.shrink_to(self.entries.len() * 2);
        }
        Some(entry)
    }

    /// Returns the oldest entry.
    pub fn front(&self) -> Option<&T> {
        self.entries.front()
    }

    /// Keeps the entries for which a function returns true.
    pub fn retain(&mut self, mut keep: impl FnMut(&T) -> bool) {
        let charge = &mut self.charge;
        self.entries.retain(|entry| {
            let stays = keep(entry);
            if !stays {
                charge.shrink(Self::cost(entry));
            }
            stays
        });
    }

    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns true if there are no entries.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Removes and returns all entries, the oldest first.
    pub fn drain(&mut self) -> VecDeque<T> {
        self.charge.shrink(self.charge.bytes());
        std::mem::take(&mut self.entries)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Footprint for &str {
        fn kept_elsewhere(&self) -> u64 {
            self.len() as u64
        }
    }

    #[test]
    fn charges_return_when_they_are_dropped() {
        let budget = MemoryBudget::new(20);
        let mut first = budget.charge(10).unwrap();
        let second = budget.charge(5).unwrap();
        first.resize(7).unwrap();
        assert_eq!(budget.charged(), 12);
        drop(second);
        assert_eq!((budget.charged(), first.bytes()), (7, 7));
        drop(first);
        assert_eq!(budget.charged(), 0);
    }

    #[test]
    fn a_charge_that_does_not_fit_changes_nothing() {
        let budget = MemoryBudget::new(20);
        let mut charge = budget.charge(15).unwrap();
        assert_eq!(charge.grow(6), Err(OutOfBudget));
        assert_eq!(charge.grow(u64::MAX - 30), Err(OutOfBudget));
        assert_eq!((charge.bytes(), budget.charged()), (15, 15));
        charge.grow(5).unwrap();
    }

    #[test]
    fn existing_charges_count_beyond_the_limit() {
        let budget = MemoryBudget::new(20);
        let overdrawn = budget.overdraw(30);
        assert!(!budget.has_room(0) && budget.room() == 0);
        drop(overdrawn);
        assert_eq!(budget.room(), 20);
    }

    #[test]
    fn the_memory_of_the_program_and_of_devices_counts_too() {
        let budget = MemoryBudget::new(100);
        budget.set_guest(50);
        budget.set_device(20);
        assert!(budget.has_room(30) && !budget.has_room(31));
        let _charge = budget.charge(10).unwrap();
        assert!(budget.has_room_for_guest(70) && !budget.has_room_for_guest(71));
    }

    #[test]
    fn a_full_queue_takes_no_entry_and_releases_everything() {
        let entry = 2 * size_of::<&str>() as u64 + 3;
        let budget = MemoryBudget::new(2 * entry);
        let mut queue = ChargedQueue::new(&budget);
        queue.push_back("abc").unwrap();
        queue.push_back("def").unwrap();
        assert_eq!(queue.push_back("x"), Err("x"));
        queue.retain(|entry| *entry != "abc");
        assert_eq!(budget.charged(), entry);
        assert_eq!(queue.pop_front(), Some("def"));
        assert_eq!(budget.charged(), 0);
    }

    #[test]
    fn a_queue_that_was_long_does_not_keep_its_buffer() {
        let budget = MemoryBudget::default();
        let mut queue = ChargedQueue::new(&budget);
        for _ in 0..10_000 {
            queue.push_back("").unwrap();
        }
        while queue.pop_front().is_some() {}
        assert!(
            queue.entries.capacity() <= 64,
            "{}",
            queue.entries.capacity()
        );
    }
}
