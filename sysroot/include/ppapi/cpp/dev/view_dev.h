/* The scales of a view, before they were part of it. */
#ifndef PPAPI_CPP_DEV_VIEW_DEV_H
#define PPAPI_CPP_DEV_VIEW_DEV_H

#include <ppapi/c/dev/ppb_view_dev.h>
#include <ppapi/cpp/view.h>

namespace pp {

class ViewDev : public View {
public:
    ViewDev() {}
    ViewDev(const View &other) : View(other) {}
    float GetDeviceScale() const;
    float GetCSSScale() const;
};

} // namespace pp

#endif
