// A match with 2 branches in rows of different lengths.
#include "match.h"

int main(int argc, char** argv) { return bench::compare_match<2>("match_2", argc, argv); }
