-- A state machine.
type state = #start | #digits i32 | #fail
def run (s: []u8) : state =
  loop st = #start for c in s do
    match st
    case #fail -> #fail
    case #start -> (if c >= '0' && c <= '9' then #digits (i32.u8 (c - '0')) else #fail)
    case #digits n -> (if c >= '0' && c <= '9' then #digits (n * 10 + i32.u8 (c - '0')) else #fail)
