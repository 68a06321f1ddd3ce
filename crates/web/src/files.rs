//! Changes of the origin's files, as reported by JavaScript.

use crate::boundary::path_state;
use crate::clock::duration;
use crate::device::failure;
use crate::machine::Machine;
use crate::replica::{Known, News};
use pinnacle_pepper::device::storage::Stored;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl Machine {
    /// Reports news of a path: its state (a `path_state` of the module `boundary`; a file has these
    /// contents and this size), the time of its last change in milliseconds since 1970, the last
    /// change of the program that is included (-1 if others made the change), and a version.
    #[expect(clippy::too_many_arguments, reason = "JavaScript has no structures")]
    #[wasm_bindgen(js_name = fileNews)]
    pub fn file_news(
        &self,
        kind: u32,
        path: &str,
        what: u32,
        contents: u32,
        size: f64,
        modified: f64,
        seen: f64,
        version: f64,
    ) {
        let known = match what {
            path_state::ABSENT => Known::Absent,
            path_state::DIRECTORY => Known::Directory,
            _ => Known::File {
                contents,
                size: size as u64,
            },
        };
        let news = News {
            known,
            modified: duration(modified).into(),
            seen: (seen >= 0.0).then_some(seen as u64),
            version: version as u64,
        };
        self.files.put(kind as usize, path, news);
    }

    /// Sets the maximum size in bytes of the files of a kind.
    #[wasm_bindgen(js_name = fileQuota)]
    pub fn file_quota(&self, kind: u32, bytes: f64) {
        self.files.set_quota(kind as usize, bytes as u64);
    }

    /// Reports the result of all changes of the program up to a number, as a `file_result` of the
    /// module `boundary`.
    #[wasm_bindgen(js_name = filesStored)]
    pub fn files_stored(&self, until: f64, error: u32) {
        self.files.stored(Stored {
            until: until as u64,
            result: failure(error),
        });
    }
}
