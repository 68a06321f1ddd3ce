//! The thread of the interpreter beside compiled code.

use super::instance::Instance;
use super::interpreter_link::{Link, Request};
use super::shared_state::Shared;
use crate::host::Host;
use crate::interp::nested::{self, Calls, Step};
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::layout::Layout;
use std::sync::mpsc::{Receiver, Sender, channel};
impl<H: Host + Send> Instance<H> {
    /// Lets the interpreter run the functions that the code was compiled
    /// without ([`CodeOptions::outside`](super::CodeOptions::outside)) while a
    /// function runs, which shall call [`Instance::run`] or [`Instance::call`].
    /// The program must be the one that was compiled, with all its functions
    /// exported ([`Exports::All`](super::Exports::All)).
    ///
    /// A program with threads cannot be run so: its interpreted functions trap.
    pub fn with_interpreter<T>(
        &mut self,
        program: &Program,
        function: impl FnOnce(&mut Instance<H>) -> T,
    ) -> T {
        let about = self.code.about.clone();
        let (requests, received) = channel();
        let (answers, steps) = channel();
        *self.shared.engine.link() = Some(Link { requests, steps });
        let shared = self.shared.clone();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                let functions = shared.lock().host.functions().to_vec();
                let limit = shared.lock().memory.limit();
                let layout = Layout::new(
                    program.module(),
                    functions.len() as u32,
                    about.stack_size,
                    limit,
                );
                let Ok(layout) = layout else { return };
                let bodies = nested::Shared::new(
                    program,
                    &layout.globals,
                    &about.outside,
                    &functions,
                    about.lenient_calls,
                );
                serve(&shared, &mut Calls::new(&bodies), &received, &answers);
            });
            // Without the link the interpreter's thread comes to its end.
            let unlink = Unlink(self.shared.clone());
            let result = function(self);
            drop(unlink);
            result
        })
    }
}

/// Takes the link away, even from a function that panics.
struct Unlink<H: Host + Send + 'static>(std::sync::Arc<Shared<H>>);

impl<H: Host + Send> Drop for Unlink<H> {
    fn drop(&mut self) {
        *self.0.engine.link() = None;
    }
}

/// Does what it is asked until nobody asks any more.
fn serve<H: Host + Send>(
    shared: &Shared<H>,
    calls: &mut Calls<'_>,
    requests: &Receiver<Request>,
    answers: &Sender<Step>,
) {
    while let Ok(request) = requests.recv() {
        let begun = match request {
            Request::Call {
                function,
                args,
                stack,
                thread_pointer,
            } => calls.begin(function, &args, stack, thread_pointer),
            Request::GoOn {
                words,
                thread_pointer,
            } => {
                calls.give(words, thread_pointer);
                Ok(())
            }
            Request::Abandon => {
                calls.abandon();
                continue;
            }
        };
        let step = match begun {
            Err(trap) => Step::Trapped(trap),
            Ok(()) => loop {
                match calls.step(&mut shared.lock().memory) {
                    Step::Paused if !shared.has_ended() => {}
                    step => break step,
                }
            },
        };
        if answers.send(step).is_err() {
            break;
        }
    }
}
