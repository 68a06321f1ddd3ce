/* Functions that run before main and after exit, in arrays that are made when
   the program is finalised. newlib's function calls _init, too, which there is not. */
#include <stdbool.h>

typedef void (*function)(void);

extern const function __init_array_start[], __init_array_end[];
extern const function __fini_array_start[], __fini_array_end[];

void *__dso_handle = 0;

/* Only in programs that load libraries. */
void __pinnacle_end_libraries(bool is_first) __attribute__((weak));

void __run_initialisers(void) {
    for (const function *next = __init_array_start; next != __init_array_end; ++next)
        (*next)();
}

void __run_finalisers(void) {
    if (__pinnacle_end_libraries)
        __pinnacle_end_libraries(true);
    for (const function *next = __fini_array_end; next != __fini_array_start;)
        (*--next)();
    if (__pinnacle_end_libraries)
        __pinnacle_end_libraries(false);
}
