//! A text format for records, one per line: numbers separated by commas, with a semicolon at the
//! end. 65535 enters a block with an identifier and a width, 65534 leaves it, and 65533 defines an
//! abbreviation.

use crate::records::{Abbreviation, Block, Encoding, File, Item, Record};
use anyhow::{Context, Result, bail, ensure};
use pinnacle_bitstream::limits::MIN_ABBREVIATION_WIDTH;

/// Parses a text to a file.
pub fn read(text: &str) -> Result<File> {
    let outside = Block::new(u32::MAX, MIN_ABBREVIATION_WIDTH as u32, Vec::new());
    let mut open = vec![outside];
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        add_line(line, &mut open).with_context(|| format!("line {}: {line}", number + 1))?;
    }
    ensure!(open.len() == 1, "{} blocks are not closed", open.len() - 1);
    Ok(File::new(open.remove(0).items))
}

/// Adds the contents of a line to the innermost open block.
fn add_line(line: &str, open: &mut Vec<Block>) -> Result<()> {
    let numbers: Vec<u64> = line
        .trim_end_matches(';')
        .split(',')
        .map(|number| number.trim().parse().context("not a number"))
        .collect::<Result<_>>()?;
    let item = match (numbers[0], &numbers[1..]) {
        (65535, &[id, width]) => {
            let (id, width) = (u32::try_from(id)?, u32::try_from(width)?);
            open.push(Block::new(id, width, Vec::new()));
            return Ok(());
        }
        (65534, []) => {
            ensure!(open.len() > 1, "no block is open");
            open.pop().expect("a block is open").into()
        }
        (65533, operands) => Item::Abbreviation(abbreviation(operands)?),
        (65532..=65535, _) => bail!("malformed"),
        (code, operands) => Record::new(code, operands.iter().copied()).into(),
    };
    let innermost = open.last_mut().expect("the outermost level stays open");
    innermost.items.push(item);
    Ok(())
}

/// Reads the numbers of an abbreviation: a count, then 1 and a literal, or 0, an encoding and its
/// width if it has one.
fn abbreviation(numbers: &[u64]) -> Result<Abbreviation> {
    let mut numbers = numbers.iter().copied();
    let mut next = || numbers.next().context("the abbreviation ends too early");
    let count = next()?;
    let mut operands = Vec::new();
    for _ in 0..count {
        operands.push(match (next()?, next()?) {
            (1, literal) => Encoding::Literal(literal),
            (0, 1) => Encoding::Fixed(next()?),
            (0, 2) => Encoding::Vbr(next()?),
            (0, 3) => Encoding::Array,
            (0, 4) => Encoding::Char6,
            (kind, number) => bail!("unknown encoding {kind}, {number}"),
        });
    }
    let rest = numbers.next();
    ensure!(rest.is_none(), "the abbreviation has more than it says");
    Ok(Abbreviation { operands })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_gives_blocks_records_and_abbreviations() {
        let file = read("65535,8,2;\n65533,2,1,4,0,1,3;\n1,1;\n65534;\n").unwrap();
        let operands = vec![Encoding::Literal(4), Encoding::Fixed(3)];
        let items = vec![
            Item::Abbreviation(Abbreviation { operands }),
            Record::new(1, [1]).into(),
        ];
        assert_eq!(file, File::new(vec![Block::new(8, 2, items).into()]));
    }

    #[test]
    fn text_with_unbalanced_blocks_is_refused() {
        assert!(read("65535,8,2;").is_err());
        assert!(read("65534;").is_err());
        assert!(read("65535,8,2;\n1,x;\n65534;").is_err());
    }
}
