/// A text for readers with the values of its placeholders, before its language is known.
package struct PageMessage: Sendable {
  package var key: PageText
  package var values: PageTexts.Values

  package init(_ key: PageText, _ values: PageTexts.Values = [:]) {
    self.key = key
    self.values = values
  }

  package func text(in texts: PageTexts) -> String { texts.text(key, values) }
}
