/* Pixels that program and browser share. */
#ifndef PPAPI_CPP_IMAGE_DATA_H
#define PPAPI_CPP_IMAGE_DATA_H

#include <ppapi/c/ppb_image_data.h>
#include <ppapi/cpp/instance_handle.h>
#include <ppapi/cpp/point.h>
#include <ppapi/cpp/resource.h>
#include <ppapi/cpp/size.h>

namespace pp {

class ImageData : public Resource {
public:
    ImageData() : description_(), data_(nullptr) {}
    ImageData(const InstanceHandle &instance, PP_ImageDataFormat format, const Size &size, bool zero);
    ImageData(PassRef, PP_Resource resource);

    static bool IsImageDataFormatSupported(PP_ImageDataFormat format);
    static PP_ImageDataFormat GetNativeImageDataFormat();
    PP_ImageDataFormat format() const { return description_.format; }
    pp::Size size() const { return description_.size; }
    int32_t stride() const { return description_.stride; }
    void *data() const { return data_; }
    uint32_t *GetAddr32(const Point &place) {
        return reinterpret_cast<uint32_t *>(static_cast<char *>(data_) + place.y() * stride()) + place.x();
    }
    const uint32_t *GetAddr32(const Point &place) const { return const_cast<ImageData *>(this)->GetAddr32(place); }

private:
    void map();

    PP_ImageDataDesc description_;
    void *data_;
};

} // namespace pp

#endif
