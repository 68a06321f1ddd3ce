// standard: gnu++14
// What sources for the SDK's libc++ of 2015 take for granted: C headers that every header of C++
// included, what C says of strchr, va_start through <stdio.h>, and optional before it was standard.
#include <stdio.h>

#include <experimental/optional>
#include <experimental/string_view>
#include <iostream>
#include <string>

using std::experimental::nullopt;
using std::experimental::optional;

static void print(const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    vprintf(format, again);
    va_end(again);
    va_end(arguments);
}

static void use_c() {
    const char *constant = "key=value";
    char *equals = strchr(constant, '=');
    char *value = strstr(constant, "value");
    assert(equals + 1 == value);
    print("%s %d\n", equals, usleep(1));
}

static optional<std::string> name_of(int number) {
    if (number < 0)
        return nullopt;
    return std::to_string(number);
}

static void use_optional() {
    optional<std::string> none = name_of(-1), some = name_of(7), other;
    std::cout << bool(none) << bool(some) << ' ' << *some << ' ' << none.value_or("none") << '\n';
    other = some;
    none = std::move(some);
    std::cout << (other == none) << (optional<int>() < 1) << (nullopt == other) << ' ' << none->size() << '\n';
    none = nullopt;
    none.swap(other);
    other.emplace(3, 'x');
    std::cout << *none << ' ' << *other << '\n';
    try {
        name_of(-2).value();
    } catch (const std::experimental::bad_optional_access &error) {
        std::cout << error.what() << '\n';
    }
}

int main() {
    use_c();
    use_optional();
    std::experimental::string_view view("a view", 4);
    std::cout << view.size() << '\n';
    return 0;
}
