-- What people write who think in OCaml.
def choose (x: i32) : i32 = match x with | 1 -> 2 | _ -> 3

def pair (p: (i32, i32)) : i32 = let a, b = p in a + b

type shape = | Circle | Square

type color = Red | Green

type option a = #none | #some a

def element (a: []i32) : i32 = a.[0]

def changed (r: {x: i32}) : {x: i32} = {r with x = 1}

def tuple : i32 * i32 = (1, 2)
