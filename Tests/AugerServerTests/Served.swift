import Auger
import AugerCSV
import AugerQuery
import AugerServer
import Foundation
import HTTPTypes
import NIOCore
import TestSupport

extension ServerLimits {
  /// Limits so high that no test depends on the load of the machine.
  static var patient: Self {
    var limits = ServerLimits(processors: 4)
    limits.time = .seconds(3600)
    limits.fieldsTime = .seconds(3600)
    limits.trust = .zero
    limits.burst = .infinity
    return limits
  }
}

/// A site over a generated workspace in a separate folder.
final class Served: Sendable {
  let folder: String
  let workspace: Workspace
  let site: Site

  init(
    _ generated: GeneratedWorkspace = GeneratedWorkspace(seed: 7, rows: 200, places: 20),
    limits: ServerLimits = .patient, access: SiteAccess = SiteAccess(),
    changing yaml: (String) -> String = { $0 }, data: String? = nil,
    audit: (@Sendable (Access) throws -> Void)? = nil, isAuditRequired: Bool = false
  ) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("auger-served-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for file in generated.files {
      let text =
        switch file.name {
        case "auger.yaml": yaml(file.text)
        case "data.csv": data ?? file.text
        default: file.text
        }
      try text.write(toFile: "\(folder)/\(file.name)", atomically: true, encoding: .utf8)
    }
    workspace = try Workspace(contentsOf: folder, adapters: [CSVAdapter()])
    site = Site(
      SiteContent(workspace, pipeline: Pipeline(workspace), version: "1"), limits: limits, access: access,
      key: Array("key".utf8), audit: audit, isAuditRequired: isAuditRequired)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Sends a `GET` request for a path and query.
  func get(
    _ address: String, _ fields: HTTPFields = HTTPFields(), host: String? = nil, client: String? = nil
  ) async -> Answer {
    let mark = address.firstIndex(of: "?") ?? address.endIndex
    return await Answer(
      site.respond(
        to: SiteRequest(
          path: String(address[..<mark]), query: String(address[mark...].dropFirst()), fields: fields, authority: host,
          client: client)))
  }

  /// Submits a form to a path.
  func post(_ address: String, _ form: String, _ fields: HTTPFields = HTTPFields(), host: String? = nil) async -> Answer
  {
    var fields = fields
    fields[.contentType] = "application/x-www-form-urlencoded"
    return await Answer(
      site.respond(
        to: SiteRequest(
          method: .post, path: address, fields: fields, body: Array(form.utf8), authority: host)))
  }

  struct Answer {
    var status: Int
    var fields: HTTPFields
    var bytes: [UInt8]
    /// True if the response was streamed, and if the stream was aborted.
    var isStreamed = false
    var isAborted = false

    init(_ response: SiteResponse) async {
      status = response.status.code
      fields = response.fields
      switch response.body {
      case .bytes(let buffer): bytes = Array(buffer.readableBytesView)
      case .pieces(let next):
        bytes = []
        isStreamed = true
        do { while let piece = try await next() { bytes += piece } } catch { isAborted = true }
      }
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }
    var json: [String: Any] { (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any] ?? [:] }
    /// The code of a problem response.
    var code: String? { json["code"] as? String }
  }
}
