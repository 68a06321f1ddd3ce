/* What the programs of this folder are made of: checks with names, and functions that
   pass through the life of a program.

   A program defines begin(), which is called on the main thread once the program has
   started, and ends with finish(). Steps on the main thread follow each other with
   then(). What may block runs in a thread of its own, with in_thread(). */
#ifndef TESTS_PEPPER_CHECK_H
#define TESTS_PEPPER_CHECK_H

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ppapi/c/pp_completion_callback.h>
#include <ppapi/c/pp_errors.h>
#include <ppapi/c/pp_var.h>
#include <ppapi/c/ppb.h>
#include <ppapi/c/ppb_core.h>
#include <ppapi/c/ppb_message_loop.h>
#include <ppapi/c/ppb_messaging.h>
#include <ppapi/c/ppb_var.h>
#include <ppapi/c/ppp.h>
#include <ppapi/c/ppp_input_event.h>
#include <ppapi/c/ppp_instance.h>
#include <ppapi/c/ppp_messaging.h>

#define UNUSED __attribute__((unused))
#define CALLBACK(function, data) PP_MakeCompletionCallback(function, data)
#define OPTIONAL(function, data) PP_MakeOptionalCompletionCallback(function, data)
#define BLOCKING PP_BlockUntilComplete()

static PPB_GetInterface browser UNUSED;
static PP_Instance instance UNUSED;
static const PPB_Core *core;
static const PPB_MessageLoop *loops;
static const PPB_Var *vars;

/* An id that no resource and no instance has. */
#define DEAD 0x7ABCDEF

static void begin(void);

/* What a program may want to see; set in begin() or before(). */
static void (*on_message)(struct PP_Var message) UNUSED;
static void (*on_view)(PP_Resource view) UNUSED;
static void (*on_focus)(PP_Bool has_focus) UNUSED;
static PP_Bool (*on_input)(PP_Resource event) UNUSED;
#ifdef BEFORE
/* Called in DidCreate. */
static void before(uint32_t argc, const char *argn[], const char *argv[]);
#endif

/* Checks. */

static void check_number(const char *name, int64_t got, int64_t expected) {
    if (got == expected)
        printf("ok %s\n", name);
    else
        printf("FAILED %s: got %" PRId64 ", expected %" PRId64 "\n", name, got, expected);
    fflush(stdout);
}

static UNUSED void check_real(const char *name, double got, double expected) {
    if (got == expected)
        printf("ok %s\n", name);
    else
        printf("FAILED %s: got %.17g, expected %.17g\n", name, got, expected);
    fflush(stdout);
}

static UNUSED void check_text(const char *name, const char *got, size_t length, const char *expected) {
    if (got && length == strlen(expected) && !memcmp(got, expected, length))
        printf("ok %s\n", name);
    else
        printf("FAILED %s: got \"%.*s\", expected \"%s\"\n", name, got ? (int) length : 6, got ? got : "(null)", expected);
    fflush(stdout);
}

#define CHECK(name, got, expected) check_number(name, (int64_t) (got), (int64_t) (expected))
#define CHECK_TRUE(name, condition) check_number(name, !!(condition), 1)
#define CHECK_FALSE(name, condition) check_number(name, !!(condition), 0)
#define CHECK_REAL(name, got, expected) check_real(name, got, expected)

/* The text of a var, which lives as long as the var. */
static UNUSED void check_var_text(const char *name, struct PP_Var var, const char *expected) {
    uint32_t length = 0;
    const char *text = vars->VarToUtf8(var, &length);
    check_text(name, text, length, expected);
}

#define CHECK_TEXT(name, var, expected) check_var_text(name, var, expected)

static UNUSED struct PP_Var text_var(const char *text) {
    return vars->VarFromUtf8(text, strlen(text));
}

/* A var with another type, which no function takes for one of its own. */
static UNUSED struct PP_Var strange_var(void) {
    struct PP_Var var = PP_MakeInt32(7);
    var.type = PP_VARTYPE_DICTIONARY;
    var.value.as_id = DEAD;
    return var;
}

static UNUSED const void *ask(const char *name) {
    const void *found = browser(name);
    if (!found) {
        printf("FAILED %s is there: got 0, expected an address\n", name);
        exit(1);
    }
    return found;
}

/* Posts a text to the page, which a script can wait for. */
static UNUSED void tell(const char *text) {
    struct PP_Var var = text_var(text);
    ((const PPB_Messaging *) ask(PPB_MESSAGING_INTERFACE))->PostMessage(instance, var);
    vars->Release(var);
}

static UNUSED _Noreturn void finish(void) {
    fflush(stdout);
    exit(0);
}

/* Steps. */

static UNUSED void step(void *function, int32_t result) {
    (void) result;
    ((void (*)(void)) function)();
}

/* Goes on with a function once what is queued already has been done. */
static UNUSED void then(void (*function)(void)) {
    core->CallOnMainThread(0, CALLBACK(step, (void *) function), 0);
}

/* Goes on after so many milliseconds. */
static UNUSED void later(int32_t milliseconds, void (*function)(void)) {
    core->CallOnMainThread(milliseconds, CALLBACK(step, (void *) function), 0);
}

/* A callback that checks its result, which has to come before the next step. */
struct expectation {
    const char *name;
    int32_t result;
    int runs;
    void (*next)(void);
};

static UNUSED void meet(void *data, int32_t result) {
    struct expectation *expected = data;
    expected->runs++;
    CHECK(expected->name, result, expected->result);
    if (expected->next)
        then(expected->next);
}

static UNUSED struct PP_CompletionCallback expect(const char *name, int32_t result, void (*next)(void)) {
    struct expectation *expected = calloc(1, sizeof *expected);
    expected->name = name;
    expected->result = result;
    expected->next = next;
    return CALLBACK(meet, expected);
}

/* A callback that must not be called. */
static UNUSED void never(void *data, int32_t result) {
    printf("FAILED %s: called with %d, expected no call\n", (const char *) data, (int) result);
}

static UNUSED struct PP_CompletionCallback unexpected(const char *name) {
    return OPTIONAL(never, (void *) name);
}

/* Threads. */

static void (*thread_function)(void);
static void (*thread_next)(void);
static pthread_t thread;

static UNUSED void join_step(void *data, int32_t result) {
    (void) data, (void) result;
    pthread_join(thread, NULL);
    thread_next();
}

static UNUSED void *run_thread(void *data) {
    (void) data;
    thread_function();
    core->CallOnMainThread(0, CALLBACK(join_step, NULL), 0);
    return NULL;
}

/* Runs a function on a thread without a message loop, then goes on here. */
static UNUSED void in_thread(void (*function)(void), void (*next)(void)) {
    thread_function = function;
    thread_next = next;
    if (pthread_create(&thread, NULL, run_thread, NULL)) {
        printf("FAILED a thread starts: got an error, expected none\n");
        exit(1);
    }
}

/* The life of a program. */

static PP_Bool did_create(PP_Instance created, uint32_t argc, const char *argn[], const char *argv[]) {
    instance = created;
#ifdef BEFORE
    before(argc, argn, argv);
#else
    (void) argc, (void) argn, (void) argv;
#endif
    return PP_TRUE;
}

static void did_destroy(PP_Instance destroyed) {
    (void) destroyed;
}

static int has_begun;

static void did_change_view(PP_Instance changed, PP_Resource view) {
    (void) changed;
    if (on_view)
        on_view(view);
    if (!has_begun)
        then(begin);
    has_begun = 1;
}

static void did_change_focus(PP_Instance changed, PP_Bool has_focus) {
    (void) changed;
    if (on_focus)
        on_focus(has_focus);
}

static PP_Bool handle_document_load(PP_Instance loaded, PP_Resource loader) {
    (void) loaded, (void) loader;
    return PP_FALSE;
}

static void handle_message(PP_Instance receiver, struct PP_Var message) {
    (void) receiver;
    if (on_message)
        on_message(message);
    vars->Release(message);
}

static PP_Bool handle_input_event(PP_Instance receiver, PP_Resource event) {
    (void) receiver;
    return on_input ? on_input(event) : PP_FALSE;
}

#ifdef INITIALIZE
static void initialize(PP_Module module);
#endif
#ifdef OFFERS
/* Interfaces that the program offers beside those below. */
static const void *offers(const char *name);
#endif

int32_t PPP_InitializeModule(PP_Module module, PPB_GetInterface get_browser_interface) {
    browser = get_browser_interface;
    core = ask(PPB_CORE_INTERFACE);
    loops = ask(PPB_MESSAGELOOP_INTERFACE);
    vars = ask(PPB_VAR_INTERFACE);
#ifdef INITIALIZE
    initialize(module);
#else
    (void) module;
#endif
    return PP_OK;
}

void PPP_ShutdownModule(void) {
}

const void *PPP_GetInterface(const char *name) {
    static const PPP_Instance instances = {did_create, did_destroy, did_change_view, did_change_focus,
                                           handle_document_load};
    static const PPP_Messaging messages = {handle_message};
    static const PPP_InputEvent inputs = {handle_input_event};
    if (!strcmp(name, PPP_INSTANCE_INTERFACE))
        return &instances;
    if (!strcmp(name, PPP_MESSAGING_INTERFACE))
        return &messages;
#ifdef OFFERS
    if (strcmp(name, PPP_INPUT_EVENT_INTERFACE))
        return offers(name);
#endif
    return strcmp(name, PPP_INPUT_EVENT_INTERFACE) ? NULL : &inputs;
}

#endif
