-- Many small stack machines with different programs: loops whose state is a row that grows and shrinks.
-- ==
-- entry: main
-- input { empty([0][?]i64) empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { empty([1][?: 0]i64) empty([1][?: 0]i64) }
-- output { empty([1][?: 0]i64) }
-- input { [[1i64, 2i64, -1i64]] [[7i64]] }
-- output { [[7i64, 3i64]] }
-- input { [[-3i64], [-2i64, -2i64, -1i64, -3i64], [-1i64], [5i64, -9i64, 3i64]] [[3i64], [2i64], [1i64], []] }
-- output { [[], [2i64, 3i64, 5i64, 9i64, 17i64, 33i64, 65i64, 129i64, 257i64, 513i64, 1025i64, 2049i64, 4097i64,
-- 8193i64, 16385i64, 32769i64, 65537i64, 131073i64, 262145i64, 524289i64, 1048577i64, 2097153i64, 4194305i64,
-- 8388609i64, 16777217i64, 33554433i64, 67108865i64, 134217729i64, 268435457i64, 536870913i64, 1073741825i64,
-- 2147483649i64, 4294967297i64, 8589934593i64, 17179869185i64, 34359738369i64, 68719476737i64, 137438953473i64,
-- 274877906945i64, 549755813889i64, 1099511627777i64, 2199023255553i64, 4398046511105i64, 8796093022209i64,
-- 17592186044417i64, 35184372088833i64, 70368744177665i64, 140737488355329i64, 281474976710657i64, 562949953421313i64,
-- 1125899906842625i64], [1i64], [5i64]] }
-- input { [[-2i64, -3i64], [0i64], [], [2i64, 3i64, 4i64, -4i64, -2i64], [3i64], [1i64, -4i64, -3i64, 5i64, -3i64,
-- -3i64, 1i64, 0i64], [0i64], []] [[], [1i64], [4i64, 0i64, 1i64, 0i64], [1i64, 2i64, 1i64, 3i64], [0i64, 3i64], [],
-- [1i64], [1i64]] }
-- output { [[], [1i64, 0i64], [4i64, 0i64, 1i64, 0i64], [1i64, 2i64, 1i64, 3i64, 2i64, 3i64, 4i64], [0i64, 3i64, 3i64],
-- [1i64], [1i64, 0i64], [1i64]] }

type~ machine = {stack: []i64, counter: i64, fuel: i64, halted: bool}

def step (program: []i64) (m: machine) : machine =
  let size = length m.stack
  let instruction = program[m.counter]
  let next = m with counter = m.counter + 1 with fuel = m.fuel - 1
  in if instruction >= 0 then {stack = m.stack ++ [instruction], counter = next.counter, fuel = next.fuel, halted = false}
     else match instruction
          case -1 ->
            if size < 2 then m with halted = true
            else {stack = m.stack[:size - 2] ++ [m.stack[size - 2] + m.stack[size - 1]],
                  counter = next.counter, fuel = next.fuel, halted = false}
          case -2 ->
            if size < 1 then m with halted = true
            else {stack = m.stack ++ [last m.stack], counter = next.counter, fuel = next.fuel, halted = false}
          case -3 ->
            if size < 1 then m with halted = true
            else let top = last m.stack
                 in if top > 0
                    then {stack = init m.stack ++ [top - 1], counter = 0, fuel = next.fuel, halted = false}
                    else {stack = init m.stack, counter = next.counter, fuel = next.fuel, halted = false}
          case _ -> m with halted = true

def run (program: []i64) (input: []i64) : []i64 =
  let m =
    loop (m: machine) = {stack = input, counter = 0, fuel = 200, halted = false}
    while !m.halted && m.fuel > 0 && m.counter < length program do step program m
  in m.stack

entry main [n] (programs: [n][?]i64) (inputs: [n][?]i64) : [n][?]i64 = map2 run programs inputs
