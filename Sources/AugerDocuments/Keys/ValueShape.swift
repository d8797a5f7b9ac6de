/// The valid values of a key, used for validation, schemas and the reference.
///
/// Scalars are strings (`DocumentNode`), so `012` and `"12"` are both integers.
package indirect enum ValueShape: Sendable {
  /// A scalar. If it has a pattern, the value must match this regular expression (of ECMAScript, without flags).
  case text(TextShape)
  /// One of a few words.
  case choice([String])
  case whole(ClosedRange<Int>)
  case number
  /// `true`, `false`, `yes` or `no`, in any case.
  case truth
  /// A Boolean, or `on`, `off`, `1` or `0`, for options of sources.
  case toggle
  /// A duration with units, as parsed by `DurationText`.
  case duration
  /// A list. A single value counts as a list with one item.
  case list(ValueShape)
  /// A mapping of known keys.
  case mapping(MappingDescription)
  /// A mapping with user-defined keys.
  case named(ValueShape)
  /// A value of any of several shapes.
  case oneOf([ValueShape])
  /// Any value, which another module reads.
  case anything

  /// A string of any form, or of a form that a pattern describes.
  package struct TextShape: Sendable {
    /// The name of the form in the reference: `an expression`.
    package let name: String
    package let pattern: String?
  }

  /// Returns the shape of a string of any form, or of a form that `pattern` describes. The reference uses `name`.
  package static func text(_ name: String = "text", matching pattern: String? = nil) -> ValueShape {
    .text(TextShape(name: name, pattern: pattern))
  }

  package static let expression = text("expression")
  package static let path = text("path")
  package static let texts = list(.text())
  package static let count = whole(0...Int.max)
}
