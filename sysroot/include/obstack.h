/* Stacks of objects: memory that is given back from the last object to the first, all at once or
   down to one of them. The interface is that of GNU's library. */
#ifndef _OBSTACK_H
#define _OBSTACK_H 1

#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <sys/cdefs.h>

struct _obstack_chunk {
    char *limit;
    struct _obstack_chunk *prev;
};

struct obstack {
    size_t chunk_size;
    struct _obstack_chunk *chunk;
    /* The object that grows, and where it ends now. */
    char *object_base;
    char *next_free;
    char *chunk_limit;
    size_t alignment_mask;
    void *(*chunkfun)(void *, size_t);
    void (*freefun)(void *, void *);
    void *extra_arg;
    unsigned use_extra_arg : 1;
};

__BEGIN_DECLS
extern void (*obstack_alloc_failed_handler)(void);
extern int obstack_exit_failure;

int _obstack_begin(struct obstack *__stack, size_t __size, size_t __alignment, void *(*__allocate)(size_t),
    void (*__release)(void *));
int _obstack_begin_1(struct obstack *__stack, size_t __size, size_t __alignment, void *(*__allocate)(void *, size_t),
    void (*__release)(void *, void *), void *__argument);
void _obstack_newchunk(struct obstack *__stack, size_t __size);
void _obstack_free(struct obstack *__stack, void *__object);
size_t _obstack_memory_used(struct obstack *__stack);
void *_obstack_finish(struct obstack *__stack);
int obstack_printf(struct obstack *__stack, const char *__format, ...) __attribute__((__format__(__printf__, 2, 3)));
int obstack_vprintf(struct obstack *__stack, const char *__format, va_list __arguments);

/* Functions where GNU's header has macros; what is a place below is one of the stack's fields. */
static __inline__ __attribute__((__unused__)) void _obstack_room(struct obstack *__stack, size_t __size) {
    if ((size_t) (__stack->chunk_limit - __stack->next_free) < __size)
        _obstack_newchunk(__stack, __size);
}

static __inline__ __attribute__((__unused__)) void _obstack_grow(
    struct obstack *__stack, const void *__from, size_t __size, size_t __zeros) {
    _obstack_room(__stack, __size + __zeros);
    if (__size)
        memcpy(__stack->next_free, __from, __size);
    __stack->next_free += __size;
    if (__zeros)
        *__stack->next_free++ = 0;
}

static __inline__ __attribute__((__unused__)) void _obstack_blank(struct obstack *__stack, ptrdiff_t __size) {
    if (__size > 0)
        _obstack_room(__stack, (size_t) __size);
    __stack->next_free += __size;
}
__END_DECLS

#define obstack_begin(h, size) \
    _obstack_begin((h), (size), 0, (void *(*) (size_t)) obstack_chunk_alloc, (void (*)(void *)) obstack_chunk_free)
#define obstack_init(h) obstack_begin((h), 0)
#define obstack_specify_allocation(h, size, alignment, allocate, release) \
    _obstack_begin((h), (size), (alignment), (void *(*) (size_t))(allocate), (void (*)(void *))(release))
#define obstack_specify_allocation_with_arg(h, size, alignment, allocate, release, argument) \
    _obstack_begin_1((h), (size), (alignment), (void *(*) (void *, size_t))(allocate), \
        (void (*)(void *, void *))(release), (argument))
#define obstack_chunkfun(h, function) ((void) ((h)->chunkfun = (void *(*) (void *, size_t))(function)))
#define obstack_freefun(h, function) ((void) ((h)->freefun = (void (*)(void *, void *))(function)))

#define obstack_chunk_size(h) ((h)->chunk_size)
#define obstack_alignment_mask(h) ((h)->alignment_mask)
#define obstack_base(h) ((void *) (h)->object_base)
#define obstack_next_free(h) ((void *) (h)->next_free)
#define obstack_object_size(h) ((size_t) ((h)->next_free - (h)->object_base))
#define obstack_room(h) ((size_t) ((h)->chunk_limit - (h)->next_free))
#define obstack_empty_p(h) ((h)->chunk->prev == 0 && (h)->next_free == (char *) ((h)->chunk + 1))
#define obstack_memory_used(h) _obstack_memory_used(h)

#define obstack_make_room(h, size) _obstack_room((h), (size))
#define obstack_grow(h, from, size) _obstack_grow((h), (from), (size), 0)
#define obstack_grow0(h, from, size) _obstack_grow((h), (from), (size), 1)
#define obstack_1grow(h, c) (_obstack_room((h), 1), obstack_1grow_fast((h), (c)))
#define obstack_ptr_grow(h, p) (_obstack_room((h), sizeof(void *)), obstack_ptr_grow_fast((h), (p)))
#define obstack_int_grow(h, i) (_obstack_room((h), sizeof(int)), obstack_int_grow_fast((h), (i)))
#define obstack_blank(h, size) _obstack_blank((h), (ptrdiff_t) (size))
#define obstack_1grow_fast(h, c) ((void) (*(h)->next_free++ = (char) (c)))
#define obstack_ptr_grow_fast(h, p) \
    ((void) ((h)->next_free += sizeof(void *), ((const void **) (h)->next_free)[-1] = (p)))
#define obstack_int_grow_fast(h, i) ((void) ((h)->next_free += sizeof(int), ((int *) (h)->next_free)[-1] = (i)))
#define obstack_blank_fast(h, size) ((void) ((h)->next_free += (size)))

#define obstack_alloc(h, size) (obstack_blank((h), (size)), obstack_finish(h))
#define obstack_copy(h, from, size) (obstack_grow((h), (from), (size)), obstack_finish(h))
#define obstack_copy0(h, from, size) (obstack_grow0((h), (from), (size)), obstack_finish(h))
#define obstack_finish(h) _obstack_finish(h)
#define obstack_free(h, object) _obstack_free((h), (object))

#endif
