extension Column {
  /// Whether the types are the same and the values of all rows are, however the two are stored.
  package func isSame(as other: Column) -> Bool {
    type == other.type && count == other.count && (0..<count).allSatisfy { self[$0] == other[$0] }
  }
}
