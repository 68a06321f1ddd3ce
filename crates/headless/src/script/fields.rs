//! The fields of an object in a script. Each field is taken once; fields that are left are errors.

use serde_json::Value as Json;

/// The fields that have not been taken yet.
pub(super) struct Fields<'a> {
    left: Vec<(&'a str, &'a Json)>,
}

impl<'a> Fields<'a> {
    /// Returns the fields of an object. `what` names the object in error messages.
    pub(super) fn of(json: &'a Json, what: &str) -> Result<Fields<'a>, String> {
        let entries = json.as_object();
        let entries =
            entries.ok_or_else(|| format!("{what} must be a JSON object, found {json}"))?;
        let left = entries.iter().map(|(name, json)| (name.as_str(), json));
        Ok(Fields {
            left: left.collect(),
        })
    }

    pub(super) fn take(&mut self, name: &str) -> Option<&'a Json> {
        let index = self.left.iter().position(|(found, _)| *found == name)?;
        Some(self.left.remove(index).1)
    }

    pub(super) fn word(&mut self, name: &str) -> Result<Option<String>, String> {
        self.typed(name, "text", |json| json.as_str().map(str::to_owned))
    }

    pub(super) fn number(&mut self, name: &str) -> Result<Option<f64>, String> {
        self.typed(name, "number", Json::as_f64)
    }

    pub(super) fn whole(&mut self, name: &str) -> Result<Option<i32>, String> {
        self.typed(name, "whole number", |json| {
            let number = json.as_f64()?;
            (f64::from(number as i32) == number).then_some(number as i32)
        })
    }

    pub(super) fn truth(&mut self, name: &str) -> Result<Option<bool>, String> {
        self.typed(name, "boolean", Json::as_bool)
    }

    fn typed<T>(
        &mut self,
        name: &str,
        kind: &str,
        read: impl FnOnce(&Json) -> Option<T>,
    ) -> Result<Option<T>, String> {
        let Some(json) = self.take(name) else {
            return Ok(None);
        };
        let value = read(json).ok_or_else(|| format!("{name}: {json} is not a {kind}"))?;
        Ok(Some(value))
    }

    /// Fails if a field was not taken.
    pub(super) fn finish(self) -> Result<(), String> {
        match self.left.first() {
            None => Ok(()),
            Some((name, _)) => Err(format!("unexpected field {name:?}")),
        }
    }
}
