/// A key of a mapping: what its value may be, what it says, and what holds without it.
package struct KeyDescription: Sendable {
  package let name: String
  package let shape: ValueShape
  package let isRequired: Bool
  /// Whether null is as good as leaving the key out.
  package let mayBeNull: Bool
  /// What it says: one sentence without a full stop.
  package let summary: String
  /// What holds where the key is left out, as words of the reference; nil where nothing does.
  package let standard: String?
  /// A value, as YAML on one line.
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

  /// The same key with another shape: where a module knows more of its value than the one that reads around it.
  package func shaped(_ shape: ValueShape) -> KeyDescription {
    KeyDescription(
      name, shape, isRequired: isRequired, mayBeNull: mayBeNull, summary, standard: standard, example: example)
  }
}

/// A mapping of known keys.
///
/// The catalogue of what may be written: `DocumentReader` refuses every other key and demands the required ones, and
/// the schemas that editors use and the reference pages are generated from it.
package struct MappingDescription: Sendable {
  /// Where it stands, as the reference has it: `queries.NAME`.
  package let name: String
  /// What it is: one or more sentences.
  package let summary: String
  package let keys: [KeyDescription]
  /// Keys of which at least one must be there.
  package let needsOneOf: [String]
  /// Keys that exclude each other.
  package let conflicts: [Conflict]
  /// Further keys that depend on the word that one key has.
  package let variants: Variants?
  /// How it may look, as YAML.
  package let example: String?

  /// Two keys that cannot both be there, and why.
  package struct Conflict: Sendable {
    package let first: String
    package let second: String
    package let hint: String

    package init(_ first: String, _ second: String, _ hint: String) {
      (self.first, self.second, self.hint) = (first, second, hint)
    }
  }

  /// What the word of a key adds: `adapter: csv` has other keys than `adapter: arrow`.
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

  /// The same with other shapes of some of its keys.
  package func shaping(_ shapes: [String: ValueShape]) -> MappingDescription {
    MappingDescription(
      name, summary, keys: keys.map { key in shapes[key.name].map(key.shaped) ?? key }, needsOneOf: needsOneOf,
      conflicts: conflicts, variants: variants, example: example)
  }

  /// The same with variants.
  package func varying(_ variants: Variants) -> MappingDescription {
    MappingDescription(
      name, summary, keys: keys, needsOneOf: needsOneOf, conflicts: conflicts, variants: variants, example: example)
  }
}
