// The headers of C by their own names, as C++ gives them: functions are outside of std,
// macros that would hide functions are gone, and mathematics has overloads.
// standard: c++23
#include "show.hpp"

#include <complex.h>
#include <ctype.h>
#include <errno.h>
#include <fenv.h>
#include <float.h>
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tgmath.h>
#include <uchar.h>
#include <wchar.h>
#include <wctype.h>

#include <string>
#include <type_traits>

static void use_complex_h() { show("complex.h", std::complex<double>(1, -1) + 1.0); }

static void use_ctype_h() {
#ifdef isalpha
#error isalpha is a macro
#endif
    show("ctype.h", ::isalpha('a') != 0, ::isdigit('a') != 0, static_cast<char>(::tolower('Q')));
}

static void use_errno_h() {
    errno = EINVAL;
    show("errno.h", errno == EINVAL, ENOENT != EACCES);
}

static void use_fenv_h() { show("fenv.h", ::fegetround() == FE_TONEAREST, ::feclearexcept(FE_ALL_EXCEPT)); }

static void use_float_h() { show("float.h", DBL_MANT_DIG, FLT_EPSILON, DBL_MIN); }

static void use_inttypes_h() {
    char text[32];
    ::snprintf(text, sizeof(text), "%" PRIu64 " %" PRIX16, UINT64_MAX, static_cast<uint16_t>(0xabc));
    show("inttypes.h", text, ::imaxabs(-5));
}

static void use_locale_h() { show("locale.h", ::localeconv()->decimal_point, ::setlocale(LC_NUMERIC, nullptr)); }

static void use_math_h() {
#ifdef signbit
#error signbit is a macro
#endif
    show("math.h", std::is_same_v<decltype(::sqrt(2.0f)), float>, std::is_same_v<decltype(::pow(2, 3)), double>,
         ::abs(-1.5), ::signbit(-1.0f), ::isnan(NAN), ::fmax(2.0f, 3.0f));
}

static void use_stdatomic_h() {
    _Atomic(int) counter{3};
    atomic_uint_least8_t small{250};
    ::atomic_fetch_add(&counter, 4);
    small += 10;
    int expected = 7;
    show("stdatomic.h", ::atomic_load_explicit(&counter, memory_order_acquire),
         ::atomic_compare_exchange_strong(&counter, &expected, 1), counter.load(), small.load());
}

static void use_stdbool_h() { show("stdbool.h", true, std::is_same_v<decltype(false), bool>); }

static void use_stddef_h() {
    struct Layout {
        char first;
        double second;
    };
    show("stddef.h", offsetof(Layout, first), sizeof(wchar_t), alignof(::max_align_t) >= alignof(double),
         std::is_unsigned_v<::size_t>);
}

static void use_stdint_h() {
    show("stdint.h", INT8_MIN, INT64_C(5), sizeof(::uint_fast8_t) >= 1, SIZE_MAX == static_cast<::size_t>(-1));
}

static void use_stdio_h() {
    char text[32];
    int number = 0;
    ::snprintf(text, sizeof(text), "%x %s", 48879, "beef");
    show("stdio.h", text, ::sscanf("12", "%d", &number), number);
}

static void use_stdlib_h() {
    show("stdlib.h", ::abs(-2ll), ::div(7ll, 2ll).quot, ::atoi("5"), std::is_same_v<decltype(::abs(1.0f)), float>,
         ::strtol("10", nullptr, 2));
}

static void use_string_h() {
    const char *constant = "constant";
    char changeable[] = "text";
    show("string.h", std::is_same_v<decltype(::strchr(constant, 'c')), const char *>,
         std::is_same_v<decltype(::strchr(changeable, 't')), char *>, ::strlen(constant), ::strpbrk(changeable, "xe"));
}

static void use_tgmath_h() { show("tgmath.h", ::sqrt(9.0f), std::is_same_v<decltype(::cos(1.0f)), float>); }

static void use_uchar_h() {
    mbstate_t state{};
    char16_t unit = 0;
    show("uchar.h", ::mbrtoc16(&unit, "B", 1, &state), unit == u'B');
}

static void use_wchar_h() {
    wchar_t text[] = L"wide";
    show("wchar.h", ::wcslen(text), ::wcschr(text, L'd') - text, ::wmemcmp(text, L"wi", 2), ::wcstod(L"2.5", nullptr));
}

static void use_wctype_h() { show("wctype.h", ::iswupper(L'W') != 0, ::towlower(L'W') == L'w'); }

int main() {
    use_complex_h();
    use_ctype_h();
    use_errno_h();
    use_fenv_h();
    use_float_h();
    use_inttypes_h();
    use_locale_h();
    use_math_h();
    use_stdatomic_h();
    use_stdbool_h();
    use_stddef_h();
    use_stdint_h();
    use_stdio_h();
    use_stdlib_h();
    use_string_h();
    use_tgmath_h();
    use_uchar_h();
    use_wchar_h();
    use_wctype_h();
}
