//! What the host keeps for a program beside vars and queued work, counted.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Counts the bytes that live.
#[derive(Clone, Debug, Default)]
pub(crate) struct Meter(Arc<AtomicU64>);

/// Bytes that count as long as this lives.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    bytes: u64,
    meter: Meter,
}

impl Meter {
    /// How many bytes there are.
    pub(crate) fn bytes(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// So many bytes more are kept from now on.
    pub(crate) fn keep(&self, bytes: u64) -> Kept {
        let mut kept = Kept {
            bytes: 0,
            meter: self.clone(),
        };
        kept.resize(bytes);
        kept
    }
}

impl Kept {
    /// It is so many bytes in all now.
    pub(crate) fn resize(&mut self, bytes: u64) {
        // Both are far below what a `u64` counts.
        self.meter.0.fetch_add(bytes, Ordering::Relaxed);
        self.meter.0.fetch_sub(self.bytes, Ordering::Relaxed);
        self.bytes = bytes;
    }

    /// How many bytes there are.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        self.resize(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_dropped_counts_no_more() {
        let meter = Meter::default();
        let mut first = meter.keep(10);
        let second = meter.keep(5);
        first.resize(7);
        assert_eq!(meter.bytes(), 12);
        drop(second);
        assert_eq!((meter.bytes(), first.bytes()), (7, 7));
        drop(first);
        assert_eq!(meter.bytes(), 0);
    }
}
