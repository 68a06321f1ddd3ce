//! Types of sockets and addresses.

use super::*;

headers! {
    "ppb_host_resolver.h" {
        enum PP_HostResolver_Flag {
            PP_HOSTRESOLVER_FLAG_CANONNAME = 1,
        }
        struct PP_HostResolver_Hint {
            family: PP_NetAddress_Family,
            flags: int32_t,
        }
        interface "PPB_HostResolver" PPB_HostResolver PPB_HOSTRESOLVER;
    }
    "ppb_net_address.h" {
        enum PP_NetAddress_Family {
            PP_NETADDRESS_FAMILY_UNSPECIFIED = 0,
            PP_NETADDRESS_FAMILY_IPV4 = 1,
            PP_NETADDRESS_FAMILY_IPV6 = 2,
        }
        struct PP_NetAddress_IPv4 {
            port: uint16_t,
            addr: uint8_t[4],
        }
        struct PP_NetAddress_IPv6 {
            port: uint16_t,
            addr: uint8_t[16],
        }
        interface "PPB_NetAddress" PPB_NetAddress PPB_NETADDRESS;
    }
    "ppb_network_list.h" {
        enum PP_NetworkList_State {
            PP_NETWORKLIST_STATE_DOWN = 0,
            PP_NETWORKLIST_STATE_UP = 1,
        }
        enum PP_NetworkList_Type {
            PP_NETWORKLIST_TYPE_UNKNOWN = 0,
            PP_NETWORKLIST_TYPE_ETHERNET = 1,
            PP_NETWORKLIST_TYPE_WIFI = 2,
            PP_NETWORKLIST_TYPE_CELLULAR = 3,
        }
        interface "PPB_NetworkList" PPB_NetworkList PPB_NETWORKLIST;
    }
    "ppb_network_monitor.h" {
        interface "PPB_NetworkMonitor" PPB_NetworkMonitor PPB_NETWORKMONITOR;
    }
    "ppb_network_proxy.h" {
        interface "PPB_NetworkProxy" PPB_NetworkProxy PPB_NETWORKPROXY;
    }
    "ppb_tcp_socket.h" {
        enum PP_TCPSocket_Option {
            PP_TCPSOCKET_OPTION_NO_DELAY = 0,
            PP_TCPSOCKET_OPTION_SEND_BUFFER_SIZE = 1,
            PP_TCPSOCKET_OPTION_RECV_BUFFER_SIZE = 2,
        }
        interface "PPB_TCPSocket" PPB_TCPSocket PPB_TCPSOCKET;
    }
    "ppb_udp_socket.h" {
        enum PP_UDPSocket_Option {
            PP_UDPSOCKET_OPTION_ADDRESS_REUSE = 0,
            PP_UDPSOCKET_OPTION_BROADCAST = 1,
            PP_UDPSOCKET_OPTION_SEND_BUFFER_SIZE = 2,
            PP_UDPSOCKET_OPTION_RECV_BUFFER_SIZE = 3,
            PP_UDPSOCKET_OPTION_MULTICAST_LOOP = 4,
            PP_UDPSOCKET_OPTION_MULTICAST_TTL = 5,
        }
        interface "PPB_UDPSocket" PPB_UDPSocket PPB_UDPSOCKET;
    }
    "ppb_websocket.h" {
        enum PP_WebSocketCloseCode {
            PP_WEBSOCKETSTATUSCODE_NOT_SPECIFIED = 1005,
            PP_WEBSOCKETSTATUSCODE_NORMAL_CLOSURE = 1000,
            PP_WEBSOCKETSTATUSCODE_GOING_AWAY = 1001,
            PP_WEBSOCKETSTATUSCODE_PROTOCOL_ERROR = 1002,
            PP_WEBSOCKETSTATUSCODE_UNSUPPORTED_DATA = 1003,
            PP_WEBSOCKETSTATUSCODE_NO_STATUS_RECEIVED = 1005,
            PP_WEBSOCKETSTATUSCODE_ABNORMAL_CLOSURE = 1006,
            PP_WEBSOCKETSTATUSCODE_INVALID_FRAME_PAYLOAD_DATA = 1007,
            PP_WEBSOCKETSTATUSCODE_POLICY_VIOLATION = 1008,
            PP_WEBSOCKETSTATUSCODE_MESSAGE_TOO_BIG = 1009,
            PP_WEBSOCKETSTATUSCODE_MANDATORY_EXTENSION = 1010,
            PP_WEBSOCKETSTATUSCODE_INTERNAL_SERVER_ERROR = 1011,
            PP_WEBSOCKETSTATUSCODE_TLS_HANDSHAKE = 1015,
            PP_WEBSOCKETSTATUSCODE_USER_REGISTERED_MIN = 3000,
            PP_WEBSOCKETSTATUSCODE_USER_REGISTERED_MAX = 3999,
            PP_WEBSOCKETSTATUSCODE_USER_PRIVATE_MIN = 4000,
            PP_WEBSOCKETSTATUSCODE_USER_PRIVATE_MAX = 4999,
        }
        enum PP_WebSocketReadyState {
            PP_WEBSOCKETREADYSTATE_INVALID = -1,
            PP_WEBSOCKETREADYSTATE_CONNECTING = 0,
            PP_WEBSOCKETREADYSTATE_OPEN = 1,
            PP_WEBSOCKETREADYSTATE_CLOSING = 2,
            PP_WEBSOCKETREADYSTATE_CLOSED = 3,
        }
        interface "PPB_WebSocket" PPB_WebSocket PPB_WEBSOCKET;
    }
}
