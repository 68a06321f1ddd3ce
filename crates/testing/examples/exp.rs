//! x
use pinnacle_pexe::decode::{self, decode};
use pinnacle_pexe::encode::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let bytes = std::fs::read(&a[1]).unwrap();
    let p = decode(&bytes, &decode::Options { jobs: 1 }).unwrap();
    if a[2] == "decode" {
        return;
    }
    if a[2] == "order" {
        let n: usize = p
            .functions
            .iter()
            .map(|f| order_constants(f).insts.len())
            .sum();
        println!("{n}");
        return;
    }
    if a[2] == "rewrite" {
        println!(
            "{}",
            pinnacle_pexe::rewrite::rewrite(&bytes, |_, _| Ok(pinnacle_pexe::rewrite::Edit::Keep))
                .unwrap()
                .len()
        );
        return;
    }
    let origin = Origin::read(&bytes).unwrap();
    let abbreviations = match a[2].as_str() {
        "none" => Abbreviations::None,
        "standard" => Abbreviations::Standard,
        "own" => Abbreviations::Own,
        _ => return,
    };
    println!(
        "{}",
        encode(
            &p.module,
            &p.functions,
            &Options {
                abbreviations,
                origin: Some(&origin),
                jobs: 1
            }
        )
        .unwrap()
        .len()
    );
}
