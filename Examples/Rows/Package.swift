// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "rows",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "rows", targets: ["rows"])],
  dependencies: [.package(name: "auger", path: "../..", traits: [])],
  targets: [.executableTarget(name: "rows", dependencies: [.product(name: "Auger", package: "auger")])]
)
