/* Where a program begins. */
#include "begin.h"

int main(int argc, char **argv, char **envp);

void _start(uintptr_t *information) {
    struct start_block block = __read_start_block(information);
    __begin_main_thread(__builtin_alloca(__thread_block_size()));
    atexit(__run_finalisers);
    __run_initialisers();
    exit(main(block.argc, block.argv, block.envp));
}
