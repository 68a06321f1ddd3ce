/* Files that the browser keeps. Every call waits for the browser, so it is refused on the main
   thread; mounting there begins to open the file system, and the first use waits for the end. */
#include <fcntl.h>
#include <ppapi/c/pp_array_output.h>
#include <ppapi/c/pp_directory_entry.h>
#include <ppapi/c/ppb_file_io.h>
#include <ppapi/c/ppb_file_ref.h>
#include <ppapi/c/ppb_file_system.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nacl_io/files.h"
#include "nacl_io/pepper.h"

PEPPER_INTERFACE(systems, PPB_FileSystem, PPB_FILESYSTEM_INTERFACE)
PEPPER_INTERFACE(references, PPB_FileRef, PPB_FILEREF_INTERFACE)
PEPPER_INTERFACE(files, PPB_FileIO, PPB_FILEIO_INTERFACE)

struct html5_system {
    struct file_system system;
    PP_Resource resource;
    /* A path before all others; empty, or without a slash at its end. */
    char *prefix;
    pthread_mutex_t lock;
    pthread_cond_t opened;
    bool is_open;
    int error;
};

struct html5_node {
    struct node node;
    PP_Resource reference;
    /* Null for a folder. */
    PP_Resource file;
};

/* The flags that say that a call waits. */
#define BLOCKING PP_BlockUntilComplete()

static void system_opened(void *data, int32_t result) {
    struct html5_system *system = data;
    pthread_mutex_lock(&system->lock);
    system->error = __nacl_io_error(result);
    system->is_open = true;
    pthread_cond_broadcast(&system->opened);
    pthread_mutex_unlock(&system->lock);
}

/* Waits until the file system is open, which only a thread that may wait can do. */
static int wait_for(struct html5_system *system) {
    int error = 0;
    pthread_mutex_lock(&system->lock);
    if (!system->is_open && __nacl_io_core()->IsMainThread())
        error = EPERM;
    while (!error && !system->is_open)
        pthread_cond_wait(&system->opened, &system->lock);
    error = error ? error : system->error;
    pthread_mutex_unlock(&system->lock);
    return error;
}

/* The file at a path, which the caller releases. */
static int refer(struct html5_system *system, const char *path, PP_Resource *reference) {
    int error = wait_for(system);
    if (error)
        return error;
    char *whole;
    if (asprintf(&whole, "%s%s", system->prefix, path) < 0)
        return ENOMEM;
    *reference = references()->Create(system->resource, whole);
    free(whole);
    return *reference ? 0 : ENOENT;
}

static int read_html5(struct node *node, int64_t position, int flags, void *bytes, size_t size, size_t *count) {
    (void) flags;
    int32_t most = size > INT32_MAX ? INT32_MAX : (int32_t) size;
    int32_t result = files()->Read(((struct html5_node *) node)->file, position, bytes, most, BLOCKING);
    *count = result > 0 ? (size_t) result : 0;
    return __nacl_io_error(result);
}

static int write_html5(struct node *node, int64_t position, int flags, const void *bytes, size_t size, size_t *count) {
    (void) flags;
    int32_t most = size > INT32_MAX ? INT32_MAX : (int32_t) size;
    int32_t result = files()->Write(((struct html5_node *) node)->file, position, bytes, most, BLOCKING);
    *count = result > 0 ? (size_t) result : 0;
    return __nacl_io_error(result);
}

static int html5_status(struct node *node, struct nacl_irt_stat *status) {
    struct html5_node *own = (struct html5_node *) node;
    struct PP_FileInfo about = {.size = 0};
    int32_t result = own->file ? files()->Query(own->file, &about, BLOCKING)
                               : references()->Query(own->reference, &about, BLOCKING);
    *status = (struct nacl_irt_stat) {
        .st_dev = (int64_t) node->system->device,
        .st_ino = node->number,
        .st_mode = node->mode,
        .st_nlink = 1,
        .st_size = own->file ? about.size : 0,
        .st_blksize = 4096,
        .st_blocks = (int32_t) ((about.size + 511) / 512),
        .st_atime_seconds = (int64_t) about.last_access_time,
        .st_mtime_seconds = (int64_t) about.last_modified_time,
        .st_ctime_seconds = (int64_t) about.creation_time,
    };
    return __nacl_io_error(result);
}

static int truncate_html5(struct node *node, int64_t length) {
    return __nacl_io_error(files()->SetLength(((struct html5_node *) node)->file, length, BLOCKING));
}

static int sync_html5(struct node *node) {
    struct html5_node *own = (struct html5_node *) node;
    return own->file ? __nacl_io_error(files()->Flush(own->file, BLOCKING)) : 0;
}

struct entries {
    struct PP_DirectoryEntry *list;
    uint32_t count;
};

static void *room_for_entries(void *data, uint32_t count, uint32_t size) {
    struct entries *entries = data;
    entries->list = calloc(count ? count : 1, size);
    entries->count = entries->list ? count : 0;
    return entries->list;
}

static int list_html5(struct node *node, struct listing *listing) {
    struct entries entries = {NULL, 0};
    struct PP_ArrayOutput output = {room_for_entries, &entries};
    int32_t result =
        references()->ReadDirectoryEntries(((struct html5_node *) node)->reference, output, BLOCKING);
    int error = __nacl_io_error(result);
    for (uint32_t index = 0; index < entries.count; ++index) {
        PP_Resource reference = entries.list[index].file_ref;
        struct PP_Var name = references()->GetName(reference);
        uint32_t size;
        const char *text = __nacl_io_text_of(name, &size);
        if (!error && text)
            error = __nacl_io_add_entry(listing, index + 1, text, size);
        __nacl_io_vars()->Release(name);
        __nacl_io_release_resource(reference);
    }
    free(entries.list);
    return error;
}

static void destroy_html5(struct node *node) {
    struct html5_node *own = (struct html5_node *) node;
    if (own->file)
        files()->Close(own->file);
    __nacl_io_release_resource(own->file);
    __nacl_io_release_resource(own->reference);
    free(own);
}

static const struct node_operations file_operations = {
    .read = read_html5,
    .write = write_html5,
    .status = html5_status,
    .truncate = truncate_html5,
    .sync = sync_html5,
    .destroy = destroy_html5,
};

static const struct node_operations folder_operations = {
    .status = html5_status,
    .list = list_html5,
    .sync = sync_html5,
    .destroy = destroy_html5,
};

static int32_t open_flags(int flags) {
    /* Always to be read as well: other descriptors of the same node may. */
    int32_t result = PP_FILEOPENFLAG_READ;
    if ((flags & O_ACCMODE) != O_RDONLY)
        result |= PP_FILEOPENFLAG_WRITE;
    if (flags & O_CREAT)
        result |= PP_FILEOPENFLAG_CREATE | PP_FILEOPENFLAG_WRITE;
    if (flags & O_TRUNC)
        result |= PP_FILEOPENFLAG_TRUNCATE | PP_FILEOPENFLAG_WRITE;
    if (flags & O_EXCL && flags & O_CREAT)
        result |= PP_FILEOPENFLAG_EXCLUSIVE;
    return result;
}

/* Opens what is there, or what the flags make. Takes the reference over if it succeeds. */
static int open_reference(
    struct file_system *system, PP_Resource reference, bool is_top, int flags, struct node **node) {
    struct PP_FileInfo about = {.type = PP_FILETYPE_DIRECTORY};
    int32_t found = is_top ? PP_OK : references()->Query(reference, &about, BLOCKING);
    if (found != PP_OK && (found != PP_ERROR_FILENOTFOUND || !(flags & O_CREAT)))
        return __nacl_io_error(found);
    bool is_folder = found == PP_OK && about.type == PP_FILETYPE_DIRECTORY;
    if (is_folder && flags & O_CREAT && flags & O_EXCL)
        return EEXIST;
    struct html5_node *made = calloc(1, sizeof(*made));
    if (!made)
        return ENOMEM;
    if (!is_folder) {
        made->file = files()->Create(__nacl_io_instance);
        int32_t result = files()->Open(made->file, reference, open_flags(flags), BLOCKING);
        if (result != PP_OK) {
            __nacl_io_release_resource(made->file);
            free(made);
            return __nacl_io_error(result);
        }
    }
    uint32_t mode = is_folder ? S_IFDIR | 0777 : S_IFREG | 0666;
    __nacl_io_begin_node(&made->node, is_folder ? &folder_operations : &file_operations, mode, system);
    made->reference = reference;
    *node = &made->node;
    return 0;
}

static int open_html5(struct file_system *system, const char *path, int flags, uint32_t mode, struct node **node) {
    (void) mode;
    PP_Resource reference;
    int error = refer((struct html5_system *) system, path, &reference);
    if (error)
        return error;
    error = open_reference(system, reference, strcmp(path, "/") == 0, flags, node);
    if (error)
        __nacl_io_release_resource(reference);
    return error;
}

static int remove_any(struct file_system *base, const char *path, bool is_folder) {
    PP_Resource reference;
    int error = refer((struct html5_system *) base, path, &reference);
    if (error)
        return error;
    struct PP_FileInfo about;
    error = __nacl_io_error(references()->Query(reference, &about, BLOCKING));
    if (!error && is_folder != (about.type == PP_FILETYPE_DIRECTORY))
        error = is_folder ? ENOTDIR : EISDIR;
    if (!error) {
        int32_t result = references()->Delete(reference, BLOCKING);
        /* Browsers say of a folder with files that it failed, or that there are files. */
        bool has_files = result == PP_ERROR_FAILED || result == PP_ERROR_FILEEXISTS;
        error = is_folder && has_files ? ENOTEMPTY : __nacl_io_error(result);
    }
    __nacl_io_release_resource(reference);
    return error;
}

static int unlink_html5(struct file_system *system, const char *path) {
    return remove_any(system, path, false);
}

static int remove_folder(struct file_system *system, const char *path) {
    return strcmp(path, "/") == 0 ? EBUSY : remove_any(system, path, true);
}

static int make_folder(struct file_system *base, const char *path, uint32_t mode) {
    (void) mode;
    if (strcmp(path, "/") == 0)
        return EEXIST;
    PP_Resource reference;
    int error = refer((struct html5_system *) base, path, &reference);
    if (error)
        return error;
    error = __nacl_io_error(references()->MakeDirectory(reference, PP_MAKEDIRECTORYFLAG_EXCLUSIVE, BLOCKING));
    __nacl_io_release_resource(reference);
    return error;
}

static int rename_html5(struct file_system *base, const char *old_path, const char *new_path) {
    PP_Resource old_reference, new_reference;
    int error = refer((struct html5_system *) base, old_path, &old_reference);
    if (error)
        return error;
    error = refer((struct html5_system *) base, new_path, &new_reference);
    if (!error) {
        error = __nacl_io_error(references()->Rename(old_reference, new_reference, BLOCKING));
        __nacl_io_release_resource(new_reference);
    }
    __nacl_io_release_resource(old_reference);
    return error;
}

static double seconds(const struct timespec *time) {
    return (double) time->tv_sec + (double) time->tv_nsec / 1e9;
}

static int set_times(struct file_system *base, const char *path, const struct timespec times[2]) {
    PP_Resource reference;
    int error = refer((struct html5_system *) base, path, &reference);
    if (error)
        return error;
    error = __nacl_io_error(references()->Touch(reference, seconds(&times[0]), seconds(&times[1]), BLOCKING));
    __nacl_io_release_resource(reference);
    return error;
}

/* Rights cannot be changed; whoever sets them anyway gets no error. */
static int change_mode(struct file_system *system, const char *path, uint32_t mode) {
    struct node *node;
    int error = open_html5(system, path, O_RDONLY, mode, &node);
    if (!error)
        __nacl_io_release_node(node);
    return error;
}

static void destroy_system(struct file_system *base) {
    struct html5_system *system = (struct html5_system *) base;
    __nacl_io_release_resource(system->resource);
    pthread_mutex_destroy(&system->lock);
    pthread_cond_destroy(&system->opened);
    free(system->prefix);
    free(system);
}

static const struct file_system_operations operations = {
    .open = open_html5,
    .unlink = unlink_html5,
    .make_folder = make_folder,
    .remove_folder = remove_folder,
    .rename = rename_html5,
    .change_mode = change_mode,
    .set_times = set_times,
    .destroy = destroy_system,
};

/* Has the file system that the options say: one that is open, or a new one. */
static int open_system(struct html5_system *system, const char *options) {
    char value[32];
    if (__nacl_io_option(options, "filesystem_resource", value, sizeof(value))) {
        system->resource = (PP_Resource) strtol(value, NULL, 10);
        if (!systems()->IsFileSystem(system->resource)) {
            system->resource = 0;
            return EINVAL;
        }
        __nacl_io_core()->AddRefResource(system->resource);
        system->is_open = true;
        return 0;
    }
    PP_FileSystemType type = PP_FILESYSTEMTYPE_LOCALPERSISTENT;
    if (__nacl_io_option(options, "type", value, sizeof(value)) && strcmp(value, "TEMPORARY") == 0)
        type = PP_FILESYSTEMTYPE_LOCALTEMPORARY;
    bool has_size = __nacl_io_option(options, "expected_size", value, sizeof(value));
    int64_t size = has_size ? strtoll(value, NULL, 10) : 0;
    system->resource = systems()->Create(__nacl_io_instance, type);
    if (!system->resource)
        return ENOSYS;
    if (__nacl_io_core()->IsMainThread()) {
        int32_t result =
            systems()->Open(system->resource, size, PP_MakeCompletionCallback(system_opened, system));
        return result == PP_OK_COMPLETIONPENDING ? 0 : __nacl_io_error(result);
    }
    system_opened(system, systems()->Open(system->resource, size, BLOCKING));
    return system->error;
}

int __nacl_io_html5(const char *source, const char *options, const void *context, struct file_system **made) {
    (void) context;
    if (!systems() || !references() || !files() || !__nacl_io_core())
        return ENOSYS;
    struct html5_system *system = calloc(1, sizeof(*system));
    if (!system)
        return ENOMEM;
    size_t length = strlen(source);
    while (length > 0 && source[length - 1] == '/')
        --length;
    system->system = (struct file_system) {&operations, 1, 0};
    system->prefix = strndup(source, length);
    pthread_mutex_init(&system->lock, NULL);
    pthread_cond_init(&system->opened, NULL);
    int error = system->prefix ? open_system(system, options) : ENOMEM;
    if (error)
        destroy_system(&system->system);
    else
        *made = &system->system;
    return error;
}
