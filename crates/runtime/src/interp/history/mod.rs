//! The history of a run, which lets a debugger go back.
//!
//! A snapshot contains the state of all threads and the memory. The host has no snapshots: it stays
//! at the latest moment of the run. A log contains its answers. A run that has gone back gets its
//! answers from the log up to that moment ([`log`]), so nothing outside happens twice.
//!
//! Snapshots share what did not change between them. Together with the log they take at most as
//! much memory as the program may. If they need more, those close to others are dropped first. If
//! only the first and the last one are left, the log loses its beginning, and the run can no longer
//! go back to before the first remaining snapshot.

mod log;
mod snapshot;

pub(super) use log::{LoggedHost, SharedLog};
pub(super) use snapshot::{Snapshot, Turn};

/// Maximum number of snapshots.
const MAX_SNAPSHOTS: usize = 512;

/// The snapshots of a run, with the log of its host.
pub(super) struct History<'p> {
    log: SharedLog,
    /// Sorted by moment.
    snapshots: Vec<Snapshot<'p>>,
    /// Total size of the snapshots in bytes.
    size: usize,
    /// Size of the log in bytes at the last snapshot.
    log_size: usize,
    /// Maximum total size of the snapshots and the log in bytes.
    limit: usize,
}

impl<'p> History<'p> {
    /// Makes a history without snapshots.
    pub(super) fn new(log: SharedLog, limit: usize) -> History<'p> {
        History {
            log,
            snapshots: Vec::new(),
            size: 0,
            log_size: 0,
            limit,
        }
    }

    /// Number of answers that the run has received from the host.
    pub(super) fn answers(&self) -> u64 {
        self.log.borrow().position()
    }

    /// Returns the last snapshot, with which the next one can share blocks.
    pub(super) fn last(&self) -> Option<&Snapshot<'p>> {
        self.snapshots.last()
    }

    /// Adds a snapshot if its moment is later than that of all others.
    pub(super) fn keep(&mut self, snapshot: Snapshot<'p>) {
        if self
            .last()
            .is_some_and(|last| last.moment >= snapshot.moment)
        {
            return;
        }
        self.size += snapshot.allocated();
        self.snapshots.push(snapshot);
        while self.snapshots.len() > MAX_SNAPSHOTS || self.is_too_large() {
            match self.nearest_to_others() {
                Some(index) => self.drop_snapshot(index),
                None if self.snapshots.len() > 1 => {
                    self.drop_snapshot(0);
                    let first = self.snapshots[0].answers;
                    self.log.borrow_mut().forget_before(first);
                }
                None => break,
            }
        }
        self.log_size = self.log.borrow().size();
    }

    /// Returns true if the log has grown by a quarter of the limit since the last snapshot.
    pub(super) fn needs_snapshot(&self) -> bool {
        self.log.borrow().size() > self.log_size + self.limit / 4
    }

    fn is_too_large(&self) -> bool {
        self.size + self.log.borrow().size() > self.limit
    }

    fn drop_snapshot(&mut self, index: usize) {
        let dropped = self.snapshots.remove(index);
        self.size = self.size.saturating_sub(dropped.unshared());
    }

    /// Returns the inner snapshot whose removal increases the largest distance between snapshots
    /// the least.
    fn nearest_to_others(&self) -> Option<usize> {
        let distances = self.snapshots.windows(3);
        let distances = distances.map(|three| three[2].moment - three[0].moment);
        let nearest = distances.enumerate().min_by_key(|&(_, distance)| distance);
        nearest.map(|(index, _)| index + 1)
    }

    /// Returns the last snapshot at or before a moment, or else the first one, and true if it is
    /// the first one. From then on the log gives the answers that came after the snapshot.
    pub(super) fn go_to(&self, moment: u64) -> Option<(&Snapshot<'p>, bool)> {
        let after = self.snapshots.partition_point(|it| it.moment <= moment);
        let index = after.saturating_sub(1);
        let snapshot = self.snapshots.get(index)?;
        self.log.borrow_mut().go_to(snapshot.answers);
        Some((snapshot, index == 0))
    }
}
