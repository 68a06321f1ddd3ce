// Functions of Unix that programs expect beside those of C.
// directory: /data
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <byteswap.h>
#include <dlfcn.h>
#include <endian.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <glob.h>
#include <iconv.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <regex.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <syslog.h>
#include <termios.h>
#include <unistd.h>

static void addresses(void) {
    static const char *const texts[] = {"127.0.0.1", "1.2.3", "300.1.1.1", "0x7f.1", "::1", "::", "fe80::1:2",
        "1:2:3:4:5:6:7:8", "::ffff:1.2.3.4", "::1.2.3.4", "1::2::3", "12345::", "a:b", "1:2:3:4:5:6:7::"};
    for (size_t index = 0; index < sizeof(texts) / sizeof(texts[0]); ++index) {
        unsigned char bytes[16];
        char text[INET6_ADDRSTRLEN] = "-";
        int family = strchr(texts[index], ':') ? AF_INET6 : AF_INET;
        int good = inet_pton(family, texts[index], bytes);
        if (good == 1)
            inet_ntop(family, bytes, text, sizeof(text));
        struct in_addr loose;
        printf("%s: %d %s %d\n", texts[index], good, text, inet_aton(texts[index], &loose));
    }
    printf("%x %x %s\n", (unsigned) ntohl(inet_addr("10.0.0.255")), htons(0x1234), inet_ntoa((struct in_addr) {htonl(0x01020304)}));
    struct addrinfo hints = {.ai_flags = AI_NUMERICHOST, .ai_socktype = SOCK_STREAM}, *found;
    printf("%d\n", getaddrinfo("1.2.3.4", "80", &hints, &found));
    printf("%d\n", ntohs(((struct sockaddr_in *) found->ai_addr)->sin_port));
    freeaddrinfo(found);
    printf("%d %d\n", (int) sizeof(struct sockaddr_in), (int) sizeof(struct sockaddr_un));
}

// The addresses of a server that binds to all of the machine's, in each family and in both.
static void wildcards(void) {
    int families[] = {AF_INET, AF_INET6, AF_UNSPEC};
    for (int index = 0; index < 3; index++) {
        struct addrinfo hints = {.ai_flags = AI_PASSIVE, .ai_family = families[index], .ai_socktype = SOCK_STREAM};
        struct addrinfo *found = NULL;
        int error = getaddrinfo(NULL, "22", &hints, &found);
        printf("%d", error);
        for (struct addrinfo *one = found; one; one = one->ai_next) {
            char text[64];
            getnameinfo(one->ai_addr, one->ai_addrlen, text, sizeof(text), NULL, 0, NI_NUMERICHOST);
            printf(" %s", text);
        }
        printf("\n");
        if (!error)
            freeaddrinfo(found);
    }
    struct sockaddr_in address = {.sin_family = AF_INET};
    char host[64];
    printf("%d\n", getnameinfo((struct sockaddr *) &address, sizeof(address) - 4, host, sizeof(host), NULL, 0, 0) == EAI_FAMILY);
}

static void convert(const char *to, const char *from, const char *input, size_t size) {
    char output[64], *out = output, *in = (char *) input;
    size_t room = sizeof(output);
    iconv_t conversion = iconv_open(to, from);
    if (conversion == (iconv_t) -1) {
        printf("%s: no\n", to);
        return;
    }
    size_t result = iconv(conversion, &in, &size, &out, &room);
    int error = result == (size_t) -1 ? errno : 0;
    printf("%s from %s: %d %d:", to, from, error == EILSEQ ? 1 : error == EINVAL ? 2 : error, (int) size);
    for (char *next = output; next < out; ++next)
        printf(" %02x", *next & 0xff);
    printf("\n");
    iconv_close(conversion);
}

static int visit(const char *path, const struct stat *status, int kind, struct FTW *place) {
    static int count;
    (void) status;
    if (kind == FTW_F)
        printf("file %s at %d\n", path + place->base, place->level);
    return ++count > 100;
}

static void marks(int fd) {
    char path[4096];
    printf("%d", fcntl(fd, F_GETFD));
    printf(" %d", fcntl(fd, F_SETFD, FD_CLOEXEC));
    printf(" %d", fcntl(fd, F_GETFD) == FD_CLOEXEC);
    int copy = dup(fd);
    printf(" %d", fcntl(copy, F_GETFD));
    close(copy);
    copy = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    printf(" %d\n", fcntl(copy, F_GETFD) == FD_CLOEXEC);
    close(copy);
    printf("%d", !realpath("none/..", path) && errno == ENOENT);
    printf(" %d\n", !realpath("two.txt/..", path) && errno == ENOTDIR);
}

int main(int argc, char **argv) {
    addresses();
    wildcards();
    convert("UTF-8", "ISO-8859-1", "caf\xe9", 4);
    convert("UTF-16LE", "UTF-8", "a\xe2\x82\xac\xf0\x9f\x98\x80", 8);
    convert("UTF-8", "UTF-16", "\xfe\xff\x20\xac", 4);
    convert("ISO-8859-15", "UTF-8", "\xe2\x82\xac", 3);
    convert("ASCII", "UTF-8", "a\xc3\xa9", 3);
    convert("UTF-8", "UTF-8", "ab\xe2\x82", 4);
    convert("UTF-8", "UTF-8", "ab\xff", 3);
    convert("no such set", "UTF-8", "", 0);

    printf("%x %x %llx\n", bswap_16(0x1234), bswap_32(0x12345678), (unsigned long long) htobe64(1));
    const char *folder = argc > 1 ? argv[1] : "/data";
    if (chdir(folder) != 0)
        return 1;
    mkdir("sub", 0777);
    FILE *file = fopen("sub/one.txt", "w");
    fputs("first\nsecond line\n", file);
    fclose(file);
    fclose(fopen("two.txt", "w"));
    fclose(fopen("three.c", "w"));
    glob_t matches;
    printf("%d", glob("*.[tc]*", 0, NULL, &matches));
    for (size_t index = 0; index < matches.gl_pathc; ++index)
        printf(" %s", matches.gl_pathv[index]);
    printf("\n");
    globfree(&matches);
    printf("%d\n", nftw("sub", visit, 4, FTW_PHYS));
    file = fopen("sub/one.txt", "r");
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    while ((length = getline(&line, &room, file)) >= 0)
        printf("%d %s", (int) length, line);
    struct pollfd polled = {.fd = fileno(file), .events = POLLIN};
    printf("%d %d\n", poll(&polled, 1, 1000), polled.revents == POLLIN);
    fd_set set;
    FD_ZERO(&set);
    FD_SET(fileno(file), &set);
    struct timeval time = {0, 1000};
    printf("%d\n", select(fileno(file) + 1, &set, NULL, NULL, &time));
    printf("%d\n", select(0, NULL, NULL, NULL, &time));
    fclose(file);
    int sub = open("sub", O_RDONLY | O_DIRECTORY);
    int inner = openat(sub, "one.txt", O_RDONLY);
    struct stat status;
    printf("%d %d %d\n", inner >= 0, fstatat(sub, "one.txt", &status, 0), (int) status.st_size);
    close(inner);
    printf("%d %d\n", unlinkat(sub, "one.txt", 0), unlinkat(AT_FDCWD, "sub", AT_REMOVEDIR));
    close(sub);

    struct rlimit limit;
    printf("%d\n", getrlimit(RLIMIT_NOFILE, &limit));
    void *memory;
    printf("%d %d\n", posix_memalign(&memory, 256, 100), (int) ((uintptr_t) memory % 256));
    struct termios settings;
    int two = open("two.txt", O_RDONLY);
    marks(two);
    printf("%d\n", tcgetattr(two, &settings));
    printf("%d\n", connect(two, NULL, 0) == -1 && errno == ENOTSOCK);
    printf("%d %d\n", dlopen("libnone.so", RTLD_NOW) == NULL, dlerror() != NULL);
    regex_t expression;
    regmatch_t groups[2];
    regcomp(&expression, "l([a-z]+)e", REG_EXTENDED);
    printf("%d", regexec(&expression, "second line", 2, groups, 0));
    printf(" %d %d\n", (int) groups[1].rm_so, (int) groups[1].rm_eo);
    openlog("name", 0, LOG_USER);
    warnx("to the errors");
    fflush(stdout);
    errx(3, "the end");
}
