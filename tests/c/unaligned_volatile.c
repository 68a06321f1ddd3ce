// Volatile fields of packed structs, and volatile bit-fields: they lie at any address.
#include <stdio.h>
#include <string.h>

#pragma pack(push, 1)
struct packed {
    volatile signed char tag;
    volatile short half;
    volatile int word;
    volatile long long wide;
    volatile float single;
    volatile double number;
    char *volatile pointer;
    volatile unsigned bits : 23;
    volatile signed long long many_bits : 37;
    volatile _Bool flag;
};
struct small {
    char first;
    volatile int fields[3];
    volatile unsigned odd : 5, even : 17;
};
#pragma pack(pop)

static struct packed all = {1, 2, 3, 4, 5.5f, 6.5, 0, 7, -8, 1};
static struct small few[3];
static volatile _BitInt(100) huge_at_home;
struct __attribute__((packed)) holder {
    char first;
    volatile _BitInt(100) huge;
} holder;

static void show(const volatile struct packed *it)
{
    printf("%d %d %d %lld %g %g %d %u %lld %d\n", it->tag, it->half, it->word, it->wide, it->single,
           it->number, it->pointer != NULL, it->bits, (long long)it->many_bits, it->flag);
}

int main(void)
{
    show(&all);
    char text[] = "text";
    for (int round = 0; round < 3; ++round) {
        all.tag--;
        all.half -= 300 * round;
        all.word ^= 0x12345678;
        all.wide = all.wide * -1234567891011ll + round;
        all.single /= 3;
        all.number *= -1.5;
        all.pointer = text + round;
        all.bits += 0x123456;
        all.many_bits -= 12345678901ll;
        all.flag = !all.flag;
        show(&all);
        printf("%c\n", *all.pointer);
    }
    volatile struct packed copy = all;
    show(&copy);
    for (int index = 0; index < 3; ++index) {
        for (int field = 0; field < 3; ++field)
            few[index].fields[field] = 0x01020304 * (index + 1) + field;
        few[index].odd = 9 * index;
        few[index].even = 77777 * index;
    }
    const unsigned char *bytes = (const unsigned char *)few;
    for (unsigned place = 0; place < sizeof few; ++place)
        printf("%02x", bytes[place]);
    holder.huge = (_BitInt(100))0x0123456789abcdefll << 40 | 7;
    holder.huge += -3;
    huge_at_home = holder.huge * 5;
    printf("\n%llx %llx\n", (unsigned long long)huge_at_home, (unsigned long long)(huge_at_home >> 64));
    volatile struct small local = few[2];
    return local.fields[1] == few[2].fields[1] ? (int)local.even % 100 : 1;
}
