//! Loads URLs, from the request to the last byte of the response.
//!
//! A loader requests one piece of the body after another from its device, and keeps the pieces
//! until the program reads them. Above the upper threshold of the request it pauses, until less
//! than the lower threshold is left. A response that is loaded into a file is written as it
//! arrives.
//!
//! Source: Chromium's `ppapi/proxy/url_loader_resource.cc`,
//! `content/renderer/pepper/pepper_url_loader_host.cc`.

use crate::device::fetch::{FetchError, FetchEvent, Head, MAX_PIECE, Request};
use crate::families::files::file::later;
use crate::families::files::transfer::Download;
use crate::families::urls::request::{Options, RequestInfo, prepare};
use crate::kernel::call::Call;
use crate::kernel::errors::{OK, PpError};
use crate::kernel::interface::{Begun, Delivery, Ending};
use crate::kernel::pending::PendingId;
use crate::kernel::resource::{BOXED, PLACE, Resource};
use crate::kernel::state::Kernel;
use crate::table::typed::Res;
use pinnacle_system::memory::{Fault, Memory};
use pinnacle_system::memory_budget::{Charge, MemoryBudget};
use pinnacle_system::state::{Refusal, Writer};
use std::collections::VecDeque;

mod saved;

/// `PPB_URLResponseInfo`.
#[derive(Debug)]
pub(crate) struct Response {
    pub(super) head: Head,
    /// The file that receives the body, to which the host holds a reference. 0 if there is none.
    pub(super) file_ref: u32,
    _charge: Charge,
}

impl Resource for Response {
    fn name(&self) -> &'static str {
        "UrlResponseInfo"
    }

    fn save(&self, to: &mut Writer) -> Result<(), Refusal> {
        self.write_saved(to);
        Ok(())
    }

    fn held(&self) -> Vec<u32> {
        let file = Some(self.file_ref);
        file.filter(|&file| file != 0).into_iter().collect()
    }

    fn size(&self) -> u64 {
        PLACE + BOXED
    }

    fn end(self: Box<Self>, _id: u32, kernel: &mut Kernel) {
        kernel.unhold_resource(self.file_ref);
    }
}

impl Response {
    /// Returns the headers as lines, without a line end after the last one.
    pub(super) fn headers(&self) -> String {
        let headers = self.head.headers.iter();
        let lines: Vec<String> = headers
            .map(|(name, value)| format!("{name}: {value}"))
            .collect();
        lines.join("\n")
    }
}

/// Returns the approximate size in bytes of the device's data for a request.
fn request_size(request: &Request) -> u64 {
    let headers = request.headers.iter();
    let headers: usize = headers
        .map(|(name, value)| 48 + name.len() + value.len())
        .sum();
    (headers + request.url.len() + request.body.len()) as u64
}

/// The event that a pending callback waits for.
#[derive(Clone, Copy, Debug)]
enum Awaited {
    /// The head of a response.
    Head,
    /// Bytes of the body, for this buffer in the program's memory.
    Bytes { buffer: u32, len: u32 },
    /// The end of the body.
    End,
}

/// `PPB_URLLoader`.
#[derive(Debug)]
pub(crate) struct Loader {
    /// The options of the request; `None` until the loader is opened.
    options: Option<Options>,
    /// True while the device works on the request.
    is_running: bool,
    /// True if bytes were requested and have not arrived yet.
    is_asked: bool,
    /// True if a redirect waits for the program to follow it.
    at_redirect: bool,
    waiting: Option<(PendingId, Awaited)>,
    /// The resource of the response, to which the host holds a reference. 0 if there is none yet.
    response: u32,
    file: Option<Download>,
    /// Pieces that the program has not read yet.
    pieces: VecDeque<Vec<u8>>,
    /// Number of bytes of the first piece that the program has read.
    start: usize,
    kept: Charge,
    /// Charge for the piece that was requested from the device.
    asked: Charge,
    /// Charge for the data of the request that the device keeps.
    request_kept: Charge,
    /// The result of the load.
    done: Option<i32>,
    received: i64,
    to_receive: i64,
    sent: i64,
    to_send: i64,
}

impl Resource for Loader {
    fn name(&self) -> &'static str {
        "UrlLoader"
    }

    fn save(&self, to: &mut Writer) -> Result<(), Refusal> {
        self.write_saved(to)
    }

    fn held(&self) -> Vec<u32> {
        let response = Some(self.response);
        let response = response.filter(|&response| response != 0);
        response.into_iter().collect()
    }

    fn size(&self) -> u64 {
        PLACE + BOXED
    }

    fn end(self: Box<Self>, id: u32, kernel: &mut Kernel) {
        if self.is_running {
            kernel.devices.fetch.cancel(id);
        }
        kernel.unhold_resource(self.response);
    }
}

impl Loader {
    pub(super) fn new(budget: &MemoryBudget) -> Loader {
        Loader {
            options: None,
            is_running: false,
            is_asked: false,
            at_redirect: false,
            waiting: None,
            response: 0,
            file: None,
            pieces: VecDeque::new(),
            start: 0,
            kept: budget.empty_charge(),
            asked: budget.empty_charge(),
            request_kept: budget.empty_charge(),
            done: None,
            received: 0,
            to_receive: -1,
            sent: 0,
            to_send: -1,
        }
    }

    /// Returns the resource of the response; 0 if there is none yet.
    pub(super) fn response(&self) -> u32 {
        self.response
    }

    /// Returns the number of bytes received and the expected total; `None` if the request did not
    /// ask to record progress.
    pub(super) fn download_progress(&self) -> Option<[i64; 2]> {
        let options = self.options.as_ref()?;
        options
            .record_download
            .then_some([self.received, self.to_receive])
    }

    /// Does the same as [`Self::download_progress`], for the request body.
    pub(super) fn upload_progress(&self) -> Option<[i64; 2]> {
        let options = self.options.as_ref()?;
        options.record_upload.then_some([self.sent, self.to_send])
    }

    /// Copies received bytes to a buffer, until there are no more or the buffer is full. Returns
    /// the number of bytes copied.
    fn take(&mut self, memory: &mut Memory, buffer: u32, len: u32) -> Result<u32, Fault> {
        let mut taken = 0;
        while taken < len
            && let Some(piece) = self.pieces.front()
        {
            let rest = &piece[self.start..];
            let count = rest.len().min((len - taken) as usize);
            let place = buffer.wrapping_add(taken);
            memory.write(place, &rest[..count])?;
            taken += count as u32;
            self.start += count;
            if self.start == piece.len() {
                self.pieces.pop_front();
                self.start = 0;
            }
        }
        self.kept.shrink(taken.into());
        Ok(taken)
    }
}

fn loader(kernel: &mut Kernel, id: u32) -> Option<&mut Loader> {
    kernel.resources.of_mut(id)
}

/// Returns true if a loader has a pending callback.
fn is_busy(kernel: &Kernel, id: u32) -> bool {
    let loader = kernel.resources.of::<Loader>(id);
    let waiting = loader.and_then(|loader| loader.waiting);
    waiting.is_some_and(|(pending, _)| kernel.completions.is_pending(pending))
}

/// Handles an event of a load.
pub(crate) fn fetched(kernel: &mut Kernel, id: u32, event: FetchEvent) {
    let Some(loader) = loader(kernel, id).filter(|loader| loader.is_running) else {
        return;
    };
    match event {
        FetchEvent::Sent(count) => loader.sent = i64::try_from(count).unwrap_or(i64::MAX),
        FetchEvent::Head(head) => answered(kernel, id, head),
        FetchEvent::Data(bytes) => went_on(kernel, id, bytes),
        FetchEvent::End => ended(kernel, id, OK),
        FetchEvent::Failed(FetchError::NoAccess) => ended(kernel, id, PpError::NoAccess.code()),
        FetchEvent::Failed(FetchError::Failed) => ended(kernel, id, PpError::Failed.code()),
    }
}

/// Handles the head of a response.
fn answered(kernel: &mut Kernel, id: u32, head: Head) {
    let size = head.size();
    let is_redirect = head.redirect.is_some();
    let length = head.length.and_then(|length| i64::try_from(length).ok());
    let Some(one) = loader(kernel, id) else {
        return;
    };
    one.at_redirect = is_redirect;
    one.to_receive = length.unwrap_or(-1);
    let before = std::mem::take(&mut one.response);
    let streams = one
        .options
        .as_ref()
        .is_some_and(|options| options.stream_to_file);
    kernel.unhold_resource(before);
    let Ok(charge) = kernel.budget.charge(size) else {
        broke(kernel, id, PpError::NoMemory);
        return;
    };
    let file_ref = match streams && !is_redirect {
        true => begin_file(kernel, id),
        false => Ok(0),
    };
    let response = file_ref.and_then(|file_ref| {
        let response = Response {
            head,
            file_ref,
            _charge: charge,
        };
        kernel.create_held(response).ok_or(PpError::NoMemory)
    });
    match response {
        Err(error) => broke(kernel, id, error),
        Ok(response) => {
            if let Some(one) = loader(kernel, id) {
                one.response = response;
            }
            tell(kernel, id, |awaited| matches!(awaited, Awaited::Head), OK);
            if !is_redirect {
                ask_for_more(kernel, id);
            }
        }
    }
}

/// Creates the file for a response. Returns the resource of its name; the host holds a reference to
/// it.
fn begin_file(kernel: &mut Kernel, id: u32) -> Result<u32, PpError> {
    let (file, file_ref) = Download::begin(kernel, id)?;
    if let Some(one) = loader(kernel, id) {
        one.file = Some(file);
    }
    Ok(file_ref)
}

/// Handles a piece of the body.
fn went_on(kernel: &mut Kernel, id: u32, bytes: Vec<u8>) {
    let Some(one) = loader(kernel, id) else {
        return;
    };
    one.is_asked = false;
    one.asked.shrink(one.asked.bytes());
    one.received = one.received.saturating_add(bytes.len() as i64);
    if let Some(mut file) = one.file.take() {
        match file.append(kernel, &bytes) {
            Ok(()) => {
                if let Some(one) = loader(kernel, id) {
                    one.file = Some(file);
                }
                ask_for_more(kernel, id);
            }
            Err(error) => broke(kernel, id, error),
        }
        return;
    }
    if one.kept.grow(bytes.len() as u64).is_err() {
        broke(kernel, id, PpError::NoMemory);
        return;
    }
    one.pieces.push_back(bytes);
    tell_reader(kernel, id);
    ask_for_more(kernel, id);
}

/// Requests the next bytes from the device, unless a request is pending or enough bytes are
/// buffered.
fn ask_for_more(kernel: &mut Kernel, id: u32) {
    let Some(one) = loader(kernel, id) else {
        return;
    };
    let upper = one.options.as_ref().map_or(0, |one| one.upper_threshold);
    let kept = one.kept.bytes();
    let has_enough = kept > 0 && kept >= upper.max(0) as u64;
    if !one.is_running || one.is_asked || one.at_redirect || has_enough {
        return;
    }
    // There must be room for one more piece. A loader with buffered data is resumed when the
    // program has read it.
    if one.asked.resize(MAX_PIECE as u64).is_ok() {
        one.is_asked = true;
        kernel.devices.fetch.read(id);
    } else if kept == 0 {
        broke(kernel, id, PpError::NoMemory);
    }
}

/// Handles the end of a load, and completes the pending operation.
fn ended(kernel: &mut Kernel, id: u32, result: i32) {
    let Some(one) = loader(kernel, id) else {
        return;
    };
    one.is_running = false;
    one.request_kept.shrink(one.request_kept.bytes());
    one.asked.shrink(one.asked.bytes());
    one.done = Some(result);
    one.file = None;
    if one.pieces.is_empty() {
        tell(kernel, id, |_| true, result);
    } else {
        tell_reader(kernel, id);
    }
}

/// Stops a load that cannot continue.
fn broke(kernel: &mut Kernel, id: u32, error: PpError) {
    kernel.devices.fetch.cancel(id);
    ended(kernel, id, error.code());
}

/// Completes the pending operation with a result, if it is of a given kind.
fn tell(kernel: &mut Kernel, id: u32, is_meant: fn(Awaited) -> bool, result: i32) {
    let waiting = loader(kernel, id).and_then(|loader| loader.waiting);
    if let Some((pending, _)) = waiting.filter(|(_, awaited)| is_meant(*awaited)) {
        kernel.finish(pending, result);
    }
}

/// Completes a pending read. The bytes are written just before its callback runs.
fn tell_reader(kernel: &mut Kernel, id: u32) {
    let waiting = loader(kernel, id).and_then(|loader| loader.waiting);
    if let Some((pending, Awaited::Bytes { buffer, len })) = waiting {
        let ending = Ending::with_output(move |call| {
            let count = take_bytes(call, id, buffer, len)?;
            Ok(Delivery::Result(count))
        });
        kernel.finish(pending, ending);
    }
}

/// Starts an operation of a loader that completes later.
fn wait(kernel: &mut Kernel, id: u32, pending: PendingId, awaited: Awaited) -> Begun {
    if let Some(one) = loader(kernel, id) {
        one.waiting = Some((pending, awaited));
    }
    Begun::Later
}

/// Takes received bytes, and resumes the device if few are left.
fn take_bytes(call: &mut Call<'_, '_>, id: u32, buffer: u32, len: u32) -> Result<i32, Fault> {
    let Some(one) = call.kernel.resources.of_mut::<Loader>(id) else {
        return Ok(PpError::Aborted.code());
    };
    let count = one.take(call.context.memory, buffer, len)?;
    let lower = one.options.as_ref().map_or(0, |one| one.lower_threshold);
    if one.kept.bytes() <= lower.max(0) as u64 {
        ask_for_more(call.kernel, id);
    }
    Ok(count as i32)
}

/// Implements `PPB_URLLoader.Open`.
pub(super) fn open(
    kernel: &mut Kernel,
    loader: Res<Loader>,
    request: Res<RequestInfo>,
    pending: PendingId,
) -> Begun {
    let id = loader.id;
    let (options, request) = match prepare(kernel, request) {
        Ok(parts) => parts,
        Err(error) => return error.into(),
    };
    let Some(one) = self::loader(kernel, id) else {
        return PpError::BadResource.into();
    };
    if one.options.is_some() || one.done.is_some() {
        return PpError::InProgress.into();
    }
    one.options = Some(options);
    match request {
        Ok(request) => {
            if one.request_kept.resize(request_size(&request)).is_err() {
                return PpError::NoMemory.into();
            }
            one.is_running = true;
            one.to_send = request.body.len() as i64;
            kernel.devices.fetch.start(id, request);
            wait(kernel, id, pending, Awaited::Head)
        }
        Err(error) => {
            one.done = Some(error.code());
            later(kernel, pending, Err(error))
        }
    }
}

/// Implements `PPB_URLLoader.FollowRedirect`.
pub(super) fn follow_redirect(
    kernel: &mut Kernel,
    loader: Res<Loader>,
    pending: PendingId,
) -> Begun {
    let id = loader.id;
    if is_busy(kernel, id) {
        return PpError::InProgress.into();
    }
    match self::loader(kernel, id) {
        Some(one) if one.at_redirect && one.is_running => one.at_redirect = false,
        _ => return PpError::Failed.into(),
    }
    kernel.devices.fetch.follow_redirect(id);
    wait(kernel, id, pending, Awaited::Head)
}

/// Returns an error if the body of a response cannot be requested as a file (`is_file`) or as
/// bytes.
fn check_body(kernel: &mut Kernel, id: u32, is_file: bool) -> Result<(), PpError> {
    if is_busy(kernel, id) {
        return Err(PpError::InProgress);
    }
    let response = loader(kernel, id).map_or(0, |loader| loader.response);
    match kernel.resources.of::<Response>(response) {
        Some(one) if (one.file_ref != 0) == is_file => Ok(()),
        _ => Err(PpError::Failed),
    }
}

/// Implements `PPB_URLLoader.ReadResponseBody`, which reads into a buffer.
pub(super) fn read_body(
    call: &mut Call<'_, '_>,
    loader: Res<Loader>,
    (buffer, len): (u32, i32),
    pending: PendingId,
) -> Result<Begun, Fault> {
    let id = loader.id;
    if let Err(error) = check_body(call.kernel, id, false) {
        return Ok(error.into());
    }
    if len <= 0 || buffer == 0 {
        return Ok(PpError::BadArgument.into());
    }
    let len = len as u32;
    let Some(one) = call.get(loader) else {
        return Ok(PpError::BadResource.into());
    };
    if !one.pieces.is_empty() {
        return Ok(take_bytes(call, id, buffer, len)?.into());
    }
    Ok(match one.done {
        Some(result) => result.into(),
        None => wait(call.kernel, id, pending, Awaited::Bytes { buffer, len }),
    })
}

/// Implements `PPB_URLLoader.FinishStreamingToFile`.
pub(super) fn finish_file(kernel: &mut Kernel, loader: Res<Loader>, pending: PendingId) -> Begun {
    let id = loader.id;
    if let Err(error) = check_body(kernel, id, true) {
        return error.into();
    }
    match self::loader(kernel, id).and_then(|loader| loader.done) {
        Some(result) => result.into(),
        None => wait(kernel, id, pending, Awaited::End),
    }
}

/// Implements `PPB_URLLoader.Close`.
pub(super) fn close(kernel: &mut Kernel, loader: Res<Loader>) {
    let id = loader.id;
    let Some(one) = self::loader(kernel, id) else {
        return;
    };
    one.done = Some(PpError::Aborted.code());
    one.pieces.clear();
    one.start = 0;
    one.kept.shrink(one.kept.bytes());
    one.request_kept.shrink(one.request_kept.bytes());
    one.asked.shrink(one.asked.bytes());
    one.file = None;
    let is_running = std::mem::replace(&mut one.is_running, false);
    if is_running {
        kernel.devices.fetch.cancel(id);
    }
    kernel.abort_all(id);
}

#[cfg(test)]
mod tests;
