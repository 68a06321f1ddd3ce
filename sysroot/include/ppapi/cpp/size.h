#ifndef PPAPI_CPP_SIZE_H
#define PPAPI_CPP_SIZE_H

#include <ppapi/c/pp_size.h>
#include <ppapi/cpp/logging.h>

namespace pp {

class Size {
public:
    Size() : size_(PP_MakeSize(0, 0)) {}
    Size(int32_t width, int32_t height) {
        set_width(width);
        set_height(height);
    }
    Size(const PP_Size &size) { SetSize(size.width, size.height); }

    operator PP_Size() const { return size_; }
    const PP_Size &pp_size() const { return size_; }
    PP_Size &pp_size() { return size_; }
    int32_t width() const { return size_.width; }
    /* There are no negative sizes. */
    void set_width(int32_t width) { size_.width = width < 0 ? 0 : width; }
    int32_t height() const { return size_.height; }
    void set_height(int32_t height) { size_.height = height < 0 ? 0 : height; }
    int32_t GetArea() const { return width() * height(); }
    void SetSize(int32_t width, int32_t height) { *this = Size(width, height); }
    void Enlarge(int32_t width, int32_t height) { *this = Size(this->width() + width, this->height() + height); }
    bool IsEmpty() const { return width() == 0 || height() == 0; }

private:
    PP_Size size_;
};

class FloatSize {
public:
    FloatSize() : size_(PP_MakeFloatSize(0, 0)) {}
    FloatSize(float width, float height) {
        set_width(width);
        set_height(height);
    }
    FloatSize(const PP_FloatSize &size) { SetSize(size.width, size.height); }

    operator PP_FloatSize() const { return size_; }
    const PP_FloatSize &pp_float_size() const { return size_; }
    PP_FloatSize &pp_float_size() { return size_; }
    float width() const { return size_.width; }
    void set_width(float width) { size_.width = width < 0 ? 0 : width; }
    float height() const { return size_.height; }
    void set_height(float height) { size_.height = height < 0 ? 0 : height; }
    float GetArea() const { return width() * height(); }
    void SetSize(float width, float height) { *this = FloatSize(width, height); }
    void Enlarge(float width, float height) { *this = FloatSize(this->width() + width, this->height() + height); }
    bool IsEmpty() const { return width() == 0 || height() == 0; }

private:
    PP_FloatSize size_;
};

} // namespace pp

/* Outside of the namespace, so that they compare the structures of C, too. */
inline bool operator==(const pp::Size &left, const pp::Size &right) {
    return left.width() == right.width() && left.height() == right.height();
}

inline bool operator!=(const pp::Size &left, const pp::Size &right) {
    return !(left == right);
}

inline bool operator==(const pp::FloatSize &left, const pp::FloatSize &right) {
    return left.width() == right.width() && left.height() == right.height();
}

inline bool operator!=(const pp::FloatSize &left, const pp::FloatSize &right) {
    return !(left == right);
}

#endif
