/* Irregular arrays in the elements of arrays and in sums. */
#include "nested_rows.h"
#include "check.h"

static struct futhark_context* ctx;

/* A graph whose vertices have these numbers of neighbours, which are 0, 1, 2 and so on. */
static struct futhark_opaque_graph* new_graph(int32_t name, int64_t a, int64_t b, int64_t c) {
  const int64_t offsets[] = {0, a, a + b, a + b + c};
  int64_t data[64];
  for (int i = 0; i < 64; i++) data[i] = i;
  struct futhark_i64_2d_v1* neighbours = futhark_new_i64_2d_v1(ctx, data, offsets, 3);
  struct futhark_opaque_graph* graph;
  CHECK(futhark_new_opaque_graph(ctx, &graph, name, neighbours) == 0);
  CHECK(futhark_free_i64_2d_v1(ctx, neighbours) == 0);
  return graph;
}

static void check_graph(const struct futhark_opaque_graph* graph, int32_t name, int64_t a,
                        int64_t b, int64_t c) {
  int32_t got;
  struct futhark_i64_2d_v1* neighbours;
  CHECK(futhark_project_opaque_graph_name(ctx, &got, graph) == 0 && got == name);
  CHECK(futhark_project_opaque_graph_neighbours(ctx, &neighbours, graph) == 0);
  const int64_t offsets[] = {0, a, a + b, a + b + c};
  CHECK(futhark_shape_i64_2d_v1(ctx, neighbours)[0] == 3);
  CHECK(futhark_shape_i64_2d_v1(ctx, neighbours)[1] == a + b + c);
  CHECK(memcmp(futhark_offsets_i64_2d_v1(ctx, neighbours, 1), offsets, sizeof offsets) == 0);
  int64_t last;
  if (c > 0) {
    CHECK(futhark_index_i64_2d_v1(ctx, &last, neighbours, 2, c - 1) == 0);
    CHECK(last == a + b + c - 1 || last == c - 1); /* of a client, or `iota` */
  }
  CHECK(futhark_free_i64_2d_v1(ctx, neighbours) == 0);
}

static void check_edges(const struct futhark_opaque_arr1d_graph* graphs, int64_t a, int64_t b,
                        int64_t c) {
  struct futhark_i64_1d* edges;
  CHECK(futhark_entry_edges(ctx, &edges, graphs) == 0);
  int64_t got[3];
  CHECK(futhark_shape_i64_1d(ctx, edges)[0] == 3 && futhark_values_i64_1d(ctx, edges, got) == 0);
  CHECK(got[0] == a && got[1] == b && got[2] == c);
  CHECK(futhark_free_i64_1d(ctx, edges) == 0);
}

static void arrays_of_records(void) {
  struct futhark_opaque_graph* elements[] = {new_graph(1, 1, 2, 3), new_graph(2, 0, 0, 0),
                                             new_graph(3, 4, 0, 1)};
  struct futhark_opaque_arr1d_graph *graphs, *more;
  CHECK(futhark_new_opaque_arr1d_graph(ctx, &graphs, elements, 3) == 0);
  CHECK(futhark_shape_opaque_arr1d_graph(ctx, graphs)[0] == 3);
  check_edges(graphs, 6, 0, 5);
  struct futhark_opaque_graph* graph;
  CHECK(futhark_index_opaque_arr1d_graph(ctx, &graph, graphs, 2) == 0);
  check_graph(graph, 3, 4, 0, 1);
  CHECK(futhark_index_opaque_arr1d_graph(ctx, &graph, graphs, 3) == 1);
  CHECK_ERROR(ctx, "out of bounds");

  /* A field as one array, which keeps what it was when the array changes. */
  struct futhark_i64_3d_v2* neighbours;
  struct futhark_i32_1d* names;
  CHECK(futhark_project_opaque_arr1d_graph_neighbours(ctx, &neighbours, graphs) == 0);
  CHECK(futhark_project_opaque_arr1d_graph_name(ctx, &names, graphs) == 0);
  CHECK(futhark_set_opaque_arr1d_graph(ctx, graphs, graph, 0) == 0);
  CHECK(futhark_set_opaque_arr1d_graph(ctx, graphs, elements[0], 1) == 0);
  check_edges(graphs, 5, 6, 5);
  CHECK(futhark_set_opaque_arr1d_graph(ctx, graphs, elements[1], 2) == 0);
  check_edges(graphs, 5, 6, 0);
  CHECK(futhark_set_opaque_arr1d_graph(ctx, graphs, elements[1], -1) == 1);
  CHECK_ERROR(ctx, "out of bounds");
  const int64_t offsets[] = {0, 1, 3, 6, 6, 6, 6, 10, 10, 11};
  CHECK(memcmp(futhark_offsets_i64_3d_v2(ctx, neighbours, 2), offsets, sizeof offsets) == 0);
  struct futhark_opaque_arr1d_graph* zipped;
  CHECK(futhark_zip_opaque_arr1d_graph(ctx, &zipped, names, neighbours) == 0);
  check_edges(zipped, 6, 0, 5);
  const int32_t few[] = {1, 2};
  struct futhark_i32_1d* too_few = futhark_new_i32_1d(ctx, few, 2);
  struct futhark_opaque_arr1d_graph* wrong;
  CHECK(futhark_zip_opaque_arr1d_graph(ctx, &wrong, too_few, neighbours) == 1);
  CHECK_ERROR(ctx, "cannot zip");

  void* bytes = NULL;
  size_t size;
  CHECK(futhark_store_opaque_arr1d_graph(ctx, graphs, &bytes, &size) == 0);
  struct futhark_opaque_arr1d_graph* restored = futhark_restore_opaque_arr1d_graph(ctx, bytes);
  CHECK(restored != NULL);
  check_edges(restored, 5, 6, 0);
  CHECK(futhark_restore_opaque_graph(ctx, bytes) == NULL);
  CHECK_ERROR(ctx, "not stored from a value of this type");
  free(bytes);

  CHECK(futhark_entry_renamed(ctx, &more, restored) == 0);
  struct futhark_opaque_graph* again;
  CHECK(futhark_index_opaque_arr1d_graph(ctx, &again, more, 1) == 0);
  check_graph(again, 2, 1, 2, 3);

  CHECK(futhark_free_opaque_graph(ctx, again) == 0);
  CHECK(futhark_free_opaque_arr1d_graph(ctx, more) == 0);
  CHECK(futhark_free_opaque_arr1d_graph(ctx, restored) == 0);
  CHECK(futhark_free_i32_1d(ctx, too_few) == 0);
  CHECK(futhark_free_opaque_arr1d_graph(ctx, zipped) == 0);
  CHECK(futhark_free_i32_1d(ctx, names) == 0);
  CHECK(futhark_free_i64_3d_v2(ctx, neighbours) == 0);
  CHECK(futhark_free_opaque_graph(ctx, graph) == 0);
  CHECK(futhark_free_opaque_arr1d_graph(ctx, graphs) == 0);
  for (int i = 0; i < 3; i++) CHECK(futhark_free_opaque_graph(ctx, elements[i]) == 0);
}

static void arrays_from_entry_points(void) {
  struct futhark_opaque_arr1d_graph* graphs;
  CHECK(futhark_entry_graphs(ctx, &graphs, 3) == 0);
  check_edges(graphs, 3, 6, 9);
  struct futhark_opaque_graph* graph;
  CHECK(futhark_index_opaque_arr1d_graph(ctx, &graph, graphs, 2) == 0);
  check_graph(graph, 2, 2, 3, 4);
  CHECK(futhark_free_opaque_graph(ctx, graph) == 0);
  CHECK(futhark_free_opaque_arr1d_graph(ctx, graphs) == 0);

  /* None at all. */
  struct futhark_opaque_arr1d_graph* none;
  CHECK(futhark_new_opaque_arr1d_graph(ctx, &none, NULL, 0) == 0);
  CHECK(futhark_shape_opaque_arr1d_graph(ctx, none)[0] == 0);
  CHECK(futhark_free_opaque_arr1d_graph(ctx, none) == 0);

  struct futhark_opaque_graph* elements[] = {new_graph(1, 1, 1, 1), new_graph(2, 0, 2, 2),
                                             new_graph(3, 3, 0, 3), new_graph(4, 4, 4, 0)};
  struct futhark_opaque_arr2d_graph* square;
  CHECK(futhark_new_opaque_arr2d_graph(ctx, &square, elements, 2, 2) == 0);
  CHECK(futhark_entry_corner(ctx, &graph, square) == 0);
  check_graph(graph, 3, 3, 0, 3);
  CHECK(futhark_free_opaque_graph(ctx, graph) == 0);
  CHECK(futhark_index_opaque_arr2d_graph(ctx, &graph, square, 1, 1) == 0);
  check_graph(graph, 4, 4, 4, 0);
  CHECK(futhark_free_opaque_graph(ctx, graph) == 0);
  CHECK(futhark_free_opaque_arr2d_graph(ctx, square) == 0);
  for (int i = 0; i < 4; i++) CHECK(futhark_free_opaque_graph(ctx, elements[i]) == 0);
}

/* Two dimensions that vary in each element. */
static void several_levels(void) {
  const int32_t data[] = {1, 2, 3, 4};
  const int64_t first_outer[] = {0, 1, 2}, first_inner[] = {0, 1, 1, 3, 4};
  const int64_t second_outer[] = {0, 0, 1}, second_inner[] = {0, 2, 2};
  struct futhark_i32_4d_v1_v3* arrays[] = {
      futhark_new_i32_4d_v1_v3(ctx, data, first_outer, first_inner, 2, 2),
      futhark_new_i32_4d_v1_v3(ctx, data, second_outer, second_inner, 2, 2)};
  struct futhark_opaque_layers* elements[2];
  for (int i = 0; i < 2; i++)
    CHECK(futhark_new_opaque_layers(ctx, &elements[i], arrays[i], (uint8_t)(i == 0 ? 1 : 100)) ==
          0);
  struct futhark_opaque_arr1d_layers* layers;
  CHECK(futhark_new_opaque_arr1d_layers(ctx, &layers, elements, 2) == 0);
  int32_t total;
  CHECK(futhark_entry_total(ctx, &total, layers) == 0 && total == 10 + 300);
  CHECK(futhark_set_opaque_arr1d_layers(ctx, layers, elements[0], 1) == 0);
  CHECK(futhark_set_opaque_arr1d_layers(ctx, layers, elements[1], 0) == 0);
  CHECK(futhark_entry_total(ctx, &total, layers) == 0 && total == 10 + 300);
  struct futhark_opaque_layers* element;
  CHECK(futhark_index_opaque_arr1d_layers(ctx, &element, layers, 1) == 0);
  struct futhark_i32_4d_v1_v3* field;
  CHECK(futhark_project_opaque_layers_0(ctx, &field, element) == 0);
  CHECK(memcmp(futhark_offsets_i32_4d_v1_v3(ctx, field, 1), first_outer, sizeof first_outer) == 0);
  CHECK(memcmp(futhark_offsets_i32_4d_v1_v3(ctx, field, 3), first_inner, sizeof first_inner) == 0);
  int32_t got[4];
  CHECK(futhark_values_i32_4d_v1_v3(ctx, field, got) == 0 && memcmp(got, data, sizeof data) == 0);
  CHECK(futhark_free_i32_4d_v1_v3(ctx, field) == 0);
  CHECK(futhark_free_opaque_layers(ctx, element) == 0);

  /* Elements of another shape. */
  const int64_t three[] = {0, 0, 0, 0}, none[] = {0};
  struct futhark_i32_4d_v1_v3* longer = futhark_new_i32_4d_v1_v3(ctx, data, three, none, 3, 2);
  CHECK(futhark_new_opaque_layers(ctx, &element, longer, 1) == 0);
  CHECK(futhark_set_opaque_arr1d_layers(ctx, layers, element, 0) == 1);
  CHECK_ERROR(ctx, "does not fit");
  CHECK(futhark_entry_total(ctx, &total, layers) == 0 && total == 10 + 300);
  CHECK(futhark_free_opaque_layers(ctx, element) == 0);
  CHECK(futhark_free_i32_4d_v1_v3(ctx, longer) == 0);
  CHECK(futhark_free_opaque_arr1d_layers(ctx, layers) == 0);
  for (int i = 0; i < 2; i++) {
    CHECK(futhark_free_opaque_layers(ctx, elements[i]) == 0);
    CHECK(futhark_free_i32_4d_v1_v3(ctx, arrays[i]) == 0);
  }
}

static void rows_of_records(void) {
  struct futhark_opaque_graph* elements[] = {new_graph(1, 1, 2, 3), new_graph(2, 0, 1, 0),
                                             new_graph(3, 4, 0, 1)};
  struct futhark_opaque_arr1d_graph *all, *same;
  CHECK(futhark_new_opaque_arr1d_graph(ctx, &all, elements, 3) == 0);
  const int64_t offsets[] = {0, 2, 2, 3};
  struct futhark_opaque_arr2d_v1_graph *rows, *zipped;
  CHECK(futhark_new_opaque_arr2d_v1_graph(ctx, &rows, all, offsets, 3) == 0);
  struct futhark_i64_1d* edges;
  CHECK(futhark_entry_edges_of_rows(ctx, &edges, rows) == 0);
  int64_t got[3];
  CHECK(futhark_values_i64_1d(ctx, edges, got) == 0 && got[0] == 7 && got[1] == 0 && got[2] == 5);
  CHECK(futhark_free_i64_1d(ctx, edges) == 0);
  CHECK(futhark_values_opaque_arr2d_v1_graph(ctx, &same, rows) == 0);
  check_edges(same, 6, 1, 5);
  struct futhark_opaque_graph* graph;
  CHECK(futhark_index_opaque_arr2d_v1_graph(ctx, &graph, rows, 2, 0) == 0);
  check_graph(graph, 3, 4, 0, 1);
  CHECK(futhark_free_opaque_graph(ctx, graph) == 0);
  CHECK(futhark_index_opaque_arr2d_v1_graph(ctx, &graph, rows, 1, 0) == 1);
  CHECK_ERROR(ctx, "out of bounds");

  struct futhark_i32_2d_v1* names;
  struct futhark_i64_4d_v1_v3* neighbours;
  CHECK(futhark_project_opaque_arr2d_v1_graph_name(ctx, &names, rows) == 0);
  CHECK(futhark_project_opaque_arr2d_v1_graph_neighbours(ctx, &neighbours, rows) == 0);
  CHECK(futhark_offsets_i64_4d_v1_v3(ctx, neighbours, 3)[9] == 12);
  CHECK(futhark_zip_opaque_arr2d_v1_graph(ctx, &zipped, names, neighbours) == 0);
  CHECK(futhark_entry_edges_of_rows(ctx, &edges, zipped) == 0);
  CHECK(futhark_values_i64_1d(ctx, edges, got) == 0 && got[0] == 7 && got[2] == 5);
  CHECK(futhark_free_i64_1d(ctx, edges) == 0);
  const int32_t data[] = {1, 2, 3};
  const int64_t others[] = {0, 1, 2, 3};
  struct futhark_i32_2d_v1* wrong = futhark_new_i32_2d_v1(ctx, data, others, 3);
  struct futhark_opaque_arr2d_v1_graph* none;
  CHECK(futhark_zip_opaque_arr2d_v1_graph(ctx, &none, wrong, neighbours) == 1);
  CHECK_ERROR(ctx, "different lengths");
  CHECK(futhark_free_i32_2d_v1(ctx, wrong) == 0);

  struct futhark_opaque_arr2d_v1_graph* made;
  CHECK(futhark_entry_rows_of_graphs(ctx, &made, 4) == 0);
  CHECK(futhark_shape_opaque_arr2d_v1_graph(ctx, made)[1] == 6);
  CHECK(futhark_offsets_opaque_arr2d_v1_graph(ctx, made, 1)[3] == 3);
  CHECK(futhark_index_opaque_arr2d_v1_graph(ctx, &graph, made, 3, 2) == 0);
  check_graph(graph, 32, 2, 3, 4);
  CHECK(futhark_free_opaque_graph(ctx, graph) == 0);
  CHECK(futhark_free_opaque_arr2d_v1_graph(ctx, made) == 0);
  CHECK(futhark_free_opaque_arr2d_v1_graph(ctx, zipped) == 0);
  CHECK(futhark_free_i32_2d_v1(ctx, names) == 0);
  CHECK(futhark_free_i64_4d_v1_v3(ctx, neighbours) == 0);
  CHECK(futhark_free_opaque_arr1d_graph(ctx, same) == 0);
  CHECK(futhark_free_opaque_arr2d_v1_graph(ctx, rows) == 0);
  CHECK(futhark_free_opaque_arr1d_graph(ctx, all) == 0);
  for (int i = 0; i < 3; i++) CHECK(futhark_free_opaque_graph(ctx, elements[i]) == 0);
}

enum { kGraph, kLines, kNothing, kPoints };
enum { kNone, kNumber, kWords };

static void sums(void) {
  struct futhark_opaque_drawing* drawing;
  float size;
  CHECK(futhark_entry_drawn(ctx, &drawing, 0) == 0);
  CHECK(futhark_variant_opaque_drawing(ctx, drawing) == kLines);
  CHECK(futhark_entry_size(ctx, &size, drawing) == 0 && size == 12);
  float width;
  struct futhark_f32_2d_v1* lines;
  CHECK(futhark_destruct_opaque_drawing_lines(ctx, &width, &lines, drawing) == 0 && width == 2);
  CHECK(futhark_offsets_f32_2d_v1(ctx, lines, 1)[1] == 1);
  CHECK(futhark_shape_f32_2d_v1(ctx, lines)[1] == 3);
  struct futhark_f32_1d* points;
  CHECK(futhark_destruct_opaque_drawing_points(ctx, &points, drawing) == 1);
  CHECK_ERROR(ctx, "another constructor");
  CHECK(futhark_free_opaque_drawing(ctx, drawing) == 0);

  CHECK(futhark_new_opaque_drawing_lines(ctx, &drawing, 10, lines) == 0);
  CHECK(futhark_free_f32_2d_v1(ctx, lines) == 0);
  CHECK(futhark_entry_size(ctx, &size, drawing) == 0 && size == 60);
  void* bytes = NULL;
  size_t count;
  CHECK(futhark_store_opaque_drawing(ctx, drawing, &bytes, &count) == 0);
  CHECK(futhark_free_opaque_drawing(ctx, drawing) == 0);
  drawing = futhark_restore_opaque_drawing(ctx, bytes);
  free(bytes);
  CHECK(futhark_entry_size(ctx, &size, drawing) == 0 && size == 60);
  CHECK(futhark_free_opaque_drawing(ctx, drawing) == 0);

  const float numbers[] = {1, 2, 3, 4};
  points = futhark_new_f32_1d(ctx, numbers, 4);
  CHECK(futhark_new_opaque_drawing_points(ctx, &drawing, points) == 0);
  CHECK(futhark_free_f32_1d(ctx, points) == 0);
  CHECK(futhark_entry_size(ctx, &size, drawing) == 0 && size == 10);
  CHECK(futhark_free_opaque_drawing(ctx, drawing) == 0);

  struct futhark_opaque_graph* graph = new_graph(5, 1, 2, 1);
  CHECK(futhark_new_opaque_drawing_graph(ctx, &drawing, graph) == 0);
  CHECK(futhark_free_opaque_graph(ctx, graph) == 0);
  CHECK(futhark_entry_size(ctx, &size, drawing) == 0 && size == 11);
  CHECK(futhark_destruct_opaque_drawing_graph(ctx, &graph, drawing) == 0);
  check_graph(graph, 5, 1, 2, 1);
  CHECK(futhark_free_opaque_graph(ctx, graph) == 0);
  CHECK(futhark_free_opaque_drawing(ctx, drawing) == 0);

  CHECK(futhark_new_opaque_drawing_nothing(ctx, &drawing) == 0);
  CHECK(futhark_variant_opaque_drawing(ctx, drawing) == kNothing);
  CHECK(futhark_entry_size(ctx, &size, drawing) == 0 && size == 0);
  CHECK(futhark_free_opaque_drawing(ctx, drawing) == 0);

  CHECK(futhark_entry_drawn(ctx, &drawing, 2) == 0);
  CHECK(futhark_entry_size(ctx, &size, drawing) == 0 && size == 10);
  CHECK(futhark_destruct_opaque_drawing_graph(ctx, &graph, drawing) == 0);
  check_graph(graph, 7, 1, 0, 2);
  CHECK(futhark_free_opaque_graph(ctx, graph) == 0);
  CHECK(futhark_free_opaque_drawing(ctx, drawing) == 0);
}

static struct futhark_opaque_note* new_words(int64_t first, int64_t second) {
  const uint8_t data[64] = {0};
  const int64_t offsets[] = {0, first, first + second};
  struct futhark_u8_2d_v1* words = futhark_new_u8_2d_v1(ctx, data, offsets, 2);
  struct futhark_opaque_note* note;
  CHECK(futhark_new_opaque_note_words(ctx, &note, words) == 0);
  CHECK(futhark_free_u8_2d_v1(ctx, words) == 0);
  return note;
}

static void check_letters(struct futhark_opaque_arr1d_note* notes, int64_t a, int64_t b,
                          int64_t c) {
  struct futhark_i64_1d* letters;
  CHECK(futhark_entry_letters(ctx, &letters, notes) == 0);
  int64_t got[3];
  CHECK(futhark_shape_i64_1d(ctx, letters)[0] == 3);
  CHECK(futhark_values_i64_1d(ctx, letters, got) == 0);
  CHECK(got[0] == a && got[1] == b && got[2] == c);
  CHECK(futhark_free_i64_1d(ctx, letters) == 0);
}

/* Constructors that have no rows stand beside others that do. */
static void arrays_of_sums(void) {
  struct futhark_opaque_note* elements[3];
  CHECK(futhark_new_opaque_note_none(ctx, &elements[0]) == 0);
  CHECK(futhark_new_opaque_note_number(ctx, &elements[1], 40) == 0);
  elements[2] = new_words(3, 4);
  int64_t longest;
  CHECK(futhark_entry_longest(ctx, &longest, elements[0]) == 0 && longest == 0);
  CHECK(futhark_entry_longest(ctx, &longest, elements[1]) == 0 && longest == 40);
  CHECK(futhark_entry_longest(ctx, &longest, elements[2]) == 0 && longest == 4);
  struct futhark_opaque_arr1d_note* notes;
  CHECK(futhark_new_opaque_arr1d_note(ctx, &notes, elements, 3) == 0);
  check_letters(notes, 0, 40, 7);
  CHECK(futhark_set_opaque_arr1d_note(ctx, notes, elements[2], 0) == 0);
  CHECK(futhark_set_opaque_arr1d_note(ctx, notes, elements[0], 2) == 0);
  check_letters(notes, 7, 40, 0);
  struct futhark_opaque_note* note;
  CHECK(futhark_index_opaque_arr1d_note(ctx, &note, notes, 0) == 0);
  CHECK(futhark_variant_opaque_note(ctx, note) == kWords);
  struct futhark_u8_2d_v1* words;
  CHECK(futhark_destruct_opaque_note_words(ctx, &words, note) == 0);
  CHECK(futhark_offsets_u8_2d_v1(ctx, words, 1)[1] == 3);
  CHECK(futhark_offsets_u8_2d_v1(ctx, words, 1)[2] == 7);
  CHECK(futhark_free_u8_2d_v1(ctx, words) == 0);
  CHECK(futhark_free_opaque_note(ctx, note) == 0);
  CHECK(futhark_free_opaque_arr1d_note(ctx, notes) == 0);

  /* Without any rows at first. */
  struct futhark_opaque_note* plain[] = {elements[0], elements[1], elements[0]};
  CHECK(futhark_new_opaque_arr1d_note(ctx, &notes, plain, 3) == 0);
  check_letters(notes, 0, 40, 0);
  CHECK(futhark_set_opaque_arr1d_note(ctx, notes, elements[2], 2) == 0);
  check_letters(notes, 0, 40, 7);
  CHECK(futhark_free_opaque_arr1d_note(ctx, notes) == 0);
  for (int i = 0; i < 3; i++) CHECK(futhark_free_opaque_note(ctx, elements[i]) == 0);

  CHECK(futhark_entry_notes(ctx, &notes, 3) == 0);
  check_letters(notes, 0, 1, -2);
  CHECK(futhark_index_opaque_arr1d_note(ctx, &note, notes, 2) == 0);
  CHECK(futhark_variant_opaque_note(ctx, note) == kNumber);
  CHECK(futhark_set_opaque_arr1d_note(ctx, notes, note, 0) == 0);
  check_letters(notes, -2, 1, -2);
  CHECK(futhark_free_opaque_note(ctx, note) == 0);
  CHECK(futhark_free_opaque_arr1d_note(ctx, notes) == 0);
}

/* Arrays that another constructor would hold have no sizes. */
static void sizes_of_sums(void) {
  const int32_t data[] = {1, 2, 3, 4};
  struct futhark_i32_1d* ints = futhark_new_i32_1d(ctx, data, 4);
  struct futhark_i32_1d* few = futhark_new_i32_1d(ctx, data, 2);
  const uint8_t bytes[] = {5, 6, 7};
  struct futhark_u8_1d* three = futhark_new_u8_1d(ctx, bytes, 3);
  struct futhark_u8_1d* two = futhark_new_u8_1d(ctx, bytes, 2);
  struct futhark_opaque_numbers* numbers;
  float got;
  CHECK(futhark_new_opaque_numbers_ints(ctx, &numbers, ints) == 0);
  CHECK(futhark_entry_summed(ctx, &got, numbers) == 0 && got == 10);
  CHECK(futhark_entry_added(ctx, &got, numbers, ints) == 0 && got == 420);
  CHECK(futhark_entry_added(ctx, &got, numbers, few) == FUTHARK_PROGRAM_ERROR);
  CHECK_ERROR(ctx, "invalid sizes");
  CHECK(futhark_free_opaque_numbers(ctx, numbers) == 0);
  CHECK(futhark_new_opaque_numbers_three(ctx, &numbers, three) == 0);
  CHECK(futhark_entry_added(ctx, &got, numbers, few) == 0 && got == 210);
  CHECK(futhark_free_opaque_numbers(ctx, numbers) == 0);
  CHECK(futhark_new_opaque_numbers_three(ctx, &numbers, two) == 0);
  CHECK(futhark_entry_summed(ctx, &got, numbers) == FUTHARK_PROGRAM_ERROR);
  CHECK_ERROR(ctx, "invalid sizes");
  CHECK(futhark_free_opaque_numbers(ctx, numbers) == 0);
  CHECK(futhark_free_u8_1d(ctx, two) == 0);
  CHECK(futhark_free_u8_1d(ctx, three) == 0);
  CHECK(futhark_free_i32_1d(ctx, few) == 0);
  CHECK(futhark_free_i32_1d(ctx, ints) == 0);
}

int main(void) {
  struct futhark_context_config* config = futhark_context_config_new();
  ctx = futhark_context_new(config);
  arrays_of_records();
  arrays_from_entry_points();
  several_levels();
  rows_of_records();
  sums();
  arrays_of_sums();
  sizes_of_sums();
  futhark_context_free(ctx);
  futhark_context_config_free(config);
  return 0;
}
