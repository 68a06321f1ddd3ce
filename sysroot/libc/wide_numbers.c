/* Numbers from wide strings. Without a number the end is the beginning of the text, also after
   white space; newlib's own functions name the first character after it. They also find no number
   if a later character is not in the character set of the locale. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

/* Characters of a number: digits, `infinity` and `nan(...)` in the set of ASCII. */
static int is_of_number(wchar_t c) {
    return (c >= L'0' && c <= L'9') || (c >= L'a' && c <= L'z') || (c >= L'A' && c <= L'Z') ||
           (c != 0 && wcschr(L"+-.,()_", c));
}

double wcstod(const wchar_t *restrict text, wchar_t **restrict end) {
    const wchar_t *start = text;
    while (iswspace(*start))
        ++start;
    size_t length = 0;
    while (is_of_number(start[length]))
        ++length;
    char few[64], *copy = length < sizeof(few) ? few : malloc(length + 1), *stop = copy;
    double value = 0;
    if (copy) {
        for (size_t at = 0; at < length; ++at)
            copy[at] = (char) start[at];
        copy[length] = 0;
        value = strtod(copy, &stop);
    }
    if (end)
        *end = (wchar_t *) (stop == copy ? text : start + (stop - copy));
    if (copy != few)
        free(copy);
    return value;
}

float wcstof(const wchar_t *restrict text, wchar_t **restrict end) {
    double value = wcstod(text, end);
    float narrow = (float) value;
    if (isinf(narrow) && !isinf(value))
        errno = ERANGE;
    return narrow;
}

/* Numbers have the same form in every locale. */
double wcstod_l(const wchar_t *restrict text, wchar_t **restrict end, locale_t locale) {
    (void) locale;
    return wcstod(text, end);
}

float wcstof_l(const wchar_t *restrict text, wchar_t **restrict end, locale_t locale) {
    (void) locale;
    return wcstof(text, end);
}

/* For newlib's scanf. */
double _wcstod_r(struct _reent *state, const wchar_t *text, wchar_t **end) {
    (void) state;
    return wcstod(text, end);
}
