/* sig.c - signatures of bound functions, read once at start; the table of all rows */
#include "bindings/kit/kit.h"

#include <stdio.h>
#include <string.h>

// ---- reading a signature ----

static const char rows_key;

static const struct {
  const char *name;
  uint8_t kind, rows, cols;
  const char *expected;
} kinds[] = {
  { "any", KIND_any, 0, 0, "a value" },
  { "num", KIND_num, 0, 0, "a finite number" },
  { "int", KIND_int, 0, 0, "an integer" },
  { "count", KIND_count, 0, 0, "an integer >= 0" },
  { "str", KIND_str, 0, 0, "a string" },
  { "path", KIND_path, 0, 0, "a path (a string without a zero byte)" },
  { "bool", KIND_bool, 0, 0, "true or false" },
  { "fn", KIND_fn, 0, 0, "a function" },
  { "table", KIND_table, 0, 0, "a table" },
  { "nums", KIND_nums, 0, 0, "numbers (a table or vec)" },
  { "vec", KIND_nums, 0, 0, "numbers (a table or vec)" },
  { "vec2", KIND_nums, 2, 0, "2 finite numbers" },
  { "vec3", KIND_nums, 3, 0, "3 finite numbers" },
  { "vec4", KIND_nums, 4, 0, "4 finite numbers" },
  { "vec6", KIND_nums, 6, 0, "6 finite numbers" },
  { "mat", KIND_mat, 0, 0, "a matrix (rows {{..}, {..}} or a mat)" },
  { "mat33", KIND_mat, 3, 3, "a 3x3 matrix" },
  { "mat44", KIND_mat, 4, 4, "a 4x4 matrix" },
  { "mat66", KIND_mat, 6, 6, "a 6x6 matrix" },
  { "outvec", KIND_outvec, 0, 0, "a vec to write into (not a table)" },
  { "outmat", KIND_outmat, 0, 0, "a mat to write into (not a table)" },
};

static int is_word(int c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static size_t word(const char *p) {
  size_t n = 0;
  while (is_word((unsigned char)p[n])) n++;
  return n;
}

// a type unknown here is a class or a word of a choice: lia_sig_link says which
static lia_alt read_alt(const char *p, size_t n) {
  lia_alt a = { .kind = KIND_word, .text = p, .len = (uint16_t)n };
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (strlen(kinds[i].name) == n && !memcmp(kinds[i].name, p, n)) {
      a.kind = kinds[i].kind;
      a.rows = kinds[i].rows;
      a.cols = kinds[i].cols;
    }
  return a;
}

typedef struct reader {
  lua_State *L;
  const char *sig, *p;          /* where it stands */
  lia_param param[SIG_PARAMS];
  lia_alt alt[SIG_ALTS];
  int n, nalt;
} reader;

static int bad_signature(reader *r, const char *why) {
  return luaL_error(r->L, "signature '%s': %s at '%s'", r->sig, why, r->p);
}

static void skip(reader *r) { while (*r->p == ' ') r->p++; }

static void read_type(reader *r, lia_param *q) {
  q->first = (uint8_t)r->nalt;
  do {
    skip(r);
    size_t n = word(r->p);
    if (!n) bad_signature(r, "a type expected");
    if (r->nalt == SIG_ALTS) bad_signature(r, "too many types");
    r->alt[r->nalt++] = read_alt(r->p, n);
    q->count++;
    r->p += n;
    skip(r);
  } while (*r->p == '|' && r->p++);
}

// "name: type", or "...: type"
static void read_param(reader *r, int optional) {
  if (r->n == SIG_PARAMS) bad_signature(r, "too many parameters");
  lia_param *q = &r->param[r->n++];
  size_t n = strncmp(r->p, "...", 3) ? word(r->p) : 3;
  *q = (lia_param){ .name = r->p, .len = (uint16_t)n, .optional = (uint8_t)optional };
  r->p += n;
  skip(r);
  if (!n || *r->p++ != ':') bad_signature(r, "'name: type' expected");
  read_type(r, q);
}

// the receiver of "rot:axis(...)": an argument of class rot, without a name of its own in the text
static void read_receiver(reader *r, size_t name) {
  size_t n = word(r->sig);
  if (n >= name || r->sig[n] != ':') return;
  r->param[r->n++] = (lia_param){ .name = r->sig, .len = (uint16_t)n, .count = 1 };
  r->alt[r->nalt++] = (lia_alt){ .kind = KIND_class, .text = r->sig, .len = (uint16_t)n };
}

static void read_params(reader *r) {
  int optional = 0;
  for (r->p++; skip(r), *r->p != ')';) {
    if (*r->p == '[') {
      optional++;
      r->p++;
    } else if (*r->p == ']' && optional) {
      optional--;
      r->p++;
    } else if (*r->p == ',') r->p++;
    else read_param(r, optional > 0);
  }
  if (optional) bad_signature(r, "']' expected");
}

lia_sig *lia_sig_push(lua_State *L, const lia_fn *f) {
  reader r = { .L = L, .sig = f->sig };
  size_t name = strcspn(f->sig, "(");
  r.p = f->sig + name;
  if (*r.p != '(') bad_signature(&r, "'(' expected");
  read_receiver(&r, name);
  int method = r.n;
  read_params(&r);
  int variadic = r.n && r.param[r.n - 1].name[0] == '.';

  size_t at_param = (sizeof(lia_sig) + 15) & ~(size_t)15,
         at_alt = at_param + (size_t)r.n * sizeof(lia_param);
  char *block = lua_newuserdata(L, at_alt + (size_t)r.nalt * sizeof(lia_alt));
  lia_sig *s = (lia_sig *)(void *)block;
  *s = (lia_sig){ .k = lia_kit_get(L),
                  .fn = f,
                  .len = (uint16_t)name,
                  .n = (uint8_t)(r.n - variadic),
                  .method = (uint8_t)method,
                  .variadic = (uint8_t)variadic,
                  .nalt = (uint8_t)r.nalt,
                  .param = (lia_param *)(void *)(block + at_param),
                  .alt = (lia_alt *)(void *)(block + at_alt) };
  memcpy(s->param, r.param, (size_t)r.n * sizeof *r.param);
  memcpy(s->alt, r.alt, (size_t)r.nalt * sizeof *r.alt);
  return s;
}

void lia_sig_list(lua_State *L) {
  lia_push_rows(L);
  lua_pushvalue(L, -2);
  lua_rawseti(L, -2, (int)lua_rawlen(L, -2) + 1);
  lua_pop(L, 1);
}

// mode: "k" or "v", what it holds weakly; NULL: nothing
static void registry_table(lua_State *L, const void *key, const char *mode) {
  lua_pushlightuserdata(L, (void *)key);
  lua_rawget(L, LUA_REGISTRYINDEX);
  if (lua_istable(L, -1)) return;
  lua_pop(L, 1);
  lua_newtable(L);
  if (mode) {
    lua_createtable(L, 0, 1);
    lua_pushstring(L, mode);
    lua_setfield(L, -2, "__mode");
    lua_setmetatable(L, -2);
  }
  lua_pushlightuserdata(L, (void *)key);
  lua_pushvalue(L, -2);
  lua_rawset(L, LUA_REGISTRYINDEX);
}

void lia_push_shared(lua_State *L, const void *key) { registry_table(L, key, NULL); }

void lia_push_weak(lua_State *L, const void *key, const char *mode) {
  registry_table(L, key, mode);
}

void lia_push_rows(lua_State *L) { lia_push_shared(L, &rows_key); }

static void link_alt(lua_State *L, const lia_sig *s, lia_alt *a, int alone) {
  for (int i = 0; i < KIT_CLASSES; i++) {
    const lia_slot *k = &s->k->slot[i];
    if (!k->mt || strlen(k->name) != a->len || memcmp(k->name, a->text, a->len)) continue;
    a->kind = KIND_class;
    a->c = k->c;
    a->mt = k->mt;
    return;
  }
  if (alone || a->kind == KIND_class) {
    lua_pushlstring(L, a->text, a->len);
    luaL_error(L, "signature '%s': no type is called '%s'", s->fn->sig, lua_tostring(L, -1));
  }
}

void lia_sig_link(lua_State *L, lia_sig *s) {
  for (int k = 0; k < s->n + s->variadic; k++) {
    const lia_param *q = &s->param[k];
    for (int j = q->first; j < q->first + q->count; j++) {
      lia_alt *a = &s->alt[j];
      if (a->kind == KIND_word || a->kind == KIND_class) link_alt(L, s, a, q->count == 1);
      else if (a->kind == KIND_outvec || (a->kind == KIND_nums && !a->rows)) a->mt = s->k->vec;
      else if (a->kind == KIND_outmat) a->mt = s->k->mat;
    }
  }
}

void lia_sig_link_all(lua_State *L) {
  lia_push_rows(L);
  int n = (int)lua_rawlen(L, -1);
  for (int i = 1; i <= n; i++) {
    lua_rawgeti(L, -1, i);
    lia_sig_link(L, lua_touserdata(L, -1));
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

static const char *const operators[][2] = {
  { "__add", "+" },   { "__sub", "-" }, { "__mul", "*" }, { "__div", "/" },
  { "__pow", "^" },   { "__unm", "-" }, { "__len", "#" }, { "__mod", "%" },
  { "__call", "()" }, { "__lt", "<" },  { "__le", "<=" },
};

void lia_sig_name(const lia_fn *f, char *out, size_t n) {
  int len = (int)strcspn(f->sig, "("), owner = (int)strcspn(f->sig, ".");
  const char *own = f->sig + owner + 1;
  size_t nown = owner < len ? (size_t)(len - owner - 1) : 0;
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
    if (nown && strlen(operators[i][0]) == nown && !memcmp(own, operators[i][0], nown)) {
      snprintf(out, n, "%.*s %s", owner, f->sig, operators[i][1]);
      return;
    }
  snprintf(out, n, "%.*s", len, f->sig);
}

// what an argument of this type must be, for complaints; NULL: a class or a word
const char *lia_sig_expected(const lia_alt *t) {
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (strlen(kinds[i].name) == t->len && !memcmp(kinds[i].name, t->text, t->len))
      return kinds[i].expected;
  return NULL;
}
