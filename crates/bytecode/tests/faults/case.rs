//! The structure of a test case.

use pinnacle_bytecode::Module;
use pinnacle_bytecode::model::{
    Body, ConstantId, Convention, FunctionId, Inst, InstId, Linkage, TypeId, Value,
};

/// Function, block and instruction of an error.
pub(crate) type Place = (u32, Option<u32>, Option<u32>);

/// A module with a fault.
pub(crate) struct Case {
    /// The rule that is broken.
    pub(crate) rule: &'static str,
    /// A description of the fault.
    pub(crate) what: &'static str,
    /// The place that the error must have.
    pub(crate) place: Option<Place>,
    /// Texts that the message must contain.
    pub(crate) says: &'static [&'static str],
    /// Breaks the module of [`common`].
    pub(crate) damage: Box<dyn Fn(&mut Module) + Send>,
}

impl Case {
    /// Requires the message to contain these texts.
    pub(crate) fn says(mut self, says: &'static [&'static str]) -> Case {
        self.says = says;
        self
    }

    /// Expects the error at another place.
    pub(crate) fn at(mut self, place: Place) -> Case {
        self.place = Some(place);
        self
    }
}

/// A case with a fault outside of all bodies.
pub(crate) fn module(
    rule: &'static str,
    what: &'static str,
    damage: impl Fn(&mut Module) + Send + 'static,
) -> Case {
    Case {
        rule,
        what,
        place: None,
        says: &[],
        damage: Box::new(damage),
    }
}

/// A case with a fault in the first instruction of the function [`DEFINED`]. Its entry block has
/// been started. If the last block has no terminator, it gets `ret void`.
pub(crate) fn body(
    rule: &'static str,
    what: &'static str,
    damage: impl Fn(&mut Module, &mut Body) + Send + 'static,
) -> Case {
    let case = module(rule, what, move |module| {
        let mut body = Body::new();
        body.start_block();
        damage(module, &mut body);
        let last = body.blocks().last().and_then(|block| body.last_inst(block));
        if last.is_none_or(|last| !body.inst(last).is_terminator()) {
            body.push(Inst::Ret { value: None }, TypeId::VOID);
        }
        module.functions[DEFINED.index()].body = Some(Box::new(body));
    });
    case.at((DEFINED.0, Some(0), Some(0)))
}

/// The function whose body the cases build. It returns nothing and takes the parameters below.
pub(crate) const DEFINED: FunctionId = FunctionId(0);
/// A declared function: `int (int)`.
pub(crate) const DECLARED: FunctionId = FunctionId(1);
/// Another: `void (sbyte*, ...)`.
pub(crate) const VARARGS: FunctionId = FunctionId(2);

/// Parameter: an `int`.
pub(crate) const INT: Value = Value::Argument(0);
/// Parameter: an `int*`.
pub(crate) const INT_POINTER: Value = Value::Argument(1);
/// Parameter: a `bool`.
pub(crate) const BOOL: Value = Value::Argument(2);
/// Parameter: a `double`.
pub(crate) const DOUBLE: Value = Value::Argument(3);
/// Parameter: a `%pair*`, which is `{ int, [4 x short] }*`.
pub(crate) const PAIR: Value = Value::Argument(4);
/// Parameter: a `long`.
pub(crate) const LONG: Value = Value::Argument(5);

/// The module that all cases begin with.
pub(crate) fn common() -> Module {
    let mut module = Module::new();
    let pair = pair(&mut module);
    module.name_type(b"pair", pair);
    let parameters = [
        TypeId::INT,
        module.types.pointer_to(TypeId::INT),
        TypeId::BOOL,
        TypeId::DOUBLE,
        module.types.pointer_to(pair),
        TypeId::LONG,
    ];
    let defined = module.types.function(TypeId::VOID, &parameters, false);
    module.add_function(b"defined", defined, Linkage::External);
    let declared = module.types.function(TypeId::INT, &[TypeId::INT], false);
    module.add_function(b"declared", declared, Linkage::External);
    let bytes = module.types.pointer_to(TypeId::SBYTE);
    let varargs = module.types.function(TypeId::VOID, &[bytes], true);
    module.add_function(b"varargs", varargs, Linkage::External);
    let mut body = Body::new();
    body.start_block();
    body.push(Inst::Ret { value: None }, TypeId::VOID);
    module.functions[DEFINED.index()].body = Some(Box::new(body));
    module
}

/// The type `%pair`.
pub(crate) fn pair(module: &mut Module) -> TypeId {
    let shorts = module.types.array_of(TypeId::SHORT, 4);
    module.types.struct_of(&[TypeId::INT, shorts])
}

/// A pointer type.
pub(crate) fn pointer(module: &mut Module, to: TypeId) -> TypeId {
    module.types.pointer_to(to)
}

/// An integer as an operand.
pub(crate) fn number(module: &mut Module, ty: TypeId, value: u64) -> Value {
    Value::Constant(module.constants.int(ty, value))
}

/// The address of a function.
pub(crate) fn address(module: &mut Module, function: FunctionId) -> ConstantId {
    module.function_address(function)
}

/// Declares a function.
pub(crate) fn declare(
    module: &mut Module,
    name: &[u8],
    result: TypeId,
    parameters: &[TypeId],
    varargs: bool,
) -> Value {
    let ty = module.types.function(result, parameters, varargs);
    let id = module.add_function(name, ty, Linkage::External);
    Value::Constant(module.function_address(id))
}

/// Adds a call.
pub(crate) fn call(body: &mut Body, callee: Value, arguments: &[Value], result: TypeId) -> InstId {
    let arguments = body.add_values(arguments);
    body.push(
        Inst::Call {
            callee,
            arguments,
            convention: Convention::C,
            tail: false,
        },
        result,
    )
}
