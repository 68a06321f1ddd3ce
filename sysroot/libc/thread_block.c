/* The memory of a thread: its variables, then its block, at the thread
   pointer. */
#include <string.h>

#include "internal.h"

struct __pthread *__main_thread;

/* How the thread pointer is aligned: as the variables and the block are. */
static size_t alignment(void) {
    size_t alignment = __tls_template_alignment;
    return alignment < _Alignof(struct __pthread) ? _Alignof(struct __pthread) : alignment;
}

/* A multiple of the alignment of the variables, which end at the thread pointer. */
static size_t variables_size(void) {
    return (size_t) (__tls_template_end - __tls_template_start);
}

size_t __thread_block_size(void) {
    return variables_size() + sizeof(struct __pthread) + alignment();
}

struct __pthread *__thread_block_make(void *memory) {
    size_t mask = alignment() - 1;
    size_t variables = variables_size();
    char *thread_pointer = (char *) (((uintptr_t) memory + variables + mask) & ~mask);
    char *template = thread_pointer + __nacl_tp_tls_offset(variables);
    size_t initialised = (size_t) (__tls_template_tdata_end - __tls_template_start);
    size_t zeroed = (size_t) (__tls_template_end - __tls_template_tdata_end);
    memcpy(template, __tls_template_start, initialised);
    memset(template + initialised, 0, zeroed);

    struct __pthread *thread = (struct __pthread *) (thread_pointer + __nacl_tp_tdb_offset(sizeof(struct __pthread)));
    memset(thread, 0, sizeof(struct __pthread));
    thread->self = thread;
    return thread;
}
