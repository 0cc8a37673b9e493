/* mem.h - the only file allowed to call malloc; tests make it fail on demand */
#ifndef LIA_MEM_H
#define LIA_MEM_H

#include "base/extern.h"

#include <stddef.h>

LIA_C_BEGIN

void *lia_malloc(size_t bytes);
void *lia_calloc(size_t count, size_t size);   /* NULL where count * size overflows */
void *lia_realloc(void *p, size_t bytes);      /* p stays valid where NULL is returned */
/* zeroed, 64-aligned: one laid-out object. Large ones cost what is written in them */
void *lia_block(size_t bytes);
void lia_free(void *p);

/* All threads together may hold so many bytes, three quarters of the machine's (or of its
 * container's) unless told: what asks for more is refused as if there were none, before the kernel
 * ends some process of its choice. Pieces below a page are not counted */
size_t lia_mem_limit(void);
void lia_mem_set_limit(size_t bytes);
size_t lia_mem_held(void);
/* the bytes this limit last refused to this thread; asked once, forgotten: 0 */
size_t lia_mem_refused(void);

/* let n more allocations succeed, then fail every one; n < 0: never fail (this thread) */
void lia_mem_fail_after(long n);
size_t lia_mem_live(void);   /* allocations of this thread not yet freed */
size_t lia_mem_count(void);  /* allocations this thread ever asked for */

LIA_C_END

#endif
