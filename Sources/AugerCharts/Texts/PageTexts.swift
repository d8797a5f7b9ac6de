import AugerDiagnostics

/// The texts of pages and pictures in one language: a built-in table, and the texts of a file that replace its entries.
package struct PageTexts: Sendable, Hashable {
  /// The values of placeholders, by name.
  package typealias Values = KeyValuePairs<String, String>

  /// The language of the texts (BCP 47), for the `lang` attribute of pages.
  package let language: String
  private let own: [PageText: String]
  private let isGerman: Bool

  package static let english = PageTexts(language: "en")
  package static let german = PageTexts(language: "de")

  /// Creates the texts of a language. Missing texts are German for `de`, and English for all other languages.
  package init(language: String, own: [PageText: String] = [:]) {
    isGerman = Name(language) == "de"
    self.language = own.isEmpty && !isGerman ? "en" : language
    self.own = own
  }

  /// Returns the text of a key with its placeholders.
  package subscript(_ key: PageText) -> String { own[key] ?? (isGerman ? key.german : key.english) }

  /// Returns a text with the values of its placeholders.
  package func text(_ key: PageText, _ values: Values) -> String { Self.filled(self[key], values) }

  /// Returns the form of a text for a count, with the values of its placeholders and `{count}`.
  package func text(_ key: PageText, count: Int, _ values: Values = [:]) -> String {
    let forms = Self.forms(self[key])
    return Self.filled(count == 1 ? forms.one : forms.other, values, count: count)
  }

  // MARK: Syntax

  /// Returns the forms of a text for one and for other counts. They are equal without a `|`.
  private static func forms(_ text: String) -> (one: Substring, other: Substring) {
    guard let bar = text.utf8.firstIndex(of: UInt8(ascii: "|")) else { return (text[...], text[...]) }
    return (text[..<bar], text[text.utf8.index(after: bar)...])
  }

  private static func filled(_ text: some StringProtocol, _ values: Values, count: Int? = nil) -> String {
    var result = ""
    for piece in pieces(text) {
      switch piece {
      case .text(let text): result += text
      case .placeholder(let name):
        if let value = values.first(where: { Name($0.key) == Name(name) })?.value {
          result += value
        } else if let count, Name(name) == "count" {
          result += String(count)
        } else {
          result += "{\(name)}"
        }
      }
    }
    return result
  }

  private enum Piece {
    case text(String)
    case placeholder(String)
  }

  /// Splits a text at its placeholders. A brace without a counterpart is text.
  private static func pieces(_ text: some StringProtocol) -> [Piece] {
    var pieces: [Piece] = []
    var rest = Substring(text)
    while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")),
      let close = rest.utf8[open...].firstIndex(of: UInt8(ascii: "}"))
    {
      pieces.append(.text(String(rest[..<open])))
      pieces.append(.placeholder(String(rest[rest.utf8.index(after: open)..<close])))
      rest = rest[rest.utf8.index(after: close)...]
    }
    return pieces + [.text(String(rest))]
  }

  /// Returns the unique placeholders of a text in all its forms, in order.
  package static func placeholders(of text: String) -> [String] {
    var names: [String] = []
    for case .placeholder(let name) in pieces(text) where !names.contains(name: name) { names.append(name) }
    return names
  }
}

extension PageText {
  /// The placeholders that every translation must contain.
  package var placeholders: [String] { PageTexts.placeholders(of: english) }

}

extension PageTexts {
  /// Returns the hint that the categories of a level lead to details. English has titles in lower case in a sentence.
  package func drillHint(_ level: String) -> String { hint(.drillHint, level) }

  /// Returns the hint that the categories of a level filter other charts.
  package func selectHint(_ level: String) -> String { hint(.selectHint, level) }

  private func hint(_ text: PageText, _ level: String) -> String {
    let title = level.isEmpty ? self[.category] : Name(language) == "en" ? level.lowercased() : level
    return self.text(text, ["level": title])
  }
}
