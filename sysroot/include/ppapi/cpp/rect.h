#ifndef PPAPI_CPP_RECT_H
#define PPAPI_CPP_RECT_H

#include <ppapi/c/pp_rect.h>
#include <ppapi/cpp/point.h>
#include <ppapi/cpp/size.h>

namespace pp {

class Rect {
public:
    Rect() : Rect(0, 0, 0, 0) {}
    Rect(const PP_Rect &rect) : rect_(rect) {}
    Rect(int32_t width, int32_t height) : Rect(0, 0, width, height) {}
    Rect(int32_t x, int32_t y, int32_t width, int32_t height) : rect_(PP_MakeRectFromXYWH(x, y, width, height)) {}
    explicit Rect(const Size &size) : Rect(size.width(), size.height()) {}
    Rect(const Point &origin, const Size &size) : Rect(origin.x(), origin.y(), size.width(), size.height()) {}

    operator PP_Rect() const { return rect_; }
    const PP_Rect &pp_rect() const { return rect_; }
    PP_Rect &pp_rect() { return rect_; }
    int32_t x() const { return rect_.point.x; }
    void set_x(int32_t x) { rect_.point.x = x; }
    int32_t y() const { return rect_.point.y; }
    void set_y(int32_t y) { rect_.point.y = y; }
    int32_t width() const { return rect_.size.width; }
    void set_width(int32_t width) { rect_.size.width = width < 0 ? 0 : width; }
    int32_t height() const { return rect_.size.height; }
    void set_height(int32_t height) { rect_.size.height = height < 0 ? 0 : height; }
    Point point() const { return rect_.point; }
    void set_point(const Point &point) { rect_.point = point; }
    Size size() const { return rect_.size; }
    void set_size(const Size &size) { rect_.size = size; }
    int32_t right() const { return x() + width(); }
    int32_t bottom() const { return y() + height(); }
    void SetRect(int32_t x, int32_t y, int32_t width, int32_t height) { *this = Rect(x, y, width, height); }
    void Offset(int32_t x, int32_t y) { rect_.point = point() + Point(x, y); }
    void Inset(int32_t x, int32_t y) { *this = Rect(this->x() + x, this->y() + y, width() - 2 * x, height() - 2 * y); }
    bool IsEmpty() const { return size().IsEmpty(); }
    bool Contains(int32_t x, int32_t y) const {
        return x >= this->x() && x < right() && y >= this->y() && y < bottom();
    }
    bool Contains(const Point &point) const { return Contains(point.x(), point.y()); }
    bool Contains(const Rect &other) const {
        return other.x() >= x() && other.right() <= right() && other.y() >= y() && other.bottom() <= bottom();
    }
    bool Intersects(const Rect &other) const { return !Intersect(other).IsEmpty(); }
    Rect Intersect(const Rect &other) const {
        int32_t left = x() > other.x() ? x() : other.x(), top = y() > other.y() ? y() : other.y();
        int32_t end = right() < other.right() ? right() : other.right();
        int32_t below = bottom() < other.bottom() ? bottom() : other.bottom();
        return left < end && top < below ? Rect(left, top, end - left, below - top) : Rect();
    }
    Rect Union(const Rect &other) const {
        if (IsEmpty() || other.IsEmpty())
            return IsEmpty() ? other : *this;
        int32_t left = x() < other.x() ? x() : other.x(), top = y() < other.y() ? y() : other.y();
        int32_t end = right() > other.right() ? right() : other.right();
        int32_t below = bottom() > other.bottom() ? bottom() : other.bottom();
        return Rect(left, top, end - left, below - top);
    }
    Point CenterPoint() const { return Point(x() + width() / 2, y() + height() / 2); }
    bool operator==(const Rect &other) const { return point() == other.point() && size() == other.size(); }
    bool operator!=(const Rect &other) const { return !(*this == other); }

private:
    PP_Rect rect_;
};

} // namespace pp

#endif
