import Auger
import HTTPTypes
import NIOCore

/// What is asked of the site, without a connection.
package struct SiteRequest: Sendable {
  package var method: HTTPRequest.Method
  /// As it was sent: percent-encoded, with a leading slash, without the query.
  package var path: String
  /// As it was sent, without the question mark; empty where there is none.
  package var query: String
  package var fields: HTTPFields
  package var body: [UInt8]
  /// `localhost:8080`, as the client named the server.
  package var authority: String?
  /// The address of the client's end of the connection; nil where that is not known.
  package var client: String?

  package init(
    method: HTTPRequest.Method = .get, path: String, query: String = "", fields: HTTPFields = HTTPFields(),
    body: [UInt8] = [], authority: String? = nil, client: String? = nil
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.fields = fields
    self.body = body
    self.authority = authority
    self.client = client
  }
}

package struct SiteResponse: Sendable {
  package enum Body: Sendable {
    case bytes(ByteBuffer)
    /// Pieces, each asked for when the client has taken the one before; nil ends them. An error ends the transfer
    /// before its end, so that no client takes a part for the whole.
    case pieces(@Sendable () async throws -> [UInt8]?)
  }

  package var status: HTTPResponse.Status
  package var fields: HTTPFields
  package var body: Body

  package init(_ status: HTTPResponse.Status, fields: HTTPFields = HTTPFields(), body: Body = .bytes(ByteBuffer())) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  package init(_ status: HTTPResponse.Status, _ type: String, _ bytes: [UInt8], fields: HTTPFields = HTTPFields()) {
    self.init(status, fields: fields, body: .bytes(ByteBuffer(bytes: bytes)))
    self.fields[.contentType] = type
  }
}
