// C++ without its library: classes with virtual functions and bases, templates,
// lambdas, exceptions, objects of threads, initialisation of statics.
extern "C" int report(const char *text, ...);

struct shape {
  virtual ~shape();
  virtual double area() const = 0;
  int sides = 0;
};

struct named {
  explicit named(const char *text) : text(text) { report("+%s", text); }
  ~named() { report("-%s", text); }
  const char *text;
};

struct base {
  virtual int number() { return 1; }
  long common = 7;
};
struct left : virtual base {
  int number() override { return 2; }
};
struct right : virtual base {
  int other = 3;
};
struct both : left, right, shape {
  double area() const override { return common * 0.5 + other; }
};

shape::~shape() { report("shape %d", sides); }

template <typename T, int N> struct array {
  T items[N];
  T &operator[](int at) { return items[at]; }
  template <typename F> void each(F function) {
    for (T &item : items)
      function(item);
  }
};

thread_local named of_thread("thread");
static named of_program("program");
static int (*const chosen)(int) = [](int x) { return x * 2; };

inline named &once() {
  static named made("once");
  return made;
}

int lambdas(int x) {
  array<int, 4> numbers = {{1, 2, 3, x}};
  int sum = 0;
  numbers.each([&sum, x](int &item) { sum += item + x; });
  auto twice = [=](auto value) { return value + value; };
  return sum + twice(x) + int(twice(1.5f)) + chosen(x);
}

int exceptions(int x) {
  named here("here");
  try {
    named inner("inner");
    if (x == 1)
      throw 5;
    if (x == 2)
      throw both();
    report("%s", of_thread.text);
  } catch (int number) {
    return number;
  } catch (base &caught) {
    return caught.number();
  } catch (...) {
    report("unknown");
    throw;
  }
  return once().text[0];
}

int quiet(int x) noexcept { return exceptions(x + 1); }

long cast(shape *s, int both::*member, int (base::*function)()) {
  both *b = dynamic_cast<both *>(s);
  return b ? b->*member + (b->*function)() : -1;
}

shape *make(int count) {
  both *all = new both[count];
  delete new named("short");
  return &all[count - 1];
}

namespace {
struct hidden {
  int operator()(int x) const { return x ? (*this)(x - 1) + 1 : 0; }
};
} // namespace

int call() { return hidden()(9) + int(make(3)->area()); }
