-- Small things that are easily forgotten.
def no_in (x: i32) : i32 =
  let y = x + 1
  i32.abs y

def no_let (x: i32) : i32 =
  y = x
  in y

def no_else (x: bool) : i32 = if x then 1

def no_dots : []i64 = 1..10

def no_operand (x: i32) : i32 = x +

def no_close (x: i32) : i32 = (x + 1

def wrong_close (x: i32) : i32 = (x + 1]

def no_parentheses (x: bool) : i32 = i32.abs if x then 1 else 2

def no_space : []i32 = if true then[1] else [2]

def no_case_parentheses (x: i32) : i32 = match x case y: i32 -> y

module no_equals { def x : i32 = 1 }

open "geometry"

def operand_of_section = ((1 : i32) + 2 *)
