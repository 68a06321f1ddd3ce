; Intrinsics of integers; results are those of native code.
; run: @sadd_8(i64 826726605106493459, i64 -280409581540212, i64 -1) == i64 159
; run: @sadd_8(i64 2147483647, i64 -27436496959006120, i64 2143289344) == i64 87
; run: @saddo_8(i64 100493124608, i64 -47730, i64 -1560) == i64 0
; run: @saddo_8(i64 -1, i64 -67, i64 1078530011) == i64 0
; run: @uadd_8(i64 127, i64 8641467498414, i64 172431662373) == i64 45
; run: @uadd_8(i64 517307026327, i64 -22618, i64 11678118845069) == i64 61
; run: @uaddo_8(i64 22270377, i64 2143289344, i64 162507) == i64 0
; run: @uaddo_8(i64 11683985, i64 2078245639660, i64 128) == i64 1
; run: @ssub_8(i64 9221120237041090560, i64 1864477388580226894, i64 -6314363) == i64 178
; run: @ssub_8(i64 -9223372036854775808, i64 9221120237041090560, i64 525115701711) == i64 0
; run: @ssubo_8(i64 4609434218613702656, i64 26, i64 1523825202) == i64 0
; run: @ssubo_8(i64 -75, i64 341107746256539349, i64 -210246465886656146) == i64 0
; run: @usub_8(i64 134448, i64 2483071998419186, i64 10630043) == i64 62
; run: @usub_8(i64 2751285418383, i64 8510990065650, i64 1) == i64 157
; run: @usubo_8(i64 -1, i64 16, i64 -57) == i64 0
; run: @usubo_8(i64 4609434218613702656, i64 -3516627, i64 276211529949549) == i64 1
; run: @smul_8(i64 -21, i64 -2503921, i64 1078530011) == i64 197
; run: @smul_8(i64 -74030, i64 -715274786796871433, i64 33) == i64 158
; run: @smulo_8(i64 -11178638104407, i64 -76289, i64 -60522831) == i64 0
; run: @smulo_8(i64 1658066815091, i64 -12979036139981633, i64 -9223372036854775808) == i64 1
; run: @umul_8(i64 205001, i64 4609434218613702656, i64 677323292828045691) == i64 0
; run: @umul_8(i64 300279593, i64 -100892, i64 1982956) == i64 132
; run: @umulo_8(i64 7856671203511179270, i64 -20502958480, i64 8) == i64 1
; run: @umulo_8(i64 262327, i64 675349, i64 -7737091) == i64 1
; run: @sadd_sat_8(i64 110, i64 23527033535799, i64 219314) == i64 127
; run: @sadd_sat_8(i64 -362506, i64 9221120237041090560, i64 -1263) == i64 246
; run: @uadd_sat_8(i64 -654035, i64 2296658423901430437, i64 150) == i64 210
; run: @uadd_sat_8(i64 1669052394608, i64 -9223372036854775808, i64 7619951301943) == i64 112
; run: @ssub_sat_8(i64 2147483647, i64 222929015176493991, i64 -376990577) == i64 88
; run: @ssub_sat_8(i64 -633987827538, i64 94111, i64 2147483647) == i64 15
; run: @usub_sat_8(i64 -1973466632517688718, i64 -49637255361692845, i64 2420087) == i64 31
; run: @usub_sat_8(i64 128, i64 77966573, i64 264) == i64 0
; run: @smax_8(i64 -5785293304959453, i64 2500069402490, i64 -130897852717) == i64 122
; run: @smax_8(i64 1197804735101396, i64 -1965187000294414016, i64 -41) == i64 64
; run: @smin_8(i64 41252, i64 -262175656, i64 2) == i64 36
; run: @smin_8(i64 -32250476, i64 1275498985, i64 514) == i64 148
; run: @umax_8(i64 2147483647, i64 249522713, i64 13384091366448) == i64 255
; run: @umax_8(i64 -19208, i64 4609434218613702656, i64 3619148397691584920) == i64 248
; run: @umin_8(i64 -10996470885, i64 546805317904026620, i64 9418452062127) == i64 155
; run: @umin_8(i64 7, i64 0, i64 592125) == i64 0
; run: @sshl_sat_8(i64 1221791290558422240, i64 -3028617, i64 12181167) == i64 128
; run: @sshl_sat_8(i64 -1893722262253, i64 439, i64 -30307440640011427) == i64 127
; run: @ushl_sat_8(i64 -841525153, i64 9, i64 128) == i64 190
; run: @ushl_sat_8(i64 9221120237041090560, i64 -177323570607, i64 -82251829099525737) == i64 0
; run: @scmp_8(i64 1, i64 157, i64 1) == i64 1
; run: @scmp_8(i64 14764488252266978, i64 4286578688, i64 2147483647) == i64 -1
; run: @ucmp_8(i64 -9208010343586373648, i64 -1720077240821, i64 1078530011) == i64 1
; run: @ucmp_8(i64 127, i64 9221120237041090560, i64 74) == i64 1
; run: @abs_8(i64 1342749860445, i64 -302765821859306, i64 1250899696048439) == i64 93
; run: @abs_8(i64 -78774304430502, i64 2143289344, i64 9221120237041090560) == i64 90
; run: @ctlz_8(i64 -19359408851786168, i64 2147483648, i64 2147483647) == i64 1
; run: @ctlz_8(i64 -1517853883, i64 7846287570199, i64 76322669) == i64 1
; run: @ctlzb_8(i64 1085529597, i64 201481913, i64 30725) == i64 0
; run: @ctlzb_8(i64 -50471831023645, i64 39198, i64 2143289344) == i64 0
; run: @cttz_8(i64 1, i64 9223372036854775807, i64 -25549) == i64 0
; run: @cttz_8(i64 -2068672189, i64 1836519986922864308, i64 -13) == i64 0
; run: @cttzb_8(i64 974, i64 2091071298337169, i64 -1258890182585390) == i64 6
; run: @cttzb_8(i64 -7011342, i64 349453, i64 -4577676) == i64 4
; run: @ctpop_8(i64 151, i64 4995986672, i64 284994352600066) == i64 5
; run: @ctpop_8(i64 0, i64 112754780419295189, i64 -69318263626461851) == i64 0
; run: @bitreverse_8(i64 6, i64 957, i64 2080203557270269) == i64 96
; run: @bitreverse_8(i64 11494061523577, i64 2147483647, i64 -33842576546997715) == i64 158
; run: @fshl_8(i64 286054127908176, i64 43362385, i64 555749578197420928) == i64 80
; run: @fshl_8(i64 98565, i64 271599031133093407, i64 -1822779648) == i64 5
; run: @fshl_8_0(i64 6587993, i64 11587227525, i64 463526179632230907) == i64 89
; run: @fshl_8_0(i64 640, i64 685741909340, i64 -4750354) == i64 128
; run: @fshl_8_1(i64 9221120237041090560, i64 -1588, i64 184769186379) == i64 1
; run: @fshl_8_1(i64 4286578688, i64 -38100549362640, i64 -9223372036854775808) == i64 0
; run: @fshl_8_5(i64 -9223372036854775808, i64 -92, i64 9223372036854775807) == i64 20
; run: @fshl_8_5(i64 3380029429399984, i64 3, i64 -9223372036854775808) == i64 0
; run: @fshl_8_7(i64 4286578688, i64 0, i64 -107859771998407) == i64 0
; run: @fshl_8_7(i64 52, i64 59192376962283051, i64 5699) == i64 21
; run: @fshl_8_8(i64 4210383453815031, i64 972601146560057, i64 10358934291) == i64 247
; run: @fshl_8_8(i64 -9223372036854775808, i64 27733, i64 414504) == i64 0
; run: @fshr_8(i64 -288138785228585736, i64 16281472943864, i64 188194028) == i64 143
; run: @fshr_8(i64 -278224, i64 1, i64 86) == i64 192
; run: @fshr_8_0(i64 0, i64 386809450886, i64 1683277429481311) == i64 134
; run: @fshr_8_0(i64 2147483648, i64 -4568941218070869248, i64 264676270974834) == i64 0
; run: @fshr_8_1(i64 -9223372036854775808, i64 3170884051678951010, i64 9221120237041090560) == i64 49
; run: @fshr_8_1(i64 -27928, i64 -22034232491, i64 128) == i64 42
; run: @fshr_8_5(i64 0, i64 2452532664801258, i64 0) == i64 7
; run: @fshr_8_5(i64 0, i64 182, i64 4387830478216889385) == i64 5
; run: @fshr_8_7(i64 120725528217350, i64 173210, i64 -1) == i64 13
; run: @fshr_8_7(i64 4426753188274459, i64 5329762743358, i64 391) == i64 54
; run: @fshr_8_8(i64 -85, i64 31438871115, i64 -92058992583) == i64 75
; run: @fshr_8_8(i64 -12, i64 1, i64 1) == i64 1
; run: @sadd_64(i64 1741, i64 127, i64 0) == i64 1868
; run: @sadd_64(i64 369652, i64 -231519991, i64 451738187683) == i64 -231150339
; run: @saddo_64(i64 270440, i64 3021688932, i64 2143289344) == i64 0
; run: @saddo_64(i64 -23432636, i64 14288136688, i64 -1266478) == i64 0
; run: @uadd_64(i64 -1, i64 -96, i64 506255929331) == i64 -97
; run: @uadd_64(i64 10, i64 4609434218613702656, i64 6351855138049558670) == i64 4609434218613702666
; run: @uaddo_64(i64 9223372036854775807, i64 1794380482512453073, i64 907624) == i64 0
; run: @uaddo_64(i64 -6339812128, i64 -527415208, i64 9223372036854775807) == i64 1
; run: @ssub_64(i64 109228, i64 4286578688, i64 10318477233774529) == i64 -4286469460
; run: @ssub_64(i64 1, i64 2377, i64 8570262226525219052) == i64 -2376
; run: @ssubo_64(i64 12301945755, i64 0, i64 4286578688) == i64 0
; run: @ssubo_64(i64 96592668281, i64 -13279775704, i64 127) == i64 0
; run: @usub_64(i64 804, i64 -6190324041476341212, i64 -5977166) == i64 6190324041476342016
; run: @usub_64(i64 5682314, i64 -228389, i64 3993652119731189) == i64 5910703
; run: @usubo_64(i64 328113816, i64 -1, i64 4286578688) == i64 1
; run: @usubo_64(i64 -252931420508706, i64 2143289344, i64 -30972424) == i64 0
; run: @smul_64(i64 -1135524317, i64 224559244, i64 2143289344) == i64 -254992482169136348
; run: @smul_64(i64 972639523387069052, i64 650154085947, i64 -2671) == i64 4189060752313830036
; run: @smulo_64(i64 4286578688, i64 10982728677012855, i64 -427) == i64 1
; run: @smulo_64(i64 2147483647, i64 15335, i64 5) == i64 0
; run: @umul_64(i64 0, i64 176367876616317, i64 2147483647) == i64 0
; run: @umul_64(i64 1386505509728521, i64 -229786431534743, i64 2012338110968941) == i64 6543361630505004465
; run: @umulo_64(i64 58669271401256572, i64 42490, i64 16048947065608937) == i64 1
; run: @umulo_64(i64 30, i64 0, i64 -5834266845418647801) == i64 0
; run: @sadd_sat_64(i64 -32302778, i64 26748718325233333, i64 -406033055314225) == i64 26748718292930555
; run: @sadd_sat_64(i64 0, i64 405343786720, i64 19007898) == i64 405343786720
; run: @uadd_sat_64(i64 -3370247374749, i64 2143289344, i64 128) == i64 -3368104085405
; run: @uadd_sat_64(i64 -3955532, i64 9223372036854775807, i64 -3) == i64 -1
; run: @ssub_sat_64(i64 -17764, i64 -1, i64 0) == i64 -17763
; run: @ssub_sat_64(i64 -2217, i64 -8828038705110465, i64 -9223372036854775808) == i64 8828038705108248
; run: @usub_sat_64(i64 14605714811535822, i64 1078530011, i64 3738344930378733347) == i64 14605713733005811
; run: @usub_sat_64(i64 128, i64 -4003638437595863453, i64 0) == i64 0
; run: @smax_64(i64 249, i64 -9223372036854775808, i64 128) == i64 249
; run: @smax_64(i64 -96628787, i64 394, i64 127) == i64 394
; run: @smin_64(i64 2147483648, i64 -3709382324655542, i64 -218213080120565041) == i64 -3709382324655542
; run: @smin_64(i64 1078530011, i64 23814055409938, i64 195) == i64 1078530011
; run: @umax_64(i64 2147483647, i64 463350933860, i64 123164) == i64 463350933860
; run: @umax_64(i64 375209844932920, i64 16489131595073403, i64 4286578688) == i64 16489131595073403
; run: @umin_64(i64 -7, i64 -28322900482898920, i64 9221120237041090560) == i64 -28322900482898920
; run: @umin_64(i64 -2761990862653250206, i64 -239, i64 241219) == i64 -2761990862653250206
; run: @sshl_sat_64(i64 0, i64 7728522654383657, i64 98812) == i64 0
; run: @sshl_sat_64(i64 7550612945102, i64 8073057716442645, i64 867) == i64 9223372036854775807
; run: @ushl_sat_64(i64 2, i64 -1111026889808165539, i64 161623362977398955) == i64 1073741824
; run: @ushl_sat_64(i64 -121, i64 -492657482630, i64 0) == i64 -1
; run: @scmp_64(i64 3992991809, i64 13819345664, i64 9221120237041090560) == i64 -1
; run: @scmp_64(i64 -111908307844942995, i64 9223372036854775807, i64 1013363164021827) == i64 -1
; run: @ucmp_64(i64 2147483647, i64 19106, i64 -887901) == i64 1
; run: @ucmp_64(i64 33574904620884427, i64 -11, i64 20292) == i64 -1
; run: @abs_64(i64 9223372036854775807, i64 72315, i64 -233) == i64 9223372036854775807
; run: @abs_64(i64 9117927531992533647, i64 261678600104238428, i64 9221120237041090560) == i64 9117927531992533647
; run: @ctlz_64(i64 1, i64 18846, i64 437621161) == i64 63
; run: @ctlz_64(i64 -1668939009697569, i64 128, i64 106577984) == i64 0
; run: @ctlzb_64(i64 -1287, i64 67, i64 39574618710745389) == i64 0
; run: @ctlzb_64(i64 1138744327721583034, i64 -5, i64 -11428355292682) == i64 4
; run: @cttz_64(i64 0, i64 -105, i64 -242996576772) == i64 64
; run: @cttz_64(i64 9221120237041090560, i64 9221120237041090560, i64 0) == i64 51
; run: @cttzb_64(i64 9221120237041090560, i64 -680392, i64 4286578688) == i64 51
; run: @cttzb_64(i64 13594137, i64 20041566, i64 4609434218613702656) == i64 4
; run: @ctpop_64(i64 1, i64 -5215071, i64 4418439) == i64 1
; run: @ctpop_64(i64 3103371341476, i64 81, i64 -715190074846) == i64 21
; run: @bitreverse_64(i64 -805, i64 4320690911058, i64 -396661496630869037) == i64 -2648116580893851649
; run: @bitreverse_64(i64 -1, i64 -147636, i64 -6597563030) == i64 -1
; run: @bswap_64(i64 2109239106673, i64 -20548324566, i64 1389258912454987) == i64 8186543674000211968
; run: @bswap_64(i64 223034, i64 5668946532340466, i64 9221120237041090560) == i64 4208335675335901184
; run: @fshl_64(i64 2147483647, i64 1, i64 3324013887328) == i64 9223372032559808512
; run: @fshl_64(i64 4609434218613702656, i64 -2606, i64 1644640977) == i64 131071
; run: @fshl_64_0(i64 2147483648, i64 3218738, i64 128) == i64 2147483648
; run: @fshl_64_0(i64 4091, i64 1, i64 103845901940629169) == i64 4091
; run: @fshl_64_1(i64 4609434218613702656, i64 -59, i64 -7) == i64 9218868437227405313
; run: @fshl_64_1(i64 -3, i64 904758, i64 2) == i64 -6
; run: @fshl_64_33(i64 -21, i64 2769929757644348, i64 4286578688) == i64 -180387336583
; run: @fshl_64_33(i64 -30836496, i64 35, i64 -1) == i64 -264883483686469632
; run: @fshl_64_63(i64 1443143174851, i64 31758900808757263, i64 1) == i64 -9207492586450397177
; run: @fshl_64_63(i64 2374705899, i64 3196147087, i64 -867480678) == i64 -9223372035256702265
; run: @fshl_64_64(i64 -1, i64 1564979092498492, i64 -4370) == i64 -1
; run: @fshl_64_64(i64 5787851809971665, i64 -81215, i64 -5878855357395092) == i64 5787851809971665
; run: @fshr_64(i64 -38, i64 102687612845869622, i64 127) == i64 -76
; run: @fshr_64(i64 2147483647, i64 -1077359921900, i64 48104741803521225) == i64 -2104218598
; run: @fshr_64_0(i64 1072, i64 104265851693606, i64 224447135569618814) == i64 104265851693606
; run: @fshr_64_0(i64 -9223372036854775808, i64 1973, i64 26) == i64 1973
; run: @fshr_64_1(i64 6139082, i64 -1, i64 -2366532180681) == i64 9223372036854775807
; run: @fshr_64_1(i64 -942489623585853, i64 4194228868322515471, i64 -6796544029968779240) == i64 -7126257602693518073
; run: @fshr_64_33(i64 8570521145690, i64 6792, i64 2147483648) == i64 -4796570354631835648
; run: @fshr_64_33(i64 -1008730719499, i64 2773811130, i64 8774) == i64 -7963668735359713280
; run: @fshr_64_63(i64 -61445582776, i64 2147483647, i64 -1636153558497798) == i64 -122891165552
; run: @fshr_64_63(i64 128, i64 -1, i64 -7) == i64 257
; run: @fshr_64_64(i64 127, i64 11, i64 -135301411826794102) == i64 11
; run: @fshr_64_64(i64 -273561, i64 0, i64 -11062086064112015) == i64 0
define i64 @sadd_8(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i8
  %bx = trunc i64 %b to i8
  %p = call {i8, i1} @llvm.sadd.with.overflow.i8(i8 %ax, i8 %bx)
  %q = extractvalue {i8, i1} %p, 0
  %r = zext i8 %q to i64
  ret i64 %r
}
define i64 @saddo_8(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i8
  %bx = trunc i64 %b to i8
  %p = call {i8, i1} @llvm.sadd.with.overflow.i8(i8 %ax, i8 %bx)
  %q = extractvalue {i8, i1} %p, 1
  %r = zext i1 %q to i64
  ret i64 %r
}
define i64 @uadd_8(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i8
  %bx = trunc i64 %b to i8
  %p = call {i8, i1} @llvm.uadd.with.overflow.i8(i8 %ax, i8 %bx)
  %q = extractvalue {i8, i1} %p, 0
  %r = zext i8 %q to i64
  ret i64 %r
}
define i64 @uaddo_8(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i8
  %bx = trunc i64 %b to i8
  %p = call {i8, i1} @llvm.uadd.with.overflow.i8(i8 %ax, i8 %bx)
  %q = extractvalue {i8, i1} %p, 1
  %r = zext i1 %q to i64
  ret i64 %r
}
define i64 @ssub_8(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i8
  %bx = trunc i64 %b to i8
  %p = call {i8, i1} @llvm.ssub.with.overflow.i8(i8 %ax, i8 %bx)
  %q = extractvalue {i8, i1} %p, 0
  %r = zext i8 %q to i64
  ret i64 %r
}
define i64 @ssubo_8(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i8
  %bx = trunc i64 %b to i8
  %p = call {i8, i1} @llvm.ssub.with.overflow.i8(i8 %ax, i8 %bx)
  %q = extractvalue {i8, i1} %p, 1
  %r = zext i1 %q to i64
  ret i64 %r
}
define i64 @usub_8(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i8
  %bx = trunc i64 %b to i8
  %p = call {i8, i1} @llvm.usub.with.overflow.i8(i8 %ax, i8 %bx)
  %q = extractvalue {i8, i1} %p, 0
  %r = zext i8 %q to i64
  ret i64 %r
}
define i64 @usubo_8(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i8
  %bx = trunc i64 %b to i8
  %p = call {i8, i1} @llvm.usub.with.overflow.i8(i8 %ax, i8 %bx)
  %q = extractvalue {i8, i1} %p, 1
  %r = zext i1 %q to i64
  ret i64 %r
}
define i64 @smul_8(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i8
  %bx = trunc i64 %b to i8
  %p = call {i8, i1} @llvm.smul.with.overflow.i8(i8 %ax, i8 %bx)
  %q = extractvalue {i8, i1} %p, 0
  %r = zext i8 %q to i64
  ret i64 %r
}
define i64 @smulo_8(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i8
  %bx = trunc i64 %b to i8
  %p = call {i8, i1} @llvm.smul.with.overflow.i8(i8 %ax, i8 %bx)
  %q = extractvalue {i8, i1} %p, 1
  %r = zext i1 %q to i64
  ret i64 %r
}
define i64 @umul_8(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i8
  %bx = trunc i64 %b to i8
  %p = call {i8, i1} @llvm.umul.with.overflow.i8(i8 %ax, i8 %bx)
  %q = extractvalue {i8, i1} %p, 0
  %r = zext i8 %q to i64
  ret i64 %r
}
define i64 @umulo_8(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i8
  %bx = trunc i64 %b to i8
  %p = call {i8, i1} @llvm.umul.with.overflow.i8(i8 %ax, i8 %bx)
  %q = extractvalue {i8, i1} %p, 1
  %r = zext i1 %q to i64
  ret i64 %r
}
define i64 @sadd_sat_8(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i8
  %bx = trunc i64 %b to i8
  %p = call i8 @llvm.sadd.sat.i8(i8 %ax, i8 %bx)
  %r = zext i8 %p to i64
  ret i64 %r
}
define i64 @uadd_sat_8(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i8
  %bx = trunc i64 %b to i8
  %p = call i8 @llvm.uadd.sat.i8(i8 %ax, i8 %bx)
  %r = zext i8 %p to i64
  ret i64 %r
}
define i64 @ssub_sat_8(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i8
  %bx = trunc i64 %b to i8
  %p = call i8 @llvm.ssub.sat.i8(i8 %ax, i8 %bx)
  %r = zext i8 %p to i64
  ret i64 %r
}
define i64 @usub_sat_8(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i8
  %bx = trunc i64 %b to i8
  %p = call i8 @llvm.usub.sat.i8(i8 %ax, i8 %bx)
  %r = zext i8 %p to i64
  ret i64 %r
}
define i64 @smax_8(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i8
  %bx = trunc i64 %b to i8
  %p = call i8 @llvm.smax.i8(i8 %ax, i8 %bx)
  %r = zext i8 %p to i64
  ret i64 %r
}
define i64 @smin_8(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i8
  %bx = trunc i64 %b to i8
  %p = call i8 @llvm.smin.i8(i8 %ax, i8 %bx)
  %r = zext i8 %p to i64
  ret i64 %r
}
define i64 @umax_8(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i8
  %bx = trunc i64 %b to i8
  %p = call i8 @llvm.umax.i8(i8 %ax, i8 %bx)
  %r = zext i8 %p to i64
  ret i64 %r
}
define i64 @umin_8(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i8
  %bx = trunc i64 %b to i8
  %p = call i8 @llvm.umin.i8(i8 %ax, i8 %bx)
  %r = zext i8 %p to i64
  ret i64 %r
}
define i64 @sshl_sat_8(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i8
  %bx = trunc i64 %b to i8
  %bm = and i8 %bx, 7
  %p = call i8 @llvm.sshl.sat.i8(i8 %ax, i8 %bm)
  %r = zext i8 %p to i64
  ret i64 %r
}
define i64 @ushl_sat_8(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i8
  %bx = trunc i64 %b to i8
  %bm = and i8 %bx, 7
  %p = call i8 @llvm.ushl.sat.i8(i8 %ax, i8 %bm)
  %r = zext i8 %p to i64
  ret i64 %r
}
define i64 @scmp_8(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i8
  %bx = trunc i64 %b to i8
  %p = call i8 @llvm.scmp.i8.i8(i8 %ax, i8 %bx)
  %r = sext i8 %p to i64
  ret i64 %r
}
define i64 @ucmp_8(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i8
  %bx = trunc i64 %b to i8
  %p = call i8 @llvm.ucmp.i8.i8(i8 %ax, i8 %bx)
  %r = sext i8 %p to i64
  ret i64 %r
}
define i64 @abs_8(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i8
  %p = call i8 @llvm.abs.i8(i8 %ax, i1 false)
  %r = zext i8 %p to i64
  ret i64 %r
}
define i64 @ctlz_8(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i8
  %p = call i8 @llvm.ctlz.i8(i8 %ax, i1 false)
  %r = zext i8 %p to i64
  ret i64 %r
}
define i64 @ctlzb_8(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i8
  %s = and i8 %ax, -16
  %p = call i8 @llvm.ctlz.i8(i8 %s, i1 false)
  %r = zext i8 %p to i64
  ret i64 %r
}
define i64 @cttz_8(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i8
  %p = call i8 @llvm.cttz.i8(i8 %ax, i1 false)
  %r = zext i8 %p to i64
  ret i64 %r
}
define i64 @cttzb_8(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i8
  %s = and i8 %ax, -16
  %p = call i8 @llvm.cttz.i8(i8 %s, i1 false)
  %r = zext i8 %p to i64
  ret i64 %r
}
define i64 @ctpop_8(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i8
  %p = call i8 @llvm.ctpop.i8(i8 %ax)
  %r = zext i8 %p to i64
  ret i64 %r
}
define i64 @bitreverse_8(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i8
  %p = call i8 @llvm.bitreverse.i8(i8 %ax)
  %r = zext i8 %p to i64
  ret i64 %r
}
define i64 @fshl_8(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i8
  %bx = trunc i64 %b to i8
  %cx = trunc i64 %c to i8
  %p = call i8 @llvm.fshl.i8(i8 %ax, i8 %bx, i8 %cx)
  %r = zext i8 %p to i64
  ret i64 %r
}
define i64 @fshl_8_0(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i8
  %bx = trunc i64 %b to i8
  %p = call i8 @llvm.fshl.i8(i8 %ax, i8 %bx, i8 0)
  %r = zext i8 %p to i64
  ret i64 %r
}
define i64 @fshl_8_1(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i8
  %bx = trunc i64 %b to i8
  %p = call i8 @llvm.fshl.i8(i8 %ax, i8 %bx, i8 1)
  %r = zext i8 %p to i64
  ret i64 %r
}
define i64 @fshl_8_5(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i8
  %bx = trunc i64 %b to i8
  %p = call i8 @llvm.fshl.i8(i8 %ax, i8 %bx, i8 5)
  %r = zext i8 %p to i64
  ret i64 %r
}
define i64 @fshl_8_7(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i8
  %bx = trunc i64 %b to i8
  %p = call i8 @llvm.fshl.i8(i8 %ax, i8 %bx, i8 7)
  %r = zext i8 %p to i64
  ret i64 %r
}
define i64 @fshl_8_8(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i8
  %bx = trunc i64 %b to i8
  %p = call i8 @llvm.fshl.i8(i8 %ax, i8 %bx, i8 8)
  %r = zext i8 %p to i64
  ret i64 %r
}
define i64 @fshr_8(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i8
  %bx = trunc i64 %b to i8
  %cx = trunc i64 %c to i8
  %p = call i8 @llvm.fshr.i8(i8 %ax, i8 %bx, i8 %cx)
  %r = zext i8 %p to i64
  ret i64 %r
}
define i64 @fshr_8_0(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i8
  %bx = trunc i64 %b to i8
  %p = call i8 @llvm.fshr.i8(i8 %ax, i8 %bx, i8 0)
  %r = zext i8 %p to i64
  ret i64 %r
}
define i64 @fshr_8_1(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i8
  %bx = trunc i64 %b to i8
  %p = call i8 @llvm.fshr.i8(i8 %ax, i8 %bx, i8 1)
  %r = zext i8 %p to i64
  ret i64 %r
}
define i64 @fshr_8_5(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i8
  %bx = trunc i64 %b to i8
  %p = call i8 @llvm.fshr.i8(i8 %ax, i8 %bx, i8 5)
  %r = zext i8 %p to i64
  ret i64 %r
}
define i64 @fshr_8_7(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i8
  %bx = trunc i64 %b to i8
  %p = call i8 @llvm.fshr.i8(i8 %ax, i8 %bx, i8 7)
  %r = zext i8 %p to i64
  ret i64 %r
}
define i64 @fshr_8_8(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i8
  %bx = trunc i64 %b to i8
  %p = call i8 @llvm.fshr.i8(i8 %ax, i8 %bx, i8 8)
  %r = zext i8 %p to i64
  ret i64 %r
}
define i64 @sadd_64(i64 %a, i64 %b, i64 %c) {
  %ax = add i64 %a, 0
  %bx = add i64 %b, 0
  %p = call {i64, i1} @llvm.sadd.with.overflow.i64(i64 %ax, i64 %bx)
  %q = extractvalue {i64, i1} %p, 0
  ret i64 %q
}
define i64 @saddo_64(i64 %a, i64 %b, i64 %c) {
  %ax = add i64 %a, 0
  %bx = add i64 %b, 0
  %p = call {i64, i1} @llvm.sadd.with.overflow.i64(i64 %ax, i64 %bx)
  %q = extractvalue {i64, i1} %p, 1
  %r = zext i1 %q to i64
  ret i64 %r
}
define i64 @uadd_64(i64 %a, i64 %b, i64 %c) {
  %ax = add i64 %a, 0
  %bx = add i64 %b, 0
  %p = call {i64, i1} @llvm.uadd.with.overflow.i64(i64 %ax, i64 %bx)
  %q = extractvalue {i64, i1} %p, 0
  ret i64 %q
}
define i64 @uaddo_64(i64 %a, i64 %b, i64 %c) {
  %ax = add i64 %a, 0
  %bx = add i64 %b, 0
  %p = call {i64, i1} @llvm.uadd.with.overflow.i64(i64 %ax, i64 %bx)
  %q = extractvalue {i64, i1} %p, 1
  %r = zext i1 %q to i64
  ret i64 %r
}
define i64 @ssub_64(i64 %a, i64 %b, i64 %c) {
  %ax = add i64 %a, 0
  %bx = add i64 %b, 0
  %p = call {i64, i1} @llvm.ssub.with.overflow.i64(i64 %ax, i64 %bx)
  %q = extractvalue {i64, i1} %p, 0
  ret i64 %q
}
define i64 @ssubo_64(i64 %a, i64 %b, i64 %c) {
  %ax = add i64 %a, 0
  %bx = add i64 %b, 0
  %p = call {i64, i1} @llvm.ssub.with.overflow.i64(i64 %ax, i64 %bx)
  %q = extractvalue {i64, i1} %p, 1
  %r = zext i1 %q to i64
  ret i64 %r
}
define i64 @usub_64(i64 %a, i64 %b, i64 %c) {
  %ax = add i64 %a, 0
  %bx = add i64 %b, 0
  %p = call {i64, i1} @llvm.usub.with.overflow.i64(i64 %ax, i64 %bx)
  %q = extractvalue {i64, i1} %p, 0
  ret i64 %q
}
define i64 @usubo_64(i64 %a, i64 %b, i64 %c) {
  %ax = add i64 %a, 0
  %bx = add i64 %b, 0
  %p = call {i64, i1} @llvm.usub.with.overflow.i64(i64 %ax, i64 %bx)
  %q = extractvalue {i64, i1} %p, 1
  %r = zext i1 %q to i64
  ret i64 %r
}
define i64 @smul_64(i64 %a, i64 %b, i64 %c) {
  %ax = add i64 %a, 0
  %bx = add i64 %b, 0
  %p = call {i64, i1} @llvm.smul.with.overflow.i64(i64 %ax, i64 %bx)
  %q = extractvalue {i64, i1} %p, 0
  ret i64 %q
}
define i64 @smulo_64(i64 %a, i64 %b, i64 %c) {
  %ax = add i64 %a, 0
  %bx = add i64 %b, 0
  %p = call {i64, i1} @llvm.smul.with.overflow.i64(i64 %ax, i64 %bx)
  %q = extractvalue {i64, i1} %p, 1
  %r = zext i1 %q to i64
  ret i64 %r
}
define i64 @umul_64(i64 %a, i64 %b, i64 %c) {
  %ax = add i64 %a, 0
  %bx = add i64 %b, 0
  %p = call {i64, i1} @llvm.umul.with.overflow.i64(i64 %ax, i64 %bx)
  %q = extractvalue {i64, i1} %p, 0
  ret i64 %q
}
define i64 @umulo_64(i64 %a, i64 %b, i64 %c) {
  %ax = add i64 %a, 0
  %bx = add i64 %b, 0
  %p = call {i64, i1} @llvm.umul.with.overflow.i64(i64 %ax, i64 %bx)
  %q = extractvalue {i64, i1} %p, 1
  %r = zext i1 %q to i64
  ret i64 %r
}
define i64 @sadd_sat_64(i64 %a, i64 %b, i64 %c) {
  %ax = add i64 %a, 0
  %bx = add i64 %b, 0
  %p = call i64 @llvm.sadd.sat.i64(i64 %ax, i64 %bx)
  ret i64 %p
}
define i64 @uadd_sat_64(i64 %a, i64 %b, i64 %c) {
  %ax = add i64 %a, 0
  %bx = add i64 %b, 0
  %p = call i64 @llvm.uadd.sat.i64(i64 %ax, i64 %bx)
  ret i64 %p
}
define i64 @ssub_sat_64(i64 %a, i64 %b, i64 %c) {
  %ax = add i64 %a, 0
  %bx = add i64 %b, 0
  %p = call i64 @llvm.ssub.sat.i64(i64 %ax, i64 %bx)
  ret i64 %p
}
define i64 @usub_sat_64(i64 %a, i64 %b, i64 %c) {
  %ax = add i64 %a, 0
  %bx = add i64 %b, 0
  %p = call i64 @llvm.usub.sat.i64(i64 %ax, i64 %bx)
  ret i64 %p
}
define i64 @smax_64(i64 %a, i64 %b, i64 %c) {
  %ax = add i64 %a, 0
  %bx = add i64 %b, 0
  %p = call i64 @llvm.smax.i64(i64 %ax, i64 %bx)
  ret i64 %p
}
define i64 @smin_64(i64 %a, i64 %b, i64 %c) {
  %ax = add i64 %a, 0
  %bx = add i64 %b, 0
  %p = call i64 @llvm.smin.i64(i64 %ax, i64 %bx)
  ret i64 %p
}
define i64 @umax_64(i64 %a, i64 %b, i64 %c) {
  %ax = add i64 %a, 0
  %bx = add i64 %b, 0
  %p = call i64 @llvm.umax.i64(i64 %ax, i64 %bx)
  ret i64 %p
}
define i64 @umin_64(i64 %a, i64 %b, i64 %c) {
  %ax = add i64 %a, 0
  %bx = add i64 %b, 0
  %p = call i64 @llvm.umin.i64(i64 %ax, i64 %bx)
  ret i64 %p
}
define i64 @sshl_sat_64(i64 %a, i64 %b, i64 %c) {
  %ax = add i64 %a, 0
  %bx = add i64 %b, 0
  %bm = and i64 %bx, 63
  %p = call i64 @llvm.sshl.sat.i64(i64 %ax, i64 %bm)
  ret i64 %p
}
define i64 @ushl_sat_64(i64 %a, i64 %b, i64 %c) {
  %ax = add i64 %a, 0
  %bx = add i64 %b, 0
  %bm = and i64 %bx, 63
  %p = call i64 @llvm.ushl.sat.i64(i64 %ax, i64 %bm)
  ret i64 %p
}
define i64 @scmp_64(i64 %a, i64 %b, i64 %c) {
  %ax = add i64 %a, 0
  %bx = add i64 %b, 0
  %p = call i8 @llvm.scmp.i8.i64(i64 %ax, i64 %bx)
  %r = sext i8 %p to i64
  ret i64 %r
}
define i64 @ucmp_64(i64 %a, i64 %b, i64 %c) {
  %ax = add i64 %a, 0
  %bx = add i64 %b, 0
  %p = call i8 @llvm.ucmp.i8.i64(i64 %ax, i64 %bx)
  %r = sext i8 %p to i64
  ret i64 %r
}
define i64 @abs_64(i64 %a, i64 %b, i64 %c) {
  %ax = add i64 %a, 0
  %p = call i64 @llvm.abs.i64(i64 %ax, i1 false)
  ret i64 %p
}
define i64 @ctlz_64(i64 %a, i64 %b, i64 %c) {
  %ax = add i64 %a, 0
  %p = call i64 @llvm.ctlz.i64(i64 %ax, i1 false)
  ret i64 %p
}
define i64 @ctlzb_64(i64 %a, i64 %b, i64 %c) {
  %ax = add i64 %a, 0
  %s = and i64 %ax, -16
  %p = call i64 @llvm.ctlz.i64(i64 %s, i1 false)
  ret i64 %p
}
define i64 @cttz_64(i64 %a, i64 %b, i64 %c) {
  %ax = add i64 %a, 0
  %p = call i64 @llvm.cttz.i64(i64 %ax, i1 false)
  ret i64 %p
}
define i64 @cttzb_64(i64 %a, i64 %b, i64 %c) {
  %ax = add i64 %a, 0
  %s = and i64 %ax, -16
  %p = call i64 @llvm.cttz.i64(i64 %s, i1 false)
  ret i64 %p
}
define i64 @ctpop_64(i64 %a, i64 %b, i64 %c) {
  %ax = add i64 %a, 0
  %p = call i64 @llvm.ctpop.i64(i64 %ax)
  ret i64 %p
}
define i64 @bitreverse_64(i64 %a, i64 %b, i64 %c) {
  %ax = add i64 %a, 0
  %p = call i64 @llvm.bitreverse.i64(i64 %ax)
  ret i64 %p
}
define i64 @bswap_64(i64 %a, i64 %b, i64 %c) {
  %ax = add i64 %a, 0
  %p = call i64 @llvm.bswap.i64(i64 %ax)
  ret i64 %p
}
define i64 @fshl_64(i64 %a, i64 %b, i64 %c) {
  %ax = add i64 %a, 0
  %bx = add i64 %b, 0
  %cx = add i64 %c, 0
  %p = call i64 @llvm.fshl.i64(i64 %ax, i64 %bx, i64 %cx)
  ret i64 %p
}
define i64 @fshl_64_0(i64 %a, i64 %b, i64 %c) {
  %ax = add i64 %a, 0
  %bx = add i64 %b, 0
  %p = call i64 @llvm.fshl.i64(i64 %ax, i64 %bx, i64 0)
  ret i64 %p
}
define i64 @fshl_64_1(i64 %a, i64 %b, i64 %c) {
  %ax = add i64 %a, 0
  %bx = add i64 %b, 0
  %p = call i64 @llvm.fshl.i64(i64 %ax, i64 %bx, i64 1)
  ret i64 %p
}
define i64 @fshl_64_33(i64 %a, i64 %b, i64 %c) {
  %ax = add i64 %a, 0
  %bx = add i64 %b, 0
  %p = call i64 @llvm.fshl.i64(i64 %ax, i64 %bx, i64 33)
  ret i64 %p
}
define i64 @fshl_64_63(i64 %a, i64 %b, i64 %c) {
  %ax = add i64 %a, 0
  %bx = add i64 %b, 0
  %p = call i64 @llvm.fshl.i64(i64 %ax, i64 %bx, i64 63)
  ret i64 %p
}
define i64 @fshl_64_64(i64 %a, i64 %b, i64 %c) {
  %ax = add i64 %a, 0
  %bx = add i64 %b, 0
  %p = call i64 @llvm.fshl.i64(i64 %ax, i64 %bx, i64 64)
  ret i64 %p
}
define i64 @fshr_64(i64 %a, i64 %b, i64 %c) {
  %ax = add i64 %a, 0
  %bx = add i64 %b, 0
  %cx = add i64 %c, 0
  %p = call i64 @llvm.fshr.i64(i64 %ax, i64 %bx, i64 %cx)
  ret i64 %p
}
define i64 @fshr_64_0(i64 %a, i64 %b, i64 %c) {
  %ax = add i64 %a, 0
  %bx = add i64 %b, 0
  %p = call i64 @llvm.fshr.i64(i64 %ax, i64 %bx, i64 0)
  ret i64 %p
}
define i64 @fshr_64_1(i64 %a, i64 %b, i64 %c) {
  %ax = add i64 %a, 0
  %bx = add i64 %b, 0
  %p = call i64 @llvm.fshr.i64(i64 %ax, i64 %bx, i64 1)
  ret i64 %p
}
define i64 @fshr_64_33(i64 %a, i64 %b, i64 %c) {
  %ax = add i64 %a, 0
  %bx = add i64 %b, 0
  %p = call i64 @llvm.fshr.i64(i64 %ax, i64 %bx, i64 33)
  ret i64 %p
}
define i64 @fshr_64_63(i64 %a, i64 %b, i64 %c) {
  %ax = add i64 %a, 0
  %bx = add i64 %b, 0
  %p = call i64 @llvm.fshr.i64(i64 %ax, i64 %bx, i64 63)
  ret i64 %p
}
define i64 @fshr_64_64(i64 %a, i64 %b, i64 %c) {
  %ax = add i64 %a, 0
  %bx = add i64 %b, 0
  %p = call i64 @llvm.fshr.i64(i64 %ax, i64 %bx, i64 64)
  ret i64 %p
}
declare i64 @llvm.abs.i64(i64, i1)
declare i64 @llvm.bitreverse.i64(i64)
declare i64 @llvm.bswap.i64(i64)
declare i64 @llvm.ctlz.i64(i64, i1)
declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.cttz.i64(i64, i1)
declare i64 @llvm.fshl.i64(i64, i64, i64)
declare i64 @llvm.fshr.i64(i64, i64, i64)
declare i64 @llvm.sadd.sat.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.sshl.sat.i64(i64, i64)
declare i64 @llvm.ssub.sat.i64(i64, i64)
declare i64 @llvm.uadd.sat.i64(i64, i64)
declare i64 @llvm.umax.i64(i64, i64)
declare i64 @llvm.umin.i64(i64, i64)
declare i64 @llvm.ushl.sat.i64(i64, i64)
declare i64 @llvm.usub.sat.i64(i64, i64)
declare i8 @llvm.abs.i8(i8, i1)
declare i8 @llvm.bitreverse.i8(i8)
declare i8 @llvm.ctlz.i8(i8, i1)
declare i8 @llvm.ctpop.i8(i8)
declare i8 @llvm.cttz.i8(i8, i1)
declare i8 @llvm.fshl.i8(i8, i8, i8)
declare i8 @llvm.fshr.i8(i8, i8, i8)
declare i8 @llvm.sadd.sat.i8(i8, i8)
declare i8 @llvm.scmp.i8.i64(i64, i64)
declare i8 @llvm.scmp.i8.i8(i8, i8)
declare i8 @llvm.smax.i8(i8, i8)
declare i8 @llvm.smin.i8(i8, i8)
declare i8 @llvm.sshl.sat.i8(i8, i8)
declare i8 @llvm.ssub.sat.i8(i8, i8)
declare i8 @llvm.uadd.sat.i8(i8, i8)
declare i8 @llvm.ucmp.i8.i64(i64, i64)
declare i8 @llvm.ucmp.i8.i8(i8, i8)
declare i8 @llvm.umax.i8(i8, i8)
declare i8 @llvm.umin.i8(i8, i8)
declare i8 @llvm.ushl.sat.i8(i8, i8)
declare i8 @llvm.usub.sat.i8(i8, i8)
declare {i64, i1} @llvm.sadd.with.overflow.i64(i64, i64)
declare {i64, i1} @llvm.smul.with.overflow.i64(i64, i64)
declare {i64, i1} @llvm.ssub.with.overflow.i64(i64, i64)
declare {i64, i1} @llvm.uadd.with.overflow.i64(i64, i64)
declare {i64, i1} @llvm.umul.with.overflow.i64(i64, i64)
declare {i64, i1} @llvm.usub.with.overflow.i64(i64, i64)
declare {i8, i1} @llvm.sadd.with.overflow.i8(i8, i8)
declare {i8, i1} @llvm.smul.with.overflow.i8(i8, i8)
declare {i8, i1} @llvm.ssub.with.overflow.i8(i8, i8)
declare {i8, i1} @llvm.uadd.with.overflow.i8(i8, i8)
declare {i8, i1} @llvm.umul.with.overflow.i8(i8, i8)
declare {i8, i1} @llvm.usub.with.overflow.i8(i8, i8)
