import AugerColumns
import AugerDiagnostics
import AugerExport
import Foundation

/// What a snapshot consists of and where it comes from: `manifest.json` in its folder.
package struct SnapshotManifest: Sendable, Hashable, Codable {
  package static let schemaName = "auger.snapshot/1"
  /// Files of a snapshot that say what it is.
  static let ownFiles = ["manifest.json", "status.json"]

  package var schema: String
  package var job: String
  package var run: Int64
  /// Grows from snapshot to snapshot.
  package var fence: Int64
  /// When its queries began to run, ISO 8601, UTC.
  package var asOf: String
  package var publishedAt: String
  /// Every file but `manifest.json` and `status.json`, sorted by path.
  package var files: [File]
  package var receipt: [Query]
  /// Numbers that expectations looked at; the next run compares with them.
  package var measures: [Measure]
  /// What a reader of the results should know; nil in manifests of earlier versions, which did not say.
  package var notices: [Notice]?

  /// A warning of a chart, or an item of a dashboard that is missing.
  package struct Notice: Sendable, Hashable, Codable {
    /// `DASHBOARD/CHART`, in the folder of its pick where the job has several.
    package var chart: String
    package var code: String
    package var message: String
  }

  package struct File: Sendable, Hashable, Codable {
    package var path: String
    package var bytes: Int
    /// SHA-256 in hexadecimal digits.
    package var sha256: String

    package init(path: String, contents: [UInt8]) {
      self.path = path
      bytes = contents.count
      sha256 = Self.digest(contents)
    }

    static func digest(_ bytes: [UInt8]) -> String { SHA256.text(bytes) }
  }

  /// A query that was asked, and how many rows answered.
  package struct Query: Sendable, Hashable, Codable {
    package var name: String
    package var arguments: String
    package var rows: Int
  }

  package struct Measure: Sendable, Hashable, Codable {
    package var query: String
    package var arguments: String
    package var expression: String
    package var value: Double
  }

  /// Whether a run made it that was begun at a moment: numbers begin anew where the store of runs was lost.
  func isOf(run: Int64, job: String, began: Timestamp) -> Bool {
    self.run == run && Name(self.job) == Name(job) && fence >= began.microseconds
  }
}

/// How a published snapshot stands: `status.json` in its folder, replaced whole.
package struct SnapshotStatus: Sendable, Hashable, Codable {
  package var job: String
  /// Whether a later run failed: what is here is the last that was good.
  package var stale: Bool
  /// When the queries began to run whose results these are.
  package var asOf: String
  /// The last run that looked at it, and when.
  package var lastRun: Int64
  package var checkedAt: String
  package var lastErrorCode: String?
  package var lastError: String?
}

extension Encodable {
  /// As JSON that is the same for the same value, ending with a newline.
  func stableJSON() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(self)) + [0x0A]
  }
}

extension Timestamp {
  /// ISO 8601 with its zone.
  package var utcText: String { description + "Z" }

  /// Reads what `utcText` wrote.
  init?(utcText text: String) {
    guard text.hasSuffix("Z"), case .timestamp(let value)? = Scalar(text: String(text.dropLast()), type: .timestamp)
    else { return nil }
    self = value
  }
}
