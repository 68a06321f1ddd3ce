/* Catalogues of messages, of which there are none. */
#ifndef _NL_TYPES_H
#define _NL_TYPES_H

#include <sys/cdefs.h>

#define NL_SETD 1
#define NL_CAT_LOCALE 1

typedef void *nl_catd;
typedef int nl_item;

__BEGIN_DECLS
nl_catd catopen(const char *__name, int __flag);
char *catgets(nl_catd __catalogue, int __set, int __number, const char *__text);
int catclose(nl_catd __catalogue);
__END_DECLS

#endif
