import Auger
import AugerDiagnostics
import Foundation

extension FileSystem {
  /// Takes a file or folder, if it is there, from everyone but its user: older versions left what they made to all who
  /// could reach it. What belongs to another user, and what is no file or folder, stays as it is.
  func restrict(_ path: String) throws(AugerError) {
    guard let facts = try? FileManager.default.attributesOfItem(atPath: path),
      let kind = facts[.type] as? FileAttributeType, kind == .typeRegular || kind == .typeDirectory,
      let owner = facts[.ownerAccountID] as? NSNumber, owner.uint32Value == geteuid(),
      let mode = facts[.posixPermissions] as? NSNumber, mode.intValue & 0o077 != 0
    else { return }
    do {
      try FileManager.default.setAttributes([.posixPermissions: mode.intValue & 0o700], ofItemAtPath: path)
    } catch {
      throw Self.failure(path, reason: (error as NSError).localizedDescription)
    }
  }

  /// `restrict` for the files of a folder whose names fulfil a condition.
  func restrictFiles(in folder: String, where isOurs: (String) -> Bool) throws(AugerError) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where isOurs(name) {
      try restrict(folder + "/" + name)
    }
  }
}
