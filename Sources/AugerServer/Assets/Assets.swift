import AugerColumns
import AugerExport
import AugerQuery
import HTTPTypes

/// Styles and scripts of pages, by the digest of what they hold: an address of one never means another.
package final class Assets: Sendable {
  private struct Asset {
    var bytes: [UInt8]
    var type: String
  }

  private struct State {
    var assets: [String: Asset] = [:]
    /// The oldest first.
    var names: [String] = []
  }

  /// Themes by layouts; pages that are open longer than so many others were made ask for what is made again with them.
  private static let most = 512

  private let state = Locked(State())

  package init() {}

  /// The address of an asset, which is kept.
  func address(_ text: String, _ ending: String, _ type: String) -> String {
    let bytes = Array(text.utf8)
    let name = SHA256.text(bytes).prefix(20) + "." + ending
    state.withLock { state in
      guard state.assets[String(name)] == nil else { return }
      state.assets[String(name)] = Asset(bytes: bytes, type: type)
      state.names.append(String(name))
      if state.names.count > Self.most { state.assets[state.names.removeFirst()] = nil }
    }
    return "/assets/\(name)"
  }

  func styles(_ text: String) -> String { address(text, "css", "text/css; charset=utf-8") }

  var script: String { address(PageScript.text, "js", "text/javascript; charset=utf-8") }

  func response(_ name: String) throws -> SiteResponse {
    guard let asset = state.withLock({ $0.assets[name] }) else { throw Problem.notFound("asset '\(name.prefix(80))'") }
    return SiteResponse(
      .ok, asset.type, asset.bytes,
      fields: [
        .cacheControl: "public, max-age=31536000, immutable", .contentTypeOptions: "nosniff",
        .crossOriginResourcePolicy: "same-origin",
      ])
  }
}
