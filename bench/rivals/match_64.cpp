// A match with 64 branches in rows of different lengths.
#include "match.h"

int main(int argc, char** argv) { return bench::compare_match<64>("match_64", argc, argv); }
