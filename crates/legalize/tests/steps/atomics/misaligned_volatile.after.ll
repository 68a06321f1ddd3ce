
define internal void @f(ptr %p) {
  %1 = trunc i64 81985529216486895 to i8
  call void @llvm.nacl.atomic.store.i8(i8 %1, ptr %p, i32 6)
  %2 = lshr i64 81985529216486895, 8
  %3 = trunc i64 %2 to i8
  %4 = getelementptr i8, ptr %p, i32 1
  call void @llvm.nacl.atomic.store.i8(i8 %3, ptr %4, i32 6)
  %5 = lshr i64 81985529216486895, 16
  %6 = trunc i64 %5 to i8
  %7 = getelementptr i8, ptr %p, i32 2
  call void @llvm.nacl.atomic.store.i8(i8 %6, ptr %7, i32 6)
  %8 = lshr i64 81985529216486895, 24
  %9 = trunc i64 %8 to i8
  %10 = getelementptr i8, ptr %p, i32 3
  call void @llvm.nacl.atomic.store.i8(i8 %9, ptr %10, i32 6)
  %11 = lshr i64 81985529216486895, 32
  %12 = trunc i64 %11 to i8
  %13 = getelementptr i8, ptr %p, i32 4
  call void @llvm.nacl.atomic.store.i8(i8 %12, ptr %13, i32 6)
  %14 = lshr i64 81985529216486895, 40
  %15 = trunc i64 %14 to i8
  %16 = getelementptr i8, ptr %p, i32 5
  call void @llvm.nacl.atomic.store.i8(i8 %15, ptr %16, i32 6)
  %17 = lshr i64 81985529216486895, 48
  %18 = trunc i64 %17 to i8
  %19 = getelementptr i8, ptr %p, i32 6
  call void @llvm.nacl.atomic.store.i8(i8 %18, ptr %19, i32 6)
  %20 = lshr i64 81985529216486895, 56
  %21 = trunc i64 %20 to i8
  %22 = getelementptr i8, ptr %p, i32 7
  call void @llvm.nacl.atomic.store.i8(i8 %21, ptr %22, i32 6)
  %23 = call i16 @llvm.nacl.atomic.load.i16(ptr %p, i32 6)
  %24 = zext i16 %23 to i32
  %25 = getelementptr i8, ptr %p, i32 2
  %26 = call i16 @llvm.nacl.atomic.load.i16(ptr %25, i32 6)
  %27 = zext i16 %26 to i32
  %28 = shl i32 %27, 16
  %a = or i32 %24, %28
  %29 = trunc i32 %a to i8
  call void @llvm.nacl.atomic.store.i8(i8 %29, ptr %p, i32 6)
  %30 = lshr i32 %a, 8
  %31 = trunc i32 %30 to i8
  %32 = getelementptr i8, ptr %p, i32 1
  call void @llvm.nacl.atomic.store.i8(i8 %31, ptr %32, i32 6)
  %33 = lshr i32 %a, 16
  %34 = trunc i32 %33 to i8
  %35 = getelementptr i8, ptr %p, i32 2
  call void @llvm.nacl.atomic.store.i8(i8 %34, ptr %35, i32 6)
  %36 = lshr i32 %a, 24
  %37 = trunc i32 %36 to i8
  %38 = getelementptr i8, ptr %p, i32 3
  call void @llvm.nacl.atomic.store.i8(i8 %37, ptr %38, i32 6)
  %39 = call i32 @llvm.nacl.atomic.load.i32(ptr %p, i32 6)
  %40 = zext i32 %39 to i64
  %41 = getelementptr i8, ptr %p, i32 4
  %42 = call i32 @llvm.nacl.atomic.load.i32(ptr %41, i32 6)
  %43 = zext i32 %42 to i64
  %44 = shl i64 %43, 32
  %45 = or i64 %40, %44
  %b = bitcast i64 %45 to double
  %46 = bitcast double %b to i64
  %47 = trunc i64 %46 to i16
  call void @llvm.nacl.atomic.store.i16(i16 %47, ptr %p, i32 6)
  %48 = lshr i64 %46, 16
  %49 = trunc i64 %48 to i16
  %50 = getelementptr i8, ptr %p, i32 2
  call void @llvm.nacl.atomic.store.i16(i16 %49, ptr %50, i32 6)
  %51 = lshr i64 %46, 32
  %52 = trunc i64 %51 to i16
  %53 = getelementptr i8, ptr %p, i32 4
  call void @llvm.nacl.atomic.store.i16(i16 %52, ptr %53, i32 6)
  %54 = lshr i64 %46, 48
  %55 = trunc i64 %54 to i16
  %56 = getelementptr i8, ptr %p, i32 6
  call void @llvm.nacl.atomic.store.i16(i16 %55, ptr %56, i32 6)
  %57 = call i8 @llvm.nacl.atomic.load.i8(ptr %p, i32 6)
  %58 = zext i8 %57 to i32
  %59 = getelementptr i8, ptr %p, i32 1
  %60 = call i8 @llvm.nacl.atomic.load.i8(ptr %59, i32 6)
  %61 = zext i8 %60 to i32
  %62 = shl i32 %61, 8
  %63 = or i32 %58, %62
  %64 = getelementptr i8, ptr %p, i32 2
  %65 = call i8 @llvm.nacl.atomic.load.i8(ptr %64, i32 6)
  %66 = zext i8 %65 to i32
  %67 = shl i32 %66, 16
  %68 = or i32 %63, %67
  %69 = getelementptr i8, ptr %p, i32 3
  %70 = call i8 @llvm.nacl.atomic.load.i8(ptr %69, i32 6)
  %71 = zext i8 %70 to i32
  %72 = shl i32 %71, 24
  %73 = or i32 %68, %72
  %c = inttoptr i32 %73 to ptr
  %74 = ptrtoint ptr %c to i32
  %75 = trunc i32 %74 to i16
  call void @llvm.nacl.atomic.store.i16(i16 %75, ptr %p, i32 6)
  %76 = lshr i32 %74, 16
  %77 = trunc i32 %76 to i16
  %78 = getelementptr i8, ptr %p, i32 2
  call void @llvm.nacl.atomic.store.i16(i16 %77, ptr %78, i32 6)
  ret void
}

declare void @llvm.nacl.atomic.store.i8(i8, ptr, i32)

declare i16 @llvm.nacl.atomic.load.i16(ptr, i32)

declare i32 @llvm.nacl.atomic.load.i32(ptr, i32)

declare void @llvm.nacl.atomic.store.i16(i16, ptr, i32)

declare i8 @llvm.nacl.atomic.load.i8(ptr, i32)
