// Algorithms, iterators, functions as values, and ranges.
// standard: c++20
#include "show.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <ranges>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

static void use_algorithm() {
    std::vector<int> numbers{7, 3, 9, 1, 5, 3, 8, 2};
    auto sorted = numbers;
    std::sort(sorted.begin(), sorted.end());
    show_all("algorithm", sorted);
    show("search", std::binary_search(sorted.begin(), sorted.end(), 5),
         std::lower_bound(sorted.begin(), sorted.end(), 4) - sorted.begin(),
         std::count(sorted.begin(), sorted.end(), 3),
         *std::find_if(numbers.begin(), numbers.end(), [](int n) { return n > 8; }),
         *std::adjacent_find(sorted.begin(), sorted.end()),
         std::all_of(sorted.begin(), sorted.end(), [](int n) { return n > 0; }));
    auto [least, most] = std::minmax_element(numbers.begin(), numbers.end());
    show("extremes", *least, *most, std::max({3, 9, 4}), std::clamp(17, 0, 10));
    auto changed = numbers;
    std::nth_element(changed.begin(), changed.begin() + 3, changed.end());
    show("nth", changed[3],
         std::is_partitioned(changed.begin(), changed.end(), [&](int n) { return n <= changed[3]; }));
    changed = numbers;
    std::partial_sort(changed.begin(), changed.begin() + 3, changed.end(), std::greater<>());
    changed.resize(3);
    show_all("partial", changed);
    changed = numbers;
    std::rotate(changed.begin(), changed.begin() + 2, changed.end());
    std::reverse(changed.begin() + 4, changed.end());
    std::replace(changed.begin(), changed.end(), 3, 33);
    show_all("changed", changed);
    std::stable_sort(changed.begin(), changed.end(), [](int a, int b) { return a % 3 < b % 3; });
    show_all("stable", changed);
    std::vector<int> out;
    std::set_difference(sorted.begin(), sorted.end(), changed.begin(), changed.begin(), std::back_inserter(out));
    std::unique_copy(sorted.begin(), sorted.end(), out.begin());
    std::transform(out.begin(), out.end(), sorted.begin(), out.begin(), std::multiplies<>());
    show_all("products", out);
    std::make_heap(numbers.begin(), numbers.end());
    std::pop_heap(numbers.begin(), numbers.end());
    show("heap", numbers.back(), std::is_heap(numbers.begin(), numbers.end() - 1));
    std::string letters = "abc";
    int count = 0;
    do
        ++count;
    while (std::next_permutation(letters.begin(), letters.end()));
    show("permutations", count, letters, std::is_permutation(letters.begin(), letters.end(), "cab"));
    std::mt19937 random(5);
    std::vector<int> shuffled(100);
    std::iota(shuffled.begin(), shuffled.end(), 0);
    std::shuffle(shuffled.begin(), shuffled.end(), random);
    std::vector<int> sample;
    std::sample(shuffled.begin(), shuffled.end(), std::back_inserter(sample), 10, random);
    show("shuffled", std::is_sorted(shuffled.begin(), shuffled.end()),
         std::accumulate(shuffled.begin(), shuffled.end(), 0), sample.size());
    std::inplace_merge(sorted.begin(), sorted.begin() + 4, sorted.end());
    show("compared", std::lexicographical_compare(out.begin(), out.end(), sorted.begin(), sorted.end()),
         std::includes(sorted.begin(), sorted.end(), sorted.begin(), sorted.begin() + 2),
         std::mismatch(out.begin(), out.end(), sorted.begin()).first - out.begin());
}

static void use_numeric() {
    std::vector<int> numbers{1, 2, 3, 4, 5}, out(5);
    show("numeric", std::accumulate(numbers.begin(), numbers.end(), 0),
         std::reduce(numbers.begin(), numbers.end(), 1, std::multiplies<>()),
         std::inner_product(numbers.begin(), numbers.end(), numbers.begin(), 0),
         std::transform_reduce(numbers.begin(), numbers.end(), 0, std::plus<>(), [](int n) { return n * n; }));
    std::partial_sum(numbers.begin(), numbers.end(), out.begin());
    show_all("partial_sum", out);
    std::exclusive_scan(numbers.begin(), numbers.end(), out.begin(), 100);
    show_all("exclusive_scan", out);
    std::transform_inclusive_scan(numbers.begin(), numbers.end(), out.begin(), std::plus<>(),
        [](int n) { return 2 * n; });
    show_all("inclusive_scan", out);
    std::adjacent_difference(out.begin(), out.end(), out.begin());
    show_all("differences", out);
    show("divisors", std::gcd(84, 36), std::lcm(4, 6), std::midpoint(3, 8), std::midpoint(1.0, 2.0));
}

static void use_iterator() {
    std::istringstream in("4 8 15 16 23 42");
    std::vector<int> numbers{std::istream_iterator<int>(in), {}};
    std::cout << "iterator: ";
    std::copy(numbers.rbegin(), numbers.rend(), std::ostream_iterator<int>(std::cout, ","));
    std::cout << '\n';
    std::string text = "abc";
    std::copy(text.begin(), text.end(), std::inserter(text, text.begin() + 1));
    show("inserted", text.size(), *std::next(numbers.begin(), 2), *std::prev(numbers.end()),
         std::distance(numbers.begin(), numbers.end()));
    std::vector<std::unique_ptr<int>> owners;
    owners.push_back(std::make_unique<int>(6));
    std::vector<std::unique_ptr<int>> moved(std::make_move_iterator(owners.begin()),
        std::make_move_iterator(owners.end()));
    show("moved", *moved[0], owners[0] == nullptr, std::size(moved), std::empty("x"), std::ssize(numbers));
    std::counted_iterator counted(numbers.begin(), 3);
    int sum = 0;
    for (; counted != std::default_sentinel; ++counted)
        sum += *counted;
    show("counted", sum, std::random_access_iterator<std::vector<int>::iterator>,
         std::contiguous_iterator<std::map<int, int>::iterator>,
         std::is_same_v<std::iter_value_t<int *>, int>);
}

struct Button {
    std::function<int(int)> pressed;
    int offset = 10;
    int add(int n) const { return n + offset; }
};

static void use_functional() {
    using namespace std::placeholders;
    Button button;
    try {
        button.pressed(1);
    } catch (const std::bad_function_call &) {
        show("functional", "empty");
    }
    std::vector<int> captured(100, 2);
    button.pressed = [captured, n = 0](int more) mutable { return n += more + captured[50]; };
    std::function<int(int)> copy = button.pressed;
    show("function", button.pressed(1), button.pressed(1), copy(5), copy.target_type() != typeid(void), bool(copy));
    button.pressed = std::bind(&Button::add, &button, _1);
    auto swapped = std::bind(std::minus<>(), _2, _1);
    show("bind", button.pressed(5), swapped(1, 10), std::bind_front(std::plus<int>(), 40)(2),
         std::mem_fn(&Button::offset)(button));
    int counter = 0;
    auto reference = std::ref(counter);
    std::invoke([](int &n) { n += 3; }, reference);
    show("invoke", counter, std::invoke(&Button::add, button, 7), std::not_fn([](int n) { return n > 0; })(1),
         std::cref(counter).get());
    show("objects", std::greater<>()(2, 1), std::modulus<>()(17, 5), std::bit_xor<>()(6, 3), std::identity()(9),
         std::ranges::less()(1, 2.5));
    const std::string text = "find the needle here", needle = "needle";
    auto found = std::search(text.begin(), text.end(), std::boyer_moore_searcher(needle.begin(), needle.end()));
    auto same = std::search(text.begin(), text.end(), std::default_searcher(needle.begin(), needle.end()));
    show("searchers", found - text.begin(), found == same, std::hash<int>()(5) == std::hash<int>()(5));
}

struct Person {
    std::string name;
    int age;
};

static void use_ranges() {
    namespace views = std::views;
    std::vector<Person> people{{"zoe", 31}, {"ann", 45}, {"bob", 17}, {"kim", 28}};
    std::ranges::sort(people, {}, &Person::name);
    auto adults = people | views::filter([](const Person &p) { return p.age >= 18; }) | views::transform(&Person::name);
    show_all("ranges", adults);
    show("projected", std::ranges::max(people, {}, &Person::age).name,
         std::ranges::count_if(people, [](int age) { return age > 30; }, &Person::age),
         std::ranges::find(people, 17, &Person::age)->name);
    show_all("iota", views::iota(1) | views::transform([](int n) { return n * n; }) | views::drop(2)
        | views::take_while([](int n) { return n < 100; }));
    show_all("reversed", views::iota(0, 10) | views::reverse | views::drop_while([](int n) { return n > 6; })
        | views::take(3));
    std::string csv = "a,bc,,d";
    for (auto part : views::split(csv, ','))
        show("split", std::string(part.begin(), part.end()), std::ranges::distance(part));
    std::vector<std::vector<int>> nested{{1, 2}, {}, {3}};
    show_all("joined", nested | views::join);
    std::map<int, char> map{{1, 'a'}, {2, 'b'}};
    show_all("values", map | views::values);
    show_all("keys", map | views::keys | views::common);
    auto [in, out] = std::ranges::copy_if(std::vector{1, 2, 3, 4}, nested[1].begin(), [](int) { return false; });
    show("copied", out == nested[1].begin());
    std::istringstream words("3 1 2");
    int total = 0;
    for (int n : std::ranges::istream_view<int>(words))
        total = total * 10 + n;
    auto pair = std::ranges::subrange(nested.begin(), nested.end());
    show("views", total, pair.size(), std::ranges::empty(views::empty<int>), *views::single(8).begin(),
         std::ranges::equal(nested[0], views::iota(1, 3)),
         std::ranges::view<decltype(adults)>, std::ranges::sized_range<decltype(adults)>);
}

int main() {
    use_algorithm();
    use_numeric();
    use_iterator();
    use_functional();
    use_ranges();
}
