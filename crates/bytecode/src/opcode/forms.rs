//! The forms of operations: operands with their types, and the type of the result.

use crate::model::{Type, TypeId, TypeTable};

/// An operand of an operation.
#[derive(Clone, Copy)]
pub(crate) enum Operand {
    /// The operand whose type determines all other types. Files store its type next to the opcode.
    Key(Class),
    /// An operand of the key's type.
    Same,
    /// An operand of a fixed type, with its description for messages.
    Of(TypeId, &'static str),
    /// An operand of the type that the key points to.
    Pointee,
    /// An operand of the element type of the key.
    Element,
    /// A packed value with one `uint` for each element of the key.
    Mask,
}

/// The types that the key of an operation can have.
#[derive(Clone, Copy)]
pub(crate) enum Class {
    /// Booleans, numbers, pointers and packed values.
    Value,
    /// Numbers. This class and the next three include packed values.
    Number,
    /// Booleans and integers.
    Bits,
    Integers,
    Floats,
    /// Integers, but not packed integers.
    Integer,
    Pointer,
    /// Pointers to first-class types.
    Address,
    Packed,
}

/// The result type of an operation.
#[derive(Clone, Copy)]
pub(crate) enum Gives {
    Nothing,
    Key,
    Bool,
    Pointee,
    Element,
    /// The type written after the operands.
    Written,
    /// The form does not determine the result type.
    Other,
}

/// A type that is written after the operands.
#[derive(Clone, Copy)]
pub(crate) enum Then {
    Nothing,
    /// A type, preceded by this text in assembly.
    Type(&'static str),
}

/// The operands and the result of an operation.
pub(crate) struct Form {
    /// The operands, in the order of files and of assembly; empty if no form describes them.
    pub(crate) operands: &'static [Operand],
    /// Index of the key in `operands`.
    pub(crate) key: usize,
    pub(crate) then: Then,
    pub(crate) gives: Gives,
    /// True if assembly always writes the type of every operand. If false, it writes a single type
    /// where all operands have the same.
    pub(crate) all_typed: bool,
}

const fn form(operands: &'static [Operand], gives: Gives) -> Form {
    let mut key = 0;
    while key < operands.len() && !matches!(operands[key], Key(_)) {
        key += 1;
    }
    Form {
        operands,
        key,
        then: Then::Nothing,
        gives,
        all_typed: true,
    }
}

/// A form for which assembly writes a single type where all operands have the same.
const fn short(operands: &'static [Operand], gives: Gives) -> Form {
    Form {
        all_typed: false,
        ..form(operands, gives)
    }
}

/// A form of one operand, followed by a type.
const fn then(text: &'static str, class: &'static [Operand; 1], gives: Gives) -> Form {
    Form {
        then: Then::Type(text),
        ..form(class, gives)
    }
}

use Operand::{Element, Key, Mask, Of, Pointee, Same};

const INDEX: Operand = Of(TypeId::UINT, "a uint as index");
const CONDITION: Operand = Of(TypeId::BOOL, "a bool as condition");
const AMOUNT: Operand = Of(TypeId::UBYTE, "a ubyte as amount");
const PACKED: Operand = Key(Class::Packed);

/// For operations whose operands no form describes.
pub(crate) const OWN: Form = form(&[], Gives::Other);
pub(crate) const ARITHMETIC: Form = short(&[Key(Class::Number), Same], Gives::Key);
pub(crate) const LOGIC: Form = short(&[Key(Class::Bits), Same], Gives::Key);
pub(crate) const COMPARISON: Form = short(&[Key(Class::Value), Same], Gives::Bool);
pub(crate) const INTEGERS: Form = short(&[Key(Class::Integers), Same], Gives::Key);
pub(crate) const FLOATS: Form = short(&[Key(Class::Floats), Same], Gives::Key);
pub(crate) const SHIFT: Form = form(&[Key(Class::Integer), AMOUNT], Gives::Key);
pub(crate) const FREE: Form = short(&[Key(Class::Pointer)], Gives::Nothing);
pub(crate) const LOAD: Form = short(&[Key(Class::Address)], Gives::Pointee);
pub(crate) const STORE: Form = short(&[Pointee, Key(Class::Pointer)], Gives::Nothing);
pub(crate) const CAST: Form = then(" to ", &[Key(Class::Value)], Gives::Written);
pub(crate) const VA_NEXT: Form = then(", ", &[Key(Class::Value)], Gives::Key);
pub(crate) const VA_ARG: Form = then(", ", &[Key(Class::Value)], Gives::Written);
pub(crate) const VA_FETCH: Form = then(", ", &[Key(Class::Pointer)], Gives::Written);
pub(crate) const SELECT: Form = form(&[CONDITION, Key(Class::Value), Same], Gives::Key);
pub(crate) const EXTRACT: Form = form(&[PACKED, INDEX], Gives::Element);
pub(crate) const INSERT: Form = form(&[PACKED, Element, INDEX], Gives::Key);
pub(crate) const SHUFFLE: Form = form(&[PACKED, Same, Mask], Gives::Key);

/// Up to three operands of an operation in the table, or their types. Further ones are only
/// counted, because no operation in the table has more than three.
#[derive(Clone, Copy)]
pub(crate) struct Few<T> {
    list: [T; 3],
    len: usize,
}

impl<T: Copy> Few<T> {
    /// Makes an empty list; unused slots hold `filler`.
    pub(crate) fn new(filler: T) -> Few<T> {
        Few {
            list: [filler; 3],
            len: 0,
        }
    }

    /// Adds an operand.
    #[inline]
    pub(crate) fn push(&mut self, operand: T) {
        if let Some(place) = self.list.get_mut(self.len) {
            *place = operand;
        }
        self.len += 1;
    }

    /// The operands; `None` if there are more than three.
    #[inline]
    pub(crate) fn get(&self) -> Option<&[T]> {
        self.list.get(..self.len)
    }
}

impl FromIterator<TypeId> for Few<TypeId> {
    fn from_iter<I: IntoIterator<Item = TypeId>>(types: I) -> Few<TypeId> {
        let mut few = Few::new(TypeId::VOID);
        types.into_iter().for_each(|ty| few.push(ty));
        few
    }
}

impl Class {
    /// Returns true if the class contains a type.
    #[inline(always)]
    pub(crate) fn has(self, types: &TypeTable, ty: TypeId) -> bool {
        let scalar = || types.scalar(ty);
        match self {
            Class::Value => types.is_first_class(ty),
            Class::Number => scalar().is_integer() || scalar().is_floating(),
            Class::Bits => scalar().is_integer() || scalar() == TypeId::BOOL,
            Class::Integers => scalar().is_integer(),
            Class::Floats => scalar().is_floating(),
            Class::Integer => ty.is_integer(),
            Class::Pointer => types.pointee(ty).is_some(),
            Class::Address => types.pointee(ty).is_some_and(|ty| types.is_first_class(ty)),
            Class::Packed => matches!(types.get(ty), Type::Packed { .. }),
        }
    }

    /// A description of the class for messages.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Class::Value => "booleans, numbers or pointers",
            Class::Number => "integers or floating-point numbers",
            Class::Bits => "booleans or integers",
            Class::Integers => "integers",
            Class::Floats => "floating-point numbers",
            Class::Integer => "an integer",
            Class::Pointer | Class::Address => "a pointer",
            Class::Packed => "a packed value",
        }
    }
}

impl Operand {
    /// Returns the type that an operand must have, given the type of the key. `None` for a mask, or
    /// if the key's type is not of the right class.
    #[inline(always)]
    pub(crate) fn ty(self, types: &TypeTable, key: TypeId) -> Option<TypeId> {
        match self {
            Operand::Key(_) | Operand::Same => Some(key),
            Operand::Of(ty, _) => Some(ty),
            Operand::Pointee => types.pointee(key),
            Operand::Element => types.element_of_packed(key),
            Operand::Mask => None,
        }
    }

    /// Returns true if an operand can have the type `found`, whatever the class of the key.
    #[inline(always)]
    pub(crate) fn fits(self, types: &TypeTable, key: TypeId, found: TypeId) -> bool {
        match self {
            Operand::Mask => match (types.get(key), types.get(found)) {
                (
                    Type::Packed { length, .. },
                    Type::Packed {
                        element: TypeId::UINT,
                        length: mask,
                    },
                ) => length == mask,
                _ => false,
            },
            _ => self.ty(types, key) == Some(found),
        }
    }
}

impl Form {
    /// Returns the result type, given the key's type and the type written after the operands.
    /// `None` if the key is of another class.
    #[inline(always)]
    pub(crate) fn result(&self, types: &TypeTable, key: TypeId, written: TypeId) -> Option<TypeId> {
        match self.gives {
            Gives::Nothing => Some(TypeId::VOID),
            Gives::Key => Some(key),
            Gives::Bool => Some(TypeId::BOOL),
            Gives::Pointee => types.pointee(key),
            Gives::Element => types.element_of_packed(key),
            Gives::Written | Gives::Other => Some(written),
        }
    }

    /// Returns the result type for operands of these types, or `None` if they do not fit. The class
    /// of the key is not checked.
    pub(crate) fn result_of(
        &self,
        types: &TypeTable,
        operands: &[TypeId],
        written: TypeId,
    ) -> Option<TypeId> {
        let key = *operands.get(self.key)?;
        let fit = operands.len() == self.operands.len()
            && (self.operands.iter().zip(operands))
                .all(|(operand, &found)| operand.fits(types, key, found));
        self.result(types, key, written).filter(|_| fit)
    }
}
