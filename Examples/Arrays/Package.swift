// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "arrays",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "arrays", targets: ["arrays"])],
  dependencies: [.package(name: "auger", path: "../..", traits: [])],
  targets: [.executableTarget(name: "arrays", dependencies: [.product(name: "Auger", package: "auger")])]
)
