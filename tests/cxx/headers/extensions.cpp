// What is no part of the standard, or not yet.
// standard: c++20
#include "show.hpp"

#include <cxxabi.h>
#include <experimental/iterator>
#include <experimental/memory>
#include <experimental/optional>
#include <experimental/propagate_const>
#include <experimental/simd>
#include <experimental/string_view>
#include <experimental/type_traits>
#include <experimental/utility>
#include <ext/hash_map>
#include <ext/hash_set>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>
#include <typeinfo>
#include <utility>
#include <vector>

namespace experimental = std::experimental;

static void use_cxxabi_h() {
    int status = -1;
    char *name = abi::__cxa_demangle("_ZNSt6vectorIiSaIiEE9push_backERKi", nullptr, nullptr, &status);
    show("cxxabi.h", name, status);
    std::free(name);
    try {
        throw std::pair<int, char>(1, 'x');
    } catch (...) {
        name = abi::__cxa_demangle(abi::__cxa_current_exception_type()->name(), nullptr, nullptr, &status);
        show("current", std::string(name).find("pair<int, char>") != std::string::npos);
        std::free(name);
    }
    show("invalid", abi::__cxa_demangle("no name", nullptr, nullptr, &status) == nullptr, status);
}

static void use_experimental_iterator() {
    const std::vector<int> numbers{1, 2, 3};
    std::cout << "iterator: ";
    std::copy(numbers.begin(), numbers.end(), experimental::make_ostream_joiner(std::cout, ", "));
    std::cout << '\n';
}

static void use_experimental_memory() {
    int number = 5;
    experimental::observer_ptr<int> seen = experimental::make_observer(&number);
    *seen = 6;
    show("memory", number, seen.get() == &number, seen.release() == &number, seen == nullptr);
}

static void use_experimental_optional() {
    experimental::optional<int> none, some(5);
    some.swap(none);
    show("optional", bool(some), *none, none == 5, some < none, some.value_or(7));
}

struct Part {
    int changes = 0;
    const char *told() { return "changeable"; }
    const char *told() const { return "constant"; }
};

struct Whole {
    experimental::propagate_const<std::unique_ptr<Part>> part = std::make_unique<Part>();
    const char *told() { return part->told(); }
    const char *told() const { return part->told(); }
};

static void use_experimental_propagate_const() {
    Whole whole;
    show("propagate_const", whole.told(), std::as_const(whole).told(), whole.part != nullptr, ++whole.part->changes);
}

static void use_experimental_simd() {
    using Four = experimental::fixed_size_simd<int, 4>;
    const Four numbers([](int n) { return n * n; });
    int out[4] = {};
    numbers.copy_to(out, experimental::element_aligned);
    show("simd", out[0], out[3], Four::size(), numbers[2], experimental::is_simd_v<Four>);
    Four loaded(out, experimental::element_aligned);
    loaded[1] = 50;
    show("loaded", loaded[1], loaded[3], static_cast<int>(experimental::simd<float>(1.5f)[0] * 2));
}

template <class T> using Size = decltype(std::declval<T>().size());

static void use_experimental_string_view() {
    const experimental::string_view view = "a view";
    show("string_view", view.size(), view.substr(2) == "view");
}

static void use_experimental_type_traits() {
    show("type_traits", experimental::is_detected_v<Size, std::string>, experimental::is_detected_v<Size, int>,
         std::is_same_v<experimental::detected_or_t<char, Size, int>, char>,
         experimental::is_detected_convertible_v<int, Size, std::string>);
}

static void use_experimental_utility() { show("utility", std::is_empty_v<experimental::erased_type>); }

static void use_ext_hash_map() {
    __gnu_cxx::hash_map<int, std::string> names;
    names[1] = "one";
    names.insert(std::make_pair(2, "two"));
    __gnu_cxx::hash_map<const char *, int> counts;
    counts["key"] = 7;
    show("hash_map", names.size(), names.find(2)->second, names.count(3), names.erase(1));
    __gnu_cxx::hash_multimap<int, int> many;
    many.insert(std::make_pair(1, 2));
    many.insert(std::make_pair(1, 3));
    show("hash_multimap", many.count(1), counts.size());
}

static void use_ext_hash_set() {
    __gnu_cxx::hash_set<unsigned> numbers(100);
    for (unsigned n = 0; n < 10; ++n)
        numbers.insert(n % 4);
    __gnu_cxx::hash_multiset<char> letters;
    for (const char letter : {'a', 'b', 'a'})
        letters.insert(letter);
    show("hash_set", numbers.size(), numbers.count(3), numbers.bucket_count() >= 4, letters.count('a'));
}

int main() {
    use_cxxabi_h();
    use_experimental_iterator();
    use_experimental_memory();
    use_experimental_optional();
    use_experimental_propagate_const();
    use_experimental_simd();
    use_experimental_string_view();
    use_experimental_type_traits();
    use_experimental_utility();
    use_ext_hash_map();
    use_ext_hash_set();
}
