// Numbers: complex ones, random ones, arrays of them, times.
// standard: c++20
#include "show.hpp"

#include <cfenv>
#include <chrono>
#include <cmath>
#include <complex>
#include <random>
#include <sstream>
#include <string>
#include <valarray>
#include <vector>

static void use_cmath() {
    show("cmath", std::sqrt(2.0), std::pow(2.0, 0.5f), std::fmod(7.5, 2), std::remainder(7.5, 2),
         std::hypot(2.0, 3.0, 6.0), std::fma(2.0, 3.0, 4.0));
    show("rounded", std::floor(-2.5), std::ceil(-2.5), std::trunc(-2.5), std::round(-2.5), std::nearbyint(-2.5),
         std::lround(2.5f));
    int exponent = 0;
    double whole = 0;
    const double fraction = std::frexp(48.0, &exponent), part = std::modf(3.75, &whole);
    show("parts", fraction, exponent, part, whole, std::ldexp(0.75, 6), std::ilogb(1000.0), std::logb(8.0),
         std::copysign(3.0, -0.0));
    show("kinds", std::isnan(std::nan("")), std::isinf(HUGE_VAL), std::fpclassify(1e-320) == FP_SUBNORMAL,
         std::signbit(-1.0f), std::isfinite(0), std::isunordered(1.0, NAN));
    show("transcendent", std::sin(1.0), std::atan2(-1.0, -1.0), std::exp2(3.5), std::log1p(1e-9), std::cosh(1.0),
         std::erf(0.5), std::lgamma(10.0));
    show("integers", std::abs(-7ll), std::abs(-2.5f), std::cbrt(-27), std::lerp(1.0, 5.0, 0.25), std::fdim(5, 3),
         std::fmax(1, NAN));
}

static void use_cfenv() {
    std::feclearexcept(FE_ALL_EXCEPT);
    std::fenv_t environment;
    show("cfenv", std::fegetround() == FE_TONEAREST, std::fegetenv(&environment), std::fesetenv(&environment),
         std::fesetround(FE_TONEAREST), std::fesetround(-1) != 0,
         std::feholdexcept(&environment), std::feupdateenv(FE_DFL_ENV), std::fetestexcept(FE_ALL_EXCEPT));
}

static void use_complex() {
    using namespace std::complex_literals;
    const std::complex<double> one(3, 4), other = 1.0 + 2i;
    show("complex", one * other, one / other, one - other, std::abs(one), std::norm(one), std::conj(one), one == other);
    show("functions", std::sqrt(one), std::arg(std::complex<double>(0, 1)), std::polar(2.0, 0.0), std::proj(one),
         std::pow(std::complex<double>(2, 0), 3.0).real());
    const std::complex<double> turned = std::exp(std::complex<double>(0, 3.14159265358979));
    show("exp", std::abs(turned + 1.0) < 1e-12, std::log(one).imag() == std::arg(one));
    std::istringstream in("(1.5,-2) 7");
    std::complex<float> read, real;
    in >> read >> real;
    show("read", read, real, std::real(read), std::imag(real));
}

template <class Engine> static auto after(int count) {
    Engine engine;
    engine.discard(count - 1);
    return engine();
}

template <class Distribution>
static void distributed(const char *name, Distribution distribution, double mean, double within) {
    std::mt19937 engine(17);
    double sum = 0;
    bool inside = true;
    for (int n = 0; n < 4000; ++n) {
        const double value = distribution(engine);
        inside = inside && value >= distribution.min() && value <= distribution.max();
        sum += value;
    }
    show(name, inside, std::abs(sum / 4000 - mean) < within);
}

static void use_random() {
    // What the standard says that these give.
    show("random", after<std::minstd_rand0>(10000), after<std::minstd_rand>(10000), after<std::mt19937>(10000),
         after<std::mt19937_64>(10000));
    show("ranlux", after<std::ranlux24_base>(10000), after<std::ranlux48_base>(10000), after<std::ranlux24>(10000),
         after<std::ranlux48>(10000));
    show("knuth", after<std::knuth_b>(10000), std::mt19937::min(), std::mt19937::max());
    std::seed_seq seeds{1, 2, 3};
    std::vector<unsigned> words(4);
    seeds.generate(words.begin(), words.end());
    show_all("seed_seq", words);
    std::mt19937 seeded(seeds), copy;
    std::stringstream state;
    state << seeded;
    state >> copy;
    show("state", seeded == copy, seeded() == copy());
    distributed("uniform_int", std::uniform_int_distribution<>(1, 6), 3.5, 0.2);
    distributed("uniform_real", std::uniform_real_distribution<>(-1, 1), 0, 0.1);
    distributed("bernoulli", std::bernoulli_distribution(0.25), 0.25, 0.05);
    distributed("binomial", std::binomial_distribution<>(10, 0.5), 5, 0.2);
    distributed("geometric", std::geometric_distribution<>(0.5), 1, 0.2);
    distributed("poisson", std::poisson_distribution<>(4), 4, 0.3);
    distributed("exponential", std::exponential_distribution<>(2), 0.5, 0.1);
    distributed("gamma", std::gamma_distribution<>(2, 3), 6, 0.5);
    distributed("weibull", std::weibull_distribution<>(1, 2), 2, 0.3);
    distributed("normal", std::normal_distribution<>(10, 2), 10, 0.2);
    distributed("lognormal", std::lognormal_distribution<>(0, 0.5), 1.1331, 0.1);
    distributed("chi_squared", std::chi_squared_distribution<>(3), 3, 0.3);
    distributed("student_t", std::student_t_distribution<>(10), 0, 0.2);
    distributed("fisher_f", std::fisher_f_distribution<>(5, 20), 1.111, 0.2);
    distributed("discrete", std::discrete_distribution<>({1, 2, 1}), 1, 0.1);
    distributed("piecewise",
        std::piecewise_constant_distribution<>({0.0, 1.0, 3.0}, [](double x) { return x < 1 ? 2 : 1; }), 1.25, 0.2);
    std::random_device device;
    show("device", device() != device() || device() != device(), std::generate_canonical<double, 30>(seeded) < 1);
}

static void use_valarray() {
    std::valarray<int> numbers{1, 2, 3, 4, 5, 6};
    numbers *= 2;
    numbers[std::slice(0, 3, 2)] = 0;
    show_all("valarray", numbers);
    const std::valarray<int> even(numbers[numbers > 4]), shifted = numbers.shift(2), turned = numbers.cshift(-1);
    show_all("masked", even);
    show_all("shifted", shifted);
    show_all("turned", turned);
    const std::size_t lengths[] = {2, 2}, strides[] = {3, 1};
    const std::valarray<int> block(numbers[std::gslice(1, std::valarray<std::size_t>(lengths, 2),
        std::valarray<std::size_t>(strides, 2))]);
    show_all("block", block);
    std::valarray<double> roots = std::sqrt(std::valarray<double>{1, 4, 9}) + 0.5;
    const std::valarray<std::size_t> places{2, 0};
    show_all("picked", std::valarray<double>(roots[places]));
    show("sums", numbers.sum(), numbers.max(), roots.apply([](double x) { return x * 10; }).min(),
         (numbers == numbers).max());
}

static void use_chrono() {
    using namespace std::chrono;
    using namespace std::chrono_literals;
    constexpr auto span = 1h + 30min - 5s + 250ms;
    show("chrono", span.count(), duration_cast<minutes>(span).count(), ceil<seconds>(span).count(),
         round<hours>(span).count(), (span % 1min).count(), abs(-3s).count());
    show("compared", 60s == 1min, 1ms < 1001us, duration<double, std::ratio<3600>>(90min).count(),
         treat_as_floating_point_v<float>);
    constexpr year_month_day leap = 2024y / February / 29;
    constexpr sys_days day = leap;
    static_assert(day.time_since_epoch().count() == 19782);
    const year_month_day later = sys_days(leap) + std::chrono::days(366);
    show("calendar", leap.ok(), (2023y / 2 / 29).ok(), weekday(day).c_encoding(), int(later.year()),
         unsigned(later.month()), unsigned(later.day()));
    const year_month_day last = 2023y / February / std::chrono::last;
    const year_month_day third = sys_days(2024y / November / Thursday[4]);
    show("last", unsigned(last.day()), unsigned(third.day()), (leap + months(12)).ok(), int((leap + years(4)).year()),
         (March - January).count());
    const hh_mm_ss time(3725s + 42ms);
    show("time", time.hours().count(), time.minutes().count(), time.seconds().count(), time.subseconds().count(),
         make12(15h).count(), is_pm(15h));
    const auto point = sys_days(2000y / 1 / 1) + 12h;
    show("clocks", system_clock::to_time_t(time_point_cast<system_clock::duration>(point)),
         floor<std::chrono::days>(point) == sys_days(2000y / 1 / 1), steady_clock::is_steady,
         system_clock::now() > point, file_clock::now() > file_clock::time_point::min());
}

int main() {
    use_cmath();
    use_cfenv();
    use_complex();
    use_random();
    use_valarray();
    use_chrono();
}
