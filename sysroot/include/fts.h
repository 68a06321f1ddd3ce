/* Walks through trees of files, entry by entry. */
#ifndef _FTS_H
#define _FTS_H

#include <sys/cdefs.h>
#include <sys/stat.h>
#include <sys/types.h>

/* How to walk. The current folder is never changed, so FTS_NOCHDIR always holds. */
#define FTS_COMFOLLOW 0x001
#define FTS_LOGICAL 0x002
#define FTS_NOCHDIR 0x004
#define FTS_NOSTAT 0x008
#define FTS_PHYSICAL 0x010
#define FTS_SEEDOT 0x020
#define FTS_XDEV 0x040
#define FTS_WHITEOUT 0x080
#define FTS_OPTIONMASK 0x0ff
/* For fts_children. */
#define FTS_NAMEONLY 0x100

/* What an entry is. */
#define FTS_D 1
#define FTS_DC 2
#define FTS_DEFAULT 3
#define FTS_DNR 4
#define FTS_DOT 5
#define FTS_DP 6
#define FTS_ERR 7
#define FTS_F 8
#define FTS_INIT 9
#define FTS_NS 10
#define FTS_NSOK 11
#define FTS_SL 12
#define FTS_SLNONE 13
#define FTS_W 14

/* What fts_set says of an entry. */
#define FTS_AGAIN 1
#define FTS_FOLLOW 2
#define FTS_NOINSTR 3
#define FTS_SKIP 4

#define FTS_ROOTPARENTLEVEL (-1)
#define FTS_ROOTLEVEL 0

typedef struct _ftsent {
    struct _ftsent *fts_cycle;
    struct _ftsent *fts_parent;
    struct _ftsent *fts_link;
    long long fts_number;
    void *fts_pointer;
    char *fts_accpath;
    char *fts_path;
    int fts_errno;
    size_t fts_pathlen;
    size_t fts_namelen;
    ino_t fts_ino;
    dev_t fts_dev;
    nlink_t fts_nlink;
    int fts_level;
    int fts_info;
    unsigned fts_instr;
    struct stat *fts_statp;
    char *fts_name;
} FTSENT;

typedef struct _fts FTS;

__BEGIN_DECLS
FTS *fts_open(char *const *__paths, int __options, int (*__compare)(const FTSENT **, const FTSENT **));
FTSENT *fts_read(FTS *__walk);
FTSENT *fts_children(FTS *__walk, int __options);
int fts_set(FTS *__walk, FTSENT *__entry, int __instruction);
int fts_close(FTS *__walk);
__END_DECLS

#endif
