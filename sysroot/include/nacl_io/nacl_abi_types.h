/* The types of NaCl's system calls by names of their own, as all of its C libraries have them. */
#ifndef _NACL_IO_NACL_ABI_TYPES_H
#define _NACL_IO_NACL_ABI_TYPES_H

#include <dirent.h>
#include <stdint.h>

typedef int64_t nacl_abi_dev_t;
typedef uint64_t nacl_abi_ino_t;
typedef uint32_t nacl_abi_mode_t;
typedef uint32_t nacl_abi_nlink_t;
typedef uint32_t nacl_abi_uid_t;
typedef uint32_t nacl_abi_gid_t;
typedef int64_t nacl_abi_off_t;
typedef int32_t nacl_abi_blksize_t;
typedef int32_t nacl_abi_blkcnt_t;
typedef int64_t nacl_abi_time_t;
typedef uint32_t nacl_abi_size_t;
typedef int32_t nacl_abi_ssize_t;

struct nacl_abi_stat {
    nacl_abi_dev_t nacl_abi_st_dev;
    nacl_abi_ino_t nacl_abi_st_ino;
    nacl_abi_mode_t nacl_abi_st_mode;
    nacl_abi_nlink_t nacl_abi_st_nlink;
    nacl_abi_uid_t nacl_abi_st_uid;
    nacl_abi_gid_t nacl_abi_st_gid;
    nacl_abi_dev_t nacl_abi_st_rdev;
    nacl_abi_off_t nacl_abi_st_size;
    nacl_abi_blksize_t nacl_abi_st_blksize;
    nacl_abi_blkcnt_t nacl_abi_st_blocks;
    nacl_abi_time_t nacl_abi_st_atime;
    int64_t nacl_abi_st_atimensec;
    nacl_abi_time_t nacl_abi_st_mtime;
    int64_t nacl_abi_st_mtimensec;
    nacl_abi_time_t nacl_abi_st_ctime;
    int64_t nacl_abi_st_ctimensec;
};

struct nacl_abi_dirent {
    nacl_abi_ino_t nacl_abi_d_ino;
    nacl_abi_off_t nacl_abi_d_off;
    uint16_t nacl_abi_d_reclen;
    char nacl_abi_d_name[MAXNAMLEN + 1];
};

#endif
