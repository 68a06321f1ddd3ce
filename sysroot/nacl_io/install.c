/* The library's beginning and end: its functions take the places of the host's in the IRT, and the
   layer of libc gets those that the IRT does not have. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <nacl_io/nacl_io.h>

#include "libc/layer.h"
#include "nacl_io/files.h"
#include "nacl_io/kernel.h"
#include "nacl_io/pepper.h"

size_t (*__nacl_io_host)(const char *name, void *table, size_t size);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool is_installed;
static nacl_io_exit_callback_t exit_callback;
static void *exit_callback_data;
static struct nacl_irt_fdio host_files;
static struct nacl_irt_dev_filename host_names;
static bool has_files, has_names;

/* What __nacl_io_push put aside. */
struct kernel {
    struct mounts mounts;
    struct open_file *files[MOST_DESCRIPTORS];
    nacl_io_exit_callback_t exit_callback;
    void *exit_callback_data;
    bool is_installed;
};
static struct kernel *aside;

const struct nacl_irt_fdio *__nacl_io_host_files(void) {
    return has_files ? &host_files : NULL;
}

const struct nacl_irt_dev_filename *__nacl_io_host_names(void) {
    return has_names ? &host_names : NULL;
}

static bool ask(const char *name, void *table, size_t size) {
    return __nacl_io_host(name, table, size) == size;
}

static void exit_host(int status) {
    nacl_io_exit_callback_t callback = exit_callback;
    exit_callback = NULL;
    if (callback)
        callback(status, exit_callback_data);
    __nacl_io_end_consoles();
    struct nacl_irt_basic basic;
    if (ask(NACL_IRT_BASIC_v0_1, &basic, sizeof(basic)))
        basic.exit(status);
    __builtin_trap();
}

static size_t give(void *table, size_t room, const void *own, size_t size) {
    if (room < size)
        return 0;
    memcpy(table, own, size);
    return size;
}

/* The functions that only a development interface has are found there, and so are the others. */
static size_t query(const char *name, void *table, size_t size) {
    if (strcmp(name, NACL_IRT_FDIO_v0_1) == 0 || strcmp(name, NACL_IRT_DEV_FDIO_v0_1) == 0)
        return give(table, size, &__nacl_io_descriptors.fdio, sizeof(__nacl_io_descriptors.fdio));
    if (strcmp(name, NACL_IRT_DEV_FDIO_v0_3) == 0)
        return give(table, size, &__nacl_io_descriptors, sizeof(__nacl_io_descriptors));
    if (strcmp(name, NACL_IRT_FILENAME_v0_1) == 0)
        return give(table, size, &__nacl_io_names.filename, sizeof(__nacl_io_names.filename));
    if (strcmp(name, NACL_IRT_DEV_FILENAME_v0_3) == 0)
        return give(table, size, &__nacl_io_names, sizeof(__nacl_io_names));
    size_t found = __nacl_io_host(name, table, size);
    if (found == sizeof(struct nacl_irt_memory) && strcmp(name, NACL_IRT_MEMORY_v0_3) == 0)
        ((struct nacl_irt_memory *) table)->mmap = __nacl_io_map;
    if (found == sizeof(struct nacl_irt_basic) && strcmp(name, NACL_IRT_BASIC_v0_1) == 0)
        ((struct nacl_irt_basic *) table)->exit = exit_host;
    return found;
}

static const struct file_layer layer = {
    __nacl_io_get_flags, __nacl_io_set_flags, __nacl_io_events, __nacl_io_control, &__nacl_io_sockets, NULL,
};

/* Opens a device as the descriptor that is the lowest free one. */
static int open_standard(const char *path, int flags) {
    struct node *node;
    int error = __nacl_io_open_node(path, flags, 0, &node);
    if (error)
        return error;
    int fd = __nacl_io_new_descriptor(node, flags, NULL);
    return fd < 0 ? -fd : 0;
}

/* Takes the places of the host's functions, or gives them back. */
static void attach(void) {
    __irt_replace(query);
    __file_layer = &layer;
    is_installed = true;
}

static void detach(void) {
    __file_layer = NULL;
    __irt_replace(__nacl_io_host);
    __nacl_io_end_consoles();
    is_installed = false;
}

static int install(bool has_standard_files) {
    dev_t device;
    __nacl_io_host = __irt_query;
    has_files = ask(NACL_IRT_FDIO_v0_1, &host_files, sizeof(host_files)) ||
        ask(NACL_IRT_DEV_FDIO_v0_1, &host_files, sizeof(host_files));
    has_names = ask(NACL_IRT_DEV_FILENAME_v0_3, &host_names, sizeof(host_names));
    int error = __nacl_io_mount("", "/", "memfs", NULL, &device);
    if (!error)
        error = __nacl_io_mount("", "/dev", "dev", NULL, &device);
    if (!error && has_standard_files) {
        error = open_standard("/dev/stdin", O_RDONLY);
        error = error ? error : open_standard("/dev/stdout", O_WRONLY);
        error = error ? error : open_standard("/dev/stderr", O_WRONLY);
    }
    if (error) {
        __nacl_io_close_all();
        __nacl_io_unmount_all();
        return error;
    }
    attach();
    return 0;
}

int __nacl_io_install(void) {
    pthread_mutex_lock(&lock);
    int error = is_installed ? EALREADY : install(false);
    pthread_mutex_unlock(&lock);
    return error;
}

void __nacl_io_take_calls(void) {
    pthread_mutex_lock(&lock);
    if (is_installed)
        attach();
    pthread_mutex_unlock(&lock);
}

void __nacl_io_give_calls(void) {
    pthread_mutex_lock(&lock);
    if (is_installed) {
        detach();
        is_installed = true;
    }
    pthread_mutex_unlock(&lock);
}

bool __nacl_io_is_installed(void) {
    return is_installed;
}

/* Exchanges everything that belongs to the calls with what is aside. */
static void exchange(void) {
    nacl_io_exit_callback_t callback = exit_callback;
    void *data = exit_callback_data;
    exit_callback = aside->exit_callback;
    exit_callback_data = aside->exit_callback_data;
    aside->exit_callback = callback;
    aside->exit_callback_data = data;
    __nacl_io_exchange_mounts(&aside->mounts);
    __nacl_io_exchange_files(aside->files);
}

int __nacl_io_push(void) {
    int error = 0;
    pthread_mutex_lock(&lock);
    if (aside)
        error = EBUSY;
    else if (!(aside = calloc(1, sizeof(*aside))))
        error = ENOMEM;
    if (!error) {
        aside->is_installed = is_installed;
        if (is_installed)
            detach();
        exchange();
    }
    pthread_mutex_unlock(&lock);
    return error;
}

int __nacl_io_pop(void) {
    pthread_mutex_lock(&lock);
    int error = aside ? 0 : EINVAL;
    if (!error) {
        if (is_installed)
            detach();
        __nacl_io_close_all();
        __nacl_io_unmount_all();
        exchange();
        if (aside->is_installed)
            attach();
        free(aside);
        aside = NULL;
    }
    pthread_mutex_unlock(&lock);
    return error;
}

int nacl_io_init_ppapi(PP_Instance instance, PPB_GetInterface get_interface) {
    pthread_mutex_lock(&lock);
    if (get_interface && !__nacl_io_get_interface) {
        __nacl_io_instance = instance;
        __nacl_io_get_interface = get_interface;
    }
    int error = is_installed ? 0 : install(true);
    pthread_mutex_unlock(&lock);
    return error;
}

int nacl_io_init(void) {
    return nacl_io_init_ppapi(0, NULL);
}

int nacl_io_uninit(void) {
    pthread_mutex_lock(&lock);
    bool was_installed = is_installed;
    if (was_installed) {
        detach();
        __nacl_io_close_all();
        __nacl_io_unmount_all();
        __nacl_io_get_interface = NULL;
        __nacl_io_instance = 0;
        exit_callback = NULL;
    }
    pthread_mutex_unlock(&lock);
    return was_installed ? 0 : 1;
}

void nacl_io_set_exit_callback(nacl_io_exit_callback_t callback, void *user_data) {
    exit_callback_data = user_data;
    exit_callback = callback;
}
