/* A browser without any interface, to derive from. */
#ifndef _NACL_IO_PEPPER_INTERFACE_DUMMY_H
#define _NACL_IO_PEPPER_INTERFACE_DUMMY_H

#include "nacl_io/pepper_interface.h"

namespace nacl_io {

class PepperInterfaceDummy : public PepperInterface {
public:
    virtual PP_Instance GetInstance() {
        return 0;
    }

#include "nacl_io/pepper/undef_macros.h"
#include "nacl_io/pepper/define_empty_macros.h"
#undef BEGIN_INTERFACE
#define BEGIN_INTERFACE(interface, table, name) \
    virtual interface *Get##interface() {       \
        return nullptr;                         \
    }
#include "nacl_io/pepper/all_interfaces.h"
#include "nacl_io/pepper/undef_macros.h"
};

}

#endif
