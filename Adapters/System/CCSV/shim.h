// libcsv, unchanged.
#include <csv.h>
