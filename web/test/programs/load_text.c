// Loads each URL that the page posts, and posts what comes: the status, a space and the text.
#define BEFORE
#include "check.h"

#include <ppapi/c/ppb_messaging.h>
#include <ppapi/c/ppb_url_loader.h>
#include <ppapi/c/ppb_url_request_info.h>
#include <ppapi/c/ppb_url_response_info.h>

static const PPB_Messaging *messaging;
static const PPB_URLLoader *loaders;
static const PPB_URLRequestInfo *requests;
static const PPB_URLResponseInfo *responses;

static PP_Resource loader;
static char text[4096];
static int32_t size;

static void read_more(void *data, int32_t result);

static void read_on(void) {
    int32_t room = (int32_t) sizeof text - size;
    int32_t result = loaders->ReadResponseBody(loader, text + size, room, CALLBACK(read_more, NULL));
    if (result != PP_OK_COMPLETIONPENDING) read_more(NULL, result);
}

static void read_more(void *data, int32_t result) {
    (void)data;
    if (result > 0) {
        size += result;
        read_on();
        return;
    }
    messaging->PostMessage(instance, vars->VarFromUtf8(text, (uint32_t) size));
    core->ReleaseResource(loader);
}

static void opened(void *data, int32_t result) {
    (void)data;
    PP_Resource response = loaders->GetResponseInfo(loader);
    int32_t status = result == PP_OK
        ? responses->GetProperty(response, PP_URLRESPONSEPROPERTY_STATUSCODE).value.as_int : result;
    size = snprintf(text, sizeof text, "%d ", (int) status);
    read_on();
}

static void receive(struct PP_Var url) {
    PP_Resource request = requests->Create(instance);
    requests->SetProperty(request, PP_URLREQUESTPROPERTY_URL, url);
    loader = loaders->Create(instance);
    loaders->Open(loader, request, CALLBACK(opened, NULL));
    core->ReleaseResource(request);
}

static void before(uint32_t argc, const char *argn[], const char *argv[]) {
    (void)argc, (void)argn, (void)argv;
    messaging = ask(PPB_MESSAGING_INTERFACE);
    loaders = ask(PPB_URLLOADER_INTERFACE);
    requests = ask(PPB_URLREQUESTINFO_INTERFACE);
    responses = ask(PPB_URLRESPONSEINFO_INTERFACE);
    on_message = receive;
}

static void begin(void) {
}
