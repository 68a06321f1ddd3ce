//! Programs of thirty and more shapes that grow with a number: whatever an engine does once
//! for each pair of things shows in one of them.
//!
//! Each is a `_start` that does the thing a number of times, and can be run.

use std::fmt::Write;

/// A program for a size, as PNaClAsm.
pub(crate) type Shape = fn(usize) -> String;

pub(crate) const SHAPES: &[(&str, Shape)] = &[
    ("adds", |n| chain(n, "i32", "add i32 LAST, %c1")),
    ("squares", |n| chain(n, "i32", "mul i32 LAST, LAST")),
    ("divisions", |n| chain(n, "i32", "udiv i32 LAST, %c1")),
    ("shifts", |n| chain(n, "i32", "shl i32 LAST, %c1")),
    ("selects", |n| {
        chain(n, "i32", "select i1 %v1, i32 LAST, i32 %c1")
    }),
    ("wide", |n| chain(n, "i64", "mul i64 LAST, %v2")),
    ("doubles", |n| chain(n, "double", "fadd double LAST, %v3")),
    ("vectors", |n| {
        chain(n, "<4 x i32>", "add <4 x i32> LAST, %v4")
    }),
    ("loads", |n| repeat(n, "%vN = load i32* %v0, align 1;")),
    ("stores", |n| repeat(n, "store i32 %c1, i32* %v0, align 1;")),
    ("allocas", |n| {
        repeat(n, "%vN = alloca i8, i32 %c1, align 1;")
    }),
    ("calls", |n| repeat(n, "call void @f1(i32 %c1);")),
    ("indirect_calls", |n| {
        repeat(n, "call void @f1(i32 %v0); call void %v5(i32 %v0);")
    }),
    ("comparisons", |n| repeat(n, "%vN = icmp slt i32 %v0, %c1;")),
    ("live", live),
    ("live_over_calls", live_over_calls),
    ("blocks", |n| {
        blocks(n, |_, next| format!("br label %b{next};"))
    }),
    ("exits", |n| {
        blocks(n, |_, next| {
            format!("br i1 %v1, label %b{next}, label %bEND;")
        })
    }),
    ("continues", |n| {
        blocks(n, |_, next| {
            format!("br i1 %v1, label %b{next}, label %b1;")
        })
    }),
    ("spaghetti", |n| {
        blocks(n, |at, next| {
            let far = 1 + at * 7919 % n;
            format!("br i1 %v1, label %b{next}, label %b{far};")
        })
    }),
    ("ladders", |n| {
        blocks(n, |at, next| {
            format!("br i1 %v1, label %b{next}, label %b{};", 1 + n - at.min(n))
        })
    }),
    ("small_loops", |n| {
        blocks(n, |at, next| {
            format!("br i1 %v1, label %b{next}, label %b{at};")
        })
    }),
    ("diamonds", diamonds),
    ("phis_in_a_loop", phis_in_a_loop),
    ("phis_and_edges", phis_and_edges),
    ("far_values", far_values),
    ("one_switch", one_switch),
    ("cases_of_one_block", cases_of_one_block),
    ("switches", switches),
    ("setjmps", setjmps),
    ("constants", constants),
    ("functions", |n| functions(n, false)),
    ("addresses", |n| functions(n, true)),
    ("variables", |n| {
        variables(n, "var @gN, align 1, zerofill 1;")
    }),
    ("data", |n| variables(n, "var @gN, align 4, { 1, 2, 3, 4 }")),
];

/// The start of every `_start`: values 0 to 5, of all types.
const FIRST: &str = "%b0:
    %v0 = alloca i8, i32 %c2, align 8;
    %v1 = icmp eq i32 %p0, %c0;
    %v2 = zext i32 %p0 to i64;
    %v3 = uitofp i32 %p0 to double;
    %v4 = insertelement <4 x i32> %c3, i32 %p0, i32 %c0;
    %v5 = load i32* %v0, align 1;
";

/// Values that [`FIRST`] has.
const VALUES: usize = 6;

/// A program of a body with this number of blocks.
fn program(blocks: usize, body: &str) -> String {
    module("", "", "", "globals { count 0; }", &start(blocks, "", body))
}

fn start(blocks: usize, constants: &str, body: &str) -> String {
    format!(
        "function void @f0(i32 %p0) {{ blocks {blocks};
        constants {{
            i32: %c0 = i32 0; %c1 = i32 1; %c2 = i32 64;
            <4 x i32>: %c3 = <4 x i32> undef;
            {constants}
        }}
        {body} }}"
    )
}

fn module(declared: &str, names: &str, functions: &str, globals: &str, start: &str) -> String {
    format!(
        "module {{ version 1;
        types {{ count 8; @t0 = void; @t1 = i32; @t2 = i1; @t3 = i64; @t4 = double;
            @t5 = <4 x i32>; @t6 = void (i32); @t7 = i32 (i32); }}
        define external void @f0(i32);
        define internal void @f1(i32);
        {declared}
        {globals}
        valuesymtab {{ @f0 : \"_start\"; {names} }}
        {start}
        function void @f1(i32 %p0) {{ blocks 1; %b0: ret void; }}
        {functions} }}"
    )
}

/// Operations of one type, each on the result of the last.
fn chain(n: usize, ty: &str, operation: &str) -> String {
    let mut body = FIRST.to_owned();
    let mut last = match ty {
        "i32" => "%p0".to_owned(),
        "i64" => "%v2".to_owned(),
        "double" => "%v3".to_owned(),
        _ => "%v4".to_owned(),
    };
    for number in VALUES..VALUES + n {
        let _ = writeln!(body, "%v{number} = {};", operation.replace("LAST", &last));
        last = format!("%v{number}");
    }
    program(1, &(body + "ret void;"))
}

/// One line so often; `%vN` is the next value.
fn repeat(n: usize, line: &str) -> String {
    let mut body = FIRST.to_owned();
    for number in VALUES..VALUES + n {
        let _ = writeln!(body, "{}", line.replace("%vN", &format!("%v{number}")));
    }
    program(1, &(body + "ret void;"))
}

/// Values that all live to the end.
fn live(n: usize) -> String {
    loaded(n, "")
}

/// The same, with a call after each.
fn live_over_calls(n: usize) -> String {
    loaded(n, "call void @f1(i32 %c1);")
}

fn loaded(n: usize, behind: &str) -> String {
    let mut body = FIRST.to_owned();
    for number in VALUES..VALUES + n {
        let _ = writeln!(body, "%v{number} = load i32* %v0, align 1; {behind}");
    }
    for number in VALUES..VALUES + n {
        let _ = writeln!(body, "store i32 %v{number}, i32* %v0, align 1;");
    }
    program(1, &(body + "ret void;"))
}

/// Blocks that load and store, each with an end of its own, given its number and the next;
/// `%bEND` returns.
fn blocks(n: usize, end: impl Fn(usize, usize) -> String) -> String {
    let mut body = FIRST.to_owned() + "br label %b1;\n";
    let last = format!("%b{}", n + 1);
    for at in 1..=n {
        let value = VALUES + at - 1;
        let _ = writeln!(
            body,
            "%b{at}: %v{value} = load i32* %v0, align 1; store i32 %v{value}, i32* %v0, align 1; {}",
            end(at, at + 1).replace("%bEND", &last)
        );
    }
    program(n + 2, &format!("{body}{last}: ret void;"))
}

/// Conditionals, each with a phi of the one before.
fn diamonds(n: usize) -> String {
    let mut body = FIRST.to_owned() + "br label %b1;\n";
    let mut last = "%p0".to_owned();
    for number in 0..n {
        let (at, value) = (1 + 3 * number, VALUES + 2 * number);
        let (side, join, sum) = (at + 1, at + 2, value + 1);
        let _ = writeln!(
            body,
            "%b{at}: br i1 %v1, label %b{side}, label %b{join};
            %b{side}: %v{value} = add i32 {last}, %c1; br label %b{join};
            %b{join}: %v{sum} = phi i32 [{last}, %b{at}], [%v{value}, %b{side}]; br label %b{};",
            join + 1
        );
        last = format!("%v{sum}");
    }
    let end = 1 + 3 * n;
    program(
        end + 1,
        &format!("{body}%b{end}: store i32 {last}, i32* %v0, align 1; ret void;"),
    )
}

/// A loop of phis, each of which takes the value of the next.
fn phis_in_a_loop(n: usize) -> String {
    let mut body = FIRST.to_owned() + "br label %b1; %b1:\n";
    let value = |number: usize| VALUES + number % n;
    for number in 1..n {
        let _ = writeln!(body, "declare i32 %v{};", value(number));
    }
    for number in 0..n {
        let (this, next) = (value(number), value(number + 1));
        let _ = writeln!(body, "%v{this} = phi i32 [%c1, %b0], [%v{next}, %b1];");
    }
    let test = VALUES + n;
    let _ = write!(
        body,
        "%v{test} = icmp eq i32 %v{VALUES}, %c1;
        br i1 %v{test}, label %b2, label %b1; %b2: ret void;"
    );
    program(3, &body)
}

/// As many phis as edges into their block: their product is the size.
fn phis_and_edges(n: usize) -> String {
    let side = n.isqrt().max(2);
    let mut body = FIRST.to_owned() + "switch i32 %p0 { default: br label %b1;\n";
    for at in 1..side {
        let _ = writeln!(body, "i32 {at}: br label %b{};", at + 1);
    }
    body.push_str("}\n");
    let join = side + 1;
    for at in 1..=side {
        let _ = writeln!(body, "%b{at}: br label %b{join};");
    }
    let _ = writeln!(body, "%b{join}:");
    for phi in 0..side {
        let edges = (1..=side).map(|at| format!("[%c{}, %b{at}]", (at + phi) % 2));
        let edges: Vec<String> = edges.collect();
        let _ = writeln!(body, "%v{} = phi i32 {};", VALUES + phi, edges.join(", "));
    }
    for phi in 0..side {
        let _ = writeln!(body, "store i32 %v{}, i32* %v0, align 1;", VALUES + phi);
    }
    program(join + 1, &(body + "ret void;"))
}

/// Phis of values that are declared far ahead.
fn far_values(n: usize) -> String {
    let mut body = FIRST.to_owned() + "br label %b1; %b1:\n";
    let far = |number: usize| VALUES + n + number;
    for number in 0..n {
        let _ = writeln!(body, "declare i32 %v{};", far(number));
    }
    for number in 0..n {
        let _ = writeln!(
            body,
            "%v{} = phi i32 [%c0, %b0], [%v{}, %b1];",
            VALUES + number,
            far(number)
        );
    }
    for number in 0..n {
        let _ = writeln!(
            body,
            "%v{} = add i32 %v{}, %c1;",
            far(number),
            VALUES + number
        );
    }
    let test = far(n);
    let _ = write!(
        body,
        "%v{test} = icmp eq i32 %v{VALUES}, %c1;
        br i1 %v{test}, label %b2, label %b1; %b2: ret void;"
    );
    program(3, &body)
}

/// A switch with as many blocks as cases.
fn one_switch(n: usize) -> String {
    let mut body = FIRST.to_owned() + "switch i32 %p0 { default: br label %b1;\n";
    for at in 1..n {
        let _ = writeln!(body, "i32 {}: br label %b{};", at * 5, at + 1);
    }
    body.push_str("}\n");
    let end = n + 1;
    for at in 1..=n {
        let _ = writeln!(
            body,
            "%b{at}: store i32 %c1, i32* %v0, align 1; br label %b{end};"
        );
    }
    program(end + 1, &format!("{body}%b{end}: ret void;"))
}

/// Cases that all lead to one block, which has a phi.
fn cases_of_one_block(n: usize) -> String {
    let mut body = FIRST.to_owned() + "switch i32 %p0 { default: br label %b1;\n";
    for case in 0..n {
        let _ = writeln!(body, "i32 {}: br label %b1;", case * 3);
    }
    let edges = vec!["[%c1, %b0]"; n + 1].join(", ");
    let _ = write!(body, "}}\n%b1: %v{VALUES} = phi i32 {edges}; ret void;");
    program(2, &body)
}

/// Switches that have as many cases as there are switches: the product is the size.
fn switches(n: usize) -> String {
    let side = n.isqrt().max(2);
    let mut body = FIRST.to_owned() + "br label %b1;\n";
    for at in 1..=side {
        let _ = writeln!(
            body,
            "%b{at}: switch i32 %p0 {{ default: br label %b{};",
            side + 1
        );
        for case in 0..side {
            let _ = writeln!(body, "i32 {case}: br label %b{};", 1 + (case + at) % side);
        }
        body.push_str("}\n");
    }
    program(side + 2, &format!("{body}%b{}: ret void;", side + 1))
}

/// Calls of setjmp, each with its own condition.
fn setjmps(n: usize) -> String {
    let mut body = FIRST.to_owned() + "br label %b1;\n";
    let end = n + 1;
    for at in 1..=n {
        let (result, test) = (VALUES + 2 * at - 2, VALUES + 2 * at - 1);
        let _ = writeln!(
            body,
            "%b{at}: %v{result} = call i32 @f2(i32 %v0);
            %v{test} = icmp eq i32 %v{result}, %c0;
            br i1 %v{test}, label %b{}, label %b{end};",
            at + 1
        );
    }
    let start = start(end + 1, "", &format!("{body}%b{end}: ret void;"));
    module(
        "declare external i32 @f2(i32);",
        "@f2 : \"llvm.nacl.setjmp\";",
        "",
        "globals { count 0; }",
        &start,
    )
}

/// Constants, each of them used.
fn constants(n: usize) -> String {
    let mut list = String::from("i32:\n");
    let mut body = FIRST.to_owned();
    for number in 4..4 + n {
        let _ = writeln!(
            list,
            "%c{number} = i32 {};",
            number * 1_000_003 % 2_000_000_000
        );
        let _ = writeln!(body, "store i32 %c{number}, i32* %v0, align 1;");
    }
    let start = start(1, &list, &(body + "ret void;"));
    module("", "", "", "globals { count 0; }", &start)
}

/// Functions; with their addresses in a variable, if they are to be taken.
fn functions(n: usize, taken: bool) -> String {
    let (mut declared, mut bodies) = (String::new(), String::new());
    let mut addresses = String::new();
    for number in 2..2 + n {
        let _ = writeln!(declared, "define internal void @f{number}(i32);");
        let _ = writeln!(
            bodies,
            "function void @f{number}(i32 %p0) {{ blocks 1; %b0: call void @f1(i32 %p0); ret void; }}"
        );
        let _ = writeln!(addresses, "reloc @f{number};");
    }
    let globals = if taken {
        format!("globals {{ count 1; var @g0, align 4, initializers {n} {{ {addresses} }} }}")
    } else {
        "globals { count 0; }".to_owned()
    };
    let start = start(1, "", &(FIRST.to_owned() + "ret void;"));
    module(&declared, "", &bodies, &globals, &start)
}

/// Variables of one sort.
fn variables(n: usize, variable: &str) -> String {
    let mut globals = format!("globals {{ count {n};\n");
    for number in 0..n {
        let name = format!("@g{number}");
        let _ = writeln!(globals, "{}", variable.replace("@gN", &name));
    }
    globals.push('}');
    let start = start(1, "", &(FIRST.to_owned() + "ret void;"));
    module("", "", "", &globals, &start)
}
