import Foundation
#if canImport(StoreKit)
import StoreKit
#endif

/// The purchases that StoreKit lists. Nothing is finished, observed or synchronized here: that is the app's.
enum StoreKitPurchases {
    /// Reads the verified purchases of this person, oldest first; below iOS 15 there is no list.
    static func read(_ report: @escaping @Sendable ([TapwisePurchase]) -> Void) {
        #if canImport(StoreKit)
        guard #available(iOS 15, macOS 12, tvOS 15, watchOS 8, *) else { return }
        Task.detached(priority: .utility) { report(await all()) }
        #endif
    }

    #if canImport(StoreKit)
    @available(iOS 15, macOS 12, tvOS 15, watchOS 8, *)
    private static func all() async -> [TapwisePurchase] {
        var purchases: [(date: Date, purchase: TapwisePurchase)] = []
        for await result in StoreKit.Transaction.all {
            guard case .verified(let transaction) = result, transaction.ownershipType == .purchased else { continue }
            let purchase = TapwisePurchase(
                transactionId: String(transaction.id),
                originalTransactionId: String(transaction.originalID),
                productId: transaction.productID,
                purchasedAt: transaction.purchaseDate,
                signedTransaction: result.jwsRepresentation
            )
            purchases.append((date: transaction.purchaseDate, purchase: purchase))
        }
        // More than the queue holds would be sent again and again.
        return purchases.sorted { $0.date < $1.date }.suffix(State.mostQueued).map { $0.purchase }
    }
    #endif
}
