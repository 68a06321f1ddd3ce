; Exceptions with a small runtime library of its own: throwing looks for a frame with
; a clause that fits and jumps there.
; exceptions: sjlj
; run: @catch(i32 0) == i32 10
; run: @catch(i32 1) == i32 101
; run: @catch(i32 2) == i32 202
; run: @catch(i32 3) == i32 303
; run: @filtered(i32 1) == i32 1
; run: @filtered(i32 2) == i32 -1
; run: @cleaned() == i32 4
@int = internal constant i32 1
@char = internal constant i32 2
@long = internal constant i32 3
@cleanups = internal global i32 0
@__pnacl_eh_stack = internal global ptr null
@__pnacl_eh_type_table = external constant [0 x ptr]
@__pnacl_eh_action_table = external constant [0 x { i32, i32 }]
@__pnacl_eh_filter_table = external constant [0 x i32]
declare i32 @personality(...)
declare i32 @llvm.eh.typeid.for.p0(ptr)
declare void @longjmp(ptr, i32)
declare void @llvm.memcpy.p0.p0.i32(ptr, ptr, i32, i1)

; What is thrown is the address of its type.
define void @throw(ptr %type) {
entry:
  %buffer = alloca [1024 x i8], align 8
  br label %next
next:
  %frame = load ptr, ptr @__pnacl_eh_stack
  %none = icmp eq ptr %frame, null
  br i1 %none, label %uncaught, label %look
uncaught:
  call void @llvm.trap()
  unreachable
look:
  %outer.at = getelementptr i8, ptr %frame, i32 1024
  %outer = load ptr, ptr %outer.at
  store ptr %outer, ptr @__pnacl_eh_stack
  %list.at = getelementptr i8, ptr %frame, i32 1028
  %first = load i32, ptr %list.at
  br label %list
list:
  %id = phi i32 [ %first, %look ], [ %rest, %on ]
  %empty = icmp eq i32 %id, 0
  br i1 %empty, label %next, label %action
action:
  %place = sub i32 %id, 1
  %clause.at = getelementptr { i32, i32 }, ptr @__pnacl_eh_action_table, i32 %place
  %rest.at = getelementptr { i32, i32 }, ptr @__pnacl_eh_action_table, i32 %place, i32 1
  %clause = load i32, ptr %clause.at
  %rest = load i32, ptr %rest.at
  %is.cleanup = icmp eq i32 %clause, 0
  br i1 %is.cleanup, label %found, label %other
other:
  %is.filter = icmp slt i32 %clause, 0
  br i1 %is.filter, label %filter, label %catch
catch:
  %type.place = sub i32 %clause, 1
  %type.at = getelementptr ptr, ptr @__pnacl_eh_type_table, i32 %type.place
  %caught = load ptr, ptr %type.at
  %everything = icmp eq ptr %caught, null
  %same = icmp eq ptr %caught, %type
  %fits = or i1 %everything, %same
  br i1 %fits, label %found, label %on
filter:
  %negated = sub i32 0, %clause
  %start = sub i32 %negated, 1
  br label %passes
passes:
  %filter.place = phi i32 [ %start, %filter ], [ %following, %compare ]
  %filter.at = getelementptr i32, ptr @__pnacl_eh_filter_table, i32 %filter.place
  %passing = load i32, ptr %filter.at
  %ended = icmp eq i32 %passing, 0
  br i1 %ended, label %found, label %compare
compare:
  %following = add i32 %filter.place, 1
  %passing.place = sub i32 %passing, 1
  %passing.at = getelementptr ptr, ptr @__pnacl_eh_type_table, i32 %passing.place
  %passing.type = load ptr, ptr %passing.at
  %passed = icmp eq ptr %passing.type, %type
  br i1 %passed, label %on, label %passes
on:
  br label %list
found:
  call void @llvm.memcpy.p0.p0.i32(ptr %buffer, ptr %frame, i32 1024, i1 false)
  store ptr %type, ptr %frame
  %result.at = getelementptr i8, ptr %frame, i32 4
  store i32 %clause, ptr %result.at
  call void @longjmp(ptr %buffer, i32 1)
  unreachable
}
define void @__pnacl_eh_resume(ptr %type) {
  call void @throw(ptr %type)
  unreachable
}
declare void @llvm.trap()

define i32 @maybe(i32 %what) {
  switch i32 %what, label %nothing [
    i32 1, label %int
    i32 2, label %char
    i32 3, label %long
  ]
int:
  call void @throw(ptr @int)
  unreachable
char:
  call void @throw(ptr @char)
  unreachable
long:
  call void @throw(ptr @long)
  unreachable
nothing:
  ret i32 10
}
; A function with a cleanup between the one that throws and the one that catches.
define i32 @between(i32 %what) personality ptr @personality {
  %v = invoke i32 @maybe(i32 %what) to label %good unwind label %bad
good:
  ret i32 %v
bad:
  %e = landingpad { ptr, i32 } cleanup
  %n = load i32, ptr @cleanups
  %m = add i32 %n, 1
  store i32 %m, ptr @cleanups
  resume { ptr, i32 } %e
}
define i32 @catch(i32 %what) personality ptr @personality {
  %v = invoke i32 @between(i32 %what) to label %good unwind label %bad
good:
  ret i32 %v
bad:
  %e = landingpad { ptr, i32 } catch ptr @char catch ptr @int catch ptr null
  %exception = extractvalue { ptr, i32 } %e, 0
  %clause = extractvalue { ptr, i32 } %e, 1
  %value = load i32, ptr %exception
  %int = call i32 @llvm.eh.typeid.for.p0(ptr @int)
  %is.int = icmp eq i32 %clause, %int
  %char = call i32 @llvm.eh.typeid.for.p0(ptr @char)
  %is.char = icmp eq i32 %clause, %char
  %or.else = select i1 %is.char, i32 200, i32 300
  %base = select i1 %is.int, i32 100, i32 %or.else
  %r = add i32 %base, %value
  ret i32 %r
}
define i32 @filtered(i32 %what) personality ptr @personality {
  %v = invoke i32 @inner(i32 %what) to label %good unwind label %bad
good:
  ret i32 %v
bad:
  %e = landingpad { ptr, i32 } catch ptr null
  %exception = extractvalue { ptr, i32 } %e, 0
  %value = load i32, ptr %exception
  ret i32 %value
}
; Only @int may pass.
define i32 @inner(i32 %what) personality ptr @personality {
  %v = invoke i32 @maybe(i32 %what) to label %good unwind label %bad
good:
  ret i32 %v
bad:
  %e = landingpad { ptr, i32 } filter [1 x ptr] [ptr @int]
  %clause = extractvalue { ptr, i32 } %e, 1
  %r = ashr i32 %clause, 31
  ret i32 %r
}
define i32 @cleaned() {
  %n = load i32, ptr @cleanups
  %m = add i32 %n, 1
  ret i32 %m
}
