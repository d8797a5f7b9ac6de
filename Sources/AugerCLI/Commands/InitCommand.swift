import ArgumentParser
import Auger
import AugerDiagnostics
import AugerQuery
import AugerTools
import Foundation

struct InitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Create a workspace from a database or CSV files.",
    discussion: """
      Examples:
        auger init shop.sqlite -o analysis
        auger init sales.csv shop.sqlite.products -o analysis2

      The new workspace contains queries, trends, drill paths, filters and dashboards. They are derived from \
      the tables, keys and values of the sources, and you can edit them.
      """)

  @Argument(
    help: ArgumentHelp("A database, a file, a file pattern ('Data/*.csv'), or SOURCE.TABLE.", valueName: "source"))
  var sources: [String]

  @Option(name: .output, help: ArgumentHelp("Folder of the new workspace. Default: this folder.", valueName: "folder"))
  var folder: String?

  @OptionGroup var threads: WorkersOption
  @OptionGroup var reporting: ReportingOptions

  func run() async throws {
    reporting.noteWorkers(threads.workers)
    try await reporting.run {
      let directory = URL(fileURLWithPath: folder.map { $0 == "-" ? "." : $0 } ?? ".", isDirectory: true)
      let file = directory.appendingPathComponent("auger.yaml")
      if FileManager.default.fileExists(atPath: file.path) {
        throw AugerError(
          .fileUnwritable, operation: "write a workspace", "'\(file.relativePath)' already exists",
          hint: "Choose another folder with --output.")
      }
      var workspace = Workspace(adapters: WorkspaceOption.adapters)
      var arguments: [SourceArgument] = []
      for text in sources {
        var argument = try SourceArgument.parse(text, workspace: Workspace(adapters: WorkspaceOption.adapters))
        workspace.add(&argument)
        arguments.append(argument)
      }
      let delegate = WorkspaceQueryDelegate(workspace, workers: threads.workers)
      let control = RunControl()
      let proposal = try await Workers.blocking(control) { [arguments] in
        let origins = try arguments.map { argument in
          let definition = argument.source
          return WorkspaceProposal.Origin(
            try delegate.source(definition.configuration.name), adapter: definition.adapter,
            settings: Self.settings(definition, from: directory), table: argument.table,
            place: Self.isServer(definition)
              ? nil : URL(fileURLWithPath: definition.configuration.location).lastPathComponent)
        }
        return try WorkspaceProposal(origins, workers: threads.workers, control)
      }
      try DashboardExport.write(
        proposal.files.map { DashboardExport.File(path: $0.path, bytes: Array($0.text.utf8)) }, to: directory)
      for note in proposal.notes { reporting.note(.chosen, "auger: \(note)") }
      var variables: [String] = []
      for definition in arguments.map(\.source) where Self.isServer(definition) {
        let location = definition.configuration.location
        if Self.withoutSecrets(location) == location { continue }
        let masked = Self.withoutSecrets(location, writing: Self.placeholder)
        variables.append("\(Self.variable(definition))=\(ShellWord.quoted(masked)) ")
        reporting.note(
          .chosen, "auger: the password was not written: set \(Self.variable(definition)), PGPASSWORD or ~/.pgpass")
      }
      let path = directory.relativePath
      let (place, charts) = (ShellWord.plain(path), ShellWord.plain(path + "/Charts"))
      reporting.note(
        .written,
        """
        wrote \(proposal.files.map(\.path).joined(separator: ", ")) to \(path)
        Try next\(variables.isEmpty ? "" : ", with the password in place of \(Self.placeholder)")
          \(variables.joined())auger export --workspace \(place) -o \(charts)
        """)
    }
  }

  /// The placeholder of a password.
  private static let placeholder = "PASSWORD"

  // MARK: Source settings

  /// Returns the YAML lines of a source after its adapter. A path is relative to the workspace file if possible. A URL
  /// has no password and can be replaced by an environment variable.
  private static func settings(_ definition: SourceDefinition, from directory: URL) -> [String] {
    let configuration = definition.configuration
    var lines: [String]
    if isServer(definition) {
      let url = withoutSecrets(configuration.location)
      lines = ["url: " + DiagnosticRenderer.quoted("${\(variable(definition)):-\(url)}")]
    } else {
      lines = ["path: " + DiagnosticRenderer.quoted(relative(configuration.location, to: directory))]
    }
    for option in configuration.options {
      let values = option.values.map(DiagnosticRenderer.quoted)
      lines.append("\(option.name): " + (values.count == 1 ? values[0] : "[\(values.joined(separator: ", "))]"))
    }
    return lines
  }

  private static func isServer(_ definition: SourceDefinition) -> Bool {
    WorkspaceOption.adapters.contains { Name($0.name) == Name(definition.adapter) && $0.recognition == .server }
  }

  /// Returns the environment variable of a source: `ERP_URL` for `erp`.
  private static func variable(_ definition: SourceDefinition) -> String {
    let name = definition.configuration.name.uppercased().unicodeScalars.map { scalar -> Character in
      scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
        ? Character(scalar) : "_"
    }
    return String(name) + "_URL"
  }

  /// The connection parameters that are secrets.
  private static let secrets = [
    "password", "sslpassword", "oauth_client_secret", "scram_client_key", "scram_server_key",
  ]

  /// Returns a URL or a `keyword=value` list without passwords and other secrets.
  ///
  /// - Parameter placeholder: The replacement of each secret. If nil, the secrets and their names are removed.
  private static func withoutSecrets(_ location: String, writing placeholder: String? = nil) -> String {
    guard let scheme = location.firstRange(of: "://") else {
      return withoutSecrets(ofKeywords: location, writing: placeholder)
    }
    let scalars = location.unicodeScalars
    let mark = scalars[scheme.upperBound...].firstIndex(of: "?") ?? location.endIndex
    let end = scalars[scheme.upperBound..<mark].firstIndex(of: "/") ?? mark
    var authority = scalars[scheme.upperBound..<end]
    if let at = authority.lastIndex(of: "@"), let colon = authority[..<at].firstIndex(of: ":") {
      authority.replaceSubrange(colon..<at, with: (placeholder.map { ":" + $0 } ?? "").unicodeScalars)
    }
    let parameters = (location[mark...].parted(at: "?")?.after ?? "").parts(at: "&").compactMap { parameter in
      let name = String(parameter.parted(at: "=")?.before ?? parameter)
      let isSecret = secrets.contains((name.removingPercentEncoding ?? name).lowercased())
      return isSecret ? placeholder.map { "\(name)=\($0)" } : String(parameter)
    }
    return location[..<scheme.upperBound] + String(authority) + location[end..<mark]
      + (parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&"))
  }

  /// Parses the list like libpq: spaces are allowed around `=` and in quoted values, and a backslash escapes the next
  /// character.
  private static func withoutSecrets(ofKeywords location: String, writing placeholder: String?) -> String {
    let item = #/\s*([^\s=]+)\s*=\s*('(?:\\.|[^'\\])*'?|(?:\\.|[^\s\\])*)/#.matchingSemantics(.unicodeScalar)
    let items = location.matches(of: item)
    func isSecret(_ name: Substring) -> Bool { secrets.contains(name.lowercased()) }
    guard items.contains(where: { isSecret($0.output.1) }) else { return location }
    return items.compactMap { item in
      let name = item.output.1
      return isSecret(name) ? placeholder.map { "\(name)=\($0)" } : "\(name)=\(item.output.2)"
    }
    .joined(separator: " ")
  }

  private static func relative(_ path: String, to directory: URL) -> String {
    let target = URL(fileURLWithPath: path).standardizedFileURL.pathComponents
    let start = directory.standardizedFileURL.pathComponents
    let shared = zip(target, start).prefix { $0 == $1 }.count
    // If the paths share only the root, the absolute path is easier to read.
    guard shared > 1 else { return "/" + target.dropFirst().joined(separator: "/") }
    return (start.dropFirst(shared).map { _ in ".." } + target.dropFirst(shared)).joined(separator: "/")
  }
}
