import Auger
import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata

// Charts as resources: `auger://dashboards/DASHBOARD/ITEM?at=STATE`, read as chart JSON.
extension AgentService {
  private static let root = "auger://dashboards/"

  static func resource(_ dashboard: Dashboard, _ item: String, at state: Exploration = Exploration()) -> String {
    let address = state.description
    return root + PercentEncoding.encoded(dashboard.name) + "/" + PercentEncoding.encoded(item)
      + (address.isEmpty ? "" : "?at=" + PercentEncoding.encoded(address))
  }

  static let resourceTemplate: JSONNode = [
    "uriTemplate": .text(root + "{dashboard}/{item}{?at}"), "name": "chart", "title": "A chart in a state",
    "description": "Chart JSON of an item of a dashboard. 'at' is the state of an answer.",
    "mimeType": "application/json",
  ]

  var resources: [JSONNode] {
    dashboards.flatMap { dashboard in
      dashboard.chartItems.map { item -> JSONNode in
        [
          "uri": .text(Self.resource(dashboard, item.name)), "name": .text("\(dashboard.name)/\(item.name)"),
          "title": .text(item.title.isEmpty ? item.name : item.title),
          "description": .text("\(item.nodeName) of the dashboard '\(dashboard.name)' as it opens, as chart JSON."),
          "mimeType": "application/json",
        ]
      }
    }
  }

  func read(_ request: AgentRequest) async throws -> JSONNode {
    guard let uri = request.parameters["uri"]?.text else {
      throw AgentFailure(.invalidParameters, "the 'uri' of a resource must be a string")
    }
    // Stateless revisions do not define a separate code for this error.
    let missing = AgentFailure(
      request.revision.isStateless ? .invalidParameters : .resourceNotFound, "the resource does not exist",
      data: ["uri": .text(uri)])
    guard let target = Self.parsed(uri),
      let dashboard = dashboards.first(named: target.dashboard),
      let item = try? NamedItem(target.item, of: dashboard)
    else { throw missing }
    do {
      let state = try await place(target.address, in: dashboard, at: "/uri")
      let model = try await pipeline.chart(item.name, of: dashboard, at: state)
      let bytes = try bounded(ChartJSON().data(for: model.withoutSources), of: item.name)
      let content: JSONNode = [
        "uri": .text(uri), "mimeType": "application/json", "text": .text(String(decoding: bytes, as: UTF8.self)),
      ]
      return ["contents": [content]]
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      let refusal = try Refusal(error, at: "/uri")
      let isAsked = refusal.findings.contains { AnswerWords.isAboutTheCaller(Diagnostic.Code(rawValue: $0.code)) }
      throw AgentFailure(
        isAsked ? .invalidParameters : .internal, refusal.message,
        data: refusal.node)
    }
  }

  private static func parsed(_ uri: String) -> (dashboard: String, item: String, address: String)? {
    guard uri.utf8.count <= 4 * mostAddressBytes, uri.hasPrefix(root) else { return nil }
    let parts = uri.dropFirst(root.count).split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let names = (parts.first ?? "").split(separator: "/", omittingEmptySubsequences: false)
    guard names.count == 2, let dashboard = PercentEncoding.decoded(names[0]),
      let item = PercentEncoding.decoded(names[1])
    else { return nil }
    guard parts.count == 2 else { return (dashboard, item, "") }
    guard parts[1].hasPrefix("at="), let address = PercentEncoding.decoded(parts[1].dropFirst(3)) else { return nil }
    return (dashboard, item, address)
  }

  /// Returns the bytes unchanged. Throws `limitExceeded` if they exceed the maximum size of an answer.
  func bounded(_ bytes: [UInt8], of item: String) throws -> [UInt8] {
    guard bytes.count > Self.mostAnswerBytes else { return bytes }
    throw Refusal(
      .limitExceeded, "'\(item)' has \(bytes.count) bytes in this format; the maximum is \(Self.mostAnswerBytes)",
      at: nil, hint: "Filter or zoom the chart, or limit its categories by a sort with 'top'.")
  }
}
