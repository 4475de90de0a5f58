import Foundation

/// What the core needs of the device it runs on.
struct Environment: Sendable {
    enum Token: Equatable, Sendable {
        case token(String)
        /// There is none on this device: nothing is waited for.
        case unavailable
        /// There may be one later, such as when the network is ready.
        case failed
    }

    /// Folder of the state file.
    var directory: URL
    var now: @Sendable () -> Date
    /// Runs work after so many seconds, on any thread.
    var after: @Sendable (TimeInterval, @escaping @Sendable () -> Void) -> Void
    /// Asks Apple for a token; it blocks, for seconds or for ever.
    var token: @Sendable () -> Token
    /// `store`, `testflight`, `debug` or `simulator`.
    var build: String
    /// `app_version`, `os_version`, `device_class` and `locale`, as far as the device says them.
    var device: [String: String]
    /// From 0 up to and without 1.
    var random: @Sendable () -> Double
}
