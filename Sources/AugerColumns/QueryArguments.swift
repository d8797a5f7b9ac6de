import AugerDiagnostics

/// The arguments of a query: names with a value, list or range, in the order given.
///
/// Two argument sets with the same entries are equal in any order. Their `canonicalText` is also equal, so it can be
/// the key of a cache.
public struct QueryArguments: Sendable {
  /// The names and values in the order in which they were first set.
  package private(set) var entries: [(name: String, value: QueryArgument)] = []

  /// Creates an empty set of arguments.
  public init() {}

  package init(_ entries: KeyValuePairs<String, QueryArgument>) { for (name, value) in entries { self[name] = value } }

  /// Creates arguments from entries with distinct names.
  package init(unique entries: [(name: String, value: QueryArgument)]) { self.entries = entries }

  package var isEmpty: Bool { entries.isEmpty }

  /// The names in the order in which they were first set.
  public var names: [String] { entries.map(\.name) }

  /// The argument with a name. Setting it preserves its position, and nil removes it.
  public subscript(name: String) -> QueryArgument? {
    get { entries.value(named: name) }
    set {
      let index = entries.firstIndex(named: name)
      switch (index, newValue) {
      case (let index?, let value?): entries[index].value = value
      case (let index?, nil): entries.remove(at: index)
      case (nil, let value?): entries.append((name, value))
      case (nil, nil): break
      }
    }
  }

  /// A canonical string, equal for equal arguments: sorted by the bytes of the names, values with their types.
  package var canonicalText: String {
    entries.sorted { Scalar.compareBytes($0.name, $1.name) < 0 }
      .map { "\($0.name.utf8.count):\($0.name)=\($0.value.canonicalText)" }.joined(separator: ";")
  }

  /// A hash of `canonicalText` that is equal in every process.
  package var stableHash: UInt64 {
    let bytes = Array(canonicalText.utf8)
    return ByteHash.hash(bytes.span)
  }
}

extension QueryArguments: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, QueryArgument)...) {
    for (name, value) in elements { self[name] = value }
  }
}

extension QueryArguments: Hashable {
  public static func == (a: QueryArguments, b: QueryArguments) -> Bool {
    Name(a.canonicalText) == Name(b.canonicalText)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(Name(canonicalText)) }
}

/// The value of an argument of a query.
public enum QueryArgument: Sendable, Hashable {
  /// A single value.
  case scalar(Scalar)
  /// A list of values, in selection order.
  case list([Scalar])
  /// A range that includes both ends.
  case range(lower: Scalar, upper: Scalar)

  var canonicalText: String {
    switch self {
    case .scalar(let value): Self.text(value)
    case .list(let values): "[" + values.map(Self.text).joined(separator: ",") + "]"
    case .range(let lower, let upper): Self.text(lower) + ".." + Self.text(upper)
    }
  }

  private static func text(_ value: Scalar) -> String {
    switch value {
    case .null: "null"
    case .bool(let value): "b\(value)"
    case .int(let value): "i\(value)"
    case .float(let value): "f\(NumberText.shortest(value))"
    case .decimal(let value): "n\(value.normalized)"
    case .string(let value): "s\(value.utf8.count):\(value)"
    case .date(let value): "d\(value)"
    case .timestamp(let value): "t\(value.microseconds)"
    case .time(let value): "c\(value.microseconds)"
    case .interval(let value): "p\(value)"
    case .binary(let value): "x\(BinaryText.text(value))"
    }
  }
}
