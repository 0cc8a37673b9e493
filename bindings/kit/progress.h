/* progress.h - a line on the terminal for whatever takes more than a second, and nothing anywhere
 * else
 *
 * Between begin and end a thread of its own waits; where a second has gone by and stderr is a
 * terminal it writes "\rkernel: 3 s" there, or what tell() was told, four times a second; end()
 * takes the line away. Work inside work is one work: its names stand behind each other. It neither
 * computes nor touches Lua. */
#ifndef LIA_PROGRESS_H
#define LIA_PROGRESS_H

#include "base/status.h"

#include <lua.h>

/* 1: shown if it takes long, and end() is due; 0: there is no terminal, or another state of this
 * process is at work. name stays */
int lia_progress_begin(const void *owner, const char *name);
void lia_progress_end(const void *owner);
/* how far it is (0 .. 1; below 0: nobody knows) and what to say before that, in few words; cheap */
void lia_progress_tell(const void *owner, double part, const char *fmt, ...) LIA_PRINTF(3, 4);

/* the closure on top is a function that may take long: it is replaced by one that begins and ends.
 * sig: its upvalue 1 */
void lia_progress_wrap(lua_State *L, const char *sig);

#endif
