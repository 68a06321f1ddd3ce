// What is known of types, and of programs, when they are compiled.
// standard: c++20
#include "show.hpp"

#include <bit>
#include <compare>
#include <concepts>
#include <limits>
#include <list>
#include <numbers>
#include <ratio>
#include <source_location>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>
#include <version>

template <class T> static const char *kind() {
    if constexpr (std::is_same_v<T, void>)
        return "void";
    else if constexpr (std::is_integral_v<T>)
        return std::is_signed_v<T> ? "signed" : "unsigned";
    else if constexpr (std::is_floating_point_v<T>)
        return "real";
    else if constexpr (std::is_pointer_v<T>)
        return "pointer";
    else if constexpr (std::is_enum_v<T>)
        return "enum";
    else
        return std::is_class_v<T> ? "class" : "other";
}

enum class Colour : unsigned char { red };
struct Plain {
    int x;
};
struct Abstract {
    virtual void call() = 0;
    virtual ~Abstract() = default;
};
struct Final final : Abstract {
    void call() override {}
};

static void use_type_traits() {
    show("type_traits", kind<void>(), kind<char16_t>(), kind<long>(), kind<float>(), kind<int *>(), kind<Colour>(),
         kind<Plain>(), kind<int &>());
    show("classes", std::is_abstract_v<Abstract>, std::is_base_of_v<Abstract, Final>, std::is_final_v<Final>,
         std::is_polymorphic_v<Final>,
         std::is_trivially_copyable_v<Plain>, std::is_trivially_copyable_v<std::string>, std::is_aggregate_v<Plain>,
         std::is_empty_v<Plain>);
    show("changed", std::is_same_v<std::remove_cvref_t<const int &>, int>, std::is_same_v<std::decay_t<int[3]>, int *>,
         std::is_same_v<std::common_type_t<int, double>, double>, std::is_same_v<std::make_unsigned_t<char>,
         unsigned char>,
         std::is_same_v<std::underlying_type_t<Colour>, unsigned char>, std::is_same_v<std::conditional_t<true, int,
         char>, int>);
    auto lambda = [](int, char) { return 1.5; };
    show("calls", std::is_invocable_v<decltype(lambda), int, char>, std::is_invocable_v<decltype(lambda), Plain, char>,
         std::is_same_v<std::invoke_result_t<decltype(lambda), int, int>, double>,
         std::is_nothrow_move_constructible_v<std::string>,
         std::is_convertible_v<int, double>, std::is_constructible_v<Plain, std::string>);
    show("arrays", std::rank_v<int[2][3]>, std::extent_v<int[2][3], 1>, std::alignment_of_v<double>,
         std::is_bounded_array_v<int[]>,
         std::conjunction_v<std::true_type, std::is_const<const int>>, std::is_constant_evaluated());
}

template <class T>
concept Shape = std::copyable<T> && requires(const T &shape) {
    { shape.area() } -> std::convertible_to<double>;
};

struct Square {
    double side;
    double area() const { return side * side; }
};

static const char *chosen(std::integral auto) { return "integral"; }
static const char *chosen(std::signed_integral auto) { return "signed"; }
static const char *chosen(std::floating_point auto) { return "real"; }
static const char *chosen(Shape auto) { return "shape"; }

static void use_concepts() {
    show("concepts", chosen(1u), chosen(1), chosen(1.0f), chosen(Square{2}), Shape<Plain>);
    show("of types", std::same_as<int, int>, std::derived_from<Final, Abstract>, std::totally_ordered<std::string>,
         std::regular<Plain>,
         std::semiregular<Plain>, std::invocable<void (*)(int), char>, std::predicate<bool (*)(int), int>,
         std::default_initializable<Abstract>);
    std::vector<int> one{1}, other{2, 3};
    std::ranges::swap(one, other);
    show("swapped", one.size(), other.size());
}

struct Version {
    int major, minor;
    std::string name;
    std::strong_ordering operator<=>(const Version &other) const {
        if (auto order = major <=> other.major; order != 0)
            return order;
        return minor <=> other.minor;
    }
    bool operator==(const Version &other) const { return major == other.major && minor == other.minor; }
};

static void use_compare() {
    const Version old{1, 2, "a"}, later{1, 10, "b"};
    show("compare", old < later, old >= later, old == Version{1, 2, "z"}, std::is_gt(later <=> old));
    const double none = std::numeric_limits<double>::quiet_NaN();
    show("partial", (1.0 <=> none) == std::partial_ordering::unordered, (1.0 <=> 2.0) < 0, std::is_neq(0.0 <=> -0.0),
         std::is_lt(std::strong_order(-0.0, 0.0)), std::is_eq(std::weak_order(-0.0, 0.0)));
    std::weak_ordering weak = std::strong_ordering::less;
    show("kinds", weak < 0, std::is_same_v<std::compare_three_way_result_t<int, int>, std::strong_ordering>,
         std::is_same_v<std::common_comparison_category_t<std::strong_ordering, std::partial_ordering>,
         std::partial_ordering>,
         std::three_way_comparable<std::vector<int>>, std::compare_three_way()(3, 2) > 0);
}

static void use_limits() {
    using Int = std::numeric_limits<int>;
    using Double = std::numeric_limits<double>;
    show("limits", Int::min(), Int::max(), Int::digits10, std::numeric_limits<unsigned char>::digits,
         std::numeric_limits<long long>::max(), std::numeric_limits<char>::is_signed, Int::is_modulo);
    show("real", Double::max(), Double::lowest(), Double::epsilon(), Double::max_digits10, Double::min_exponent,
         Double::is_iec559,
         Double::infinity() > Double::max(), std::numeric_limits<float>::denorm_min(), Double::has_quiet_NaN);
    show("none", std::numeric_limits<Plain>::is_specialized, std::numeric_limits<std::string>::is_integer);
}

static void use_bit() {
    show("bit", std::popcount(0xffu), std::countl_zero(1u), std::countr_zero(48u), std::countl_one(0xf0000000u),
         std::bit_width(1000u),
         std::bit_ceil(33u), std::bit_floor(33u), std::has_single_bit(64u));
    show("rotated", std::rotl(0x80000001u, 1), std::rotr<unsigned char>(3, 1) == 129, std::popcount(~0ull),
         std::countr_one(0x7fffull));
    show("cast", std::bit_cast<unsigned>(1.0f), std::bit_cast<double>(0x4000000000000000ull),
         std::endian::native == std::endian::little);
    volatile unsigned long long wide = 0x00f0000000000000ull;
    show("wide", std::countl_zero(wide + 0), std::countr_zero(wide + 0), std::popcount(wide + 0),
         std::bit_width(wide + 0));
}

static void use_numbers() {
    using namespace std::numbers;
    show("numbers", pi, e, sqrt2, phi, ln2, pi_v<float>, egamma, inv_sqrt3, log10e);
}

static void use_ratio() {
    using Third = std::ratio<2, 6>;
    using Sum = std::ratio_add<Third, std::ratio<1, 6>>;
    using Product = std::ratio_multiply<std::kilo, std::milli>;
    show("ratio", Third::num, Third::den, Sum::num, Sum::den, Product::num, std::ratio_less_v<Third, Sum>,
         std::ratio_equal_v<Product, std::ratio<1>>,
         std::ratio_divide<std::giga, std::mega>::num, std::ratio_subtract<Third, Sum>::num, std::ratio_subtract<Third,
         Sum>::den);
}

static std::source_location called(std::source_location place = std::source_location::current()) { return place; }

static void use_source_location() {
    const auto one = called();
    const auto other = called();
    const std::string_view file = one.file_name();
    show("source_location", other.line() - one.line(), file.substr(file.rfind('/') + 1), one.column() > 0,
         std::string_view(one.function_name()).find("use_source_location") != std::string_view::npos);
}

static void use_version() {
    show("version", __cpp_lib_optional >= 201606, __cpp_lib_concepts >= 202002, __cpp_lib_span >= 202002,
         __cpp_lib_filesystem >= 201703);
}

int main() {
    use_type_traits();
    use_concepts();
    use_compare();
    use_limits();
    use_bit();
    use_numbers();
    use_ratio();
    use_source_location();
    use_version();
}
