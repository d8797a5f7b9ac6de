// zlib, unchanged.
#include <zlib.h>
