/* Interfaces of the browser, each asked for when it is first needed. Null if the browser has none. */
#ifndef _PPAPI_SIMPLE_PS_INTERFACE_H
#define _PPAPI_SIMPLE_PS_INTERFACE_H

#include <ppapi/c/pp_bool.h>
#include <ppapi/c/pp_resource.h>
#include <ppapi/c/pp_var.h>
#include <ppapi/c/ppb_audio.h>
#include <ppapi/c/ppb_audio_config.h>
#include <ppapi/c/ppb_console.h>
#include <ppapi/c/ppb_core.h>
#include <ppapi/c/ppb_file_io.h>
#include <ppapi/c/ppb_file_ref.h>
#include <ppapi/c/ppb_file_system.h>
#include <ppapi/c/ppb_fullscreen.h>
#include <ppapi/c/ppb_gamepad.h>
#include <ppapi/c/ppb_graphics_2d.h>
#include <ppapi/c/ppb_graphics_3d.h>
#include <ppapi/c/ppb_image_data.h>
#include <ppapi/c/ppb_input_event.h>
#include <ppapi/c/ppb_instance.h>
#include <ppapi/c/ppb_messaging.h>
#include <ppapi/c/ppb_message_loop.h>
#include <ppapi/c/ppb_mouse_cursor.h>
#include <ppapi/c/ppb_mouse_lock.h>
#include <ppapi/c/ppb_url_loader.h>
#include <ppapi/c/ppb_url_request_info.h>
#include <ppapi/c/ppb_url_response_info.h>
#include <ppapi/c/ppb_var.h>
#include <ppapi/c/ppb_var_array.h>
#include <ppapi/c/ppb_var_array_buffer.h>
#include <ppapi/c/ppb_var_dictionary.h>
#include <ppapi/c/ppb_view.h>
#include <ppapi/c/ppb_websocket.h>

#include "sdk_util/macros.h"

EXTERN_C_BEGIN

const PPB_Audio *PSInterfaceAudio(void);
const PPB_AudioConfig *PSInterfaceAudioConfig(void);
const PPB_Console *PSInterfaceConsole(void);
const PPB_Core *PSInterfaceCore(void);
const PPB_FileIO *PSInterfaceFileIO(void);
const PPB_FileRef *PSInterfaceFileRef(void);
const PPB_FileSystem *PSInterfaceFileSystem(void);
const PPB_Fullscreen *PSInterfaceFullscreen(void);
const PPB_Gamepad *PSInterfaceGamepad(void);
const PPB_Graphics2D *PSInterfaceGraphics2D(void);
const PPB_Graphics3D *PSInterfaceGraphics3D(void);
const PPB_ImageData *PSInterfaceImageData(void);
const PPB_InputEvent *PSInterfaceInputEvent(void);
const PPB_Instance *PSInterfaceInstance(void);
const PPB_Messaging *PSInterfaceMessaging(void);
const PPB_MessageLoop *PSInterfaceMessageLoop(void);
const PPB_MouseCursor *PSInterfaceMouseCursor(void);
const PPB_MouseLock *PSInterfaceMouseLock(void);
const PPB_URLLoader *PSInterfaceURLLoader(void);
const PPB_URLRequestInfo *PSInterfaceURLRequestInfo(void);
const PPB_URLResponseInfo *PSInterfaceURLResponseInfo(void);
const PPB_Var *PSInterfaceVar(void);
const PPB_VarArray *PSInterfaceVarArray(void);
const PPB_VarArrayBuffer *PSInterfaceVarArrayBuffer(void);
const PPB_VarDictionary *PSInterfaceVarDictionary(void);
const PPB_View *PSInterfaceView(void);
const PPB_WebSocket *PSInterfaceWebSocket(void);

/* Asks for all of them now. Nobody has to. */
void PSInterfaceInit(void);

EXTERN_C_END

#endif
