/* liaison.h - everything at once, for programs in C and in C++; every header stands on its own as
 * well
 *
 *   cc program.c $(pkg-config --cflags --libs liaison)        #include "liaison.h"
 *
 * What is not here serves the insides: words and texts of algorithms, layouts, tables of methods.
 */
#ifndef LIA_LIAISON_H
#define LIA_LIAISON_H

/* failures, memory, numbers as text, random numbers */
#include "base/hash.h"
#include "base/isa.h"
#include "base/mem.h"
#include "base/rng.h"
#include "base/status.h"
#include "base/text.h"
#include "base/version.h"

/* vectors, matrices, roots, differential equations */
#include "num/csc.h"
#include "num/factor.h"
#include "num/fd.h"
#include "num/lsq.h"
#include "num/mat.h"
#include "num/ode.h"
#include "num/root.h"
#include "num/sincos.h"
#include "num/sldl.h"
#include "num/small.h"
#include "num/trig.h"
#include "num/vec.h"

/* linear control */
#include "ctl/coefficients.h"
#include "ctl/lyapunov.h"
#include "ctl/pbh.h"
#include "ctl/place.h"
#include "ctl/riccati.h"
#include "ctl/riccati_horizon.h"
#include "ctl/schur.h"
#include "ctl/staircase.h"
#include "ctl/zeros.h"

/* rotations, frames, inertias */
#include "geo/axang.h"
#include "geo/axes.h"
#include "geo/dh.h"
#include "geo/dhfit.h"
#include "geo/rot_repr.h"
#include "geo/euler.h"
#include "geo/evec.h"
#include "geo/frame.h"
#include "geo/gibbs.h"
#include "geo/inertia.h"
#include "geo/moves.h"
#include "geo/poles.h"
#include "geo/quat.h"
#include "geo/rot.h"
#include "geo/screw.h"
#include "geo/solid.h"
#include "geo/spatial.h"
#include "geo/tool_path.h"

/* expressions */
#include "sym/expr/build.h"
#include "sym/simp/compact.h"
#include "sym/expr/diff.h"
#include "sym/tape/eval.h"
#include "sym/simp/expand.h"
#include "sym/expr/lines.h"
#include "sym/expr/order.h"
#include "sym/expr/parse.h"
#include "sym/expr/pool.h"
#include "sym/expr/print.h"
#include "sym/expr/ratio.h"
#include "sym/tape/cse.h"
#include "sym/simp/simp.h"
#include "sym/simp/smat.h"
#include "sym/simp/solve.h"
#include "sym/expr/subs.h"
#include "sym/expr/homonym.h"
#include "sym/simp/zero.h"

/* motion laws, curves through points */
#include "traj/hermite.h"
#include "traj/law.h"
#include "traj/law_curve.h"
#include "traj/law_expr.h"
#include "traj/pieces.h"
#include "traj/plan.h"
#include "traj/topp.h"
#include "traj/via.h"

/* code */
#include "gen/cache.h"
#include "gen/cc.h"
#include "gen/emit.h"
#include "gen/ship.h"
#include "gen/kernel.h"

/* mechanisms */
#include "describe/check.h"
#include "model/compile.h"
#include "kinds/constraint.h"
#include "model/data.h"
#include "kinds/force.h"
#include "kinds/force_law.h"
#include "kinds/joint.h"
#include "model/model.h"
#include "model/smodel.h"
#include "describe/spec.h"
#include "model/units.h"

/* trees of bodies */
#include "rbd/aba.h"
#include "rbd/answer.h"
#include "rbd/com.h"
#include "rbd/coriolis.h"
#include "rbd/crba.h"
#include "rbd/deriv.h"
#include "rbd/energy.h"
#include "rbd/fk.h"
#include "rbd/forward.h"
#include "rbd/ik.h"
#include "rbd/ikarm.h"
#include "rbd/jac.h"
#include "rbd/opspace.h"
#include "rbd/passive.h"
#include "rbd/regress.h"
#include "rbd/rnea.h"
#include "rbd/selfcheck.h"

/* constraints */
#include "con/constrained_model.h"
#include "con/constrained_dense.h"
#include "con/constrained_motion.h"
#include "con/planar_loop.h"
#include "con/constrained_sparse.h"

/* equations of motion */
#include "eom/turn_product.h"
#include "eom/condensed.h"
#include "eom/equations.h"
#include "eom/geometric.h"
#include "eom/kane.h"
#include "eom/lagrange.h"
#include "eom/velocity_nullspace.h"

/* runs */
#include "sim/formula.h"
#include "sim/stick_impact.h"
#include "sim/element_forces.h"
#include "sim/model_ode.h"
#include "sim/record.h"
#include "sim/run.h"
#include "sim/sweep.h"

/* questions */
#include "ask/audit.h"
#include "ask/base_parameters.h"
#include "ask/follow.h"
#include "ask/linearize.h"
#include "ask/modes.h"
#include "ask/path_limits.h"
#include "ask/redundancy.h"
#include "ask/singular.h"
#include "ask/task.h"
#include "ask/workspace.h"

/* files */
#include "io/mesh.h"
#include "io/mesh_file.h"
#include "io/save.h"
#include "io/urdf.h"

#endif
