//! Variables of optimised programs, as gdb shows them.

use crate::debugging::{Made, gdb, in_order};
use crate::{Folder, pinnacle};
use pinnacle_testing::llvm_tools::Tool;

/// A program whose variables are SSA values after optimisation: parameters, the phis of a loop, and
/// a struct that is passed by value.
const VALUES: &str = "\
int result;
struct pair { int first, second, third[3]; };

__attribute__((noinline)) int work(int count, const int *factor) {
  int total = 0;
  for (int i = 0; i < count; i++)
    total += i & *factor;
  return total;
}

__attribute__((noinline)) int sum(struct pair pair) {
  result += pair.first;
  return pair.second + pair.third[1];
}

void _start(int *info) {
  int three = 3 + (info == 0);
  struct pair pair = {three, work(10 + (info == 0), &three), {4, 5, 6}};
  result = sum(pair);
}
";

/// The program, optimised; `None` without a clang.
pub(crate) fn made_with_values() -> Option<Made> {
    let clang = Tool::newest("clang", 13..=19)?;
    let folder = Folder::new();
    let source = folder.file("values.c", VALUES);
    let program = folder.path("values.pexe");
    let options = ["cc", "--clang", &clang.name, "-O1", "-nostdlib", "-g"];
    let seen = pinnacle(&[&options[..], &[&source, "-o", &program]].concat());
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    Some(Made { folder, program })
}

#[test]
fn gdb_shows_optimised_variables_that_are_values() {
    let Some(made) = made_with_values() else {
        return;
    };
    let commands = [
        "break values.c:7",
        "continue",
        "continue",
        "info args",
        "info locals",
        "print *factor",
        "delete 1",
        "break sum",
        "continue",
        "print pair",
    ];
    let Some(output) = gdb(&made, &commands) else {
        return;
    };
    in_order(
        &output,
        &[
            "Breakpoint 1, work (count=10, factor=0x",
            "Breakpoint 1, work (",
            "count = 10",
            "i = 1",
            "total = 0",
            "$1 = 3",
            "Breakpoint 2, sum (",
            "$2 = {first = 3, second = 13, third = {4, 5, 6}}",
        ],
    );
}
