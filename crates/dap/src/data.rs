//! Variables, expressions, and watched memory.

use crate::arguments::{list, needed, number, text};
use crate::frames::Frame;
use crate::handles::Handle;
use crate::running::Running;
use pinnacle_debug::Variable;
use pinnacle_debugger::{Call, Object, Scope, Value as Found, Values, evaluate};
use serde_json::{Value, json};

/// Maximum number of variables, members or elements in one answer.
const MAX_CHILDREN: usize = 1000;

/// A variable with its name and the expression that denotes it.
struct Named {
    name: String,
    expression: String,
    /// `None` if it is optimized out.
    object: Option<Object>,
}

impl Running {
    /// Returns a function that reads the program's memory.
    pub(crate) fn reader(&self) -> impl Fn(u32, usize) -> Vec<u8> + use<> {
        let remote = self.remote.clone();
        move |address, count| remote.read(address, count).unwrap_or_default()
    }

    /// Returns the names that are visible at an instruction, given its address and the stack
    /// pointer of the call. Without them, only global names are visible.
    pub(crate) fn scope_at<'s>(
        &'s self,
        call: Option<Call<'s>>,
        read: &'s dyn Fn(u32, usize) -> Vec<u8>,
    ) -> Scope<'s> {
        Scope {
            values: Values {
                variables: &self.variables,
                read,
            },
            call,
        }
    }

    fn scope<'s>(
        &'s self,
        frame: Option<&'s Frame>,
        read: &'s dyn Fn(u32, usize) -> Vec<u8>,
    ) -> Scope<'s> {
        let frame = frame.filter(|frame| frame.is_outermost);
        let call = frame.and_then(|frame| {
            Some(Call {
                address: frame.address?,
                stack_pointer: frame.stack_pointer,
                values: &frame.values,
            })
        });
        self.scope_at(call, read)
    }

    /// Returns the call that a request names, if any.
    fn frame_of(&self, arguments: &Value) -> Result<Option<&Frame>, String> {
        match number(arguments, "frameId") {
            Some(id) => self.frame(id).map(Some),
            None => Ok(None),
        }
    }

    /// Returns up to `count` variables of a group, from index `start` on.
    fn named(&self, handle: &Handle, start: usize, count: usize) -> Result<Vec<Named>, String> {
        let read = self.reader();
        let of = |scope: &Scope<'_>, variable: &Variable| Named {
            name: variable.name.clone(),
            expression: variable.name.clone(),
            object: scope.object(variable),
        };
        Ok(match handle {
            Handle::Locals(id) => {
                let frame = self.frame(*id)?;
                let scope = self.scope(Some(frame), &read);
                let locals = frame.address.map(|address| self.variables.locals(address));
                let locals = locals.into_iter().flatten().skip(start).take(count);
                locals.map(|variable| of(&scope, variable)).collect()
            }
            Handle::Globals => {
                let scope = self.scope(None, &read);
                let globals = self.variables.globals().iter().skip(start).take(count);
                globals.map(|variable| of(&scope, variable)).collect()
            }
            Handle::Registers(_) => Vec::new(),
            Handle::Object(object, path) => {
                let scope = self.scope(None, &read);
                let children = scope.values.children(object, start, count);
                let named = children.into_iter().map(|(name, child)| Named {
                    expression: match name.as_str() {
                        "*" => format!("*({path})"),
                        name if name.starts_with('[') => format!("({path}){name}"),
                        name => format!("({path}).{name}"),
                    },
                    name,
                    object: Some(child),
                });
                named.collect()
            }
        })
    }

    /// Returns a value in the form of the protocol. `path` is the expression that denotes it.
    fn described(&mut self, found: Found, path: &str) -> Value {
        let read = self.reader();
        let scope = self.scope(None, &read);
        let (value, ty) = scope.values.describe(found);
        let mut described = json!({"value": value, "type": ty, "variablesReference": 0});
        if let Found::Object(object) = found {
            let (named, indexed) = scope.values.child_count(&object);
            if object.is_in_memory() {
                described["memoryReference"] = format!("{:#x}", object.address).into();
            }
            if named + indexed > 0 {
                let handle = Handle::Object(object, path.to_owned());
                described["variablesReference"] = self.handles.add(handle).into();
            }
            if indexed > 0 {
                described["indexedVariables"] = indexed.into();
            }
        }
        described
    }

    pub(crate) fn list_variables(&mut self, arguments: &Value) -> Result<Value, String> {
        let handle = self.handles.get(needed(arguments, "variablesReference")?)?;
        if let Handle::Registers(id) = handle {
            return self.registers(id);
        }
        let start = number(arguments, "start").unwrap_or(0) as usize;
        let count = match number(arguments, "count") {
            None | Some(0) => MAX_CHILDREN,
            Some(count) => (count as usize).min(MAX_CHILDREN),
        };
        let mut shown = Vec::new();
        for named in self.named(&handle, start, count)? {
            let mut variable = match named.object {
                Some(object) => self.described(Found::Object(object), &named.expression),
                None => json!({"value": "<optimized out>", "variablesReference": 0}),
            };
            variable["name"] = named.name.into();
            variable["evaluateName"] = named.expression.into();
            shown.push(variable);
        }
        Ok(json!({"variables": shown}))
    }

    /// Returns the registers of a call.
    fn registers(&self, id: u32) -> Result<Value, String> {
        let frame = self.frame(id)?;
        let mut registers = Vec::new();
        let mut add = |name: &str, value: String| {
            registers.push(json!({"name": name, "value": value, "variablesReference": 0}));
        };
        if let Some(address) = frame.address {
            add("pc", format!("{address:#x}"));
        }
        add("sp", format!("{:#x}", frame.stack_pointer));
        add("function", frame.function.to_string());
        if let Some(body) = self.body(frame.function) {
            add("block", body.block_of(frame.inst).to_string());
            add("instruction", body.display_inst(frame.inst).to_string());
        }
        Ok(json!({"variables": registers}))
    }

    pub(crate) fn evaluate(&mut self, arguments: &Value) -> Result<Value, String> {
        let expression = text(arguments, "expression");
        let read = self.reader();
        let frame = self.frame_of(arguments)?;
        let found = evaluate(expression, &self.scope(frame, &read))?;
        let mut described = self.described(found, expression);
        if let Some(fields) = described.as_object_mut() {
            let result = fields.remove("value").unwrap_or_default();
            fields.insert("result".into(), result);
        }
        Ok(described)
    }

    pub(crate) fn set_variable(&mut self, arguments: &Value) -> Result<Value, String> {
        let handle = self.handles.get(needed(arguments, "variablesReference")?)?;
        let named = self.find(&handle, text(arguments, "name"))?;
        let object = named.object.ok_or("the variable is optimized out")?;
        let id = match handle {
            Handle::Locals(id) => Some(id),
            _ => None,
        };
        self.assign(object, text(arguments, "value"), id, &named.expression)
    }

    pub(crate) fn set_expression(&mut self, arguments: &Value) -> Result<Value, String> {
        let expression = text(arguments, "expression");
        let read = self.reader();
        let frame = self.frame_of(arguments)?;
        match evaluate(expression, &self.scope(frame, &read))? {
            Found::Object(object) => {
                let id = number(arguments, "frameId");
                self.assign(object, text(arguments, "value"), id, expression)
            }
            _ => Err(format!("{expression} is not a variable")),
        }
    }

    /// Returns the variable of a group with this name.
    fn find(&self, handle: &Handle, name: &str) -> Result<Named, String> {
        let mut start = 0;
        loop {
            let named = self.named(handle, start, MAX_CHILDREN)?;
            start += named.len();
            let is_last = named.len() < MAX_CHILDREN;
            // Of variables with the same name the innermost comes last.
            if let Some(found) = named.into_iter().rev().find(|named| named.name == name) {
                return Ok(found);
            }
            if is_last {
                return Err(format!("no variable {name:?} here"));
            }
        }
    }

    fn assign(
        &mut self,
        object: Object,
        value: &str,
        frame: Option<u32>,
        path: &str,
    ) -> Result<Value, String> {
        let read = self.reader();
        let frame = frame.map(|id| self.frame(id)).transpose()?;
        let scope = self.scope(frame, &read);
        let (address, bytes) = scope.values.assigned(&object, value, &scope)?;
        let written = self.remote.write(address, bytes);
        match written.map_err(|gone| gone.to_string())? {
            true => Ok(self.described(Found::Object(object), path)),
            false => Err("the memory cannot be written".into()),
        }
    }

    pub(crate) fn data_breakpoint_info(&mut self, arguments: &Value) -> Result<Value, String> {
        let name = text(arguments, "name");
        let object = match number(arguments, "variablesReference").filter(|it| *it > 0) {
            Some(reference) => {
                let handle = self.handles.get(reference)?;
                self.find(&handle, name)?.object
            }
            None => {
                let read = self.reader();
                let frame = self.frame_of(arguments)?;
                match evaluate(name, &self.scope(frame, &read))? {
                    Found::Object(object) => Some(object),
                    _ => None,
                }
            }
        };
        let object = object.filter(Object::is_in_memory);
        let read = self.reader();
        let size = object.map_or(0, |object| self.scope(None, &read).values.size(&object));
        Ok(match (object, u32::try_from(size)) {
            (Some(object), Ok(size @ 1..)) => json!({
                "dataId": format!("{}/{size}", object.address),
                "description": format!("{name}: {size} bytes at {:#x}", object.address),
                "accessTypes": ["write"],
                "canPersist": false,
            }),
            _ => json!({"dataId": null, "description": format!("{name} is not in memory")}),
        })
    }

    pub(crate) fn set_data_breakpoints(&mut self, arguments: &Value) -> Result<Value, String> {
        for (address, size) in std::mem::take(&mut self.watched) {
            let done = self.remote.unwatch(address, size);
            done.map_err(|gone| gone.to_string())?;
        }
        let mut answers = Vec::new();
        for wanted in list(arguments, "breakpoints") {
            let parts = text(wanted, "dataId").split_once('/');
            let parts = parts.and_then(|(address, size)| {
                Some((address.parse::<u32>().ok()?, size.parse::<u32>().ok()?))
            });
            let is_watched = match parts {
                Some((address, size)) => self.remote.watch(address, size),
                None => Ok(false),
            };
            let is_watched = is_watched.map_err(|gone| gone.to_string())?;
            answers.push(match is_watched {
                true => {
                    self.watched.extend(parts);
                    json!({"verified": true})
                }
                false => json!({"verified": false, "message": "this cannot be watched"}),
            });
        }
        Ok(json!({"breakpoints": answers}))
    }
}
