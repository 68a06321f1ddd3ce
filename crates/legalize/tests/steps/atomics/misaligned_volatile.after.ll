
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
  %29 = or i32 %24, %28
  %30 = trunc i32 %29 to i8
  call void @llvm.nacl.atomic.store.i8(i8 %30, ptr %p, i32 6)
  %31 = lshr i32 %29, 8
  %32 = trunc i32 %31 to i8
  %33 = getelementptr i8, ptr %p, i32 1
  call void @llvm.nacl.atomic.store.i8(i8 %32, ptr %33, i32 6)
  %34 = lshr i32 %29, 16
  %35 = trunc i32 %34 to i8
  %36 = getelementptr i8, ptr %p, i32 2
  call void @llvm.nacl.atomic.store.i8(i8 %35, ptr %36, i32 6)
  %37 = lshr i32 %29, 24
  %38 = trunc i32 %37 to i8
  %39 = getelementptr i8, ptr %p, i32 3
  call void @llvm.nacl.atomic.store.i8(i8 %38, ptr %39, i32 6)
  %40 = call i32 @llvm.nacl.atomic.load.i32(ptr %p, i32 6)
  %41 = zext i32 %40 to i64
  %42 = getelementptr i8, ptr %p, i32 4
  %43 = call i32 @llvm.nacl.atomic.load.i32(ptr %42, i32 6)
  %44 = zext i32 %43 to i64
  %45 = shl i64 %44, 32
  %46 = or i64 %41, %45
  %47 = bitcast i64 %46 to double
  %48 = bitcast double %47 to i64
  %49 = trunc i64 %48 to i16
  call void @llvm.nacl.atomic.store.i16(i16 %49, ptr %p, i32 6)
  %50 = lshr i64 %48, 16
  %51 = trunc i64 %50 to i16
  %52 = getelementptr i8, ptr %p, i32 2
  call void @llvm.nacl.atomic.store.i16(i16 %51, ptr %52, i32 6)
  %53 = lshr i64 %48, 32
  %54 = trunc i64 %53 to i16
  %55 = getelementptr i8, ptr %p, i32 4
  call void @llvm.nacl.atomic.store.i16(i16 %54, ptr %55, i32 6)
  %56 = lshr i64 %48, 48
  %57 = trunc i64 %56 to i16
  %58 = getelementptr i8, ptr %p, i32 6
  call void @llvm.nacl.atomic.store.i16(i16 %57, ptr %58, i32 6)
  %59 = call i8 @llvm.nacl.atomic.load.i8(ptr %p, i32 6)
  %60 = zext i8 %59 to i32
  %61 = getelementptr i8, ptr %p, i32 1
  %62 = call i8 @llvm.nacl.atomic.load.i8(ptr %61, i32 6)
  %63 = zext i8 %62 to i32
  %64 = shl i32 %63, 8
  %65 = or i32 %60, %64
  %66 = getelementptr i8, ptr %p, i32 2
  %67 = call i8 @llvm.nacl.atomic.load.i8(ptr %66, i32 6)
  %68 = zext i8 %67 to i32
  %69 = shl i32 %68, 16
  %70 = or i32 %65, %69
  %71 = getelementptr i8, ptr %p, i32 3
  %72 = call i8 @llvm.nacl.atomic.load.i8(ptr %71, i32 6)
  %73 = zext i8 %72 to i32
  %74 = shl i32 %73, 24
  %75 = or i32 %70, %74
  %76 = inttoptr i32 %75 to ptr
  %77 = ptrtoint ptr %76 to i32
  %78 = trunc i32 %77 to i16
  call void @llvm.nacl.atomic.store.i16(i16 %78, ptr %p, i32 6)
  %79 = lshr i32 %77, 16
  %80 = trunc i32 %79 to i16
  %81 = getelementptr i8, ptr %p, i32 2
  call void @llvm.nacl.atomic.store.i16(i16 %80, ptr %81, i32 6)
  ret void
}

declare void @llvm.nacl.atomic.store.i8(i8, ptr, i32)

declare i16 @llvm.nacl.atomic.load.i16(ptr, i32)

declare i32 @llvm.nacl.atomic.load.i32(ptr, i32)

declare void @llvm.nacl.atomic.store.i16(i16, ptr, i32)

declare i8 @llvm.nacl.atomic.load.i8(ptr, i32)
