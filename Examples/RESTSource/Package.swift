// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "rest-source",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "rest-source", targets: ["rest-source"])],
  dependencies: [.package(name: "auger", path: "../..", traits: [])],
  targets: [.executableTarget(name: "rest-source", dependencies: [.product(name: "Auger", package: "auger")])]
)
