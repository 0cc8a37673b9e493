-- firmware_ik_c.lua - the C of inverse kinematics in closed form: the subproblems of
-- core/rbd/ikarm_point.c and ikarm_solve.c, without a library
--
-- REAL is the type, ~ the suffix of its numbers and functions. Roots of quartics are found between
-- the roots of their derivatives. Every configuration is tried on the arm before it is given.

-- name, what it needs, text; in the order of a file
return {
  { "vectors", "", [[
/* ---- inverse kinematics: screws, told at q = 0 ---- */

static REAL ik_dot(const REAL a[3], const REAL b[3])
{
  return (a[0]*b[0]) + (a[1]*b[1]) + (a[2]*b[2]);
}

static void ik_cross(const REAL a[3], const REAL b[3], REAL y[3])
{
  y[0] = (a[1]*b[2]) - (a[2]*b[1]);
  y[1] = (a[2]*b[0]) - (a[0]*b[2]);
  y[2] = (a[0]*b[1]) - (a[1]*b[0]);
}

/* a + f b */
static void ik_add(const REAL a[3], REAL f, const REAL b[3], REAL y[3])
{
  int i;
  for (i = 0; i < 3; i++) {
    y[i] = a[i] + (f*b[i]);
  }
}

/* x turned by the angle about k: cos x + sin k x x + (1 - cos) (k.x) k; y may be x */
static void ik_turn(const REAL k[3], REAL angle, const REAL x[3], REAL y[3])
{
  REAL s;
  REAL co;
  REAL across[3];
  const REAL along = ik_dot(k, x);
  int i;
  sincos_of(angle, &s, &co);
  ik_cross(k, x, across);
  for (i = 0; i < 3; i++) {
    y[i] = (co*x[i]) + (s*across[i]) + (((1.0~ - co)*along)*k[i]);
  }
}

/* R (rows) turned by the angle about k */
static void ik_turn_all(const REAL k[3], REAL angle, REAL R[9])
{
  int i;
  for (i = 0; i < 3; i++) {
    REAL x[3];
    x[0] = R[i];
    x[1] = R[3 + i];
    x[2] = R[6 + i];
    ik_turn(k, angle, x, x);
    R[i] = x[0];
    R[3 + i] = x[1];
    R[6 + i] = x[2];
  }
}

/* the point x carried by a joint at q; y may be x */
static void ik_carry(const ik_screw *j, REAL q, const REAL x[3], REAL y[3])
{
  if (j->slide != 0) {
    ik_add(x, q, j->k, y);
  } else {
    REAL r[3];
    ik_add(x, -1.0~, j->o, r);
    ik_turn(j->k, q, r, r);
    ik_add(j->o, 1.0~, r, y);
  }
}

]] },
  { "apply", "vectors", [[
/* y = R x, or R' x */
static void ik_apply(const REAL R[9], const REAL x[3], REAL y[3])
{
  int i;
  for (i = 0; i < 3; i++) {
    y[i] = ik_dot(&R[3*i], x);
  }
}

]] },
  { "back", "vectors", [[
static void ik_back(const REAL R[9], const REAL x[3], REAL y[3])
{
  int i;
  for (i = 0; i < 3; i++) {
    y[i] = (R[i]*x[0]) + (R[3 + i]*x[1]) + (R[6 + i]*x[2]);
  }
}

]] },
  { "angle", "vectors", [[
/* the angle about k that leads a into b, both taken across k; loose: one of them lies along k */
static REAL ik_angle(const REAL k[3], const REAL a[3], const REAL b[3], REAL size, int *loose)
{
  REAL u[3];
  REAL v[3];
  REAL n[3];
  const REAL small = IK_SMALL*size;
  ik_add(a, -ik_dot(k, a), k, u);
  ik_add(b, -ik_dot(k, b), k, v);
  ik_cross(u, v, n);
  *loose = ((ik_dot(u, u) < (small*small)) || (ik_dot(v, v) < (small*small))) ? 1 : 0;
  return atan2~(ik_dot(k, n), ik_dot(u, v));
}

]] },
  { "across", "vectors", [[
/* a unit direction across k */
static void ik_across(const REAL k[3], REAL u[3])
{
  REAL e[3] = { 0.0~, 0.0~, 0.0~ };
  REAL n;
  e[(fabs~(k[0]) < 0.6~) ? 0 : 1] = 1.0~;
  ik_cross(k, e, u);
  n = sqrt~(ik_dot(u, u));
  u[0] /= n;
  u[1] /= n;
  u[2] /= n;
}

]] },
  { "trig", "", [[
/* A cos x + B sin x = C: how many roots; a hair's breadth beyond reach counts as touching */
static int ik_trig(REAL A, REAL B, REAL C, REAL x[2])
{
  const REAL r = sqrt~((A*A) + (B*B));
  const REAL far = fabs~(C) - r;
  int n = 0;
  if ((r > IK_TINY) && (far <= (IK_HAIR*(r + fabs~(C))))) {
    const REAL mid = atan2~(B, A);
    if (far >= 0.0~) {
      x[0] = (C > 0.0~) ? mid : (mid + IK_PI);
      n = 1;
    } else {
      const REAL half = acos~(C/r);
      x[0] = mid + half;
      x[1] = mid - half;
      n = 2;
    }
  }
  return n;
}

]] },
  { "lead", "angle", [[
/* the q of a joint that leads the point a to b; keep: where it does not matter */
static REAL ik_lead(const ik_screw *j, const REAL a[3], const REAL b[3], REAL keep)
{
  REAL u[3];
  REAL v[3];
  REAL q;
  if (j->slide != 0) {
    ik_add(b, -1.0~, a, u);
    q = ik_dot(j->k, u);
  } else {
    int loose;
    ik_add(a, -1.0~, j->o, u);
    ik_add(b, -1.0~, j->o, v);
    q = ik_angle(j->k, u, v, IK_SIZE, &loose);
    if (loose != 0) {
      q = keep;
    }
  }
  return q;
}

]] },
  { "two", "lead", [[
static REAL ik_square(const REAL x[3], const REAL o[3])
{
  REAL r[3];
  ik_add(x, -1.0~, o, r);
  return ik_dot(r, r);
}

/* Where e^(j2 q2) f = e^(-j1 q1) t can be: A g = b, on a sphere. A turn leaves k.g and |g - o|^2 as
 * they are, a slide all across k, and two turns give the difference of their spheres */
static void ik_meeting(const REAL f[3], const REAL t[3], REAL b[4])
{
  const ik_screw *j1 = &ik_joint[IK_FIRST];
  const ik_screw *j2 = &ik_joint[IK_FIRST + 1];
  const int rows1 = (j1->slide != 0) ? 2 : 1;
  const int rows2 = (j2->slide != 0) ? 2 : 1;
  int i;
  for (i = 0; i < rows1; i++) {
    b[i] = ik_dot(ik_A[i], t);
  }
  for (i = rows1; i < (rows1 + rows2); i++) {
    b[i] = ik_dot(ik_A[i], f);
  }
  if ((j1->slide == 0) && (j2->slide == 0)) {
    b[2] = ((ik_dot(j2->o, j2->o) - ik_dot(j1->o, j1->o)) + ik_square(t, j1->o)
        - ik_square(f, j2->o))/IK_SIZE;
  }
}

/* the squared radius of that sphere; and the g nearest to all conditions */
static REAL ik_radius(const REAL f[3], const REAL t[3])
{
  REAL r;
  if (ik_joint[IK_FIRST].slide == 0) {
    r = ik_square(t, ik_joint[IK_FIRST].o);
  } else {
    r = ik_square(f, ik_joint[IK_FIRST + 1].o);
  }
  return r;
}

static void ik_pseudo(const REAL b[4], REAL g[3])
{
  int i;
  int k;
  for (i = 0; i < 3; i++) {
    g[i] = 0.0~;
    for (k = 0; k < IK_ROWS; k++) {
      g[i] += ik_pinv[i][k]*b[k];
    }
  }
}

static void ik_centre(REAL o[3])
{
  const int which = (ik_joint[IK_FIRST].slide == 0) ? IK_FIRST : (IK_FIRST + 1);
  ik_add(ik_joint[which].o, 0.0~, ik_joint[which].o, o);
}

/* q1, q2 with e^(j1 q1) e^(j2 q2) f = t: how many */
static int ik_two(const REAL f[3], const REAL t[3], const REAL *keep, REAL q[2][2])
{
  REAL b[4];
  REAL g[2][3];
  int n = 1;
  int i;
  ik_meeting(f, t, b);
  ik_pseudo(b, g[0]);
  if (IK_RANK < 3) {
    REAL r[3];
    REAL o[3];
    REAL along;
    REAL d;
    ik_centre(o);
    ik_add(g[0], -1.0~, o, r);
    along = ik_dot(r, ik_along);
    d = (along*along) - (ik_dot(r, r) - ik_radius(f, t));
    n = ((IK_SPHERE != 0) && (d >= -(IK_TOUCH*IK_SIZE*IK_SIZE))) ? 2 : 0;
    d = (d > 0.0~) ? sqrt~(d) : 0.0~;
    ik_add(g[0], -along - d, ik_along, g[1]);
    ik_add(g[0], -along + d, ik_along, g[0]);
  }
  for (i = 0; i < n; i++) {
    q[i][0] = ik_lead(&ik_joint[IK_FIRST], g[i], t, keep[0]);
    q[i][1] = ik_lead(&ik_joint[IK_FIRST + 1], f, g[i], keep[1]);
  }
  return n;
}

]] },
  { "roots", "", [[
/* c[0] + c[1] x + .. + c[n] x^n */
static REAL ik_value(const REAL c[5], int n, REAL x)
{
  REAL y = c[n];
  int k;
  for (k = n - 1; k >= 0; k--) {
    y = (y*x) + c[k];
  }
  return y;
}

/* the root between a and b, where the values have different signs */
static REAL ik_between(const REAL c[5], int n, REAL a, REAL b)
{
  REAL lo = a;
  REAL hi = b;
  const int up = (ik_value(c, n, b) > 0.0~) ? 1 : 0;
  int k;
  for (k = 0; k < IK_HALVINGS; k++) {
    const REAL mid = lo + (0.5~*(hi - lo));
    const int above = (ik_value(c, n, mid) > 0.0~) ? 1 : 0;
    if (above == up) {
      hi = mid;
    } else {
      lo = mid;
    }
  }
  return lo + (0.5~*(hi - lo));
}

/* roots between the extrema (count of them, ascending); touching: an extremum that comes next to
 * zero, without roots on either side of it, is one too */
static int ik_split(const REAL c[5], int n, const REAL *at, int count, REAL bound, int touching,
    REAL x[7])
{
  REAL from = -bound;
  int found = 0;
  int i;
  for (i = 0; i <= count; i++) {
    const REAL to = (i < count) ? at[i] : bound;
    const int sign_from = (ik_value(c, n, from) > 0.0~) ? 1 : 0;
    const int sign_to = (ik_value(c, n, to) > 0.0~) ? 1 : 0;
    if (sign_from != sign_to) {
      x[found] = ik_between(c, n, from, to);
      found++;
    }
    if ((touching != 0) && (i < count) && (sign_from == sign_to)
        && (sign_to == ((ik_value(c, n, (i < (count - 1)) ? at[i + 1] : bound) > 0.0~) ? 1 : 0))) {
      const REAL far = (fabs~(to) > 1.0~) ? fabs~(to) : 1.0~;
      REAL size = 0.0~;
      int k;
      for (k = n; k >= 0; k--) {
        size = (size*far) + fabs~(c[k]);
      }
      if (fabs~(ik_value(c, n, to)) < (IK_TOUCH*size)) {
        x[found] = to;
        found++;
      }
    }
    from = to;
  }
  return found;
}

/* real roots, between those of the derivative, found the same way from degree 1 on */
static int ik_roots(const REAL c[5], REAL x[7])
{
  REAL most = 0.0~;
  REAL bound = 0.0~;
  REAL at[7];
  int n = 4;
  int count = 0;
  int d;
  int k;
  for (k = 0; k <= 4; k++) {
    most = (fabs~(c[k]) > most) ? fabs~(c[k]) : most;
  }
  while ((n > 0) && (fabs~(c[n]) <= (IK_TINY*most))) {
    n--;
  }
  for (k = 0; k < n; k++) {
    const REAL r = fabs~(c[k]/c[n]);
    bound = (r > bound) ? r : bound;
  }
  bound += 1.0~;
  for (d = 1; d <= n; d++) {
    REAL p[5];
    int i;
    /* p: derivative number n - d */
    for (k = 0; k <= d; k++) {
      p[k] = c[k + (n - d)];
      for (i = 1; i <= (n - d); i++) {
        p[k] *= (REAL)(k + i);
      }
    }
    count = ik_split(p, d, at, count, bound, (d == n) ? 1 : 0, x);
    for (k = 0; (d < n) && (k < count); k++) {
      at[k] = x[k];
    }
  }
  return count;
}

]] },
  { "residual", "two", [[
/* zero where e^(j3 q3) w and t can be led to each other by the other two */
static REAL ik_residual(REAL q3, const REAL t[3])
{
  REAL f[3];
  REAL b[4];
  REAL s = 0.0~;
  int k;
  ik_carry(&ik_joint[2], q3, ik_w, f);
  ik_meeting(f, t, b);
  if ((IK_RANK == 3) && (IK_ROWS == 3)) {
    REAL g[3];
    REAL o[3];
    ik_pseudo(b, g);
    ik_centre(o);
    s = ik_square(g, o) - ik_radius(f, t);
  } else {
    for (k = 0; k < IK_ROWS; k++) {
      s += ik_null[k]*b[k];
    }
  }
  return s;
}

]] },
  { "third_slides", "residual roots", [[
/* values of q3, where it slides: the residual is of degree 4, told by five values */
static int ik_third(const REAL t[3], REAL keep, REAL q[7])
{
  REAL r[5];
  REAL c[5];
  REAL most = 0.0~;
  int n;
  int k;
  for (k = 0; k < 5; k++) {
    r[k] = ik_residual((REAL)(k - 2)*IK_SIZE, t);
    most = (fabs~(r[k]) > most) ? fabs~(r[k]) : most;
  }
  c[0] = r[2];
  c[1] = (r[0] - (8.0~*r[1]) + (8.0~*r[3]) - r[4])/12.0~;
  c[2] = ((16.0~*r[1]) - r[0] - (30.0~*r[2]) + (16.0~*r[3]) - r[4])/24.0~;
  c[3] = ((2.0~*r[1]) - r[0] - (2.0~*r[3]) + r[4])/12.0~;
  c[4] = (r[0] - (4.0~*r[1]) + (6.0~*r[2]) - (4.0~*r[3]) + r[4])/24.0~;
  n = ik_roots(c, q);
  for (k = 0; k < n; k++) {
    q[k] *= IK_SIZE;
  }
  if (most < (IK_TINY*IK_SIZE*IK_SIZE)) {
    q[0] = keep;
    n = 1;
  }
  return n;
}

]] },
  { "third_turns", "residual roots", [[
/* values of q3, where it turns: the residual is a0 + a1 cos + b1 sin + a2 cos 2 + b2 sin 2, told by
 * five values, of tan of half the angle from a place that is no root [Pieper 1968] */
static int ik_third(const REAL t[3], REAL keep, REAL q[7])
{
  REAL a[3] = { 0.0~, 0.0~, 0.0~ };
  REAL b[3] = { 0.0~, 0.0~, 0.0~ };
  REAL c[5];
  REAL s;
  REAL co;
  REAL A1;
  REAL B1;
  REAL A2;
  REAL B2;
  REAL from = 0.0~;
  REAL most = -1.0~;
  REAL largest = 0.0~;
  int n;
  int k;
  int h;
  for (k = 0; k < 5; k++) {
    const REAL r = ik_residual((REAL)k*(0.4~*IK_PI), t);
    largest = (fabs~(r) > largest) ? fabs~(r) : largest;
    for (h = 0; h < 3; h++) {
      sincos_of((REAL)(h*k)*(0.4~*IK_PI), &s, &co);
      a[h] += (r*co)*((h > 0) ? 0.4~ : 0.2~);
      b[h] += (r*s)*0.4~;
    }
  }
  for (k = 0; k < 8; k++) {
    const REAL x = (REAL)k*(0.25~*IK_PI);
    REAL s2;
    REAL co2;
    REAL y;
    sincos_of(x, &s, &co);
    sincos_of(2.0~*x, &s2, &co2);
    y = fabs~(a[0] + (a[1]*co) + (b[1]*s) + (a[2]*co2) + (b[2]*s2));
    if (y > most) {
      most = y;
      from = x + IK_PI;
    }
  }
  sincos_of(from, &s, &co);
  A1 = (a[1]*co) + (b[1]*s);
  B1 = (b[1]*co) - (a[1]*s);
  sincos_of(2.0~*from, &s, &co);
  A2 = (a[2]*co) + (b[2]*s);
  B2 = (b[2]*co) - (a[2]*s);
  c[0] = a[0] + A1 + A2;
  c[1] = (2.0~*B1) + (4.0~*B2);
  c[2] = (2.0~*a[0]) - (6.0~*A2);
  c[3] = (2.0~*B1) - (4.0~*B2);
  c[4] = (a[0] - A1) + A2;
  n = ik_roots(c, q);
  for (k = 0; k < n; k++) {
    q[k] = from + (2.0~*atan~(q[k]));
  }
  if (largest < (IK_TINY*IK_SIZE*IK_SIZE)) {
    q[0] = keep;
    n = 1;
  }
  return n;
}

]] },
  { "arm0", "", [[
static int ik_arm(const REAL t[3], const REAL *keep, REAL q[14][3])
{
  (void)t;
  (void)keep;
  (void)q;
  return 1;
}

]] },
  { "arm1", "lead", [[
/* the joints before the wrist lead w to t */
static int ik_arm(const REAL t[3], const REAL *keep, REAL q[14][3])
{
  q[0][0] = ik_lead(&ik_joint[0], ik_w, t, keep[0]);
  return 1;
}

]] },
  { "arm2", "two", [[
/* the joints before the wrist lead w to t */
static int ik_arm(const REAL t[3], const REAL *keep, REAL q[14][3])
{
  REAL two[2][2];
  const int n = ik_two(ik_w, t, keep, two);
  int i;
  for (i = 0; i < n; i++) {
    q[i][0] = two[i][0];
    q[i][1] = two[i][1];
  }
  return n;
}

]] },
  { "arm3", "two", [[
/* the joints before the wrist lead w to t: the third alone decides whether the others can */
static int ik_arm(const REAL t[3], const REAL *keep, REAL q[14][3])
{
  REAL third[7];
  const int roots = ik_third(t, keep[2], third);
  int n = 0;
  int i;
  for (i = 0; i < roots; i++) {
    REAL f[3];
    REAL two[2][2];
    int m;
    int k;
    ik_carry(&ik_joint[2], third[i], ik_w, f);
    m = ik_two(f, t, keep, two);
    for (k = 0; k < m; k++) {
      q[n][0] = two[k][0];
      q[n][1] = two[k][1];
      q[n][2] = third[i];
      n++;
    }
  }
  return n;
}

]] },
  { "last0", "", [[
static int ik_last(const REAL R[9], const REAL *keep, REAL q[2][3])
{
  (void)R;
  (void)keep;
  (void)q;
  return 1;
}

]] },
  { "last1", "angle across apply", [[
/* the rotation R by the last turn */
static int ik_last(const REAL R[9], const REAL *keep, REAL q[2][3])
{
  const ik_screw *j = &ik_joint[IK_ARM];
  REAL e[3];
  REAL to[3];
  int loose;
  (void)keep;
  ik_across(j->k, e);
  ik_apply(R, e, to);
  q[0][0] = ik_angle(j->k, e, to, 1.0~, &loose);
  return 1;
}

]] },
  { "last2", "angle apply back", [[
/* the rotation R by the last two turns */
static int ik_last(const REAL R[9], const REAL *keep, REAL q[2][3])
{
  const ik_screw *j = &ik_joint[IK_ARM];
  REAL to[3];
  int loose;
  (void)keep;
  ik_apply(R, j[1].k, to);
  q[0][0] = ik_angle(j[0].k, j[1].k, to, 1.0~, &loose);
  ik_back(R, j[0].k, to);
  q[0][1] = -ik_angle(j[1].k, j[0].k, to, 1.0~, &loose);
  return (loose != 0) ? 0 : 1;
}

]] },
  { "last3", "angle across apply back trig", [[
/* the rotation R by the last three turns: k4.R k6 tells q5, R k6 q4, R' k4 q6 */
static int ik_last(const REAL R[9], const REAL *keep, REAL q[2][3])
{
  const ik_screw *j = &ik_joint[IK_ARM];
  REAL Rk[3];
  REAL Rt[3];
  REAL n56[3];
  REAL x[2];
  const REAL d = ik_dot(j[0].k, j[1].k)*ik_dot(j[1].k, j[2].k);
  int n;
  int i;
  ik_apply(R, j[2].k, Rk);
  ik_back(R, j[0].k, Rt);
  ik_cross(j[1].k, j[2].k, n56);
  n = ik_trig(ik_dot(j[0].k, j[2].k) - d, ik_dot(j[0].k, n56), ik_dot(j[0].k, Rk) - d, x);
  for (i = 0; i < n; i++) {
    REAL y[3];
    int loose;
    ik_turn(j[1].k, x[i], j[2].k, y);
    q[i][0] = ik_angle(j[0].k, y, Rk, 1.0~, &loose);
    q[i][1] = x[i];
    ik_turn(j[1].k, -x[i], j[0].k, y);
    q[i][2] = -ik_angle(j[2].k, y, Rt, 1.0~, &loose);
    if (loose != 0) {
      /* axes 4 and 6 on one line: q4 stays, the sixth takes the rest */
      REAL e[3];
      q[i][0] = keep[0];
      ik_across(j[2].k, e);
      ik_apply(R, e, y);
      ik_turn(j[0].k, -q[i][0], y, y);
      ik_turn(j[1].k, -q[i][1], y, y);
      q[i][2] = ik_angle(j[2].k, e, y, 1.0~, &loose);
    }
  }
  return n;
}

]] },
  { "accept", "vectors", [[
/* a configuration tried on the arm, and kept (behind n others) where it is right and new */
static int ik_accept(const REAL X[12], const REAL *all, REAL *q, int n)
{
  REAL R[9];
  REAL p[3];
  REAL off = 0.0~;
  int fresh = 1;
  int i;
  int k;
  for (i = 0; i < 9; i++) {
    R[i] = ik_R[i];
  }
  ik_add(ik_p, 0.0~, ik_p, p);
  for (i = IK_N - 1; i >= 0; i--) {
    ik_carry(&ik_joint[i], all[i], p, p);
    if (ik_joint[i].slide == 0) {
      ik_turn_all(ik_joint[i].k, all[i], R);
    }
  }
  for (i = 0; i < 3; i++) {
    const REAL away = fabs~(p[i] - X[(4*i) + 3])/IK_SIZE;
    off = (away > off) ? away : off;
    for (k = 0; k < 3; k++) {
      const REAL turned_away = fabs~(R[(3*i) + k] - X[(4*i) + k]);
      off = (turned_away > off) ? turned_away : off;
    }
  }
  if (!(off <= IK_RIGHT) || (n >= IK_MOST)) {
    fresh = 0;
  }
  for (i = 0; (fresh != 0) && (i < n); i++) {
    REAL apart = 0.0~;
    for (k = 0; k < IK_N; k++) {
      REAL d = (all[k]/ik_joint[k].scale) - q[(i*IK_N) + k];
      if (ik_joint[k].slide == 0) {
        d = remainder~(d*ik_joint[k].scale, 2.0~*IK_PI);
      }
      apart = (fabs~(d) > apart) ? fabs~(d) : apart;
    }
    if (apart < IK_SAME) {
      fresh = 0;
    }
  }
  if (fresh != 0) {
    for (k = 0; k < IK_N; k++) {
      const REAL angle = (ik_joint[k].slide != 0) ? all[k] : remainder~(all[k], 2.0~*IK_PI);
      q[(n*IK_N) + k] = angle/ik_joint[k].scale;
    }
  }
  return n + fresh;
}

/* R = X.R ik_R': what the body turned since q = 0; t: where w is to be; keep: by joints */
static void ik_asked(const REAL X[12], const REAL *start, REAL R[9], REAL t[3], REAL *keep)
{
  REAL r[3];
  int i;
  int k;
  ik_add(ik_w, -1.0~, ik_p, r);
  for (i = 0; i < 3; i++) {
    for (k = 0; k < 3; k++) {
      R[(3*i) + k] = ik_dot(&X[4*i], &ik_R[3*k]);
    }
    t[i] = X[(4*i) + 3] + ik_dot(&R[3*i], r);
  }
  for (i = 0; i < IK_N; i++) {
    keep[i] = ik_joint[i].scale*start[i];
  }
}

]] },
  { "wrist", "accept", [[
int $name_ik(const REAL X[12], const REAL start[IK_N], REAL q[IK_MOST*IK_N])
{
  REAL R[9];
  REAL t[3];
  REAL keep[IK_N];
  REAL first[14][3];
  int n = 0;
  int m;
  int i;
  ik_asked(X, start, R, t, keep);
  m = ik_arm(t, keep, first);
  for (i = 0; i < m; i++) {
    REAL W[9];
    REAL last[2][3];
    int count;
    int h;
    int k;
    for (k = 0; k < 9; k++) {
      W[k] = R[k];
    }
    for (k = 0; k < IK_ARM; k++) {
      if (ik_joint[k].slide == 0) {
        ik_turn_all(ik_joint[k].k, -first[i][k], W);
      }
    }
    count = ik_last(W, &keep[$last], last);
    for (h = 0; h < count; h++) {
      REAL all[IK_N];
      for (k = 0; k < IK_N; k++) {
        all[k] = (k < IK_ARM) ? first[i][k] : last[h][k - IK_ARM];
      }
      n = ik_accept(X, all, q, n);
    }
  }
  return n;
}
]] },
  { "parallel", "accept two across apply back trig", [[
/* Axes 2, 3, 4 parallel along k; 5 and 6 meet in w. Joints 2 to 4 leave every height along k:
 *   k.(e1^-1 t) = k.w tells q1;  k.(e1^-1 R k6) = k.(e^(k5 q5) k6) tells q5;
 *   k'(e1^-1 R) tells q6 */
int $name_ik(const REAL X[12], const REAL start[IK_N], REAL q[IK_MOST*IK_N])
{
  const ik_screw *j = ik_joint;
  const REAL *const along = ik_joint[1].k;
  REAL R[9];
  REAL t[3];
  REAL keep[IK_N];
  REAL r[3];
  REAL u[3];
  REAL c[3];
  REAL x1[2];
  REAL d;
  int n = 0;
  int n1;
  int i;
  ik_asked(X, start, R, t, keep);
  ik_add(t, -1.0~, j[0].o, r);
  ik_cross(j[0].k, r, c);
  d = ik_dot(along, j[0].k)*ik_dot(j[0].k, r);
  ik_add(ik_w, -1.0~, j[0].o, u);
  n1 = ik_trig(ik_dot(along, r) - d, -ik_dot(along, c), ik_dot(along, u) - d, x1);
  for (i = 0; i < n1; i++) {
    REAL B[9];
    REAL y[3];
    REAL x5[2];
    int n5;
    int h;
    for (h = 0; h < 9; h++) {
      B[h] = R[h];
    }
    ik_turn_all(j[0].k, -x1[i], B);
    ik_apply(B, j[5].k, y);
    ik_cross(j[4].k, j[5].k, c);
    d = ik_dot(along, j[4].k)*ik_dot(j[4].k, j[5].k);
    n5 = ik_trig(ik_dot(along, j[5].k) - d, ik_dot(along, c), ik_dot(along, y) - d, x5);
    for (h = 0; h < n5; h++) {
      REAL z[3];
      REAL e[3];
      REAL to[3];
      REAL two[2][2];
      REAL q6;
      REAL sum;
      int loose;
      int m;
      int g;
      ik_turn(j[4].k, -x5[h], along, y);
      ik_back(B, along, z);
      q6 = -ik_angle(j[5].k, y, z, 1.0~, &loose);
      if (loose != 0) {
        q6 = keep[5];
      }
      /* e2 e3 e4 = B e6^-1 e5^-1: a turn about k by the sum of its angles */
      ik_across(along, e);
      ik_turn(j[4].k, -x5[h], e, to);
      ik_turn(j[5].k, -q6, to, to);
      ik_apply(B, to, y);
      sum = ik_angle(along, e, y, 1.0~, &loose);
      /* e2 e3 lead a point of axis 4 to the target less what joint 4 adds */
      ik_carry(&j[0], -x1[i], t, to);
      ik_add(ik_w, -1.0~, j[3].o, u);
      ik_turn(along, sum, u, u);
      ik_add(to, -1.0~, u, to);
      m = ik_two(j[3].o, to, &keep[1], two);
      for (g = 0; g < m; g++) {
        REAL all[IK_N];
        all[0] = x1[i];
        all[1] = two[g][0];
        all[2] = two[g][1];
        all[3] = sum - two[g][0] - two[g][1];
        all[4] = x5[h];
        all[5] = q6;
        n = ik_accept(X, all, q, n);
      }
    }
  }
  return n;
}
]] },
}
