// What C++20 and C++23 have added that older libraries do not have.
// standard: c++23
#include "show.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <coroutine>
#include <cstdio>
#include <execution>
#include <exception>
#include <expected>
#include <format>
#include <iterator>
#include <mdspan>
#include <memory>
#include <numeric>
#include <print>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

struct Error {
    int code;
    std::string text;
};

static std::expected<int, Error> divide(int one, int other) {
    if (other == 0)
        return std::unexpected(Error{7, "division by zero"});
    return one / other;
}

static void use_expected() {
    auto good = divide(9, 2), bad = divide(1, 0);
    show("expected", *good, good.has_value(), bad.has_value(), bad.error().text, bad.value_or(-3));
    auto chained = divide(100, 5).and_then([](int n) { return divide(n, 0); }).transform([](int n) { return n + 1; });
    show("chained", chained.error().code, divide(8, 2).transform([](int n) { return n * 1.5; }).value());
    show("mapped", bad.transform_error([](const Error &e) { return e.code * 2; }).error(),
         bad.or_else([](const Error &) { return divide(6, 3); }).value());
    std::expected<void, int> nothing = std::unexpected(3);
    nothing = {};
    show("void", nothing.has_value(), (nothing == std::expected<void, int>()));
    try {
        show("never", bad.value());
    } catch (const std::bad_expected_access<Error> &problem) {
        show("access", problem.error().code);
    }
    std::expected<std::unique_ptr<int>, int> owner = std::make_unique<int>(5);
    auto taken = std::move(owner).value();
    show("moved", *taken, *owner == nullptr);
}

struct Colour {
    int red, green, blue;
};

template <> struct std::formatter<Colour> {
    bool is_hex = false;
    constexpr auto parse(std::format_parse_context &context) {
        auto place = context.begin();
        if (place != context.end() && *place == 'x') {
            is_hex = true;
            ++place;
        }
        return place;
    }
    auto format(const Colour &colour, std::format_context &context) const {
        const auto *pattern = is_hex ? "#{:02x}{:02x}{:02x}" : "rgb({}, {}, {})";
        return std::vformat_to(context.out(), pattern, std::make_format_args(colour.red, colour.green, colour.blue));
    }
};

static void use_format() {
    show("format", std::format("{} {:>6} {:<6}| {:^7}| {:*^9}", 1, 2, 3, "mid", "stars"));
    show("numbers", std::format("{:d} {:#x} {:#b} {:+} {:08.3f} {:e} {:g} {:a}", 42, 255, 5, 7, 3.14159, 12345.678,
         0.0001, 1.5));
    show("ordered", std::format("{1} {0} {{}} {0:{2}}", 'a', true, 4), std::format("{:?}", std::string("tab\t\"q\"")),
         std::format("{:.3}", "truncated"));
    show("ranges", std::format("{} {} {}", std::vector{1, 2, 3}, std::pair(1, 'x'), std::tuple(1.5, "t")),
         std::format("{::#x}", std::array{10, 11}));
    show("own", std::format("{} {:x}", Colour{1, 2, 3}, Colour{255, 128, 0}), std::formatted_size("{:10}", 1));
    std::string text;
    std::format_to(std::back_inserter(text), "{}-{}", 1, 2);
    char fixed[5] = {};
    const auto result = std::format_to_n(fixed, 4, "{}", 1234567);
    show("to", text, fixed, result.size, std::format(L"{}", 5).size());
    try {
        int number = 5;
        show("never", std::vformat("{:s}", std::make_format_args(number)));
    } catch (const std::format_error &) {
        show("error", "format");
    }
    using namespace std::chrono;
    show("times", std::format("{:%Y-%m-%d %H:%M:%S}", sys_seconds(1700000000s)),
         std::format("{:%A %d %B}", 2024y / February / 29), std::format("{} {:%T}", 90min, 3725s));
}

static void use_print() {
    std::cout.flush();
    std::print("print: {} {:.2f}", "text", 2.5);
    std::println(" {}", Colour{9, 8, 7});
    std::println(stdout, "{:>8}", "right");
    std::println();
    std::fflush(stdout);
}

static void use_mdspan() {
    std::vector<int> numbers(24);
    std::iota(numbers.begin(), numbers.end(), 0);
    std::mdspan<int, std::dextents<int, 3>> cube(numbers.data(), 2, 3, 4);
    cube[1, 2, 3] = 100;
    show("mdspan", cube.rank(), cube.extent(1), cube.size(), cube[0, 1, 2], cube[std::array{1, 2, 3}], cube.stride(0));
    std::mdspan<int, std::extents<std::size_t, 3, std::dynamic_extent>, std::layout_left> turned(numbers.data(), 8);
    show("left", turned[1, 2], turned.static_extent(0), turned.is_exhaustive(), decltype(turned)::rank_dynamic());
    std::layout_stride::mapping<std::dextents<int, 2>> mapping(std::dextents<int, 2>(2, 2), std::array{4, 1});
    std::mdspan corner(numbers.data(), mapping);
    show("stride", corner[1, 1], corner.mapping().required_span_size(), corner.is_strided(), corner.is_exhaustive());
}

template <class T> struct Generator {
    struct promise_type {
        T value{};
        std::exception_ptr thrown;
        Generator get_return_object() { return Generator{std::coroutine_handle<promise_type>::from_promise(*this)}; }
        std::suspend_always initial_suspend() noexcept { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        std::suspend_always yield_value(T given) {
            value = std::move(given);
            return {};
        }
        void return_void() {}
        void unhandled_exception() { thrown = std::current_exception(); }
    };
    std::coroutine_handle<promise_type> handle;
    explicit Generator(std::coroutine_handle<promise_type> handle) : handle(handle) {}
    Generator(Generator &&other) noexcept : handle(std::exchange(other.handle, nullptr)) {}
    ~Generator() {
        if (handle)
            handle.destroy();
    }
    bool next() {
        handle.resume();
        if (auto thrown = handle.promise().thrown)
            std::rethrow_exception(thrown);
        return !handle.done();
    }
};

static Generator<std::string> letters(std::string text) {
    for (char letter : text) {
        if (letter == '!')
            throw 5;
        co_yield std::string(3, letter);
    }
}

struct Task {
    struct promise_type {
        int result = 0;
        std::coroutine_handle<> waiting = std::noop_coroutine();
        Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
        std::suspend_always initial_suspend() noexcept { return {}; }
        struct Final {
            bool await_ready() noexcept { return false; }
            std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> own) noexcept {
                return own.promise().waiting;
            }
            void await_resume() noexcept {}
        };
        Final final_suspend() noexcept { return {}; }
        void return_value(int value) { result = value; }
        void unhandled_exception() { std::terminate(); }
    };
    std::coroutine_handle<promise_type> handle;
    bool await_ready() { return false; }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<> caller) {
        handle.promise().waiting = caller;
        return handle;
    }
    int await_resume() {
        const int result = handle.promise().result;
        handle.destroy();
        return result;
    }
};

static Task depth(int n) {
    if (n == 0)
        co_return 0;
    co_return 1 + co_await depth(n - 1);
}

static void use_coroutine() {
    auto words = letters("abc");
    std::string all;
    while (words.next())
        all += words.handle.promise().value;
    show("coroutine", all, words.handle.done());
    auto thrower = letters("x!");
    try {
        while (thrower.next()) {
        }
    } catch (int number) {
        show("thrown", number);
    }
    Task task = depth(50);
    task.handle.resume();
    show("awaited", task.handle.promise().result, std::noop_coroutine().done());
    task.handle.destroy();
}

static void use_execution() {
    std::vector<int> numbers(1000);
    std::iota(numbers.begin(), numbers.end(), 0);
    std::for_each(std::execution::par, numbers.begin(), numbers.end(), [](int &n) { n = n * 37 % 1000; });
    std::sort(std::execution::par_unseq, numbers.begin(), numbers.end());
    std::vector<int> doubled(numbers.size());
    std::transform(std::execution::unseq, numbers.begin(), numbers.end(), doubled.begin(), [](int n) { return 2 * n; });
    show("execution", std::reduce(std::execution::par, doubled.begin(), doubled.end()),
         std::find(std::execution::seq, numbers.begin(), numbers.end(), 10) - numbers.begin(),
         std::is_execution_policy_v<std::execution::parallel_policy>,
         std::any_of(std::execution::par, doubled.begin(), doubled.end(), [](int n) { return n % 2; }));
}

int main() {
    use_expected();
    use_format();
    use_print();
    use_mdspan();
    use_coroutine();
    use_execution();
}
