import "lib/shapes.fut"
