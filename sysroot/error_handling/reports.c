/* Handlers of exceptions, and the stack at the moment of one. */
#include <error_handling/error_handling.h>
#include <nacl/nacl_exception.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "internal.h"

/* A stack is walked no further. */
#define MOST_FRAMES 1000

IRT_INTERFACE(irt_exception_handling, struct nacl_irt_exception_handling, NACL_IRT_EXCEPTION_HANDLING_v0_1)

static bool is_installed;
static EHJsonHandler json_handler;

int EHHanderInstalled(void) {
    return is_installed;
}

void EHRequestExceptionsRaw(EHRawHandler handler) {
    const struct nacl_irt_exception_handling *host = irt_exception_handling();
    is_installed = host && host->exception_handler(handler, NULL) == 0 && handler;
}

int EHGetTopFrame(sstream_t *stream, struct NaClExceptionContext *context, EHFrame *frame) {
    (void) stream;
    if (context->portable_context_size < sizeof(struct NaClExceptionPortableContext))
        return 0;
    const struct NaClExceptionPortableContext *portable = nacl_exception_context_get_portable(context);
    *frame = (EHFrame) {portable->prog_ctr, portable->frame_ptr, 0};
    return 1;
}

/* A frame begins with the address of the frame of its caller and the place to go back to. Frames of
   callers lie higher. */
int EHUnwindFrame(EHFrame *frame) {
    const uint32_t *words = (const uint32_t *) (uintptr_t) frame->frame_ptr;
    if (frame->frame_ptr == 0 || frame->frame_ptr % sizeof(uint32_t) != 0 || words[0] <= frame->frame_ptr)
        return 0;
    frame->next_ptr = words[0];
    frame->prog_ctr = words[1];
    frame->frame_ptr = words[0];
    return frame->prog_ctr != 0;
}

static void report(struct NaClExceptionContext *context) {
    sstream_t text;
    EHFrame frame;
    ssinit(&text);
    int has_frame = EHGetTopFrame(&text, context, &frame);
    ssprintf(&text, "{\"arch\": %u, \"frames\": [", (unsigned) context->arch);
    for (int count = 0; has_frame && count < MOST_FRAMES; ++count) {
        ssprintf(&text, "%s{\"frame_ptr\": %u, \"prog_ctr\": %u}", count ? ", " : "", (unsigned) frame.frame_ptr,
            (unsigned) frame.prog_ctr);
        has_frame = EHUnwindFrame(&frame);
    }
    ssprintf(&text, "]}");
    json_handler(text.data);
    ssfree(&text);
    abort();
}

void EHRequestExceptionsJson(EHJsonHandler handler) {
    json_handler = handler;
    EHRequestExceptionsRaw(handler ? report : NULL);
}

void *EHRequestExceptionStackOnThread(size_t size) {
    void *stack = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stack == MAP_FAILED)
        return stack;
    const struct nacl_irt_exception_handling *host = irt_exception_handling();
    if (host && host->exception_stack(stack, size) == 0)
        return stack;
    munmap(stack, size);
    return MAP_FAILED;
}
