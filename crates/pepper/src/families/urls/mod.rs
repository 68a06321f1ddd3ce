//! URL requests, loaders and responses, and parts of URLs.

pub(crate) mod loader;
pub(crate) mod request;
pub(crate) mod url_loader;
pub(crate) mod url_request_info;
pub(crate) mod url_response_info;
pub(crate) mod url_util_dev;

use crate::kernel::family::State;
use crate::kernel::state::Kernel;
use pinnacle_system::memory_budget::MemoryBudget;
use std::any::Any;

/// The state of the family.
#[derive(Default)]
struct Urls {
    /// The `src` of the element as written.
    source: String,
}

impl State for Urls {
    const INDEX: usize = super::URLS;
}

/// Makes the state of the family.
pub(crate) fn new_state(_: &MemoryBudget) -> Box<dyn Any + Send> {
    Box::new(Urls::default())
}

/// Records the `src` of the element, which its program was loaded from.
pub(crate) fn set_source(kernel: &mut Kernel, source: String) {
    kernel.states.get::<Urls>().source = source;
}
