/* Painting what is invalid, one flush after the other. */
#include <ppapi/cpp/module.h>
#include <ppapi/utility/graphics/paint_manager.h>

namespace pp {

/* Hidden by the operators of resources otherwise. */
using ::operator==;
using ::operator!=;

namespace {

/* More rectangles than these are painted as one. */
const size_t most_rectangles = 10;

/* If more than this part of what is scrolled is painted over, it is painted as a whole. */
const float most_painted_of_scrolled = 0.8f;

Rect moved(Rect rect, const Point &amount) {
    rect.Offset(amount.x(), amount.y());
    return rect;
}

} // namespace

bool PaintAggregator::HasPendingUpdate() const {
    return !scroll_rect_.IsEmpty() || !paint_rects_.empty();
}

void PaintAggregator::ClearPendingUpdate() {
    *this = PaintAggregator();
}

PaintAggregator::PaintUpdate PaintAggregator::GetPendingUpdate() {
    PaintUpdate update;
    update.has_scroll = !scroll_rect_.IsEmpty();
    update.scroll_delta = scroll_delta_;
    update.scroll_rect = scroll_rect_;
    update.paint_rects = paint_rects_;
    if (update.has_scroll)
        update.paint_rects.push_back(damaged_by_scrolling());
    for (const Rect &rect : update.paint_rects)
        update.paint_bounds = update.paint_bounds.Union(rect);
    return update;
}

void PaintAggregator::InvalidateRect(const Rect &rect) {
    Rect all = rect;
    if (all.IsEmpty())
        return;
    for (const Rect &known : paint_rects_)
        if (known.Contains(all))
            return;
    /* Those that it meets become part of it, and those that the whole meets then. */
    for (size_t index = 0; index < paint_rects_.size();)
        if (all.Intersects(paint_rects_[index]) || all.SharesEdgeWith(paint_rects_[index])) {
            all = all.Union(paint_rects_[index]);
            paint_rects_.erase(paint_rects_.begin() + index);
            index = 0;
        } else {
            index++;
        }
    if (!scroll_rect_.IsEmpty()) {
        if (is_scrolling_in_vain(all)) {
            paint_rects_.push_back(all);
            paint_instead_of_scrolling();
            return;
        }
        /* What scrolling leaves empty is painted anyway. */
        if (scroll_rect_.Contains(all))
            all = all.Subtract(damaged_by_scrolling());
        if (all.IsEmpty())
            return;
    }
    paint_rects_.push_back(all);
    if (paint_rects_.size() > most_rectangles) {
        for (const Rect &known : paint_rects_)
            all = all.Union(known);
        paint_rects_.assign(1, all);
    }
}

void PaintAggregator::ScrollRect(const Rect &clip, const Point &amount) {
    if (amount == Point())
        return;
    const Point together = scroll_delta_ + amount;
    const bool is_another = !scroll_rect_.IsEmpty() && scroll_rect_ != clip;
    if (is_another || (together.x() != 0 && together.y() != 0)) {
        /* Only one part is scrolled, in one direction. */
        InvalidateRect(clip);
        return;
    }
    scroll_rect_ = together == Point() ? Rect() : clip;
    scroll_delta_ = together;
    /* What is invalid moves along; what scrolling leaves empty is painted anyway. */
    std::vector<Rect> before;
    before.swap(paint_rects_);
    for (const Rect &rect : before) {
        Rect now = rect;
        if (clip.Contains(rect)) {
            now = clip.Intersect(moved(rect, amount));
            if (!scroll_rect_.IsEmpty())
                now = now.Subtract(damaged_by_scrolling());
        }
        if (!now.IsEmpty())
            paint_rects_.push_back(now);
    }
    if (!scroll_rect_.IsEmpty() && is_scrolling_in_vain(Rect()))
        paint_instead_of_scrolling();
}

/* Whether nearly all that is scrolled is painted over, or something that is painted lies on its
   edge. */
bool PaintAggregator::is_scrolling_in_vain(const Rect &added) const {
    float painted = 0;
    std::vector<Rect> all = paint_rects_;
    all.push_back(added);
    for (const Rect &rect : all) {
        if (!scroll_rect_.Intersects(rect))
            continue;
        if (!scroll_rect_.Contains(rect))
            return true;
        painted += static_cast<float>(rect.size().GetArea());
    }
    return painted > most_painted_of_scrolled * static_cast<float>(scroll_rect_.size().GetArea());
}

/* The part that scrolling leaves empty. */
Rect PaintAggregator::damaged_by_scrolling() const {
    const int32_t x = scroll_delta_.x(), y = scroll_delta_.y();
    Rect part = scroll_rect_;
    if (x != 0) {
        part.set_width(x > 0 ? x : -x);
        part.set_x(x > 0 ? scroll_rect_.x() : scroll_rect_.right() + x);
    } else {
        part.set_height(y > 0 ? y : -y);
        part.set_y(y > 0 ? scroll_rect_.y() : scroll_rect_.bottom() + y);
    }
    return scroll_rect_.Intersect(part);
}

void PaintAggregator::paint_instead_of_scrolling() {
    const Rect part = scroll_rect_;
    scroll_rect_ = Rect();
    scroll_delta_ = Point();
    InvalidateRect(part);
}

PaintManager::PaintManager() : callbacks_(this) {}

PaintManager::PaintManager(Instance *instance, Client *client, bool is_always_opaque) : callbacks_(this) {
    Initialize(instance, client, is_always_opaque);
}

void PaintManager::Initialize(Instance *instance, Client *client, bool is_always_opaque) {
    instance_ = instance;
    client_ = client;
    is_always_opaque_ = is_always_opaque;
}

void PaintManager::SetSize(const Size &size) {
    if (GetEffectiveSize() == size)
        return;
    has_new_size_ = true;
    new_size_ = size;
    Invalidate();
}

void PaintManager::Invalidate() {
    InvalidateRect(Rect(GetEffectiveSize()));
}

void PaintManager::InvalidateRect(const Rect &rect) {
    const Rect part = rect.Intersect(Rect(GetEffectiveSize()));
    if (part.IsEmpty())
        return;
    paint_soon();
    aggregator_.InvalidateRect(part);
}

void PaintManager::ScrollRect(const Rect &clip, const Point &amount) {
    if (clip.IsEmpty())
        return;
    paint_soon();
    aggregator_.ScrollRect(clip, amount);
}

/* After a flush it goes on by itself. */
void PaintManager::paint_soon() {
    if (is_turn_pending_ || is_flush_pending_)
        return;
    is_turn_pending_ = true;
    Module::Get()->core()->CallOnMainThread(0, callbacks_.NewCallback(&PaintManager::turn));
}

void PaintManager::turn(int32_t) {
    is_turn_pending_ = false;
    paint();
}

void PaintManager::flushed(int32_t) {
    is_flush_pending_ = false;
    paint();
}

void PaintManager::paint() {
    if (!aggregator_.HasPendingUpdate())
        return;
    if (has_new_size_) {
        has_new_size_ = false;
        graphics_ = Graphics2D(instance_, new_size_, is_always_opaque_);
        if (!instance_->BindGraphics(graphics_))
            return;
        /* Everything is new. */
        aggregator_.ClearPendingUpdate();
        aggregator_.InvalidateRect(Rect(new_size_));
    }
    PaintAggregator::PaintUpdate update = aggregator_.GetPendingUpdate();
    aggregator_.ClearPendingUpdate();
    if (update.has_scroll)
        graphics_.Scroll(update.scroll_rect, update.scroll_delta);
    if (!client_->OnPaint(graphics_, update.paint_rects, update.paint_bounds) && !update.has_scroll)
        return;
    int32_t result = graphics_.Flush(callbacks_.NewCallback(&PaintManager::flushed));
    is_flush_pending_ = result == PP_OK_COMPLETIONPENDING;
}

} // namespace pp
