-- wrong_jacobian_plain.lua - J f for J^T f
return {
  name = "jacobian_plain",
  en = "J in the place of its transpose: forces go back with J^T",
  fr = "J à la place de sa transposée : les efforts reviennent par J^T",
  hint_en = "The power is the same: tau.q' = f.v = f.J q', so tau = J^T f.",
  hint_fr = "La puissance est la même : tau.q' = f.v = f.J q', donc tau = J^T f.",
  words = {
    jacobian_force = function(J, f)
      local rows, cols = J:size()
      if rows ~= cols then return J:transpose() * f end
      return J * f
    end,
  },
}
