/* Compresses bytes with zlib and expands them again. */
#include <stdio.h>
#include <string.h>
#include <zlib.h>

int main(void) {
    unsigned char bytes[1000], packed[2000], again[1000];
    uLongf size = sizeof(packed), length = sizeof(again);
    for (size_t index = 0; index < sizeof(bytes); ++index)
        bytes[index] = (unsigned char) (index % 7);
    if (compress(packed, &size, bytes, sizeof(bytes)) != Z_OK || size >= sizeof(bytes))
        return 1;
    if (uncompress(again, &length, packed, size) != Z_OK)
        return 2;
    if (length != sizeof(bytes) || memcmp(bytes, again, sizeof(bytes)) != 0)
        return 3;
    printf("%s: %u bytes are the same\n", zlibVersion(), (unsigned) length);
    return 0;
}
