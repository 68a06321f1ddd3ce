/* The number of an error, 0 for success. It is only ever made from an int and read as one. */
#ifndef _NACL_IO_ERROR_H
#define _NACL_IO_ERROR_H

#include <errno.h>

namespace nacl_io {

class Error {
public:
    Error(int number) : error(number) {
    }
    operator int() const {
        return error;
    }

    int error;
};

}

#endif
