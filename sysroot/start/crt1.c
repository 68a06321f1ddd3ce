/* Where a program begins. */
#include "begin.h"

#include "internal.h"

void _start(uintptr_t *information) {
    struct start_block block = __read_start_block(information);
    __begin_main_thread(__builtin_alloca(__thread_block_size()));
    atexit(__run_finalisers);
    __run_initialisers();
    exit(__nacl_main(block.argc, block.argv, block.envp));
}
