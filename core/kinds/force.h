/* force.h - what a force element is: one row of a table
 *
 * To add one: write forces/<name>.c with its law and its row, add X(<name>) to forces/forces.def. A law knows nothing of
 * mechanisms: it is asked at a port, and sim/load.h brings the port to the mechanism.
 *
 *   coordinate   x a coordinate, v its rate; f the generalised force
 *   line         x the distance of two points, v its rate; f pushes them apart (N)
 *   point        a point of a body, its position and velocity in base axes; F the force on it. A row with an arm acts at
 *                x + arm: v is the velocity of the body there, and there F is put
 *
 * SI units; numbers in the order of the row's parameters. */
#ifndef LIA_FORCE_H
#define LIA_FORCE_H

#include "base/extern.h"

LIA_C_BEGIN

enum { LIA_PORT_coordinate = 1, LIA_PORT_line = 2, LIA_PORT_point = 4 };
enum { LIA_FORCE_NPARAM = 16 };

/* a number (size 1) or a vector (size 3): its default (the same for all three; NaN: must be given), the least it may be */
typedef struct lia_force_param { const char *name; int size; double def, least; const char *text; } lia_force_param;

typedef struct lia_force_row {
  const char *name, *text;
  int ports;                                  /* where it may act, a sum of LIA_PORT_ */
  int nparam;                                 /* in all, vectors counted once */
  const lia_force_param *param;
  int (*nstate)(const double *p);             /* states of its own, 0 at the start; NULL: none */
  /* what is wrong with the numbers together: a sentence, or NULL; may be NULL */
  const char *(*wrong)(const double *p);
  void (*along)(const double *p, double t, double x, double v, const double *z, double *f, double *dz);
  void (*at)(const double *p, double t, const double x[3], const double v[3], double F[3]);
  void (*arm)(const double *p, const double x[3], double arm[3]);   /* from the point to where it acts; NULL: at the point */
  /* its potential energy, and the rate of that; NULL: none */
  double (*stored)(const double *p, double x), (*storing)(const double *p, double x, double v);
  double (*stored_at)(const double *p, const double x[3]), (*storing_at)(const double *p, const double x[3], const double v[3]);
  /* events: sticks, strikes a plane, strikes a stop (sim/hold.h), for rows that jump; else 0 */
  int jumps;
  int (*yields)(const double *p);             /* 1: with these numbers it gives way and does not jump; NULL: never */
  int gives;                                  /* 1: may drive (motors, wind, what is given); 0: never gives more than it stored */
} lia_force_row;

enum { LIA_JUMP_none, LIA_JUMP_stick, LIA_JUMP_strike, LIA_JUMP_stop };

typedef enum lia_force_kind {
#define X(name) LIA_FORCE_##name,
#include "kinds/forces.def"
#undef X
  LIA_FORCE_COUNT
} lia_force_kind;

extern const lia_force_row *const lia_force_rows[LIA_FORCE_COUNT];

int lia_force_find(const char *name);   /* or -1 */

LIA_C_END

#endif
