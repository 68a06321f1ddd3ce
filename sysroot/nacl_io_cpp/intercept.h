/* POSIX's functions as calls of a proxy. */
#ifndef NACL_IO_CPP_INTERCEPT_H
#define NACL_IO_CPP_INTERCEPT_H

struct class_calls;

namespace nacl_io {

/* From now on, POSIX's functions call the methods of the current proxy, until nacl_io gives the
   calls back or takes them again. It has them now. */
void intercept();

/* Those of POSIX's functions that the IRT does not have; null within a method of KernelProxy. */
const struct class_calls *intercepted_calls();

}

#endif
