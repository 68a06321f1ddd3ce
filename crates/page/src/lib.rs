//! Pages and manifests of programs, from the text of a page to the file of its program.
//!
//! * [`html`]: the elements of programs in a page;
//! * [`manifest`]: the manifests that these name, checked by Chrome's rules;
//! * [`data_url`]: manifests that stand in the URL itself;
//! * `css`, `title`: the addresses in style sheets, and titles of pages;
//! * `site`: the files of a folder, by URL;
//! * `locate`: all of it, from a file that the user names to the program in it.
//!
//! The last three need an operating system. Elsewhere the embedder resolves and fetches URLs, as a
//! browser does.
//!
//! Pages and manifests are untrusted: they cannot name a file outside the folder that is their web
//! site, whatever their URLs, links in the folder and encoded dots.

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
