/// What the value of a key may be: data that a reader checks with, and that schemas and references are written from.
///
/// Scalars are texts (`DocumentNode`), so `012` and `"12"` are both whole numbers.
package indirect enum ValueShape: Sendable {
  /// A scalar; with a pattern, one that this regular expression (of ECMAScript, without flags) matches.
  case text(TextShape)
  /// One of a few words.
  case choice([String])
  case whole(ClosedRange<Int>)
  case number
  /// `true`, `false`, `yes` or `no`, in any case.
  case truth
  /// A truth value, or `on`, `off`, `1` or `0`: as options of sources have it.
  case toggle
  /// A length of time with its units, as `DurationText` reads it.
  case duration
  /// A list; a single value that is no list counts as a list of one.
  case list(ValueShape)
  /// A mapping of known keys.
  case mapping(MappingDescription)
  /// A mapping whose keys are names that its author chooses.
  case named(ValueShape)
  /// Whatever fits one of them.
  case oneOf([ValueShape])
  /// Anything: what another module reads.
  case anything

  /// A text of any form, or of one that a pattern describes.
  package struct TextShape: Sendable {
    /// What the text is, in the words of the reference: `an expression`.
    package let name: String
    package let pattern: String?
  }

  /// A text of any form, or of one that `pattern` describes; `name` is what the reference calls it.
  package static func text(_ name: String = "text", matching pattern: String? = nil) -> ValueShape {
    .text(TextShape(name: name, pattern: pattern))
  }

  package static let expression = text("expression")
  package static let path = text("path")
  package static let texts = list(.text())
  package static let count = whole(0...Int.max)
}
