-- ship_qp.lua - the text of core/num/qp_text.h, for shipped blocks that solve a quadratic programme
-- (tests/lua/test_horizons.lua holds both together)
return [==[
static real qp_row(const qp_room *w, int k, int j)
{
  if (k < w->m) {
    return w->A[(k*w->n) + j];
  }
  if (j == (k - w->m)) {
    return (real)1;
  }
  return (real)0;
}

static real qp_low(const qp_room *w, int k)
{
  if (k < w->m) {
    return w->lower[k];
  }
  return w->least[k - w->m];
}

static real qp_high(const qp_room *w, int k)
{
  if (k < w->m) {
    return w->upper[k];
  }
  return w->most[k - w->m];
}

/* row k of [A; 1] times x; scale: the sum of the sizes of its terms */
static real qp_value(qp_room *w, int k)
{
  real sum = (real)0;
  int j;
  if (k >= w->m) {
    w->scale = real_abs(w->x[k - w->m]);
    return w->x[k - w->m];
  }
  w->scale = (real)0;
  for (j = 0; j < w->n; j++) {
    sum += w->A[(k*w->n) + j]*w->x[j];
    w->scale += real_abs(w->A[(k*w->n) + j]*w->x[j]);
  }
  return sum;
}

/* one over the length of every row, 1 for what has none */
static void qp_lengths(qp_room *w)
{
  real sum;
  int j;
  int k;
  for (k = 0; k < (w->m + w->n); k++) {
    w->length[k] = (real)1;
    if (k < w->m) {
      sum = (real)0;
      for (j = 0; j < w->n; j++) {
        sum += w->A[(k*w->n) + j]*w->A[(k*w->n) + j];
      }
      if (sum > (real)0) {
        w->length[k] = (real)1/real_sqrt(sum);
      }
    }
  }
}

/* H = L L'; 0, or the number (from 1) of a pivot that is not positive */
static int qp_factor(qp_room *w)
{
  const int n = w->n;
  real s;
  int i;
  int j;
  int k;
  for (j = 0; j < n; j++) {
    for (i = j; i < n; i++) {
      s = w->H[(i*n) + j];
      for (k = 0; k < j; k++) {
        s -= w->L[(i*n) + k]*w->L[(j*n) + k];
      }
      if (i > j) {
        w->L[(i*n) + j] = s/w->L[(j*n) + j];
      } else {
        if (!(s > (w->pivot*w->H[(j*n) + j]))) {
          return j + 1;
        }
        w->L[(j*n) + j] = real_sqrt(s);
      }
    }
  }
  return 0;
}

/* J = L'^-1, x = -J J'g: the minimum without constraints */
static void qp_begin(qp_room *w)
{
  const int n = w->n;
  real s;
  int i;
  int j;
  int k;
  for (j = 0; j < n; j++) {
    for (i = 0; i < j; i++) {
      w->J[(i*n) + j] = (real)0;
    }
    w->J[(j*n) + j] = (real)1/w->L[(j*n) + j];
    for (i = j + 1; i < n; i++) {
      s = (real)0;
      for (k = j; k < i; k++) {
        s += w->L[(i*n) + k]*w->J[(k*n) + j];
      }
      w->J[(i*n) + j] = -s/w->L[(i*n) + i];
    }
  }
  for (j = 0; j < n; j++) {
    w->d[j] = (real)0;
    for (i = 0; i < n; i++) {
      w->d[j] += w->J[(j*n) + i]*w->g[i];
    }
  }
  for (i = 0; i < n; i++) {
    w->x[i] = (real)0;
    for (j = 0; j < n; j++) {
      w->x[i] -= w->J[(j*n) + i]*w->d[j];
    }
  }
  w->count = 0;
  w->equal = 0;
  w->steps = 0;
  for (k = 0; k < (w->m + n); k++) {
    w->active[k] = 0;
  }
}

/* for the normal `side` times row k: d = J'normal, z = J2 d2 the way x goes, r = R^-1 d1 what the
 * multipliers in use lose on it; free: d2'd2 = z'normal, 0 where it leans on the normals in use */
static void qp_directions(qp_room *w, int k, real side)
{
  const int n = w->n;
  real all = (real)0;
  real s;
  int i;
  int j;
  for (j = 0; j < n; j++) {
    s = (real)0;
    if (k < w->m) {
      for (i = 0; i < n; i++) {
        s += w->J[(j*n) + i]*w->A[(k*n) + i];
      }
    } else {
      s = w->J[(j*n) + k - w->m];
    }
    w->d[j] = side*s;
    all += w->d[j]*w->d[j];
  }
  w->free = (real)0;
  for (j = w->count; j < n; j++) {
    w->free += w->d[j]*w->d[j];
  }
  if (w->free <= (w->lean*w->lean*all)) {
    w->free = (real)0;
  }
  for (i = 0; i < n; i++) {
    w->z[i] = (real)0;
    for (j = w->count; j < n; j++) {
      w->z[i] += w->J[(j*n) + i]*w->d[j];
    }
  }
  for (i = w->count - 1; i >= 0; i--) {
    s = w->d[i];
    for (j = i + 1; j < w->count; j++) {
      s -= w->R[(i*n) + j]*w->r[j];
    }
    w->r[i] = s/w->R[(i*n) + i];
  }
}

/* columns j and j + 1 of J turned by c, s */
static void qp_turn(qp_room *w, int j, real c, real s)
{
  const int n = w->n;
  real a;
  real b;
  int i;
  for (i = 0; i < n; i++) {
    a = w->J[(j*n) + i];
    b = w->J[((j + 1)*n) + i];
    w->J[(j*n) + i] = (c*a) + (s*b);
    w->J[((j + 1)*n) + i] = (c*b) - (s*a);
  }
}

/* the normal of the last qp_directions comes into use */
static void qp_add(qp_room *w, int k, int side, real multiplier)
{
  const int n = w->n;
  const int q = w->count;
  real size;
  int j;
  for (j = n - 2; j >= q; j--) {
    if (w->d[j + 1] != (real)0) {
      size = real_sqrt((w->d[j]*w->d[j]) + (w->d[j + 1]*w->d[j + 1]));
      if (size > (real)0) { /* squares of what rounding left may be 0 */
        qp_turn(w, j, w->d[j]/size, w->d[j + 1]/size);
        w->d[j] = size;
      }
      w->d[j + 1] = (real)0;
    }
  }
  for (j = 0; j <= q; j++) {
    w->R[(j*n) + q] = w->d[j];
  }
  w->which[q] = k;
  w->active[k] = side;
  w->u[q] = multiplier;
  w->count = q + 1;
}

/* number l of those in use goes out; what leaned on it may be passed again */
static void qp_drop(qp_room *w, int l)
{
  const int n = w->n;
  const int q = w->count - 1;
  real size;
  real c;
  real s;
  real a;
  real b;
  int i;
  int j;
  w->active[w->which[l]] = 0;
  for (i = 0; i < (w->m + n); i++) {
    if ((w->active[i] == 3) && (qp_low(w, i) < qp_high(w, i))) {
      w->active[i] = 0;
    }
  }
  for (j = l; j < q; j++) {
    w->which[j] = w->which[j + 1];
    w->u[j] = w->u[j + 1];
    for (i = 0; i <= (j + 1); i++) {
      w->R[(i*n) + j] = w->R[(i*n) + j + 1];
    }
  }
  w->count = q;
  for (j = l; j < q; j++) {
    a = w->R[(j*n) + j];
    b = w->R[((j + 1)*n) + j];
    if (b != (real)0) {
      size = real_sqrt((a*a) + (b*b));
      c = a/size;
      s = b/size;
      for (i = j; i < q; i++) {
        a = w->R[(j*n) + i];
        b = w->R[((j + 1)*n) + i];
        w->R[(j*n) + i] = (c*a) + (s*b);
        w->R[((j + 1)*n) + i] = (c*b) - (s*a);
      }
      qp_turn(w, j, c, s);
    }
  }
}

/* what rounding left of H x + g = N u and of N'x = b, coming from far, is taken away:
 * p1 = R'^-1 (b - N'x), p2 = J2'(N u - H x - g), x += J [p1; p2],
 * R du = p1 - J1'(N u - H x - g) */
static void qp_refine(qp_room *w)
{
  const int n = w->n;
  const int q = w->count;
  real s;
  int i;
  int j;
  int k;
  for (i = 0; i < n; i++) {
    s = -w->g[i];
    for (j = 0; j < n; j++) {
      s -= w->H[(i*n) + j]*w->x[j];
    }
    for (j = 0; j < q; j++) {
      k = w->which[j];
      if (w->active[k] == -1) {
        s -= w->u[j]*qp_row(w, k, i);
      } else {
        s += w->u[j]*qp_row(w, k, i);
      }
    }
    w->z[i] = s;
  }
  for (i = 0; i < n; i++) {
    w->d[i] = (real)0;
    for (j = 0; j < n; j++) {
      w->d[i] += w->J[(i*n) + j]*w->z[j];
    }
  }
  for (i = 0; i < q; i++) {
    k = w->which[i];
    if (w->active[k] == -1) {
      s = qp_value(w, k) - qp_high(w, k);
    } else {
      s = qp_low(w, k) - qp_value(w, k);
    }
    for (j = 0; j < i; j++) {
      s -= w->R[(j*n) + i]*w->r[j];
    }
    w->r[i] = s/w->R[(i*n) + i];
  }
  for (i = q - 1; i >= 0; i--) {
    s = w->r[i] - w->d[i];
    for (j = i + 1; j < q; j++) {
      s -= w->R[(i*n) + j]*w->z[j];
    }
    w->z[i] = s/w->R[(i*n) + i];
  }
  for (i = 0; i < q; i++) {
    w->u[i] += w->z[i];
    w->d[i] = w->r[i];
    if ((i >= w->equal) && (w->u[i] < (real)0)) {
      w->u[i] = (real)0;
    }
  }
  for (i = 0; i < n; i++) {
    for (j = 0; j < n; j++) {
      w->x[i] += w->J[(j*n) + i]*w->d[j];
    }
  }
}

/* by how much constraint k is passed, on `side` (1: below, -1: above); 0: not, but for rounding */
static real qp_passed(qp_room *w, int k)
{
  const real value = qp_value(w, k);
  const real low = qp_low(w, k) - value;
  const real high = value - qp_high(w, k);
  real by = low;
  real bound = qp_low(w, k);
  w->side = 1;
  if (high > low) {
    by = high;
    bound = qp_high(w, k);
    w->side = -1;
  }
  if (by > (w->tol*(w->scale + real_abs(bound)))) {
    return by;
  }
  return (real)0;
}

/* a constraint that leans on those in use cannot be had, unless rounding alone is missing */
static int qp_impossible(const qp_room *w, real by, real scale, real bound)
{
  if (by > (w->loose*(scale + real_abs(bound)))) {
    return 1;
  }
  return 0;
}

/* equalities first, whatever their multipliers' sign: 0, or 1 where they contradict */
static int qp_equalities(qp_room *w)
{
  real by;
  real t;
  int i;
  int k;
  for (k = 0; k < (w->m + w->n); k++) {
    if (qp_low(w, k) >= qp_high(w, k)) {
      w->worst = k;
      w->side = 1;
      qp_directions(w, k, (real)1);
      by = qp_low(w, k) - qp_value(w, k);
      if (w->free > (real)0) {
        t = by/w->free;
        for (i = 0; i < w->n; i++) {
          w->x[i] += t*w->z[i];
        }
        for (i = 0; i < w->count; i++) {
          w->u[i] -= t*w->r[i];
        }
        qp_add(w, k, 2, t);
        w->equal = w->count;
        qp_refine(w);
      } else {
        w->active[k] = 3;
        if (qp_impossible(w, real_abs(by), w->scale, qp_low(w, k)) != 0) {
          return 1;
        }
      }
    }
  }
  return 0;
}

/* the constraint that is passed most for the length of its row: by how much; 0: none */
static real qp_worst(qp_room *w)
{
  real most = (real)0;
  real by;
  int k;
  int side = 1;
  w->worst = 0;
  for (k = 0; k < (w->m + w->n); k++) {
    if (w->active[k] == 0) {
      by = qp_passed(w, k);
      if ((by*w->length[k]) > most) {
        most = by*w->length[k];
        w->worst = k;
        side = w->side;
      }
    }
  }
  w->side = side;
  return most;
}

/* the first inequality in use whose multiplier comes to 0 on the way: its number, at the step t */
static int qp_blocking(qp_room *w)
{
  int l = -1;
  int i;
  w->t = (real)0;
  for (i = w->equal; i < w->count; i++) {
    if (w->r[i] > (real)0) {
      if ((l < 0) || ((w->u[i]/w->r[i]) < w->t)) {
        l = i;
        w->t = w->u[i]/w->r[i];
      }
    }
  }
  return l;
}

/* constraint k of that side comes into use: 0; 1: it contradicts those in use; 2: too many steps */
static int qp_bring(qp_room *w, int k, int side)
{
  real multiplier = (real)0;
  real by;
  real t;
  real bound = qp_low(w, k);
  int i;
  int l;
  if (side < 0) {
    bound = qp_high(w, k);
  }
  while (w->steps < w->most_steps) {
    w->steps += 1;
    qp_directions(w, k, (real)side);
    by = (bound - qp_value(w, k))*(real)side;
    l = qp_blocking(w);
    t = w->t;
    if (w->free > (real)0) {
      if ((l < 0) || ((by/w->free) <= t)) {
        t = by/w->free;
        l = -1;
      }
      for (i = 0; i < w->n; i++) {
        w->x[i] += t*w->z[i];
      }
    } else {
      if (l < 0) {
        w->active[k] = 3;
        return qp_impossible(w, by, w->scale, bound);
      }
    }
    for (i = 0; i < w->count; i++) {
      w->u[i] -= t*w->r[i];
    }
    multiplier += t;
    if (l < 0) {
      qp_add(w, k, side, multiplier);
      qp_refine(w);
      return 0;
    }
    qp_drop(w, l);
  }
  return 2;
}

/* x, and y of L = x'H x/2 + g'x + y'[A; 1] x: 0; 1: the constraints contradict one another (those
 * in use, and `worst`); 2: too many steps. The factor of H is known */
static int qp_solve(qp_room *w)
{
  int state;
  int i;
  int k;
  qp_lengths(w);
  qp_begin(w);
  state = qp_equalities(w);
  while ((state == 0) && (qp_worst(w) > (real)0)) {
    state = qp_bring(w, w->worst, w->side);
  }
  for (k = 0; k < (w->m + w->n); k++) {
    w->y[k] = (real)0;
  }
  for (i = 0; i < w->count; i++) {
    k = w->which[i];
    if (w->active[k] == -1) {
      w->y[k] = w->u[i];
    } else {
      w->y[k] = -w->u[i];
    }
  }
  return state;
}

/* what comes as squares |M x - r|^2/2: H += M'M, g -= M'r */
static void qp_squares(qp_room *w, const real *M, const real *r, int rows)
{
  const int n = w->n;
  int i;
  int j;
  int k;
  for (k = 0; k < rows; k++) {
    for (i = 0; i < n; i++) {
      if (M[(k*n) + i] != (real)0) {
        for (j = 0; j < n; j++) {
          w->H[(i*n) + j] += M[(k*n) + i]*M[(k*n) + j];
        }
        w->g[i] -= M[(k*n) + i]*r[k];
      }
    }
  }
}

/* 1: x is the minimum; 0: H is not definite, constraints contradict one another, or a number is
 * none */
static int qp_ask(qp_room *w)
{
  int i;
  if (qp_factor(w) != 0) {
    return 0;
  }
  if (qp_solve(w) != 0) {
    return 0;
  }
  for (i = 0; i < w->n; i++) {
    if (!((w->x[i] - w->x[i]) == (real)0)) {
      return 0;
    }
  }
  return 1;
}
]==]
