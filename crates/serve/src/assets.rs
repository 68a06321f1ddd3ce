//! What pages load: the script and the WebAssembly of `web/dist`.

/// The two files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Assets {
    /// `pinnacle.js`.
    pub script: &'static [u8],
    /// `pinnacle.wasm`.
    pub core: &'static [u8],
}

/// What this library was built with: nothing if `cargo xtask page` had not been run
/// before.
pub const ASSETS: Option<Assets> = include!(concat!(env!("OUT_DIR"), "/assets.rs"));
