//! Resources: what programs hold by id beside vars.

use crate::view::View;

/// A resource.
#[derive(Debug)]
pub(crate) enum Resource {
    /// What the program can see of its view at some time.
    View(View),
    /// A message loop, by its number.
    MessageLoop(LoopNumber),
}

/// The number of a message loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LoopNumber(pub(crate) u32);

/// A kind of resource.
pub(crate) trait Kind: Sized {
    /// The resource, if it is of this kind.
    fn of(resource: &mut Resource) -> Option<&mut Self>;
}

/// Makes the types in the variants kinds.
macro_rules! kinds {
    ($($variant:ident($kind:ty),)*) => {
        $(impl Kind for $kind {
            fn of(resource: &mut Resource) -> Option<&mut $kind> {
                match resource {
                    Resource::$variant(kind) => Some(kind),
                    _ => None,
                }
            }
        })*

        impl Resource {
            /// What it is, for traces and reports.
            pub(crate) fn name(&self) -> &'static str {
                match self {
                    $(Resource::$variant(_) => stringify!($variant),)*
                }
            }
        }
    };
}

kinds! {
    View(View),
    MessageLoop(LoopNumber),
}
