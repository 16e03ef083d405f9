-- A result that is a sum.
#[foreign(cpu, find)]
def find (x: i32) : #found i32 | #nothing = if x > 0 then #found x else #nothing
