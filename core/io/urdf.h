/* urdf.h - robot descriptions in URDF, the XML of ROS
 *
 * Read as the format says: lengths in metres, angles in radians, rpy about fixed x, y, z; a joint's
 * axis in the joint frame, (1 0 0) where it is not given; the link frame is the moved joint frame;
 * inertia about the centre of mass in axes turned by the rpy of its origin. A joint that mimics
 * another follows its coordinate. Coordinates have the names of joints, with _ for what is no
 * letter or digit.
 *
 * What the reader of ROS takes is taken. A complaint that stops is one about where links and joints
 * stand; all else that is wrong, odd or not read is a warning with its line: shapes, masses,
 * limits, a mimic of nothing, what XML forbids and people write (urdftext.h). What is settled where
 * the file leaves it open (urdfsettle.c) is told as a warning too:
 *
 *   links of no parent  each stands on the world; a joint that would close a loop is passed over
 *   masses              a link without <inertial> fixed to one with mass counts as 0. One that
 *                       moves and has none leaves dynamics to refuse, unless missing_zero
 *   home                where 0 is outside of the limits: their middle, or the nearest where there
 *                       is one
 *   tip                 a tool by its name, or the end behind most joints
 *
 * Entities, declared or external, are refused; xacro is told from URDF; a file has at most 64 MB
 * and is nested at most 40 deep. */
#ifndef LIA_URDF_H
#define LIA_URDF_H

#include "describe/spec.h"
#include "io/urdf_options.h"

LIA_C_BEGIN

/* Fill s, which is empty, from n bytes of text; file stands in every complaint: "arm.urdf:14: joint
 * 'elbow'". What the model says wrongly joins the complaints of s, for lia_spec_check to tell; text
 * that is no URDF fails: EPARSE with path "arm.urdf:14", ELIMIT, ENOMEM. options may be NULL. */
LIA_NODISCARD lia_status lia_urdf_read(lia_spec *s, const char *text, size_t n, const char *file,
    const lia_urdf_options *options,
    lia_error *err);

/* the same from a file; EIO where it cannot be read, ELIMIT where it is too large */
LIA_NODISCARD lia_status lia_urdf_load(lia_spec *s, const char *path,
    const lia_urdf_options *options, lia_error *err);

LIA_C_END

#endif
