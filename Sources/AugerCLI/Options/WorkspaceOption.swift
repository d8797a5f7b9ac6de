import ArgumentParser
import Auger
import AugerDiagnostics
import AugerQuery
import Foundation

struct WorkspaceOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Workspace file or folder. Default: the nearest auger.yaml in this folder or a parent folder.",
      valueName: "path"))
  var workspace: String?

  @Flag(
    inversion: .prefixedNo,
    help: """
      Restrict the workspace to files in its folder, without environment variables. Default: on for a workspace of \
      another user and for 'serve --public-url', otherwise off.
      """)
  var confined: Bool?

  @Option(
    name: .customLong("allow-env"),
    help: ArgumentHelp("Environment variable that a confined workspace can read. Repeatable.", valueName: "name"))
  var allowedVariables: [String] = []

  @Option(
    name: .customLong("allow-path"),
    help: ArgumentHelp(
      "File or folder outside the workspace that a confined workspace can use. Repeatable.", valueName: "path"))
  var allowedPaths: [String] = []

  static let adapters: [any SourceAdapter] = WorkspaceReference.adapters.map(\.adapter)

  /// Opens the workspace of `--workspace`, or else the nearest one, or else an empty one.
  ///
  /// - Parameters:
  ///   - damage: The level at which an unreadable dashboard is reported. If nil, it is an error of the workspace.
  ///   - isPublic: True if other users can reach the results. The workspace is then confined by default.
  ///   - noting: The names of the dashboards whose notes are reported. Default: all dashboards.
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

  /// Returns the nearest `auger.yaml` in the working directory or above. In the working directory, the path is only the
  /// file name.
  ///
  /// Throws `workspaceNotTrusted` if the file belongs to another user. A workspace decides which files are read and
  /// which environment variables are sent to servers, so another user's file must be named explicitly.
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

  /// Returns true if the path and the target of a symbolic link both belong to the user or to root, or do not exist.
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
        hint: "Pass --workspace \(path) to use it anyway.")
    }
  }
}

extension Diagnostic.Code {
  /// The nearest `auger.yaml` belongs to another user and was not named explicitly.
  static let workspaceNotTrusted = Self("workspaceNotTrusted")
}
