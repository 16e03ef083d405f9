import "itself"
