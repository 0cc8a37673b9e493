-- model_text.lua - what a model says of itself: as a tree, a Lua file, Graphviz text, a phrase,
-- tables; what it is missing
local check = require "liaison.base.check"
local kit = require("liaison.core")._internal
local printmodel = require "liaison.describe.printmodel"

local words = {}

-- the mechanism as a tree: bodies under the bodies they move on, joints, coordinates, limits, what
-- is missing
function words.tree(m)
  return printmodel.tree(m:description(), m:lacking(), #m:warnings())
end

-- a Lua file; li.load reads it back to an equal model
function words.lua(m, path)
  local text = "-- " .. (m:description().name or "model"):gsub("%c", " ")
    .. ", written by liaison: li.load reads it\n" .. printmodel.lua(kit.described.written(m))
  return check.give(text, path)
end

-- Graphviz text
function words.graphviz(m, path)
  return check.give(printmodel.graphviz(m:description()), path)
end

-- what numbers still need: sentences, none where nothing is missing; bodies: what each lacks
function words.missing(m)
  local lacking = m:lacking()
  local list = { bodies = lacking }
  for _, b in ipairs(m:description().bodies or {}) do
    if lacking[b.name] then
      list[#list + 1] = ("body '%s': %s not given"):format(b.name, lacking[b.name])
    end
  end
  local symbols = m:symbols()
  if #symbols > 0 then list[#list + 1] = "open symbols: " .. table.concat(symbols, ", ") end
  return list
end

-- the description phrase that gives this model, or nil and why there is none
function words.phrase(m)
  return require("liaison.describe.phrase_writer").write(m:description())
end

-- the definition file of the thesis, or nil and why there is none
function words.maple(m, path, style)
  local text, why = require("liaison.sources.mapletext").write(m:description(), style)
  if not text then return nil, why, "EMODEL" end
  return check.give(text, path)
end

-- the tables of the 1980 program ("report" writes names as its printer did)
function words.tables(m, mode)
  local phrase = require "liaison.describe.phrase"
  local d = m:description()
  local text, why = require("liaison.describe.phrase_writer").write(d)
  if not text then kit.raise("model:tables: this model is no phrase: " .. why) end
  return require("liaison.sources.phrasetable").print(assert(phrase.parse(text)), d.bodies,
    mode == "report")
end

return words
