/* Pipes to the page. Each message is a dictionary: `pipe` is the name; `operation` is "write", and
   `payload` bytes, or "ack", and `payload` says how many bytes were read in all. No more bytes are
   on their way than there is room for. */
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include <nacl_io/ioctl.h>

#include "libc/readiness.h"
#include "nacl_io/devices.h"
#include "nacl_io/pepper.h"

#define ROOM (512 * 1024)
/* The most bytes of a message. */
#define MOST (64 * 1024)

PEPPER_INTERFACE(messaging, PPB_Messaging, PPB_MESSAGING_INTERFACE)
PEPPER_INTERFACE(dictionaries, PPB_VarDictionary, PPB_VAR_DICTIONARY_INTERFACE)
PEPPER_INTERFACE(buffers, PPB_VarArrayBuffer, PPB_VAR_ARRAY_BUFFER_INTERFACE)

struct js_pipe {
    struct node node;
    pthread_mutex_t lock;
    char *name;
    struct ring input;
    /* Counts of bytes, which wrap as the page's do not: a session sends less. */
    uint32_t sent, acknowledged, received;
};

static bool has_browser(void) {
    return messaging() && dictionaries() && buffers();
}

static void set(struct PP_Var dictionary, const char *name, struct PP_Var value) {
    struct PP_Var key = __nacl_io_text(name, strlen(name));
    dictionaries()->Set(dictionary, key, value);
    __nacl_io_vars()->Release(key);
    __nacl_io_vars()->Release(value);
}

static struct PP_Var get(struct PP_Var dictionary, const char *name) {
    struct PP_Var key = __nacl_io_text(name, strlen(name));
    struct PP_Var value = dictionaries()->Get(dictionary, key);
    __nacl_io_vars()->Release(key);
    return value;
}

/* Sends a message; takes the payload over. */
static void post(struct js_pipe *pipe, const char *operation, struct PP_Var payload) {
    struct PP_Var message = dictionaries()->Create();
    set(message, "pipe", __nacl_io_text(pipe->name, strlen(pipe->name)));
    set(message, "operation", __nacl_io_text(operation, strlen(operation)));
    set(message, "payload", payload);
    messaging()->PostMessage(__nacl_io_instance, message);
    __nacl_io_vars()->Release(message);
}

static uint32_t room_to_write(const struct js_pipe *pipe) {
    return ROOM - (pipe->sent - pipe->acknowledged);
}

/* Waits with the lock given back. */
static int wait(struct js_pipe *pipe, int flags) {
    if (flags & O_NONBLOCK)
        return EAGAIN;
    int before = __readiness();
    pthread_mutex_unlock(&pipe->lock);
    __readiness_wait(before, NULL);
    pthread_mutex_lock(&pipe->lock);
    return 0;
}

static int read_pipe(struct node *node, int64_t position, int flags, void *bytes, size_t size, size_t *count) {
    struct js_pipe *pipe = (struct js_pipe *) node;
    (void) position;
    pthread_mutex_lock(&pipe->lock);
    int error = has_browser() && pipe->name ? 0 : EIO;
    while (!error && pipe->input.size == 0 && size > 0)
        error = wait(pipe, flags);
    if (!error && size > 0) {
        *count = __nacl_io_ring_read(&pipe->input, bytes, size);
        pipe->received += (uint32_t) *count;
        post(pipe, "ack", PP_MakeInt32((int32_t) pipe->received));
    }
    pthread_mutex_unlock(&pipe->lock);
    return error;
}

static int send(struct js_pipe *pipe, const void *bytes, size_t size) {
    struct PP_Var payload = buffers()->Create((uint32_t) size);
    void *to = buffers()->Map(payload);
    if (!to) {
        __nacl_io_vars()->Release(payload);
        return ENOMEM;
    }
    memcpy(to, bytes, size);
    buffers()->Unmap(payload);
    post(pipe, "write", payload);
    pipe->sent += (uint32_t) size;
    return 0;
}

static int write_pipe(struct node *node, int64_t position, int flags, const void *bytes, size_t size, size_t *count) {
    struct js_pipe *pipe = (struct js_pipe *) node;
    (void) position;
    pthread_mutex_lock(&pipe->lock);
    int error = has_browser() && pipe->name ? 0 : EIO;
    while (!error && room_to_write(pipe) == 0 && size > 0)
        error = wait(pipe, flags);
    size = size < MOST ? size : MOST;
    size = size < room_to_write(pipe) ? size : room_to_write(pipe);
    if (!error && size > 0)
        error = send(pipe, bytes, size);
    *count = error ? 0 : size;
    pthread_mutex_unlock(&pipe->lock);
    return error;
}

static int take_bytes(struct js_pipe *pipe, struct PP_Var payload) {
    uint32_t size;
    if (payload.type != PP_VARTYPE_ARRAY_BUFFER || !buffers()->ByteLength(payload, &size))
        return EINVAL;
    if (size > pipe->input.room - pipe->input.size)
        return EIO;
    const void *bytes = buffers()->Map(payload);
    if (!bytes)
        return size == 0 ? 0 : ENOMEM;
    __nacl_io_ring_write(&pipe->input, bytes, size);
    buffers()->Unmap(payload);
    return 0;
}

static int take_acknowledgement(struct js_pipe *pipe, struct PP_Var payload) {
    uint32_t count = (uint32_t) payload.value.as_int;
    if (payload.type != PP_VARTYPE_INT32 || count > pipe->sent || count < pipe->acknowledged)
        return EINVAL;
    pipe->acknowledged = count;
    return 0;
}

static int take_message(struct js_pipe *pipe, const struct PP_Var *message) {
    if (!has_browser())
        return ENOSYS;
    if (message->type != PP_VARTYPE_DICTIONARY)
        return EINVAL;
    struct PP_Var operation = get(*message, "operation"), payload = get(*message, "payload");
    uint32_t size = 0;
    const char *text = __nacl_io_text_of(operation, &size);
    int error = EINVAL;
    pthread_mutex_lock(&pipe->lock);
    if (text && size == 5 && memcmp(text, "write", size) == 0)
        error = take_bytes(pipe, payload);
    else if (text && size == 3 && memcmp(text, "ack", size) == 0)
        error = take_acknowledgement(pipe, payload);
    pthread_mutex_unlock(&pipe->lock);
    __nacl_io_vars()->Release(operation);
    __nacl_io_vars()->Release(payload);
    __readiness_changed();
    return error;
}

static int set_name(struct js_pipe *pipe, const char *name) {
    pthread_mutex_lock(&pipe->lock);
    int error = pipe->name || !name || !*name ? EIO : 0;
    if (!error && !(pipe->name = strdup(name)))
        error = ENOMEM;
    pthread_mutex_unlock(&pipe->lock);
    return error;
}

static int control_pipe(struct node *node, unsigned long request, void *argument) {
    struct js_pipe *pipe = (struct js_pipe *) node;
    if (!argument)
        return EFAULT;
    switch (request) {
    case NACL_IOC_PIPE_SETNAME:
        return set_name(pipe, argument);
    case NACL_IOC_HANDLEMESSAGE:
        return take_message(pipe, argument);
    case NACL_IOC_PIPE_GETOSPACE:
        *(int *) argument = (int) room_to_write(pipe);
        return 0;
    case NACL_IOC_PIPE_GETISPACE:
        *(int *) argument = (int) (pipe->input.room - pipe->input.size);
        return 0;
    default:
        return EINVAL;
    }
}

static short events(struct node *node) {
    struct js_pipe *pipe = (struct js_pipe *) node;
    pthread_mutex_lock(&pipe->lock);
    int events = (pipe->input.size > 0 ? POLLIN | POLLRDNORM : 0) | (room_to_write(pipe) > 0 ? POLLOUT | POLLWRNORM : 0);
    pthread_mutex_unlock(&pipe->lock);
    return (short) events;
}

static void destroy_pipe(struct node *node) {
    struct js_pipe *pipe = (struct js_pipe *) node;
    pthread_mutex_destroy(&pipe->lock);
    free(pipe->input.bytes);
    free(pipe->name);
    free(pipe);
}

static const struct node_operations operations = {
    .read = read_pipe,
    .write = write_pipe,
    .status = __nacl_io_device_status,
    .control = control_pipe,
    .events = events,
    .destroy = destroy_pipe,
};

struct node *__nacl_io_make_pipe(const char *name) {
    struct js_pipe *made = calloc(1, sizeof(*made));
    if (!made || !__nacl_io_ring_make(&made->input, ROOM)) {
        free(made);
        return NULL;
    }
    __nacl_io_begin_node(&made->node, &operations, S_IFCHR | 0666, NULL);
    made->node.is_stream = true;
    pthread_mutex_init(&made->lock, NULL);
    if (set_name(made, name) != 0) {
        destroy_pipe(&made->node);
        return NULL;
    }
    return &made->node;
}
