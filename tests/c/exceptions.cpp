// C++ exceptions: what is caught by what, cleanups on the way, values that survive.
extern "C" int printf(const char *, ...);

struct Noisy {
    const char *name;
    explicit Noisy(const char *n) : name(n) { printf("+%s\n", n); }
    ~Noisy() { printf("-%s\n", name); }
};

struct Base {
    int value;
    explicit Base(int v = 1) : value(v) {}
    virtual ~Base() {}
    virtual int kind() { return 1; }
};
struct Left : virtual Base {
    Left() : Base(2) {}
    int kind() override { return 2; }
};
struct Right : virtual Base {
    int right = 3;
};
struct Both : Left, Right {
    Both() : Base(9) {}
    int kind() override { return 4; }
};
struct Big {
    long long values[4];
    double fraction;
};

__attribute__((noinline)) static void throw_one(int what)
{
    Noisy noisy("thrower");
    switch (what) {
    case 0:
        throw 42;
    case 1:
        throw 2.5;
    case 2:
        throw Both();
    case 3:
        throw Left();
    case 4:
        throw "text";
    case 5: {
        static Both both;
        throw &both;
    }
    case 6: {
        Big big = {{1, 2, 3, 4}, 0.5};
        throw big;
    }
    case 7:
        throw nullptr;
    case 8:
        throw 'c';
    case 9: {
        static int number = 3;
        throw &number;
    }
    }
    printf("nothing\n");
}

__attribute__((noinline)) static void between(int what)
{
    Noisy noisy("between");
    try {
        Noisy inner("inner");
        throw_one(what);
    } catch (char c) {
        printf("char %c, again\n", c);
        try {
            throw;
        } catch (char d) {
            printf("the same: %d\n", c == d);
            throw;
        }
    }
}

static int catch_one(int what)
{
    try {
        between(what);
        return 0;
    } catch (int number) {
        printf("int %d\n", number);
        return 1;
    } catch (double number) {
        printf("double %g\n", number);
        return 2;
    } catch (Right &right) {
        printf("Right %d %d\n", right.right, right.value);
        return 3;
    } catch (Base &base) {
        printf("Base %d %d\n", base.value, base.kind());
        return 4;
    } catch (Base *base) {
        printf("Base* %d\n", base ? base->value : -1);
        return 5;
    } catch (const char *text) {
        printf("text %s\n", text);
        return 6;
    } catch (Big &big) {
        printf("Big %d %g\n", (int)big.values[3], big.fraction);
        return 7;
    } catch (const void *pointer) {
        printf("void* %d\n", pointer != nullptr);
        return 8;
    } catch (...) {
        printf("something\n");
        return 9;
    }
}

static int sum_of(int a, double b, long long c, Big big)
{
    if (a == 3)
        throw a;
    return a + (int)b + (int)c + (int)big.values[2];
}

static int sum()
{
    int total = 0;
    for (int i = 0; i < 6; i++) {
        Big big = {{1, 2, i, 4}, 0.5};
        try {
            total += sum_of(i, 1.5, 2, big);
        } catch (int caught) {
            total += 1000 * caught;
        }
    }
    return total;
}

static int depth;
static int deep(int n)
{
    struct Count {
        ~Count() { depth++; }
    } count;
    if (n == 0)
        throw 1;
    return deep(n - 1) + 1;
}

struct Member {
    Noisy noisy;
    Member() try : noisy("member") {
        throw 3;
    } catch (int) {
        printf("in the constructor\n");
    }
};

static int twice(int v)
{
    if (v < 0)
        throw v;
    return v * 2;
}
static int once(int v)
{
    static int value = twice(v);
    return value;
}

int main()
{
    for (int i = 0; i <= 10; i++)
        printf("= %d\n", catch_one(i));
    printf("%d\n", sum());
    try {
        deep(100);
    } catch (int) {
        printf("depth %d\n", depth);
    }
    try {
        Member member;
    } catch (int number) {
        printf("member %d\n", number);
    }
    try {
        once(-1);
    } catch (int number) {
        printf("once %d\n", number);
    }
    printf("%d %d\n", once(4), once(5));
    auto safe = []() noexcept {
        try {
            throw_one(1);
        } catch (...) {
        }
        return 3;
    };
    printf("%d\n", safe());
    return 5;
}
