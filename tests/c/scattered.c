// Functions of Unix that fewer programs use: states of random numbers, files in pieces, what is
// asked for a program that would be started, old kinds of addresses.
// directory: /data
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <unistd.h>

/* <math.h> shows them only with newer standards. */
double roundeven(double);
double nextup(double);
double nextdown(double);

static void random_numbers(void) {
    printf("random");
    for (int count = 0; count < 3; ++count)
        printf(" %ld", random());
    srandom(0);
    printf(" %ld\n", random());
    const size_t sizes[] = {8, 32, 63, 64, 128, 256};
    static char states[6][256] __attribute__((aligned(8)));
    char *first = NULL;
    for (int which = 0; which < 6; ++which) {
        char *before = initstate(which * 77, states[which], sizes[which]);
        if (which == 0)
            first = before;
        else
            printf("%d ", before == states[which - 1]);
        for (int count = 0; count < 70; ++count)
            random();
        printf("%ld\n", random());
    }
    for (int which = 0; which < 6; ++which) {
        setstate(states[which]);
        long one = random();
        printf("%ld %ld\n", one, random());
    }
    setstate(first);
    printf("%ld\n", random());
}

static void pieces(const char *folder) {
    char path[300], part_a[4] = "", part_b[7] = "";
    snprintf(path, sizeof(path), "%s/pieces", folder);
    int file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    const struct iovec out[] = {{"first ", 6}, {"and second", 10}};
    struct iovec in[] = {{part_a, 3}, {part_b, 6}};
    printf("%zd ", pwritev(file, out, 2, 5));
    printf("%zd %.3s|%.6s ", preadv(file, in, 2, 7), part_a, part_b);
    printf("%ld\n", (long) lseek(file, 0, SEEK_CUR));
    snprintf(path, sizeof(path), "%s/copy", folder);
    int copy = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    off_t position = 11;
    ssize_t sent = sendfile(copy, file, &position, 100);
    printf("%zd %ld ", sent, (long) position);
    lseek(file, 18, SEEK_SET);
    sent = sendfile(copy, file, NULL, 2);
    printf("%zd %ld ", sent, (long) lseek(file, 0, SEEK_CUR));
    char text[32] = "";
    printf("%zd %s\n", pread(copy, text, 31, 0), text);
    const struct timeval times[2] = {{1000, 250000}, {2000, 500000}};
    struct stat status;
    printf("%d ", futimesat(AT_FDCWD, path, times));
    stat(path, &status);
    printf("%ld %ld\n", (long) status.st_mtime, status.st_mtim.tv_nsec / 1000);
    printf("%d %d\n", eaccess(path, R_OK), euidaccess("/no such file", R_OK));
    char *name = canonicalize_file_name(path);
    printf("%s\n", name ? strrchr(name, '/') : "none");
    free(name);
    struct pollfd ready = {.fd = copy, .events = POLLIN};
    printf("%d ", ppoll(&ready, 1, &(struct timespec) {1, 0}, NULL));
    printf("%d\n", ready.revents == POLLIN);
    close(copy);
    close(file);
}

static void in_order_of_versions(const char *folder) {
    const char *names[] = {"v10", "v9", "v1.2", "v1.10"};
    char path[300];
    for (int which = 0; which < 4; ++which) {
        snprintf(path, sizeof(path), "%s/%s", folder, names[which]);
        close(open(path, O_WRONLY | O_CREAT, 0600));
    }
    struct dirent **list;
    int count = scandir(folder, &list, NULL, versionsort);
    for (int which = 0; which < count; ++which) {
        if (list[which]->d_name[0] == 'v')
            printf("%s ", list[which]->d_name);
        free(list[which]);
    }
    free(list);
    printf("\n");
}

static void to_be_started(void) {
    posix_spawnattr_t attributes;
    short flags;
    pid_t group;
    sigset_t some, got;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_getflags(&attributes, &flags);
    posix_spawnattr_getpgroup(&attributes, &group);
    printf("%d %d ", flags, (int) group);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 77);
    sigemptyset(&some);
    sigaddset(&some, SIGUSR1);
    posix_spawnattr_setsigmask(&attributes, &some);
    posix_spawnattr_getflags(&attributes, &flags);
    posix_spawnattr_getpgroup(&attributes, &group);
    posix_spawnattr_getsigmask(&attributes, &got);
    printf("%d %d %d%d\n", flags == POSIX_SPAWN_SETPGROUP, (int) group, sigismember(&got, SIGUSR1), sigismember(&got, SIGINT));
    posix_spawnattr_destroy(&attributes);
}

static void networks(void) {
    const char *addresses[] = {"10.1.2.3", "172.16.5.6", "192.168.7.8"};
    for (int which = 0; which < 3; ++which) {
        struct in_addr address = {inet_addr(addresses[which])};
        in_addr_t network = inet_netof(address), host = inet_lnaof(address);
        printf("%x %x %s\n", network, host, inet_ntoa(inet_makeaddr(network, host)));
    }
    printf("%x\n", inet_network("1.2.3.4"));
}

int main(int count, char **arguments) {
    const char *folder = count > 1 ? arguments[1] : "/data";
    random_numbers();
    pieces(folder);
    in_order_of_versions(folder);
    to_be_started();
    networks();
    printf("%g %g %g %a %d\n", roundeven(2.5), roundeven(-0.5), roundeven(3.5), nextup(1.0), nextdown(0.0) == -0x1p-1074);
    printf("%s\n", ptsname(0) ? "a terminal" : "none");
    return 0;
}
