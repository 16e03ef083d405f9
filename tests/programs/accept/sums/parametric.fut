-- With type parameters.
type opt 'a = #none | #some a
type result 'a 'e = #ok a | #error e
def map_opt 'a 'b (f: a -> b) (x: opt a) : opt b = match x case #none -> #none case #some y -> #some (f y)
def from_opt 'a (d: a) (x: opt a) : a = match x case #none -> d case #some y -> y
def a = from_opt 0 (map_opt (+ 1) (#some 2))
def check (x: i32) : result i32 ([3]u8) = if x > 0 then #ok x else #error "bad"
