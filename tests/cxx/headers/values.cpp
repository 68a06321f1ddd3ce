// Values that may be absent, or of several types; pairs and tuples; types as values.
// standard: c++23
#include "show.hpp"

#include <any>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <typeindex>
#include <typeinfo>
#include <utility>
#include <variant>
#include <vector>

static void use_any() {
    std::any value = 42;
    show("any", std::any_cast<int>(value), value.has_value(), value.type() == typeid(int));
    value = std::string(100, 'x');
    show("string", std::any_cast<std::string &>(value).size(), std::any_cast<int>(&value) == nullptr);
    std::any copy = value;
    value.emplace<std::vector<int>>({1, 2, 3});
    show("emplaced", std::any_cast<std::vector<int>>(&value)->size(),
         std::any_cast<std::string>(std::move(copy)).size());
    try {
        std::any_cast<double>(value);
    } catch (const std::bad_any_cast &) {
        show("cast", "bad");
    }
    value.reset();
    show("reset", value.has_value(), std::make_any<char>('c').has_value());
}

static std::optional<int> parse(const std::string &text) {
    if (text.empty() || text.find_first_not_of("0123456789") != std::string::npos)
        return std::nullopt;
    return std::stoi(text);
}

static void use_optional() {
    show("optional", parse("12").value(), parse("x").value_or(-1), parse("").has_value(), *parse("7") + 1);
    auto doubled = [](int n) { return 2 * n; };
    show("chained", parse("21").transform(doubled).value(), parse("x").or_else([] { return parse("9"); }).value(),
         parse("5").and_then([](int n) { return parse(std::to_string(n) + "0"); }).value());
    std::optional<std::string> word(std::in_place, 3, 'a');
    std::optional<std::string> other;
    word.swap(other);
    show("swapped", word.has_value(), *other, word < other, word == std::nullopt, other == "aaa");
    other.emplace("new")[0] = 'N';
    show("emplaced", other->size(), *std::exchange(other, std::nullopt));
    try {
        show("never", other.value());
    } catch (const std::bad_optional_access &) {
        show("access", "bad");
    }
}

template <class... Cases> struct Overloaded : Cases... {
    using Cases::operator()...;
};

struct Thrower {
    Thrower() = default;
    Thrower(const Thrower &) { throw 1; }
};

static void use_variant() {
    using Value = std::variant<std::monostate, int, std::string, std::vector<int>>;
    std::vector<Value> values{Value(), 42, std::string("text"), std::vector{1, 2, 3}};
    auto told = Overloaded{
        [](std::monostate) { return std::string("nothing"); },
        [](int n) { return "int " + std::to_string(n); },
        [](const std::string &text) { return "string " + text; },
        [](const std::vector<int> &list) { return "list of " + std::to_string(list.size()); },
    };
    for (const auto &value : values)
        show("variant", value.index(), std::visit(told, value));
    Value value = 5;
    show("get", std::get<int>(value), std::get_if<std::string>(&value) == nullptr, std::holds_alternative<int>(value));
    value.emplace<2>("emplaced");
    try {
        std::get<1>(value);
    } catch (const std::bad_variant_access &) {
        show("access", "bad", std::get<2>(value));
    }
    std::variant<int, double> one = 2, other = 2.5;
    show("two", std::visit([](auto a, auto b) { return a * 1.0 + b; }, one, other), one < other,
         std::variant_size_v<Value>);
    std::variant<int, Thrower> broken;
    try {
        broken = Thrower();
        broken.emplace<Thrower>(*std::get_if<Thrower>(&broken));
    } catch (int) {
        show("thrown", broken.valueless_by_exception() || broken.index() == 0);
    }
}

static void use_tuple() {
    auto person = std::make_tuple(std::string("ann"), 30, 1.5);
    auto [name, age, height] = person;
    show("tuple", name, age, height, std::get<int>(person), std::tuple_size_v<decltype(person)>);
    int first = 0;
    std::string second;
    std::tie(first, std::ignore, second) = std::tuple(1, 2, "three");
    show("tied", first, second, std::tuple(1, 'b') < std::tuple(1, 'c'), (std::tuple(1, 2) <=> std::tuple(1, 1)) > 0);
    auto joined = std::tuple_cat(std::tuple(1, 2), std::pair(3, 4), std::tuple(5));
    show("applied", std::apply([](auto... n) { return (n + ...); }, joined));
    struct Made {
        std::string text;
        int number;
    };
    show("made", std::make_from_tuple<Made>(std::tuple("made", 9)).text);
    std::unique_ptr<int> pointer(new int(8));
    auto forwarded = std::forward_as_tuple(std::move(pointer), first);
    auto owner = std::get<0>(std::move(forwarded));
    std::get<1>(forwarded) = 99;
    show("forwarded", *owner, pointer == nullptr, first);
}

static void use_utility() {
    auto pair = std::make_pair(1, std::string("one"));
    std::pair<int, std::string> other(2, "two");
    pair.swap(other);
    show("pair", pair.first, other.second, pair > other, std::get<1>(pair));
    show("exchange", std::exchange(pair.first, 10), pair.first);
    show("compared", std::cmp_less(-1, 1u), std::cmp_equal(-1, ~0u), std::in_range<unsigned char>(256));
    auto sum = []<std::size_t... Index>(std::index_sequence<Index...>) { return (Index * ... * 1); };
    show("indices", sum(std::index_sequence<2, 3, 7>()), std::make_index_sequence<4>::size());
    std::pair<std::string, std::vector<int>> built(std::piecewise_construct, std::tuple(2, 'p'), std::tuple(3, 1));
    show("piecewise", built.first, built.second.size());
    enum class Colour : short { red = 3 };
    show("underlying", std::to_underlying(Colour::red), std::as_const(pair).first);
    int one = 1, two = 2;
    std::swap(one, two);
    show("swapped", one, two, std::forward<int &>(one));
}

struct Base {
    virtual ~Base() = default;
};
struct Derived : Base {};

static void use_typeinfo() {
    std::unique_ptr<Base> object = std::make_unique<Derived>();
    const Base &base = *object;
    show("typeinfo", typeid(base) == typeid(Derived), typeid(base) != typeid(Base), typeid(int).name(),
         typeid(base).hash_code() == typeid(Derived).hash_code(), typeid(int).before(typeid(int)));
    show("cast", dynamic_cast<const Derived *>(&base) != nullptr);
    try {
        Base plain;
        dynamic_cast<Derived &>(plain);
    } catch (const std::bad_cast &) {
        show("cast", "bad");
    }
    try {
        Base *none = nullptr;
        show("never", typeid(*none).name());
    } catch (const std::bad_typeid &) {
        show("typeid", "bad");
    }
}

static void use_typeindex() {
    std::map<std::type_index, std::string> names{{typeid(int), "int"}, {typeid(Base), "Base"}};
    show("typeindex", names.at(typeid(int)), names.count(typeid(double)), names[std::type_index(typeid(Base))],
         std::type_index(typeid(char)).name(), std::type_index(typeid(int)).hash_code() == typeid(int).hash_code());
}

int main() {
    use_any();
    use_optional();
    use_variant();
    use_tuple();
    use_utility();
    use_typeinfo();
    use_typeindex();
}
