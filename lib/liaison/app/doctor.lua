-- doctor.lua - what was found on this machine, and what each optional thing adds (liaison check)
--
-- Works where nothing is built yet: it needs neither the module nor the engine.

local say = require "liaison.language.language".say

local M = {}

local function ask(command)
  local pipe = io.popen(command .. " 2>/dev/null")
  local text = pipe and pipe:read "*a" or ""
  if pipe then pipe:close() end
  text = text:gsub("%s+$", "")
  return text ~= "" and text or nil
end

local function program(name, how)
  if not ask("command -v " .. name) then return nil end
  local text = ask(name .. " " .. (how or "--version") .. " 2>&1") or ""
  return text:match "%d+%.%d+[%w%.%-]*" or "found"
end

local function library(name) return ask("pkg-config --modversion " .. name) end

local function header(path)
  return ask(("for d in /usr/include /usr/local/include; do [ -e $d/%s ] && echo found && "
    .. "break; done"):format(path))
end

local function package_version(name)
  local v = ask(("dpkg-query -W -f '${Status} ${Version}' %s"):format(name))
  return v and v:match "^install ok installed (%S+)"
end

-- name, what it is for, Debian package, how it is looked for
local REQUIRED = {
  { "gcc", "builds liaison; compiles equations into kernels", "gcc",
    function() return program("gcc", "-dumpfullversion") end },
  { "make", "builds liaison", "make", function() return program "make" end },
  { "pkg-config", "finds the Luas", "pkg-config", function() return program "pkg-config" end },
  { "LAPACKE", "singular values, eigenvalues, large systems", "liblapacke-dev",
    function() return header "lapacke.h" and (library "lapacke" or "found") end },
  { "OpenBLAS", "the fast half of LAPACKE", "libopenblas-dev",
    function() return library "openblas" or package_version "libopenblas-dev" end },
  { "expat", "reads URDF files", "libexpat1-dev", function() return library "expat" end },
}

local OPTIONAL = {
  { "criterion", "the C tests: make test", "libcriterion-dev",
    function() return library "criterion" end },
  { "clang", "the second opinion of make check", "clang",
    function() return program("clang", "-dumpversion") end },
  { "valgrind", "use of what was never written: make check", "valgrind",
    function() return program "valgrind" end },
  { "luacheck", "the Lua half of make check", "lua-check",
    function() return program "luacheck" end },
  { "g++", "the peers of make bench", "g++",
    function() return program("g++", "-dumpfullversion") end },
  { "SUNDIALS", "cvode and ida, two methods of integration more", "libsundials-dev",
    function() return header "sundials/sundials_config.h"
    and (package_version "libsundials-dev" or "found") end },
  { "KDL", "a peer of make bench", "liborocos-kdl-dev",
    function() return library "orocos-kdl" end },
  { "MuJoCo", "a peer of make bench", "libmujoco-dev",
    function() return package_version "libmujoco-dev" end },
}

local LUAS = {
  { "lua5.4", "lua5.4 liblua5.4-dev", "-v", "5.4" },
  { "luajit", "luajit libluajit-5.1-dev", "-v", "5.1" },
}

local function report(out, found, name, version, purpose, packages)
  local what = found and say "found" or say "missing"
  what = what .. (" "):rep(8 - #what:gsub("[\128-\191]", ""))
  out:write(("  %s %-14s %-16s %s"):format(what, name, found and version or "-", say(purpose)),
    found and "" or (" (apt-get install %s)"):format(packages), "\n")
end

local function look(out, list)
  local missing = {}
  for _, row in ipairs(list) do
    local version = row[4]()
    report(out, version, row[1], version, row[2], row[3])
    if not version then missing[#missing + 1] = row[3] end
  end
  return missing
end

local function exists(path)
  local f = io.open(path, "rb")
  if f then f:close() end
  return f ~= nil
end

-- the module of one ABI: built? does it load?
local function module_state(lua, abi, lib, module)
  local mine = module:gsub("/luajit/liaison/", "/" .. lua .. "/liaison/"):gsub("/lua5%.4/liaison/",
    "/" .. lua .. "/liaison/")
    :gsub("/lua/5%.%d/liaison/", "/lua/" .. abi .. "/liaison/")
  local mylib = lib:gsub("/lua/5%.%d$", "/lua/" .. abi)
  if not exists(mine) then return nil, "no module yet: make" end
  local code = ([[package.path=%q..package.path package.cpath=%q..package.cpath ]]
    .. [[local ok,li=pcall(require,"liaison") print(ok and "liaison "..li.version or li)]])
    :format(mylib .. "/?.lua;" .. mylib .. "/?/init.lua;",
      mine:gsub("liaison/core%.so$", "?.so;"))
  local answer = ask(("%s -e '%s'"):format(lua, code:gsub("'", "'\\''"))) or "does not load"
  return answer:find "^liaison %d" ~= nil, (answer:match "[^\n]+")
end

function M.run(lib, module, out)
  out = out or io.stdout
  out:write(say "The Luas (one of them is enough)\n")
  local working, packages = 0, {}
  for _, row in ipairs(LUAS) do
    local lua, version = row[1], program(row[1], row[3])
    local dev = version and library(lua)
    local loads, state = false, nil
    if version then loads, state = module_state(lua, row[4], lib, module) end
    if not version then
      report(out, false, lua, nil,
        lua == "luajit" and "runs scripts faster, compiles Lua" or "runs scripts", row[2])
    else
      report(out, true, lua, version,
        (state or "")
          .. (dev and "" or say("; its headers are missing: apt-get install " .. row[2])))
    end
    if loads then working = working + 1 elseif not dev then packages[#packages + 1] = row[2] end
  end

  out:write(say "\nNeeded to build\n")
  local missing = look(out, REQUIRED)
  out:write(say "\nOptional, each adds something\n")
  local optional = look(out, OPTIONAL)

  out:write("\n")
  if working > 0 then out:write(say "liaison works here.\n")
  else
    for _, p in ipairs(packages) do missing[#missing + 1] = p end
    if #missing > 0 then
      out:write(say "To install what is needed: sudo apt-get install ", table.concat(missing, " "),
        "\n")
    else out:write(say "Everything needed is there: build it with make.\n") end
  end
  if #optional > 0 then
    out:write(say "To install the optional things: sudo apt-get install ",
      table.concat(optional, " "), "\n")
  end
  return working > 0 and 0 or 1
end

return M
