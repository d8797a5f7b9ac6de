import AugerDiagnostics

/// Name and type of a column.
public struct Field: HasName, Hashable, Sendable {
  /// The column's name; names are compared by their bytes.
  public var name: String
  /// The type of the column's values.
  public var type: DataType
  /// What the source called the type, where that says more: `uuid`, `DECIMAL(10,2)`.
  package var declaredType: String?
  /// Whether every value is null and nothing declares a type: `type` only holds the place, and an expression takes the
  /// column as a null of whatever type it needs.
  package var isUntyped = false
  /// What led to the type, where that surprises: `data.csv:15001: 'oops' is no int`. Errors about the type show it.
  package var note: String?

  /// A column of a schema. `declaredType`: what the source calls its type; `isUntyped`: the source has none, and the
  /// type was found in the data; `note`: what a reader of the schema should know.
  public init(
    _ name: String, _ type: DataType, declaredType: String? = nil, isUntyped: Bool = false, note: String? = nil
  ) {
    self.name = name
    self.type = type
    self.declaredType = declaredType
    self.isUntyped = isUntyped
    self.note = note
  }

  /// Names are told apart by their bytes. How the type came about is no part of what a field is.
  public static func == (a: Field, b: Field) -> Bool {
    Name(a.name) == Name(b.name) && a.type == b.type && a.declaredType == b.declaredType
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(type)
    hasher.combine(declaredType)
  }
}

/// The columns of a table in their order. Names are distinct, case-sensitive.
public struct Schema: Hashable, Sendable {
  /// The columns from left to right.
  public private(set) var fields: [Field]
  /// Where each name stands; nil where looking through them is as quick.
  private var indices: [[UInt8]: Int]?

  /// As many are looked through as quickly.
  private static let fewest = 32

  /// A name that is there already gets a suffix: `amount`, `amount_2`.
  public init(_ fields: [Field]) {
    var seen: [[UInt8]: Int] = [:]
    // The next suffix to try: all columns of a file may have one name.
    var suffixes: [[UInt8]: Int] = [:]
    var result: [Field] = []
    for var field in fields {
      let name = field.name
      let written = Array(name.utf8)
      var bytes = written
      var number = suffixes[written] ?? 2
      while seen[bytes] != nil {
        field.name = "\(name)_\(number)"
        bytes = Array(field.name.utf8)
        number += 1
        suffixes[written] = number
      }
      seen[bytes] = result.count
      result.append(field)
    }
    self.fields = result
    indices = result.count > Self.fewest ? seen : nil
  }

  /// Adds a column whose name no other has; one that has is not added, and the result is false.
  package mutating func append(_ field: Field) -> Bool {
    guard index(of: field.name) == nil else { return false }
    fields.append(field)
    if indices != nil {
      indices?[Array(field.name.utf8)] = fields.count - 1
    } else if fields.count > Self.fewest {
      self = Schema(fields)
    }
    return true
  }

  public static func == (a: Schema, b: Schema) -> Bool { a.fields == b.fields }

  public func hash(into hasher: inout Hasher) { hasher.combine(fields) }

  package var count: Int { fields.count }

  package var names: [String] { fields.map(\.name) }

  package subscript(index: Int) -> Field { fields[index] }

  /// Which column has a name, compared by its bytes; nil: none.
  public func index(of name: String) -> Int? {
    if let indices { return indices[Array(name.utf8)] }
    return fields.firstIndex(named: name)
  }
}
