// The allocator's own settings, where it has some.

#ifndef AUGER_MALLOC_SHIM_H
#define AUGER_MALLOC_SHIM_H

#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

/// Blocks of so many bytes and more go back to the system as soon as they are freed. glibc would raise the threshold with
/// each that is freed, up to 32 MB, and keep what is below.
///
/// Sound: the settings are glibc's own, take any number, and change no block that is in use.
static inline void auger_malloc_return_freed(int bytes) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, bytes);
  mallopt(M_TRIM_THRESHOLD, bytes);
#else
  (void)bytes;
#endif
}

/// Gives freed memory back to the system, which small blocks in use keep from going back by itself.
///
/// Sound: malloc_trim takes any number, and changes no block that is in use.
static inline void auger_malloc_trim(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

#endif
