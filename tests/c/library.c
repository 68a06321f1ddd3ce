// The C library: memory, strings, formatted input and output, time, errors.
#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int main(int count, char **arguments)
{
    printf("%d %d\n", count, arguments[count] == NULL);
    char *blocks[100];
    unsigned sum = 0;
    for (int round = 0; round < 5; round++) {
        for (int i = 0; i < 100; i++) {
            blocks[i] = malloc((size_t)(i * 37 + round + 1));
            memset(blocks[i], i, (size_t)(i * 37 + round + 1));
        }
        for (int i = 0; i < 100; i += 2)
            blocks[i] = realloc(blocks[i], (size_t)(i * 100 + 1));
        for (int i = 0; i < 100; i++) {
            sum += (unsigned char)blocks[i][0];
            free(blocks[i]);
        }
    }
    printf("%u\n", sum);
    int *zeroed = calloc(1000, sizeof *zeroed);
    printf("%d\n", zeroed[999]);
    free(zeroed);
    char text[100];
    strcpy(text, "one,two;three");
    for (char *word = strtok(text, ",;"); word; word = strtok(NULL, ",;"))
        printf("[%s]", word);
    printf("\n%s %d %ld %s\n", strstr("haystack", "st"), atoi("  -42x"), strtol("ff", NULL, 16),
           strchr("path/file", '/') + 1);
    int number;
    double real;
    char word[20];
    int read = sscanf("17 2.5 hello", "%d %lf %19s", &number, &real, word);
    printf("%d %d %g %s\n", read, number, real, word);
    printf("%5d|%-5d|%05d|%+d|%x|%#o|%c|%%|%10.3s|%p\n", 42, 42, 42, 42, 255, 8, 'c', "abcdef",
           (void *)NULL == NULL ? (void *)16 : NULL);
    struct tm when = {.tm_year = 113, .tm_mon = 10, .tm_mday = 12};
    strftime(text, sizeof text, "%Y-%m-%d %a", (mktime(&when), &when));
    puts(text);
    errno = 0;
    FILE *missing = fopen("/no/such/file", "r");
    printf("%d %d\n", missing == NULL, errno == ENOENT);
    printf("%d %d %c\n", isalpha('x') != 0, isdigit('x') != 0, toupper('x'));
    fprintf(stderr, "to standard error\n");
    return 42;
}
