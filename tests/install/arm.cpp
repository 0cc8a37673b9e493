/* arm.cpp - the same in C++17: objects that free themselves, failures as exceptions, a call-back for the integrator */
#include "liaison.h"

#include <cmath>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>

namespace {

void must(lia_status s, const lia_error &err) {
  if (s != LIA_OK) throw std::runtime_error(std::string(lia_status_name(s)) + ": " + err.path + ": " + err.text);
}

struct Free { void operator()(void *p) const { lia_free(p); } };
struct FreeSpec { void operator()(lia_spec *s) const { lia_spec_free(s); } };

class Arm {
public:
  Arm() {
    lia_error err{};
    lia_spec *s;
    must(lia_spec_new(&s, &err), err);
    spec.reset(s);
    rod("world", "upper", "q1", 0, 1, 1);
    rod("upper", "fore", "q2", 1, 1, 0.8);
    const double gravity[3] = { 0, -9.81, 0 };
    for (int k = 0; k < 3; k++) s->gravity[k] = LIA_VAL(gravity[k]);
    must(lia_spec_check(s, &err), err);
    must(lia_compile(&compiled, s, &err), err);
    model.reset(compiled.model);
    must(compiled.dynamic.code, compiled.dynamic);
    lia_data *d;
    must(lia_data_new(&d, model.get(), &err), err);
    data.reset(d);
  }
  lia_frame pose(const double *q, int body) {
    lia_frame X = LIA_FRAME_IDENTITY;
    lia_fk_one(model.get(), data.get(), q, compiled.body[body], &X);
    return X;
  }
  void gravity(const double *q, double *tau) { lia_rnea_gravity(model.get(), data.get(), q, tau); }
  void accelerations(const double *q, const double *v, const double *tau, double *a) { lia_forward(model.get(), data.get(), q, v, tau, a); }

private:
  void rod(const char *parent, const char *name, const char *q, double at, double mass, double length) {
    lia_spec *s = spec.get();
    lia_spec_body *b = lia_spec_add_body(s, name, name);
    const double I = mass*length*length/12;
    b->mass = LIA_VAL(mass);
    for (int k = 0; k < 3; k++) b->com[k] = LIA_VAL(k == 0 ? length/2 : 0.0);
    for (int k = 0; k < 6; k++) b->inertia[k] = LIA_VAL(k == 1 || k == 2 ? I : 0.0);
    lia_spec_joint *j = lia_spec_add_joint(s, parent, name, LIA_JOINT_revolute, name);
    for (int k = 0; k < 3; k++) j->axis[k] = LIA_VAL(k == 2 ? 1.0 : 0.0);
    if (at != 0) lia_spec_add_move(s, &j->place, LIA_MOVE_TX, LIA_VAL(at));
    lia_spec_set_dofs(s, j, 1)->coord = q;
    lia_spec_add_coord(s, q);
  }
  std::unique_ptr<lia_spec, FreeSpec> spec;
  std::unique_ptr<lia_model, Free> model;
  std::unique_ptr<lia_data, Free> data;
  lia_compiled compiled{};
};

}  // namespace

int main() try {
  Arm arm;
  const double q[2] = { 0, 0 }, zero[2] = { 0, 0 };
  double tau[2], a[2];
  const lia_frame X = arm.pose(q, 1);
  arm.gravity(q, tau);
  arm.accelerations(q, zero, tau, a);
  std::printf("liaison %s: elbow %g %g, torques %.4f %.4f, accelerations %.0e %.0e\n", LIA_VERSION, X.p[0], X.p[1], tau[0], tau[1], std::fabs(a[0]) + 1e-12,
              std::fabs(a[1]) + 1e-12);

  // expressions too: d/dx of x^2 y
  lia_error err{};
  std::unique_ptr<lia_pool, void (*)(lia_pool *)> pool(lia_pool_new(), lia_pool_free);
  const lia_expr x = lia_sym_symbol(pool.get(), "x"), y = lia_sym_symbol(pool.get(), "y");
  const lia_expr e = lia_sym_mul(pool.get(), lia_sym_pow(pool.get(), x, lia_sym_num(pool.get(), 2)), y);
  lia_text text{};
  lia_print_opts opts{};
  opts.most = 1000;
  must(lia_print(pool.get(), lia_diff(pool.get(), e, x), &opts, &text), err);
  std::printf("%s\n", lia_text_str(&text));
  lia_text_free(&text);
  return 0;
} catch (const std::exception &e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 1;
}
