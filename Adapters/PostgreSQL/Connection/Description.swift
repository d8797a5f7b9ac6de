/// What the server makes of a statement.
struct Description: Sendable {
  struct Column: Sendable {
    var name: String
    /// The OID of its type, a domain's base type.
    var type: UInt32
    /// Length, precision and scale; -1 where there are none.
    var modifier: Int32
  }

  var parameters: [UInt32] = []
  var columns: [Column] = []
}
