#include <stdlib.h>

#include "internal.h"

/* One that is called may register another. */
void __run_thread_exits(void) {
    struct __pthread *self = this_thread();
    while (self->exits) {
        struct thread_exit *entry = self->exits;
        self->exits = entry->next;
        entry->function(entry->argument);
        free(entry);
    }
}
