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
    id: 'consent',
    title: 'What signers agree to',
    paragraphs: [
      'Before they sign, signers agree to a consent text in their language. The default text says what the ESIGN Act and eIDAS ask for: the scope, the right to a paper copy, withdrawal and its consequence, what one needs, and how to reach the sender (`process.sender` of `GET /signing/{token}`: `reply_to` of the account, else the sender’s address).',
      'An administrator sets an own text with `PATCH /account` `{"consent": {"en": "…"}}`; `all` is for languages without one, null returns to it or to the default. It is plain text of 20 to 10,000 characters, each line a paragraph. Every change is a new version, numbered and stored for good.',
      'An own signing page shows `consent.text` of `GET /signing/{token}` and sends `consent: {version, accepted: true}` with `sign`. When the text has changed meanwhile, that is refused with 400 and `reason: consent_changed`: get the new text and ask again.',
      'The audit trail (`signature.consented`) and the certificate of completion name the version and its SHA-256. `GET /account/consents/{version}` returns the exact text later, also a default text of an earlier release, and packages contain it as `consent/{version}.txt`.',
    ],
  },
  {
    id: 'branding',
    title: 'Your name, logo and colour',
    paragraphs: [
      'An administrator sets `name`, `color` (`#rrggbb`, with a contrast of at least 4.5 to 1 to white) and `reply_to` with `PATCH /account`, and the logo with `PUT /account/logo` (a PNG as multipart form, `DELETE` removes it). Signing pages and emails show the logo and the colour, certificates of completion the logo; replies to emails about processes go to `reply_to`. `locale`, `expires_in_days` and `reminder_days` are the defaults of new processes and templates.',
    ],
  },
]
