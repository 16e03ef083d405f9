-- Words that begin a definition in other languages.
function f x = x

type t = i32
const x = 1

type u = i32
data tree = Leaf

type v = i32
x = 1

type w = i32
{- a comment -}
