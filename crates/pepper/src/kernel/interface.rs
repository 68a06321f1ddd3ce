//! The interface from families to the kernel: work for loops, steps of threads, continuations after
//! calls of the program, and the ends of operations. The kernel calls back through these types and
//! knows no family.

use crate::device::Event;
use crate::kernel::call::Call;
use crate::kernel::callback::{Callback, function};
use crate::kernel::errors::PpError;
use crate::kernel::heap::Block;
use crate::kernel::loops::{Weigh, queued_size};
use crate::kernel::pending::PendingId;
use crate::kernel::program::Offered;
use crate::kernel::resource::ReadResource;
use crate::kernel::restart::Resting;
use crate::kernel::state::Kernel;
use crate::kernel::var::Var;
use pinnacle_system::host::{Action, GuestCall};
use pinnacle_system::memory::Fault;
use pinnacle_system::state::{Reader, Refusal, Unusable, Writer};
use std::collections::BTreeMap;
use std::fmt;

/// Calls from the kernel to the families. The kernel does not depend on any family.
#[derive(Clone, Copy)]
pub(crate) struct Hooks {
    /// Handles an event of the devices.
    pub(crate) happened: fn(&mut Kernel, Event),
    /// Makes the call that notifies the program of its first view. Returns `None` without memory
    /// for it.
    pub(crate) first_view: fn(&mut Call<'_, '_>) -> Result<Option<ProgramCall>, Fault>,
    /// The kinds of resources that a saved state can have, by their names.
    pub(crate) kinds: &'static [(&'static str, ReadResource)],
    /// The interfaces that programs can offer.
    pub(crate) offered: &'static [Offered],
    /// Takes up what has changed for the devices after a saved state was restored.
    pub(crate) restored: fn(&mut Kernel),
    /// The states of families.
    pub(crate) saved: &'static [SavedFamily],
    /// Returns the threads that rest in functions of the families. `None` if such a thread is about
    /// to rest.
    pub(crate) resting: fn(&mut Kernel) -> Option<Vec<Resting>>,
    /// Takes these threads, by thread pointer, for those that rest in the restored state.
    pub(crate) rest_again: fn(&mut Kernel, &BTreeMap<u32, u32>) -> Result<(), Unusable>,
}

/// The part of a family in a saved state.
pub(crate) struct SavedFamily {
    /// Writes the state of the family, or fails if it cannot be saved now.
    pub(crate) save: fn(&mut Kernel, &mut Writer) -> Result<(), Refusal>,
    /// Reads it. The resources are there already.
    pub(crate) restore: fn(&mut Kernel, &mut Reader) -> Result<(), Unusable>,
}

/// Something for a loop to do.
#[derive(Debug)]
pub(crate) enum Work {
    /// Call a function with a result.
    Call { callback: Callback, result: i32 },
    /// Call the callback of an operation that has ended.
    Complete(PendingId),
    /// A task of a family of interfaces.
    Task(Box<dyn Task>),
    /// Leave the loop; with `destroy` it cannot be used again.
    Quit { destroy: bool },
}

/// Work of a family that a loop performs.
pub(crate) trait Task: fmt::Debug + Send {
    /// The interface that the program must offer for it.
    fn needs(&self) -> Option<Offered> {
        None
    }

    /// Returns the bytes of the host that it takes while it waits, beside its place in the queue.
    fn size(&self) -> u64 {
        0
    }

    /// Performs the work. Returns the call of the program that it needs, if any.
    fn perform(self: Box<Self>, call: &mut Call<'_, '_>) -> Result<Option<ProgramCall>, Fault>;

    /// Cancels the work, because its loop no longer exists or the program does not offer the
    /// interface that it needs.
    fn cancel(self: Box<Self>, _kernel: &mut Kernel) {}
}

impl Work {
    /// Returns the work of a task.
    pub(crate) fn task(task: impl Task + 'static) -> Work {
        Work::Task(Box::new(task))
    }

    /// The interface that the program must offer for it.
    pub(crate) fn needs(&self) -> Option<Offered> {
        match self {
            Work::Task(task) => task.needs(),
            Work::Call { .. } | Work::Complete(_) | Work::Quit { .. } => None,
        }
    }
}

/// Bytes charged for any queued work.
pub(crate) const QUEUED_SIZE: u64 = queued_size::<Work>();

impl Weigh for Work {
    fn size(&self) -> u64 {
        let more = match self {
            // Its operation has been charged for it.
            Work::Complete(_) => return 0,
            Work::Task(task) => task.size(),
            Work::Call { .. } | Work::Quit { .. } => 0,
        };
        QUEUED_SIZE + more
    }
}

/// The steps of a start.
#[derive(Debug)]
pub(crate) enum Step {
    /// `PPP_InitializeModule` runs.
    Initialize,
    /// The program is asked for the interface of this index of
    /// [`PPP_INSTANCE`](crate::kernel::program::PPP_INSTANCE).
    AskForInstance { index: usize, name: Block },
    /// `DidCreate` runs; the attributes lie in the blocks.
    Create { blocks: Vec<Block> },
    /// The first `DidChangeView` runs.
    FirstView { after: After },
}

/// A call of the program, and the action after it returns.
pub(crate) type ProgramCall = (GuestCall, After);

/// An activity of a thread that is unfinished while the engine runs a function of the program or
/// lets the thread wait.
#[derive(Debug)]
pub(crate) enum Activity {
    /// `ppapi_start` waits for the end of a step.
    Start(Step),
    /// A message loop is running: the main one or that of `PPB_MessageLoop.Run`.
    Loop { number: u32, after: After },
    /// The thread waits for the end of an operation.
    Blocked(PendingId),
    /// The program is asked for the memory of an array, which a method returns.
    Fill(ArrayOutput),
    /// The threads of a saved state are restarted.
    Restart,
    /// A family continues. It keeps the state itself.
    Family(&'static Continuation),
}

/// The function through which a family continues a thread. The family keeps the thread's progress
/// in its own state.
pub(crate) struct Continuation {
    /// Continues with the calling thread, with the result of a call.
    pub(crate) resume: fn(&mut Call<'_, '_>, u32) -> Result<Action, Fault>,
    /// Forgets a thread that has ended.
    pub(crate) forget: fn(&mut Kernel, u32),
}

impl fmt::Debug for Continuation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Continuation").finish_non_exhaustive()
    }
}

/// A family's action when a function of the program returns, with its result.
type Then = Box<dyn FnOnce(&mut Call<'_, '_>, u32) -> Result<(), Fault> + Send>;

/// The action to take when a function of the program returns.
pub(crate) enum After {
    /// Nothing.
    Nothing,
    /// The resource that it was lent is given back.
    ReturnResource(u32),
    /// A family takes the result.
    Then(Then),
    /// Memory that it was lent is free.
    Free(Block),
    /// Releases the var that was lent to the call, and the memory that held it.
    ReturnVar { var: Var, block: Block },
    /// It has returned one of its interfaces; then the work continues.
    Asked {
        offered: Offered,
        name: Block,
        work: Work,
    },
    /// It has provided the memory of an array; then the callback follows.
    Filled {
        array: ArrayOutput,
        callback: Callback,
    },
}

impl After {
    /// An action of a family with the result.
    pub(crate) fn then(
        then: impl FnOnce(&mut Call<'_, '_>, u32) -> Result<(), Fault> + Send + 'static,
    ) -> After {
        After::Then(Box::new(then))
    }
}

impl fmt::Debug for After {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("After").finish_non_exhaustive()
    }
}

impl fmt::Debug for ArrayOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ArrayOutput")
            .field("count", &self.count)
            .finish_non_exhaustive()
    }
}

/// The output of an operation besides its number, written when its callback is about to run. It
/// returns the number, which may differ from the one foreseen.
pub(crate) type Output =
    Box<dyn FnOnce(&mut Call<'_, '_>) -> Result<Delivery, Fault> + Send + 'static>;

/// The delivery of an output.
pub(crate) enum Delivery {
    /// All is written; this is the result.
    Result(i32),
    /// The program is asked for memory first (`PP_ArrayOutput`).
    Array(ArrayOutput),
}

/// Writes the elements of an array to an address, and returns the result. The address is 0 if there
/// is no memory for them.
pub(crate) type Fill = Box<dyn FnOnce(&mut Call<'_, '_>, u32) -> Result<i32, Fault> + Send>;

/// An array whose memory the program provides.
pub(crate) struct ArrayOutput {
    /// `GetDataBuffer` of the program, and its user data.
    pub(crate) output: [u32; 2],
    /// The number of elements.
    pub(crate) count: u32,
    /// Bytes for each.
    pub(crate) element_size: u32,
    /// Writes them.
    pub(crate) fill: Fill,
}

/// The end of an operation.
pub(crate) struct Ending {
    pub(super) result: i32,
    pub(super) output: Option<Output>,
}

impl Ending {
    /// Ends with the result of an output function.
    pub(crate) fn with_output(
        output: impl FnOnce(&mut Call<'_, '_>) -> Result<Delivery, Fault> + Send + 'static,
    ) -> Ending {
        Ending {
            result: 0,
            output: Some(Box::new(output)),
        }
    }
}

impl From<i32> for Ending {
    fn from(result: i32) -> Ending {
        Ending {
            result,
            output: None,
        }
    }
}

impl From<PpError> for Ending {
    fn from(error: PpError) -> Ending {
        Ending::from(error.code())
    }
}

/// The result of beginning an operation.
pub(crate) enum Begun {
    /// It is over.
    Done(Ending),
    /// It continues; somebody has kept its id for [`Kernel::finish`].
    Later,
}

impl<T: Into<Ending>> From<T> for Begun {
    fn from(ending: T) -> Begun {
        Begun::Done(ending.into())
    }
}

impl ArrayOutput {
    /// The call that asks the program for the memory.
    pub(super) fn question(&self) -> GuestCall {
        function(
            self.output[0],
            &[self.output[1], self.count, self.element_size],
        )
    }
}
