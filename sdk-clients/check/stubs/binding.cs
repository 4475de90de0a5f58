// Of what the binding makes, only what the .NET face uses.
using System;
using System.Collections.Generic;

namespace Foundation { }

namespace TapwiseSdk.Binding
{
    public class TPWAttribution
    {
        public Dictionary<object, object> Dictionary { get { return new Dictionary<object, object>(); } }
    }

    public class TPWPurchase
    {
        public TPWPurchase(string transactionId, string originalTransactionId, string productId, string purchasedAt, string signedTransaction) { }
    }

    public class TPWTapwise
    {
        public static string InstallId { get { return null; } }
        public static TPWAttribution Attribution { get { return null; } }
        public static void Start(string apiKey, string url, bool readsPurchases, Action<TPWAttribution> onAttribution) { }
        public static void Report(TPWPurchase[] purchases) { }
    }
}
