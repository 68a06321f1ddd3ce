//! The interfaces, one file for each family: the table, and the functions behind
//! it.

mod console;
mod core;
mod instance;
mod message_loop;
mod messaging;
mod var;
mod var_array;
mod var_array_buffer;
mod var_dictionary;
mod view;

pub use crate::table::Interface;

/// Every version of every interface that programs can ask for.
pub static ALL: &[Interface] = &[
    console::CONSOLE_1_0,
    core::CORE_1_0,
    instance::INSTANCE_1_0,
    message_loop::MESSAGE_LOOP_1_0,
    messaging::MESSAGING_1_0,
    messaging::MESSAGING_1_2,
    var::VAR_1_0,
    var::VAR_1_1,
    var::VAR_1_2,
    var_array::VAR_ARRAY_1_0,
    var_array_buffer::VAR_ARRAY_BUFFER_1_0,
    var_dictionary::VAR_DICTIONARY_1_0,
    view::VIEW_1_0,
    view::VIEW_1_1,
    view::VIEW_1_2,
];
