/* What goes to the browser's console, by lines: what comes in pieces waits for its end. It goes to the host's standard error without a
   browser. */
#include <ppapi/c/ppb_console.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "nacl_io/devices.h"
#include "nacl_io/pepper.h"

PEPPER_INTERFACE(console, PPB_Console, PPB_CONSOLE_INTERFACE)

/* The longest piece of a line. */
#define ROOM 4096
#define LEVELS 4

struct console {
    struct node node;
    PP_LogLevel level;
    pthread_mutex_t lock;
    char line[ROOM];
    size_t size;
};

static struct console *consoles[LEVELS];

static void log_line(struct console *own) {
    struct PP_Var text = __nacl_io_text(own->line, own->size);
    console()->Log(__nacl_io_instance, own->level, text);
    __nacl_io_vars()->Release(text);
    own->size = 0;
}

static int write_console(struct node *node, int64_t position, int flags, const void *bytes, size_t size, size_t *count) {
    (void) position, (void) flags;
    if (!console()) {
        const struct nacl_irt_fdio *host = __nacl_io_host_files();
        return host ? host->write(STDERR_FILENO, bytes, size, count) : ENOSYS;
    }
    struct console *own = (struct console *) node;
    const char *text = bytes;
    pthread_mutex_lock(&own->lock);
    for (size_t index = 0; index < size; ++index) {
        if (text[index] != '\n')
            own->line[own->size++] = text[index];
        if (text[index] == '\n' || own->size == ROOM)
            log_line(own);
    }
    pthread_mutex_unlock(&own->lock);
    *count = size;
    return 0;
}

void __nacl_io_end_consoles(void) {
    for (int level = 0; level < LEVELS && console(); ++level) {
        if (consoles[level] && consoles[level]->size > 0)
            log_line(consoles[level]);
    }
}

static void destroy_console(struct node *node) {
    struct console *own = (struct console *) node;
    consoles[own->level] = NULL;
    pthread_mutex_destroy(&own->lock);
    free(own);
}

static const struct node_operations operations = {
    .write = write_console,
    .status = __nacl_io_device_status,
    .destroy = destroy_console,
};

struct node *__nacl_io_make_console(int level) {
    struct console *made = calloc(1, sizeof(*made));
    if (!made)
        return NULL;
    __nacl_io_begin_node(&made->node, &operations, S_IFCHR | 0222, NULL);
    made->node.is_stream = true;
    made->level = (PP_LogLevel) level;
    pthread_mutex_init(&made->lock, NULL);
    consoles[level] = made;
    return &made->node;
}
