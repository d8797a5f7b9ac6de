// OpenSSL, loaded when its first function is called: its start costs two milliseconds, which who sends nothing over TLS
// does not pay; and without the library everything else works.
//
// Functions have OpenSSL's names and types. Its headers declare them too, for their types and constants; what is called
// is found by name.

#ifndef AUGER_COPENSSL
#define AUGER_COPENSSL

#define SSL_CTX_ctrl auger_declared_SSL_CTX_ctrl
#define SSL_CTX_free auger_declared_SSL_CTX_free
#define SSL_CTX_new auger_declared_SSL_CTX_new
#define SSL_CTX_set_default_verify_paths auger_declared_SSL_CTX_set_default_verify_paths
#define SSL_CTX_set_verify auger_declared_SSL_CTX_set_verify
#define SSL_connect auger_declared_SSL_connect
#define SSL_ctrl auger_declared_SSL_ctrl
#define SSL_free auger_declared_SSL_free
#define SSL_get_error auger_declared_SSL_get_error
#define SSL_get_verify_result auger_declared_SSL_get_verify_result
#define SSL_new auger_declared_SSL_new
#define SSL_read auger_declared_SSL_read
#define SSL_set1_host auger_declared_SSL_set1_host
#define SSL_set_fd auger_declared_SSL_set_fd
#define SSL_write auger_declared_SSL_write
#define TLS_client_method auger_declared_TLS_client_method
#define X509_verify_cert_error_string auger_declared_X509_verify_cert_error_string

#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#undef SSL_CTX_ctrl
#undef SSL_CTX_free
#undef SSL_CTX_new
#undef SSL_CTX_set_default_verify_paths
#undef SSL_CTX_set_verify
#undef SSL_connect
#undef SSL_ctrl
#undef SSL_free
#undef SSL_get_error
#undef SSL_get_verify_result
#undef SSL_new
#undef SSL_read
#undef SSL_set1_host
#undef SSL_set_fd
#undef SSL_write
#undef TLS_client_method
#undef X509_verify_cert_error_string

#include <dlfcn.h>

/// A function of OpenSSL; null where the library cannot be loaded, or does not have it.
static inline void *auger_ssl_function(const char *name) {
  static const char *const libraries[] = {
#ifdef __APPLE__
    "/opt/homebrew/opt/openssl@3/lib/libssl.3.dylib", "/usr/local/opt/openssl@3/lib/libssl.3.dylib", "libssl.3.dylib",
#else
    "libssl.so.3",
#endif
  };
  for (unsigned long i = 0; i < sizeof(libraries) / sizeof(libraries[0]); i++) {
    // Loaded once by the system, however often it is asked for, and never unloaded. Names of libcrypto are found
    // through it.
    void *library = dlopen(libraries[i], RTLD_NOW | RTLD_LOCAL);
    if (library) return dlsym(library, name);
  }
  return 0;
}

/// Whether OpenSSL is there; no other function may be called where it is not.
static inline int auger_ssl_is_there(void) { return auger_ssl_function("TLS_client_method") != 0; }

// Each looks its function up once; two threads that do so at once find the same.
#define AUGER_SSL(result, name, parameters, arguments)                        \
  static inline result name parameters {                                      \
    typedef result(*Function) parameters;                                     \
    static Function found;                                                    \
    Function function = __atomic_load_n(&found, __ATOMIC_RELAXED);            \
    if (!function) {                                                          \
      function = (Function)auger_ssl_function(#name);                         \
      __atomic_store_n(&found, function, __ATOMIC_RELAXED);                   \
    }                                                                         \
    return function arguments;                                                \
  }

AUGER_SSL(
  long, SSL_CTX_ctrl, (SSL_CTX *context, int command, long number, void *pointer), (context, command, number, pointer))
AUGER_SSL(void, SSL_CTX_free, (SSL_CTX *context), (context))
AUGER_SSL(SSL_CTX *, SSL_CTX_new, (const SSL_METHOD *method), (method))
AUGER_SSL(int, SSL_CTX_set_default_verify_paths, (SSL_CTX *context), (context))
AUGER_SSL(
  void, SSL_CTX_set_verify, (SSL_CTX *context, int mode, SSL_verify_cb callback), (context, mode, callback))
AUGER_SSL(int, SSL_connect, (SSL *ssl), (ssl))
AUGER_SSL(long, SSL_ctrl, (SSL *ssl, int command, long number, void *pointer), (ssl, command, number, pointer))
AUGER_SSL(void, SSL_free, (SSL *ssl), (ssl))
AUGER_SSL(int, SSL_get_error, (const SSL *ssl, int code), (ssl, code))
AUGER_SSL(long, SSL_get_verify_result, (const SSL *ssl), (ssl))
AUGER_SSL(SSL *, SSL_new, (SSL_CTX *context), (context))
AUGER_SSL(int, SSL_read, (SSL *ssl, void *buffer, int count), (ssl, buffer, count))
AUGER_SSL(int, SSL_set1_host, (SSL *ssl, const char *name), (ssl, name))
AUGER_SSL(int, SSL_set_fd, (SSL *ssl, int socket), (ssl, socket))
AUGER_SSL(int, SSL_write, (SSL *ssl, const void *bytes, int count), (ssl, bytes, count))
AUGER_SSL(const SSL_METHOD *, TLS_client_method, (void), ())
AUGER_SSL(const char *, X509_verify_cert_error_string, (long code), (code))

#undef AUGER_SSL

// What Swift cannot call itself: macros.

/// Asks for the certificate of this name, where one server has several.
static inline int auger_ssl_set_server_name(SSL *ssl, const char *name) {
  return (int)SSL_set_tlsext_host_name(ssl, name);
}

/// TLS 1.2 or newer.
static inline int auger_ssl_require_current(SSL_CTX *context) {
  return (int)SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
}

#endif
