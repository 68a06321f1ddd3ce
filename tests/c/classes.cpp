// C++ classes: virtual functions and bases, dynamic_cast, objects that are made before
// main and destroyed behind it, templates, lambdas, new and delete.
extern "C" int printf(const char *, ...);

struct Shape {
    virtual ~Shape() { printf("~Shape\n"); }
    virtual double area() const = 0;
};
struct Square : Shape {
    double side;
    explicit Square(double s) : side(s) {}
    ~Square() override { printf("~Square\n"); }
    double area() const override { return side * side; }
};
struct Named {
    const char *name;
    explicit Named(const char *n) : name(n) {}
    virtual const char *get() { return name; }
    virtual ~Named() {}
};
struct NamedSquare : Square, Named {
    NamedSquare(double s, const char *n) : Square(s), Named(n) {}
    const char *get() override { return "named"; }
};
struct Unrelated {
    virtual ~Unrelated() {}
};

struct Top {
    int top = 1;
    virtual ~Top() {}
};
struct Left : virtual Top {
    int left = 2;
};
struct Right : virtual Top {
    int right = 3;
};
struct Bottom : Left, Right {
    int bottom = 4;
};

struct Counter {
    int number;
    explicit Counter(int n) : number(n) { printf("made %d\n", n); }
    ~Counter() { printf("gone %d\n", number); }
};
static Counter second(2);
static Counter first __attribute__((init_priority(200)))(1);

template <typename T, int N> static T product(const T (&values)[N])
{
    T result = 1;
    for (T value : values)
        result *= value;
    return result;
}

template <typename F> static int apply(F f, int n)
{
    return f(n) + f(n + 1);
}

int twice(int n);
static thread_local int per_thread = twice(3);
int twice(int n)
{
    return 2 * n;
}

int main()
{
    Shape *shape = new NamedSquare(3, "x");
    printf("%g\n", shape->area());
    Named *named = dynamic_cast<Named *>(shape);
    printf("%s %d\n", named->get(), dynamic_cast<Square *>(named) == shape);
    printf("%d\n", dynamic_cast<Unrelated *>(shape) == nullptr);
    delete named;

    Bottom bottom;
    Top *top = &bottom;
    Left *left = &bottom;
    Right *right = &bottom;
    top->top = 10;
    printf("%d %d\n", left->top, right->top);
    printf("%d %d %d\n", dynamic_cast<Bottom *>(top) == &bottom,
           dynamic_cast<Right *>(left) == right, dynamic_cast<Left *>(right) == left);
    Top plain;
    printf("%d\n", dynamic_cast<Bottom *>(&plain) == nullptr);

    printf("%d %g\n", product({2, 3, 7}), product({0.5, 4.0}));
    int factor = 5;
    printf("%d\n", apply([&](int n) { return n * factor++; }, 10));

    int *numbers = new int[1000]();
    for (int i = 0; i < 1000; i++)
        numbers[i] += i;
    printf("%d\n", numbers[999]);
    delete[] numbers;
    {
        Counter *counters = static_cast<Counter *>(operator new(sizeof(Counter)));
        operator delete(counters);
    }
    static Counter late(3);
    int (*function)(int) = twice;
    int (Counter::*member) = &Counter::number;
    printf("%d %d %d\n", function(21), late.*member, per_thread);
    return 3;
}
