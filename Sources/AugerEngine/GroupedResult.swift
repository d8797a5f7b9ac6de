import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

/// The groups of one chunk: their keys and the partial results of every aggregate call.
struct GroupedPart: Sendable {
  let keys: [Column]
  let groupCount: Int
  let accumulators: [Accumulator]
  let warnings: Warnings

  init(_ plan: TableQueryPlan, _ batch: borrowing Batch) throws {
    var rows = try FilteredBatch(plan, batch)
    let keyColumns = plan.keys.compactMap { rows.columns[$0] }
    let grouping = Grouping(keys: keyColumns, rowCount: rows.rowCount)
    keys = keyColumns.map { $0.gathered(grouping.firstRows) }
    groupCount = grouping.count
    var made: [Accumulator] = []
    for call in plan.calls {
      var accumulator = call.emptyAccumulator
      let values = try call.argument?.evaluate(
        rows.columns, rowCount: rows.rowCount, firstRow: rows.firstRow, warnings: &rows.warnings)
      try accumulator.update(values, grouping)
      made.append(accumulator)
    }
    accumulators = made
    warnings = rows.warnings
  }
}

/// The groups of all chunks so far. Memory follows the number of groups.
struct GroupedResult: PartialMerging {
  private let plan: TableQueryPlan
  private var keyBuilders: [ColumnBuilder]
  private var numbers: KeyTable
  /// For string and binary keys: one dictionary over all chunks, and what the codes of the latest chunk dictionary
  /// became.
  private var dictionaries: [StringDictionaryBuilder?]
  private var accumulators: [Accumulator]
  var warnings = Warnings()

  init(_ plan: TableQueryPlan) {
    self.plan = plan
    let types = plan.keys.map { plan.schema[$0].type }
    keyBuilders = types.map { ColumnBuilder($0) }
    numbers = KeyTable(width: KeyWords.width(of: types))
    dictionaries = types.map { $0 == .string || $0 == .binary ? StringDictionaryBuilder() : nil }
    accumulators = plan.calls.map(\.emptyAccumulator)
  }

  var rowCount: Int { numbers.count }

  mutating func merge(_ part: GroupedPart) throws {
    warnings.add(contentsOf: part.warnings)
    var codes: [[UInt32]?] = []
    for (index, key) in part.keys.enumerated() {
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
      var mapping = [UInt32](repeating: 0, count: dictionary.count)
      for row in 0..<part.groupCount where !key.isNull(row) {
        mapping[rows[row]] = ours.code(for: dictionary.utf8(rows[row]))
      }
      dictionaries[index] = ours
      codes.append(mapping)
    }
    let words = KeyWords.encode(part.keys, rowCount: part.groupCount, codes: codes)
    var mapping: [Int] = []
    mapping.reserveCapacity(part.groupCount)
    var isNew: [Int32] = []
    for group in 0..<part.groupCount {
      let number = numbers.insert(words.span, at: group * numbers.width)
      if number == rowsKept + isNew.count { isNew.append(Int32(truncatingIfNeeded: group)) }
      mapping.append(number)
    }
    for (index, key) in part.keys.enumerated() { keyBuilders[index].append(contentsOf: key.gathered(isNew)) }
    rowsKept += isNew.count
    for index in accumulators.indices {
      try accumulators[index].merge(part.accumulators[index], mapping, count: numbers.count)
    }
  }

  /// Groups whose keys are in the builders.
  private var rowsKept = 0

  mutating func finish() throws -> Table {
    // An aggregation without keys has one group even where there was no row.
    let count = plan.keys.isEmpty ? 1 : numbers.count
    var keys: [Column] = []
    for index in keyBuilders.indices { keys.append(keyBuilders[index].finish()) }
    var columns = keys
    var call = 0
    for measure in plan.measures {
      var inputs = keys.map(Optional.some)
      for _ in measure.calls {
        inputs.append(try accumulators[call].finish(count: count))
        call += 1
      }
      columns.append(try measure.outer.evaluate(inputs, rowCount: count, firstRow: 0, warnings: &warnings))
    }
    return Table(plan.outputSchema, columns, rowCount: count, warnings: warnings)
  }
}

extension AggregateCall {
  /// An accumulator without rows for this call.
  var emptyAccumulator: Accumulator { Accumulator(function.accumulation, argument?.type) }
}
