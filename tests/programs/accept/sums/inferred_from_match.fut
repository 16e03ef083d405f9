-- The scrutinee takes the type of the patterns' context.
type opt = #none | #some i32
def f x : opt = match x case 0i32 -> #none case n -> #some n
