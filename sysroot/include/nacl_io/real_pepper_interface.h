/* The browser that runs the program, as classes. */
#ifndef _NACL_IO_REAL_PEPPER_INTERFACE_H
#define _NACL_IO_REAL_PEPPER_INTERFACE_H

#include <ppapi/c/ppb.h>

#include "nacl_io/pepper_interface.h"

namespace nacl_io {

class RealPepperInterface : public PepperInterface {
public:
    /* As PPP_InitializeModule and the instance have them. */
    RealPepperInterface(PP_Instance instance, PPB_GetInterface get_browser_interface);
    RealPepperInterface(const RealPepperInterface &) = delete;
    RealPepperInterface &operator=(const RealPepperInterface &) = delete;
    virtual ~RealPepperInterface();

    virtual PP_Instance GetInstance();

#include "nacl_io/pepper/undef_macros.h"
#include "nacl_io/pepper/define_empty_macros.h"
#undef BEGIN_INTERFACE
#define BEGIN_INTERFACE(interface, table, name) virtual interface *Get##interface();
#include "nacl_io/pepper/all_interfaces.h"
#include "nacl_io/pepper/undef_macros.h"

private:
    struct Interfaces;

    PP_Instance instance_;
    Interfaces *interfaces_;
};

}

#endif
