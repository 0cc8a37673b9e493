/* sundials.c - cvode and ida: methods of SUNDIALS, where it was found when liaison was built
 *                                                                                   [SUNDIALS] */
#include "num/stepper.h"

#include <math.h>
#include <string.h>

#ifdef LIA_SUNDIALS

#include <cvode/cvode.h>
#include <cvode/cvode_proj.h>
#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

// what both keep: their vectors stand on memory of their own
typedef struct own {
  SUNContext context;
  void *mem;
  N_Vector y, yp, id;
  SUNMatrix A;
  SUNLinearSolver solver;
  int started;
  long failed;              /* error tests failed before the last start */
  lia_status why;           /* of the right-hand side, where it ended the step */
  lia_error err;
} own;

static void layout(lia_layout *l, lia_ode *o) { o->own = LIA_TAKE(l, own, 1); }

static void restart(lia_ode *o) { ((own *)o->own)->started = 0; }

static void say_nothing(int code, const char *module, const char *function, char *text,
    void *user) {
  (void)code;
  (void)module;
  (void)function;
  (void)text;
  (void)user;
}

// f into dx: 0, 1 where a shorter step may help, -1 where nothing will
static int sundials_rates(lia_ode *o, double t, const double *x, double *dx) {
  own *w = o->own;
  int soft = 0;
  w->err = (lia_error){ 0 };
  w->why = lia_ode_derive(o, t, x, dx, &soft, &w->err);
  if (w->why == LIA_OK) return 0;
  return soft ? 1 : -1;
}

static int explicit_rates(realtype t, N_Vector y, N_Vector dy, void *user) {
  return sundials_rates(user, t, NV_DATA_S(y), NV_DATA_S(dy));
}

// 0 = f - M y'
static int sundials_residual(realtype t, N_Vector y, N_Vector yp, N_Vector r, void *user) {
  const lia_ode *o = user;
  int code = sundials_rates(user, t, NV_DATA_S(y), NV_DATA_S(r));
  for (int i = 0; i < o->p.n; i++)
    NV_Ith_S(r, i) -= (o->p.mass ? o->p.mass[i] : 1) * NV_Ith_S(yp, i);
  return code;
}

// the way from y to its place on the manifold; the error estimate stays that before it
static int sundials_onto(realtype t, N_Vector y, N_Vector way, realtype eps, N_Vector e,
    void *user) {
  lia_ode *o = user;
  own *w = o->own;
  int n = o->p.n;
  (void)eps;
  (void)e;
  memcpy(o->work, NV_DATA_S(y), (size_t)n * sizeof *o->work);
  w->err = (lia_error){ 0 };
  w->why = o->p.project(o->p.user, t, o->work, &w->err);
  for (int i = 0; i < n; i++) NV_Ith_S(way, i) = o->work[i] - NV_Ith_S(y, i);
  if (w->why == LIA_OK) return 0;
  return w->why == LIA_EDOMAIN || w->why == LIA_ESINGULAR ? 1 : -1;
}

static lia_status sundials_no_memory(const lia_ode *o, lia_error *err) {
  return LIA_FAIL(err, LIA_ENOMEM, "", "no memory to integrate %d states by %s", o->p.n,
      o->row->name);
}

static lia_status sundials_refused(const lia_ode *o, const char *what, lia_error *err) {
  return LIA_FAIL(err, LIA_EARG, "method", "%s does not accept the %s", o->row->name, what);
}

// vectors, matrix and linear solver
static lia_status vectors(lia_ode *o, lia_error *err) {
  own *w = o->own;
  int n = o->p.n;
  if (SUNContext_Create(NULL, &w->context) != 0) return sundials_no_memory(o, err);
  w->y = N_VNew_Serial(n, w->context);
  w->yp = N_VNew_Serial(n, w->context);
  w->id = N_VNew_Serial(n, w->context);
  w->A = SUNDenseMatrix(n, n, w->context);
  w->solver = w->y && w->A ? SUNLinSol_Dense(w->y, w->A, w->context) : NULL;
  return w->y && w->yp && w->id && w->solver ? LIA_OK : sundials_no_memory(o, err);
}

static void drop_vectors(own *w) {
  if (w->solver) SUNLinSolFree(w->solver);
  if (w->A) SUNMatDestroy(w->A);
  if (w->y) N_VDestroy(w->y);
  if (w->yp) N_VDestroy(w->yp);
  if (w->id) N_VDestroy(w->id);
  if (w->context) SUNContext_Free(&w->context);
}

// what a negative flag means, in words of the house
static lia_status failure(const lia_ode *o, int flag, lia_error *err) {
  const own *w = o->own;
  if (flag == CV_MEM_FAIL) return sundials_no_memory(o, err);
  if (w->why != LIA_OK) return LIA_FAIL(err, w->why, w->err.path, "%s", w->err.text);
  if (flag == CV_TOO_MUCH_ACC)
    return LIA_FAIL(err, LIA_EARG, "rtol", "%s cannot be as exact as %g", o->row->name,
        o->opts.rtol);
  if (flag == CV_ILL_INPUT)
    return LIA_FAIL(err, LIA_EARG, "atol", "%s needs atol > 0 where a state is 0", o->row->name);
  return LIA_FAIL(err, LIA_ENOCONV, "", "%s found no step that meets the tolerance at t = %.9g",
      o->row->name, o->t);
}

static lia_status done(lia_ode *o, int flag, double t, long failed, double *at, lia_error *err) {
  own *w = o->own;
  if (flag < 0) return failure(o, flag, err);
  o->rejected += failed - w->failed;
  w->failed = failed;
  memcpy(o->try, NV_DATA_S(w->y), (size_t)o->p.n * sizeof *o->try);
  *at = t;
  return lia_ode_finite(o, t, o->try, err);
}

static lia_status nothing(lia_ode *o, lia_error *err) {
  (void)o;
  (void)err;
  return LIA_OK;
}

// ---- cvode: BDF of order 1 to 5, Newton ----

static lia_status cvode_open(lia_ode *o, lia_error *err) {
  own *w = o->own;
  if (w->mem) return LIA_OK;
  if (!w->context) LIA_TRY(vectors(o, err));
  memcpy(NV_DATA_S(w->y), o->x, (size_t)o->p.n * sizeof *o->x);
  w->mem = CVodeCreate(CV_BDF, w->context);
  if (!w->mem) return sundials_no_memory(o, err);
  if (CVodeSetErrHandlerFn(w->mem, say_nothing, NULL) ||
      CVodeInit(w->mem, explicit_rates, o->t, w->y) || CVodeSetUserData(w->mem, o) ||
      CVodeSetLinearSolver(w->mem, w->solver, w->A) ||
      (o->p.project && (CVodeSetProjFn(w->mem, onto) || CVodeSetProjErrEst(w->mem, SUNFALSE))))
    return sundials_no_memory(o, err);
  for (int i = 0; i < o->p.n; i++)
    NV_Ith_S(w->id, i) = i < o->p.n - o->p.quad ? o->opts.atol : 1e30;
  return CVodeSVtolerances(w->mem, o->opts.rtol, w->id) ? sundials_refused(o, "tolerance", err)
      : LIA_OK;
}

// no step is shorter than this: what fails at every step fails in the end
static double sundials_least(const lia_ode *o, double t_end) {
  return 1e-13 * fmax(fabs(o->t), fabs(t_end - o->t));
}

static lia_status cvode_begin(lia_ode *o, double t_end, lia_error *err) {
  own *w = o->own;
  memcpy(NV_DATA_S(w->y), o->x, (size_t)o->p.n * sizeof *o->x);
  w->failed = 0;
  if (CVodeReInit(w->mem, o->t, w->y) || CVodeSetInitStep(w->mem, o->opts.h) ||
      CVodeSetMaxStep(w->mem, o->opts.h_max) ||
      CVodeSetMinStep(w->mem, sundials_least(o, t_end)))
    return sundials_refused(o, "step", err);
  w->started = 1;
  return LIA_OK;
}

static lia_status cvode_step(lia_ode *o, double t_end, double *at, lia_error *err) {
  own *w = o->own;
  double t = o->t;
  long failed = 0;
  LIA_TRY(cvode_open(o, err));
  if (!w->started) LIA_TRY(cvode_begin(o, t_end, err));
  if (CVodeSetStopTime(w->mem, t_end)) return sundials_refused(o, "end", err);
  int flag = CVode(w->mem, t_end, w->y, &t, CV_ONE_STEP);
  (void)CVodeGetNumErrTestFails(w->mem, &failed);
  return done(o, flag, t, failed, at, err);
}

static void cvode_between(const lia_ode *o, double s, double *x) {
  own *w = o->own;
  if (CVodeGetDky(w->mem, o->t_old + s * (o->t - o->t_old), 0, w->yp) == CV_SUCCESS)
    memcpy(x, NV_DATA_S(w->yp), (size_t)o->p.n * sizeof *x);
}

static void cvode_drop(lia_ode *o) {
  own *w = o->own;
  if (w->mem) CVodeFree(&w->mem);
  drop_vectors(w);
}

const lia_ode_row lia_ode_row_cvode = { .name = "cvode", .order = 5, .error_order = 5,
    .layout = layout, .restart = restart, .step = cvode_step,
    .prepare = nothing, .between = cvode_between, .drop = cvode_drop };

// ---- ida: the same for 0 = F(t, x, x') ----

static const char *ida_lacks(const lia_ode_problem *p) {
  return p->project
      ? "cannot put a state back onto what it must keep (loops, quaternions): take cvode, radau5 "
      "or dop853" : NULL;
}

// states of index 2 and 3 are not asked to be exact: their error is left out of the test
static lia_status ida_tolerances(lia_ode *o, lia_error *err) {
  own *w = o->own;
  int algebraic = 0, late = 0;
  for (int i = 0; i < o->p.n; i++) {
    NV_Ith_S(w->id, i) = o->p.mass ? o->p.mass[i] : 1;
    algebraic |= NV_Ith_S(w->id, i) == 0;
    late |= o->p.index && o->p.index[i] > 1;
  }
  if (algebraic && IDASetId(w->mem, w->id)) return sundials_no_memory(o, err);
  if (algebraic && late && IDASetSuppressAlg(w->mem, SUNTRUE)) return sundials_no_memory(o, err);
  return IDASStolerances(w->mem, o->opts.rtol, o->opts.atol) ? sundials_refused(o, "tolerance", err)
      : LIA_OK;
}

// x' of the states that have one
static lia_status ida_slopes(lia_ode *o, lia_error *err) {
  own *w = o->own;
  memcpy(NV_DATA_S(w->y), o->x, (size_t)o->p.n * sizeof *o->x);
  if (sundials_rates(o, o->t, o->x, NV_DATA_S(w->yp)) != 0)
    return LIA_FAIL(err, w->why, w->err.path, "%s", w->err.text);
  for (int i = 0; i < o->p.n; i++)
    if (o->p.mass && o->p.mass[i] == 0) NV_Ith_S(w->yp, i) = 0;
  return LIA_OK;
}

static lia_status ida_open(lia_ode *o, lia_error *err) {
  own *w = o->own;
  if (w->mem) return LIA_OK;
  if (!w->context) LIA_TRY(vectors(o, err));
  LIA_TRY(ida_slopes(o, err));
  w->mem = IDACreate(w->context);
  if (!w->mem) return sundials_no_memory(o, err);
  if (IDASetErrHandlerFn(w->mem, say_nothing, NULL) ||
      IDAInit(w->mem, residual, o->t, w->y, w->yp) || IDASetUserData(w->mem, o) ||
      IDASetLinearSolver(w->mem, w->solver, w->A))
    return sundials_no_memory(o, err);
  return ida_tolerances(o, err);
}

static lia_status ida_begin(lia_ode *o, double t_end, lia_error *err) {
  own *w = o->own;
  LIA_TRY(ida_slopes(o, err));
  w->failed = 0;
  if (IDAReInit(w->mem, o->t, w->y, w->yp) || IDASetInitStep(w->mem, o->opts.h) ||
      IDASetMaxStep(w->mem, o->opts.h_max) ||
      IDASetMinStep(w->mem, sundials_least(o, t_end)))
    return sundials_refused(o, "step", err);
  w->started = 1;
  return LIA_OK;
}

static lia_status ida_step(lia_ode *o, double t_end, double *at, lia_error *err) {
  own *w = o->own;
  double t = o->t;
  long failed = 0;
  LIA_TRY(ida_open(o, err));
  if (!w->started) LIA_TRY(ida_begin(o, t_end, err));
  if (IDASetStopTime(w->mem, t_end)) return sundials_refused(o, "end", err);
  int flag = IDASolve(w->mem, t_end, &t, w->y, w->yp, IDA_ONE_STEP);
  (void)IDAGetNumErrTestFails(w->mem, &failed);
  return done(o, flag, t, failed, at, err);
}

static void ida_between(const lia_ode *o, double s, double *x) {
  own *w = o->own;
  if (IDAGetDky(w->mem, o->t_old + s * (o->t - o->t_old), 0, w->id) == IDA_SUCCESS)
    memcpy(x, NV_DATA_S(w->id), (size_t)o->p.n * sizeof *x);
}

static void ida_drop(lia_ode *o) {
  own *w = o->own;
  if (w->mem) IDAFree(&w->mem);
  drop_vectors(w);
}

const lia_ode_row lia_ode_row_ida = { .name = "ida", .order = 5, .error_order = 5, .layout = layout,
    .lacks = ida_lacks, .restart = restart,
    .algebraic = 1, .step = ida_step, .prepare = nothing, .between = ida_between,
        .drop = ida_drop };

#else

static void layout(lia_layout *l, lia_ode *o) {
  (void)l;
  (void)o; }

static const char *sundials_lacks(const lia_ode_problem *p) {
  (void)p;
  return "is a method of SUNDIALS 6, which was not found when liaison was built (Debian: "
      "libsundials-dev)";
}

const lia_ode_row lia_ode_row_cvode = { .name = "cvode", .order = 5, .error_order = 5,
    .layout = layout, .lacks = sundials_lacks, .absent = 1 };
const lia_ode_row lia_ode_row_ida = { .name = "ida", .order = 5, .error_order = 5, .layout = layout,
    .lacks = sundials_lacks, .algebraic = 1, .absent = 1 };

#endif
