// In which order objects are made and destroyed that live as long as the program or
// a thread.
#include <cstdio>
#include <cstdlib>
#include <thread>

struct Named {
    const char *name;
    explicit Named(const char *name) : name(name) { std::printf("+%s\n", name); }
    ~Named() { std::printf("-%s\n", name); }
};

Named global_one("global one");
Named global_two("global two");
thread_local Named per_thread("per thread");
thread_local Named unused("unused");

Named &in_function() {
    static Named local("in a function");
    return local;
}

struct Uses {
    Uses() { in_function(); }
    ~Uses() { std::printf("still there: %s\n", in_function().name); }
};
Uses uses;

void at_exit() {
    static Named late("late");
    std::printf("at exit\n");
}

int initialised = in_function().name != nullptr;

template <class T> struct OfClass {
    static Named member;
};
template <class T> Named OfClass<T>::member("of a class");

int main() {
    std::atexit(at_exit);
    std::printf("main %d\n", initialised);
    (void) OfClass<int>::member.name;
    std::thread([] { std::printf("thread has %s\n", per_thread.name); }).join();
    std::printf("main has %s\n", per_thread.name);
    static Named last("in main");
    return 0;
}
