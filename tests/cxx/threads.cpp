// Threads, locks, conditions, futures, and variables that each thread has.
// standard: c++17
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <future>
#include <iostream>
#include <mutex>
#include <numeric>
#include <shared_mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

std::atomic<int> destroyed{0};

struct PerThread {
    int value = 0;
    ~PerThread() { destroyed += value; }
};
thread_local PerThread per_thread;

template <class T> class Channel {
    std::mutex mutex;
    std::condition_variable filled;
    std::deque<T> queue;
    bool closed = false;

  public:
    void send(T value) {
        std::lock_guard<std::mutex> lock(mutex);
        queue.push_back(std::move(value));
        filled.notify_one();
    }
    void close() {
        std::lock_guard<std::mutex> lock(mutex);
        closed = true;
        filled.notify_all();
    }
    bool receive(T &value) {
        std::unique_lock<std::mutex> lock(mutex);
        filled.wait(lock, [&] { return closed || !queue.empty(); });
        if (queue.empty())
            return false;
        value = std::move(queue.front());
        queue.pop_front();
        return true;
    }
};

int main() {
    std::mutex mutex;
    long total = 0;
    std::atomic<long> counted{0};
    std::vector<std::thread> threads;
    for (int n = 0; n < 4; ++n)
        threads.emplace_back([&, n] {
            for (int round = 0; round < 1000; ++round) {
                std::lock_guard<std::mutex> lock(mutex);
                total += n;
                counted.fetch_add(1, std::memory_order_relaxed);
            }
            per_thread.value = n + 1;
        });
    for (auto &thread : threads)
        thread.join();
    std::cout << total << ' ' << counted << ' ' << destroyed << '\n';

    Channel<std::string> channel;
    std::atomic<int> length{0};
    std::thread reader([&] {
        std::string text;
        while (channel.receive(text))
            length += static_cast<int>(text.size());
    });
    for (int n = 0; n < 100; ++n)
        channel.send(std::string(n, 'x'));
    channel.close();
    reader.join();
    std::cout << length << '\n';

    auto future = std::async(std::launch::async, [] { return 6 * 7; });
    std::cout << future.get() << '\n';
    auto failing = std::async(std::launch::async, []() -> int { throw std::runtime_error("from a thread"); });
    try {
        failing.get();
    } catch (const std::runtime_error &error) {
        std::cout << error.what() << '\n';
    }
    std::promise<int> promise;
    std::thread setter([&] { promise.set_value(7); });
    std::cout << promise.get_future().get() << '\n';
    setter.join();
    std::packaged_task<int(int)> task([](int n) { return n + 1; });
    auto result = task.get_future();
    std::thread(std::move(task), 1).join();
    std::cout << result.get() << '\n';

    std::once_flag once;
    std::atomic<int> calls{0};
    std::vector<std::thread> callers;
    for (int n = 0; n < 3; ++n)
        callers.emplace_back([&] { std::call_once(once, [&] { ++calls; }); });
    for (auto &thread : callers)
        thread.join();
    std::cout << calls << '\n';

    std::timed_mutex timed;
    timed.lock();
    std::thread([&] { std::cout << timed.try_lock_for(std::chrono::milliseconds(10)) << '\n'; }).join();
    timed.unlock();
    std::shared_mutex shared;
    {
        std::shared_lock<std::shared_mutex> one(shared), other(shared);
        std::thread([&] { std::cout << shared.try_lock() << '\n'; }).join();
    }
    std::recursive_mutex recursive;
    std::scoped_lock both(recursive, mutex);
    std::cout << recursive.try_lock() << '\n';
    recursive.unlock();

    std::condition_variable never;
    std::mutex own;
    std::unique_lock<std::mutex> lock(own);
    std::cout << (never.wait_for(lock, std::chrono::milliseconds(5)) == std::cv_status::timeout) << '\n';
    auto start = std::chrono::steady_clock::now();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    std::cout << (std::chrono::steady_clock::now() - start >= std::chrono::milliseconds(20)) << '\n';
    struct Big {
        int values[5];
    };
    std::atomic<long long> wide{1};
    wide += 1LL << 40;
    std::cout << wide << ' ' << (std::thread::hardware_concurrency() > 0) << '\n';
    try {
        std::thread empty;
        empty.join();
    } catch (const std::system_error &) {
        std::cout << "not joinable\n";
    }
}
