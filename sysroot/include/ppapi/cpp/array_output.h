/* Lists that the browser writes: it asks for room for so many elements. */
#ifndef PPAPI_CPP_ARRAY_OUTPUT_H
#define PPAPI_CPP_ARRAY_OUTPUT_H

#include <vector>

#include <ppapi/c/pp_array_output.h>
#include <ppapi/c/pp_directory_entry.h>
#include <ppapi/c/pp_resource.h>
#include <ppapi/c/pp_var.h>
#include <ppapi/cpp/logging.h>
#include <ppapi/cpp/pass_ref.h>
#include <ppapi/cpp/var.h>

namespace pp {

class DirectoryEntry;
class Var;

class ArrayOutputAdapterBase {
public:
    ArrayOutputAdapterBase() {
        output_.GetDataBuffer = room;
        output_.user_data = this;
    }
    ArrayOutputAdapterBase(const ArrayOutputAdapterBase &) = delete;
    ArrayOutputAdapterBase &operator=(const ArrayOutputAdapterBase &) = delete;
    virtual ~ArrayOutputAdapterBase() {}

    /* Valid as long as this object is. */
    const PP_ArrayOutput &pp_array_output() const { return output_; }

protected:
    virtual void *GetDataBuffer(uint32_t count, uint32_t size) = 0;

private:
    static void *room(void *data, uint32_t count, uint32_t size) {
        return static_cast<ArrayOutputAdapterBase *>(data)->GetDataBuffer(count, size);
    }

    PP_ArrayOutput output_;
};

/* Elements as the browser writes them, into a list elsewhere. */
template <typename T> class ArrayOutputAdapter : public ArrayOutputAdapterBase {
public:
    explicit ArrayOutputAdapter(std::vector<T> *output) : list_(output) {}

protected:
    ArrayOutputAdapter() : list_(nullptr) {}
    void set_output(std::vector<T> *output) { list_ = output; }

    void *GetDataBuffer(uint32_t count, uint32_t size) override {
        list_->clear();
        if (size != sizeof(T))
            return nullptr;
        list_->resize(count);
        return list_->empty() ? nullptr : list_->data();
    }

private:
    std::vector<T> *list_;
};

/* The same, with the list. */
template <typename T> class ArrayOutputAdapterWithStorage : public ArrayOutputAdapter<T> {
public:
    ArrayOutputAdapterWithStorage() { this->set_output(&storage_); }
    std::vector<T> &output() { return storage_; }

private:
    std::vector<T> storage_;
};

namespace internal {

/* Elements that become objects, which take over what the browser has written. */
template <typename Raw, typename T> class ObjectArrayOutput : public ArrayOutputAdapter<Raw> {
public:
    explicit ObjectArrayOutput(std::vector<T> *output) : objects_(output) { this->set_output(&raw_); }
    ~ObjectArrayOutput() { take_over(); }

protected:
    void take_over() {
        if (raw_.empty())
            return;
        objects_->clear();
        for (const Raw &one : raw_)
            objects_->push_back(T(PASS_REF, one));
        raw_.clear();
    }

private:
    std::vector<T> *objects_;
    std::vector<Raw> raw_;
};

/* The list lives longer than the base, which writes it in the end. */
template <typename T> struct ObjectList {
    std::vector<T> objects;
};

template <typename Raw, typename T>
class ObjectArrayOutputWithStorage : private ObjectList<T>, public ObjectArrayOutput<Raw, T> {
public:
    ObjectArrayOutputWithStorage() : ObjectArrayOutput<Raw, T>(&this->objects) {}
    std::vector<T> &output() {
        this->take_over();
        return this->objects;
    }
};

} // namespace internal

template <typename T> using ResourceArrayOutputAdapter = internal::ObjectArrayOutput<PP_Resource, T>;
template <typename T>
using ResourceArrayOutputAdapterWithStorage = internal::ObjectArrayOutputWithStorage<PP_Resource, T>;
typedef internal::ObjectArrayOutputWithStorage<PP_Var, Var> VarArrayOutputAdapterWithStorage;
typedef internal::ObjectArrayOutputWithStorage<PP_DirectoryEntry, DirectoryEntry>
    DirectoryEntryArrayOutputAdapterWithStorage;

} // namespace pp

#endif
