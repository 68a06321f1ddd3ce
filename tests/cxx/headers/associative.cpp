// Containers that find their elements by keys.
// standard: c++20
#include "show.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

template <class Map> static void show_map(const char *name, const Map &map) {
    std::vector<std::pair<std::string, int>> sorted(map.begin(), map.end());
    std::sort(sorted.begin(), sorted.end());
    std::cout << name << ':';
    for (const auto &[key, value] : sorted)
        std::cout << ' ' << key << '=' << value;
    std::cout << '\n';
}

static void use_map() {
    std::map<std::string, int, std::less<>> ages{{"ann", 30}, {"bob", 25}};
    ages["cid"] = 41;
    show("map", ages.emplace("ann", 1).second, ages.try_emplace("dan", 7).second,
         ages.insert_or_assign("bob", 26).second, ages.at("bob"), ages.contains("eve"));
    show_map("ages", ages);
    show("bounds", ages.lower_bound("b")->first, ages.upper_bound(std::string_view("bob"))->first, ages.count("cid"));
    auto node = ages.extract("cid");
    node.key() = "zoe";
    ages.insert(std::move(node));
    std::map<std::string, int, std::less<>> more{{"ann", 0}, {"kim", 5}};
    ages.merge(more);
    show_map("merged", ages);
    show("left", more.size(), ages.begin()->first, ages.rbegin()->first);
    show("erased", std::erase_if(ages, [](const auto &entry) { return entry.second > 25; }), ages.size());
    std::multimap<int, char> letters{{2, 'b'}, {1, 'a'}, {2, 'c'}, {3, 'd'}};
    auto [from, to] = letters.equal_range(2);
    std::string twos;
    for (; from != to; ++from)
        twos += from->second;
    show("multimap", twos, letters.count(2), letters.erase(2), letters.size());
    std::map<int, int> many;
    for (int n = 0; n < 2000; ++n)
        many[n * 7919 % 2003] = n;
    int previous = -1, ordered = 0;
    for (const auto &[key, value] : many) {
        ordered += key > previous;
        previous = key;
    }
    for (int n = 0; n < 2003; n += 2)
        many.erase(n);
    show("many", ordered, many.size(), many.find(1) != many.end());
}

static void use_set() {
    std::set<int, std::greater<int>> numbers{3, 1, 4, 1, 5, 9, 2, 6};
    show_all("set", numbers);
    show("inserted", numbers.insert(4).second, *numbers.insert(7).first, *numbers.lower_bound(8));
    auto place = numbers.find(5);
    show("erased", *numbers.erase(place), numbers.contains(5), numbers.size());
    std::multiset<std::string> words{"b", "a", "b"};
    words.insert("b");
    words.erase(words.find("b"));
    show_all("multiset", words);
    std::set<int> one{1, 2, 3}, other{2, 3, 4}, both;
    std::set_intersection(one.begin(), one.end(), other.begin(), other.end(), std::inserter(both, both.end()));
    show_all("both", both);
    show("compared", one < other, one == other, one != both);
}

struct Point {
    int x, y;
    bool operator==(const Point &) const = default;
};

template <> struct std::hash<Point> {
    std::size_t operator()(const Point &point) const { return std::hash<int>()(point.x) * 31 + point.y; }
};

static void use_unordered_map() {
    std::unordered_map<std::string, int> counts;
    for (const char *word : {"to", "be", "or", "not", "to", "be"})
        ++counts[word];
    show_map("unordered_map", counts);
    counts.rehash(100);
    counts.max_load_factor(0.5f);
    show("buckets", counts.bucket_count() >= 100, counts.load_factor() < 0.5f,
         counts.bucket_size(counts.bucket("to")) >= 1, counts.contains("is"));
    std::unordered_map<Point, char> board{{{1, 2}, 'x'}, {{0, 0}, 'o'}};
    board.emplace(Point{1, 2}, 'z');
    show("points", board.at({1, 2}), board.size(), board.find({2, 1}) == board.end());
    std::unordered_map<int, int> many;
    for (int n = 0; n < 5000; ++n)
        many.emplace(n * 17, n);
    long long total = 0;
    for (auto &entry : many)
        total += entry.second;
    show("many", many.size(), total, many.at(17 * 4999) + 0, many.erase(34),
         std::erase_if(many, [](auto &e) { return e.second % 2; }));
    std::unordered_multimap<int, std::string> names{{1, "a"}, {1, "b"}, {2, "c"}};
    auto [from, to] = names.equal_range(1);
    show("multimap", std::distance(from, to), names.count(2), names == decltype(names)(names));
}

struct Folded {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return text.empty() ? 0 : (text[0] | 32); }
};

static void use_unordered_set() {
    std::unordered_set<std::string, Folded, std::equal_to<>> words{"Apple", "avocado", "Banana"};
    show("unordered_set", words.contains(std::string_view("Apple")), words.count("apple"), words.size());
    auto node = words.extract("Banana");
    node.value() = "cherry";
    show("node", words.insert(std::move(node)).inserted, words.contains("cherry"), words.contains("Banana"));
    std::unordered_multiset<int> numbers{1, 1, 2};
    numbers.insert(1);
    show("multiset", numbers.count(1), numbers.erase(1), numbers.size());
    std::unordered_set<int> one{1, 2, 3}, other{3, 2, 1};
    show("equal", one == other);
}

int main() {
    use_map();
    use_set();
    use_unordered_map();
    use_unordered_set();
}
