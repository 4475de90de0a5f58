using System;
using TapwiseSdk;

public static class Program
{
    public static void Main()
    {
        Tapwise.Start("YOUR_API_KEY", "https://ingest.example.com", ad => Console.WriteLine(ad == null ? "no ad" : ad.CampaignName));
    }
}
