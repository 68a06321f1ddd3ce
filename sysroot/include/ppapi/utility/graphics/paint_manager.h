/* Has a client paint what is invalid, when the browser has shown what was painted before. */
#ifndef PPAPI_UTILITY_GRAPHICS_PAINT_MANAGER_H
#define PPAPI_UTILITY_GRAPHICS_PAINT_MANAGER_H

#include <vector>

#include <ppapi/cpp/graphics_2d.h>
#include <ppapi/cpp/instance.h>
#include <ppapi/utility/completion_callback_factory.h>
#include <ppapi/utility/graphics/paint_aggregator.h>

namespace pp {

class PaintManager {
public:
    class Client {
    public:
        /* Paints the rectangles; false if nothing was painted. */
        virtual bool OnPaint(
            Graphics2D &graphics, const std::vector<Rect> &paint_rects, const Rect &paint_bounds) = 0;

    protected:
        virtual ~Client() {}
    };

    PaintManager();
    PaintManager(Instance *instance, Client *client, bool is_always_opaque);
    PaintManager(const PaintManager &) = delete;
    PaintManager &operator=(const PaintManager &) = delete;

    void Initialize(Instance *instance, Client *client, bool is_always_opaque);
    /* Nothing is painted before the first size is known. */
    void SetSize(const Size &size);
    /* The size that is painted next. */
    Size GetEffectiveSize() const { return has_new_size_ ? new_size_ : graphics_.size(); }
    const Graphics2D &graphics() const { return graphics_; }
    void Invalidate();
    void InvalidateRect(const Rect &rect);
    void ScrollRect(const Rect &clip, const Point &amount);

private:
    void paint_soon();
    void paint();
    void flushed(int32_t result);
    void turn(int32_t result);

    Instance *instance_ = nullptr;
    Client *client_ = nullptr;
    bool is_always_opaque_ = false;
    CompletionCallbackFactory<PaintManager> callbacks_;
    Graphics2D graphics_;
    PaintAggregator aggregator_;
    bool is_turn_pending_ = false, is_flush_pending_ = false, has_new_size_ = false;
    Size new_size_;
};

} // namespace pp

#endif
