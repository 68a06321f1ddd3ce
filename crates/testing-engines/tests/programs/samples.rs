//! The sample programs do what their descriptions say.

use pinnacle_pexe::decode::{Options, decode};
use pinnacle_testing::build::Abbreviations;
use pinnacle_testing::samples::{COLUMNS, MAX_STEPS, ROWS, SHADES, mandelbrot};
use pinnacle_testing_engines::run::Run;

/// The expected picture, computed directly.
fn picture() -> String {
    let coordinate = |n: i32, count: i32, from: f64, to: f64| {
        from + f64::from(n) * ((to - from) / f64::from(count - 1))
    };
    let mut lines = String::new();
    for row in 0..ROWS {
        let y = coordinate(row, ROWS, -1.2, 1.2);
        for column in 0..COLUMNS {
            let x = coordinate(column, COLUMNS, -2.3, 0.9);
            lines.push(shade(steps(x, y)));
        }
        lines.push('\n');
    }
    lines
}

fn steps(x: f64, y: f64) -> i32 {
    let (mut real, mut imaginary, mut steps) = (0.0, 0.0, 0);
    while real * real + imaginary * imaginary <= 4.0 && steps < MAX_STEPS {
        let product = real * imaginary;
        real = real * real - imaginary * imaginary + x;
        imaginary = product + product + y;
        steps += 1;
    }
    steps
}

fn shade(steps: i32) -> char {
    let (mut rest, mut shade) = (steps, 0);
    while rest > 3 {
        rest >>= 1;
        shade += 2;
    }
    let last = SHADES.len() - 1;
    let fine = shade + (rest & rest >> 1) as usize;
    char::from(
        SHADES[if steps == MAX_STEPS {
            last
        } else {
            fine.min(last)
        }],
    )
}

#[test]
fn mandelbrot_draws_the_picture() {
    for abbreviations in [Abbreviations::None, Abbreviations::Standard] {
        let bytes = mandelbrot().to_pexe_with(abbreviations);
        let program = decode(&bytes, &Options::default()).unwrap();
        let outcome = Run::with_arguments(["mandelbrot.pexe"])
            .run(&program)
            .unwrap();
        assert_eq!(outcome.end, Ok(0), "{}", outcome.describe());
        assert_eq!(String::from_utf8(outcome.stdout).unwrap(), picture());
    }
}
