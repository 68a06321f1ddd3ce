// Pipes between threads, and waiting for them.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <unistd.h>

#define AMOUNT 300000

static int ends[2];

static void *fill(void *unused) {
    char bytes[1000];
    for (int sent = 0; sent < AMOUNT; sent += sizeof bytes) {
        for (size_t i = 0; i < sizeof bytes; i++)
            bytes[i] = (char) ((sent + i) % 251);
        if (write(ends[1], bytes, sizeof bytes) != sizeof bytes)
            puts("short");
    }
    close(ends[1]);
    return unused;
}

static void *later(void *unused) {
    usleep(20000);
    if (write(ends[1], "!", 1) != 1)
        puts("not written");
    return unused;
}

static void stream(void) {
    pthread_t thread;
    if (pipe(ends) != 0)
        puts("no pipe");
    pthread_create(&thread, NULL, fill, NULL);
    char bytes[777];
    int total = 0, wrong = 0;
    for (ssize_t count; (count = read(ends[0], bytes, sizeof bytes)) > 0; total += count)
        for (ssize_t i = 0; i < count; i++)
            wrong += bytes[i] != (char) ((total + i) % 251);
    pthread_join(thread, NULL);
    printf("%d %d\n", total, wrong);
    close(ends[0]);
}

static void waiting(void) {
    pthread_t thread;
    if (pipe2(ends, O_NONBLOCK | O_CLOEXEC) != 0)
        puts("no pipe");
    char byte;
    printf("%d %d\n", (int) read(ends[0], &byte, 1), errno == EAGAIN);
    struct pollfd files[2] = {{.fd = ends[0], .events = POLLIN}, {.fd = ends[1], .events = POLLOUT}};
    printf("%d\n", poll(files, 1, 10));
    printf("%d %d %d\n", poll(files, 2, -1), files[0].revents, files[1].revents == POLLOUT);
    pthread_create(&thread, NULL, later, NULL);
    printf("%d %d\n", poll(files, 1, -1), files[0].revents == POLLIN);
    printf("%d %c\n", (int) read(ends[0], &byte, 1), byte);
    pthread_join(thread, NULL);
    pthread_create(&thread, NULL, later, NULL);
    fd_set set;
    FD_ZERO(&set);
    FD_SET(ends[0], &set);
    struct timeval none = {0}, much = {10, 0};
    printf("%d %d\n", select(ends[0] + 1, &set, NULL, NULL, &none), FD_ISSET(ends[0], &set) != 0);
    FD_SET(ends[0], &set);
    printf("%d %d\n", select(ends[0] + 1, &set, NULL, NULL, &much), FD_ISSET(ends[0], &set) != 0);
    pthread_join(thread, NULL);
    int written = 0;
    for (char many[4096] = {0}; write(ends[1], many, sizeof many) > 0;)
        written++;
    printf("%d %d\n", written, errno == EAGAIN);
    close(ends[1]);
    printf("%d %d\n", poll(files, 1, -1), (files[0].revents & POLLHUP) != 0);
    close(ends[0]);
}

static void copies(void) {
    if (pipe(ends) != 0)
        puts("no pipe");
    struct stat status;
    printf("%d %d\n", fstat(ends[0], &status), S_ISFIFO(status.st_mode));
    printf("%d %d\n", (int) lseek(ends[0], 0, SEEK_SET), errno == ESPIPE);
    printf("%d %d %d\n", isatty(ends[0]), fcntl(ends[0], F_GETFL) & O_ACCMODE, fcntl(ends[1], F_GETFL) & O_ACCMODE);
    int copy = dup(ends[1]);
    close(ends[1]);
    FILE *writing = fdopen(copy, "w"), *reading = fdopen(ends[0], "r");
    fprintf(writing, "a line\nanother\n");
    fclose(writing);
    char line[32];
    while (fgets(line, sizeof line, reading))
        fputs(line, stdout);
    printf("%d\n", feof(reading) != 0);
    fclose(reading);
    printf("%d %d\n", (int) read(ends[0], line, 1), errno == EBADF);
    if (pipe(ends) != 0)
        puts("no pipe");
    close(ends[0]);
    signal(SIGPIPE, SIG_IGN);
    printf("%d %d\n", (int) write(ends[1], "x", 1), errno == EPIPE);
    close(ends[1]);
}

int main(void) {
    stream();
    waiting();
    copies();
    return 0;
}
