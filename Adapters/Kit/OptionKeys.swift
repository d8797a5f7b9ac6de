import AugerDiagnostics
import AugerDocuments
import AugerQuery

extension SourceConfiguration {
  /// Refuses options that an adapter's description does not have, all of them at once, with a suggestion for each.
  package func checkOptions(_ description: MappingDescription) throws(DiagnosticError) {
    try checkOptions(known: description.names)
  }
}

extension KeyDescription {
  /// An option of a source. Its value may be left out with its key, and is not null: the word `null` needs quotes.
  package static func option(
    _ name: String, _ shape: ValueShape, _ summary: String, standard: String? = nil, example: String
  ) -> KeyDescription {
    KeyDescription(name, shape, mayBeNull: false, summary, standard: standard, example: example)
  }
}

extension ValueShape {
  /// What `SourceOption.duration` reads.
  package static let optionDuration = ValueShape.oneOf([
    .text("duration", matching: #"^[0-9]+(\.[0-9]+)?(ms|s|m|h)?$"#), .number,
  ])

  /// What `SourceOption.bytes` reads.
  package static let optionBytes = ValueShape.oneOf([
    .text("size", matching: #"^[0-9]+(\.[0-9]+)?(kB|MB|GB)?$"#), .whole(1...1_099_511_627_776),
  ])
}
