/* Reports in the form of the original AddressSanitizer. */
#include <stdarg.h>
#include <string.h>
#include <sys/lock.h>

#include "asan/asan.h"

#define RULE "================================================================="
#define ROW 16u
#define ROWS_AROUND 5u

__LOCK_INIT(static, report_lock)

static void begin(void) {
    __lock_acquire(report_lock);
    __sanitizer_print(RULE "\n==%d==ERROR: AddressSanitizer: ", __sanitizer_process());
}

static _Noreturn void stop(void) {
    __sanitizer_print("==%d==ABORTING\n", __sanitizer_process());
    __sanitizer_die((int) __sanitizer_number(__asan_options, "exitcode", 1));
}

/* Ends with a line that names the kind, and the first place in the program's source. */
static void print_summary(const char *kind, const struct __call_site *const *sites, unsigned count) {
    __sanitizer_print("SUMMARY: AddressSanitizer: %s", kind);
    if (count > 0) {
        if (sites[0]->file && sites[0]->line)
            __sanitizer_print(" %s:%u:%u", sites[0]->file, sites[0]->line, sites[0]->column);
        __sanitizer_print(" in %s", sites[0]->function);
    }
    __sanitizer_print("\n");
}

/* What the shadow of an address says. If part of the granule can be accessed, the next one has the reason. */
static uint8_t reason_for(uintptr_t address) {
    uint8_t shadow = *shadow_of(address);
    if (shadow < GRANULE && address + GRANULE <= __asan_last_address)
        shadow = *shadow_of(address + GRANULE);
    return shadow;
}

static const char *kind_of(uintptr_t address) {
    switch (reason_for(address)) {
    case HEAP_REDZONE:
        return "heap-buffer-overflow";
    case HEAP_FREED:
        return "heap-use-after-free";
    case STACK_LEFT:
        return "stack-buffer-underflow";
    case STACK_MIDDLE:
    case STACK_RIGHT:
        return "stack-buffer-overflow";
    case STACK_RETURNED:
        return "stack-use-after-return";
    case OUT_OF_SCOPE:
        return "stack-use-after-scope";
    case GLOBAL_REDZONE:
        return "global-buffer-overflow";
    case BY_USER:
        return "use-after-poison";
    case IN_CONTAINER:
        return "container-overflow";
    case ALLOCA_LEFT:
    case ALLOCA_RIGHT:
        return "dynamic-stack-buffer-overflow";
    default:
        return "unknown-crash";
    }
}

static bool describe_heap(uintptr_t address) {
    const struct block *block = __asan_find_block(address);
    if (!block)
        return false;
    uintptr_t start = start_of(block), end = start + block->size;
    const char *side = address < start ? "before" : address < end ? "inside of" : "after";
    uintptr_t distance = address < start ? start - address : address < end ? address - start : address - end;
    __sanitizer_print("%p is located %u bytes %s %u-byte region [%p,%p)\n", (void *) address, (unsigned) distance, side,
                      (unsigned) block->size, (void *) start, (void *) end);
    if (block->state == QUARANTINED && block->freed) {
        __sanitizer_print("freed by thread T%u here:\n", block->freeing_thread);
        __asan_print_trace(block->freed);
        __sanitizer_print("previously ");
    }
    __sanitizer_print("allocated by thread T%u here:\n", block->allocating_thread);
    __asan_print_trace(block->allocated);
    return true;
}

static void describe(uintptr_t address) {
    if (address > __asan_last_address || address < 65536u)
        __sanitizer_print("Address %p is a wild pointer.\n\n", (void *) address);
    else if (!__asan_describe_global(address) && !describe_heap(address) && !__asan_describe_stack(address))
        __sanitizer_print("Address %p is not in a known object.\n\n", (void *) address);
}

static void print_shadow(uintptr_t address) {
    if (address > __asan_last_address || !__sanitizer_flag(__asan_options, "print_legend", true))
        return;
    const uintptr_t step = ROW * GRANULE;
    uintptr_t row = address / step * step;
    __sanitizer_print("Shadow bytes around the buggy address:\n");
    for (uintptr_t index = 0; index <= 2 * ROWS_AROUND; ++index) {
        uintptr_t start = row + index * step - ROWS_AROUND * step;
        if (start > __asan_last_address - step)
            continue;
        bool is_it = start == row;
        __sanitizer_print("%s%p:", is_it ? "=>" : "  ", (void *) start);
        for (uintptr_t at = start; at < start + step; at += GRANULE) {
            bool is_byte = is_it && at == address / GRANULE * GRANULE;
            bool was_byte = is_it && at == address / GRANULE * GRANULE + GRANULE;
            __sanitizer_print("%s%2x", is_byte ? "[" : was_byte ? "]" : " ", *shadow_of(at));
        }
        __sanitizer_print("%s\n", is_it && address / GRANULE == (start + step) / GRANULE - 1 ? "]" : "");
    }
    __sanitizer_print("Shadow byte legend (one shadow byte represents 8 application bytes):\n"
                      "  Addressable:           00\n"
                      "  Partially addressable: 01 02 03 04 05 06 07\n"
                      "  Heap left redzone:       fa\n"
                      "  Freed heap region:       fd\n"
                      "  Stack left redzone:      f1\n"
                      "  Stack mid redzone:       f2\n"
                      "  Stack right redzone:     f3\n"
                      "  Stack use after scope:   f8\n"
                      "  Global redzone:          f9\n"
                      "  Poisoned by user:        f7\n"
                      "  Container overflow:      fc\n"
                      "  Left alloca redzone:     ca\n"
                      "  Right alloca redzone:    cb\n"
                      "  ASan internal:           fe\n");
}

EXPORTED void __asan_report_access(uintptr_t address, uintptr_t size, bool is_write, bool may_go_on, const char *function) {
    const struct __call_site *sites[STACK_DEPTH];
    unsigned count = __sanitizer_stack(sites, STACK_DEPTH);
    uintptr_t bad = __asan_first_bad(address, size);
    if (!bad)
        bad = address;
    bool is_memory = bad >= 65536u && bad <= __asan_last_address;
    const char *kind = is_memory ? kind_of(bad) : "SEGV";
    begin();
    __sanitizer_print(is_memory ? "%s on address %p\n" : "%s on unknown address %p\n", kind, (void *) bad);
    __sanitizer_print("%s of size %u at %p thread T%u\n", is_write ? "WRITE" : "READ", (unsigned) size, (void *) address,
                      __sanitizer_thread());
    __sanitizer_print_stack(function, sites, count);
    if (bad < 65536u)
        __sanitizer_print("Hint: address points to the zero page.\n\n");
    else
        describe(bad);
    print_summary(kind, sites, count);
    if (is_memory)
        print_shadow(bad);
    if (!may_go_on || __sanitizer_flag(__asan_options, "halt_on_error", true))
        stop();
    __lock_release(report_lock);
}

EXPORTED void __asan_check_range(const void *start, uintptr_t size, bool is_write, const char *function) {
    uintptr_t address = (uintptr_t) start;
    /* The start code calls such functions before there is shadow memory. */
    if (size && __asan_shadow_memory_dynamic_address && __asan_first_bad(address, size))
        __asan_report_access(address, size, is_write, false, function);
}

EXPORTED _Noreturn void __asan_report_misuse(const char *kind, const char *function, uintptr_t address, const char *format,
                                             ...) {
    const struct __call_site *sites[STACK_DEPTH];
    unsigned count = __sanitizer_stack(sites, STACK_DEPTH);
    begin();
    va_list arguments;
    va_start(arguments, format);
    __sanitizer_print_list(format, arguments);
    va_end(arguments);
    __sanitizer_print(" in thread T%u:\n", __sanitizer_thread());
    __sanitizer_print_stack(function, sites, count);
    if (address)
        describe(address);
    print_summary(kind, sites, count);
    stop();
}
