import ArgumentParser
import Auger
import AugerDiagnostics
import AugerMetadata
import AugerQuery
import AugerTools
import Foundation

/// Writes what a program or a workspace needs for dashboards (MAKit's MAGen).
struct GenerateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate", abstract: "Writes a Swift file or a workspace for dashboards.",
    discussion: """
      Examples:
        auger generate swift sales.xml -o SalesQueries.swift
        auger generate workspace sales.xml -o shop
      """,
    subcommands: [SwiftFile.self, WorkspaceFile.self])

  struct SwiftFile: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "swift", abstract: "Writes a query delegate with a typed method for each query.",
      discussion: """
        Of a workspace, the types of arguments are those that its queries declare; else an argument has the type of the
        column that it was picked from, which only the data tell.

        Examples:
          auger generate swift sales.xml -o SalesQueries.swift
          auger generate swift auger.yaml --type ShopQueries
        """)

    @Argument(help: "Dashboards, or a workspace file or its folder.") var inputs: [String]

    @Option(help: "The name of the protocol; without it, that of the dashboard and 'Queries'.") var type: String?

    @OptionGroup var options: GenerateOptions

    func validate() throws {
      if inputs.isEmpty { throw ValidationError("Name a metadata file or a workspace.") }
      if let type, SwiftGenerator.typeName(for: type) != type + "Queries" {
        throw ValidationError("'\(type)' is no name of a type: letters and digits, beginning with a capital letter.")
      }
    }

    /// What the file is said to be written from: names, no paths, so that it is the same everywhere.
    private static func title(_ input: String) -> String {
      FileFacts.isDirectory(input) ? "auger.yaml" : URL(fileURLWithPath: input).lastPathComponent
    }

    func run() async throws {
      try await options.reporting.run {
        let input = try GenerateInput(inputs, options)
        let generator = SwiftGenerator(
          typeName: type ?? SwiftGenerator.typeName(for: input.name),
          origin: inputs.map(Self.title).joined(separator: ", "))
        try options.write(generator.file(QueryNeed.all(of: input.dashboards, declared: input.queries)))
      }
    }
  }

  struct WorkspaceFile: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "workspace", abstract: "Writes an auger.yaml with a stub for each query.",
      discussion: """
        -o is the folder of the workspace, or '-' for standard output. A workspace that is there already is left alone.

        Examples:
          auger generate workspace sales.xml -o shop
          auger generate workspace Dashboards/sales.xml Dashboards/costs.xml
        """)

    @Argument(help: "Dashboards: files of the dashboard language.") var inputs: [String]

    @OptionGroup var options: GenerateOptions

    func validate() throws {
      if inputs.isEmpty { throw ValidationError("Name a metadata file.") }
    }

    func run() async throws {
      try await options.reporting.run {
        let input = try GenerateInput(inputs, options)
        guard input.queries.isEmpty, input.dashboards.count == inputs.count else {
          throw AugerError(
            .usage, operation: "write a workspace", "'\(inputs[0])' is a workspace already",
            hint: "name its dashboards' files")
        }
        let folder = options.output == "-" ? "." : options.output ?? "."
        let generator = WorkspaceGenerator(
          dashboards: zip(input.dashboards, inputs).map { ($0.name, Self.path(of: $1, in: folder)) })
        let text = generator.file(QueryNeed.all(of: input.dashboards))
        if options.output == "-" { return Console.write(text) }
        let file = URL(fileURLWithPath: folder, isDirectory: true).appendingPathComponent("auger.yaml")
        if FileManager.default.fileExists(atPath: file.path) {
          throw AugerError(
            .fileUnwritable, operation: "write a workspace", "there is an '\(file.relativePath)' already",
            hint: "write it elsewhere with -o, or to standard output with -o -")
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
    help: ArgumentHelp("Where to write; '-' is standard output.", valueName: "output"))
  var output: String?

  @OptionGroup var reporting: ReportingOptions

  func write(_ text: String) throws {
    guard let output, output != "-" else { return Console.write(text) }
    try AtomicFile.write(Array(text.utf8), to: output)
  }
}

/// The dashboards that were named, and the queries where a workspace was.
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

  /// A file's name without its ending; with a number where two files have one name.
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
