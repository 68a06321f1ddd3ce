// What C++20 and C++23 have added: ranges, format, spans, coroutines, ordering, print.
// standard: c++23
#include <algorithm>
#include <bit>
#include <compare>
#include <concepts>
#include <coroutine>
#include <expected>
#include <format>
#include <iostream>
#include <latch>
#include <map>
#include <numbers>
#include <print>
#include <ranges>
#include <semaphore>
#include <source_location>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

using namespace std::literals;

struct Version {
    int major, minor;
    auto operator<=>(const Version &) const = default;
};

template <> struct std::formatter<Version> : std::formatter<std::string> {
    auto format(const Version &version, auto &context) const {
        return std::formatter<std::string>::format(std::format("v{}.{}", version.major, version.minor), context);
    }
};

struct Generator {
    struct promise_type {
        int current = 0;
        Generator get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
        std::suspend_always initial_suspend() { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        std::suspend_always yield_value(int value) {
            current = value;
            return {};
        }
        void return_void() {}
        void unhandled_exception() { throw; }
    };
    std::coroutine_handle<promise_type> handle;
    ~Generator() { handle.destroy(); }
    bool next() {
        handle.resume();
        return !handle.done();
    }
};

Generator fibonacci(int count) {
    int one = 0, other = 1;
    while (count-- > 0) {
        co_yield one;
        one = std::exchange(other, one + other);
    }
}

std::expected<int, std::string> half(int n) {
    if (n % 2)
        return std::unexpected(std::format("{} is odd", n));
    return n / 2;
}

template <std::integral T> constexpr T twice(T value) {
    return 2 * value;
}

int sum(std::span<const int> values) {
    int total = 0;
    for (int value : values)
        total += value;
    return total;
}

int main() {
    std::cout << std::format("{:>6}|{:<6}|{:^6}|{:+d}|{:#x}|{:08.3f}|{:e}", 42, "ab", 'c', 7, 255, 3.14159, 12345.678)
              << '\n';
    std::cout << std::format("{1} {0} {1:?}", "zero", "one\n") << '\n';
    std::cout << std::format("{:*^{}}|{:.{}f}|{}", "mid", 9, 2.0 / 3, 3, Version{1, 2}) << '\n';
    std::println("{} {:b} {}", true, 10, 1e300);
    auto squares = std::views::iota(1) | std::views::transform([](int n) { return n * n; })
        | std::views::filter([](int n) { return n % 2 == 1; }) | std::views::take(5);
    for (int n : squares)
        std::cout << n << ' ';
    std::cout << '\n';
    std::vector<std::string> words{"pear", "fig", "banana", "kiwi"};
    std::ranges::sort(words, {}, &std::string::size);
    std::cout << words.front() << ' ' << words.back() << '\n';
    for (auto part : "one,two,,three"sv | std::views::split(','))
        std::cout << '[' << std::string_view(part.begin(), part.end()) << ']';
    std::cout << '\n';
    std::map<std::string, int> map{{"a", 1}, {"b", 2}};
    for (int value : map | std::views::values | std::views::reverse)
        std::cout << value << ' ';
    std::cout << map.contains("b") << '\n';
    std::cout << (Version{1, 2} < Version{1, 10}) << (Version{2, 0} == Version{2, 0}) << '\n';
    auto generator = fibonacci(10);
    while (generator.next())
        std::cout << generator.handle.promise().current << ' ';
    std::cout << '\n';
    std::cout << *half(10) << ' ' << half(7).error() << '\n';
    int values[] = {1, 2, 3, 4};
    std::cout << sum(values) << ' ' << sum(std::span(values).subspan(2)) << ' ' << twice(21L) << '\n';
    std::cout << std::popcount(255u) << std::countl_zero(1u) << ' ' << std::bit_cast<unsigned>(1.0f) << ' '
              << std::bit_ceil(100u) << '\n';
    std::cout << std::numbers::pi << ' ' << "abc"sv.starts_with("ab") << "text"s.contains("ex") << '\n';
    std::latch latch(2);
    std::counting_semaphore<4> semaphore(0);
    std::jthread worker([&](std::stop_token stop) {
        latch.count_down();
        while (!stop.stop_requested())
            std::this_thread::yield();
        semaphore.release();
    });
    latch.arrive_and_wait();
    worker.request_stop();
    semaphore.acquire();
    std::cout << "stopped in " << std::source_location::current().function_name() << '\n';
}
