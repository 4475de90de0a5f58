import Foundation

/// Reports the install of an app and its purchases. Every call returns at once, may be made from any thread, and never throws.
public enum Tapwise {
    /// How purchases reach Tapwise.
    public enum Purchases: Sendable {
        /// Read from StoreKit where it can (iOS 15 and later); others may be reported.
        case automatic
        /// Only those that the app reports.
        case reported
    }

    public static let version = "1.4.0"

    /// Begins to report; to be called at each start of the app.
    /// - Parameters:
    ///   - apiKey: of the application, from Settings.
    ///   - url: address of the ingest service, from Settings.
    ///   - onAttribution: called once per install, on the main thread; with `nil` where no ad led to it.
    public static func start(
        apiKey: String,
        url: String,
        purchases: Purchases = .automatic,
        onAttribution: (@Sendable (TapwiseAttribution?) -> Void)? = nil
    ) {
        Session.shared.start(apiKey: apiKey, url: url, purchases: purchases, onAttribution: onAttribution)
    }

    /// UUID of the install, to be given to the store as `appAccountToken`. `nil` before `start`, and while the phone's files cannot be used.
    public static var installId: String? { Session.shared.installId }

    /// The ad that led to the install, once it was learned.
    public static var attribution: TapwiseAttribution? { Session.shared.attribution }

    /// Reports purchases that StoreKit does not list, such as finished consumables; before `start` they wait for it.
    public static func report(_ purchases: [TapwisePurchase]) {
        Session.shared.report(purchases)
    }
}
