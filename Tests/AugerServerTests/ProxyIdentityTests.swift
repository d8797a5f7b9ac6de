import AugerServer
import HTTPTypes
import TestSupport
import Testing

@Suite struct ProxyIdentityTests {
  private static func served(_ field: HTTPField.Name) throws -> Served {
    let blocks = ["10.1.0.0/16", "fd00::/8"].compactMap { AddressBlock($0) }
    return try Served(
      GeneratedWorkspace(seed: 5, rows: 60, places: 1),
      access: SiteAccess(proxies: ProxyIdentity(addresses: blocks, field: field)),
      changing: { $0 + "\npolicy:\n  - for: { claim: user, is: ann }\n    dashboards: all\n" })
  }

  @Test func userNameIsAcceptedOnlyFromTrustedProxies() async throws {
    let field = try #require(HTTPField.Name("X-User"))
    let served = try Self.served(field)
    for peer in ["10.1.2.3", "fd12:3456::1", "::ffff:10.1.0.9"] {
      let answer = await served.get("/.json", [field: "ann"], client: peer)
      #expect(answer.status == 200 && answer.text.contains("\"made\""), "\(peer)")
      #expect(!(await served.get("/.json", [field: "bob"], client: peer).text.contains("\"made\"")))
      #expect(await served.get("/.json", client: peer).status == 401)
    }
    for peer in ["10.2.0.1", "192.0.2.1", "fe80::1", "::ffff:10.2.0.1", "", "10.1.2", nil] {
      #expect(await served.get("/.json", [field: "ann"], client: peer).status == 401, "\(peer ?? "nil")")
    }
  }

  @Test func invalidUserNameFails() async throws {
    let field = try #require(HTTPField.Name("X-User"))
    let served = try Self.served(field)
    for name in ["", String(repeating: "a", count: 201), "ann\tbob"] {
      #expect(await served.get("/.json", [field: name], client: "10.1.0.1").status == 401)
    }
    var twice = HTTPFields()
    twice.append(HTTPField(name: field, value: "ann"))
    twice.append(HTTPField(name: field, value: "ann"))
    #expect(await served.get("/.json", twice, client: "10.1.0.1").status == 401)
  }

  @Test(arguments: [
    ("10.0.0.0/8", ["10.0.0.0", "10.255.255.255"], ["11.0.0.0", "9.255.255.255", "::10.0.0.1"]),
    ("192.0.2.7", ["192.0.2.7", "::ffff:192.0.2.7"], ["192.0.2.6"]),
    ("0.0.0.0/0", ["1.2.3.4"], ["::1"]), ("172.16.0.0/12", ["172.31.255.1"], ["172.32.0.0"]),
    ("::1", ["::1", "0:0:0:0:0:0:0:1"], ["::2", "1.0.0.0"]),
    ("2001:db8::/33", ["2001:db8:7fff::"], ["2001:db8:8000::"]),
    ("fe80::/10", ["fe80::1%eth0", "febf::"], ["fec0::"]), ("::/0", ["1::2", "::ffff:1.2.3.4"], ["1.2.3.4"]),
  ])
  func addressBlocksContainTheirAddresses(text: String, inside: [String], outside: [String]) throws {
    let block = try #require(AddressBlock(text))
    for address in inside { #expect(block.contains(address), "\(address)") }
    for address in outside { #expect(!block.contains(address), "\(address)") }
  }

  @Test(arguments: [
    "", "/", "10.0.0.0/", "10.0.0.0/33", "10.0.0.1/8", "10.0.0/8", "010.0.0.0/8", "256.0.0.1", "1.2.3.4.5", "a.b.c.d",
    "::/129", ":::", "1::2::3", "12345::", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7::8", "fd00::1/8", "g::",
    "10.0.0.0/8/8", "+1::", "localhost", "10.0.0.0/-1", "10.0.0.0/+8",
  ])
  func invalidAddressBlocksAreNil(text: String) { #expect(AddressBlock(text) == nil) }
}
