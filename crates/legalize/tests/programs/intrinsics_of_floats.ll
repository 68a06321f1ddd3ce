; Intrinsics of floating-point numbers; results are those of native code.
; run: @copysign_f32(i64 826726605106493459, i64 -280409581540212, i64 -1) == i64 398243859
; run: @copysign_f32(i64 2147483647, i64 -27436496959006120, i64 2143289344) == i64 4294967295
; run: @minnum_f32(i64 100493124608, i64 -47730, i64 -1560) == i64 1708876800
; run: @minnum_f32(i64 -1, i64 -67, i64 1078530011) == i64 2143289344
; run: @maxnum_f32(i64 127, i64 8641467498414, i64 172431662373) == i64 127
; run: @maxnum_f32(i64 517307026327, i64 -22618, i64 11678118845069) == i64 1910950807
; run: @minimum_f32(i64 22270377, i64 2143289344, i64 162507) == i64 2143289344
; run: @minimum_f32(i64 11683985, i64 2078245639660, i64 128) == i64 3776435692
; run: @maximum_f32(i64 9221120237041090560, i64 1864477388580226894, i64 -6314363) == i64 1980925774
; run: @maximum_f32(i64 -9223372036854775808, i64 9221120237041090560, i64 525115701711) == i64 0
; run: @class_f32_0(i64 4609434218613702656, i64 26, i64 1523825202) == i64 0
; run: @class_f32_0(i64 -75, i64 341107746256539349, i64 -210246465886656146) == i64 0
; run: @class_f32_1(i64 134448, i64 2483071998419186, i64 10630043) == i64 0
; run: @class_f32_1(i64 2751285418383, i64 8510990065650, i64 1) == i64 0
; run: @class_f32_2(i64 -1, i64 16, i64 -57) == i64 0
; run: @class_f32_2(i64 4609434218613702656, i64 -3516627, i64 276211529949549) == i64 0
; run: @class_f32_3(i64 -21, i64 -2503921, i64 1078530011) == i64 0
; run: @class_f32_3(i64 -74030, i64 -715274786796871433, i64 33) == i64 0
; run: @class_f32_4(i64 -11178638104407, i64 -76289, i64 -60522831) == i64 0
; run: @class_f32_4(i64 1658066815091, i64 -12979036139981633, i64 -9223372036854775808) == i64 0
; run: @class_f32_5(i64 205001, i64 4609434218613702656, i64 677323292828045691) == i64 0
; run: @class_f32_5(i64 300279593, i64 -100892, i64 1982956) == i64 0
; run: @class_f32_6(i64 7856671203511179270, i64 -20502958480, i64 8) == i64 0
; run: @class_f32_6(i64 262327, i64 675349, i64 -7737091) == i64 0
; run: @class_f32_7(i64 110, i64 23527033535799, i64 219314) == i64 1
; run: @class_f32_7(i64 -362506, i64 9221120237041090560, i64 -1263) == i64 0
; run: @class_f32_8(i64 -654035, i64 2296658423901430437, i64 150) == i64 0
; run: @class_f32_8(i64 1669052394608, i64 -9223372036854775808, i64 7619951301943) == i64 0
; run: @class_f32_9(i64 2147483647, i64 222929015176493991, i64 -376990577) == i64 0
; run: @class_f32_9(i64 -633987827538, i64 94111, i64 2147483647) == i64 0
; run: @class_f32_m3(i64 -1973466632517688718, i64 -49637255361692845, i64 2420087) == i64 0
; run: @class_f32_m3(i64 128, i64 77966573, i64 264) == i64 0
; run: @class_f32_m516(i64 -5785293304959453, i64 2500069402490, i64 -130897852717) == i64 0
; run: @class_f32_m516(i64 1197804735101396, i64 -1965187000294414016, i64 -41) == i64 0
; run: @class_f32_m504(i64 41252, i64 -262175656, i64 2) == i64 1
; run: @class_f32_m504(i64 -32250476, i64 1275498985, i64 514) == i64 1
; run: @class_f32_m612(i64 2147483647, i64 249522713, i64 13384091366448) == i64 0
; run: @class_f32_m612(i64 -19208, i64 4609434218613702656, i64 3619148397691584920) == i64 0
; run: @class_f32_m1023(i64 -10996470885, i64 546805317904026620, i64 9418452062127) == i64 1
; run: @class_f32_m1023(i64 7, i64 0, i64 592125) == i64 1
; run: @class_f32_m0(i64 1221791290558422240, i64 -3028617, i64 12181167) == i64 0
; run: @class_f32_m0(i64 -1893722262253, i64 439, i64 -30307440640011427) == i64 0
; run: @class_f32_m144(i64 -841525153, i64 9, i64 128) == i64 0
; run: @class_f32_m144(i64 9221120237041090560, i64 -177323570607, i64 -82251829099525737) == i64 0
; run: @class_f32_m96(i64 1, i64 157, i64 1) == i64 0
; run: @class_f32_m96(i64 14764488252266978, i64 4286578688, i64 2147483647) == i64 0
; run: @class_f32_m60(i64 -9208010343586373648, i64 -1720077240821, i64 1078530011) == i64 1
; run: @class_f32_m60(i64 127, i64 9221120237041090560, i64 74) == i64 0
; run: @fptosi_f32_1(i64 1342749860445, i64 -302765821859306, i64 1250899696048439) == i64 0
; run: @fptosi_f32_1(i64 -78774304430502, i64 2143289344, i64 9221120237041090560) == i64 1
; run: @fptosim_f32_1(i64 -19359408851786168, i64 2147483648, i64 2147483647) == i64 1
; run: @fptosim_f32_1(i64 -1517853883, i64 7846287570199, i64 76322669) == i64 1
; run: @fptoui_f32_1(i64 1085529597, i64 201481913, i64 30725) == i64 1
; run: @fptoui_f32_1(i64 -50471831023645, i64 39198, i64 2143289344) == i64 0
; run: @fptouim_f32_1(i64 1, i64 9223372036854775807, i64 -25549) == i64 0
; run: @fptouim_f32_1(i64 -2068672189, i64 1836519986922864308, i64 -13) == i64 0
; run: @fptosi_f32_8(i64 974, i64 2091071298337169, i64 -1258890182585390) == i64 0
; run: @fptosi_f32_8(i64 -7011342, i64 349453, i64 -4577676) == i64 0
; run: @fptosim_f32_8(i64 151, i64 4995986672, i64 284994352600066) == i64 9
; run: @fptosim_f32_8(i64 0, i64 112754780419295189, i64 -69318263626461851) == i64 0
; run: @fptoui_f32_8(i64 6, i64 957, i64 2080203557270269) == i64 0
; run: @fptoui_f32_8(i64 11494061523577, i64 2147483647, i64 -33842576546997715) == i64 0
; run: @fptouim_f32_8(i64 286054127908176, i64 43362385, i64 555749578197420928) == i64 255
; run: @fptouim_f32_8(i64 98565, i64 271599031133093407, i64 -1822779648) == i64 255
; run: @fptosi_f32_16(i64 6587993, i64 11587227525, i64 463526179632230907) == i64 0
; run: @fptosi_f32_16(i64 640, i64 685741909340, i64 -4750354) == i64 0
; run: @fptosim_f32_16(i64 9221120237041090560, i64 -1588, i64 184769186379) == i64 32767
; run: @fptosim_f32_16(i64 4286578688, i64 -38100549362640, i64 -9223372036854775808) == i64 32767
; run: @fptoui_f32_16(i64 -9223372036854775808, i64 -92, i64 9223372036854775807) == i64 0
; run: @fptoui_f32_16(i64 3380029429399984, i64 3, i64 -9223372036854775808) == i64 65535
; run: @fptouim_f32_16(i64 4286578688, i64 0, i64 -107859771998407) == i64 65535
; run: @fptouim_f32_16(i64 52, i64 59192376962283051, i64 5699) == i64 3
; run: @fptosi_f32_24(i64 4210383453815031, i64 972601146560057, i64 10358934291) == i64 2654269
; run: @fptosi_f32_24(i64 -9223372036854775808, i64 27733, i64 414504) == i64 0
; run: @fptosim_f32_24(i64 -288138785228585736, i64 16281472943864, i64 188194028) == i64 8388608
; run: @fptosim_f32_24(i64 -278224, i64 1, i64 86) == i64 16759827
; run: @fptoui_f32_24(i64 0, i64 386809450886, i64 1683277429481311) == i64 0
; run: @fptoui_f32_24(i64 2147483648, i64 -4568941218070869248, i64 264676270974834) == i64 0
; run: @fptouim_f32_24(i64 -9223372036854775808, i64 3170884051678951010, i64 9221120237041090560) == i64 0
; run: @fptouim_f32_24(i64 -27928, i64 -22034232491, i64 128) == i64 0
; run: @fptosi_f32_32(i64 0, i64 2452532664801258, i64 0) == i64 0
; run: @fptosi_f32_32(i64 0, i64 182, i64 4387830478216889385) == i64 0
; run: @fptosim_f32_32(i64 120725528217350, i64 173210, i64 -1) == i64 2147483647
; run: @fptosim_f32_32(i64 4426753188274459, i64 5329762743358, i64 391) == i64 2147483647
; run: @fptoui_f32_32(i64 -85, i64 31438871115, i64 -92058992583) == i64 0
; run: @fptoui_f32_32(i64 -12, i64 1, i64 1) == i64 0
; run: @fptouim_f32_32(i64 1741, i64 127, i64 0) == i64 108
; run: @fptouim_f32_32(i64 369652, i64 -231519991, i64 451738187683) == i64 23103
; run: @fptosi_f32_33(i64 270440, i64 3021688932, i64 2143289344) == i64 0
; run: @fptosi_f32_33(i64 -23432636, i64 14288136688, i64 -1266478) == i64 4294967296
; run: @fptosim_f32_33(i64 -1, i64 -96, i64 506255929331) == i64 0
; run: @fptosim_f32_33(i64 10, i64 4609434218613702656, i64 6351855138049558670) == i64 0
; run: @fptoui_f32_33(i64 9223372036854775807, i64 1794380482512453073, i64 907624) == i64 0
; run: @fptoui_f32_33(i64 -6339812128, i64 -527415208, i64 9223372036854775807) == i64 0
; run: @fptouim_f32_33(i64 109228, i64 4286578688, i64 10318477233774529) == i64 6826
; run: @fptouim_f32_33(i64 1, i64 2377, i64 8570262226525219052) == i64 0
; run: @fptosi_f32_64(i64 12301945755, i64 0, i64 4286578688) == i64 -868272993741045760
; run: @fptosi_f32_64(i64 96592668281, i64 -13279775704, i64 127) == i64 9223372036854775807
; run: @fptosim_f32_64(i64 804, i64 -6190324041476341212, i64 -5977166) == i64 50
; run: @fptosim_f32_64(i64 5682314, i64 -228389, i64 3993652119731189) == i64 355144
; run: @fptoui_f32_64(i64 328113816, i64 -1, i64 4286578688) == i64 0
; run: @fptoui_f32_64(i64 -252931420508706, i64 2143289344, i64 -30972424) == i64 0
; run: @fptouim_f32_64(i64 -1135524317, i64 224559244, i64 2143289344) == i64 0
; run: @fptouim_f32_64(i64 972639523387069052, i64 650154085947, i64 -2671) == i64 60789970675171328
; run: @copysign_f64(i64 4286578688, i64 10982728677012855, i64 -427) == i64 4286578688
; run: @copysign_f64(i64 2147483647, i64 15335, i64 5) == i64 2147483647
; run: @minnum_f64(i64 0, i64 176367876616317, i64 2147483647) == i64 0
; run: @minnum_f64(i64 1386505509728521, i64 -229786431534743, i64 2012338110968941) == i64 1386505509728521
; run: @maxnum_f64(i64 58669271401256572, i64 42490, i64 16048947065608937) == i64 58669271401256572
; run: @maxnum_f64(i64 30, i64 0, i64 -5834266845418647801) == i64 30
; run: @minimum_f64(i64 -32302778, i64 26748718325233333, i64 -406033055314225) == i64 9221120237041090560
; run: @minimum_f64(i64 0, i64 405343786720, i64 19007898) == i64 0
; run: @maximum_f64(i64 -3370247374749, i64 2143289344, i64 128) == i64 9221120237041090560
; run: @maximum_f64(i64 -3955532, i64 9223372036854775807, i64 -3) == i64 9221120237041090560
; run: @class_f64_0(i64 -17764, i64 -1, i64 0) == i64 0
; run: @class_f64_0(i64 -2217, i64 -8828038705110465, i64 -9223372036854775808) == i64 0
; run: @class_f64_1(i64 14605714811535822, i64 1078530011, i64 3738344930378733347) == i64 0
; run: @class_f64_1(i64 128, i64 -4003638437595863453, i64 0) == i64 0
; run: @class_f64_2(i64 249, i64 -9223372036854775808, i64 128) == i64 0
; run: @class_f64_2(i64 -96628787, i64 394, i64 127) == i64 0
; run: @class_f64_3(i64 2147483648, i64 -3709382324655542, i64 -218213080120565041) == i64 0
; run: @class_f64_3(i64 1078530011, i64 23814055409938, i64 195) == i64 0
; run: @class_f64_4(i64 2147483647, i64 463350933860, i64 123164) == i64 0
; run: @class_f64_4(i64 375209844932920, i64 16489131595073403, i64 4286578688) == i64 0
; run: @class_f64_5(i64 -7, i64 -28322900482898920, i64 9221120237041090560) == i64 0
; run: @class_f64_5(i64 -2761990862653250206, i64 -239, i64 241219) == i64 0
; run: @class_f64_6(i64 0, i64 7728522654383657, i64 98812) == i64 1
; run: @class_f64_6(i64 7550612945102, i64 8073057716442645, i64 867) == i64 0
; run: @class_f64_7(i64 2, i64 -1111026889808165539, i64 161623362977398955) == i64 1
; run: @class_f64_7(i64 -121, i64 -492657482630, i64 0) == i64 0
; run: @class_f64_8(i64 3992991809, i64 13819345664, i64 9221120237041090560) == i64 0
; run: @class_f64_8(i64 -111908307844942995, i64 9223372036854775807, i64 1013363164021827) == i64 0
; run: @class_f64_9(i64 2147483647, i64 19106, i64 -887901) == i64 0
; run: @class_f64_9(i64 33574904620884427, i64 -11, i64 20292) == i64 0
; run: @class_f64_m3(i64 9223372036854775807, i64 72315, i64 -233) == i64 1
; run: @class_f64_m3(i64 9117927531992533647, i64 261678600104238428, i64 9221120237041090560) == i64 0
; run: @class_f64_m516(i64 1, i64 18846, i64 437621161) == i64 0
; run: @class_f64_m516(i64 -1668939009697569, i64 128, i64 106577984) == i64 0
; run: @class_f64_m504(i64 -1287, i64 67, i64 39574618710745389) == i64 0
; run: @class_f64_m504(i64 1138744327721583034, i64 -5, i64 -11428355292682) == i64 1
; run: @class_f64_m612(i64 0, i64 -105, i64 -242996576772) == i64 1
; run: @class_f64_m612(i64 9221120237041090560, i64 9221120237041090560, i64 0) == i64 0
; run: @class_f64_m1023(i64 9221120237041090560, i64 -680392, i64 4286578688) == i64 1
; run: @class_f64_m1023(i64 13594137, i64 20041566, i64 4609434218613702656) == i64 1
; run: @class_f64_m0(i64 1, i64 -5215071, i64 4418439) == i64 0
; run: @class_f64_m0(i64 3103371341476, i64 81, i64 -715190074846) == i64 0
; run: @class_f64_m144(i64 -805, i64 4320690911058, i64 -396661496630869037) == i64 0
; run: @class_f64_m144(i64 -1, i64 -147636, i64 -6597563030) == i64 0
; run: @class_f64_m96(i64 2109239106673, i64 -20548324566, i64 1389258912454987) == i64 0
; run: @class_f64_m96(i64 223034, i64 5668946532340466, i64 9221120237041090560) == i64 0
; run: @class_f64_m60(i64 2147483647, i64 1, i64 3324013887328) == i64 0
; run: @class_f64_m60(i64 4609434218613702656, i64 -2606, i64 1644640977) == i64 0
; run: @fptosi_f64_1(i64 2147483648, i64 3218738, i64 128) == i64 0
; run: @fptosi_f64_1(i64 4091, i64 1, i64 103845901940629169) == i64 0
; run: @fptosim_f64_1(i64 4609434218613702656, i64 -59, i64 -7) == i64 0
; run: @fptosim_f64_1(i64 -3, i64 904758, i64 2) == i64 0
; run: @fptoui_f64_1(i64 -21, i64 2769929757644348, i64 4286578688) == i64 0
; run: @fptoui_f64_1(i64 -30836496, i64 35, i64 -1) == i64 0
; run: @fptouim_f64_1(i64 1443143174851, i64 31758900808757263, i64 1) == i64 1
; run: @fptouim_f64_1(i64 2374705899, i64 3196147087, i64 -867480678) == i64 1
; run: @fptosi_f64_8(i64 -1, i64 1564979092498492, i64 -4370) == i64 0
; run: @fptosi_f64_8(i64 5787851809971665, i64 -81215, i64 -5878855357395092) == i64 0
; run: @fptosim_f64_8(i64 -38, i64 102687612845869622, i64 127) == i64 254
; run: @fptosim_f64_8(i64 2147483647, i64 -1077359921900, i64 48104741803521225) == i64 127
; run: @fptoui_f64_8(i64 1072, i64 104265851693606, i64 224447135569618814) == i64 0
; run: @fptoui_f64_8(i64 -9223372036854775808, i64 1973, i64 26) == i64 0
; run: @fptouim_f64_8(i64 6139082, i64 -1, i64 -2366532180681) == i64 255
; run: @fptouim_f64_8(i64 -942489623585853, i64 4194228868322515471, i64 -6796544029968779240) == i64 0
; run: @fptosi_f64_16(i64 8570521145690, i64 6792, i64 2147483648) == i64 0
; run: @fptosi_f64_16(i64 -1008730719499, i64 2773811130, i64 8774) == i64 0
; run: @fptosim_f64_16(i64 -61445582776, i64 2147483647, i64 -1636153558497798) == i64 32768
; run: @fptosim_f64_16(i64 128, i64 -1, i64 -7) == i64 8
; run: @fptoui_f64_16(i64 127, i64 11, i64 -135301411826794102) == i64 0
; run: @fptoui_f64_16(i64 -273561, i64 0, i64 -11062086064112015) == i64 0
; run: @fptouim_f64_16(i64 166, i64 138561, i64 70003) == i64 10
; run: @fptouim_f64_16(i64 -1, i64 3797633274762232, i64 -4) == i64 0
; run: @fptosi_f64_24(i64 28557, i64 -1580, i64 2147483648) == i64 0
; run: @fptosi_f64_24(i64 1080, i64 -418, i64 128) == i64 0
; run: @fptosim_f64_24(i64 -3297105215, i64 3163885278, i64 -936959195235366) == i64 8388608
; run: @fptosim_f64_24(i64 -28515107156869, i64 144317675863541511, i64 9384958373155) == i64 8388608
; run: @fptoui_f64_24(i64 48, i64 38618753, i64 19147003600952) == i64 0
; run: @fptoui_f64_24(i64 -1712849669813241651, i64 9221120237041090560, i64 -3846190384457907361) == i64 0
; run: @fptouim_f64_24(i64 16653626666548649, i64 -376, i64 0) == i64 16777215
; run: @fptouim_f64_24(i64 7, i64 73, i64 3970) == i64 0
; run: @fptosi_f64_32(i64 109, i64 127, i64 -57263) == i64 0
; run: @fptosi_f64_32(i64 4609434218613702656, i64 -2727, i64 679762) == i64 1
; run: @fptosim_f64_32(i64 -1313, i64 443551439094691921, i64 381528434885195) == i64 4294967214
; run: @fptosim_f64_32(i64 4609434218613702656, i64 0, i64 -3777874456) == i64 2147483647
; run: @fptoui_f64_32(i64 10689453198893, i64 -161496, i64 -133449435534) == i64 0
; run: @fptoui_f64_32(i64 2614564600164650, i64 61022, i64 1687837685406) == i64 0
; run: @fptouim_f64_32(i64 967, i64 2147483647, i64 1535311819757947) == i64 60
; run: @fptouim_f64_32(i64 -206153, i64 -74291, i64 -32748574675656) == i64 0
; run: @fptosi_f64_33(i64 2143289344, i64 9583975, i64 861918) == i64 0
; run: @fptosi_f64_33(i64 1078530011, i64 -88159676, i64 5968) == i64 0
; run: @fptosim_f64_33(i64 -33, i64 -9223372036854775808, i64 1273431) == i64 8589934590
; run: @fptosim_f64_33(i64 1358500462288458, i64 31378236866713, i64 1278472022414547) == i64 4294967295
; run: @fptoui_f64_33(i64 1, i64 128, i64 14841632282) == i64 0
; run: @fptoui_f64_33(i64 2147483648, i64 -84757, i64 11362) == i64 0
; run: @fptouim_f64_33(i64 -929699923661, i64 -1, i64 16722510) == i64 0
; run: @fptouim_f64_33(i64 1, i64 -53393166287217085, i64 706644762936690) == i64 0
; run: @fptosi_f64_64(i64 -57504695, i64 -17061, i64 51) == i64 0
; run: @fptosi_f64_64(i64 796553370908, i64 -1, i64 -535542) == i64 0
; run: @fptosim_f64_64(i64 79, i64 -73, i64 -1) == i64 4
; run: @fptosim_f64_64(i64 3485667475, i64 -96244593191231637, i64 1) == i64 217854217
; run: @fptoui_f64_64(i64 710372, i64 7812298353584577004, i64 127) == i64 0
; run: @fptoui_f64_64(i64 -2, i64 -879988939, i64 4148358) == i64 0
; run: @fptouim_f64_64(i64 23, i64 0, i64 4609434218613702656) == i64 1
; run: @fptouim_f64_64(i64 33027333, i64 127, i64 4286578688) == i64 2064208
define i64 @copysign_f32(i64 %a, i64 %b, i64 %c) {
  %ai = trunc i64 %a to i32
  %af = bitcast i32 %ai to float
  %bi = trunc i64 %b to i32
  %bf = bitcast i32 %bi to float
  %p = call float @llvm.copysign.f32(float %af, float %bf)
  %q = bitcast float %p to i32
  %r = zext i32 %q to i64
  ret i64 %r
}
define i64 @minnum_f32(i64 %a, i64 %b, i64 %c) {
  %ai = trunc i64 %a to i32
  %af = bitcast i32 %ai to float
  %bi = trunc i64 %b to i32
  %bf = bitcast i32 %bi to float
  %p = call float @llvm.minnum.f32(float %af, float %bf)
  %z = fcmp oeq float %p, 0.0
  %p3 = select i1 %z, float 0.0, float %p
  %n = fcmp uno float %p, %p
  %p2 = select i1 %n, float 0x7FF8000000000000, float %p3
  %q = bitcast float %p2 to i32
  %r = zext i32 %q to i64
  ret i64 %r
}
define i64 @maxnum_f32(i64 %a, i64 %b, i64 %c) {
  %ai = trunc i64 %a to i32
  %af = bitcast i32 %ai to float
  %bi = trunc i64 %b to i32
  %bf = bitcast i32 %bi to float
  %p = call float @llvm.maxnum.f32(float %af, float %bf)
  %z = fcmp oeq float %p, 0.0
  %p3 = select i1 %z, float 0.0, float %p
  %n = fcmp uno float %p, %p
  %p2 = select i1 %n, float 0x7FF8000000000000, float %p3
  %q = bitcast float %p2 to i32
  %r = zext i32 %q to i64
  ret i64 %r
}
define i64 @minimum_f32(i64 %a, i64 %b, i64 %c) {
  %ai = trunc i64 %a to i32
  %af = bitcast i32 %ai to float
  %bi = trunc i64 %b to i32
  %bf = bitcast i32 %bi to float
  %p = call float @llvm.minimum.f32(float %af, float %bf)
  %n = fcmp uno float %p, %p
  %p2 = select i1 %n, float 0x7FF8000000000000, float %p
  %q = bitcast float %p2 to i32
  %r = zext i32 %q to i64
  ret i64 %r
}
define i64 @maximum_f32(i64 %a, i64 %b, i64 %c) {
  %ai = trunc i64 %a to i32
  %af = bitcast i32 %ai to float
  %bi = trunc i64 %b to i32
  %bf = bitcast i32 %bi to float
  %p = call float @llvm.maximum.f32(float %af, float %bf)
  %n = fcmp uno float %p, %p
  %p2 = select i1 %n, float 0x7FF8000000000000, float %p
  %q = bitcast float %p2 to i32
  %r = zext i32 %q to i64
  ret i64 %r
}
define i64 @class_f32_0(i64 %a, i64 %b, i64 %c) {
  %ai = trunc i64 %a to i32
  %af = bitcast i32 %ai to float
  %bi = trunc i64 %b to i32
  %bf = bitcast i32 %bi to float
  %p = call i1 @llvm.is.fpclass.f32(float %af, i32 1)
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @class_f32_1(i64 %a, i64 %b, i64 %c) {
  %ai = trunc i64 %a to i32
  %af = bitcast i32 %ai to float
  %bi = trunc i64 %b to i32
  %bf = bitcast i32 %bi to float
  %p = call i1 @llvm.is.fpclass.f32(float %af, i32 2)
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @class_f32_2(i64 %a, i64 %b, i64 %c) {
  %ai = trunc i64 %a to i32
  %af = bitcast i32 %ai to float
  %bi = trunc i64 %b to i32
  %bf = bitcast i32 %bi to float
  %p = call i1 @llvm.is.fpclass.f32(float %af, i32 4)
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @class_f32_3(i64 %a, i64 %b, i64 %c) {
  %ai = trunc i64 %a to i32
  %af = bitcast i32 %ai to float
  %bi = trunc i64 %b to i32
  %bf = bitcast i32 %bi to float
  %p = call i1 @llvm.is.fpclass.f32(float %af, i32 8)
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @class_f32_4(i64 %a, i64 %b, i64 %c) {
  %ai = trunc i64 %a to i32
  %af = bitcast i32 %ai to float
  %bi = trunc i64 %b to i32
  %bf = bitcast i32 %bi to float
  %p = call i1 @llvm.is.fpclass.f32(float %af, i32 16)
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @class_f32_5(i64 %a, i64 %b, i64 %c) {
  %ai = trunc i64 %a to i32
  %af = bitcast i32 %ai to float
  %bi = trunc i64 %b to i32
  %bf = bitcast i32 %bi to float
  %p = call i1 @llvm.is.fpclass.f32(float %af, i32 32)
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @class_f32_6(i64 %a, i64 %b, i64 %c) {
  %ai = trunc i64 %a to i32
  %af = bitcast i32 %ai to float
  %bi = trunc i64 %b to i32
  %bf = bitcast i32 %bi to float
  %p = call i1 @llvm.is.fpclass.f32(float %af, i32 64)
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @class_f32_7(i64 %a, i64 %b, i64 %c) {
  %ai = trunc i64 %a to i32
  %af = bitcast i32 %ai to float
  %bi = trunc i64 %b to i32
  %bf = bitcast i32 %bi to float
  %p = call i1 @llvm.is.fpclass.f32(float %af, i32 128)
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @class_f32_8(i64 %a, i64 %b, i64 %c) {
  %ai = trunc i64 %a to i32
  %af = bitcast i32 %ai to float
  %bi = trunc i64 %b to i32
  %bf = bitcast i32 %bi to float
  %p = call i1 @llvm.is.fpclass.f32(float %af, i32 256)
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @class_f32_9(i64 %a, i64 %b, i64 %c) {
  %ai = trunc i64 %a to i32
  %af = bitcast i32 %ai to float
  %bi = trunc i64 %b to i32
  %bf = bitcast i32 %bi to float
  %p = call i1 @llvm.is.fpclass.f32(float %af, i32 512)
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @class_f32_m3(i64 %a, i64 %b, i64 %c) {
  %ai = trunc i64 %a to i32
  %af = bitcast i32 %ai to float
  %bi = trunc i64 %b to i32
  %bf = bitcast i32 %bi to float
  %p = call i1 @llvm.is.fpclass.f32(float %af, i32 3)
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @class_f32_m516(i64 %a, i64 %b, i64 %c) {
  %ai = trunc i64 %a to i32
  %af = bitcast i32 %ai to float
  %bi = trunc i64 %b to i32
  %bf = bitcast i32 %bi to float
  %p = call i1 @llvm.is.fpclass.f32(float %af, i32 516)
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @class_f32_m504(i64 %a, i64 %b, i64 %c) {
  %ai = trunc i64 %a to i32
  %af = bitcast i32 %ai to float
  %bi = trunc i64 %b to i32
  %bf = bitcast i32 %bi to float
  %p = call i1 @llvm.is.fpclass.f32(float %af, i32 504)
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @class_f32_m612(i64 %a, i64 %b, i64 %c) {
  %ai = trunc i64 %a to i32
  %af = bitcast i32 %ai to float
  %bi = trunc i64 %b to i32
  %bf = bitcast i32 %bi to float
  %p = call i1 @llvm.is.fpclass.f32(float %af, i32 612)
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @class_f32_m1023(i64 %a, i64 %b, i64 %c) {
  %ai = trunc i64 %a to i32
  %af = bitcast i32 %ai to float
  %bi = trunc i64 %b to i32
  %bf = bitcast i32 %bi to float
  %p = call i1 @llvm.is.fpclass.f32(float %af, i32 1023)
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @class_f32_m0(i64 %a, i64 %b, i64 %c) {
  %ai = trunc i64 %a to i32
  %af = bitcast i32 %ai to float
  %bi = trunc i64 %b to i32
  %bf = bitcast i32 %bi to float
  %p = call i1 @llvm.is.fpclass.f32(float %af, i32 0)
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @class_f32_m144(i64 %a, i64 %b, i64 %c) {
  %ai = trunc i64 %a to i32
  %af = bitcast i32 %ai to float
  %bi = trunc i64 %b to i32
  %bf = bitcast i32 %bi to float
  %p = call i1 @llvm.is.fpclass.f32(float %af, i32 144)
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @class_f32_m96(i64 %a, i64 %b, i64 %c) {
  %ai = trunc i64 %a to i32
  %af = bitcast i32 %ai to float
  %bi = trunc i64 %b to i32
  %bf = bitcast i32 %bi to float
  %p = call i1 @llvm.is.fpclass.f32(float %af, i32 96)
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @class_f32_m60(i64 %a, i64 %b, i64 %c) {
  %ai = trunc i64 %a to i32
  %af = bitcast i32 %ai to float
  %bi = trunc i64 %b to i32
  %bf = bitcast i32 %bi to float
  %p = call i1 @llvm.is.fpclass.f32(float %af, i32 60)
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @fptosi_f32_1(i64 %a, i64 %b, i64 %c) {
  %ai = trunc i64 %a to i32
  %af = bitcast i32 %ai to float
  %bi = trunc i64 %b to i32
  %bf = bitcast i32 %bi to float
  %p = call i1 @llvm.fptosi.sat.i1.f32(float %af)
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @fptosim_f32_1(i64 %a, i64 %b, i64 %c) {
  %af = sitofp i64 %a to float
  %f = fdiv float %af, 1.6e1
  %p = call i1 @llvm.fptosi.sat.i1.f32(float %f)
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @fptoui_f32_1(i64 %a, i64 %b, i64 %c) {
  %ai = trunc i64 %a to i32
  %af = bitcast i32 %ai to float
  %bi = trunc i64 %b to i32
  %bf = bitcast i32 %bi to float
  %p = call i1 @llvm.fptoui.sat.i1.f32(float %af)
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @fptouim_f32_1(i64 %a, i64 %b, i64 %c) {
  %af = sitofp i64 %a to float
  %f = fdiv float %af, 1.6e1
  %p = call i1 @llvm.fptoui.sat.i1.f32(float %f)
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @fptosi_f32_8(i64 %a, i64 %b, i64 %c) {
  %ai = trunc i64 %a to i32
  %af = bitcast i32 %ai to float
  %bi = trunc i64 %b to i32
  %bf = bitcast i32 %bi to float
  %p = call i8 @llvm.fptosi.sat.i8.f32(float %af)
  %r = zext i8 %p to i64
  ret i64 %r
}
define i64 @fptosim_f32_8(i64 %a, i64 %b, i64 %c) {
  %af = sitofp i64 %a to float
  %f = fdiv float %af, 1.6e1
  %p = call i8 @llvm.fptosi.sat.i8.f32(float %f)
  %r = zext i8 %p to i64
  ret i64 %r
}
define i64 @fptoui_f32_8(i64 %a, i64 %b, i64 %c) {
  %ai = trunc i64 %a to i32
  %af = bitcast i32 %ai to float
  %bi = trunc i64 %b to i32
  %bf = bitcast i32 %bi to float
  %p = call i8 @llvm.fptoui.sat.i8.f32(float %af)
  %r = zext i8 %p to i64
  ret i64 %r
}
define i64 @fptouim_f32_8(i64 %a, i64 %b, i64 %c) {
  %af = sitofp i64 %a to float
  %f = fdiv float %af, 1.6e1
  %p = call i8 @llvm.fptoui.sat.i8.f32(float %f)
  %r = zext i8 %p to i64
  ret i64 %r
}
define i64 @fptosi_f32_16(i64 %a, i64 %b, i64 %c) {
  %ai = trunc i64 %a to i32
  %af = bitcast i32 %ai to float
  %bi = trunc i64 %b to i32
  %bf = bitcast i32 %bi to float
  %p = call i16 @llvm.fptosi.sat.i16.f32(float %af)
  %r = zext i16 %p to i64
  ret i64 %r
}
define i64 @fptosim_f32_16(i64 %a, i64 %b, i64 %c) {
  %af = sitofp i64 %a to float
  %f = fdiv float %af, 1.6e1
  %p = call i16 @llvm.fptosi.sat.i16.f32(float %f)
  %r = zext i16 %p to i64
  ret i64 %r
}
define i64 @fptoui_f32_16(i64 %a, i64 %b, i64 %c) {
  %ai = trunc i64 %a to i32
  %af = bitcast i32 %ai to float
  %bi = trunc i64 %b to i32
  %bf = bitcast i32 %bi to float
  %p = call i16 @llvm.fptoui.sat.i16.f32(float %af)
  %r = zext i16 %p to i64
  ret i64 %r
}
define i64 @fptouim_f32_16(i64 %a, i64 %b, i64 %c) {
  %af = sitofp i64 %a to float
  %f = fdiv float %af, 1.6e1
  %p = call i16 @llvm.fptoui.sat.i16.f32(float %f)
  %r = zext i16 %p to i64
  ret i64 %r
}
define i64 @fptosi_f32_24(i64 %a, i64 %b, i64 %c) {
  %ai = trunc i64 %a to i32
  %af = bitcast i32 %ai to float
  %bi = trunc i64 %b to i32
  %bf = bitcast i32 %bi to float
  %p = call i24 @llvm.fptosi.sat.i24.f32(float %af)
  %r = zext i24 %p to i64
  ret i64 %r
}
define i64 @fptosim_f32_24(i64 %a, i64 %b, i64 %c) {
  %af = sitofp i64 %a to float
  %f = fdiv float %af, 1.6e1
  %p = call i24 @llvm.fptosi.sat.i24.f32(float %f)
  %r = zext i24 %p to i64
  ret i64 %r
}
define i64 @fptoui_f32_24(i64 %a, i64 %b, i64 %c) {
  %ai = trunc i64 %a to i32
  %af = bitcast i32 %ai to float
  %bi = trunc i64 %b to i32
  %bf = bitcast i32 %bi to float
  %p = call i24 @llvm.fptoui.sat.i24.f32(float %af)
  %r = zext i24 %p to i64
  ret i64 %r
}
define i64 @fptouim_f32_24(i64 %a, i64 %b, i64 %c) {
  %af = sitofp i64 %a to float
  %f = fdiv float %af, 1.6e1
  %p = call i24 @llvm.fptoui.sat.i24.f32(float %f)
  %r = zext i24 %p to i64
  ret i64 %r
}
define i64 @fptosi_f32_32(i64 %a, i64 %b, i64 %c) {
  %ai = trunc i64 %a to i32
  %af = bitcast i32 %ai to float
  %bi = trunc i64 %b to i32
  %bf = bitcast i32 %bi to float
  %p = call i32 @llvm.fptosi.sat.i32.f32(float %af)
  %r = zext i32 %p to i64
  ret i64 %r
}
define i64 @fptosim_f32_32(i64 %a, i64 %b, i64 %c) {
  %af = sitofp i64 %a to float
  %f = fdiv float %af, 1.6e1
  %p = call i32 @llvm.fptosi.sat.i32.f32(float %f)
  %r = zext i32 %p to i64
  ret i64 %r
}
define i64 @fptoui_f32_32(i64 %a, i64 %b, i64 %c) {
  %ai = trunc i64 %a to i32
  %af = bitcast i32 %ai to float
  %bi = trunc i64 %b to i32
  %bf = bitcast i32 %bi to float
  %p = call i32 @llvm.fptoui.sat.i32.f32(float %af)
  %r = zext i32 %p to i64
  ret i64 %r
}
define i64 @fptouim_f32_32(i64 %a, i64 %b, i64 %c) {
  %af = sitofp i64 %a to float
  %f = fdiv float %af, 1.6e1
  %p = call i32 @llvm.fptoui.sat.i32.f32(float %f)
  %r = zext i32 %p to i64
  ret i64 %r
}
define i64 @fptosi_f32_33(i64 %a, i64 %b, i64 %c) {
  %ai = trunc i64 %a to i32
  %af = bitcast i32 %ai to float
  %bi = trunc i64 %b to i32
  %bf = bitcast i32 %bi to float
  %p = call i33 @llvm.fptosi.sat.i33.f32(float %af)
  %r = zext i33 %p to i64
  ret i64 %r
}
define i64 @fptosim_f32_33(i64 %a, i64 %b, i64 %c) {
  %af = sitofp i64 %a to float
  %f = fdiv float %af, 1.6e1
  %p = call i33 @llvm.fptosi.sat.i33.f32(float %f)
  %r = zext i33 %p to i64
  ret i64 %r
}
define i64 @fptoui_f32_33(i64 %a, i64 %b, i64 %c) {
  %ai = trunc i64 %a to i32
  %af = bitcast i32 %ai to float
  %bi = trunc i64 %b to i32
  %bf = bitcast i32 %bi to float
  %p = call i33 @llvm.fptoui.sat.i33.f32(float %af)
  %r = zext i33 %p to i64
  ret i64 %r
}
define i64 @fptouim_f32_33(i64 %a, i64 %b, i64 %c) {
  %af = sitofp i64 %a to float
  %f = fdiv float %af, 1.6e1
  %p = call i33 @llvm.fptoui.sat.i33.f32(float %f)
  %r = zext i33 %p to i64
  ret i64 %r
}
define i64 @fptosi_f32_64(i64 %a, i64 %b, i64 %c) {
  %ai = trunc i64 %a to i32
  %af = bitcast i32 %ai to float
  %bi = trunc i64 %b to i32
  %bf = bitcast i32 %bi to float
  %p = call i64 @llvm.fptosi.sat.i64.f32(float %af)
  ret i64 %p
}
define i64 @fptosim_f32_64(i64 %a, i64 %b, i64 %c) {
  %af = sitofp i64 %a to float
  %f = fdiv float %af, 1.6e1
  %p = call i64 @llvm.fptosi.sat.i64.f32(float %f)
  ret i64 %p
}
define i64 @fptoui_f32_64(i64 %a, i64 %b, i64 %c) {
  %ai = trunc i64 %a to i32
  %af = bitcast i32 %ai to float
  %bi = trunc i64 %b to i32
  %bf = bitcast i32 %bi to float
  %p = call i64 @llvm.fptoui.sat.i64.f32(float %af)
  ret i64 %p
}
define i64 @fptouim_f32_64(i64 %a, i64 %b, i64 %c) {
  %af = sitofp i64 %a to float
  %f = fdiv float %af, 1.6e1
  %p = call i64 @llvm.fptoui.sat.i64.f32(float %f)
  ret i64 %p
}
define i64 @copysign_f64(i64 %a, i64 %b, i64 %c) {
  %ai = add i64 %a, 0
  %af = bitcast i64 %ai to double
  %bi = add i64 %b, 0
  %bf = bitcast i64 %bi to double
  %p = call double @llvm.copysign.f64(double %af, double %bf)
  %q = bitcast double %p to i64
  %r = add i64 %q, 0
  ret i64 %r
}
define i64 @minnum_f64(i64 %a, i64 %b, i64 %c) {
  %ai = add i64 %a, 0
  %af = bitcast i64 %ai to double
  %bi = add i64 %b, 0
  %bf = bitcast i64 %bi to double
  %p = call double @llvm.minnum.f64(double %af, double %bf)
  %z = fcmp oeq double %p, 0.0
  %p3 = select i1 %z, double 0.0, double %p
  %n = fcmp uno double %p, %p
  %p2 = select i1 %n, double 0x7FF8000000000000, double %p3
  %q = bitcast double %p2 to i64
  %r = add i64 %q, 0
  ret i64 %r
}
define i64 @maxnum_f64(i64 %a, i64 %b, i64 %c) {
  %ai = add i64 %a, 0
  %af = bitcast i64 %ai to double
  %bi = add i64 %b, 0
  %bf = bitcast i64 %bi to double
  %p = call double @llvm.maxnum.f64(double %af, double %bf)
  %z = fcmp oeq double %p, 0.0
  %p3 = select i1 %z, double 0.0, double %p
  %n = fcmp uno double %p, %p
  %p2 = select i1 %n, double 0x7FF8000000000000, double %p3
  %q = bitcast double %p2 to i64
  %r = add i64 %q, 0
  ret i64 %r
}
define i64 @minimum_f64(i64 %a, i64 %b, i64 %c) {
  %ai = add i64 %a, 0
  %af = bitcast i64 %ai to double
  %bi = add i64 %b, 0
  %bf = bitcast i64 %bi to double
  %p = call double @llvm.minimum.f64(double %af, double %bf)
  %n = fcmp uno double %p, %p
  %p2 = select i1 %n, double 0x7FF8000000000000, double %p
  %q = bitcast double %p2 to i64
  %r = add i64 %q, 0
  ret i64 %r
}
define i64 @maximum_f64(i64 %a, i64 %b, i64 %c) {
  %ai = add i64 %a, 0
  %af = bitcast i64 %ai to double
  %bi = add i64 %b, 0
  %bf = bitcast i64 %bi to double
  %p = call double @llvm.maximum.f64(double %af, double %bf)
  %n = fcmp uno double %p, %p
  %p2 = select i1 %n, double 0x7FF8000000000000, double %p
  %q = bitcast double %p2 to i64
  %r = add i64 %q, 0
  ret i64 %r
}
define i64 @class_f64_0(i64 %a, i64 %b, i64 %c) {
  %ai = add i64 %a, 0
  %af = bitcast i64 %ai to double
  %bi = add i64 %b, 0
  %bf = bitcast i64 %bi to double
  %p = call i1 @llvm.is.fpclass.f64(double %af, i32 1)
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @class_f64_1(i64 %a, i64 %b, i64 %c) {
  %ai = add i64 %a, 0
  %af = bitcast i64 %ai to double
  %bi = add i64 %b, 0
  %bf = bitcast i64 %bi to double
  %p = call i1 @llvm.is.fpclass.f64(double %af, i32 2)
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @class_f64_2(i64 %a, i64 %b, i64 %c) {
  %ai = add i64 %a, 0
  %af = bitcast i64 %ai to double
  %bi = add i64 %b, 0
  %bf = bitcast i64 %bi to double
  %p = call i1 @llvm.is.fpclass.f64(double %af, i32 4)
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @class_f64_3(i64 %a, i64 %b, i64 %c) {
  %ai = add i64 %a, 0
  %af = bitcast i64 %ai to double
  %bi = add i64 %b, 0
  %bf = bitcast i64 %bi to double
  %p = call i1 @llvm.is.fpclass.f64(double %af, i32 8)
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @class_f64_4(i64 %a, i64 %b, i64 %c) {
  %ai = add i64 %a, 0
  %af = bitcast i64 %ai to double
  %bi = add i64 %b, 0
  %bf = bitcast i64 %bi to double
  %p = call i1 @llvm.is.fpclass.f64(double %af, i32 16)
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @class_f64_5(i64 %a, i64 %b, i64 %c) {
  %ai = add i64 %a, 0
  %af = bitcast i64 %ai to double
  %bi = add i64 %b, 0
  %bf = bitcast i64 %bi to double
  %p = call i1 @llvm.is.fpclass.f64(double %af, i32 32)
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @class_f64_6(i64 %a, i64 %b, i64 %c) {
  %ai = add i64 %a, 0
  %af = bitcast i64 %ai to double
  %bi = add i64 %b, 0
  %bf = bitcast i64 %bi to double
  %p = call i1 @llvm.is.fpclass.f64(double %af, i32 64)
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @class_f64_7(i64 %a, i64 %b, i64 %c) {
  %ai = add i64 %a, 0
  %af = bitcast i64 %ai to double
  %bi = add i64 %b, 0
  %bf = bitcast i64 %bi to double
  %p = call i1 @llvm.is.fpclass.f64(double %af, i32 128)
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @class_f64_8(i64 %a, i64 %b, i64 %c) {
  %ai = add i64 %a, 0
  %af = bitcast i64 %ai to double
  %bi = add i64 %b, 0
  %bf = bitcast i64 %bi to double
  %p = call i1 @llvm.is.fpclass.f64(double %af, i32 256)
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @class_f64_9(i64 %a, i64 %b, i64 %c) {
  %ai = add i64 %a, 0
  %af = bitcast i64 %ai to double
  %bi = add i64 %b, 0
  %bf = bitcast i64 %bi to double
  %p = call i1 @llvm.is.fpclass.f64(double %af, i32 512)
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @class_f64_m3(i64 %a, i64 %b, i64 %c) {
  %ai = add i64 %a, 0
  %af = bitcast i64 %ai to double
  %bi = add i64 %b, 0
  %bf = bitcast i64 %bi to double
  %p = call i1 @llvm.is.fpclass.f64(double %af, i32 3)
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @class_f64_m516(i64 %a, i64 %b, i64 %c) {
  %ai = add i64 %a, 0
  %af = bitcast i64 %ai to double
  %bi = add i64 %b, 0
  %bf = bitcast i64 %bi to double
  %p = call i1 @llvm.is.fpclass.f64(double %af, i32 516)
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @class_f64_m504(i64 %a, i64 %b, i64 %c) {
  %ai = add i64 %a, 0
  %af = bitcast i64 %ai to double
  %bi = add i64 %b, 0
  %bf = bitcast i64 %bi to double
  %p = call i1 @llvm.is.fpclass.f64(double %af, i32 504)
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @class_f64_m612(i64 %a, i64 %b, i64 %c) {
  %ai = add i64 %a, 0
  %af = bitcast i64 %ai to double
  %bi = add i64 %b, 0
  %bf = bitcast i64 %bi to double
  %p = call i1 @llvm.is.fpclass.f64(double %af, i32 612)
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @class_f64_m1023(i64 %a, i64 %b, i64 %c) {
  %ai = add i64 %a, 0
  %af = bitcast i64 %ai to double
  %bi = add i64 %b, 0
  %bf = bitcast i64 %bi to double
  %p = call i1 @llvm.is.fpclass.f64(double %af, i32 1023)
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @class_f64_m0(i64 %a, i64 %b, i64 %c) {
  %ai = add i64 %a, 0
  %af = bitcast i64 %ai to double
  %bi = add i64 %b, 0
  %bf = bitcast i64 %bi to double
  %p = call i1 @llvm.is.fpclass.f64(double %af, i32 0)
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @class_f64_m144(i64 %a, i64 %b, i64 %c) {
  %ai = add i64 %a, 0
  %af = bitcast i64 %ai to double
  %bi = add i64 %b, 0
  %bf = bitcast i64 %bi to double
  %p = call i1 @llvm.is.fpclass.f64(double %af, i32 144)
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @class_f64_m96(i64 %a, i64 %b, i64 %c) {
  %ai = add i64 %a, 0
  %af = bitcast i64 %ai to double
  %bi = add i64 %b, 0
  %bf = bitcast i64 %bi to double
  %p = call i1 @llvm.is.fpclass.f64(double %af, i32 96)
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @class_f64_m60(i64 %a, i64 %b, i64 %c) {
  %ai = add i64 %a, 0
  %af = bitcast i64 %ai to double
  %bi = add i64 %b, 0
  %bf = bitcast i64 %bi to double
  %p = call i1 @llvm.is.fpclass.f64(double %af, i32 60)
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @fptosi_f64_1(i64 %a, i64 %b, i64 %c) {
  %ai = add i64 %a, 0
  %af = bitcast i64 %ai to double
  %bi = add i64 %b, 0
  %bf = bitcast i64 %bi to double
  %p = call i1 @llvm.fptosi.sat.i1.f64(double %af)
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @fptosim_f64_1(i64 %a, i64 %b, i64 %c) {
  %af = sitofp i64 %a to double
  %f = fdiv double %af, 1.6e1
  %p = call i1 @llvm.fptosi.sat.i1.f64(double %f)
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @fptoui_f64_1(i64 %a, i64 %b, i64 %c) {
  %ai = add i64 %a, 0
  %af = bitcast i64 %ai to double
  %bi = add i64 %b, 0
  %bf = bitcast i64 %bi to double
  %p = call i1 @llvm.fptoui.sat.i1.f64(double %af)
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @fptouim_f64_1(i64 %a, i64 %b, i64 %c) {
  %af = sitofp i64 %a to double
  %f = fdiv double %af, 1.6e1
  %p = call i1 @llvm.fptoui.sat.i1.f64(double %f)
  %r = zext i1 %p to i64
  ret i64 %r
}
define i64 @fptosi_f64_8(i64 %a, i64 %b, i64 %c) {
  %ai = add i64 %a, 0
  %af = bitcast i64 %ai to double
  %bi = add i64 %b, 0
  %bf = bitcast i64 %bi to double
  %p = call i8 @llvm.fptosi.sat.i8.f64(double %af)
  %r = zext i8 %p to i64
  ret i64 %r
}
define i64 @fptosim_f64_8(i64 %a, i64 %b, i64 %c) {
  %af = sitofp i64 %a to double
  %f = fdiv double %af, 1.6e1
  %p = call i8 @llvm.fptosi.sat.i8.f64(double %f)
  %r = zext i8 %p to i64
  ret i64 %r
}
define i64 @fptoui_f64_8(i64 %a, i64 %b, i64 %c) {
  %ai = add i64 %a, 0
  %af = bitcast i64 %ai to double
  %bi = add i64 %b, 0
  %bf = bitcast i64 %bi to double
  %p = call i8 @llvm.fptoui.sat.i8.f64(double %af)
  %r = zext i8 %p to i64
  ret i64 %r
}
define i64 @fptouim_f64_8(i64 %a, i64 %b, i64 %c) {
  %af = sitofp i64 %a to double
  %f = fdiv double %af, 1.6e1
  %p = call i8 @llvm.fptoui.sat.i8.f64(double %f)
  %r = zext i8 %p to i64
  ret i64 %r
}
define i64 @fptosi_f64_16(i64 %a, i64 %b, i64 %c) {
  %ai = add i64 %a, 0
  %af = bitcast i64 %ai to double
  %bi = add i64 %b, 0
  %bf = bitcast i64 %bi to double
  %p = call i16 @llvm.fptosi.sat.i16.f64(double %af)
  %r = zext i16 %p to i64
  ret i64 %r
}
define i64 @fptosim_f64_16(i64 %a, i64 %b, i64 %c) {
  %af = sitofp i64 %a to double
  %f = fdiv double %af, 1.6e1
  %p = call i16 @llvm.fptosi.sat.i16.f64(double %f)
  %r = zext i16 %p to i64
  ret i64 %r
}
define i64 @fptoui_f64_16(i64 %a, i64 %b, i64 %c) {
  %ai = add i64 %a, 0
  %af = bitcast i64 %ai to double
  %bi = add i64 %b, 0
  %bf = bitcast i64 %bi to double
  %p = call i16 @llvm.fptoui.sat.i16.f64(double %af)
  %r = zext i16 %p to i64
  ret i64 %r
}
define i64 @fptouim_f64_16(i64 %a, i64 %b, i64 %c) {
  %af = sitofp i64 %a to double
  %f = fdiv double %af, 1.6e1
  %p = call i16 @llvm.fptoui.sat.i16.f64(double %f)
  %r = zext i16 %p to i64
  ret i64 %r
}
define i64 @fptosi_f64_24(i64 %a, i64 %b, i64 %c) {
  %ai = add i64 %a, 0
  %af = bitcast i64 %ai to double
  %bi = add i64 %b, 0
  %bf = bitcast i64 %bi to double
  %p = call i24 @llvm.fptosi.sat.i24.f64(double %af)
  %r = zext i24 %p to i64
  ret i64 %r
}
define i64 @fptosim_f64_24(i64 %a, i64 %b, i64 %c) {
  %af = sitofp i64 %a to double
  %f = fdiv double %af, 1.6e1
  %p = call i24 @llvm.fptosi.sat.i24.f64(double %f)
  %r = zext i24 %p to i64
  ret i64 %r
}
define i64 @fptoui_f64_24(i64 %a, i64 %b, i64 %c) {
  %ai = add i64 %a, 0
  %af = bitcast i64 %ai to double
  %bi = add i64 %b, 0
  %bf = bitcast i64 %bi to double
  %p = call i24 @llvm.fptoui.sat.i24.f64(double %af)
  %r = zext i24 %p to i64
  ret i64 %r
}
define i64 @fptouim_f64_24(i64 %a, i64 %b, i64 %c) {
  %af = sitofp i64 %a to double
  %f = fdiv double %af, 1.6e1
  %p = call i24 @llvm.fptoui.sat.i24.f64(double %f)
  %r = zext i24 %p to i64
  ret i64 %r
}
define i64 @fptosi_f64_32(i64 %a, i64 %b, i64 %c) {
  %ai = add i64 %a, 0
  %af = bitcast i64 %ai to double
  %bi = add i64 %b, 0
  %bf = bitcast i64 %bi to double
  %p = call i32 @llvm.fptosi.sat.i32.f64(double %af)
  %r = zext i32 %p to i64
  ret i64 %r
}
define i64 @fptosim_f64_32(i64 %a, i64 %b, i64 %c) {
  %af = sitofp i64 %a to double
  %f = fdiv double %af, 1.6e1
  %p = call i32 @llvm.fptosi.sat.i32.f64(double %f)
  %r = zext i32 %p to i64
  ret i64 %r
}
define i64 @fptoui_f64_32(i64 %a, i64 %b, i64 %c) {
  %ai = add i64 %a, 0
  %af = bitcast i64 %ai to double
  %bi = add i64 %b, 0
  %bf = bitcast i64 %bi to double
  %p = call i32 @llvm.fptoui.sat.i32.f64(double %af)
  %r = zext i32 %p to i64
  ret i64 %r
}
define i64 @fptouim_f64_32(i64 %a, i64 %b, i64 %c) {
  %af = sitofp i64 %a to double
  %f = fdiv double %af, 1.6e1
  %p = call i32 @llvm.fptoui.sat.i32.f64(double %f)
  %r = zext i32 %p to i64
  ret i64 %r
}
define i64 @fptosi_f64_33(i64 %a, i64 %b, i64 %c) {
  %ai = add i64 %a, 0
  %af = bitcast i64 %ai to double
  %bi = add i64 %b, 0
  %bf = bitcast i64 %bi to double
  %p = call i33 @llvm.fptosi.sat.i33.f64(double %af)
  %r = zext i33 %p to i64
  ret i64 %r
}
define i64 @fptosim_f64_33(i64 %a, i64 %b, i64 %c) {
  %af = sitofp i64 %a to double
  %f = fdiv double %af, 1.6e1
  %p = call i33 @llvm.fptosi.sat.i33.f64(double %f)
  %r = zext i33 %p to i64
  ret i64 %r
}
define i64 @fptoui_f64_33(i64 %a, i64 %b, i64 %c) {
  %ai = add i64 %a, 0
  %af = bitcast i64 %ai to double
  %bi = add i64 %b, 0
  %bf = bitcast i64 %bi to double
  %p = call i33 @llvm.fptoui.sat.i33.f64(double %af)
  %r = zext i33 %p to i64
  ret i64 %r
}
define i64 @fptouim_f64_33(i64 %a, i64 %b, i64 %c) {
  %af = sitofp i64 %a to double
  %f = fdiv double %af, 1.6e1
  %p = call i33 @llvm.fptoui.sat.i33.f64(double %f)
  %r = zext i33 %p to i64
  ret i64 %r
}
define i64 @fptosi_f64_64(i64 %a, i64 %b, i64 %c) {
  %ai = add i64 %a, 0
  %af = bitcast i64 %ai to double
  %bi = add i64 %b, 0
  %bf = bitcast i64 %bi to double
  %p = call i64 @llvm.fptosi.sat.i64.f64(double %af)
  ret i64 %p
}
define i64 @fptosim_f64_64(i64 %a, i64 %b, i64 %c) {
  %af = sitofp i64 %a to double
  %f = fdiv double %af, 1.6e1
  %p = call i64 @llvm.fptosi.sat.i64.f64(double %f)
  ret i64 %p
}
define i64 @fptoui_f64_64(i64 %a, i64 %b, i64 %c) {
  %ai = add i64 %a, 0
  %af = bitcast i64 %ai to double
  %bi = add i64 %b, 0
  %bf = bitcast i64 %bi to double
  %p = call i64 @llvm.fptoui.sat.i64.f64(double %af)
  ret i64 %p
}
define i64 @fptouim_f64_64(i64 %a, i64 %b, i64 %c) {
  %af = sitofp i64 %a to double
  %f = fdiv double %af, 1.6e1
  %p = call i64 @llvm.fptoui.sat.i64.f64(double %f)
  ret i64 %p
}
declare double @llvm.copysign.f64(double, double)
declare double @llvm.maximum.f64(double, double)
declare double @llvm.maxnum.f64(double, double)
declare double @llvm.minimum.f64(double, double)
declare double @llvm.minnum.f64(double, double)
declare float @llvm.copysign.f32(float, float)
declare float @llvm.maximum.f32(float, float)
declare float @llvm.maxnum.f32(float, float)
declare float @llvm.minimum.f32(float, float)
declare float @llvm.minnum.f32(float, float)
declare i1 @llvm.fptosi.sat.i1.f32(float)
declare i1 @llvm.fptosi.sat.i1.f64(double)
declare i1 @llvm.fptoui.sat.i1.f32(float)
declare i1 @llvm.fptoui.sat.i1.f64(double)
declare i1 @llvm.is.fpclass.f32(float, i32)
declare i1 @llvm.is.fpclass.f64(double, i32)
declare i16 @llvm.fptosi.sat.i16.f32(float)
declare i16 @llvm.fptosi.sat.i16.f64(double)
declare i16 @llvm.fptoui.sat.i16.f32(float)
declare i16 @llvm.fptoui.sat.i16.f64(double)
declare i24 @llvm.fptosi.sat.i24.f32(float)
declare i24 @llvm.fptosi.sat.i24.f64(double)
declare i24 @llvm.fptoui.sat.i24.f32(float)
declare i24 @llvm.fptoui.sat.i24.f64(double)
declare i32 @llvm.fptosi.sat.i32.f32(float)
declare i32 @llvm.fptosi.sat.i32.f64(double)
declare i32 @llvm.fptoui.sat.i32.f32(float)
declare i32 @llvm.fptoui.sat.i32.f64(double)
declare i33 @llvm.fptosi.sat.i33.f32(float)
declare i33 @llvm.fptosi.sat.i33.f64(double)
declare i33 @llvm.fptoui.sat.i33.f32(float)
declare i33 @llvm.fptoui.sat.i33.f64(double)
declare i64 @llvm.fptosi.sat.i64.f32(float)
declare i64 @llvm.fptosi.sat.i64.f64(double)
declare i64 @llvm.fptoui.sat.i64.f32(float)
declare i64 @llvm.fptoui.sat.i64.f64(double)
declare i8 @llvm.fptosi.sat.i8.f32(float)
declare i8 @llvm.fptosi.sat.i8.f64(double)
declare i8 @llvm.fptoui.sat.i8.f32(float)
declare i8 @llvm.fptoui.sat.i8.f64(double)
