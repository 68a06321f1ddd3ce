// Waits on words of memory in every way, in threads of its own, and says the results. The message
// "main" has the main thread wait until another wakes it.
#define BEFORE
#include <errno.h>
#include <irt.h>
#include <limits.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

#include "say.h"

#define WAITERS 3
#define IN_A_ROW 300
// A thread that has said that it will wait does so by then.
#define A_WHILE 50000

static struct nacl_irt_futex futexes;
static volatile int word, main_word, waiting, gone_on;
static volatile int order[WAITERS];

static struct timespec after(int milliseconds) {
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    time.tv_sec += milliseconds / 1000;
    time.tv_nsec += milliseconds % 1000 * 1000000L;
    time.tv_sec += time.tv_nsec / 1000000000L;
    time.tv_nsec %= 1000000000L;
    return time;
}

static int has_passed(const struct timespec *time) {
    struct timespec now = after(0);
    return now.tv_sec > time->tv_sec || (now.tv_sec == time->tv_sec && now.tv_nsec >= time->tv_nsec);
}

static int wake(volatile int *address, int count) {
    int woken = -1;
    int error = futexes.futex_wake(address, count, &woken);
    return error ? -error : woken;
}

// Waits for the time that it is given, or for ever.
static void *wait(void *deadline) {
    int number = __sync_fetch_and_add(&waiting, 1);
    int error = futexes.futex_wait_abs(&word, 0, deadline);
    order[__sync_fetch_and_add(&gone_on, 1) % WAITERS] = number;
    return (void *) (intptr_t) error;
}

// Returns once the thread waits.
static pthread_t start(struct timespec *deadline) {
    pthread_t thread;
    int before = waiting;
    pthread_create(&thread, NULL, wait, deadline);
    while (waiting == before)
        usleep(1000);
    usleep(A_WHILE);
    return thread;
}

static int result_of(pthread_t thread) {
    void *result;
    pthread_join(thread, &result);
    return (int) (intptr_t) result;
}

static void *nothing(void *value) {
    return value;
}

static void *wake_main(void *data) {
    usleep(A_WHILE);
    while (wake(&main_word, 1) == 0)
        usleep(1000);
    return data;
}

static void *conduct(void *data) {
    say("another value: %d", futexes.futex_wait_abs(&word, 1, NULL));
    say("no word: %d", futexes.futex_wait_abs(NULL, 0, NULL));
    struct timespec time = after(0);
    time.tv_sec--;
    say("a time that is over: %d", futexes.futex_wait_abs(&word, 0, &time));
    time = after(30);
    int error = futexes.futex_wait_abs(&word, 0, &time);
    // Timers of browsers may be a millisecond early.
    usleep(1000);
    say("a time to come: %d, is over: %d", error, has_passed(&time));
    say("none waits: %d", wake(&word, INT_MAX));

    pthread_t threads[WAITERS];
    for (int number = 0; number < WAITERS; number++)
        threads[number] = start(NULL);
    int woken = wake(&word, 1);
    say("one is woken: %d, with %d", woken, result_of(threads[0]));
    say("the first: %d, of those that go on: %d", order[0], gone_on);
    woken = wake(&word, INT_MAX);
    int second = result_of(threads[1]);
    say("all are woken: %d, with %d and %d", woken, second, result_of(threads[2]));

    time = after(10000);
    pthread_t patient = start(&time);
    struct timespec soon = after(200);
    pthread_t impatient = start(&soon);
    say("time is over for one: %d", result_of(impatient));
    woken = wake(&word, INT_MAX);
    say("the other is woken: %d, with %d", woken, result_of(patient));

    int ended = 0;
    for (; ended < IN_A_ROW; ended++) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, nothing, &futexes) || result_of(thread) != (int) (intptr_t) &futexes)
            break;
    }
    say("threads have ended: %d", ended);
    return data;
}

static void receive(struct PP_Var message) {
    uint32_t length = 0;
    const char *text = vars->VarToUtf8(message, &length);
    if (length != 4 || memcmp(text, "main", 4))
        return;
    pthread_t thread;
    pthread_create(&thread, NULL, wake_main, NULL);
    int error = futexes.futex_wait_abs(&main_word, 0, NULL);
    pthread_join(thread, NULL);
    say("the main thread: %d", error);
}

static void before(uint32_t argc, const char *argn[], const char *argv[]) {
    (void) argc, (void) argn, (void) argv;
    on_message = receive;
}

static void begin(void) {
    pthread_t thread;
    nacl_interface_query(NACL_IRT_FUTEX_v0_1, &futexes, sizeof futexes);
    pthread_create(&thread, NULL, conduct, NULL);
}
