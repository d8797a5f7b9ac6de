/* Counts the fields and rows of a CSV file with libcsv alone: the lower bound for the libcsv code path.
 *
 * cc -O2 -o libcsv-count libcsv-count.c -lcsv && ./libcsv-count FILE
 */
#include <csv.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

struct counts {
  long fields;
  long rows;
};

static void on_field(void *text, size_t length, void *data) {
  (void)text;
  (void)length;
  ((struct counts *)data)->fields++;
}

static void on_row(int terminator, void *data) {
  (void)terminator;
  ((struct counts *)data)->rows++;
}

static int never(unsigned char byte) {
  (void)byte;
  return 0;
}

int main(int argc, char **argv) {
  static char buffer[1 << 18];
  struct csv_parser parser;
  struct counts counts = {0, 0};
  struct timespec from, to;
  ssize_t count;
  if (argc != 2) {
    fprintf(stderr, "usage: libcsv-count FILE\n");
    return 2;
  }
  int file = open(argv[1], O_RDONLY);
  if (file < 0) {
    perror(argv[1]);
    return 2;
  }
  clock_gettime(CLOCK_MONOTONIC, &from);
  csv_init(&parser, CSV_EMPTY_IS_NULL | CSV_REPALL_NL);
  csv_set_space_func(&parser, never);
  while ((count = read(file, buffer, sizeof buffer)) > 0)
    csv_parse(&parser, buffer, (size_t)count, on_field, on_row, &counts);
  csv_fini(&parser, on_field, on_row, &counts);
  csv_free(&parser);
  clock_gettime(CLOCK_MONOTONIC, &to);
  printf("%ld fields, %ld rows, %.3f s\n", counts.fields, counts.rows,
         (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) / 1e9);
  return 0;
}
