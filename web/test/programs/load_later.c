/* Loads text.txt when the page posts "load", to its end, and posts it at the next message. */

#include "../../../examples/pepper/program.h"

#include <string.h>

#include "ppapi/c/ppb_url_loader.h"
#include "ppapi/c/ppb_url_request_info.h"

static const PPB_URLLoader *loaders;
static const PPB_URLRequestInfo *requests;
static PP_Resource loader;
static char text[256];

static void wait_for_end(void *data, int32_t result) {
    int64_t received = 0, total = -1;
    (void)data;
    loaders->GetDownloadProgress(loader, &received, &total);
    if (result != PP_OK || (total >= 0 && received >= total)) {
        say("loaded with %d", (int)result);
        return;
    }
    core->CallOnMainThread(20, PP_MakeCompletionCallback(wait_for_end, NULL), PP_OK);
}

static void have_read(void *data, int32_t count) {
    (void)data;
    text[count < 0 ? 0 : count] = 0;
    say("%s", text);
}

static int32_t start(void) {
    loaders = browser(PPB_URLLOADER_INTERFACE);
    requests = browser(PPB_URLREQUESTINFO_INTERFACE);
    return loaders && requests ? PP_OK : PP_ERROR_NOINTERFACE;
}

static void view_changed(struct PP_Rect rect) {
    (void)rect;
}

static void message_came(struct PP_Var message) {
    uint32_t length;
    const char *what = vars->VarToUtf8(message, &length);
    if (length == 4 && memcmp(what, "load", 4) == 0) {
        PP_Resource request = requests->Create(the_instance);
        struct PP_Var url = vars->VarFromUtf8("text.txt", 8);
        requests->SetProperty(request, PP_URLREQUESTPROPERTY_URL, url);
        requests->SetProperty(request, PP_URLREQUESTPROPERTY_RECORDDOWNLOADPROGRESS,
                              PP_MakeBool(PP_TRUE));
        loader = loaders->Create(the_instance);
        loaders->Open(loader, request, PP_MakeCompletionCallback(wait_for_end, NULL));
        core->ReleaseResource(request);
        return;
    }
    int32_t count = loaders->ReadResponseBody(loader, text, sizeof text - 1,
                                              PP_MakeCompletionCallback(have_read, NULL));
    if (count != PP_OK_COMPLETIONPENDING) {
        have_read(NULL, count);
    }
}

static PP_Bool input_came(PP_Resource event) {
    (void)event;
    return PP_FALSE;
}
