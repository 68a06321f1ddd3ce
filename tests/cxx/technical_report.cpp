// std::tr1 as sources of 2011 use it, which GCC's library had: pointers, functions, containers that
// hash, tuples and random numbers.
#include <cstdio>
#include <string>
#include <tr1/array>
#include <tr1/cstdint>
#include <tr1/functional>
#include <tr1/memory>
#include <tr1/random>
#include <tr1/tuple>
#include <tr1/type_traits>
#include <tr1/unordered_map>
#include <tr1/unordered_set>

using std::tr1::placeholders::_1;

class Handler {
public:
    typedef std::tr1::function<void(int)> Callback;
    typedef std::tr1::shared_ptr<Handler> Pointer;

    Handler() : sum_(0) {}
    Callback callback(int factor) { return std::tr1::bind(&Handler::add, this, _1, factor); }
    int sum() const { return sum_; }

private:
    void add(int number, int factor) { sum_ += number * factor; }
    int sum_;
};

static void use_functions() {
    Handler::Pointer handler(new Handler);
    std::tr1::weak_ptr<Handler> watcher(handler);
    Handler::Callback callback = handler->callback(3);
    callback(5);
    callback(7);
    std::printf("%d %d\n", handler->sum(), std::tr1::mem_fn(&Handler::sum)(*handler));
    handler.reset();
    std::printf("%d\n", int(watcher.expired()));
}

static void use_containers() {
    using namespace std;
    using namespace std::tr1;
    unordered_map<string, int> ages;
    ages["Ada"] = 36;
    ages.insert(make_pair("Alan", 41));
    unordered_set<int> numbers;
    numbers.insert(7);
    array<int, 3> three = {{1, 2, 3}};
    tr1::tuple<int, string> pair = tr1::make_tuple(4, string("four"));
    int number;
    string name;
    tr1::tie(number, name) = pair;
    printf("%d %d %d %d %s %d\n", ages["Ada"], int(numbers.count(7)), three[2], number, name.c_str(),
           int(tr1::get<0>(pair)));
    printf("%d %d\n", int(tr1::is_same<int, tr1::int32_t>::value), int(tr1::is_pod<Handler>::value));
    printf("%d\n", int(tr1::hash<int>()(5)));
}

static void use_random_numbers() {
    std::tr1::mt19937 engine;
    engine.seed(1);
    std::printf("%u\n", unsigned(engine()));
    std::tr1::variate_generator<std::tr1::mt19937, std::tr1::uniform_int<int> > die(
        engine, std::tr1::uniform_int<int>(1, 6));
    std::tr1::variate_generator<std::tr1::mt19937 &, std::tr1::uniform_real<> > part(
        engine, std::tr1::uniform_real<>(0, 2));
    bool are_in_range = true;
    for (int round = 0; round < 100; round++) {
        int number = die();
        double real = part();
        are_in_range = are_in_range && number >= 1 && number <= 6 && real >= 0 && real < 2;
    }
    std::printf("%d %d %d\n", int(are_in_range), die.distribution().min(), die.distribution().max());
}

int main() {
    use_functions();
    use_containers();
    use_random_numbers();
    return 0;
}
