/* mesh_place.c - vertices and triangles of nodes that stand somewhere */
#include "io/mesh_place.h"

#include <math.h>
#include <string.h>

lia_mesh_place lia_mesh_here(void) {
  return (lia_mesh_place){ { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0 } };
}

lia_mesh_place lia_mesh_behind(const lia_mesh_place *first, const lia_mesh_place *then) {
  const double *a = first->x, *b = then->x;
  lia_mesh_place out;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++)
      out.x[4 * i + j] = a[4 * i] * b[j] + a[4 * i + 1] * b[4 + j] + a[4 * i + 2] * b[8 + j] +
          (j == 3 ? a[4 * i + 3] : 0);
  return out;
}

lia_mesh_place lia_mesh_turned(const double q[4]) {
  const double size = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  lia_mesh_place out = lia_mesh_here();
  if (!(size > 0)) return out;
  // R = 1 + 2/|q|^2 (w [v] + [v]^2)
  const double s = 2 / size, w = q[0], x = q[1], y = q[2], z = q[3];
  const double R[12] = { 1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y), 0,
      s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x), 0,
      s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y), 0 };
  memcpy(out.x, R, sizeof R);
  return out;
}

lia_mesh_place lia_mesh_shifted(const double t[3]) {
  lia_mesh_place out = lia_mesh_here();
  for (int i = 0; i < 3; i++) out.x[4 * i + 3] = t[i];
  return out;
}

lia_mesh_place lia_mesh_scaled(const double s[3]) {
  lia_mesh_place out = lia_mesh_here();
  for (int i = 0; i < 3; i++) out.x[5 * i] = s[i];
  return out;
}

int lia_mesh_mirrors(const lia_mesh_place *A) {
  const double *a = A->x;
  return a[0] * (a[5] * a[10] - a[6] * a[9]) - a[1] * (a[4] * a[10] - a[6] * a[8]) +
      a[2] * (a[4] * a[9] - a[5] * a[8]) < 0;
}

lia_status lia_mesh_put(lia_mesh *m, const lia_mesh_place *A, const double p[3], lia_error *err) {
  double at[3];
  for (int i = 0; i < 3; i++) {
    const double *a = A->x + 4 * i;
    at[i] = a[0] * p[0] + a[1] * p[1] + a[2] * p[2] + a[3];
  }
  return lia_mesh_vertex(m, at, err);
}

lia_status lia_mesh_put_face(lia_mesh *m, int mirrored, int a, int b, int c, int paint,
    lia_error *err) {
  return mirrored ? lia_mesh_face(m, a, c, b, paint, err) : lia_mesh_face(m, a, b, c, paint, err);
}

void lia_mesh_tell_count(lia_mesh *m, const char *file, int count, const char *what) {
  char text[96];
  lia_text_format(text, sizeof text, "%d %s", count, what);
  if (count) lia_mesh_tell(m, file, 0, text);
}

int lia_mesh_leads_away(const char *name, size_t n) {
  if (n && name[0] == '/') return 1;
  if (memchr(name, '\\', n) || memchr(name, 0, n) || memchr(name, ':', n)) return 1;
  for (size_t k = 0; k + 1 < n; k++)
    if (name[k] == '.' && name[k + 1] == '.') return 1;
  return 0;
}

lia_status lia_mesh_tidy(lia_mesh *m, const char *file, lia_error *err) {
  lia_mesh_welded w = { 0 };
  LIA_TRY(lia_mesh_weld(m, 0, &w, err));
  lia_mesh_tell_count(m, file, w.faces, "triangles without three corners left out");
  lia_mesh_tell_count(m, file, w.loose, "vertices in no triangle left out");
  return LIA_OK;
}
