-- Calls, tables, strings and patterns, in rounds.
local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
for round = 1, tonumber(arg[1]) do
  local numbers = {}
  for i = 1, 60000 do numbers[i] = (i * 7919) % 100003 end
  table.sort(numbers)
  local words = {}
  for i = 1, 30000 do words[#words + 1] = string.format("%d:%s", i, tostring(numbers[i])) end
  local text = table.concat(words, ","):gsub("%d+", function(digits) return #digits end)
  print(fib(24), #text)
end
