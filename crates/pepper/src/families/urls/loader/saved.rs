//! Loaders and responses in a saved state. A loader cannot be saved while the device is loading.

use super::{Loader, Response};
use crate::device::fetch::Head;
use crate::families::urls::request::Options;
use pinnacle_system::memory_budget::MemoryBudget;
use pinnacle_system::state::{Reader, Refusal, Unusable, Writer};

/// Maximum length of a text or of a piece of a body. The memory limit is usually lower.
const MAX_BYTES: usize = u32::MAX as usize - 1;

/// Maximum number of headers, and of pieces of a body.
const MAX_ITEMS: usize = 1 << 24;

impl Response {
    pub(super) fn write_saved(&self, to: &mut Writer) {
        let head = &self.head;
        to.text(&head.url);
        to.word(head.status.into());
        to.text(&head.status_text);
        to.count(head.headers.len());
        for (name, value) in &head.headers {
            to.text(name);
            to.text(value);
        }
        to.option(head.redirect.as_deref(), Writer::text);
        to.option(head.length, Writer::number);
        to.word(self.file_ref);
    }

    /// Reads a response from a saved state.
    pub(crate) fn read_saved(from: &mut Reader) -> Result<Response, Unusable> {
        let url = from.text(MAX_BYTES)?;
        let status = u16::try_from(from.word()?);
        let status = status.map_err(|_| Unusable::damaged("a response has no status"))?;
        let status_text = from.text(MAX_BYTES)?;
        let mut headers = Vec::new();
        for _ in 0..from.count(MAX_ITEMS)? {
            headers.push((from.text(MAX_BYTES)?, from.text(MAX_BYTES)?));
        }
        let head = Head {
            url,
            status,
            status_text,
            headers,
            redirect: from.option(|from| from.text(MAX_BYTES))?,
            length: from.option(Reader::number)?,
        };
        Ok(Response {
            file_ref: from.word()?,
            _charge: from.charge(head.size())?,
            head,
        })
    }
}

impl Loader {
    pub(super) fn write_saved(&self, to: &mut Writer) -> Result<(), Refusal> {
        if self.is_running {
            return Err(Refusal::for_now("a URL that is loading"));
        }
        to.option(self.options.as_ref(), |to, options| options.save(to));
        to.word(self.response);
        to.count(self.pieces.len());
        for (place, piece) in self.pieces.iter().enumerate() {
            let start = if place == 0 { self.start } else { 0 };
            to.bytes(&piece[start..]);
        }
        to.option(self.done, |to, result| to.word(result as u32));
        for count in [self.received, self.to_receive, self.sent, self.to_send] {
            to.number(count as u64);
        }
        Ok(())
    }

    /// Reads a loader from a saved state.
    pub(crate) fn read_saved(from: &mut Reader) -> Result<Loader, Unusable> {
        let mut loader = Loader::new(&MemoryBudget::default());
        loader.kept = from.charge(0)?;
        loader.asked = from.charge(0)?;
        loader.request_kept = from.charge(0)?;
        loader.options = from.option(Options::read)?;
        loader.response = from.word()?;
        let short = |_| Unusable::because("the memory limit is too small for the saved state");
        for _ in 0..from.count(MAX_ITEMS)? {
            let piece = from.bytes(MAX_BYTES)?;
            if piece.is_empty() {
                return Err(Unusable::damaged("a loader has received nothing"));
            }
            loader.kept.grow(piece.len() as u64).map_err(short)?;
            loader.pieces.push_back(piece);
        }
        loader.done = from.option(Reader::word)?.map(|result| result as i32);
        for count in [
            &mut loader.received,
            &mut loader.to_receive,
            &mut loader.sent,
            &mut loader.to_send,
        ] {
            *count = from.number()? as i64;
        }
        Ok(loader)
    }
}
