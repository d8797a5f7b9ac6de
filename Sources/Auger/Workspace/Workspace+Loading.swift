import AugerDiagnostics
import AugerQuery
import Foundation

extension Workspace {
  /// Reads a workspace file, or the `auger.yaml` of a directory. Opens no source.
  ///
  /// `${NAME}` and `${NAME:-default}` are replaced by values of `environment`: in sources when they are opened, in jobs
  /// when they are read, elsewhere immediately. Relative paths are relative to the file. Lists of rejects, stored
  /// tables and published results are written below the folder of the file.
  ///
  /// - Parameters:
  ///   - url: The location of the file, or of a directory with an `auger.yaml`.
  ///   - adapters: The adapters that the sources of the file name.
  ///   - environment: The variables of the file. Default: those of the process.
  /// - Throws: `fileNotFound`, `fileUnreadable`, `invalidUTF8`, or one error with every problem of the file, with
  ///   positions and suggestions.
  public init(
    contentsOf url: URL, adapters: any SourceAdapter...,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(AugerError) {
    do { try self.init(contentsOf: url.path, adapters: adapters, environment: environment) } catch {
      throw AugerError(error)
    }
  }

  /// Reads the text of a workspace file, for a program without a file.
  ///
  /// - Parameters:
  ///   - yaml: The text of the file.
  ///   - directory: The base of relative paths. Nil for the current directory of the process.
  ///   - adapters: The adapters that the sources of the text name.
  ///   - environment: The variables of the text. Default: those of the process.
  /// - Throws: One error with every problem of the text, with positions and suggestions.
  public init(
    parsing yaml: String, in directory: URL? = nil, adapters: any SourceAdapter...,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(AugerError) {
    do {
      try self.init(
        yaml: yaml, directory: directory?.path ?? ".", adapters: adapters, environment: environment)
    } catch {
      throw AugerError(error)
    }
  }
}
