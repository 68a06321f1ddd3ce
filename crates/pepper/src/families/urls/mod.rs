//! Requests, loads and their responses, and parts of addresses.

pub(crate) mod loader;
pub(crate) mod request;
pub(crate) mod url_loader;
pub(crate) mod url_request_info;
pub(crate) mod url_response_info;
pub(crate) mod url_util_dev;
