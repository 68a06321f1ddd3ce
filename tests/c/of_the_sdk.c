// options: -lnacl_exception -lminidump_generator
// What sources for the SDK find beside POSIX: headers of Native Client and of glibc, and
// libraries that hosts of portable programs have nothing behind.
#include <bits/wordsize.h>
#include <errno.h>
#include <ieeefp.h>
#include <nacl/nacl_exception.h>
#include <nacl/nacl_minidump.h>
#include <pthread.h>
#include <stdio.h>

static void handler(struct NaClExceptionContext *context) {
    printf("%u\n", nacl_exception_context_get_portable(context)->prog_ctr);
}

static void report(const void *data, size_t size) {
    printf("%p %zu\n", data, size);
}

static void cleans_up(void *argument) {
    printf("cleaned up %s\n", (const char *) argument);
}

// POSIX leaves open what this does.
static void *returns(void *argument) {
    pthread_cleanup_push(cleans_up, "never");
    return argument;
    pthread_cleanup_pop(0);
}

static void *looks(void *argument) {
    (void) argument;
    void *end;
    char here;
    if (pthread_get_stack_end_np(pthread_self(), &end) != 0)
        return "no end";
    return (char *) end > &here && (char *) end - &here < 1 << 20 ? "below" : "elsewhere";
}

int main(void) {
    printf("%d bits\n", __WORDSIZE);
    printf("%d\n", nacl_exception_set_handler(handler) == ENOSYS);
    printf("%d\n", nacl_exception_set_stack(NULL, 0) == ENOSYS);
    printf("%d\n", nacl_exception_clear_flag() == ENOSYS);
    nacl_minidump_register_crash_handler();
    nacl_minidump_set_callback(report);
    nacl_minidump_set_module_name("program");

    pthread_t thread;
    void *result;
    pthread_create(&thread, NULL, returns, "returned");
    pthread_join(thread, &result);
    puts(result);
    puts(looks(NULL));
    pthread_create(&thread, NULL, looks, NULL);
    pthread_join(thread, &result);
    puts(result);

    // The environment of floating point cannot be changed.
    printf("%d %d\n", fpsetround(FP_RZ), fpgetround());
    printf("%d %d\n", fpsetroundtoi(FP_RDI_RD), fpgetroundtoi());
    printf("%d %d\n", fpsetmask(FP_X_INV), fpgetmask());
    printf("%d %d\n", fpsetsticky(FP_X_INV), fpgetsticky());
    return 0;
}
