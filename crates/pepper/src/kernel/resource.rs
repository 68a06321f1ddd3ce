//! Resources: objects other than vars that programs hold by ID.
//!
//! A kind of resource is a type that implements [`Resource`], in the file of the type.

use crate::kernel::heap::Adoption;
use crate::kernel::pending::PendingId;
use crate::kernel::refcount::Counted;
use crate::kernel::state::Kernel;
use pinnacle_system::state::{Reader, Refusal, Unusable, Writer};
use std::any::Any;
use std::fmt;

/// Approximate host memory in bytes of every resource.
pub(crate) const PLACE: u64 = 64;

/// Approximate additional host memory in bytes of a boxed resource.
pub(crate) const BOXED: u64 = 256;

/// Runs when the program releases a resource that the host still holds.
pub(crate) type Abandon = fn(u32, &mut Kernel);

/// An object that a program holds by ID.
pub(crate) trait Resource: Any + Send + fmt::Debug {
    /// Returns the name of its kind, for traces and reports.
    fn name(&self) -> &'static str;

    /// Returns the approximate number of host bytes that it takes, without memory of the program
    /// and without objects that have a charge of their own. Code that changes the size charges or
    /// frees the difference.
    fn size(&self) -> u64 {
        PLACE
    }

    /// Returns the function to run when the program has released its last reference and the host
    /// still holds one.
    fn abandon(&self) -> Abandon {
        |_, _| {}
    }

    /// Writes it to a saved state. Families register a function that reads it.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be saved now. Kinds that depend on a device can never be saved.
    fn save(&self, _to: &mut Writer) -> Result<(), Refusal> {
        Err(Refusal::of(format!("a {} resource", self.name())))
    }

    /// Returns the resources to which it holds host references, for saved states.
    fn held(&self) -> Vec<u32> {
        Vec::new()
    }

    /// Returns its pending operation if a saved state includes that operation.
    fn saved_operation(&self) -> Option<PendingId> {
        None
    }

    /// Releases everything that it owns, after the last reference is gone. The ID is 0 if the
    /// resource could not be added.
    fn end(self: Box<Self>, _id: u32, _core: &mut Kernel) {}
}

/// Reads a resource of a kind from a saved state. It adopts the blocks of memory that it owns.
pub(crate) type ReadResource =
    fn(&mut Reader, &mut Adoption<'_>) -> Result<Box<dyn Resource>, Unusable>;

/// A view of a resource as one of its kinds. Every [`Resource`] is a kind, and so is state that
/// several types of resources share.
pub(crate) trait Kind: Sized {
    /// Returns the resource, if it has this kind.
    fn of(resource: &dyn Resource) -> Option<&Self>;

    /// Returns the resource, if it has this kind.
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
    /// Returns the resource with an ID, if it is alive and a `K`.
    pub(crate) fn of<K: Kind>(&self, id: u32) -> Option<&K> {
        K::of(&**self.get(id)?)
    }

    /// Returns the resource with an ID, if it is alive and a `K`.
    pub(crate) fn of_mut<K: Kind>(&mut self, id: u32) -> Option<&mut K> {
        K::of_mut(&mut **self.get_mut(id)?)
    }

    /// Returns true if the resource with an ID is a `K`.
    pub(crate) fn is<K: Kind>(&self, id: u32) -> bool {
        self.of::<K>(id).is_some()
    }
}
