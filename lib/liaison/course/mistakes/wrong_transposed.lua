-- wrong_transposed.lua - rows for columns
local told = require "liaison.course.told"

return {
  name = "transposed",
  en = "rows for columns: this is the transposed matrix",
  fr = "lignes et colonnes échangées : c'est la matrice transposée",
  hint_en = "Which are the columns of the matrix that is asked: the axes of which frame, told "
    .. "in which?",
  hint_fr = "Quelles sont les colonnes de la matrice demandée : les axes de quel repère, dans "
    .. "lequel ?",
  kinds = { matrix = true, rotation = true },
  after = function(value)
    local rows, out = told.rows(value), {}
    if #rows ~= #rows[1] then return {} end
    for i = 1, #rows do
      out[i] = {}
      for j = 1, #rows do out[i][j] = rows[j][i] end
    end
    return { out }
  end,
}
