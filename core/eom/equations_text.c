/* equations_text.c - equations as a person writes them, entry by entry */
#include "eom/equations_inside.h"

#include "base/assert.h"
#include "base/mem.h"
#include "eom/equations_page.h"
#include "sym/expr/build.h"
#include "sym/expr/homonym.h"
#include "sym/expr/subs.h"
#include "sym/simp/simp.h"

#include <string.h>

// ---- entries ----

const char *const *lia_equations_parts(const lia_equations *o) {
  static const char *const usual[] = { "M", "B", "P", "c", "G", "d", "Q", "zdot", "J", "gamma",
                                       NULL };
  static const char *const inria80[] = { "M", "B", "P", "Q", "d", "zdot", "J", "gamma",
                                         NULL };
  return o->convention == LIA_EOM_inria80 ? inria80 : usual;
}

// a list of entries that grows in room for all of them
typedef struct lister { lia_equations *o; lia_eom_entry *list; int n; lia_error *err; } lister;

// longer than a reader's patience: stays as it is
enum { PATIENCE = 100 };

// as short as it gets: angles merged, common factors out
static lia_status equations_text_shorten(lia_pool *p, lia_expr *e, lia_error *err) {
  lia_count c;
  if (!(*e = lia_twins_apart(p, *e))) return lia_equations_failed(p, err);
  LIA_TRY(lia_twins_refuse(p, *e, err));
  if (*e == LIA_ZERO) return LIA_OK;
  if (!lia_tape_count(p, 1, e, &c)) return lia_equations_failed(p, err);
  if (c.mul + c.add > PATIENCE) return LIA_OK;
  if (!(*e = lia_simp_all(p, *e)) || !(*e = lia_twins_apart(p, *e)))
    return lia_equations_failed(p, err);
  return lia_twins_refuse(p, *e, err);
}

// e by its name, letter and nindex indices from 1; nothing where it is zero
static lia_status equations_text_add(lister *l, const char *letter, int nindex, const int *index,
    lia_expr e) {
  if (!e) return lia_equations_failed(l->o->p, l->err);
  LIA_TRY(equations_text_shorten(l->o->p, &e, l->err));
  if (e == LIA_ZERO) return LIA_OK;
  lia_eom_entry *x = &l->list[l->n++];
  int at = lia_text_format(x->name, sizeof x->name, "%s", letter);
  for (int k = 0; k < nindex; k++)
    at += lia_text_format(x->name + at, sizeof x->name - (size_t)at, "%s%d",
                          k && l->o->n > 9 ? "_" : "", index[k]);
  x->e = e;
  x->rate_of = 0;
  return LIA_OK;
}

// rows x cols entries; of a symmetric one the upper half
static lia_status add_matrix(lister *l, const char *letter, int rows, int cols, const lia_expr *x,
                             int symmetric) {
  for (int i = 0; i < rows; i++)
    for (int j = symmetric ? i : 0; j < cols; j++)
      LIA_TRY(equations_text_add(l, letter, 2, (int[]){ i + 1, j + 1 }, x[i * cols + j]));
  return LIA_OK;
}

static lia_status add_vector(lister *l, const char *letter, int n, const lia_expr *x) {
  for (int i = 0; i < n; i++) LIA_TRY(equations_text_add(l, letter, 1, (int[]){ i + 1 }, x[i]));
  return LIA_OK;
}

// what each own state's rate is
static lia_status add_states(lister *l) {
  const lia_equations *o = l->o;
  for (int k = 0; k < o->nz; k++) {
    lia_expr e = o->zdot[k];
    LIA_TRY(equations_text_shorten(o->p, &e, l->err));
    lia_eom_entry *x = &l->list[l->n++];
    lia_text_format(x->name, sizeof x->name, "%.90s'", lia_expr_symbol(o->p, o->z[k])->name);
    x->e = e;
    x->rate_of = o->z[k];
  }
  return LIA_OK;
}

static lia_status add_pairs(lister *l) {
  const lia_equations *o = l->o;
  const int n = o->n, pairs = lia_lagrange_pairs(n);
  for (int j = 0; j < n; j++)
    for (int k = j + 1; k < n; k++)
      for (int i = 0; i < n; i++)
        LIA_TRY(equations_text_add(l, "P", 3, (int[]){ i + 1, j + 1, k + 1 },
                    o->P[i * pairs + lia_lagrange_pair(n, j, k)]));
  return LIA_OK;
}

// what inria80 calls Q: -dV/dq, and the forces on the right
static lia_status add_generalised(lister *l) {
  const lia_equations *o = l->o;
  for (int i = 0; i < o->n; i++)
    LIA_TRY(equations_text_add(l, "Q", 1, (int[]){ i + 1 }, lia_sym_sub(o->p, o->Q[i], o->G[i])));
  return LIA_OK;
}

static lia_status add_part(lister *l, const char *part) {
  lia_equations *o = l->o;
  const int n = o->n, inria80 = o->convention == LIA_EOM_inria80;
  if (!strcmp(part, "B") || !strcmp(part, "P")) LIA_TRY(lia_equations_split(o, l->err));
  if (!strcmp(part, "M")) return add_matrix(l, inria80 ? "A" : "M", n, n, o->M, 1);
  if (!strcmp(part, "B")) return add_matrix(l, "B", n, n, o->B, 0);
  if (!strcmp(part, "P")) return add_pairs(l);
  if (!strcmp(part, "J")) return add_matrix(l, "J", o->ncon, n, o->J, 0);
  if (!strcmp(part, "gamma")) return add_vector(l, part, o->ncon, o->gamma);
  if (!strcmp(part, "Q")) return inria80 ? add_generalised(l) : add_vector(l, part, n, o->Q);
  if (!strcmp(part, "zdot")) return add_states(l);
  if (!strcmp(part, "c")) return add_vector(l, part, n, o->c);
  if (!strcmp(part, "G")) return add_vector(l, part, n, o->G);
  if (!strcmp(part, "d")) return add_vector(l, part, n, o->d);
  return LIA_FAIL(l->err, LIA_EARG, "", "equations have no part '%.20s'", part);
}

lia_status lia_equations_entries(lia_equations *o, const char *part, lia_eom_entry **list, int *n,
                                 lia_error *err) {
  const size_t nn = (size_t)o->n, beside = (size_t)o->ncon * (nn + 1) + (size_t)o->nz + 1,
               most = nn * nn * (nn + 1) + beside;
  lister l = { .o = o, .err = err };
  *list = NULL;
  *n = 0;
  l.list = lia_malloc((strcmp(part, "P") ? nn * nn + beside : most) * sizeof *l.list);
  if (!l.list) return lia_equations_nomem(err);
  lia_status st = add_part(&l, part);
  if (st != LIA_OK) {
    lia_free(l.list);
    return st;
  }
  *list = l.list;
  *n = l.n;
  return LIA_OK;
}

// ---- what a page is made of ----

void lia_equations_page_free(lia_eom_page *g) {
  for (int k = 0; k < g->nparts; k++) lia_free(g->entry[k]);
  lia_abbreviations_free(&g->used);
  lia_free(g->symbol);
  *g = (lia_eom_page){ 0 };
}

lia_status lia_equations_page_of(lia_eom_page *g, lia_equations *o, lia_error *err) {
  const char *const *part = lia_equations_parts(o);
  *g = (lia_eom_page){ .o = o, .part = part };
  LIA_TRY(lia_equations_symbols(o, &g->symbol, &g->nsymbol, err));
  for (int k = 0; part[k]; k++) {
    lia_status st = lia_equations_entries(o, part[k], &g->entry[k], &g->count[k], err);
    g->nparts = k + 1;
    if (st == LIA_OK) continue;
    lia_equations_page_free(g);
    return st;
  }
  return LIA_OK;
}

lia_print_opts lia_equations_page_style(lia_eom_page *g, const lia_style *style) {
  return (lia_print_opts){ .style = style,
                           .most = (size_t)1 << 26,
                           .digits = g->o->digits,
                           .angles = lia_equations_angles(g->o),
                           .beside = g->symbol,
                           .nbeside = g->nsymbol,
                           .used = &g->used };
}

int lia_equations_page_has(const lia_eom_page *g, const char *part) {
  for (int k = 0; k < g->nparts; k++)
    if (!strcmp(g->part[k], part)) return g->count[k] > 0;
  return 0;
}

int lia_equations_page_mentions(const lia_eom_page *g, lia_expr symbol) {
  for (int k = 0; k < g->nparts; k++)
    for (int i = 0; i < g->count[k]; i++)
      if (lia_subs_depends(g->o->p, g->entry[k][i].e, symbol) == 1) return 1;
  return 0;
}

void lia_equations_page_whole(const lia_eom_page *g, const lia_eom_letters *w, lia_text *out) {
  const lia_equations *o = g->o;
  const int inria80 = o->convention == LIA_EOM_inria80;
  const struct {
    const char *part, *letters;
  } term[] = { { "B", w->B }, { "P", w->P }, { "c", "c" }, { "G", "G" }, { "d", "d" } };
  lia_text_put(out, inria80 ? w->A : w->M);
  for (size_t k = 0; k < sizeof term / sizeof *term; k++)
    if (lia_equations_page_has(g, term[k].part)) lia_text_printf(out, " + %s", term[k].letters);
  const int Q = lia_equations_page_has(g, "Q");
  if (inria80) lia_text_printf(out, "%s = F", Q ? " - Q" : "");
  else lia_text_printf(out, " = %s%s", Q ? "Q + " : "", w->tau);
  if (o->ncon)
    lia_text_printf(out, "%s%s", o->convention == LIA_EOM_slides ? " - " : " + ", w->forces);
}

// ---- what is said beside ----

// what the texts of the equations are made of: *n entries and coordinates, behind room for a list
// of all names; NULL: out of memory
static lia_expr *all_entries(const lia_equations *o, uint32_t *n) {
  const size_t nn = (size_t)o->n, nc = (size_t)o->ncon, nz = (size_t)o->nz;
  const struct { const lia_expr *e; size_t n; } part[] = {
    { o->q, nn }, { o->M, nn * nn }, { o->c, nn }, { o->G, nn }, { o->d, nn }, { o->Q, nn },
    { o->J, nc * nn }, { o->gamma, nc }, { o->z, nz }, { o->zdot, nz },
  };
  const size_t most = 5 * nn + nn * nn + nc * (nn + 1) + 2 * nz,
               names = (size_t)o->p->names.count;
  lia_expr *all = lia_malloc((most + names + 1) * sizeof *all);
  *n = 0;
  for (size_t k = 0; all && k < sizeof part / sizeof *part; k++)
    for (size_t i = 0; part[k].e && i < part[k].n; i++)
      if (part[k].e[i]) all[names + (*n)++] = part[k].e[i];
  LIA_ASSERT(*n <= most);
  return all;
}

// c12 where the angles of these equations have one name and a number, whatever other models are
// about
int lia_equations_angles(const lia_equations *o) {
  enum { THE_SAME_IN_ALL = 1, THE_SAME_HERE = 2 };
  uint32_t n;
  lia_expr *all = all_entries(o, &n);
  if (!all) return THE_SAME_IN_ALL;
  const uint32_t nq = (uint32_t)o->n, names = (uint32_t)o->p->names.count;
  const int alike = lia_angles_alike(o->p, n - nq, all + names + nq);
  lia_free(all);
  return alike ? THE_SAME_HERE : THE_SAME_IN_ALL;
}

lia_status lia_equations_symbols(const lia_equations *o, lia_expr **list, uint32_t *n,
                                 lia_error *err) {
  uint32_t count;
  lia_expr *all = all_entries(o, &count);
  if (!all) return lia_equations_nomem(err);
  *n = lia_subs_symbols(o->p, count, all + o->p->names.count, all);
  if (*n == UINT32_MAX) {
    lia_free(all);
    return lia_equations_nomem(err);
  }
  *list = all;
  return LIA_OK;
}

void lia_equations_page_loss(const lia_equations *o, const char *lines, lia_text *out) {
  const lia_eom_loss *loss = o->loss;
  lia_text_printf(out,
                  "%d of %d terms of velocities and accelerations are left; over the motion they "
                  "were chosen by, "
                  "the largest error of each row,%sof its peak: ",
                  loss->kept, loss->of, lines);
  for (int i = 0; i < o->n; i++)
    lia_text_printf(out, "%s%s %.2g %%", i ? ", " : "", lia_expr_symbol(o->p, o->q[i])->name,
                    100 * loss->error[i]);
}

static void counted(lia_text *out, const char *before, size_t n, const char *what) {
  lia_text_printf(out, "%s%zu %s%s", before, n, what, n == 1 ? "" : "s");
}

// what every export says of its length
lia_status lia_equations_page_operations(lia_equations *o, lia_text *out, lia_error *err) {
  lia_count c;
  LIA_TRY(lia_equations_count(o, LIA_EOM_id, o->form, &c, NULL, err));
  counted(out, "inverse dynamics: ", c.mul, "multiplication");
  counted(out, ", ", c.add, "addition");
  counted(out, ", ", c.div, "division");
  counted(out, ", ", c.fun, "function call");
  return LIA_OK;
}

// ---- the text ----

// a line of a part: its names, M12 = M21, and where its text lies in the texts of all
typedef struct line { lia_text name; size_t from, n; } line;

// lines of one part, entries of one text on one line; names are padded to the widest
typedef struct lines { line *list; int n; lia_text body; lia_names seen; } lines;

static void free_lines(lines *l) {
  for (int k = 0; k < l->n; k++) lia_text_free(&l->list[k].name);
  lia_free(l->list);
  lia_text_free(&l->body);
  lia_names_free(&l->seen);
}

static lia_status add_line(lines *l, lia_pool *p, const char *name, lia_expr e,
                           const lia_print_opts *style) {
  const size_t from = l->body.n;
  LIA_TRY(lia_print(p, e, style, &l->body));
  int id = lia_names_add(&l->seen, lia_text_str(&l->body) + from, l->body.n - from);
  if (id < 0) return LIA_ENOMEM;
  if (id < l->n) {
    lia_text_cut(&l->body, from);
    lia_text_printf(&l->list[id].name, " = %s", name);
    return LIA_OK;
  }
  l->list[l->n++] = (line){ .from = from, .n = l->body.n - from };
  lia_text_put(&l->list[id].name, name);
  return LIA_OK;
}

static lia_status put_lines(const lines *l, lia_text *out) {
  size_t width = 0;
  for (int k = 0; k < l->n; k++) {
    const lia_text *name = &l->list[k].name;
    if (name->nomem) return LIA_ENOMEM;
    // only the name that stands first is measured: longer rows of names stand out
    size_t n = strcspn(lia_text_str(name), " ");
    if (n > width) width = n;
  }
  for (int k = 0; k < l->n; k++) {
    const line *x = &l->list[k];
    lia_text_printf(out, "\n  %s", lia_text_str(&x->name));
    lia_text_pad(out, ' ', (int)width - (int)x->name.n);
    lia_text_put(out, " = ");
    lia_text_add(out, lia_text_str(&l->body) + x->from, x->n);
  }
  return LIA_OK;
}

static const char *title_of(const char *part) {
  static const char *const title[][2] = {
    { "M", "mass matrix, symmetric: the upper half" },
    { "B", "factors of q'_j^2" },
    { "P", "factors of q'_j q'_k" },
    { "G", "forces of the potential: dV/dq" },
    { "c", "other forces of motion" },
    { "d", "dissipation: dD/dq'" },
    { "Q", "forces on the right" },
    { "zdot", "own states of force elements: their rates" },
    { "J", "constraint rows: J q'' = gamma" },
    { "gamma", "what they ask of accelerations: J q'' = gamma" },
  };
  for (size_t k = 0; k < sizeof title / sizeof *title; k++)
    if (!strcmp(title[k][0], part)) return title[k][1];
  return "";
}

static lia_status put_part(lia_eom_page *g, int k, lia_text *out) {
  const lia_print_opts style = lia_equations_page_style(g, &lia_style_shown);
  lines l = { .list = lia_calloc((size_t)g->count[k] + 1, sizeof *l.list) };
  lia_status st = l.list ? LIA_OK : LIA_ENOMEM;
  for (int i = 0; st == LIA_OK && i < g->count[k]; i++)
    st = add_line(&l, g->o->p, g->entry[k][i].name, g->entry[k][i].e, &style);
  lia_text_printf(out, "\n\n%s", title_of(g->part[k]));
  if (st == LIA_OK) st = put_lines(&l, out);
  free_lines(&l);
  return st;
}

// the reduced constants that the text mentions
static lia_status put_constants(const lia_eom_page *g, lia_text *out) {
  const lia_equations *o = g->o;
  const lia_print_opts plain = {
    .style = &lia_style_shown, .most = (size_t)1 << 26, .digits = o->digits };
  lines l = { .list = lia_calloc((size_t)o->nconst + 1, sizeof *l.list) };
  lia_status st = l.list ? LIA_OK : LIA_ENOMEM;
  for (int i = 0; st == LIA_OK && i < o->nconst; i++) {
    if (!lia_equations_page_mentions(g, o->name[i])) continue;
    lia_expr value = lia_twins_apart(o->p, o->value[i]);
    st = value ? add_line(&l, o->p, lia_expr_symbol(o->p, o->name[i])->name, value, &plain)
               : LIA_ENOMEM;
  }
  if (l.n) lia_text_put(out, "\n\nconstants");
  if (st == LIA_OK) st = put_lines(&l, out);
  free_lines(&l);
  return st;
}

static void put_head(const lia_eom_page *g, lia_text *out) {
  static const lia_eom_letters letters = { "M q''",         "A q''", "B [q'_j^2]",
                                           "P [q'_j q'_k]", "tau",   "J' lambda" };
  const lia_equations *o = g->o;
  lia_text_printf(out, "equations of motion, %d coordinate%s: ", o->n, o->n == 1 ? "" : "s");
  lia_equations_page_whole(g, &letters, out);
  lia_text_printf(out, "%s\n  q = ", o->ncon ? ", J q'' = gamma" : "");
  for (int i = 0; i < o->n; i++)
    lia_text_printf(out, "%s%s", i ? ", " : "", lia_expr_symbol(o->p, o->q[i])->name);
}

// sentences about what acts at events only
static void put_left_out(const lia_equations *o, lia_text *out) {
  if (o->left_out.n) lia_text_put(out, "\n\nleft out, as it acts at events only");
  for (int k = 0; k < o->left_out.n; k++) lia_text_printf(out, "\n  %s", o->left_out.text[k]);
}

static lia_status equations_text_put_all(lia_eom_page *g, lia_text *out, lia_error *err) {
  lia_status st = LIA_OK;
  put_head(g, out);
  for (int k = 0; st == LIA_OK && k < g->nparts; k++)
    if (g->count[k]) st = put_part(g, k, out);
  if (st == LIA_OK) st = put_constants(g, out);
  if (st != LIA_OK) return lia_equations_failed(g->o->p, err);
  if (g->used.n) {
    const lia_print_opts style = lia_equations_page_style(g, &lia_style_shown);
    lia_text_put(out, "\n\nwhere ");
    st = lia_print_legend(g->o->p, &g->used, &style, 1, out);
    if (st != LIA_OK) return lia_equations_failed(g->o->p, err);
  }
  put_left_out(g->o, out);
  if (g->o->loss) {
    lia_text_put(out, "\n\n");
    lia_equations_page_loss(g->o, "\n", out);
  }
  lia_text_put(out, "\n\n");
  LIA_TRY(lia_equations_page_operations(g->o, out, err));
  return lia_text_status(out, err);
}

lia_status lia_equations_text(lia_equations *o, lia_text *out, lia_error *err) {
  lia_eom_page g;
  LIA_TRY(lia_equations_page_of(&g, o, err));
  lia_status st = equations_text_put_all(&g, out, err);
  lia_equations_page_free(&g);
  return st;
}
