// Containers, iterators and algorithms.
// standard: c++17
#include <algorithm>
#include <any>
#include <array>
#include <deque>
#include <forward_list>
#include <functional>
#include <iostream>
#include <iterator>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <queue>
#include <set>
#include <stack>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <valarray>
#include <variant>
#include <vector>

template <class Range> void show(const char *name, const Range &range) {
    std::cout << name << ':';
    for (const auto &element : range)
        std::cout << ' ' << element;
    std::cout << '\n';
}

struct Counted {
    static int alive;
    int value;
    explicit Counted(int value) : value(value) { ++alive; }
    Counted(const Counted &other) : value(other.value) { ++alive; }
    ~Counted() { --alive; }
};
int Counted::alive = 0;

int main() {
    std::vector<int> numbers(20);
    std::iota(numbers.begin(), numbers.end(), 1);
    std::rotate(numbers.begin(), numbers.begin() + 7, numbers.end());
    show("rotated", numbers);
    std::sort(numbers.begin(), numbers.end(), std::greater<>());
    show("sorted", numbers);
    numbers.erase(std::remove_if(numbers.begin(), numbers.end(), [](int n) { return n % 3 == 0; }), numbers.end());
    show("removed", numbers);
    std::stable_partition(numbers.begin(), numbers.end(), [](int n) { return n % 2 == 0; });
    show("partitioned", numbers);
    std::cout << std::accumulate(numbers.begin(), numbers.end(), 0) << ' '
              << std::inner_product(numbers.begin(), numbers.end(), numbers.begin(), 0) << ' '
              << *std::max_element(numbers.begin(), numbers.end()) << '\n';
    std::vector<int> heap{5, 1, 8, 3, 9, 2};
    std::make_heap(heap.begin(), heap.end());
    std::sort_heap(heap.begin(), heap.end());
    show("heap", heap);
    int permutations = 0;
    std::string letters = "aabc";
    do
        ++permutations;
    while (std::next_permutation(letters.begin(), letters.end()));
    std::cout << "permutations: " << permutations << '\n';

    std::map<std::string, int> words;
    for (const char *word : {"the", "cat", "and", "the", "dog", "and", "the", "end"})
        ++words[word];
    for (const auto &[word, count] : words)
        std::cout << word << '=' << count << ' ';
    std::cout << '\n' << words.lower_bound("d")->first << '\n';
    std::multimap<int, char> many{{2, 'b'}, {1, 'a'}, {2, 'c'}};
    std::cout << many.count(2) << ' ' << many.equal_range(2).first->second << '\n';
    std::set<int> one{1, 2, 3, 4}, other{3, 4, 5}, both;
    std::set_intersection(one.begin(), one.end(), other.begin(), other.end(), std::inserter(both, both.end()));
    show("both", both);
    std::unordered_map<std::string, int> hashed;
    for (int n = 0; n < 1000; ++n)
        hashed["key" + std::to_string(n)] = n;
    int sum = 0;
    for (const auto &entry : hashed)
        sum += entry.second;
    std::cout << hashed.size() << ' ' << sum << ' ' << hashed.at("key77") << '\n';
    std::unordered_set<long> set{1, 2, 3};
    std::cout << set.count(2) << set.count(9) << '\n';

    std::list<int> list{3, 1, 2};
    list.sort();
    list.splice(list.begin(), std::list<int>{9, 8});
    list.reverse();
    show("list", list);
    std::forward_list<int> forward{1, 1, 2, 2, 3};
    forward.unique();
    show("forward", forward);
    std::deque<int> deque;
    for (int n = 0; n < 5; ++n)
        n % 2 ? deque.push_back(n) : deque.push_front(n);
    show("deque", deque);
    std::priority_queue<int, std::vector<int>, std::greater<int>> queue;
    for (int n : {4, 2, 7})
        queue.push(n);
    std::cout << queue.top() << '\n';
    std::array<int, 3> array{{1, 2, 3}};
    std::cout << std::get<1>(array) << ' ' << array.size() << '\n';
    std::valarray<double> values{1, 2, 3};
    values = values * values + 1.0;
    std::cout << values.sum() << '\n';

    {
        std::vector<Counted> counted;
        for (int n = 0; n < 10; ++n)
            counted.emplace_back(n);
        counted.erase(counted.begin() + 3);
        std::cout << Counted::alive << '\n';
        auto shared = std::make_shared<Counted>(1);
        std::weak_ptr<Counted> weak = shared;
        std::unique_ptr<Counted> unique(new Counted(2));
        std::cout << Counted::alive << ' ' << weak.use_count() << '\n';
        shared.reset();
        std::cout << weak.expired() << '\n';
    }
    std::cout << Counted::alive << '\n';

    std::variant<int, std::string> variant = "text";
    std::visit([](const auto &value) { std::cout << value << '\n'; }, variant);
    std::optional<int> none;
    std::cout << none.value_or(5) << '\n';
    std::any any = std::string("any");
    std::cout << std::any_cast<std::string>(any) << '\n';
    try {
        std::any_cast<int>(any);
    } catch (const std::bad_any_cast &) {
        std::cout << "bad cast\n";
    }
    std::function<int(int)> factorial = [&](int n) { return n < 2 ? 1 : n * factorial(n - 1); };
    std::cout << factorial(10) << '\n';
    auto [first, second] = std::make_tuple(1, "two");
    std::cout << first << second << '\n';
    std::copy(array.begin(), array.end(), std::ostream_iterator<int>(std::cout, ","));
    std::cout << '\n';
    try {
        std::vector<int>().at(1);
    } catch (const std::out_of_range &) {
        std::cout << "out of range\n";
    }
}
