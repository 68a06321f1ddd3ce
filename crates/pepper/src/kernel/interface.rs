//! The types through which families and the kernel work together: work for loops, steps of threads,
//! continuations after calls of the program, and the ends of operations. The kernel calls families
//! only through these types, and does not depend on any family.

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
    /// Returns the call that notifies the program of its first view, or `None` if there is no
    /// memory for it.
    pub(crate) first_view: fn(&mut Call<'_, '_>) -> Result<Option<ProgramCall>, Fault>,
    /// The kinds of resources that a saved state can contain, by name.
    pub(crate) kinds: &'static [(&'static str, ReadResource)],
    /// The interfaces that programs can offer.
    pub(crate) offered: &'static [Offered],
    /// Updates the devices after a saved state was restored.
    pub(crate) restored: fn(&mut Kernel),
    /// The states of families.
    pub(crate) saved: &'static [SavedFamily],
    /// Returns the threads that wait in functions of the families, or `None` if a thread is about
    /// to.
    pub(crate) resting: fn(&mut Kernel) -> Option<Vec<Resting>>,
    /// Assigns these threads, by thread pointer, to the waiting threads of the restored state.
    pub(crate) rest_again: fn(&mut Kernel, &BTreeMap<u32, u32>) -> Result<(), Unusable>,
}

/// A family's part of a saved state.
pub(crate) struct SavedFamily {
    /// Writes the state of the family, or fails if it cannot be saved now.
    pub(crate) save: fn(&mut Kernel, &mut Writer) -> Result<(), Refusal>,
    /// Reads that state. The resources have already been restored.
    pub(crate) restore: fn(&mut Kernel, &mut Reader) -> Result<(), Unusable>,
}

/// A piece of work for a message loop.
#[derive(Debug)]
pub(crate) enum Work {
    /// Calls a function with a result.
    Call { callback: Callback, result: i32 },
    /// Calls the callback of an operation that has ended.
    Complete(PendingId),
    /// A task of a family of interfaces.
    Task(Box<dyn Task>),
    /// Leaves the loop; with `destroy`, it cannot be used again.
    Quit { destroy: bool },
}

/// Work of a family, to be done in a message loop.
pub(crate) trait Task: fmt::Debug + Send {
    /// Returns the interface that the program must offer for this work.
    fn needs(&self) -> Option<Offered> {
        None
    }

    /// Returns the bytes of host memory that it takes while it waits, without its entry in the
    /// queue.
    fn size(&self) -> u64 {
        0
    }

    /// Does the work. Returns the call of the program that it needs, if any.
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

    /// Returns the interface that the program must offer for this work.
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
            // Its size is part of the charge for its operation.
            Work::Complete(_) => return 0,
            Work::Task(task) => task.size(),
            Work::Call { .. } | Work::Quit { .. } => 0,
        };
        QUEUED_SIZE + more
    }
}

/// The steps of starting a program.
#[derive(Debug)]
pub(crate) enum Step {
    /// `PPP_InitializeModule` is running.
    Initialize,
    /// The program is being asked for the interface at this index of
    /// [`PPP_INSTANCE`](crate::kernel::program::PPP_INSTANCE).
    AskForInstance { index: usize, name: Block },
    /// `DidCreate` is running. The attributes are in these blocks.
    Create { blocks: Vec<Block> },
    /// The first `DidChangeView` is running.
    FirstView { after: After },
}

/// A call of the program, and the action after the call has returned.
pub(crate) type ProgramCall = (GuestCall, After);

/// An operation that a thread has begun, while the engine runs a function of the program or the
/// thread waits.
#[derive(Debug)]
pub(crate) enum Activity {
    /// `ppapi_start` waits for the end of a step of the start.
    Start(Step),
    /// A message loop is running: the main one or that of `PPB_MessageLoop.Run`.
    Loop { number: u32, after: After },
    /// The thread waits for the end of an operation.
    Blocked(PendingId),
    /// The program is being asked for the memory of an array that a method returns.
    Fill(ArrayOutput),
    /// The threads of a saved state are being restarted.
    Restart,
    /// A family continues the thread. The family keeps the thread's progress.
    Family(&'static Continuation),
}

/// The function through which a family continues a thread. The family keeps the thread's progress
/// in its own state.
pub(crate) struct Continuation {
    /// Continues the calling thread with the result of a call.
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

/// The action after a function of the program has returned.
pub(crate) enum After {
    /// Do nothing.
    Nothing,
    /// Release the resource that the function borrowed.
    ReturnResource(u32),
    /// Pass the result to a family.
    Then(Then),
    /// Free the memory that the function borrowed.
    Free(Block),
    /// Release the var that the function borrowed, and free its memory.
    ReturnVar { var: Var, block: Block },
    /// Take the interface that the program was asked for, then continue the work.
    Asked {
        offered: Offered,
        name: Block,
        work: Work,
    },
    /// Fill the array in the memory that the function returned, then call the callback.
    Filled {
        array: ArrayOutput,
        callback: Callback,
    },
}

impl After {
    /// Returns the action of a family after a call of the program.
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

/// Writes the output of an operation just before its callback runs. The resulting code may differ
/// from the one that was expected when the operation ended.
pub(crate) type Output =
    Box<dyn FnOnce(&mut Call<'_, '_>) -> Result<Delivery, Fault> + Send + 'static>;

/// The result of writing an output.
pub(crate) enum Delivery {
    /// The output was written; this is the result.
    Result(i32),
    /// The program must be asked for memory first (`PP_ArrayOutput`).
    Array(ArrayOutput),
}

/// Writes the elements of an array to an address, and returns the result. The address is 0 if there
/// is no memory for them.
pub(crate) type Fill = Box<dyn FnOnce(&mut Call<'_, '_>, u32) -> Result<i32, Fault> + Send>;

/// An array whose memory the program provides.
pub(crate) struct ArrayOutput {
    /// `GetDataBuffer` of the program, and the user data for it.
    pub(crate) output: [u32; 2],
    /// The number of elements.
    pub(crate) count: u32,
    /// Size of an element in bytes.
    pub(crate) element_size: u32,
    /// Writes the elements.
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

/// The result of starting an operation.
pub(crate) enum Begun {
    /// The operation has ended.
    Done(Ending),
    /// The operation continues. Its ID was kept for [`Kernel::finish`].
    Later,
}

impl<T: Into<Ending>> From<T> for Begun {
    fn from(ending: T) -> Begun {
        Begun::Done(ending.into())
    }
}

impl ArrayOutput {
    /// Returns the call that asks the program for the memory.
    pub(super) fn question(&self) -> GuestCall {
        function(
            self.output[0],
            &[self.output[1], self.count, self.element_size],
        )
    }
}
