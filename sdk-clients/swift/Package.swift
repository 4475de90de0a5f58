// swift-tools-version:5.9
import PackageDescription

let package = Package(
    name: "Tapwise",
    platforms: [.iOS(.v12), .tvOS(.v12), .macOS(.v10_13), .macCatalyst(.v13), .visionOS(.v1)],
    products: [.library(name: "Tapwise", targets: ["Tapwise"])],
    targets: [
        .target(name: "Tapwise", resources: [.copy("PrivacyInfo.xcprivacy")]),
        .testTarget(name: "TapwiseTests", dependencies: ["Tapwise"]),
    ]
)
