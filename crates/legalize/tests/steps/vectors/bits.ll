; The same bits as something else, and vectors whose elements are no bytes.
define i64 @f(<2 x i32> %v, i64 %n, ptr %p) {
  %a = bitcast <2 x i32> %v to i64
  %b = bitcast i64 %n to <4 x i16>
  store <4 x i16> %b, ptr %p
  %c = bitcast <2 x i32> %v to <2 x float>
  store <2 x float> %c, ptr %p
  %d = bitcast <2 x i32> %v to double
  store double %d, ptr %p
  ret i64 %a
}
define i8 @g(<16 x i8> %v, ptr %p) {
  %less = icmp slt <16 x i8> %v, zeroinitializer
  %mask = bitcast <16 x i1> %less to i16
  store i16 %mask, ptr %p
  store <16 x i1> %less, ptr %p
  %some = load <4 x i1>, ptr %p
  %x = xor <4 x i1> %some, <i1 true, i1 true, i1 true, i1 true>
  %wide = zext <4 x i1> %x to <4 x i32>
  store <4 x i32> %wide, ptr %p
  %long = bitcast <16 x i8> %v to <2 x i64>
  store <2 x i64> %long, ptr %p
  ret i8 0
}
