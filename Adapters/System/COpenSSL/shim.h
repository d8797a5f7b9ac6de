#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

// What Swift cannot call itself: macros.

/// Asks for the certificate of this name, where one server has several.
static inline int auger_ssl_set_server_name(SSL *ssl, const char *name) {
  return (int)SSL_set_tlsext_host_name(ssl, name);
}

/// TLS 1.2 or newer.
static inline int auger_ssl_require_current(SSL_CTX *context) {
  return (int)SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
}
