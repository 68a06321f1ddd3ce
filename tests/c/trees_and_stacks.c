// Walks by fts, stacks of objects, names of large files, characters of Unicode.
// directory: /data
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <obstack.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/sysmacros.h>
#include <uchar.h>
#include <unistd.h>
#include <values.h>

#define obstack_chunk_alloc malloc
#define obstack_chunk_free free

static int by_name(const FTSENT **one, const FTSENT **two) {
    return strcmp((*one)->fts_name, (*two)->fts_name);
}

static void make(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    fputs(text, file);
    fclose(file);
}

static void walk(int options, const char *special, int instruction) {
    char *paths[] = {"tree", "alone", "nothing", NULL};
    FTS *tree = fts_open(paths, options, by_name);
    for (FTSENT *entry; (entry = fts_read(tree)) != NULL;) {
        printf("%*s%s %s %d", entry->fts_level * 2, "", entry->fts_path, entry->fts_name, entry->fts_info);
        if (entry->fts_info == FTS_F)
            printf(" %d", (int) entry->fts_statp->st_size);
        if (entry->fts_info == FTS_NS)
            printf(" %s", entry->fts_errno == ENOENT ? "ENOENT" : "another");
        puts("");
        if (special && strcmp(entry->fts_name, special) == 0 && entry->fts_number++ == 0)
            fts_set(tree, entry, instruction);
        if (entry->fts_info == FTS_D && strcmp(entry->fts_name, "b") == 0)
            for (FTSENT *child = fts_children(tree, 0); child; child = child->fts_link)
                printf("child %s\n", child->fts_name);
    }
    printf("end %d\n", errno);
    printf("%d\n", fts_close(tree));
}

static void trees(const char *folder) {
    if (chdir(folder) != 0)
        puts("no folder");
    mkdir("tree", 0700);
    mkdir("tree/a", 0700);
    mkdir("tree/b", 0700);
    mkdir("tree/b/c", 0700);
    mkdir("tree/empty", 0700);
    make("tree/a/one", "1");
    make("tree/b/two", "22");
    make("tree/b/c/three", "333");
    make("tree/four", "4444");
    make("alone", "55555");
    walk(FTS_PHYSICAL | FTS_NOCHDIR, NULL, 0);
    walk(FTS_LOGICAL | FTS_NOCHDIR, "c", FTS_SKIP);
    walk(FTS_PHYSICAL | FTS_NOCHDIR, "two", FTS_AGAIN);
    char *none[] = {"tree", NULL};
    FTS *early = fts_open(none, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
    for (int i = 0; i < 4; i++)
        puts(fts_read(early)->fts_path);
    printf("%d\n", fts_close(early));
}

static void stacks(void) {
    struct obstack stack;
    obstack_init(&stack);
    char *first = obstack_copy0(&stack, "first", 5);
    for (int i = 0; i < 5000; i++)
        obstack_int_grow(&stack, i);
    printf("%d\n", (int) obstack_object_size(&stack));
    int *numbers = obstack_finish(&stack);
    char *empty = obstack_finish(&stack), *empty_too = obstack_finish(&stack);
    obstack_printf(&stack, "%d-%s", 7, "seven");
    obstack_1grow(&stack, '!');
    obstack_grow0(&stack, "?", 1);
    char *text = obstack_finish(&stack);
    printf("%s %d %d %s %d\n", first, numbers[0], numbers[4999], text, empty != empty_too);
    obstack_free(&stack, numbers);
    char *again = obstack_alloc(&stack, 3);
    printf("%d %s %d\n", again == (char *) numbers, first, ((unsigned long) again & 7) == 0);
    obstack_blank(&stack, 100);
    obstack_blank(&stack, -60);
    printf("%d\n", (int) obstack_object_size(&stack));
    obstack_free(&stack, NULL);
}

static void large_files(void) {
    int file = open64("large", O_RDWR | O_CREAT | O_LARGEFILE, 0600);
    off64_t end = lseek64(file, 5000000000LL, SEEK_SET);
    printf("%lld %d\n", (long long) end, (int) sizeof(off64_t));
    struct stat64 status;
    printf("%d %d\n", ftruncate64(file, 10), fstat64(file, &status));
    printf("%d\n", (int) status.st_size);
    printf("%d\n", (int) pwrite64(file, "x", 1, 3));
    close(file);
    FILE *stream = fopen64("large", "r");
    fseeko64(stream, 4, SEEK_SET);
    printf("%d\n", (int) ftello64(stream));
    fclose(stream);
    DIR *folder = opendir("tree/empty");
    int count = 0;
    for (struct dirent64 *entry; (entry = readdir64(folder)) != NULL;)
        count++;
    closedir(folder);
    printf("%d\n", count);
}

static void characters(void) {
    char16_t half;
    char32_t whole;
    mbstate_t state = {0};
    printf("%d", (int) mbrtoc16(&half, "a", 1, &state));
    printf(" %c\n", half);
    printf("%d", (int) mbrtoc32(&whole, "bc", 2, &state));
    printf(" %c\n", (int) whole);
    char text[16];
    printf("%d", (int) c32rtomb(text, U'x', &state));
    printf(" %c\n", text[0]);
    printf("%d", (int) c16rtomb(text, u'y', &state));
    printf(" %c\n", text[0]);
    printf("%d\n", (int) c16rtomb(text, 0xdc00, &state));
}

int main(int count, char **arguments) {
    trees(count > 1 ? arguments[1] : "/data");
    stacks();
    large_files();
    characters();
    printf("%d %d %d\n", major(makedev(8, 300)), minor(makedev(8, 300)), MAXSHORT);
    printf("%d\n", ftok("alone", 1) != -1);
    struct rusage usage;
    printf("%d %ld\n", getrusage(RUSAGE_SELF, &usage), usage.ru_msgsnd);
    return 0;
}
