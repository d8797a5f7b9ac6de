import AugerCharts
import AugerColumns
import AugerDiagnostics

/// The representation of values of a type in a JSON format: their description, output, input and comparison.
struct JSONForm<Value>: Sendable {
  var schema: JSONNode
  let write: @Sendable (Value, inout FieldWriter) -> Void
  let read: @Sendable (JSONValue, inout JSONFieldReader) throws(AugerError) -> Value
  let isSame: @Sendable (Value, Value) -> Bool

  /// Creates a form of values that are not read individually.
  static func written(
    _ schema: JSONNode, _ write: @escaping @Sendable (Value, inout FieldWriter) -> Void
  ) -> Self {
    JSONForm(schema: schema, write: write) { value, _ throws(AugerError) in
      throw value.failure("is only written")
    } isSame: { _, _ in
      true
    }
  }

  /// Returns the form with another description.
  func described(by schema: JSONNode) -> Self {
    var form = self
    form.schema = schema
    return form
  }
}

extension JSONForm where Value: Equatable & Sendable {
  init(
    _ schema: JSONNode, write: @escaping @Sendable (Value, inout FieldWriter) -> Void,
    read: @escaping @Sendable (JSONValue, inout JSONFieldReader) throws(AugerError) -> Value
  ) {
    self.init(schema: schema, write: write, read: read) { $0 == $1 }
  }
}

extension JSONForm<String> {
  /// A string, compared by bytes.
  static let text = JSONForm(schema: .string) {
    $1.out.string($0)
  } read: { value, _ throws(AugerError) in
    try value.text()
  } isSame: {
    Name($0) == Name($1)
  }
}

extension JSONForm<Bool> {
  static let truth = JSONForm(["type": "boolean"]) {
    $1.out.raw($0 ? "true" : "false")
  } read: { value, _ throws(AugerError) in
    try value.truth()
  }
}

extension JSONForm<Double> {
  /// A number. NaN, which is written as null, equals itself.
  static let number = JSONForm(schema: ["type": "number"]) {
    $1.scalar(.float($0))
  } read: { value, _ throws(AugerError) in
    try value.number()
  } isSame: {
    Scalar.float($0) == .float($1)
  }
}

extension JSONForm<Int> {
  static func whole(from minimum: Int) -> Self {
    JSONForm(["type": "integer", "minimum": .number("\(minimum)")]) {
      $1.out.number(Int64($0))
    } read: { value, _ throws(AugerError) in
      try value.whole(minimum...(.max))
    }
  }

  static let count = whole(from: 0).described(by: .ref("index"))

  /// An index into a list with a length that is known when the value is read.
  static func index(below bound: @escaping @Sendable (ChartShape) -> Int) -> Self {
    JSONForm(.ref("index")) {
      $1.out.number(Int64($0))
    } read: { value, reader throws(AugerError) in
      try value.index(below: bound(reader.shape))
    }
  }
}

extension JSONForm<[Int]> {
  static func indices(below bound: @escaping @Sendable (ChartShape) -> Int) -> Self {
    JSONForm(.array(of: .ref("index"))) {
      $1.indices($0)
    } read: { value, reader throws(AugerError) in
      try value.indices(below: bound(reader.shape))
    }
  }
}

extension JSONForm<[Int32]> {
  static func indices(below bound: @escaping @Sendable (ChartShape) -> Int) -> Self {
    JSONForm(.array(of: .ref("index"))) {
      $1.indices($0)
    } read: { value, reader throws(AugerError) in
      try value.shortIndices(below: bound(reader.shape))
    }
  }
}

extension JSONForm<[String]> {
  static let texts = JSONForm(schema: .array(of: .string)) { texts, writer in
    writer.line(texts.indices) { $0.out.string(texts[$1]) }
  } read: { value, _ throws(AugerError) in
    try value.texts()
  } isSame: {
    $0.elementsEqual($1) { Name($0) == Name($1) }
  }
}

extension JSONForm<Scalar> {
  /// A value with adjacent notes if it would be read as another value without them.
  static let lone = JSONForm(.ref("value")) {
    $1.scalar($0)
  } read: { value, _ throws(AugerError) in
    try value.single(known: nil, type: nil, exact: nil)
  }

  /// A value of an argument. A number that JSON cannot represent is a string.
  static let argument = JSONForm(.ref("value")) {
    $1.out.argument($0)
  } read: { value, _ throws(AugerError) in
    try value.argument(nil)
  }
}

extension JSONForm<DataType> {
  static let type = JSONForm(.ref("type")) {
    $1.out.string($0.description)
  } read: { value, _ throws(AugerError) in
    try value.type()
  }
}

extension JSONForm<Timestamp> {
  /// An instant in UTC.
  static let instant = JSONForm(.string) {
    $1.out.string($0.description + "Z")
  } read: { value, _ throws(AugerError) in
    let text = try value.text()
    // Infinities are written with the suffix of UTC too.
    let moment = text.hasSuffix("infinityZ") ? String(text.dropLast()) : text
    guard text.hasSuffix("Z"), case .timestamp(let instant)? = Scalar(text: moment, type: .timestamp(zone: "UTC"))
    else {
      throw value.failure("must be an instant in UTC", hint: "It is written like '2024-02-29T06:00:00Z'.")
    }
    return instant
  }
}

extension JSONForm<CivilDate> {
  static let day = JSONForm(.string) {
    $1.out.scalar(.date($0))
  } read: { value, _ throws(AugerError) in
    guard case .date(let date) = try value.scalar(.date) else { throw value.failure("must be a date") }
    return date
  }
}

extension JSONForm where Value: RawRepresentable & CaseIterable & Equatable & Sendable, Value.RawValue == String {
  /// A case of an enum by its name.
  static var choice: Self {
    JSONForm(["enum": JSONNode(texts: Value.allCases.map(\.rawValue))]) {
      $1.out.string($0.rawValue)
    } read: { value, _ throws(AugerError) in
      try value.choice()
    }
  }
}

extension JSONForm {
  /// Items on one line, or on separate lines at an indent.
  static func list<Item>(
    of form: JSONForm<Item>, indent: String? = nil, atLeast minimum: Int? = nil
  ) -> JSONForm<[Item]> where Value == [Item] {
    let schema = JSONNode.array(of: form.schema, atLeast: minimum)
    return JSONForm<[Item]>(schema: schema) { items, writer in
      if let indent {
        writer.lines(items.count, indent: indent) { form.write(items[$1], &$0) }
      } else {
        writer.line(items.indices) { form.write(items[$1], &$0) }
      }
    } read: { value, reader throws(AugerError) in
      var items: [Item] = []
      for item in try value.items() { items.append(try form.read(item, &reader)) }
      return items
    } isSame: { a, b in
      a.elementsEqual(b, by: form.isSame)
    }
  }
}

// Parts of schemas.
extension JSONNode {
  static let string: JSONNode = ["type": "string"]

  static let optionalText: JSONNode = ["type": ["string", "null"]]

  static func ref(_ name: String) -> JSONNode { ["$ref": .text("#/$defs/\(name)")] }

  static func array(of items: JSONNode, atLeast minimum: Int? = nil) -> JSONNode {
    let array = (["type": "array"] as JSONNode).adding("minItems", minimum.map { .number("\($0)") })
    return array.adding("items", items)
  }

  /// Returns the description as the first member. Some published descriptions are the second member.
  func described(by note: Note) -> JSONNode {
    guard case .object(var members) = self else { return self }
    let text = JSONNode.text(note.text)
    members.insert(Member(name: "description", value: text), at: note.isSecond ? min(1, members.count) : 0)
    return .object(members)
  }

  struct Note: ExpressibleByStringInterpolation, Sendable {
    let text: String
    var isSecond = false

    init(stringLiteral text: String) { self.text = text }

    /// A description after the type.
    static func second(_ text: String) -> Note {
      var note = Note(stringLiteral: text)
      note.isSecond = true
      return note
    }
  }
}
