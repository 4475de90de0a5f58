using TapwiseSdk;
using UnityEngine;

public sealed class StartTapwise : MonoBehaviour
{
    private void Awake()
    {
        Tapwise.Start("YOUR_API_KEY", "https://ingest.example.com", ad => Debug.Log(ad == null ? "no ad" : ad.campaignName));
    }
}
