import AugerColumns
import AugerDiagnostics

/// A request or notification of JSON-RPC 2.0.
struct AgentRequest: Sendable {
  /// The request ID. Nil for a notification, which is not answered.
  var id: JSONNode?
  var method: String
  /// The parameters as an object. Empty if the message contains none.
  var parameters: JSONNode
  var revision: AgentRevision

  private static let metaPrefix = "io.modelcontextprotocol/"

  /// Reads a message. Nil for a client's response and for notifications.
  ///
  /// Throws the error of an invalid message, with its ID if present. `stated` is the revision from the transport. A
  /// revision in the message overrides it.
  init?(_ message: JSONNode, stated: AgentRevision?) throws(AgentFailure) {
    guard case .object = message else {
      let isBatch = if case .list = message { true } else { false }
      throw AgentFailure(
        .invalidRequest,
        isBatch ? "the protocol does not support batches: send one message" : "a message must be an object")
    }
    let id = message["id"]
    switch id {
    case nil, .text?: break
    case .number(let digits)? where Int64(digits) != nil: break
    default: throw AgentFailure(.invalidRequest, "the id must be a string or an integer")
    }
    guard message["jsonrpc"] == "2.0" else {
      throw AgentFailure(.invalidRequest, "a message must contain \"jsonrpc\": \"2.0\"", id: id)
    }
    guard let named = message["method"] else {
      if id != nil, message["result"] != nil || message["error"] != nil { return nil }
      throw AgentFailure(.invalidRequest, "the request has no method", id: id)
    }
    guard let method = named.text else { throw AgentFailure(.invalidRequest, "the method must be a string", id: id) }
    // Announcements of a client do not affect answers.
    guard let id else { return nil }
    let parameters = message["params"] ?? [:]
    guard parameters.isObject else {
      throw AgentFailure(.invalidParameters, "the parameters must be an object", id: id)
    }
    self.id = id
    self.method = method
    self.parameters = parameters
    revision = stated ?? .newestWithHandshake
    try readMeta()
  }

  /// Reads the metadata of a request in a stateless revision.
  private mutating func readMeta() throws(AgentFailure) {
    let meta = parameters["_meta"]
    guard let version = meta?[Self.metaPrefix + "protocolVersion"] else {
      guard revision.isStateless || Name(method) == "server/discover" else { return }
      throw AgentFailure(
        .invalidParameters, "'_meta' must contain '\(Self.metaPrefix)protocolVersion'", id: id)
    }
    guard let name = version.text else {
      throw AgentFailure(.invalidParameters, "'\(Self.metaPrefix)protocolVersion' must be a string", id: id)
    }
    guard let revision = AgentRevision(rawValue: name) else {
      throw AgentFailure(
        .unsupportedRevision, "this revision of the protocol is not supported",
        data: ["supported": JSONNode(texts: AgentRevision.names), "requested": .text(name)], id: id)
    }
    self.revision = revision
    guard revision.isStateless else { return }
    guard meta?[Self.metaPrefix + "clientCapabilities"]?.isObject == true else {
      throw AgentFailure(
        .invalidParameters, "'_meta' must contain the object '\(Self.metaPrefix)clientCapabilities'", id: id)
    }
  }
}

/// A JSON-RPC error.
struct AgentFailure: Error, Sendable {
  enum Code: Int, Sendable {
    case parse = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParameters = -32602
    case `internal` = -32603
    /// Used by revisions with a handshake.
    case resourceNotFound = -32002
    case unsupportedRevision = -32022
  }

  var code: Code
  var message: String
  var data: JSONNode?
  var id: JSONNode?

  init(_ code: Code, _ message: String, data: JSONNode? = nil, id: JSONNode? = nil) {
    self.code = code
    self.message = message
    self.data = data
    self.id = id
  }

  func answer(_ known: JSONNode? = nil) -> [UInt8] {
    let error: JSONNode = ["code": JSONNode(code.rawValue), "message": .text(message)]
    let answer: JSONNode = [
      "jsonrpc": "2.0", "id": known ?? id ?? .null, "error": error.adding("data", data),
    ]
    return answer.bytes
  }
}
