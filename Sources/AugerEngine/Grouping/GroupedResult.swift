import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

/// The groups of all chunks so far. Memory is proportional to the number of groups.
struct GroupedResult: FinishedMerging {
  private let plan: GroupedPlan
  private var keyBuilders: [ColumnBuilder]
  private var numbers: KeyTable
  /// The dictionaries over all chunks, for string and binary keys.
  private var dictionaries: [StringDictionaryBuilder?]
  /// The mapping of the latest chunk dictionary of each string key. Most chunks share one dictionary.
  private var known: [(dictionary: StringDictionary, codes: [UInt32])?]
  private var accumulators: [Accumulator]
  var warnings = Warnings()

  init(_ plan: GroupedPlan) {
    self.plan = plan
    let types = plan.query.keys.map { plan.query.schema[$0].type }
    keyBuilders = types.map { ColumnBuilder($0) }
    numbers = KeyTable(width: KeyWords.width(of: types))
    dictionaries = types.map { $0 == .string || $0 == .binary ? StringDictionaryBuilder() : nil }
    known = types.map { _ in nil }
    accumulators = plan.query.calls.map(\.emptyAccumulator)
  }

  var rowCount: Int { numbers.count }

  /// The size of the keys. The size of the measures is known when they are finished.
  var byteCount: Int { keyBuilders.reduce(0) { $0 + $1.byteCount } }

  var memoryBytes: Int {
    var bytes = numbers.byteCount
    for builder in keyBuilders { bytes += builder.memoryBytes }
    for accumulator in accumulators { bytes += accumulator.byteCount }
    for dictionary in dictionaries { bytes += dictionary?.memoryBytes ?? 0 }
    for known in known { bytes += (known?.codes.count ?? 0) * 4 }
    for layout in layouts { bytes += layout.numbers.count * 8 }
    return bytes
  }

  func growthBytes(merging part: GroupedPart) -> Int {
    let sums = zip(accumulators, part.accumulators).map { $0.growthBytes(merging: $1) }
    let texts = dictionaries.map { $0?.growthBytes(adding: part.groupCount) ?? 0 }
    return numbers.growthBytes(adding: part.groupCount) + (sums.max() ?? 0) + (texts.max() ?? 0)
  }

  mutating func merge(_ part: GroupedPart) throws {
    warnings.add(contentsOf: part.warnings)
    let mapping: [Int]
    switch part.keys {
    case .columns(let keys): mapping = numbered(keys, part.groupCount)
    case .numbers(let order, let layout): mapping = numbered(order, layout)
    }
    for index in accumulators.indices {
      try plan.query.checkpoint?()
      try accumulators[index].merge(part.accumulators[index], mapping, count: numbers.count)
    }
  }

  /// Provides later chunks with the distinct values found so far.
  mutating func publish() {
    for index in accumulators.indices {
      if let known = accumulators[index].publish() { plan.known.withLock { $0[index] = known } }
    }
  }

  /// Returns the group numbers here by the numbers in a layout. Most chunks share a few layouts, so only new groups
  /// are found by their keys.
  private mutating func numbered(_ order: [UInt16], _ layout: KeyLayout) -> [Int] {
    var known: [Int]
    if let index = layouts.firstIndex(where: { $0.layout === layout }) {
      known = layouts.remove(at: index).numbers
    } else {
      known = [Int](repeating: -1, count: layout.combinations)
    }
    let new = order.filter { known[Int($0)] < 0 }
    if !new.isEmpty {
      let keys = plan.keyColumns(of: new, layout)
      for (number, ours) in zip(new, numbered(keys, new.count)) { known[Int(number)] = ours }
    }
    layouts.insert((layout, known), at: 0)
    if layouts.count > KeyLayouts.mostKept { layouts.removeLast() }
    return order.map { known[Int($0)] }
  }

  /// Returns the group numbers here by the keys of a chunk's groups.
  private mutating func numbered(_ keys: [Column], _ count: Int) -> [Int] {
    var codes: [[UInt32]?] = []
    for (index, key) in keys.enumerated() {
      if case .binary(let values) = key.values, var ours = dictionaries[index] {
        dictionaries[index] = nil
        codes.append(values.codes(key.validity, &ours))
        dictionaries[index] = ours
        continue
      }
      guard case .string(let rows, let dictionary) = key.values, var ours = dictionaries[index] else {
        codes.append(nil)
        continue
      }
      dictionaries[index] = nil
      var mapping: [UInt32]
      if let latest = known[index], latest.dictionary.isSame(as: dictionary) {
        mapping = latest.codes
      } else {
        mapping = [UInt32](repeating: .max, count: dictionary.count)
      }
      known[index] = nil
      for row in 0..<count where !key.isNull(row) && mapping[rows[row]] == .max {
        mapping[rows[row]] = ours.code(for: dictionary.utf8(rows[row]))
      }
      dictionaries[index] = ours
      known[index] = (dictionary, mapping)
      codes.append(mapping)
    }
    let words = KeyWords.encode(keys, rowCount: count, codes: codes)
    var mapping: [Int] = []
    mapping.reserveCapacity(count)
    var isNew: [Int32] = []
    for group in 0..<count {
      let number = numbers.insert(words.span, at: group * numbers.width)
      if number == rowsKept + isNew.count { isNew.append(Int32(truncatingIfNeeded: group)) }
      mapping.append(number)
    }
    for (index, key) in keys.enumerated() { keyBuilders[index].append(contentsOf: key.gathered(isNew)) }
    rowsKept += isNew.count
    return mapping
  }

  /// The number of groups whose keys are in the builders.
  private var rowsKept = 0
  /// The layouts of the latest chunks with the group numbers here. −1 means unknown.
  private var layouts: [(layout: KeyLayout, numbers: [Int])] = []

  mutating func finish(firstRow: Int) throws -> Table { try finish(firstRow: firstRow, workers: 1) }

  /// Returns the groups in the order of their first rows. `firstRow` is the number of groups before them.
  mutating func finish(firstRow: Int = 0, workers: Int) throws -> Table {
    // An aggregation without keys has one group even without rows.
    let count = plan.query.keys.isEmpty ? 1 : numbers.count
    var keys: [Column] = []
    for index in keyBuilders.indices { keys.append(keyBuilders[index].finish()) }
    var warnings = warnings
    return try plan.query.table(of: keys, count: count, firstRow: firstRow, &warnings) { call in
      guard workers > 1 else { return try accumulators[call].finish(count: count) }
      return try accumulators[call].finish(count: count) { Workers.values(workers, count: $0, $1) }
    }
  }

  var emptied: GroupedResult { GroupedResult(plan) }
}

extension AggregateCall {
  /// An accumulator without rows for this call.
  var emptyAccumulator: Accumulator { emptyAccumulator(known: nil) }

  func emptyAccumulator(known: KnownValues?) -> Accumulator {
    Accumulator(accumulation, argument?.type, known: known)
  }
}

extension TableQueryPlan {
  /// Returns the result of an aggregation: keys and measures. `result` returns the result of a call by its number.
  func table(
    of keys: [Column], count: Int, firstRow: Int, _ warnings: inout Warnings, result: (_ call: Int) throws -> Column
  ) throws -> Table {
    var columns = keys
    var call = 0
    for measure in measures {
      var inputs = keys.map(Optional.some)
      for wanted in measure.calls {
        do { inputs.append(try result(call)) } catch var error as AugerError {
          error.details = error.details.adding(.expression, wanted.text)
          throw error
        }
        call += 1
      }
      columns.append(
        try measure.outer.evaluate(
          inputs, rowCount: count, firstRow: firstRow, active: nil, rows: nil, room: textRoom(),
          checkpoint: checkpoint, warnings: &warnings))
    }
    return Table(groupSchema, columns, rowCount: count, warnings: warnings)
  }
}
