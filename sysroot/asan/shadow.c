/* The shadow memory. */
#include <string.h>
#include <sys/mman.h>

#include "asan/asan.h"

#define PAGE 65536u

const char __asan_options[] = "ASAN_OPTIONS";

uintptr_t __asan_shadow_memory_dynamic_address;
uintptr_t __asan_last_address;

static bool can_be_mapped(uintptr_t page) {
    void *mapped = mmap((void *) page, PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    if (mapped == MAP_FAILED)
        return false;
    munmap(mapped, PAGE);
    return true;
}

/* The last address of memory, or some address above it. Mapping a page fails above
   the end of memory, which is 1 GiB if nothing else was asked for. Nothing is mapped at these
   places when the program begins. In a page, memory grows up to a page that is mapped, so
   none is mapped just below the end. */
static uintptr_t last_address(void) {
    const uintptr_t megabyte = 1u << 20;
    if (can_be_mapped(1024 * megabyte))
        return can_be_mapped(2048 * megabyte) ? UINTPTR_MAX : 2048 * megabyte - 1;
    if (can_be_mapped(256 * megabyte))
        return 1024 * megabyte - 1;
    return can_be_mapped(64 * megabyte) ? 256 * megabyte - 1 : 64 * megabyte - 1;
}

EXPORTED void __asan_init(void) {
    if (__asan_shadow_memory_dynamic_address)
        return;
    __asan_last_address = last_address();
    size_t size = __asan_last_address / GRANULE + 1;
    void *shadow = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (shadow == MAP_FAILED) {
        __sanitizer_print("AddressSanitizer: cannot map %u bytes of shadow memory\n", (unsigned) size);
        __sanitizer_die(1);
    }
    __asan_shadow_memory_dynamic_address = (uintptr_t) shadow;
    /* The first page is never mapped. */
    __asan_mark(0, PAGE, INTERNAL);
    __asan_check_leaks_at_exit();
}

/* Most blocks are small, and to call memset for a few bytes takes longer than to store them. */
#define FEW 64u

void __asan_mark(uintptr_t start, uintptr_t size, uint8_t value) {
    uint8_t *shadow = shadow_of(start);
    uintptr_t count = size / GRANULE;
    if (count > FEW) {
        memset(shadow, value, count);
        return;
    }
    for (uintptr_t index = 0; index < count; ++index)
        shadow[index] = value;
}

void __asan_open(uintptr_t start, uintptr_t size) {
    __asan_mark(start, size, 0);
    if (size % GRANULE)
        *shadow_of(start + size) = size % GRANULE;
}

static bool is_bad(uintptr_t address) {
    int8_t shadow = (int8_t) *shadow_of(address);
    return shadow && (int8_t) (address % GRANULE) >= shadow;
}

uintptr_t __asan_first_bad(uintptr_t start, uintptr_t size) {
    if (size == 0)
        return 0;
    uintptr_t last = start + size - 1;
    if (last < start || last > __asan_last_address)
        return start;
    for (uintptr_t address = start; address <= last; address = (address / GRANULE + 1) * GRANULE) {
        if (!*shadow_of(address))
            continue;
        for (uintptr_t byte = address; byte <= last && byte / GRANULE == address / GRANULE; ++byte)
            if (is_bad(byte))
                return byte;
    }
    return 0;
}
