-- Calls, tables, strings and patterns, as much of them as the argument says.
local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
for round = 1, tonumber(arg[1]) do
  local numbers = {}
  for i = 1, 2000 do numbers[i] = (i * 7919) % 100003 end
  table.sort(numbers)
  local words = {}
  for i = 1, 1000 do words[#words + 1] = string.format("%d:%s", i, tostring(numbers[i])) end
  local text = table.concat(words, ","):gsub("%d+", function(digits) return #digits end)
  print(fib(14), #text)
end
