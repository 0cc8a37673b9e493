/* ccd_collision.cpp - libccd (GJK, EPA, MPR) on the pairs of bench_collision.c; it has no distance of shapes apart
 * needs libccd-dev: pkg-config ccd */
#define BENCH_WHO "libccd"
#include "bench.h"
#include "near_pairs.h"

#include <ccd/ccd.h>
#include <cmath>

static near_pair all[NEAR_ALL];
static int yes[NEAR_ALL];
static ccd_real_t depth[NEAR_ALL];

static void to_world(const near_side *s, const double p[3], ccd_vec3_t *out) {
  for (int i = 0; i < 3; i++) out->v[i] = s->p[i] + s->R[3*i]*p[0] + s->R[3*i+1]*p[1] + s->R[3*i+2]*p[2];
}

static void support(const void *obj, const ccd_vec3_t *dir, ccd_vec3_t *out) {
  const near_side *s = static_cast<const near_side *>(obj);
  double n[3], p[3] = { 0, 0, 0 };
  const double *h = s->size;
  for (int i = 0; i < 3; i++) n[i] = s->R[i]*dir->v[0] + s->R[3+i]*dir->v[1] + s->R[6+i]*dir->v[2];
  double flat = std::sqrt(n[0]*n[0] + n[1]*n[1]), len = std::sqrt(flat*flat + n[2]*n[2]);
  if (s->kind == 0) {
    for (int i = 0; i < 3; i++) p[i] = n[i] > 0 ? h[i] : -h[i];
  } else if (s->kind == 1) {
    double most = -1e300;
    for (int k = 0; k < s->nv; k++) {
      double x = s->v[3*k]*n[0] + s->v[3*k+1]*n[1] + s->v[3*k+2]*n[2];
      if (x > most) {
        most = x;
        for (int i = 0; i < 3; i++) p[i] = s->v[3*k+i];
      }
    }
  } else if (s->kind == 2) {
    for (int i = 0; i < 2; i++) p[i] = flat > 0 ? h[0] * n[i] / flat : 0;
    p[2] = n[2] > 0 ? h[1] : -h[1];
  } else if (s->kind == 3) {
    double e = std::sqrt(h[0]*h[0]*n[0]*n[0] + h[1]*h[1]*n[1]*n[1] + h[2]*h[2]*n[2]*n[2]);
    for (int i = 0; i < 3; i++) p[i] = h[i]*h[i]*n[i] / e;
  } else {
    p[2] = n[2] > 0 ? h[1] : -h[1];
    for (int i = 0; i < 3; i++) p[i] += s->radius * n[i] / len;
  }
  to_world(s, p, out);
}

static void centre(const void *obj, ccd_vec3_t *out) {
  const double zero[3] = { 0, 0, 0 };
  to_world(static_cast<const near_side *>(obj), zero, out);
}

static ccd_t ccd;

static void overlap(int k) { yes[k] = ccdGJKIntersect(&all[k].side[0], &all[k].side[1], &ccd); }
static void penetration(int k) {
  ccd_vec3_t dir, pos;
  depth[k] = 0;
  yes[k] = ccdGJKPenetration(&all[k].side[0], &all[k].side[1], &ccd, &depth[k], &dir, &pos) == 0;
}
static void portal(int k) {
  ccd_vec3_t dir, pos;
  depth[k] = 0;
  yes[k] = ccdMPRPenetration(&all[k].side[0], &all[k].side[1], &ccd, &depth[k], &dir, &pos) == 0;
}

static double reach(const near_side *s, const double d[3]) {
  double most = s->p[0]*d[0] + s->p[1]*d[1] + s->p[2]*d[2];
  for (int j = 0; j < 3; j++) most += s->size[j] * std::fabs(s->R[j]*d[0] + s->R[3+j]*d[1] + s->R[6+j]*d[2]);
  return most;
}

// the depth of two boxes by their fifteen axes: who is right where answers differ
static double by_axes(const near_side *A, const near_side *B) {
  double least = 1e300;
  for (int e = 0; e < 30; e++) {
    double a[3], b[3], d[3], sign = e < 15 ? 1 : -1, back[3];
    int i = e % 3, j = e / 3 % 3, k = e % 15;
    for (int c = 0; c < 3; c++) {
      a[c] = A->R[3*c+i];
      b[c] = B->R[3*c+(k < 9 ? j : i)];
    }
    for (int c = 0; c < 3; c++)
      d[c] = k < 9 ? a[(c+1)%3]*b[(c+2)%3] - a[(c+2)%3]*b[(c+1)%3] : k < 12 ? a[c] : b[c];
    double len = std::sqrt(d[0]*d[0] + d[1]*d[1] + d[2]*d[2]);
    if (len < 1e-6) continue;
    for (int c = 0; c < 3; c++) back[c] = -(d[c] *= sign / len);
    least = std::fmin(least, reach(A, d) + reach(B, back));
  }
  return least;
}

static void judge_boxes() {
  double ours = 0, theirs = 0;
  for (int k = 0; k < 2 * NEAR_PAIRS; k++) {
    if (all[k].distance > 0) continue;
    penetration(k);
    double exact = by_axes(&all[k].side[0], &all[k].side[1]);
    ours = std::fmax(ours, std::fabs(-all[k].distance - exact));
    theirs = std::fmax(theirs, std::fabs(depth[k] - exact));
  }
  fprintf(stderr, "    boxes by their separating axes: liaison is off by %.1e, libccd by %.1e\n", ours, theirs);
}

// what it says against liaison's answers: overlap, and how far the depth is off
static void compare(const char *what, void (*ask)(int)) {
  for (int set = 0; set < NEAR_SETS; set++) {
    int n = set < NEAR_SETS - 1 ? NEAR_PAIRS : NEAR_PAIRS * NEAR_PANDA, wrong = 0, deep = 0;
    double most = 0, least = 0;
    for (int k = set * NEAR_PAIRS; k < set * NEAR_PAIRS + n; k++) {
      ask(k);
      wrong += (yes[k] != 0) != (all[k].distance <= 0) && std::fabs(all[k].distance) > 1e-9;
      if (!yes[k] || all[k].distance > 0 || ask == overlap) continue;
      deep++;
      most = std::fmax(most, depth[k] + all[k].distance);
      least = std::fmin(least, depth[k] + all[k].distance);
    }
    fprintf(stderr, "    %s, %s: %d of %d differ in overlap; depths of %d between %.1e below and %.1e above ours\n",
            what, near_sets[set].name, wrong, n, deep, -least, most);
  }
}

int main() {
  if (!near_pairs_io(all, NEAR_ALL, 0)) return 1;
  CCD_INIT(&ccd);
  ccd.support1 = ccd.support2 = support;
  ccd.center1 = ccd.center2 = centre;
  ccd.max_iterations = 200;
  compare("GJK", overlap);
  compare("EPA, tolerance 1e-4 (its own)", penetration);
  compare("MPR, tolerance 1e-4 (its own)", portal);
  ccd.epa_tolerance = ccd.mpr_tolerance = 1e-10;
  compare("EPA, tolerance 1e-10", penetration);
  judge_boxes();
  for (int set = 0; set < NEAR_SETS - 1; set++) {
    char row[80];
    snprintf(row, sizeof row, "%s: do they overlap", near_sets[set].name);
    BENCH("collision", row, overlap(set * NEAR_PAIRS + k));
    // of shapes apart it says that they are: half of what is asked
    snprintf(row, sizeof row, "%s: distance or depth", near_sets[set].name);
    BENCH("collision", row, penetration(set * NEAR_PAIRS + k));
  }
  BENCH("collision", "panda: 36 pairs of capsules one by one: do they overlap",
        for (int j = 0; j < NEAR_PANDA; j++) overlap(NEAR_FIRST + k * NEAR_PANDA + j));
  BENCH("collision", "panda: 36 pairs of capsules one by one: distance or depth",
        for (int j = 0; j < NEAR_PANDA; j++) penetration(NEAR_FIRST + k * NEAR_PANDA + j));
  return 0;
}
