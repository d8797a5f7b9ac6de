import AugerColumns
import AugerDiagnostics
import AugerExport
import Foundation

/// The contents and the origin of a snapshot: `manifest.json` in its folder.
package struct SnapshotManifest: Sendable, Hashable, Codable {
  package static let schemaName = "auger.snapshot/1"
  /// The files that describe a snapshot.
  static let ownFiles = ["manifest.json", "status.json"]

  package var schema: String
  package var job: String
  package var run: Int64
  /// A number that increases with every snapshot.
  package var fence: Int64
  /// The time at which the queries started, in ISO 8601 and UTC.
  package var asOf: String
  package var publishedAt: String
  /// Every file except `manifest.json` and `status.json`, sorted by path.
  package var files: [File]
  package var receipt: [Query]
  /// The numbers that expectations computed. The next run compares its numbers with them.
  package var measures: [Measure]
  /// Notices for readers of the results. Nil in manifests of earlier versions, which do not contain notices.
  package var notices: [Notice]?

  /// A warning of a chart, or an item that is missing from a dashboard.
  package struct Notice: Sendable, Hashable, Codable {
    /// `DASHBOARD/CHART`, below the folder of its argument value if the job has several.
    package var chart: String
    package var code: String
    package var message: String
  }

  package struct File: Sendable, Hashable, Codable {
    package var path: String
    package var bytes: Int
    /// The SHA-256 digest in hexadecimal digits.
    package var sha256: String
    /// The description of a picture for readers who cannot see it. Nil for other files, and in manifests of earlier
    /// versions.
    package var description: String?

    package init(path: String, contents: [UInt8]) {
      self.path = path
      bytes = contents.count
      sha256 = Self.digest(contents)
    }

    static func digest(_ bytes: [UInt8]) -> String { SHA256.text(bytes) }
  }

  /// A query of the run and the number of rows it returned.
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

  /// Returns true if a run that started at `began` created the snapshot. Run numbers restart if the run store was lost.
  func isOf(run: Int64, job: String, began: Timestamp) -> Bool {
    self.run == run && Name(self.job) == Name(job) && fence >= began.microseconds
  }
}

/// The status of a published snapshot: `status.json` in its folder, replaced atomically.
package struct SnapshotStatus: Sendable, Hashable, Codable {
  package var job: String
  /// True if a later run failed. The snapshot contains the last valid results.
  package var stale: Bool
  /// The time at which the queries of these results started.
  package var asOf: String
  /// The last run that checked the snapshot, and the time of that check.
  package var lastRun: Int64
  package var checkedAt: String
  package var lastErrorCode: String?
  package var lastError: String?
}

extension Encodable {
  /// Returns JSON that is equal for equal values and ends with a newline.
  func stableJSON() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(self)) + [0x0A]
  }
}

extension Timestamp {
  /// The timestamp in ISO 8601 with its zone.
  package var utcText: String { description + "Z" }

  /// Parses the output of `utcText`.
  init?(utcText text: String) {
    guard text.hasSuffix("Z"), case .timestamp(let value)? = Scalar(text: String(text.dropLast()), type: .timestamp)
    else { return nil }
    self = value
  }
}
