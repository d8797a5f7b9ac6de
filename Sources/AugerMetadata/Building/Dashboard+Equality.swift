import AugerDiagnostics

extension Dashboard: Hashable {
  /// Compares the meaning of two dashboards. Positions, notation, old spellings and attributes with default values are
  /// ignored. The name counts.
  public static func == (a: Dashboard, b: Dashboard) -> Bool {
    a.name == b.name && a.title == b.title && a.summary == b.summary && a.theme == b.theme && a.variables == b.variables
      && a.filters == b.filters && a.items == b.items && a.layout == b.layout
      && a.errors.map(\.message) == b.errors.map(\.message)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(title)
    hasher.combine(items.count)
    for item in items { hasher.combine(item.name) }
  }
}
