/* Checks with names, for programs of ppapi_simple: their main function is `run`. */
#ifndef TESTS_PEPPER_SDK_CHECK_H
#define TESTS_PEPPER_SDK_CHECK_H

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ppapi_simple/ps_instance.h>
#include <ppapi_simple/ps_interface.h>
#include <ppapi_simple/ps_main.h>

#define UNUSED __attribute__((unused))

static UNUSED void check_number(const char *name, int64_t got, int64_t expected) {
    if (got == expected)
        printf("ok %s\n", name);
    else
        printf("FAILED %s: got %lld, expected %lld\n", name, (long long) got, (long long) expected);
}

static UNUSED void check_text(const char *name, const char *got, const char *expected) {
    if (got && strcmp(got, expected) == 0)
        printf("ok %s\n", name);
    else
        printf("FAILED %s: got \"%s\", expected \"%s\"\n", name, got ? got : "(null)", expected);
}

/* A call that fails: -1, and errno. */
static UNUSED void check_error(const char *name, int64_t result, int expected) {
    check_number(name, result == -1 ? errno : 0, expected);
}

#define CHECK(name, got, expected) check_number(name, (int64_t) (got), (int64_t) (expected))
#define CHECK_TRUE(name, condition) check_number(name, !!(condition), 1)
#define CHECK_TEXT(name, got, expected) check_text(name, got, expected)
#define CHECK_ERROR(name, result, expected) check_error(name, result, expected)

/* Posts a text, which a script can wait for. */
static UNUSED void tell(const char *text) {
    struct PP_Var message = PSInterfaceVar()->VarFromUtf8(text, (uint32_t) strlen(text));
    PSInterfaceMessaging()->PostMessage(PSGetInstanceId(), message);
    PSInterfaceVar()->Release(message);
}

#endif
