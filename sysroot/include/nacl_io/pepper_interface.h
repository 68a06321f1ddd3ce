/* The browser as classes, for file systems that are classes and for tests with a browser of their
   own: each method is the function of the same name of an interface of Pepper. */
#ifndef _NACL_IO_PEPPER_INTERFACE_H
#define _NACL_IO_PEPPER_INTERFACE_H

#include <ppapi/c/pp_bool.h>
#include <ppapi/c/pp_completion_callback.h>
#include <ppapi/c/pp_errors.h>
#include <ppapi/c/pp_file_info.h>
#include <ppapi/c/pp_instance.h>
#include <ppapi/c/pp_resource.h>
#include <ppapi/c/pp_var.h>
#include <ppapi/c/ppb_console.h>
#include <ppapi/c/ppb_core.h>
#include <ppapi/c/ppb_file_io.h>
#include <ppapi/c/ppb_file_ref.h>
#include <ppapi/c/ppb_file_system.h>
#include <ppapi/c/ppb_host_resolver.h>
#include <ppapi/c/ppb_message_loop.h>
#include <ppapi/c/ppb_messaging.h>
#include <ppapi/c/ppb_net_address.h>
#include <ppapi/c/ppb_tcp_socket.h>
#include <ppapi/c/ppb_udp_socket.h>
#include <ppapi/c/ppb_url_loader.h>
#include <ppapi/c/ppb_url_request_info.h>
#include <ppapi/c/ppb_url_response_info.h>
#include <ppapi/c/ppb_var.h>
#include <ppapi/c/ppb_var_array.h>
#include <ppapi/c/ppb_var_array_buffer.h>
#include <ppapi/c/ppb_var_dictionary.h>

#include "sdk_util/macros.h"

namespace nacl_io {

#include "nacl_io/pepper/undef_macros.h"
#include "nacl_io/pepper/define_empty_macros.h"
#undef BEGIN_INTERFACE
#define BEGIN_INTERFACE(interface, table, name) class interface;
#include "nacl_io/pepper/all_interfaces.h"

/* The number of an error of POSIX for a result of Pepper, 0 if it is none. */
int PPErrorToErrno(int32_t result);

#define PPERROR_TO_ERRNO(result) PPErrorToErrno(result)

/* Has the method Get<CLASS> for each class of <nacl_io/pepper/all_interfaces.h>. It gives null for
   an interface that the browser does not have. */
class PepperInterface {
public:
    virtual ~PepperInterface() {
    }
    virtual PP_Instance GetInstance() = 0;

    void AddRefResource(PP_Resource resource);
    void ReleaseResource(PP_Resource resource);

#include "nacl_io/pepper/undef_macros.h"
#include "nacl_io/pepper/define_empty_macros.h"
#undef BEGIN_INTERFACE
#define BEGIN_INTERFACE(interface, table, name) virtual interface *Get##interface() = 0;
#include "nacl_io/pepper/all_interfaces.h"
};

#include "nacl_io/pepper/undef_macros.h"
#define BEGIN_INTERFACE(interface, table, name) \
    class interface {                           \
    public:                                     \
        virtual ~interface() {                  \
        }
#define END_INTERFACE(interface, table) \
    }                                   \
    ;
#define METHOD0(interface, result, name) virtual result name() = 0;
#define METHOD1(interface, result, name, type0) virtual result name(type0) = 0;
#define METHOD2(interface, result, name, type0, type1) virtual result name(type0, type1) = 0;
#define METHOD3(interface, result, name, type0, type1, type2) virtual result name(type0, type1, type2) = 0;
#define METHOD4(interface, result, name, type0, type1, type2, type3) \
    virtual result name(type0, type1, type2, type3) = 0;
#define METHOD5(interface, result, name, type0, type1, type2, type3, type4) \
    virtual result name(type0, type1, type2, type3, type4) = 0;
#include "nacl_io/pepper/all_interfaces.h"
#include "nacl_io/pepper/undef_macros.h"

}

#endif
