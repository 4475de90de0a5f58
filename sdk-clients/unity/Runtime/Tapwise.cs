using System;
#if UNITY_IOS && !UNITY_EDITOR
using System.Runtime.InteropServices;
using AOT;
using UnityEngine;
#endif

namespace TapwiseSdk
{
    /// <summary>The ad that led to the install; what Apple did not say is empty. Ids are digits.</summary>
    [Serializable]
    public sealed class TapwiseAttribution
    {
        public string orgId = "";
        public string campaignId = "";
        public string campaignName = "";
        public string adGroupId = "";
        public string adGroupName = "";
        public string keywordId = "";
        public string keywordName = "";
        public string adId = "";
        public string customProductPage = "";
        /// <summary>Storefront of the campaign, such as US.</summary>
        public string country = "";
        /// <summary>click or view.</summary>
        public string claimType = "";
    }

    /// <summary>A purchase that StoreKit does not list, such as a finished consumable.</summary>
    [Serializable]
    public sealed class TapwisePurchase
    {
        public string transactionId = "";
        public string originalTransactionId = "";
        public string productId = "";
        /// <summary>ISO 8601.</summary>
        public string purchasedAt = "";
        /// <summary>The transaction as StoreKit signed it; may be empty.</summary>
        public string signedTransaction = "";
    }

    /// <summary>
    /// Reports the install of a game and its purchases. In the editor and on other systems than iOS no call does anything, and all answer null.
    /// </summary>
    public static class Tapwise
    {
#if UNITY_IOS && !UNITY_EDITOR
        private delegate void AttributionCallback(string json);

        [Serializable]
        private sealed class PurchaseList
        {
            public TapwisePurchase[] purchases = new TapwisePurchase[0];
        }

        [DllImport("__Internal")]
        private static extern void tapwise_start(string apiKey, string url, int readsPurchases, AttributionCallback callback);

        [DllImport("__Internal")]
        private static extern string tapwise_install_id();

        [DllImport("__Internal")]
        private static extern string tapwise_attribution();

        [DllImport("__Internal")]
        private static extern void tapwise_report(string json);

        private static Action<TapwiseAttribution> onAttributionOfApp;

        [MonoPInvokeCallback(typeof(AttributionCallback))]
        private static void OnAttribution(string json)
        {
            var callback = onAttributionOfApp;
            if (callback != null) callback(Read(json));
        }

        private static TapwiseAttribution Read(string json)
        {
            return string.IsNullOrEmpty(json) ? null : JsonUtility.FromJson<TapwiseAttribution>(json);
        }
#endif

        /// <summary>Begins to report; to be called at each start of the game.</summary>
        /// <param name="onAttribution">Called once per install, on the main thread; with null where no ad led to it.</param>
        public static void Start(
            string apiKey, string url, Action<TapwiseAttribution> onAttribution = null, bool readsPurchases = true)
        {
#if UNITY_IOS && !UNITY_EDITOR
            onAttributionOfApp = onAttribution;
            AttributionCallback callback = null;
            if (onAttribution != null) callback = OnAttribution;
            tapwise_start(apiKey, url, readsPurchases ? 1 : 0, callback);
#endif
        }

        /// <summary>UUID of the install, to be given to the store as appAccountToken.</summary>
        public static string InstallId
        {
            get
            {
#if UNITY_IOS && !UNITY_EDITOR
                return tapwise_install_id();
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
#if UNITY_IOS && !UNITY_EDITOR
                return Read(tapwise_attribution());
#else
                return null;
#endif
            }
        }

        /// <summary>Reports purchases that StoreKit does not list.</summary>
        public static void Report(params TapwisePurchase[] purchases)
        {
#if UNITY_IOS && !UNITY_EDITOR
            tapwise_report(JsonUtility.ToJson(new PurchaseList { purchases = purchases }));
#endif
        }
    }
}
