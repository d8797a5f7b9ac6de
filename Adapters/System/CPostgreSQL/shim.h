#include <libpq-fe.h>
#include <sys/ioctl.h>

// What Swift cannot call itself: a variadic function.

/// Bytes that have arrived at a socket and were not read yet.
static inline int auger_socket_available(int socket) {
  int count = 0;
  return ioctl(socket, FIONREAD, &count) == 0 ? count : 0;
}
