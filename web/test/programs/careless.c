// Makes errors that sanitizers find, by name.
// options: -O1 -g -fsanitize=address,undefined
#define BEFORE
#include <limits.h>
#include <stdlib.h>

#include "say.h"

static volatile int sink;

__attribute__((noinline)) static int sum(const int *list, int count) {
    int total = 0;
    for (int index = 0; index < count; ++index)
        total += list[index];
    return total;
}

static void receive(struct PP_Var message) {
    char text[32] = "";
    uint32_t length;
    const char *from = vars->VarToUtf8(message, &length);
    memcpy(text, from, length < sizeof text ? length : sizeof text - 1);
    int *list = calloc(10, sizeof *list);
    if (strcmp(text, "sum") == 0) say("%d", sum(list, 10));
    if (strcmp(text, "overflow") == 0) {
        sink = INT_MAX;
        sink = sink + 1;
        say("goes on");
    }
    if (strcmp(text, "past end") == 0) say("%d", sum(list, 11));
    free(list);
    if (strcmp(text, "freed") == 0) say("%d", sum(list, 10));
}

static void before(uint32_t argc, const char *argn[], const char *argv[]) {
    (void)argc, (void)argn, (void)argv;
    on_message = receive;
}

static void begin(void) {
}
