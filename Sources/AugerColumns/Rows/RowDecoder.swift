import AugerDiagnostics

/// The table that rows are decoded from, with its current row.
final class RowSource {
  let table: Table
  private var places: [Name: Int] = [:]
  var row = 0

  init(_ table: Table) {
    self.table = table
    for (place, field) in table.schema.fields.enumerated() { places[Name(field.name)] = place }
  }

  func place(_ name: String) -> Int? { places[Name(name)] }

  /// Returns true if a value with keys could be read: a column begins with its path.
  func hasKeys(_ prefix: String) -> Bool { table.schema.fields.contains { $0.name.utf8.starts(with: prefix.utf8) } }

  /// Returns true if all columns of a path are null, or if none exists.
  func isNull(_ name: String) -> Bool {
    if let place = place(name), !table.columns[place].isNull(row) { return false }
    let prefix = name + "."
    return !table.schema.fields.indices.contains { index in
      table.schema[index].name.utf8.starts(with: prefix.utf8) && !table.columns[index].isNull(row)
    }
  }

  /// Returns the cell of a column as a Swift type.
  func value<Value: ColumnValue>(
    _ type: Value.Type, _ name: String, _ path: @autoclosure () -> [any CodingKey]
  ) throws(AugerError) -> Value {
    guard let place = place(name) else {
      throw AugerError(
        .columnNotFound, operation: "read a row", "the table has no column '\(name)'",
        place: RowPath.place(ofRow: row, path()),
        hint: DidYouMean.hint(for: name, among: table.schema.names, listing: "Columns"))
    }
    let scalar = table.columns[place][row]
    if let value = scalar.value(as: type) { return value }
    let found = scalar.isNull ? "null" : "a \(table.columns[place].type) without such a value"
    throw AugerError(
      .typeMismatch, operation: "read a row", "column '\(name)' is \(found), expected a value of type \(type)",
      place: RowPath.place(ofRow: row, path()),
      hint: scalar.isNull ? "Declare the property as an optional." : nil)
  }

  /// The error for a value with elements.
  func list(_ path: [any CodingKey]) -> AugerError {
    AugerError(
      .notTabular, operation: "read a row", "a column has no lists", place: RowPath.place(ofRow: row, path),
      hint: "Declare a property with a single value.")
  }
}

/// Decodes one row, or a value within a row.
struct RowDecoder: Decoder {
  let source: RowSource
  /// The column of a value without keys. Nil for a row itself.
  let name: String?
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ source: RowSource, named name: String? = nil, at codingPath: [any CodingKey] = []) {
    self.source = source
    self.name = name
    self.codingPath = codingPath
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(RowKeys(source: source, prefix: name.map { $0 + "." } ?? "", codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw source.list(codingPath) }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    RowCell(source: source, name: name ?? "", codingPath: codingPath)
  }
}

/// The keys of a row, or of a value within it.
private struct RowKeys<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let source: RowSource
  let prefix: String
  let codingPath: [any CodingKey]

  private func name(_ key: some CodingKey) -> String {
    prefix.isEmpty ? key.stringValue : prefix + key.stringValue
  }

  var allKeys: [Key] {
    var seen = Set<Name>()
    return source.table.schema.names.compactMap { name in
      guard name.utf8.starts(with: prefix.utf8) else { return nil }
      let rest = name.utf8.dropFirst(prefix.utf8.count)
      let key = String(Substring(rest.prefix { $0 != UInt8(ascii: ".") }))
      return seen.insert(Name(key)).inserted ? Key(stringValue: key) : nil
    }
  }

  func contains(_ key: Key) -> Bool { source.place(name(key)) != nil || source.hasKeys(name(key) + ".") }

  func decodeNil(forKey key: Key) -> Bool { source.isNull(name(key)) }

  private func cell<Value: ColumnValue>(_ type: Value.Type, _ key: Key) throws -> Value {
    try source.value(type, name(key), codingPath + [key])
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    if let cell = type as? any ColumnValue.Type, let value = try self.cell(cell, key) as? Value { return value }
    return try Value(from: decoder(key))
  }

  private func decoder(_ key: some CodingKey) -> RowDecoder {
    RowDecoder(source, named: name(key), at: codingPath + [key])
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedDecodingContainer<Nested> {
    decoder(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw source.list(codingPath + [key])
  }

  func superDecoder() -> any Decoder { decoder(SuperKey()) }
  func superDecoder(forKey key: Key) -> any Decoder { decoder(key) }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try cell(type, key) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try cell(type, key) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try cell(type, key) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try cell(type, key) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try cell(type, key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try cell(type, key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try cell(type, key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try cell(type, key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try cell(type, key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try cell(type, key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try cell(type, key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try cell(type, key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try cell(type, key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try cell(type, key) }
}

extension RowDecoder {
  /// Returns a value of any type: the cell of its column, or a value that decodes itself.
  fileprivate func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let cell = type as? any ColumnValue.Type, let name,
      let value = try source.value(cell, name, codingPath) as? Value
    {
      return value
    }
    return try Value(from: self)
  }
}

/// A value without keys: a cell.
private struct RowCell: SingleValueDecodingContainer {
  let source: RowSource
  let name: String
  let codingPath: [any CodingKey]

  func decodeNil() -> Bool { source.isNull(name) }

  private func cell<Value: ColumnValue>(_ type: Value.Type) throws -> Value {
    try source.value(type, name, codingPath)
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try RowDecoder(source, named: name, at: codingPath).value(type)
  }

  func decode(_ type: Bool.Type) throws -> Bool { try cell(type) }
  func decode(_ type: String.Type) throws -> String { try cell(type) }
  func decode(_ type: Double.Type) throws -> Double { try cell(type) }
  func decode(_ type: Float.Type) throws -> Float { try cell(type) }
  func decode(_ type: Int.Type) throws -> Int { try cell(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try cell(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try cell(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try cell(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try cell(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try cell(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try cell(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try cell(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try cell(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try cell(type) }
}
