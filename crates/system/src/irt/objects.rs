//! The system calls of Native Client with which threads wait for each other: mutexes, condition
//! variables, semaphores and futexes.
//!
//! The host keeps the queues. A waiting thread has an entry in one of them and a [`Wait`]; the call
//! that wakes it determines its result. Numbers of objects start after those of open files.

use super::State;
use super::call::{Call, DONE};
use super::futex::read_deadline;
use super::system_calls::Waiting;
use crate::Errno;
use crate::files::MAX_DESCRIPTORS;
use crate::host::Action;
use crate::memory_budget::Charge;
use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

/// The number of the first object.
const FIRST: u32 = MAX_DESCRIPTORS as u32;

/// Maximum number of objects that exist at a time.
const MAX_OBJECTS: usize = 4096;

/// The charge for an object in the program's budget, in bytes.
const OBJECT_BYTES: u64 = 128;

/// Maximum count of a semaphore.
const MAX_COUNT: u32 = i32::MAX as u32;

/// The result of a thread's wait.
type Word = u32;

/// The threads that wait for a mutex, in order, each with the result that its call will return.
type Waiters = VecDeque<(u32, Word)>;

/// The state of a thread that waits, or that was woken but has not run since.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wait {
    /// The thread waits until another thread wakes it.
    Untimed,
    /// The thread waits for a condition, perhaps with a deadline. When the wait ends, the thread
    /// holds the mutex.
    Condition { condition: u32, mutex: u32 },
    /// The thread waits on the futex at this address, perhaps with a deadline.
    Futex(u32),
    /// The wait has ended with this result.
    Ended(Word),
}

enum Object {
    Mutex {
        is_locked: bool,
        queue: Waiters,
    },
    Condition {
        /// The waiting threads in order, each with the mutex that it locks when it is woken.
        queue: VecDeque<(u32, u32)>,
    },
    Semaphore {
        count: u32,
        queue: VecDeque<u32>,
    },
}

/// The objects of a program, and the threads that wait on its futexes.
#[derive(Default)]
pub(super) struct Objects {
    by_number: BTreeMap<u32, (Object, Charge)>,
    futexes: BTreeMap<u32, VecDeque<u32>>,
}

impl Objects {
    /// Removes an object. Threads that wait for it then wait forever. Returns false if there is no
    /// such object.
    pub(super) fn close(&mut self, number: u32) -> bool {
        self.by_number.remove(&number).is_some()
    }

    fn find(&mut self, number: u32) -> Result<&mut Object, Errno> {
        let found = self.by_number.get_mut(&number);
        found.map(|(object, _)| object).ok_or(Errno::EBADF)
    }

    fn mutex(&mut self, number: u32) -> Result<(&mut bool, &mut Waiters), Errno> {
        match self.find(number)? {
            Object::Mutex { is_locked, queue } => Ok((is_locked, queue)),
            _ => Err(Errno::EINVAL),
        }
    }

    fn condition(&mut self, number: u32) -> Result<&mut VecDeque<(u32, u32)>, Errno> {
        match self.find(number)? {
            Object::Condition { queue } => Ok(queue),
            _ => Err(Errno::EINVAL),
        }
    }

    fn semaphore(&mut self, number: u32) -> Result<(&mut u32, &mut VecDeque<u32>), Errno> {
        match self.find(number)? {
            Object::Semaphore { count, queue } => Ok((count, queue)),
            _ => Err(Errno::EINVAL),
        }
    }

    fn stop_waiting_on_futex(&mut self, address: u32, thread: u32) {
        if let Some(queue) = self.futexes.get_mut(&address) {
            queue.retain(|&waiting| waiting != thread);
            if queue.is_empty() {
                self.futexes.remove(&address);
            }
        }
    }
}

/// Adds an object and returns its number.
fn create(call: &mut Call<'_, '_>, object: Object) -> Result<Action, Errno> {
    let State {
        objects,
        kept_by_machine,
        ..
    } = &mut *call.state;
    if objects.by_number.len() >= MAX_OBJECTS {
        return Err(Errno::EMFILE);
    }
    let charge = kept_by_machine
        .charge(OBJECT_BYTES)
        .map_err(|_| Errno::ENOMEM)?;
    let taken = objects.by_number.keys();
    let in_order = taken
        .zip(FIRST..)
        .take_while(|(taken, number)| *taken == number);
    let number = FIRST + in_order.count() as u32;
    objects.by_number.insert(number, (object, charge));
    Ok(Action::Return(number.into()))
}

/// Makes the calling thread wait.
fn wait(call: &mut Call<'_, '_>, wait: Wait, deadline: Option<Duration>) -> Result<Action, Errno> {
    let thread = call.context.thread;
    call.state.waiting.insert(thread, Waiting::Object(wait));
    Ok(Action::Wait { deadline })
}

/// Ends the wait of a thread with a result.
fn wake(call: &mut Call<'_, '_>, thread: u32, result: Word) {
    let ended = Waiting::Object(Wait::Ended(result));
    call.state.waiting.insert(thread, ended);
    call.context.wake.push(thread);
}

/// Continues a thread that was woken, or whose deadline has passed.
pub(super) fn resume(call: &mut Call<'_, '_>, state: Wait) -> Result<Action, Errno> {
    let thread = call.context.thread;
    match state {
        Wait::Ended(result) => Ok(Action::Return(result.into())),
        // The deadline passed after the condition was signalled, while the thread was waiting for
        // the mutex.
        Wait::Untimed => wait(call, Wait::Untimed, None),
        Wait::Futex(address) => {
            call.state.objects.stop_waiting_on_futex(address, thread);
            Err(Errno::ETIMEDOUT)
        }
        Wait::Condition { condition, mutex } => {
            let objects = &mut call.state.objects;
            if let Ok(queue) = objects.condition(condition) {
                queue.retain(|&(waiting, _)| waiting != thread);
            }
            let Ok((is_locked, queue)) = objects.mutex(mutex) else {
                return Err(Errno::ETIMEDOUT);
            };
            if !*is_locked {
                *is_locked = true;
                return Err(Errno::ETIMEDOUT);
            }
            queue.push_back((thread, Errno::ETIMEDOUT.number().wrapping_neg()));
            wait(call, Wait::Untimed, None)
        }
    }
}

pub(super) fn mutex_create(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let queue = VecDeque::new();
    create(
        call,
        Object::Mutex {
            is_locked: false,
            queue,
        },
    )
}

/// Locks a mutex. A thread that locks a mutex twice waits forever.
pub(super) fn mutex_lock(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let (number, thread) = (call.arg(0), call.context.thread);
    let (is_locked, queue) = call.state.objects.mutex(number)?;
    if !*is_locked {
        *is_locked = true;
        return DONE;
    }
    queue.push_back((thread, 0));
    wait(call, Wait::Untimed, None)
}

pub(super) fn mutex_trylock(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let number = call.arg(0);
    let (is_locked, _) = call.state.objects.mutex(number)?;
    if std::mem::replace(is_locked, true) {
        return Err(Errno::EBUSY);
    }
    DONE
}

/// Unlocks a mutex. Any thread may do this.
pub(super) fn mutex_unlock(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    unlock(call, call.arg(0))?;
    DONE
}

/// Passes a mutex to the first thread that waits for it, or unlocks it.
fn unlock(call: &mut Call<'_, '_>, number: u32) -> Result<(), Errno> {
    let (is_locked, queue) = call.state.objects.mutex(number)?;
    if !*is_locked {
        return Err(Errno::EPERM);
    }
    match queue.pop_front() {
        Some((thread, result)) => wake(call, thread, result),
        None => *is_locked = false,
    }
    Ok(())
}

pub(super) fn cond_create(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let queue = VecDeque::new();
    create(call, Object::Condition { queue })
}

pub(super) fn cond_wait(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    wait_for_condition(call, None)
}

pub(super) fn cond_timed_wait_abs(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let time = call.arg(2);
    let deadline = read_deadline(call, time)?;
    wait_for_condition(call, Some(deadline))
}

fn wait_for_condition(
    call: &mut Call<'_, '_>,
    deadline: Option<Duration>,
) -> Result<Action, Errno> {
    let [condition, mutex] = [0, 1].map(|index| call.arg(index));
    let thread = call.context.thread;
    call.state.objects.condition(condition)?;
    unlock(call, mutex)?;
    let queue = call.state.objects.condition(condition)?;
    queue.push_back((thread, mutex));
    wait(call, Wait::Condition { condition, mutex }, deadline)
}

pub(super) fn cond_signal(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let number = call.arg(0);
    let first = call.state.objects.condition(number)?.pop_front();
    if let Some((thread, mutex)) = first {
        lock_for(call, thread, mutex);
    }
    DONE
}

pub(super) fn cond_broadcast(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let number = call.arg(0);
    let all = std::mem::take(call.state.objects.condition(number)?);
    for (thread, mutex) in all {
        lock_for(call, thread, mutex);
    }
    DONE
}

/// Locks a mutex for a thread whose condition was signalled, now or when the mutex becomes free.
fn lock_for(call: &mut Call<'_, '_>, thread: u32, mutex: u32) {
    match call.state.objects.mutex(mutex) {
        Ok((is_locked, queue)) if *is_locked => {
            queue.push_back((thread, 0));
            let waits = Waiting::Object(Wait::Untimed);
            call.state.waiting.insert(thread, waits);
        }
        Ok((is_locked, _)) => {
            *is_locked = true;
            wake(call, thread, 0);
        }
        Err(errno) => wake(call, thread, errno.number().wrapping_neg()),
    }
}

pub(super) fn sem_create(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let count = call.arg(0);
    if count > MAX_COUNT {
        return Err(Errno::EINVAL);
    }
    let queue = VecDeque::new();
    create(call, Object::Semaphore { count, queue })
}

pub(super) fn sem_wait(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let (number, thread) = (call.arg(0), call.context.thread);
    let (count, queue) = call.state.objects.semaphore(number)?;
    if *count > 0 {
        *count -= 1;
        return DONE;
    }
    queue.push_back(thread);
    wait(call, Wait::Untimed, None)
}

pub(super) fn sem_post(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let number = call.arg(0);
    let (count, queue) = call.state.objects.semaphore(number)?;
    match queue.pop_front() {
        Some(thread) => wake(call, thread, 0),
        None if *count == MAX_COUNT => return Err(Errno::ERANGE),
        None => *count += 1,
    }
    DONE
}

/// Fails with `EINVAL` for every semaphore: the original loader did not implement this call.
pub(super) fn sem_get_value(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let number = call.arg(0);
    call.state.objects.semaphore(number)?;
    Err(Errno::EINVAL)
}

/// Waits on a futex. `nacl-irt-futex` has separate queues: it does not wake threads that wait here,
/// and threads that wait there are not woken here.
pub(super) fn futex_wait_abs(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let [address, value, time] = [0, 1, 2].map(|index| call.arg(index));
    let thread = call.context.thread;
    let found = call.memory().load_u32(address)?;
    let deadline = match time {
        0 => None,
        _ => Some(read_deadline(call, time)?),
    };
    if found != value {
        return Err(Errno::EAGAIN);
    }
    let queue = call.state.objects.futexes.entry(address).or_default();
    queue.push_back(thread);
    wait(call, Wait::Futex(address), deadline)
}

/// Wakes threads that wait on a futex. Returns their number.
pub(super) fn futex_wake(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let [address, count] = [0, 1].map(|index| call.arg(index));
    let mut woken = 0;
    while woken < count
        && let Some(queue) = call.state.objects.futexes.get_mut(&address)
        && let Some(&thread) = queue.front()
    {
        call.state.objects.stop_waiting_on_futex(address, thread);
        wake(call, thread, 0);
        woken += 1;
    }
    Ok(Action::Return(woken.into()))
}

#[cfg(test)]
mod tests {
    use super::super::harness::{Guest, OK};
    use super::*;
    use crate::memory::PAGE_SIZE;

    const B: u32 = Guest::BUFFER;
    const FOREVER: Action = Action::Wait { deadline: None };

    /// Calls a function in a thread. Returns its result and the threads that it wakes.
    fn call(guest: &mut Guest, thread: u32, name: &str, args: &[u32]) -> (Action, Vec<u32>) {
        guest.call_as(thread, &format!("nacl-syscall.{name}"), args)
    }

    fn done(woken: &[u32]) -> (Action, Vec<u32>) {
        (OK, woken.to_vec())
    }

    fn waits() -> (Action, Vec<u32>) {
        (FOREVER, Vec::new())
    }

    fn failed(errno: Errno) -> (Action, Vec<u32>) {
        let negative = errno.number().wrapping_neg();
        (Action::Return(negative.into()), Vec::new())
    }

    fn create(guest: &mut Guest, name: &str, args: &[u32]) -> u32 {
        match call(guest, 0, name, args).0 {
            Action::Return(number) => number as u32,
            other => panic!("{name} gave {other:?}"),
        }
    }

    /// Stores a deadline of one second in the buffer.
    fn one_second(guest: &mut Guest) -> Action {
        guest.memory.store(B, 1_u64.to_le_bytes()).unwrap();
        Action::Wait {
            deadline: Some(Duration::from_secs(1)),
        }
    }

    #[test]
    fn a_mutex_goes_from_thread_to_thread_in_their_order() {
        let mut guest = Guest::new().with_system_calls();
        let mutex = create(&mut guest, "mutex_create", &[]);
        assert_eq!(call(&mut guest, 1, "mutex_lock", &[mutex]), done(&[]));
        assert_eq!(
            call(&mut guest, 2, "mutex_trylock", &[mutex]),
            failed(Errno::EBUSY)
        );
        assert_eq!(call(&mut guest, 2, "mutex_lock", &[mutex]), waits());
        assert_eq!(call(&mut guest, 3, "mutex_lock", &[mutex]), waits());
        assert_eq!(call(&mut guest, 1, "mutex_unlock", &[mutex]), done(&[2]));
        assert_eq!(guest.resume_as(2), OK);
        assert_eq!(
            call(&mut guest, 1, "mutex_trylock", &[mutex]),
            failed(Errno::EBUSY)
        );
        assert_eq!(call(&mut guest, 2, "mutex_unlock", &[mutex]), done(&[3]));
        assert_eq!(guest.resume_as(3), OK);
        assert_eq!(call(&mut guest, 3, "mutex_unlock", &[mutex]), done(&[]));
        assert_eq!(
            call(&mut guest, 3, "mutex_unlock", &[mutex]),
            failed(Errno::EPERM)
        );
        assert_eq!(call(&mut guest, 3, "close", &[mutex]), done(&[]));
        assert_eq!(
            call(&mut guest, 3, "mutex_lock", &[mutex]),
            failed(Errno::EBADF)
        );
    }

    #[test]
    fn a_signalled_thread_runs_when_it_has_the_mutex() {
        let mut guest = Guest::new().with_system_calls();
        let mutex = create(&mut guest, "mutex_create", &[]);
        let condition = create(&mut guest, "cond_create", &[]);
        let wait = [condition, mutex];
        assert_eq!(
            call(&mut guest, 1, "cond_wait", &wait),
            failed(Errno::EPERM)
        );
        for thread in [1, 2, 3] {
            assert_eq!(call(&mut guest, thread, "mutex_lock", &[mutex]), done(&[]));
            assert_eq!(call(&mut guest, thread, "cond_wait", &wait), waits());
        }
        assert_eq!(call(&mut guest, 4, "cond_signal", &[condition]), done(&[1]));
        assert_eq!(guest.resume_as(1), OK);
        assert_eq!(
            call(&mut guest, 1, "cond_broadcast", &[condition]),
            done(&[])
        );
        assert_eq!(call(&mut guest, 1, "mutex_unlock", &[mutex]), done(&[2]));
        assert_eq!(guest.resume_as(2), OK);
        assert_eq!(call(&mut guest, 2, "mutex_unlock", &[mutex]), done(&[3]));
        assert_eq!(guest.resume_as(3), OK);
        assert_eq!(call(&mut guest, 3, "cond_signal", &[condition]), done(&[]));
    }

    #[test]
    fn a_wait_that_ends_by_its_deadline_has_the_mutex_too() {
        let mut guest = Guest::new().with_system_calls();
        let mutex = create(&mut guest, "mutex_create", &[]);
        let condition = create(&mut guest, "cond_create", &[]);
        let second = one_second(&mut guest);
        let wait = [condition, mutex, B];
        for thread in [1, 2] {
            assert_eq!(call(&mut guest, thread, "mutex_lock", &[mutex]), done(&[]));
            let waited = call(&mut guest, thread, "cond_timed_wait_abs", &wait);
            assert_eq!(waited.0, second);
        }
        let late = failed(Errno::ETIMEDOUT).0;
        assert_eq!(guest.resume_as(1), late);
        assert_eq!(guest.resume_as(2), FOREVER);
        assert_eq!(call(&mut guest, 1, "mutex_unlock", &[mutex]), done(&[2]));
        assert_eq!(guest.resume_as(2), late);
        assert_eq!(call(&mut guest, 1, "cond_signal", &[condition]), done(&[]));

        // The thread's deadline passes after the signal, while the mutex is still locked.
        let waited = call(&mut guest, 2, "cond_timed_wait_abs", &wait);
        assert_eq!(waited.0, second);
        assert_eq!(call(&mut guest, 1, "mutex_lock", &[mutex]), done(&[]));
        assert_eq!(call(&mut guest, 1, "cond_signal", &[condition]), done(&[]));
        assert_eq!(guest.resume_as(2), FOREVER);
        assert_eq!(call(&mut guest, 1, "mutex_unlock", &[mutex]), done(&[2]));
        assert_eq!(guest.resume_as(2), OK);
    }

    #[test]
    fn a_semaphore_counts() {
        let mut guest = Guest::new().with_system_calls();
        let semaphore = create(&mut guest, "sem_create", &[1]);
        assert_eq!(call(&mut guest, 1, "sem_wait", &[semaphore]), done(&[]));
        assert_eq!(call(&mut guest, 1, "sem_wait", &[semaphore]), waits());
        assert_eq!(call(&mut guest, 2, "sem_post", &[semaphore]), done(&[1]));
        assert_eq!(guest.resume_as(1), OK);
        assert_eq!(
            call(&mut guest, 2, "sem_get_value", &[semaphore]),
            failed(Errno::EINVAL)
        );
        let full = create(&mut guest, "sem_create", &[MAX_COUNT]);
        assert_eq!(
            call(&mut guest, 2, "sem_post", &[full]),
            failed(Errno::ERANGE)
        );
        let more = call(&mut guest, 2, "sem_create", &[MAX_COUNT + 1]);
        assert_eq!(more, failed(Errno::EINVAL));
    }

    #[test]
    fn futexes_give_the_number_of_woken_threads() {
        let mut guest = Guest::new().with_system_calls();
        let word = B + 16;
        assert_eq!(
            call(&mut guest, 1, "futex_wait_abs", &[word, 0, 0]),
            waits()
        );
        let second = one_second(&mut guest);
        let timed = [word, 0, B];
        for thread in [2, 3] {
            assert_eq!(call(&mut guest, thread, "futex_wait_abs", &timed).0, second);
        }
        let other = call(&mut guest, 4, "futex_wait_abs", &[word, 1, 0]);
        assert_eq!(other, failed(Errno::EAGAIN));
        assert_eq!(guest.resume_as(2), failed(Errno::ETIMEDOUT).0);
        let woken = call(&mut guest, 4, "futex_wake", &[word, 5]);
        assert_eq!(woken, (Action::Return(2), vec![1, 3]));
        assert_eq!((guest.resume_as(1), guest.resume_as(3)), (OK, OK));
        let nobody = call(&mut guest, 4, "futex_wake", &[word, 5]);
        assert_eq!(nobody, (Action::Return(0), Vec::new()));
    }

    #[test]
    fn hostile_arguments_are_errors() {
        let mut guest = Guest::new().with_system_calls();
        let mutex = create(&mut guest, "mutex_create", &[]);
        let condition = create(&mut guest, "cond_create", &[]);
        for (name, args, errno) in [
            ("mutex_lock", &[condition][..], Errno::EINVAL),
            ("cond_signal", &[mutex], Errno::EINVAL),
            ("sem_post", &[mutex], Errno::EINVAL),
            ("sem_wait", &[1], Errno::EBADF),
            ("mutex_unlock", &[u32::MAX], Errno::EBADF),
            ("cond_wait", &[condition, condition], Errno::EINVAL),
            ("cond_timed_wait_abs", &[condition, mutex, 0], Errno::EFAULT),
            ("futex_wait_abs", &[0, 0, 0], Errno::EFAULT),
            ("futex_wait_abs", &[B, 0, 4], Errno::EFAULT),
        ] {
            assert_eq!(call(&mut guest, 1, name, args), failed(errno), "{name}");
        }
        let outside = 64 * PAGE_SIZE;
        let nobody = call(&mut guest, 1, "futex_wake", &[outside, 1]);
        assert_eq!(nobody, done(&[]));
    }

    #[test]
    fn objects_are_bounded_and_charged() {
        let mut guest = Guest::new().with_system_calls();
        let numbers: Vec<u32> = (0..MAX_OBJECTS)
            .map(|_| create(&mut guest, "cond_create", &[]))
            .collect();
        assert_eq!(numbers[..2], [FIRST, FIRST + 1]);
        assert_eq!(
            call(&mut guest, 0, "mutex_create", &[]),
            failed(Errno::EMFILE)
        );
        assert_eq!(call(&mut guest, 0, "close", &[numbers[7]]), done(&[]));
        assert_eq!(create(&mut guest, "mutex_create", &[]), numbers[7]);
        assert_eq!(call(&mut guest, 0, "close", &[numbers[7]]), done(&[]));
        let budget = &guest.irt.state.kept_by_machine;
        assert_eq!(budget.charged(), OBJECT_BYTES * (MAX_OBJECTS as u64 - 1));
        budget.set_limit(budget.charged());
        assert_eq!(
            call(&mut guest, 0, "mutex_create", &[]),
            failed(Errno::ENOMEM)
        );
    }
}
