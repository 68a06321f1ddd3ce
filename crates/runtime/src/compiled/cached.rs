//! Compiled programs in a cache.

use super::code::{Code, CodeError, CodeOptions, describe};
use crate::cache::{Cache, Key, KeyBuilder};
use crate::native::Trusted;
use std::hash::Hash;

impl CodeOptions {
    /// The key of a program's code, made of everything that the code depends on: its file, these
    /// options, the translator, the compiler, and the processor. `file` is the file's contents, or
    /// a cryptographic hash of them for a caller that has one.
    ///
    /// # Errors
    ///
    /// Fails with [`CodeError::Compile`] if Wasmtime cannot compile for this processor.
    pub fn key(&self, file: &[u8]) -> Result<Key, CodeError> {
        let engine = self
            .about(false)
            .engine(1)
            .map_err(|error| CodeError::Compile(describe(&error)))?;
        let options = format!(
            "{} {} {} {:?} {:?} {:?} {} {:?}",
            self.stack_size,
            self.lenient_calls,
            self.interruptible,
            self.threads,
            self.exports,
            self.outside,
            self.canonical_nans,
            self.host,
        );
        let mut key = KeyBuilder::new()
            .this_program()
            .field(options.as_bytes())
            .field(file);
        engine.precompile_compatibility_hash().hash(&mut key);
        Ok(key.key())
    }
}

impl Code {
    /// Returns the code stored under a key, if it can still be used.
    pub fn from_cache(cache: &Cache, key: &Key) -> Option<Code> {
        Code::from_bytes(Trusted::from(&cache.get(key)?)).ok()
    }

    /// Stores the code for later runs, if possible.
    pub fn keep(&self, cache: &Cache, key: &Key) {
        if let Ok(bytes) = self.to_bytes() {
            // Without an entry, only the next start is slower.
            let _ = cache.put(key, &bytes);
        }
    }
}
