; Intrinsics that only vectors have.
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
declare i16 @llvm.vector.reduce.umax.v4i16(<4 x i16>)
declare float @llvm.vector.reduce.fadd.v4f32(float, <4 x float>)
declare float @llvm.vector.reduce.fmin.v2f32(<2 x float>)
declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, i32, <4 x i1>, <4 x i32>)
declare void @llvm.masked.scatter.v2i16.v2p0(<2 x i16>, <2 x ptr>, i32, <2 x i1>)
declare <4 x i32> @llvm.vector.insert.v4i32.v2i32(<4 x i32>, <2 x i32>, i64)
declare <4 x i32> @llvm.vector.reverse.v4i32(<4 x i32>)
define i32 @f(<4 x i32> %v, <4 x float> %f, ptr %p, <4 x i1> %mask) {
  %sum = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %v)
  %halves = trunc <4 x i32> %v to <4 x i16>
  %most = call i16 @llvm.vector.reduce.umax.v4i16(<4 x i16> %halves)
  %total = call float @llvm.vector.reduce.fadd.v4f32(float -0.0, <4 x float> %f)
  %two = shufflevector <4 x float> %f, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %least = call float @llvm.vector.reduce.fmin.v2f32(<2 x float> %two)
  store i16 %most, ptr %p
  store float %total, ptr %p
  store float %least, ptr %p
  %loaded = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %p, i32 4, <4 x i1> %mask, <4 x i32> %v)
  %part = call <4 x i32> @llvm.vector.insert.v4i32.v2i32(<4 x i32> %loaded, <2 x i32> <i32 1, i32 2>, i64 2)
  %reversed = call <4 x i32> @llvm.vector.reverse.v4i32(<4 x i32> %part)
  store <4 x i32> %reversed, ptr %p
  %places = insertelement <2 x ptr> zeroinitializer, ptr %p, i32 1
  call void @llvm.masked.scatter.v2i16.v2p0(<2 x i16> <i16 1, i16 2>, <2 x ptr> %places, i32 2, <2 x i1> <i1 false, i1 true>)
  ret i32 %sum
}
