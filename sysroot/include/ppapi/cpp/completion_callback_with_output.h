/* Callbacks that are given a value beside the result. Where the value lies until then belongs to
   the callback. */
#ifndef PPAPI_CPP_COMPLETION_CALLBACK_WITH_OUTPUT_H
#define PPAPI_CPP_COMPLETION_CALLBACK_WITH_OUTPUT_H

#include <type_traits>
#include <vector>

#include <ppapi/c/pp_array_output.h>
#include <ppapi/cpp/completion_callback.h>
#include <ppapi/cpp/resource.h>
#include <ppapi/cpp/var.h>

namespace pp {
namespace internal {

/* Plain values: the browser writes them where they are. */
template <typename T, typename = void> struct Output {
    typedef T Storage;
    typedef T *Argument;
    static Argument argument(Storage &storage) { return &storage; }
    static T &value(Storage &storage) { return storage; }
};

template <typename T> struct Output<T, typename std::enable_if<std::is_base_of<Resource, T>::value>::type> {
    typedef PP_Resource Storage;
    typedef PP_Resource *Argument;
    static Argument argument(Storage &storage) { return &storage; }
    static T value(Storage &storage) { return T(PASS_REF, storage); }
};

template <> struct Output<Var> {
    typedef PP_Var Storage;
    typedef PP_Var *Argument;
    static Argument argument(Storage &storage) { return &storage; }
    static Var value(Storage &storage) { return Var(PASS_REF, storage); }
};

/* Lists: the browser asks for room for so many elements. */
template <typename Element> void *room_in_vector(void *data, uint32_t count, uint32_t size) {
    std::vector<Element> &elements = *static_cast<std::vector<Element> *>(data);
    elements.clear();
    if (size != sizeof(Element))
        return nullptr;
    elements.resize(count);
    return elements.empty() ? nullptr : elements.data();
}

template <typename Element> struct Output<std::vector<Element>> {
    typedef std::vector<Element> Storage;
    typedef PP_ArrayOutput Argument;
    static Argument argument(Storage &storage) { return {room_in_vector<Element>, &storage}; }
    static std::vector<Element> &value(Storage &storage) { return storage; }
};

} // namespace internal

template <typename T> class CompletionCallbackWithOutput : public CompletionCallback {
public:
    typedef internal::Output<T> Traits;
    typedef typename Traits::Storage OutputStorageType;
    typedef typename Traits::Argument APIArgType;

    /* Waits, and leaves the value there. */
    explicit CompletionCallbackWithOutput(OutputStorageType *output) : output_(output) {}
    CompletionCallbackWithOutput(PP_CompletionCallback_Func function, void *data, OutputStorageType *output)
        : CompletionCallback(function, data), output_(output) {}

    APIArgType output() const { return Traits::argument(*output_); }

private:
    OutputStorageType *output_;
};

} // namespace pp

#endif
