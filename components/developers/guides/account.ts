import { curlExample, type Guide, json } from './guide.ts'

/** What keys may do, test mode, and how signers see the tenant. */
export const accountGuides: Guide[] = [
  {
    id: 'rights',
    title: 'What a key may do',
    paragraphs: [
      'A key may do what its scopes allow, but never more than its creator is currently allowed to do. Without `scopes` it gets documents, processes, templates and vault (read and write) and `account:read`. Request `users`, `api-keys`, `webhooks`, `vault:retention`, `privacy` and `signing-links` explicitly if your program needs them. `webhooks` includes reading the events of all documents, processes and vault files with the names and addresses of their signers, in webhooks and in their logs, without the scopes of these records; a webhook remains when the key that created it ends.',
      'A key cannot grant more than it has: no scope it lacks to another key, and no role that exceeds its scopes to a user. Only with the scope `admins` can it create or change administrators, or change roles. A key that it creates expires no later than itself, and works only from the IP addresses allowed for it.',
      'A user session (browser or access token) may create keys, change webhooks, roles, email addresses, second factors, links to accounts at providers and the rules for signing in, set legal holds, delete from the vault, switch on `delete_after_retention` and export or erase personal data for 15 minutes after the password was entered. After that it gets 403 `reauthentication_required` until the password (and the second factor of a user who has one) is sent to `POST /auth/reauthenticate`. API keys are exempt. All administrators get an email about new keys, new administrators and changed roles, a changed provider for single sign-on, the rules for signing in, new webhooks and their URLs, exports of personal data, and about every user who changes the password, a second factor, the recovery codes or the linked account of a provider; those about users who are no administrators can be turned off (`sign_in_changes`).',
    ],
  },
  {
    id: 'second-factor',
    title: 'Second factor',
    paragraphs: [
      'Users can add an authenticator app (`POST /user/totp`, then its first code to `POST /user/totp/confirm`) and up to 10 passkeys (`POST /user/passkeys/options`, `navigator.credentials.create()`, `POST /user/passkeys`), and rename them (`PATCH /user/passkeys/{id}`). The first factor ends the user’s other sessions and gives ten recovery codes, each for one sign-in; they are shown only once, and `POST /user/recovery-codes` replaces them. Every change needs a password entered in the last 15 minutes, and the user gets an email. A user who has a factor must also have confirmed it with `POST /auth/reauthenticate` in the last 15 minutes to remove one, add another or create recovery codes; having signed in with it is not enough, unless the user has no password.',
      '`POST /auth/login` then answers 401 `second_factor_required` with a `challenge` and the `methods` of this user; with passkeys also `passkey_options` for `navigator.credentials.get()`. Send the challenge with `code`, `recovery_code` or `passkey` to `POST /auth/second-factor`, which answers in the shape of login. A challenge is valid for 5 minutes and 5 attempts, a code of the app for one sign-in, and ten wrong codes of a user in 15 minutes get 429. `POST /auth/reauthenticate` asks in the same way; its second step goes to the same path.',
      'With `require_second_factor: true` in `PATCH /account`, which only an administrator who has a factor can set, users without a factor get 403 `second_factor_setup_required` for everything but setting one up, signing out and reauthenticating. `session_idle_minutes` (5 to 1440) ends sessions, and the refreshing of their tokens, after that many minutes without a request. API keys are not affected by either: programs that run unattended should use one. An administrator resets the factors of a user who has lost them with `DELETE /users/{id}/second-factor`, and ends the links of a user whom single sign-on refuses because their identifier at the provider has changed with `DELETE /users/{id}/provider-links`.',
    ],
  },
  {
    id: 'test-mode',
    title: 'Test mode',
    paragraphs: [
      'A key that begins with `psk_test_` uses the same API with separate data: its records have `test_mode: true`, every page is marked TEST, no quota is used, and the signatures come from a certificate authority named as a test. Nothing signed in test mode has legal effect. Test webhooks receive test events only, and live webhooks live events only; those with `audit.*` get the audit log of both modes, so look at `test_mode`. Users and live keys belong to live mode: a test key cannot change them.',
      'Live and test records are separate: using an id with the other kind of key returns 404.',
    ],
  },
  {
    id: 'folders',
    title: 'Folders',
    paragraphs: [
      'A folder holds documents, processes and templates. Its `access` is `everyone` (all users, as far as their role permits) or a list of user ids; administrators always have access. For any other user its records do not exist: they are missing in lists, searches, contacts, vault, archives and statistics, and their ids give 404. Administrators create, rename, open and close folders at `/folders`, with a key that has the scope `folders`; every user can list theirs with `account:read`.',
      'A key sees what its creator may see now: all folders if that is an administrator. Webhooks, usage and signing links are not limited by folders, and signers are not affected.',
      'Put a record in a folder with `folder_id` when it is created, or later with `PATCH`; null takes it out. Lists take `folder_id=7`, or `folder_id=none`. Folders of test mode are separate, like all test records.',
      'A process or template and its documents are in one folder, and so are the signed copies in the vault. Documents without a folder come into that of the process or template to which they are added; without `folder_id`, a process or template goes to the folder of its documents, and a process or bulk send from a template to that of the template. A document in another folder is a 400. When a process (in any status) or template moves, its documents move too; drafts, other templates and processes that ended unsigned stay, with a copy of a document that they share; the trail of such a process names the copy (`document.copied`). Moving such a document alone is a 409.',
      'Only an empty folder can be deleted; otherwise 409, so that no record becomes visible to everyone.',
    ],
    calls: [
      curlExample(
        'Create a folder',
        'Then name it in `folder_id` of documents, processes and templates.',
        `curl "$PARAPH_URL/api/v1/folders" \\
  ${json} \\
  -d '{"name": "Human resources", "access": "everyone"}'`,
        201,
      ),
    ],
  },
  {
    id: 'single-sign-on',
    title: 'Single sign-on',
    paragraphs: [
      'An administrator sets the OpenID Connect provider of the tenant with `PUT /account/sso`, or in the settings: `issuer`, `client_id`, `client_secret` and the email `domains` that may sign in. `GET /account/sso` returns the `callback_url` to register at the provider, before one is set, too, and the `sign_in_url` to give to your users. The provider must offer the authorization code flow with PKCE, sign ID tokens with RS256, and send `email` with `email_verified: true`. Its addresses must be public and use https, unless the installation allows the host.',
      'The first sign-in links the person to the user of your tenant with the same email, and accepts a pending invitation; from then on the `sub` of the provider counts. An administrator is linked only after signing in with the password, within ten minutes and in the same browser. People without a user are refused, or created with `default_role` if `create_users` is true. A user whom you, or the directory, have deleted is not created again, whether they had signed in or not, and another account at the provider with the email of a linked user is refused: delete that user and invite the person again.',
      'With `enforced`, passwords of users are refused: `POST /auth/login` responds 403 `sso_required` with `sign_in_url`, and so do the links by which one chooses a password: invitations and emails about a forgotten password then lead to `sign_in_url`. Administrators may still use their password, so that a provider that fails locks no tenant out. Sessions and API keys that exist stay. Signing in through the provider counts as entering the password for the 15 minutes in which keys, roles and this setting can be changed; a user without a password signs in again for more.',
      'After the provider, a user who has a second factor is asked for it here, as after the password. With `trusts_second_factor` it is not asked for when the ID token says that the provider asked for one: `mfa` in `amr` (RFC 8176), or an `acr` of `phr`, `phrh` or `https://refeds.org/profile/mfa`.',
    ],
  },
  {
    id: 'certificates',
    title: 'Your own certificates',
    paragraphs: [
      'Documents are certified and sealed with a certificate of the installation. With `PUT /account/seal`, or in the settings, an administrator sets one of the organisation in its place: a multipart form of `file`, a PKCS#12 file with the key and the whole chain (RSA of 2048 to 4096 bits, or ECDSA on P-256 or P-384), and its `password`. It applies from the next document on, in live mode. The same file again changes nothing, and what an earlier certificate has sealed stays valid. Once it has expired, the installation seals again: `GET /account/seal` says `expired`. `POST /verify` trusts it (`trusted`) once the operator of the installation trusts its root.',
      'With `PUT /account/signing-service` an administrator sets a remote signing service: `url`, the base URI of a Cloud Signature Consortium API 2.0, `client_id` and `client_secret`. The signatures of signers with `signature_level` `advanced` or `qualified` are then made there, with a credential of that level of the user whose name is the signer’s `email`. They sign here as everyone does; then `confirmation` of `GET /signing/{token}` says what is left: what they enter (`POST …/confirmation`), or that they confirm at the provider (`POST …/confirmation/visit` gives the address, and `callback_url` is registered there), or on another device. Until then the signer is `signed`, and the process stays in progress. While the service refuses, `seal_error` of the process says why, and it is asked again.',
    ],
  },
  {
    id: 'consent',
    title: 'What signers agree to',
    paragraphs: [
      'Before they sign, signers agree to a consent text in their language. The default text says what the ESIGN Act and eIDAS ask for: the scope, the right to a paper copy, withdrawal and its consequence, what one needs, and how to reach the sender (`process.sender` of `GET /signing/{token}`: `reply_to` of the account, else the sender’s address).',
      'An administrator sets an own text with `PATCH /account` `{"consent": {"en": "…"}}`; `all` is for languages without one, null returns to it or to the default. It is plain text of 20 to 10,000 characters, each line a paragraph. Every change is a new version, numbered and stored for good. Signers agree to it whatever their `signature_level`, so it should not name a level; the default text does not.',
      'An own signing page shows `consent.text` of `GET /signing/{token}` and sends `consent: {version, accepted: true}` with `sign`. When the text has changed meanwhile, that is refused with 400 and `reason: consent_changed`: get the new text and ask again. It sends `process.preparation` of the documents that it shows as `preparation` with `open` and `sign`, too: when another signer was corrected before the first signature, the documents are made again, and `open` or a signature for the earlier ones is refused with 409 and `reason: documents_changed`. Show the new ones, POST to `open`, and ask again. The day of signing is that of `server_time` in the signer’s time zone, which `sign` takes as `time_zone`: the clock of the device may be wrong.',
      'The audit trail (`signature.consented`) and the certificate of completion name the version and its SHA-256. `GET /account/consents/{version}` returns the exact text later, also a default text of an earlier release, and packages contain it as `consent/{version}.txt`.',
    ],
  },
  {
    id: 'branding',
    title: 'Your name, logo and colour',
    paragraphs: [
      'An administrator sets `name`, `color` (`#rrggbb`, with a contrast of at least 4.5 to 1 to white) and `reply_to` with `PATCH /account`, and the logo with `PUT /account/logo` (a PNG as multipart form, `DELETE` removes it). Signing pages and emails show the logo and the colour, certificates of completion the logo; replies to emails about processes go to `reply_to`. `locale`, `expires_in_days`, `reminder_days` and `signature_kinds` are the defaults of new processes and templates.',
    ],
  },
]
