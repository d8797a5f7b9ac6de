import Auger
import HTTPTypes
import NIOCore

/// A request to the site, independent of a connection.
package struct SiteRequest: Sendable {
  package var method: HTTPRequest.Method
  /// The path as received: percent-encoded, with a leading slash, without the query.
  package var path: String
  /// The query string as received, without the question mark. Empty if the URL has none.
  package var query: String
  package var fields: HTTPFields
  package var body: [UInt8]
  /// The name of the server in the request: `localhost:8080`.
  package var authority: String?
  /// The IP address of the client. Nil if it is unknown.
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
    /// A function that returns one piece at a time, or nil at the end. It is called after the client has received the
    /// previous piece.
    ///
    /// An error closes the connection early, so that no client accepts a part as the full response.
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
