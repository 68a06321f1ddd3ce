/* The three streams, the terminal and the end of the program, as the element's attributes say. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <nacl_io/ioctl.h>
#include <nacl_io/nacl_io.h>
#include <ppapi_simple/ps.h>
#include <ppapi_simple/ps_event.h>
#include <ppapi_simple/ps_instance.h>
#include <ppapi_simple/ps_interface.h>

#include "ppapi_simple/simple.h"

static int terminal = -1;
static const char *prefix, *exit_message;
static pthread_mutex_t exit_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t exit_answered = PTHREAD_COND_INITIALIZER;
static bool is_answered;

static void post(const char *text, size_t size) {
    struct PP_Var message = PSInterfaceVar()->VarFromUtf8(text, (uint32_t) size);
    PSInterfaceMessaging()->PostMessage(PSGetInstanceId(), message);
    PSInterfaceVar()->Release(message);
}

static ssize_t show(const char *bytes, size_t size, void *user_data) {
    (void) user_data;
    size_t before = strlen(prefix);
    char *text = malloc(before + size);
    if (!text)
        return -ENOMEM;
    memcpy(mempcpy(text, prefix, before), bytes, size);
    post(text, before + size);
    free(text);
    return (ssize_t) size;
}

/* Hands a message on to the device that it is for. */
static void pass_on(struct PP_Var key, struct PP_Var value, void *device) {
    (void) key;
    int fd = open(device, O_RDONLY);
    if (fd < 0 || ioctl(fd, NACL_IOC_HANDLEMESSAGE, &value) != 0)
        PSInstanceError("message for %s: %s\n", (const char *) device, strerror(errno));
    if (fd >= 0)
        close(fd);
}

static void set_size(int columns, int rows) {
    struct winsize size = {.ws_col = (unsigned short) columns, .ws_row = (unsigned short) rows};
    ioctl(terminal, TIOCSWINSZ, &size);
}

static void resize(struct PP_Var key, struct PP_Var value, void *user_data) {
    (void) key;
    (void) user_data;
    if (value.type != PP_VARTYPE_ARRAY || PSInterfaceVarArray()->GetLength(value) != 2) {
        PSInstanceError("The size of a terminal is an array of two numbers.\n");
        return;
    }
    struct PP_Var columns = PSInterfaceVarArray()->Get(value, 0), rows = PSInterfaceVarArray()->Get(value, 1);
    if (columns.type == PP_VARTYPE_INT32 && rows.type == PP_VARTYPE_INT32)
        set_size(columns.value.as_int, rows.value.as_int);
    PSInterfaceVar()->Release(columns);
    PSInterfaceVar()->Release(rows);
}

/* A number of rows or columns; -1 if it is none. */
static int number(const char *name) {
    const char *text = getenv(name);
    char *end;
    long value = text ? strtol(text, &end, 10) : -1;
    if (text && (*end || end == text || value < 0 || value > 65535)) {
        PSInstanceError("Invalid value for %s: %s\n", name, text);
        return -1;
    }
    return (int) value;
}

static void set_first_size(void) {
    bool has_rows = getenv("PS_TTY_ROWS"), has_columns = getenv("PS_TTY_COLS");
    if (has_rows != has_columns)
        PSInstanceError("PS_TTY_ROWS and PS_TTY_COLS must be set together\n");
    if (!has_rows || !has_columns)
        return;
    int rows = number("PS_TTY_ROWS"), columns = number("PS_TTY_COLS");
    if (rows >= 0 && columns >= 0)
        set_size(columns, rows);
}

static void set_up_terminal(void) {
    terminal = open("/dev/tty", O_WRONLY);
    if (terminal < 0) {
        PSInstanceError("Failed to open /dev/tty.\n");
        return;
    }
    PSEventRegisterMessageHandler(prefix, pass_on, "/dev/tty");
    const char *resizing = getenv("PS_TTY_RESIZE");
    if (resizing)
        PSEventRegisterMessageHandler(resizing, resize, NULL);
    set_first_size();
    struct tioc_nacl_output output = {show, NULL};
    ioctl(terminal, TIOCNACLOUTPUT, &output);
}

static void answered(struct PP_Var key, struct PP_Var value, void *user_data) {
    (void) key;
    (void) value;
    (void) user_data;
    pthread_mutex_lock(&exit_lock);
    is_answered = true;
    pthread_cond_signal(&exit_answered);
    pthread_mutex_unlock(&exit_lock);
}

/* Tells the page of the end, and waits until it has heard of it. */
static void at_end(int status, void *user_data) {
    (void) user_data;
    char *text;
    int size = asprintf(&text, "%s:%d", exit_message, status);
    if (size < 0)
        return;
    PSEventRegisterMessageHandler(exit_message, answered, NULL);
    pthread_mutex_lock(&exit_lock);
    post(text, (size_t) size);
    while (!is_answered)
        pthread_cond_wait(&exit_answered, &exit_lock);
    pthread_mutex_unlock(&exit_lock);
    free(text);
}

/* Has a descriptor be the file that an attribute names. */
static void redirect(int fd, const char *attribute, const char *usual, int flags) {
    const char *path = getenv(attribute);
    int opened = open(path ? path : usual, flags, 0666);
    if (opened < 0) {
        PSInstanceError("cannot open %s: %s\n", path ? path : usual, strerror(errno));
        return;
    }
    dup2(opened, fd);
    close(opened);
}

bool __ps_set_up_files(void) {
    if (nacl_io_init_ppapi(PSGetInstanceId(), PSGetInterface) != 0)
        return false;
    prefix = getenv("PS_TTY_PREFIX");
    if (prefix)
        set_up_terminal();
    redirect(STDIN_FILENO, "PS_STDIN", "/dev/stdin", O_RDONLY);
    redirect(STDOUT_FILENO, "PS_STDOUT", "/dev/stdout", O_WRONLY);
    redirect(STDERR_FILENO, "PS_STDERR", "/dev/console3", O_WRONLY);
    PSEventRegisterMessageHandler("jspipe1", pass_on, "/dev/jspipe1");
    PSEventRegisterMessageHandler("jspipe2", pass_on, "/dev/jspipe2");
    PSEventRegisterMessageHandler("jspipe3", pass_on, "/dev/jspipe3");
    exit_message = getenv("PS_EXIT_MESSAGE");
    if (exit_message)
        nacl_io_set_exit_callback(at_end, NULL);
    setvbuf(stdout, NULL, _IOLBF, 0);
    setvbuf(stderr, NULL, _IOLBF, 0);
    return true;
}
