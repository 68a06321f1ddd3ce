//! Formats all statistics of a program as JSON.

use super::contents::Contents;
use crate::findings::error_to_json;
use crate::kind::Kind;
use pinnacle_pexe::stats::{
    AbbreviationStatistics, BlockStatistics, Distinct, FunctionStatistics, OperandStatistics,
    Origin, RecordStatistics, Statistics, Tally, scalar_text,
};
use serde_json::{Value, json};

/// Returns the JSON document about a file that is, or should be, a bitstream.
pub fn document(name: &str, kind: &Kind, statistics: &Statistics) -> Value {
    let parts = &statistics.parts;
    let header = statistics.header.as_ref();
    let functions = &statistics.functions;
    let errors = list(&statistics.errors, error_to_json);
    let contents = Contents::Bitstream(json!({
        "bits": statistics.size * 8,
        "header": header.map(|header| json!({
            "size": header.size,
            "fields": header.fields,
            "version": header.version,
        })),
        "parts": {
            "header": parts.header,
            "block_starts": parts.block_starts,
            "block_ends": parts.block_ends,
            "alignment": parts.alignment,
            "definitions": parts.definitions,
            "records": parts.records,
            "trailing": parts.trailing,
            "unread": parts.unread,
        },
        "record_count": statistics.records(),
        "blocks": list(&statistics.blocks, block),
        "functions": {
            "count": functions.count,
            "bits": functions.bits,
            "largest": list(&functions.largest, function),
        },
    }));
    contents.document(name, kind, statistics.size, &errors)
}

fn list<T>(items: &[T], value: impl Fn(&T) -> Value) -> Vec<Value> {
    items.iter().map(value).collect()
}

fn block(block: &BlockStatistics) -> Value {
    json!({
        "kind": block.kind,
        "name": block.name(),
        "count": block.count,
        "own_bits": block.own_bits(),
        "bits_with_nested": block.bits_with_nested,
        "start_bits": block.start_bits,
        "end_bits": block.end_bits,
        "alignment_bits": block.alignment_bits,
        "definition_count": block.definition_count,
        "definition_bits": block.definition_bits,
        "record_count": block.record_count,
        "record_bits": block.record_bits,
        "index_bits": block.index_bits,
        "records": list(&block.records, |row| record(block, row)),
        "abbreviations": list(&block.abbreviations, abbreviation),
    })
}

fn tally(tally: Tally) -> Value {
    json!({ "count": tally.count, "bits": tally.bits })
}

fn record(block: &BlockStatistics, record: &RecordStatistics) -> Value {
    let (fewest, most) = record.operand_counts;
    json!({
        "code": record.code,
        "name": record.name(),
        "count": record.total.count,
        "bits": record.total.bits,
        "unabbreviated": tally(record.unabbreviated),
        "abbreviated": list(&record.abbreviated, |used| json!({
            "abbreviation": block.abbreviations[used.abbreviation].name(),
            "row": used.abbreviation,
            "count": used.tally.count,
            "bits": used.tally.bits,
            "unabbreviated_bits": used.unabbreviated_bits,
        })),
        "index_bits": record.index_bits,
        "code_bits": record.code_bits,
        "length_bits": record.length_bits,
        "operand_bits": record.operand_bits(),
        "overlong_bits": record.overlong_bits,
        "fewest_operands": fewest,
        "most_operands": most,
        "operands": list(&record.operands, operand),
    })
}

fn operand(operand: &OperandStatistics) -> Value {
    let (distinct, exact) = match operand.distinct {
        Distinct::Exactly(count) => (count, true),
        Distinct::MoreThan(count) => (count, false),
    };
    json!({
        "name": operand.name,
        "from": operand.from,
        "step": operand.step,
        "count": operand.count,
        "bits": operand.bits,
        "smallest": operand.smallest,
        "largest": operand.largest,
        "distinct": distinct,
        "distinct_is_exact": exact,
        "widths": operand.widths,
        "cheapest": scalar_text(operand.cheapest),
        "cheapest_bits": operand.cheapest_bits,
    })
}

fn abbreviation(abbreviation: &AbbreviationStatistics) -> Value {
    json!({
        "name": abbreviation.name(),
        "defined_in": match abbreviation.origin {
            Origin::BlockInfo => "abbreviations",
            Origin::Block => "block",
        },
        "index": abbreviation.index,
        "definition": abbreviation.definition_text(),
        "definitions": abbreviation.definitions.count,
        "definition_bits": abbreviation.definitions.bits,
        "uses": abbreviation.uses.count,
        "bits": abbreviation.uses.bits,
        "unabbreviated_bits": abbreviation.unabbreviated_bits,
        "saved_bits": abbreviation.saved(),
        "net_gain_bits": abbreviation.net_gain(),
    })
}

fn function(function: &FunctionStatistics) -> Value {
    let name = function.name.as_deref();
    json!({
        "body": function.body,
        "function": function.function,
        "name": name.map(String::from_utf8_lossy),
        "bit": function.position,
        "bits": function.bits,
        "records": function.records,
    })
}
