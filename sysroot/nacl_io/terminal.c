/* A terminal whose other end is the page: what is written goes to a function of the program, what is
   typed comes as messages. */
#include <ctype.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>

#include <nacl_io/ioctl.h>

#include "libc/readiness.h"
#include "nacl_io/devices.h"
#include "nacl_io/pepper.h"

#define INPUT_ROOM 65536

struct terminal {
    struct node node;
    pthread_mutex_t lock;
    struct termios settings;
    struct winsize size;
    struct tioc_nacl_output output;
    struct ring input;
    /* How many bytes from the first are whole lines, and whether the end of the file was typed. */
    size_t ready;
    bool has_end;
    /* Counts changes of the size, which interrupt reading. */
    unsigned resizes;
};

static bool is_canonical(const struct terminal *terminal) {
    return terminal->settings.c_lflag & ICANON;
}

static size_t readable(const struct terminal *terminal) {
    return is_canonical(terminal) ? terminal->ready : terminal->input.size;
}

/* How many bytes one call reads: with whole lines, one line. */
static size_t length_of_read(const struct terminal *terminal, size_t size) {
    size_t most = readable(terminal);
    most = size < most ? size : most;
    for (size_t index = 0; is_canonical(terminal) && index < most; ++index) {
        if (terminal->input.bytes[(terminal->input.start + index) % terminal->input.room] == '\n')
            return index + 1;
    }
    return most;
}

static int read_terminal(struct node *node, int64_t position, int flags, void *bytes, size_t size, size_t *count) {
    struct terminal *terminal = (struct terminal *) node;
    (void) position;
    int error = 0;
    pthread_mutex_lock(&terminal->lock);
    unsigned resizes = terminal->resizes;
    while (!error && readable(terminal) == 0 && !terminal->has_end) {
        int before = __readiness();
        pthread_mutex_unlock(&terminal->lock);
        if (flags & O_NONBLOCK)
            error = EAGAIN;
        else
            __readiness_wait(before, NULL);
        pthread_mutex_lock(&terminal->lock);
        if (!error && terminal->resizes != resizes)
            error = EINTR;
    }
    if (!error) {
        *count = __nacl_io_ring_read(&terminal->input, bytes, length_of_read(terminal, size));
        terminal->ready -= *count < terminal->ready ? *count : terminal->ready;
        if (*count == 0)
            terminal->has_end = false;
    }
    pthread_mutex_unlock(&terminal->lock);
    return error;
}

/* Is called without the lock, because the function may use the terminal. */
static int write_terminal(
    struct node *node, int64_t position, int flags, const void *bytes, size_t size, size_t *count) {
    struct terminal *terminal = (struct terminal *) node;
    (void) position, (void) flags;
    pthread_mutex_lock(&terminal->lock);
    struct tioc_nacl_output output = terminal->output;
    pthread_mutex_unlock(&terminal->lock);
    if (!output.handler)
        return EIO;
    ssize_t result = output.handler(bytes, size, output.user_data);
    if (result < 0)
        return (int) -result;
    *count = (size_t) result;
    return 0;
}

/* What is shown of what was typed, in pieces. */
struct echo {
    char text[256];
    size_t size;
};

static void show(struct terminal *terminal, struct echo *echo, const char *text, size_t size) {
    size_t count;
    if (echo->size + size > sizeof(echo->text)) {
        pthread_mutex_unlock(&terminal->lock);
        write_terminal(&terminal->node, 0, 0, echo->text, echo->size, &count);
        pthread_mutex_lock(&terminal->lock);
        echo->size = 0;
    }
    memcpy(echo->text + echo->size, text, size);
    echo->size += size;
}

static bool is_shown_as_control(const struct terminal *terminal, char character) {
    return terminal->settings.c_lflag & ECHOCTL && character != '\n' && iscntrl((unsigned char) character);
}

static void erase(struct terminal *terminal, struct echo *echo) {
    struct ring *input = &terminal->input;
    if (input->size <= terminal->ready)
        return;
    --input->size;
    char last = input->bytes[(input->start + input->size) % input->room];
    int columns = is_shown_as_control(terminal, last) ? 2 : 1;
    while (terminal->settings.c_lflag & ECHO && columns-- > 0)
        show(terminal, echo, "\b \b", 3);
}

static void show_typed(struct terminal *terminal, struct echo *echo, char character) {
    tcflag_t flags = terminal->settings.c_lflag;
    if (!(flags & ECHO) && !(flags & ECHONL && character == '\n'))
        return;
    char control[2] = {'^', (char) (character ^ 0x40)};
    if (is_shown_as_control(terminal, character))
        show(terminal, echo, control, 2);
    else
        show(terminal, echo, &character, 1);
}

static void type(struct terminal *terminal, struct echo *echo, char character) {
    const struct termios *settings = &terminal->settings;
    if (character == '\r' && settings->c_iflag & IGNCR)
        return;
    if (character == '\r' && settings->c_iflag & ICRNL)
        character = '\n';
    else if (character == '\n' && settings->c_iflag & INLCR)
        character = '\r';
    bool canonical = is_canonical(terminal);
    if (canonical && character == (char) settings->c_cc[VERASE]) {
        erase(terminal, echo);
        return;
    }
    bool is_end = canonical && character == (char) settings->c_cc[VEOF];
    if (!is_end) {
        if (canonical)
            show_typed(terminal, echo, character);
        __nacl_io_ring_write(&terminal->input, &character, 1);
    }
    if (is_end && terminal->input.size == terminal->ready)
        terminal->has_end = true;
    if (is_end || character == '\n' || !canonical)
        terminal->ready = terminal->input.size;
}

/* Bytes without room are lost, as on any terminal. */
static int take_message(struct terminal *terminal, const struct PP_Var *message) {
    uint32_t size;
    const char *text = __nacl_io_get_interface ? __nacl_io_text_of(*message, &size) : NULL;
    if (!text)
        return EINVAL;
    struct echo echo = {.size = 0};
    size_t count;
    pthread_mutex_lock(&terminal->lock);
    for (uint32_t index = 0; index < size; ++index)
        type(terminal, &echo, text[index]);
    pthread_mutex_unlock(&terminal->lock);
    if (echo.size > 0)
        write_terminal(&terminal->node, 0, 0, echo.text, echo.size, &count);
    __readiness_changed();
    return 0;
}

static int set_output(struct terminal *terminal, const struct tioc_nacl_output *output) {
    pthread_mutex_lock(&terminal->lock);
    int error = output && terminal->output.handler ? EALREADY : 0;
    if (!error)
        terminal->output = output ? *output : (struct tioc_nacl_output) {NULL, NULL};
    pthread_mutex_unlock(&terminal->lock);
    return error;
}

static void set_size(struct terminal *terminal, const struct winsize *size) {
    pthread_mutex_lock(&terminal->lock);
    bool is_other = size->ws_row != terminal->size.ws_row || size->ws_col != terminal->size.ws_col;
    terminal->size = *size;
    terminal->resizes += is_other;
    pthread_mutex_unlock(&terminal->lock);
    if (!is_other)
        return;
    raise(SIGWINCH);
    __readiness_changed();
}

static void set_settings(struct terminal *terminal, const struct termios *settings, bool discard) {
    pthread_mutex_lock(&terminal->lock);
    terminal->settings = *settings;
    if (discard)
        terminal->input.size = terminal->ready = 0;
    pthread_mutex_unlock(&terminal->lock);
    __readiness_changed();
}

static int control_terminal(struct node *node, unsigned long request, void *argument) {
    struct terminal *terminal = (struct terminal *) node;
    if (!argument && request != TIOCNACLOUTPUT && request != TCFLSH)
        return EFAULT;
    switch (request) {
    case TIOCNACLOUTPUT:
        return set_output(terminal, argument);
    case NACL_IOC_HANDLEMESSAGE:
        return take_message(terminal, argument);
    case TIOCSWINSZ:
        set_size(terminal, argument);
        return 0;
    case TIOCGWINSZ:
        *(struct winsize *) argument = terminal->size;
        return 0;
    case TCGETS:
        *(struct termios *) argument = terminal->settings;
        return 0;
    case TCSETS:
    case TCSETSW:
    case TCSETSF:
        set_settings(terminal, argument, request == TCSETSF);
        return 0;
    case TCFLSH: {
        struct termios same = terminal->settings;
        set_settings(terminal, &same, (intptr_t) argument != TCOFLUSH);
        return 0;
    }
    case FIONREAD:
        *(int *) argument = (int) readable(terminal);
        return 0;
    default:
        return EINVAL;
    }
}

static short events(struct node *node) {
    struct terminal *terminal = (struct terminal *) node;
    pthread_mutex_lock(&terminal->lock);
    bool has_input = readable(terminal) > 0 || terminal->has_end;
    pthread_mutex_unlock(&terminal->lock);
    return (short) (POLLOUT | POLLWRNORM | (has_input ? POLLIN | POLLRDNORM : 0));
}

static void destroy_terminal(struct node *node) {
    struct terminal *terminal = (struct terminal *) node;
    pthread_mutex_destroy(&terminal->lock);
    free(terminal->input.bytes);
    free(terminal);
}

static const struct node_operations operations = {
    .read = read_terminal,
    .write = write_terminal,
    .status = __nacl_io_device_status,
    .control = control_terminal,
    .events = events,
    .destroy = destroy_terminal,
};

struct node *__nacl_io_make_terminal(void) {
    struct terminal *made = calloc(1, sizeof(*made));
    if (!made || !__nacl_io_ring_make(&made->input, INPUT_ROOM)) {
        free(made);
        return NULL;
    }
    __nacl_io_begin_node(&made->node, &operations, S_IFCHR | 0666, NULL);
    made->node.is_stream = made->node.is_terminal = true;
    pthread_mutex_init(&made->lock, NULL);
    made->size = (struct winsize) {.ws_row = 30, .ws_col = 80};
    made->settings = (struct termios) {
        .c_iflag = ICRNL | IXON | IXOFF,
        .c_oflag = OPOST | ONLCR,
        .c_cflag = CREAD | 077,
        .c_lflag = ISIG | ICANON | ECHO | ECHOE | ECHOK | ECHOCTL | ECHOKE | IEXTEN,
        .c_cc = {[VINTR] = 3, [VQUIT] = 28, [VERASE] = 127, [VKILL] = 21, [VEOF] = 4, [VMIN] = 1, [VSTART] = 17,
            [VSTOP] = 19, [VSUSP] = 26},
        .c_ispeed = B38400,
        .c_ospeed = B38400,
    };
    return &made->node;
}
