import ArgumentParser
import Auger
import AugerDiagnostics
import AugerQuery
import Foundation

/// The workspace of a command.
struct WorkspaceOption: ParsableArguments {
  @Option(help: "The workspace file or its folder; without it, the nearest auger.yaml upwards.")
  var workspace: String?

  static let adapters: [any SourceAdapter] = WorkspaceReference.adapters.map(\.adapter)

  /// The workspace that was named, or the nearest one upwards, or an empty one.
  ///
  /// A dashboard of it that cannot be read is reported as `damage` says, and is left out; where that is nil it is an
  /// error of the workspace.
  func open(_ reporting: ReportingOptions, damage: Diagnostic.Level? = .warning) throws -> Workspace {
    guard let path = try workspace ?? Self.nearestWorkspace() else { return Workspace(adapters: Self.adapters) }
    let opened = try WorkMeter.measure(.open, on: WorkMeter.current) {
      try Workspace(contentsOf: path, adapters: Self.adapters, toleratesDamage: damage != nil)
    }
    for note in opened.notes { reporting.report(note) }
    if let damage {
      for var finding in opened.damagedDashboards.flatMap(\.error.diagnostics) {
        if finding.level == .error { finding.level = damage }
        reporting.report(finding)
      }
    }
    return opened
  }

  /// The nearest `auger.yaml` upwards; one in the working directory by its bare name.
  ///
  /// Throws `workspaceNotTrusted` for one that is neither the user's own nor the system's: it says what is read and
  /// what of the environment is sent where, and nobody has named it.
  static func nearestWorkspace() throws(AugerError) -> String? {
    var directory = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    if FileManager.default.fileExists(atPath: "auger.yaml") {
      try requireTrust(in: "auger.yaml")
      return "auger.yaml"
    }
    while true {
      let candidate = directory.appendingPathComponent("auger.yaml").path
      if FileManager.default.fileExists(atPath: candidate) {
        try requireTrust(in: candidate)
        return candidate
      }
      if directory.path == "/" { return nil }
      directory.deleteLastPathComponent()
    }
  }

  /// Both the name and the file behind a link belong to the user or to root.
  private static func requireTrust(in path: String) throws(AugerError) {
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let owners = [path, target].map { path in
      let facts = try? FileManager.default.attributesOfItem(atPath: path)
      return (facts?[.ownerAccountID] as? NSNumber)?.uint32Value
    }
    guard owners.allSatisfy({ $0 == geteuid() || $0 == 0 }) else {
      throw AugerError(
        .workspaceNotTrusted, operation: "use '\(path)'", "it was not named, and belongs to another user",
        hint: "--workspace \(path) uses it all the same")
    }
  }
}

extension Diagnostic.Code {
  /// An `auger.yaml` that was found, not named, and belongs to somebody else.
  static let workspaceNotTrusted = Self("workspaceNotTrusted")
}
