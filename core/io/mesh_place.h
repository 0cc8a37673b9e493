/* mesh_place.h - what readers of scenes share: places of nodes, what is told, files beside them */
#ifndef LIA_MESH_PLACE_H
#define LIA_MESH_PLACE_H

#include "io/mesh.h"

LIA_C_BEGIN

/* at most so many nodes are walked, and so many levels of them */
enum { LIA_MESH_NODES = 200000, LIA_MESH_DEEPEST = 200 };

/* p -> A p + t: the rows of [A t] one after the other */
typedef struct lia_mesh_place { double x[12]; } lia_mesh_place;

lia_mesh_place lia_mesh_here(void);
lia_mesh_place lia_mesh_behind(const lia_mesh_place *first, const lia_mesh_place *then);
/* w x y z of any length but 0, which is no turn */
lia_mesh_place lia_mesh_turned(const double q[4]);
lia_mesh_place lia_mesh_shifted(const double t[3]);
lia_mesh_place lia_mesh_scaled(const double s[3]);
/* does it turn outside in? */
int lia_mesh_mirrors(const lia_mesh_place *A);

/* a vertex there */
LIA_NODISCARD lia_status lia_mesh_put(lia_mesh *m, const lia_mesh_place *A, const double p[3],
    lia_error *err);
/* a triangle whose vertices were put there: turned round where the place mirrors */
LIA_NODISCARD lia_status lia_mesh_put_face(lia_mesh *m, int mirrored, int a, int b, int c,
    int paint, lia_error *err);

/* "7 what", where count is not 0 */
void lia_mesh_tell_count(lia_mesh *m, const char *file, int count, const char *what);
/* does the name of a file beside another lead out of its folder? */
int lia_mesh_leads_away(const char *name, size_t n);
/* equal vertices joined, and what went with them told */
LIA_NODISCARD lia_status lia_mesh_tidy(lia_mesh *m, const char *file, lia_error *err);

LIA_C_END

#endif
