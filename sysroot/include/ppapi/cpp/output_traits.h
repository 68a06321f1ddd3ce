/* How a value comes from the browser beside a result: where it lies until then, what the browser
   is given for it, and what the program gets. */
#ifndef PPAPI_CPP_OUTPUT_TRAITS_H
#define PPAPI_CPP_OUTPUT_TRAITS_H

#include <type_traits>
#include <vector>

#include <ppapi/c/pp_array_output.h>
#include <ppapi/c/pp_bool.h>
#include <ppapi/cpp/array_output.h>
#include <ppapi/cpp/resource.h>
#include <ppapi/cpp/var.h>

namespace pp {
namespace internal {

/* Plain values: the browser writes them where they are. */
template <typename T, typename = void> struct CallbackOutputTraits {
    typedef T StorageType;
    typedef T *APIArgType;
    static void Initialize(StorageType *) {}
    static APIArgType StorageToAPIArg(StorageType &storage) { return &storage; }
    static T &StorageToPluginArg(StorageType &storage) { return storage; }
};

template <> struct CallbackOutputTraits<bool> {
    typedef PP_Bool StorageType;
    typedef PP_Bool *APIArgType;
    static void Initialize(StorageType *storage) { *storage = PP_FALSE; }
    static APIArgType StorageToAPIArg(StorageType &storage) { return &storage; }
    static bool StorageToPluginArg(StorageType &storage) { return PP_ToBool(storage) != 0; }
};

template <typename T>
struct CallbackOutputTraits<T, typename std::enable_if<std::is_base_of<Resource, T>::value>::type> {
    typedef PP_Resource StorageType;
    typedef PP_Resource *APIArgType;
    static void Initialize(StorageType *storage) { *storage = 0; }
    static APIArgType StorageToAPIArg(StorageType &storage) { return &storage; }
    static T StorageToPluginArg(StorageType &storage) { return T(PASS_REF, storage); }
};

template <> struct CallbackOutputTraits<Var> {
    typedef PP_Var StorageType;
    typedef PP_Var *APIArgType;
    static void Initialize(StorageType *storage) { *storage = PP_MakeUndefined(); }
    static APIArgType StorageToAPIArg(StorageType &storage) { return &storage; }
    static Var StorageToPluginArg(StorageType &storage) { return Var(PASS_REF, storage); }
};

template <typename List, typename Adapter> struct ArrayCallbackOutputTraits {
    typedef Adapter StorageType;
    typedef PP_ArrayOutput APIArgType;
    static void Initialize(StorageType *) {}
    static APIArgType StorageToAPIArg(StorageType &storage) { return storage.pp_array_output(); }
    static List &StorageToPluginArg(StorageType &storage) { return storage.output(); }
};

template <typename T>
struct CallbackOutputTraits<std::vector<T>, typename std::enable_if<!std::is_base_of<Resource, T>::value>::type>
    : ArrayCallbackOutputTraits<std::vector<T>, ArrayOutputAdapterWithStorage<T> > {};

template <typename T>
struct CallbackOutputTraits<std::vector<T>, typename std::enable_if<std::is_base_of<Resource, T>::value>::type>
    : ArrayCallbackOutputTraits<std::vector<T>, ResourceArrayOutputAdapterWithStorage<T> > {};

template <>
struct CallbackOutputTraits<std::vector<Var> >
    : ArrayCallbackOutputTraits<std::vector<Var>, VarArrayOutputAdapterWithStorage> {};

template <>
struct CallbackOutputTraits<std::vector<DirectoryEntry> >
    : ArrayCallbackOutputTraits<std::vector<DirectoryEntry>, DirectoryEntryArrayOutputAdapterWithStorage> {};

} // namespace internal
} // namespace pp

#endif
