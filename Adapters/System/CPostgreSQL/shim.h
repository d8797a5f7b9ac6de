// libpq, loaded by the first call of a function. Loading takes 4 ms, because it includes OpenSSL, Kerberos and LDAP.
// A process that does not use PostgreSQL saves this time, and also works without the library.
//
// The functions have libpq's names and types. Its header provides types and constants; its functions are renamed.

#ifndef AUGER_CPOSTGRESQL
#define AUGER_CPOSTGRESQL

#define PQcancel auger_declared_PQcancel
#define PQclear auger_declared_PQclear
#define PQconnectPoll auger_declared_PQconnectPoll
#define PQconnectStartParams auger_declared_PQconnectStartParams
#define PQconnectdb auger_declared_PQconnectdb
#define PQconnectdbParams auger_declared_PQconnectdbParams
#define PQconsumeInput auger_declared_PQconsumeInput
#define PQerrorMessage auger_declared_PQerrorMessage
#define PQexec auger_declared_PQexec
#define PQexecParams auger_declared_PQexecParams
#define PQfinish auger_declared_PQfinish
#define PQflush auger_declared_PQflush
#define PQfmod auger_declared_PQfmod
#define PQfname auger_declared_PQfname
#define PQfreeCancel auger_declared_PQfreeCancel
#define PQfreemem auger_declared_PQfreemem
#define PQftype auger_declared_PQftype
#define PQgetCancel auger_declared_PQgetCancel
#define PQgetCopyData auger_declared_PQgetCopyData
#define PQgetResult auger_declared_PQgetResult
#define PQgetisnull auger_declared_PQgetisnull
#define PQgetlength auger_declared_PQgetlength
#define PQgetvalue auger_declared_PQgetvalue
#define PQisBusy auger_declared_PQisBusy
#define PQnfields auger_declared_PQnfields
#define PQnotifies auger_declared_PQnotifies
#define PQnparams auger_declared_PQnparams
#define PQntuples auger_declared_PQntuples
#define PQparameterStatus auger_declared_PQparameterStatus
#define PQparamtype auger_declared_PQparamtype
#define PQresultErrorField auger_declared_PQresultErrorField
#define PQresultErrorMessage auger_declared_PQresultErrorMessage
#define PQresultStatus auger_declared_PQresultStatus
#define PQsendDescribePrepared auger_declared_PQsendDescribePrepared
#define PQsendPrepare auger_declared_PQsendPrepare
#define PQsendQuery auger_declared_PQsendQuery
#define PQsendQueryParams auger_declared_PQsendQueryParams
#define PQsetErrorVerbosity auger_declared_PQsetErrorVerbosity
#define PQsetNoticeProcessor auger_declared_PQsetNoticeProcessor
#define PQsetSingleRowMode auger_declared_PQsetSingleRowMode
#define PQsetnonblocking auger_declared_PQsetnonblocking
#define PQsocket auger_declared_PQsocket
#define PQstatus auger_declared_PQstatus
#define PQtransactionStatus auger_declared_PQtransactionStatus

#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#elif __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#elif __has_include("/opt/homebrew/opt/libpq/include/libpq-fe.h")
#include "/opt/homebrew/opt/libpq/include/libpq-fe.h"
#else
#include "/usr/local/opt/libpq/include/libpq-fe.h"
#endif

#undef PQcancel
#undef PQclear
#undef PQconnectPoll
#undef PQconnectStartParams
#undef PQconnectdb
#undef PQconnectdbParams
#undef PQconsumeInput
#undef PQerrorMessage
#undef PQexec
#undef PQexecParams
#undef PQfinish
#undef PQflush
#undef PQfmod
#undef PQfname
#undef PQfreeCancel
#undef PQfreemem
#undef PQftype
#undef PQgetCancel
#undef PQgetCopyData
#undef PQgetResult
#undef PQgetisnull
#undef PQgetlength
#undef PQgetvalue
#undef PQisBusy
#undef PQnfields
#undef PQnotifies
#undef PQnparams
#undef PQntuples
#undef PQparameterStatus
#undef PQparamtype
#undef PQresultErrorField
#undef PQresultErrorMessage
#undef PQresultStatus
#undef PQsendDescribePrepared
#undef PQsendPrepare
#undef PQsendQuery
#undef PQsendQueryParams
#undef PQsetErrorVerbosity
#undef PQsetNoticeProcessor
#undef PQsetSingleRowMode
#undef PQsetnonblocking
#undef PQsocket
#undef PQstatus
#undef PQtransactionStatus

#include <dlfcn.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

/// Returns a function of libpq. Null if the library cannot be loaded or does not have the function.
///
/// Sound: the names are literals that live as long as the process, and the library is never unloaded.
static inline void *auger_pq_function(const char *name) {
  static const char *const libraries[] = {
#ifdef __APPLE__
    "libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib", "/usr/local/opt/libpq/lib/libpq.5.dylib",
#else
    "libpq.so.5",
#endif
  };
  for (unsigned long i = 0; i < sizeof(libraries) / sizeof(libraries[0]); i++) {
    // The system loads a library once, regardless of the number of calls. It is never unloaded.
    void *library = dlopen(libraries[i], RTLD_NOW | RTLD_LOCAL);
    if (library) return dlsym(library, name);
  }
  return 0;
}

/// Returns true if libpq is available. Otherwise no other function may be called.
///
/// Sound: it only looks up an address.
static inline int auger_pq_is_there(void) { return auger_pq_function("PQconnectStartParams") != 0; }

/// Defines a function that looks up the libpq function of the same name once.
///
/// Sound: two concurrent lookups find the same address, which is stored and loaded atomically. The types come from the
/// header of libpq 5, the version that is loaded. The functions are called only after `auger_pq_is_there`, and all of
/// them exist since PostgreSQL 9.2, so that none is null.
#define AUGER_PQ(result, name, parameters, arguments)                         \
  static inline result name parameters {                                      \
    typedef result(*Function) parameters;                                     \
    static Function found;                                                    \
    Function function = __atomic_load_n(&found, __ATOMIC_RELAXED);            \
    if (!function) {                                                          \
      function = (Function)auger_pq_function(#name);                          \
      __atomic_store_n(&found, function, __ATOMIC_RELAXED);                   \
    }                                                                         \
    return function arguments;                                                \
  }

AUGER_PQ(int, PQcancel, (PGcancel *cancel, char *message, int size), (cancel, message, size))
AUGER_PQ(void, PQclear, (PGresult *result), (result))
AUGER_PQ(PostgresPollingStatusType, PQconnectPoll, (PGconn *connection), (connection))
AUGER_PQ(
  PGconn *, PQconnectStartParams, (const char *const *keywords, const char *const *values, int expand),
  (keywords, values, expand))
AUGER_PQ(PGconn *, PQconnectdb, (const char *conninfo), (conninfo))
AUGER_PQ(
  PGconn *, PQconnectdbParams, (const char *const *keywords, const char *const *values, int expand),
  (keywords, values, expand))
AUGER_PQ(int, PQconsumeInput, (PGconn *connection), (connection))
AUGER_PQ(char *, PQerrorMessage, (const PGconn *connection), (connection))
AUGER_PQ(PGresult *, PQexec, (PGconn *connection, const char *sql), (connection, sql))
AUGER_PQ(
  PGresult *, PQexecParams,
  (PGconn *connection, const char *sql, int count, const Oid *types, const char *const *values, const int *lengths,
   const int *formats, int resultFormat),
  (connection, sql, count, types, values, lengths, formats, resultFormat))
AUGER_PQ(void, PQfinish, (PGconn *connection), (connection))
AUGER_PQ(int, PQflush, (PGconn *connection), (connection))
AUGER_PQ(int, PQfmod, (const PGresult *result, int column), (result, column))
AUGER_PQ(char *, PQfname, (const PGresult *result, int column), (result, column))
AUGER_PQ(void, PQfreeCancel, (PGcancel *cancel), (cancel))
AUGER_PQ(void, PQfreemem, (void *memory), (memory))
AUGER_PQ(Oid, PQftype, (const PGresult *result, int column), (result, column))
AUGER_PQ(PGcancel *, PQgetCancel, (PGconn *connection), (connection))
AUGER_PQ(int, PQgetCopyData, (PGconn *connection, char **buffer, int async), (connection, buffer, async))
AUGER_PQ(PGresult *, PQgetResult, (PGconn *connection), (connection))
AUGER_PQ(int, PQgetisnull, (const PGresult *result, int row, int column), (result, row, column))
AUGER_PQ(int, PQgetlength, (const PGresult *result, int row, int column), (result, row, column))
AUGER_PQ(char *, PQgetvalue, (const PGresult *result, int row, int column), (result, row, column))
AUGER_PQ(int, PQisBusy, (PGconn *connection), (connection))
AUGER_PQ(int, PQnfields, (const PGresult *result), (result))
AUGER_PQ(PGnotify *, PQnotifies, (PGconn *connection), (connection))
AUGER_PQ(int, PQnparams, (const PGresult *result), (result))
AUGER_PQ(int, PQntuples, (const PGresult *result), (result))
AUGER_PQ(const char *, PQparameterStatus, (const PGconn *connection, const char *name), (connection, name))
AUGER_PQ(Oid, PQparamtype, (const PGresult *result, int number), (result, number))
AUGER_PQ(char *, PQresultErrorField, (const PGresult *result, int field), (result, field))
AUGER_PQ(char *, PQresultErrorMessage, (const PGresult *result), (result))
AUGER_PQ(ExecStatusType, PQresultStatus, (const PGresult *result), (result))
AUGER_PQ(int, PQsendDescribePrepared, (PGconn *connection, const char *name), (connection, name))
AUGER_PQ(
  int, PQsendPrepare, (PGconn *connection, const char *name, const char *sql, int count, const Oid *types),
  (connection, name, sql, count, types))
AUGER_PQ(int, PQsendQuery, (PGconn *connection, const char *sql), (connection, sql))
AUGER_PQ(
  int, PQsendQueryParams,
  (PGconn *connection, const char *sql, int count, const Oid *types, const char *const *values, const int *lengths,
   const int *formats, int resultFormat),
  (connection, sql, count, types, values, lengths, formats, resultFormat))
AUGER_PQ(PGVerbosity, PQsetErrorVerbosity, (PGconn *connection, PGVerbosity verbosity), (connection, verbosity))
AUGER_PQ(
  PQnoticeProcessor, PQsetNoticeProcessor, (PGconn *connection, PQnoticeProcessor processor, void *context),
  (connection, processor, context))
AUGER_PQ(int, PQsetSingleRowMode, (PGconn *connection), (connection))
AUGER_PQ(int, PQsetnonblocking, (PGconn *connection, int flag), (connection, flag))
AUGER_PQ(int, PQsocket, (const PGconn *connection), (connection))
AUGER_PQ(ConnStatusType, PQstatus, (const PGconn *connection), (connection))
AUGER_PQ(PGTransactionStatusType, PQtransactionStatus, (const PGconn *connection), (connection))

#undef AUGER_PQ

// Wrappers of variadic functions, which Swift cannot call.

/// Returns the number of bytes that have arrived at a socket and were not read yet.
///
/// Sound: the system writes one `int`, which outlives the call. A number that is not a socket gives 0.
static inline int auger_socket_available(int socket) {
  int count = 0;
  return ioctl(socket, FIONREAD, &count) == 0 ? count : 0;
}

/// Duplicates the descriptor of a socket and creates a pair of non-blocking sockets. Stores the three descriptors in
/// `ends`. Returns 0 on success. On failure, returns -1 and leaves no descriptor open.
///
/// Sound: the caller's `ends` has space for three numbers, which are written only if all three are open. The caller
/// must close them.
static inline int auger_relay_open(int socket, int *ends) {
  int pair[2];
  int kept = fcntl(socket, F_DUPFD_CLOEXEC, 0);
  if (kept < 0) return -1;
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) {
    close(kept);
    return -1;
  }
  for (int i = 0; i < 2; i++) {
    fcntl(pair[i], F_SETFD, FD_CLOEXEC);
    fcntl(pair[i], F_SETFL, fcntl(pair[i], F_GETFL) | O_NONBLOCK);
#ifdef SO_NOSIGPIPE
    int on = 1;
    setsockopt(pair[i], SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof(on));
#endif
  }
  ends[0] = kept;
  ends[1] = pair[0];
  ends[2] = pair[1];
  return 0;
}

/// Makes the descriptor `number` refer to `socket`, which stays open. Returns 0 on success and -1 on failure.
///
/// Sound: the caller owns both open sockets, and the system replaces the second one atomically.
static inline int auger_relay_put(int socket, int number) {
  if (dup2(socket, number) < 0) return -1;
  return fcntl(number, F_SETFD, FD_CLOEXEC);
}

/// Sends bytes without blocking, and without a signal if the other end is closed.
///
/// Sound: the caller's `bytes` has `count` bytes, which are only read, before the call returns.
static inline long auger_relay_send(int socket, const void *bytes, long count) {
#ifdef MSG_NOSIGNAL
  return send(socket, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
#else
  return send(socket, bytes, count, MSG_DONTWAIT);
#endif
}

#endif
