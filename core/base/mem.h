/* mem.h - the only file allowed to call malloc; tests make it fail on demand */
#ifndef LIA_MEM_H
#define LIA_MEM_H

#include "base/status.h"

#include <stddef.h>

LIA_C_BEGIN

void *lia_malloc(size_t bytes);
void *lia_calloc(size_t count, size_t size);   /* NULL where count * size overflows */
void *lia_realloc(void *p, size_t bytes);      /* p stays valid where NULL is returned */
void *lia_block(size_t bytes);                 /* zeroed, 64-aligned: one laid-out object */
void lia_free(void *p);

/* let n more allocations succeed, then fail every one; n < 0: never fail (this thread) */
void lia_mem_fail_after(long n);
size_t lia_mem_live(void);   /* allocations of this thread not yet freed */
size_t lia_mem_count(void);  /* allocations this thread ever asked for */

LIA_C_END

#endif
