-- How other languages write functions.
def python (xs: []i32) = map (lambda x: x + 1) xs

def ocaml (xs: []i32) = map (fun x -> x + 1) xs

def arrow (xs: []i32) = map (x -> x + 1) xs
