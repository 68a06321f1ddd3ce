/* Pictures that are shown. */
#ifndef PPAPI_CPP_GRAPHICS_2D_H
#define PPAPI_CPP_GRAPHICS_2D_H

#include <ppapi/c/ppb_graphics_2d.h>
#include <ppapi/cpp/completion_callback.h>
#include <ppapi/cpp/image_data.h>
#include <ppapi/cpp/instance_handle.h>
#include <ppapi/cpp/rect.h>
#include <ppapi/cpp/resource.h>

namespace pp {

class Graphics2D : public Resource {
public:
    Graphics2D() {}
    Graphics2D(const InstanceHandle &instance, const Size &size, bool opaque);
    const Size &size() const { return size_; }
    void PaintImageData(const ImageData &image, const Point &place);
    void PaintImageData(const ImageData &image, const Point &place, const Rect &part);
    void Scroll(const Rect &clip, const Point &amount);
    /* The image belongs to the browser from then on. */
    void ReplaceContents(ImageData *image);
    int32_t Flush(const CompletionCallback &callback);
    bool SetScale(float scale);
    float GetScale();
    /* What is drawn is shown larger or smaller around a point, and moved, until the next flush. */
    bool SetLayerTransform(float scale, const Point &origin, const Point &translate);

private:
    Size size_;
};

} // namespace pp

#endif
