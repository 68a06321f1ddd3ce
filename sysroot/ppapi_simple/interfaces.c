/* Interfaces of the browser by functions. */
#include <ppapi_simple/ps.h>
#include <ppapi_simple/ps_interface.h>

/* Two threads may both ask, and get the same. */
#define INTERFACE(type, name)                                                     \
    const PPB_##type *PSInterface##type(void) {                                   \
        static const PPB_##type *found;                                           \
        const PPB_##type *known = __atomic_load_n(&found, __ATOMIC_ACQUIRE);      \
        if (!known) {                                                             \
            known = PSGetInterface(name);                                         \
            __atomic_store_n(&found, known, __ATOMIC_RELEASE);                    \
        }                                                                         \
        return known;                                                             \
    }

INTERFACE(Audio, PPB_AUDIO_INTERFACE)
INTERFACE(AudioConfig, PPB_AUDIO_CONFIG_INTERFACE)
INTERFACE(Console, PPB_CONSOLE_INTERFACE)
INTERFACE(Core, PPB_CORE_INTERFACE)
INTERFACE(FileIO, PPB_FILEIO_INTERFACE)
INTERFACE(FileRef, PPB_FILEREF_INTERFACE)
INTERFACE(FileSystem, PPB_FILESYSTEM_INTERFACE)
INTERFACE(Fullscreen, PPB_FULLSCREEN_INTERFACE)
INTERFACE(Gamepad, PPB_GAMEPAD_INTERFACE)
INTERFACE(Graphics2D, PPB_GRAPHICS_2D_INTERFACE)
INTERFACE(Graphics3D, PPB_GRAPHICS_3D_INTERFACE)
INTERFACE(ImageData, PPB_IMAGEDATA_INTERFACE)
INTERFACE(InputEvent, PPB_INPUT_EVENT_INTERFACE)
INTERFACE(Instance, PPB_INSTANCE_INTERFACE)
INTERFACE(Messaging, PPB_MESSAGING_INTERFACE)
INTERFACE(MessageLoop, PPB_MESSAGELOOP_INTERFACE)
INTERFACE(MouseCursor, PPB_MOUSECURSOR_INTERFACE)
INTERFACE(MouseLock, PPB_MOUSELOCK_INTERFACE)
INTERFACE(URLLoader, PPB_URLLOADER_INTERFACE)
INTERFACE(URLRequestInfo, PPB_URLREQUESTINFO_INTERFACE)
INTERFACE(URLResponseInfo, PPB_URLRESPONSEINFO_INTERFACE)
INTERFACE(Var, PPB_VAR_INTERFACE)
INTERFACE(VarArray, PPB_VAR_ARRAY_INTERFACE)
INTERFACE(VarArrayBuffer, PPB_VAR_ARRAY_BUFFER_INTERFACE)
INTERFACE(VarDictionary, PPB_VAR_DICTIONARY_INTERFACE)
INTERFACE(View, PPB_VIEW_INTERFACE)
INTERFACE(WebSocket, PPB_WEBSOCKET_INTERFACE)

void PSInterfaceInit(void) {
    PSInterfaceAudio();
    PSInterfaceAudioConfig();
    PSInterfaceConsole();
    PSInterfaceCore();
    PSInterfaceFileIO();
    PSInterfaceFileRef();
    PSInterfaceFileSystem();
    PSInterfaceFullscreen();
    PSInterfaceGamepad();
    PSInterfaceGraphics2D();
    PSInterfaceGraphics3D();
    PSInterfaceImageData();
    PSInterfaceInputEvent();
    PSInterfaceInstance();
    PSInterfaceMessaging();
    PSInterfaceMessageLoop();
    PSInterfaceMouseCursor();
    PSInterfaceMouseLock();
    PSInterfaceURLLoader();
    PSInterfaceURLRequestInfo();
    PSInterfaceURLResponseInfo();
    PSInterfaceVar();
    PSInterfaceVarArray();
    PSInterfaceVarArrayBuffer();
    PSInterfaceVarDictionary();
    PSInterfaceView();
    PSInterfaceWebSocket();
}
