import Foundation

/// A purchase that the app reports itself.
public struct TapwisePurchase: Codable, Equatable, Sendable {
    public let transactionId: String
    public let originalTransactionId: String
    public let productId: String
    /// ISO 8601.
    public let purchasedAt: String
    /// The transaction as StoreKit signed it.
    public internal(set) var signedTransaction: String?

    enum CodingKeys: String, CodingKey {
        case transactionId = "transaction_id"
        case originalTransactionId = "original_transaction_id"
        case productId = "product_id"
        case purchasedAt = "purchased_at"
        case signedTransaction = "signed_transaction"
    }

    /// - Parameter purchasedAt: ISO 8601.
    public init(
        transactionId: String,
        originalTransactionId: String,
        productId: String,
        purchasedAt: String,
        signedTransaction: String? = nil
    ) {
        self.transactionId = transactionId
        self.originalTransactionId = originalTransactionId
        self.productId = productId
        self.purchasedAt = purchasedAt
        self.signedTransaction = signedTransaction
    }

    public init(
        transactionId: String,
        originalTransactionId: String,
        productId: String,
        purchasedAt: Date,
        signedTransaction: String? = nil
    ) {
        self.init(
            transactionId: transactionId,
            originalTransactionId: originalTransactionId,
            productId: productId,
            purchasedAt: purchasedAt.iso8601,
            signedTransaction: signedTransaction
        )
    }
}

extension Date {
    /// In UTC, to the second.
    var iso8601: String { ISO8601DateFormatter().string(from: self) }
}
