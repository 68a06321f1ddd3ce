//! Finds the file of a program from the text of a page or manifest.
//!
//! * [`html`]: finds the elements that embed programs;
//! * [`manifest`]: checks manifests by Chrome's rules;
//! * [`data_url`]: decodes manifests that are part of the URL;
//! * `css`, `title`: finds the addresses in style sheets, and the titles of pages;
//! * `site`: the files of a folder, by URL;
//! * `locate`: combines these modules to find the program of a file that the user names.
//!
//! `css`, `title`, `site` and `locate` are not available in WebAssembly, where the embedder
//! resolves and fetches URLs, as a browser does.
//!
//! Pages and manifests are untrusted. Neither URLs nor links in the folder nor encoded dots can
//! refer to a file outside the folder of their web site.

#![forbid(unsafe_code)]

#[cfg(not(target_family = "wasm"))]
pub mod css;
pub mod data_url;
pub mod html;
#[cfg(not(target_family = "wasm"))]
pub mod locate;
pub mod manifest;
#[cfg(not(target_family = "wasm"))]
pub mod site;
#[cfg(not(target_family = "wasm"))]
pub mod title;
