// The main function of a program, its arguments, and events: ppapi_simple.
// libraries: ppapi_simple nacl_io ppapi
// view: 64x48
// attribute: arg0=program
// attribute: Arg1=two words
// attribute: ps_verbosity=2
// attribute: other=a value
// script: {"after":"ready","post":"a message"}
// script: {"post":{"named":[1,2]}}
// script: {"mouse":{"action":"down","x":3,"y":4}}
// script: {"after":"more","post":"dropped"}
// script: {"after":"last","post":"kept"}
// script: {"resize":{"width":32,"height":16}}
#include "check.h"

#include <ppapi_simple/ps_context_2d.h>

static int handled;

static void on_named(struct PP_Var key, struct PP_Var value, void *data) {
    uint32_t size;
    const char *text = PSInterfaceVar()->VarToUtf8(key, &size);
    CHECK_TRUE("a handler gets the name", text && size == 5 && memcmp(text, "named", 5) == 0);
    CHECK("and the value", PSInterfaceVarArray()->GetLength(value), 2);
    CHECK_TEXT("and what it was registered with", data, "own");
    __atomic_store_n(&handled, 1, __ATOMIC_SEQ_CST);
}

/* The next event of a kind; those before it are passed over. */
static PSEvent *next(PSEventType type) {
    for (;;) {
        PSEvent *event = PSEventWaitAcquire();
        if (event->type == type)
            return event;
        PSEventRelease(event);
    }
}

static void arguments(int argc, char *argv[]) {
    CHECK("arguments are attributes", argc, 2);
    CHECK_TEXT("the first", argv[0], "program");
    CHECK_TEXT("the second", argv[1], "two words");
    CHECK_TRUE("after them is nothing", argv[2] == NULL);
    CHECK_TEXT("attributes are in the environment", getenv("OTHER"), "a value");
    CHECK_TEXT("so is what the element has anyway", getenv("TYPE"), "application/x-pnacl");
    CHECK("main has a thread of its own", PSInterfaceCore()->IsMainThread(), PP_FALSE);
    CHECK_TRUE("it has a message loop", PSInterfaceMessageLoop()->GetCurrent() != 0);
    CHECK_TRUE("there is an instance", PSGetInstanceId() != 0);
    CHECK_TRUE("interfaces are those of the browser", PSInterfaceCore() == PSGetInterface(PPB_CORE_INTERFACE));
    CHECK_TRUE("one that it does not have is null", PSGetInterface("PPB_Nothing;1.0") == NULL);
    PSInstanceWarn("warned of %d\n", 1);
    PSInstanceLog("this is more than was asked for\n");
}

/* A context of the size that the element has. */
static PSContext2D_t *make_context(void) {
    PSContext2D_t *context = PSContext2DAllocate(PSContext2DGetNativeImageDataFormat());
    CHECK("a context begins without a size", context->bound, 0);
    CHECK("and without pixels", PSContext2DGetBuffer(context), 0);
    CHECK_TRUE("no events are given before they are asked for", PSEventTryAcquire() == NULL);
    PSEventSetFilter(PSE_ALL);
    PSEvent *event = next(PSE_INSTANCE_DIDCHANGEVIEW);
    CHECK("the first view was kept", PSContext2DHandleEvent(context, event), 1);
    PSEventRelease(event);
    CHECK("the context is bound", context->bound, 1);
    CHECK("it is as wide as the element", context->width, 64);
    PSEventPost(PSE_MOUSELOCK_MOUSELOCKLOST);
    event = next(PSE_MOUSELOCK_MOUSELOCKLOST);
    CHECK("it takes no other events", PSContext2DHandleEvent(context, event), 0);
    PSEventRelease(event);
    return context;
}

static void draw(PSContext2D_t *context) {
    CHECK("it has pixels", PSContext2DGetBuffer(context), 1);
    CHECK("rows of so many bytes", context->stride, 256);
    for (int index = 0; index < 64 * 48; ++index)
        context->data[index] = 0xff00ff00u;
    CHECK("they are shown", PSContext2DSwapBuffer(context), 1);
    CHECK("and gone", context->data == NULL, 1);
    CHECK("without pixels nothing is shown", PSContext2DSwapBuffer(context), 0);
    tell("last");
    PSEvent *event = next(PSE_INSTANCE_DIDCHANGEVIEW);
    CHECK("it follows the element", PSContext2DHandleEvent(context, event), 1);
    PSEventRelease(event);
    CHECK("and is narrower", context->width, 32);
    CHECK("and lower", context->height, 16);
    CHECK("it is bound again", context->bound, 1);
    PSContext2DFree(context);
}

static int run(int argc, char *argv[]) {
    const PPB_MouseInputEvent *mouse = PSGetInterface(PPB_MOUSE_INPUT_EVENT_INTERFACE);
    arguments(argc, argv);
    PSEventRegisterMessageHandler("named", on_named, "own");
    PSContext2D_t *context = make_context();
    tell("ready");
    PSEvent *event = next(PSE_INSTANCE_HANDLEMESSAGE);
    uint32_t size;
    const char *text = PSInterfaceVar()->VarToUtf8(event->as_var, &size);
    CHECK_TRUE("a message is an event", size == 9 && memcmp(text, "a message", size) == 0);
    PSEventRelease(event);
    event = next(PSE_INSTANCE_HANDLEINPUT);
    /* The mouse comes in and moves before it is pressed. */
    while (PSInterfaceInputEvent()->GetType(event->as_resource) != PP_INPUTEVENT_TYPE_MOUSEDOWN) {
        PSEventRelease(event);
        event = next(PSE_INSTANCE_HANDLEINPUT);
    }
    CHECK("input is one", mouse->GetPosition(event->as_resource).x, 3);
    PSEventRelease(event);
    CHECK("what a handler takes is none", __atomic_load_n(&handled, __ATOMIC_SEQ_CST), 1);

    PSEventPostBool(PSE_INSTANCE_DIDCHANGEFOCUS, PP_TRUE);
    PSEventPost(PSE_GRAPHICS3D_GRAPHICS3DCONTEXTLOST);
    PSEventSetFilter(PSE_GRAPHICS3D_GRAPHICS3DCONTEXTLOST);
    event = PSEventTryAcquire();
    CHECK("a filter drops what waits", event ? event->type : 0, PSE_GRAPHICS3D_GRAPHICS3DCONTEXTLOST);
    PSEventRelease(event);
    CHECK_TRUE("nothing is left", PSEventTryAcquire() == NULL);
    tell("more");
    PSEventSetFilter(PSE_INSTANCE_DIDCHANGEVIEW | PSE_MOUSELOCK_MOUSELOCKLOST);
    draw(context);
    return 0;
}

PPAPI_SIMPLE_REGISTER_MAIN(run)
