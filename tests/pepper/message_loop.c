// Message loops of the main thread and of others: PPB_MessageLoop.
#include "check.h"

static PP_Resource main_loop, loop;
static char order[64];

static void append(void *letter, int32_t result) {
    order[strlen(order)] = *(const char *) letter;
    if (result)
        order[strlen(order)] = '0' - (char) result;
}

static void expect_order(const char *name, const char *expected) {
    check_text(name, order, strlen(order), expected);
    memset(order, 0, sizeof order);
}

/* The main thread's. */

static void posted_to_main(void *data, int32_t result);

static void of_main_thread(void) {
    main_loop = loops->GetForMainThread();
    CHECK_TRUE("the main thread has a loop", main_loop != 0);
    CHECK("it is one resource", loops->GetForMainThread(), main_loop);
    CHECK("it is the present loop there", loops->GetCurrent(), main_loop);
    core->ReleaseResource(main_loop);
    core->ReleaseResource(main_loop);
    CHECK("it cannot be attached", loops->AttachToCurrentThread(main_loop), PP_ERROR_INPROGRESS);
    CHECK("it cannot be run", loops->Run(main_loop), PP_ERROR_INPROGRESS);
    CHECK("it cannot be quit", loops->PostQuit(main_loop, PP_FALSE), PP_ERROR_WRONG_THREAD);
    CHECK("nor destroyed", loops->PostQuit(main_loop, PP_TRUE), PP_ERROR_WRONG_THREAD);
    loop = loops->Create(instance);
    CHECK_TRUE("a loop can be made", loop != 0);
    CHECK("another loop cannot be attached there", loops->AttachToCurrentThread(loop), PP_ERROR_INPROGRESS);
    CHECK("a loop of no thread cannot be run", loops->Run(loop), PP_ERROR_WRONG_THREAD);
    core->ReleaseResource(loop);
}

static void errors(void) {
    CHECK("no instance, no loop", loops->Create(0), 0);
    CHECK("another instance, no loop", loops->Create(DEAD), 0);
    CHECK("nothing cannot be attached", loops->AttachToCurrentThread(0), PP_ERROR_BADRESOURCE);
    CHECK("nothing cannot be run", loops->Run(DEAD), PP_ERROR_BADRESOURCE);
    CHECK("nothing cannot be quit", loops->PostQuit(DEAD, PP_FALSE), PP_ERROR_BADRESOURCE);
    CHECK("nothing takes no work", loops->PostWork(0, CALLBACK(append, "x"), 0), PP_ERROR_BADRESOURCE);
    CHECK("what is gone takes no work", loops->PostWork(loop, CALLBACK(append, "x"), 0), PP_ERROR_BADRESOURCE);
    CHECK("no work is none", loops->PostWork(main_loop, BLOCKING, 0), PP_ERROR_BADARGUMENT);
}

static void to_main(void) {
    CHECK("the main loop takes work", loops->PostWork(main_loop, CALLBACK(append, "a"), 0), PP_OK);
    core->CallOnMainThread(0, CALLBACK(append, "b"), -3);
    CHECK("work may be late", loops->PostWork(main_loop, CALLBACK(append, "d"), 20), PP_OK);
    CHECK("a negative delay is none", loops->PostWork(main_loop, CALLBACK(append, "c"), -20), PP_OK);
    CHECK("flags do not count", loops->PostWork(main_loop, OPTIONAL(posted_to_main, NULL), 40), PP_OK);
    CHECK("nothing runs within a call", strlen(order), 0);
}

/* A thread with a loop. */

static void count(void *data, int32_t result) {
    (void) result;
    ++*(int *) data;
}

static int inner_runs;

static void look_around(void *data, int32_t result) {
    (void) data;
    CHECK("work gets PP_OK", result, PP_OK);
    CHECK("a loop is the present one of its thread", loops->GetCurrent(), loop);
    core->ReleaseResource(loop);
    CHECK_FALSE("its thread is not the main one", core->IsMainThread());
    CHECK("work may post work", loops->PostWork(loop, CALLBACK(append, "n"), 0), PP_OK);
    inner_runs++;
}

static void with_loop(void) {
    CHECK("a thread has no loop at first", loops->GetCurrent(), 0);
    PP_Resource first = loops->Create(instance);
    loop = first;
    CHECK("work waits for a thread", loops->PostWork(loop, CALLBACK(append, "e"), 0), PP_OK);
    CHECK("a loop of no thread cannot be run elsewhere", loops->Run(loop), PP_ERROR_WRONG_THREAD);
    CHECK("a loop can be attached", loops->AttachToCurrentThread(loop), PP_OK);
    CHECK("only once", loops->AttachToCurrentThread(loop), PP_ERROR_INPROGRESS);
    PP_Resource other = loops->Create(instance);
    CHECK("a thread has one loop", loops->AttachToCurrentThread(other), PP_ERROR_INPROGRESS);
    CHECK("another one cannot be run there", loops->Run(other), PP_ERROR_WRONG_THREAD);
    core->ReleaseResource(other);
    CHECK("the main loop is known everywhere", loops->GetForMainThread(), main_loop);
    CHECK("the main loop cannot be run elsewhere", loops->Run(main_loop), PP_ERROR_INPROGRESS);
    CHECK("nor be attached", loops->AttachToCurrentThread(main_loop), PP_ERROR_INPROGRESS);
    loops->PostWork(loop, CALLBACK(append, "h"), 8000);
    loops->PostWork(loop, CALLBACK(append, "g"), 5000);
    loops->PostWork(loop, CALLBACK(append, "f"), 0);
    loops->PostWork(loop, CALLBACK(look_around, NULL), 0);
    CHECK("a loop can be quit before it runs", loops->PostQuit(loop, PP_FALSE), PP_OK);
    CHECK("nothing has run yet", strlen(order), 0);
    CHECK("a loop runs until it is quit", loops->Run(loop), PP_OK);
    expect_order("what was queued before runs", "ef");
    CHECK("each work runs once", inner_runs, 1);
    CHECK("a loop may run again", loops->PostQuit(loop, PP_FALSE), PP_OK);
    CHECK("and ends again", loops->Run(loop), PP_OK);
    expect_order("what was posted meanwhile runs then", "n");
    int runs = 0;
    for (int index = 0; index < 1000; index++)
        loops->PostWork(loop, CALLBACK(count, &runs), 0);
    loops->PostQuit(loop, PP_TRUE);
    CHECK("a loop can be destroyed", loops->Run(loop), PP_OK);
    CHECK("all work before has run", runs, 1000);
    CHECK("a destroyed loop takes no work", loops->PostWork(loop, CALLBACK(append, "x"), 0), PP_ERROR_FAILED);
    CHECK("a destroyed loop does not run", loops->Run(loop), PP_ERROR_FAILED);
    CHECK("a destroyed loop cannot be quit", loops->PostQuit(loop, PP_FALSE), PP_ERROR_FAILED);
    CHECK("it is still the thread's", loops->GetCurrent(), loop);
    core->ReleaseResource(loop);
    core->ReleaseResource(first);
}

/* A thread that works for the main one. */

static PP_Resource worker_loop;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int is_ready;

static void *worker(void *data) {
    (void) data;
    PP_Resource created = loops->Create(instance);
    loops->AttachToCurrentThread(created);
    pthread_mutex_lock(&mutex);
    worker_loop = created;
    is_ready = 1;
    pthread_cond_signal(&ready);
    pthread_mutex_unlock(&mutex);
    int32_t result = loops->Run(created);
    CHECK("a worker ends when it is quit", result, PP_OK);
    return NULL;
}

static pthread_t worker_thread;

static PP_Bool was_on_main_thread = PP_TRUE;

static void answer(void *data, int32_t result) {
    CHECK_FALSE("work runs on the worker", was_on_main_thread);
    CHECK_TRUE("the answer comes to the main thread", core->IsMainThread());
    CHECK("the answer has its result", result, 12);
    CHECK("the answer has its data", *(int *) data, 144);
    loops->PostQuit(worker_loop, PP_TRUE);
    pthread_join(worker_thread, NULL);
    CHECK("what a worker leaves takes no work", loops->PostWork(worker_loop, CALLBACK(append, "x"), 0), PP_ERROR_FAILED);
    core->ReleaseResource(worker_loop);
    finish();
}

static void square(void *data, int32_t result) {
    (void) result;
    int *number = data;
    /* Told later, since the main thread goes on meanwhile. */
    was_on_main_thread = core->IsMainThread();
    int root = *number;
    *number *= root;
    core->CallOnMainThread(0, CALLBACK(answer, number), root);
}

static void with_worker(void) {
    static int number = 12;
    expect_order("the thread has left nothing", "");
    pthread_create(&worker_thread, NULL, worker, NULL);
    pthread_mutex_lock(&mutex);
    while (!is_ready)
        pthread_cond_wait(&ready, &mutex);
    pthread_mutex_unlock(&mutex);
    CHECK("a worker takes work", loops->PostWork(worker_loop, CALLBACK(square, &number), 0), PP_OK);
    CHECK("the loop of another thread cannot be run", loops->Run(worker_loop), PP_ERROR_WRONG_THREAD);
    CHECK("nor be attached", loops->AttachToCurrentThread(worker_loop), PP_ERROR_INPROGRESS);
}

static void posted_to_main(void *data, int32_t result) {
    (void) data;
    CHECK("the result is always PP_OK", result, PP_OK);
    expect_order("work comes by its time, then in order", "ab3cd");
    in_thread(with_loop, with_worker);
}

static void begin(void) {
    of_main_thread();
    errors();
    to_main();
}
