// Loads of URLs: PPB_URLLoader, PPB_URLRequestInfo, PPB_URLResponseInfo, PPB_URLUtil(Dev). The
// server is http://site/.
#include "check.h"

#include <ppapi/c/dev/ppb_url_util_dev.h>
#include <ppapi/c/ppb_file_io.h>
#include <ppapi/c/ppb_file_ref.h>
#include <ppapi/c/ppb_url_loader.h>
#include <ppapi/c/ppb_url_request_info.h>
#include <ppapi/c/ppb_url_response_info.h>

static const PPB_URLLoader *loaders;
static const PPB_URLRequestInfo *requests;
static const PPB_URLResponseInfo *responses;
static const PPB_URLUtil_Dev *urls;

static PP_Bool set_text(PP_Resource request, PP_URLRequestProperty property, const char *text) {
    struct PP_Var var = text_var(text);
    PP_Bool result = requests->SetProperty(request, property, var);
    vars->Release(var);
    return result;
}

static PP_Bool set_bool(PP_Resource request, PP_URLRequestProperty property, PP_Bool value) {
    return requests->SetProperty(request, property, PP_MakeBool(value));
}

static PP_Resource request_of(const char *url) {
    PP_Resource request = requests->Create(instance);
    set_text(request, PP_URLREQUESTPROPERTY_URL, url);
    return request;
}

static void properties(void) {
    PP_Resource request = requests->Create(instance);
    CHECK("no instance, no request", requests->Create(DEAD), 0);
    CHECK_TRUE("a request is one", requests->IsURLRequestInfo(request));
    CHECK_FALSE("nothing is none", requests->IsURLRequestInfo(0));
    CHECK_TRUE("an address is a text", set_text(request, PP_URLREQUESTPROPERTY_URL, "/text"));
    CHECK_FALSE("and no number", requests->SetProperty(request, PP_URLREQUESTPROPERTY_URL, PP_MakeInt32(1)));
    CHECK_FALSE("nor undefined", requests->SetProperty(request, PP_URLREQUESTPROPERTY_URL, PP_MakeUndefined()));
    CHECK_TRUE("a method is a text", set_text(request, PP_URLREQUESTPROPERTY_METHOD, "POST"));
    CHECK_TRUE("headers are a text", set_text(request, PP_URLREQUESTPROPERTY_HEADERS, "A: b\nC: d"));
    CHECK_TRUE("streaming is a boolean", set_bool(request, PP_URLREQUESTPROPERTY_STREAMTOFILE, PP_FALSE));
    CHECK_FALSE("and no text", set_text(request, PP_URLREQUESTPROPERTY_STREAMTOFILE, "true"));
    CHECK_TRUE("following is a boolean", set_bool(request, PP_URLREQUESTPROPERTY_FOLLOWREDIRECTS, PP_TRUE));
    CHECK_TRUE("a threshold is a number", requests->SetProperty(
        request, PP_URLREQUESTPROPERTY_PREFETCHBUFFERUPPERTHRESHOLD, PP_MakeInt32(1000)));
    CHECK_FALSE("and no boolean", set_bool(request, PP_URLREQUESTPROPERTY_PREFETCHBUFFERUPPERTHRESHOLD, PP_TRUE));
    CHECK_TRUE("a referrer may be undefined", requests->SetProperty(
        request, PP_URLREQUESTPROPERTY_CUSTOMREFERRERURL, PP_MakeUndefined()));
    CHECK_FALSE("there is no such property", set_bool(request, (PP_URLRequestProperty) 99, PP_TRUE));
    CHECK_FALSE("nothing has no properties", set_bool(DEAD, PP_URLREQUESTPROPERTY_STREAMTOFILE, PP_TRUE));
    CHECK_TRUE("a body can be added", requests->AppendDataToBody(request, "abc", 3));
    CHECK_TRUE("in pieces", requests->AppendDataToBody(request, "", 0));
    CHECK_FALSE("nothing has no body", requests->AppendDataToBody(DEAD, "abc", 3));
    CHECK_FALSE("a file before its start", requests->AppendFileToBody(request, DEAD, -1, -1, 0));
    core->ReleaseResource(request);
    CHECK_FALSE("a request that is gone is none", requests->IsURLRequestInfo(request));
}

static PP_Resource open(const char *name, PP_Resource request, int32_t result) {
    PP_Resource loader = loaders->Create(instance);
    CHECK(name, loaders->Open(loader, request, BLOCKING), result);
    core->ReleaseResource(request);
    return loader;
}

static void opens(const char *name, const char *url, int32_t result) {
    core->ReleaseResource(open(name, request_of(url), result));
}

static char body[300000];

static int32_t read_all(PP_Resource loader) {
    int32_t all = 0, got;
    while ((got = loaders->ReadResponseBody(loader, body + all, sizeof body - all, BLOCKING)) > 0)
        all += got;
    return got ? got : all;
}

static void response_text(const char *name, PP_Resource response, PP_URLResponseProperty property, const char *expected) {
    struct PP_Var var = responses->GetProperty(response, property);
    CHECK_TEXT(name, var, expected);
    vars->Release(var);
}

static void whole(void) {
    PP_Resource loader = loaders->Create(instance);
    CHECK_TRUE("a loader is one", loaders->IsURLLoader(loader));
    CHECK_FALSE("nothing is no loader", loaders->IsURLLoader(DEAD));
    CHECK("no instance, no loader", loaders->Create(0), 0);
    CHECK("there is no response at first", loaders->GetResponseInfo(loader), 0);
    CHECK("nothing can be read at first", loaders->ReadResponseBody(loader, body, 1, BLOCKING), PP_ERROR_FAILED);
    CHECK("no redirect can be followed", loaders->FollowRedirect(loader, BLOCKING), PP_ERROR_FAILED);
    CHECK("no file can be awaited", loaders->FinishStreamingToFile(loader, BLOCKING), PP_ERROR_FAILED);
    CHECK("nothing opens", loaders->Open(DEAD, DEAD, BLOCKING), PP_ERROR_BADRESOURCE);
    CHECK("a load has a request", loaders->Open(loader, DEAD, BLOCKING), PP_ERROR_BADARGUMENT);
    PP_Resource request = request_of("/text");
    CHECK("a load begins", loaders->Open(loader, request, BLOCKING), PP_OK);
    CHECK("once", loaders->Open(loader, request, BLOCKING), PP_ERROR_INPROGRESS);
    core->ReleaseResource(request);
    PP_Resource response = loaders->GetResponseInfo(loader);
    CHECK_TRUE("there is a response", responses->IsURLResponseInfo(response));
    CHECK_FALSE("a loader is none", responses->IsURLResponseInfo(loader));
    response_text("its address", response, PP_URLRESPONSEPROPERTY_URL, "http://site/text");
    CHECK("its status", responses->GetProperty(response, PP_URLRESPONSEPROPERTY_STATUSCODE).value.as_int, 200);
    response_text("its reason", response, PP_URLRESPONSEPROPERTY_STATUSLINE, "OK");
    response_text("its headers", response, PP_URLRESPONSEPROPERTY_HEADERS, "content-type: text/plain");
    CHECK("it leads nowhere", responses->GetProperty(response, PP_URLRESPONSEPROPERTY_REDIRECTURL).type, PP_VARTYPE_UNDEFINED);
    CHECK("it has no such property", responses->GetProperty(response, (PP_URLResponseProperty) 77).type, PP_VARTYPE_UNDEFINED);
    CHECK("nothing has no properties to get", responses->GetProperty(DEAD, PP_URLRESPONSEPROPERTY_URL).type, PP_VARTYPE_UNDEFINED);
    CHECK("it is in no file", responses->GetBodyAsFileRef(response), 0);
    core->ReleaseResource(response);
    CHECK("no bytes", loaders->ReadResponseBody(loader, body, 0, BLOCKING), PP_ERROR_BADARGUMENT);
    CHECK("less than none", loaders->ReadResponseBody(loader, body, -1, BLOCKING), PP_ERROR_BADARGUMENT);
    CHECK("nowhere to read to", loaders->ReadResponseBody(loader, NULL, 5, BLOCKING), PP_ERROR_BADARGUMENT);
    CHECK("some bytes", loaders->ReadResponseBody(loader, body, 5, BLOCKING), 5);
    check_text("the first ones", body, 5, "hello");
    CHECK("the rest", read_all(loader), 7);
    check_text("is what follows", body, 7, ", world");
    CHECK("nothing behind it", loaders->ReadResponseBody(loader, body, 5, BLOCKING), 0);
    int64_t done = 7, total = 7;
    CHECK_FALSE("progress is not recorded", loaders->GetDownloadProgress(loader, &done, &total));
    CHECK("and is none", done + total, 0);
    loaders->Close(loader);
    CHECK("a closed load is not read", loaders->ReadResponseBody(loader, body, 5, BLOCKING), PP_ERROR_ABORTED);
    core->ReleaseResource(loader);
    CHECK_FALSE("a loader that is gone is none", loaders->IsURLLoader(loader));
}

static void others(void) {
    PP_Resource loader = open("an address relative to the page", request_of("../large"), PP_OK);
    CHECK("all of it", read_all(loader), 200000);
    CHECK("in order", (unsigned char) body[199999], 199999 & 255);
    core->ReleaseResource(loader);
    loader = open("what is not there has a response", request_of("/nothing"), PP_OK);
    PP_Resource response = loaders->GetResponseInfo(loader);
    CHECK("with a status", responses->GetProperty(response, PP_URLRESPONSEPROPERTY_STATUSCODE).value.as_int, 404);
    CHECK("and a body", read_all(loader), 12);
    core->ReleaseResource(response);
    core->ReleaseResource(loader);
    loader = open("nothing at all", request_of("/empty"), PP_OK);
    CHECK("is no bytes", read_all(loader), 0);
    core->ReleaseResource(loader);
    loader = open("what breaks off begins", request_of("/broken"), PP_OK);
    CHECK("then it fails", read_all(loader), PP_ERROR_FAILED);
    core->ReleaseResource(loader);
    opens("what may not be loaded", "/refused", PP_ERROR_NOACCESS);
    opens("another origin", "http://other/text", PP_ERROR_NOACCESS);
    opens("a script is no address", "javascript:1", PP_ERROR_NOACCESS);
}

static void redirects(void) {
    PP_Resource loader = open("redirects are followed", request_of("/redirect"), PP_OK);
    PP_Resource response = loaders->GetResponseInfo(loader);
    response_text("to where they lead", response, PP_URLRESPONSEPROPERTY_URL, "http://site/text");
    core->ReleaseResource(response);
    core->ReleaseResource(loader);
    PP_Resource request = request_of("/redirect");
    set_bool(request, PP_URLREQUESTPROPERTY_FOLLOWREDIRECTS, PP_FALSE);
    loader = open("or not", request, PP_OK);
    response = loaders->GetResponseInfo(loader);
    CHECK("then their status is seen", responses->GetProperty(response, PP_URLRESPONSEPROPERTY_STATUSCODE).value.as_int, 302);
    response_text("and where they lead", response, PP_URLRESPONSEPROPERTY_REDIRECTURL, "/text");
    core->ReleaseResource(response);
    CHECK("they can be followed then", loaders->FollowRedirect(loader, BLOCKING), PP_OK);
    CHECK("to the end", read_all(loader), 12);
    CHECK("once", loaders->FollowRedirect(loader, BLOCKING), PP_ERROR_FAILED);
    core->ReleaseResource(loader);
}

static void sending(void) {
    PP_Resource request = request_of("/echo");
    set_text(request, PP_URLREQUESTPROPERTY_METHOD, "POST");
    set_text(request, PP_URLREQUESTPROPERTY_HEADERS, "X-One: 1\nX-Two: 2");
    set_bool(request, PP_URLREQUESTPROPERTY_RECORDUPLOADPROGRESS, PP_TRUE);
    set_bool(request, PP_URLREQUESTPROPERTY_RECORDDOWNLOADPROGRESS, PP_TRUE);
    requests->AppendDataToBody(request, "some ", 5);
    requests->AppendDataToBody(request, "data", 4);
    PP_Resource loader = open("a request with a body", request, PP_OK);
    int64_t done = 0, total = 0;
    int32_t length = read_all(loader);
    check_text("comes as it was made", body, length, "POST\nX-One: 1\nX-Two: 2\n\nsome data");
    CHECK_TRUE("what is sent is recorded", loaders->GetUploadProgress(loader, &done, &total));
    CHECK("all of it is sent", done, 9);
    CHECK("of so much", total, 9);
    CHECK_TRUE("what is received is recorded", loaders->GetDownloadProgress(loader, &done, &total));
    CHECK("its bytes", done, length);
    CHECK("how many there are is not known", total, -1);
    core->ReleaseResource(loader);
    static const char *const headers[] = {"Cookie: a", "Host: a", "Sec-X: a", "Proxy-X: a", "Content-Length: 3"};
    for (int index = 0; index < 5; index++) {
        char name[60];
        request = request_of("/echo");
        set_text(request, PP_URLREQUESTPROPERTY_HEADERS, headers[index]);
        snprintf(name, sizeof name, "a page may not send %s", headers[index]);
        core->ReleaseResource(open(name, request, PP_ERROR_NOACCESS));
    }
    static const char *const methods[] = {"CONNECT", "TRACE", "A B"};
    for (int index = 0; index < 3; index++) {
        char name[60];
        request = request_of("/echo");
        set_text(request, PP_URLREQUESTPROPERTY_METHOD, methods[index]);
        snprintf(name, sizeof name, "a page may not use %s", methods[index]);
        core->ReleaseResource(open(name, request, PP_ERROR_NOACCESS));
    }
}

static void streaming(void) {
    const PPB_FileRef *refs = ask(PPB_FILEREF_INTERFACE);
    const PPB_FileIO *files = ask(PPB_FILEIO_INTERFACE);
    PP_Resource request = request_of("/text");
    set_bool(request, PP_URLREQUESTPROPERTY_STREAMTOFILE, PP_TRUE);
    PP_Resource loader = open("a load into a file", request, PP_OK);
    CHECK("is not read", loaders->ReadResponseBody(loader, body, 5, BLOCKING), PP_ERROR_FAILED);
    CHECK("it ends", loaders->FinishStreamingToFile(loader, BLOCKING), PP_OK);
    PP_Resource response = loaders->GetResponseInfo(loader), file = responses->GetBodyAsFileRef(response);
    CHECK_TRUE("there is a file", refs->IsFileRef(file));
    CHECK("of another file system", refs->GetFileSystemType(file), PP_FILESYSTEMTYPE_EXTERNAL);
    CHECK("its path is hidden", refs->GetPath(file).type, PP_VARTYPE_UNDEFINED);
    PP_Resource io = files->Create(instance);
    CHECK("it can be opened", files->Open(io, file, PP_FILEOPENFLAG_READ, BLOCKING), PP_OK);
    CHECK("and read", files->Read(io, 0, body, 100, BLOCKING), 12);
    check_text("it has the response", body, 12, "hello, world");
    core->ReleaseResource(io);
    core->ReleaseResource(file);
    core->ReleaseResource(response);
    core->ReleaseResource(loader);
}

static void resolve(const char *name, const char *base, const char *relative, const char *expected) {
    struct PP_Var one = text_var(base), two = text_var(relative);
    struct PP_Var result = urls->ResolveRelativeToURL(one, two, NULL);
    if (expected)
        CHECK_TEXT(name, result, expected);
    else
        CHECK(name, result.type, PP_VARTYPE_NULL);
    vars->Release(one);
    vars->Release(two);
    vars->Release(result);
}

static void addresses(void) {
    struct PP_URLComponents_Dev parts;
    struct PP_Var url = text_var("HTTP://user@Host:81/a/../b?c#d"), result = urls->Canonicalize(url, &parts);
    CHECK_TEXT("an address in its usual form", result, "http://user@host:81/b?c#d");
    CHECK("where its scheme is", parts.scheme.len, 4);
    CHECK("where its host is", parts.host.begin, 12);
    CHECK("how long it is", parts.host.len, 4);
    CHECK("where its port is", parts.port.begin, 17);
    CHECK("where its query is", parts.query.len, 1);
    vars->Release(url);
    vars->Release(result);
    resolve("a path beside another", "http://h/a/b", "c", "http://h/a/c");
    resolve("a path from the top", "http://h/a/b", "/c", "http://h/c");
    resolve("an address of its own", "http://h/a/b", "https://x/", "https://x/");
    resolve("no address", "no address", "c", NULL);
    struct PP_Var one = text_var("http://h/a"), two = text_var("http://h:80/b"), three = text_var("https://h/a");
    CHECK_TRUE("one origin", urls->IsSameSecurityOrigin(one, two));
    CHECK_FALSE("two origins", urls->IsSameSecurityOrigin(one, three));
    vars->Release(one);
    vars->Release(two);
    vars->Release(three);
    result = urls->GetDocumentURL(instance, NULL);
    CHECK_TEXT("the address of the page", result, "http://site/page/index.html");
    vars->Release(result);
}

static void on_thread(void) {
    properties();
    whole();
    others();
    redirects();
    sending();
    streaming();
    addresses();
}

/* On the main thread. */

static PP_Resource loader;

static void aborted(void *data, int32_t result) {
    (void) data;
    CHECK("a load ends with its loader", result, PP_ERROR_ABORTED);
    finish();
}

static void read_again(void *data, int32_t result) {
    (void) data;
    CHECK("bytes come to a callback", result, 12);
    core->ReleaseResource(loader);
    loader = loaders->Create(instance);
    PP_Resource request = request_of("/text");
    CHECK("a load may be without an end", loaders->Open(loader, request, CALLBACK(aborted, NULL)), PP_OK_COMPLETIONPENDING);
    core->ReleaseResource(request);
    core->ReleaseResource(loader);
}

static void opened(void *data, int32_t result) {
    (void) data;
    CHECK("a load begins on the main thread", result, PP_OK);
    CHECK("reading takes its time", loaders->ReadResponseBody(loader, body, 100, CALLBACK(read_again, NULL)),
          PP_OK_COMPLETIONPENDING);
}

static void on_main(void) {
    PP_Resource request = request_of("/text");
    loader = loaders->Create(instance);
    CHECK("the main thread does not wait", loaders->Open(loader, request, BLOCKING), PP_ERROR_BLOCKS_MAIN_THREAD);
    CHECK("opening takes its time", loaders->Open(loader, request, CALLBACK(opened, NULL)), PP_OK_COMPLETIONPENDING);
    CHECK("one opening at a time", loaders->Open(loader, request, unexpected("a second opening")), PP_ERROR_INPROGRESS);
    core->ReleaseResource(request);
}

static void begin(void) {
    loaders = ask(PPB_URLLOADER_INTERFACE);
    requests = ask(PPB_URLREQUESTINFO_INTERFACE);
    responses = ask(PPB_URLRESPONSEINFO_INTERFACE);
    urls = ask(PPB_URLUTIL_DEV_INTERFACE);
    in_thread(on_thread, on_main);
}
