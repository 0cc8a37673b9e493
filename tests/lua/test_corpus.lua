-- test_corpus.lua - what fuzzing found and what it starts from, each once: the texts of
-- tests/fuzz/corpus that are read in Lua
package.path = package.path .. ";tests/?.lua"
local t = require "t"
local texts = require "fuzz.texts"

local function files(folder)
  local p, list = assert(io.popen("ls '" .. folder .. "'")), {}
  for name in p:lines() do list[#list + 1] = folder .. "/" .. name end
  p:close()
  return list
end

for _, way in ipairs(texts.ways) do
  t.test("the corpus of " .. way, function()
    local models, list = 0, files("tests/fuzz/corpus/" .. way)
    for _, path in ipairs(list) do
      local f = assert(io.open(path, "rb"))
      local text = f:read "*a"
      f:close()
      local ok, model = pcall(texts.try, way, text)
      t.ok(ok, path .. ": " .. tostring(model))
      models = models + (model and 1 or 0)
    end
    t.ok(#list >= 6 and models >= 2 and models < #list, #list .. " texts, models of " .. models)
  end)
end

t.done()
