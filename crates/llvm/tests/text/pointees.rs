//! Intrinsics that need the pointee type of an argument get it from the types of old texts.

use pinnacle_llvm::{parse, print};

#[test]
fn exclusive_accesses_say_what_they_load() {
    let text = b"declare i32 @llvm.arm.ldrex.p0i32(i32*)
declare i32 @llvm.arm.strex.p0i32(i32, i32*)
define i32 @f(i32* %p) {
  %a = call i32 @llvm.arm.ldrex.p0i32(i32* %p)
  %b = call i32 @llvm.arm.strex.p0i32(i32 %a, i32* %p)
  ret i32 %b
}
";
    let module = parse(text).expect("it is right");
    let printed = print(&module);
    for call in [
        "call i32 @llvm.arm.ldrex.p0(ptr elementtype(i32) %p)",
        "call i32 @llvm.arm.strex.p0(i32 %a, ptr elementtype(i32) %p)",
    ] {
        assert!(printed.contains(call), "{printed}");
    }
}
