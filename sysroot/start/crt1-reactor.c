/* Where a library begins that others call. Its constructors run, and then it
   waits to be called. Each call has the whole stack, so the block of the
   thread lies elsewhere. */
#include <sys/mman.h>

#include "begin.h"

void _start(uintptr_t *information) {
    __read_start_block(information);
    void *memory = mmap(NULL, __thread_block_size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        __builtin_trap();
    __begin_main_thread(memory);
    atexit(__run_finalisers);
    __run_initialisers();
}

/* Ends the library: destructors run, and streams are flushed. */
void _finish(void) {
    exit(0);
}
