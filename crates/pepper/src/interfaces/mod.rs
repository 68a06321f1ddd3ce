//! The interfaces, one file for each family: the table, and the functions behind
//! it.

mod audio;
mod audio_buffer;
mod audio_config;
mod audio_encoder;
mod console;
mod core;
mod crypto_dev;
mod cursor_control_dev;
mod file_io;
mod file_ref;
mod file_system;
mod fullscreen;
mod gamepad;
mod graphics_2d;
mod graphics_3d;
mod host_resolver;
mod host_resolver_private;
mod image_data;
mod ime_input_event;
mod input_event;
mod instance;
mod keyboard_input_event;
mod media_stream_audio_track;
mod media_stream_video_track;
pub(crate) mod memory_dev;
mod message_loop;
mod messaging;
mod mouse_cursor;
mod mouse_input_event;
mod mouse_lock;
mod net_address;
mod net_address_private;
mod network_list;
mod network_monitor;
mod network_proxy;
mod opengles2;
mod tcp_server_socket_private;
mod tcp_socket;
mod tcp_socket_private;
mod testing_private;
mod text_input_controller;
mod text_input_dev;
mod touch_input_event;
mod trace_event_dev;
mod udp_socket;
mod udp_socket_private;
mod url_loader;
mod url_request_info;
mod url_response_info;
mod url_util_dev;
mod var;
mod var_array;
mod var_array_buffer;
mod var_dictionary;
mod video_decoder;
mod video_encoder;
mod video_frame;
mod view;
mod view_dev;
mod web_socket;
mod wheel_input_event;

pub use crate::table::Interface;

/// Every version of every interface that programs can ask for, sorted by name and
/// version.
pub static ALL: &[Interface] = &[
    audio::AUDIO_1_0,
    audio::AUDIO_1_1,
    audio_buffer::AUDIO_BUFFER_0_1,
    audio_config::AUDIO_CONFIG_1_0,
    audio_config::AUDIO_CONFIG_1_1,
    audio_encoder::AUDIO_ENCODER_0_1,
    console::CONSOLE_DEV_0_1,
    console::CONSOLE_1_0,
    core::CORE_1_0,
    crypto_dev::CRYPTO_DEV_0_1,
    cursor_control_dev::CURSOR_CONTROL_DEV_0_4,
    file_io::FILE_IO_1_0,
    file_io::FILE_IO_1_1,
    file_ref::FILE_REF_1_0,
    file_ref::FILE_REF_1_1,
    file_ref::FILE_REF_1_2,
    file_system::FILE_SYSTEM_1_0,
    fullscreen::FULLSCREEN_1_0,
    gamepad::GAMEPAD_1_0,
    graphics_2d::GRAPHICS2_D_1_0,
    graphics_2d::GRAPHICS2_D_1_1,
    graphics_2d::GRAPHICS2_D_1_2,
    graphics_3d::GRAPHICS3_D_1_0,
    host_resolver::HOST_RESOLVER_1_0,
    host_resolver_private::HOST_RESOLVER_PRIVATE_0_1,
    ime_input_event::IME_INPUT_EVENT_1_0,
    ime_input_event::IME_INPUT_EVENT_DEV_0_1,
    ime_input_event::IME_INPUT_EVENT_DEV_0_2,
    image_data::IMAGE_DATA_1_0,
    input_event::INPUT_EVENT_1_0,
    instance::INSTANCE_1_0,
    keyboard_input_event::KEYBOARD_INPUT_EVENT_1_0,
    keyboard_input_event::KEYBOARD_INPUT_EVENT_1_2,
    media_stream_audio_track::MEDIA_STREAM_AUDIO_TRACK_0_1,
    media_stream_video_track::MEDIA_STREAM_VIDEO_TRACK_0_1,
    memory_dev::MEMORY_DEV_0_1,
    message_loop::MESSAGE_LOOP_1_0,
    messaging::MESSAGING_1_0,
    messaging::MESSAGING_1_2,
    mouse_cursor::MOUSE_CURSOR_1_0,
    mouse_input_event::MOUSE_INPUT_EVENT_1_0,
    mouse_input_event::MOUSE_INPUT_EVENT_1_1,
    mouse_lock::MOUSE_LOCK_1_0,
    net_address::NET_ADDRESS_1_0,
    net_address_private::NET_ADDRESS_PRIVATE_0_1,
    net_address_private::NET_ADDRESS_PRIVATE_1_0,
    net_address_private::NET_ADDRESS_PRIVATE_1_1,
    network_list::NETWORK_LIST_1_0,
    network_monitor::NETWORK_MONITOR_1_0,
    network_proxy::NETWORK_PROXY_1_0,
    opengles2::OPENGLES2_1_0,
    opengles2::OPENGLES2_CHROMIUM_ENABLE_FEATURE_1_0,
    opengles2::OPENGLES2_CHROMIUM_MAP_SUB_DEV_1_0,
    opengles2::OPENGLES2_CHROMIUM_MAP_SUB_1_0,
    opengles2::OPENGLES2_DRAW_BUFFERS_DEV_1_0,
    opengles2::OPENGLES2_FRAMEBUFFER_BLIT_1_0,
    opengles2::OPENGLES2_FRAMEBUFFER_MULTISAMPLE_1_0,
    opengles2::OPENGLES2_INSTANCED_ARRAYS_1_0,
    opengles2::OPENGLES2_QUERY_1_0,
    opengles2::OPENGLES2_VERTEX_ARRAY_OBJECT_1_0,
    tcp_server_socket_private::TCP_SERVER_SOCKET_PRIVATE_0_1,
    tcp_server_socket_private::TCP_SERVER_SOCKET_PRIVATE_0_2,
    tcp_socket::TCP_SOCKET_1_0,
    tcp_socket::TCP_SOCKET_1_1,
    tcp_socket::TCP_SOCKET_1_2,
    tcp_socket_private::TCP_SOCKET_PRIVATE_0_3,
    tcp_socket_private::TCP_SOCKET_PRIVATE_0_4,
    tcp_socket_private::TCP_SOCKET_PRIVATE_0_5,
    testing_private::TESTING_PRIVATE_1_0,
    text_input_dev::TEXT_INPUT_DEV_0_1,
    text_input_dev::TEXT_INPUT_DEV_0_2,
    text_input_controller::TEXT_INPUT_CONTROLLER_1_0,
    touch_input_event::TOUCH_INPUT_EVENT_1_0,
    touch_input_event::TOUCH_INPUT_EVENT_1_4,
    trace_event_dev::TRACE_EVENT_DEV_0_1,
    trace_event_dev::TRACE_EVENT_DEV_0_2,
    udp_socket::UDP_SOCKET_1_0,
    udp_socket::UDP_SOCKET_1_1,
    udp_socket::UDP_SOCKET_1_2,
    udp_socket_private::UDP_SOCKET_PRIVATE_0_2,
    udp_socket_private::UDP_SOCKET_PRIVATE_0_3,
    udp_socket_private::UDP_SOCKET_PRIVATE_0_4,
    url_loader::URL_LOADER_1_0,
    url_request_info::URL_REQUEST_INFO_1_0,
    url_response_info::URL_RESPONSE_INFO_1_0,
    url_util_dev::URL_UTIL_DEV_0_6,
    url_util_dev::URL_UTIL_DEV_0_7,
    var::VAR_1_0,
    var::VAR_1_1,
    var::VAR_1_2,
    var_array::VAR_ARRAY_1_0,
    var_array_buffer::VAR_ARRAY_BUFFER_1_0,
    var_dictionary::VAR_DICTIONARY_1_0,
    video_decoder::VIDEO_DECODER_0_1,
    video_decoder::VIDEO_DECODER_0_2,
    video_decoder::VIDEO_DECODER_1_0,
    video_decoder::VIDEO_DECODER_1_1,
    video_encoder::VIDEO_ENCODER_0_1,
    video_encoder::VIDEO_ENCODER_0_2,
    video_frame::VIDEO_FRAME_0_1,
    view::VIEW_1_0,
    view::VIEW_1_1,
    view::VIEW_1_2,
    view_dev::VIEW_DEV_0_1,
    web_socket::WEB_SOCKET_1_0,
    wheel_input_event::WHEEL_INPUT_EVENT_1_0,
];
