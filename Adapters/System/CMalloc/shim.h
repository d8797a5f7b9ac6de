// Settings of the allocator, if it has any.

#ifndef AUGER_MALLOC_SHIM_H
#define AUGER_MALLOC_SHIM_H

#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

/// Returns freed blocks of at least `bytes` bytes to the system immediately. By default, glibc raises this threshold
/// with each freed block, up to 32 MB, and retains smaller blocks.
///
/// Sound: these settings of glibc accept any number and do not affect blocks in use.
static inline void auger_malloc_return_freed(int bytes) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, bytes);
  mallopt(M_TRIM_THRESHOLD, bytes);
#else
  (void)bytes;
#endif
}

/// Returns freed memory to the system. Small blocks in use prevent an automatic return.
///
/// Sound: malloc_trim accepts any number and does not affect blocks in use.
static inline void auger_malloc_trim(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

#endif
