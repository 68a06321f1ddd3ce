/* The table of mounted file systems, which is empty. */
#ifndef _MNTENT_H
#define _MNTENT_H

#include <stdio.h>
#include <sys/cdefs.h>

#define MNTTAB "/etc/fstab"
#define MOUNTED "/etc/mtab"

struct mntent {
    char *mnt_fsname;
    char *mnt_dir;
    char *mnt_type;
    char *mnt_opts;
    int mnt_freq;
    int mnt_passno;
};

__BEGIN_DECLS
FILE *setmntent(const char *__file, const char *__mode);
struct mntent *getmntent(FILE *__table);
char *hasmntopt(const struct mntent *__entry, const char *__option);
int endmntent(FILE *__table);
__END_DECLS

#endif
