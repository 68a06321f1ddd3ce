/* A thread that works in its message loop: it counts on its own stack, by its own timer and for
   the page. */
#include "program.h"

#include <pthread.h>
#include <stdint.h>

#include "ppapi/c/ppb_message_loop.h"

struct counter {
    int sum;
};

static const PPB_MessageLoop *loops;
static PP_Resource loop;
static struct counter *counter;

static void tick(void *data, int32_t result) {
    (void)data, (void)result;
    counter->sum += 1;
    loops->PostWork(loop, PP_MakeCompletionCallback(tick, NULL), 50);
}

static void add(void *data, int32_t result) {
    (void)result;
    counter->sum += 1000 * (int)(intptr_t)data;
    say("the sum is %d", counter->sum);
}

static void *work(void *unused) {
    struct counter mine = {0};
    (void)unused;
    counter = &mine;
    if (loops->AttachToCurrentThread(loop) != PP_OK) {
        return NULL;
    }
    tick(NULL, PP_OK);
    loops->Run(loop);
    say("the loop has ended with %d", mine.sum);
    return NULL;
}

static int32_t start(void) {
    pthread_t thread;
    loops = browser(PPB_MESSAGELOOP_INTERFACE);
    loop = loops->Create(the_instance);
    return pthread_create(&thread, NULL, work, NULL) == 0 ? PP_OK : PP_ERROR_FAILED;
}

static void view_changed(struct PP_Rect rect) {
    (void)rect;
}

static void message_came(struct PP_Var message) {
    if (message.value.as_int == 0) {
        loops->PostQuit(loop, PP_TRUE);
        return;
    }
    void *number = (void *)(intptr_t)message.value.as_int;
    loops->PostWork(loop, PP_MakeCompletionCallback(add, number), 0);
}

static PP_Bool input_came(PP_Resource event) {
    (void)event;
    return PP_FALSE;
}
