// Files of the origin: PPB_FileSystem, PPB_FileRef and PPB_FileIO, with blocking calls on
// a thread of their own, then what the main thread sees of them.
#include "check.h"

#include <ppapi/c/pp_array_output.h>
#include <ppapi/c/pp_directory_entry.h>
#include <ppapi/c/ppb_file_io.h>
#include <ppapi/c/ppb_file_ref.h>
#include <ppapi/c/ppb_file_system.h>

static const PPB_FileSystem *systems;
static const PPB_FileRef *refs;
static const PPB_FileIO *files;
static PP_Resource persistent, temporary;

static PP_Resource ref(const char *path) {
    return refs->Create(persistent, path);
}

static void file_systems(void) {
    CHECK("no instance, no file system", systems->Create(DEAD, PP_FILESYSTEMTYPE_LOCALPERSISTENT), 0);
    persistent = systems->Create(instance, PP_FILESYSTEMTYPE_LOCALPERSISTENT);
    temporary = systems->Create(instance, PP_FILESYSTEMTYPE_LOCALTEMPORARY);
    CHECK_TRUE("a file system is one", systems->IsFileSystem(persistent));
    CHECK_FALSE("nothing is none", systems->IsFileSystem(0));
    CHECK("its type", systems->GetType(persistent), PP_FILESYSTEMTYPE_LOCALPERSISTENT);
    CHECK("the other type", systems->GetType(temporary), PP_FILESYSTEMTYPE_LOCALTEMPORARY);
    CHECK("nothing has no type", systems->GetType(DEAD), PP_FILESYSTEMTYPE_INVALID);
    PP_Resource external = systems->Create(instance, PP_FILESYSTEMTYPE_EXTERNAL);
    CHECK("a page cannot open others", systems->Open(external, 0, BLOCKING), PP_ERROR_FAILED);
    core->ReleaseResource(external);
    PP_Resource early = ref("/early");
    CHECK_TRUE("a name needs no open file system", refs->IsFileRef(early));
    CHECK("a file does", refs->MakeDirectory(early, PP_MAKEDIRECTORYFLAG_NONE, BLOCKING), PP_ERROR_FAILED);
    core->ReleaseResource(early);
    CHECK("nothing cannot be opened", systems->Open(DEAD, 0, BLOCKING), PP_ERROR_BADRESOURCE);
    CHECK("a file system can be opened", systems->Open(persistent, 1000, BLOCKING), PP_OK);
    CHECK("once", systems->Open(persistent, 1000, BLOCKING), PP_ERROR_FAILED);
    CHECK("so can the other one", systems->Open(temporary, 0, BLOCKING), PP_OK);
}

static void name_of(const char *what, PP_Resource file, const char *name, const char *path) {
    char says[100];
    struct PP_Var var = refs->GetName(file);
    snprintf(says, sizeof says, "the name of %s", what);
    CHECK_TEXT(says, var, name);
    vars->Release(var);
    var = refs->GetPath(file);
    snprintf(says, sizeof says, "the path of %s", what);
    CHECK_TEXT(says, var, path);
    vars->Release(var);
}

static void names(void) {
    PP_Resource root = ref("/"), file = ref("/a/b.txt"), folder = ref("/a/");
    name_of("the root", root, "/", "/");
    name_of("a file", file, "b.txt", "/a/b.txt");
    name_of("a folder", folder, "a", "/a");
    CHECK("the type of its file system", refs->GetFileSystemType(file), PP_FILESYSTEMTYPE_LOCALPERSISTENT);
    PP_Resource parent = refs->GetParent(file), above = refs->GetParent(root);
    name_of("a parent", parent, "a", "/a");
    name_of("what is above the root", above, "/", "/");
    CHECK("no slash, no name", ref("a"), 0);
    CHECK("no text, no name", ref(""), 0);
    CHECK("two points, no name", ref("/a/../b"), 0);
    CHECK("bad text, no name", ref("/\xff"), 0);
    CHECK("no file system, no name", refs->Create(DEAD, "/a"), 0);
    CHECK("nothing has no name", refs->GetName(DEAD).type, PP_VARTYPE_UNDEFINED);
    CHECK("nor a path", refs->GetPath(DEAD).type, PP_VARTYPE_UNDEFINED);
    CHECK("nor a parent", refs->GetParent(DEAD), 0);
    CHECK("nor a type", refs->GetFileSystemType(DEAD), PP_FILESYSTEMTYPE_INVALID);
    CHECK_FALSE("a file system is no name", refs->IsFileRef(persistent));
    core->ReleaseResource(root);
    core->ReleaseResource(file);
    core->ReleaseResource(folder);
    core->ReleaseResource(parent);
    core->ReleaseResource(above);
    CHECK_FALSE("a name that is gone is none", refs->IsFileRef(file));
}

static int32_t make(const char *path, int32_t flags) {
    PP_Resource file = ref(path);
    int32_t result = refs->MakeDirectory(file, flags, BLOCKING);
    core->ReleaseResource(file);
    return result;
}

static int32_t query(const char *path, struct PP_FileInfo *info) {
    PP_Resource file = ref(path);
    int32_t result = refs->Query(file, info, BLOCKING);
    core->ReleaseResource(file);
    return result;
}

static int32_t delete(const char *path) {
    PP_Resource file = ref(path);
    int32_t result = refs->Delete(file, BLOCKING);
    core->ReleaseResource(file);
    return result;
}

static int32_t rename_to(const char *path, PP_Resource file_system, const char *to) {
    PP_Resource file = ref(path), new_file = refs->Create(file_system, to);
    int32_t result = refs->Rename(file, new_file, BLOCKING);
    core->ReleaseResource(file);
    core->ReleaseResource(new_file);
    return result;
}

static void folders(void) {
    struct PP_FileInfo info = {0, PP_FILETYPE_OTHER, PP_FILESYSTEMTYPE_INVALID, 0, 0, 0};
    CHECK("a folder can be made", make("/f", PP_MAKEDIRECTORYFLAG_NONE), PP_OK);
    CHECK("again", make("/f", PP_MAKEDIRECTORYFLAG_NONE), PP_OK);
    CHECK("not exclusively", make("/f", PP_MAKEDIRECTORYFLAG_EXCLUSIVE), PP_ERROR_FILEEXISTS);
    CHECK("a new one exclusively", make("/g", PP_MAKEDIRECTORYFLAG_EXCLUSIVE), PP_OK);
    CHECK("a folder in none", make("/x/y/z", PP_MAKEDIRECTORYFLAG_NONE), PP_ERROR_FILENOTFOUND);
    CHECK("with those above it", make("/x/y/z", PP_MAKEDIRECTORYFLAG_WITH_ANCESTORS), PP_OK);
    CHECK("a folder can be asked for", query("/x/y", &info), PP_OK);
    CHECK("it is a folder", info.type, PP_FILETYPE_DIRECTORY);
    CHECK("its file system", info.system_type, PP_FILESYSTEMTYPE_LOCALPERSISTENT);
    CHECK("what is not there", query("/nothing", &info), PP_ERROR_FILENOTFOUND);
    CHECK("a folder with something in it stays", delete("/x"), PP_ERROR_FAILED);
    CHECK("an empty one goes", delete("/x/y/z"), PP_OK);
    CHECK("once", delete("/x/y/z"), PP_ERROR_FILENOTFOUND);
    CHECK("a folder can be renamed", rename_to("/g", persistent, "/h"), PP_OK);
    CHECK("then it is there", query("/h", &info), PP_OK);
    CHECK("and not where it was", query("/g", &info), PP_ERROR_FILENOTFOUND);
    CHECK("what is not there cannot be renamed", rename_to("/g", persistent, "/i"), PP_ERROR_FILENOTFOUND);
    CHECK("nor to another file system", rename_to("/h", temporary, "/h"), PP_ERROR_FAILED);
}

static PP_Resource opened(const char *name, const char *path, int32_t flags, int32_t result) {
    PP_Resource file = files->Create(instance), named = ref(path);
    CHECK(name, files->Open(file, named, flags, BLOCKING), result);
    core->ReleaseResource(named);
    return file;
}

static void open_fails(const char *name, const char *path, int32_t flags, int32_t result) {
    core->ReleaseResource(opened(name, path, flags, result));
}

static void opening(void) {
    const int32_t read = PP_FILEOPENFLAG_READ, write = PP_FILEOPENFLAG_WRITE, create = PP_FILEOPENFLAG_CREATE;
    open_fails("no file to read", "/file", read, PP_ERROR_FILENOTFOUND);
    open_fails("no file to write", "/file", write, PP_ERROR_FILENOTFOUND);
    open_fails("writing and appending", "/file", write | create | PP_FILEOPENFLAG_APPEND, PP_ERROR_BADARGUMENT);
    open_fails("cutting without writing", "/file", read | create | PP_FILEOPENFLAG_TRUNCATE, PP_ERROR_BADARGUMENT);
    open_fails("a new file", "/file", write | create, PP_OK);
    open_fails("a file that is there", "/file", write | create, PP_OK);
    open_fails("exclusively", "/file", write | create | PP_FILEOPENFLAG_EXCLUSIVE, PP_ERROR_FILEEXISTS);
    open_fails("a new file without writing", "/other", create, PP_OK);
    open_fails("a folder", "/f", read, PP_ERROR_NOTAFILE);
    open_fails("a file in a file", "/file/a", read | create, PP_ERROR_FILENOTFOUND);
    PP_Resource file = files->Create(instance);
    CHECK_TRUE("a file is one", files->IsFileIO(file));
    CHECK_FALSE("nothing is none", files->IsFileIO(DEAD));
    CHECK("no instance, no file", files->Create(0), 0);
    CHECK("nothing cannot be opened as a file", files->Open(DEAD, 0, read, BLOCKING), PP_ERROR_BADRESOURCE);
    CHECK("a file of no name", files->Open(file, DEAD, read, BLOCKING), PP_ERROR_BADRESOURCE);
    core->ReleaseResource(file);
}

static void *array_buffer(void *data, uint32_t count, uint32_t size) {
    uint32_t *sizes = data;
    sizes[0]++;
    sizes[1] = count;
    sizes[2] = size;
    static char space[1000];
    return space;
}

static void reading_and_writing(void) {
    char buffer[32] = "";
    struct PP_FileInfo info;
    PP_Resource file = files->Create(instance);
    CHECK("a file that is not open is not read", files->Read(file, 0, buffer, 4, BLOCKING), PP_ERROR_FAILED);
    CHECK("nor written", files->Write(file, 0, "abc", 3, BLOCKING), PP_ERROR_FAILED);
    CHECK("nor asked for", files->Query(file, &info, BLOCKING), PP_ERROR_FAILED);
    CHECK("nor cut", files->SetLength(file, 1, BLOCKING), PP_ERROR_FAILED);
    CHECK("nor flushed", files->Flush(file, BLOCKING), PP_ERROR_FAILED);
    core->ReleaseResource(file);
    int32_t all = PP_FILEOPENFLAG_READ | PP_FILEOPENFLAG_WRITE | PP_FILEOPENFLAG_CREATE;
    file = opened("a file to read and write", "/f/data", all, PP_OK);
    PP_Resource again = ref("/f/data");
    CHECK("a file is opened once", files->Open(file, again, all, BLOCKING), PP_ERROR_FAILED);
    core->ReleaseResource(again);
    CHECK("bytes are written", files->Write(file, 0, "0123456789", 10, BLOCKING), 10);
    CHECK("at any place", files->Write(file, 4, "xy", 2, BLOCKING), 2);
    CHECK("none too", files->Write(file, 0, "z", 0, BLOCKING), 0);
    CHECK("bytes are read", files->Read(file, 2, buffer, 6, BLOCKING), 6);
    check_text("what was written is read", buffer, 6, "23xy67");
    CHECK("less at the end", files->Read(file, 8, buffer, 10, BLOCKING), 2);
    CHECK("none behind it", files->Read(file, 10, buffer, 10, BLOCKING), 0);
    CHECK("less than none", files->Read(file, 0, buffer, -1, BLOCKING), PP_ERROR_FAILED);
    CHECK("before the start", files->Read(file, -1, buffer, 1, BLOCKING), PP_ERROR_FAILED);
    CHECK("less than none to write", files->Write(file, 0, buffer, -1, BLOCKING), PP_ERROR_FAILED);
    CHECK("before the start to write", files->Write(file, -1, buffer, 1, BLOCKING), PP_ERROR_FAILED);
    CHECK("nothing to write from", files->Write(file, 0, NULL, 1, BLOCKING), PP_ERROR_FAILED);
    CHECK("beyond the end", files->Write(file, 20, "e", 1, BLOCKING), 1);
    CHECK("what lies between can be read", files->Read(file, 15, buffer, 4, BLOCKING), 4);
    CHECK("it is zero", buffer[0] | buffer[3], 0);
    CHECK("a file tells its size", (files->Query(file, &info, BLOCKING), info.size), 21);
    CHECK("its type", info.type, PP_FILETYPE_REGULAR);
    CHECK("its file system again", info.system_type, PP_FILESYSTEMTYPE_LOCALPERSISTENT);
    CHECK("a file can be cut", files->SetLength(file, 3, BLOCKING), PP_OK);
    CHECK("then it is shorter", (files->Query(file, &info, BLOCKING), info.size), 3);
    CHECK("times can be set", files->Touch(file, 1000000, 2000000, BLOCKING), PP_OK);
    files->Query(file, &info, BLOCKING);
    CHECK_REAL("the time of the last access", info.last_access_time, 1000000);
    CHECK_REAL("the time of the last change", info.last_modified_time, 2000000);
    CHECK("it can be flushed", files->Flush(file, BLOCKING), PP_OK);
    uint32_t sizes[3] = {0, 0, 0};
    struct PP_ArrayOutput output = {array_buffer, sizes};
    CHECK("bytes are read to an array", files->ReadToArray(file, 0, 100, &output, BLOCKING), 3);
    CHECK("which is asked for once", sizes[0], 1);
    CHECK("for as many as there are", sizes[1], 3);
    CHECK("of one byte each", sizes[2], 1);
    check_text("they are in it", array_buffer(sizes, 0, 0), 3, "012");
    CHECK("beyond the quota", files->Write(file, 2000000, "x", 1, BLOCKING), PP_ERROR_NOQUOTA);
    files->Close(file);
    files->Close(file);
    CHECK("a closed file is not read", files->Read(file, 0, buffer, 1, BLOCKING), PP_ERROR_FAILED);
    core->ReleaseResource(file);
}

static void appending(void) {
    char buffer[8];
    PP_Resource file = opened("a file to append to", "/f/data", PP_FILEOPENFLAG_APPEND | PP_FILEOPENFLAG_READ, PP_OK);
    CHECK("bytes are appended", files->Write(file, 0, "ab", 2, BLOCKING), 2);
    CHECK("they are at the end", files->Read(file, 0, buffer, 8, BLOCKING), 5);
    check_text("wherever they should have gone", buffer, 5, "012ab");
    core->ReleaseResource(file);
    file = opened("a file to begin anew", "/f/data", PP_FILEOPENFLAG_WRITE | PP_FILEOPENFLAG_TRUNCATE, PP_OK);
    struct PP_FileInfo info;
    files->Query(file, &info, BLOCKING);
    CHECK("it is empty", info.size, 0);
    core->ReleaseResource(file);
}

static struct PP_DirectoryEntry entries[8];
static uint32_t entry_calls, entry_count, entry_size;

static void *entry_buffer(void *data, uint32_t count, uint32_t size) {
    entry_calls++;
    entry_count = count;
    entry_size = size;
    return data;
}

static void listing(void) {
    struct PP_ArrayOutput output = {entry_buffer, entries};
    open_fails("a second file", "/f/b", PP_FILEOPENFLAG_WRITE | PP_FILEOPENFLAG_CREATE, PP_OK);
    make("/f/c", PP_MAKEDIRECTORYFLAG_NONE);
    PP_Resource folder = ref("/f");
    CHECK("a folder can be listed", refs->ReadDirectoryEntries(folder, output, BLOCKING), PP_OK);
    CHECK("its array is asked for once", entry_calls, 1);
    CHECK("it has all entries", entry_count, 3);
    CHECK("of the size of an entry", entry_size, sizeof(struct PP_DirectoryEntry));
    int directories = 0, named = 0;
    for (uint32_t index = 0; index < entry_count; index++) {
        struct PP_Var name = refs->GetName(entries[index].file_ref);
        uint32_t length;
        const char *text = vars->VarToUtf8(name, &length);
        named += text && (!strcmp(text, "data") || !strcmp(text, "b") || !strcmp(text, "c"));
        directories += entries[index].file_type == PP_FILETYPE_DIRECTORY;
        vars->Release(name);
        core->ReleaseResource(entries[index].file_ref);
    }
    CHECK("each by its name", named, 3);
    CHECK("one is a folder", directories, 1);
    CHECK_FALSE("the references are the program's", refs->IsFileRef(entries[0].file_ref));
    core->ReleaseResource(folder);
    PP_Resource empty = ref("/f/c");
    CHECK("an empty folder can be listed", refs->ReadDirectoryEntries(empty, output, BLOCKING), PP_OK);
    CHECK("its array is asked for too", entry_calls, 2);
    CHECK("for nothing", entry_count, 0);
    core->ReleaseResource(empty);
    PP_Resource file = ref("/f/b");
    CHECK_TRUE("a file cannot be listed", refs->ReadDirectoryEntries(file, output, BLOCKING) < PP_OK);
    core->ReleaseResource(file);
}

static void on_thread(void) {
    file_systems();
    names();
    folders();
    opening();
    reading_and_writing();
    appending();
    listing();
}

/* On the main thread. */

static PP_Resource io;
static char text[8];

static void end(void) {
    finish();
}

static void aborted(void *data, int32_t result) {
    (void) data;
    CHECK("a read ends with its file", result, PP_ERROR_ABORTED);
    CHECK("and writes nothing", text[0], '?');
    end();
}

static void read_at_end(void *data, int32_t result) {
    (void) data;
    CHECK("a read has its bytes", result, 4);
    check_text("in its buffer", text, 4, "main");
    text[0] = '?';
    CHECK("a read may be without an end", files->Read(io, 0, text, 4, CALLBACK(aborted, NULL)), PP_OK_COMPLETIONPENDING);
    files->Close(io);
    CHECK("the end does not come within the call", text[0], '?');
}

static void written(void *data, int32_t result) {
    (void) data;
    CHECK("a write has its bytes", result, 4);
    memset(text, 0, sizeof text);
    CHECK("a read takes its time", files->Read(io, 0, text, 4, CALLBACK(read_at_end, NULL)), PP_OK_COMPLETIONPENDING);
    CHECK("its buffer is filled at the end", text[0], 0);
    CHECK("a write waits for it", files->Write(io, 0, "x", 1, unexpected("a write within a read")), PP_ERROR_INPROGRESS);
}

static void opened_on_main(void *data, int32_t result) {
    (void) data;
    CHECK("a file opens", result, PP_OK);
    char bytes[] = "main";
    CHECK("a write takes its time", files->Write(io, 0, bytes, 4, CALLBACK(written, NULL)), PP_OK_COMPLETIONPENDING);
    bytes[0] = 'M';
    struct PP_FileInfo info;
    CHECK("a question waits for it", files->Query(io, &info, unexpected("a question within a write")), PP_ERROR_INPROGRESS);
}

static void on_main(void) {
    struct PP_FileInfo info;
    PP_Resource file = ref("/f/main");
    CHECK("the main thread does not wait", refs->Query(file, &info, BLOCKING), PP_ERROR_BLOCKS_MAIN_THREAD);
    io = files->Create(instance);
    int32_t flags = PP_FILEOPENFLAG_READ | PP_FILEOPENFLAG_WRITE | PP_FILEOPENFLAG_CREATE;
    CHECK("opening takes its time", files->Open(io, file, flags, CALLBACK(opened_on_main, NULL)), PP_OK_COMPLETIONPENDING);
    core->ReleaseResource(file);
}

static void begin(void) {
    systems = ask(PPB_FILESYSTEM_INTERFACE);
    refs = ask(PPB_FILEREF_INTERFACE);
    files = ask(PPB_FILEIO_INTERFACE);
    in_thread(on_thread, on_main);
}
