/* The library of atomic accesses. clang knows the names of its functions and
   wants other types for them, so they are given as labels.

   Before its release 17 clang calls the library for every access. The older
   builtin functions below are instructions with all releases. */
#include <string.h>

#include "internal.h"

#define EXCHANGES(size, type) \
    type load_##size(const volatile void *object, int order) __asm__("__atomic_load_" #size); \
    type load_##size(const volatile void *object, int order) { \
        (void) order; \
        return __sync_fetch_and_or((volatile type *) object, 0); \
    } \
    type exchange_##size(volatile void *object, type value, int order) __asm__("__atomic_exchange_" #size); \
    type exchange_##size(volatile void *object, type value, int order) { \
        (void) order; \
        __sync_synchronize(); \
        return __sync_lock_test_and_set((volatile type *) object, value); \
    } \
    void store_##size(volatile void *object, type value, int order) __asm__("__atomic_store_" #size); \
    void store_##size(volatile void *object, type value, int order) { \
        exchange_##size(object, value, order); \
    } \
    bool compare_exchange_##size(volatile void *object, void *expected, type desired, int success, int failure) \
        __asm__("__atomic_compare_exchange_" #size); \
    bool compare_exchange_##size(volatile void *object, void *expected, type desired, int success, int failure) { \
        (void) success; \
        (void) failure; \
        type wanted = *(type *) expected; \
        type found = __sync_val_compare_and_swap((volatile type *) object, wanted, desired); \
        if (found != wanted) \
            *(type *) expected = found; \
        return found == wanted; \
    }

#define CHANGE(operation, size, type) \
    type operation##_##size(volatile void *object, type value, int order) \
        __asm__("__atomic_fetch_" #operation "_" #size); \
    type operation##_##size(volatile void *object, type value, int order) { \
        (void) order; \
        return __sync_fetch_and_##operation((volatile type *) object, value); \
    }

#define ACCESSES(size, type) \
    EXCHANGES(size, type) \
    CHANGE(add, size, type) \
    CHANGE(sub, size, type) \
    CHANGE(and, size, type) \
    CHANGE(or, size, type) \
    CHANGE(xor, size, type) \
    CHANGE(nand, size, type)

ACCESSES(1, uint8_t)
ACCESSES(2, uint16_t)
ACCESSES(4, uint32_t)
ACCESSES(8, uint64_t)

/* Where clang does not know that an access can be an instruction it calls the functions below, with
   any size: those of `_Atomic` objects by their names in C11. They have to be instructions whenever
   they can be one, since others, such as `fetch_add`, are one with the same object.

   Accesses of other sizes take a lock; which one goes by the address. */
#define LOCKS 16
static struct __lock locks[LOCKS];

static struct __lock *lock_of(const volatile void *object) {
    return &locks[((uintptr_t) object >> 4) % LOCKS];
}

void load_any(size_t size, const void *object, void *result, int order) __asm__("__atomic_load");
void store_any(size_t size, void *object, const void *value, int order) __asm__("__atomic_store");
void exchange_any(size_t size, void *object, const void *value, void *result, int order) __asm__("__atomic_exchange");
bool compare_exchange_any(size_t size, void *object, void *expected, const void *desired, int success, int failure)
    __asm__("__atomic_compare_exchange");
bool is_lock_free(size_t size, const volatile void *object) __asm__("__atomic_is_lock_free");

/* Instructions need their natural alignment. */
bool is_lock_free(size_t size, const volatile void *object) {
    return (size == 1 || size == 2 || size == 4 || size == 8) && ((uintptr_t) object & (size - 1)) == 0;
}

/* Returns with what the instruction for the size gives, if there is one. */
#define AS_INSTRUCTION(size, object, access) \
    if (is_lock_free(size, object)) \
        switch (size) { \
        case 1: access(1, uint8_t); \
        case 2: access(2, uint16_t); \
        case 4: access(4, uint32_t); \
        case 8: access(8, uint64_t); \
        }

void load_any(size_t size, const void *object, void *result, int order) {
#define LOAD(size, type) \
    *(type *) result = load_##size(object, order); \
    return
    AS_INSTRUCTION(size, object, LOAD)
    struct __lock *lock = lock_of(object);
    __lock_take(lock);
    memcpy(result, object, size);
    __lock_give(lock);
}

void store_any(size_t size, void *object, const void *value, int order) {
#define STORE(size, type) \
    store_##size(object, *(const type *) value, order); \
    return
    AS_INSTRUCTION(size, object, STORE)
    struct __lock *lock = lock_of(object);
    __lock_take(lock);
    memcpy(object, value, size);
    __lock_give(lock);
}

void exchange_any(size_t size, void *object, const void *value, void *result, int order) {
#define EXCHANGE(size, type) \
    *(type *) result = exchange_##size(object, *(const type *) value, order); \
    return
    AS_INSTRUCTION(size, object, EXCHANGE)
    struct __lock *lock = lock_of(object);
    __lock_take(lock);
    memcpy(result, object, size);
    memcpy(object, value, size);
    __lock_give(lock);
}

bool compare_exchange_any(size_t size, void *object, void *expected, const void *desired, int success, int failure) {
#define COMPARE_EXCHANGE(size, type) \
    return compare_exchange_##size(object, expected, *(const type *) desired, success, failure)
    AS_INSTRUCTION(size, object, COMPARE_EXCHANGE)
    struct __lock *lock = lock_of(object);
    __lock_take(lock);
    bool equal = memcmp(object, expected, size) == 0;
    if (equal)
        memcpy(object, desired, size);
    else
        memcpy(expected, object, size);
    __lock_give(lock);
    return equal;
}
