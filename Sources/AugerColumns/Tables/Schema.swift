import AugerDiagnostics

extension DataTable {
  /// The name and type of a column.
  public struct Field: HasName, Hashable, Sendable {
    /// The name of the column. Names are compared by bytes.
    public var name: String
    /// The type of the column's values.
    public var type: DataType
    /// The type name in the source, if it is more specific: `uuid`, `DECIMAL(10,2)`.
    package var declaredType: String?
    /// True if every value is null and no type is declared. `type` is then a placeholder, and an expression treats the
    /// column as a null of any type.
    package var isUntyped = false
    /// The reason for an unexpected type: `data.csv:15001: 'oops' is not a valid int`. Errors about the type show it.
    package var note: String?

    /// Creates the name and type of a column.
    public init(_ name: String, type: DataType) { self.init(name, type) }

    /// Creates a column of a schema. `declaredType` is the type name in the source. `isUntyped` is true if the source
    /// declares no type and all values are null. `note` explains an unexpected type.
    package init(
      _ name: String, _ type: DataType, declaredType: String? = nil, isUntyped: Bool = false, note: String? = nil
    ) {
      self.name = name
      self.type = type
      self.declaredType = declaredType
      self.isUntyped = isUntyped
      self.note = note
    }

    /// Compares the names by bytes, and the types. The note does not count.
    public static func == (a: Field, b: Field) -> Bool {
      Name(a.name) == Name(b.name) && a.type == b.type && a.declaredType == b.declaredType
    }

    public func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(type)
      hasher.combine(declaredType)
    }
  }

  /// The columns of a table in order. Their names are distinct and case-sensitive.
  public struct Schema: Hashable, Sendable {
    /// The columns, left to right.
    public private(set) var fields: [Field]
    /// The index of each name. Nil if a linear search is as fast.
    private var indices: [[UInt8]: Int]?

    /// The number of columns below which a linear search is as fast.
    private static let fewest = 32

    /// Creates a schema. A duplicate name gets a suffix: `amount`, `amount_2`.
    public init(_ fields: [Field]) {
      var seen: [[UInt8]: Int] = [:]
      // The next suffix to try, because all columns of a file can have the same name.
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

    /// Appends a column if its name is new. Returns false otherwise.
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

    /// Returns the index of the column with a name, compared by bytes. Nil if none exists.
    package func index(of name: String) -> Int? {
      if let indices { return indices[Array(name.utf8)] }
      return fields.firstIndex(named: name)
    }
  }
}
