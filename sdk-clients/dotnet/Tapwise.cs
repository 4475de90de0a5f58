using System;
using System.Collections.Generic;
using System.Globalization;
#if IOS || __IOS__
using Foundation;
using Native = TapwiseSdk.Binding;
#endif

namespace TapwiseSdk
{
    /// <summary>The ad that led to the install; what Apple did not say is null.</summary>
    public sealed class TapwiseAttribution
    {
        private readonly IReadOnlyDictionary<string, string> fields;

        internal TapwiseAttribution(IReadOnlyDictionary<string, string> fields)
        {
            this.fields = fields;
        }

        public long? OrgId { get { return Id("orgId"); } }
        public long? CampaignId { get { return Id("campaignId"); } }
        public string CampaignName { get { return Text("campaignName"); } }
        public long? AdGroupId { get { return Id("adGroupId"); } }
        public string AdGroupName { get { return Text("adGroupName"); } }
        public long? KeywordId { get { return Id("keywordId"); } }
        public string KeywordName { get { return Text("keywordName"); } }
        public long? AdId { get { return Id("adId"); } }
        public string CustomProductPage { get { return Text("customProductPage"); } }
        /// <summary>Storefront of the campaign, such as US.</summary>
        public string Country { get { return Text("country"); } }
        /// <summary>click or view.</summary>
        public string ClaimType { get { return Text("claimType"); } }

        private string Text(string name)
        {
            string value;
            return fields.TryGetValue(name, out value) ? value : null;
        }

        private long? Id(string name)
        {
            long id;
            return long.TryParse(Text(name), NumberStyles.None, CultureInfo.InvariantCulture, out id) ? id : (long?)null;
        }
    }

    /// <summary>A purchase that StoreKit does not list, such as a finished consumable.</summary>
    public sealed class TapwisePurchase
    {
        public string TransactionId { get; set; }
        public string OriginalTransactionId { get; set; }
        public string ProductId { get; set; }
        /// <summary>An instant; sent in UTC.</summary>
        public DateTimeOffset PurchasedAt { get; set; }
        /// <summary>The transaction as StoreKit signed it; may be null.</summary>
        public string SignedTransaction { get; set; }
    }

    /// <summary>Reports the install of an app and its purchases. On other systems than iOS no call does anything, and all answer null.</summary>
    public static class Tapwise
    {
        /// <summary>Begins to report; to be called at each start of the app.</summary>
        /// <param name="onAttribution">Called once per install, on the main thread; with null where no ad led to it.</param>
        public static void Start(
            string apiKey, string url, Action<TapwiseAttribution> onAttribution = null, bool readsPurchases = true)
        {
#if IOS || __IOS__
            Action<Native.TPWAttribution> callback = null;
            if (onAttribution != null) callback = attribution => onAttribution(Read(attribution));
            Native.TPWTapwise.Start(apiKey ?? "", url ?? "", readsPurchases, callback);
#endif
        }

        /// <summary>UUID of the install, to be given to the store as appAccountToken.</summary>
        public static string InstallId
        {
            get
            {
#if IOS || __IOS__
                return Native.TPWTapwise.InstallId;
#else
                return null;
#endif
            }
        }

        /// <summary>The ad that led to the install, once it was learned.</summary>
        public static TapwiseAttribution Attribution
        {
            get
            {
#if IOS || __IOS__
                return Read(Native.TPWTapwise.Attribution);
#else
                return null;
#endif
            }
        }

        /// <summary>Reports purchases that StoreKit does not list.</summary>
        public static void Report(params TapwisePurchase[] purchases)
        {
#if IOS || __IOS__
            var reported = new List<Native.TPWPurchase>();
            foreach (var purchase in purchases)
            {
                var purchasedAt = purchase.PurchasedAt.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture);
                reported.Add(new Native.TPWPurchase(
                    purchase.TransactionId ?? "",
                    purchase.OriginalTransactionId ?? "",
                    purchase.ProductId ?? "",
                    purchasedAt,
                    purchase.SignedTransaction));
            }
            Native.TPWTapwise.Report(reported.ToArray());
#endif
        }

#if IOS || __IOS__
        private static TapwiseAttribution Read(Native.TPWAttribution attribution)
        {
            if (attribution == null) return null;
            var fields = new Dictionary<string, string>();
            foreach (var pair in attribution.Dictionary) fields[pair.Key.ToString()] = pair.Value.ToString();
            return new TapwiseAttribution(fields);
        }
#endif
    }
}
