// The rules of completion callbacks, by the example of files: required,
// optional and blocking ones, on the main thread, on loops and on threads without one; and
// messages that the page waits for.
// script: {"after":"ready","ask":{"n":20}}
// script: {"after":"over","post":"the last"}
#include "check.h"

#include <ppapi/c/ppb_file_io.h>
#include <ppapi/c/ppb_file_ref.h>
#include <ppapi/c/ppb_file_system.h>
#include <ppapi/c/ppb_messaging.h>
#include <ppapi/c/ppb_var_dictionary.h>

static const PPB_FileSystem *systems;
static const PPB_FileRef *refs;
static const PPB_Messaging *messaging;
static const PPB_VarDictionary *dictionaries;
static PP_Resource file_system;

/* A thread without a loop. */

static void without_loop(void) {
    PP_Resource system = systems->Create(instance, PP_FILESYSTEMTYPE_LOCALTEMPORARY);
    CHECK("an optional callback needs a loop", systems->Open(system, 0, unexpected("no loop")), PP_ERROR_NO_MESSAGE_LOOP);
    CHECK("even for an error", systems->Open(DEAD, 0, unexpected("no loop either")) < PP_OK, 1);
    CHECK("a blocking call does not", systems->Open(system, 0, BLOCKING), PP_OK);
    CHECK("errors are returned", systems->Open(system, 0, BLOCKING), PP_ERROR_FAILED);
    CHECK("also of what is not there", systems->Open(DEAD, 0, BLOCKING), PP_ERROR_BADRESOURCE);
    core->ReleaseResource(system);
}

/* A thread with a loop. */

static PP_Resource loop, loop_system;
static int runs;

static void on_loop(void *data, int32_t result) {
    CHECK("a callback has its data", (uintptr_t) data, (uintptr_t) &runs);
    CHECK("a callback has its result", result, PP_OK);
    CHECK("a callback runs on the loop of its call", loops->GetCurrent(), loop);
    core->ReleaseResource(loop);
    CHECK("it runs once", runs++, 0);
    CHECK("blocking within a callback", systems->Open(DEAD, 0, BLOCKING), PP_ERROR_BADRESOURCE);
    loops->PostQuit(loop, PP_TRUE);
}

static void with_loop(void) {
    loop = loops->Create(instance);
    loops->AttachToCurrentThread(loop);
    loop_system = systems->Create(instance, PP_FILESYSTEMTYPE_LOCALTEMPORARY);
    CHECK("a call with a callback does not wait", systems->Open(loop_system, 0, CALLBACK(on_loop, &runs)), PP_OK_COMPLETIONPENDING);
    CHECK("nothing runs before the loop does", runs, 0);
    loops->Run(loop);
    CHECK("the callback has run then", runs, 1);
    core->ReleaseResource(loop_system);
    core->ReleaseResource(loop);
}

/* The main thread. */

static void ask_page(void);
static PP_Resource root, missing;
static struct PP_FileInfo info;
static int order, released_result, released_runs;

static void released(void *data, int32_t result) {
    (void) data;
    released_runs++;
    released_result = result;
}

static void see_released(void) {
    CHECK("what is released ends once", released_runs, 1);
    CHECK("it is aborted", released_result, PP_ERROR_ABORTED);
    CHECK_REAL("and writes nothing", info.creation_time, -7);
    ask_page();
}

static void third(void *data, int32_t result) {
    (void) data;
    CHECK("an error comes to the callback that is required", result, PP_ERROR_BADRESOURCE);
    CHECK("in its turn", order++, 2);
    info.creation_time = -7;
    PP_Resource again = refs->Create(file_system, "/");
    CHECK("a call of what is released", refs->Query(again, &info, CALLBACK(released, NULL)), PP_OK_COMPLETIONPENDING);
    core->ReleaseResource(again);
    CHECK("does not end within the release", released_runs, 0);
    later(100, see_released);
}

static void second(void *data, int32_t result) {
    (void) data;
    CHECK("a failure comes to its callback", result, PP_ERROR_FILENOTFOUND);
    CHECK("second", order++, 1);
}

static void first(void *data, int32_t result) {
    (void) data;
    CHECK("a result comes to its callback", result, PP_OK);
    CHECK("first", order++, 0);
    CHECK("with what was asked for", info.type, PP_FILETYPE_DIRECTORY);
}

static void on_main(void) {
    root = refs->Create(file_system, "/");
    missing = refs->Create(file_system, "/missing");
    info.type = PP_FILETYPE_OTHER;
    CHECK("the main thread must not block", refs->Query(root, &info, BLOCKING), PP_ERROR_BLOCKS_MAIN_THREAD);
    CHECK("not for an error either", refs->Query(DEAD, &info, BLOCKING) < PP_OK, 1);
    CHECK("an optional callback is not called for what is known",
          refs->Query(DEAD, &info, unexpected("what is known")), PP_ERROR_BADRESOURCE);
    CHECK("one call", refs->Query(root, &info, CALLBACK(first, NULL)), PP_OK_COMPLETIONPENDING);
    CHECK("another one", refs->Query(missing, &info, CALLBACK(second, NULL)), PP_OK_COMPLETIONPENDING);
    CHECK("a required callback has no error at once", refs->Query(DEAD, &info, CALLBACK(third, NULL)),
          PP_OK_COMPLETIONPENDING);
    CHECK("nothing is written within the calls", info.type, PP_FILETYPE_OTHER);
}

static void in_loop(void) {
    in_thread(with_loop, on_main);
}

static void open_file_system(void) {
    file_system = systems->Create(instance, PP_FILESYSTEMTYPE_LOCALPERSISTENT);
    systems->Open(file_system, 0, BLOCKING);
    without_loop();
}

/* What the page waits for. */

static PP_Resource handler_loop;

static void handle(PP_Instance receiver, void *data, const struct PP_Var *message) {
    (void) receiver, (void) data;
    CHECK_TEXT("messages go on then", *message, "the last");
    loops->PostQuit(handler_loop, PP_TRUE);
    finish();
}

static void destroy(PP_Instance receiver, void *data) {
    (void) receiver, (void) data;
}

static void respond(PP_Instance receiver, void *data, const struct PP_Var *message, struct PP_Var *response) {
    CHECK("a question comes with the instance", receiver, instance);
    CHECK("and the data", (uintptr_t) data, (uintptr_t) &runs);
    CHECK("the response is undefined at first", response->type, PP_VARTYPE_UNDEFINED);
    CHECK_FALSE("not on the main thread", core->IsMainThread());
    struct PP_Var key = text_var("n"), number = dictionaries->Get(*message, key);
    CHECK("the question is there", number.value.as_int, 20);
    PP_Resource system = systems->Create(instance, PP_FILESYSTEMTYPE_LOCALTEMPORARY);
    CHECK("nothing may block while the page waits", systems->Open(system, 0, BLOCKING), PP_ERROR_WOULD_BLOCK_THREAD);
    core->ReleaseResource(system);
    *response = dictionaries->Create();
    dictionaries->Set(*response, key, PP_MakeInt32(number.value.as_int + 1));
    vars->Release(key);
    tell("over");
}

static const PPP_MessageHandler handler = {handle, respond, destroy};

static void *run_handler(void *data) {
    (void) data;
    loops->AttachToCurrentThread(handler_loop);
    loops->Run(handler_loop);
    return NULL;
}

static void ask_page(void) {
    handler_loop = loops->Create(instance);
    CHECK("a handler of questions", messaging->RegisterMessageHandler(instance, &runs, &handler, handler_loop), PP_OK);
    pthread_create(&thread, NULL, run_handler, NULL);
    tell("ready");
}

static void begin(void) {
    systems = ask(PPB_FILESYSTEM_INTERFACE);
    refs = ask(PPB_FILEREF_INTERFACE);
    messaging = ask(PPB_MESSAGING_INTERFACE);
    dictionaries = ask(PPB_VAR_DICTIONARY_INTERFACE);
    in_thread(open_file_system, in_loop);
}
