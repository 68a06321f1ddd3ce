//! The assets that pages load: the scripts and the WebAssembly module of `web/dist`.

/// The contents of the asset files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Assets {
    /// `pinnacle.js`.
    pub script: &'static [u8],
    /// `pinnacle-worker.js`.
    pub worker: &'static [u8],
    /// `pinnacle.wasm`.
    pub core: &'static [u8],
}

/// The assets that this library was built with; `None` if `cargo xtask page` had not been run.
pub const ASSETS: Option<Assets> = include!(concat!(env!("OUT_DIR"), "/assets.rs"));
