/* background.h - a text compiled beside the work of the program, there when it is ready
 *
 * A thread of its own has the text compiled (cc.h) and kept in the cache; the program goes on and
 * looks now and then. Freeing a build ends its compilers, which leave nothing behind; so does the
 * end of the process by exit. A process that forks leaves its builds to its parent. */
#ifndef LIA_BACKGROUND_H
#define LIA_BACKGROUND_H

#include "gen/cc.h"

LIA_C_BEGIN

typedef struct lia_background lia_background;

/* begin, with copies of text and of what cc names (its stop is not asked: see free; its flags must
 * stay). The same text that this process has at work for the same compiler is shared: each who
 * began it frees it. LIA_ENOMEM, or LIA_ECOMPILER where no thread can be had */
LIA_NODISCARD lia_status lia_background_begin(lia_background **out, const lia_cc *cc,
    const char *text, size_t n, lia_error *err);

/* 1: another had begun it before */
int lia_background_shared(const lia_background *b);

/* 1 when it is over, well or not; costs a look at a number */
int lia_background_over(const lia_background *b);
/* the same, after at most so many seconds of waiting */
int lia_background_wait(lia_background *b, double seconds);

/* of one that is over: what lia_cc_build returned */
LIA_NODISCARD lia_status lia_background_made(const lia_background *b, lia_cc_result *made,
    lia_error *err);

/* ends it where it is still at work and nobody else waits for it; NULL is fine */
void lia_background_free(lia_background *b);

LIA_C_END

#endif
