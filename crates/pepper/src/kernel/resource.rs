//! Resources: objects other than vars that programs hold by ID.
//!
//! A kind of resource is a type that implements [`Resource`], in the file of the type.

use crate::kernel::refcount::Counted;
use crate::kernel::state::Kernel;
use std::any::Any;
use std::fmt;

/// Bytes that the host keeps for any resource, roughly.
pub(crate) const PLACE: u64 = 64;

/// Bytes that it keeps besides for a resource of the larger kinds, roughly.
pub(crate) const BOXED: u64 = 256;

/// Runs when the program releases a resource that the host still holds.
pub(crate) type Abandon = fn(u32, &mut Kernel);

/// A thing that a program holds by id.
pub(crate) trait Resource: Any + Send + fmt::Debug {
    /// The name of its kind, for traces and reports.
    fn name(&self) -> &'static str;

    /// Bytes of the host that it takes, roughly. Memory of the program is counted there, and things
    /// with their own charge by that. Code that changes the size charges or frees the difference.
    fn size(&self) -> u64 {
        PLACE
    }

    /// Runs with its id when the program no longer holds a reference and the host does.
    fn abandon(&self) -> Abandon {
        |_, _| {}
    }

    /// Releases what belongs to it when the last reference is gone. The id is 0 if there was no
    /// place for it.
    fn end(self: Box<Self>, _id: u32, _core: &mut Kernel) {}
}

/// A view of a resource as one of its kinds. Every [`Resource`] is a kind; so is what
/// resources of several types have in common.
pub(crate) trait Kind: Sized {
    /// The resource, if it is of this kind.
    fn of(resource: &dyn Resource) -> Option<&Self>;

    /// The resource, if it is of this kind.
    fn of_mut(resource: &mut dyn Resource) -> Option<&mut Self>;
}

impl<R: Resource> Kind for R {
    fn of(resource: &dyn Resource) -> Option<&R> {
        (resource as &dyn Any).downcast_ref()
    }

    fn of_mut(resource: &mut dyn Resource) -> Option<&mut R> {
        (resource as &mut dyn Any).downcast_mut()
    }
}

/// All resources of a program.
pub(crate) type Resources = Counted<Box<dyn Resource>>;

impl Resources {
    /// The resource with an id, if it lives and is a `K`.
    pub(crate) fn of<K: Kind>(&self, id: u32) -> Option<&K> {
        K::of(&**self.get(id)?)
    }

    /// The resource with an id, if it lives and is a `K`.
    pub(crate) fn of_mut<K: Kind>(&mut self, id: u32) -> Option<&mut K> {
        K::of_mut(&mut **self.get_mut(id)?)
    }

    /// Returns true if an id names a `K`.
    pub(crate) fn is<K: Kind>(&self, id: u32) -> bool {
        self.of::<K>(id).is_some()
    }
}
