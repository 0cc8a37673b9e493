/* xml_tree.h - a text of XML as a tree, for files that come with meshes
 *
 * Elements with their attributes and the text directly in them; names without their namespace.
 * Documents with a DOCTYPE are refused: no entities, nothing that grows. At most 200 levels.
 * Everything lives in the arena. */
#ifndef LIA_XML_TREE_H
#define LIA_XML_TREE_H

#include "base/arena.h"
#include "base/status.h"

LIA_C_BEGIN

typedef struct lia_xml {
  const char *name;
  const char **attribute;       /* name, value, .., NULL */
  const char *text;             /* what stands directly in it, "" */
  size_t n;                     /* bytes of it */
  struct lia_xml *first, *next;
  long line;
  void *kept;                   /* for who reads the tree; NULL at first */
  size_t nkept;
} lia_xml;

/* EPARSE at "file:line" */
LIA_NODISCARD lia_status lia_xml_read(lia_xml **root, lia_arena *a, const char *text, size_t n,
    const char *file, lia_error *err);

/* NULL where there is none, or e is NULL */
const char *lia_xml_attribute(const lia_xml *e, const char *name);
lia_xml *lia_xml_child(const lia_xml *e, const char *name);
/* the next one of the same name */
lia_xml *lia_xml_same(const lia_xml *e);
/* the first one below e of that name, at any depth, and with that value of an attribute; NULL: any
 */
lia_xml *lia_xml_find(lia_xml *e, const char *name, const char *attribute, const char *value);

LIA_C_END

#endif
