// directory: /data
// What old sources take for granted: the minima of POSIX, the time zone by its variables, files
// without a name, patterns that match nothing, searching in arrays.
#define _GNU_SOURCE
#include <errno.h>
#include <glob.h>
#include <limits.h>
#include <pthread.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct element {
    struct element *next, *before;
    int value;
};

static int compare(const void *one, const void *other) {
    return *(const int *) one - *(const int *) other;
}

static void limits(void) {
    printf("%d %d %d %d\n", _POSIX_ARG_MAX, _POSIX_PATH_MAX, _POSIX_NAME_MAX, _POSIX2_LINE_MAX);
    printf("%d %d %d\n", PATH_MAX, NAME_MAX, HOST_NAME_MAX > 60);
    printf("%d %d\n", SSIZE_MAX > 0, SEM_VALUE_MAX > 0);
}

static void zones(void) {
    setenv("TZ", "EST5EDT,M3.2.0,M11.1.0", 1);
    tzset();
    printf("%ld %d %s %s\n", (long) timezone, daylight, tzname[0], tzname[1]);
}

static void searching(void) {
    int numbers[10] = {5, 3, 8}, wanted = 3, new = 9;
    size_t count = 3;
    printf("%d\n", (int) ((int *) lfind(&wanted, numbers, &count, sizeof(int), compare) - numbers));
    printf("%d %d\n", lfind(&new, numbers, &count, sizeof(int), compare) == NULL, (int) count);
    printf("%d %d\n", *(int *) lsearch(&new, numbers, &count, sizeof(int), compare), (int) count);
    struct element elements[3] = {{.value = 1}, {.value = 2}, {.value = 3}};
    insque(&elements[0], NULL);
    insque(&elements[2], &elements[0]);
    insque(&elements[1], &elements[0]);
    remque(&elements[2]);
    for (struct element *each = elements; each; each = each->next)
        printf("%d ", each->value);
    puts("");
}

static void patterns(const char *folder) {
    glob_t found = {0};
    char name[300];
    snprintf(name, sizeof(name), "%s/one", folder);
    fclose(fopen(name, "w"));
    snprintf(name, sizeof(name), "%s/o*", folder);
    int result = glob(name, 0, NULL, &found);
    printf("%d %d %s\n", result, (int) found.gl_pathc, strrchr(found.gl_pathv[0], '/'));
    globfree(&found);
    snprintf(name, sizeof(name), "%s/x*", folder);
    printf("%d\n", glob(name, 0, NULL, &found) == GLOB_NOMATCH);
    printf("%d %d\n", glob(name, GLOB_NOCHECK, NULL, &found), (int) found.gl_pathc);
    globfree(&found);
}

static void nameless(const char *folder) {
    if (chdir(folder) != 0)
        perror("chdir");
    FILE *file = tmpfile();
    if (!file) {
        puts("no file");
        return;
    }
    fputs("some text", file);
    rewind(file);
    char text[20] = "";
    printf("%d %s\n", (int) fread(text, 1, 19, file), text);
    fclose(file);
}

static void systems(const char *folder) {
    struct statvfs status;
    int result = statvfs(folder, &status);
    printf("%d %d %d\n", result, status.f_namemax == 255, status.f_bsize >= 512);
    printf("%d %d\n", statvfs("/not/there", &status), errno == ENOENT);
    printf("%d\n", chown(folder, (uid_t) -1, (gid_t) -1));
    printf("%d %d\n", chown("/not/there", 0, 0), errno == ENOENT);
}

static void threads(void) {
    pthread_attr_t attributes;
    struct sched_param parameters;
    int value = -1;
    pthread_attr_init(&attributes);
    printf("%d ", pthread_attr_setscope(&attributes, PTHREAD_SCOPE_SYSTEM));
    printf("%d %d ", pthread_attr_getschedpolicy(&attributes, &value), value == SCHED_OTHER);
    printf("%d %d\n", pthread_attr_getschedparam(&attributes, &parameters), parameters.sched_priority);
    pthread_mutexattr_t mutex;
    pthread_mutexattr_init(&mutex);
    printf("%d %d\n", pthread_mutexattr_setpshared(&mutex, PTHREAD_PROCESS_PRIVATE),
        pthread_mutexattr_setprotocol(&mutex, PTHREAD_PRIO_NONE));
}

int main(int count, char **arguments) {
    int status;
    const char *folder = count > 1 ? arguments[1] : "/data";
    limits();
    zones();
    searching();
    patterns(folder);
    nameless(folder);
    systems(folder);
    threads();
    printf("%d %d\n", (int) wait3(&status, WNOHANG, NULL), errno == ECHILD);
    printf("%d\n", posix_madvise(NULL, 0, POSIX_MADV_NORMAL));
    return 0;
}
