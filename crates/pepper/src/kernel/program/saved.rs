//! The program's functions and interfaces in a saved state.

use super::{Life, Offered, PPP_INSTANCE};
use pinnacle_system::state::{Reader, Unusable, Writer};

/// Maximum length of an interface's name.
const MAX_NAME: usize = 256;

impl Life {
    /// Writes the program's functions and interfaces.
    pub(crate) fn save(&self, to: &mut Writer) {
        to.words(&self.functions);
        to.option(self.instance, |to, (table, version)| {
            to.words(&[table, version as u32]);
        });
        to.count(self.offered.len());
        for (offered, table) in &self.offered {
            to.text(offered.0);
            to.word(*table);
        }
    }

    /// Reads the interfaces. `known` are those that a program can offer.
    pub(crate) fn read(from: &mut Reader, known: &[Offered]) -> Result<Life, Unusable> {
        let mut life = Life::new(Vec::new());
        life.functions = from.words()?;
        life.instance = from.option(|from| {
            let [table, version] = from.words()?;
            match PPP_INSTANCE.get(version as usize) {
                Some(_) => Ok((table, version as usize)),
                None => Err(Unusable::damaged("the instance has an unknown version")),
            }
        })?;
        for _ in 0..from.count(known.len())? {
            let name = from.text(MAX_NAME)?;
            let offered = known.iter().find(|one| one.0 == name);
            let offered = offered.ok_or_else(|| {
                Unusable::damaged("the program offers an interface that does not exist")
            })?;
            let table = from.word()?;
            life.set_offered(*offered, table);
        }
        Ok(life)
    }
}
