import Foundation
#if canImport(UIKit) && !os(watchOS)
import UIKit
#elseif canImport(AppKit)
import AppKit
#endif

/// When the app becomes active.
enum AppActivation {
    /// - Parameter work: run each time, on any thread, as long as the app lives.
    static func observe(_ work: @escaping @Sendable () -> Void) {
        #if canImport(UIKit) && !os(watchOS)
        observe(UIApplication.didBecomeActiveNotification, work)
        #elseif canImport(AppKit)
        observe(NSApplication.didBecomeActiveNotification, work)
        #endif
    }

    private static func observe(_ name: Notification.Name, _ work: @escaping @Sendable () -> Void) {
        _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in work() }
    }
}
