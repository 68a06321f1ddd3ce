// What a program can see of its place: PPB_View in all versions, and the console.
// view: 100x50
// script: {"after":"first","resize":{"width":200,"height":80}}
// script: {"after":"resized","hide":true}
// script: {"after":"hidden","show":true}
#include "check.h"

#include <ppapi/c/dev/ppb_console_dev.h>
#include <ppapi/c/dev/ppb_view_dev.h>
#include <ppapi/c/ppb_console.h>
#include <ppapi/c/ppb_var_array.h>
#include <ppapi/c/ppb_var_array_buffer.h>
#include <ppapi/c/ppb_var_dictionary.h>
#include <ppapi/c/ppb_view.h>

static const PPB_View *views;
static PP_Resource first;
static int changes;

static void nothing(PP_Resource resource, const char *what) {
    struct PP_Rect rect = {{7, 7}, {7, 7}};
    struct PP_Point point = {7, 7};
    char name[100];
#define NAMED(says) (snprintf(name, sizeof name, "%s %s", what, says), name)
    CHECK_FALSE(NAMED("is no view"), views->IsView(resource));
    CHECK_FALSE(NAMED("has no place"), views->GetRect(resource, &rect));
    CHECK_FALSE(NAMED("has no part that is seen"), views->GetClipRect(resource, &rect));
    CHECK_FALSE(NAMED("has no scroll position"), views->GetScrollOffset(resource, &point));
    CHECK_FALSE(NAMED("is not visible"), views->IsVisible(resource));
    CHECK_FALSE(NAMED("is in no page that is visible"), views->IsPageVisible(resource));
    CHECK_FALSE(NAMED("does not fill the screen"), views->IsFullscreen(resource));
    CHECK_REAL(NAMED("has no scale of the device"), views->GetDeviceScale(resource), 0);
    CHECK_REAL(NAMED("has no scale of the page"), views->GetCSSScale(resource), 0);
}

static void whole(PP_Resource view) {
    struct PP_Rect rect, clip;
    struct PP_Point offset = {7, 7};
    views->GetRect(view, &rect);
    CHECK("the element is at the left", rect.point.x, 0);
    CHECK("and at the top", rect.point.y, 0);
    CHECK("the width", rect.size.width, 100);
    CHECK("the height", rect.size.height, 50);
    CHECK_TRUE("there is a part that is seen", views->GetClipRect(view, &clip));
    CHECK_TRUE("all of it", !memcmp(&rect, &clip, sizeof rect));
    CHECK_TRUE("the page is visible", views->IsPageVisible(view));
    CHECK_TRUE("the element is visible", views->IsVisible(view));
    CHECK_FALSE("it does not fill the screen", views->IsFullscreen(view));
    CHECK_REAL("the device has one pixel for each", views->GetDeviceScale(view), 1);
    CHECK_REAL("the page is not zoomed", views->GetCSSScale(view), 1);
    CHECK_TRUE("there is a scroll position", views->GetScrollOffset(view, &offset));
    CHECK("which is the start", offset.x + offset.y, 0);
    const struct PPB_View_1_0 *oldest = ask(PPB_VIEW_INTERFACE_1_0);
    const struct PPB_View_1_1 *older = ask(PPB_VIEW_INTERFACE_1_1);
    CHECK_TRUE("the oldest version knows views", oldest->IsView(view));
    CHECK_REAL("the one after it knows scales", older->GetDeviceScale(view), 1);
}

static void changed(PP_Resource view) {
    views = ask(PPB_VIEW_INTERFACE);
    struct PP_Rect rect;
    CHECK_TRUE("each view is one", views->IsView(view));
    CHECK_TRUE("views come to the main thread", core->IsMainThread());
    views->GetRect(view, &rect);
    switch (changes++) {
        case 0:
            whole(view);
            core->AddRefResource(view);
            first = view;
            tell("first");
            break;
        case 1:
            CHECK("a new width", rect.size.width, 200);
            CHECK("a new height", rect.size.height, 80);
            views->GetRect(first, &rect);
            CHECK("a view that is held stays as it was", rect.size.width, 100);
            CHECK_TRUE("each view is another resource", view != first);
            core->ReleaseResource(first);
            tell("resized");
            break;
        case 2:
            CHECK_FALSE("a page can be hidden", views->IsPageVisible(view));
            CHECK_FALSE("then the element is not visible", views->IsVisible(view));
            CHECK("its size stays", rect.size.width, 200);
            tell("hidden");
            break;
        default:
            CHECK_TRUE("and shown", views->IsPageVisible(view));
            CHECK_TRUE("then the element is visible", views->IsVisible(view));
            first = view;
            extern void after_views(void);
            then(after_views);
    }
}

static void console(void) {
    const PPB_Console *console = ask(PPB_CONSOLE_INTERFACE);
    const PPB_VarArray *arrays = ask(PPB_VAR_ARRAY_INTERFACE);
    const PPB_VarDictionary *dictionaries = ask(PPB_VAR_DICTIONARY_INTERFACE);
    const PPB_VarArrayBuffer *buffers = ask(PPB_VAR_ARRAY_BUFFER_INTERFACE);
    struct PP_Var values[] = {
        PP_MakeUndefined(), PP_MakeNull(), PP_MakeBool(PP_TRUE), PP_MakeBool(PP_FALSE), PP_MakeInt32(-12),
        PP_MakeDouble(0.1), PP_MakeDouble(2), text_var("a text"), arrays->Create(), dictionaries->Create(),
        buffers->Create(3), vars->VarFromUtf8("a\0b", 3), text_var(""),
    };
    for (size_t index = 0; index < sizeof values / sizeof *values; index++) {
        console->Log(instance, PP_LOGLEVEL_LOG, values[index]);
        vars->Release(values[index]);
    }
    struct PP_Var text = text_var("text"), source = text_var("source");
    console->Log(instance, PP_LOGLEVEL_TIP, text);
    console->Log(instance, PP_LOGLEVEL_WARNING, text);
    console->Log(instance, PP_LOGLEVEL_ERROR, text);
    console->Log(DEAD, PP_LOGLEVEL_LOG, text);
    console->LogWithSource(instance, PP_LOGLEVEL_LOG, source, text);
    console->LogWithSource(instance, PP_LOGLEVEL_LOG, PP_MakeInt32(1), text);
    console->LogWithSource(DEAD, PP_LOGLEVEL_LOG, source, text);
    CHECK_TRUE("the console has two names", browser(PPB_CONSOLE_DEV_INTERFACE) != NULL);
    vars->Release(text);
    vars->Release(source);
}

void after_views(void) {
    CHECK("each change comes once", changes, 4);
    CHECK_FALSE("a view that nobody holds is gone", views->IsView(first));
    nothing(0, "nothing");
    nothing(DEAD, "what is gone");
    PP_Resource loop = loops->Create(instance);
    nothing(loop, "another resource");
    core->ReleaseResource(loop);
    console();
    finish();
}

static void begin(void) {
}

__attribute__((constructor)) static void listen(void) {
    on_view = changed;
}
