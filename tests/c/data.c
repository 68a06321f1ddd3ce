// data model: 32
// Sizes, alignments, and initialisers of all sorts of data.
#include <stddef.h>
#include <stdio.h>
#include <wchar.h>

struct node { const char *name; const struct node *next; long long value; char tail; };
static const struct node second = {"second", NULL, 2, 'b'};
static struct node first = {"first", &second, 1LL << 33, 'a'};
static int numbers[10] = {1, 2, [5] = 6, [9] = -1};
static int *middle = &numbers[5];
static const char *const words[] = {"zero", &"one"[1], "two"};
static char text[8] = "abc", *inside = text + 2;
static int (*function)(const char *, ...) = printf;
static unsigned char zeros[100000];
static const wchar_t wide[] = L"h\u00e9";
static struct { char a; short b; char c[3]; int d; } packed_by_compiler = {1, 2, {3, 4, 5}, 6};
extern int weak_and_absent __attribute__((weak));
__attribute__((weak)) int weak_and_here = 5;
static int common_like[3];

int main(void)
{
    printf("%u %u %u %u %u\n", (unsigned)sizeof(long), (unsigned)sizeof(void *),
           (unsigned)sizeof(size_t), (unsigned)sizeof(wchar_t), (unsigned)sizeof(ptrdiff_t));
    printf("%u %u\n", (unsigned)sizeof packed_by_compiler,
           (unsigned)offsetof(struct node, value) % 4);
    for (const struct node *node = &first; node; node = node->next)
        function("%s %lld %c\n", node->name, node->value, node->tail);
    printf("%d %d %d %s %s %s %c\n", *middle, numbers[9], numbers[3], words[0], words[1], words[2],
           *inside);
    unsigned sum = 0;
    for (unsigned i = 0; i < sizeof zeros; i++)
        sum += zeros[i];
    printf("%u %d %d %d %d\n", sum, (int)wide[1], packed_by_compiler.c[2], weak_and_here,
           &weak_and_absent == NULL);
    printf("%d\n", common_like[2]);
    return 0;
}
