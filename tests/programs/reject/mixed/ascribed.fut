-- A module type asks for more than the NESL function can do.
module m : {val square 'a : a -> a} = import "lib/world.nesl"
