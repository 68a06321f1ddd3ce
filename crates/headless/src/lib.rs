//! Devices of a machine without a screen, for programs that use Pepper.
//!
//! * [`json`]: messages as JSON;
//! * [`manifest`], [`html`], [`data_url`]: from a page to the file of its program;
//! * [`picture`], [`sound`]: what a program shows and plays, as files.

#![forbid(unsafe_code)]

pub mod data_url;
pub mod html;
pub mod json;
pub mod manifest;
pub mod picture;
pub mod sound;
