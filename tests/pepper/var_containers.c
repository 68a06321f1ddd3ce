// Arrays, dictionaries and buffers: PPB_VarArray, PPB_VarDictionary, PPB_VarArrayBuffer.
#include "check.h"

#include <ppapi/c/ppb_var_array.h>
#include <ppapi/c/ppb_var_array_buffer.h>
#include <ppapi/c/ppb_var_dictionary.h>

static const PPB_VarArray *arrays;
static const PPB_VarDictionary *dictionaries;
static const PPB_VarArrayBuffer *buffers;

static void array_elements(void) {
    struct PP_Var array = arrays->Create();
    CHECK("an array is one", array.type, PP_VARTYPE_ARRAY);
    CHECK("a new array is empty", arrays->GetLength(array), 0);
    CHECK("an element beyond the end is undefined", arrays->Get(array, 0).type, PP_VARTYPE_UNDEFINED);
    CHECK_TRUE("an element can be set", arrays->Set(array, 0, PP_MakeInt32(5)));
    CHECK("the array grows", arrays->GetLength(array), 1);
    CHECK("the element is there", arrays->Get(array, 0).value.as_int, 5);
    CHECK_TRUE("an element far beyond can be set", arrays->Set(array, 9, PP_MakeDouble(1.5)));
    CHECK("the array grows as far", arrays->GetLength(array), 10);
    CHECK("what lies between is undefined", arrays->Get(array, 4).type, PP_VARTYPE_UNDEFINED);
    CHECK_REAL("a double is kept", arrays->Get(array, 9).value.as_double, 1.5);
    CHECK_TRUE("an element can be replaced", arrays->Set(array, 0, PP_MakeBool(PP_TRUE)));
    CHECK("its type is that of the new one", arrays->Get(array, 0).type, PP_VARTYPE_BOOL);
    CHECK("a boolean is kept", arrays->Get(array, 0).value.as_bool, PP_TRUE);
    CHECK_FALSE("no array has a last index", arrays->Set(array, 0xFFFFFFFF, PP_MakeNull()));
    CHECK("which changes nothing", arrays->GetLength(array), 10);
    CHECK_TRUE("an array can be cut", arrays->SetLength(array, 2));
    CHECK("then it is shorter", arrays->GetLength(array), 2);
    CHECK("what was cut is gone", arrays->Get(array, 9).type, PP_VARTYPE_UNDEFINED);
    CHECK_TRUE("an array can be made longer", arrays->SetLength(array, 20));
    CHECK("then it is longer", arrays->GetLength(array), 20);
    CHECK("what is new is undefined", arrays->Get(array, 9).type, PP_VARTYPE_UNDEFINED);
    CHECK("what was there is there", arrays->Get(array, 0).type, PP_VARTYPE_BOOL);
    CHECK_TRUE("an array can be made empty", arrays->SetLength(array, 0));
    CHECK("then it is empty", arrays->GetLength(array), 0);
    vars->Release(array);
    CHECK("an array that is gone has no length", arrays->GetLength(array), 0);
    CHECK_FALSE("nor can it grow", arrays->Set(array, 0, PP_MakeNull()));
}

static void array_references(void) {
    struct PP_Var array = arrays->Create(), text = text_var("text");
    arrays->Set(array, 0, text);
    vars->Release(text);
    CHECK_TEXT("an array holds its elements", text, "text");
    struct PP_Var got = arrays->Get(array, 0);
    CHECK("what is got is what was set", got.value.as_id, text.value.as_id);
    arrays->SetLength(array, 0);
    CHECK_TEXT("what is got has a reference of its own", got, "text");
    vars->Release(got);
    uint32_t length = 1;
    CHECK("then nothing holds it", (uintptr_t) vars->VarToUtf8(got, &length), 0);
    struct PP_Var inner = arrays->Create();
    arrays->Set(array, 0, inner);
    arrays->Set(inner, 0, PP_MakeInt32(3));
    vars->Release(inner);
    struct PP_Var same = arrays->Get(array, 0);
    CHECK("arrays in arrays are the same", arrays->Get(same, 0).value.as_int, 3);
    vars->Release(same);
    CHECK_TRUE("an array can hold itself", arrays->Set(array, 1, array));
    struct PP_Var itself = arrays->Get(array, 1);
    CHECK("and is itself", itself.value.as_id, array.value.as_id);
    vars->Release(itself);
    arrays->SetLength(array, 0);
    vars->Release(array);
}

static void no_array(const char *what, struct PP_Var var) {
    char name[100];
    snprintf(name, sizeof name, "%s has no elements", what);
    CHECK(name, arrays->Get(var, 0).type, PP_VARTYPE_UNDEFINED);
    snprintf(name, sizeof name, "%s takes no elements", what);
    CHECK(name, arrays->Set(var, 0, PP_MakeNull()), PP_FALSE);
    snprintf(name, sizeof name, "%s has no length", what);
    CHECK(name, arrays->GetLength(var), 0);
    snprintf(name, sizeof name, "%s takes no length", what);
    CHECK(name, arrays->SetLength(var, 1), PP_FALSE);
}

static void set(struct PP_Var dictionary, const char *key, struct PP_Var value) {
    struct PP_Var var = text_var(key);
    dictionaries->Set(dictionary, var, value);
    vars->Release(var);
}

static struct PP_Var get(struct PP_Var dictionary, const char *key) {
    struct PP_Var var = text_var(key), value = dictionaries->Get(dictionary, var);
    vars->Release(var);
    return value;
}

static void dictionary_entries(void) {
    struct PP_Var dictionary = dictionaries->Create(), key = text_var("key");
    CHECK("a dictionary is one", dictionary.type, PP_VARTYPE_DICTIONARY);
    CHECK("an unknown key is undefined", dictionaries->Get(dictionary, key).type, PP_VARTYPE_UNDEFINED);
    CHECK_FALSE("an unknown key is not there", dictionaries->HasKey(dictionary, key));
    dictionaries->Delete(dictionary, key);
    CHECK_TRUE("an entry can be set", dictionaries->Set(dictionary, key, PP_MakeInt32(1)));
    CHECK_TRUE("then it is there", dictionaries->HasKey(dictionary, key));
    CHECK("its value is there", get(dictionary, "key").value.as_int, 1);
    CHECK_TRUE("an entry can be replaced", dictionaries->Set(dictionary, key, PP_MakeInt32(2)));
    CHECK("its value is the new one", get(dictionary, "key").value.as_int, 2);
    CHECK_TRUE("a value may be undefined", dictionaries->Set(dictionary, key, PP_MakeUndefined()));
    CHECK_TRUE("and is an entry", dictionaries->HasKey(dictionary, key));
    dictionaries->Delete(dictionary, key);
    CHECK_FALSE("what is deleted is not there", dictionaries->HasKey(dictionary, key));
    CHECK_TRUE("the empty text is a key", (set(dictionary, "", PP_MakeInt32(3)), get(dictionary, "").value.as_int == 3));
    CHECK_FALSE("an integer is no key", dictionaries->Set(dictionary, PP_MakeInt32(1), PP_MakeNull()));
    CHECK_FALSE("undefined is no key", dictionaries->Set(dictionary, PP_MakeUndefined(), PP_MakeNull()));
    CHECK("an integer has no entry", dictionaries->Get(dictionary, PP_MakeInt32(1)).type, PP_VARTYPE_UNDEFINED);
    CHECK_FALSE("an integer is not there", dictionaries->HasKey(dictionary, PP_MakeInt32(1)));
    CHECK_FALSE("a dictionary is no key", dictionaries->Set(dictionary, dictionary, PP_MakeNull()));
    vars->Release(key);
    vars->Release(dictionary);
}

static void keys(void) {
    struct PP_Var dictionary = dictionaries->Create();
    struct PP_Var none = dictionaries->GetKeys(dictionary);
    CHECK("no keys are an array", none.type, PP_VARTYPE_ARRAY);
    CHECK("which is empty", arrays->GetLength(none), 0);
    vars->Release(none);
    static const char *const names[] = {"b", "a", "\xc3\xa4", "B", "aa", "", "10", "9"};
    static const char *const sorted[] = {"", "10", "9", "B", "a", "aa", "b", "\xc3\xa4"};
    for (int index = 0; index < 8; index++)
        set(dictionary, names[index], PP_MakeInt32(index));
    struct PP_Var all = dictionaries->GetKeys(dictionary);
    CHECK("each entry has a key", arrays->GetLength(all), 8);
    for (int index = 0; index < 8; index++) {
        char name[40];
        struct PP_Var key = arrays->Get(all, index);
        snprintf(name, sizeof name, "keys are sorted by their bytes, %d", index);
        CHECK_TEXT(name, key, sorted[index]);
        vars->Release(key);
    }
    set(dictionary, "new", PP_MakeNull());
    CHECK("the keys are a copy", arrays->GetLength(all), 8);
    vars->Release(all);
    vars->Release(dictionary);
    CHECK("what is no dictionary has no keys", dictionaries->GetKeys(PP_MakeInt32(1)).type, PP_VARTYPE_NULL);
    CHECK("nor has one that is gone", dictionaries->GetKeys(dictionary).type, PP_VARTYPE_NULL);
}

static void dictionary_references(void) {
    struct PP_Var dictionary = dictionaries->Create(), text = text_var("value");
    set(dictionary, "a", text);
    vars->Release(text);
    CHECK_TEXT("a dictionary holds its values", text, "value");
    struct PP_Var got = get(dictionary, "a");
    CHECK("a value is what was set", got.value.as_id, text.value.as_id);
    set(dictionary, "a", PP_MakeNull());
    CHECK_TEXT("a value that was got stays", got, "value");
    vars->Release(got);
    uint32_t length;
    CHECK("a value that was replaced is gone", (uintptr_t) vars->VarToUtf8(text, &length), 0);
    struct PP_Var other = text_var("other");
    set(dictionary, "b", other);
    vars->Release(other);
    vars->Release(dictionary);
    CHECK("values go with their dictionary", (uintptr_t) vars->VarToUtf8(other, &length), 0);
}

static void no_dictionary(const char *what, struct PP_Var var) {
    char name[100];
    struct PP_Var key = text_var("k");
    snprintf(name, sizeof name, "%s has no entries", what);
    CHECK(name, dictionaries->Get(var, key).type, PP_VARTYPE_UNDEFINED);
    snprintf(name, sizeof name, "%s takes no entries", what);
    CHECK(name, dictionaries->Set(var, key, PP_MakeNull()), PP_FALSE);
    snprintf(name, sizeof name, "%s has no keys to look for", what);
    CHECK(name, dictionaries->HasKey(var, key), PP_FALSE);
    dictionaries->Delete(var, key);
    vars->Release(key);
}

static void buffer_bytes(void) {
    struct PP_Var buffer = buffers->Create(1000);
    uint32_t length = 7;
    CHECK("a buffer is one", buffer.type, PP_VARTYPE_ARRAY_BUFFER);
    CHECK_TRUE("a buffer has a length", buffers->ByteLength(buffer, &length));
    CHECK("its length is that asked for", length, 1000);
    unsigned char *bytes = buffers->Map(buffer);
    CHECK_TRUE("a buffer can be mapped", bytes != NULL);
    int sum = 0;
    for (int index = 0; index < 1000; index++)
        sum += bytes[index];
    CHECK("its bytes are zero", sum, 0);
    bytes[999] = 42;
    CHECK_TRUE("it has one address", buffers->Map(buffer) == bytes);
    buffers->Unmap(buffer);
    CHECK("it keeps what is written", ((unsigned char *) buffers->Map(buffer))[999], 42);
    CHECK_TRUE("it has its address again", buffers->Map(buffer) == bytes);
    vars->Release(buffer);
    CHECK("a buffer that is gone has no address", (uintptr_t) buffers->Map(buffer), 0);
    CHECK_FALSE("nor a length", buffers->ByteLength(buffer, &length));
    struct PP_Var empty = buffers->Create(0);
    CHECK("no bytes are a buffer", empty.type, PP_VARTYPE_ARRAY_BUFFER);
    CHECK_TRUE("which has a length", buffers->ByteLength(empty, &length));
    CHECK("that is 0", length, 0);
    vars->Release(empty);
    CHECK("too many bytes are null", buffers->Create(0xFFFFFFF0).type, PP_VARTYPE_NULL);
}

static void no_buffer(const char *what, struct PP_Var var) {
    char name[100];
    uint32_t length = 7;
    snprintf(name, sizeof name, "%s has no bytes", what);
    CHECK(name, (uintptr_t) buffers->Map(var), 0);
    snprintf(name, sizeof name, "%s has no number of bytes", what);
    CHECK(name, buffers->ByteLength(var, &length), PP_FALSE);
    buffers->Unmap(var);
}

static void begin(void) {
    arrays = ask(PPB_VAR_ARRAY_INTERFACE);
    dictionaries = ask(PPB_VAR_DICTIONARY_INTERFACE);
    buffers = ask(PPB_VAR_ARRAY_BUFFER_INTERFACE);
    array_elements();
    array_references();
    dictionary_entries();
    keys();
    dictionary_references();
    buffer_bytes();
    struct PP_Var text = text_var("text"), array = arrays->Create(), dictionary = dictionaries->Create(),
                  buffer = buffers->Create(1);
    no_array("a string", text);
    no_array("an integer", PP_MakeInt32(0));
    no_array("a dictionary", dictionary);
    no_array("a buffer", buffer);
    no_array("an id of nothing", strange_var());
    no_dictionary("a string", text);
    no_dictionary("an integer", PP_MakeInt32(0));
    no_dictionary("an array", array);
    no_dictionary("a buffer", buffer);
    no_dictionary("an id of nothing", strange_var());
    no_buffer("a string", text);
    no_buffer("null", PP_MakeNull());
    no_buffer("an array", array);
    no_buffer("a dictionary", dictionary);
    finish();
}
