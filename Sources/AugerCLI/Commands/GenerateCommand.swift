import ArgumentParser
import Auger
import AugerDiagnostics
import AugerMetadata
import AugerQuery
import AugerTools
import Foundation

/// Generates code and workspaces from dashboards. It corresponds to MAGen of MAKit.
struct GenerateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate", abstract: "Generate Swift code or a workspace from dashboards.",
    discussion: """
      Examples:
        auger generate swift Dashboards/sales.xml -o SalesQueries.swift
        auger generate workspace Dashboards/sales.xml -o shop
      """,
    subcommands: [SwiftFile.self, WorkspaceFile.self])

  struct SwiftFile: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "swift", abstract: "Generate a Swift protocol with a typed method per query, or a dashboard.",
      discussion: """
        Examples:
          auger generate swift Dashboards/sales.xml -o SalesQueries.swift
          auger generate swift auger.yaml --type ShopQueries
          auger generate swift auger.yaml --dashboard sales -o SalesDashboard.swift

        With a workspace, arguments have the types that its queries declare. Other arguments accept values of any \
        type: their type depends on the data.
        """)

    @Argument(help: ArgumentHelp("Dashboard files, or a workspace file or folder.", valueName: "path"))
    var inputs: [String]

    @Option(
      help: ArgumentHelp(
        "Name of the protocol: a capital letter, then letters and digits. Default: the dashboard name + Queries.",
        valueName: "name"))
    var type: String?

    @Option(
      help: ArgumentHelp(
        "Generate a dashboard in Swift, which equals the one in the file, instead of a protocol.", valueName: "name"))
    var dashboard: String?

    @OptionGroup var options: GenerateOptions

    func validate() throws {
      if inputs.isEmpty { throw ValidationError("Name a metadata file or a workspace.") }
      if type != nil, dashboard != nil { throw ValidationError("Use either --type or --dashboard.") }
      if let type, SwiftGenerator.typeName(for: type) != type + "Queries" {
        throw ValidationError(
          "'\(type)' is not a valid type name: use letters and digits, starting with a capital letter.")
      }
    }

    /// Returns the name of an input for the file header. It contains no folders, so that the file does not depend on
    /// them.
    private static func title(_ input: String) -> String {
      FileFacts.isDirectory(input) ? "auger.yaml" : URL(fileURLWithPath: input).lastPathComponent
    }

    func run() async throws {
      try await options.reporting.run {
        let input = try GenerateInput(inputs, options)
        let origin = inputs.map(Self.title).joined(separator: ", ")
        if let dashboard {
          let found = try Workspace(dashboards: input.dashboards).dashboard(dashboard)
          return try options.write(try DashboardGenerator(origin: origin).file(found))
        }
        let generator = SwiftGenerator(typeName: type ?? SwiftGenerator.typeName(for: input.name), origin: origin)
        try options.write(generator.file(QueryNeed.all(of: input.dashboards, declared: input.queries)))
      }
    }
  }

  struct WorkspaceFile: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "workspace", abstract: "Generate an auger.yaml with a stub per query.",
      discussion: """
        Examples:
          auger generate workspace Dashboards/sales.xml -o shop
          auger generate workspace Dashboards/sales.xml Dashboards/drill.xml -o -

        --output is the folder of the new workspace, or '-' for standard output. An existing auger.yaml is not changed.
        """)

    @Argument(help: ArgumentHelp("Dashboard files.", valueName: "file")) var inputs: [String]

    @OptionGroup var options: GenerateOptions

    func validate() throws {
      if inputs.isEmpty { throw ValidationError("Name a metadata file.") }
    }

    func run() async throws {
      try await options.reporting.run {
        let input = try GenerateInput(inputs, options)
        guard input.queries.isEmpty, input.dashboards.count == inputs.count else {
          throw AugerError(
            .usage, operation: "write a workspace", "'\(inputs[0])' is already a workspace",
            hint: "Name the dashboard files of the workspace instead.")
        }
        let folder = options.output == "-" ? "." : options.output ?? "."
        let generator = WorkspaceGenerator(
          dashboards: zip(input.dashboards, inputs).map { ($0.name, Self.path(of: $1, in: folder)) })
        let text = generator.file(QueryNeed.all(of: input.dashboards))
        if options.output == "-" { return Console.write(text) }
        let file = URL(fileURLWithPath: folder, isDirectory: true).appendingPathComponent("auger.yaml")
        if FileManager.default.fileExists(atPath: file.path) {
          throw AugerError(
            .fileUnwritable, operation: "write a workspace", "'\(file.relativePath)' already exists",
            hint: "Choose another file with -o, or standard output with -o -.")
        }
        try DashboardExport.write(
          [DashboardExport.File(path: "auger.yaml", bytes: Array(text.utf8))], to: file.deletingLastPathComponent())
        options.reporting.note(.written, "wrote \(file.relativePath)")
      }
    }

    private static func path(of file: String, in folder: String) -> String {
      let file = URL(fileURLWithPath: file).standardizedFileURL.pathComponents
      let folder = URL(fileURLWithPath: folder, isDirectory: true).standardizedFileURL.pathComponents
      let shared = zip(file, folder).prefix { $0 == $1 }.count
      return (folder[shared...].map { _ in ".." } + file[shared...]).joined(separator: "/")
    }
  }
}

struct GenerateOptions: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "Output file or folder. Default: standard output for 'swift', the current folder for 'workspace'.",
      valueName: "path"))
  var output: String?

  @OptionGroup var reporting: ReportingOptions

  func write(_ text: String) throws {
    guard let output, output != "-" else { return Console.write(text) }
    try AtomicFile.write(Array(text.utf8), to: output)
  }
}

/// The dashboards of the command line, and the queries of its workspaces.
private struct GenerateInput {
  var name = ""
  var dashboards: [Dashboard] = []
  var queries: [QueryDefinition] = []

  init(_ inputs: [String], _ options: GenerateOptions) throws {
    for input in inputs {
      let url = URL(fileURLWithPath: input)
      let isFolder = FileFacts.isDirectory(input)
      if isFolder || ["auger.yaml", "auger.yml"].contains(url.lastPathComponent) {
        let workspace = try Workspace(contentsOf: input, adapters: WorkspaceOption.adapters)
        dashboards += workspace.dashboards
        queries += workspace.queries
        let folder = isFolder ? url : url.deletingLastPathComponent()
        let only = workspace.dashboards.count == 1 ? workspace.dashboards.first?.name : nil
        if name.isEmpty { name = only ?? folder.standardizedFileURL.lastPathComponent }
        continue
      }
      let (metadata, found) = MetadataReader.read(bytes: try MetadataFile.read(input), name: input)
      let errors = found.filter { $0.level == .error }
      guard let metadata, errors.isEmpty else { throw DiagnosticError(errors.isEmpty ? found : errors) }
      for warning in found where warning.level == .warning { options.reporting.report(warning) }
      var dashboard = metadata.dashboard
      dashboard.name = Self.name(of: url, besides: dashboards.map(\.name))
      if name.isEmpty { name = dashboard.name }
      dashboards.append(dashboard)
    }
  }

  /// Returns the name of a file without its extension. Adds a number if another file has the same name.
  private static func name(of file: URL, besides taken: [String]) -> String {
    let name = file.deletingPathExtension().lastPathComponent
    var number = 2
    var candidate = name
    while taken.contains(candidate) {
      candidate = "\(name)\(number)"
      number += 1
    }
    return candidate
  }
}
