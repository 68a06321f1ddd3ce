//! Lists the values that begin and end at each point of the code, in the order of the points.

/// The points of the current function. Values in lists are counted from 1, so that zero is the end
/// of a list.
#[derive(Debug, Default)]
pub(super) struct Points {
    /// For each point, the first value of the list of values that begin there and of the list of
    /// those that end there. Empty between functions.
    starts: Vec<u32>,
    ends: Vec<u32>,
    /// One bit for each point, set if a value begins or ends there.
    marked: Vec<u64>,
    /// Number of words that belong to the current function.
    words: usize,
    /// For each value, the next one in its list.
    next_start: Vec<u32>,
    next_end: Vec<u32>,
}

impl Points {
    /// Makes room for the points and values of a function.
    pub(super) fn begin(&mut self, points: usize, values: usize) {
        self.words = points.div_ceil(64);
        if self.marked.len() < self.words {
            // Lists are empty between functions, so allocating new memory is cheaper than extending
            // the old one.
            let words = self.words.next_power_of_two();
            self.starts = vec![0; words * 64];
            self.ends = vec![0; words * 64];
            self.marked = vec![0; words];
        }
        if self.next_start.len() < values {
            let values = values.next_power_of_two();
            self.next_start = vec![0; values];
            self.next_end = vec![0; values];
        }
    }

    fn mark(&mut self, point: u32) {
        self.marked[point as usize / 64] |= 1 << (point % 64);
    }

    /// Adds a value that begins at a point. It precedes the values that were added earlier.
    #[inline]
    pub(super) fn add_start(&mut self, point: u32, value: u32) {
        let starts = &mut self.starts[point as usize];
        self.next_start[value as usize] = std::mem::replace(starts, value + 1);
        self.mark(point);
    }

    /// Adds a value that ends at a point.
    #[inline]
    pub(super) fn add_end(&mut self, point: u32, value: u32) {
        let ends = &mut self.ends[point as usize];
        self.next_end[value as usize] = std::mem::replace(ends, value + 1);
        self.mark(point);
    }

    /// Returns the next point where a value begins or ends.
    #[inline]
    pub(super) fn next(&self, from: u32) -> Option<u32> {
        let marked = &self.marked[..self.words];
        let mut word = from as usize / 64;
        let mut bits = marked.get(word)? & (u64::MAX << (from % 64));
        while bits == 0 {
            word += 1;
            bits = *marked.get(word)?;
        }
        Some(word as u32 * 64 + bits.trailing_zeros())
    }

    /// Removes and returns the next value that begins at a point.
    #[inline]
    pub(super) fn pop_start(&mut self, point: u32) -> Option<u32> {
        let starts = &mut self.starts[point as usize];
        let value = starts.checked_sub(1)?;
        *starts = self.next_start[value as usize];
        Some(value)
    }

    /// Removes the list of values that end at a point, and returns its first value. No value may be
    /// added to begin there afterwards.
    #[inline]
    pub(super) fn take_ends(&mut self, point: u32) -> Option<u32> {
        self.marked[point as usize / 64] &= !(1 << (point % 64));
        std::mem::take(&mut self.ends[point as usize]).checked_sub(1)
    }

    /// Returns the next value in the list of `take_ends`.
    #[inline]
    pub(super) fn next_end(&self, value: u32) -> Option<u32> {
        self.next_end[value as usize].checked_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_come_in_order_and_leave_nothing() {
        let mut points = Points::default();
        for _ in 0..2 {
            points.begin(200, 4);
            points.add_end(130, 3);
            points.add_start(130, 2);
            points.add_start(130, 1);
            points.add_start(7, 0);
            let mut found = Vec::new();
            let mut from = 0;
            while let Some(point) = points.next(from) {
                while let Some(value) = points.pop_start(point) {
                    found.push((point, value, "starts"));
                    if value == 0 {
                        points.add_end(7, 0);
                    }
                }
                let mut ended = points.take_ends(point);
                while let Some(value) = ended {
                    found.push((point, value, "ends"));
                    ended = points.next_end(value);
                }
                from = point + 1;
            }
            let expected = [
                (7, 0, "starts"),
                (7, 0, "ends"),
                (130, 1, "starts"),
                (130, 2, "starts"),
                (130, 3, "ends"),
            ];
            assert_eq!(found, expected);
        }
    }
}
