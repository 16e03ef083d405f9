-- A check with the text of the condition.
entry main (x: i32) = assert (x > 0 && x < 10) (x + 1)
