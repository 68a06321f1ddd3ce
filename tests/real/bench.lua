-- Work for measuring: calls, tables, strings, floating point, closures.
local scale = tonumber(arg[1]) or 1

local function fibonacci(n) return n < 2 and n or fibonacci(n - 1) + fibonacci(n - 2) end
local sum = fibonacci(27 + scale)

local sieve, primes = {}, 0
for i = 2, 400000 * scale do sieve[i] = true end
for i = 2, 400000 * scale do
  if sieve[i] then
    primes = primes + 1
    for j = i * i, 400000 * scale, i do sieve[j] = false end
  end
end

local parts = {}
for i = 1, 100000 * scale do parts[#parts + 1] = ("%d:%s"):format(i, ("x"):rep(i % 7)) end
local text = table.concat(parts, ",")
local words = 0
for _ in text:gmatch("%d+:") do words = words + 1 end

local function matrix(n)
  local rows = {}
  for i = 1, n do
    rows[i] = {}
    for j = 1, n do rows[i][j] = (i - j) * (i + j) / n end
  end
  return rows
end
local a, b, total = matrix(90), matrix(90), 0.0
for i = 1, 90 do
  for j = 1, 90 do
    local cell = 0.0
    for k = 1, 90 do cell = cell + a[i][k] * b[k][j] end
    total = total + cell
  end
end
table.sort(parts)
print(sum, primes, #text, words, ("%.6e"):format(total), parts[1])
