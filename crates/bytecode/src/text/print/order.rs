//! Prints the order of items in the original file, as comments at the end of the text. The parser
//! understands them.

use super::Printer;
use crate::error::Error;
use crate::model::{Layout, TypeId};
use crate::text::ORDER;

impl Printer<'_> {
    /// Writes a layout. Omits lists that are empty or mention an unnamed opaque type, which text
    /// cannot express.
    pub(super) fn order(&mut self, layout: &Layout) -> Result<(), Error> {
        let start = self.out.bytes.len();
        self.out.put(ORDER);
        self.out.put(b"format ");
        self.out.decimal(layout.format.version().into());
        self.out.byte(b'\n');
        let lists = self.out.bytes.len();
        self.order_of(None, b"types", &layout.types)?;
        self.order_of(None, b"names", &layout.symbols)?;
        for (index, own) in (0..).zip(&layout.functions) {
            self.order_of(Some(index), b"types", &own.types)?;
            self.order_of(Some(index), b"names", &own.symbols)?;
        }
        if self.out.bytes.len() == lists {
            self.out.bytes.truncate(start);
        }
        Ok(())
    }

    fn order_of(
        &mut self,
        function: Option<u64>,
        of: &[u8],
        types: &[TypeId],
    ) -> Result<(), Error> {
        if types.is_empty() {
            return Ok(());
        }
        let start = self.out.bytes.len();
        self.out.put(ORDER);
        if let Some(function) = function {
            self.out.put(b"function ");
            self.out.decimal(function);
            self.out.byte(b' ');
        }
        self.out.put(of);
        for (place, &ty) in types.iter().enumerate() {
            self.out.put(if place == 0 { b" " } else { b", " });
            if ty == TypeId::VOID {
                self.out.put(b"type");
            } else {
                self.types.write(&mut self.out, ty)?;
                if self.types.is_vague(ty) {
                    self.out.bytes.truncate(start);
                    return Ok(());
                }
            }
            self.out.check(0)?;
        }
        self.out.byte(b'\n');
        Ok(())
    }
}
