import AugerColumns
import AugerDiagnostics

/// A property of an object that a field reads and writes.
typealias Property<Object, Value> = any WritableKeyPath<Object, Value> & Sendable

/// A key of an object in a JSON format: its description, output, input and comparison.
///
/// A key that is computed from others, or read together with another key, has no `read`.
struct JSONField<Object>: Sendable {
  typealias Reading = @Sendable (JSONObject, inout Object, inout JSONFieldReader) throws(AugerError) -> Void

  let key: String
  private(set) var schema: JSONNode
  /// True if the schema requires the key.
  private(set) var isRequired = true
  /// True if the key starts a line.
  private(set) var beginsLine = false
  /// True if its value determines how other keys are read.
  private(set) var isReadFirst = false
  private(set) var isWritten: @Sendable (Object, ChartShape) -> Bool = { _, _ in true }
  let write: @Sendable (Object, inout FieldWriter) -> Void
  private(set) var read: Reading = { _, _, _ in }
  private(set) var isSame: @Sendable (Object, Object) -> Bool = { _, _ in true }

  /// Creates a key that is always written.
  init(_ key: String, _ schema: JSONNode, write: @escaping @Sendable (Object, inout FieldWriter) -> Void) {
    self.key = key
    self.schema = schema
    self.write = write
  }

  /// Creates a required key. With a condition, it is absent if the condition is true for its value.
  init<Value>(
    _ key: String, _ path: Property<Object, Value>, _ form: JSONForm<Value>,
    unlessIt isUsual: (@Sendable (Value) -> Bool)? = nil
  ) {
    self.init(key, form.schema) { form.write($0[keyPath: path], &$1) }
    isRequired = isUsual == nil
    isWritten = { object, _ in !(isUsual?(object[keyPath: path]) ?? false) }
    read = { object, result, reader throws(AugerError) in
      guard let value = isUsual == nil ? try object.required(key) : object[key] else { return }
      result[keyPath: path] = try form.read(value, &reader)
    }
    isSame = { form.isSame($0[keyPath: path], $1[keyPath: path]) }
  }

  /// Creates a key that is absent if its value is the default.
  init<Value: Equatable & Sendable>(
    _ key: String, _ path: Property<Object, Value>, _ form: JSONForm<Value>, unless usual: Value
  ) {
    self.init(key, path, form, unlessIt: { $0 == usual })
  }

  /// Creates a key with a list that is absent if it is empty.
  init<Item>(_ key: String, list path: Property<Object, [Item]>, _ form: JSONForm<[Item]>) {
    self.init(key, path, form, unlessIt: { $0.isEmpty })
  }

  /// Creates a key that is absent if its value is nil.
  init<Value>(_ key: String, optional path: Property<Object, Value?>, _ form: JSONForm<Value>) {
    self = .computed(key, form) { object, _ in object[keyPath: path] }
    read = { object, result, reader throws(AugerError) in
      if let value = object[key] { result[keyPath: path] = try form.read(value, &reader) }
    }
    isSame = { same($0[keyPath: path], $1[keyPath: path], by: form.isSame) }
  }

  /// Creates a key with a computed value that is absent if it is nil.
  static func computed<Value>(
    _ key: String, _ form: JSONForm<Value>, _ value: @escaping @Sendable (Object, ChartShape) -> Value?
  ) -> Self {
    JSONField(key, form.schema) { object, writer in
      if let value = value(object, writer.shape) { form.write(value, &writer) }
    }
    .when { value($0, $1) != nil }
  }

  /// Creates a key with a nested object for properties of the value.
  init<Part>(_ key: String, part path: Property<Object, Part>, _ table: FieldTable<Part>) {
    self.init(key, table.schema) { table.write($0[keyPath: path], &$1) }
    read = { object, result, reader throws(AugerError) in
      try table.read(try object.required(key), into: &result[keyPath: path], &reader)
    }
    isSame = { table.isSame($0[keyPath: path], $1[keyPath: path]) }
  }
}

extension JSONField {
  var line: Self { with { $0.beginsLine = true } }
  var required: Self { with { $0.isRequired = true } }
  var optional: Self { with { $0.isRequired = false } }
  var first: Self { with { $0.isReadFirst = true } }

  /// Returns the key with a condition for writing it.
  func when(_ isWritten: @escaping @Sendable (Object, ChartShape) -> Bool) -> Self {
    with {
      $0.isWritten = isWritten
      $0.isRequired = false
    }
  }

  func note(_ note: JSONNode.Note) -> Self { with { $0.schema = $0.schema.described(by: note) } }

  func described(by schema: JSONNode) -> Self { with { $0.schema = schema } }

  func reading(_ read: @escaping Reading) -> Self { with { $0.read = read } }

  func comparing(_ isSame: @escaping @Sendable (Object, Object) -> Bool) -> Self { with { $0.isSame = isSame } }

  private func with(_ change: (inout Self) -> Void) -> Self {
    var field = self
    change(&field)
    return field
  }
}

/// Returns true if both are nil, or if both values are equal.
func same<Value>(_ a: Value?, _ b: Value?, by isSame: (Value, Value) -> Bool) -> Bool {
  switch (a, b) {
  case (nil, nil): true
  case (let a?, let b?): isSame(a, b)
  default: false
  }
}
