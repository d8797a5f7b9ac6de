import AugerColumns

/// A column of the tables of runs. Every kind of database derives its tables, statements and rows from `all`.
package struct RunColumn: Sendable {
  package enum Kind: Sendable {
    case text, number, flag
  }

  package enum Value: Sendable, Hashable {
    case text(String)
    case number(Int64)
    case flag(Bool)
    case null
  }

  package let name: String
  package let kind: Kind
  package let isRequired: Bool
  /// The first version of the tables that contains the column.
  package let version: Int
  package let value: @Sendable (RunRecord) -> Value
  /// A function that sets the value. It returns false if the value is invalid.
  fileprivate let set: @Sendable (inout RunRecord, Value) -> Bool

  private init<T: RunColumnValue>(
    _ name: String, _ path: any WritableKeyPath<RunRecord, T> & Sendable, version: Int = 1
  ) {
    self.name = name
    kind = T.kind
    isRequired = T.isRequired
    self.version = version
    value = { $0[keyPath: path].columnValue }
    set = { run, value in
      guard let value = T(columnValue: value) else { return false }
      run[keyPath: path] = value
      return true
    }
  }

  package static let id = RunColumn("id", \.id)
  package static let job = RunColumn("job", \.job)
  package static let leaseUntil = RunColumn("lease_until", \.leaseUntil)
  package static let cancelRequested = RunColumn("cancel_requested", \.cancelRequested)

  package static let all: [RunColumn] = [
    id, job, RunColumn("trigger", \.trigger), RunColumn("scheduled_for", \.scheduledFor), RunColumn("state", \.state),
    RunColumn("delivery", \.delivery), RunColumn("attempts", \.attempts), RunColumn("deaths", \.deaths),
    RunColumn("queued_at", \.queuedAt), RunColumn("not_before", \.notBefore), RunColumn("started_at", \.startedAt),
    RunColumn("finished_at", \.finishedAt), RunColumn("rows", \.rows), RunColumn("bytes", \.bytes),
    RunColumn("snapshot", \.snapshot), RunColumn("error_code", \.errorCode),
    RunColumn("error_message", \.errorMessage), RunColumn("worker", \.worker), leaseUntil,
    RunColumn("fence", \.fence), cancelRequested,
  ]

  /// Returns the columns that a version of the tables adds, as lines of a table definition.
  package static func definitions(version: Int, _ definition: (RunColumn) -> String) -> String {
    all.filter { $0.version == version }.map(definition).joined(separator: ",\n  ")
  }
}

extension RunRecord {
  /// Reads a row of a table of runs. Nil if a column is missing or has an invalid value.
  package init?(_ value: (RunColumn) -> RunColumn.Value?) {
    self.init(job: "", trigger: .command, queuedAt: Timestamp(microseconds: 0))
    for column in RunColumn.all {
      guard let value = value(column), column.set(&self, value) else { return nil }
    }
  }
}

protocol RunColumnValue: Sendable {
  static var kind: RunColumn.Kind { get }
  static var isRequired: Bool { get }
  var columnValue: RunColumn.Value { get }
  init?(columnValue: RunColumn.Value)
}

extension RunColumnValue {
  static var isRequired: Bool { true }
}

extension Int64: RunColumnValue {
  static var kind: RunColumn.Kind { .number }
  var columnValue: RunColumn.Value { .number(self) }

  init?(columnValue: RunColumn.Value) {
    guard case .number(let number) = columnValue else { return nil }
    self = number
  }
}

extension Int: RunColumnValue {
  static var kind: RunColumn.Kind { .number }
  var columnValue: RunColumn.Value { .number(Int64(self)) }

  init?(columnValue: RunColumn.Value) {
    guard case .number(let number) = columnValue else { return nil }
    self.init(exactly: number)
  }
}

extension Bool: RunColumnValue {
  static var kind: RunColumn.Kind { .flag }
  var columnValue: RunColumn.Value { .flag(self) }

  init?(columnValue: RunColumn.Value) {
    guard case .flag(let flag) = columnValue else { return nil }
    self = flag
  }
}

extension String: RunColumnValue {
  static var kind: RunColumn.Kind { .text }
  var columnValue: RunColumn.Value { .text(self) }

  init?(columnValue: RunColumn.Value) {
    guard case .text(let text) = columnValue else { return nil }
    self = text
  }
}

/// A timestamp is stored as microseconds since 1970.
extension Timestamp: RunColumnValue {
  static var kind: RunColumn.Kind { .number }
  var columnValue: RunColumn.Value { .number(microseconds) }

  init?(columnValue: RunColumn.Value) {
    guard case .number(let number) = columnValue else { return nil }
    self.init(microseconds: number)
  }
}

extension RunColumnValue where Self: RawRepresentable, RawValue == String {
  static var kind: RunColumn.Kind { .text }
  var columnValue: RunColumn.Value { .text(rawValue) }

  init?(columnValue: RunColumn.Value) {
    guard case .text(let text) = columnValue else { return nil }
    self.init(rawValue: text)
  }
}

extension RunRecord.State: RunColumnValue {}
extension RunRecord.Delivery: RunColumnValue {}
extension RunRecord.Trigger: RunColumnValue {}

extension Optional: RunColumnValue where Wrapped: RunColumnValue {
  static var kind: RunColumn.Kind { Wrapped.kind }
  static var isRequired: Bool { false }
  var columnValue: RunColumn.Value { self?.columnValue ?? .null }

  init?(columnValue: RunColumn.Value) {
    if columnValue == .null {
      self = .none
    } else {
      guard let value = Wrapped(columnValue: columnValue) else { return nil }
      self = value
    }
  }
}
