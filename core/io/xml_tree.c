/* xml_tree.c - expat's calls gathered into a tree */
#include "io/xml_tree.h"

#include "base/text.h"

#include <expat.h>
#include <limits.h>
#include <string.h>

enum { DEEPEST = 200 };

typedef struct gatherer {
  XML_Parser parser;
  lia_arena *arena;
  lia_xml *root, *open[DEEPEST], *last[DEEPEST];   /* last child of each */
  lia_text text[DEEPEST];
  int depth;
  const char *why;
} gatherer;

static void stop(gatherer *g, const char *why) {
  if (!g->why) g->why = why;
  XML_StopParser(g->parser, XML_FALSE);
}

static const char *xml_kept(gatherer *g, const char *s) {
  const char *copy = lia_arena_text(g->arena, s, strlen(s));
  if (!copy) stop(g, "out of memory");
  return copy;
}

static const char *bare_name(const char *name) {
  const char *colon = strrchr(name, ':');
  return colon ? colon + 1 : name;
}

static void XMLCALL on_start(void *user, const XML_Char *name, const XML_Char **attribute) {
  gatherer *g = user;
  size_t n = 0;
  if (g->why) return;   // expat still tells what it had read when it was stopped
  while (attribute[n]) n++;
  if (g->depth >= DEEPEST) {
    stop(g, "more than 200 levels");
    return;
  }
  lia_xml *e = lia_arena_alloc(g->arena, sizeof *e);
  const char **list = lia_arena_alloc(g->arena, (n + 1) * sizeof *list);
  if (!e || !list) {
    stop(g, "out of memory");
    return;
  }
  for (size_t k = 0; k < n; k++) list[k] = xml_kept(g, attribute[k]);
  *e = (lia_xml){ .name = xml_kept(g, bare_name(name)), .attribute = list, .text = "",
      .line = (long)XML_GetCurrentLineNumber(g->parser) };
  if (g->depth == 0) {
    g->root = e;
  } else {
    lia_xml **last = &g->last[g->depth - 1];
    if (*last) (*last)->next = e;
    else g->open[g->depth - 1]->first = e;
    *last = e;
  }
  g->open[g->depth] = e;
  g->last[g->depth] = NULL;
  lia_text_cut(&g->text[g->depth++], 0);
}

static void XMLCALL on_end(void *user, const XML_Char *name) {
  gatherer *g = user;
  (void)name;
  if (g->why) return;
  lia_text *t = &g->text[--g->depth];
  lia_xml *e = g->open[g->depth];
  if (t->nomem) stop(g, "out of memory");
  if (!t->n) return;
  const char *copy = lia_arena_text(g->arena, lia_text_str(t), t->n);
  if (!copy) {
    stop(g, "out of memory");
    return;
  }
  e->text = copy;
  e->n = t->n;
}

static void XMLCALL on_text(void *user, const XML_Char *s, int n) {
  gatherer *g = user;
  if (g->depth && !g->why) lia_text_add(&g->text[g->depth - 1], s, (size_t)n);
}

static void XMLCALL on_doctype(void *user, const XML_Char *name, const XML_Char *sys,
    const XML_Char *pub, int has) {
  (void)name;
  (void)sys;
  (void)pub;
  (void)has;
  stop(user, "a DOCTYPE is not read here");
}

static lia_status failed(const gatherer *g, const char *file, lia_error *err) {
  char place[160];
  const char *why = g->why ? g->why : XML_ErrorString(XML_GetErrorCode(g->parser));
  if (!strcmp(why, "out of memory")) return LIA_FAIL(err, LIA_ENOMEM, file, "out of memory");
  lia_text_format(place, sizeof place, "%s:%ld", file,
      (long)XML_GetCurrentLineNumber(g->parser));
  return LIA_FAIL(err, LIA_EPARSE, place, "no XML: %s", why);
}

static int feed(XML_Parser parser, const char *text, size_t n) {
  enum { PIECE = 1 << 20 };
  for (; n > PIECE; text += PIECE, n -= PIECE)
    if (XML_Parse(parser, text, PIECE, 0) != XML_STATUS_OK) return 0;
  return XML_Parse(parser, text, (int)n, 1) == XML_STATUS_OK;
}

lia_status lia_xml_read(lia_xml **root, lia_arena *a, const char *text, size_t n,
    const char *file, lia_error *err) {
  gatherer g = { .parser = XML_ParserCreate(NULL), .arena = a };
  *root = NULL;
  if (!g.parser) return LIA_FAIL(err, LIA_ENOMEM, file, "out of memory");
  XML_SetUserData(g.parser, &g);
  XML_SetElementHandler(g.parser, on_start, on_end);
  XML_SetCharacterDataHandler(g.parser, on_text);
  XML_SetStartDoctypeDeclHandler(g.parser, on_doctype);
  const int ok = feed(g.parser, text, n) && !g.why && g.root;
  lia_status st = ok ? LIA_OK : failed(&g, file, err);
  if (st == LIA_OK) *root = g.root;
  XML_ParserFree(g.parser);
  for (int k = 0; k < DEEPEST; k++) lia_text_free(&g.text[k]);
  return st;
}

// ---- asked ----

const char *lia_xml_attribute(const lia_xml *e, const char *name) {
  for (const char **a = e ? e->attribute : NULL; a && *a; a += 2)
    if (!strcmp(bare_name(*a), name)) return a[1];
  return NULL;
}

static lia_xml *named(lia_xml *e, const char *name) {
  while (e && strcmp(e->name, name)) e = e->next;
  return e;
}

lia_xml *lia_xml_child(const lia_xml *e, const char *name) {
  return e ? named(e->first, name) : NULL;
}

lia_xml *lia_xml_same(const lia_xml *e) { return named(e->next, e->name); }

lia_xml *lia_xml_find(lia_xml *e, const char *name, const char *attribute, const char *value) {
  if (!e) return NULL;
  const char *has = attribute ? lia_xml_attribute(e, attribute) : NULL;
  if (!strcmp(e->name, name) && (!attribute || (has && !strcmp(has, value)))) return e;
  for (lia_xml *k = e->first; k; k = k->next) {
    lia_xml *found = lia_xml_find(k, name, attribute, value);
    if (found) return found;
  }
  return NULL;
}
