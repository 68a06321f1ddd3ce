//! Vars: strings, arrays, dictionaries and buffers.

pub(crate) mod var;
pub(crate) mod var_array;
pub(crate) mod var_array_buffer;
pub(crate) mod var_dictionary;
