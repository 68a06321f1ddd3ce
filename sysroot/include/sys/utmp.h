/* As <utmpx.h>, by older names. */
#ifndef _SYS_UTMP_H
#define _SYS_UTMP_H

#include <utmpx.h>

#define utmp utmpx
#define ut_name ut_user
#define ut_time ut_tv.tv_sec
#define UT_LINESIZE 32
#define UT_NAMESIZE 32
#define UT_HOSTSIZE 256
#define setutent setutxent
#define endutent endutxent
#define getutent getutxent
#define getutid getutxid
#define getutline getutxline
#define pututline pututxline

#endif
