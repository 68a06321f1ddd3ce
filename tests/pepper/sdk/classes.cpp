// Classes of Pepper in a program of ppapi_simple, and those of sdk_util.
// libraries: ppapi_simple_cpp nacl_io ppapi_cpp sdk_util error_handling ppapi
// attribute: PS_VERBOSITY=1
// script: {"after":"ready","post":[1,"two"]}
#include "check.h"

#include <error_handling/error_handling.h>
#include <ppapi/cpp/module.h>
#include <ppapi/cpp/var_array.h>
#include <sdk_util/auto_lock.h>
#include <sdk_util/macros.h>
#include <sdk_util/scoped_ref.h>
#include <sdk_util/string_util.h>
#include <sdk_util/thread_pool.h>
#include <sdk_util/thread_safe_queue.h>

static int alive;

class Thing : public sdk_util::RefObject {
public:
    Thing() { ++alive; }

protected:
    ~Thing() override { --alive; }
    void Destroy() override { ++alive, --alive; }
};

class Special : public Thing {};

static void references() {
    sdk_util::ScopedRef<Thing> first(new Thing), second;
    CHECK("one reference", first->RefCount(), 1);
    CHECK_TRUE("none", !second);
    second = first;
    CHECK("two references", second->RefCount(), 2);
    CHECK_TRUE("of the same", first == second);
    first.reset(new Special);
    CHECK("two things", alive, 2);
    CHECK_TRUE("a reference of what it is", sdk_util::static_scoped_ref_cast<Special>(first).get() == first.get());
    first.reset();
    second.reset();
    CHECK("they are gone", alive, 0);
}

static sdk_util::SimpleLock lock;
static int sum;

static void add(int task, void *data) {
    AUTO_LOCK(lock);
    sum += task * *static_cast<int *>(data);
}

static void threads() {
    int factor = 3;
    for (int count : {0, 1, 4}) {
        sdk_util::ThreadPool pool(count);
        sum = 0;
        pool.Dispatch(10, add, &factor);
        CHECK("all tasks are done", sum, 135);
        pool.Dispatch(0, add, &factor);
    }
    sdk_util::ThreadSafeQueue<int> queue;
    CHECK_TRUE("a queue is empty", queue.Dequeue(false) == nullptr);
    queue.Enqueue(&factor);
    CHECK_TRUE("then it is not", queue.Dequeue(true) == &factor);
    sdk_util::Atomic32 number = 5;
    CHECK("the number before", sdk_util::AtomicCompareExchange(&number, 6, 5), 5);
    CHECK("the new one", sdk_util::AtomicOrFetch(&number, 9), 15);
}

static void texts() {
    std::vector<std::string> pieces;
    sdk_util::SplitString(",a,,b", ',', &pieces);
    CHECK("pieces", pieces.size(), 4);
    CHECK_TEXT("the last", pieces[3].c_str(), "b");
    sdk_util::SplitString("", ',', &pieces);
    CHECK("of nothing", pieces.size(), 0);
    sstream_t text;
    ssinit(&text);
    CHECK("a text grows", ssprintf(&text, "%d", 12), 2);
    ssprintf(&text, "%s", "-ab");
    CHECK_TEXT("by what is printed", text.data, "12-ab");
    ssfree(&text);
    EHRequestExceptionsJson([](const char *) {});
    CHECK("exceptions are not handled here", EHHanderInstalled(), 0);
}

int main() {
    CHECK_TRUE("there is a module", pp::Module::Get() != nullptr);
    references();
    threads();
    texts();
    PSEventSetFilter(PSE_INSTANCE_HANDLEMESSAGE);
    tell("ready");
    PSEvent *event = PSEventWaitAcquire();
    pp::VarArray array{pp::Var(event->as_var)};
    CHECK("a message as an object", array.GetLength(), 2);
    CHECK_TEXT("its parts", array.Get(1).AsString().c_str(), "two");
    PSEventRelease(event);
    return 0;
}
