import Auger
import AugerColumns
import AugerDiagnostics
import AugerQuery
import TestSupport

/// Query arguments as they occur in JSON or YAML: lists, ranges and values of every declared type.
struct ArgumentFuzz: TextFuzzTarget {
  private static let types: [DataType?] = [
    nil, .bool, .int64, .float64, .decimal(precision: 38, scale: 2), .string, .date, .timestamp, .time, .interval,
  ]

  var mutator: FuzzMutator {
    FuzzMutator(
      seeds: ["1,2,null", "2013-01-01..2013-12-31", "'a','b'", "9.5", "infinity", "true"] + FuzzMutator.extremes,
      words: [",", "..", "'", "null", "-", "+", ".", "e", "T", ":"])
  }

  /// Returns the text as a single value, as a comma-separated list and as a range.
  private static func arguments(_ text: String) -> [QueryArgument] {
    let items = text.split(separator: ",", omittingEmptySubsequences: false).prefix(50).map {
      Scalar.inferred(String($0))
    }
    var arguments: [QueryArgument] = [.scalar(.inferred(text)), .scalar(.string(text)), .list(items)]
    if let dots = text.firstRange(of: "..") {
      arguments.append(
        .range(
          lower: .inferred(String(text[..<dots.lowerBound])), upper: .inferred(String(text[dots.upperBound...]))))
    }
    return arguments
  }

  func finding(_ input: [UInt8], _ chance: inout Chance) async -> String? {
    for argument in Self.arguments(String(decoding: input, as: UTF8.self)) {
      var arguments = QueryArguments()
      arguments["a"] = argument
      for type in Self.types {
        let declared = [ParameterDeclaration(name: "a", type: type)]
        guard let resolved = try? ParameterDeclaration.resolve(arguments, declared: declared) else { continue }
        // A converted argument must convert to itself.
        guard let again = try? ParameterDeclaration.resolve(resolved, declared: declared) else {
          return "\(argument) as \(type.map { "\($0)" } ?? "anything") is refused when it is resolved again"
        }
        if again.canonicalText != resolved.canonicalText { return "\(argument) is resolved in two ways" }
      }
    }
    return nil
  }
}
