-- Balanced parentheses as a reduction: what is left open and what is left to be closed.
-- ==
-- input { "(()())" } output { true }
-- input { "(()" } output { false }
-- input { "())(" } output { false }
-- input { "" } output { true }
def main (s: []u8) : bool =
  reduce (\(c1, o1) (c2, o2) ->
            let matched = i32.min o1 c2
            in (c1 + c2 - matched, o1 + o2 - matched))
         (0, 0)
         (map (\c -> if c == '(' then (0, 1) else if c == ')' then (1, 0) else (0, 0)) s)
  == (0, 0)
