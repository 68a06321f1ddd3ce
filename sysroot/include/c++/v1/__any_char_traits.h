// Traits of any character type. The standard has them for five types; LLVM's library had them for
// all until LLVM 18, and old sources make strings of unsigned char and others.
#ifndef PINNACLE_ANY_CHAR_TRAITS_H
#define PINNACLE_ANY_CHAR_TRAITS_H

_LIBCPP_BEGIN_NAMESPACE_STD

template <class _CharT>
struct char_traits {
    typedef _CharT char_type;
    typedef int int_type;
    typedef streamoff off_type;
    typedef streampos pos_type;
    typedef mbstate_t state_type;

    static inline _LIBCPP_CONSTEXPR_SINCE_CXX17 void assign(char_type &__to, const char_type &__from) _NOEXCEPT {
        __to = __from;
    }
    static inline _LIBCPP_CONSTEXPR bool eq(char_type __one, char_type __two) _NOEXCEPT { return __one == __two; }
    static inline _LIBCPP_CONSTEXPR bool lt(char_type __one, char_type __two) _NOEXCEPT { return __one < __two; }

    static _LIBCPP_CONSTEXPR_SINCE_CXX17 int compare(const char_type *__one, const char_type *__two, size_t __count) {
        for (; __count; --__count, ++__one, ++__two) {
            if (lt(*__one, *__two))
                return -1;
            if (lt(*__two, *__one))
                return 1;
        }
        return 0;
    }
    static _LIBCPP_CONSTEXPR_SINCE_CXX17 size_t length(const char_type *__text) {
        size_t __length = 0;
        while (!eq(__text[__length], char_type(0)))
            ++__length;
        return __length;
    }
    static _LIBCPP_CONSTEXPR_SINCE_CXX17 const char_type *find(
        const char_type *__text, size_t __count, const char_type &__wanted) {
        for (; __count; --__count, ++__text)
            if (eq(*__text, __wanted))
                return __text;
        return nullptr;
    }
    static _LIBCPP_CONSTEXPR_SINCE_CXX20 char_type *move(char_type *__to, const char_type *__from, size_t __count) {
        char_type *__start = __to;
        if (__to < __from) {
            for (; __count; --__count, ++__to, ++__from)
                assign(*__to, *__from);
        } else if (__from < __to) {
            for (__to += __count, __from += __count; __count; --__count)
                assign(*--__to, *--__from);
        }
        return __start;
    }
    static _LIBCPP_CONSTEXPR_SINCE_CXX20 char_type *copy(char_type *__to, const char_type *__from, size_t __count) {
        char_type *__start = __to;
        for (; __count; --__count, ++__to, ++__from)
            assign(*__to, *__from);
        return __start;
    }
    static _LIBCPP_CONSTEXPR_SINCE_CXX20 char_type *assign(char_type *__to, size_t __count, char_type __value) {
        char_type *__start = __to;
        for (; __count; --__count, ++__to)
            assign(*__to, __value);
        return __start;
    }

    static inline _LIBCPP_CONSTEXPR int_type not_eof(int_type __c) _NOEXCEPT {
        return eq_int_type(__c, eof()) ? ~eof() : __c;
    }
    static inline _LIBCPP_CONSTEXPR char_type to_char_type(int_type __c) _NOEXCEPT { return char_type(__c); }
    static inline _LIBCPP_CONSTEXPR int_type to_int_type(char_type __c) _NOEXCEPT { return int_type(__c); }
    static inline _LIBCPP_CONSTEXPR bool eq_int_type(int_type __one, int_type __two) _NOEXCEPT {
        return __one == __two;
    }
    static inline _LIBCPP_CONSTEXPR int_type eof() _NOEXCEPT { return int_type(EOF); }
};

_LIBCPP_END_NAMESPACE_STD

#endif
