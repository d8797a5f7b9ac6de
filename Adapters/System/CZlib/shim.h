// zlib, as it is.
#include <zlib.h>
