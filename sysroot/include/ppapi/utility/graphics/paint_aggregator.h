/* What has to be painted: places that have become invalid, and one part that was scrolled. */
#ifndef PPAPI_UTILITY_GRAPHICS_PAINT_AGGREGATOR_H
#define PPAPI_UTILITY_GRAPHICS_PAINT_AGGREGATOR_H

#include <vector>

#include <ppapi/cpp/point.h>
#include <ppapi/cpp/rect.h>

namespace pp {

class PaintAggregator {
public:
    struct PaintUpdate {
        /* What is scrolled, and how far; a distance of 0 is none. */
        bool has_scroll = false;
        Point scroll_delta;
        Rect scroll_rect;
        /* What is painted after that, and a rectangle around all of it. */
        std::vector<Rect> paint_rects;
        Rect paint_bounds;
    };

    bool HasPendingUpdate() const;
    void ClearPendingUpdate();
    PaintUpdate GetPendingUpdate();
    void InvalidateRect(const Rect &rect);
    void ScrollRect(const Rect &clip, const Point &amount);

private:
    Rect damaged_by_scrolling() const;
    bool is_scrolling_in_vain(const Rect &added) const;
    void paint_instead_of_scrolling();

    Rect scroll_rect_;
    Point scroll_delta_;
    std::vector<Rect> paint_rects_;
};

} // namespace pp

#endif
