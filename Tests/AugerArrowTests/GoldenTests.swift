import AugerArrow
import AugerColumns
import AugerDiagnostics
import Foundation
import TestSupport
import Testing

/// The golden files of Arrow's own libraries, each with its contents as JSON.
@Suite(.enabled(if: Shared.existing("data/arrow/golden") != nil, Comment(rawValue: Shared.reason)))
struct GoldenTests {
  static let names = ["null", "primitive", "primitive_zerolength", "dictionary", "datetime", "custom_metadata"]

  @Test(arguments: names, ["stream", "arrow_file"])
  func goldenFileHasTheExpectedValues(_ name: String, _ form: String) throws {
    let path = Shared.path("data/arrow/golden/generated_\(name)")
    let table = try ArrowIPC.table(from: [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(path).\(form)"))))
    try table.validate()
    let twin = try JSONTwin(unpacked("\(path).json.gz"))
    var compared = 0
    for field in twin.fields {
      guard let column = table[field.name] else {
        #expect(table.warnings.items.contains { $0.message.contains("'\(field.name)'") }, "\(field.name)")
        continue
      }
      let expected = twin.values(of: field)
      #expect(column.count == expected.count, "\(field.name)")
      for (row, value) in expected.enumerated() where !field.isEqual(column[row], value) {
        Issue.record("\(field.name), row \(row + 1): \(column[row]), not \(value ?? "null")")
      }
      compared += 1
    }
    #expect(compared == table.schema.count && compared > 0)
  }

  private func unpacked(_ path: String) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc", path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return data
  }
}

/// The JSON format of Arrow's integration tests: a schema, dictionaries and batches.
private struct JSONTwin {
  struct Field {
    var name: String
    var type: [String: Any]
    var dictionary: Int?
  }

  var fields: [Field] = []
  private var batches: [[String: Any]]
  private var dictionaries: [Int: [String: Any]] = [:]

  init(_ data: Data) throws {
    let json = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
    let schema = json["schema"] as? [String: Any]
    for field in schema?["fields"] as? [[String: Any]] ?? [] {
      fields.append(
        Field(
          name: field["name"] as? String ?? "", type: field["type"] as? [String: Any] ?? [:],
          dictionary: (field["dictionary"] as? [String: Any])?["id"] as? Int))
    }
    batches = json["batches"] as? [[String: Any]] ?? []
    for dictionary in json["dictionaries"] as? [[String: Any]] ?? [] {
      guard let id = dictionary["id"] as? Int, let data = dictionary["data"] as? [String: Any] else { continue }
      dictionaries[id] = (data["columns"] as? [[String: Any]])?.first
    }
  }

  /// Returns the values of all batches. Nil means null.
  func values(of field: Field) -> [Any?] {
    guard let index = fields.firstIndex(where: { $0.name == field.name }) else { return [] }
    let columns = batches.compactMap { ($0["columns"] as? [[String: Any]])?[index] }
    let values = columns.flatMap(Self.values)
    guard let id = field.dictionary, let dictionary = dictionaries[id] else { return values }
    let entries = Self.values(dictionary)
    return values.map { ($0 as? Int).flatMap { entries[$0] } }
  }

  private static func values(_ column: [String: Any]) -> [Any?] {
    let count = column["count"] as? Int ?? 0
    let isPresent = column["VALIDITY"] as? [Int]
    let data = column["DATA"] as? [Any]
    return (0..<count).map { row in isPresent?[row] == 0 ? nil : data?[row] }
  }
}

extension JSONTwin.Field {
  func isEqual(_ scalar: Scalar, _ value: Any?) -> Bool {
    guard let value else { return scalar == .null }
    let number = (value as? String).flatMap { Int64($0) } ?? (value as? NSNumber)?.int64Value ?? 0
    switch scalar {
    case .null: return false
    case .bool(let bool): return (value as? NSNumber)?.boolValue == bool
    case .int(let int): return int == number
    case .decimal(let decimal): return decimal.description == "\(value)"
    case .float(let double):
      let expected = (value as? NSNumber)?.doubleValue ?? .nan
      return type["precision"] as? String == "DOUBLE" ? double == expected : Float(double) == Float(expected)
    case .string(let text): return (value as? String)?.utf8.elementsEqual(text.utf8) == true
    case .binary(let bytes):
      let hex = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
      return (value as? String)?.lowercased() == hex
    case .date(let date):
      return Int64(date.days) == (type["unit"] as? String == "DAY" ? number : floor(number, 86_400_000))
    case .time(let time): return time.microseconds == microseconds(number)
    case .timestamp(let moment): return moment.microseconds == microseconds(number)
    case .interval: return false
    }
  }

  private func microseconds(_ number: Int64) -> Int64 {
    switch type["unit"] as? String {
    case "SECOND": number * 1_000_000
    case "MILLISECOND": number * 1000
    case "MICROSECOND": number
    default: floor(number, 1000)
    }
  }

  private func floor(_ number: Int64, _ divisor: Int64) -> Int64 {
    number >= 0 ? number / divisor : -((-number + divisor - 1) / divisor)
  }
}
