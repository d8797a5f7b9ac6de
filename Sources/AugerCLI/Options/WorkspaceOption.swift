import ArgumentParser
import Auger
import AugerDiagnostics
import AugerQuery
import Foundation

struct WorkspaceOption: ParsableArguments {
  @Option(help: "The workspace file or its folder; without it, the nearest auger.yaml upwards.")
  var workspace: String?

  @Flag(
    inversion: .prefixedNo,
    help: """
      Confine the workspace to its folder, without environment variables. Default: for a workspace file of another \
      user, and for serve with --public-url.
      """)
  var confined: Bool?

  @Option(
    name: .customLong("allow-env"),
    help: ArgumentHelp("Environment variable that a confined workspace may read. Repeatable.", valueName: "name"))
  var allowedVariables: [String] = []

  @Option(
    name: .customLong("allow-path"),
    help: ArgumentHelp("File or folder outside of its own that the workspace may use. Repeatable.", valueName: "path"))
  var allowedPaths: [String] = []

  static let adapters: [any SourceAdapter] = WorkspaceReference.adapters.map(\.adapter)

  /// The workspace that was named, or the nearest one upwards, or an empty one.
  ///
  /// A dashboard of it that cannot be read is reported as `damage` says, and is left out; where that is nil it is an
  /// error of the workspace.
  ///
  /// - Parameters:
  ///   - isPublic: whether others reach what is made of it, so that it is confined unless the user says not.
  ///   - noting: names of the dashboards whose notes are reported. Default: all of them.
  func open(
    _ reporting: ReportingOptions, damage: Diagnostic.Level? = .warning, isPublic: Bool = false,
    noting names: [String]? = nil
  ) throws -> Workspace {
    guard let path = try workspace ?? Self.nearestWorkspace() else { return Workspace(adapters: Self.adapters) }
    let opened = try WorkMeter.measure(.open, on: WorkMeter.current) {
      try Workspace(
        contentsOf: path, adapters: Self.adapters, trust(path, isPublic: isPublic), toleratesDamage: damage != nil)
    }
    let silent = opened.dashboards.filter { names?.contains(name: $0.name) == false }.compactMap(\.place?.source.name)
    for note in opened.notes where !silent.contains(name: note.place?.source.name ?? "") { reporting.report(note) }
    if let damage {
      for var finding in opened.damagedDashboards.flatMap(\.error.diagnostics) {
        if finding.level == .error { finding.level = damage }
        reporting.report(finding)
      }
    }
    return opened
  }

  private func trust(_ path: String, isPublic: Bool) -> WorkspaceTrust {
    WorkspaceTrust(
      paths: allowedPaths.map { URL(fileURLWithPath: $0).path }, variables: allowedVariables,
      isConfined: confined ?? (isPublic || !Self.isOwn(Workspace.file(of: path))))
  }

  /// The nearest `auger.yaml` upwards; one in the working directory by its bare name.
  ///
  /// Throws `workspaceNotTrusted` for one that is neither the user's own nor the system's: it says what is read and
  /// what of the environment is sent where, and the user has not named it.
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

  /// True if both the name and the file behind a link belong to the user or to root, or if there is no file.
  private static func isOwn(_ path: String) -> Bool {
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let owners = [path, target].map { path in
      let facts = try? FileManager.default.attributesOfItem(atPath: path)
      return (facts?[.ownerAccountID] as? NSNumber)?.uint32Value
    }
    return owners.allSatisfy { $0 == geteuid() || $0 == 0 || $0 == nil }
  }

  private static func requireTrust(in path: String) throws(AugerError) {
    guard isOwn(path) else {
      throw AugerError(
        .workspaceNotTrusted, operation: "use '\(path)'", "it was not named, and belongs to another user",
        hint: "--workspace \(path) uses it all the same")
    }
  }
}

extension Diagnostic.Code {
  /// An `auger.yaml` that was found, not named, and belongs to another user.
  static let workspaceNotTrusted = Self("workspaceNotTrusted")
}
