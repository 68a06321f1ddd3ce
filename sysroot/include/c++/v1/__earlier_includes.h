// The C headers that the SDK's libc++, of 2015, included in its own: <unistd.h> in all, <cassert>
// in <memory> and <string>. Sources of that time use usleep and assert without including them.
// `_LIBCPP_REMOVE_TRANSITIVE_INCLUDES` leaves them out, as it does libc++'s own.
#ifndef PINNACLE_EARLIER_INCLUDES_H
#define PINNACLE_EARLIER_INCLUDES_H

#if !defined(_LIBCPP_REMOVE_TRANSITIVE_INCLUDES) && __cplusplus <= 201703L
#include <assert.h>
#include <unistd.h>
#endif

#endif
