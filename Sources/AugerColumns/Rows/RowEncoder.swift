/// Encodes one row, or a value within a row, into a sink.
struct RowEncoder: Encoder {
  let sink: RowSink
  /// The column of a value without keys. Nil for a row itself.
  let name: String?
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ sink: RowSink, named name: String? = nil, at codingPath: [any CodingKey] = []) {
    self.sink = sink
    self.name = name
    self.codingPath = codingPath
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(RowKeys(sink: sink, prefix: name.map { $0 + "." } ?? "", codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    sink.refuse(
      codingPath, name.map { "'\($0)' is a list" } ?? "a row is a list",
      hint: "A cell has one value. Encode the elements as rows of another table, or join them to a string.")
    return IgnoredElements(codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    RowCell(sink: sink, name: name, codingPath: codingPath)
  }
}

/// The keys of a row, or of a value within it.
private struct RowKeys<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let sink: RowSink
  let prefix: String
  let codingPath: [any CodingKey]

  private func name(_ key: some CodingKey) -> String {
    prefix.isEmpty ? key.stringValue : prefix + key.stringValue
  }

  private func add(_ value: some ColumnValue, _ key: Key) throws {
    try sink.add(value, named: name(key), codingPath + [key])
  }

  /// An optional that is not encoded still has a column, so that the columns do not depend on the first row.
  private func add<Value: ColumnValue>(_ value: Value?, ifPresent key: Key) throws {
    if let value { return try add(value, key) }
    try sink.addNull(named: name(key), declared: Value.dataType, codingPath + [key])
  }

  func encodeNil(forKey key: Key) throws {
    try sink.addNull(named: name(key), declared: nil, codingPath + [key])
  }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    if let value = value as? any ColumnValue { return try add(value, key) }
    try value.encode(to: encoder(key))
  }

  func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    if let value { return try encode(value, forKey: key) }
    let declared = (Value.self as? any ColumnValue.Type)?.dataType
    try sink.addNull(named: name(key), declared: declared, codingPath + [key])
  }

  private func encoder(_ key: some CodingKey) -> RowEncoder {
    RowEncoder(sink, named: name(key), at: codingPath + [key])
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    encoder(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder(key).unkeyedContainer() }

  func superEncoder() -> any Encoder { encoder(SuperKey()) }
  func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }

  func encode(_ value: Bool, forKey key: Key) throws { try add(value, key) }
  func encode(_ value: String, forKey key: Key) throws { try add(value, key) }
  func encode(_ value: Double, forKey key: Key) throws { try add(value, key) }
  func encode(_ value: Float, forKey key: Key) throws { try add(value, key) }
  func encode(_ value: Int, forKey key: Key) throws { try add(value, key) }
  func encode(_ value: Int8, forKey key: Key) throws { try add(value, key) }
  func encode(_ value: Int16, forKey key: Key) throws { try add(value, key) }
  func encode(_ value: Int32, forKey key: Key) throws { try add(value, key) }
  func encode(_ value: Int64, forKey key: Key) throws { try add(value, key) }
  func encode(_ value: UInt, forKey key: Key) throws { try add(value, key) }
  func encode(_ value: UInt8, forKey key: Key) throws { try add(value, key) }
  func encode(_ value: UInt16, forKey key: Key) throws { try add(value, key) }
  func encode(_ value: UInt32, forKey key: Key) throws { try add(value, key) }
  func encode(_ value: UInt64, forKey key: Key) throws { try add(value, key) }

  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try add(value, ifPresent: key) }
  func encodeIfPresent(_ value: String?, forKey key: Key) throws { try add(value, ifPresent: key) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try add(value, ifPresent: key) }
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try add(value, ifPresent: key) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try add(value, ifPresent: key) }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try add(value, ifPresent: key) }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try add(value, ifPresent: key) }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try add(value, ifPresent: key) }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try add(value, ifPresent: key) }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try add(value, ifPresent: key) }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try add(value, ifPresent: key) }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try add(value, ifPresent: key) }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try add(value, ifPresent: key) }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try add(value, ifPresent: key) }
}

/// The key that the superclass of a row is encoded with.
struct SuperKey: CodingKey {
  var stringValue: String { "super" }
  var intValue: Int? { nil }
  init() {}
  init?(stringValue: String) { nil }
  init?(intValue: Int) { nil }
}

/// A value without keys: a cell.
private struct RowCell: SingleValueEncodingContainer {
  let sink: RowSink
  let name: String?
  let codingPath: [any CodingKey]

  private func add(_ value: some ColumnValue) throws {
    guard let name else { return sink.refuse(codingPath, "a row is a single value", hint: Self.hint) }
    try sink.add(value, named: name, codingPath)
  }

  func encodeNil() throws {
    guard let name else { return sink.refuse(codingPath, "a row is nil", hint: Self.hint) }
    try sink.addNull(named: name, declared: nil, codingPath)
  }

  private static let hint = "Encode a value with keys, or name a column with RowField."

  func encode<Value: Encodable>(_ value: Value) throws {
    if let value = value as? any ColumnValue { return try add(value) }
    try value.encode(to: RowEncoder(sink, named: name, at: codingPath))
  }

  func encode(_ value: Bool) throws { try add(value) }
  func encode(_ value: String) throws { try add(value) }
  func encode(_ value: Double) throws { try add(value) }
  func encode(_ value: Float) throws { try add(value) }
  func encode(_ value: Int) throws { try add(value) }
  func encode(_ value: Int8) throws { try add(value) }
  func encode(_ value: Int16) throws { try add(value) }
  func encode(_ value: Int32) throws { try add(value) }
  func encode(_ value: Int64) throws { try add(value) }
  func encode(_ value: UInt) throws { try add(value) }
  func encode(_ value: UInt8) throws { try add(value) }
  func encode(_ value: UInt16) throws { try add(value) }
  func encode(_ value: UInt32) throws { try add(value) }
  func encode(_ value: UInt64) throws { try add(value) }
}

/// The elements of a list, which are not encoded because the row fails.
private struct IgnoredElements: UnkeyedEncodingContainer {
  let codingPath: [any CodingKey]
  var count: Int { 0 }

  private var encoder: RowEncoder { RowEncoder(RowSink(), named: "", at: codingPath) }

  func encodeNil() {}
  func encode<Value: Encodable>(_ value: Value) {}
  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    encoder.container(keyedBy: type)
  }
  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { IgnoredElements(codingPath: codingPath) }
  func superEncoder() -> any Encoder { encoder }
}
