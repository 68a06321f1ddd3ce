//! Interfaces of Chrome that are not available here, with the reasons.
//!
//! Source: Chromium's `ppapi/thunk/interfaces_*.h`.

/// Interfaces that are absent for one reason.
#[derive(Clone, Copy, Debug)]
pub struct Absent {
    /// The owner of the interfaces.
    pub heading: &'static str,
    /// The reason why they are not available, as a sentence.
    pub reason: &'static str,
    /// Names of the interfaces, with versions.
    pub names: &'static [&'static str],
}

/// All interfaces that are absent, grouped by reason.
pub static ABSENT: &[Absent] = &[
    Absent {
        heading: "Flash and parts of Chrome itself",
        reason: "Only plug-ins that came with Chrome could request them.",
        names: &[
            "PPB_BrokerTrusted;0.2",
            "PPB_BrokerTrusted;0.3",
            "PPB_BrowserFont_Trusted;1.0",
            "PPB_CharSet(Dev);0.4",
            "PPB_CharSet_Trusted;1.0",
            "PPB_ContentDecryptor_Private;0.15",
            "PPB_FileChooserTrusted;0.5",
            "PPB_FileChooserTrusted;0.6",
            "PPB_FileRefPrivate;0.1",
            "PPB_Find_Private;0.3",
            "PPB_Flash;12.4",
            "PPB_Flash;12.5",
            "PPB_Flash;12.6",
            "PPB_Flash;13.0",
            "PPB_FlashFullscreen;0.1",
            "PPB_FlashFullscreen;1.0",
            "PPB_Flash_Clipboard;4.0",
            "PPB_Flash_Clipboard;5.0",
            "PPB_Flash_Clipboard;5.1",
            "PPB_Flash_DRM;1.0",
            "PPB_Flash_DRM;1.1",
            "PPB_Flash_DeviceID;1.0",
            "PPB_Flash_File_FileRef;2",
            "PPB_Flash_File_ModuleLocal;3",
            "PPB_Flash_FontFile;0.1",
            "PPB_Flash_FontFile;0.2",
            "PPB_Flash_Menu;0.2",
            "PPB_Flash_MessageLoop;0.1",
            "PPB_Flash_Print;1.0",
            "PPB_Instance_Private;0.1",
            "PPB_OutputProtection_Private;0.1",
            "PPB_PDF;1",
            "PPB_PlatformVerification_Private;0.3",
            "PPB_URLLoaderTrusted;0.3",
            "PPB_Var(Deprecated);0.3",
            "PPB_X509Certificate_Private;0.1",
        ],
    },
    Absent {
        heading: "Chrome's own apps and extensions",
        reason: "Chrome gave them only to a few of its own programs, which it recognised by their \
        origin.",
        names: &[
            "PPB_CameraCapabilities_Private;0.1",
            "PPB_CameraDevice_Private;0.1",
            "PPB_DisplayColorProfile_Private;0.1",
            "PPB_Ext_CrxFileSystem_Private;0.1",
            "PPB_IsolatedFileSystem_Private;0.2",
            "PPB_UMA_Private;0.3",
            "PPB_VideoDestination_Private;0.1",
            "PPB_VideoSource_Private;0.1",
        ],
    },
    Absent {
        heading: "Development builds",
        reason: "They never reached stable releases of Chrome.",
        names: &[
            "PPB_Compositor;0.1",
            "PPB_CompositorLayer;0.1",
            "PPB_CompositorLayer;0.2",
            "PPB_MediaStreamVideoTrack;1.0",
            "PPB_VpnProvider;0.1",
        ],
    },
    Absent {
        heading: "Behind the attribute `@dev`",
        reason: "They were for plug-ins with special rights. In PNaCl programs they did nothing, \
        or failed.",
        names: &[
            "PPB_AudioInput(Dev);0.3",
            "PPB_AudioInput(Dev);0.4",
            "PPB_AudioOutput(Dev);0.1",
            "PPB_Buffer(Dev);0.4",
            "PPB_DeviceRef(Dev);0.1",
            "PPB_FileChooser(Dev);0.5",
            "PPB_FileChooser(Dev);0.6",
            "PPB_GLESChromiumTextureMapping(Dev);0.1",
            "PPB_Printing(Dev);0.7",
            "PPB_TrueTypeFont(Dev);0.1",
            "PPB_VideoCapture(Dev);0.3",
            "PPB_VideoDecoder(Dev);0.16",
        ],
    },
];
