// What computes without a browser: rectangles, what has to be painted, values and where they lie.
#include <sstream>

#include <ppapi/cpp/dev/url_util_dev.h>
#include <ppapi/cpp/dev/view_dev.h>
#include <ppapi/cpp/instance.h>
#include <ppapi/cpp/private/net_address_private.h>
#include <ppapi/cpp/var_array.h>
#include <ppapi/cpp/var_dictionary.h>
#include <ppapi/utility/completion_callback_factory.h>
#include <ppapi/utility/graphics/paint_aggregator.h>

namespace {

std::ostream &operator<<(std::ostream &out, const pp::Rect &rect) {
    return out << rect.x() << "," << rect.y() << " " << rect.width() << "x" << rect.height();
}

std::ostream &operator<<(std::ostream &out, const pp::PaintAggregator::PaintUpdate &update) {
    if (update.has_scroll)
        out << " scroll " << update.scroll_rect << " by " << update.scroll_delta.x() << ","
            << update.scroll_delta.y();
    for (const pp::Rect &rect : update.paint_rects)
        out << " [" << rect << "]";
    return out;
}

// A method of a base class can be a callback of a derived one.
struct Counts {
    void Count(int32_t result) { sum += result; }
    int32_t sum = 0;
};

class ShapesInstance : public pp::Instance, public Counts {
public:
    explicit ShapesInstance(PP_Instance instance) : pp::Instance(instance), callbacks_(this) {}

    bool Init(uint32_t, const char *[], const char *[]) override {
        Rectangles();
        Painting();
        Values();
        Callbacks();
        Browser();
        PostMessage("done");
        return true;
    }

private:
    template <typename T> void Tell(const char *what, const T &value) {
        std::ostringstream text;
        text << what << ": " << value;
        PostMessage(text.str());
    }

    void Rectangles() {
        pp::Rect rect(10, 10, 20, 20);
        Tell("left of it", rect.Subtract(pp::Rect(20, 0, 50, 50)));
        Tell("below it", rect.Subtract(pp::Rect(0, 0, 50, 15)));
        Tell("a hole", rect.Subtract(pp::Rect(15, 15, 5, 5)));
        Tell("nothing is left", rect.Subtract(pp::Rect(0, 0, 50, 50)));
        Tell("moved in", rect.AdjustToFit(pp::Rect(0, 0, 25, 12)));
        Tell("shares an edge", rect.SharesEdgeWith(pp::Rect(30, 10, 1, 20)));
        Tell("touches a corner", rect.SharesEdgeWith(pp::Rect(30, 30, 1, 20)));
        rect.Inset(1, 2, 3, 4);
        rect.Offset(pp::Point(-5, 5));
        Tell("smaller and moved", rect);
        pp::FloatRect half = pp::FloatRect(0.5f, 0.5f, 1, 1).Union(pp::FloatRect(2, 0, 1, 3));
        Tell("width of both", half.width());
        Tell("sum of points", (pp::FloatPoint(1, 2) + pp::FloatPoint(0.5f, 0)).x());
    }

    void Painting() {
        pp::PaintAggregator painted;
        painted.InvalidateRect(pp::Rect(0, 0, 4, 4));
        painted.InvalidateRect(pp::Rect(4, 0, 4, 4));
        painted.InvalidateRect(pp::Rect(20, 0, 4, 4));
        Tell("two places", painted.GetPendingUpdate());
        pp::PaintAggregator scrolled;
        scrolled.InvalidateRect(pp::Rect(2, 2, 2, 2));
        scrolled.ScrollRect(pp::Rect(0, 0, 10, 10), pp::Point(3, 0));
        Tell("moves along", scrolled.GetPendingUpdate());
        scrolled.ScrollRect(pp::Rect(0, 0, 10, 10), pp::Point(-3, 0));
        Tell("and back", scrolled.GetPendingUpdate());
        scrolled.ScrollRect(pp::Rect(0, 0, 10, 10), pp::Point(1, 1));
        Tell("not along one axis", scrolled.GetPendingUpdate());
        pp::PaintAggregator most;
        most.ScrollRect(pp::Rect(0, 0, 10, 10), pp::Point(0, 1));
        most.InvalidateRect(pp::Rect(0, 0, 10, 9));
        Tell("nearly all of it", most.GetPendingUpdate());
    }

    void Values() {
        Tell("no text", pp::Var(static_cast<const char *>(nullptr)).DebugString());
        pp::VarArray list;
        list.Set(0, "first");
        pp::VarArray other;
        other = pp::Var(list);
        Tell("the same list", other.Get(0).AsString());
        pp::VarDictionary names(list.pp_var());
        Tell("no dictionary", names.GetKeys().GetLength());
        pp::Var borrowed(pp::Var::DontManage(), list.pp_var());
        Tell("borrowed", borrowed.is_array());
    }

    void Callbacks() {
        callbacks_.NewCallback(&ShapesInstance::Count).RunAndClear(3);
        pp::CompletionCallback twice(&Adds, &sum);
        twice.Run(4);
        twice.Run(5);
        Tell("sum of results", sum);
        typedef pp::internal::CallbackOutputTraits<pp::Var> Traits;
        Traits::StorageType kept;
        Traits::Initialize(&kept);
        Tell("before the answer", Traits::StorageToPluginArg(kept).is_undefined());
    }

    void Browser() {
        const pp::URLUtil_Dev *urls = pp::URLUtil_Dev::Get();
        Tell("an address", urls ? urls->Canonicalize("HTTP://Host:80/a/../b").AsString() : "unknown");
        PP_NetAddress_Private any;
        if (pp::NetAddressPrivate::GetAnyAddress(false, &any))
            Tell("any address", pp::NetAddressPrivate::Describe(any, true));
    }

    static void Adds(void *sum, int32_t result) { *static_cast<int32_t *>(sum) += result; }

    pp::CompletionCallbackFactory<ShapesInstance, pp::NonThreadSafeThreadTraits> callbacks_;
};

class ShapesModule : public pp::Module {
    pp::Instance *CreateInstance(PP_Instance instance) override { return new ShapesInstance(instance); }
};

} // namespace

pp::Module *pp::CreateModule() {
    return new ShapesModule();
}
