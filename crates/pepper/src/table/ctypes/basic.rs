//! Basic types, and the headers of the interfaces that every program uses.

use super::*;

headers! {
    "pp_array_output.h" {
        fn PP_ArrayOutput_GetDataBuffer(user_data: *mut void, element_count: uint32_t, element_size: uint32_t) -> *mut void;
        struct PP_ArrayOutput {
            GetDataBuffer: PP_ArrayOutput_GetDataBuffer,
            user_data: *mut void,
        }
    }
    "pp_bool.h" {
        enum PP_Bool {
            PP_FALSE = 0,
            PP_TRUE = 1,
        }
    }
    "pp_completion_callback.h" {
        enum PP_CompletionCallback_Flag {
            PP_COMPLETIONCALLBACK_FLAG_NONE = 0,
            PP_COMPLETIONCALLBACK_FLAG_OPTIONAL = 1,
        }
        fn PP_CompletionCallback_Func(user_data: *mut void, result: int32_t);
        struct PP_CompletionCallback {
            func: PP_CompletionCallback_Func,
            user_data: *mut void,
            flags: int32_t,
        }
    }
    "pp_errors.h" {
        enum PP_Error {
            PP_OK = 0,
            PP_OK_COMPLETIONPENDING = -1,
            PP_ERROR_FAILED = -2,
            PP_ERROR_ABORTED = -3,
            PP_ERROR_BADARGUMENT = -4,
            PP_ERROR_BADRESOURCE = -5,
            PP_ERROR_NOINTERFACE = -6,
            PP_ERROR_NOACCESS = -7,
            PP_ERROR_NOMEMORY = -8,
            PP_ERROR_NOSPACE = -9,
            PP_ERROR_NOQUOTA = -10,
            PP_ERROR_INPROGRESS = -11,
            PP_ERROR_NOTSUPPORTED = -12,
            PP_ERROR_BLOCKS_MAIN_THREAD = -13,
            PP_ERROR_MALFORMED_INPUT = -14,
            PP_ERROR_RESOURCE_FAILED = -15,
            PP_ERROR_FILENOTFOUND = -20,
            PP_ERROR_FILEEXISTS = -21,
            PP_ERROR_FILETOOBIG = -22,
            PP_ERROR_FILECHANGED = -23,
            PP_ERROR_NOTAFILE = -24,
            PP_ERROR_TIMEDOUT = -30,
            PP_ERROR_USERCANCEL = -40,
            PP_ERROR_NO_USER_GESTURE = -41,
            PP_ERROR_CONTEXT_LOST = -50,
            PP_ERROR_NO_MESSAGE_LOOP = -51,
            PP_ERROR_WRONG_THREAD = -52,
            PP_ERROR_WOULD_BLOCK_THREAD = -53,
            PP_ERROR_CONNECTION_CLOSED = -100,
            PP_ERROR_CONNECTION_RESET = -101,
            PP_ERROR_CONNECTION_REFUSED = -102,
            PP_ERROR_CONNECTION_ABORTED = -103,
            PP_ERROR_CONNECTION_FAILED = -104,
            PP_ERROR_CONNECTION_TIMEDOUT = -105,
            PP_ERROR_ADDRESS_INVALID = -106,
            PP_ERROR_ADDRESS_UNREACHABLE = -107,
            PP_ERROR_ADDRESS_IN_USE = -108,
            PP_ERROR_MESSAGE_TOO_BIG = -109,
            PP_ERROR_NAME_NOT_RESOLVED = -110,
        }
    }
    "pp_instance.h" {
        type PP_Instance = int32_t;
    }
    "pp_module.h" {
        type PP_Module = int32_t;
    }
    "pp_point.h" {
        struct PP_FloatPoint {
            x: float,
            y: float,
        }
        struct PP_Point {
            x: int32_t,
            y: int32_t,
        }
    }
    "pp_rect.h" {
        struct PP_FloatRect {
            point: PP_FloatPoint,
            size: PP_FloatSize,
        }
        struct PP_Rect {
            point: PP_Point,
            size: PP_Size,
        }
    }
    "pp_resource.h" {
        type PP_Resource = int32_t;
    }
    "pp_size.h" {
        struct PP_FloatSize {
            width: float,
            height: float,
        }
        struct PP_Size {
            width: int32_t,
            height: int32_t,
        }
    }
    "pp_time.h" {
        type PP_Time = double;
        type PP_TimeDelta = double;
        type PP_TimeTicks = double;
    }
    "pp_var.h" {
        enum PP_VarType {
            PP_VARTYPE_UNDEFINED = 0,
            PP_VARTYPE_NULL = 1,
            PP_VARTYPE_BOOL = 2,
            PP_VARTYPE_INT32 = 3,
            PP_VARTYPE_DOUBLE = 4,
            PP_VARTYPE_STRING = 5,
            PP_VARTYPE_OBJECT = 6,
            PP_VARTYPE_ARRAY = 7,
            PP_VARTYPE_DICTIONARY = 8,
            PP_VARTYPE_ARRAY_BUFFER = 9,
            PP_VARTYPE_RESOURCE = 10,
        }
        union PP_VarValue {
            as_bool: PP_Bool,
            as_int: int32_t,
            as_double: double,
            as_id: int64_t,
        }
        struct PP_Var {
            type: PP_VarType,
            padding: int32_t,
            value: PP_VarValue,
        }
    }
    "ppb.h" {
        fn PPB_GetInterface(interface_name: *const char) -> *const void;
    }
    "ppb_console.h" {
        enum PP_LogLevel {
            PP_LOGLEVEL_TIP = 0,
            PP_LOGLEVEL_LOG = 1,
            PP_LOGLEVEL_WARNING = 2,
            PP_LOGLEVEL_ERROR = 3,
        }
        interface "PPB_Console" PPB_Console PPB_CONSOLE;
    }
    "ppb_core.h" {
        interface "PPB_Core" PPB_Core PPB_CORE;
    }
    "ppb_instance.h" {
        interface "PPB_Instance" PPB_Instance PPB_INSTANCE;
    }
    "ppb_message_loop.h" {
        interface "PPB_MessageLoop" PPB_MessageLoop PPB_MESSAGELOOP;
    }
    "ppb_messaging.h" {
        interface "PPB_Messaging" PPB_Messaging PPB_MESSAGING;
    }
    "ppb_var.h" {
        interface "PPB_Var" PPB_Var PPB_VAR;
    }
    "ppb_var_array.h" {
        interface "PPB_VarArray" PPB_VarArray PPB_VAR_ARRAY;
    }
    "ppb_var_array_buffer.h" {
        interface "PPB_VarArrayBuffer" PPB_VarArrayBuffer PPB_VAR_ARRAY_BUFFER;
    }
    "ppb_var_dictionary.h" {
        interface "PPB_VarDictionary" PPB_VarDictionary PPB_VAR_DICTIONARY;
    }
    "ppp.h" {
        fn PP_GetInterface_Func(interface_name: *const char) -> *const void;
        fn PP_InitializeModule_Func(module: PP_Module, get_browser_interface: PPB_GetInterface) -> int32_t;
        fn PP_ShutdownModule_Func();
    }
    "ppp_instance.h" {
        interface "PPP_Instance" PPP_Instance PPP_INSTANCE;
    }
    "ppp_message_handler.h" {
        interface "PPP_MessageHandler" PPP_MessageHandler PPP_MESSAGEHANDLER;
    }
    "ppp_messaging.h" {
        interface "PPP_Messaging" PPP_Messaging PPP_MESSAGING;
    }
}
