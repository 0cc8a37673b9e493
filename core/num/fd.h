/* fd.h - derivatives by finite differences: gradient, Jacobian, Hessian, along a direction
 *
 * Central differences D(h) have an error in h^2, h^4, ...: combined at h, 2h, 4h the first terms
 * cancel (Richardson). With the step chosen here the error is about eps^(order/(order+1)) of the
 * largest values: 4e-11, 3e-13, 4e-14. */
#ifndef LIA_FD_H
#define LIA_FD_H

#include "base/opts.h"
#include "num/mat.h"

LIA_C_BEGIN

#define LIA_FD_OPTS(X) \
  X(int,    order, 4, x == 2 || x == 4 || x == 6, \
      "order of the error in the step; 2, 4, 6: as many calls") \
  X(double, h,     0, x >= 0, \
      "step, relative to max(|x|, scale); 0: eps^(1/(order+1))") \
  X(double, scale, 1, x > 0,                      "size of a typical x")

typedef struct lia_fd_opts {
  LIA_FD_OPTS(LIA_OPT_FIELD)
} lia_fd_opts;

extern const lia_fd_opts lia_fd_defaults;
LIA_NODISCARD lia_status lia_fd_check(const lia_fd_opts *o, lia_error *err);

/* n numbers in, p numbers out, and their Jacobian where it is known. Whatever status a function
 * returns is passed on */
typedef struct lia_fd_map {
  int n, p;
  /* y (p) = f(x), x (n) */
  lia_status (*f)(void *user, const double *x, double *y, lia_error *err);
  /* J (p x n), or NULL */
  lia_status (*jac)(void *user, const double *x, lia_mat J, lia_error *err);
  void *user;
} lia_fd_map;

#define LIA_FD_WORK(n, p) ((n) + 3 * (p))   /* doubles of work every function here asks for */

/* opts may be NULL for the defaults. Only map->f is called */
LIA_NODISCARD lia_status lia_fd_jacobian(const lia_fd_map *map, const double *x,
const lia_fd_opts *opts, lia_mat J, double *work, lia_error *err);
/* p = 1 */
LIA_NODISCARD lia_status lia_fd_gradient(const lia_fd_map *map, const double *x,
    const lia_fd_opts *opts, double *g, double *work, lia_error *err);
/* dy (p) = d/dt f(x + t d) at t = 0 */
LIA_NODISCARD lia_status lia_fd_along(const lia_fd_map *map, const double *x, const double *d,
    const lia_fd_opts *opts, double *dy, double *work, lia_error *err);
/* H (n x n), symmetric; p = 1; 2 order n^2 calls; error about eps^(order/(order+2)) */
LIA_NODISCARD lia_status lia_fd_hessian(const lia_fd_map *map, const double *x,
    const lia_fd_opts *opts, lia_mat H, double *work, lia_error *err);

/* map->jac, checked to be finite; central differences of order 2 where it is NULL */
LIA_NODISCARD lia_status lia_fd_known(const lia_fd_map *map, const double *x, double scale,
    lia_mat J, double *work, lia_error *err);

/* is every F_i as small as a relative error of a few eps in x (or in its typical size) makes it? */
int lia_fd_noise(lia_mat J, const double *F, const double *x, double scale);

LIA_C_END

#endif
