/* save.h - a file appears under its name only once it is whole */
#ifndef LIA_SAVE_H
#define LIA_SAVE_H

#include "base/status.h"

#include <stddef.h>

LIA_C_BEGIN

/* Writes a new file beside the target, under a name nobody else has, puts it on the disk and
 * renames it: whoever reads sees the old bytes or the new ones, also where several write at once or
 * the power fails. A link is followed to the file it names, and that is replaced; owner, group and
 * mode of a file that was there stay (another hard link to it keeps the old bytes); a new one has
 * the mode the umask says. What is no file (a terminal, a pipe, /dev/null) is written to.
 *
 * LIA_EIO with the system's words: what stood under path is as it was, and nothing else is left
 * behind. Refused: a file without permission to write, a folder, a link put by another user into a
 * folder where everybody may write. */
LIA_NODISCARD lia_status lia_save(const char *path, const char *bytes, size_t n, lia_error *err);

LIA_C_END

#endif
