// What the language itself throws, types at run time, lists in braces, objects in
// memory that is there already.
#include <exception>
#include <initializer_list>
#include <new>
#include <stdio.h>
#include <stdlib.h>
#include <typeinfo>

struct Base {
    virtual ~Base() {}
};
struct Derived : Base {};
struct Other : Base {};

class Failure : public std::exception {
    int number;

public:
    explicit Failure(int n) : number(n) {}
    const char *what() const noexcept override { return "failure"; }
    int get() const { return number; }
};

static int sum(std::initializer_list<int> values)
{
    int total = 0;
    for (int value : values)
        total += value;
    return total * 10 + (int)values.size();
}

template <typename F> static void attempt(F f)
{
    try {
        f();
        printf("nothing thrown\n");
    } catch (const Failure &failure) {
        printf("%s %d\n", failure.what(), failure.get());
    } catch (const std::bad_alloc &bad) {
        printf("bad_alloc: %s\n", bad.what());
    } catch (const std::exception &exception) {
        printf("exception: %s\n", exception.what());
    }
}

static int handled;

int main()
{
    Derived derived;
    Base &base = derived;
    Base *null = nullptr;
    volatile int minus = -1;
    attempt([] { throw Failure(3); });
    attempt([&] { dynamic_cast<Other &>(base); });
    attempt([&] { typeid(*null).name(); });
    attempt([&] { operator delete(operator new((size_t)minus / 2)); });
    attempt([] { throw std::bad_exception(); });
    attempt([&] { dynamic_cast<Derived &>(base); });

    printf("%d %d\n", typeid(base) == typeid(Derived), typeid(base) == typeid(Base));
    printf("%s %s %s\n", typeid(base).name(), typeid(int).name(), typeid(const char *).name());

    alignas(Failure) char place[sizeof(Failure)];
    Failure *failure = new (place) Failure(8);
    printf("%d\n", failure->get());
    failure->~Failure();
    int *none = new (std::nothrow) int[1];
    printf("%d\n", none != nullptr);
    delete[] none;

    printf("%d %d\n", sum({1, 2, 3}), sum({}));
    struct Watch {
        ~Watch() { handled = std::uncaught_exceptions(); }
    };
    try {
        Watch watch;
        throw 1;
    } catch (int) {
    }
    printf("%d %d\n", handled, std::uncaught_exceptions());
    std::set_terminate([] {
        printf("terminated\n");
        fflush(stdout);
        _Exit(9);
    });
    throw 2;
}
