/* The order of bytes: the lowest comes first. */
#ifndef _ENDIAN_H
#define _ENDIAN_H

#include <machine/endian.h>

#define __LITTLE_ENDIAN 1234
#define __BIG_ENDIAN 4321
#define __PDP_ENDIAN 3412
#define __BYTE_ORDER __LITTLE_ENDIAN
#define __FLOAT_WORD_ORDER __BYTE_ORDER

#ifndef LITTLE_ENDIAN
#define LITTLE_ENDIAN __LITTLE_ENDIAN
#define BIG_ENDIAN __BIG_ENDIAN
#define PDP_ENDIAN __PDP_ENDIAN
#define BYTE_ORDER __BYTE_ORDER
#endif

#define htobe16(value) __builtin_bswap16(value)
#define htobe32(value) __builtin_bswap32(value)
#define htobe64(value) __builtin_bswap64(value)
#define be16toh(value) __builtin_bswap16(value)
#define be32toh(value) __builtin_bswap32(value)
#define be64toh(value) __builtin_bswap64(value)
#define htole16(value) ((__UINT16_TYPE__) (value))
#define htole32(value) ((__UINT32_TYPE__) (value))
#define htole64(value) ((__UINT64_TYPE__) (value))
#define le16toh(value) ((__UINT16_TYPE__) (value))
#define le32toh(value) ((__UINT32_TYPE__) (value))
#define le64toh(value) ((__UINT64_TYPE__) (value))

#endif
