use pinnacle_bytecode::read::*;
use pinnacle_bytecode::text::*;
use pinnacle_bytecode::verify;
use pinnacle_bytecode::write::*;
fn main() {
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path).unwrap();
        let m = match read(&bytes, &ReadOptions { jobs: 1 }) {
            Ok(m) => m,
            Err(e) => {
                println!("{path}: {e}");
                continue;
            }
        };
        let v = verify::verify(&m, &verify::Options { jobs: 1 });
        println!(
            "== {path} verify: {}",
            v.map_err(|e| e.to_string())
                .err()
                .unwrap_or("ok".into())
                .lines()
                .next()
                .unwrap()
        );
        for keep in [true, false] {
            let w = match write(
                &m,
                &WriteOptions {
                    format: m.layout.as_ref().unwrap().format,
                    jobs: 1,
                    keep_layout: keep,
                },
            ) {
                Ok(w) => w,
                Err(e) => {
                    println!("write: {e}");
                    continue;
                }
            };
            let m2 = match read(&w, &ReadOptions { jobs: 1 }) {
                Ok(m) => m,
                Err(e) => {
                    println!("reread: {e}");
                    continue;
                }
            };
            if m == m2 {
                continue;
            }
            println!("keep {keep}: differ");
            let t = |m: &pinnacle_bytecode::Module| {
                String::from_utf8_lossy(&print(m, &PrintOptions::default()).unwrap()).into_owned()
            };
            let (a, b) = (t(&m), t(&m2));
            if a != b {
                for (x, y) in a.lines().zip(b.lines()) {
                    if x != y {
                        println!("  {x}\n  {y}");
                        break;
                    }
                }
            } else {
                println!(
                    "  same text; type names {:?} {:?}; globals {} {}",
                    m.type_names.len(),
                    m2.type_names.len(),
                    m.globals.len(),
                    m2.globals.len()
                );
                println!("{} {}", m.types.len(), m2.types.len());
                println!("target {:?} {:?}", m.target, m2.target);
                for f in 0..m.functions.len() {
                    let (x, y) = (&m.functions[f], &m2.functions[f]);
                    println!(
                        "fn {} {:?} {:?} {} {}",
                        f,
                        x.linkage,
                        y.linkage,
                        x.body.is_some(),
                        y.body.is_some()
                    );
                }
                for f in 0..m.globals.len() {
                    let (x, y) = (&m.globals[f], &m2.globals[f]);
                    if format!("{:?}{:?}", x.linkage, m.names.get(x.name))
                        != format!("{:?}{:?}", y.linkage, m2.names.get(y.name))
                        || x.constant != y.constant
                    {
                        println!("g {x:?} {y:?}");
                    }
                }
            }
        }
    }
}
