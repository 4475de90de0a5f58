import { PlainPage } from './PlainPage.tsx';

export function TermsPage() {
  return (
    <PlainPage title="Terms">
      <p>
        Tapwise shows what your search-ads campaigns cost and what the users they brought have paid since. You use it
        for applications and ad accounts that are yours, or that their owners let you work on.
      </p>
      <h2>Trial and payment</h2>
      <p>The trial lasts 30 days and asks for no card. Nothing is charged until you choose a plan.</p>
      <h2>Your account</h2>
      <p>
        Keep your password and API keys to yourself. An API key lets an app report installs in your name; make a new
        application when one has become known to others.
      </p>
      <h2>Figures</h2>
      <p>
        Spend comes from the ad service, which restates its numbers for some days. Income comes from the store's
        notifications. Every figure carries its age; figures are no substitute for your bookkeeping.
      </p>
    </PlainPage>
  );
}
