; Integers of 24 and 33 bits; results are those of native code.
; run: @add_24(i64 826726605106493459, i64 -280409581540212, i64 -1) == i64 3990687
; run: @add_24(i64 2147483647, i64 -27436496959006120, i64 2143289344) == i64 14719575
; run: @sub_24(i64 100493124608, i64 -47730, i64 -1560) == i64 14425714
; run: @sub_24(i64 -1, i64 -67, i64 1078530011) == i64 66
; run: @mul_24(i64 127, i64 8641467498414, i64 172431662373) == i64 4593490
; run: @mul_24(i64 517307026327, i64 -22618, i64 11678118845069) == i64 14714090
; run: @and_24(i64 22270377, i64 2143289344, i64 162507) == i64 4194304
; run: @and_24(i64 11683985, i64 2078245639660, i64 128) == i64 1196160
; run: @or_24(i64 9221120237041090560, i64 1864477388580226894, i64 -6314363) == i64 1214286
; run: @or_24(i64 -9223372036854775808, i64 9221120237041090560, i64 525115701711) == i64 0
; run: @xor_24(i64 4609434218613702656, i64 26, i64 1523825202) == i64 26
; run: @xor_24(i64 -75, i64 341107746256539349, i64 -210246465886656146) == i64 4108640
; run: @udiv_24(i64 134448, i64 2483071998419186, i64 10630043) == i64 0
; run: @udiv_24(i64 2751285418383, i64 8510990065650, i64 1) == i64 0
; run: @urem_24(i64 -1, i64 16, i64 -57) == i64 15
; run: @urem_24(i64 4609434218613702656, i64 -3516627, i64 276211529949549) == i64 0
; run: @sdiv_24(i64 -21, i64 -2503921, i64 1078530011) == i64 0
; run: @sdiv_24(i64 -74030, i64 -715274786796871433, i64 33) == i64 0
; run: @srem_24(i64 -11178638104407, i64 -76289, i64 -60522831) == i64 19571
; run: @srem_24(i64 1658066815091, i64 -12979036139981633, i64 -9223372036854775808) == i64 2249652
; run: @shl_24(i64 205001, i64 4609434218613702656, i64 677323292828045691) == i64 205001
; run: @shl_24(i64 300279593, i64 -100892, i64 1982956) == i64 7507968
; run: @lshr_24(i64 7856671203511179270, i64 -20502958480, i64 8) == i64 5445638
; run: @lshr_24(i64 262327, i64 675349, i64 -7737091) == i64 8197
; run: @ashr_24(i64 110, i64 23527033535799, i64 219314) == i64 0
; run: @ashr_24(i64 -362506, i64 9221120237041090560, i64 -1263) == i64 16414710
; run: @select_24(i64 -654035, i64 2296658423901430437, i64 150) == i64 0
; run: @select_24(i64 1669052394608, i64 -9223372036854775808, i64 7619951301943) == i64 0
; run: @trunc_24_1(i64 2147483647, i64 222929015176493991, i64 -376990577) == i64 1
; run: @trunc_24_1(i64 -633987827538, i64 94111, i64 2147483647) == i64 0
; run: @trunc_24_8(i64 -1973466632517688718, i64 -49637255361692845, i64 2420087) == i64 114
; run: @trunc_24_8(i64 128, i64 77966573, i64 264) == i64 128
; run: @trunc_24_12(i64 -5785293304959453, i64 2500069402490, i64 -130897852717) == i64 3619
; run: @trunc_24_12(i64 1197804735101396, i64 -1965187000294414016, i64 -41) == i64 2516
; run: @trunc_24_16(i64 41252, i64 -262175656, i64 2) == i64 41252
; run: @trunc_24_16(i64 -32250476, i64 1275498985, i64 514) == i64 58772
; run: @zext_24_32(i64 2147483647, i64 249522713, i64 13384091366448) == i64 16777215
; run: @zext_24_32(i64 -19208, i64 4609434218613702656, i64 3619148397691584920) == i64 16758008
; run: @sext_24_32(i64 -10996470885, i64 546805317904026620, i64 9418452062127) == i64 4287572891
; run: @sext_24_32(i64 7, i64 0, i64 592125) == i64 7
; run: @zext_24_33(i64 1221791290558422240, i64 -3028617, i64 12181167) == i64 6724832
; run: @zext_24_33(i64 -1893722262253, i64 439, i64 -30307440640011427) == i64 5993747
; run: @sext_24_33(i64 -841525153, i64 9, i64 128) == i64 8587270239
; run: @sext_24_33(i64 9221120237041090560, i64 -177323570607, i64 -82251829099525737) == i64 0
; run: @zext_24_40(i64 1, i64 157, i64 1) == i64 1
; run: @zext_24_40(i64 14764488252266978, i64 4286578688, i64 2147483647) == i64 9509346
; run: @sext_24_40(i64 -9208010343586373648, i64 -1720077240821, i64 1078530011) == i64 6905840
; run: @sext_24_40(i64 127, i64 9221120237041090560, i64 74) == i64 127
; run: @zext_24_64(i64 1342749860445, i64 -302765821859306, i64 1250899696048439) == i64 2155101
; run: @zext_24_64(i64 -78774304430502, i64 2143289344, i64 9221120237041090560) == i64 9512538
; run: @sext_24_64(i64 -19359408851786168, i64 2147483648, i64 2147483647) == i64 5498440
; run: @sext_24_64(i64 -1517853883, i64 7846287570199, i64 76322669) == i64 -7904443
; run: @mem_24(i64 1085529597, i64 201481913, i64 30725) == i64 4989442
; run: @mem_24(i64 -50471831023645, i64 39198, i64 2143289344) == i64 9383964
; run: @memb_24(i64 1, i64 9223372036854775807, i64 -25549) == i64 2
; run: @memb_24(i64 -2068672189, i64 1836519986922864308, i64 -13) == i64 23405190
; run: @phi_24(i64 974, i64 2091071298337169, i64 -1258890182585390) == i64 14678717
; run: @phi_24(i64 -7011342, i64 349453, i64 -4577676) == i64 3348968
; run: @switch_24(i64 151, i64 4995986672, i64 284994352600066) == i64 149
; run: @switch_24(i64 0, i64 112754780419295189, i64 -69318263626461851) == i64 5
; run: @call_24(i64 6, i64 957, i64 2080203557270269) == i64 16775327
; run: @call_24(i64 11494061523577, i64 2147483647, i64 -33842576546997715) == i64 13699559
; run: @gep_24(i64 286054127908176, i64 43362385, i64 555749578197420928) == i64 77
; run: @gep_24(i64 98565, i64 271599031133093407, i64 -1822779648) == i64 77
; run: @uitofp_float_24(i64 6587993, i64 11587227525, i64 463526179632230907) == i64 1254689970
; run: @uitofp_float_24(i64 640, i64 685741909340, i64 -4750354) == i64 1142947840
; run: @sitofp_float_24(i64 9221120237041090560, i64 -1588, i64 184769186379) == i64 0
; run: @sitofp_float_24(i64 4286578688, i64 -38100549362640, i64 -9223372036854775808) == i64 3405774848
; run: @uitofp_double_24(i64 -9223372036854775808, i64 -92, i64 9223372036854775807) == i64 0
; run: @uitofp_double_24(i64 3380029429399984, i64 3, i64 -9223372036854775808) == i64 4710220316318629888
; run: @sitofp_double_24(i64 4286578688, i64 0, i64 -107859771998407) == i64 -4512606826625236992
; run: @sitofp_double_24(i64 52, i64 59192376962283051, i64 5699) == i64 4632515166703976448
; run: @fptosi_double_24(i64 4210383453815031, i64 972601146560057, i64 10358934291) == i64 1091950
; run: @fptosi_double_24(i64 -9223372036854775808, i64 27733, i64 414504) == i64 0
; run: @fptoui_double_24(i64 -288138785228585736, i64 16281472943864, i64 188194028) == i64 3597238
; run: @fptoui_double_24(i64 -278224, i64 1, i64 86) == i64 8084506
; run: @add_33(i64 0, i64 386809450886, i64 1683277429481311) == i64 262394246
; run: @add_33(i64 2147483648, i64 -4568941218070869248, i64 264676270974834) == i64 8073956096
; run: @sub_33(i64 -9223372036854775808, i64 3170884051678951010, i64 9221120237041090560) == i64 5565417886
; run: @sub_33(i64 -27928, i64 -22034232491, i64 128) == i64 4854335379
; run: @mul_33(i64 0, i64 2452532664801258, i64 0) == i64 0
; run: @mul_33(i64 0, i64 182, i64 4387830478216889385) == i64 0
; run: @and_33(i64 120725528217350, i64 173210, i64 -1) == i64 33794
; run: @and_33(i64 4426753188274459, i64 5329762743358, i64 391) == i64 3389595674
; run: @or_33(i64 -85, i64 31438871115, i64 -92058992583) == i64 8589934571
; run: @or_33(i64 -12, i64 1, i64 1) == i64 8589934581
; run: @xor_33(i64 1741, i64 127, i64 0) == i64 1714
; run: @xor_33(i64 369652, i64 -231519991, i64 451738187683) == i64 8358652669
; run: @udiv_33(i64 270440, i64 3021688932, i64 2143289344) == i64 0
; run: @udiv_33(i64 -23432636, i64 14288136688, i64 -1266478) == i64 1
; run: @urem_33(i64 -1, i64 -96, i64 506255929331) == i64 95
; run: @urem_33(i64 10, i64 4609434218613702656, i64 6351855138049558670) == i64 0
; run: @sdiv_33(i64 9223372036854775807, i64 1794380482512453073, i64 907624) == i64 0
; run: @sdiv_33(i64 -6339812128, i64 -527415208, i64 9223372036854775807) == i64 8589934588
; run: @srem_33(i64 109228, i64 4286578688, i64 10318477233774529) == i64 109228
; run: @srem_33(i64 1, i64 2377, i64 8570262226525219052) == i64 1
; run: @shl_33(i64 12301945755, i64 0, i64 4286578688) == i64 3712011163
; run: @shl_33(i64 96592668281, i64 -13279775704, i64 127) == i64 8361840640
; run: @lshr_33(i64 804, i64 -6190324041476341212, i64 -5977166) == i64 0
; run: @lshr_33(i64 5682314, i64 -228389, i64 3993652119731189) == i64 0
; run: @ashr_33(i64 328113816, i64 -1, i64 4286578688) == i64 2563389
; run: @ashr_33(i64 -252931420508706, i64 2143289344, i64 -30972424) == i64 7793487326
; run: @icmp_eq_33(i64 -1135524317, i64 224559244, i64 2143289344) == i64 0
; run: @icmp_eq_33(i64 972639523387069052, i64 650154085947, i64 -2671) == i64 0
; run: @icmp_ne_33(i64 4286578688, i64 10982728677012855, i64 -427) == i64 1
; run: @icmp_ne_33(i64 2147483647, i64 15335, i64 5) == i64 1
; run: @icmp_ult_33(i64 0, i64 176367876616317, i64 2147483647) == i64 1
; run: @icmp_ult_33(i64 1386505509728521, i64 -229786431534743, i64 2012338110968941) == i64 0
; run: @icmp_ule_33(i64 58669271401256572, i64 42490, i64 16048947065608937) == i64 0
; run: @icmp_ule_33(i64 30, i64 0, i64 -5834266845418647801) == i64 0
; run: @icmp_ugt_33(i64 -32302778, i64 26748718325233333, i64 -406033055314225) == i64 1
; run: @icmp_ugt_33(i64 0, i64 405343786720, i64 19007898) == i64 0
; run: @icmp_uge_33(i64 -3370247374749, i64 2143289344, i64 128) == i64 1
; run: @icmp_uge_33(i64 -3955532, i64 9223372036854775807, i64 -3) == i64 0
; run: @icmp_slt_33(i64 -17764, i64 -1, i64 0) == i64 1
; run: @icmp_slt_33(i64 -2217, i64 -8828038705110465, i64 -9223372036854775808) == i64 1
; run: @icmp_sle_33(i64 14605714811535822, i64 1078530011, i64 3738344930378733347) == i64 1
; run: @icmp_sle_33(i64 128, i64 -4003638437595863453, i64 0) == i64 0
; run: @icmp_sgt_33(i64 249, i64 -9223372036854775808, i64 128) == i64 1
; run: @icmp_sgt_33(i64 -96628787, i64 394, i64 127) == i64 0
; run: @icmp_sge_33(i64 2147483648, i64 -3709382324655542, i64 -218213080120565041) == i64 1
; run: @icmp_sge_33(i64 1078530011, i64 23814055409938, i64 195) == i64 0
; run: @select_33(i64 2147483647, i64 463350933860, i64 123164) == i64 0
; run: @select_33(i64 375209844932920, i64 16489131595073403, i64 4286578688) == i64 0
; run: @trunc_33_1(i64 -7, i64 -28322900482898920, i64 9221120237041090560) == i64 1
; run: @trunc_33_1(i64 -2761990862653250206, i64 -239, i64 241219) == i64 0
; run: @trunc_33_8(i64 0, i64 7728522654383657, i64 98812) == i64 0
; run: @trunc_33_8(i64 7550612945102, i64 8073057716442645, i64 867) == i64 206
; run: @trunc_33_12(i64 2, i64 -1111026889808165539, i64 161623362977398955) == i64 2
; run: @trunc_33_12(i64 -121, i64 -492657482630, i64 0) == i64 3975
; run: @trunc_33_16(i64 3992991809, i64 13819345664, i64 9221120237041090560) == i64 14401
; run: @trunc_33_16(i64 -111908307844942995, i64 9223372036854775807, i64 1013363164021827) == i64 45933
; run: @trunc_33_24(i64 2147483647, i64 19106, i64 -887901) == i64 16777215
; run: @trunc_33_24(i64 33574904620884427, i64 -11, i64 20292) == i64 4956619
; run: @trunc_33_32(i64 9223372036854775807, i64 72315, i64 -233) == i64 4294967295
; run: @trunc_33_32(i64 9117927531992533647, i64 261678600104238428, i64 9221120237041090560) == i64 271272591
; run: @zext_33_40(i64 1, i64 18846, i64 437621161) == i64 1
; run: @zext_33_40(i64 -1668939009697569, i64 128, i64 106577984) == i64 7972116703
; run: @sext_33_40(i64 -1287, i64 67, i64 39574618710745389) == i64 1099511626489
; run: @sext_33_40(i64 1138744327721583034, i64 -5, i64 -11428355292682) == i64 3352691130
; run: @zext_33_64(i64 0, i64 -105, i64 -242996576772) == i64 0
; run: @zext_33_64(i64 9221120237041090560, i64 9221120237041090560, i64 0) == i64 0
; run: @sext_33_64(i64 9221120237041090560, i64 -680392, i64 4286578688) == i64 0
; run: @sext_33_64(i64 13594137, i64 20041566, i64 4609434218613702656) == i64 13594137
; run: @mem_33(i64 1, i64 -5215071, i64 4418439) == i64 8589934590
; run: @mem_33(i64 3103371341476, i64 81, i64 -715190074846) == i64 6184980827
; run: @memb_33(i64 -805, i64 4320690911058, i64 -396661496630869037) == i64 17179867574
; run: @memb_33(i64 -1, i64 -147636, i64 -6597563030) == i64 17179869182
; run: @phi_33(i64 2109239106673, i64 -20548324566, i64 1389258912454987) == i64 1636911052
; run: @phi_33(i64 223034, i64 5668946532340466, i64 9221120237041090560) == i64 2018703915
; run: @switch_33(i64 2147483647, i64 1, i64 3324013887328) == i64 2147483645
; run: @switch_33(i64 4609434218613702656, i64 -2606, i64 1644640977) == i64 5
; run: @call_33(i64 2147483648, i64 3218738, i64 128) == i64 8583497117
; run: @call_33(i64 4091, i64 1, i64 103845901940629169) == i64 16363
; run: @gep_33(i64 4609434218613702656, i64 -59, i64 -7) == i64 77
; run: @gep_33(i64 -3, i64 904758, i64 2) == i64 77
; run: @uitofp_float_33(i64 -21, i64 2769929757644348, i64 4286578688) == i64 1342177280
; run: @uitofp_float_33(i64 -30836496, i64 35, i64 -1) == i64 1342117052
; run: @sitofp_float_33(i64 1443143174851, i64 31758900808757263, i64 1) == i64 1275220657
; run: @sitofp_float_33(i64 2374705899, i64 3196147087, i64 -867480678) == i64 1326287651
; run: @uitofp_double_33(i64 -1, i64 1564979092498492, i64 -4370) == i64 4755801206502195200
; run: @uitofp_double_33(i64 5787851809971665, i64 -81215, i64 -5878855357395092) == i64 4752478851145138176
; run: @sitofp_double_33(i64 -38, i64 102687612845869622, i64 127) == i64 -4592827194987773952
; run: @sitofp_double_33(i64 2147483647, i64 -1077359921900, i64 48104741803521225) == i64 4746794007244308480
; run: @fptosi_double_33(i64 1072, i64 104265851693606, i64 224447135569618814) == i64 525
; run: @fptosi_double_33(i64 -9223372036854775808, i64 1973, i64 26) == i64 0
; run: @fptoui_double_33(i64 6139082, i64 -1, i64 -2366532180681) == i64 3008150
; run: @fptoui_double_33(i64 -942489623585853, i64 4194228868322515471, i64 -6796544029968779240) == i64 3228993659
define i64 @add_24(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i24
  %bx = trunc i64 %b to i24
  %p = add i24 %ax, %bx
  %r = zext i24 %p to i64
  ret i64 %r
}
define i64 @sub_24(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i24
  %bx = trunc i64 %b to i24
  %p = sub i24 %ax, %bx
  %r = zext i24 %p to i64
  ret i64 %r
}
define i64 @mul_24(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i24
  %bx = trunc i64 %b to i24
  %p = mul i24 %ax, %bx
  %r = zext i24 %p to i64
  ret i64 %r
}
define i64 @and_24(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i24
  %bx = trunc i64 %b to i24
  %p = and i24 %ax, %bx
  %r = zext i24 %p to i64
  ret i64 %r
}
define i64 @or_24(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i24
  %bx = trunc i64 %b to i24
  %p = or i24 %ax, %bx
  %r = zext i24 %p to i64
  ret i64 %r
}
define i64 @xor_24(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i24
  %bx = trunc i64 %b to i24
  %p = xor i24 %ax, %bx
  %r = zext i24 %p to i64
  ret i64 %r
}
define i64 @udiv_24(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i24
  %bx = trunc i64 %b to i24
  %z = icmp eq i24 %bx, 0
  %m = icmp eq i24 %bx, -1
  %zm = or i1 %z, %m
  %d = select i1 %zm, i24 1, i24 %bx
  %p = udiv i24 %ax, %d
  %r = zext i24 %p to i64
  ret i64 %r
}
define i64 @urem_24(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i24
  %bx = trunc i64 %b to i24
  %z = icmp eq i24 %bx, 0
  %m = icmp eq i24 %bx, -1
  %zm = or i1 %z, %m
  %d = select i1 %zm, i24 1, i24 %bx
  %p = urem i24 %ax, %d
  %r = zext i24 %p to i64
  ret i64 %r
}
define i64 @sdiv_24(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i24
  %bx = trunc i64 %b to i24
  %z = icmp eq i24 %bx, 0
  %m = icmp eq i24 %bx, -1
  %zm = or i1 %z, %m
  %d = select i1 %zm, i24 1, i24 %bx
  %p = sdiv i24 %ax, %d
  %r = zext i24 %p to i64
  ret i64 %r
}
define i64 @srem_24(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i24
  %bx = trunc i64 %b to i24
  %z = icmp eq i24 %bx, 0
  %m = icmp eq i24 %bx, -1
  %zm = or i1 %z, %m
  %d = select i1 %zm, i24 1, i24 %bx
  %p = srem i24 %ax, %d
  %r = zext i24 %p to i64
  ret i64 %r
}
define i64 @shl_24(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i24
  %bx = trunc i64 %b to i24
  %m0 = and i64 %b, 8191
  %m1 = urem i64 %m0, 24
  %m = trunc i64 %m1 to i24
  %p = shl i24 %ax, %m
  %r = zext i24 %p to i64
  ret i64 %r
}
define i64 @lshr_24(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i24
  %bx = trunc i64 %b to i24
  %m0 = and i64 %b, 8191
  %m1 = urem i64 %m0, 24
  %m = trunc i64 %m1 to i24
  %p = lshr i24 %ax, %m
  %r = zext i24 %p to i64
  ret i64 %r
}
define i64 @ashr_24(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i24
  %bx = trunc i64 %b to i24
  %m0 = and i64 %b, 8191
  %m1 = urem i64 %m0, 24
  %m = trunc i64 %m1 to i24
  %p = ashr i24 %ax, %m
  %r = zext i24 %p to i64
  ret i64 %r
}
define i64 @select_24(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i24
  %bx = trunc i64 %b to i24
  %k = icmp slt i64 %c, 0
  %p = select i1 %k, i24 %ax, i24 %bx
  %q = select i1 %k, i24 1, i24 %p
  %o = xor i24 %p, %q
  %r = zext i24 %o to i64
  ret i64 %r
}
define i64 @trunc_24_1(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i24
  %bx = trunc i64 %b to i24
  %p = trunc i24 %ax to i1
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @trunc_24_8(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i24
  %bx = trunc i64 %b to i24
  %p = trunc i24 %ax to i8
  %r = zext i8 %p to i64
  ret i64 %r
}
define i64 @trunc_24_12(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i24
  %bx = trunc i64 %b to i24
  %p = trunc i24 %ax to i12
  %r = zext i12 %p to i64
  ret i64 %r
}
define i64 @trunc_24_16(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i24
  %bx = trunc i64 %b to i24
  %p = trunc i24 %ax to i16
  %r = zext i16 %p to i64
  ret i64 %r
}
define i64 @zext_24_32(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i24
  %bx = trunc i64 %b to i24
  %p = zext i24 %ax to i32
  %r = zext i32 %p to i64
  ret i64 %r
}
define i64 @sext_24_32(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i24
  %bx = trunc i64 %b to i24
  %p = sext i24 %ax to i32
  %r = zext i32 %p to i64
  ret i64 %r
}
define i64 @zext_24_33(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i24
  %bx = trunc i64 %b to i24
  %p = zext i24 %ax to i33
  %r = zext i33 %p to i64
  ret i64 %r
}
define i64 @sext_24_33(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i24
  %bx = trunc i64 %b to i24
  %p = sext i24 %ax to i33
  %r = zext i33 %p to i64
  ret i64 %r
}
define i64 @zext_24_40(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i24
  %bx = trunc i64 %b to i24
  %p = zext i24 %ax to i40
  %r = zext i40 %p to i64
  ret i64 %r
}
define i64 @sext_24_40(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i24
  %bx = trunc i64 %b to i24
  %p = sext i24 %ax to i40
  %r = zext i40 %p to i64
  ret i64 %r
}
define i64 @zext_24_64(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i24
  %bx = trunc i64 %b to i24
  %p = zext i24 %ax to i64
  ret i64 %p
}
define i64 @sext_24_64(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i24
  %bx = trunc i64 %b to i24
  %p = sext i24 %ax to i64
  ret i64 %p
}
define i64 @mem_24(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i24
  %bx = trunc i64 %b to i24
  %m = alloca [3 x i24]
  %m1 = getelementptr [3 x i24], ptr %m, i32 0, i32 1
  call void @llvm.memset.p0.i32(ptr %m, i8 85, i32 12, i1 false)
  store i24 %ax, ptr %m1
  %p = load i24, ptr %m1
  store i24 %bx, ptr %m1
  store i24 -1, ptr %m1
  %q = load i24, ptr %m1
  %x = xor i24 %p, %q
  %r = zext i24 %x to i64
  ret i64 %r
}
define i64 @memb_24(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i24
  %bx = trunc i64 %b to i24
  %m = alloca [1 x i64]
  store [1 x i64] zeroinitializer, ptr %m
  store i24 %ax, ptr %m, align 1
  %e = getelementptr i8, ptr %m, i32 0
  %y = load i64, ptr %e
  %z = load i64, ptr %m
  %r = add i64 %y, %z
  ret i64 %r
}
define i64 @phi_24(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i24
  %bx = trunc i64 %b to i24
  %n = and i64 %c, 15
  br label %l
l:
  %i = phi i64 [ 0, %0 ], [ %i1, %l ]
  %p = phi i24 [ %ax, %0 ], [ %p2, %l ]
  %p1 = phi i24 [ %bx, %0 ], [ %p, %l ]
  %pc = phi i24 [ -1, %0 ], [ %p1, %l ]
  %pa = add i24 %p, %p1
  %p2 = add i24 %pa, %pc
  %i1 = add i64 %i, 1
  %d = icmp uge i64 %i1, %n
  br i1 %d, label %e, label %l
e:
  %r = zext i24 %p2 to i64
  ret i64 %r
}
define i64 @switch_24(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i24
  %bx = trunc i64 %b to i24
  %m = and i24 %ax, -3
  switch i24 %m, label %d [ i24 0, label %x
  i24 1, label %y
  i24 -4, label %d
  i24 -3, label %x ]
x:
  %t = phi i64 [ 5, %0 ], [ 5, %0 ]
  ret i64 %t
y:
  ret i64 7
d:
  %q = phi i24 [ %m, %0 ], [ %m, %0 ]
  %r = zext i24 %q to i64
  ret i64 %r
}
define signext i24 @callee_24(i64 %u, i24 signext %v, i24 %z) noinline {
  %s = shl i24 %v, 1
  %t = sub i24 %s, %z
  %uc = icmp eq i64 %u, 0
  %t2 = select i1 %uc, i24 1, i24 %t
  ret i24 %t2
}
define i64 @call_24(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i24
  %bx = trunc i64 %b to i24
  %p = call signext i24 @callee_24(i64 %c, i24 signext %ax, i24 %bx)
  %f = select i1 true, ptr @callee_24, ptr null
  %q = call i24 %f(i64 %a, i24 %p, i24 -1)
  %r = zext i24 %q to i64
  ret i64 %r
}
define i64 @gep_24(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i24
  %bx = trunc i64 %b to i24
  %m = alloca [64 x i64]
  store [64 x i64] zeroinitializer, ptr %m
  %h = getelementptr [64 x i64], ptr %m, i32 0, i32 32
  %i = lshr i24 %ax, 19
  %j = sub i24 %i, 16
  %g = getelementptr i64, ptr %h, i24 %j
  store i64 77, ptr %g
  %k = sext i24 %j to i300
  %kk = trunc i300 %k to i32
  %g2 = getelementptr i64, ptr %h, i32 %kk
  %r = load i64, ptr %g2
  ret i64 %r
}
define i64 @uitofp_float_24(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i24
  %bx = trunc i64 %b to i24
  %p = uitofp i24 %ax to float
  %q = bitcast float %p to i32
  %r = zext i32 %q to i64
  ret i64 %r
}
define i64 @sitofp_float_24(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i24
  %bx = trunc i64 %b to i24
  %p = sitofp i24 %ax to float
  %q = bitcast float %p to i32
  %r = zext i32 %q to i64
  ret i64 %r
}
define i64 @uitofp_double_24(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i24
  %bx = trunc i64 %b to i24
  %p = uitofp i24 %ax to double
  %q = bitcast double %p to i64
  ret i64 %q
}
define i64 @sitofp_double_24(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i24
  %bx = trunc i64 %b to i24
  %p = sitofp i24 %ax to double
  %q = bitcast double %p to i64
  ret i64 %q
}
define i64 @fptosi_double_24(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i24
  %bx = trunc i64 %b to i24
  %f = sitofp i24 %ax to double
  %g = fmul double %f, 0.49
  %h = fadd double %g, 0.0
  %p = fptosi double %h to i24
  %r = zext i24 %p to i64
  ret i64 %r
}
define i64 @fptoui_double_24(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i24
  %bx = trunc i64 %b to i24
  %f = uitofp i24 %ax to double
  %g = fmul double %f, 0.49
  %h = fadd double %g, 0.0
  %p = fptoui double %h to i24
  %r = zext i24 %p to i64
  ret i64 %r
}
define i64 @add_33(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i33
  %bx = trunc i64 %b to i33
  %p = add i33 %ax, %bx
  %r = zext i33 %p to i64
  ret i64 %r
}
define i64 @sub_33(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i33
  %bx = trunc i64 %b to i33
  %p = sub i33 %ax, %bx
  %r = zext i33 %p to i64
  ret i64 %r
}
define i64 @mul_33(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i33
  %bx = trunc i64 %b to i33
  %p = mul i33 %ax, %bx
  %r = zext i33 %p to i64
  ret i64 %r
}
define i64 @and_33(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i33
  %bx = trunc i64 %b to i33
  %p = and i33 %ax, %bx
  %r = zext i33 %p to i64
  ret i64 %r
}
define i64 @or_33(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i33
  %bx = trunc i64 %b to i33
  %p = or i33 %ax, %bx
  %r = zext i33 %p to i64
  ret i64 %r
}
define i64 @xor_33(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i33
  %bx = trunc i64 %b to i33
  %p = xor i33 %ax, %bx
  %r = zext i33 %p to i64
  ret i64 %r
}
define i64 @udiv_33(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i33
  %bx = trunc i64 %b to i33
  %z = icmp eq i33 %bx, 0
  %m = icmp eq i33 %bx, -1
  %zm = or i1 %z, %m
  %d = select i1 %zm, i33 1, i33 %bx
  %p = udiv i33 %ax, %d
  %r = zext i33 %p to i64
  ret i64 %r
}
define i64 @urem_33(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i33
  %bx = trunc i64 %b to i33
  %z = icmp eq i33 %bx, 0
  %m = icmp eq i33 %bx, -1
  %zm = or i1 %z, %m
  %d = select i1 %zm, i33 1, i33 %bx
  %p = urem i33 %ax, %d
  %r = zext i33 %p to i64
  ret i64 %r
}
define i64 @sdiv_33(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i33
  %bx = trunc i64 %b to i33
  %z = icmp eq i33 %bx, 0
  %m = icmp eq i33 %bx, -1
  %zm = or i1 %z, %m
  %d = select i1 %zm, i33 1, i33 %bx
  %p = sdiv i33 %ax, %d
  %r = zext i33 %p to i64
  ret i64 %r
}
define i64 @srem_33(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i33
  %bx = trunc i64 %b to i33
  %z = icmp eq i33 %bx, 0
  %m = icmp eq i33 %bx, -1
  %zm = or i1 %z, %m
  %d = select i1 %zm, i33 1, i33 %bx
  %p = srem i33 %ax, %d
  %r = zext i33 %p to i64
  ret i64 %r
}
define i64 @shl_33(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i33
  %bx = trunc i64 %b to i33
  %m0 = and i64 %b, 8191
  %m1 = urem i64 %m0, 33
  %m = trunc i64 %m1 to i33
  %p = shl i33 %ax, %m
  %r = zext i33 %p to i64
  ret i64 %r
}
define i64 @lshr_33(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i33
  %bx = trunc i64 %b to i33
  %m0 = and i64 %b, 8191
  %m1 = urem i64 %m0, 33
  %m = trunc i64 %m1 to i33
  %p = lshr i33 %ax, %m
  %r = zext i33 %p to i64
  ret i64 %r
}
define i64 @ashr_33(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i33
  %bx = trunc i64 %b to i33
  %m0 = and i64 %b, 8191
  %m1 = urem i64 %m0, 33
  %m = trunc i64 %m1 to i33
  %p = ashr i33 %ax, %m
  %r = zext i33 %p to i64
  ret i64 %r
}
define i64 @icmp_eq_33(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i33
  %bx = trunc i64 %b to i33
  %p = icmp eq i33 %ax, %bx
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @icmp_ne_33(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i33
  %bx = trunc i64 %b to i33
  %p = icmp ne i33 %ax, %bx
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @icmp_ult_33(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i33
  %bx = trunc i64 %b to i33
  %p = icmp ult i33 %ax, %bx
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @icmp_ule_33(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i33
  %bx = trunc i64 %b to i33
  %p = icmp ule i33 %ax, %bx
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @icmp_ugt_33(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i33
  %bx = trunc i64 %b to i33
  %p = icmp ugt i33 %ax, %bx
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @icmp_uge_33(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i33
  %bx = trunc i64 %b to i33
  %p = icmp uge i33 %ax, %bx
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @icmp_slt_33(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i33
  %bx = trunc i64 %b to i33
  %p = icmp slt i33 %ax, %bx
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @icmp_sle_33(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i33
  %bx = trunc i64 %b to i33
  %p = icmp sle i33 %ax, %bx
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @icmp_sgt_33(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i33
  %bx = trunc i64 %b to i33
  %p = icmp sgt i33 %ax, %bx
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @icmp_sge_33(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i33
  %bx = trunc i64 %b to i33
  %p = icmp sge i33 %ax, %bx
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @select_33(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i33
  %bx = trunc i64 %b to i33
  %k = icmp slt i64 %c, 0
  %p = select i1 %k, i33 %ax, i33 %bx
  %q = select i1 %k, i33 1, i33 %p
  %o = xor i33 %p, %q
  %r = zext i33 %o to i64
  ret i64 %r
}
define i64 @trunc_33_1(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i33
  %bx = trunc i64 %b to i33
  %p = trunc i33 %ax to i1
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @trunc_33_8(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i33
  %bx = trunc i64 %b to i33
  %p = trunc i33 %ax to i8
  %r = zext i8 %p to i64
  ret i64 %r
}
define i64 @trunc_33_12(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i33
  %bx = trunc i64 %b to i33
  %p = trunc i33 %ax to i12
  %r = zext i12 %p to i64
  ret i64 %r
}
define i64 @trunc_33_16(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i33
  %bx = trunc i64 %b to i33
  %p = trunc i33 %ax to i16
  %r = zext i16 %p to i64
  ret i64 %r
}
define i64 @trunc_33_24(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i33
  %bx = trunc i64 %b to i33
  %p = trunc i33 %ax to i24
  %r = zext i24 %p to i64
  ret i64 %r
}
define i64 @trunc_33_32(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i33
  %bx = trunc i64 %b to i33
  %p = trunc i33 %ax to i32
  %r = zext i32 %p to i64
  ret i64 %r
}
define i64 @zext_33_40(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i33
  %bx = trunc i64 %b to i33
  %p = zext i33 %ax to i40
  %r = zext i40 %p to i64
  ret i64 %r
}
define i64 @sext_33_40(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i33
  %bx = trunc i64 %b to i33
  %p = sext i33 %ax to i40
  %r = zext i40 %p to i64
  ret i64 %r
}
define i64 @zext_33_64(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i33
  %bx = trunc i64 %b to i33
  %p = zext i33 %ax to i64
  ret i64 %p
}
define i64 @sext_33_64(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i33
  %bx = trunc i64 %b to i33
  %p = sext i33 %ax to i64
  ret i64 %p
}
define i64 @mem_33(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i33
  %bx = trunc i64 %b to i33
  %m = alloca [3 x i33]
  %m1 = getelementptr [3 x i33], ptr %m, i32 0, i32 1
  call void @llvm.memset.p0.i32(ptr %m, i8 85, i32 12, i1 false)
  store i33 %ax, ptr %m1
  %p = load i33, ptr %m1
  store i33 %bx, ptr %m1
  store i33 -1, ptr %m1
  %q = load i33, ptr %m1
  %x = xor i33 %p, %q
  %r = zext i33 %x to i64
  ret i64 %r
}
define i64 @memb_33(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i33
  %bx = trunc i64 %b to i33
  %m = alloca [1 x i64]
  store [1 x i64] zeroinitializer, ptr %m
  store i33 %ax, ptr %m, align 1
  %e = getelementptr i8, ptr %m, i32 0
  %y = load i64, ptr %e
  %z = load i64, ptr %m
  %r = add i64 %y, %z
  ret i64 %r
}
define i64 @phi_33(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i33
  %bx = trunc i64 %b to i33
  %n = and i64 %c, 15
  br label %l
l:
  %i = phi i64 [ 0, %0 ], [ %i1, %l ]
  %p = phi i33 [ %ax, %0 ], [ %p2, %l ]
  %p1 = phi i33 [ %bx, %0 ], [ %p, %l ]
  %pc = phi i33 [ -1, %0 ], [ %p1, %l ]
  %pa = add i33 %p, %p1
  %p2 = add i33 %pa, %pc
  %i1 = add i64 %i, 1
  %d = icmp uge i64 %i1, %n
  br i1 %d, label %e, label %l
e:
  %r = zext i33 %p2 to i64
  ret i64 %r
}
define i64 @switch_33(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i33
  %bx = trunc i64 %b to i33
  %m = and i33 %ax, -3
  switch i33 %m, label %d [ i33 0, label %x
  i33 1, label %y
  i33 -4, label %d
  i33 -3, label %x ]
x:
  %t = phi i64 [ 5, %0 ], [ 5, %0 ]
  ret i64 %t
y:
  ret i64 7
d:
  %q = phi i33 [ %m, %0 ], [ %m, %0 ]
  %r = zext i33 %q to i64
  ret i64 %r
}
define signext i33 @callee_33(i64 %u, i33 signext %v, i33 %z) noinline {
  %s = shl i33 %v, 1
  %t = sub i33 %s, %z
  %uc = icmp eq i64 %u, 0
  %t2 = select i1 %uc, i33 1, i33 %t
  ret i33 %t2
}
define i64 @call_33(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i33
  %bx = trunc i64 %b to i33
  %p = call signext i33 @callee_33(i64 %c, i33 signext %ax, i33 %bx)
  %f = select i1 true, ptr @callee_33, ptr null
  %q = call i33 %f(i64 %a, i33 %p, i33 -1)
  %r = zext i33 %q to i64
  ret i64 %r
}
define i64 @gep_33(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i33
  %bx = trunc i64 %b to i33
  %m = alloca [64 x i64]
  store [64 x i64] zeroinitializer, ptr %m
  %h = getelementptr [64 x i64], ptr %m, i32 0, i32 32
  %i = lshr i33 %ax, 28
  %j = sub i33 %i, 16
  %g = getelementptr i64, ptr %h, i33 %j
  store i64 77, ptr %g
  %k = sext i33 %j to i300
  %kk = trunc i300 %k to i32
  %g2 = getelementptr i64, ptr %h, i32 %kk
  %r = load i64, ptr %g2
  ret i64 %r
}
define i64 @uitofp_float_33(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i33
  %bx = trunc i64 %b to i33
  %p = uitofp i33 %ax to float
  %q = bitcast float %p to i32
  %r = zext i32 %q to i64
  ret i64 %r
}
define i64 @sitofp_float_33(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i33
  %bx = trunc i64 %b to i33
  %p = sitofp i33 %ax to float
  %q = bitcast float %p to i32
  %r = zext i32 %q to i64
  ret i64 %r
}
define i64 @uitofp_double_33(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i33
  %bx = trunc i64 %b to i33
  %p = uitofp i33 %ax to double
  %q = bitcast double %p to i64
  ret i64 %q
}
define i64 @sitofp_double_33(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i33
  %bx = trunc i64 %b to i33
  %p = sitofp i33 %ax to double
  %q = bitcast double %p to i64
  ret i64 %q
}
define i64 @fptosi_double_33(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i33
  %bx = trunc i64 %b to i33
  %f = sitofp i33 %ax to double
  %g = fmul double %f, 0.49
  %h = fadd double %g, 0.0
  %p = fptosi double %h to i33
  %r = zext i33 %p to i64
  ret i64 %r
}
define i64 @fptoui_double_33(i64 %a, i64 %b, i64 %c) {
  %ax = trunc i64 %a to i33
  %bx = trunc i64 %b to i33
  %f = uitofp i33 %ax to double
  %g = fmul double %f, 0.49
  %h = fadd double %g, 0.0
  %p = fptoui double %h to i33
  %r = zext i33 %p to i64
  ret i64 %r
}
declare void @llvm.memset.p0.i32(ptr, i8, i32, i1)
