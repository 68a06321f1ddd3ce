//! Loads of URLs: from the request to the last byte of the response.
//!
//! A loader asks its device for one piece of the body after the other and keeps them
//! until the program reads. With more than the upper threshold of the request it asks
//! no more, until less than the lower one is left. A response that is to be a file is
//! written to it as it comes.
//!
//! Source: Chromium's `ppapi/proxy/url_loader_resource.cc`,
//! `content/renderer/pepper/pepper_url_loader_host.cc`.

use crate::device::fetch::{FetchError, FetchEvent, Head, Request};
use crate::device::storage::StorageKind;
use crate::families::files::file::{OpenFile, TYPE_EXTERNAL};
use crate::families::files::storage::tree_path;
use crate::families::urls::request::Options;
use crate::kernel::call::Call;
use crate::kernel::errors::{OK, PpError};
use crate::kernel::interface::Begun;
use crate::kernel::interface::Delivery;
use crate::kernel::interface::Ending;
use crate::kernel::pending::PendingId;
use crate::kernel::resource::{BOXED, PLACE, Resource};
use crate::kernel::state::Kernel;
use pinnacle_system::files::{OpenRequest, Opened};
use pinnacle_system::memory::{Fault, Memory};
use pinnacle_system::memory_budget::{Charge, MemoryBudget};
use std::collections::VecDeque;

/// `PPB_URLResponseInfo`.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) head: Head,
    /// The name of the file that the body is in, of which the host holds a reference;
    /// 0 if it is in none.
    pub(crate) file_ref: u32,
    _charge: Charge,
}

impl Resource for Response {
    fn name(&self) -> &'static str {
        "UrlResponseInfo"
    }

    fn size(&self) -> u64 {
        PLACE + BOXED
    }

    fn end(self: Box<Self>, _id: u32, kernel: &mut Kernel) {
        kernel.unhold_resource(self.file_ref);
    }
}

impl Response {
    /// The headers as lines, without one at the end.
    pub(crate) fn headers(&self) -> String {
        let headers = self.head.headers.iter();
        let lines: Vec<String> = headers
            .map(|(name, value)| format!("{name}: {value}"))
            .collect();
        lines.join("\n")
    }
}

/// What a device keeps of a request, in bytes, roughly.
fn request_size(request: &Request) -> u64 {
    let headers = request.headers.iter();
    let headers: usize = headers
        .map(|(name, value)| 48 + name.len() + value.len())
        .sum();
    (headers + request.url.len() + request.body.len()) as u64
}

/// What the callback that is to come waits for.
#[derive(Clone, Copy, Debug)]
enum Awaited {
    /// The head of a response.
    Head,
    /// Bytes of the body, for a place in the program's memory.
    Bytes { buffer: u32, len: u32 },
    /// The end of the body.
    End,
}

/// `PPB_URLLoader`.
#[derive(Debug)]
pub(crate) struct Loader {
    /// What was asked for, once that is open.
    options: Option<Options>,
    /// The device works on it.
    is_running: bool,
    /// Bytes that it was asked for have not come yet.
    is_asked: bool,
    /// It waits for the program to follow a redirect.
    at_redirect: bool,
    waiting: Option<(PendingId, Awaited)>,
    /// The resource of the response, of which the host holds a reference; 0 if there
    /// is none yet.
    response: u32,
    file: Option<OpenFile>,
    /// What the program has not read yet.
    pieces: VecDeque<Vec<u8>>,
    /// How many bytes of the first piece it has read.
    start: usize,
    kept: Charge,
    /// Room for the piece that the device is asked for.
    asked: Charge,
    /// What the device keeps of the request.
    request_kept: Charge,
    /// What the load came to.
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
    pub(crate) fn new(budget: &MemoryBudget) -> Loader {
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

    /// The resource of the response; 0 if there is none yet.
    pub(crate) fn response(&self) -> u32 {
        self.response
    }

    /// How many bytes came, and how many will have come in all; none if the request
    /// did not want that recorded.
    pub(crate) fn download_progress(&self) -> Option<[i64; 2]> {
        let options = self.options.as_ref()?;
        options
            .record_download
            .then_some([self.received, self.to_receive])
    }

    /// The same of what is sent.
    pub(crate) fn upload_progress(&self) -> Option<[i64; 2]> {
        let options = self.options.as_ref()?;
        options.record_upload.then_some([self.sent, self.to_send])
    }

    /// Takes bytes that have come, as many as there are and fit.
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

impl Kernel {
    fn loader(&mut self, id: u32) -> Option<&mut Loader> {
        self.resources.of_mut(id)
    }

    /// Whether a callback of a loader's is still to come.
    fn is_loader_busy(&self, id: u32) -> bool {
        let waiting = self
            .resources
            .of::<Loader>(id)
            .and_then(|loader| loader.waiting);
        waiting.is_some_and(|(pending, _)| self.completions.is_pending(pending))
    }

    /// Something has happened to a load.
    pub(crate) fn fetched(&mut self, id: u32, event: FetchEvent) {
        if !self.loader(id).is_some_and(|loader| loader.is_running) {
            return;
        }
        match event {
            FetchEvent::Sent(count) => {
                if let Some(loader) = self.loader(id) {
                    loader.sent = i64::try_from(count).unwrap_or(i64::MAX);
                }
            }
            FetchEvent::Head(head) => self.load_answered(id, head),
            FetchEvent::Data(bytes) => self.load_went_on(id, bytes),
            FetchEvent::End => self.load_ended(id, OK),
            FetchEvent::Failed(FetchError::NoAccess) => {
                self.load_ended(id, PpError::NoAccess.code());
            }
            FetchEvent::Failed(FetchError::Failed) => self.load_ended(id, PpError::Failed.code()),
        }
    }

    /// The head of a response has come.
    fn load_answered(&mut self, id: u32, head: Head) {
        let size = head.size();
        let is_redirect = head.redirect.is_some();
        let length = head.length.and_then(|length| i64::try_from(length).ok());
        let Some(loader) = self.loader(id) else {
            return;
        };
        loader.at_redirect = is_redirect;
        loader.to_receive = length.unwrap_or(-1);
        let before = std::mem::take(&mut loader.response);
        let streams = loader
            .options
            .as_ref()
            .is_some_and(|one| one.stream_to_file);
        self.unhold_resource(before);
        let Ok(charge) = self.budget.charge(size) else {
            self.load_broke(id, PpError::NoMemory);
            return;
        };
        let file_ref = match streams && !is_redirect {
            true => self.begin_file(id),
            false => Ok(0),
        };
        let response = file_ref.and_then(|file_ref| {
            let response = Response {
                head,
                file_ref,
                _charge: charge,
            };
            self.create_held(response).ok_or(PpError::NoMemory)
        });
        match response {
            Err(error) => self.load_broke(id, error),
            Ok(response) => {
                if let Some(loader) = self.loader(id) {
                    loader.response = response;
                }
                self.tell_loader(id, |awaited| matches!(awaited, Awaited::Head), OK);
                if !is_redirect {
                    self.ask_for_more(id);
                }
            }
        }
    }

    /// Makes the file for a response; gives the resource of its name, of which the
    /// host holds a reference.
    fn begin_file(&mut self, id: u32) -> Result<u32, PpError> {
        let path = format!("/{id}");
        let request = OpenRequest {
            read: true,
            write: true,
            create: true,
            truncate: true,
            ..OpenRequest::default()
        };
        let place = tree_path(&path)?;
        let kind = StorageKind::Downloads;
        let Opened::File(file) = self.open_volume(kind)?.open(&place, request)? else {
            return Err(PpError::Failed);
        };
        let open = OpenFile {
            file,
            kind,
            system_type: TYPE_EXTERNAL,
            path: place,
            can_read: true,
            can_write: true,
            appends: true,
        };
        let file_ref = self.file_ref(0, TYPE_EXTERNAL, &path);
        let file_ref = file_ref.and_then(|one| self.create_held(one));
        if let Some(loader) = self.loader(id) {
            loader.file = Some(open);
        }
        file_ref.ok_or(PpError::NoMemory)
    }

    /// Bytes of the body have come.
    fn load_went_on(&mut self, id: u32, bytes: Vec<u8>) {
        let Some(loader) = self.loader(id) else {
            return;
        };
        loader.is_asked = false;
        loader.asked.shrink(loader.asked.bytes());
        loader.received = loader.received.saturating_add(bytes.len() as i64);
        if let Some(mut file) = loader.file.take() {
            let volume = self.volume(StorageKind::Downloads);
            let written = volume.and_then(|volume| file.write(volume, 0, &bytes));
            match written {
                Ok(count) if count as usize == bytes.len() => {
                    if let Some(loader) = self.loader(id) {
                        loader.file = Some(file);
                    }
                    self.ask_for_more(id);
                }
                Ok(_) => self.load_broke(id, PpError::NoSpace),
                Err(error) => self.load_broke(id, error),
            }
            return;
        }
        if loader.kept.grow(bytes.len() as u64).is_err() {
            self.load_broke(id, PpError::NoMemory);
            return;
        }
        loader.pieces.push_back(bytes);
        self.tell_reader(id);
        self.ask_for_more(id);
    }

    /// Asks the device for the next bytes, unless it is asked already or enough are
    /// kept.
    fn ask_for_more(&mut self, id: u32) {
        let Some(loader) = self.loader(id) else {
            return;
        };
        let upper = loader.options.as_ref().map_or(0, |one| one.upper_threshold);
        let kept = loader.kept.bytes();
        let has_enough = kept > 0 && kept >= upper.max(0) as u64;
        if !loader.is_running || loader.is_asked || loader.at_redirect || has_enough {
            return;
        }
        // One more piece must fit beside what is there. A loader that keeps something is asked
        // again when the program has taken that.
        if loader
            .asked
            .resize(crate::device::fetch::MAX_PIECE as u64)
            .is_ok()
        {
            loader.is_asked = true;
            self.devices.fetch.read(id);
        } else if kept == 0 {
            self.load_broke(id, PpError::NoMemory);
        }
    }

    /// The load is over.
    fn load_ended(&mut self, id: u32, result: i32) {
        let Some(loader) = self.loader(id) else {
            return;
        };
        loader.is_running = false;
        loader.request_kept.shrink(loader.request_kept.bytes());
        loader.asked.shrink(loader.asked.bytes());
        loader.done = Some(result);
        loader.file = None;
        if loader.pieces.is_empty() {
            self.tell_loader(id, |_| true, result);
        } else {
            self.tell_reader(id);
        }
    }

    /// The load cannot go on: the device stops.
    fn load_broke(&mut self, id: u32, error: PpError) {
        self.devices.fetch.cancel(id);
        self.load_ended(id, error.code());
    }

    /// Ends what the program waits for, if it is this.
    fn tell_loader(&mut self, id: u32, is_meant: fn(Awaited) -> bool, result: i32) {
        let Some(loader) = self.loader(id) else {
            return;
        };
        if let Some((pending, _)) = loader.waiting.filter(|(_, awaited)| is_meant(*awaited)) {
            self.finish(pending, result);
        }
    }

    /// Hands the program bytes, if it waits for some. They are written when its
    /// callback is about to run.
    fn tell_reader(&mut self, id: u32) {
        let waiting = self.loader(id).and_then(|loader| loader.waiting);
        if let Some((pending, Awaited::Bytes { buffer, len })) = waiting {
            let ending = Ending::with_output(move |call| {
                let count = call.take_bytes(id, buffer, len)?;
                Ok(Delivery::Result(count))
            });
            self.finish(pending, ending);
        }
    }
}

impl Call<'_, '_> {
    /// Begins an operation of a loader's whose end is not known yet.
    fn await_loader(&mut self, id: u32, pending: PendingId, awaited: Awaited) -> Begun {
        if let Some(loader) = self.kernel.loader(id) {
            loader.waiting = Some((pending, awaited));
        }
        Begun::Later
    }

    /// Takes bytes that have come, and lets the device go on if few are left.
    fn take_bytes(&mut self, id: u32, buffer: u32, len: u32) -> Result<i32, Fault> {
        let Some(loader) = self.kernel.resources.of_mut::<Loader>(id) else {
            return Ok(PpError::Aborted.code());
        };
        let count = loader.take(self.context.memory, buffer, len)?;
        let lower = loader.options.as_ref().map_or(0, |one| one.lower_threshold);
        if loader.kept.bytes() <= lower.max(0) as u64 {
            self.kernel.ask_for_more(id);
        }
        Ok(count as i32)
    }

    /// `PPB_URLLoader.Open`.
    pub(crate) fn open_loader(&mut self, id: u32, request: u32, pending: PendingId) -> Begun {
        let (options, request) = match self.request(request) {
            Ok(parts) => parts,
            Err(error) => return error.into(),
        };
        let Some(loader) = self.kernel.loader(id) else {
            return PpError::BadResource.into();
        };
        if loader.options.is_some() || loader.done.is_some() {
            return PpError::InProgress.into();
        }
        loader.options = Some(options);
        match request {
            Ok(request) => {
                if loader.request_kept.resize(request_size(&request)).is_err() {
                    return PpError::NoMemory.into();
                }
                loader.is_running = true;
                loader.to_send = request.body.len() as i64;
                self.kernel.devices.fetch.start(id, request);
                self.await_loader(id, pending, Awaited::Head)
            }
            Err(error) => {
                loader.done = Some(error.code());
                self.later(pending, Err(error))
            }
        }
    }

    /// `PPB_URLLoader.FollowRedirect`.
    pub(crate) fn follow_redirect(&mut self, id: u32, pending: PendingId) -> Begun {
        if self.kernel.is_loader_busy(id) {
            return PpError::InProgress.into();
        }
        match self.kernel.loader(id) {
            Some(loader) if loader.at_redirect && loader.is_running => loader.at_redirect = false,
            _ => return PpError::Failed.into(),
        }
        self.kernel.devices.fetch.follow_redirect(id);
        self.await_loader(id, pending, Awaited::Head)
    }

    /// Whether a response's body may be asked for: in a file, or as bytes.
    fn check_body(&mut self, id: u32, is_file: bool) -> Result<(), PpError> {
        if self.kernel.is_loader_busy(id) {
            return Err(PpError::InProgress);
        }
        let response = self.kernel.loader(id).map_or(0, |loader| loader.response);
        match self.kernel.resources.of::<Response>(response) {
            Some(one) if (one.file_ref != 0) == is_file => Ok(()),
            _ => Err(PpError::Failed),
        }
    }

    /// `PPB_URLLoader.ReadResponseBody`.
    pub(crate) fn read_body(
        &mut self,
        id: u32,
        buffer: u32,
        len: i32,
        pending: PendingId,
    ) -> Result<Begun, Fault> {
        if let Err(error) = self.check_body(id, false) {
            return Ok(error.into());
        }
        if len <= 0 || buffer == 0 {
            return Ok(PpError::BadArgument.into());
        }
        let len = len as u32;
        let Some(loader) = self.kernel.loader(id) else {
            return Ok(PpError::BadResource.into());
        };
        if !loader.pieces.is_empty() {
            return Ok(self.take_bytes(id, buffer, len)?.into());
        }
        Ok(match loader.done {
            Some(result) => result.into(),
            None => self.await_loader(id, pending, Awaited::Bytes { buffer, len }),
        })
    }

    /// `PPB_URLLoader.FinishStreamingToFile`.
    pub(crate) fn finish_file(&mut self, id: u32, pending: PendingId) -> Begun {
        if let Err(error) = self.check_body(id, true) {
            return error.into();
        }
        match self.kernel.loader(id).and_then(|loader| loader.done) {
            Some(result) => result.into(),
            None => self.await_loader(id, pending, Awaited::End),
        }
    }

    /// `PPB_URLLoader.Close`.
    pub(crate) fn close_loader(&mut self, id: u32) {
        let Some(loader) = self.kernel.loader(id) else {
            return;
        };
        loader.done = Some(PpError::Aborted.code());
        loader.pieces.clear();
        loader.start = 0;
        loader.kept.shrink(loader.kept.bytes());
        loader.request_kept.shrink(loader.request_kept.bytes());
        loader.asked.shrink(loader.asked.bytes());
        loader.file = None;
        let is_running = std::mem::replace(&mut loader.is_running, false);
        if is_running {
            self.kernel.devices.fetch.cancel(id);
        }
        self.kernel.abort_all(id);
    }
}

#[cfg(test)]
mod tests;
