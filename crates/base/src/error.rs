//! Errors of formats: a kind with a stable code, a message, and a place that defines how the error
//! is displayed.
//!
//! An error is one word in size, which keeps results small. The functions that make errors are
//! marked as cold.

use std::fmt;

/// A kind of error, made by [`kinds!`](crate::kinds).
pub trait Kind: Copy + fmt::Debug {
    /// Returns the stable code.
    fn code(self) -> &'static str;
}

/// The place of an error.
pub trait Place {
    /// Writes an error at this place: its code, the place and the message, in the order and wording
    /// of the format.
    ///
    /// # Errors
    ///
    /// Fails if the formatter fails.
    fn write(&self, f: &mut fmt::Formatter<'_>, code: &str, message: &str) -> fmt::Result;
}

/// An error of a kind at a place.
#[derive(Clone, PartialEq, Eq)]
pub struct Error<K, P>(Box<Inner<K, P>>);

#[derive(Clone, PartialEq, Eq)]
struct Inner<K, P> {
    kind: K,
    message: String,
    place: P,
}

impl<K: Kind, P> Error<K, P> {
    /// Makes an error of a kind at a place, with a message for people.
    #[cold]
    pub fn new(kind: K, message: impl Into<String>, place: P) -> Error<K, P> {
        Error(Box::new(Inner {
            kind,
            message: message.into(),
            place,
        }))
    }

    /// Returns the kind of the error.
    pub fn kind(&self) -> K {
        self.0.kind
    }

    /// Returns the stable code of the kind.
    pub fn code(&self) -> &'static str {
        self.0.kind.code()
    }

    /// Returns the message for people, without code and place.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Returns the place.
    pub fn place(&self) -> &P {
        &self.0.place
    }

    /// Returns the place, to make it more precise.
    pub fn place_mut(&mut self) -> &mut P {
        &mut self.0.place
    }
}

impl<K: Kind, P: Place> fmt::Display for Error<K, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.place().write(f, self.code(), self.message())
    }
}

impl<K: Kind, P: Place> fmt::Debug for Error<K, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<K: Kind, P: Place> std::error::Error for Error<K, P> {}

/// Defines the error type of a crate, a wrapper of [`Error`](crate::error::Error) with its kind and
/// place. A separate type lets the crate add constructors, accessors of the place, and conversions
/// from errors of other crates.
///
/// ```
/// use pinnacle_base::error::{Error, Place};
///
/// pinnacle_base::kinds! {
///     /// The kind of an error about a drawer.
///     DrawerError;
///
///     /// It is locked.
///     Locked = "D0001",
/// }
///
/// /// The number of a drawer.
/// #[derive(Clone, PartialEq, Eq)]
/// pub struct Number(u32);
///
/// impl Place for Number {
///     fn write(&self, f: &mut std::fmt::Formatter<'_>, code: &str, message: &str) -> std::fmt::Result {
///         write!(f, "{code} in drawer {}: {message}", self.0)
///     }
/// }
///
/// pinnacle_base::error_type! {
///     /// An error about a drawer.
///     Stuck(DrawerError, Number)
/// }
/// let stuck = Stuck(Error::new(DrawerError::Locked, "where is the key?", Number(3)));
/// assert_eq!(stuck.to_string(), "D0001 in drawer 3: where is the key?");
/// ```
#[macro_export]
macro_rules! error_type {
    ($(#[doc = $about:literal])+ $name:ident($kind:ty, $place:ty)) => {
        $(#[doc = $about])+
        #[derive(Clone, PartialEq, Eq)]
        pub struct $name($crate::error::Error<$kind, $place>);

        impl $name {
            /// Returns the kind of the error.
            #[must_use]
            pub fn kind(&self) -> $kind {
                self.0.kind()
            }

            /// Returns the stable code of the kind.
            #[must_use]
            pub fn code(&self) -> &'static str {
                self.0.code()
            }

            /// Returns the message for people, without code and place.
            #[must_use]
            pub fn message(&self) -> &str {
                self.0.message()
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(&self.0, f)
            }
        }

        impl ::std::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(&self.0, f)
            }
        }

        impl ::std::error::Error for $name {}
    };
}

/// A list of errors in order; never empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Errors<E> {
    errors: Vec<E>,
    more: bool,
}

impl<E> Errors<E> {
    /// Makes a list from errors in order, and keeps the first `kept`.
    ///
    /// # Panics
    ///
    /// Panics if `errors` is empty.
    #[cold]
    pub fn new(mut errors: Vec<E>, kept: usize) -> Errors<E> {
        assert!(!errors.is_empty(), "there is something wrong");
        let more = errors.len() > kept;
        errors.truncate(kept);
        Errors { errors, more }
    }

    /// Returns true if there were more errors than are kept.
    pub fn more(&self) -> bool {
        self.more
    }

    /// Returns the errors, and true if there were more.
    pub fn into_parts(self) -> (Vec<E>, bool) {
        (self.errors, self.more)
    }

    /// Returns the first error.
    pub fn first(&self) -> &E {
        &self.errors[0]
    }

    /// Returns the errors in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &E> {
        self.errors.iter()
    }
}

impl<E> From<E> for Errors<E> {
    fn from(error: E) -> Errors<E> {
        Errors::new(vec![error], 1)
    }
}

impl<E: fmt::Display> fmt::Display for Errors<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.first())?;
        match self.errors.len() - 1 {
            0 => Ok(()),
            1 => f.write_str(" (and 1 more error)"),
            more => write!(f, " (and {more} more errors)"),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> std::error::Error for Errors<E> {}

/// Returns true if codes are distinct and sorted, which [`kinds!`](crate::kinds) requires.
pub const fn in_order(codes: &[&str]) -> bool {
    let mut index = 1;
    while index < codes.len() {
        let (before, code) = (codes[index - 1].as_bytes(), codes[index].as_bytes());
        let mut at = 0;
        while at < before.len() && at < code.len() && before[at] == code[at] {
            at += 1;
        }
        if at == code.len() || (at < before.len() && before[at] > code[at]) {
            return false;
        }
        index += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_one_word() {
        type Small = Error<std::cmp::Ordering, [u64; 8]>;
        assert_eq!(size_of::<Small>(), size_of::<usize>());
        assert_eq!(size_of::<Result<(), Small>>(), size_of::<usize>());
    }

    #[test]
    fn codes_are_in_order_if_each_is_greater() {
        assert!(in_order(&[]));
        assert!(in_order(&["A0001", "A0002", "A0010", "B0001"]));
        assert!(!in_order(&["A0001", "A0001"]));
        assert!(!in_order(&["A0002", "A0001"]));
        assert!(!in_order(&["B0001", "A0002"]));
        assert!(!in_order(&["A00011", "A0001"]));
    }

    #[test]
    fn of_many_errors_the_first_are_kept() {
        let errors = Errors::new(vec!["one", "two", "three"], 2);
        assert!(errors.more());
        assert_eq!(errors.to_string(), "one (and 1 more error)");
        assert_eq!(Errors::from("one").to_string(), "one");
    }
}
