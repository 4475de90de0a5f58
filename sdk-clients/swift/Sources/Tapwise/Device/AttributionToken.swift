import Foundation
#if canImport(AdServices) && !os(tvOS) && !os(watchOS)
import AdServices
#endif

/// Apple's token. The framework is linked weakly: a strong link ends every app below iOS 14.3 when it is loaded.
enum AttributionToken {
    /// Asks Apple; blocks as long as that takes.
    static func read() -> Environment.Token {
        #if canImport(AdServices) && !os(tvOS) && !os(watchOS) && !targetEnvironment(simulator)
        guard #available(iOS 14.3, macOS 11.1, macCatalyst 14.3, *) else { return .unavailable }
        do {
            return .token(try AAAttribution.attributionToken())
        } catch {
            return isUnsupported(error as NSError) ? .unavailable : .failed
        }
        #else
        return .unavailable
        #endif
    }

    /// `AAAttributionError.platformNotSupported`: no later question would be answered.
    private static func isUnsupported(_ error: NSError) -> Bool {
        error.domain == "AAAttributionErrorDomain" && error.code == 3
    }
}
