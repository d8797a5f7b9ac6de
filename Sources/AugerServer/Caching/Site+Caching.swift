import Auger
import AugerDiagnostics
import Foundation
import HTTPTypes

/// The values of `Cache-Control` that the server sends (RFC 9111, 5.2.2).
enum CacheControl {
  /// The response differs each time and is not cached.
  case never
  /// Caches validate the response on each use. With `isShared`, shared caches may store it, because all callers see the
  /// same.
  case untilChanged(isShared: Bool)
  case seconds(Int64)
  /// The contents of the URL never change.
  case forever

  var field: String {
    switch self {
    case .never: "no-store"
    case .untilChanged(let isShared): isShared ? "no-cache" : "private, no-cache"
    case .seconds(let seconds): "public, max-age=\(seconds)"
    case .forever: "public, max-age=31536000, immutable"
    }
  }
}

extension HTTPFields {
  mutating func setCaching(_ control: CacheControl) { self[.cacheControl] = control.field }
}

extension Site {
  /// Returns the ETag of a response. Servers with the same key return the same ETag, and an ETag does not reveal
  /// content.
  func etag(of bytes: [UInt8], for entitlement: Entitlement, _ parts: String...) -> String {
    var hash = KeyedHash(key: key)
    for part in [entitlement.identity] + parts { hash.update(Array("\(part.utf8.count):\(part)".utf8)) }
    hash.update(bytes)
    return "\"" + Data(hash.code.prefix(15)).base64EncodedString() + "\""
  }

  /// Returns true if `If-None-Match` contains the ETag. The comparison is weak (RFC 9110, 13.1.2).
  static func matches(_ condition: String, _ etag: String) -> Bool {
    if condition == etag { return true }
    return condition.split(separator: ",").contains { part in
      let tag = part.drop { $0 == " " }
      return tag == "*" || (tag.hasPrefix("W/") ? tag.dropFirst(2) : tag).prefix { $0 != " " } == etag
    }
  }

  /// Returns the 304 response if the caller has the current version, otherwise nil.
  static func notModified(_ request: SiteRequest, _ fields: HTTPFields) -> SiteResponse? {
    guard let condition = request.fields[.ifNoneMatch], let tag = fields[.eTag], matches(condition, tag) else {
      return nil
    }
    return SiteResponse(.notModified, fields: fields)
  }
}
