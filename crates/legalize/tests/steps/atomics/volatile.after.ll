
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
  %c = or i24 %2, %6
  %7 = trunc i24 %c to i16
  call void @llvm.nacl.atomic.store.i16(i16 %7, ptr %p, i32 6)
  %8 = lshr i24 %c, 16
  %9 = trunc i24 %8 to i8
  %10 = getelementptr i8, ptr %p, i32 2
  call void @llvm.nacl.atomic.store.i8(i8 %9, ptr %10, i32 6)
  %11 = call i8 @llvm.nacl.atomic.load.i8(ptr %p, i32 6)
  %d = trunc i8 %11 to i1
  %12 = zext i1 %d to i8
  call void @llvm.nacl.atomic.store.i8(i8 %12, ptr %p, i32 6)
  %13 = call i64 @llvm.nacl.atomic.load.i64(ptr %p, i32 6)
  %14 = zext i64 %13 to i128
  %15 = getelementptr i8, ptr %p, i32 8
  %16 = call i64 @llvm.nacl.atomic.load.i64(ptr %15, i32 6)
  %17 = zext i64 %16 to i128
  %18 = shl i128 %17, 64
  %e = or i128 %14, %18
  %19 = trunc i128 %e to i32
  call void @llvm.nacl.atomic.store.i32(i32 %19, ptr %p, i32 6)
  %20 = lshr i128 %e, 32
  %21 = trunc i128 %20 to i32
  %22 = getelementptr i8, ptr %p, i32 4
  call void @llvm.nacl.atomic.store.i32(i32 %21, ptr %22, i32 6)
  %23 = lshr i128 %e, 64
  %24 = trunc i128 %23 to i32
  %25 = getelementptr i8, ptr %p, i32 8
  call void @llvm.nacl.atomic.store.i32(i32 %24, ptr %25, i32 6)
  %26 = lshr i128 %e, 96
  %27 = trunc i128 %26 to i32
  %28 = getelementptr i8, ptr %p, i32 12
  call void @llvm.nacl.atomic.store.i32(i32 %27, ptr %28, i32 6)
  %29 = call i8 @llvm.nacl.atomic.load.i8(ptr %p, i32 6)
  %30 = zext i8 %29 to i40
  %31 = getelementptr i8, ptr %p, i32 1
  %32 = call i8 @llvm.nacl.atomic.load.i8(ptr %31, i32 6)
  %33 = zext i8 %32 to i40
  %34 = shl i40 %33, 8
  %35 = or i40 %30, %34
  %36 = getelementptr i8, ptr %p, i32 2
  %37 = call i8 @llvm.nacl.atomic.load.i8(ptr %36, i32 6)
  %38 = zext i8 %37 to i40
  %39 = shl i40 %38, 16
  %40 = or i40 %35, %39
  %41 = getelementptr i8, ptr %p, i32 3
  %42 = call i8 @llvm.nacl.atomic.load.i8(ptr %41, i32 6)
  %43 = zext i8 %42 to i40
  %44 = shl i40 %43, 24
  %45 = or i40 %40, %44
  %46 = getelementptr i8, ptr %p, i32 4
  %47 = call i8 @llvm.nacl.atomic.load.i8(ptr %46, i32 6)
  %48 = zext i8 %47 to i40
  %49 = shl i40 %48, 32
  %50 = or i40 %45, %49
  %f = trunc i40 %50 to i37
  %51 = zext i37 %f to i40
  %52 = trunc i40 %51 to i8
  call void @llvm.nacl.atomic.store.i8(i8 %52, ptr %p, i32 6)
  %53 = lshr i40 %51, 8
  %54 = trunc i40 %53 to i8
  %55 = getelementptr i8, ptr %p, i32 1
  call void @llvm.nacl.atomic.store.i8(i8 %54, ptr %55, i32 6)
  %56 = lshr i40 %51, 16
  %57 = trunc i40 %56 to i8
  %58 = getelementptr i8, ptr %p, i32 2
  call void @llvm.nacl.atomic.store.i8(i8 %57, ptr %58, i32 6)
  %59 = lshr i40 %51, 24
  %60 = trunc i40 %59 to i8
  %61 = getelementptr i8, ptr %p, i32 3
  call void @llvm.nacl.atomic.store.i8(i8 %60, ptr %61, i32 6)
  %62 = lshr i40 %51, 32
  %63 = trunc i40 %62 to i8
  %64 = getelementptr i8, ptr %p, i32 4
  call void @llvm.nacl.atomic.store.i8(i8 %63, ptr %64, i32 6)
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
