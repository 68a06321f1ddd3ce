/* Where an instance is to be seen. */
#ifndef PPAPI_CPP_VIEW_H
#define PPAPI_CPP_VIEW_H

#include <ppapi/c/ppb_view.h>
#include <ppapi/cpp/rect.h>
#include <ppapi/cpp/resource.h>

namespace pp {

class View : public Resource {
public:
    View() {}
    explicit View(PP_Resource view) : Resource(view) {}
    Rect GetRect() const;
    bool IsFullscreen() const;
    bool IsVisible() const;
    bool IsPageVisible() const;
    Rect GetClipRect() const;
    float GetDeviceScale() const;
    float GetCSSScale() const;
    Point GetScrollOffset() const;
};

} // namespace pp

#endif
