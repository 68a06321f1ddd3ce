/* The current proxy. */
#ifndef NACL_IO_CPP_CURRENT_H
#define NACL_IO_CPP_CURRENT_H

namespace nacl_io {

/* Has POSIX's functions call the current proxy, if there is one of the program's. */
void intercept_for_proxy();

}

#endif
