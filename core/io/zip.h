/* zip.h - a few files as one .zip, stored as they are */
#ifndef LIA_ZIP_H
#define LIA_ZIP_H

#include "base/text.h"

LIA_C_BEGIN

/* start from { 0 }; the same files give the same bytes: times are 1980-01-01, as the format begins */
typedef struct lia_zip { lia_text bytes, directory; int n; } lia_zip;

/* a file more, under a name with '/' between folders. ELIMIT where 2 GB are passed */
LIA_NODISCARD lia_status lia_zip_add(lia_zip *z, const char *name, const char *bytes, size_t n,
    lia_error *err);
/* the list of all files behind them: z->bytes is whole then */
LIA_NODISCARD lia_status lia_zip_end(lia_zip *z, lia_error *err);
void lia_zip_free(lia_zip *z);

LIA_C_END

#endif
