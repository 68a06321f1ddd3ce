// The end of numbers in wide strings: without a number it is the beginning, also after white space.
// A later character of another script does not hide the number.
#include <errno.h>
#include <stdio.h>
#include <wchar.h>

int main(void) {
    const wchar_t *texts[] = {
        L"  - 8",  L"",         L"a1",         L" ",     L"\t1x",     L" +.e3",
        L" 0x1p4 ", L"1.5\u20ac", L"nan(12)z",   L"1e",    L"infinity!", L"1.e360",
        L"0000000000000000000000000000000000000000000000000000000000000000000000000000002.5,",
    };
    for (unsigned i = 0; i < sizeof(texts) / sizeof(texts[0]); ++i) {
        wchar_t *end;
        errno = 0;
        double number = wcstod(texts[i], &end);
        printf("%g %d %d\n", number, (int) (end - texts[i]), errno == ERANGE);
        float narrow = wcstof(texts[i], &end);
        printf("%g %d\n", narrow, (int) (end - texts[i]));
    }
    double read = 0;
    printf("%d", swscanf(L" 2.5 x", L"%lf", &read));
    printf(" %g\n", read);
    return 0;
}
