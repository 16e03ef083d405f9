// A match with 64 branches in rows of different lengths.
#include "match.h"

int main(int argc, char** argv) { return bench::compare_match("match_64", 64, argc, argv); }
