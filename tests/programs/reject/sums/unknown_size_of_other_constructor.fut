-- The size of the other constructor's array is nowhere to be found.
type~ t = #a ([]i32) | #b ([]i32)
def f (xs: []i32) = let v : t = #a xs in match v case #a ys -> length ys case #b zs -> length zs
