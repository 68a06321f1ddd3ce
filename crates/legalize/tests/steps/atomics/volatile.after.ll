
define internal void @f(ptr %p) {
  %a = load { i32, i8 }, ptr %p, align 4
  store { i32, i8 } %a, ptr %p, align 4
  %b = load <4 x i32>, ptr %p, align 16
  store <4 x i32> %b, ptr %p, align 16
  %1 = call i16 @llvm.nacl.atomic.load.i16(ptr %p, i32 6)
  %2 = zext i16 %1 to i24
  %3 = getelementptr i8, ptr %p, i32 2
  %4 = call i8 @llvm.nacl.atomic.load.i8(ptr %3, i32 6)
  %5 = zext i8 %4 to i24
  %6 = shl i24 %5, 16
  %7 = or i24 %2, %6
  %8 = trunc i24 %7 to i16
  call void @llvm.nacl.atomic.store.i16(i16 %8, ptr %p, i32 6)
  %9 = lshr i24 %7, 16
  %10 = trunc i24 %9 to i8
  %11 = getelementptr i8, ptr %p, i32 2
  call void @llvm.nacl.atomic.store.i8(i8 %10, ptr %11, i32 6)
  %12 = call i8 @llvm.nacl.atomic.load.i8(ptr %p, i32 6)
  %13 = trunc i8 %12 to i1
  %14 = zext i1 %13 to i8
  call void @llvm.nacl.atomic.store.i8(i8 %14, ptr %p, i32 6)
  %15 = call i64 @llvm.nacl.atomic.load.i64(ptr %p, i32 6)
  %16 = zext i64 %15 to i128
  %17 = getelementptr i8, ptr %p, i32 8
  %18 = call i64 @llvm.nacl.atomic.load.i64(ptr %17, i32 6)
  %19 = zext i64 %18 to i128
  %20 = shl i128 %19, 64
  %21 = or i128 %16, %20
  %22 = trunc i128 %21 to i32
  call void @llvm.nacl.atomic.store.i32(i32 %22, ptr %p, i32 6)
  %23 = lshr i128 %21, 32
  %24 = trunc i128 %23 to i32
  %25 = getelementptr i8, ptr %p, i32 4
  call void @llvm.nacl.atomic.store.i32(i32 %24, ptr %25, i32 6)
  %26 = lshr i128 %21, 64
  %27 = trunc i128 %26 to i32
  %28 = getelementptr i8, ptr %p, i32 8
  call void @llvm.nacl.atomic.store.i32(i32 %27, ptr %28, i32 6)
  %29 = lshr i128 %21, 96
  %30 = trunc i128 %29 to i32
  %31 = getelementptr i8, ptr %p, i32 12
  call void @llvm.nacl.atomic.store.i32(i32 %30, ptr %31, i32 6)
  %32 = call i8 @llvm.nacl.atomic.load.i8(ptr %p, i32 6)
  %33 = zext i8 %32 to i40
  %34 = getelementptr i8, ptr %p, i32 1
  %35 = call i8 @llvm.nacl.atomic.load.i8(ptr %34, i32 6)
  %36 = zext i8 %35 to i40
  %37 = shl i40 %36, 8
  %38 = or i40 %33, %37
  %39 = getelementptr i8, ptr %p, i32 2
  %40 = call i8 @llvm.nacl.atomic.load.i8(ptr %39, i32 6)
  %41 = zext i8 %40 to i40
  %42 = shl i40 %41, 16
  %43 = or i40 %38, %42
  %44 = getelementptr i8, ptr %p, i32 3
  %45 = call i8 @llvm.nacl.atomic.load.i8(ptr %44, i32 6)
  %46 = zext i8 %45 to i40
  %47 = shl i40 %46, 24
  %48 = or i40 %43, %47
  %49 = getelementptr i8, ptr %p, i32 4
  %50 = call i8 @llvm.nacl.atomic.load.i8(ptr %49, i32 6)
  %51 = zext i8 %50 to i40
  %52 = shl i40 %51, 32
  %53 = or i40 %48, %52
  %54 = trunc i40 %53 to i37
  %55 = zext i37 %54 to i40
  %56 = trunc i40 %55 to i8
  call void @llvm.nacl.atomic.store.i8(i8 %56, ptr %p, i32 6)
  %57 = lshr i40 %55, 8
  %58 = trunc i40 %57 to i8
  %59 = getelementptr i8, ptr %p, i32 1
  call void @llvm.nacl.atomic.store.i8(i8 %58, ptr %59, i32 6)
  %60 = lshr i40 %55, 16
  %61 = trunc i40 %60 to i8
  %62 = getelementptr i8, ptr %p, i32 2
  call void @llvm.nacl.atomic.store.i8(i8 %61, ptr %62, i32 6)
  %63 = lshr i40 %55, 24
  %64 = trunc i40 %63 to i8
  %65 = getelementptr i8, ptr %p, i32 3
  call void @llvm.nacl.atomic.store.i8(i8 %64, ptr %65, i32 6)
  %66 = lshr i40 %55, 32
  %67 = trunc i40 %66 to i8
  %68 = getelementptr i8, ptr %p, i32 4
  call void @llvm.nacl.atomic.store.i8(i8 %67, ptr %68, i32 6)
  %g = load i1024, ptr %p, align 4
  store i1024 %g, ptr %p, align 4
  ret void
}

declare i16 @llvm.nacl.atomic.load.i16(ptr, i32)

declare i8 @llvm.nacl.atomic.load.i8(ptr, i32)

declare void @llvm.nacl.atomic.store.i16(i16, ptr, i32)

declare void @llvm.nacl.atomic.store.i8(i8, ptr, i32)

declare i64 @llvm.nacl.atomic.load.i64(ptr, i32)

declare void @llvm.nacl.atomic.store.i32(i32, ptr, i32)
