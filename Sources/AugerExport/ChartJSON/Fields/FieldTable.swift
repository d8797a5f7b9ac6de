import AugerDiagnostics

/// The keys of an object in output order.
struct FieldTable<Object>: Sendable {
  let fields: [JSONField<Object>]
  private let initial: @Sendable () -> Object?
  private let keys: [String]
  private let prefixes: [[UInt8]]
  private let ordered: [JSONField<Object>]
  private let closing: String
  private var check: @Sendable (Object) -> String? = { _ in nil }
  let schema: JSONNode

  /// - Parameters:
  ///   - initial: The object to read into. Nil for objects that are only written.
  ///   - indent: The number of columns before keys that start a line.
  ///   - hasLines: True if each key starts a line.
  ///   - closing: The end of the object.
  ///   - listed: Keys that the schema lists after another key, each with that key.
  ///   - rules: Members of the schema after the required keys.
  init(
    _ initial: @autoclosure @escaping @Sendable () -> Object? = nil, indent: Int = 0, hasLines: Bool = false,
    closing: String? = nil, listed: KeyValuePairs<String, String> = [:], rules: [JSONNode.Member] = [],
    @Builder fields: () -> [JSONField<Object>]
  ) {
    let fields = hasLines ? fields().map(\.line) : fields()
    let start = "\n" + String(repeating: " ", count: indent)
    self.fields = fields
    self.initial = initial
    self.closing = closing ?? (hasLines ? start.dropLast(2) + "}" : "}")
    keys = fields.map(\.key)
    prefixes = fields.map { Array(($0.beginsLine ? "\(start)\"\($0.key)\": " : "\"\($0.key)\": ").utf8) }
    ordered = fields.filter(\.isReadFirst) + fields.filter { !$0.isReadFirst }
    schema = Self.schema(fields, listed, rules)
  }

  private static func schema(
    _ fields: [JSONField<Object>], _ listed: KeyValuePairs<String, String>, _ rules: [JSONNode.Member]
  ) -> JSONNode {
    var properties = fields.filter { $0.schema != .null }.map { JSONNode.Member(name: $0.key, value: $0.schema) }
    for (key, other) in listed {
      guard let from = properties.firstIndex(where: { $0.name == key }) else { continue }
      let moved = properties.remove(at: from)
      properties.insert(moved, at: (properties.firstIndex { $0.name == other } ?? -1) + 1)
    }
    let required = fields.filter(\.isRequired).map(\.key)
    let head = (["type": "object"] as JSONNode).adding("required", required.isEmpty ? nil : JSONNode(texts: required))
    return rules.reduce(head) { $0.adding($1.name, $1.value) }
      .adding("properties", .object(properties)).adding("additionalProperties", false)
  }

  /// Returns the table with a check of objects after reading. The check returns the reason if an object is invalid.
  func checking(_ check: @escaping @Sendable (Object) -> String?) -> Self {
    var table = self
    table.check = check
    return table
  }

  func write(_ object: Object, _ writer: inout FieldWriter) {
    writer.out.raw("{")
    var isFirst = true
    for (field, prefix) in zip(fields, prefixes) where field.isWritten(object, writer.shape) {
      if !isFirst { writer.out.raw(field.beginsLine ? "," : ", ") }
      writer.out.append(prefix)
      field.write(object, &writer)
      isFirst = false
    }
    writer.out.raw(closing)
  }

  func read(_ value: JSONValue, into result: inout Object, _ reader: inout JSONFieldReader) throws(AugerError) {
    let object = try value.object(keys)
    for field in ordered { try field.read(object, &result, &reader) }
    if let message = check(result) { throw value.failure(message) }
  }

  func isSame(_ a: Object, _ b: Object) -> Bool { fields.allSatisfy { $0.isSame(a, b) } }

  /// The objects as values of a field.
  var form: JSONForm<Object> {
    JSONForm(schema: schema, write: write) { value, reader throws(AugerError) in
      guard var object = initial() else { throw value.failure("is only written") }
      try read(value, into: &object, &reader)
      return object
    } isSame: {
      isSame($0, $1)
    }
  }

  @resultBuilder enum Builder {
    static func buildExpression(_ field: JSONField<Object>) -> [JSONField<Object>] { [field] }
    static func buildExpression(_ fields: [JSONField<Object>]) -> [JSONField<Object>] { fields }
    static func buildBlock(_ fields: [JSONField<Object>]...) -> [JSONField<Object>] { Array(fields.joined()) }
  }
}
