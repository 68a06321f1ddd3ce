// What C++ takes over from C, by its names for the headers.
// standard: c++17
#include "show.hpp"

#include <cassert>
#include <ccomplex>
#include <cctype>
#include <cerrno>
#include <cfloat>
#include <cinttypes>
#include <ciso646>
#include <climits>
#include <clocale>
#include <csetjmp>
#include <csignal>
#include <cstdarg>
#include <cstdbool>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctgmath>
#include <ctime>
#include <cuchar>
#include <cwchar>
#include <cwctype>
#include <string>

static void use_cassert() {
    int evaluated = 0;
    assert(++evaluated == 1);
    show("cassert", evaluated);
}

static void use_ccomplex() { show("ccomplex", std::complex<float>(1, 2) * 2.0f); }

static void use_cctype() {
    std::string kinds;
    for (const char c : {'a', 'Z', '5', ' ', '!', '\n', '_'})
        kinds += std::isalpha(c) ? 'a' : std::isdigit(c) ? 'd' : std::isspace(c) ? 's' : std::ispunct(c) ? 'p' : '?';
    show("cctype", kinds, static_cast<char>(std::toupper('q')), std::isxdigit('g') != 0, std::iscntrl('\t') != 0,
         std::isblank('\t') != 0);
}

static void use_cerrno() {
    errno = 0;
    std::strtol("999999999999999999999", nullptr, 10);
    show("cerrno", errno == ERANGE, EDOM != ERANGE);
}

static void use_cfloat() { show("cfloat", FLT_RADIX, DBL_DIG, FLT_MANT_DIG, DBL_MAX_EXP, DBL_EPSILON, FLT_MAX); }

static void use_cinttypes() {
    char text[64];
    std::snprintf(text, sizeof(text), "%" PRId64 " %" PRIx32 " %" PRIuMAX, INT64_MIN, UINT32_MAX, UINTMAX_MAX);
    std::int8_t small = 0;
    std::uint64_t large = 0;
    std::sscanf("-12 18446744073709551615", "%" SCNd8 " %" SCNu64, &small, &large);
    show("cinttypes", text, int(small), large, std::imaxdiv(17, 5).rem, std::strtoimax("-77", nullptr, 8));
}

static void use_ciso646() { show("ciso646", (true and not false) or false, 6 bitand 3, 6 xor 3, compl 0); }

static void use_climits() {
    show("climits", CHAR_BIT, SCHAR_MIN, USHRT_MAX, INT_MAX, LLONG_MIN, ULLONG_MAX, CHAR_MIN < 0);
}

static void use_clocale() {
    show("clocale", std::setlocale(LC_ALL, "C"), std::localeconv()->decimal_point,
         std::setlocale(LC_ALL, "none") == nullptr);
}

static std::jmp_buf place;

[[noreturn]] static void leave(int depth) {
    if (depth == 0)
        std::longjmp(place, 7);
    leave(depth - 1);
}

static void use_csetjmp() {
    volatile int rounds = 0;
    const int value = setjmp(place);
    if (value == 0) {
        rounds = rounds + 1;
        leave(10);
    }
    show("csetjmp", value, static_cast<int>(rounds));
}

static volatile std::sig_atomic_t signalled;

static void use_csignal() {
    auto *before = std::signal(SIGTERM, [](int number) { signalled = number == SIGTERM; });
    std::raise(SIGTERM);
    show("csignal", static_cast<int>(signalled), before == SIG_DFL, std::signal(SIGTERM, SIG_IGN) != SIG_DFL);
}

static double total(const char *kinds, ...) {
    va_list values, again;
    va_start(values, kinds);
    va_copy(again, values);
    double sum = 0;
    for (va_list *list : {&values, &again})
        for (const char *kind = kinds; *kind; ++kind)
            sum += *kind == 'i'   ? va_arg(*list, int)
                   : *kind == 'l' ? static_cast<double>(va_arg(*list, long long))
                                  : va_arg(*list, double);
    va_end(again);
    va_end(values);
    return sum;
}

static void use_cstdarg() { show("cstdarg", total("ildi", 1, 20ll, 0.5, 3)); }

static void use_cstdbool() { show("cstdbool", __bool_true_false_are_defined, true, false); }

static void use_cstddef() {
    struct Layout {
        char first;
        int second;
        std::byte last;
    };
    std::ptrdiff_t difference = &"abc"[3] - &"abc"[0];
    show("cstddef", offsetof(Layout, second), offsetof(Layout, last), difference,
         std::to_integer<int>(std::byte{5} << 1 | std::byte{1}),
         alignof(std::max_align_t) >= alignof(double), std::is_same_v<decltype(nullptr), std::nullptr_t>);
}

static void use_cstdint() {
    show("cstdint", sizeof(std::int16_t), INT32_MAX, UINT64_C(1) << 63, sizeof(std::uintptr_t) == sizeof(void *),
         sizeof(std::int_least8_t),
         PTRDIFF_MAX > INT16_MAX, UINT8_MAX);
}

static void use_cstdio() {
    char text[100];
    const int length = std::snprintf(text, sizeof(text), "%05d|%-6s|%+.2e|%#x|%c|%5.1f%%|%g", 42, "left", 12345.678,
        255, 'z', 99.95, 1e-5);
    show("cstdio", text, length, std::snprintf(nullptr, 0, "%s", "counted"));
    int number = 0, read = 0;
    char word[10];
    float real = 0;
    show("sscanf", std::sscanf("17 word 2.5 rest", "%d %9s %f%n", &number, word, &real, &read), number, word, real,
         read);
    std::FILE *file = std::fopen("/no/such/folder/file", "w");
    std::cout.flush();
    std::fputs("printed ", stdout);
    std::printf("%s %d\n", "text", 5);
    std::putchar('c');
    std::puts("!");
    std::fflush(stdout);
    show("opened", file != nullptr, EOF, std::ferror(stdout));
}

static void use_cstdlib() {
    int numbers[] = {5, 2, 9, 1}, wanted = 9;
    auto order = [](const void *a, const void *b) {
        return *static_cast<const int *>(a) - *static_cast<const int *>(b);
    };
    std::qsort(numbers, 4, sizeof(int), order);
    const void *found = std::bsearch(&wanted, numbers, 4, sizeof(int), order);
    show("cstdlib", numbers[0], numbers[3], found == &numbers[3], std::atoi("77x"), std::strtod("1.5e2", nullptr),
         std::strtoull("ff", nullptr, 16));
    const auto [quotient, rest] = std::div(-17, 5);
    std::srand(1);
    const int random = std::rand();
    std::srand(1);
    show("numbers", quotient, rest, std::lldiv(100, 7).rem, std::abs(-3), random == std::rand(), RAND_MAX >= 32767,
         std::getenv("NOT_THERE") == nullptr);
    auto *memory = static_cast<char *>(std::calloc(4, 1));
    memory = static_cast<char *>(std::realloc(memory, 1000));
    void *aligned = std::aligned_alloc(64, 128);
    show("memory", int(memory[3]), reinterpret_cast<std::uintptr_t>(aligned) % 64, EXIT_SUCCESS, EXIT_FAILURE);
    std::free(memory);
    std::free(aligned);
    std::atexit([] { std::puts("at exit"); });
}

static void use_cstring() {
    char text[32] = "alpha";
    std::strcat(text, ",beta,,gamma");
    show("cstring", std::strlen(text), std::strchr(text, ',') - text, std::strrchr(text, 'a') - text,
         std::strstr(text, "bet") != nullptr, std::strcmp("a", "b") < 0,
         std::strncmp("abc", "abd", 2), std::strspn(text, "ahlp"), std::strcspn(text, "m"));
    std::string parts;
    for (char *part = std::strtok(text, ","); part; part = std::strtok(nullptr, ","))
        parts += std::string(part) + ';';
    char bytes[8];
    std::memset(bytes, 'x', 7);
    bytes[7] = 0;
    std::memmove(bytes + 2, "ab", 2);
    std::memmove(bytes + 1, bytes, 5);
    show("memory", parts, bytes, std::memcmp("a\0b", "a\0c", 3) < 0,
         static_cast<const char *>(std::memchr("xyz", 'z', 3))[0], std::strerror(0) != nullptr);
}

static void use_ctgmath() { show("ctgmath", std::sqrt(16.0f), std::real(std::complex<double>(3, 1)), std::fabs(-1.5)); }

static void use_ctime() {
    std::tm date{};
    date.tm_year = 100, date.tm_mon = 1, date.tm_mday = 30, date.tm_hour = 12;
    const std::time_t time = std::mktime(&date);
    char text[64];
    std::strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S %j %A", &date);
    std::time_t epoch = 86400 * 365;
    show("ctime", text, date.tm_yday, std::gmtime(&epoch)->tm_year, std::difftime(time, time - 60),
         std::asctime(std::gmtime(&epoch)));
    std::timespec now{};
    show("now", std::timespec_get(&now, TIME_UTC) == TIME_UTC, now.tv_sec >= std::time(nullptr) - 5,
         std::clock() != std::clock_t(-1));
}

static void use_cuchar() {
    std::mbstate_t state{};
    char32_t point = 0;
    char bytes[MB_LEN_MAX];
    show("cuchar", std::mbrtoc32(&point, "A", 1, &state), point == U'A', std::c32rtomb(bytes, U'z', &state), bytes[0],
         sizeof(char16_t));
}

static void use_cwchar() {
    wchar_t text[32];
    std::wcscpy(text, L"wide");
    std::wcscat(text, L" text");
    wchar_t *rest = nullptr;
    show("cwchar", std::wcslen(text), std::wcschr(text, L't') - text, std::wcscmp(L"a", L"b") < 0,
         std::wcstol(L"42x", &rest, 10), *rest == L'x', WEOF == std::wint_t(-1));
    wchar_t written[32];
    std::swprintf(written, 32, L"%d %ls %.1f", 5, L"in", 2.5);
    std::mbstate_t state{};
    const char *from = "bytes";
    show("written", std::wstring(written) == L"5 in 2.5", std::mbsrtowcs(text, &from, 32, &state),
         std::btowc('b') == L'b', std::wctob(L'c'), std::wmemcmp(text, L"byt", 3));
}

static void use_cwctype() {
    show("cwctype", std::iswalpha(L'x') != 0, std::iswdigit(L'x') != 0, std::towupper(L'y') == L'Y',
         std::iswctype(L' ', std::wctype("space")) != 0,
         std::towctrans(L'A', std::wctrans("tolower")) == L'a');
}

int main() {
    use_cassert();
    use_ccomplex();
    use_cctype();
    use_cerrno();
    use_cfloat();
    use_cinttypes();
    use_ciso646();
    use_climits();
    use_clocale();
    use_csetjmp();
    use_csignal();
    use_cstdarg();
    use_cstdbool();
    use_cstddef();
    use_cstdint();
    use_cstdio();
    use_cstdlib();
    use_cstring();
    use_ctgmath();
    use_ctime();
    use_cuchar();
    use_cwchar();
    use_cwctype();
}
