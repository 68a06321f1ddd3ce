// What the C library keeps, used by threads alone: the first to write is not the main thread.
// directory: /tmp
#include <ctype.h>
#include <errno.h>
#include <locale.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

static FILE *opened;
static char buffer[64];
static int drawn[2], found_error;
static pthread_barrier_t both;

static void alone(void *(*function)(void *), void *argument)
{
    pthread_t thread;
    pthread_create(&thread, NULL, function, argument);
    pthread_join(thread, NULL);
}

static void *say(void *text)
{
    puts(text);
    return NULL;
}

static void *say_at_exit(void *unused)
{
    (void)unused;
    /* No line feed: it stays in the buffer until the end. */
    printf("the last words");
    return NULL;
}

static void *open_file(void *unused)
{
    (void)unused;
    opened = tmpfile();
    setvbuf(opened, buffer, _IOFBF, sizeof buffer);
    fputs("written by one, ", opened);
    return NULL;
}

static void *go_on(void *unused)
{
    (void)unused;
    fputs("and by another\n", opened);
    return NULL;
}

static void *read_file(void *unused)
{
    (void)unused;
    int letter;
    rewind(opened);
    while ((letter = getc(opened)) != EOF)
        putc(toupper(letter), stdout);
    ungetc('x', opened);
    printf("%c %d\n", getc(opened), fclose(opened));
    return NULL;
}

static void *draw(void *number)
{
    *(int *)number = rand();
    return NULL;
}

static void *draw_48(void *unused)
{
    (void)unused;
    unsigned short words[3] = {1, 2, 3};
    printf("%.17g %ld %ld %.17g\n", drand48(), lrand48(), mrand48(), erand48(words));
    printf("%ld %ld\n", nrand48(words), jrand48(words));
    unsigned short constants[7] = {9, 8, 7, 6, 5, 4, 3};
    lcong48(constants);
    printf("%ld %.17g\n", mrand48(), drand48());
    unsigned short *before = seed48(words);
    printf("%d %d %d %.17g\n", before[0], before[1], before[2], drand48());
    return NULL;
}

static void *fail(void *name)
{
    errno = 0;
    pthread_barrier_wait(&both);
    if (name)
        fopen(name, "r");
    pthread_barrier_wait(&both);
    printf("%s", name ? errno == ENOENT ? "error " : "none " : "");
    found_error += errno != 0;
    return NULL;
}

static void *cut(void *text)
{
    char copy[32];
    strcpy(copy, text);
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
        printf("<%s>", word);
    printf("\n");
    return NULL;
}

static void *dates(void *unused)
{
    (void)unused;
    time_t moment = 86400 * 365;
    printf("%s", asctime(gmtime(&moment)));
    printf("%s\n", strerror(ENOENT));
    return NULL;
}

static void *characters(void *unused)
{
    (void)unused;
    wchar_t wide;
    char bytes[8];
    printf("%d %d %d", mblen("a", 1), mbtowc(&wide, "b", 1), wctomb(bytes, L'c'));
    printf(" %zu %s %s\n", mbrlen("d", 1, NULL), setlocale(LC_ALL, NULL), localeconv()->decimal_point);
    return NULL;
}

static void *redirect(void *other)
{
    fprintf(stdout, "to the other stream\n");
    return stdout == other ? "same" : "different";
}

static void first(void)
{
    printf(", first registered");
}

static void second(int status, void *argument)
{
    printf(", %d %s", status, (char *)argument);
}

static void *register_functions(void *unused)
{
    (void)unused;
    atexit(first);
    on_exit(second, "from on_exit");
    return NULL;
}

static void *leave(void *unused)
{
    (void)unused;
    exit(7);
}

int main(void)
{
    char hello[] = "the first line is of a thread";
    alone(say, hello);
    alone(open_file, NULL);
    alone(go_on, NULL);
    alone(read_file, NULL);

    srand(42);
    drawn[0] = rand();
    srand(42);
    alone(draw, &drawn[1]);
    printf("%s %s\n", drawn[0] == drawn[1] ? "seed" : "no seed", rand() == drawn[0] ? "twice" : "once");
    srand48(42);
    alone(draw_48, NULL);

    pthread_t threads[2];
    pthread_barrier_init(&both, NULL, 2);
    pthread_create(&threads[0], NULL, fail, "/there/is/none");
    pthread_create(&threads[1], NULL, fail, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    printf("%d\n", found_error);

    alone(cut, "one two three");
    alone(dates, NULL);
    alone(characters, NULL);

    FILE *before = stdout, *other = tmpfile();
    stdout = other;
    pthread_t thread;
    void *result;
    pthread_create(&thread, NULL, redirect, other);
    pthread_join(thread, &result);
    stdout = before;
    rewind(other);
    char line[64] = "";
    printf("%s %s", (char *)result, fgets(line, sizeof line, other));

    alone(register_functions, NULL);
    alone(say_at_exit, NULL);
    pthread_create(&thread, NULL, leave, NULL);
    pthread_join(thread, NULL);
    return 1;
}
