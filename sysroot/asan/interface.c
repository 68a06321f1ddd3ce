/* The functions of <sanitizer/asan_interface.h> and <sanitizer/common_interface_defs.h>. */
#include <sanitizer/asan_interface.h>

#include "asan/asan.h"

/* Granules that are only partly in a range stay accessible as far as they were. */
EXPORTED void __asan_poison_memory_region(void const volatile *start, size_t size) {
    __asan_init();
    uintptr_t address = (uintptr_t) start, end = address + size;
    uintptr_t first = (address + GRANULE - 1) / GRANULE * GRANULE, last = end / GRANULE * GRANULE;
    if (address / GRANULE == end / GRANULE) {
        /* Within a granule: only its end can be taken away. */
        uint8_t *shadow = shadow_of(address);
        if (size && (*shadow == 0 ? GRANULE : *shadow) <= end % GRANULE)
            *shadow = address % GRANULE ? address % GRANULE : BY_USER;
        return;
    }
    if (address % GRANULE) {
        uint8_t *shadow = shadow_of(address);
        if (*shadow == 0 || (*shadow < GRANULE && *shadow > address % GRANULE))
            *shadow = address % GRANULE;
    }
    if (first < last)
        __asan_mark(first, last - first, BY_USER);
    if (end % GRANULE) {
        uint8_t *shadow = shadow_of(end);
        if (*shadow && *shadow <= end % GRANULE)
            *shadow = BY_USER;
    }
}

EXPORTED void __asan_unpoison_memory_region(void const volatile *start, size_t size) {
    __asan_init();
    uintptr_t address = (uintptr_t) start, end = address + size, first = address / GRANULE * GRANULE;
    if (size == 0)
        return;
    uint8_t before = *shadow_of(end);
    __asan_mark(first, end / GRANULE * GRANULE - first, 0);
    if (end % GRANULE && before && (before >= GRANULE || before < end % GRANULE))
        *shadow_of(end) = end % GRANULE;
}

EXPORTED int __asan_address_is_poisoned(void const volatile *address) {
    __asan_init();
    return __asan_first_bad((uintptr_t) address, 1) != 0;
}

EXPORTED void *__asan_region_is_poisoned(void *start, size_t size) {
    __asan_init();
    return (void *) __asan_first_bad((uintptr_t) start, size);
}

EXPORTED void __asan_describe_address(void *address) {
    if (!__asan_describe_global((uintptr_t) address))
        __asan_describe_stack((uintptr_t) address);
}

EXPORTED void __sanitizer_print_stack_trace(void) {
    const struct __call_site *sites[STACK_DEPTH];
    __sanitizer_print_stack(NULL, sites, __sanitizer_stack(sites, STACK_DEPTH));
}

EXPORTED size_t __sanitizer_get_allocated_size(const volatile void *memory) {
    const struct block *block = __asan_find_block((uintptr_t) memory);
    return block && block->state == ALLOCATED && start_of(block) == (uintptr_t) memory ? block->size : 0;
}

EXPORTED int __sanitizer_get_ownership(const volatile void *memory) {
    const struct block *block = __asan_find_block((uintptr_t) memory);
    return block && block->state == ALLOCATED && start_of(block) == (uintptr_t) memory;
}

/* The number of elements before an array of objects has 4 bytes, so its granule has
   part of the first element, too, and cannot be marked. */
EXPORTED void __asan_poison_cxx_array_cookie(uintptr_t address) {
    (void) address;
}

EXPORTED uintptr_t __asan_load_cxx_array_cookie(const uintptr_t *address) {
    return *address;
}

/* Containers such as vectors say which part of their memory has elements. */
EXPORTED void __sanitizer_annotate_contiguous_container(const void *start, const void *end, const void *old_middle,
                                                        const void *new_middle) {
    (void) old_middle;
    __asan_init();
    uintptr_t first = (uintptr_t) start, middle = (uintptr_t) new_middle, last = (uintptr_t) end;
    /* Parts of granules at both ends may belong to others. */
    uintptr_t from = (first + GRANULE - 1) / GRANULE * GRANULE, to = last / GRANULE * GRANULE;
    if (from >= to)
        return;
    uintptr_t whole = middle / GRANULE * GRANULE;
    if (middle < from)
        whole = middle = from;
    if (whole > to)
        whole = to;
    __asan_mark(from, whole - from, 0);
    __asan_mark(whole, to - whole, IN_CONTAINER);
    if (whole < to && middle % GRANULE)
        *shadow_of(middle) = middle % GRANULE;
}

/* A granule cannot be open at its end only, so the space before the first element is open. */
EXPORTED void __sanitizer_annotate_double_ended_contiguous_container(const void *start, const void *end,
                                                                     const void *old_start, const void *old_end,
                                                                     const void *new_start, const void *new_end) {
    (void) old_start;
    (void) new_start;
    __sanitizer_annotate_contiguous_container(start, end, old_end, new_end);
}

EXPORTED int __sanitizer_verify_contiguous_container(const void *start, const void *middle, const void *end) {
    (void) end;
    return !__asan_first_bad((uintptr_t) start, (uintptr_t) middle - (uintptr_t) start);
}
