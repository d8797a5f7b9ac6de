import AugerColumns
import AugerDiagnostics

/// A column in a schema.
struct ArrowField: Sendable {
  /// A dictionary encoding: the type of the numbers that the column contains.
  struct Encoding: Sendable {
    /// The ID of the dictionary with the values.
    var id: Int64
    var bits: Int
    var isSigned: Bool
  }

  var name: String
  /// The type of the values, also for a dictionary encoding.
  var type: ArrowType
  var encoding: Encoding?
  var children: [ArrowField] = []
  var metadata: [(key: String, value: String)] = []

  /// The type, including nested types: `list<item: string>`.
  var typeName: String {
    guard encoding == nil, !children.isEmpty else { return type.description }
    return "\(type)<" + children.map { "\($0.name): \($0.typeName)" }.joined(separator: ", ") + ">"
  }

  func metadata(_ key: String) -> String? { metadata.first { $0.key == key }?.value }
}

extension ArrowField {
  var tree: FlatTree {
    let (kind, table) = type.tree
    var fields: [(number: Int, value: FlatTree.Value)] = [
      (0, .text(name)), (1, .byte(1)), (2, .byte(kind)), (3, .table(table)), (5, .tables(children.map(\.tree))),
    ]
    if let encoding {
      let index = ArrowType.int(bits: encoding.bits, isSigned: encoding.isSigned).tree.tree
      fields.append((4, .table(FlatTree([(0, .long(encoding.id)), (1, .table(index))]))))
    }
    if !metadata.isEmpty {
      fields.append((6, .tables(metadata.map { FlatTree([(0, .text($0.key)), (1, .text($0.value))]) })))
    }
    return FlatTree(fields)
  }

  static func fields(ofSchema schema: FlatTable, size: Int) throws(AugerError) -> [ArrowField] {
    guard try schema.integer(0, or: Int16(0)) == 0 else {
      throw AugerError(
        .unsupportedArrow, operation: "read Arrow data", "its numbers are big-endian",
        hint: "Write the data again on a little-endian machine.")
    }
    var allowance = Allowance(fields: size / 8, text: size)
    return try fields(schema.tables(1), depth: 0, &allowance)
  }

  /// The remaining limits for a message. Parts that are referred to repeatedly must not exceed the message in total.
  private struct Allowance {
    var fields: Int
    var text: Int

    mutating func take(fields count: Int) throws(AugerError) {
      fields -= count
      guard fields >= 0 else { throw .damagedArrow("the schema has more fields than bytes for them") }
    }

    mutating func takeText(_ number: Int, of table: FlatTable) throws(AugerError) -> String {
      text -= try table.textSize(number)
      guard text >= 0 else { throw .damagedArrow("the schema has more texts than bytes for them") }
      return try table.text(number) ?? ""
    }
  }

  private static func fields(
    _ tables: [FlatTable], depth: Int, _ allowance: inout Allowance
  ) throws(AugerError) -> [ArrowField] {
    guard depth < ArrowLimits.mostDepth else { throw .damagedArrow("fields are nested \(depth) levels deep") }
    try allowance.take(fields: tables.count)
    var fields: [ArrowField] = []
    for table in tables {
      guard let declared = try table.table(3) else { throw .damagedArrow("a field has no type") }
      var field = ArrowField(
        name: try allowance.takeText(0, of: table),
        type: try ArrowType(kind: try table.integer(2, or: UInt8(0)), declared))
      if let dictionary = try table.table(4) {
        let index = try dictionary.table(1)
        let bits = Int(try index?.integer(0, or: Int32(0)) ?? 32)
        guard [8, 16, 32, 64].contains(bits) else { throw .damagedArrow("indices of \(bits) bits are declared") }
        field.encoding = Encoding(
          id: try dictionary.integer(0, or: Int64(0)), bits: bits, isSigned: try index?.bool(1) ?? true)
      }
      let pairs = try table.tables(6)
      try allowance.take(fields: pairs.count)
      for pair in pairs {
        field.metadata.append((try allowance.takeText(0, of: pair), try allowance.takeText(1, of: pair)))
      }
      field.children = try Self.fields(try table.tables(5), depth: depth + 1, &allowance)
      fields.append(field)
    }
    return fields
  }
}
