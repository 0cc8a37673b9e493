-- test_export_names.lua - letters that end a line, in names of symbols: no comment of exported code
-- ends where they stand
local t = require "t"
local li = require "liaison"

-- U+2028, U+2029, U+0085 and what looks like them
local ends = { "\226\128\168", "\226\128\169", "\194\133" }
local letters = { "\226\128\167", "\226\128\170", "\194\134", "\206\177" }

local comment = { js = "^// ", lua = "^%-%- ", c = "^[/ ]%* " }

local function lines(text)
  for _, e in ipairs(ends) do text = text:gsub(e, "\n") end
  return text:gmatch "[^\r\n]+"
end

for language, form in pairs(comment) do
  t.test("names stay in their comment: " .. language, function()
    local names = {}
    for i, e in ipairs(ends) do names[i] = "m" .. e .. "debugger" .. i end
    for i, e in ipairs(letters) do names[#names + 1] = "n" .. e .. i end
    local symbols = { li.symbols(table.concat(names, " ")) }
    t.eq(#symbols, 7)
    local sum = li.expr(0)
    for k, s in ipairs(symbols) do sum = sum + k * s end
    local text = li.program(language, sum, symbols, "F")
    local head = true
    for line in lines(text) do
      if line:find "debugger%d" and head then t.ok(line:find(form), "in a comment: " .. line) end
      head = head and line:find(form) ~= nil
    end
    t.ok(text:find("m_debugger1", 1, true) and text:find("n\206\1774", 1, true),
      "what ends a line is _, other letters are as they were")
    if language == "lua" then
      t.near((loadstring or load)(text)().call({ 1, 2, 3, 4, 5, 6, 7 })[1],
        1 + 4 + 9 + 16 + 25 + 36 + 49)
    end
  end)
end

t.done()
