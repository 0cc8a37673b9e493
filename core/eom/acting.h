/* acting.h - a description with all that acts on it, in expressions
 *
 * Of coordinates q, speeds v and their rates a, multipliers lambda and forces of motors tau:
 *
 *   force    M(q) a + h(q, v) - Q(q, v, z, t) - G' lambda - tau = 0      (nv)
 *   rate     G v + b = 0,   acceleration  G a + c = 0                    (rows, in the order of con/)
 *   g        g(q, t) = 0                                                 (rows that hold positions)
 *   rates    z' of own states of force elements
 *
 * Q: springs, dampers and dry friction of the joints, and force elements. All are linear in a,
 * lambda and tau, and nothing is solved: small motions, equilibria and kernels start from here. */
#ifndef LIA_ACTING_H
#define LIA_ACTING_H

#include "eom/geometric.h"
#include "kinds/force_law.h"

LIA_C_BEGIN

/* a force element, its numbers as expressions in the pool of the description */
typedef struct lia_acting_force {
  const char *name;                    /* for messages: "forces[2] 'spring'" */
  lia_force_kind kind;
  int port;
  int iq, iv;                          /* coordinate: its number in q, in v */
  int place[2];                        /* points: of which places (geometric.h) ... */
  lia_expr at[2][3];                   /* ... and where there */
  lia_expr param[LIA_FORCE_NPARAM];
  /* own: the force itself (at a point three) in symbols x, v and t of the pool instead of the law
   * of its kind */
  int own;
  int nz;                              /* own states of its law: 0 or 1 */
  lia_expr f[3];
} lia_acting_force;

typedef struct lia_acting {
  lia_pool *p;                         /* not owned */
  lia_smodel *m;                       /* owned; nq, nv = ncoord, its symbols q, v, a */
  lia_arena arena;
  int nq, nv, nrow, nz, nforce;
  lia_expr t;
  lia_expr *qdot;                      /* (nq) N v, the rates of q */
  lia_expr *lambda, *tau, *z;          /* symbols: (nrow) (nv) (nz) */
  lia_expr *force;                     /* (nv) */
  lia_expr *g, *rate, *acceleration;   /* (nrow); g is LIA_ZERO of rows of velocities */
  char *holds;                         /* (nrow) 1: a position */
  const char **row_name;               /* (nrow) the loop or constraint it is of */
  const char **force_name;             /* (nforce) */
  lia_expr *zdot;                      /* (nz) */
  lia_expr *value;                     /* (3 nforce) what each element does: along, or at its point */
} lia_acting;

/* s: a checked description, needed until this returns. EMODEL: a mass or inertia not given, an
 * equation that is not linear in the rates */
LIA_NODISCARD lia_status lia_acting_new(lia_acting **out, lia_pool *p, lia_spec *s, lia_error *err);
/* once, behind lia_acting_new: their forces join those of the equations */
LIA_NODISCARD lia_status lia_acting_add(lia_acting *x, const lia_acting_force *f, int n,
                                        lia_error *err);
void lia_acting_free(lia_acting *x);
/* what speed k is called in messages: its coordinate, without the mark of a rate */
const char *lia_acting_speed_name(const lia_acting *x, int k);

/* d/dt of e[0 .. n) while q moves by v, v by a, and time runs: what files of this room share */
LIA_NODISCARD lia_status lia_acting_along(const lia_acting *x, int n, const lia_expr *e,
                                          lia_expr *out, lia_error *err);

LIA_C_END

#endif
