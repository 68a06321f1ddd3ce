//! Times of captures in the form that replay tools put before a URL.

use std::fmt;

/// The digits of a complete moment: year, month, day, hour, minute, second.
const DIGITS: usize = 14;

/// A point in time, to the second: `20130501120000`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Moment(u64);

impl Moment {
    /// Reads 4 to 14 digits. Missing digits mean the earliest time: `2013` is the first of January.
    pub fn parse(text: &str) -> Option<Moment> {
        let is_good =
            (4..=DIGITS).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_good {
            return None;
        }
        let complete = format!("{text}{}", &"00000101000000"[text.len()..]);
        complete.parse().ok().map(Moment)
    }

    /// Reads the date of a record: `2013-05-01T12:00:00Z`. Returns 0 for a date that cannot be
    /// read.
    pub(crate) fn of_date(date: &str) -> Moment {
        let digits: String = date
            .chars()
            .filter(char::is_ascii_digit)
            .take(DIGITS)
            .collect();
        Moment::parse(&digits).unwrap_or_default()
    }

    /// Returns the approximate distance to another moment in seconds, with months of 31 days. Only
    /// for comparisons.
    pub(crate) fn distance(self, other: Moment) -> u64 {
        self.seconds().abs_diff(other.seconds())
    }

    fn seconds(self) -> u64 {
        let mut rest = self.0;
        let mut next = |base: u64| {
            let part = rest % base;
            rest /= base;
            part
        };
        let [second, minute, hour, day, month] = [100, 100, 100, 100, 100].map(&mut next);
        let days = (rest * 12 + month) * 31 + day;
        ((days * 24 + hour) * 60 + minute) * 60 + second
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:014}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_read_in_part_and_in_full() {
        for (text, expected) in [
            ("2013", Some("20130101000000")),
            ("201305", Some("20130501000000")),
            ("20130501120000", Some("20130501120000")),
            ("201", None),
            ("201305011200001", None),
            ("2013-05", None),
        ] {
            let found = Moment::parse(text).map(|moment| moment.to_string());
            assert_eq!(found.as_deref(), expected, "{text}");
        }
        let date = Moment::of_date("2013-05-01T12:00:00.25Z");
        assert_eq!(date, Moment::parse("20130501120000").unwrap());
        assert_eq!(Moment::of_date("never"), Moment::default());
    }

    #[test]
    fn the_end_of_a_year_is_near_the_beginning_of_the_next() {
        let [old, new, later] = ["20121231235959", "20130101000000", "20130301"]
            .map(|text| Moment::parse(text).unwrap());
        assert!(new.distance(old) < new.distance(later));
    }
}
