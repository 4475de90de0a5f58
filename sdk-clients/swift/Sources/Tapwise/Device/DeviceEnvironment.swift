import Foundation

extension Environment {
    /// The device that the app runs on.
    static func device() -> Environment {
        Environment(
            directory: stateDirectory,
            now: { Date() },
            after: { seconds, work in
                DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + seconds, execute: work)
            },
            token: { AttributionToken.read() },
            build: origin,
            device: facts,
            random: { Double.random(in: 0..<1) }
        )
    }

    private static var stateDirectory: URL {
        #if os(tvOS)
        // An Apple TV lets apps write here alone.
        let folder = FileManager.SearchPathDirectory.cachesDirectory
        #else
        let folder = FileManager.SearchPathDirectory.applicationSupportDirectory
        #endif
        let found = FileManager.default.urls(for: folder, in: .userDomainMask).first
        var directory = found ?? URL(fileURLWithPath: NSHomeDirectory()).appendingPathComponent("Library")
        #if os(macOS) || os(Linux) || targetEnvironment(macCatalyst)
        // Apps without a sandbox share the folder.
        directory.appendPathComponent(Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName)
        #endif
        directory.appendPathComponent("tapwise")
        return directory
    }

    /// How the app came to the device.
    private static var origin: String {
        #if targetEnvironment(simulator)
        return "simulator"
        #elseif DEBUG
        return "debug"
        #elseif os(iOS) && !targetEnvironment(macCatalyst)
        // Apps from the store and from TestFlight carry no profile.
        if Bundle.main.path(forResource: "embedded", ofType: "mobileprovision") != nil { return "debug" }
        return Bundle.main.appStoreReceiptURL?.lastPathComponent == "sandboxReceipt" ? "testflight" : "store"
        #else
        return "store"
        #endif
    }

    private static var facts: [String: String] {
        let system = ProcessInfo.processInfo.operatingSystemVersion
        var facts = ["os_version": "\(system.majorVersion).\(system.minorVersion).\(system.patchVersion)"]
        facts["app_version"] = Bundle.main.object(forInfoDictionaryKey: "CFBundleShortVersionString") as? String
        facts["device_class"] = deviceClass
        facts["locale"] = Locale.current.identifier
        return facts
    }

    private static var deviceClass: String? {
        #if os(tvOS)
        return "tv"
        #elseif os(visionOS)
        return "vision"
        #elseif os(macOS) || targetEnvironment(macCatalyst)
        return "mac"
        #else
        let simulated = ProcessInfo.processInfo.environment["SIMULATOR_MODEL_IDENTIFIER"]
        let model = (simulated ?? machine).lowercased()
        return ["iphone", "ipad", "ipod"].first { model.hasPrefix($0) }
        #endif
    }

    /// Model, such as `iPhone14,2`.
    private static var machine: String {
        var system = utsname()
        uname(&system)
        return withUnsafeBytes(of: system.machine) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
