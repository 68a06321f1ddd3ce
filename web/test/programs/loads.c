// Loads what the page asks for and posts, line by line, what comes of it. A request is a text of five
// lines: options (`n` follows no redirect, `c` wants other origins, `k` sends cookies to them), method,
// URL, headers with `;` between them, body. "follow" goes on to where a redirect leads.
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
static char buffer[4096];

static void say(const char *text) {
    struct PP_Var var = text_var(text);
    messaging->PostMessage(instance, var);
    vars->Release(var);
}

static void end(int32_t result) {
    int64_t got = -2, size = -2, sent = -2, all = -2;
    loaders->GetDownloadProgress(loader, &got, &size);
    loaders->GetUploadProgress(loader, &sent, &all);
    char line[200];
    snprintf(line, sizeof line, "end %" PRId32 " down %" PRId64 "/%" PRId64 " up %" PRId64 "/%" PRId64, result, got,
             size, sent, all);
    say(line);
}

static void read_more(void *data, int32_t result) {
    (void) data;
    while (result > 0) {
        buffer[result] = '\0';
        char line[sizeof buffer + 10];
        snprintf(line, sizeof line, "text %s", buffer);
        say(line);
        result = loaders->ReadResponseBody(loader, buffer, sizeof buffer - 1, CALLBACK(read_more, NULL));
    }
    if (result != PP_OK_COMPLETIONPENDING)
        end(result);
}

static void add(char *line, struct PP_Var var, const char *before) {
    uint32_t length = 0;
    const char *text = vars->VarToUtf8(var, &length);
    if (text)
        sprintf(line + strlen(line), "%s%.*s", before, (int) (length < 500 ? length : 500), text);
    vars->Release(var);
}

static void opened(void *data, int32_t result) {
    (void) data;
    if (result != PP_OK) {
        end(result);
        return;
    }
    PP_Resource response = loaders->GetResponseInfo(loader);
    int32_t status = responses->GetProperty(response, PP_URLRESPONSEPROPERTY_STATUSCODE).value.as_int;
    struct PP_Var redirect = responses->GetProperty(response, PP_URLRESPONSEPROPERTY_REDIRECTURL);
    int leads_on = redirect.type == PP_VARTYPE_STRING;
    char line[1200];
    sprintf(line, "status %" PRId32, status);
    add(line, responses->GetProperty(response, PP_URLRESPONSEPROPERTY_URL), " ");
    add(line, redirect, " to ");
    core->ReleaseResource(response);
    say(line);
    if (!leads_on)
        read_more(NULL, loaders->ReadResponseBody(loader, buffer, sizeof buffer - 1, CALLBACK(read_more, NULL)));
}

static void set(PP_Resource request, PP_URLRequestProperty property, const char *text) {
    struct PP_Var var = text_var(text);
    requests->SetProperty(request, property, var);
    vars->Release(var);
}

static void load(char *text) {
    char *options = strsep(&text, "\n"), *method = strsep(&text, "\n"), *url = strsep(&text, "\n"),
         *headers = strsep(&text, "\n");
    PP_Resource request = requests->Create(instance);
    set(request, PP_URLREQUESTPROPERTY_METHOD, method);
    set(request, PP_URLREQUESTPROPERTY_URL, url);
    for (char *at = headers; *at; at++)
        if (*at == ';')
            *at = '\n';
    set(request, PP_URLREQUESTPROPERTY_HEADERS, headers);
    requests->SetProperty(request, PP_URLREQUESTPROPERTY_FOLLOWREDIRECTS, PP_MakeBool(!strchr(options, 'n')));
    requests->SetProperty(request, PP_URLREQUESTPROPERTY_ALLOWCROSSORIGINREQUESTS, PP_MakeBool(!!strchr(options, 'c')));
    requests->SetProperty(request, PP_URLREQUESTPROPERTY_ALLOWCREDENTIALS, PP_MakeBool(!!strchr(options, 'k')));
    requests->SetProperty(request, PP_URLREQUESTPROPERTY_RECORDDOWNLOADPROGRESS, PP_MakeBool(PP_TRUE));
    requests->SetProperty(request, PP_URLREQUESTPROPERTY_RECORDUPLOADPROGRESS, PP_MakeBool(PP_TRUE));
    if (*text)
        requests->AppendDataToBody(request, text, strlen(text));
    if (loader)
        core->ReleaseResource(loader);
    loader = loaders->Create(instance);
    int32_t result = loaders->Open(loader, request, CALLBACK(opened, NULL));
    if (result != PP_OK_COMPLETIONPENDING)
        end(result);
    core->ReleaseResource(request);
}

static void receive(struct PP_Var message) {
    uint32_t length = 0;
    const char *text = vars->VarToUtf8(message, &length);
    if (length == 6 && !memcmp(text, "follow", 6)) {
        loaders->FollowRedirect(loader, CALLBACK(opened, NULL));
        return;
    }
    char *copy = strndup(text, length);
    load(copy);
    free(copy);
}

static void before(uint32_t argc, const char *argn[], const char *argv[]) {
    (void) argc, (void) argn, (void) argv;
    messaging = ask(PPB_MESSAGING_INTERFACE);
    loaders = ask(PPB_URLLOADER_INTERFACE);
    requests = ask(PPB_URLREQUESTINFO_INTERFACE);
    responses = ask(PPB_URLRESPONSEINFO_INTERFACE);
    on_message = receive;
}

static void begin(void) {
}
