-- Strings, tables, mathematics, coroutines, closures, errors, metatables.

local function show(...)
  local parts = table.pack(...)
  for i = 1, parts.n do parts[i] = tostring(parts[i]) end
  print(table.concat(parts, " "))
end

-- Strings.
local text = ("the quick brown fox "):rep(3)
show(#text, text:upper():sub(5, 9), text:find("brown", 1, true))
show(text:gsub("%w+", function(word) return word:reverse() end))
show(("%5.2f|%-8s|%08x|%q"):format(math.pi, "left", 48879, "a\nb"))
local counts = {}
for letter in text:gmatch("%a") do counts[letter] = (counts[letter] or 0) + 1 end
local letters = {}
for letter, count in pairs(counts) do letters[#letters + 1] = letter .. count end
table.sort(letters)
show(table.concat(letters, ","))
show(string.pack("<i4d", 7, 0.5):byte(1, -1))

-- Tables.
local squares = {}
for i = 1, 1000 do squares[i] = (i * 7919) % 1009 end
table.sort(squares, function(a, b) return a > b end)
show(squares[1], squares[500], squares[1000], #squares)
table.insert(squares, 1, "first")
show(table.remove(squares), squares[1], select("#", table.unpack(squares, 1, 10)))
local object = setmetatable({}, {
  __index = function(_, key) return key .. "!" end,
  __add = function(_, other) return "sum with " .. other end,
  __call = function(_, ...) return select("#", ...) end,
  __len = function() return 42 end,
})
show(object.name, object + 1, object(1, nil, 3), #object)

-- Mathematics.
show(7 // 2, -7 // 2, 7 % -3, 2 ^ 0.5, 1 / 0, -1 / 0, 3 | 4, ~0, 1 << 62)
show(math.maxinteger, math.mininteger, math.maxinteger + 1 == math.mininteger)
show(math.floor(-3.7), math.ceil(3.2), math.fmod(10, 3), math.tointeger(8.0), math.ult(1, -1))
show(("%.14g %.14g %.14g"):format(math.sin(1), math.exp(2), math.log(10, 2)))
show(10 // 0.3, 1e15, 2 ^ 53, 123456789012345678)

-- Coroutines.
local function permutations(list, length)
  length = length or #list
  if length <= 1 then coroutine.yield(list) return end
  for i = 1, length do
    list[length], list[i] = list[i], list[length]
    permutations(list, length - 1)
    list[length], list[i] = list[i], list[length]
  end
end
local found = {}
for list in coroutine.wrap(function() permutations({ "a", "b", "c" }) end) do
  found[#found + 1] = table.concat(list)
end
show(table.concat(found, " "))
local echo = coroutine.create(function(first)
  local value = first
  while true do value = coroutine.yield(value * 2) end
end)
for i = 1, 3 do show(coroutine.resume(echo, i)) end
show(coroutine.status(echo))

-- Errors.
show(select(2, pcall(error, { code = 7 })).code)
show((select(2, pcall(function() local missing; return missing.field end)):gsub("^.*/", "")))
show(xpcall(function() error("inner", 0) end, function(message) return "handled " .. message end))
show(select(2, pcall(function() error(setmetatable({}, { __tostring = function() return "custom" end })) end)))
local function deep(n) return n == 0 and 0 or 1 + deep(n - 1) end
show(deep(10000), (pcall(deep, 1e7)))

-- Closures and the collector.
local function counter()
  local count = 0
  return function() count = count + 1; return count end
end
local one, two = counter(), counter()
one() one()
show(one(), two())
for _ = 1, 100 do
  local junk = {}
  for i = 1, 1000 do junk[i] = { i, tostring(i) } end
end
collectgarbage()
show(collectgarbage("count") < 10000, load("return 6 * 7")())
