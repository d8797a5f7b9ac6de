import AugerColumns
import AugerDiagnostics
import Foundation

/// The snapshot that a job's folder shows at one moment, held against removal as long as this value lives.
///
/// Readers that are no programs of ours resolve the link `current` once, read what they need from the folder it names,
/// and begin again where a file has gone.
public struct PublishedSnapshot: Sendable {
  /// The snapshot's own folder, which never changes but for `status.json`.
  public let folder: String
  package let manifest: SnapshotManifest
  private let lock: FileLock

  /// Nil where nothing has been published. Throws `snapshotDamaged`, and `fileUnwritable` where the manifest cannot
  /// be opened.
  package init?(directory: String) throws {
    // Between reading the link and locking the folder it may be replaced and removed: then there is a newer one.
    for _ in 0..<100 {
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: directory + "/current") else {
        return nil
      }
      let parts = target.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0] == "snapshots", !parts[1].hasPrefix(".") else {
        throw Self.damaged(directory, "the link 'current' leads to '\(target)', which is not a snapshot")
      }
      let folder = directory + "/" + target
      guard let lock = try FileLock.attempt(folder + "/manifest.json", .shared, makingFile: false),
        let data = FileManager.default.contents(atPath: folder + "/manifest.json")
      else {
        usleep(1000)
        continue
      }
      self.folder = folder
      self.lock = lock
      do {
        manifest = try JSONDecoder().decode(SnapshotManifest.self, from: data)
      } catch {
        throw Self.damaged(folder, "its manifest cannot be read")
      }
      return
    }
    throw Self.damaged(directory, "the link 'current' leads nowhere")
  }

  /// A snapshot by its name, shown or not; nil where there is none.
  init?(directory: String, name: String) throws {
    folder = directory + "/snapshots/" + name
    guard let lock = try FileLock.attempt(folder + "/manifest.json", .shared, makingFile: false),
      let data = FileManager.default.contents(atPath: folder + "/manifest.json")
    else { return nil }
    self.lock = lock
    do { manifest = try JSONDecoder().decode(SnapshotManifest.self, from: data) } catch {
      throw Self.damaged(folder, "its manifest cannot be read")
    }
  }

  /// The last part of its folder's name, as the history of runs has it.
  public var name: String { String(folder.split(separator: "/").last ?? "") }

  package var run: Int64 { manifest.run }

  /// When its queries began to run.
  public var asOf: Timestamp { Timestamp(utcText: manifest.asOf) ?? Timestamp(microseconds: 0) }

  /// Its files but for the manifest and the status, as paths below `folder`, sorted: `sales/ByRegion.json`.
  public var files: [String] { manifest.files.map(\.path) }

  /// The bytes of one of its `files`, held against the manifest.
  ///
  /// - Throws: `AugerError`: `fileNotFound` for a path that is not among them, `snapshotDamaged` where the file is not
  ///   what was published.
  public func contents(of path: String) throws -> [UInt8] {
    guard let file = manifest.files.first(where: { Name($0.path) == Name(path) }) else {
      throw AugerError(
        .fileNotFound, operation: "read the snapshot '\(folder)'", "it has no file '\(path)'",
        hint: DidYouMean.hint(for: path, among: files, listing: "files"))
    }
    return try contents(of: file)
  }

  private func contents(of file: SnapshotManifest.File) throws -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: folder + "/" + file.path) else {
      throw Self.damaged(folder, "'\(file.path)' is missing")
    }
    let bytes = Array(data)
    guard SnapshotManifest.File(path: file.path, contents: bytes) == file else {
      throw Self.damaged(folder, "'\(file.path)' is not as the manifest says")
    }
    return bytes
  }

  package func status() throws -> SnapshotStatus {
    guard let data = FileManager.default.contents(atPath: folder + "/status.json"),
      let status = try? JSONDecoder().decode(SnapshotStatus.self, from: data)
    else { throw Self.damaged(folder, "its status cannot be read") }
    return status
  }

  /// Reads every file and compares it with the manifest.
  package func verify() throws {
    for file in manifest.files { _ = try contents(of: file) }
  }

  private static func damaged(_ folder: String, _ message: String) -> AugerError {
    AugerError(.snapshotDamaged, operation: "read the snapshot '\(folder)'", message)
  }
}

extension Diagnostic.Code {
  package static let snapshotDamaged = Self("snapshotDamaged")
}
