-- texts.lua - the entries of a list, or of a vector of expressions, as texts
return function(x)
  local list = {}
  for i = 1, #x do list[i] = tostring(x[i]) end
  return list
end
