// The life of a program, PPB_Core, and which interfaces are there.
// view: 320x200
// attribute: id=core
// attribute: data-empty=
#define BEFORE
#define INITIALIZE
#include "check.h"

#include <math.h>
#include <ppapi/c/ppb_instance.h>
#include <ppapi/c/ppb_messaging.h>
#include <ppapi/c/ppb_view.h>

static int initialized, created, views;
static PP_Resource kept_view;

static void initialize(PP_Module module) {
    initialized++;
    CHECK("the module is 0", module, 0);
    CHECK_TRUE("initialising is on the main thread", core->IsMainThread());
    CHECK_TRUE("an interface has one address", browser(PPB_CORE_INTERFACE) == core);
    CHECK("a name without a version is unknown", (uintptr_t) browser("PPB_Core"), 0);
    CHECK("another version is unknown", (uintptr_t) browser("PPB_Core;1.1"), 0);
    CHECK("a shorter version is unknown", (uintptr_t) browser("PPB_Core;1"), 0);
    CHECK("a longer version is unknown", (uintptr_t) browser("PPB_Core;1.00"), 0);
    CHECK("a space makes another name", (uintptr_t) browser("PPB_Core;1.0 "), 0);
    CHECK("the case of letters counts", (uintptr_t) browser("ppb_core;1.0"), 0);
    CHECK("the empty name is unknown", (uintptr_t) browser(""), 0);
    CHECK("a program's own interface is not the browser's", (uintptr_t) browser(PPP_INSTANCE_INTERFACE), 0);
    CHECK("Flash is not there", (uintptr_t) browser("PPB_Flash;13.0"), 0);
}

static const char *attribute(uint32_t argc, const char *argn[], const char *argv[], const char *name) {
    for (uint32_t index = 0; index < argc; index++)
        if (!strcmp(argn[index], name))
            return argv[index];
    return NULL;
}

static void see_view(PP_Resource view) {
    const PPB_View *functions = ask(PPB_VIEW_INTERFACE);
    struct PP_Rect rect = {{9, 9}, {9, 9}};
    views++;
    CHECK("the view comes behind DidCreate", created, 1);
    CHECK_TRUE("the view is one", functions->IsView(view));
    CHECK_TRUE("the view has a rectangle", functions->GetRect(view, &rect));
    CHECK("the width is that of the element", rect.size.width, 320);
    CHECK("the height is that of the element", rect.size.height, 200);
    core->AddRefResource(view);
    kept_view = view;
}

static void before(uint32_t argc, const char *argn[], const char *argv[]) {
    created++;
    CHECK("initialising comes once and first", initialized, 1);
    CHECK_TRUE("the instance has an id", instance != 0);
    const char *type = attribute(argc, argn, argv, "type");
    check_text("an attribute has its value", type, type ? strlen(type) : 0, "application/x-pnacl");
    const char *id = attribute(argc, argn, argv, "id");
    check_text("each attribute comes", id, id ? strlen(id) : 0, "core");
    const char *empty = attribute(argc, argn, argv, "data-empty");
    check_text("an attribute may be empty", empty, empty ? strlen(empty) : 1, "");
    int twice = 0;
    for (uint32_t index = 0; index < argc; index++)
        twice += attribute(index, argn, argv, argn[index]) != NULL;
    CHECK("no attribute comes twice", twice, 0);
    on_view = see_view;
}

static char order[32];

static void append(void *letter, int32_t result) {
    size_t length = strlen(order);
    CHECK_TRUE("callbacks of the main thread run there", core->IsMainThread());
    order[length] = result ? (char) result : *(const char *) letter;
}

static void done(void) {
    finish();
}

static double wanted, started;

static void after_delay(void *data, int32_t result) {
    (void) data;
    double passed = core->GetTimeTicks() - started;
    CHECK("the result is handed on", result, 77);
    CHECK_TRUE("a delay is not shorter", passed >= wanted);
    // On a machine that is busy it is longer.
    CHECK_TRUE("a delay is not much longer", passed < wanted + 60);
    done();
}

static void delays(void) {
    check_text("callbacks come by their time, then in order", order, strlen(order), "acdeb");
    started = core->GetTimeTicks();
    wanted = 2.5;
    core->CallOnMainThread(2500, CALLBACK(after_delay, NULL), 77);
}

static void from_thread(void) {
    CHECK_FALSE("another thread is not the main one", core->IsMainThread());
    CHECK_TRUE("an interface has one address on all threads", browser(PPB_CORE_INTERFACE) == core);
    core->CallOnMainThread(0, CALLBACK(append, "e"), 0);
}

static void joined(void) {
    later(1100, delays);
}

static void start_thread(void) {
    in_thread(from_thread, joined);
}

static void queue(void) {
    core->CallOnMainThread(1000, CALLBACK(append, "b"), 0);
    core->CallOnMainThread(0, CALLBACK(append, "a"), 0);
    core->CallOnMainThread(-5, CALLBACK(append, "c"), 0);
    core->CallOnMainThread(0, CALLBACK(append, "x"), 'd');
    core->CallOnMainThread(0, BLOCKING, 5);
    CHECK("nothing is called from within a call", strlen(order), 0);
    then(start_thread);
}

static void references(void) {
    const PPB_View *functions = ask(PPB_VIEW_INTERFACE);
    CHECK_TRUE("a view that was kept is there", functions->IsView(kept_view));
    core->AddRefResource(kept_view);
    core->ReleaseResource(kept_view);
    CHECK_TRUE("a reference more and one less", functions->IsView(kept_view));
    core->ReleaseResource(kept_view);
    CHECK_FALSE("without references it is gone", functions->IsView(kept_view));
    core->AddRefResource(kept_view);
    CHECK_FALSE("what is gone stays so", functions->IsView(kept_view));
    core->ReleaseResource(kept_view);
    core->AddRefResource(0);
    core->ReleaseResource(0);
    core->AddRefResource(DEAD);
    core->ReleaseResource(DEAD);
    core->ReleaseResource(-1);
    CHECK_FALSE("references to nothing change nothing", functions->IsView(DEAD));
}

// Whether both clocks go on alike. Another program may run between two calls, but not every time.
static int keep_pace(void) {
    for (int tries = 0; tries < 100; tries++) {
        double before = core->GetTime() - core->GetTimeTicks();
        double after = core->GetTime() - core->GetTimeTicks();
        if (fabs(after - before) < 0.01)
            return 1;
    }
    return 0;
}

static void begin(void) {
    CHECK("DidChangeView comes once", views, 1);
    references();
    double time = core->GetTime(), ticks = core->GetTimeTicks();
    CHECK_TRUE("time is one of this century", time > 946684800.0 && time < 4102444800.0);
    CHECK_TRUE("ticks never go back", core->GetTimeTicks() >= ticks);
    CHECK_TRUE("time goes on with the ticks", keep_pace());
    queue();
}
