// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "sales",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "auger", path: "../auger", traits: [])],
  targets: [
    .executableTarget(
      name: "sales",
      dependencies: [.product(name: "Auger", package: "auger"), .product(name: "AugerCSV", package: "auger")])
  ]
)
