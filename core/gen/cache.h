/* cache.h - a folder that is ours alone, and the compiled objects kept in it: there whole, or not
 * there
 *
 * An object is kept under the key of its text as one file, KEY.so: what the compiler made, the
 * text, and a last line with the sizes of both and the fingerprint of the object. It appears by one
 * rename. It is found only where the text is the same to the letter and the object still has its
 * fingerprint: a truncated or changed file is not there.
 *
 * The folder is opened once and everything in it goes by that descriptor; the path handed out has
 * no links in it and every folder on it has been looked at: nobody else can rename or replace one.
 */
#ifndef LIA_CACHE_H
#define LIA_CACHE_H

#include "base/hash.h"
#include "base/status.h"

#include <stddef.h>

LIA_C_BEGIN

enum { LIA_CACHE_PATH = 4096, LIA_CACHE_NAME = LIA_HASH_TEXT + 20 };

typedef struct lia_cache {
  int fd;                      /* the folder */
  char path[LIA_CACHE_PATH];   /* absolute, without links */
} lia_cache;

/* folder: absolute; made with mode 700 where it is missing, its parent must exist. LIA_EIO where it
 * cannot be used, where it belongs to another user or others may write in it, and where that holds
 * of a folder above it (one that others may write in is taken where it is sticky, as /tmp is) */
LIA_NODISCARD lia_status lia_cache_open(lia_cache *c, const char *folder, lia_error *err);
void lia_cache_close(lia_cache *c);

/* 1 where the object of this text is kept under key; its path in out */
int lia_cache_find(const lia_cache *c, const char key[LIA_HASH_TEXT], const char *text, size_t n,
    char out[LIA_CACHE_PATH]);
/* the object at this path was no good after all */
void lia_cache_forget(const char *path);

/* a folder inside, for the time of work: nobody else has it, not another thread and not another
 * machine */
typedef struct lia_cache_work { int fd; char name[LIA_CACHE_NAME]; } lia_cache_work;
LIA_NODISCARD lia_status lia_cache_work_open(lia_cache_work *w, const lia_cache *c,
    const char key[LIA_HASH_TEXT], lia_error *err);
/* all that is in it goes; work that was killed is taken away a day later by the next that begins */
void lia_cache_work_close(lia_cache_work *w, const lia_cache *c);

/* write a new file of the work folder */
LIA_NODISCARD lia_status lia_cache_write(const lia_cache_work *w, const char *name,
    const char *text, size_t n, lia_error *err);
/* keep the object that the compiler left under name, with its text: on the disk before it appears.
 * LIA_ECOMPILER where it is no whole object */
LIA_NODISCARD lia_status lia_cache_keep(const lia_cache *c, const lia_cache_work *w,
    const char *name, const char key[LIA_HASH_TEXT],
    const char *text, size_t n, char out[LIA_CACHE_PATH], lia_error *err);

LIA_C_END

#endif
