-- test_exercise_command.lua - liaison exercise list, show, check, sheet, grade
local t = require "t"
local li = require "liaison"
local command = require "liaison.course.command"

local folder = os.tmpname()
os.remove(folder)
os.execute("mkdir -p " .. folder)

-- what a command line prints; nil, complaint
local function run(line)
  local words, out = {}, {}
  for word in line:gmatch "%S+" do words[#words + 1] = word end
  local ok, why = command.run(words, function(text) out[#out + 1] = text end)
  if not ok then return nil, why end
  return table.concat(out, "\n")
end

local function exists(path)
  local f = io.open(path)
  if f then f:close() end
  return f ~= nil
end

t.test("list: all exercises, a chapter, in French", function()
  local _, lines = (run "list" .. "\n"):gsub("\n", "")
  t.eq(lines, #li.exercises.names())
  t.ok(run "list 5":find "^5  quintic_values")
  t.ok(run "list --chapter 2 --fr":find "Quatre%-barres : position")
end)

t.test("show: the statement of a student, the solution where it is asked", function()
  local e = li.exercises.get "pendulum"
  local said, text = run "show pendulum --student 12 --fr", e:statement { student = "12",
    lang = "fr" }
  t.eq(said:sub(1, #text), text)
  t.ok(said:find("sqrt(3)/2 ou pi/3", 1, true), said)
  t.ok(run "show pendulum --solution":find(e:answers().J:sub(1, 5), 1, true))
end)

t.test("show tells the command that checks, and it does", function()
  local told = run("show fourbar_velocity --student 7"):match "liaison exercise ([^\n]*)"
  local right = li.exercises.get("fourbar_velocity"):answers "7"
  told = told:gsub("([%a_][%w_']*)=%.%.", function(name)
    return name .. "=" .. right[name]:gsub(" ", "")
  end):gsub('"', "")
  t.ok(run(told):find "Total: 3 of 3", command)
end)

t.test("check: answers on the line, or in a file", function()
  local right = li.exercises.get("two_arguments"):answers "7"
  t.ok(run("check two_arguments --student 7 length=" .. right.length:gsub(" ", "")
    .. " phi3=" .. right.phi3:gsub(" ", "")):find "Total: 2 of 2")
  local f = assert(io.open(folder .. "/a.txt", "wb"))
  f:write("student: 7\nexercise: two_arguments\nphi3 = ", right.phi3, "\n")
  f:close()
  t.ok(run("check " .. folder .. "/a.txt"):find "^two_arguments\nphi3: right")
end)

t.test("sheet: a page for each student, paper, LaTeX", function()
  t.eq(run("sheet " .. folder .. "/s.html grashof --students 3-4"),
    "written: " .. folder .. "/s-3.html\nwritten: " .. folder .. "/s-4.html")
  t.ok(exists(folder .. "/s-3.html") and exists(folder .. "/s-4.html"))
  t.ok(run("sheet " .. folder .. "/s.tex --chapter 1 --solution --fr"))
  t.ok(exists(folder .. "/s.tex"))
end)

t.test("grade: the exercises the files name, or those told", function()
  local csv = run("grade " .. folder)
  t.ok(csv:find "^file,student,two_arguments,total,of,notes\na.txt,7,1,1,2,", csv)
  t.ok(run("grade " .. folder .. " grashof --csv " .. folder .. "/m.csv"):find ",grashof,")
  t.ok(exists(folder .. "/m.csv"))
end)

t.test("what is not understood is told", function()
  for line, want in pairs { ["foo"] = "has no 'foo'", ["show"] = "needs the name",
    ["show nothing"] = "no exercise is named 'nothing'", ["list --bar"] = "no option %-%-bar",
    ["list --chapter"] = "%-%-chapter needs a value", ["check grashof 3"] = "expected name=answer",
    ["sheet x.pdf grashof"] = "OUT.html or OUT.tex", ["grade"] = "needs a folder",
    ["check grashof zz=1"] = "unknown key 'zz'",
    ["sheet x.html grashof --students 3"] = "needs two numbers" } do
    local ok, why = run(line)
    t.ok(not ok and why:find(want), line .. ": " .. tostring(why))
  end
  t.ok(run "":find "liaison exercise list" and run "help":find "%-%-students")
end)

t.done()
