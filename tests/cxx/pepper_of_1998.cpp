// standard: gnu++98
// options: -pedantic -Wall -Werror -lppapi_cpp -lppapi
// The SDK's tutorials are C++98, with strict warnings, so its headers must be fit for that: the
// rectangles, and the factory of callbacks with methods of all kinds.
#include <ppapi/cpp/instance.h>
#include <ppapi/cpp/module.h>
#include <ppapi/cpp/rect.h>
#include <ppapi/cpp/touch_point.h>
#include <ppapi/cpp/var_array.h>
#include <ppapi/utility/completion_callback_factory.h>
#include <ppapi/utility/threading/simple_thread.h>

#include <stdio.h>

#include <string>

class Object {
public:
    Object() : factory_(this) {}

    void Done(int32_t result) { printf("done %d\n", result); }
    int Said(long result, const std::string &text, double number) {
        return printf("said %ld %s %.1f\n", result, text.c_str(), number);
    }
    void Looked(int32_t result) const { printf("looked %d\n", result); }

    void Run() {
        factory_.NewCallback(&Object::Done).Run(1);
        factory_.NewCallback(&Object::Said, "text", 2).Run(3);
        factory_.NewCallback(&Object::Looked).Run(4);
        pp::CompletionCallback late = factory_.NewOptionalCallback(&Object::Done);
        printf("optional %d\n", late.IsOptional());
        factory_.CancelAll();
        late.Run(5);
    }

private:
    pp::CompletionCallbackFactory<Object> factory_;
};

// No page creates it: the program runs from main.
namespace pp {
Module *CreateModule() {
    return NULL;
}
} // namespace pp

int main() {
    pp::Rect one(pp::Point(1, 2), pp::Size(30, -4)), two(10, 20);
    printf("%d,%d %dx%d\n", one.x(), one.y(), one.width(), one.height());
    printf("%d %d\n", one.IsEmpty(), two.Contains(9, 19));
    printf("%.0f\n", pp::FloatRect(pp::FloatSize(3, 4)).size().GetArea());
    Object().Run();
    return 0;
}
