// Containers that are sequences, and what is built on them.
// standard: c++20
#include "show.hpp"

#include <algorithm>
#include <array>
#include <bitset>
#include <deque>
#include <forward_list>
#include <initializer_list>
#include <list>
#include <queue>
#include <span>
#include <stack>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

static void use_array() {
    std::array<int, 5> numbers{5, 3, 1};
    numbers.back() = 9;
    std::sort(numbers.begin(), numbers.end());
    show_all("array", numbers);
    show("get", std::get<2>(numbers), std::tuple_size_v<decltype(numbers)>, numbers.max_size());
    constexpr auto letters = std::to_array("abc");
    static_assert(letters.size() == 4 && letters[1] == 'b');
    std::array<int, 5> other{};
    other.fill(2);
    numbers.swap(other);
    show("compared", numbers < other, numbers == numbers, (numbers <=> other) < 0);
    auto [first, second] = std::array<std::string, 2>{"one", "two"};
    show("bound", first, second);
    try {
        show("never", numbers.at(5));
    } catch (const std::out_of_range &) {
        show("at", "out of range");
    }
    std::array<int, 0> nothing;
    show("empty", nothing.empty(), nothing.begin() == nothing.end());
}

static void use_vector() {
    std::vector<std::string> words{"delta", "alpha", "charlie"};
    words.reserve(10);
    words.emplace_back(3, 'z');
    words.insert(words.begin() + 1, 2, "echo");
    words.erase(words.begin());
    show_all("vector", words);
    show("capacity", words.capacity() >= 10, words.size(), words.front(), words.back());
    std::erase_if(words, [](const auto &word) { return word.size() == 4; });
    words.assign({"x", "y"});
    words.resize(4, "new");
    words.shrink_to_fit();
    show_all("resized", words);
    std::vector<std::string> moved = std::move(words);
    show("moved", words.size(), moved.size());
    std::vector<bool> flags(70);
    flags[3] = flags[64] = true;
    flags.flip();
    show("flags", std::count(flags.begin(), flags.end(), true), bool(flags[3]), bool(flags[69]));
    try {
        moved.at(9);
    } catch (const std::out_of_range &) {
        show("at", "out of range");
    }
    try {
        moved.reserve(moved.max_size() + 1);
    } catch (const std::length_error &) {
        show("reserve", "too long");
    }
}

static void use_deque() {
    std::deque<int> line;
    for (int n = 0; n < 1000; ++n)
        n % 2 ? line.push_front(n) : line.push_back(n);
    show("deque", line.front(), line.back(), line[500], line.size());
    line.insert(line.begin() + 2, {1, 2, 3});
    line.erase(line.begin() + 10, line.end());
    show_all("erased", line);
    while (line.size() > 3)
        line.pop_front();
    line.emplace_front(77);
    show_all("popped", line);
    int *kept = &line.front();
    for (int n = 0; n < 5000; ++n)
        line.push_back(n);
    show("stays", *kept, &line.front() == kept);
}

static void use_list() {
    std::list<int> one{5, 1, 4}, other{3, 2, 2};
    one.sort();
    other.sort();
    one.merge(other);
    show_all("list", one);
    one.unique();
    one.reverse();
    other.assign({10, 11, 12});
    one.splice(std::next(one.begin()), other, other.begin());
    show_all("spliced", one);
    show("removed", one.remove(10), one.remove_if([](int n) { return n > 3; }), other.size());
    one.emplace_front(0);
    show_all("left", one);
}

static void use_forward_list() {
    std::forward_list<int> chain{3, 1, 2};
    chain.sort();
    auto place = chain.before_begin();
    chain.insert_after(place, 9);
    chain.push_front(8);
    chain.erase_after(std::next(chain.begin()));
    chain.splice_after(chain.begin(), std::forward_list<int>{20, 21});
    show_all("forward_list", chain);
    chain.reverse();
    show("front", chain.front(), std::distance(chain.begin(), chain.end()), std::erase(chain, 20));
}

static int sum(std::initializer_list<int> numbers) {
    int total = 0;
    for (int number : numbers)
        total += number;
    return total * static_cast<int>(numbers.size());
}

static void use_initializer_list() {
    auto numbers = {1, 2, 3};
    show("initializer_list", sum({}), sum({4, 5}), sum(numbers), *(std::end(numbers) - 1));
    std::vector<int> braces{3, 7}, parentheses(3, 7);
    show("lists", braces.size(), parentheses.size());
}

static void use_queue() {
    std::queue<std::string, std::list<std::string>> line;
    line.push("first");
    line.emplace("second");
    show("queue", line.front(), line.back(), line.size());
    line.pop();
    std::priority_queue<std::pair<int, char>> best;
    for (auto [key, name] : {std::pair{2, 'b'}, {9, 'z'}, {4, 'd'}})
        best.emplace(key, name);
    std::priority_queue<int, std::vector<int>, std::greater<>> least;
    for (int n : {5, 2, 8, 1})
        least.push(n);
    show("priority", best.top().second, least.top());
    std::cout << "order:";
    for (; !least.empty(); least.pop())
        std::cout << ' ' << least.top();
    std::cout << '\n';
}

static void use_stack() {
    std::stack<int> pile;
    for (int n = 0; n < 5; ++n)
        pile.push(n * n);
    pile.pop();
    pile.top() += 100;
    std::stack<int, std::vector<int>> other;
    other.emplace(3);
    show("stack", pile.top(), pile.size(), other.top(), other.empty());
    std::stack<int> copy = pile;
    show("compared", copy == pile, copy < pile);
}

static void use_span() {
    int numbers[] = {1, 2, 3, 4, 5, 6};
    std::span<int> all = numbers;
    std::span<int, 2> two = all.subspan<1, 2>();
    two[1] = 30;
    show_all("span", all.last(5));
    show("sizes", all.size_bytes(), two.size(), decltype(two)::extent, all.first(2).back());
    std::vector<int> vector{7, 8};
    std::span<const int> constant = vector;
    show("bytes", std::as_bytes(constant).size(), std::to_integer<int>(std::as_bytes(constant)[0]));
    std::as_writable_bytes(std::span(vector))[4] = std::byte{1};
    show("written", vector[1], *constant.rbegin(), constant.empty());
}

static void use_bitset() {
    std::bitset<70> bits("1011");
    bits.set(69).flip(0);
    show("bitset", bits.count(), bits.test(69), bits[0], bits.any(), bits.none(), bits.all());
    std::bitset<8> one(0b11001010), other(0xf0);
    show("operators", one & other, one | other, one ^ other, ~one, one << 2, one >> 3);
    show("converted", one.to_ulong(), other.to_string('.', '#'), (one == other));
    try {
        bits.to_ullong();
    } catch (const std::overflow_error &) {
        show("to_ullong", "overflow");
    }
    try {
        std::bitset<4>("12");
    } catch (const std::invalid_argument &) {
        show("digits", "invalid");
    }
}

int main() {
    use_array();
    use_vector();
    use_deque();
    use_list();
    use_forward_list();
    use_initializer_list();
    use_queue();
    use_stack();
    use_span();
    use_bitset();
}
