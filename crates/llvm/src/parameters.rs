//! Changes the parameters of a function.

use crate::body::{Body, Local};
use crate::ids::{GlobalId, LocalId, Name, TypeId};
use crate::instruction::Value;
use crate::module::Module;

/// The origin of a parameter in a changed function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// The old parameter of this number, with its type.
    Kept(usize),
    /// A new parameter.
    New,
}

impl Module {
    /// Changes the type of a function, given the origin of each of its parameters. Old parameters
    /// that are not among them become ordinary locals and are returned in order. The caller must
    /// add instructions to the body that define them. All other locals of the body may get other
    /// ids.
    ///
    /// # Panics
    ///
    /// Panics if the type is not a function type with that many parameters, or an old parameter
    /// does not exist.
    pub fn change_parameters(
        &mut self,
        function: GlobalId,
        ty: TypeId,
        parameters: &[Parameter],
    ) -> Vec<LocalId> {
        self.global_mut(function).ty = ty;
        let Some(id) = self.as_function(function) else {
            return Vec::new();
        };
        let Some(mut body) = self.function_mut(id).body.take() else {
            return Vec::new();
        };
        let types = self.types.parameters(ty).expect("it is a function's type");
        assert_eq!(types.len(), parameters.len(), "every parameter is said");
        let displaced = body.renumber(types, parameters);
        self.function_mut(id).body = Some(body);
        displaced
    }
}

impl Body {
    fn renumber(&mut self, types: &[TypeId], parameters: &[Parameter]) -> Vec<LocalId> {
        let old = std::mem::take(&mut self.locals);
        let mut places: Vec<Option<LocalId>> = vec![None; old.len()];
        for (&ty, &parameter) in types.iter().zip(parameters) {
            let name = match parameter {
                Parameter::Kept(number) => {
                    places[number] = Some(LocalId::at(self.locals.len()));
                    old[number].name
                }
                Parameter::New => Name::NONE,
            };
            self.locals.push(Local { ty, name });
        }
        let mut displaced = Vec::new();
        let mut moved = Vec::with_capacity(old.len());
        for (number, (&local, place)) in old.iter().zip(places).enumerate() {
            moved.push(place.unwrap_or_else(|| {
                let id = LocalId::at(self.locals.len());
                self.locals.push(local);
                if number < self.parameter_count {
                    displaced.push(id);
                }
                id
            }));
        }
        self.parameter_count = parameters.len();
        self.map_operands(|value| match value {
            Value::Local(local) => Value::Local(moved[local.index()]),
            other => other,
        });
        for instruction in &mut self.instructions {
            instruction.result = instruction.result.map(|local| moved[local.index()]);
        }
        displaced
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::FunctionBuilder;
    use crate::instruction::{BinaryOp, CastOp};
    use crate::print::print;

    #[test]
    fn old_parameters_become_locals_that_can_be_defined() {
        let mut module = Module::new();
        let (byte, word) = (module.types.integer(8), module.types.integer(32));
        let ty = module.types.function(byte, &[byte, byte], false);
        let function = module.add_function(b"f", ty);
        let mut builder = FunctionBuilder::new(&mut module, function);
        let entry = builder.block(b"");
        builder.start(entry);
        let sum = builder.binary(BinaryOp::Sub, builder.parameter(0), builder.parameter(1));
        builder.ret(Some(sum));
        builder.finish();

        let ty = module.types.function(byte, &[word, byte], false);
        let parameters = [Parameter::New, Parameter::Kept(1)];
        let displaced = module.change_parameters(function, ty, &parameters);
        assert_eq!(displaced, [LocalId(2)]);
        let mut begun = false;
        let done: Result<(), ((), ())> = crate::edit(&mut module, function, |editor, _| {
            if !std::mem::replace(&mut begun, true) {
                let parameter = editor.build.parameter(0);
                editor.build.cast(CastOp::Trunc, parameter, byte);
                editor.define(displaced[0]);
            }
            Ok(crate::Edit::Keep)
        })
        .map_err(|(_, error)| ((), error));
        assert!(done.is_ok());
        let text = print(&module);
        let expected = "define i8 @f(i32 %0, i8 %1) {\n  %3 = trunc i32 %0 to i8\n  \
                        %4 = sub i8 %3, %1\n  ret i8 %4\n}\n";
        assert!(text.contains(expected), "{text}");
    }
}
