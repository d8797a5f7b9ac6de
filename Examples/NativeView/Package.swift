// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "native-view",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "native-view", targets: ["native-view"])],
  dependencies: [.package(name: "auger", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "native-view",
      dependencies: [.product(name: "Auger", package: "auger"), .product(name: "AugerSQLite", package: "auger")])
  ]
)
