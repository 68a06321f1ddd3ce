/* Addresses of the internet: as numbers and as text. */
#include <arpa/inet.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

const struct in6_addr in6addr_any = IN6ADDR_ANY_INIT;
const struct in6_addr in6addr_loopback = IN6ADDR_LOOPBACK_INIT;

uint32_t htonl(uint32_t value) {
    return __builtin_bswap32(value);
}

uint16_t htons(uint16_t value) {
    return __builtin_bswap16(value);
}

uint32_t ntohl(uint32_t value) {
    return __builtin_bswap32(value);
}

uint16_t ntohs(uint16_t value) {
    return __builtin_bswap16(value);
}

/* One to four numbers of any base, the last of which fills what is left. */
int inet_aton(const char *text, struct in_addr *address) {
    uint32_t parts[4];
    int count = 0;
    for (;;) {
        if (count == 4 || *text < '0' || *text > '9')
            return 0;
        char *end;
        parts[count++] = (uint32_t) strtoul(text, &end, 0);
        text = end;
        if (*text != '.')
            break;
        ++text;
    }
    if (*text && *text != ' ' && *text != '\t' && *text != '\n')
        return 0;
    uint32_t value = 0;
    for (int part = 0; part < count - 1; ++part) {
        if (parts[part] > 255)
            return 0;
        value |= parts[part] << (24 - 8 * part);
    }
    uint32_t most = count == 1 ? UINT32_MAX : (1u << (8 * (5 - count))) - 1;
    if (parts[count - 1] > most)
        return 0;
    if (address)
        address->s_addr = htonl(value | parts[count - 1]);
    return 1;
}

in_addr_t inet_addr(const char *text) {
    struct in_addr address;
    return inet_aton(text, &address) ? address.s_addr : INADDR_NONE;
}

char *inet_ntoa(struct in_addr address) {
    static __thread char text[INET_ADDRSTRLEN];
    return (char *) inet_ntop(AF_INET, &address, text, sizeof(text));
}

/* The old classes of networks: how many bits of an address are the host's. */
static int host_bits(in_addr_t address) {
    if (!(address & 0x80000000))
        return 24;
    return address & 0x40000000 ? 8 : 16;
}

in_addr_t inet_network(const char *text) {
    in_addr_t address = inet_addr(text);
    return address == INADDR_NONE ? address : ntohl(address);
}

struct in_addr inet_makeaddr(in_addr_t network, in_addr_t host) {
    int bits = network < 128 ? 24 : network < 65536 ? 16 : 8;
    in_addr_t mask = ((in_addr_t) 1 << bits) - 1;
    return (struct in_addr) {htonl(network << bits | (host & mask))};
}

in_addr_t inet_lnaof(struct in_addr address) {
    in_addr_t number = ntohl(address.s_addr);
    return number & (((in_addr_t) 1 << host_bits(number)) - 1);
}

in_addr_t inet_netof(struct in_addr address) {
    in_addr_t number = ntohl(address.s_addr);
    return number >> host_bits(number);
}

static void print_address6(const uint8_t *bytes, char *text) {
    unsigned groups[8];
    for (int group = 0; group < 8; ++group)
        groups[group] = (unsigned) bytes[2 * group] << 8 | bytes[2 * group + 1];
    /* The first of the longest runs of zeros is left out. */
    int gap = -1, gap_size = 1;
    for (int first = 0; first < 8; ++first) {
        int size = 0;
        while (first + size < 8 && groups[first + size] == 0)
            ++size;
        if (size > gap_size) {
            gap = first;
            gap_size = size;
        }
    }
    /* Addresses of version 4 in their old form and in that of today (RFC 4291, section 2.5.5). */
    bool maps = gap == 0 && (gap_size == 6 || (gap_size == 5 && groups[5] == 0xffff));
    for (int group = 0; group < 8;) {
        if (group == gap) {
            text += sprintf(text, "::");
            group += gap_size;
        } else if (maps && group == 6) {
            text += sprintf(text, "%s%u.%u.%u.%u", gap_size == 6 ? "" : ":", bytes[12], bytes[13], bytes[14], bytes[15]);
            group = 8;
        } else {
            bool follows = group > 0 && group != gap + gap_size;
            text += sprintf(text, "%s%x", follows || (gap < 0 && group > 0) ? ":" : "", groups[group]);
            ++group;
        }
    }
}

const char *inet_ntop(int family, const void *restrict address, char *restrict text, socklen_t size) {
    const uint8_t *bytes = address;
    char whole[INET6_ADDRSTRLEN + 8];
    if (family == AF_INET) {
        sprintf(whole, "%u.%u.%u.%u", bytes[0], bytes[1], bytes[2], bytes[3]);
    } else if (family == AF_INET6) {
        print_address6(bytes, whole);
    } else {
        errno = EAFNOSUPPORT;
        return NULL;
    }
    if (strlen(whole) >= size) {
        errno = ENOSPC;
        return NULL;
    }
    return strcpy(text, whole);
}

/* Four numbers, decimal. */
static bool parse_address4(const char *text, uint8_t *bytes) {
    for (int part = 0; part < 4; ++part) {
        if (*text < '0' || *text > '9')
            return false;
        unsigned value = 0;
        for (int digits = 0; *text >= '0' && *text <= '9'; ++text, ++digits) {
            value = 10 * value + (unsigned) (*text - '0');
            if (digits == 3 || value > 255)
                return false;
        }
        bytes[part] = (uint8_t) value;
        if (*text++ != (part < 3 ? '.' : 0))
            return false;
    }
    return true;
}

static bool parse_address6(const char *text, uint8_t *bytes) {
    uint8_t found[16] = {0};
    int count = 0, gap = -1;
    if (text[0] == ':' && text[1] != ':')
        return false;
    while (*text) {
        if (text[0] == ':' && text[1] == ':') {
            if (gap >= 0)
                return false;
            gap = count;
            text += 2;
            continue;
        }
        if (count > 0 && count != gap && *text++ != ':')
            return false;
        if (count <= 12 && parse_address4(text, found + count)) {
            count += 4;
            break;
        }
        char *end;
        bool is_digit = (*text >= '0' && *text <= '9') || (*text >= 'a' && *text <= 'f') || (*text >= 'A' && *text <= 'F');
        unsigned long group = is_digit ? strtoul(text, &end, 16) : 0;
        if (!is_digit || end - text > 4 || count == 16)
            return false;
        found[count++] = (uint8_t) (group >> 8);
        found[count++] = (uint8_t) group;
        text = end;
    }
    if (gap < 0 ? count != 16 : count > 14)
        return false;
    if (gap >= 0) {
        memmove(found + 16 - (count - gap), found + gap, (size_t) (count - gap));
        memset(found + gap, 0, (size_t) (16 - count));
    }
    memcpy(bytes, found, sizeof(found));
    return true;
}

int inet_pton(int family, const char *restrict text, void *restrict address) {
    if (family != AF_INET && family != AF_INET6)
        return result_of(EAFNOSUPPORT);
    return family == AF_INET ? parse_address4(text, address) : parse_address6(text, address);
}

unsigned if_nametoindex(const char *name) {
    (void) name;
    errno = ENXIO;
    return 0;
}

char *if_indextoname(unsigned index, char *name) {
    (void) index;
    (void) name;
    errno = ENXIO;
    return NULL;
}

struct if_nameindex *if_nameindex(void) {
    static struct if_nameindex none;
    return &none;
}

void if_freenameindex(struct if_nameindex *list) {
    (void) list;
}
