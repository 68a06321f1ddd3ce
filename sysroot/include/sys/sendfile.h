/* From one file to another. */
#ifndef _SYS_SENDFILE_H
#define _SYS_SENDFILE_H

#include <sys/cdefs.h>
#include <sys/types.h>

__BEGIN_DECLS
ssize_t sendfile(int __to, int __from, off_t *__position, size_t __size);
__END_DECLS

#endif
