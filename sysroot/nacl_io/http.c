/* Files of a server, to read. A file is fetched as a whole when it is first read, and its size is
   asked for without its bytes. The main thread may not wait for a server. */
#include <fcntl.h>
#include <ppapi/c/ppb_url_loader.h>
#include <ppapi/c/ppb_url_request_info.h>
#include <ppapi/c/ppb_url_response_info.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nacl_io/files.h"
#include "nacl_io/pepper.h"

PEPPER_INTERFACE(loaders, PPB_URLLoader, PPB_URLLOADER_INTERFACE)
PEPPER_INTERFACE(requests, PPB_URLRequestInfo, PPB_URLREQUESTINFO_INTERFACE)
PEPPER_INTERFACE(responses, PPB_URLResponseInfo, PPB_URLRESPONSEINFO_INTERFACE)

#define OK 200
#define PART (64 * 1024)

struct http_system {
    struct file_system system;
    /* What stands before all paths, without a slash at its end. */
    char *root;
    /* Lines of headers. */
    char *headers;
    bool crosses_origins, has_credentials;
};

struct http_node {
    struct node node;
    char *url;
    pthread_mutex_t lock;
    /* What a server said of the size; -1 if it did not. */
    int64_t size;
    bool is_fetched;
    char *bytes;
};

static void set_text(PP_Resource request, PP_URLRequestProperty property, const char *text) {
    struct PP_Var value = __nacl_io_text(text, strlen(text));
    requests()->SetProperty(request, property, value);
    __nacl_io_vars()->Release(value);
}

static void set_flag(PP_Resource request, PP_URLRequestProperty property, bool flag) {
    requests()->SetProperty(request, property, PP_MakeBool(PP_FromBool(flag)));
}

/* The number of an error for what a server answered. */
static int error_of(int32_t status) {
    if (status == OK)
        return 0;
    if (status == 401 || status == 403)
        return EACCES;
    return status == 404 || status == 410 ? ENOENT : EIO;
}

/* The value of a header of a response as a number; -1 without it. */
static int64_t size_in(PP_Resource response) {
    struct PP_Var headers = responses()->GetProperty(response, PP_URLRESPONSEPROPERTY_HEADERS);
    static const char name[] = "content-length:";
    uint32_t length;
    const char *text = __nacl_io_text_of(headers, &length);
    int64_t size = -1;
    while (text && length >= sizeof(name)) {
        const char *end = memchr(text, '\n', length);
        size_t line = end ? (size_t) (end + 1 - text) : length;
        if (line > sizeof(name) && strncasecmp(text, name, sizeof(name) - 1) == 0)
            size = strtoll(text + sizeof(name) - 1, NULL, 10);
        text += line;
        length -= (uint32_t) line;
    }
    __nacl_io_vars()->Release(headers);
    return size < 0 ? -1 : size;
}

/* Whether a response is for a URL that ends in a slash: servers lead from the name of a folder to
   one, whether they then list the folder or not. */
static bool is_of_folder(PP_Resource response) {
    struct PP_Var url = responses()->GetProperty(response, PP_URLRESPONSEPROPERTY_URL);
    uint32_t length;
    const char *text = __nacl_io_text_of(url, &length);
    bool result = text && length > 0 && text[length - 1] == '/';
    __nacl_io_vars()->Release(url);
    return result;
}

/* What a server said of a file. */
struct http_answer {
    int32_t status;
    int64_t size;
    bool is_folder;
};

/* Sends a request. Gives the answer, or an error; the loader is the caller's. */
static int send(
    const struct http_system *system, const char *url, const char *method, PP_Resource *loader,
    struct http_answer *answer) {
    PP_Resource request = requests()->Create(__nacl_io_instance);
    set_text(request, PP_URLREQUESTPROPERTY_URL, url);
    set_text(request, PP_URLREQUESTPROPERTY_METHOD, method);
    if (*system->headers)
        set_text(request, PP_URLREQUESTPROPERTY_HEADERS, system->headers);
    set_flag(request, PP_URLREQUESTPROPERTY_ALLOWCROSSORIGINREQUESTS, system->crosses_origins);
    set_flag(request, PP_URLREQUESTPROPERTY_ALLOWCREDENTIALS, system->has_credentials);
    *loader = loaders()->Create(__nacl_io_instance);
    int32_t result = loaders()->Open(*loader, request, PP_BlockUntilComplete());
    __nacl_io_release_resource(request);
    if (result != PP_OK)
        return result == PP_ERROR_FAILED ? ENOENT : __nacl_io_error(result);
    PP_Resource response = loaders()->GetResponseInfo(*loader);
    struct PP_Var value = responses()->GetProperty(response, PP_URLRESPONSEPROPERTY_STATUSCODE);
    answer->status = value.type == PP_VARTYPE_INT32 ? value.value.as_int : 0;
    answer->size = size_in(response);
    answer->is_folder = is_of_folder(response);
    __nacl_io_release_resource(response);
    return 0;
}

/* Reads all bytes that come. */
static int read_all(PP_Resource loader, char **bytes, int64_t *size) {
    size_t count = 0, room = 0;
    for (;;) {
        if (room - count < PART) {
            size_t more = room ? 2 * room : 2 * PART;
            char *larger = more > INT32_MAX ? NULL : realloc(*bytes, more);
            if (!larger)
                return ENOMEM;
            *bytes = larger;
            room = more;
        }
        int32_t result =
            loaders()->ReadResponseBody(loader, *bytes + count, (int32_t) (room - count), PP_BlockUntilComplete());
        if (result < 0)
            return __nacl_io_error(result);
        if (result == 0)
            break;
        count += (size_t) result;
    }
    *size = (int64_t) count;
    return 0;
}

static int fetch(struct http_node *file) {
    if (file->is_fetched)
        return 0;
    PP_Resource loader;
    struct http_answer answer;
    int error = send((struct http_system *) file->node.system, file->url, "GET", &loader, &answer);
    if (!error)
        error = error_of(answer.status);
    if (!error)
        error = read_all(loader, &file->bytes, &file->size);
    __nacl_io_release_resource(loader);
    file->is_fetched = !error;
    return error;
}

static int read_http(struct node *node, int64_t position, int flags, void *bytes, size_t size, size_t *count) {
    struct http_node *file = (struct http_node *) node;
    (void) flags;
    pthread_mutex_lock(&file->lock);
    int error = fetch(file);
    if (!error && position < file->size) {
        int64_t left = file->size - position;
        *count = (int64_t) size < left ? size : (size_t) left;
        memcpy(bytes, file->bytes + position, *count);
    }
    pthread_mutex_unlock(&file->lock);
    return error;
}

static int http_status(struct node *node, struct nacl_irt_stat *status) {
    struct http_node *file = (struct http_node *) node;
    pthread_mutex_lock(&file->lock);
    int error = file->size < 0 && S_ISREG(node->mode) ? fetch(file) : 0;
    *status = (struct nacl_irt_stat) {
        .st_dev = (int64_t) node->system->device,
        .st_ino = node->number,
        .st_mode = node->mode,
        .st_nlink = 1,
        .st_size = file->size < 0 ? 0 : file->size,
        .st_blksize = 4096,
    };
    pthread_mutex_unlock(&file->lock);
    return error;
}

/* A server has no list of its files. */
static int list_nothing(struct node *node, struct listing *listing) {
    (void) node;
    (void) listing;
    return 0;
}

static void destroy_http(struct node *node) {
    struct http_node *file = (struct http_node *) node;
    pthread_mutex_destroy(&file->lock);
    free(file->url);
    free(file->bytes);
    free(file);
}

static const struct node_operations file_operations = {
    .read = read_http,
    .status = http_status,
    .destroy = destroy_http,
};

static const struct node_operations folder_operations = {
    .status = http_status,
    .list = list_nothing,
    .destroy = destroy_http,
};

/* Whether there is such a file, or a folder. A server that does not answer HEAD is asked with GET. */
static int look(struct http_node *file, bool *is_folder) {
    PP_Resource loader;
    struct http_answer answer;
    int error = send((struct http_system *) file->node.system, file->url, "HEAD", &loader, &answer);
    __nacl_io_release_resource(loader);
    if (error)
        return error;
    *is_folder = answer.is_folder;
    if (answer.is_folder)
        return 0;
    file->size = answer.size;
    if (answer.status == OK)
        return 0;
    bool is_refused = answer.status == 405 || answer.status == 501;
    return is_refused ? fetch(file) : error_of(answer.status);
}

static int open_http(struct file_system *base, const char *path, int flags, uint32_t mode, struct node **node) {
    struct http_system *system = (struct http_system *) base;
    (void) mode;
    if ((flags & O_ACCMODE) != O_RDONLY || flags & (O_CREAT | O_TRUNC))
        return EROFS;
    bool is_folder = strcmp(path, "/") == 0;
    struct http_node *made = calloc(1, sizeof(*made));
    if (!made || asprintf(&made->url, "%s%s", system->root, path) < 0) {
        free(made);
        return ENOMEM;
    }
    __nacl_io_begin_node(&made->node, &file_operations, S_IFREG | 0444, base);
    pthread_mutex_init(&made->lock, NULL);
    made->size = -1;
    int error = is_folder ? 0 : look(made, &is_folder);
    if (error) {
        __nacl_io_release_node(&made->node);
        return error;
    }
    if (is_folder) {
        made->node.operations = &folder_operations;
        made->node.mode = S_IFDIR | 0555;
        made->size = 0;
    }
    *node = &made->node;
    return 0;
}

static void destroy_system(struct file_system *base) {
    struct http_system *system = (struct http_system *) base;
    free(system->root);
    free(system->headers);
    free(system);
}

static const struct file_system_operations operations = {
    .open = open_http,
    .destroy = destroy_system,
};

static bool is_true(const char *options, const char *name) {
    char value[8];
    return __nacl_io_option(options, name, value, sizeof(value)) && strcmp(value, "true") == 0;
}

static bool is_own_option(const char *option) {
    static const char *const names[] = {
        "allow_cross_origin_requests=", "allow_credentials=", "cache_stat=", "cache_content="};
    for (size_t index = 0; index < sizeof(names) / sizeof(names[0]); ++index) {
        if (strncmp(option, names[index], strlen(names[index])) == 0)
            return true;
    }
    return false;
}

/* The lines of headers that options are which have no other meaning. */
static char *headers_of(const char *options) {
    size_t room = options ? 2 * strlen(options) + 1 : 1;
    char *headers = calloc(1, room), *end = headers;
    for (const char *option = options; headers && option && *option;) {
        size_t size = strcspn(option, ","), name = strcspn(option, "=,");
        if (name < size && name > 0 && !is_own_option(option)) {
            end = (char *) mempcpy(end, option, name);
            *end++ = ':';
            end = (char *) mempcpy(end, option + name + 1, size - name - 1);
            *end++ = '\n';
        }
        option += size + (option[size] == ',');
    }
    return headers;
}

int __nacl_io_http(const char *source, const char *options, const void *context, struct file_system **made) {
    (void) context;
    char unused[PATH_ROOM];
    /* A list of the server's files is not read. */
    if (__nacl_io_option(options, "manifest", unused, sizeof(unused)))
        return ENOSYS;
    if (!loaders() || !requests() || !responses() || !__nacl_io_vars())
        return ENOSYS;
    struct http_system *system = calloc(1, sizeof(*system));
    if (!system)
        return ENOMEM;
    size_t length = strlen(source);
    while (length > 0 && source[length - 1] == '/')
        --length;
    system->system = (struct file_system) {&operations, 1, 0};
    system->root = strndup(source, length);
    system->headers = headers_of(options);
    system->crosses_origins = is_true(options, "allow_cross_origin_requests");
    system->has_credentials = is_true(options, "allow_credentials");
    if (!system->root || !system->headers) {
        destroy_system(&system->system);
        return ENOMEM;
    }
    *made = &system->system;
    return 0;
}
