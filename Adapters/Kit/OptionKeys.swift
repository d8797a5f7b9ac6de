import AugerDiagnostics
import AugerDocuments
import AugerQuery

extension SourceConfiguration {
  /// Throws for options that are not in an adapter's description. All of them are reported together, with a
  /// suggestion for each.
  package func checkOptions(_ description: MappingDescription) throws(DiagnosticError) {
    try requireOptions(description.names)
  }
}

extension KeyDescription {
  /// Describes an option of a source. The option can be omitted but cannot be null: the word `null` needs quotes.
  package static func option(
    _ name: String, _ shape: ValueShape, _ summary: String, standard: String? = nil, example: String
  ) -> KeyDescription {
    KeyDescription(name, shape, mayBeNull: false, summary, standard: standard, example: example)
  }
}

extension ValueShape {
  /// The values that `SourceOption.duration` parses.
  package static let optionDuration = ValueShape.oneOf([
    .text("duration", matching: #"^[0-9]+(\.[0-9]+)?(ms|s|m|h)?$"#), .number,
  ])

  /// The values that `SourceOption.bytes` parses.
  package static let optionBytes = ValueShape.oneOf([
    .text("size", matching: #"^[0-9]+(\.[0-9]+)?(kB|MB|GB)?$"#), .whole(1...1_099_511_627_776),
  ])
}
