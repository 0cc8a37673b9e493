-- plain_board.lua - boards of derivations that are not of an arm
local li = require "liaison.core"
local derivation = require "liaison.blackboard.derivation"
local words = require "liaison.blackboard.words"
local kit = li._internal

-- made: the derivation with its words; points: numbers for every letter, by round; beside: names
-- that abbreviations have to be told apart from. The board, and its words
return function(made, what, o, points, beside)
  local w, list = made.words[o.lang], {}
  for k, name in ipairs(beside or {}) do list[k] = li.expr(name, "new") end
  local b = derivation.board { what = what, title = w.title, lang = o.lang,
    words = words[o.lang], points = points, beside = list }
  -- "l1 = 1, l2 = 3" of letters that stand for numbers
  function b.tell(names, values)
    local told = {}
    for k, name in ipairs(names) do
      told[k] = ("`%s = %s`"):format(name, kit.shown(values[name], 6))
    end
    b.intro = words[o.lang].numbers:format(table.concat(told, ", ")) .. "."
  end
  return b, w
end
