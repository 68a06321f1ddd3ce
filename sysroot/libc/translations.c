/* Texts in other languages: there are none, so each is its own translation. */
#include <libintl.h>
#include <nl_types.h>

#include "internal.h"

char *gettext(const char *text) {
    return (char *) text;
}

char *dgettext(const char *domain, const char *text) {
    (void) domain;
    return (char *) text;
}

char *dcgettext(const char *domain, const char *text, int category) {
    (void) domain;
    (void) category;
    return (char *) text;
}

char *ngettext(const char *one, const char *many, unsigned long count) {
    return (char *) (count == 1 ? one : many);
}

char *dngettext(const char *domain, const char *one, const char *many, unsigned long count) {
    (void) domain;
    return ngettext(one, many, count);
}

char *dcngettext(const char *domain, const char *one, const char *many, unsigned long count, int category) {
    (void) category;
    return dngettext(domain, one, many, count);
}

char *textdomain(const char *domain) {
    return (char *) (domain ? domain : "messages");
}

char *bindtextdomain(const char *domain, const char *folder) {
    (void) domain;
    return (char *) folder;
}

char *bind_textdomain_codeset(const char *domain, const char *set) {
    (void) domain;
    return (char *) set;
}

nl_catd catopen(const char *name, int flag) {
    (void) name;
    (void) flag;
    errno = ENOENT;
    return (nl_catd) -1;
}

char *catgets(nl_catd catalogue, int set, int number, const char *text) {
    (void) catalogue;
    (void) set;
    (void) number;
    return (char *) text;
}

int catclose(nl_catd catalogue) {
    (void) catalogue;
    return result_of(EBADF);
}
