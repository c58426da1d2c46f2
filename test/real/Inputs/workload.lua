-- Tables, strings, closures, errors, coroutines and the collector, with the same output in each run.
local function fibonacci(n) if n < 2 then return n end return fibonacci(n - 1) + fibonacci(n - 2) end
print(fibonacci(18))

local numbers = {}
for i = 1, 4000 do numbers[i] = (i * 7919) % 10007 end
table.sort(numbers, function(a, b) return a > b end)
print(numbers[1], numbers[#numbers], #numbers)

local words = {}
for word in ("the quick brown fox jumps over the lazy dog"):gmatch("%a+") do
  words[#words + 1] = word:upper():reverse()
end
print(table.concat(words, " "), ("%5.2f|%-6s|%x"):format(3.14159, "abc", 48879))

print(pcall(function() error({code = 7}) end) == false)
print(select(2, pcall(error, "boom")), select("#", 1, nil, 3))

local walk = coroutine.wrap(function() for i = 1, 5 do coroutine.yield(i * i) end end)
print(walk(), walk(), walk())

local proxy = setmetatable({}, {__index = function(_, key) return key .. "!" end, __len = function() return 42 end})
print(proxy.hello, #proxy, math.maxinteger // 3, 7 & 12, 2 ^ 0.5)

local junk = 0
for i = 1, 3000 do local t = {i, tostring(i), {i}} junk = junk + #t end
collectgarbage()
print(junk, load("return ...")(9), string.rep("ab", 3, ","))
