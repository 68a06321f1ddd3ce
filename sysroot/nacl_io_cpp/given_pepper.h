/* The browser that the library uses. */
#ifndef NACL_IO_CPP_GIVEN_PEPPER_H
#define NACL_IO_CPP_GIVEN_PEPPER_H

#include <nacl_io/pepper_interface.h>
#include <ppapi/c/ppb.h>

namespace nacl_io {

struct UsedPepper {
    PP_Instance instance;
    PPB_GetInterface get_interface;
    /* The classes that its functions call, or null. */
    PepperInterface *given;
};

UsedPepper used_pepper();
void use_pepper(const UsedPepper &pepper);

/* A browser whose functions call the methods of classes. */
UsedPepper pepper_of(PepperInterface *given);

}

#endif
