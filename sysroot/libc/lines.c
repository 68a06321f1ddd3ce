/* Lines of any length, by POSIX's names. */
#include <stdio.h>

ssize_t getline(char **restrict line, size_t *restrict room, FILE *restrict stream) {
    return __getline(line, room, stream);
}

ssize_t getdelim(char **restrict line, size_t *restrict room, int end, FILE *restrict stream) {
    return __getdelim(line, room, end, stream);
}
