// swift-tools-version:5.9
import PackageDescription

let package = Package(
    name: "Tapwise",
    platforms: [.iOS(.v15), .macOS(.v12)],
    products: [.library(name: "Tapwise", targets: ["Tapwise"])],
    targets: [
        .target(name: "Tapwise"),
        .testTarget(name: "TapwiseTests", dependencies: ["Tapwise"]),
    ]
)
