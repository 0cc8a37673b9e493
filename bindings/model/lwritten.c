/* lwritten.c - li._internal.written: numeric fields of a description as their user wrote them
 *
 * A value is a Lua number, or the text of an expression. Arguments are checked by
 * lib/liaison/describe/value.lua. */
#include "bindings/model/lwritten.h"

#include "base/mem.h"
#include "describe/values.h"
#include "sym/expr/parse.h"

#include <string.h>

// what one call holds, so that an error of Lua in between leaves nothing behind
typedef struct work {
  lia_written w;
  lia_text t;
  lia_names names;
  lia_pool *p;
  void **box;
} work;

static void destroy(void *o) {
  work *k = o;
  lia_written_free(&k->w);
  lia_text_free(&k->t);
  lia_names_free(&k->names);
  lia_pool_free(k->p);
  lia_free(k);
}

static const lia_class work_class = { .name = "written_work", .text = "", .destroy = destroy };

static int out_of_memory(lua_State *L) {
  lia_error err = { 0 };
  LIA_FAIL(&err, LIA_ENOMEM, "", "out of memory");
  return lia_raise(L, &err);
}

static work *written_begin(lua_State *L) {
  void **box = lia_push(L, &work_class);
  work *k = lia_calloc(1, sizeof *k);
  *box = k;
  if (!k) out_of_memory(L);
  k->box = box;
  return k;
}

// all is freed now, and not when the collector comes
static int finish(work *k, int results) {
  *k->box = NULL;
  destroy(k);
  return results;
}

// argument i as one more tree. A text that does not read was refused before: it raises
static void push_tree(lua_State *L, work *k, int i) {
  lia_error err = { 0 };
  size_t n;
  if (lua_type(L, i) == LUA_TNUMBER) {
    lia_written_number(&k->w, lua_tonumber(L, i));
    if (k->w.nomem) out_of_memory(L);
    return;
  }
  const char *s = luaL_checklstring(L, i, &n);
  if (lia_parse_written(s, n, &k->w, &err) != LIA_OK) lia_raise(L, &err);
}

// the tree with this root: a number, or its text
static void written_give(lua_State *L, work *k, const lia_written *w, uint32_t root) {
  const lia_written_node *node = &w->node[root];
  if (node->op == LIA_WRITTEN_number && !node->len) {
    lua_pushnumber(L, node->x);
    return;
  }
  lia_text_cut(&k->t, 0);
  lia_written_print(&k->t, w, root);
  if (k->t.nomem) out_of_memory(L);
  lua_pushstring(L, lia_text_str(&k->t));
}

// read(text) -> the value as it is written; or nil and what is wrong
static int read(lua_State *L) {
  size_t n;
  const char *s = luaL_checklstring(L, 1, &n);
  lia_error err = { 0 };
  double x;
  work *k = written_begin(L);
  k->p = lia_pool_new();
  if (!k->p) return out_of_memory(L);
  int known = memchr(s, 0, n) ? -2 : lia_values_number(k->p, s, &x, &err);
  if (err.code == LIA_ENOMEM) return out_of_memory(L);
  if (known < 0) {
    char sentence[LIA_VALUES_SENTENCE] = "a text with a zero byte in it is no expression";
    if (known == -1) lia_values_sentence(sentence, s, &err);
    lua_pushnil(L);
    lua_pushstring(L, sentence);
    return finish(k, 2);
  }
  push_tree(L, k, 1);
  written_give(L, k, &k->w, k->w.n - 1);
  return finish(k, 1);
}

// number(value) -> the number it stands for; nil where it has open names, or no finite value
static int written_number(lua_State *L) {
  double x;
  lia_error err = { 0 };
  if (lua_type(L, 1) == LUA_TNUMBER) {
    lua_settop(L, 1);
    return 1;
  }
  const char *s = luaL_checkstring(L, 1);
  work *k = written_begin(L);
  k->p = lia_pool_new();
  if (!k->p) return out_of_memory(L);
  int known = lia_values_number(k->p, s, &x, &err);
  if (err.code == LIA_ENOMEM) return out_of_memory(L);
  if (known == 1) lua_pushnumber(L, x);
  else lua_pushnil(L);
  return finish(k, 1);
}

// names(text) -> its open names in the order of writing, each once
static int names(lua_State *L) {
  const char *s = luaL_checkstring(L, 1);
  work *k = written_begin(L);
  if (!lia_values_names(s, &k->names)) return out_of_memory(L);
  lua_createtable(L, k->names.count, 0);
  for (int i = 0; i < k->names.count; i++) {
    lua_pushstring(L, lia_names_text(&k->names, i));
    lua_rawseti(L, -2, i + 1);
  }
  return finish(k, 1);
}

// join(op, a, b) -> a op b, with + * / simplified where an operand is 0 or 1; join("neg", a)
// -> -a
static int written_join(lua_State *L) {
  const char *op = luaL_checkstring(L, 1);
  work *k = written_begin(L);
  push_tree(L, k, 2);
  if (strcmp(op, "neg")) push_tree(L, k, 3);
  switch (op[0]) {
    case '+': lia_written_add(&k->w); break;
    case '*': lia_written_mul(&k->w); break;
    case '/': lia_written_div(&k->w); break;
    case '^': lia_written_operation(&k->w, LIA_WRITTEN_pow, 0); break;
    default: lia_written_negate(&k->w, 0);
  }
  if (k->w.nomem) return out_of_memory(L);
  written_give(L, k, &k->w, k->w.n - 1);
  return finish(k, 1);
}

// linear(value, {"q1", "q2"}) -> rest, {factor of q1, factor of q2}; nil where it is not
// linear in them
static int linear(lua_State *L) {
  int n = (int)lua_rawlen(L, 2);
  const char **name = lua_newuserdata(L, (size_t)(n + 1) * sizeof *name);
  for (int i = 0; i < n; i++) {
    lua_rawgeti(L, 2, i + 1);
    name[i] = luaL_checkstring(L, -1);
    lua_pop(L, 1);   // the list keeps it
  }
  work *k = written_begin(L), *parts = written_begin(L);
  push_tree(L, k, 1);
  if (!lia_written_linear(&k->w, n, name, &parts->w)) {
    if (parts->w.nomem) return out_of_memory(L);
    lua_pushnil(L);
    finish(parts, 0);
    return finish(k, 1);
  }
  lua_createtable(L, n, 0);
  uint32_t root = parts->w.n - 1;
  for (int i = n; i > 0; i--, root -= parts->w.node[root].size) {
    written_give(L, parts, &parts->w, root);
    lua_rawseti(L, -2, i);
  }
  written_give(L, parts, &parts->w, root);
  lua_insert(L, -2);
  finish(parts, 0);
  return finish(k, 2);
}

// the word of a node: a number as it is, a name, "+", "~" (the sign), "max(2" (a function of
// two)
static void give_word(lua_State *L, work *k, const lia_written_node *node) {
  lia_text_cut(&k->t, 0);
  switch (node->op) {
    case LIA_WRITTEN_number: lua_pushnumber(L, node->x); return;
    case LIA_WRITTEN_name: lia_text_add(&k->t, node->s, node->len); break;
    case LIA_WRITTEN_call:
      lia_text_printf(&k->t, "%.*s(%u", (int)node->len, node->s, (unsigned)node->n);
      break;
    case LIA_WRITTEN_neg: lia_text_char(&k->t, '~'); break;
    default: lia_text_put(&k->t, lia_written_text[node->op]);
  }
  if (k->t.nomem) out_of_memory(L);
  lua_pushstring(L, lia_text_str(&k->t));
}

// program(text) -> its words, operands first: {"L", 2, "/"} of L/2; nil where the text does
// not read
static int program(lua_State *L) {
  size_t n;
  lia_error err = { 0 };
  const char *s = luaL_checklstring(L, 1, &n);
  work *k = written_begin(L);
  if (lia_parse_written(s, n, &k->w, &err) != LIA_OK) {
    if (err.code == LIA_ENOMEM) return out_of_memory(L);
    lua_pushnil(L);
    return finish(k, 1);
  }
  lua_createtable(L, (int)k->w.n, 0);
  for (uint32_t i = 0; i < k->w.n; i++) {
    give_word(L, k, &k->w.node[i]);
    lua_rawseti(L, -2, (int)i + 1);
  }
  return finish(k, 1);
}

void lia_written_functions(lua_State *L) {
  static const luaL_Reg list[] = {
    { "read", read }, { "number", written_number }, { "names", names }, { "join", written_join },
    { "linear", linear }, { "program", program }, { NULL, NULL },
  };
  lia_class_register(L, &work_class);
  lia_kit_register(L, "written", list);
}
