//! The thread on which the driver runs. An OpenGL context belongs to one thread, but any thread of
//! a program may call it. So calls become commands, which are sent to the driver's thread in
//! batches. The caller waits for a batch whose last command returns a value.

use crate::command::{Batch, Reply};
use crate::driver::{Driver, Unavailable};
use pinnacle_pepper::device::gl::ContextAttributes;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

/// Maximum number of batches in flight. At this number the caller waits.
const MAX_UNDER_WAY: usize = 4;

/// The stack size of the thread: shader compilers recurse on expressions.
const STACK: usize = 64 << 20;

/// Warnings for the console. Each is reported once.
#[derive(Default)]
pub(crate) struct Warnings {
    has_some: AtomicBool,
    waiting: Mutex<Vec<String>>,
}

impl Warnings {
    pub(crate) fn add(&self, text: String) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.push(text);
        self.has_some.store(true, Ordering::Release);
    }

    #[inline]
    fn take(&self) -> Option<String> {
        if !self.has_some.load(Ordering::Acquire) {
            return None;
        }
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let text = waiting.pop();
        self.has_some.store(!waiting.is_empty(), Ordering::Release);
        text
    }
}

/// A request to the thread.
enum Request {
    Create {
        id: u32,
        attributes: ContextAttributes,
        share: Option<u32>,
        made: Sender<bool>,
    },
    Destroy(u32),
    /// Executes commands of a context.
    Run {
        id: u32,
        batch: Batch,
        has_reply: bool,
    },
}

/// A handle on the driver, for use from any thread.
pub(crate) struct DriverThread {
    requests: Option<SyncSender<Request>>,
    replies: Receiver<Reply>,
    /// Batches that have been executed, for reuse.
    spent: Receiver<Batch>,
    warnings: Arc<Warnings>,
    thread: Option<JoinHandle<()>>,
}

impl DriverThread {
    /// Starts the driver.
    pub(crate) fn start() -> Result<DriverThread, Unavailable> {
        let (requests, work) = sync_channel(MAX_UNDER_WAY);
        let (reply, replies) = channel();
        let (done, spent) = channel();
        let (started, start) = channel();
        let warnings = Arc::new(Warnings::default());
        let mine = warnings.clone();
        let run = move || match Driver::load(mine) {
            Ok(driver) => {
                // [`DriverThread::start`] waits for this.
                let _ = started.send(Ok(()));
                serve(driver, &work, &reply, &done);
            }
            Err(error) => {
                let _ = started.send(Err(error));
            }
        };
        let thread = std::thread::Builder::new()
            .name("gles".into())
            .stack_size(STACK)
            .spawn(run)
            .map_err(|error| Unavailable(format!("a thread cannot be started: {error}")))?;
        match start.recv() {
            Ok(Ok(())) => Ok(DriverThread {
                requests: Some(requests),
                replies,
                spent,
                warnings,
                thread: Some(thread),
            }),
            Ok(Err(error)) => Err(error),
            Err(_) => Err(Unavailable("the driver has stopped".into())),
        }
    }

    /// Removes and returns a warning, if there is one.
    #[inline]
    pub(crate) fn take_warning(&self) -> Option<String> {
        self.warnings.take()
    }

    fn send(&self, request: Request) {
        if let Some(requests) = &self.requests {
            // The thread ends only when all senders are dropped, or after a fault of the driver. In
            // the latter case nothing is drawn.
            let _ = requests.send(request);
        }
    }

    /// Creates a context. Returns true on success.
    pub(crate) fn create(
        &self,
        id: u32,
        attributes: &ContextAttributes,
        share: Option<u32>,
    ) -> bool {
        let (made, result) = channel();
        self.send(Request::Create {
            id,
            attributes: *attributes,
            share,
            made,
        });
        result.recv().unwrap_or(false)
    }

    pub(crate) fn destroy(&self, id: u32) {
        self.send(Request::Destroy(id));
    }

    /// Sends commands, and replaces the batch with an empty one.
    pub(crate) fn run(&self, id: u32, batch: &mut Batch) {
        if batch.is_empty() {
            return;
        }
        if batch.is_large() {
            self.ask(id, batch);
            return;
        }
        let next = self.spent.try_recv().unwrap_or_default();
        let batch = std::mem::replace(batch, next);
        self.send(Request::Run {
            id,
            batch,
            has_reply: false,
        });
    }

    /// Sends the commands and waits for the result of the last one.
    pub(crate) fn ask(&self, id: u32, batch: &mut Batch) -> Reply {
        let next = self.spent.try_recv().unwrap_or_default();
        let batch = std::mem::replace(batch, next);
        self.send(Request::Run {
            id,
            batch,
            has_reply: true,
        });
        self.replies.recv().unwrap_or_default()
    }
}

impl Drop for DriverThread {
    fn drop(&mut self) {
        self.requests = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn serve(
    mut driver: Driver,
    work: &Receiver<Request>,
    reply: &Sender<Reply>,
    done: &Sender<Batch>,
) {
    while let Ok(request) = work.recv() {
        match request {
            Request::Create {
                id,
                attributes,
                share,
                made,
            } => {
                let _ = made.send(driver.create(id, &attributes, share));
            }
            Request::Destroy(id) => driver.destroy(id),
            Request::Run {
                id,
                mut batch,
                has_reply,
            } => {
                let result = driver.run(id, &batch);
                batch.clear();
                let _ = done.send(batch);
                if has_reply {
                    let _ = reply.send(result);
                }
            }
        }
    }
}
