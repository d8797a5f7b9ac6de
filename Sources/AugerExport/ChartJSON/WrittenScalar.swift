import AugerCharts
import AugerColumns
import AugerDiagnostics

/// Single values, which no column gives a type: what stands beside them where a reader would take them for others.
///
/// Without a note an integer is an int, another number a float, a text a string. `types` names the type of others, as
/// schemas do; `exact` has the text of a number that JSON does not hold.
enum WrittenScalar {
  /// The name of the type that must stand beside a value; nil where a reader finds it, perhaps by what is known of all
  /// values there.
  static func type(of value: Scalar, known: DataType?) -> String? {
    switch (value, known) {
    case (.null, _), (.bool, .bool?), (.int, .int64?), (.float, .float64?), (.string, .string?), (.date, .date?),
      (.timestamp, .timestamp(_)?), (.time, .time?), (.interval, .interval?), (.binary, .binary?):
      return nil
    case (.bool, nil), (.int, nil), (.string, nil): return nil
    case (.float(let number), nil):
      // Among numbers a whole one is taken for an int; what is not finite is no number of JSON.
      return number.isFinite && Double(Int64(clamping: number)) != number ? nil : "float"
    case (.decimal(let number), .decimal(let precision, let scale)?)
    where number.scale == scale && number.fitted(precision: precision, scale: scale) != nil:
      return nil
    default: return name(ofTypeOf: value)
    }
  }

  /// The same of an argument, whose numbers are texts where JSON does not hold them.
  static func argumentType(of value: Scalar) -> String? {
    type(of: value, known: nil) ?? (ExactText.text(value) == nil ? nil : name(ofTypeOf: value))
  }

  /// Decimals are of as many digits as there can be, so that values of one column have one type.
  static func name(ofTypeOf value: Scalar) -> String? {
    if case .decimal(let number) = value {
      return DataType.decimal(precision: Decimal128.maximumPrecision, scale: number.scale).description
    }
    return value.type?.description
  }
}

extension Int64 {
  /// The whole number nearest to a finite double; 0 for NaN.
  fileprivate init(clamping value: Double) {
    self = value.isNaN ? 0 : Int64(exactly: value.rounded(.towardZero)) ?? (value < 0 ? .min : .max)
  }
}

extension FieldWriter {
  /// By the bytes of the names, so that equal arguments have equal bytes: value, list, or the two ends of a range.
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

  /// By name one type, or one for each value of a list and the two ends of a range.
  mutating func types(_ types: NamedTypes) {
    members(types) { writer, types in
      if let type = types.first ?? nil, types.allSatisfy({ $0 == type }) { return writer.out.string(type) }
      writer.texts(types[...])
    }
  }

  /// The types of what picking each category or series adds: one object for all while they agree, else one for each.
  mutating func types(ofPicks picks: [QueryArguments?]) {
    if let shared = NamedTypes(sharedBy: picks) { return types(shared) }
    line(picks.indices) { $0.types(picks[$1]?.writtenTypes ?? []) }
  }
}

typealias NamedTypes = [(key: String, [String?])]

extension NamedTypes {
  /// One type for each name; nil where the values of a name have several.
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

  /// The types of the arguments that a reader would take for others, in the order written; nil if there are none.
  var writtenTypes: NamedTypes? {
    let types: NamedTypes = sorted.compactMap { name, argument in
      let types = argument.writtenScalars.map { WrittenScalar.argumentType(of: $0) }
      return types.contains { $0 != nil } ? (name, types) : nil
    }
    return types.isEmpty ? nil : types
  }
}

extension QueryArgument {
  /// Its values in the order that they are written in.
  fileprivate var writtenScalars: [Scalar] {
    switch self {
    case .scalar(let value): [value]
    case .list(let values): values
    case .range(let lower, let upper): [lower, upper]
    }
  }
}
