/* Texts in other languages, of which there are none: each text is its own translation. */
#ifndef _LIBINTL_H
#define _LIBINTL_H

#include <sys/cdefs.h>

__BEGIN_DECLS
char *gettext(const char *__text) __attribute__((__format_arg__(1)));
char *dgettext(const char *__domain, const char *__text) __attribute__((__format_arg__(2)));
char *dcgettext(const char *__domain, const char *__text, int __category) __attribute__((__format_arg__(2)));
char *ngettext(const char *__one, const char *__many, unsigned long __count)
    __attribute__((__format_arg__(1), __format_arg__(2)));
char *dngettext(const char *__domain, const char *__one, const char *__many, unsigned long __count)
    __attribute__((__format_arg__(2), __format_arg__(3)));
char *dcngettext(const char *__domain, const char *__one, const char *__many, unsigned long __count, int __category)
    __attribute__((__format_arg__(2), __format_arg__(3)));
char *textdomain(const char *__domain);
char *bindtextdomain(const char *__domain, const char *__folder);
char *bind_textdomain_codeset(const char *__domain, const char *__set);
__END_DECLS

#endif
