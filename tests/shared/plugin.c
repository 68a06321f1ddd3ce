/* A library that the browser and the system call back. */
#include "base.h"

#include <stdint.h>

static _Thread_local int calls;

/* A completion callback. */
void plugin_called(void *data, int32_t result) { *(int *) data += 10 * result + base_value(); }

/* What a thread runs. */
void *plugin_thread(void *data) {
    calls++;
    *(int *) data += calls + base_of_thread;
    return &base_calls;
}
