// Kinds of characters, also of those that are negative, as many sources ask; and in UTF-8.
#include <ctype.h>
#include <locale.h>
#include <stdio.h>

static void show(const char *name) {
    int sum[14] = {0};
    for (int c = -128; c < 256; ++c) {
        int kinds[14] = {isalnum(c), isalpha(c), iscntrl(c), isdigit(c), isgraph(c), islower(c), isprint(c),
            ispunct(c), isspace(c), isupper(c), isxdigit(c), isblank(c), c >= 0 && toupper(c) != c, c >= 0 && tolower(c) != c};
        for (int i = 0; i < 14; ++i)
            sum[i] += kinds[i] ? (c & 255) + 1 : 0;
    }
    printf("%s:", name);
    for (int i = 0; i < 14; ++i)
        printf(" %d", sum[i]);
    puts("");
}

static void walk(const char *text) {
    for (const char *at = text; *at; ++at)
        printf("%d%d%d%d ", !!isspace(*at), !!isalpha(*at), !!isdigit(*at), !!(ispunct)(*at));
    puts("");
}

int main(void) {
    show("C");
    walk("a 1.\xe3\x8f\x97()\xc3\xa5");
    setlocale(LC_CTYPE, "C.UTF-8");
    show("UTF-8");
    walk("a 1.\xe3\x8f\x97()\xc3\xa5");
    printf("%d %d\n", isalpha(EOF), toupper(EOF));
    return 0;
}
