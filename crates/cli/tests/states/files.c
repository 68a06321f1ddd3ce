/* Keeps an open file in the temporary file system. Each number that the page posts is added; a
   negative one removes the name of the file, which stays open. */
#include "program.h"

#include "ppapi/c/ppb_file_io.h"
#include "ppapi/c/ppb_file_ref.h"
#include "ppapi/c/ppb_file_system.h"

static const PPB_FileRef *refs;
static const PPB_FileIO *files;
static PP_Resource file_system, ref, file;
static int64_t offset;
static char text[4096];
static struct PP_FileInfo info;

static struct PP_CompletionCallback then(PP_CompletionCallback_Func function) {
    return PP_MakeCompletionCallback(function, NULL);
}

static void queried(void *data, int32_t result) {
    (void)data;
    say("%d: %s %d bytes, modified at %.6f, created at %.6f", (int)result, text, (int)info.size,
        info.last_modified_time, info.creation_time);
}

static void seen(void *data, int32_t count) {
    (void)data;
    text[count < 0 ? 0 : count] = 0;
    files->Query(file, &info, then(queried));
}

static void wrote(void *data, int32_t count) {
    (void)data;
    offset += count;
    files->Read(file, 0, text, sizeof text - 1, then(seen));
}

static void removed(void *data, int32_t result) {
    (void)data;
    say("removed with %d", (int)result);
}

static void ready(void *data, int32_t result) {
    (void)data;
    say("ready with %d", (int)result);
}

static void opened(void *data, int32_t result) {
    int32_t flags = PP_FILEOPENFLAG_READ | PP_FILEOPENFLAG_WRITE | PP_FILEOPENFLAG_CREATE;
    (void)data, (void)result;
    files->Open(file, ref, flags, then(ready));
}

static int32_t start(void) {
    const PPB_FileSystem *systems = browser(PPB_FILESYSTEM_INTERFACE);
    refs = browser(PPB_FILEREF_INTERFACE);
    files = browser(PPB_FILEIO_INTERFACE);
    file_system = systems->Create(the_instance, PP_FILESYSTEMTYPE_LOCALTEMPORARY);
    ref = refs->Create(file_system, "/numbers");
    file = files->Create(the_instance);
    systems->Open(file_system, 1 << 20, then(opened));
    return PP_OK;
}

static void view_changed(struct PP_Rect rect) {
    (void)rect;
}

static void message_came(struct PP_Var message) {
    static char line[32];
    if (message.value.as_int < 0) {
        refs->Delete(ref, then(removed));
        return;
    }
    int length = snprintf(line, sizeof line, "%d;", (int)message.value.as_int);
    files->Write(file, offset, line, length, then(wrote));
}

static PP_Bool input_came(PP_Resource event) {
    (void)event;
    return PP_FALSE;
}
