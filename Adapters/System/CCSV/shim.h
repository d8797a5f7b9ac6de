// libcsv, as it is.
#include <csv.h>
