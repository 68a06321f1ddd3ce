//! A time limit for calls on engines that do not support one.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// Runs `work`, and calls `late` if it takes longer than the limit.
#[cfg_attr(
    not(all(feature = "wasmtime", unix)),
    allow(dead_code, reason = "the interpreter looks at the clock itself")
)]
pub(super) fn guard<R>(
    timeout: Option<Duration>,
    late: impl FnOnce() + Send,
    work: impl FnOnce() -> R,
) -> R {
    let Some(timeout) = timeout else {
        return work();
    };
    thread::scope(|scope| {
        let (done, wait) = mpsc::channel::<()>();
        scope.spawn(move || {
            if wait.recv_timeout(timeout) == Err(RecvTimeoutError::Timeout) {
                late();
            }
        });
        let result = work();
        drop(done);
        result
    })
}
