import AugerDiagnostics

/// The arguments of a query: name → value, list or range, in the order given.
///
/// Two argument sets with the same entries are equal whatever their order; `canonicalText` is the same for both, which
/// makes it the key of caches.
public struct QueryArguments: Sendable {
  /// Names and values in the order in which they were first set.
  public private(set) var entries: [(name: String, value: QueryArgument)] = []

  /// No arguments.
  public init() {}

  package init(_ entries: KeyValuePairs<String, QueryArgument>) { for (name, value) in entries { self[name] = value } }

  /// Entries no two of which have the same name.
  package init(unique entries: [(name: String, value: QueryArgument)]) { self.entries = entries }

  package var isEmpty: Bool { entries.isEmpty }

  package var names: [String] { entries.map(\.name) }

  /// The argument of a name; setting replaces in place, nil removes.
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

  /// One text for equal arguments: sorted by the bytes of the names, values with their types.
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

/// What one argument of a query is.
public enum QueryArgument: Sendable, Hashable {
  /// One value.
  case scalar(Scalar)
  /// Several picks; in the order picked.
  case list([Scalar])
  /// Both ends included.
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
