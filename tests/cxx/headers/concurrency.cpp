// Threads and what they share, wait for and tell each other.
// standard: c++20
#include "show.hpp"

#include <atomic>
#include <barrier>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <future>
#include <latch>
#include <memory>
#include <mutex>
#include <numeric>
#include <semaphore>
#include <set>
#include <shared_mutex>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

using namespace std::chrono_literals;

static void use_thread() {
    std::vector<std::thread> threads;
    std::vector<std::thread::id> ids(4);
    for (int n = 0; n < 4; ++n)
        threads.emplace_back([&ids](int index) { ids[index] = std::this_thread::get_id(); }, n);
    show("thread", threads[0].joinable(), threads[0].get_id() != threads[1].get_id());
    for (auto &thread : threads)
        thread.join();
    ids.push_back(std::this_thread::get_id());
    show("ids", std::set<std::thread::id>(ids.begin(), ids.end()).size() > 1, threads[0].joinable(),
         std::thread().get_id() == std::thread::id());
    try {
        threads[0].join();
    } catch (const std::system_error &problem) {
        show("join", problem.code() == std::errc::invalid_argument);
    }
    auto start = std::chrono::steady_clock::now();
    std::this_thread::sleep_for(5ms);
    std::this_thread::sleep_until(start + 10ms);
    std::this_thread::yield();
    show("slept", std::chrono::steady_clock::now() - start >= 10ms);
    int value = 1;
    std::jthread([](int &n, std::unique_ptr<int> more) { n += *more; }, std::ref(value),
        std::make_unique<int>(41)).join();
    show("arguments", value);
}

static void use_mutex() {
    std::mutex one, other;
    std::recursive_mutex again;
    std::timed_mutex timed;
    int total = 0;
    auto work = [&](bool turned) {
        for (int n = 0; n < 500; ++n) {
            if (turned) {
                std::scoped_lock both(one, other);
                ++total;
            } else {
                std::lock(other, one);
                std::lock_guard<std::mutex> first(one, std::adopt_lock), second(other, std::adopt_lock);
                ++total;
            }
        }
    };
    std::thread first(work, true), second(work, false);
    first.join();
    second.join();
    std::unique_lock<std::recursive_mutex> lock(again, std::defer_lock);
    lock.lock();
    again.lock();
    again.unlock();
    timed.lock();
    bool taken = true;
    std::thread([&] { taken = timed.try_lock_for(3ms); }).join();
    show("mutex", total, lock.owns_lock(), taken, std::try_lock(one, other));
    std::once_flag once;
    int calls = 0;
    for (int n = 0; n < 3; ++n)
        try {
            std::call_once(once, [&] {
                if (++calls == 1)
                    throw 1;
            });
        } catch (int) {
        }
    show("once", calls);
    one.unlock();
    other.unlock();
    timed.unlock();
}

static void use_shared_mutex() {
    std::shared_mutex mutex;
    int value = 0;
    bool wrong = false;
    std::vector<std::thread> threads;
    for (int n = 0; n < 4; ++n)
        threads.emplace_back([&, n] {
            for (int round = 0; round < 200; ++round)
                if (n == 0) {
                    std::unique_lock lock(mutex);
                    ++value;
                    ++value;
                } else {
                    std::shared_lock lock(mutex);
                    wrong = wrong || value % 2;
                }
        });
    for (auto &thread : threads)
        thread.join();
    std::shared_lock one(mutex), two(mutex);
    show("shared_mutex", value, wrong, mutex.try_lock(), mutex.try_lock_shared());
    mutex.unlock_shared();
    std::shared_timed_mutex timed;
    timed.lock_shared();
    show("timed", timed.try_lock_for(2ms), timed.try_lock_shared_for(2ms));
}

static void use_condition_variable() {
    std::mutex mutex;
    std::condition_variable changed;
    int turn = 0;
    std::string order;
    auto player = [&](int own, char name) {
        for (int n = 0; n < 5; ++n) {
            std::unique_lock lock(mutex);
            changed.wait(lock, [&] { return turn == own; });
            order += name;
            turn = 1 - own;
            changed.notify_all();
        }
    };
    std::thread ping(player, 0, 'p'), pong(player, 1, 'q');
    ping.join();
    pong.join();
    std::unique_lock lock(mutex);
    show("condition_variable", order, changed.wait_for(lock, 2ms) == std::cv_status::timeout,
         changed.wait_until(lock, std::chrono::steady_clock::now() + 1ms, [] { return false; }));
    std::condition_variable_any any;
    std::shared_mutex shared;
    std::shared_lock reading(shared);
    show("any", any.wait_for(reading, 1ms, [] { return true; }));
}

static void use_future() {
    auto sum = [](int from, int to) {
        int total = 0;
        for (; from < to; ++from)
            total += from;
        return total;
    };
    auto one = std::async(std::launch::async, sum, 0, 1000), other = std::async(std::launch::deferred, sum, 1000, 2000);
    show("future", other.wait_for(0s) == std::future_status::deferred, one.get() + other.get(), one.valid());
    std::promise<std::string> promise;
    std::shared_future<std::string> shared = promise.get_future().share();
    show("waiting", shared.wait_for(1ms) == std::future_status::timeout);
    std::thread([&] { promise.set_value("told"); }).join();
    show("shared", shared.get(), std::shared_future<std::string>(shared).get());
    std::packaged_task<int(int)> task([](int n) -> int { throw std::runtime_error("thrown " + std::to_string(n)); });
    auto result = task.get_future();
    std::thread(std::move(task), 5).join();
    try {
        result.get();
    } catch (const std::runtime_error &problem) {
        show("task", problem.what());
    }
    std::future<void> broken;
    {
        std::promise<void> dropped;
        broken = dropped.get_future();
    }
    try {
        broken.get();
    } catch (const std::future_error &problem) {
        show("broken", problem.code() == std::future_errc::broken_promise);
    }
}

struct Pair {
    int one, other;
};

static void use_atomic() {
    std::atomic<int> counter{0};
    std::atomic<long long> wide{0};
    std::atomic<Pair> pair{Pair{0, 0}};
    std::atomic_flag spin = ATOMIC_FLAG_INIT;
    int guarded = 0;
    std::vector<std::thread> threads;
    for (int n = 0; n < 4; ++n)
        threads.emplace_back([&] {
            for (int round = 0; round < 250; ++round) {
                ++counter;
                wide.fetch_add(1ll << 33, std::memory_order_relaxed);
                Pair old = pair.load();
                while (!pair.compare_exchange_weak(old, Pair{old.one + 1, old.other - 1})) {
                }
                while (spin.test_and_set(std::memory_order_acquire))
                    std::this_thread::yield();
                ++guarded;
                spin.clear(std::memory_order_release);
            }
        });
    for (auto &thread : threads)
        thread.join();
    show("atomic", counter, wide >> 33, pair.load().one, pair.load().other, guarded, counter.is_lock_free());
    show("changed", counter.exchange(12), counter.fetch_and(6), counter.fetch_or(1), counter.fetch_xor(7),
         counter.load());
    int plain = 5, expected = 6;
    std::atomic_ref<int> reference(plain);
    show("reference", reference.compare_exchange_strong(expected, 7), expected, ++reference, plain);
    std::atomic<bool> ready{false};
    std::thread waiting([&] {
        ready.wait(false);
        counter = 99;
    });
    ready = true;
    ready.notify_all();
    waiting.join();
    std::atomic<int *> pointer(&plain);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    show("waited", counter, pointer.fetch_add(1) == &plain, pointer - &plain);
}

static void use_stop_token() {
    std::atomic<int> rounds{0};
    std::atomic<bool> called{false};
    std::jthread worker([&](std::stop_token token) {
        std::stop_callback callback(token, [&] { called = true; });
        while (!token.stop_requested()) {
            ++rounds;
            std::this_thread::yield();
        }
    });
    while (rounds == 0)
        std::this_thread::yield();
    show("stop_token", worker.request_stop(), worker.get_stop_token().stop_requested());
    worker.join();
    std::stop_source source;
    auto token = source.get_token();
    source.request_stop();
    show("source", called, token.stop_possible(), source.request_stop(), std::stop_token().stop_possible(),
         std::stop_source(std::nostopstate).stop_possible());
}

static void use_latch() {
    std::latch ready(3), go(1);
    std::atomic<int> passed{0};
    std::vector<std::jthread> threads;
    for (int n = 0; n < 3; ++n)
        threads.emplace_back([&] {
            ready.count_down();
            go.wait();
            ++passed;
        });
    ready.wait();
    show("latch", ready.try_wait(), passed);
    go.arrive_and_wait();
    threads.clear();
    show("passed", passed);
}

static void use_barrier() {
    int completed = 0;
    std::vector<int> values(3), sums;
    std::barrier phase(3, [&]() noexcept {
        ++completed;
        sums.push_back(std::accumulate(values.begin(), values.end(), 0));
    });
    {
        std::vector<std::jthread> threads;
        for (int n = 0; n < 3; ++n)
            threads.emplace_back([&, n] {
                for (int round = 1; round <= 4; ++round) {
                    values[n] = round * (n + 1);
                    phase.arrive_and_wait();
                }
                phase.arrive_and_drop();
            });
    }
    show("barrier", completed);
    show_all("sums", sums);
}

static void use_semaphore() {
    std::counting_semaphore<4> places(2);
    std::atomic<int> inside{0}, most{0};
    {
        std::vector<std::jthread> threads;
        for (int n = 0; n < 5; ++n)
            threads.emplace_back([&] {
                places.acquire();
                int now = ++inside, seen = most;
                while (now > seen && !most.compare_exchange_weak(seen, now)) {
                }
                std::this_thread::yield();
                --inside;
                places.release();
            });
    }
    std::binary_semaphore signal(0);
    show("semaphore", most <= 2, signal.try_acquire(), signal.try_acquire_for(2ms), places.max() >= 4);
    std::jthread giver([&] { signal.release(); });
    signal.acquire();
    show("signalled", true);
}

int main() {
    use_thread();
    use_mutex();
    use_shared_mutex();
    use_condition_variable();
    use_future();
    use_atomic();
    use_stop_token();
    use_latch();
    use_barrier();
    use_semaphore();
}
