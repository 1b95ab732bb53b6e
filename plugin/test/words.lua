-- The words that the plugin reads, from its own table, and how one is composed.
local M = {}

function M.table_of(path)
  local file = assert(io.open(path))
  local text = file:read("a"):match("local WORD = (%b{})")
  file:close()
  return load("return " .. text)()
end

function M.maker(path)
  local codes = M.table_of(path)
  return function(name, argument)
    return codes.tag << 24 | codes.version << 20 | codes[name] << 16 | (argument or 0) & 0xffff
  end
end

return M
