; Integers of 96 and 128 bits; results are those of native code.
; run: @add_96(i64 826726605106493459, i64 -280409581540212, i64 -1) == i64 8927766792395505243
; run: @add_96(i64 2147483647, i64 -27436496959006120, i64 2143289344) == i64 6758669459733373773
; run: @sub_96(i64 100493124608, i64 -47730, i64 -1560) == i64 -8759836958852967817
; run: @sub_96(i64 -1, i64 -67, i64 1078530011) == i64 -4468611020864094142
; run: @mul_96(i64 127, i64 8641467498414, i64 172431662373) == i64 2845593094018791497
; run: @mul_96(i64 517307026327, i64 -22618, i64 11678118845069) == i64 -6651347952445240273
; run: @and_96(i64 22270377, i64 2143289344, i64 162507) == i64 2714696038108224770
; run: @and_96(i64 11683985, i64 2078245639660, i64 128) == i64 -7600240738593075317
; run: @or_96(i64 9221120237041090560, i64 1864477388580226894, i64 -6314363) == i64 6558945899330977540
; run: @or_96(i64 -9223372036854775808, i64 9221120237041090560, i64 525115701711) == i64 -7872751680417160235
; run: @xor_96(i64 4609434218613702656, i64 26, i64 1523825202) == i64 -2702213944011390946
; run: @xor_96(i64 -75, i64 341107746256539349, i64 -210246465886656146) == i64 6168020469288199664
; run: @shl_96(i64 134448, i64 2483071998419186, i64 10630043) == i64 -8807319071362908160
; run: @shl_96(i64 2751285418383, i64 8510990065650, i64 1) == i64 -7050069836182769576
; run: @lshr_96(i64 -1, i64 16, i64 -57) == i64 -10656161904151740
; run: @lshr_96(i64 4609434218613702656, i64 -3516627, i64 276211529949549) == i64 22565
; run: @ashr_96(i64 -21, i64 -2503921, i64 1078530011) == i64 -95473058
; run: @ashr_96(i64 -74030, i64 -715274786796871433, i64 33) == i64 -1147551
; run: @select_96(i64 -11178638104407, i64 -76289, i64 -60522831) == i64 4278982013941520570
; run: @select_96(i64 1658066815091, i64 -12979036139981633, i64 -9223372036854775808) == i64 -2465754246323261064
; run: @zext_96_128(i64 205001, i64 4609434218613702656, i64 677323292828045691) == i64 -8360609113706080739
; run: @zext_96_128(i64 300279593, i64 -100892, i64 1982956) == i64 8844441340347428199
; run: @sext_96_128(i64 7856671203511179270, i64 -20502958480, i64 8) == i64 8288398981668397590
; run: @sext_96_128(i64 262327, i64 675349, i64 -7737091) == i64 7308488401016852581
; run: @mem_96(i64 110, i64 23527033535799, i64 219314) == i64 -5447036744082118574
; run: @mem_96(i64 -362506, i64 9221120237041090560, i64 -1263) == i64 566117131031920259
; run: @memb_96(i64 -654035, i64 2296658423901430437, i64 150) == i64 3244443587837919577
; run: @memb_96(i64 1669052394608, i64 -9223372036854775808, i64 7619951301943) == i64 6065008675235459144
; run: @phi_96(i64 2147483647, i64 222929015176493991, i64 -376990577) == i64 -376730567613016708
; run: @phi_96(i64 -633987827538, i64 94111, i64 2147483647) == i64 4677479632095908956
; run: @switch_96(i64 -1973466632517688718, i64 -49637255361692845, i64 2420087) == i64 -397330510843297363
; run: @switch_96(i64 128, i64 77966573, i64 264) == i64 -9217964528674189091
; run: @call_96(i64 -5785293304959453, i64 2500069402490, i64 -130897852717) == i64 -6494696670685887695
; run: @call_96(i64 1197804735101396, i64 -1965187000294414016, i64 -41) == i64 5052588887993549346
; run: @gep_96(i64 41252, i64 -262175656, i64 2) == i64 77
; run: @gep_96(i64 -32250476, i64 1275498985, i64 514) == i64 77
; run: @add_128(i64 2147483647, i64 249522713, i64 13384091366448) == i64 -539309205575451693
; run: @add_128(i64 -19208, i64 4609434218613702656, i64 3619148397691584920) == i64 -7856345846774440767
; run: @sub_128(i64 -10996470885, i64 546805317904026620, i64 9418452062127) == i64 2136734237919305631
; run: @sub_128(i64 7, i64 0, i64 592125) == i64 117440864321543
; run: @mul_128(i64 1221791290558422240, i64 -3028617, i64 12181167) == i64 6983772762553611163
; run: @mul_128(i64 -1893722262253, i64 439, i64 -30307440640011427) == i64 -4724802775599202053
; run: @and_128(i64 -841525153, i64 9, i64 128) == i64 1731241187804297
; run: @and_128(i64 9221120237041090560, i64 -177323570607, i64 -82251829099525737) == i64 1825625529877745056
; run: @or_128(i64 1, i64 157, i64 1) == i64 2646376492981246
; run: @or_128(i64 14764488252266978, i64 4286578688, i64 2147483647) == i64 -3616501526360837946
; run: @xor_128(i64 -9208010343586373648, i64 -1720077240821, i64 1078530011) == i64 -5047976968402293187
; run: @xor_128(i64 127, i64 9221120237041090560, i64 74) == i64 9223250949865213827
; run: @shl_128(i64 1342749860445, i64 -302765821859306, i64 1250899696048439) == i64 -6803493888757024583
; run: @shl_128(i64 -78774304430502, i64 2143289344, i64 9221120237041090560) == i64 7543160318164375176
; run: @lshr_128(i64 -19359408851786168, i64 2147483648, i64 2147483647) == i64 4249118758926008137
; run: @lshr_128(i64 -1517853883, i64 7846287570199, i64 76322669) == i64 2196108660340718631
; run: @ashr_128(i64 1085529597, i64 201481913, i64 30725) == i64 2331157058977529858
; run: @ashr_128(i64 -50471831023645, i64 39198, i64 2143289344) == i64 -8357004620413433802
; run: @icmp_eq_128(i64 1, i64 9223372036854775807, i64 -25549) == i64 0
; run: @icmp_eq_128(i64 -2068672189, i64 1836519986922864308, i64 -13) == i64 0
; run: @icmp_ne_128(i64 974, i64 2091071298337169, i64 -1258890182585390) == i64 1
; run: @icmp_ne_128(i64 -7011342, i64 349453, i64 -4577676) == i64 1
; run: @icmp_ult_128(i64 151, i64 4995986672, i64 284994352600066) == i64 1
; run: @icmp_ult_128(i64 0, i64 112754780419295189, i64 -69318263626461851) == i64 1
; run: @icmp_ule_128(i64 6, i64 957, i64 2080203557270269) == i64 1
; run: @icmp_ule_128(i64 11494061523577, i64 2147483647, i64 -33842576546997715) == i64 0
; run: @icmp_ugt_128(i64 286054127908176, i64 43362385, i64 555749578197420928) == i64 1
; run: @icmp_ugt_128(i64 98565, i64 271599031133093407, i64 -1822779648) == i64 0
; run: @icmp_uge_128(i64 6587993, i64 11587227525, i64 463526179632230907) == i64 0
; run: @icmp_uge_128(i64 640, i64 685741909340, i64 -4750354) == i64 0
; run: @icmp_slt_128(i64 9221120237041090560, i64 -1588, i64 184769186379) == i64 0
; run: @icmp_slt_128(i64 4286578688, i64 -38100549362640, i64 -9223372036854775808) == i64 1
; run: @icmp_sle_128(i64 -9223372036854775808, i64 -92, i64 9223372036854775807) == i64 0
; run: @icmp_sle_128(i64 3380029429399984, i64 3, i64 -9223372036854775808) == i64 0
; run: @icmp_sgt_128(i64 4286578688, i64 0, i64 -107859771998407) == i64 1
; run: @icmp_sgt_128(i64 52, i64 59192376962283051, i64 5699) == i64 0
; run: @icmp_sge_128(i64 4210383453815031, i64 972601146560057, i64 10358934291) == i64 1
; run: @icmp_sge_128(i64 -9223372036854775808, i64 27733, i64 414504) == i64 0
; run: @select_128(i64 -288138785228585736, i64 16281472943864, i64 188194028) == i64 0
; run: @select_128(i64 -278224, i64 1, i64 86) == i64 0
; run: @mem_128(i64 0, i64 386809450886, i64 1683277429481311) == i64 3679718226164188406
; run: @mem_128(i64 2147483648, i64 -4568941218070869248, i64 264676270974834) == i64 5649348604379079352
; run: @memb_128(i64 -9223372036854775808, i64 3170884051678951010, i64 9221120237041090560) == i64 2681899749431545658
; run: @memb_128(i64 -27928, i64 -22034232491, i64 128) == i64 1579778346663785
; run: @phi_128(i64 0, i64 2452532664801258, i64 0) == i64 4765010883406010345
; run: @phi_128(i64 0, i64 182, i64 4387830478216889385) == i64 -8575436196635643749
; run: @switch_128(i64 120725528217350, i64 173210, i64 -1) == i64 5082991259068466680
; run: @switch_128(i64 4426753188274459, i64 5329762743358, i64 391) == i64 2181371157875861000
; run: @call_128(i64 -85, i64 31438871115, i64 -92058992583) == i64 -6139803744857862762
; run: @call_128(i64 -12, i64 1, i64 1) == i64 -814171954757747
; run: @gep_128(i64 1741, i64 127, i64 0) == i64 77
; run: @gep_128(i64 369652, i64 -231519991, i64 451738187683) == i64 77
define i64 @add_96(i64 %a, i64 %b, i64 %c) {
  %ax0 = zext i64 %a to i96
  %as = shl i96 %ax0, 56
  %ax1 = zext i64 %c to i96
  %ax2 = mul i96 %ax1, 12345678912345
  %ax3 = xor i96 %as, %ax2
  %ax = add i96 %ax3, %ax0
  %bx0 = zext i64 %b to i96
  %bs = shl i96 %bx0, 56
  %bx1 = zext i64 %c to i96
  %bx2 = mul i96 %bx1, 12345678912345
  %bx3 = xor i96 %bs, %bx2
  %bx = add i96 %bx3, %bx0
  %p = add i96 %ax, %bx
  %r0 = trunc i96 %p to i64
  %r1 = lshr i96 %p, 32
  %r2 = trunc i96 %r1 to i64
  %r3 = mul i64 %r2, 1000003
  %r = add i64 %r3, %r0
  ret i64 %r
}
define i64 @sub_96(i64 %a, i64 %b, i64 %c) {
  %ax0 = zext i64 %a to i96
  %as = shl i96 %ax0, 56
  %ax1 = zext i64 %c to i96
  %ax2 = mul i96 %ax1, 12345678912345
  %ax3 = xor i96 %as, %ax2
  %ax = add i96 %ax3, %ax0
  %bx0 = zext i64 %b to i96
  %bs = shl i96 %bx0, 56
  %bx1 = zext i64 %c to i96
  %bx2 = mul i96 %bx1, 12345678912345
  %bx3 = xor i96 %bs, %bx2
  %bx = add i96 %bx3, %bx0
  %p = sub i96 %ax, %bx
  %r0 = trunc i96 %p to i64
  %r1 = lshr i96 %p, 32
  %r2 = trunc i96 %r1 to i64
  %r3 = mul i64 %r2, 1000003
  %r = add i64 %r3, %r0
  ret i64 %r
}
define i64 @mul_96(i64 %a, i64 %b, i64 %c) {
  %ax0 = zext i64 %a to i96
  %as = shl i96 %ax0, 56
  %ax1 = zext i64 %c to i96
  %ax2 = mul i96 %ax1, 12345678912345
  %ax3 = xor i96 %as, %ax2
  %ax = add i96 %ax3, %ax0
  %bx0 = zext i64 %b to i96
  %bs = shl i96 %bx0, 56
  %bx1 = zext i64 %c to i96
  %bx2 = mul i96 %bx1, 12345678912345
  %bx3 = xor i96 %bs, %bx2
  %bx = add i96 %bx3, %bx0
  %p = mul i96 %ax, %bx
  %r0 = trunc i96 %p to i64
  %r1 = lshr i96 %p, 32
  %r2 = trunc i96 %r1 to i64
  %r3 = mul i64 %r2, 1000003
  %r = add i64 %r3, %r0
  ret i64 %r
}
define i64 @and_96(i64 %a, i64 %b, i64 %c) {
  %ax0 = zext i64 %a to i96
  %as = shl i96 %ax0, 56
  %ax1 = zext i64 %c to i96
  %ax2 = mul i96 %ax1, 12345678912345
  %ax3 = xor i96 %as, %ax2
  %ax = add i96 %ax3, %ax0
  %bx0 = zext i64 %b to i96
  %bs = shl i96 %bx0, 56
  %bx1 = zext i64 %c to i96
  %bx2 = mul i96 %bx1, 12345678912345
  %bx3 = xor i96 %bs, %bx2
  %bx = add i96 %bx3, %bx0
  %p = and i96 %ax, %bx
  %r0 = trunc i96 %p to i64
  %r1 = lshr i96 %p, 32
  %r2 = trunc i96 %r1 to i64
  %r3 = mul i64 %r2, 1000003
  %r = add i64 %r3, %r0
  ret i64 %r
}
define i64 @or_96(i64 %a, i64 %b, i64 %c) {
  %ax0 = zext i64 %a to i96
  %as = shl i96 %ax0, 56
  %ax1 = zext i64 %c to i96
  %ax2 = mul i96 %ax1, 12345678912345
  %ax3 = xor i96 %as, %ax2
  %ax = add i96 %ax3, %ax0
  %bx0 = zext i64 %b to i96
  %bs = shl i96 %bx0, 56
  %bx1 = zext i64 %c to i96
  %bx2 = mul i96 %bx1, 12345678912345
  %bx3 = xor i96 %bs, %bx2
  %bx = add i96 %bx3, %bx0
  %p = or i96 %ax, %bx
  %r0 = trunc i96 %p to i64
  %r1 = lshr i96 %p, 32
  %r2 = trunc i96 %r1 to i64
  %r3 = mul i64 %r2, 1000003
  %r = add i64 %r3, %r0
  ret i64 %r
}
define i64 @xor_96(i64 %a, i64 %b, i64 %c) {
  %ax0 = zext i64 %a to i96
  %as = shl i96 %ax0, 56
  %ax1 = zext i64 %c to i96
  %ax2 = mul i96 %ax1, 12345678912345
  %ax3 = xor i96 %as, %ax2
  %ax = add i96 %ax3, %ax0
  %bx0 = zext i64 %b to i96
  %bs = shl i96 %bx0, 56
  %bx1 = zext i64 %c to i96
  %bx2 = mul i96 %bx1, 12345678912345
  %bx3 = xor i96 %bs, %bx2
  %bx = add i96 %bx3, %bx0
  %p = xor i96 %ax, %bx
  %r0 = trunc i96 %p to i64
  %r1 = lshr i96 %p, 32
  %r2 = trunc i96 %r1 to i64
  %r3 = mul i64 %r2, 1000003
  %r = add i64 %r3, %r0
  ret i64 %r
}
define i64 @shl_96(i64 %a, i64 %b, i64 %c) {
  %ax0 = zext i64 %a to i96
  %as = shl i96 %ax0, 56
  %ax1 = zext i64 %c to i96
  %ax2 = mul i96 %ax1, 12345678912345
  %ax3 = xor i96 %as, %ax2
  %ax = add i96 %ax3, %ax0
  %bx0 = zext i64 %b to i96
  %bs = shl i96 %bx0, 56
  %bx1 = zext i64 %c to i96
  %bx2 = mul i96 %bx1, 12345678912345
  %bx3 = xor i96 %bs, %bx2
  %bx = add i96 %bx3, %bx0
  %m0 = and i64 %b, 8191
  %m1 = urem i64 %m0, 96
  %m = zext i64 %m1 to i96
  %p = shl i96 %ax, %m
  %r0 = trunc i96 %p to i64
  %r1 = lshr i96 %p, 32
  %r2 = trunc i96 %r1 to i64
  %r3 = mul i64 %r2, 1000003
  %r = add i64 %r3, %r0
  ret i64 %r
}
define i64 @lshr_96(i64 %a, i64 %b, i64 %c) {
  %ax0 = zext i64 %a to i96
  %as = shl i96 %ax0, 56
  %ax1 = zext i64 %c to i96
  %ax2 = mul i96 %ax1, 12345678912345
  %ax3 = xor i96 %as, %ax2
  %ax = add i96 %ax3, %ax0
  %bx0 = zext i64 %b to i96
  %bs = shl i96 %bx0, 56
  %bx1 = zext i64 %c to i96
  %bx2 = mul i96 %bx1, 12345678912345
  %bx3 = xor i96 %bs, %bx2
  %bx = add i96 %bx3, %bx0
  %m0 = and i64 %b, 8191
  %m1 = urem i64 %m0, 96
  %m = zext i64 %m1 to i96
  %p = lshr i96 %ax, %m
  %r0 = trunc i96 %p to i64
  %r1 = lshr i96 %p, 32
  %r2 = trunc i96 %r1 to i64
  %r3 = mul i64 %r2, 1000003
  %r = add i64 %r3, %r0
  ret i64 %r
}
define i64 @ashr_96(i64 %a, i64 %b, i64 %c) {
  %ax0 = zext i64 %a to i96
  %as = shl i96 %ax0, 56
  %ax1 = zext i64 %c to i96
  %ax2 = mul i96 %ax1, 12345678912345
  %ax3 = xor i96 %as, %ax2
  %ax = add i96 %ax3, %ax0
  %bx0 = zext i64 %b to i96
  %bs = shl i96 %bx0, 56
  %bx1 = zext i64 %c to i96
  %bx2 = mul i96 %bx1, 12345678912345
  %bx3 = xor i96 %bs, %bx2
  %bx = add i96 %bx3, %bx0
  %m0 = and i64 %b, 8191
  %m1 = urem i64 %m0, 96
  %m = zext i64 %m1 to i96
  %p = ashr i96 %ax, %m
  %r0 = trunc i96 %p to i64
  %r1 = lshr i96 %p, 32
  %r2 = trunc i96 %r1 to i64
  %r3 = mul i64 %r2, 1000003
  %r = add i64 %r3, %r0
  ret i64 %r
}
define i64 @select_96(i64 %a, i64 %b, i64 %c) {
  %ax0 = zext i64 %a to i96
  %as = shl i96 %ax0, 56
  %ax1 = zext i64 %c to i96
  %ax2 = mul i96 %ax1, 12345678912345
  %ax3 = xor i96 %as, %ax2
  %ax = add i96 %ax3, %ax0
  %bx0 = zext i64 %b to i96
  %bs = shl i96 %bx0, 56
  %bx1 = zext i64 %c to i96
  %bx2 = mul i96 %bx1, 12345678912345
  %bx3 = xor i96 %bs, %bx2
  %bx = add i96 %bx3, %bx0
  %k = icmp slt i64 %c, 0
  %p = select i1 %k, i96 %ax, i96 %bx
  %q = select i1 %k, i96 1, i96 %p
  %o = xor i96 %p, %q
  %r0 = trunc i96 %o to i64
  %r1 = lshr i96 %o, 32
  %r2 = trunc i96 %r1 to i64
  %r3 = mul i64 %r2, 1000003
  %r = add i64 %r3, %r0
  ret i64 %r
}
define i64 @zext_96_128(i64 %a, i64 %b, i64 %c) {
  %ax0 = zext i64 %a to i96
  %as = shl i96 %ax0, 56
  %ax1 = zext i64 %c to i96
  %ax2 = mul i96 %ax1, 12345678912345
  %ax3 = xor i96 %as, %ax2
  %ax = add i96 %ax3, %ax0
  %bx0 = zext i64 %b to i96
  %bs = shl i96 %bx0, 56
  %bx1 = zext i64 %c to i96
  %bx2 = mul i96 %bx1, 12345678912345
  %bx3 = xor i96 %bs, %bx2
  %bx = add i96 %bx3, %bx0
  %p = zext i96 %ax to i128
  %r0 = trunc i128 %p to i64
  %r1 = lshr i128 %p, 64
  %r2 = trunc i128 %r1 to i64
  %r3 = mul i64 %r2, 1000003
  %r = add i64 %r3, %r0
  ret i64 %r
}
define i64 @sext_96_128(i64 %a, i64 %b, i64 %c) {
  %ax0 = zext i64 %a to i96
  %as = shl i96 %ax0, 56
  %ax1 = zext i64 %c to i96
  %ax2 = mul i96 %ax1, 12345678912345
  %ax3 = xor i96 %as, %ax2
  %ax = add i96 %ax3, %ax0
  %bx0 = zext i64 %b to i96
  %bs = shl i96 %bx0, 56
  %bx1 = zext i64 %c to i96
  %bx2 = mul i96 %bx1, 12345678912345
  %bx3 = xor i96 %bs, %bx2
  %bx = add i96 %bx3, %bx0
  %p = sext i96 %ax to i128
  %r0 = trunc i128 %p to i64
  %r1 = lshr i128 %p, 64
  %r2 = trunc i128 %r1 to i64
  %r3 = mul i64 %r2, 1000003
  %r = add i64 %r3, %r0
  ret i64 %r
}
define i64 @mem_96(i64 %a, i64 %b, i64 %c) {
  %ax0 = zext i64 %a to i96
  %as = shl i96 %ax0, 56
  %ax1 = zext i64 %c to i96
  %ax2 = mul i96 %ax1, 12345678912345
  %ax3 = xor i96 %as, %ax2
  %ax = add i96 %ax3, %ax0
  %bx0 = zext i64 %b to i96
  %bs = shl i96 %bx0, 56
  %bx1 = zext i64 %c to i96
  %bx2 = mul i96 %bx1, 12345678912345
  %bx3 = xor i96 %bs, %bx2
  %bx = add i96 %bx3, %bx0
  %m = alloca [3 x i96]
  %m1 = getelementptr [3 x i96], ptr %m, i32 0, i32 1
  call void @llvm.memset.p0.i32(ptr %m, i8 85, i32 12, i1 false)
  store i96 %ax, ptr %m1
  %p = load i96, ptr %m1
  store i96 %bx, ptr %m1
  store i96 -1, ptr %m1
  %q = load i96, ptr %m1
  %x = xor i96 %p, %q
  %r0 = trunc i96 %x to i64
  %r1 = lshr i96 %x, 32
  %r2 = trunc i96 %r1 to i64
  %r3 = mul i64 %r2, 1000003
  %r = add i64 %r3, %r0
  ret i64 %r
}
define i64 @memb_96(i64 %a, i64 %b, i64 %c) {
  %ax0 = zext i64 %a to i96
  %as = shl i96 %ax0, 56
  %ax1 = zext i64 %c to i96
  %ax2 = mul i96 %ax1, 12345678912345
  %ax3 = xor i96 %as, %ax2
  %ax = add i96 %ax3, %ax0
  %bx0 = zext i64 %b to i96
  %bs = shl i96 %bx0, 56
  %bx1 = zext i64 %c to i96
  %bx2 = mul i96 %bx1, 12345678912345
  %bx3 = xor i96 %bs, %bx2
  %bx = add i96 %bx3, %bx0
  %m = alloca [2 x i64]
  store [2 x i64] zeroinitializer, ptr %m
  store i96 %ax, ptr %m, align 1
  %e = getelementptr i8, ptr %m, i32 8
  %y = load i64, ptr %e
  %z = load i64, ptr %m
  %r = add i64 %y, %z
  ret i64 %r
}
define i64 @phi_96(i64 %a, i64 %b, i64 %c) {
  %ax0 = zext i64 %a to i96
  %as = shl i96 %ax0, 56
  %ax1 = zext i64 %c to i96
  %ax2 = mul i96 %ax1, 12345678912345
  %ax3 = xor i96 %as, %ax2
  %ax = add i96 %ax3, %ax0
  %bx0 = zext i64 %b to i96
  %bs = shl i96 %bx0, 56
  %bx1 = zext i64 %c to i96
  %bx2 = mul i96 %bx1, 12345678912345
  %bx3 = xor i96 %bs, %bx2
  %bx = add i96 %bx3, %bx0
  %n = and i64 %c, 15
  br label %l
l:
  %i = phi i64 [ 0, %0 ], [ %i1, %l ]
  %p = phi i96 [ %ax, %0 ], [ %p2, %l ]
  %p1 = phi i96 [ %bx, %0 ], [ %p, %l ]
  %pc = phi i96 [ -1, %0 ], [ %p1, %l ]
  %pa = add i96 %p, %p1
  %p2 = add i96 %pa, %pc
  %i1 = add i64 %i, 1
  %d = icmp uge i64 %i1, %n
  br i1 %d, label %e, label %l
e:
  %r0 = trunc i96 %p2 to i64
  %r1 = lshr i96 %p2, 32
  %r2 = trunc i96 %r1 to i64
  %r3 = mul i64 %r2, 1000003
  %r = add i64 %r3, %r0
  ret i64 %r
}
define i64 @switch_96(i64 %a, i64 %b, i64 %c) {
  %ax0 = zext i64 %a to i96
  %as = shl i96 %ax0, 56
  %ax1 = zext i64 %c to i96
  %ax2 = mul i96 %ax1, 12345678912345
  %ax3 = xor i96 %as, %ax2
  %ax = add i96 %ax3, %ax0
  %bx0 = zext i64 %b to i96
  %bs = shl i96 %bx0, 56
  %bx1 = zext i64 %c to i96
  %bx2 = mul i96 %bx1, 12345678912345
  %bx3 = xor i96 %bs, %bx2
  %bx = add i96 %bx3, %bx0
  %m = and i96 %ax, -3
  switch i96 %m, label %d [ i96 0, label %x
  i96 1, label %y
  i96 -4, label %d
  i96 -3, label %x ]
x:
  %t = phi i64 [ 5, %0 ], [ 5, %0 ]
  ret i64 %t
y:
  ret i64 7
d:
  %q = phi i96 [ %m, %0 ], [ %m, %0 ]
  %r0 = trunc i96 %q to i64
  %r1 = lshr i96 %q, 32
  %r2 = trunc i96 %r1 to i64
  %r3 = mul i64 %r2, 1000003
  %r = add i64 %r3, %r0
  ret i64 %r
}
define signext i96 @callee_96(i64 %u, i96 signext %v, i96 %z) noinline {
  %s = shl i96 %v, 1
  %t = sub i96 %s, %z
  %uc = icmp eq i64 %u, 0
  %t2 = select i1 %uc, i96 1, i96 %t
  ret i96 %t2
}
define i64 @call_96(i64 %a, i64 %b, i64 %c) {
  %ax0 = zext i64 %a to i96
  %as = shl i96 %ax0, 56
  %ax1 = zext i64 %c to i96
  %ax2 = mul i96 %ax1, 12345678912345
  %ax3 = xor i96 %as, %ax2
  %ax = add i96 %ax3, %ax0
  %bx0 = zext i64 %b to i96
  %bs = shl i96 %bx0, 56
  %bx1 = zext i64 %c to i96
  %bx2 = mul i96 %bx1, 12345678912345
  %bx3 = xor i96 %bs, %bx2
  %bx = add i96 %bx3, %bx0
  %p = call signext i96 @callee_96(i64 %c, i96 signext %ax, i96 %bx)
  %f = select i1 true, ptr @callee_96, ptr null
  %q = call i96 %f(i64 %a, i96 %p, i96 -1)
  %r0 = trunc i96 %q to i64
  %r1 = lshr i96 %q, 32
  %r2 = trunc i96 %r1 to i64
  %r3 = mul i64 %r2, 1000003
  %r = add i64 %r3, %r0
  ret i64 %r
}
define i64 @gep_96(i64 %a, i64 %b, i64 %c) {
  %ax0 = zext i64 %a to i96
  %as = shl i96 %ax0, 56
  %ax1 = zext i64 %c to i96
  %ax2 = mul i96 %ax1, 12345678912345
  %ax3 = xor i96 %as, %ax2
  %ax = add i96 %ax3, %ax0
  %bx0 = zext i64 %b to i96
  %bs = shl i96 %bx0, 56
  %bx1 = zext i64 %c to i96
  %bx2 = mul i96 %bx1, 12345678912345
  %bx3 = xor i96 %bs, %bx2
  %bx = add i96 %bx3, %bx0
  %m = alloca [64 x i64]
  store [64 x i64] zeroinitializer, ptr %m
  %h = getelementptr [64 x i64], ptr %m, i32 0, i32 32
  %i = lshr i96 %ax, 91
  %j = sub i96 %i, 16
  %g = getelementptr i64, ptr %h, i96 %j
  store i64 77, ptr %g
  %k = sext i96 %j to i300
  %kk = trunc i300 %k to i32
  %g2 = getelementptr i64, ptr %h, i32 %kk
  %r = load i64, ptr %g2
  ret i64 %r
}
define i64 @add_128(i64 %a, i64 %b, i64 %c) {
  %ax0 = zext i64 %a to i128
  %as = shl i128 %ax0, 88
  %ax1 = zext i64 %c to i128
  %ax2 = mul i128 %ax1, 12345678912345
  %ax3 = xor i128 %as, %ax2
  %ax = add i128 %ax3, %ax0
  %bx0 = zext i64 %b to i128
  %bs = shl i128 %bx0, 88
  %bx1 = zext i64 %c to i128
  %bx2 = mul i128 %bx1, 12345678912345
  %bx3 = xor i128 %bs, %bx2
  %bx = add i128 %bx3, %bx0
  %p = add i128 %ax, %bx
  %r0 = trunc i128 %p to i64
  %r1 = lshr i128 %p, 64
  %r2 = trunc i128 %r1 to i64
  %r3 = mul i64 %r2, 1000003
  %r = add i64 %r3, %r0
  ret i64 %r
}
define i64 @sub_128(i64 %a, i64 %b, i64 %c) {
  %ax0 = zext i64 %a to i128
  %as = shl i128 %ax0, 88
  %ax1 = zext i64 %c to i128
  %ax2 = mul i128 %ax1, 12345678912345
  %ax3 = xor i128 %as, %ax2
  %ax = add i128 %ax3, %ax0
  %bx0 = zext i64 %b to i128
  %bs = shl i128 %bx0, 88
  %bx1 = zext i64 %c to i128
  %bx2 = mul i128 %bx1, 12345678912345
  %bx3 = xor i128 %bs, %bx2
  %bx = add i128 %bx3, %bx0
  %p = sub i128 %ax, %bx
  %r0 = trunc i128 %p to i64
  %r1 = lshr i128 %p, 64
  %r2 = trunc i128 %r1 to i64
  %r3 = mul i64 %r2, 1000003
  %r = add i64 %r3, %r0
  ret i64 %r
}
define i64 @mul_128(i64 %a, i64 %b, i64 %c) {
  %ax0 = zext i64 %a to i128
  %as = shl i128 %ax0, 88
  %ax1 = zext i64 %c to i128
  %ax2 = mul i128 %ax1, 12345678912345
  %ax3 = xor i128 %as, %ax2
  %ax = add i128 %ax3, %ax0
  %bx0 = zext i64 %b to i128
  %bs = shl i128 %bx0, 88
  %bx1 = zext i64 %c to i128
  %bx2 = mul i128 %bx1, 12345678912345
  %bx3 = xor i128 %bs, %bx2
  %bx = add i128 %bx3, %bx0
  %p = mul i128 %ax, %bx
  %r0 = trunc i128 %p to i64
  %r1 = lshr i128 %p, 64
  %r2 = trunc i128 %r1 to i64
  %r3 = mul i64 %r2, 1000003
  %r = add i64 %r3, %r0
  ret i64 %r
}
define i64 @and_128(i64 %a, i64 %b, i64 %c) {
  %ax0 = zext i64 %a to i128
  %as = shl i128 %ax0, 88
  %ax1 = zext i64 %c to i128
  %ax2 = mul i128 %ax1, 12345678912345
  %ax3 = xor i128 %as, %ax2
  %ax = add i128 %ax3, %ax0
  %bx0 = zext i64 %b to i128
  %bs = shl i128 %bx0, 88
  %bx1 = zext i64 %c to i128
  %bx2 = mul i128 %bx1, 12345678912345
  %bx3 = xor i128 %bs, %bx2
  %bx = add i128 %bx3, %bx0
  %p = and i128 %ax, %bx
  %r0 = trunc i128 %p to i64
  %r1 = lshr i128 %p, 64
  %r2 = trunc i128 %r1 to i64
  %r3 = mul i64 %r2, 1000003
  %r = add i64 %r3, %r0
  ret i64 %r
}
define i64 @or_128(i64 %a, i64 %b, i64 %c) {
  %ax0 = zext i64 %a to i128
  %as = shl i128 %ax0, 88
  %ax1 = zext i64 %c to i128
  %ax2 = mul i128 %ax1, 12345678912345
  %ax3 = xor i128 %as, %ax2
  %ax = add i128 %ax3, %ax0
  %bx0 = zext i64 %b to i128
  %bs = shl i128 %bx0, 88
  %bx1 = zext i64 %c to i128
  %bx2 = mul i128 %bx1, 12345678912345
  %bx3 = xor i128 %bs, %bx2
  %bx = add i128 %bx3, %bx0
  %p = or i128 %ax, %bx
  %r0 = trunc i128 %p to i64
  %r1 = lshr i128 %p, 64
  %r2 = trunc i128 %r1 to i64
  %r3 = mul i64 %r2, 1000003
  %r = add i64 %r3, %r0
  ret i64 %r
}
define i64 @xor_128(i64 %a, i64 %b, i64 %c) {
  %ax0 = zext i64 %a to i128
  %as = shl i128 %ax0, 88
  %ax1 = zext i64 %c to i128
  %ax2 = mul i128 %ax1, 12345678912345
  %ax3 = xor i128 %as, %ax2
  %ax = add i128 %ax3, %ax0
  %bx0 = zext i64 %b to i128
  %bs = shl i128 %bx0, 88
  %bx1 = zext i64 %c to i128
  %bx2 = mul i128 %bx1, 12345678912345
  %bx3 = xor i128 %bs, %bx2
  %bx = add i128 %bx3, %bx0
  %p = xor i128 %ax, %bx
  %r0 = trunc i128 %p to i64
  %r1 = lshr i128 %p, 64
  %r2 = trunc i128 %r1 to i64
  %r3 = mul i64 %r2, 1000003
  %r = add i64 %r3, %r0
  ret i64 %r
}
define i64 @shl_128(i64 %a, i64 %b, i64 %c) {
  %ax0 = zext i64 %a to i128
  %as = shl i128 %ax0, 88
  %ax1 = zext i64 %c to i128
  %ax2 = mul i128 %ax1, 12345678912345
  %ax3 = xor i128 %as, %ax2
  %ax = add i128 %ax3, %ax0
  %bx0 = zext i64 %b to i128
  %bs = shl i128 %bx0, 88
  %bx1 = zext i64 %c to i128
  %bx2 = mul i128 %bx1, 12345678912345
  %bx3 = xor i128 %bs, %bx2
  %bx = add i128 %bx3, %bx0
  %m0 = and i64 %b, 8191
  %m1 = urem i64 %m0, 128
  %m = zext i64 %m1 to i128
  %p = shl i128 %ax, %m
  %r0 = trunc i128 %p to i64
  %r1 = lshr i128 %p, 64
  %r2 = trunc i128 %r1 to i64
  %r3 = mul i64 %r2, 1000003
  %r = add i64 %r3, %r0
  ret i64 %r
}
define i64 @lshr_128(i64 %a, i64 %b, i64 %c) {
  %ax0 = zext i64 %a to i128
  %as = shl i128 %ax0, 88
  %ax1 = zext i64 %c to i128
  %ax2 = mul i128 %ax1, 12345678912345
  %ax3 = xor i128 %as, %ax2
  %ax = add i128 %ax3, %ax0
  %bx0 = zext i64 %b to i128
  %bs = shl i128 %bx0, 88
  %bx1 = zext i64 %c to i128
  %bx2 = mul i128 %bx1, 12345678912345
  %bx3 = xor i128 %bs, %bx2
  %bx = add i128 %bx3, %bx0
  %m0 = and i64 %b, 8191
  %m1 = urem i64 %m0, 128
  %m = zext i64 %m1 to i128
  %p = lshr i128 %ax, %m
  %r0 = trunc i128 %p to i64
  %r1 = lshr i128 %p, 64
  %r2 = trunc i128 %r1 to i64
  %r3 = mul i64 %r2, 1000003
  %r = add i64 %r3, %r0
  ret i64 %r
}
define i64 @ashr_128(i64 %a, i64 %b, i64 %c) {
  %ax0 = zext i64 %a to i128
  %as = shl i128 %ax0, 88
  %ax1 = zext i64 %c to i128
  %ax2 = mul i128 %ax1, 12345678912345
  %ax3 = xor i128 %as, %ax2
  %ax = add i128 %ax3, %ax0
  %bx0 = zext i64 %b to i128
  %bs = shl i128 %bx0, 88
  %bx1 = zext i64 %c to i128
  %bx2 = mul i128 %bx1, 12345678912345
  %bx3 = xor i128 %bs, %bx2
  %bx = add i128 %bx3, %bx0
  %m0 = and i64 %b, 8191
  %m1 = urem i64 %m0, 128
  %m = zext i64 %m1 to i128
  %p = ashr i128 %ax, %m
  %r0 = trunc i128 %p to i64
  %r1 = lshr i128 %p, 64
  %r2 = trunc i128 %r1 to i64
  %r3 = mul i64 %r2, 1000003
  %r = add i64 %r3, %r0
  ret i64 %r
}
define i64 @icmp_eq_128(i64 %a, i64 %b, i64 %c) {
  %ax0 = zext i64 %a to i128
  %as = shl i128 %ax0, 88
  %ax1 = zext i64 %c to i128
  %ax2 = mul i128 %ax1, 12345678912345
  %ax3 = xor i128 %as, %ax2
  %ax = add i128 %ax3, %ax0
  %bx0 = zext i64 %b to i128
  %bs = shl i128 %bx0, 88
  %bx1 = zext i64 %c to i128
  %bx2 = mul i128 %bx1, 12345678912345
  %bx3 = xor i128 %bs, %bx2
  %bx = add i128 %bx3, %bx0
  %p = icmp eq i128 %ax, %bx
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @icmp_ne_128(i64 %a, i64 %b, i64 %c) {
  %ax0 = zext i64 %a to i128
  %as = shl i128 %ax0, 88
  %ax1 = zext i64 %c to i128
  %ax2 = mul i128 %ax1, 12345678912345
  %ax3 = xor i128 %as, %ax2
  %ax = add i128 %ax3, %ax0
  %bx0 = zext i64 %b to i128
  %bs = shl i128 %bx0, 88
  %bx1 = zext i64 %c to i128
  %bx2 = mul i128 %bx1, 12345678912345
  %bx3 = xor i128 %bs, %bx2
  %bx = add i128 %bx3, %bx0
  %p = icmp ne i128 %ax, %bx
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @icmp_ult_128(i64 %a, i64 %b, i64 %c) {
  %ax0 = zext i64 %a to i128
  %as = shl i128 %ax0, 88
  %ax1 = zext i64 %c to i128
  %ax2 = mul i128 %ax1, 12345678912345
  %ax3 = xor i128 %as, %ax2
  %ax = add i128 %ax3, %ax0
  %bx0 = zext i64 %b to i128
  %bs = shl i128 %bx0, 88
  %bx1 = zext i64 %c to i128
  %bx2 = mul i128 %bx1, 12345678912345
  %bx3 = xor i128 %bs, %bx2
  %bx = add i128 %bx3, %bx0
  %p = icmp ult i128 %ax, %bx
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @icmp_ule_128(i64 %a, i64 %b, i64 %c) {
  %ax0 = zext i64 %a to i128
  %as = shl i128 %ax0, 88
  %ax1 = zext i64 %c to i128
  %ax2 = mul i128 %ax1, 12345678912345
  %ax3 = xor i128 %as, %ax2
  %ax = add i128 %ax3, %ax0
  %bx0 = zext i64 %b to i128
  %bs = shl i128 %bx0, 88
  %bx1 = zext i64 %c to i128
  %bx2 = mul i128 %bx1, 12345678912345
  %bx3 = xor i128 %bs, %bx2
  %bx = add i128 %bx3, %bx0
  %p = icmp ule i128 %ax, %bx
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @icmp_ugt_128(i64 %a, i64 %b, i64 %c) {
  %ax0 = zext i64 %a to i128
  %as = shl i128 %ax0, 88
  %ax1 = zext i64 %c to i128
  %ax2 = mul i128 %ax1, 12345678912345
  %ax3 = xor i128 %as, %ax2
  %ax = add i128 %ax3, %ax0
  %bx0 = zext i64 %b to i128
  %bs = shl i128 %bx0, 88
  %bx1 = zext i64 %c to i128
  %bx2 = mul i128 %bx1, 12345678912345
  %bx3 = xor i128 %bs, %bx2
  %bx = add i128 %bx3, %bx0
  %p = icmp ugt i128 %ax, %bx
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @icmp_uge_128(i64 %a, i64 %b, i64 %c) {
  %ax0 = zext i64 %a to i128
  %as = shl i128 %ax0, 88
  %ax1 = zext i64 %c to i128
  %ax2 = mul i128 %ax1, 12345678912345
  %ax3 = xor i128 %as, %ax2
  %ax = add i128 %ax3, %ax0
  %bx0 = zext i64 %b to i128
  %bs = shl i128 %bx0, 88
  %bx1 = zext i64 %c to i128
  %bx2 = mul i128 %bx1, 12345678912345
  %bx3 = xor i128 %bs, %bx2
  %bx = add i128 %bx3, %bx0
  %p = icmp uge i128 %ax, %bx
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @icmp_slt_128(i64 %a, i64 %b, i64 %c) {
  %ax0 = zext i64 %a to i128
  %as = shl i128 %ax0, 88
  %ax1 = zext i64 %c to i128
  %ax2 = mul i128 %ax1, 12345678912345
  %ax3 = xor i128 %as, %ax2
  %ax = add i128 %ax3, %ax0
  %bx0 = zext i64 %b to i128
  %bs = shl i128 %bx0, 88
  %bx1 = zext i64 %c to i128
  %bx2 = mul i128 %bx1, 12345678912345
  %bx3 = xor i128 %bs, %bx2
  %bx = add i128 %bx3, %bx0
  %p = icmp slt i128 %ax, %bx
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @icmp_sle_128(i64 %a, i64 %b, i64 %c) {
  %ax0 = zext i64 %a to i128
  %as = shl i128 %ax0, 88
  %ax1 = zext i64 %c to i128
  %ax2 = mul i128 %ax1, 12345678912345
  %ax3 = xor i128 %as, %ax2
  %ax = add i128 %ax3, %ax0
  %bx0 = zext i64 %b to i128
  %bs = shl i128 %bx0, 88
  %bx1 = zext i64 %c to i128
  %bx2 = mul i128 %bx1, 12345678912345
  %bx3 = xor i128 %bs, %bx2
  %bx = add i128 %bx3, %bx0
  %p = icmp sle i128 %ax, %bx
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @icmp_sgt_128(i64 %a, i64 %b, i64 %c) {
  %ax0 = zext i64 %a to i128
  %as = shl i128 %ax0, 88
  %ax1 = zext i64 %c to i128
  %ax2 = mul i128 %ax1, 12345678912345
  %ax3 = xor i128 %as, %ax2
  %ax = add i128 %ax3, %ax0
  %bx0 = zext i64 %b to i128
  %bs = shl i128 %bx0, 88
  %bx1 = zext i64 %c to i128
  %bx2 = mul i128 %bx1, 12345678912345
  %bx3 = xor i128 %bs, %bx2
  %bx = add i128 %bx3, %bx0
  %p = icmp sgt i128 %ax, %bx
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @icmp_sge_128(i64 %a, i64 %b, i64 %c) {
  %ax0 = zext i64 %a to i128
  %as = shl i128 %ax0, 88
  %ax1 = zext i64 %c to i128
  %ax2 = mul i128 %ax1, 12345678912345
  %ax3 = xor i128 %as, %ax2
  %ax = add i128 %ax3, %ax0
  %bx0 = zext i64 %b to i128
  %bs = shl i128 %bx0, 88
  %bx1 = zext i64 %c to i128
  %bx2 = mul i128 %bx1, 12345678912345
  %bx3 = xor i128 %bs, %bx2
  %bx = add i128 %bx3, %bx0
  %p = icmp sge i128 %ax, %bx
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @select_128(i64 %a, i64 %b, i64 %c) {
  %ax0 = zext i64 %a to i128
  %as = shl i128 %ax0, 88
  %ax1 = zext i64 %c to i128
  %ax2 = mul i128 %ax1, 12345678912345
  %ax3 = xor i128 %as, %ax2
  %ax = add i128 %ax3, %ax0
  %bx0 = zext i64 %b to i128
  %bs = shl i128 %bx0, 88
  %bx1 = zext i64 %c to i128
  %bx2 = mul i128 %bx1, 12345678912345
  %bx3 = xor i128 %bs, %bx2
  %bx = add i128 %bx3, %bx0
  %k = icmp slt i64 %c, 0
  %p = select i1 %k, i128 %ax, i128 %bx
  %q = select i1 %k, i128 1, i128 %p
  %o = xor i128 %p, %q
  %r0 = trunc i128 %o to i64
  %r1 = lshr i128 %o, 64
  %r2 = trunc i128 %r1 to i64
  %r3 = mul i64 %r2, 1000003
  %r = add i64 %r3, %r0
  ret i64 %r
}
define i64 @mem_128(i64 %a, i64 %b, i64 %c) {
  %ax0 = zext i64 %a to i128
  %as = shl i128 %ax0, 88
  %ax1 = zext i64 %c to i128
  %ax2 = mul i128 %ax1, 12345678912345
  %ax3 = xor i128 %as, %ax2
  %ax = add i128 %ax3, %ax0
  %bx0 = zext i64 %b to i128
  %bs = shl i128 %bx0, 88
  %bx1 = zext i64 %c to i128
  %bx2 = mul i128 %bx1, 12345678912345
  %bx3 = xor i128 %bs, %bx2
  %bx = add i128 %bx3, %bx0
  %m = alloca [3 x i128]
  %m1 = getelementptr [3 x i128], ptr %m, i32 0, i32 1
  call void @llvm.memset.p0.i32(ptr %m, i8 85, i32 12, i1 false)
  store i128 %ax, ptr %m1
  %p = load i128, ptr %m1
  store i128 %bx, ptr %m1
  store i128 -1, ptr %m1
  %q = load i128, ptr %m1
  %x = xor i128 %p, %q
  %r0 = trunc i128 %x to i64
  %r1 = lshr i128 %x, 64
  %r2 = trunc i128 %r1 to i64
  %r3 = mul i64 %r2, 1000003
  %r = add i64 %r3, %r0
  ret i64 %r
}
define i64 @memb_128(i64 %a, i64 %b, i64 %c) {
  %ax0 = zext i64 %a to i128
  %as = shl i128 %ax0, 88
  %ax1 = zext i64 %c to i128
  %ax2 = mul i128 %ax1, 12345678912345
  %ax3 = xor i128 %as, %ax2
  %ax = add i128 %ax3, %ax0
  %bx0 = zext i64 %b to i128
  %bs = shl i128 %bx0, 88
  %bx1 = zext i64 %c to i128
  %bx2 = mul i128 %bx1, 12345678912345
  %bx3 = xor i128 %bs, %bx2
  %bx = add i128 %bx3, %bx0
  %m = alloca [2 x i64]
  store [2 x i64] zeroinitializer, ptr %m
  store i128 %ax, ptr %m, align 1
  %e = getelementptr i8, ptr %m, i32 8
  %y = load i64, ptr %e
  %z = load i64, ptr %m
  %r = add i64 %y, %z
  ret i64 %r
}
define i64 @phi_128(i64 %a, i64 %b, i64 %c) {
  %ax0 = zext i64 %a to i128
  %as = shl i128 %ax0, 88
  %ax1 = zext i64 %c to i128
  %ax2 = mul i128 %ax1, 12345678912345
  %ax3 = xor i128 %as, %ax2
  %ax = add i128 %ax3, %ax0
  %bx0 = zext i64 %b to i128
  %bs = shl i128 %bx0, 88
  %bx1 = zext i64 %c to i128
  %bx2 = mul i128 %bx1, 12345678912345
  %bx3 = xor i128 %bs, %bx2
  %bx = add i128 %bx3, %bx0
  %n = and i64 %c, 15
  br label %l
l:
  %i = phi i64 [ 0, %0 ], [ %i1, %l ]
  %p = phi i128 [ %ax, %0 ], [ %p2, %l ]
  %p1 = phi i128 [ %bx, %0 ], [ %p, %l ]
  %pc = phi i128 [ -1, %0 ], [ %p1, %l ]
  %pa = add i128 %p, %p1
  %p2 = add i128 %pa, %pc
  %i1 = add i64 %i, 1
  %d = icmp uge i64 %i1, %n
  br i1 %d, label %e, label %l
e:
  %r0 = trunc i128 %p2 to i64
  %r1 = lshr i128 %p2, 64
  %r2 = trunc i128 %r1 to i64
  %r3 = mul i64 %r2, 1000003
  %r = add i64 %r3, %r0
  ret i64 %r
}
define i64 @switch_128(i64 %a, i64 %b, i64 %c) {
  %ax0 = zext i64 %a to i128
  %as = shl i128 %ax0, 88
  %ax1 = zext i64 %c to i128
  %ax2 = mul i128 %ax1, 12345678912345
  %ax3 = xor i128 %as, %ax2
  %ax = add i128 %ax3, %ax0
  %bx0 = zext i64 %b to i128
  %bs = shl i128 %bx0, 88
  %bx1 = zext i64 %c to i128
  %bx2 = mul i128 %bx1, 12345678912345
  %bx3 = xor i128 %bs, %bx2
  %bx = add i128 %bx3, %bx0
  %m = and i128 %ax, -3
  switch i128 %m, label %d [ i128 0, label %x
  i128 1, label %y
  i128 -4, label %d
  i128 -3, label %x ]
x:
  %t = phi i64 [ 5, %0 ], [ 5, %0 ]
  ret i64 %t
y:
  ret i64 7
d:
  %q = phi i128 [ %m, %0 ], [ %m, %0 ]
  %r0 = trunc i128 %q to i64
  %r1 = lshr i128 %q, 64
  %r2 = trunc i128 %r1 to i64
  %r3 = mul i64 %r2, 1000003
  %r = add i64 %r3, %r0
  ret i64 %r
}
define signext i128 @callee_128(i64 %u, i128 signext %v, i128 %z) noinline {
  %s = shl i128 %v, 1
  %t = sub i128 %s, %z
  %uc = icmp eq i64 %u, 0
  %t2 = select i1 %uc, i128 1, i128 %t
  ret i128 %t2
}
define i64 @call_128(i64 %a, i64 %b, i64 %c) {
  %ax0 = zext i64 %a to i128
  %as = shl i128 %ax0, 88
  %ax1 = zext i64 %c to i128
  %ax2 = mul i128 %ax1, 12345678912345
  %ax3 = xor i128 %as, %ax2
  %ax = add i128 %ax3, %ax0
  %bx0 = zext i64 %b to i128
  %bs = shl i128 %bx0, 88
  %bx1 = zext i64 %c to i128
  %bx2 = mul i128 %bx1, 12345678912345
  %bx3 = xor i128 %bs, %bx2
  %bx = add i128 %bx3, %bx0
  %p = call signext i128 @callee_128(i64 %c, i128 signext %ax, i128 %bx)
  %f = select i1 true, ptr @callee_128, ptr null
  %q = call i128 %f(i64 %a, i128 %p, i128 -1)
  %r0 = trunc i128 %q to i64
  %r1 = lshr i128 %q, 64
  %r2 = trunc i128 %r1 to i64
  %r3 = mul i64 %r2, 1000003
  %r = add i64 %r3, %r0
  ret i64 %r
}
define i64 @gep_128(i64 %a, i64 %b, i64 %c) {
  %ax0 = zext i64 %a to i128
  %as = shl i128 %ax0, 88
  %ax1 = zext i64 %c to i128
  %ax2 = mul i128 %ax1, 12345678912345
  %ax3 = xor i128 %as, %ax2
  %ax = add i128 %ax3, %ax0
  %bx0 = zext i64 %b to i128
  %bs = shl i128 %bx0, 88
  %bx1 = zext i64 %c to i128
  %bx2 = mul i128 %bx1, 12345678912345
  %bx3 = xor i128 %bs, %bx2
  %bx = add i128 %bx3, %bx0
  %m = alloca [64 x i64]
  store [64 x i64] zeroinitializer, ptr %m
  %h = getelementptr [64 x i64], ptr %m, i32 0, i32 32
  %i = lshr i128 %ax, 123
  %j = sub i128 %i, 16
  %g = getelementptr i64, ptr %h, i128 %j
  store i64 77, ptr %g
  %k = sext i128 %j to i300
  %kk = trunc i300 %k to i32
  %g2 = getelementptr i64, ptr %h, i32 %kk
  %r = load i64, ptr %g2
  ret i64 %r
}
declare void @llvm.memset.p0.i32(ptr, i8, i32, i1)
