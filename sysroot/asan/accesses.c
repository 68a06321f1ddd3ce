/* What clang's code calls when an access is not allowed, or to check one. */
#include "asan/asan.h"

#define REPORT(name, size, is_write) \
    EXPORTED void __asan_report_##name(uintptr_t address) { \
        __asan_report_access(address, size, is_write, false, NULL); \
    } \
    EXPORTED void __asan_report_##name##_noabort(uintptr_t address) { \
        __asan_report_access(address, size, is_write, true, NULL); \
    }
#define CHECK(name, size, is_write) \
    EXPORTED void __asan_##name(uintptr_t address) { \
        if (__asan_first_bad(address, size)) \
            __asan_report_access(address, size, is_write, false, NULL); \
    } \
    EXPORTED void __asan_##name##_noabort(uintptr_t address) { \
        if (__asan_first_bad(address, size)) \
            __asan_report_access(address, size, is_write, true, NULL); \
    }
#define BOTH(size) \
    REPORT(load##size, size, false) \
    REPORT(store##size, size, true) \
    CHECK(load##size, size, false) \
    CHECK(store##size, size, true)

BOTH(1)
BOTH(2)
BOTH(4)
BOTH(8)
BOTH(16)

#define SIZED(access, is_write) \
    EXPORTED void __asan_report_##access##_n(uintptr_t address, uintptr_t size) { \
        __asan_report_access(address, size, is_write, false, NULL); \
    } \
    EXPORTED void __asan_report_##access##_n_noabort(uintptr_t address, uintptr_t size) { \
        __asan_report_access(address, size, is_write, true, NULL); \
    } \
    EXPORTED void __asan_##access##N(uintptr_t address, uintptr_t size) { \
        if (__asan_first_bad(address, size)) \
            __asan_report_access(address, size, is_write, false, NULL); \
    } \
    EXPORTED void __asan_##access##N_noabort(uintptr_t address, uintptr_t size) { \
        if (__asan_first_bad(address, size)) \
            __asan_report_access(address, size, is_write, true, NULL); \
    }

SIZED(load, false)
SIZED(store, true)
