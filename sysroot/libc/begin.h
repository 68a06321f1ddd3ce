/* What programs and libraries do first. */
#ifndef BEGIN_H
#define BEGIN_H

#include <stdint.h>
#include <stdlib.h>

#include "internal.h"

void __run_initialisers(void);
void __run_finalisers(void);

struct start_block {
    int argc;
    char **argv, **envp;
};

/* Reads the start-up block: a function pointer of no use here, the number of
   environment strings, the number of arguments; then the arguments, the
   environment, each ended by a null, and pairs of a number and a value. */
struct start_block __read_start_block(uintptr_t *information);

/* Makes the block of the main thread in memory of that size. */
void __begin_main_thread(void *memory);

#endif
