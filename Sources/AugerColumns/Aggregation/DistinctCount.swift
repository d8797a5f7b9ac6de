/// Exact numbers of distinct values. Every value has a number and a set of groups in which it occurs.
///
/// The memory is proportional to the number of distinct (group, value) pairs.
package struct DistinctCount: Sendable {
  private var values: DistinctValues
  private var sets = GroupSets()
  /// The group of the count for each group of the sets, −1 for an excluded group. Nil if they are equal.
  private var places: [Int32]?

  /// Creates a count. `known` contains the values that the target of a later merge has published.
  init(_ type: DataType, _ known: KnownValues? = nil) {
    values = DistinctValues(type, known)
    sets.expect(values: values.knownCount)
  }

  /// Returns the values for counts of later chunks, if they are many more than before.
  mutating func publish() -> KnownValues? { values.publish() }

  mutating func update(_ column: Column, _ grouping: Grouping) {
    prepare(column, groups: grouping.count)
    let groups = grouping.groups.span
    values.number(column) { sets.insert($1, Int(groups[$0])) }
  }

  /// Adds rows of a block whose group numbers are below `groups`: all rows, or those at `positions`.
  mutating func update(_ column: Column, _ numbers: [UInt16], _ positions: [UInt16]?, groups: Int) {
    prepare(column, groups: groups)
    let span = numbers.span
    guard let positions else {
      values.number(column) { sets.insert($1, Int(span[$0])) }
      return
    }
    let taken = column.gathered(positions.map { Int32($0) })
    values.number(taken) { sets.insert($1, Int(span[$0])) }
  }

  private mutating func prepare(_ column: Column, groups: Int) {
    settle()
    sets.reserve(groups: groups)
    values.reserve(column, &sets)
  }

  mutating func merge(_ other: DistinctCount, _ mapping: [Int], _ count: Int) {
    settle()
    sets.reserve(groups: count)
    values.reserve(other.values, &sets)
    // Most values are already known here, once the first chunks have published theirs.
    let shared = values.shared(with: other.values)
    let isUnited = sets.unite(other.sets, values: shared.count, offset: shared.offset, at: other.places(mapping))
    let first = isUnited ? shared.count : 0
    take(other.values, from: first, groups: count) { body in other.forEachPair(from: first) { body($0, mapping[$1]) } }
  }

  /// Calls `body` with each value starting at a number, and each of its groups.
  @inline(__always)
  private func forEachPair(from first: Int = 0, _ body: (_ value: Int, _ group: Int) -> Void) {
    guard let places else { return sets.forEachPair(from: first, body) }
    sets.forEachPair(from: first) { value, group in if places[group] >= 0 { body(value, Int(places[group])) } }
  }

  /// Returns the group of the target for each of the first 64 groups of the sets; −1 means none. `mapping` maps
  /// groups of this count to the target.
  private func places(_ mapping: [Int]) -> [Int] {
    guard let places else { return Array(mapping.prefix(64)) }
    return places.prefix(64).map { $0 < 0 ? -1 : mapping[Int($0)] }
  }

  /// Applies the group numbers of the count to the sets.
  private mutating func settle() {
    guard places != nil else { return }
    var settled = GroupSets()
    settled.reserve(values: values.count)
    forEachPair { value, group in
      settled.reserve(groups: group + 1)
      settled.insert(value, group)
    }
    (sets, places) = (settled, nil)
  }

  func split(_ shards: GroupShards) -> [DistinctCount] {
    var pairs = [[(number: Int, group: Int)]](repeating: [], count: GroupShards.count)
    forEachPair { pairs[Int(shards.shards[$1])].append(($0, Int(shards.places[$1]))) }
    return zip(pairs, shards.groups).map { pairs, groups in
      var part = DistinctCount(values.type)
      part.take(values, groups: groups.count) { body in for pair in pairs { body(pair.number, pair.group) } }
      return part
    }
  }

  /// Adds pairs of a value and a group here. A value is given by its number in the other count, starting at `first`.
  @inline(__always)
  private mutating func take(
    _ other: DistinctValues, from first: Int = 0, groups: Int,
    _ forEachPair: (_ body: (_ number: Int, _ group: Int) -> Void) -> Void
  ) {
    guard first < other.count else { return }
    var used = [Bool](repeating: false, count: other.count - first)
    forEachPair { number, _ in used[number - first] = true }
    sets.reserve(groups: groups)
    values.reserve(other, &sets)
    let numbers = values.numbers(of: other, from: first, used: used)
    // Moved out, so that its bits are changed in place.
    var sets = GroupSets()
    swap(&sets, &self.sets)
    forEachPair { sets.insert(Int(numbers[$0 - first]), $1) }
    self.sets = sets
  }

  /// Returns the counts of some groups, in that order.
  func counts(of order: [UInt16]) -> DistinctCount {
    var places = [Int32](repeating: -1, count: 1 << 16)
    for (place, group) in order.enumerated() { places[Int(group)] = Int32(truncatingIfNeeded: place) }
    var result = self
    result.settle()
    result.values.forgetLatest()
    result.places = places
    return result
  }

  /// Marks the groups that have a value. Call it before groups are selected.
  func markPresent(_ present: inout [Bool]) { for group in sets.groups { present[group] = true } }

  var byteCount: Int { values.byteCount + sets.byteCount }

  /// Returns the additional bytes needed temporarily while a partial result is merged.
  func growthBytes(merging other: DistinctCount) -> Int {
    let more = other.values.count
    return values.growthBytes(adding: more) + sets.growthBytes(adding: other.sets, values: values.count + more) + more
      * 5
  }

  func finish(_ count: Int) -> Column {
    var counts = [Int64](repeating: 0, count: count)
    forEachPair { counts[$1] += 1 }
    return Column(counts)
  }
}
