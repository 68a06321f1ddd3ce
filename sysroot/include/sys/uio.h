#ifndef _SYS_UIO_H
#define _SYS_UIO_H

#include <sys/cdefs.h>
#include <sys/types.h>

struct iovec {
    void *iov_base;
    size_t iov_len;
};

__BEGIN_DECLS
ssize_t readv(int __fd, const struct iovec *__pieces, int __count);
ssize_t writev(int __fd, const struct iovec *__pieces, int __count);
#if __MISC_VISIBLE
ssize_t preadv(int __fd, const struct iovec *__pieces, int __count, off_t __position);
ssize_t pwritev(int __fd, const struct iovec *__pieces, int __count, off_t __position);
#endif
__END_DECLS

#endif
