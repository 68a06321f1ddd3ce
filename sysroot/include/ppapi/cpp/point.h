#ifndef PPAPI_CPP_POINT_H
#define PPAPI_CPP_POINT_H

#include <utility>

#include <ppapi/c/pp_point.h>

namespace pp {

class Point {
public:
    Point() : point_(PP_MakePoint(0, 0)) {}
    Point(int32_t x, int32_t y) {
        point_.x = x;
        point_.y = y;
    }
    Point(const PP_Point &point) : point_(point) {}

    operator PP_Point() const { return point_; }
    const PP_Point &pp_point() const { return point_; }
    PP_Point &pp_point() { return point_; }
    int32_t x() const { return point_.x; }
    void set_x(int32_t x) { point_.x = x; }
    int32_t y() const { return point_.y; }
    void set_y(int32_t y) { point_.y = y; }
    void swap(Point &other) { std::swap(point_, other.point_); }
    Point operator+(const Point &other) const { return Point(x() + other.x(), y() + other.y()); }
    Point operator-(const Point &other) const { return Point(x() - other.x(), y() - other.y()); }
    Point &operator+=(const Point &other) { return *this = *this + other; }
    Point &operator-=(const Point &other) { return *this = *this - other; }

private:
    PP_Point point_;
};

class FloatPoint {
public:
    FloatPoint() : point_(PP_MakeFloatPoint(0, 0)) {}
    FloatPoint(float x, float y) {
        point_.x = x;
        point_.y = y;
    }
    FloatPoint(const PP_FloatPoint &point) : point_(point) {}

    operator PP_FloatPoint() const { return point_; }
    const PP_FloatPoint &pp_float_point() const { return point_; }
    PP_FloatPoint &pp_float_point() { return point_; }
    float x() const { return point_.x; }
    void set_x(float x) { point_.x = x; }
    float y() const { return point_.y; }
    void set_y(float y) { point_.y = y; }
    void swap(FloatPoint &other) { std::swap(point_, other.point_); }
    FloatPoint operator+(const FloatPoint &other) const { return FloatPoint(x() + other.x(), y() + other.y()); }
    FloatPoint operator-(const FloatPoint &other) const { return FloatPoint(x() - other.x(), y() - other.y()); }
    FloatPoint &operator+=(const FloatPoint &other) { return *this = *this + other; }
    FloatPoint &operator-=(const FloatPoint &other) { return *this = *this - other; }

private:
    PP_FloatPoint point_;
};

} // namespace pp

/* Outside of the namespace, so that they compare the structures of C, too. */
inline bool operator==(const pp::Point &left, const pp::Point &right) {
    return left.x() == right.x() && left.y() == right.y();
}

inline bool operator!=(const pp::Point &left, const pp::Point &right) {
    return !(left == right);
}

inline bool operator==(const pp::FloatPoint &left, const pp::FloatPoint &right) {
    return left.x() == right.x() && left.y() == right.y();
}

inline bool operator!=(const pp::FloatPoint &left, const pp::FloatPoint &right) {
    return !(left == right);
}

#endif
