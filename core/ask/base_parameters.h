/* base_parameters.h - the inertial parameters that torques tell apart
 *
 * tau = Y pi is linear in ten parameters of every body (regress.h). What the columns of Y at random
 * states do not tell apart is grouped: a column that follows from those kept before it,  y_r = sum
 * over kept beta_rk y_k,  adds beta_rk pi_r to parameter k. Which of several is kept follows
 * Gautier and Khalil 1990: of a turn about z Iyy, hz and m go to the parent where they can. Y does
 * not depend on masses; where lengths are symbols, coefficients are polynomials of degree 2 in
 * them, found from several draws. */
#ifndef LIA_BASE_PARAMETERS_H
#define LIA_BASE_PARAMETERS_H

#include "describe/spec.h"
#include "model/data.h"

LIA_C_BEGIN

/* the ten of a body about its origin, in the order of columns: mass, m c, I + m (c.c 1 - c c') */
#define LIA_BASE_TEN(X) X(m) X(hx) X(hy) X(hz) X(Ixx) X(Iyy) X(Izz) X(Ixy) X(Ixz) X(Iyz)

enum {
#define X(name) LIA_BASE_##name,
  LIA_BASE_TEN(X)
#undef X
  LIA_BASE_KINDS
};

extern const char *const lia_base_name[LIA_BASE_KINDS];

/* columns in the order in which they are kept (10 nbody of a checked description, column 10 b +
 * kind of body b): those that nobody takes first, the last body before the others */
void lia_base_order(const lia_spec *s, int *order);

typedef struct lia_base {
  int columns;              /* of Y: 10 for each body of the model */
  int nkept, nrest, nnone;
  int *kept, *rest, *none;  /* columns kept, that follow from these, that are nothing */
  double *beta;             /* (nrest x nkept) how each that follows is made of those kept */
} lia_base;

/* order (n): columns in the order in which they are kept; those not listed take no part; absent
 * (columns, or NULL): 1 for parameters that are known to be 0. States: lia_model_random with seeds
 * 1, 2, .. Free with lia_free. Allocates */
LIA_NODISCARD lia_status lia_base_new(lia_base **out, const lia_model *m, lia_data *d,
                                      const int *order, int n, const char *absent, lia_error *err);

/* beta (nrest x nkept) of the same mechanism with other lengths */
LIA_NODISCARD lia_status lia_base_again(const lia_base *b, const lia_model *m, lia_data *d,
                                        double *beta, lia_error *err);

/* ---- lengths that are symbols ---- */

/* products of at most two of n lengths: 1, a_1, a_1 a_1, a_1 a_2, .., a_2, a_2 a_2, ..: how many,
 * and which two they are (first, second: -1 where there is none) */
int lia_base_products(int n);
void lia_base_product(int n, int k, int *first, int *second);

/* values for n names, count times one below the other: 0.3 .. 1.2, the same ones always */
void lia_base_draws(int n, int count, double *x);

/* Coefficient c (products) with sum c_k product_k = sample (count) at the lengths x (count x n),
 * quarters of whole numbers. fits: 0 where there is no such polynomial. Allocates */
LIA_NODISCARD lia_status lia_base_fit(const double *sample, const double *x, int count, int n,
                                      double *c, int *fits, lia_error *err);

/* x, or the whole number that it is within rounding */
double lia_base_whole(double x);

LIA_C_END

#endif
