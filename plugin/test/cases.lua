-- Runs the cases of the plugin: lua5.4 cases.lua PLUGIN [NAME…]. Without names it runs all; --list prints the names.
local here = arg[0]:match("^(.*)/") or "."
package.path = here .. "/?.lua;" .. package.path
for _, file in ipairs({ "words", "claim", "hide", "delay", "semi_mt", "devices", "protocol_a" }) do require("cases." .. file) end
local bench = require("bench")
local cases, names = bench.cases, bench.names

if arg[2] == "--list" then
  for _, name in ipairs(names) do print(name) end
  os.exit(0)
end
local failed = 0
for _, name in ipairs(#arg > 1 and { table.unpack(arg, 2) } or names) do
  local ok, why = xpcall(cases[name] or function() error("no such case") end, debug.traceback)
  print((ok and "ok      " or "FAILED  ") .. name .. (ok and "" or ": " .. why))
  if not ok then failed = failed + 1 end
end
os.exit(failed == 0 and 0 or 1)
