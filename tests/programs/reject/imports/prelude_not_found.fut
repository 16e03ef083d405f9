module m = import "/prelude/maths"
