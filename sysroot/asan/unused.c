/* Functions that clang declares in every module that it does not optimise, and calls
   only with options that the driver does not pass. They must be defined. */
#include "asan/asan.h"

#define EXPERIMENT(access, suffix, size, is_write, may_go_on) \
    void __asan_exp_##access##suffix(uintptr_t address, uint32_t experiment) { \
        (void) experiment; \
        if (__asan_first_bad(address, size)) \
            __asan_report_access(address, size, is_write, may_go_on, NULL); \
    } \
    void __asan_report_exp_##access##suffix(uintptr_t address, uint32_t experiment) { \
        (void) experiment; \
        __asan_report_access(address, size, is_write, may_go_on, NULL); \
    }
#define EXPERIMENTS(size) \
    EXPERIMENT(load##size, , size, false, false) \
    EXPERIMENT(store##size, , size, true, false) \
    EXPERIMENT(load##size, _noabort, size, false, true) \
    EXPERIMENT(store##size, _noabort, size, true, true)

EXPERIMENTS(1)
EXPERIMENTS(2)
EXPERIMENTS(4)
EXPERIMENTS(8)
EXPERIMENTS(16)

#define SIZED_EXPERIMENT(access, suffix, is_write, may_go_on) \
    void __asan_exp_##access##N##suffix(uintptr_t address, uintptr_t size, uint32_t experiment) { \
        (void) experiment; \
        if (__asan_first_bad(address, size)) \
            __asan_report_access(address, size, is_write, may_go_on, NULL); \
    } \
    void __asan_report_exp_##access##_n##suffix(uintptr_t address, uintptr_t size, uint32_t experiment) { \
        (void) experiment; \
        __asan_report_access(address, size, is_write, may_go_on, NULL); \
    }

SIZED_EXPERIMENT(load, , false, false)
SIZED_EXPERIMENT(store, , true, false)
SIZED_EXPERIMENT(load, _noabort, false, true)
SIZED_EXPERIMENT(store, _noabort, true, true)

/* Comparisons of pointers to different objects: `-asan-detect-invalid-pointer-pair`. */
void __sanitizer_ptr_cmp(uintptr_t left, uintptr_t right) {
    (void) left;
    (void) right;
}

void __sanitizer_ptr_sub(uintptr_t left, uintptr_t right) {
    (void) left;
    (void) right;
}

/* Tables of variables in sections of object files, which programs do not have. */
void __asan_register_image_globals(void) {
    __builtin_trap();
}

void __asan_unregister_image_globals(void) {
    __builtin_trap();
}

void __asan_register_elf_globals(void) {
    __builtin_trap();
}

void __asan_unregister_elf_globals(void) {
    __builtin_trap();
}
