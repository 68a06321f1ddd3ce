//! The interfaces that programs offer: functions that Pepper calls when an event happens.

use super::{Signature, signature};

/// A version of an interface that programs offer.
#[derive(Clone, Copy, Debug)]
pub struct ProgramInterface {
    /// Its name without the version, such as `PPP_Instance`.
    pub name: &'static str,
    /// Its version, such as `1.1`.
    pub version: &'static str,
    /// The functions in the order of the table.
    pub methods: &'static [Signature],
}

/// Declares these interfaces: name and version, then the functions.
macro_rules! program_interfaces {
    ($(
        $interface:literal $version:literal {
            $($method:ident($($parameter:ident: $(*$pointer:ident)? $ty:ident),* $(,)?)
                $(-> $(*$result_pointer:ident)? $result:ident)?;)*
        }
    )*) => {
        &[$(ProgramInterface {
            name: $interface,
            version: $version,
            methods: &[$(signature!(
                $method($($parameter: $(*$pointer)? $ty),*)
                    $(-> $(*$result_pointer)? $result)?
            )),*],
        }),*]
    };
}

/// Every version of every interface that may be requested from programs. `PPP_MessageHandler` is
/// missing, because programs pass its address.
pub static OFFERED: &[ProgramInterface] = program_interfaces! {
    "PPP_Instance" "1.0" {
        DidCreate(instance: PP_Instance, argc: uint32_t, argn: *mut const_char_pointer, argv: *mut const_char_pointer) -> PP_Bool;
        DidDestroy(instance: PP_Instance);
        DidChangeView(instance: PP_Instance, position: *const PP_Rect, clip: *const PP_Rect);
        DidChangeFocus(instance: PP_Instance, has_focus: PP_Bool);
        HandleDocumentLoad(instance: PP_Instance, url_loader: PP_Resource) -> PP_Bool;
    }
    "PPP_Instance" "1.1" {
        DidCreate(instance: PP_Instance, argc: uint32_t, argn: *mut const_char_pointer, argv: *mut const_char_pointer) -> PP_Bool;
        DidDestroy(instance: PP_Instance);
        DidChangeView(instance: PP_Instance, view: PP_Resource);
        DidChangeFocus(instance: PP_Instance, has_focus: PP_Bool);
        HandleDocumentLoad(instance: PP_Instance, url_loader: PP_Resource) -> PP_Bool;
    }
    "PPP_Messaging" "1.0" {
        HandleMessage(instance: PP_Instance, message: PP_Var);
    }
    "PPP_InputEvent" "0.1" {
        HandleInputEvent(instance: PP_Instance, input_event: PP_Resource) -> PP_Bool;
    }
    "PPP_MouseLock" "1.0" {
        MouseLockLost(instance: PP_Instance);
    }
    "PPP_Graphics_3D" "1.0" {
        Graphics3DContextLost(instance: PP_Instance);
    }
    "PPP_MessageHandler" "0.2" {
        HandleMessage(instance: PP_Instance, user_data: *mut void, message: *const PP_Var);
        HandleBlockingMessage(instance: PP_Instance, user_data: *mut void, message: *const PP_Var, response: *mut PP_Var);
        Destroy(instance: PP_Instance, user_data: *mut void);
    }
    "PPP_TextInput(Dev)" "0.1" {
        RequestSurroundingText(instance: PP_Instance, desired_number_of_characters: uint32_t);
    }
};
