//! `PPB_Testing_Private`.

use crate::call::unfinished;
use crate::table::{Interface, interface};

pub(super) const TESTING_PRIVATE_1_0: Interface = interface! { "PPB_Testing_Private" "1.0" Testing:
    ReadImageData(device_context_2d: PP_Resource, image: PP_Resource, top_left: *const PP_Point) -> PP_Bool = unfinished;
    RunMessageLoop(instance: PP_Instance) = unfinished;
    QuitMessageLoop(instance: PP_Instance) = unfinished;
    GetLiveObjectsForInstance(instance: PP_Instance) -> uint32_t = unfinished;
    IsOutOfProcess() -> PP_Bool = unfinished;
    PostPowerSaverStatus(instance: PP_Instance) = unfinished;
    SubscribeToPowerSaverNotifications(instance: PP_Instance) = unfinished;
    SimulateInputEvent(instance: PP_Instance, input_event: PP_Resource) = unfinished;
    GetDocumentURL(instance: PP_Instance, components: *mut PP_URLComponents_Dev) -> PP_Var = unfinished;
    GetLiveVars(live_vars: *mut PP_Var, array_size: uint32_t) -> uint32_t = unfinished;
    SetMinimumArrayBufferSizeForShmem(instance: PP_Instance, threshold: uint32_t) = unfinished;
    RunV8GC(instance: PP_Instance) = unfinished;
};
