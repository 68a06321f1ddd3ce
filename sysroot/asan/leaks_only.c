/* The root of programs that are linked with `-fsanitize=leak` and not with
   AddressSanitizer. */
#include "asan/asan.h"

__attribute__((constructor(1))) void __lsan_start(void) {
    __asan_is_for_leaks_only = true;
    __asan_init();
}
