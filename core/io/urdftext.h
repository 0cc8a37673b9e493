/* urdftext.h - XML as people write it, made XML as expat reads it
 *
 * The reader that ROS uses (TinyXML) forgives what the grammar of XML does not, and robots in the
 * wild make use of it: a blank line or a comment before <?xml, a byte order mark behind it, "--"
 * inside of a comment, a bare & or <, attributes without quotes, Latin-1 without saying so. */
#ifndef LIA_URDFTEXT_H
#define LIA_URDFTEXT_H

#include "base/text.h"
#include "describe/spec.h"

LIA_C_BEGIN

/* The n bytes of text, mended, into out (of any state; freed by the caller), every line kept where
 * it was; what was mended is told as warnings of s under "file:line". Comments and declarations
 * become blanks. The encoding expat is to be told, NULL where it finds out by itself (UTF-16). Out
 * of memory: out->nomem. */
const char *lia_urdf_tidy(lia_text *out, const char *text, size_t n, const char *file, lia_spec *s);

LIA_C_END

#endif
