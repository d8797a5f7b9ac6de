import AugerCharts
import AugerColumns
import AugerDiagnostics

/// Single values without a column type, and the notes that prevent readers from inferring another type.
///
/// Without a note an integer is an int, another number a float, and a string a string. `types` contains the type of
/// other values, with the names used in schemas. `exact` contains a number that JSON cannot represent as a string.
enum WrittenScalar {
  /// Returns the type name that must accompany a value. Nil if a reader infers the type, possibly from the type known
  /// for such values.
  static func type(of value: Scalar, known: DataType?) -> String? {
    switch (value, known) {
    case (.null, _), (.bool, .bool?), (.int, .int64?), (.float, .float64?), (.string, .string?), (.date, .date?),
      (.timestamp, .timestamp(_)?), (.time, .time?), (.interval, .interval?), (.binary, .binary?):
      return nil
    case (.bool, nil), (.int, nil), (.string, nil): return nil
    case (.float(let number), nil):
      // Among numbers, an integer would be read as an int. Numbers that are not finite are not JSON numbers.
      return number.isFinite && Double(Int64(clamping: number)) != number ? nil : "float"
    case (.decimal(let number), .decimal(let precision, let scale)?)
    where number.scale == scale && number.fitted(precision: precision, scale: scale) != nil:
      return nil
    default: return name(ofTypeOf: value)
    }
  }

  /// Returns the type name for an argument. Arguments contain numbers that JSON cannot represent as strings.
  static func argumentType(of value: Scalar) -> String? {
    type(of: value, known: nil) ?? (ExactText.text(value) == nil ? nil : name(ofTypeOf: value))
  }

  /// Returns the type name. Decimals have the maximum number of digits, so that values of one column have one type.
  static func name(ofTypeOf value: Scalar) -> String? {
    if case .decimal(let number) = value {
      return DataType.decimal(precision: Decimal128.maximumPrecision, scale: number.scale).description
    }
    return value.type?.description
  }
}

extension Int64 {
  /// Returns the integer nearest to a finite double; 0 for NaN.
  fileprivate init(clamping value: Double) {
    self = value.isNaN ? 0 : Int64(exactly: value.rounded(.towardZero)) ?? (value < 0 ? .min : .max)
  }
}

extension FieldWriter {
  /// Appends arguments sorted by the bytes of their names, so that equal arguments have equal bytes. Each is a value, a
  /// list, or the two ends of a range.
  mutating func arguments(_ arguments: QueryArguments) {
    members(arguments.sorted) { writer, argument in
      switch argument {
      case .scalar(let scalar): writer.out.argument(scalar)
      case .list(let scalars): writer.line(scalars.indices) { $0.out.argument(scalars[$1]) }
      case .range(let lower, let upper):
        writer.members([("lower", lower), ("upper", upper)]) { $0.out.argument($1) }
      }
    }
  }

  /// Appends one type for each name, or one for each value of a list and each end of a range.
  mutating func types(_ types: NamedTypes) {
    members(types) { writer, types in
      if let type = types.first ?? nil, types.allSatisfy({ $0 == type }) { return writer.out.string(type) }
      writer.texts(types[...])
    }
  }

  /// Appends the types of the drill arguments of each category or series: one shared object if they agree, otherwise
  /// one for each.
  mutating func types(ofPicks picks: [QueryArguments?]) {
    if let shared = NamedTypes(sharedBy: picks) { return types(shared) }
    line(picks.indices) { $0.types(picks[$1]?.writtenTypes ?? []) }
  }
}

typealias NamedTypes = [(key: String, [String?])]

extension NamedTypes {
  /// Returns one type for each name; nil if the values of a name have several types.
  fileprivate init?(sharedBy picks: [QueryArguments?]) {
    var types: [Name: String] = [:]
    var needed: Set<Name> = []
    for case let pick? in picks {
      for (name, argument) in pick.entries {
        for value in argument.writtenScalars {
          guard let type = WrittenScalar.name(ofTypeOf: value) else { continue }
          if let other = types.updateValue(type, forKey: Name(name)), other != type { return nil }
          if WrittenScalar.argumentType(of: value) != nil { needed.insert(Name(name)) }
        }
      }
    }
    self = needed.sorted().map { ($0.text, [types[$0]]) }
  }
}

extension QueryArguments {
  fileprivate var sorted: [(key: String, QueryArgument)] {
    entries.sorted { Scalar.compareBytes($0.name, $1.name) < 0 }.map { ($0.name, $0.value) }
  }

  /// The types of the arguments that a reader would infer incorrectly, in output order. Nil if none exist.
  var writtenTypes: NamedTypes? {
    let types: NamedTypes = sorted.compactMap { name, argument in
      let types = argument.writtenScalars.map { WrittenScalar.argumentType(of: $0) }
      return types.contains { $0 != nil } ? (name, types) : nil
    }
    return types.isEmpty ? nil : types
  }
}

extension QueryArgument {
  /// Its values in output order.
  fileprivate var writtenScalars: [Scalar] {
    switch self {
    case .scalar(let value): [value]
    case .list(let values): values
    case .range(let lower, let upper): [lower, upper]
    }
  }
}
