/* save.h - a file appears under its name only once it is whole */
#ifndef LIA_SAVE_H
#define LIA_SAVE_H

#include "base/status.h"

#include <stddef.h>

/* writes path.part and renames it; on failure (EIO, with the system's words) what stood under path is as it was and no part
 * is left behind */
LIA_NODISCARD lia_status lia_save(const char *path, const char *bytes, size_t n, lia_error *err);

#endif
