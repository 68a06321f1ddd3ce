// Memory: who owns it, and where it comes from.
// standard: c++20
#include "show.hpp"

#include <cstdint>
#include <cstdlib>
#include <list>
#include <memory>
#include <memory_resource>
#include <new>
#include <scoped_allocator>
#include <string>
#include <utility>
#include <vector>

struct Traced {
    static int alive;
    int value;
    explicit Traced(int value = 0) : value(value) { ++alive; }
    Traced(const Traced &other) : value(other.value) { ++alive; }
    ~Traced() { --alive; }
};
int Traced::alive = 0;

struct Node : std::enable_shared_from_this<Node> {
    std::weak_ptr<Node> parent;
    std::vector<std::shared_ptr<Node>> children;
    void add(std::shared_ptr<Node> child) {
        child->parent = weak_from_this();
        children.push_back(std::move(child));
    }
};

static void use_memory() {
    auto owner = std::make_unique<Traced>(1);
    auto many = std::make_unique<Traced[]>(5);
    show("memory", Traced::alive, owner->value, many[4].value);
    std::unique_ptr<Traced> other = std::move(owner);
    many.reset();
    show("moved", owner == nullptr, Traced::alive, std::unique_ptr<Traced>(other.release())->value, Traced::alive);
    int freed = 0;
    {
        auto deleter = [&freed](int *pointer) {
            ++freed;
            delete pointer;
        };
        std::unique_ptr<int, decltype(deleter)> one(new int(5), deleter);
        std::shared_ptr<int> two(new int(6), deleter), same = two;
    }
    show("deleter", freed);
    auto shared = std::make_shared<Traced>(9);
    std::shared_ptr<int> part(shared, &shared->value);
    std::weak_ptr<Traced> weak = shared;
    show("shared", shared.use_count(), *part, weak.lock()->value);
    shared.reset();
    show("kept", weak.expired(), *part);
    part.reset();
    show("gone", weak.expired(), weak.lock() == nullptr, Traced::alive);
    try {
        std::shared_ptr<Traced> none(weak);
    } catch (const std::bad_weak_ptr &) {
        show("weak", "bad");
    }
    auto root = std::make_shared<Node>();
    root->add(std::make_shared<Node>());
    show("tree", root.use_count(), root->children[0]->parent.lock() == root, root->shared_from_this() == root);
    alignas(Traced) std::byte place[4 * sizeof(Traced)];
    auto *objects = reinterpret_cast<Traced *>(place);
    std::uninitialized_fill_n(objects, 3, Traced(7));
    std::construct_at(objects + 3, 8);
    show("constructed", Traced::alive, objects[2].value, objects[3].value);
    std::destroy(objects, objects + 3);
    std::destroy_at(objects + 3);
    show("destroyed", Traced::alive);
    std::allocator<int> allocator;
    using Traits = std::allocator_traits<std::allocator<int>>;
    int *numbers = Traits::allocate(allocator, 4);
    Traits::construct(allocator, numbers, 12);
    show("allocator", *numbers, std::to_address(numbers) == std::addressof(*numbers));
    Traits::deallocate(allocator, numbers, 4);
    void *start = place + 1;
    std::size_t space = sizeof(place) - 1;
    void *aligned = std::align(4, 4, start, space);
    show("aligned", reinterpret_cast<std::uintptr_t>(aligned) % 4, space == sizeof(place) - 4);
    auto array = std::make_shared<int[]>(3, 4);
    auto cast = std::static_pointer_cast<void>(array);
    show("cast", array[2], cast.use_count(), std::dynamic_pointer_cast<Node>(root)->children.size());
}

// Counts what it passes on.
class Counter : public std::pmr::memory_resource {
    void *do_allocate(std::size_t size, std::size_t alignment) override {
        ++allocated;
        return std::pmr::new_delete_resource()->allocate(size, alignment);
    }
    void do_deallocate(void *place, std::size_t size, std::size_t alignment) override {
        ++freed;
        std::pmr::new_delete_resource()->deallocate(place, size, alignment);
    }
    bool do_is_equal(const memory_resource &other) const noexcept override { return this == &other; }

  public:
    int allocated = 0, freed = 0;
};

static void use_memory_resource() {
    Counter counter;
    {
        std::pmr::vector<std::pmr::string> words(&counter);
        words.reserve(2);
        words.emplace_back(100, 'a');
        words.emplace_back("short");
        show("memory_resource", counter.allocated, words[0].get_allocator().resource() == &counter);
    }
    show("freed", counter.freed == counter.allocated);
    std::byte buffer[1024];
    {
        std::pmr::monotonic_buffer_resource arena(buffer, sizeof(buffer), std::pmr::null_memory_resource());
        std::pmr::list<int> list({1, 2, 3}, &arena);
        const auto *place = reinterpret_cast<std::byte *>(&list.front());
        show("arena", place >= buffer && place < buffer + sizeof(buffer), list.size());
        try {
            std::pmr::vector<char> large(2000, &arena);
        } catch (const std::bad_alloc &) {
            show("null", "bad_alloc");
        }
    }
    {
        std::pmr::unsynchronized_pool_resource pool({}, &counter);
        std::pmr::synchronized_pool_resource shared(&pool);
        void *one = shared.allocate(24), *other = pool.allocate(100000);
        pool.deallocate(other, 100000);
        shared.deallocate(one, 24);
        show("pools", shared.upstream_resource() == &pool, pool.options().max_blocks_per_chunk > 0);
    }
    show("released", counter.freed == counter.allocated);
    auto *before = std::pmr::set_default_resource(&counter);
    std::pmr::polymorphic_allocator<> allocator;
    auto *object = allocator.new_object<Traced>(4);
    show("default", allocator.resource() == &counter, object->value, before == std::pmr::new_delete_resource());
    allocator.delete_object(object);
    std::pmr::set_default_resource(nullptr);
}

template <class T> struct Tagged {
    using value_type = T;
    int tag;
    explicit Tagged(int tag) : tag(tag) {}
    template <class U> Tagged(const Tagged<U> &other) : tag(other.tag) {}
    T *allocate(std::size_t count) { return std::allocator<T>().allocate(count); }
    void deallocate(T *place, std::size_t count) { std::allocator<T>().deallocate(place, count); }
    bool operator==(const Tagged &other) const { return tag == other.tag; }
};

static void use_scoped_allocator() {
    using Inner = std::vector<int, Tagged<int>>;
    using Allocator = std::scoped_allocator_adaptor<Tagged<Inner>, Tagged<int>>;
    std::vector<Inner, Allocator> lists(Allocator(Tagged<Inner>(1), Tagged<int>(2)));
    lists.emplace_back(3, 7);
    lists.emplace_back();
    show("scoped_allocator", lists.get_allocator().outer_allocator().tag, lists[0].get_allocator().tag,
         lists[1].get_allocator().tag, lists[0].size(), lists.get_allocator().inner_allocator().tag);
}

struct alignas(64) Wide {
    char bytes[64];
};

struct Own {
    static int calls;
    static void *operator new(std::size_t size) {
        ++calls;
        return std::malloc(size);
    }
    static void operator delete(void *place) {
        --calls;
        std::free(place);
    }
};
int Own::calls = 0;

// Keeps the optimiser from leaving out what is allocated.
static void *volatile kept;

static void use_new() {
    auto *wide = new Wide;
    show("new", reinterpret_cast<std::uintptr_t>(wide) % 64, alignof(Wide));
    delete wide;
    void *place = ::operator new(100, std::align_val_t(256));
    show("aligned", reinterpret_cast<std::uintptr_t>(place) % 256);
    ::operator delete(place, std::align_val_t(256));
    const volatile std::size_t half = SIZE_MAX / 2;
    kept = ::operator new(half, std::nothrow);
    show("nothrow", kept == nullptr);
    static int handled = 0;
    std::set_new_handler([] {
        if (++handled == 2)
            std::set_new_handler(nullptr);
    });
    try {
        kept = ::operator new(half);
    } catch (const std::bad_alloc &) {
        show("handler", handled, std::get_new_handler() == nullptr);
    }
    try {
        kept = std::allocator<int>().allocate(half);
    } catch (const std::bad_array_new_length &) {
        show("length", "bad");
    }
    auto *own = new Own;
    show("own", Own::calls);
    delete own;
    alignas(int) unsigned char raw[sizeof(int)];
    int *placed = new (raw) int(31);
    show("placed", *std::launder(placed), Own::calls);
}

int main() {
    use_memory();
    use_memory_resource();
    use_scoped_allocator();
    use_new();
}
