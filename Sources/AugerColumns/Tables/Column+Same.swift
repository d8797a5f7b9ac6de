extension Column {
  /// Returns true if the types and the values of all rows are equal, regardless of storage.
  package func isSame(as other: Column) -> Bool {
    type == other.type && count == other.count && (0..<count).allSatisfy { self[$0] == other[$0] }
  }
}
