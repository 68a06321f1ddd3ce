/* The operators new and delete of C++, by their mangled names. They take the place
   of those of the C++ library; a program may define its own. */
#include "asan/asan.h"

#define WEAK __attribute__((weak, noinline))

#define NEW(name, parameters, alignment, kind, shown) \
    WEAK void *name parameters { \
        return __asan_allocate(size, alignment, kind, shown); \
    }
#define DELETE(name, parameters, kind, shown) \
    WEAK void name parameters { \
        __asan_release(memory, kind, shown); \
    }

#define NEW_SHOWN "operator new(unsigned int)"
#define NEW_ARRAY_SHOWN "operator new[](unsigned int)"
#define DELETE_SHOWN "operator delete(void*)"
#define DELETE_ARRAY_SHOWN "operator delete[](void*)"

#define IGNORED __attribute__((unused))

NEW(_Znwj, (size_t size), 0, FROM_NEW, NEW_SHOWN)
NEW(_Znaj, (size_t size), 0, FROM_NEW_ARRAY, NEW_ARRAY_SHOWN)
NEW(_ZnwjRKSt9nothrow_t, (size_t size, IGNORED const void *nothrow), 0, FROM_NEW, NEW_SHOWN)
NEW(_ZnajRKSt9nothrow_t, (size_t size, IGNORED const void *nothrow), 0, FROM_NEW_ARRAY, NEW_ARRAY_SHOWN)
NEW(_ZnwjSt11align_val_t, (size_t size, size_t alignment), alignment, FROM_NEW, NEW_SHOWN)
NEW(_ZnajSt11align_val_t, (size_t size, size_t alignment), alignment, FROM_NEW_ARRAY, NEW_ARRAY_SHOWN)
NEW(_ZnwjSt11align_val_tRKSt9nothrow_t, (size_t size, size_t alignment, IGNORED const void *nothrow), alignment, FROM_NEW,
    NEW_SHOWN)
NEW(_ZnajSt11align_val_tRKSt9nothrow_t, (size_t size, size_t alignment, IGNORED const void *nothrow), alignment,
    FROM_NEW_ARRAY, NEW_ARRAY_SHOWN)

DELETE(_ZdlPv, (void *memory), FROM_NEW, DELETE_SHOWN)
DELETE(_ZdaPv, (void *memory), FROM_NEW_ARRAY, DELETE_ARRAY_SHOWN)
DELETE(_ZdlPvj, (void *memory, IGNORED size_t size), FROM_NEW, DELETE_SHOWN)
DELETE(_ZdaPvj, (void *memory, IGNORED size_t size), FROM_NEW_ARRAY, DELETE_ARRAY_SHOWN)
DELETE(_ZdlPvRKSt9nothrow_t, (void *memory, IGNORED const void *nothrow), FROM_NEW, DELETE_SHOWN)
DELETE(_ZdaPvRKSt9nothrow_t, (void *memory, IGNORED const void *nothrow), FROM_NEW_ARRAY, DELETE_ARRAY_SHOWN)
DELETE(_ZdlPvSt11align_val_t, (void *memory, IGNORED size_t alignment), FROM_NEW, DELETE_SHOWN)
DELETE(_ZdaPvSt11align_val_t, (void *memory, IGNORED size_t alignment), FROM_NEW_ARRAY, DELETE_ARRAY_SHOWN)
DELETE(_ZdlPvjSt11align_val_t, (void *memory, IGNORED size_t size, IGNORED size_t alignment), FROM_NEW, DELETE_SHOWN)
DELETE(_ZdaPvjSt11align_val_t, (void *memory, IGNORED size_t size, IGNORED size_t alignment), FROM_NEW_ARRAY,
       DELETE_ARRAY_SHOWN)
DELETE(_ZdlPvSt11align_val_tRKSt9nothrow_t, (void *memory, IGNORED size_t alignment, IGNORED const void *nothrow), FROM_NEW,
       DELETE_SHOWN)
DELETE(_ZdaPvSt11align_val_tRKSt9nothrow_t, (void *memory, IGNORED size_t alignment, IGNORED const void *nothrow),
       FROM_NEW_ARRAY, DELETE_ARRAY_SHOWN)
