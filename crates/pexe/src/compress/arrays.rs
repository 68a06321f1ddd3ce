//! Computes the savings of all possible array elements in one pass over the rows.
//!
//! An array always extends to the last operand of the record. Therefore a pass from the last
//! operand of a row to the first one gives the cost for each number of operands before the array.
//! The pass ends as soon as an array no longer saves bits.

use super::group::{Group, MAX_SHORT, Row};
use super::symbols::CANNOT;
use pinnacle_bitstream::{Scalar, vbr_bits};

/// The size in bits of an empty array, which is its length.
const LEAST: u32 = 6;

/// Returns the bits that rows would save if the operands before the array cost nothing. The first
/// index is the number of operands before the array, the second one is the element.
pub(super) fn savings(group: &Group, best: &[u32], most_before: usize) -> Vec<Vec<u64>> {
    let mut saved = vec![vec![0; group.elements.len()]; most_before + 1];
    for (row, &best) in group.rows.iter().zip(best) {
        if best <= LEAST {
            continue;
        }
        if row.len as usize > MAX_SHORT {
            for (element, &scalar) in group.elements.iter().enumerate() {
                one_by_one(group, row, best, (element, scalar), &mut saved);
            }
            continue;
        }
        let len = row.len as usize;
        let mut lengths = [0; MAX_SHORT];
        let operands = group.positions.iter().zip(&row.symbols);
        for (length, (position, &symbol)) in lengths[..len].iter_mut().zip(operands) {
            *length = position.lengths[usize::from(symbol)];
        }
        let count = u64::from(row.count);
        for (element, costs) in group.element_costs.iter().enumerate() {
            let Some(costs) = costs else {
                one_by_one(
                    group,
                    row,
                    best,
                    (element, group.elements[element]),
                    &mut saved,
                );
                continue;
            };
            if let Some(saved) = saved.get_mut(len) {
                saved[element] += u64::from(best - LEAST) * count;
            }
            let mut total = 0;
            for before in (0..len).rev() {
                let cost = costs[usize::from(lengths[before])];
                total += cost;
                if cost >= CANNOT || total >= best {
                    break;
                }
                if let Some(saved) = saved.get_mut(before) {
                    let bits = total + vbr_bits((len - before) as u64, 6) as u32;
                    saved[element] += u64::from(best.saturating_sub(bits)) * count;
                }
            }
        }
    }
    saved
}

fn one_by_one(
    group: &Group,
    row: &Row,
    best: u32,
    (element, scalar): (usize, Scalar),
    saved: &mut [Vec<u64>],
) {
    for (before, saved) in saved.iter_mut().enumerate() {
        let cost = group.array_cost(row, before, scalar);
        saved[element] += u64::from(best.saturating_sub(cost)) * u64::from(row.count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compress::group::MAX_LEAD;
    use crate::compress::stream::Stream;

    /// The savings must equal the sums of the costs of single rows.
    #[test]
    fn savings_are_those_of_the_rows() {
        let text = include_bytes!("../../../../examples/hello.pnasm");
        let file = crate::text::parse::assemble(text).expect("it is right");
        let stream = Stream::read(&file.bytes).expect("it can be read");
        let stream = stream.expect("it has a module");
        let mut codes: Vec<u64> = stream.records.iter().map(|record| record.code).collect();
        codes.sort_unstable();
        codes.dedup();
        let mut seen = 0;
        for code in codes {
            let of_code = |index: &u32| stream.records[*index as usize].code == code;
            let members: Vec<u32> = (0..stream.records.len() as u32).filter(of_code).collect();
            let mut places = vec![(0, 0); stream.records.len()];
            let group = Group::new(&stream, &members, 0, &mut places);
            let best: Vec<u32> = group
                .rows
                .iter()
                .map(|row| group.unabbreviated_cost(row))
                .collect();
            let most_before = MAX_LEAD.min(group.positions.len());
            let found = savings(&group, &best, most_before);
            let mut expected = vec![vec![0; group.elements.len()]; most_before + 1];
            for (row, &best) in group.rows.iter().zip(&best) {
                for element in group.elements.iter().copied().enumerate() {
                    one_by_one(&group, row, best, element, &mut expected);
                }
            }
            assert_eq!(found, expected, "code {code}");
            seen += found.iter().flatten().filter(|&&saved| saved > 0).count();
        }
        assert!(seen > 50, "only {seen} savings");
    }
}
