//! The kernel's data about the program: its functions, and the interfaces that it offers.

mod saved;

use crate::kernel::callback::function;
use pinnacle_system::host::GuestCall;

/// An interface that programs offer besides `PPP_Instance`, by name and version. It is requested
/// when it is first needed, because some programs do not offer it any earlier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Offered(pub(crate) &'static str);

/// The names of the interface with a program's instance functions, newest first.
pub(super) const PPP_INSTANCE: [&str; 2] = ["PPP_Instance;1.1", "PPP_Instance;1.0"];

/// State of the program.
#[derive(Debug)]
pub(crate) struct Life {
    /// The attributes of the element.
    pub(super) attributes: Vec<(String, String)>,
    /// `PP_StartFunctions`: initialize, shut down, get interface.
    pub(super) functions: [u32; 3],
    /// The functions of the program's `PPP_Instance`, and its version as an index into
    /// [`PPP_INSTANCE`].
    pub(super) instance: Option<(u32, usize)>,
    /// The interfaces that were requested from the program, with their tables; 0 for those that it
    /// does not offer.
    offered: Vec<(Offered, u32)>,
}

impl Life {
    pub(crate) fn new(attributes: Vec<(String, String)>) -> Life {
        Life {
            attributes,
            functions: [0; 3],
            instance: None,
            offered: Vec::new(),
        }
    }

    /// Returns the address of a table that the program offers: 0 if it does not offer it, or `None`
    /// if it was not requested yet.
    pub(crate) fn offered(&self, offered: Offered) -> Option<u32> {
        let mut known = self.offered.iter();
        known
            .find(|(one, _)| *one == offered)
            .map(|(_, table)| *table)
    }

    /// Returns true if the program offers the first version of `PPP_Instance`, which has no views.
    pub(crate) fn is_first_version(&self) -> bool {
        self.instance.is_some_and(|(_, index)| index == 1)
    }

    /// Records the program's answer to a request for an interface.
    pub(crate) fn set_offered(&mut self, offered: Offered, table: u32) {
        if self.offered(offered).is_none() {
            self.offered.push((offered, table));
        }
    }

    /// Returns the call that asks the program for an interface, whose name is at an address.
    pub(crate) fn get_interface(&self, name: u32) -> GuestCall {
        function(self.functions[2], &[name])
    }
}
