import AugerCharts
import AugerColumns
import AugerDiagnostics

// Keys of many objects.
extension JSONField {
  /// A key with all values of a column, absent if the column is nil.
  static func column(_ key: String, _ schema: JSONNode, _ column: @escaping @Sendable (Object) -> Column?) -> Self {
    computed(key, .written(schema) { $1.values($0) }) { object, _ in column(object) }
      .comparing { same(column($0), column($1)) { $0.isSame(as: $1) } }
  }

  /// A key with the exact strings of a column's numbers that JSON cannot represent, absent if none exist.
  static func exact(_ key: String, _ column: @escaping @Sendable (Object) -> Column?) -> Self {
    computed(key, .written(.ref("textRow")) { $1.exact($0) }) { object, _ in
      column(object).flatMap { ExactText.isNeeded(in: $0) ? $0 : nil }
    }
  }

  /// A key with a list for each column and a line for each series. For items, it has a line for each column.
  static func grid(
    _ key: String, _ schema: JSONNode, indent: String = "    ",
    _ grid: @escaping @Sendable (Object) -> (columns: [Column], categories: Int?)?
  ) -> Self {
    computed(
      key, .written(schema) { $1.grid($0.columns, $0.categories, indent: indent) { $0.values($1, $2) } }
    ) { object, _ in grid(object) }
    .comparing { same(grid($0)?.columns, grid($1)?.columns, by: sameColumns) }
  }

  /// A key with the exact strings of its numbers that JSON cannot represent, absent if none exist.
  static func exactGrid(
    _ key: String, _ schema: JSONNode, indent: String = "    ",
    _ grid: @escaping @Sendable (Object) -> (columns: [Column], categories: Int?)?
  ) -> Self {
    computed(
      key, .written(schema) { $1.grid($0.columns, $0.categories, indent: indent) { $0.exact($1, $2) } }
    ) { object, _ in
      grid(object).flatMap { $0.columns.contains(where: ExactText.isNeeded) ? $0 : nil }
    }
  }

  /// A key with the types of columns, absent if they are the defaults.
  static func types(
    _ key: String, _ columns: @escaping @Sendable (Object) -> [Column]?,
    usual: @escaping @Sendable (ChartShape) -> [DataType]
  ) -> Self {
    computed(key, .written(.ref("types")) { $1.types($0) }) { object, shape in
      columns(object).flatMap { $0.map(\.type) == usual(shape) ? nil : $0 }
    }
  }

  /// Keys for a format and the code of its currency.
  static func format(_ path: Property<Object, ValueFormat?>) -> [Self] {
    [
      computed("format", .text.described(by: .ref("format"))) { object, _ in object[keyPath: path]?.description }
        .reading { object, result, _ throws(AugerError) in result[keyPath: path] = try object.format() }
        .comparing { $0[keyPath: path] == $1[keyPath: path] },
      computed("currencyCode", .text.described(by: .ref("currencyCode"))) { object, _ in
        if case .currency(let code?)? = object[keyPath: path] { code } else { nil }
      },
    ]
  }

  static func unit(_ path: Property<Object, String>) -> Self {
    JSONField("unit", path, .text, unless: "").described(by: .ref("unit"))
  }

  /// A key with a single value. It has notes if it would be read as another value without them.
  static func lone(_ key: String, _ path: Property<Object, Scalar>, among keys: [String]) -> Self {
    JSONField(key, path, .lone).reading { object, result, reader throws(AugerError) in
      _ = try object.required(key)
      if let value = try reader.single(object, key, among: keys) { result[keyPath: path] = value }
    }
  }

  /// The keys `types` and `exact`: the notes of values by their keys.
  static func notes(
    _ keys: [String], known: @escaping @Sendable (ChartShape) -> DataType? = { _ in nil },
    _ values: @escaping @Sendable (Object) -> [Scalar?]
  ) -> [Self] {
    func field(_ name: String, _ schema: String, _ note: @escaping @Sendable (Scalar, ChartShape) -> String?) -> Self {
      computed(name, .written(.ref(schema)) { $1.members($0) { $0.out.string($1) } }) { object, shape in
        let notes: [(key: String, String)] = zip(keys, values(object)).compactMap { key, value in
          value.flatMap { note($0, shape) }.map { (key, $0) }
        }
        return notes.isEmpty ? nil : notes
      }
    }
    return [
      field("types", "typeNotes") { value, shape in WrittenScalar.type(of: value, known: known(shape)) },
      field("exact", "exactNotes") { value, _ in ExactText.text(value) },
    ]
  }

  /// A key with arguments and the types of those that would otherwise be read as other types. With a note it is absent
  /// if none exist.
  static func arguments(
    _ key: String, _ path: Property<Object, QueryArguments>, types: String,
    ifAny note: JSONNode.Note? = nil
  ) -> [Self] {
    let field = JSONField(key, .ref("arguments")) { $1.arguments($0[keyPath: path]) }
      .reading { object, result, reader throws(AugerError) in
        if note != nil, object[key] == nil { return }
        result[keyPath: path] = try object.required(key).arguments(object[types])
      }
      .comparing { $0[keyPath: path] == $1[keyPath: path] }
    return [
      note.map { note in field.when { object, _ in !object[keyPath: path].isEmpty }.note(note) } ?? field,
      computed(types, .written(.ref("argumentTypes")) { $1.types($0) }) { object, _ in
        object[keyPath: path].writtenTypes
      },
    ]
  }
}

extension JSONObject {
  /// Reads the optional format of an object and the code of its currency.
  func format() throws(AugerError) -> ValueFormat? {
    guard let value = self["format"] else {
      if let code = self["currencyCode"] { throw code.failure("requires the key 'format'") }
      return nil
    }
    let name = try value.text()
    let format: ValueFormat?
    do throws(DiagnosticError) {
      format = try ValueFormat.parse(name)
    } catch {
      throw value.failure("format '\(name)' does not exist")
    }
    guard let format else { throw value.failure("must not be empty") }
    guard let code = self["currencyCode"] else { return format }
    guard case .currency = format else { throw code.failure("only the format 'Currency' has a code") }
    return .currency(try code.text())
  }
}
