/* A library for programs that embed it: it has no main, and some functions are exported.

   pinnacle cc -O2 --export add,area,describe,longest_word,malloc,free shapes.c -o shapes.pexe */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

struct shape {
    double width, height;
};

static struct shape *shapes;
static int count, capacity;
static const char *unit;

/* Constructors run before the first call. */
__attribute__((constructor)) static void begin(void) {
    unit = "m";
}

double area(double width, double height) {
    return width * height;
}

/* Keeps a shape. Returns how many there are, or -1 without memory. */
int add(double width, double height) {
    if (count == capacity) {
        int larger = capacity ? 2 * capacity : 4;
        struct shape *moved = realloc(shapes, (size_t) larger * sizeof(*shapes));
        if (!moved)
            return -1;
        shapes = moved;
        capacity = larger;
    }
    shapes[count++] = (struct shape) {width, height};
    return count;
}

/* Returns the address of a text, or null if there is no such shape. */
const char *describe(int index) {
    static char text[80];
    if (index < 0 || index >= count) {
        errno = EINVAL;
        return NULL;
    }
    const struct shape *shape = &shapes[index];
    snprintf(text, sizeof(text), "%g x %g %s", shape->width, shape->height, unit);
    return text;
}

/* Returns the length of the longest word of a text that the caller has put into memory. */
int longest_word(const char *text) {
    int longest = 0, length = 0;
    for (; *text; ++text) {
        length = isspace((unsigned char) *text) ? 0 : length + 1;
        if (length > longest)
            longest = length;
    }
    return longest;
}
