import Foundation

/// The number of inputs that tests try. Sanitizers find their errors with few inputs, and make each one ten times as
/// slow.
package enum Inputs {
  /// True if a sanitizer is running. `Scripts/test` sets AUGER_SANITIZER to its name.
  package static let areFew = ProcessInfo.processInfo.environment["AUGER_SANITIZER"] != nil

  /// Returns the usual number, or a tenth of it under a sanitizer, but at least one.
  package static func count(_ usual: Int) -> Int { areFew ? max(1, usual / 10) : usual }

  /// Returns all items, or every tenth starting with the first under a sanitizer.
  package static func some<T>(_ items: [T]) -> [T] {
    areFew ? stride(from: 0, to: items.count, by: 10).map { items[$0] } : items
  }
}
