/// The description of a key of a mapping: its values, its meaning and its default.
package struct KeyDescription: Sendable {
  package let name: String
  package let shape: ValueShape
  package let isRequired: Bool
  /// True if null is equivalent to omitting the key.
  package let mayBeNull: Bool
  /// The meaning of the key: one sentence without a period.
  package let summary: String
  /// The default of the key, as shown in the reference. Nil if the key has no default.
  package let standard: String?
  /// An example value, as YAML on one line.
  package let example: String

  package init(
    _ name: String, _ shape: ValueShape, isRequired: Bool = false, mayBeNull: Bool = true, _ summary: String,
    standard: String? = nil, example: String
  ) {
    self.name = name
    self.shape = shape
    self.isRequired = isRequired
    self.mayBeNull = mayBeNull && !isRequired
    self.summary = summary
    self.standard = standard
    self.example = example
  }

  /// Returns the key with another shape, for a module that knows more about its value.
  package func shaped(_ shape: ValueShape) -> KeyDescription {
    KeyDescription(
      name, shape, isRequired: isRequired, mayBeNull: mayBeNull, summary, standard: standard, example: example)
  }
}

/// The description of a mapping with known keys.
///
/// `DocumentReader` rejects other keys and requires the required ones. JSON schemas for editors and reference pages
/// are generated from it.
package struct MappingDescription: Sendable {
  /// The path of the mapping in the reference: `queries.NAME`.
  package let name: String
  /// The meaning of the mapping: one or more sentences.
  package let summary: String
  package let keys: [KeyDescription]
  /// Keys of which at least one is required.
  package let needsOneOf: [String]
  /// Keys that exclude each other.
  package let conflicts: [Conflict]
  /// Additional keys that depend on the value of one key.
  package let variants: Variants?
  /// An example, as YAML.
  package let example: String?

  /// Two keys that exclude each other, with the reason.
  package struct Conflict: Sendable {
    package let first: String
    package let second: String
    package let hint: String

    package init(_ first: String, _ second: String, _ hint: String) {
      (self.first, self.second, self.hint) = (first, second, hint)
    }
  }

  /// Additional keys by the value of a key: `adapter: csv` has other keys than `adapter: arrow`.
  package struct Variants: Sendable {
    package let key: String
    package let cases: [Case]

    package struct Case: Sendable {
      package let word: String
      package let description: MappingDescription

      package init(_ word: String, _ description: MappingDescription) {
        self.word = word
        self.description = description
      }
    }

    package init(by key: String, _ cases: [Case]) {
      self.key = key
      self.cases = cases
    }
  }

  package init(
    _ name: String, _ summary: String, keys: [KeyDescription], needsOneOf: [String] = [],
    conflicts: [Conflict] = [], variants: Variants? = nil, example: String? = nil
  ) {
    self.name = name
    self.summary = summary
    self.keys = keys
    self.needsOneOf = needsOneOf
    self.conflicts = conflicts
    self.variants = variants
    self.example = example
  }

  package func key(_ name: String) -> KeyDescription? { keys.first { $0.name.isSameText(as: name) } }

  package var names: [String] { keys.map(\.name) }

  package var mayBeEmpty: Bool { needsOneOf.isEmpty && !keys.contains(where: \.isRequired) }

  /// Returns the mapping with other shapes for some of its keys.
  package func shaping(_ shapes: [String: ValueShape]) -> MappingDescription {
    MappingDescription(
      name, summary, keys: keys.map { key in shapes[key.name].map(key.shaped) ?? key }, needsOneOf: needsOneOf,
      conflicts: conflicts, variants: variants, example: example)
  }

  /// Returns the mapping with variants.
  package func varying(_ variants: Variants) -> MappingDescription {
    MappingDescription(
      name, summary, keys: keys, needsOneOf: needsOneOf, conflicts: conflicts, variants: variants, example: example)
  }
}
