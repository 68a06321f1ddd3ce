/* A program of the browser that loads libraries, which lie beside it: threads that ran before, new
   ones and the browser itself call what is in them. */
#include "../pepper/check.h"
#include "base.h"

#include <dlfcn.h>
#include <sched.h>
#include <stdatomic.h>

typedef int (*number)(void);

static pthread_t threads[2];
static atomic_int running;
static _Atomic(number) found;
static number large;
static void *right, *plugin;
static int sum;

static void *wait_and_call(void *unused) {
    (void) unused;
    number function;
    int all = 0;
    running++;
    while (!(function = found))
        sched_yield();
    for (int times = 0; times < 100; times++)
        all += function();
    all += large();
    return (void *) (long) all;
}

static void *open(const char *name) {
    void *handle = dlopen(name, RTLD_NOW);
    CHECK_TRUE(name, handle != NULL);
    if (!handle) {
        printf("FAILED %s\n", dlerror());
        finish();
    }
    return handle;
}

static void close_all(void) {
    CHECK("the browser calls a library", sum, 101 + 10 * 7);
    CHECK("one is closed", dlclose(plugin), 0);
    CHECK("and the other", dlclose(right), 0);
    CHECK_TRUE("it can be opened again", right = dlopen("libright.pso", RTLD_NOW));
    CHECK("with its variables as at first", ((int (*)(void)) dlsym(right, "right_thread"))(), 421);
    finish();
}

static void loaded(void) {
    void *result;
    CHECK("a library that is not there", (intptr_t) dlopen("none.pso", RTLD_NOW), 0);
    const char *why = dlerror();
    check_text("is named", why, strcspn(why, ":"), "none.pso");
    CHECK("what is no library", (intptr_t) dlopen("browser.nmf", RTLD_NOW), 0);
    plugin = open("./plugin.pso");
    right = open("libright.pso");
    CHECK("it finds what it needs", ((number) dlsym(right, "right_value"))(), 'b' + 1 + 3);
    large = (number) dlsym(plugin, "plugin_large");
    found = (number) dlsym(right, "right_thread");
    for (int index = 0; index < 2; index++) {
        pthread_join(threads[index], &result);
        CHECK("a thread that ran before calls it", (intptr_t) result, 146050 + 14415);
    }
    pthread_create(&threads[0], NULL, (void *(*)(void *)) dlsym(plugin, "plugin_thread"), &sum);
    pthread_join(threads[0], &result);
    CHECK("a thread begins in another", sum, 41);
    CHECK("and sees its data", (intptr_t) result, (intptr_t) dlsym(right, "base_calls"));
    sum = 0;
    PP_CompletionCallback_Func called = (PP_CompletionCallback_Func) dlsym(plugin, "plugin_called");
    core->CallOnMainThread(0, CALLBACK(called, &sum), 7);
    then(close_all);
}

static void look(void) {
    if (running < 2)
        later(1, look);
    else
        loaded();
}

static void begin(void) {
    for (int index = 0; index < 2; index++)
        pthread_create(&threads[index], NULL, wait_and_call, NULL);
    look();
}
