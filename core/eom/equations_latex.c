/* equations_latex.c - equations as LaTeX: what goes into a document, or the document */
#include "eom/equations_inside.h"

#include "base/version.h"
#include "eom/equations_page.h"
#include "sym/expr/homonym.h"
#include "sym/expr/latex.h"

#include <string.h>

enum { WIDTH = 85 };   // signs in a line of the document

// M_{12} of "M12", P_{1,2,3} of "P1_2_3"
static void put_name(lia_text *out, const char *name) {
  const size_t letters = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
  const int greek = letters == 5 && !memcmp(name, "gamma", 5);
  lia_text_put(out, greek ? "\\" : "");
  lia_text_add(out, name, letters);
  if (!name[letters]) return;
  lia_text_put(out, "_{");
  for (const char *s = name + letters; *s; s++) lia_text_char(out, *s == '_' ? ',' : *s);
  lia_text_char(out, '}');
}

static void put_rate(lia_text *out, const lia_pool *p, lia_expr state) {
  lia_text_put(out, "\\frac{d}{dt} ");
  lia_print_symbol(out, &lia_style_latex, p, state);
}

static lia_status put_formula(lia_pool *p, lia_expr e, const lia_print_opts *opts,
                              lia_text *out) {
  lia_text t = { 0 };
  lia_status st = lia_print(p, e, opts, &t);
  if (st == LIA_OK) lia_latex_lines(lia_text_str(&t), WIDTH, out);
  lia_text_free(&t);
  return st;
}

static lia_status put_part(lia_eom_page *g, int k, lia_text *out) {
  const lia_print_opts style = lia_equations_page_style(g, &lia_style_latex);
  const int n = g->count[k];
  lia_text_put(out, "\n\\begin{align*}");
  for (int i = 0; i < n; i++) {
    lia_text_put(out, "\n  ");
    if (!g->entry[k][i].rate_of) put_name(out, g->entry[k][i].name);
    else put_rate(out, g->o->p, g->entry[k][i].rate_of);
    lia_text_put(out, " &= ");
    LIA_TRY(put_formula(g->o->p, g->entry[k][i].e, &style, out));
    if (i + 1 < n) lia_text_put(out, " \\\\");
  }
  lia_text_put(out, "\n\\end{align*}");
  return LIA_OK;
}

// the reduced constants that the formulas mention, by the printer's own rules for names
static lia_status put_constants(const lia_eom_page *g, lia_text *out) {
  const lia_equations *o = g->o;
  const lia_print_opts plain = {
    .style = &lia_style_latex, .most = (size_t)1 << 26, .digits = o->digits };
  int told = 0;
  for (int i = 0; i < o->nconst; i++) {
    if (!lia_equations_page_mentions(g, o->name[i])) continue;
    lia_text_put(out, told++ ? " \\\\\n  " : "\n\\begin{align*}\n  ");
    lia_print_symbol(out, &lia_style_latex, o->p, o->name[i]);
    lia_text_put(out, " &= ");
    lia_expr value = lia_twins_apart(o->p, o->value[i]);
    if (!value) return LIA_ENOMEM;
    LIA_TRY(put_formula(o->p, value, &plain, out));
  }
  if (told) lia_text_put(out, "\n\\end{align*}");
  return LIA_OK;
}

static void put_head(const lia_eom_page *g, lia_text *out) {
  static const lia_eom_letters letters = {
    "M\\,\\ddot q", "A\\,\\ddot q",  "B\\,[\\dot q_j^2]", "P\\,[\\dot q_j \\dot q_k]",
    "\\tau",        "J^{T}\\lambda",
  };
  const lia_equations *o = g->o;
  lia_text_put(out, "\\[ ");
  lia_equations_page_whole(g, &letters, out);
  lia_text_printf(out, "%s, \\qquad q = (", o->ncon ? ", \\qquad J\\,\\ddot q = \\gamma" : "");
  for (int i = 0; i < o->n; i++) {
    if (i) lia_text_put(out, ",\\; ");
    lia_print_symbol(out, &lia_style_latex, o->p, o->q[i]);
  }
  lia_text_put(out, ") \\]");
}

static lia_status put_fragment(lia_eom_page *g, lia_text *out, lia_error *err) {
  lia_status st = LIA_OK;
  put_head(g, out);
  for (int k = 0; st == LIA_OK && k < g->nparts; k++)
    if (g->count[k]) st = put_part(g, k, out);
  if (st == LIA_OK) st = put_constants(g, out);
  if (st != LIA_OK) return lia_equations_failed(g->o->p, err);
  lia_text_char(out, '\n');
  return lia_text_status(out, err);
}

// the comments a document begins with
static lia_status put_comments(lia_equations *o, lia_text *out, lia_error *err) {
  lia_text_put(out, "% equations of motion written by liaison " LIA_VERSION "\n");
  if (o->loss) {
    lia_text loss = { 0 };
    lia_equations_page_loss(o, " ", &loss);
    lia_text_put(out, "% ");
    for (const char *s = lia_text_str(&loss); *s; s++) {
      if (*s == '%') lia_text_put(out, "percent");
      else lia_text_char(out, *s);
    }
    lia_text_char(out, '\n');
    out->nomem |= loss.nomem;
    lia_text_free(&loss);
  }
  lia_text_put(out, "% ");
  return lia_equations_page_operations(o, out, err);
}

lia_status lia_equations_latex(lia_equations *o, int fragment, lia_text *out, lia_error *err) {
  lia_eom_page g;
  if (!fragment) {
    LIA_TRY(put_comments(o, out, err));
    lia_text_put(out, "\n\\documentclass{article}\n\\usepackage[a4paper,margin=2cm]{geometry}"
                      "\n\\usepackage{amsmath}\n"
                      "\\allowdisplaybreaks\n\\begin{document}\n");
  }
  LIA_TRY(lia_equations_page_of(&g, o, err));
  lia_status st = put_fragment(&g, out, err);
  lia_equations_page_free(&g);
  if (st != LIA_OK || fragment) return st;
  lia_text_put(out, "\\end{document}\n");
  return lia_text_status(out, err);
}
