// Stops itself at a null pointer in the way that a message names. "system" hands one to a
// function of the system and posts what that says; "ping" is answered by "pong".
#define BEFORE
#include <pthread.h>
#include <unistd.h>

#include "say.h"

struct node {
    int value;
    struct node *next;
};

// Not known to the compiler, which may do what it likes where it knows of a null pointer.
static struct node *volatile nothing;
static volatile int sink;

__attribute__((noinline)) static int follow(struct node *node) {
    return node->next->next->value;
}

static void *follow_in_thread(void *bad) {
    struct node node = {1, bad};
    sink = follow(&node);
    return NULL;
}

static void receive(struct PP_Var message) {
    char text[32] = "";
    uint32_t length;
    const char *from = vars->VarToUtf8(message, &length);
    memcpy(text, from, length < sizeof text ? length : sizeof text - 1);
    struct node *bad = nothing;
    if (strcmp(text, "read") == 0) sink = bad->value;
    if (strcmp(text, "field") == 0) sink = (int)(uintptr_t)bad->next;
    if (strcmp(text, "write") == 0) bad->value = 1;
    if (strcmp(text, "change") == 0) bad->value += 1;
    if (strcmp(text, "atomic") == 0) __sync_fetch_and_add(&bad->value, 1);
    if (strcmp(text, "copy to") == 0) memcpy(bad, text, 24);
    if (strcmp(text, "copy from") == 0) memcpy(text, bad, length + 20);
    if (strcmp(text, "fill") == 0) memset(bad, 1, length * 100);
    if (strcmp(text, "follow") == 0) {
        struct node node = {1, bad};
        sink = follow(&node);
    }
    if (strcmp(text, "thread") == 0) {
        pthread_t thread;
        pthread_create(&thread, NULL, follow_in_thread, bad);
        pthread_join(thread, NULL);
    }
    if (strcmp(text, "system") == 0) {
        int count = (int)read(0, bad, 4);
        say("%d", count);
    }
    if (strcmp(text, "ping") == 0) say("pong");
}

static void before(uint32_t argc, const char *argn[], const char *argv[]) {
    (void)argc, (void)argn, (void)argv;
    on_message = receive;
}

static void begin(void) {
}
