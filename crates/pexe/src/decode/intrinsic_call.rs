//! Checks arguments of intrinsics that must be certain constants.
//!
//! Implements "Atomic intrinsics" and "List of allowed intrinsics" of the reference manual:
//! alignments, memory orders, and operations.

use super::body::BodyDecoder;
use crate::error::{Error, ErrorKind};
use crate::function::{Constant, ConstantValue};
use crate::ids::ValueId;
use crate::inst::Range;
use crate::intrinsics::Intrinsic;

const ACQUIRE: u64 = 3;
const RELEASE: u64 = 4;
const ACQUIRE_RELEASE: u64 = 5;
const SEQUENTIAL: u64 = 6;

/// Checks a call of an intrinsic. The types of the arguments must be correct.
pub(super) fn check(
    body: &BodyDecoder<'_>,
    position: u64,
    intrinsic: Intrinsic,
    args: Range,
) -> Result<(), Error> {
    let call = Call {
        body,
        position,
        intrinsic,
        args: args.of(&body.pool),
    };
    match intrinsic {
        Intrinsic::Memcpy | Intrinsic::Memmove | Intrinsic::Memset => {
            call.one_of(3, "the alignment", &[1])?;
            call.one_of(4, "the volatile flag", &[0, 1])
        }
        Intrinsic::Ctlz(_) | Intrinsic::Cttz(_) => call.one_of(1, "the zero flag", &[0, 1]),
        Intrinsic::AtomicLoad(_) => call.order(1, &[ACQUIRE, SEQUENTIAL]),
        Intrinsic::AtomicStore(_) => call.order(2, &[RELEASE, SEQUENTIAL]),
        Intrinsic::AtomicRmw(_) => {
            call.one_of(0, "the operation", &[1, 2, 3, 4, 5, 6])?;
            call.order(3, ALL_ORDERS)
        }
        Intrinsic::AtomicCmpxchg(_) => call.exchange_orders(),
        Intrinsic::AtomicFence => call.order(0, ALL_ORDERS),
        Intrinsic::AtomicIsLockFree => call.one_of(0, "the size", &[1, 2, 4, 8]),
        _ => Ok(()),
    }
}

const ALL_ORDERS: &[u64] = &[ACQUIRE, RELEASE, ACQUIRE_RELEASE, SEQUENTIAL];

struct Call<'a> {
    body: &'a BodyDecoder<'a>,
    position: u64,
    intrinsic: Intrinsic,
    args: &'a [u32],
}

impl Call<'_> {
    fn one_of(&self, index: usize, what: &str, allowed: &[u64]) -> Result<(), Error> {
        match self.constant(index) {
            Some(value) if allowed.contains(&value) => Ok(()),
            found => Err(self.wrong(index, what, found, allowed)),
        }
    }

    fn order(&self, index: usize, allowed: &[u64]) -> Result<(), Error> {
        self.one_of(index, "the memory order", allowed)
    }

    /// Checks the orders of a compare-and-exchange. The order on failure must not release, and must
    /// not be stronger than the order on success. No order is allowed on failure if the order on
    /// success is release.
    fn exchange_orders(&self) -> Result<(), Error> {
        self.order(3, &[ACQUIRE, ACQUIRE_RELEASE, SEQUENTIAL])?;
        let allowed: &[u64] = match self.constant(3) {
            Some(SEQUENTIAL) => &[ACQUIRE, SEQUENTIAL],
            _ => &[ACQUIRE],
        };
        self.one_of(4, "the memory order on failure", allowed)
    }

    fn constant(&self, index: usize) -> Option<u64> {
        // If an invalid declaration has too few parameters, that error is reported too.
        match self.body.constant(ValueId(*self.args.get(index)?))? {
            Constant {
                value: ConstantValue::Bits(bits),
                ..
            } => Some(bits),
            Constant {
                value: ConstantValue::Undef,
                ..
            } => None,
        }
    }

    #[cold]
    fn wrong(&self, index: usize, what: &str, found: Option<u64>, allowed: &[u64]) -> Error {
        let found = match (found, self.args.get(index)) {
            (Some(value), _) => value.to_string(),
            (None, Some(&arg)) => {
                format!("{}, not a constant number", self.body.name(ValueId(arg)))
            }
            (None, None) => "missing".to_owned(),
        };
        let allowed: Vec<_> = allowed.iter().map(u64::to_string).collect();
        Error::new(
            ErrorKind::IntrinsicArgument,
            self.position,
            format!(
                "{what} (argument {}) of {} is {found}, expected {}",
                index + 1,
                self.intrinsic.row().name,
                allowed.join(" or ")
            ),
        )
    }
}
