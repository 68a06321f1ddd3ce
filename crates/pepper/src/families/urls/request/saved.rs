//! Requests in a saved state.

use super::{Options, Piece, RequestInfo};
use crate::families::files::transfer::FilePart;
use pinnacle_system::state::{Reader, Unusable, Writer};
use std::sync::Arc;

/// Maximum length of a text or of a piece of the body. The memory limit is usually lower.
const MAX_BYTES: usize = u32::MAX as usize - 1;

/// Maximum number of pieces of a body.
const MAX_PIECES: usize = 1 << 24;

fn read_text(from: &mut Reader) -> Result<Arc<str>, Unusable> {
    from.text(MAX_BYTES).map(Arc::from)
}

impl Options {
    /// Writes the options of a request.
    pub(in crate::families::urls) fn save(&self, to: &mut Writer) {
        for one in [
            self.stream_to_file,
            self.follow_redirects,
            self.record_download,
            self.record_upload,
            self.allow_cross_origin,
            self.allow_credentials,
        ] {
            to.truth(one);
        }
        to.words(&[self.upper_threshold, self.lower_threshold].map(|one| one as u32));
    }

    /// Reads the options of a request.
    pub(in crate::families::urls) fn read(from: &mut Reader) -> Result<Options, Unusable> {
        Ok(Options {
            stream_to_file: from.truth()?,
            follow_redirects: from.truth()?,
            record_download: from.truth()?,
            record_upload: from.truth()?,
            allow_cross_origin: from.truth()?,
            allow_credentials: from.truth()?,
            upper_threshold: from.word()? as i32,
            lower_threshold: from.word()? as i32,
        })
    }
}

impl RequestInfo {
    pub(super) fn write_saved(&self, to: &mut Writer) {
        for text in [&self.url, &self.method, &self.headers] {
            to.text(text);
        }
        for text in &self.custom {
            to.option(text.as_ref(), |to, text| to.text(text));
        }
        self.options.save(to);
        to.count(self.body.len());
        for piece in &self.body {
            match piece {
                Piece::Bytes(bytes) => {
                    to.truth(false);
                    to.bytes(bytes);
                }
                Piece::File(part) => {
                    to.truth(true);
                    to.word(part.file_ref);
                    to.number(part.start);
                    to.option(part.count, Writer::number);
                    to.number(part.modified.to_bits());
                }
            }
        }
    }

    /// Reads a request from a saved state.
    pub(crate) fn read_saved(from: &mut Reader) -> Result<RequestInfo, Unusable> {
        let mut request = RequestInfo::new(from.charge(0)?);
        let RequestInfo {
            url,
            method,
            headers,
            ..
        } = &mut request;
        for text in [url, method, headers] {
            *text = read_text(from)?;
        }
        for text in &mut request.custom {
            *text = from.option(read_text)?;
        }
        request.options = Options::read(from)?;
        let short = |_| Unusable::because("the memory limit is too small for the saved state");
        for _ in 0..from.count(MAX_PIECES)? {
            let piece = match from.truth()? {
                false => Piece::Bytes(from.bytes(MAX_BYTES)?.into()),
                true => Piece::File(FilePart {
                    file_ref: from.word()?,
                    start: from.number()?,
                    count: from.option(Reader::number)?,
                    modified: f64::from_bits(from.number()?),
                }),
            };
            request.append_piece(piece).map_err(short)?;
        }
        request.count().map_err(short)?;
        Ok(request)
    }
}
