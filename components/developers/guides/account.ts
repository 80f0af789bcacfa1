import type { Guide } from './guide.ts'

/** What keys may do, test mode, and how signers see the tenant. */
export const accountGuides: Guide[] = [
  {
    id: 'rights',
    title: 'What a key may do',
    paragraphs: [
      'A key may do what its scopes allow, but never more than its creator is currently allowed to do. Without `scopes` it gets documents, processes, templates and vault (read and write) and `account:read`. Request `users`, `api-keys`, `webhooks` and `signing-links` explicitly if your program needs them.',
      'A key cannot grant more than it has: no scope it lacks to another key, and no role that exceeds its scopes to a user. Only with the scope `admins` can it create or change administrators, or change roles. A key that it creates expires no later than itself, and works only from the IP addresses allowed for it.',
      'A user session (browser or access token) may create keys and change webhooks, roles and email addresses for 15 minutes after the password was entered. After that it gets 403 `reauthentication_required` until the password is sent to `POST /auth/reauthenticate`. API keys are exempt. All administrators get an email about new keys, new administrators and changed roles.',
    ],
  },
  {
    id: 'test-mode',
    title: 'Test mode',
    paragraphs: [
      'A key that begins with `psk_test_` uses the same API with separate data: its records have `test_mode: true`, every page is marked TEST, no quota is used, and the signatures come from a certificate authority named as a test. Nothing signed in test mode has legal effect. Test webhooks receive test events only, and live webhooks live events only. Users and live keys belong to live mode: a test key cannot change them.',
      'Live and test records are separate: using an id with the other kind of key returns 404.',
    ],
  },
  {
    id: 'single-sign-on',
    title: 'Single sign-on',
    paragraphs: [
      'An administrator sets the OpenID Connect provider of the tenant with `PUT /account/sso`, or in the settings: `issuer`, `client_id`, `client_secret` and the email `domains` that may sign in. `GET /account/sso` returns the `callback_url` to register at the provider, before one is set, too, and the `sign_in_url` to give to your users. The provider must offer the authorization code flow with PKCE, sign ID tokens with RS256, and send `email` with `email_verified: true`. Its addresses must be public and use https, unless the installation allows the host.',
      'The first sign-in links the person to the user of your tenant with the same email, and accepts a pending invitation; from then on the `sub` of the provider counts. People without a user are refused, or created with `default_role` if `create_users` is true. A user whom you have deleted is not created again, and another account at the provider with the email of a linked user is refused: delete that user and invite the person again.',
      'With `enforced`, passwords of users are refused: `POST /auth/login` responds 403 `sso_required` with `sign_in_url`. Administrators may still use their password, so that a provider that fails locks no tenant out. Sessions and API keys that exist stay. Signing in through the provider counts as entering the password for the 15 minutes in which keys, roles and this setting can be changed; a user without a password signs in again for more.',
    ],
  },
  {
    id: 'branding',
    title: 'Your name, logo and colour',
    paragraphs: [
      'An administrator sets `name`, `color` (`#rrggbb`, with a contrast of at least 4.5 to 1 to white) and `reply_to` with `PATCH /account`, and the logo with `PUT /account/logo` (a PNG as multipart form, `DELETE` removes it). Signing pages show the logo and the colour, emails the colour, certificates of completion the logo; replies to emails about processes go to `reply_to`. `locale`, `expires_in_days` and `reminder_days` are the defaults of new processes and templates.',
    ],
  },
]
