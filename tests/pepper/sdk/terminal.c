// A terminal in the page, the streams of a program, and the handshake at its end.
// libraries: ppapi_simple nacl_io ppapi
// attribute: PS_TTY_PREFIX=tty:
// attribute: PS_TTY_RESIZE=resize
// attribute: PS_TTY_ROWS=10
// attribute: PS_TTY_COLS=20
// attribute: PS_STDIN=/dev/tty
// attribute: PS_VERBOSITY=1
// attribute: PS_EXIT_MESSAGE=over
// script: {"after":"line","post":{"tty:":"hellp\u007fo\r"}}
// script: {"after":"raw","post":{"tty:":"x"}}
// script: {"after":"end","post":{"tty:":"\u0004"}}
// script: {"after":"size","post":{"resize":[100,40]}}
// script: {"after":"pipe","post":{"jspipe1":{"pipe":"jspipe1","operation":"write","payload":{"$bytes":"aGVsbG8="}}}}
// script: {"after":"over:0","post":{"over":1}}
#include "check.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <termios.h>

#include <nacl_io/ioctl.h>

static volatile int resized;

static void on_resize(int number) {
    (void) number;
    resized = 1;
}

static void lines(int fd) {
    char line[100];
    CHECK("it is a terminal", isatty(fd), 1);
    CHECK("standard input is that terminal", isatty(0), 1);
    CHECK_TRUE("what is written is a message", write(fd, "written", 7) == 7);
    tell("line");
    CHECK_TEXT("a line is read", fgets(line, sizeof line, stdin), "hello\n");
    struct termios settings;
    CHECK("its settings are known", tcgetattr(fd, &settings), 0);
    settings.c_lflag &= ~(tcflag_t) (ICANON | ECHO);
    CHECK("they can be changed", tcsetattr(fd, TCSANOW, &settings), 0);
    tell("raw");
    CHECK("then each character is read", read(0, line, sizeof line), 1);
    settings.c_lflag |= ICANON;
    tcsetattr(fd, TCSANOW, &settings);
    tell("end");
    CHECK("the end of the input", read(0, line, sizeof line), 0);
}

static void sizes(int fd) {
    struct winsize size;
    CHECK("it has a size", ioctl(fd, TIOCGWINSZ, &size), 0);
    CHECK("rows", size.ws_row, 10);
    CHECK("columns", size.ws_col, 20);
    struct sigaction action = {.sa_handler = on_resize};
    sigaction(SIGWINCH, &action, NULL);
    tell("size");
    char line[10];
    CHECK_ERROR("a new size interrupts reading", read(0, line, sizeof line), EINTR);
    CHECK("and is a signal", resized, 1);
    ioctl(fd, TIOCGWINSZ, &size);
    CHECK("the new columns", size.ws_col, 100);
    CHECK_ERROR("other requests are unknown", ioctl(fd, 0x1234, &size), EINVAL);
    struct tioc_nacl_output output = {NULL, NULL};
    CHECK_ERROR("it has an output already", ioctl(fd, TIOCNACLOUTPUT, &output), EALREADY);
}

static void pipes(void) {
    int fd = open("/dev/jspipe1", O_RDWR), room;
    char bytes[10];
    struct pollfd entry = {fd, POLLIN | POLLOUT, 0};
    CHECK("a pipe to the page", poll(&entry, 1, 0), 1);
    CHECK("can be written", entry.revents, POLLOUT);
    CHECK("bytes go", write(fd, "to the page", 11), 11);
    ioctl(fd, NACL_IOC_PIPE_GETOSPACE, &room);
    CHECK("there is less room", room, 512 * 1024 - 11);
    tell("pipe");
    entry.events = POLLIN;
    CHECK("it becomes ready", poll(&entry, 1, -1), 1);
    CHECK("bytes come", read(fd, bytes, sizeof bytes), 5);
    CHECK_TRUE("as they were sent", memcmp(bytes, "hello", 5) == 0);
    fcntl(fd, F_SETFL, O_NONBLOCK);
    CHECK_ERROR("nothing more comes", read(fd, bytes, sizeof bytes), EAGAIN);
    CHECK_ERROR("a name stays", ioctl(fd, NACL_IOC_PIPE_SETNAME, "other"), EIO);
    close(fd);
}

static int run(int argc, char *argv[]) {
    (void) argc, (void) argv;
    int fd = open("/dev/tty", O_RDWR);
    lines(fd);
    sizes(fd);
    pipes();
    fprintf(stderr, "standard error is the console");
    return 0;
}

PPAPI_SIMPLE_REGISTER_MAIN(run)
