/* Counts the lines, words and bytes of files, or of standard input.
 *
 *   pinnacle cc -O2 wc.c -o wc.pexe
 *   pinnacle run --dir notes::/data:ro wc.pexe /data/a.txt
 *   pinnacle run wc.pexe --lines - < wc.c
 */

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

static int only_lines;

static int count(FILE *file, const char *name) {
    unsigned long lines = 0, words = 0, bytes = 0;
    int in_word = 0, c;
    while ((c = getc(file)) != EOF) {
        bytes++;
        lines += c == '\n';
        words += !isspace(c) && !in_word;
        in_word = !isspace(c);
    }
    if (ferror(file)) {
        fprintf(stderr, "wc: %s: cannot be read\n", name);
        return 1;
    }
    if (only_lines)
        printf("%lu %s\n", lines, name);
    else
        printf("%lu %lu %lu %s\n", lines, words, bytes, name);
    return 0;
}

int main(int argc, char **argv) {
    int status = 0, files = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--lines") == 0) {
            only_lines = 1;
            continue;
        }
        files++;
        if (strcmp(argv[i], "-") == 0) {
            status |= count(stdin, "-");
            continue;
        }
        FILE *file = fopen(argv[i], "r");
        if (file == NULL) {
            fprintf(stderr, "wc: %s: %s\n", argv[i], strerror(errno));
            status = 1;
            continue;
        }
        status |= count(file, argv[i]);
        fclose(file);
    }
    if (files == 0)
        status |= count(stdin, "-");
    return status;
}
