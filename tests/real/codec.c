// Compresses a file in memory, unpacks it again, and compares: with zlib, bzip2
// or zstd, as the macro CODEC says. Prints the sizes and a sum of the packed bytes.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if CODEC == 1
#include <zlib.h>
static size_t pack(const void *from, size_t size, void *to, size_t room)
{
    uLongf length = room;
    return compress2(to, &length, from, size, 9) == Z_OK ? length : 0;
}
static size_t unpack(const void *from, size_t size, void *to, size_t room)
{
    uLongf length = room;
    return uncompress(to, &length, from, size) == Z_OK ? length : 0;
}
#elif CODEC == 2
#include <bzlib.h>
void bz_internal_error(int code) { printf("bzip2: %d\n", code), exit(1); }
static size_t pack(const void *from, size_t size, void *to, size_t room)
{
    unsigned length = (unsigned)room;
    int code = BZ2_bzBuffToBuffCompress(to, &length, (char *)from, (unsigned)size, 9, 0, 0);
    return code == BZ_OK ? length : 0;
}
static size_t unpack(const void *from, size_t size, void *to, size_t room)
{
    unsigned length = (unsigned)room;
    int code = BZ2_bzBuffToBuffDecompress(to, &length, (char *)from, (unsigned)size, 0, 0);
    return code == BZ_OK ? length : 0;
}
#else
#include <zstd.h>
static size_t pack(const void *from, size_t size, void *to, size_t room)
{
    size_t length = ZSTD_compress(to, room, from, size, 19);
    return ZSTD_isError(length) ? 0 : length;
}
static size_t unpack(const void *from, size_t size, void *to, size_t room)
{
    size_t length = ZSTD_decompress(to, room, from, size);
    return ZSTD_isError(length) ? 0 : length;
}
#endif

int main(int count, char **arguments)
{
    FILE *file = count > 1 ? fopen(arguments[1], "rb") : NULL;
    if (!file) {
        puts("cannot open the file");
        return 2;
    }
    fseek(file, 0, SEEK_END);
    size_t size = (size_t)ftell(file), room = size + size / 8 + 1024;
    rewind(file);
    unsigned char *original = malloc(size), *packed = malloc(room), *copy = malloc(size + 1);
    if (fread(original, 1, size, file) != size)
        return 3;
    fclose(file);
    size_t length = pack(original, size, packed, room);
    unsigned sum = 1;
    for (size_t i = 0; i < length; i++)
        sum = sum * 16777619u ^ packed[i];
    size_t back = unpack(packed, length, copy, size + 1);
    int equal = back == size && memcmp(original, copy, size) == 0;
    printf("%lu -> %lu, sum %08x, %s\n", (unsigned long)size, (unsigned long)length, sum,
           equal ? "equal" : "different");
    return !equal;
}
