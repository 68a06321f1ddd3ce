// Files of devices, without a folder: builds and checks of theirs use them.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
    char bytes[64], others[64];
    memset(bytes, 1, sizeof bytes);
    FILE *null = fopen("/dev/null", "r+");
    printf("%d %d", null != NULL, fgetc(null));
    clearerr(null);
    printf(" %d %d\n", fputs("nobody reads this", null) >= 0, fclose(null));
    FILE *written = fopen("/dev/null", "w");
    printf("%d %d\n", fprintf(written, "%d", 5), fclose(written));

    int zero = open("/dev/zero", O_RDONLY);
    printf("%d", (int)read(zero, bytes, sizeof bytes));
    for (unsigned place = 0; place < sizeof bytes; place++)
        if (bytes[place])
            printf(" not zero");
    printf(" %d\n", close(zero));

    int full = open("/dev/full", O_WRONLY);
    int count = (int)write(full, "x", 1);
    printf("%d %d\n", count, errno == ENOSPC);

    FILE *random = fopen("/dev/urandom", "rb");
    printf("%d", (int)fread(bytes, 1, sizeof bytes, random));
    printf(" %d", (int)fread(others, 1, sizeof others, random));
    printf(" %d\n", memcmp(bytes, others, sizeof bytes) != 0);
    printf("%d\n", access("/dev/random", R_OK));

    struct stat status;
    printf("%d %d\n", stat("/dev/null", &status), S_ISCHR(status.st_mode));
    printf("%d %d\n", stat("/dev", &status), S_ISDIR(status.st_mode));
    int missing = open("/dev/there-is-none", O_RDONLY);
    printf("%d %d\n", missing, errno == ENOENT);
    DIR *folder = opendir("/dev");
    int found = 0;
    for (struct dirent *entry; (entry = readdir(folder));)
        found += !strcmp(entry->d_name, "null") || !strcmp(entry->d_name, "urandom");
    printf("%d\n", found);

    fflush(stdout);
    FILE *output = fopen("/dev/stdout", "w");
    fprintf(output, "by the name of standard output\n");
    fclose(output);
    int copy = open("/dev/fd/1", O_WRONLY);
    return (int)write(copy, "by its number\n", 14) != 14;
}
