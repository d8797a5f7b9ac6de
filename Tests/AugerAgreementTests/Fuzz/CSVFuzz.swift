import AugerCSV
import AugerQuery
import AugerTestKit
import Foundation
import TestSupport

/// CSV files, read with inferred options and with strict and lenient options.
struct CSVFuzz: TextFuzzTarget {
  private let path: String

  private static let policies: [[SourceOption]] = [
    [], [SourceOption("onError", "skip")], [SourceOption("onError", "null"), SourceOption("strict", "true")],
    [SourceOption("asText", "true"), SourceOption("header", "false")],
    [SourceOption("onError", "text"), SourceOption("comment", "#"), SourceOption("skipLines", "1")],
  ]

  init() throws {
    // Use a RAM disk if available, because each input is a file.
    let folder = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
    path = folder + "/auger-fuzz-\(UUID().uuidString).csv"
  }

  var mutator: FuzzMutator {
    FuzzMutator(
      seeds: [
        "region,amount\nNorth,1\nSouth,2.5\n", "a;b\n1,5;01.02.2013\n", "a\tb\n\"x\"\"y\"\t\"1\n2\"\n",
        "# title\na|b\n1|2\n",
        "\u{FEFF}a,b\r\n1,2\r\n", "a\n\n1\n", "x,y\n2013-02-28T10:00:00Z,true\n,\n", "1,2,3\n4,5\n6,7,8,9\n",
      ],
      words: [
        ",", ";", "\t", "|", "\"", "\"\"", "\n", "\r\n", "\r", "#", "NULL", "NA", "1,234.5", "€", "\u{0}", "a,b\n",
      ])
  }

  func finding(_ input: [UInt8], _ chance: inout Chance) async -> String? {
    defer { try? FileManager.default.removeItem(atPath: path) }
    do { try Data(input).write(to: URL(fileURLWithPath: path)) } catch { return nil }
    // Compressed data can expand about a thousandfold.
    let longest = input.starts(with: [0x1F, 0x8B]) ? input.count * 1032 : input.count
    var reading = BoundedReading(CSVAdapter(), byteCount: longest)
    reading.timeLimit = .seconds(15)
    let options = chance.pick(Self.policies)
    return reading.findings(SourceConfiguration(name: "s", location: path, options: options)).problems.first
  }
}
