/* Stack traces of allocations. Equal ones are kept once. */
#include <string.h>
#include <sys/lock.h>
#include <sys/mman.h>

#include "asan/asan.h"

#define BUCKETS 65536u
#define PIECE 65536u

__LOCK_INIT(static, trace_lock)
static struct trace *buckets[BUCKETS];
static char *free_start, *free_end;

static const struct trace no_trace;

static struct trace *make(unsigned count) {
    size_t size = sizeof(struct trace) + count * sizeof(struct __call_site *);
    if ((size_t) (free_end - free_start) < size) {
        char *piece = mmap(NULL, PIECE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (piece == MAP_FAILED)
            return NULL;
        free_start = piece;
        free_end = piece + PIECE;
    }
    struct trace *trace = (struct trace *) free_start;
    free_start += size;
    return trace;
}

static bool has_sites(const struct trace *trace, const struct __call_site *const *sites, unsigned count) {
    if (trace->count != count)
        return false;
    for (unsigned index = 0; index < count; ++index)
        if (trace->sites[index] != sites[index])
            return false;
    return true;
}

const struct trace *__asan_trace(const char *library_function) {
    const struct __call_site *sites[STACK_DEPTH];
    unsigned count = __sanitizer_stack(sites, STACK_DEPTH);
    uint32_t hash = (uint32_t) (uintptr_t) library_function;
    for (unsigned index = 0; index < count; ++index)
        hash = (hash ^ (uint32_t) (uintptr_t) sites[index]) * 0x01000193u;
    struct trace **bucket = &buckets[(hash ^ hash >> 16) % BUCKETS];
    const struct trace *found;
    __lock_acquire(trace_lock);
    for (found = *bucket; found; found = found->next)
        if (found->hash == hash && found->library_function == library_function && has_sites(found, sites, count))
            break;
    if (!found) {
        struct trace *made = make(count);
        if (made) {
            made->next = *bucket;
            made->hash = hash;
            made->library_function = library_function;
            made->count = count;
            memcpy(made->sites, sites, count * sizeof(*sites));
            *bucket = made;
        }
        found = made ? made : &no_trace;
    }
    __lock_release(trace_lock);
    return found;
}

void __asan_print_trace(const struct trace *trace) {
    __sanitizer_print_stack(trace->library_function, trace->sites, trace->count);
}
