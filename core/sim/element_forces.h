/* element_forces.h - force elements on a mechanism: ports found, laws asked, generalised forces
 * added
 *
 * Elements that jump (dry friction that sticks, hard contact) have a mode, changed only at events
 * (stick_impact.h). */
#ifndef LIA_LOAD_H
#define LIA_LOAD_H

#include "model/data.h"
#include "kinds/force.h"

LIA_C_BEGIN

/* what an element on several coordinates acts along: x = sum factor q, its power goes to each */
typedef struct lia_load_sum { int n; const int *iq, *iv; const double *factor; } lia_load_sum;

typedef struct lia_load {
  lia_force_kind kind;
  int port;
  const char *name;             /* for messages: "forces[2] 'spring'" */
  /* coordinate: its place in q, in v; iq -1: a velocity without one (of a turn in space) */
  int iq, iv;
  const lia_load_sum *sum;      /* NULL: that coordinate alone */
  int body[2];                  /* points: their bodies, -1 the world ... */
  double at[2][3];              /* ... and where on them */
  double p[LIA_FORCE_NPARAM];
  int iz;                       /* its first own state */
  int own;                      /* 1: a function of the user gives the force */
  int moving;                   /* 1: it stores energy by numbers that change while it runs */
  int compiled;                 /* 1: a kernel computes what it does: it is let be here */
  /* at a point: 1: its force is expressed in axes R_BA of body `axes_body` (-1: the world) */
  int turned, axes_body;
  double R_BA[9];
  /* elements that jump: slides (sign +-1) or is held (0); away from the plane (0), sliding along it
   * (1) or stuck to it (2); away from both ends (0), at the lower (1), the upper (2), at both,
   * which are one (3) */
  int mode;
  /* what it did at the last evaluation: along its coordinate or line, or at its point in base axes
   * */
  double F[3];
  /* of a wheel: where it was, how it moved and its own states then, as its law is asked */
  double x[LIA_FORCE_DIM], v[LIA_FORCE_DIM], z[LIA_FORCE_STATES];
  double power;                 /* ... and its power then */
  /* force it holds with, as of the last evaluation: of a point across its plane */
  double lambda;
  int freed;                    /* let go just now: not to be held again in the same moment */
  /* of a point: where to it slides; the force along its plane that it sticks with */
  double way[3], side[3];
  /* what struck: how often, when first, how fast at most; by how much it began beyond its ends */
  int struck;
  double first, hardest, outside;
} lia_load;

typedef struct lia_loads {
  lia_load *load;
  int n, nz, njump;             /* njump: event functions of those that jump (stick_impact.h) */
  int points;                   /* some element acts at points */
  int weighs;                   /* some law is of weight: then .. */
  double *weight;               /* .. (nv) is room for dV/dq of gravity */
  /* of the last lia_loads_apply: the power of what may drive, and what the others took beyond what
   * they stored */
  double given, lost;
  int acts;                     /* some is no hard stop: energy may come and go between events */
  /* own = 1: coordinate and line: x, v, F of one number; points: of three */
  lia_status (*own)(void *user, int k, double t, const double *x, const double *v, double *F,
  lia_error *err);
  void *user;
} lia_loads;

/* how many numbers it shows, and these, of the last evaluation: F, of a wheel what it tells too */
int lia_load_shown(const lia_load *l);
void lia_load_show(const lia_load *l, double *out);

/* LIA_JUMP_ of its row, with its numbers: what gives way does not jump */
int lia_load_jumps(const lia_load *l);

/* numbers in range and fit for their port: EARG with path "forces[2].stiffness" */
LIA_NODISCARD lia_status lia_load_check(const lia_load *l, lia_error *err);
/* counts of a list whose elements are filled in: nz, njump, points, weighs, acts, and iz of each */
void lia_loads_count(lia_loads *s);

/* tau (nv) += all forces; dz (nz) = rates of own states, from z (nz).  Writes d: world, kin */
LIA_NODISCARD lia_status lia_loads_apply(lia_loads *s, const lia_model *m, lia_data *d, double t,
    const double *q, const double *v, const double *z,
    double *tau, double *dz, lia_error *err);
/* potential energy of all that have one.  Writes d: world */
double lia_loads_energy(const lia_loads *s, const lia_model *m, lia_data *d, const double *q);
/* of those whose numbers change. What changes them puts in the change of this energy less what
 * their own motion stores; the latter alone is taken off what is given */
double lia_loads_moving_energy(const lia_loads *s, const lia_model *m, lia_data *d,
                               const double *q);

LIA_C_END

#endif
