/// The server's description of a statement.
struct Description: Sendable {
  struct Column: Sendable {
    var name: String
    /// The OID of the type. For a domain, that of its base type.
    var type: UInt32
    /// Length, or precision and scale. -1 if the type has no modifier.
    var modifier: Int32
  }

  var parameters: [UInt32] = []
  var columns: [Column] = []
}
