/* operator new and operator delete, in all their forms. */
#include "cxx.h"

#include <malloc.h>
#include <stdlib.h>

extern const struct class_with_base _ZTISt9bad_alloc;
extern const void *const _ZTVSt9bad_alloc[5];

typedef void (*new_handler)(void);
static new_handler when_full;

new_handler _ZSt15set_new_handlerPFvvE(new_handler handler) {
    return __atomic_exchange_n(&when_full, handler, __ATOMIC_ACQ_REL);
}

new_handler _ZSt15get_new_handlerv(void) {
    return __atomic_load_n(&when_full, __ATOMIC_ACQUIRE);
}

/* Memory, after whatever the handler could do. An alignment of 0 is that of any
   object. */
static void *allocate(size_t size, size_t alignment) {
    if (size == 0)
        size = 1;
    for (;;) {
        void *memory = alignment ? memalign(alignment, size) : malloc(size);
        if (memory)
            return memory;
        new_handler handler = _ZSt15get_new_handlerv();
        if (!handler)
            return NULL;
        handler();
    }
}

static void *allocate_or_throw(size_t size, size_t alignment) {
    void *memory = allocate(size, alignment);
    if (!memory)
        __throw_standard(&_ZTISt9bad_alloc.type, _ZTVSt9bad_alloc);
    return memory;
}

void *_Znwj(size_t size) {
    return allocate_or_throw(size, 0);
}

void *_Znaj(size_t size) {
    return allocate_or_throw(size, 0);
}

void *_ZnwjSt11align_val_t(size_t size, size_t alignment) {
    return allocate_or_throw(size, alignment);
}

void *_ZnajSt11align_val_t(size_t size, size_t alignment) {
    return allocate_or_throw(size, alignment);
}

const char _ZSt7nothrow[1];

void *_ZnwjRKSt9nothrow_t(size_t size, const void *nothrow) {
    (void) nothrow;
    return allocate(size, 0);
}

void *_ZnajRKSt9nothrow_t(size_t size, const void *nothrow) {
    (void) nothrow;
    return allocate(size, 0);
}

void *_ZnwjSt11align_val_tRKSt9nothrow_t(size_t size, size_t alignment, const void *nothrow) {
    (void) nothrow;
    return allocate(size, alignment);
}

void *_ZnajSt11align_val_tRKSt9nothrow_t(size_t size, size_t alignment, const void *nothrow) {
    (void) nothrow;
    return allocate(size, alignment);
}

/* What there is beside the address is not needed to free it. */
#define DELETE(name, ...)              \
    void name(void *memory __VA_ARGS__) { \
        free(memory);                  \
    }

DELETE(_ZdlPv)
DELETE(_ZdaPv)
DELETE(_ZdlPvj, , size_t size)
DELETE(_ZdaPvj, , size_t size)
DELETE(_ZdlPvSt11align_val_t, , size_t alignment)
DELETE(_ZdaPvSt11align_val_t, , size_t alignment)
DELETE(_ZdlPvjSt11align_val_t, , size_t size, size_t alignment)
DELETE(_ZdaPvjSt11align_val_t, , size_t size, size_t alignment)
DELETE(_ZdlPvRKSt9nothrow_t, , const void *nothrow)
DELETE(_ZdaPvRKSt9nothrow_t, , const void *nothrow)
DELETE(_ZdlPvSt11align_val_tRKSt9nothrow_t, , size_t alignment, const void *nothrow)
DELETE(_ZdaPvSt11align_val_tRKSt9nothrow_t, , size_t alignment, const void *nothrow)
