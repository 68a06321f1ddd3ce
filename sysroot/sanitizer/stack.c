/* Stack traces from the frames that the legaliser chains. */
#include "sanitizer/sanitizer.h"

unsigned __sanitizer_stack(const struct __call_site **sites, unsigned most) {
    unsigned count = 0;
    const struct __call_frame *frame = __sanitizer_frame;
    while (frame) {
        for (const struct __call_site *site = frame->site; site && count < most; site = site->inlined_into)
            sites[count++] = site;
        /* The stack grows downwards. A frame that was left by a jump may name any other. */
        const struct __call_frame *caller = frame->caller;
        if (count == most || caller <= frame)
            break;
        frame = caller;
    }
    return count;
}

void __sanitizer_print_stack(const char *library_function, const struct __call_site *const *sites, unsigned count) {
    unsigned number = 0;
    if (library_function)
        __sanitizer_print("    #%u in %s\n", number++, library_function);
    for (unsigned index = 0; index < count; ++index) {
        const struct __call_site *site = sites[index];
        __sanitizer_print("    #%u %p in %s", number++, (const void *) site, site->function);
        if (site->file && site->line) {
            __sanitizer_print(" %s:%u", site->file, site->line);
            if (site->column)
                __sanitizer_print(":%u", site->column);
        }
        __sanitizer_print("\n");
    }
    if (number == 0)
        __sanitizer_print("    (no source lines: compile with -g)\n");
    __sanitizer_print("\n");
}
