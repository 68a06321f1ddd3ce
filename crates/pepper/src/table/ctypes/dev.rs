//! Types of `dev/` and `private/`.

use super::*;

headers! {
    "dev/pp_cursor_type_dev.h" {
        enum PP_CursorType_Dev {
            PP_CURSORTYPE_CUSTOM = -1,
            PP_CURSORTYPE_POINTER = 0,
            PP_CURSORTYPE_CROSS = 1,
            PP_CURSORTYPE_HAND = 2,
            PP_CURSORTYPE_IBEAM = 3,
            PP_CURSORTYPE_WAIT = 4,
            PP_CURSORTYPE_HELP = 5,
            PP_CURSORTYPE_EASTRESIZE = 6,
            PP_CURSORTYPE_NORTHRESIZE = 7,
            PP_CURSORTYPE_NORTHEASTRESIZE = 8,
            PP_CURSORTYPE_NORTHWESTRESIZE = 9,
            PP_CURSORTYPE_SOUTHRESIZE = 10,
            PP_CURSORTYPE_SOUTHEASTRESIZE = 11,
            PP_CURSORTYPE_SOUTHWESTRESIZE = 12,
            PP_CURSORTYPE_WESTRESIZE = 13,
            PP_CURSORTYPE_NORTHSOUTHRESIZE = 14,
            PP_CURSORTYPE_EASTWESTRESIZE = 15,
            PP_CURSORTYPE_NORTHEASTSOUTHWESTRESIZE = 16,
            PP_CURSORTYPE_NORTHWESTSOUTHEASTRESIZE = 17,
            PP_CURSORTYPE_COLUMNRESIZE = 18,
            PP_CURSORTYPE_ROWRESIZE = 19,
            PP_CURSORTYPE_MIDDLEPANNING = 20,
            PP_CURSORTYPE_EASTPANNING = 21,
            PP_CURSORTYPE_NORTHPANNING = 22,
            PP_CURSORTYPE_NORTHEASTPANNING = 23,
            PP_CURSORTYPE_NORTHWESTPANNING = 24,
            PP_CURSORTYPE_SOUTHPANNING = 25,
            PP_CURSORTYPE_SOUTHEASTPANNING = 26,
            PP_CURSORTYPE_SOUTHWESTPANNING = 27,
            PP_CURSORTYPE_WESTPANNING = 28,
            PP_CURSORTYPE_MOVE = 29,
            PP_CURSORTYPE_VERTICALTEXT = 30,
            PP_CURSORTYPE_CELL = 31,
            PP_CURSORTYPE_CONTEXTMENU = 32,
            PP_CURSORTYPE_ALIAS = 33,
            PP_CURSORTYPE_PROGRESS = 34,
            PP_CURSORTYPE_NODROP = 35,
            PP_CURSORTYPE_COPY = 36,
            PP_CURSORTYPE_NONE = 37,
            PP_CURSORTYPE_NOTALLOWED = 38,
            PP_CURSORTYPE_ZOOMIN = 39,
            PP_CURSORTYPE_ZOOMOUT = 40,
            PP_CURSORTYPE_GRAB = 41,
            PP_CURSORTYPE_GRABBING = 42,
        }
    }
    "dev/ppb_console_dev.h" {
        interface "PPB_Console(Dev)" PPB_Console_Dev PPB_CONSOLE_DEV;
    }
    "dev/ppb_crypto_dev.h" {
        interface "PPB_Crypto(Dev)" PPB_Crypto_Dev PPB_CRYPTO_DEV;
    }
    "dev/ppb_cursor_control_dev.h" {
        interface "PPB_CursorControl(Dev)" PPB_CursorControl_Dev PPB_CURSOR_CONTROL_DEV;
    }
    "dev/ppb_ime_input_event_dev.h" {
        interface "PPB_IMEInputEvent(Dev)" PPB_IMEInputEvent_Dev PPB_IME_INPUT_EVENT_DEV;
    }
    "dev/ppb_memory_dev.h" {
        interface "PPB_Memory(Dev)" PPB_Memory_Dev PPB_MEMORY_DEV;
    }
    "dev/ppb_opengles2ext_dev.h" {
        interface "PPB_OpenGLES2DrawBuffers(Dev)" PPB_OpenGLES2DrawBuffers_Dev PPB_OPENGLES2DRAWBUFFERS_DEV;
        interface "PPB_OpenGLES2ChromiumMapSub(Dev)" PPB_OpenGLES2ChromiumMapSub_Dev PPB_OPENGLES2CHROMIUMMAPSUB_DEV;
    }
    "dev/ppb_text_input_dev.h" {
        enum PP_TextInput_Type_Dev {
            PP_TEXTINPUT_TYPE_DEV_NONE = 0,
            PP_TEXTINPUT_TYPE_DEV_TEXT = 1,
            PP_TEXTINPUT_TYPE_DEV_PASSWORD = 2,
            PP_TEXTINPUT_TYPE_DEV_SEARCH = 3,
            PP_TEXTINPUT_TYPE_DEV_EMAIL = 4,
            PP_TEXTINPUT_TYPE_DEV_NUMBER = 5,
            PP_TEXTINPUT_TYPE_DEV_TELEPHONE = 6,
            PP_TEXTINPUT_TYPE_DEV_URL = 7,
        }
        interface "PPB_TextInput(Dev)" PPB_TextInput_Dev PPB_TEXTINPUT_DEV;
    }
    "dev/ppb_trace_event_dev.h" {
        type PP_TraceEventTime = int64_t;
        interface "PPB_Trace_Event(Dev)" PPB_Trace_Event_Dev PPB_TRACE_EVENT_DEV;
    }
    "dev/ppb_url_util_dev.h" {
        struct PP_URLComponent_Dev {
            begin: int32_t,
            len: int32_t,
        }
        struct PP_URLComponents_Dev {
            scheme: PP_URLComponent_Dev,
            username: PP_URLComponent_Dev,
            password: PP_URLComponent_Dev,
            host: PP_URLComponent_Dev,
            port: PP_URLComponent_Dev,
            path: PP_URLComponent_Dev,
            query: PP_URLComponent_Dev,
            ref: PP_URLComponent_Dev,
        }
        interface "PPB_URLUtil(Dev)" PPB_URLUtil_Dev PPB_URLUTIL_DEV;
    }
    "dev/ppb_view_dev.h" {
        interface "PPB_View(Dev)" PPB_View_Dev PPB_VIEW_DEV;
    }
    "dev/ppp_text_input_dev.h" {
        interface "PPP_TextInput(Dev)" PPP_TextInput_Dev PPP_TEXTINPUT_DEV;
    }
    "private/ppb_host_resolver_private.h" {
        enum PP_HostResolver_Private_Flags {
            PP_HOST_RESOLVER_PRIVATE_FLAGS_CANONNAME = 1,
            PP_HOST_RESOLVER_PRIVATE_FLAGS_LOOPBACK_ONLY = 2,
        }
        struct PP_HostResolver_Private_Hint {
            family: PP_NetAddressFamily_Private,
            flags: int32_t,
        }
        interface "PPB_HostResolver_Private" PPB_HostResolver_Private PPB_HOSTRESOLVER_PRIVATE;
    }
    "private/ppb_net_address_private.h" {
        enum PP_NetAddressFamily_Private {
            PP_NETADDRESSFAMILY_PRIVATE_UNSPECIFIED = 0,
            PP_NETADDRESSFAMILY_PRIVATE_IPV4 = 1,
            PP_NETADDRESSFAMILY_PRIVATE_IPV6 = 2,
        }
        struct PP_NetAddress_Private {
            size: uint32_t,
            data: char[128],
        }
        interface "PPB_NetAddress_Private" PPB_NetAddress_Private PPB_NETADDRESS_PRIVATE;
    }
    "private/ppb_tcp_server_socket_private.h" {
        interface "PPB_TCPServerSocket_Private" PPB_TCPServerSocket_Private PPB_TCPSERVERSOCKET_PRIVATE;
    }
    "private/ppb_tcp_socket_private.h" {
        enum PP_TCPSocketOption_Private {
            PP_TCPSOCKETOPTION_PRIVATE_INVALID = 0,
            PP_TCPSOCKETOPTION_PRIVATE_NO_DELAY = 1,
        }
        interface "PPB_TCPSocket_Private" PPB_TCPSocket_Private PPB_TCPSOCKET_PRIVATE;
    }
    "private/ppb_testing_private.h" {
        interface "PPB_Testing_Private" PPB_Testing_Private PPB_TESTING_PRIVATE;
    }
    "private/ppb_udp_socket_private.h" {
        enum PP_UDPSocketFeature_Private {
            PP_UDPSOCKETFEATURE_PRIVATE_ADDRESS_REUSE = 0,
            PP_UDPSOCKETFEATURE_PRIVATE_BROADCAST = 1,
            PP_UDPSOCKETFEATURE_PRIVATE_COUNT = 2,
        }
        interface "PPB_UDPSocket_Private" PPB_UDPSocket_Private PPB_UDPSOCKET_PRIVATE;
    }
}
