import { PlainPage } from './PlainPage.tsx';

export function PrivacyPage() {
  return (
    <PlainPage title="Privacy policy">
      <h2>What is kept about you</h2>
      <p>
        Your name, e-mail address and a one-way hash of your password. Name and address are encrypted with a key of
        their own; when that key is deleted they cannot be read any more.
      </p>
      <h2>What is kept about your users</h2>
      <p>
        An install is known by an id your app makes up, with its attribution and the device class. No advertising id, no
        name and no address of a person is asked for. Purchases are what the store's notifications say about them.
      </p>
      <h2>In this browser</h2>
      <p>
        Your session, the application and organization you looked at last, the state of the side menu and the theme.
        There are no cookies and nothing is sent to third parties.
      </p>
    </PlainPage>
  );
}
