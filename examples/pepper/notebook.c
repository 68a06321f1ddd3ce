/* Keeps lines in a file of the persistent file system: each text that the page posts
 * is added, and the page is told all of them. A second run finds what the first wrote.
 *
 *   pinnacle cc -O2 notebook.c -lppapi -o notebook.pexe
 *   pinnacle run notebook.pexe --storage notes --post '"buy milk"' --messages -
 */

#include "program.h"

#include <pthread.h>
#include <stdlib.h>

#include "ppapi/c/ppb_file_io.h"
#include "ppapi/c/ppb_file_ref.h"
#include "ppapi/c/ppb_file_system.h"

static const PPB_FileSystem *file_systems;
static const PPB_FileRef *file_refs;
static const PPB_FileIO *file_ios;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t came = PTHREAD_COND_INITIALIZER;
static char *lines[64];
static int first, count;

/* Waits for the end of an operation: only a thread of its own may do so. */
#define WAIT PP_BlockUntilComplete()

static int32_t add(PP_Resource file, const char *line) {
    struct PP_FileInfo info;
    char text[4096];
    int32_t size, result = file_ios->Query(file, &info, WAIT);
    if (result != PP_OK) {
        return result;
    }
    size = snprintf(text, sizeof text, "%s\n", line);
    result = file_ios->Write(file, info.size, text, size, WAIT);
    if (result < 0) {
        return result;
    }
    file_ios->Flush(file, WAIT);
    size = file_ios->Read(file, 0, text, sizeof text - 1, WAIT);
    if (size < 0) {
        return size;
    }
    text[size] = 0;
    say("%s", text);
    return PP_OK;
}

static void *keep(void *unused) {
    PP_Resource system = file_systems->Create(the_instance, PP_FILESYSTEMTYPE_LOCALPERSISTENT);
    int32_t result = file_systems->Open(system, 1 << 20, WAIT);
    PP_Resource ref = file_refs->Create(system, "/notebook.txt");
    PP_Resource file = file_ios->Create(the_instance);
    (void)unused;
    if (result == PP_OK) {
        int32_t flags = PP_FILEOPENFLAG_READ | PP_FILEOPENFLAG_WRITE | PP_FILEOPENFLAG_CREATE;
        result = file_ios->Open(file, ref, flags, WAIT);
    }
    if (result != PP_OK) {
        say("error %d", (int)result);
        return NULL;
    }
    for (;;) {
        char *line;
        pthread_mutex_lock(&lock);
        while (count == 0) {
            pthread_cond_wait(&came, &lock);
        }
        line = lines[first];
        first = (first + 1) % 64;
        count--;
        pthread_mutex_unlock(&lock);
        /* A line that finds no room does not end the notebook. */
        result = add(file, line);
        free(line);
        if (result != PP_OK) {
            say("error %d", (int)result);
        }
    }
}

static int32_t start(void) {
    pthread_t thread;
    file_systems = browser(PPB_FILESYSTEM_INTERFACE);
    file_refs = browser(PPB_FILEREF_INTERFACE);
    file_ios = browser(PPB_FILEIO_INTERFACE);
    if (!file_systems || !file_refs || !file_ios) {
        return PP_ERROR_NOINTERFACE;
    }
    return pthread_create(&thread, NULL, keep, NULL) == 0 ? PP_OK : PP_ERROR_FAILED;
}

static void view_changed(struct PP_Rect rect) {
    (void)rect;
}

static void message_came(struct PP_Var message) {
    uint32_t length;
    const char *text = vars->VarToUtf8(message, &length);
    char *line = text == NULL ? NULL : malloc(length + 1);
    if (line == NULL) {
        return;
    }
    memcpy(line, text, length);
    line[length] = 0;
    pthread_mutex_lock(&lock);
    if (count < 64) {
        lines[(first + count++) % 64] = line;
        line = NULL;
    }
    pthread_cond_signal(&came);
    pthread_mutex_unlock(&lock);
    /* What finds no room is dropped. */
    free(line);
}

static PP_Bool input_came(PP_Resource event) {
    (void)event;
    return PP_FALSE;
}
