// swift-tools-version:5.9
import PackageDescription

let package = Package(
    name: "tapwise",
    platforms: [.iOS(.v12)],
    products: [.library(name: "tapwise", targets: ["tapwise"])],
    targets: [
        .target(name: "tapwise", resources: [.copy("core/PrivacyInfo.xcprivacy")]),
    ]
)
