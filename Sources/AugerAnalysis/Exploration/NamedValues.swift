import AugerColumns
import AugerDiagnostics

/// Values by name, sorted by the bytes of the names. Equality does not depend on the insertion order.
///
/// A missing name means the initial state, so that a value equal to it is never stored.
package struct NamedValues<Value: Hashable & Sendable>: Sendable {
  package struct Entry: Sendable {
    package var name: String
    package var value: Value
  }

  package private(set) var entries: [Entry] = []

  package init() {}

  package var isEmpty: Bool { entries.isEmpty }

  package var names: [String] { entries.map(\.name) }

  /// The value of a name. Setting nil removes it.
  package subscript(name: String) -> Value? {
    get {
      let index = place(of: name)
      return holds(name, at: index) ? entries[index].value : nil
    }
    set {
      let index = place(of: name)
      switch (holds(name, at: index), newValue) {
      case (true, let value?): entries[index].value = value
      case (true, nil): entries.remove(at: index)
      case (false, let value?): entries.insert(Entry(name: name, value: value), at: index)
      case (false, nil): break
      }
    }
  }

  private func holds(_ name: String, at index: Int) -> Bool {
    index < entries.count && Scalar.compareBytes(entries[index].name, name) == 0
  }

  /// Returns the index of a name, or its insertion index.
  private func place(of name: String) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if Scalar.compareBytes(entries[middle].name, name) < 0 { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension NamedValues: Hashable {
  package static func == (a: NamedValues, b: NamedValues) -> Bool {
    a.entries.elementsEqual(b.entries) { Name($0.name) == Name($1.name) && $0.value == $1.value }
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(entries.count)
    for entry in entries {
      for byte in entry.name.utf8 { hasher.combine(byte) }
      hasher.combine(entry.value)
    }
  }
}
