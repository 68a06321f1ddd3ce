#ifndef PPAPI_CPP_RECT_H
#define PPAPI_CPP_RECT_H

#include <algorithm>
#include <utility>

#include <ppapi/c/pp_rect.h>
#include <ppapi/cpp/point.h>
#include <ppapi/cpp/size.h>

namespace pp {
namespace internal {

/* What rectangles of both kinds of numbers can do. `Derived` is the class itself. */
template <typename Derived, typename Number, typename Structure, typename Point, typename Size> class RectOf {
public:
    operator Structure() const { return rect_; }

    Number x() const { return rect_.point.x; }
    void set_x(Number x) { rect_.point.x = x; }
    Number y() const { return rect_.point.y; }
    void set_y(Number y) { rect_.point.y = y; }
    Number width() const { return rect_.size.width; }
    void set_width(Number width) { rect_.size.width = width < 0 ? 0 : width; }
    Number height() const { return rect_.size.height; }
    void set_height(Number height) { rect_.size.height = height < 0 ? 0 : height; }
    Point point() const { return rect_.point; }
    void set_point(const Point &point) { rect_.point = point; }
    Size size() const { return rect_.size; }
    void set_size(const Size &size) { rect_.size = size; }
    Number right() const { return x() + width(); }
    Number bottom() const { return y() + height(); }

    void SetRect(Number x, Number y, Number width, Number height) {
        set_x(x);
        set_y(y);
        set_width(width);
        set_height(height);
    }
    void SetRect(const Structure &rect) { rect_ = rect; }
    void Inset(Number horizontal, Number vertical) { Inset(horizontal, vertical, horizontal, vertical); }
    void Inset(Number left, Number top, Number right, Number bottom) {
        SetRect(x() + left, y() + top, width() - left - right, height() - top - bottom);
    }
    void Offset(Number horizontal, Number vertical) { SetRect(x() + horizontal, y() + vertical, width(), height()); }
    void Offset(const Point &amount) { Offset(amount.x(), amount.y()); }
    void swap(Derived &other) { std::swap(rect_, other.rect_); }

    bool IsEmpty() const { return size().IsEmpty(); }
    bool Contains(Number x, Number y) const {
        return x >= this->x() && x < right() && y >= this->y() && y < bottom();
    }
    bool Contains(const Point &point) const { return Contains(point.x(), point.y()); }
    bool Contains(const Derived &other) const {
        return other.x() >= x() && other.right() <= right() && other.y() >= y() && other.bottom() <= bottom();
    }
    bool Intersects(const Derived &other) const { return !Intersect(other).IsEmpty(); }
    Derived Intersect(const Derived &other) const {
        const Number left = std::max(x(), other.x()), top = std::max(y(), other.y());
        const Number end = std::min(right(), other.right()), below = std::min(bottom(), other.bottom());
        return left < end && top < below ? Derived(left, top, end - left, below - top) : Derived();
    }
    /* The smallest rectangle around both. */
    Derived Union(const Derived &other) const {
        if (IsEmpty() || other.IsEmpty())
            return IsEmpty() ? other : self();
        const Number left = std::min(x(), other.x()), top = std::min(y(), other.y());
        const Number end = std::max(right(), other.right()), below = std::max(bottom(), other.bottom());
        return Derived(left, top, end - left, below - top);
    }
    /* The smallest rectangle around what is left without the other. */
    Derived Subtract(const Derived &other) const {
        if (!Intersects(other))
            return self();
        if (other.Contains(self()))
            return Derived();
        Number left = x(), top = y(), end = right(), below = bottom();
        if (other.y() <= y() && other.bottom() >= bottom()) {
            /* It is as high: what is left is beside it. */
            if (other.x() <= x())
                left = other.right();
            else if (other.right() >= right())
                end = other.x();
        } else if (other.x() <= x() && other.right() >= right()) {
            if (other.y() <= y())
                top = other.bottom();
            else if (other.bottom() >= bottom())
                below = other.y();
        }
        return Derived(left, top, end - left, below - top);
    }
    /* Moved into the other, and made smaller if it does not fit. */
    Derived AdjustToFit(const Derived &other) const {
        Number left = x(), top = y(), wide = width(), high = height();
        fit(other.x(), other.width(), &left, &wide);
        fit(other.y(), other.height(), &top, &high);
        return Derived(left, top, wide, high);
    }
    /* Whether one whole edge of both is the same. */
    bool SharesEdgeWith(const Derived &other) const {
        return (y() == other.y() && height() == other.height() && (x() == other.right() || right() == other.x()))
            || (x() == other.x() && width() == other.width() && (y() == other.bottom() || bottom() == other.y()));
    }
    Point CenterPoint() const { return Point(x() + width() / 2, y() + height() / 2); }

protected:
    explicit RectOf(const Structure &rect) : rect_(rect) {}
    RectOf(Number x, Number y, Number width, Number height) { SetRect(x, y, width, height); }

    Structure rect_;

private:
    const Derived &self() const { return static_cast<const Derived &>(*this); }

    static void fit(Number start, Number room, Number *place, Number *length) {
        *length = std::min(*length, room);
        *place = std::max(start, std::min(*place, start + room - *length));
    }
};

} // namespace internal

class Rect : public internal::RectOf<Rect, int32_t, PP_Rect, Point, Size> {
public:
    Rect() : RectOf(0, 0, 0, 0) {}
    Rect(const PP_Rect &rect) : RectOf(rect) {}
    Rect(int32_t width, int32_t height) : RectOf(0, 0, width, height) {}
    Rect(int32_t x, int32_t y, int32_t width, int32_t height) : RectOf(x, y, width, height) {}
    explicit Rect(const Size &size) : RectOf(0, 0, size.width(), size.height()) {}
    Rect(const Point &origin, const Size &size) : RectOf(origin.x(), origin.y(), size.width(), size.height()) {}

    const PP_Rect &pp_rect() const { return rect_; }
    PP_Rect &pp_rect() { return rect_; }
};

class FloatRect : public internal::RectOf<FloatRect, float, PP_FloatRect, FloatPoint, FloatSize> {
public:
    FloatRect() : RectOf(0, 0, 0, 0) {}
    FloatRect(const PP_FloatRect &rect) : RectOf(rect) {}
    FloatRect(float width, float height) : RectOf(0, 0, width, height) {}
    FloatRect(float x, float y, float width, float height) : RectOf(x, y, width, height) {}
    explicit FloatRect(const FloatSize &size) : RectOf(0, 0, size.width(), size.height()) {}
    FloatRect(const FloatPoint &origin, const FloatSize &size)
        : RectOf(origin.x(), origin.y(), size.width(), size.height()) {}

    const PP_FloatRect &pp_float_rect() const { return rect_; }
    PP_FloatRect &pp_float_rect() { return rect_; }
};

} // namespace pp

/* Outside of the namespace, so that they compare the structures of C, too. */
inline bool operator==(const pp::Rect &left, const pp::Rect &right) {
    return left.point() == right.point() && left.size() == right.size();
}

inline bool operator!=(const pp::Rect &left, const pp::Rect &right) {
    return !(left == right);
}

inline bool operator==(const pp::FloatRect &left, const pp::FloatRect &right) {
    return left.point() == right.point() && left.size() == right.size();
}

inline bool operator!=(const pp::FloatRect &left, const pp::FloatRect &right) {
    return !(left == right);
}

#endif
