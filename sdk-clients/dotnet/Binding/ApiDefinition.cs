using System;
using Foundation;
using ObjCRuntime;

namespace TapwiseSdk.Binding
{
    [BaseType(typeof(NSObject))]
    [DisableDefaultCtor]
    interface TPWAttribution
    {
        [Export("dictionary")]
        NSDictionary<NSString, NSString> Dictionary { get; }
    }

    [BaseType(typeof(NSObject))]
    [DisableDefaultCtor]
    interface TPWPurchase
    {
        [Export("initWithTransactionId:originalTransactionId:productId:purchasedAt:signedTransaction:")]
        NativeHandle Constructor(
            string transactionId,
            string originalTransactionId,
            string productId,
            string purchasedAt,
            [NullAllowed] string signedTransaction);
    }

    [BaseType(typeof(NSObject))]
    interface TPWTapwise
    {
        [Static]
        [NullAllowed]
        [Export("installId")]
        string InstallId { get; }

        [Static]
        [NullAllowed]
        [Export("attribution")]
        TPWAttribution Attribution { get; }

        [Static]
        [Export("startWithApiKey:url:readsPurchases:onAttribution:")]
        void Start(string apiKey, string url, bool readsPurchases, [NullAllowed] Action<TPWAttribution> onAttribution);

        [Static]
        [Export("report:")]
        void Report(TPWPurchase[] purchases);
    }
}
