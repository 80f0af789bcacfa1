/** Made from the OpenAPI document by `npm run sdk:types`. Do not edit. */

export interface paths {
    "/api/v1/auth/accept-invitation": {
        /**
         * Accept an invitation by choosing a password
         * @description The link is valid for 7 days and works once.
         */
        post: operations["postAuthAcceptInvitation"];
    };
    "/api/v1/auth/confirm-address": {
        /**
         * Confirm a new email address
         * @description Takes the token of the link in the confirmation email, which is valid for 7 days and works once. The old address stays in use until the new one is confirmed.
         */
        post: operations["postAuthConfirmAddress"];
    };
    "/api/v1/auth/confirm-archive-address": {
        /**
         * Confirm an archive address
         * @description Takes the token of the link in the email to the address, which is valid for 7 days and works once.
         */
        post: operations["postAuthConfirmArchiveAddress"];
    };
    "/api/v1/auth/forgot-password": {
        /**
         * Request a password reset link
         * @description The response is the same whether or not a user has this address.
         */
        post: operations["postAuthForgotPassword"];
    };
    "/api/v1/auth/login": {
        /**
         * Sign in with email and password
         * @description Where a link sent to the address was used once, sets a cookie that marks the browser as known: failed sign-ins from elsewhere do not lock it out. A user with a second factor gets 401 `second_factor_required` with a `challenge`, for `POST /auth/second-factor`.
         */
        post: operations["postAuthLogin"];
    };
    "/api/v1/auth/logout": {
        /**
         * Sign out
         * @description Ends this session and revokes all of its access tokens.
         *
         *     Roles: `tenant_admin`, `user`, `viewer`. Not for API keys: a user must be signed in.
         */
        post: operations["postAuthLogout"];
    };
    "/api/v1/auth/reauthenticate": {
        /**
         * Confirm your password and second factor again
         * @description For the next 15 minutes this session (browser or access token) may create API keys, change email addresses and roles, webhooks, second factors and the rules for signing in; after that these requests get 403 `reauthentication_required`. Signing in also counts; refreshing a token does not. API keys are exempt. A user with a second factor gets 401 `second_factor_required` for the right password, and sends its `challenge` with the second factor.
         *
         *     Roles: `tenant_admin`, `user`, `viewer`. Not for API keys: a user must be signed in.
         */
        post: operations["postAuthReauthenticate"];
    };
    "/api/v1/auth/refresh": {
        /**
         * Refresh an access token, expired or not
         * @description Possible until 14 days after sign-in. The old token is revoked immediately; refreshing with a revoked token ends the session.
         */
        post: operations["postAuthRefresh"];
    };
    "/api/v1/auth/resend-confirmation": {
        /**
         * Resend the link that confirms your email address
         * @description After sign-up, a confirmation link is sent by email; it is valid for 7 days and works once. Until the address is confirmed, sending, reminding and inviting get 403 `email_not_confirmed`; drafts, uploads and reading work. At most five emails an hour go to one address.
         *
         *     Roles: `tenant_admin`, `user`, `viewer`. Not for API keys: a user must be signed in.
         */
        post: operations["postAuthResendConfirmation"];
    };
    "/api/v1/auth/reset-password": {
        /**
         * Reset a password
         * @description Takes the token of the link in the password reset email, which is valid for one hour and works once. Ends all sessions of the user. In an organisation whose address nobody has confirmed, which somebody else may have signed up, it also removes API keys, webhooks, second factors, the identity provider, other users, the sender of emails, the seal, the signing service and consent texts. Documents and templates stay.
         */
        post: operations["postAuthResetPassword"];
    };
    "/api/v1/auth/second-factor": {
        /**
         * Complete a sign-in with a second factor
         * @description Takes the `challenge` of the login’s error `second_factor_required`, and a code of the authenticator app, a recovery code or the use of a passkey. A challenge is valid for 5 minutes and 5 attempts, and works once.
         */
        post: operations["postAuthSecondFactor"];
    };
    "/api/v1/auth/signup": {
        /** Sign up: create a tenant and its first administrator */
        post: operations["postAuthSignup"];
    };
    "/api/v1/user": {
        /**
         * Get the current user
         * @description The signed-in user; with an API key, its creator.
         *
         *     Roles: `tenant_admin`, `user`, `viewer`. API keys need the scope `account:read`.
         */
        get: operations["getUser"];
        /**
         * Change your name, language or notifications
         * @description The language applies to emails and to the dashboard; absent notifications stay as they are. Not for API keys.
         *
         *     Roles: `tenant_admin`, `user`, `viewer`. Not for API keys: a user must be signed in.
         */
        patch: operations["patchUser"];
    };
    "/api/v1/user/password": {
        /**
         * Change your password
         * @description Ends all your other sessions.
         *
         *     Roles: `tenant_admin`, `user`, `viewer`. Not for API keys: a user must be signed in.
         */
        put: operations["putUserPassword"];
    };
    "/api/v1/user/sessions": {
        /**
         * List your sessions
         * @description Where you are signed in.
         *
         *     Roles: `tenant_admin`, `user`, `viewer`. Not for API keys: a user must be signed in.
         */
        get: operations["getUserSessions"];
        /**
         * End all your other sessions
         * @description Browser sessions and access tokens; only this session continues. API keys are not affected.
         *
         *     Roles: `tenant_admin`, `user`, `viewer`. Not for API keys: a user must be signed in.
         */
        delete: operations["deleteUserSessions"];
    };
    "/api/v1/user/sessions/{id}": {
        /**
         * End one of your sessions
         * @description Roles: `tenant_admin`, `user`, `viewer`. Not for API keys: a user must be signed in.
         */
        delete: operations["deleteUserSessionsById"];
    };
    "/api/v1/user/passkeys": {
        /**
         * List your passkeys
         * @description Roles: `tenant_admin`, `user`, `viewer`. Not for API keys: a user must be signed in.
         */
        get: operations["getUserPasskeys"];
        /**
         * Add a passkey
         * @description Takes the `challenge` of `POST /user/passkeys/options`, which works once, and the credential that the browser created. With the first factor your other sessions end, and the response has ten recovery codes, which are shown only once. At most 10 passkeys.
         *
         *     Roles: `tenant_admin`, `user`, `viewer`. Not for API keys: a user must be signed in.
         */
        post: operations["postUserPasskeys"];
    };
    "/api/v1/user/passkeys/options": {
        /**
         * Get the options for a new passkey
         * @description For `navigator.credentials.create()`. Passkeys belong to the host name of this installation and need user verification.
         *
         *     Roles: `tenant_admin`, `user`, `viewer`. Not for API keys: a user must be signed in.
         */
        post: operations["postUserPasskeysOptions"];
    };
    "/api/v1/user/passkeys/{id}": {
        /**
         * Remove a passkey
         * @description Roles: `tenant_admin`, `user`, `viewer`. Not for API keys: a user must be signed in.
         */
        delete: operations["deleteUserPasskeysById"];
        /**
         * Rename a passkey
         * @description Roles: `tenant_admin`, `user`, `viewer`. Not for API keys: a user must be signed in.
         */
        patch: operations["patchUserPasskeysById"];
    };
    "/api/v1/user/recovery-codes": {
        /**
         * Count your recovery codes
         * @description Roles: `tenant_admin`, `user`, `viewer`. Not for API keys: a user must be signed in.
         */
        get: operations["getUserRecoveryCodes"];
        /**
         * Create new recovery codes
         * @description Ten codes, each for one sign-in without the second factor. The earlier ones stop working.
         *
         *     Roles: `tenant_admin`, `user`, `viewer`. Not for API keys: a user must be signed in.
         */
        post: operations["postUserRecoveryCodes"];
    };
    "/api/v1/user/totp": {
        /**
         * Get your authenticator app
         * @description Roles: `tenant_admin`, `user`, `viewer`. Not for API keys: a user must be signed in.
         */
        get: operations["getUserTotp"];
        /**
         * Set up an authenticator app
         * @description Returns a new secret, which replaces an unconfirmed one. It is in use from the first code that confirms it.
         *
         *     Roles: `tenant_admin`, `user`, `viewer`. Not for API keys: a user must be signed in.
         */
        post: operations["postUserTotp"];
        /**
         * Remove your authenticator app
         * @description Roles: `tenant_admin`, `user`, `viewer`. Not for API keys: a user must be signed in.
         */
        delete: operations["deleteUserTotp"];
    };
    "/api/v1/user/totp/confirm": {
        /**
         * Confirm your authenticator app
         * @description With the first factor your other sessions end, and the response has ten recovery codes, which are shown only once.
         *
         *     Roles: `tenant_admin`, `user`, `viewer`. Not for API keys: a user must be signed in.
         */
        post: operations["postUserTotpConfirm"];
    };
    "/api/v1/account": {
        /**
         * Get the account
         * @description Roles: `tenant_admin`, `user`, `viewer`. API keys need the scope `account:read`.
         */
        get: operations["getAccount"];
        /**
         * Change the account
         * @description Roles: `tenant_admin`. Not for API keys: a user must be signed in.
         */
        patch: operations["patchAccount"];
    };
    "/api/v1/account/archive-address": {
        /**
         * Get the archive address
         * @description Roles: `tenant_admin`. Not for API keys: a user must be signed in.
         */
        get: operations["getAccountArchiveAddress"];
        /**
         * Set the archive address
         * @description It gets a copy of each email about a completed process that the sender gets, once the link in the email to it was used: within 7 days, else set it again.
         *
         *     Roles: `tenant_admin`. Not for API keys: a user must be signed in.
         */
        put: operations["putAccountArchiveAddress"];
        /**
         * Remove the archive address
         * @description Roles: `tenant_admin`. Not for API keys: a user must be signed in.
         */
        delete: operations["deleteAccountArchiveAddress"];
    };
    "/api/v1/account/consents": {
        /**
         * List the versions of your consent texts
         * @description Your own texts, which `PATCH /account` changes. Every version is stored for good: signers agreed to it.
         *
         *     Roles: `tenant_admin`, `user`, `viewer`. API keys need the scope `account:read`.
         */
        get: operations["getAccountConsents"];
    };
    "/api/v1/account/consents/{version}": {
        /**
         * Get a version of a consent text
         * @description The exact text that signers agreed to, by the `consent_version` of the audit trail: yours, or a default text of this or an earlier release.
         *
         *     Roles: `tenant_admin`, `user`, `viewer`. API keys need the scope `account:read`.
         */
        get: operations["getAccountConsentsByVersion"];
    };
    "/api/v1/account/logo": {
        /**
         * Set the logo
         * @description A PNG of at most 2 MB. It is scaled down to 384 by 64 pixels, and shown on signing pages, in emails and in certificates of completion.
         *
         *     Roles: `tenant_admin`. Not for API keys: a user must be signed in.
         */
        put: operations["putAccountLogo"];
        /**
         * Remove the logo
         * @description Roles: `tenant_admin`. Not for API keys: a user must be signed in.
         */
        delete: operations["deleteAccountLogo"];
    };
    "/api/v1/account/seal": {
        /**
         * Get the certificate of the seal
         * @description Roles: `tenant_admin`, `user`, `viewer`. API keys need the scope `account:read`.
         */
        get: operations["getAccountSeal"];
        /**
         * Set the certificate of the seal
         * @description Multipart form: `file`, a PKCS#12 file (.p12, .pfx) with one private key, its certificate and those of its issuers, and `password`. RSA of 2048 to 4096 bits, or ECDSA on P-256 or P-384. It certifies and seals documents in live mode from then on; the key is stored encrypted. The same file again changes nothing.
         *
         *     Roles: `tenant_admin`. Not for API keys: a user must be signed in.
         */
        put: operations["putAccountSeal"];
        /**
         * Remove the certificate of the seal
         * @description The installation seals again. What was sealed stays valid.
         *
         *     Roles: `tenant_admin`. Not for API keys: a user must be signed in.
         */
        delete: operations["deleteAccountSeal"];
    };
    "/api/v1/account/sender": {
        /**
         * Get the sender of emails
         * @description Roles: `tenant_admin`. Not for API keys: a user must be signed in.
         */
        get: operations["getAccountSender"];
        /**
         * Set the sender of emails
         * @description The emails of the organisation come from this name and address once `records` are found at the domain of the address; they are signed with DKIM. Another domain gets a new key.
         *
         *     Roles: `tenant_admin`. Not for API keys: a user must be signed in.
         */
        put: operations["putAccountSender"];
        /**
         * Remove the sender of emails
         * @description Roles: `tenant_admin`. Not for API keys: a user must be signed in.
         */
        delete: operations["deleteAccountSender"];
    };
    "/api/v1/account/sender/verify": {
        /**
         * Verify the sender of emails
         * @description Looks the records of its domain up now; `records` says which of them are found.
         *
         *     Roles: `tenant_admin`. Not for API keys: a user must be signed in.
         */
        post: operations["postAccountSenderVerify"];
    };
    "/api/v1/account/signature-provider": {
        /**
         * Get the provider of signatures
         * @description Who makes the signatures of signers with `signature_level` `advanced` or `qualified`.
         *
         *     Roles: `tenant_admin`, `user`, `viewer`. API keys need the scope `account:read`.
         */
        get: operations["getAccountSignatureProvider"];
    };
    "/api/v1/account/signing-service": {
        /**
         * Get the remote signing service
         * @description Roles: `tenant_admin`. Not for API keys: a user must be signed in.
         */
        get: operations["getAccountSigningService"];
        /**
         * Set the remote signing service
         * @description A service with the Cloud Signature Consortium API 2.0 and OAuth 2.0 client credentials. It makes the signatures of signers with `signature_level` `advanced` or `qualified`, with the credential of the user whose name there is the signer’s email address. The service is asked for its `info` and a token first.
         *
         *     Roles: `tenant_admin`. Not for API keys: a user must be signed in.
         */
        put: operations["putAccountSigningService"];
        /**
         * Remove the remote signing service
         * @description Roles: `tenant_admin`. Not for API keys: a user must be signed in.
         */
        delete: operations["deleteAccountSigningService"];
    };
    "/api/v1/account/signing-service/test": {
        /**
         * Test the remote signing service
         * @description Asks the service for its `info` and a token; 400 says what is wrong.
         *
         *     Roles: `tenant_admin`. Not for API keys: a user must be signed in.
         */
        post: operations["postAccountSigningServiceTest"];
    };
    "/api/v1/account/sso": {
        /**
         * Get the identity provider
         * @description Roles: `tenant_admin`. Not for API keys: a user must be signed in.
         */
        get: operations["getAccountSso"];
        /**
         * Set the identity provider
         * @description OpenID Connect: the discovery document of the issuer is read first; the first time `issuer`, `client_id`, `client_secret` and `domains` are required. SAML 2.0: the first time `protocol`, `domains`, and `metadata` or `issuer`, `sso_url` and `certificates`. An added certificate, or trust in the second factor of the provider, ends the links of other administrators, who link again by their passwords.
         *
         *     Roles: `tenant_admin`. Not for API keys: a user must be signed in.
         */
        put: operations["putAccountSso"];
        /**
         * Remove the identity provider
         * @description Roles: `tenant_admin`. Not for API keys: a user must be signed in.
         */
        delete: operations["deleteAccountSso"];
    };
    "/api/v1/account/test-mode": {
        /**
         * Switch test mode
         * @description For this session, from its next request on. The mode of an API key is fixed by its prefix.
         *
         *     Roles: `tenant_admin`, `user`, `viewer`. Not for API keys: a user must be signed in.
         */
        put: operations["putAccountTestMode"];
    };
    "/api/v1/account/usage": {
        /**
         * Get usage statistics
         * @description Roles: `tenant_admin`, `user`, `viewer`. API keys need the scope `account:read`.
         */
        get: operations["getAccountUsage"];
    };
    "/api/v1/documents": {
        /**
         * List documents
         * @description Roles: `tenant_admin`, `user`, `viewer`. API keys need the scope `documents:read`.
         */
        get: operations["getDocuments"];
        /**
         * Upload a document
         * @description Multipart form: `file` and `name`. A PDF is stored as it is. A PNG or JPEG becomes a PDF of one page; a DOCX, ODT or HTML file is converted where the installation has LibreOffice. A file that cannot be signed is rejected; `error.reason` says why.
         *
         *     Roles: `tenant_admin`, `user`. API keys need the scope `documents:write`.
         */
        post: operations["postDocuments"];
    };
    "/api/v1/documents/{id}": {
        /**
         * Get a document
         * @description Roles: `tenant_admin`, `user`, `viewer`. API keys need the scope `documents:read`.
         */
        get: operations["getDocumentsById"];
        /**
         * Delete a document
         * @description Only while it is `uploaded`, and no template needs it. Drafts that contain it lose it, with its fields. Processes that were refused, cancelled or have expired lose its file, and can no longer be extended.
         *
         *     Roles: `tenant_admin`, `user`. API keys need the scope `documents:write`.
         */
        delete: operations["deleteDocumentsById"];
        /**
         * Rename a document, or move it to a folder
         * @description A document of a process that was sent keeps its name, also after its end, and one of a process or template moves with it: 409 here.
         *
         *     Roles: `tenant_admin`, `user`. API keys need the scope `documents:write`.
         */
        patch: operations["patchDocumentsById"];
    };
    "/api/v1/documents/{id}/download": {
        /**
         * Download the uploaded file, byte for byte
         * @description Roles: `tenant_admin`, `user`, `viewer`. API keys need the scope `documents:read`.
         */
        get: operations["getDocumentsByIdDownload"];
    };
    "/api/v1/documents/{id}/duplicate": {
        /**
         * Duplicate a document
         * @description The copy has the same file, belongs to no process and uses no quota.
         *
         *     Roles: `tenant_admin`, `user`. API keys need the scope `documents:write`.
         */
        post: operations["postDocumentsByIdDuplicate"];
    };
    "/api/v1/documents/{id}/fields": {
        /**
         * List the form fields and text tags of a document
         * @description Roles: `tenant_admin`, `user`, `viewer`. API keys need the scope `documents:read`.
         */
        get: operations["getDocumentsByIdFields"];
    };
    "/api/v1/documents/{id}/thumbnail": {
        /**
         * Get a small picture of page 1
         * @description At most 320 pixels wide. 404 for a page that cannot be drawn, too.
         *
         *     Roles: `tenant_admin`, `user`, `viewer`. API keys need the scope `documents:read`.
         */
        get: operations["getDocumentsByIdThumbnail"];
    };
    "/api/v1/contacts": {
        /**
         * List contacts
         * @description People of earlier processes, one per email, with the data last used, sorted by email.
         *
         *     Roles: `tenant_admin`, `user`, `viewer`. API keys need the scope `processes:read`.
         */
        get: operations["getContacts"];
    };
    "/api/v1/signature-processes": {
        /**
         * List signature processes
         * @description Roles: `tenant_admin`, `user`, `viewer`. API keys need the scope `processes:read`.
         */
        get: operations["getSignatureProcesses"];
        /**
         * Create a signature process
         * @description A draft, with its fields and preset values in the same request. With `send` it is sent at once; if it cannot be sent, nothing is created.
         *
         *     Roles: `tenant_admin`, `user`. API keys need the scope `processes:write`.
         */
        post: operations["postSignatureProcesses"];
    };
    "/api/v1/signature-processes/statistics": {
        /**
         * Get the statistics of signature processes
         * @description Counts only processes that the caller can see.
         *
         *     Roles: `tenant_admin`, `user`, `viewer`. API keys need the scope `processes:read`.
         */
        get: operations["getSignatureProcessesStatistics"];
    };
    "/api/v1/signature-processes/{id}": {
        /**
         * Get a signature process
         * @description Roles: `tenant_admin`, `user`, `viewer`. API keys need the scope `processes:read`.
         */
        get: operations["getSignatureProcessesById"];
        /**
         * Delete a draft
         * @description Roles: `tenant_admin`, `user`. API keys need the scope `processes:write`.
         */
        delete: operations["deleteSignatureProcessesById"];
        /**
         * Change a process
         * @description A draft completely; any process with `folder_id` alone, which moves its documents too (other drafts and templates with one of them get a copy); of a process that was sent `options.message`, `options.expires_in_days` (counted from its sending or its last extension) and `options.reminder_days`; an expired one is open again with `options.expires_in_days`, which then counts from now: the days that it had open it by a request with `options` alone, so that a record that is sent back changes nothing. Its signers are corrected at `/signers`.
         *
         *     Roles: `tenant_admin`, `user`. API keys need the scope `processes:write`.
         */
        patch: operations["patchSignatureProcessesById"];
    };
    "/api/v1/signature-processes/{id}/attachments/{attachment}": {
        /**
         * Download the attachment of a signer
         * @description The file that a signer who has signed added to a field of the type `attachment`.
         *
         *     Roles: `tenant_admin`, `user`, `viewer`. API keys need the scope `processes:read`.
         */
        get: operations["getSignatureProcessesByIdAttachmentsByAttachment"];
    };
    "/api/v1/signature-processes/{id}/audit-trail": {
        /**
         * Get the audit trail
         * @description JSON, or a PDF with `Accept: application/pdf` or `format=pdf`. The changes that one actor makes to a draft without a pause of half an hour, for eight hours at most, are one event, which ends with the next event or when the trail is read. The PDF of a completed process is the one that was sealed at its completion, with the events before it; when the process was declared void, it has all events and no seal, and packages contain both.
         *
         *     Roles: `tenant_admin`, `user`, `viewer`. API keys need the scope `processes:read`.
         */
        get: operations["getSignatureProcessesByIdAuditTrail"];
    };
    "/api/v1/signature-processes/{id}/cancel": {
        /**
         * Cancel a process
         * @description Roles: `tenant_admin`, `user`. API keys need the scope `processes:write`.
         */
        post: operations["postSignatureProcessesByIdCancel"];
    };
    "/api/v1/signature-processes/{id}/certificate": {
        /**
         * Download the certificate of completion
         * @description As it was sealed at the completion, also when the process was declared void later: the page to which its QR code leads says so.
         *
         *     Roles: `tenant_admin`, `user`, `viewer`. API keys need the scope `processes:read`.
         */
        get: operations["getSignatureProcessesByIdCertificate"];
    };
    "/api/v1/signature-processes/{id}/download-signed-pdf": {
        /**
         * Download the signed PDF
         * @description Where the process has several documents, `document_id` selects one; without it they are returned as a ZIP. Documents that were deleted from the vault are not in the ZIP, and one that is asked for by its id is refused with 409.
         *
         *     Roles: `tenant_admin`, `user`, `viewer`. API keys need the scope `processes:read`.
         */
        get: operations["getSignatureProcessesByIdDownloadSignedPdf"];
    };
    "/api/v1/signature-processes/{id}/duplicate": {
        /**
         * Duplicate a process
         * @description A process in any status becomes a new draft in the same folder, with the same people, fields, message and options, and copies of the documents as they were uploaded, which use no quota. What signers entered is left out, and so are `external_id` and `metadata`, deleted documents and erased people.
         *
         *     Roles: `tenant_admin`, `user`. API keys need the scope `processes:write`.
         */
        post: operations["postSignatureProcessesByIdDuplicate"];
    };
    "/api/v1/signature-processes/{id}/editor-url": {
        /**
         * Get a link that shows the editor of a draft in a frame
         * @description For the `src` of a frame, or of `<paraph-editor>`, on a page of one of the `embed_origins` of the account: it works once, within ten minutes, and needs no cookies. It gives no other rights than to see this draft with its documents and signers, to place its fields, and to send it if `finish` is `send`. A reload of the frame goes on for twelve hours, while the process is a draft. Needs an API key with the scopes `signing-links`, `documents:read`, `processes:read` and `processes:write`; the audit trail says that the link was created.
         *
         *     Only for API keys: they need the scope `signing-links`, and their creator the role `tenant_admin`.
         */
        post: operations["postSignatureProcessesByIdEditorUrl"];
    };
    "/api/v1/signature-processes/{id}/fields": {
        /**
         * List the signature fields of a process
         * @description Roles: `tenant_admin`, `user`, `viewer`. API keys need the scope `processes:read`.
         */
        get: operations["getSignatureProcessesByIdFields"];
        /**
         * Replace the signature fields of a draft
         * @description An entry with an `id` changes that field, and one that equals a field is that field; both keep their ids. Others are new, and absent fields are removed.
         *
         *     Roles: `tenant_admin`, `user`. API keys need the scope `processes:write`.
         */
        put: operations["putSignatureProcessesByIdFields"];
        /**
         * Add signature fields to a draft
         * @description A field identical to an existing one is not added again, so retrying is safe.
         *
         *     Roles: `tenant_admin`, `user`. API keys need the scope `processes:write`.
         */
        post: operations["postSignatureProcessesByIdFields"];
    };
    "/api/v1/signature-processes/{id}/in-person": {
        /**
         * Begin signing in person
         * @description A page on which the user, as host, hands this device to one signer after the other, for twelve hours, in the browser that opens it first: a program that passes its URL on has to keep link previews and scanners from it, which would be the first. The user is signed out with the response, so that no signer gets into the dashboard; until the user signs in again, for twelve hours at most, this browser signs nobody in through an identity provider that does not prove that it asked for the sign-in since. The audit trail and the certificate of completion name the host. Signers who confirm a code still do; those who confirm at the provider of their certificate sign by their own link.
         *
         *     Roles: `tenant_admin`, `user`. Not for API keys: a user must be signed in.
         */
        post: operations["postSignatureProcessesByIdInPerson"];
    };
    "/api/v1/signature-processes/{id}/remind": {
        /**
         * Remind the signers whose turn it is
         * @description A signer is reminded at most once a minute.
         *
         *     Roles: `tenant_admin`, `user`. API keys need the scope `processes:write`.
         */
        post: operations["postSignatureProcessesByIdRemind"];
    };
    "/api/v1/signature-processes/{id}/resend": {
        /**
         * Send the signed-in user their own invitation again
         * @description To the address of the user, if it is their turn to sign; at most once a minute (429). In every role.
         *
         *     Roles: `tenant_admin`, `user`, `viewer`. Not for API keys: a user must be signed in.
         */
        post: operations["postSignatureProcessesByIdResend"];
    };
    "/api/v1/signature-processes/{id}/send": {
        /**
         * Send a process to its signers
         * @description Roles: `tenant_admin`, `user`. API keys need the scope `processes:write`.
         */
        post: operations["postSignatureProcessesByIdSend"];
    };
    "/api/v1/signature-processes/{id}/signers": {
        /**
         * Add a signer
         * @description To a draft or a process that was sent. After the first signature only viewers and copies can be added (409): the signature fields are certified with the file.
         *
         *     Roles: `tenant_admin`, `user`. API keys need the scope `processes:write`.
         */
        post: operations["postSignatureProcessesByIdSigners"];
    };
    "/api/v1/signature-processes/{id}/signers/{signer}": {
        /**
         * Get a signer
         * @description Roles: `tenant_admin`, `user`, `viewer`. API keys need the scope `processes:read`.
         */
        get: operations["getSignatureProcessesByIdSignersBySigner"];
        /**
         * Remove a signer
         * @description Removes a person who has not signed, with their fields; their link stops working at once. In a file that someone has signed the fields stay, empty. The last person who is to sign cannot be removed (409).
         *
         *     Roles: `tenant_admin`, `user`. API keys need the scope `processes:write`.
         */
        delete: operations["deleteSignatureProcessesByIdSignersBySigner"];
        /**
         * Correct a signer
         * @description Changes a person who has not signed. After another name, email or order their link stops working at once, and they are invited by a new one when it is their turn; with the same email, what they have filled in and added stays, after another name without the signature. An invited person whose address changes is notified by email at the old one, unless `options.enable_notifications` is false. Of a person who has signed, or in a completed process, only `otp`, `phone` and `access_code` can be changed, by which they open the documents; their link goes on working. Of a person whose data was erased nothing can be changed.
         *
         *     Roles: `tenant_admin`, `user`. API keys need the scope `processes:write`.
         */
        patch: operations["patchSignatureProcessesByIdSignersBySigner"];
    };
    "/api/v1/signature-processes/{id}/signers/{signer}/resend": {
        /**
         * Send the invitation of a signer again
         * @description To a signer whose turn it is, at most once a minute (429), with the same link. It does not count as a reminder.
         *
         *     Roles: `tenant_admin`, `user`. API keys need the scope `processes:write`.
         */
        post: operations["postSignatureProcessesByIdSignersBySignerResend"];
    };
    "/api/v1/signature-processes/{id}/signers/{signer}/signing-link": {
        /**
         * Show the link of a signer
         * @description The link of a signer whose turn it is. Only where an administrator has set `show_signing_links` of the account; the audit trail says who was shown the link. API keys with the scope `signing-links` have it as `signing_url` of the signer. A signer who confirms a code still does.
         *
         *     Roles: `tenant_admin`, `user`. Not for API keys: a user must be signed in.
         */
        post: operations["postSignatureProcessesByIdSignersBySignerSigningLink"];
    };
    "/api/v1/signature-processes/{id}/signers/{signer}/signing-url": {
        /**
         * Get a link that shows the signing page in a frame
         * @description For the `src` of a frame, or of `<paraph-sign>`, on a page of one of the `embed_origins` of the account: it works once, within ten minutes, and needs no cookies. A reload of the frame stays signed in for twelve hours. Needs an API key with the scope `signing-links`; the audit trail says that the link was disclosed.
         *
         *     Only for API keys: they need the scope `signing-links`, and their creator the role `tenant_admin`.
         */
        post: operations["postSignatureProcessesByIdSignersBySignerSigningUrl"];
    };
    "/api/v1/signature-processes/{id}/void": {
        /**
         * Void a completed process
         * @description Declares that the parties no longer want what was signed. The signed files and the evidence stay; the process, its audit trail and `POST /verify` say that it is void, and the people who have the signed documents get an email with the reason, unless `options.enable_notifications` is false: then tell them yourself. The archive address gets none.
         *
         *     Roles: `tenant_admin`, `user`. API keys need the scope `processes:write`.
         */
        post: operations["postSignatureProcessesByIdVoid"];
    };
    "/api/v1/signing/{token}": {
        /**
         * Get what a signer is asked to sign
         * @description This request is not recorded as a view: POST to `open` when the pages are shown to the signer.
         */
        get: operations["getSigningByToken"];
    };
    "/api/v1/signing/{token}/attachments/{field}": {
        /**
         * Add the file of an attachment field
         * @description A PDF, PNG or JPEG, checked as an uploaded document is; `open` first. It takes the place of a file that was added before. The sender gets it with the signature. At most 60 requests a minute per link.
         */
        post: operations["postSigningByTokenAttachmentsByField"];
        /**
         * Remove the file of an attachment field
         * @description Until the signer signs.
         */
        delete: operations["deleteSigningByTokenAttachmentsByField"];
    };
    "/api/v1/signing/{token}/confirmation": {
        /**
         * Confirm the signature
         * @description After `sign`, for a signature that a remote signing service makes with a PIN or code (`confirmation.mode` is `explicit`): what is entered goes to the service, and is not stored. 400 `invalid_code` when the service does not accept it; 409 with the `reason` `locked`, `denied`, `expired`, `unavailable`, `failed`, or `changed` when somebody else has signed meanwhile, so that there is a new revision to confirm.
         */
        post: operations["postSigningByTokenConfirmation"];
    };
    "/api/v1/signing/{token}/confirmation/code": {
        /**
         * Request a code of the signing service
         * @description The service sends a code to the signer, or states the question that they answer.
         */
        post: operations["postSigningByTokenConfirmationCode"];
    };
    "/api/v1/signing/{token}/confirmation/credential": {
        /**
         * Choose a certificate
         * @description After `sign`, where the signer has several certificates at the remote signing service (`confirmation.state` is `choose`, or `confirmation.credentials` has others): the signature is prepared with this one, and then confirmed.
         */
        put: operations["putSigningByTokenConfirmationCredential"];
    };
    "/api/v1/signing/{token}/confirmation/visit": {
        /**
         * Visit the provider
         * @description After `sign`, for a signature that the signer confirms at the provider (`confirmation.mode` is `oauth2code`): the address to open there. The provider leads back to the signing page, in the same browser.
         */
        post: operations["postSigningByTokenConfirmationVisit"];
    };
    "/api/v1/signing/{token}/delegate": {
        /**
         * Hand over to someone else
         * @description Where `allow_delegation` of the process is true (403 otherwise). This link ends, and the new person is invited to sign in this signer’s place, with the same fields and in the same turn. 400 on `email` for the signer’s own address, that of another signer of the process, or of someone who handed this over before; 409 after three times, and once others have signed an added signature page with the signer’s name. At most ten requests an hour.
         */
        post: operations["postSigningByTokenDelegate"];
    };
    "/api/v1/signing/{token}/documents/{id}/file": {
        /**
         * Download the current revision of a document, for its signer
         * @description Supports byte ranges. Revisions only append bytes, so ranges of an earlier and a later revision fit together where the header `Document-Preparation` is the same: it has `process.preparation` of the signing session.
         */
        get: operations["getSigningByTokenDocumentsByIdFile"];
    };
    "/api/v1/signing/{token}/documents/{id}/first-page": {
        /**
         * Get a picture of page 1 of the current revision, for its signer
         * @description At most 800 pixels wide, to be shown until a viewer has drawn the page. 404 for a page that cannot be drawn, too.
         */
        get: operations["getSigningByTokenDocumentsByIdFirstPage"];
    };
    "/api/v1/signing/{token}/download": {
        /**
         * Download the signed document once the process is completed
         * @description Documents that were deleted from the vault are not in the ZIP, and one that is asked for by its id is refused with 409.
         */
        get: operations["getSigningByTokenDownload"];
    };
    "/api/v1/signing/{token}/draft": {
        /**
         * Save what a signer has filled in
         * @description So that another device goes on: it comes back as `draft`. It is stored encrypted, and deleted when the signer signs, when somebody else takes their place and when the process ends, but 30 days after it has expired, as it may be extended. When the link is replaced for the same address, it is kept for the next link. Replaces all values, or those of the fields in `changed`; the last draft saved counts. At most 60 requests a minute per link.
         */
        put: operations["putSigningByTokenDraft"];
    };
    "/api/v1/signing/{token}/handwriting": {
        /**
         * Draw a typed signature in each handwriting
         * @description The outlines as the sealed document will show them. Only the fonts that have every character, the default first; if none has, one entry without a font.
         */
        get: operations["getSigningByTokenHandwriting"];
    };
    "/api/v1/signing/{token}/open": {
        /** Record that the pages were shown to the signer */
        post: operations["postSigningByTokenOpen"];
    };
    "/api/v1/signing/{token}/otp": {
        /**
         * Send the signer a one-time code
         * @description Six digits by email or SMS, valid for ten minutes and five attempts; at most one every 30 seconds. 409 with `reason: email_refused` or `sms_refused` when the mail server or the SMS provider refuses the message; the response waits up to four seconds for the answer.
         */
        post: operations["postSigningByTokenOtp"];
    };
    "/api/v1/signing/{token}/otp/verify": {
        /**
         * Verify the one-time code
         * @description Sets an HttpOnly cookie: the confirmation is valid for this browser only, for 12 hours. Send the cookie with every later request of this signer. In a frame there is no cookie: the response has the `token` of another session, for which the code counts.
         */
        post: operations["postSigningByTokenOtpVerify"];
    };
    "/api/v1/signing/{token}/phone-link": {
        /**
         * Go on by phone
         * @description A link, for a QR code, that opens the signing session on a phone: once, within ten minutes. The phone confirms a code of its own where the process requires one; what is filled in there is in `draft`.
         */
        post: operations["postSigningByTokenPhoneLink"];
    };
    "/api/v1/signing/{token}/question": {
        /**
         * Ask the sender a question
         * @description An email to the sender, whose reply goes to the signer. At most five an hour; from the signer’s turn on, until the process ends unsigned or is declared void.
         */
        post: operations["postSigningByTokenQuestion"];
    };
    "/api/v1/signing/{token}/refuse": {
        /**
         * Refuse to sign
         * @description Ends the process for all signers.
         */
        post: operations["postSigningByTokenRefuse"];
    };
    "/api/v1/signing/{token}/renew": {
        /**
         * Ask for a link that works
         * @description For a link that has ended. Expired: an email tells the sender that the signer asks for more time. Replaced: the current link is sent to the signer’s own address, if it is still their turn. The response is the same whether an email is sent. 409 for a link that works. At most three an hour.
         */
        post: operations["postSigningByTokenRenew"];
    };
    "/api/v1/signing/{token}/report": {
        /**
         * Report abuse
         * @description An email to the administrator of the installation, not to the sender. Also before the one-time code, and after the process has ended. At most three an hour.
         */
        post: operations["postSigningByTokenReport"];
    };
    "/api/v1/signing/{token}/sign": {
        /**
         * Sign
         * @description Requires `open` first, and again after the documents were made again (`process.preparation`). The signature counts as soon as this request succeeds; the signed document follows within moments. Errors of values have the keys `values.<index>.value`; of a field that was not sent, `fields.<index>`, its position in `fields`.
         */
        post: operations["postSigningByTokenSign"];
    };
    "/api/v1/template-links/{token}": {
        /**
         * Get what a visitor of a reusable link sees
         * @description Without a credential, as everything that visitors do.
         */
        get: operations["getTemplateLinksByToken"];
    };
    "/api/v1/template-links/{token}/begin": {
        /**
         * Begin by a reusable link
         * @description With the code of the address: makes the process of the visitor, or finds the one that the address has. An HttpOnly cookie opens the signing page without another code, for 12 hours in this browser.
         */
        post: operations["postTemplateLinksByTokenBegin"];
    };
    "/api/v1/template-links/{token}/code": {
        /**
         * Send a visitor of a reusable link a code
         * @description To the address, which the code proves. It is valid for 10 minutes and has 5 attempts; after 30 seconds it can be sent again. By a closed link a code is sent only to those who have begun; the answer is the same for every address.
         */
        post: operations["postTemplateLinksByTokenCode"];
    };
    "/api/v1/vault/documents": {
        /**
         * List the signed documents in the vault
         * @description Archived documents are left out unless `status=archived`.
         *
         *     Roles: `tenant_admin`, `user`, `viewer`. API keys need the scope `vault:read`.
         */
        get: operations["getVaultDocuments"];
    };
    "/api/v1/vault/documents/{id}": {
        /**
         * Get a vault document
         * @description Roles: `tenant_admin`, `user`, `viewer`. API keys need the scope `vault:read`.
         */
        get: operations["getVaultDocumentsById"];
        /**
         * Delete a vault document after its retention, or one of test mode
         * @description Deletes the signed file for good, and the upload unless a template uses it; with the last document of a process also its evidence files and the files that signers added. Before the retention ends it is refused with `deletable_at`, except in test mode, and always under legal hold. The audit trail of the process stays and names the deleted file by its SHA-256.
         *
         *     Roles: `tenant_admin`. API keys need the scope `vault:retention`.
         */
        delete: operations["deleteVaultDocumentsById"];
    };
    "/api/v1/vault/documents/{id}/archive": {
        /**
         * Archive a vault document
         * @description Roles: `tenant_admin`, `user`. API keys need the scope `vault:write`.
         */
        post: operations["postVaultDocumentsByIdArchive"];
    };
    "/api/v1/vault/documents/{id}/download": {
        /**
         * Download the signed PDF
         * @description Roles: `tenant_admin`, `user`, `viewer`. API keys need the scope `vault:read`.
         */
        get: operations["getVaultDocumentsByIdDownload"];
    };
    "/api/v1/vault/documents/{id}/legal-hold": {
        /**
         * Set or release a legal hold
         * @description Under legal hold a document cannot be deleted, whatever its retention.
         *
         *     Roles: `tenant_admin`. API keys need the scope `vault:retention`.
         */
        put: operations["putVaultDocumentsByIdLegalHold"];
    };
    "/api/v1/vault/documents/{id}/package": {
        /**
         * Download the signed PDF with its certificate and audit trail as ZIP
         * @description Roles: `tenant_admin`, `user`, `viewer`. API keys need the scope `vault:read`.
         */
        get: operations["getVaultDocumentsByIdPackage"];
    };
    "/api/v1/vault/documents/{id}/tags": {
        /**
         * Replace the tags of a vault document
         * @description Roles: `tenant_admin`, `user`. API keys need the scope `vault:write`.
         */
        put: operations["putVaultDocumentsByIdTags"];
    };
    "/api/v1/vault/documents/{id}/unarchive": {
        /**
         * Unarchive a vault document
         * @description Roles: `tenant_admin`, `user`. API keys need the scope `vault:write`.
         */
        post: operations["postVaultDocumentsByIdUnarchive"];
    };
    "/api/v1/vault/documents/{id}/verification": {
        /**
         * Verify a vault document
         * @description Verifies every signature of the stored file now, and returns the same report as `POST /verify`.
         *
         *     Roles: `tenant_admin`, `user`, `viewer`. API keys need the scope `vault:read`.
         */
        get: operations["getVaultDocumentsByIdVerification"];
    };
    "/api/v1/vault/packages": {
        /**
         * Download several vault documents with their evidence as one ZIP
         * @description Each document has a numbered folder with its signed PDF, certificate and audit trail.
         *
         *     Roles: `tenant_admin`, `user`, `viewer`. API keys need the scope `vault:read`.
         */
        get: operations["getVaultPackages"];
    };
    "/api/v1/vault/statistics": {
        /**
         * Get the vault’s statistics
         * @description Roles: `tenant_admin`, `user`, `viewer`. API keys need the scope `vault:read`.
         */
        get: operations["getVaultStatistics"];
    };
    "/api/v1/archives": {
        /**
         * List archived processes
         * @description Every completed process is listed here; one that was declared void stays as evidence, with the status `voided`.
         *
         *     Roles: `tenant_admin`, `user`, `viewer`. API keys need the scope `vault:read`.
         */
        get: operations["getArchives"];
    };
    "/api/v1/archives/{id}/download": {
        /**
         * Download all files of a completed process as ZIP
         * @description A process that was declared void can still be downloaded; `audit-trail.json` and `audit-trail-with-later-events.pdf` say that it is void.
         *
         *     Roles: `tenant_admin`, `user`, `viewer`. API keys need the scope `vault:read`.
         */
        get: operations["getArchivesByIdDownload"];
    };
    "/api/v1/bulk-sends": {
        /**
         * List bulk sends
         * @description Roles: `tenant_admin`, `user`, `viewer`. API keys need the scope `processes:read`.
         */
        get: operations["getBulkSends"];
        /**
         * Send a template to a list
         * @description The whole list is checked first; errors name the row and the column (`rows.2.Tenant.email` is in the third row: `errors` count from 0, `warnings` and the result from 1), and nothing is sent. Then one process for each row is created and sent in the background. An API key also needs the scope `templates:read`.
         *
         *     Roles: `tenant_admin`, `user`. API keys need the scope `processes:write`.
         */
        post: operations["postBulkSends"];
    };
    "/api/v1/bulk-sends/{id}": {
        /**
         * Get a bulk send with its progress
         * @description Roles: `tenant_admin`, `user`, `viewer`. API keys need the scope `processes:read`.
         */
        get: operations["getBulkSendsById"];
    };
    "/api/v1/bulk-sends/{id}/cancel": {
        /**
         * Cancel a bulk send
         * @description Roles: `tenant_admin`, `user`. API keys need the scope `processes:write`.
         */
        post: operations["postBulkSendsByIdCancel"];
    };
    "/api/v1/bulk-sends/{id}/pause": {
        /**
         * Pause a bulk send
         * @description No more rows are sent. One that was paused because its rows are too heavy, and would go on within an hour, stays paused.
         *
         *     Roles: `tenant_admin`, `user`. API keys need the scope `processes:write`.
         */
        post: operations["postBulkSendsByIdPause"];
    };
    "/api/v1/bulk-sends/{id}/result": {
        /**
         * Download the result of a bulk send
         * @description A CSV: the list with the status, the process and the error of each row. `row` counts from 1. Rows whose process has been moved to a folder that the caller has no access to are left out.
         *
         *     Roles: `tenant_admin`, `user`, `viewer`. API keys need the scope `processes:read`.
         */
        get: operations["getBulkSendsByIdResult"];
    };
    "/api/v1/bulk-sends/{id}/resume": {
        /**
         * Resume a bulk send
         * @description If the user or API key that started it may not send the remaining rows any more, they are sent in the name of the caller. One that is running stays as it is; only if its job was lost, it is resumed.
         *
         *     Roles: `tenant_admin`, `user`. API keys need the scope `processes:write`.
         */
        post: operations["postBulkSendsByIdResume"];
    };
    "/api/v1/templates": {
        /**
         * List templates
         * @description Roles: `tenant_admin`, `user`, `viewer`. API keys need the scope `templates:read`.
         */
        get: operations["getTemplates"];
        /**
         * Create a template
         * @description Roles: `tenant_admin`, `user`. API keys need the scope `templates:write`.
         */
        post: operations["postTemplates"];
    };
    "/api/v1/templates/import": {
        /**
         * Import a template of DocuSeal or Documenso
         * @description Upload the files of the template first. What decides who signs, how, or what the document says, and has no counterpart here, is an error that names it. Fonts, colours, alignment, descriptions, formats of dates, and texts of emails other than the message are left out.
         *
         *     Roles: `tenant_admin`, `user`. API keys need the scope `templates:write`.
         */
        post: operations["postTemplatesImport"];
    };
    "/api/v1/templates/{id}": {
        /**
         * Get a template
         * @description Roles: `tenant_admin`, `user`, `viewer`. API keys need the scope `templates:read`.
         */
        get: operations["getTemplatesById"];
        /**
         * Delete a template
         * @description Roles: `tenant_admin`, `user`. API keys need the scope `templates:write`.
         */
        delete: operations["deleteTemplatesById"];
        /**
         * Change a template
         * @description `documents` and `roles` replace the existing ones; fields of removed ones are deleted. If processes came from the current version, it is kept and the change makes a new one.
         *
         *     Roles: `tenant_admin`, `user`. API keys need the scope `templates:write`.
         */
        patch: operations["patchTemplatesById"];
    };
    "/api/v1/templates/{id}/duplicate": {
        /**
         * Duplicate a template
         * @description Roles: `tenant_admin`, `user`. API keys need the scope `templates:write`.
         */
        post: operations["postTemplatesByIdDuplicate"];
    };
    "/api/v1/templates/{id}/links": {
        /**
         * List the reusable links of a template
         * @description With those that have ended; newest first by default.
         *
         *     Roles: `tenant_admin`, `user`, `viewer`. API keys need the scope `templates:read`.
         */
        get: operations["getTemplatesByIdLinks"];
        /**
         * Make a reusable link
         * @description Each visitor of the link says their name and address, proves the address by a code, and gets a process of their own, made from the template and sent in your name. They take the role `role`, which must be the first to sign; the others are the people in `signers`. With the same address they find their process again. An API key also needs the scopes `templates:read` and `processes:write`.
         *
         *     Roles: `tenant_admin`, `user`. API keys need the scope `templates:write`.
         */
        post: operations["postTemplatesByIdLinks"];
    };
    "/api/v1/templates/{id}/links/{link}": {
        /**
         * Get a reusable link of a template
         * @description Roles: `tenant_admin`, `user`, `viewer`. API keys need the scope `templates:read`.
         */
        get: operations["getTemplatesByIdLinksByLink"];
        /**
         * End a reusable link
         * @description No process is made by it any more. Those that were made go on, and their visitors still find them by the link.
         *
         *     Roles: `tenant_admin`, `user`. API keys need the scope `templates:write`.
         */
        delete: operations["deleteTemplatesByIdLinksByLink"];
    };
    "/api/v1/templates/{id}/use": {
        /**
         * Create a process from a template
         * @description A draft, or with `send` a process that is sent at once; if it cannot be sent, nothing is created. An API key also needs the scope `templates:read`.
         *
         *     Roles: `tenant_admin`, `user`. API keys need the scope `processes:write`.
         */
        post: operations["postTemplatesByIdUse"];
    };
    "/api/v1/templates/{id}/versions": {
        /**
         * List the versions of a template
         * @description The current one, then the earlier ones that are kept, newest first.
         *
         *     Roles: `tenant_admin`, `user`, `viewer`. API keys need the scope `templates:read`.
         */
        get: operations["getTemplatesByIdVersions"];
    };
    "/api/v1/templates/{id}/versions/{version}": {
        /**
         * Delete an earlier version of a template
         * @description Its documents can be deleted then. The processes that came from it stay.
         *
         *     Roles: `tenant_admin`, `user`. API keys need the scope `templates:write`.
         */
        delete: operations["deleteTemplatesByIdVersionsByVersion"];
    };
    "/api/v1/templates/{id}/versions/{version}/restore": {
        /**
         * Restore an earlier version of a template
         * @description Makes a new version with the contents of the earlier one. The current one is kept as a version; the folder stays.
         *
         *     Roles: `tenant_admin`, `user`. API keys need the scope `templates:write`.
         */
        post: operations["postTemplatesByIdVersionsByVersionRestore"];
    };
    "/api/v1/folders": {
        /**
         * List folders
         * @description The folders that the caller has access to.
         *
         *     Roles: `tenant_admin`, `user`, `viewer`. API keys need the scope `account:read`.
         */
        get: operations["getFolders"];
        /**
         * Create a folder
         * @description A tenant can have 10,000 folders, and 10,000 in test mode; beyond that: 409.
         *
         *     Roles: `tenant_admin`. API keys need the scope `folders`.
         */
        post: operations["postFolders"];
    };
    "/api/v1/folders/{id}": {
        /**
         * Get a folder
         * @description Roles: `tenant_admin`, `user`, `viewer`. API keys need the scope `account:read`.
         */
        get: operations["getFoldersById"];
        /**
         * Delete an empty folder
         * @description Roles: `tenant_admin`. API keys need the scope `folders`.
         */
        delete: operations["deleteFoldersById"];
        /**
         * Rename a folder, or change who has access
         * @description Roles: `tenant_admin`. API keys need the scope `folders`.
         */
        patch: operations["patchFoldersById"];
    };
    "/api/v1/webhooks": {
        /**
         * List webhooks
         * @description Roles: `tenant_admin`. API keys need the scope `webhooks`.
         */
        get: operations["getWebhooks"];
        /**
         * Create a webhook
         * @description The signing secret is in this response only. A tenant can have ten webhooks, test mode included; beyond that: 409.
         *
         *     Roles: `tenant_admin`. API keys need the scope `webhooks`.
         */
        post: operations["postWebhooks"];
    };
    "/api/v1/webhooks/{id}": {
        /**
         * Get a webhook
         * @description Roles: `tenant_admin`. API keys need the scope `webhooks`.
         */
        get: operations["getWebhooksById"];
        /**
         * Delete a webhook and its log
         * @description Roles: `tenant_admin`. API keys need the scope `webhooks`.
         */
        delete: operations["deleteWebhooksById"];
        /**
         * Change a webhook
         * @description While a webhook is off it receives nothing, and pending deliveries are dropped. Once on again, it receives new events only.
         *
         *     Roles: `tenant_admin`. API keys need the scope `webhooks`.
         */
        patch: operations["patchWebhooksById"];
    };
    "/api/v1/webhooks/{id}/logs": {
        /**
         * List the deliveries of a webhook
         * @description Every attempt of the last 30 days and every scheduled one, newest first.
         *
         *     Roles: `tenant_admin`. API keys need the scope `webhooks`.
         */
        get: operations["getWebhooksByIdLogs"];
    };
    "/api/v1/webhooks/{id}/logs/{log}/replay": {
        /**
         * Replay a delivery
         * @description Makes a new attempt immediately, with the same `webhook-id`, outside the usual order.
         *
         *     Roles: `tenant_admin`. API keys need the scope `webhooks`.
         */
        post: operations["postWebhooksByIdLogsByLogReplay"];
    };
    "/api/v1/webhooks/{id}/rotate-secret": {
        /**
         * Rotate the secret of a webhook
         * @description The new secret is in this response only. For 24 hours every delivery is signed with both the old and the new secret.
         *
         *     Roles: `tenant_admin`. API keys need the scope `webhooks`.
         */
        post: operations["postWebhooksByIdRotateSecret"];
    };
    "/api/v1/webhooks/{id}/test": {
        /**
         * Send a test event
         * @description Sends one event of the type `webhook.test`; the log shows the result.
         *
         *     Roles: `tenant_admin`. API keys need the scope `webhooks`.
         */
        post: operations["postWebhooksByIdTest"];
    };
    "/api/v1/users": {
        /**
         * List users
         * @description Roles: `tenant_admin`. API keys need the scope `users`.
         */
        get: operations["getUsers"];
        /**
         * Create a user
         * @description Either with a password, or with `send_invitation`: then the user chooses one, or signs in through the identity provider where the organisation requires that. An API key has the rights its creator has now and cannot assign a role that exceeds its own scopes; to create a `tenant_admin` it needs the scope `admins`. With the address of a user whom the directory (SCIM) has suspended, that user comes back, with the given name and role and the same id. All administrators get an email about a new administrator.
         *
         *     Roles: `tenant_admin`. API keys need the scope `users`; test keys are not allowed.
         */
        post: operations["postUsers"];
    };
    "/api/v1/users/{id}": {
        /**
         * Get a user
         * @description Roles: `tenant_admin`. API keys need the scope `users`.
         */
        get: operations["getUsersById"];
        /**
         * Change a user
         * @description Users cannot change their own role, and an API key cannot change that of its creator (403); the last administrator cannot lose the role (409). A new `email` is `pending_email` until its owner follows the link in the confirmation email; the old address is notified; the present `email`, as the only member, cancels that. An API key needs the scope `admins` to change a role or anything about an administrator, and to change a user’s address its scopes must cover everything that user may do. All administrators get an email about a changed role.
         *
         *     Roles: `tenant_admin`. API keys need the scope `users`; test keys are not allowed.
         */
        put: operations["putUsersById"];
        /**
         * Delete a user
         * @description Permanent: the user’s sessions and API keys end. Documents stay with the tenant.
         *
         *     Roles: `tenant_admin`. API keys need the scope `users`; test keys are not allowed.
         */
        delete: operations["deleteUsersById"];
    };
    "/api/v1/users/{id}/provider-links": {
        /**
         * Unlink a user from identity providers
         * @description For a user whose identifier at the provider has changed, so that single sign-on refuses them: ends the links to accounts at identity providers, and the sessions. The next sign-in at the provider links the user again by the email address, an administrator only with their password. The user gets an email. 404 for a user without a link. An API key needs the scope `admins` for an administrator.
         *
         *     Roles: `tenant_admin`. API keys need the scope `users`; test keys are not allowed.
         */
        delete: operations["deleteUsersByIdProviderLinks"];
    };
    "/api/v1/users/{id}/reset-password": {
        /**
         * Send a user a password reset link
         * @description The link is valid for one hour and works once. A user who has not accepted their invitation yet is invited again instead. A user whom the organisation requires to sign in through its identity provider gets the link to that.
         *
         *     Roles: `tenant_admin`. API keys need the scope `users`; test keys are not allowed.
         */
        post: operations["postUsersByIdResetPassword"];
    };
    "/api/v1/users/{id}/second-factor": {
        /**
         * Reset the second factor of a user
         * @description For a user who has lost it: removes the authenticator app, passkeys and recovery codes. The user gets an email. 404 for a user without a second factor. An API key needs the scope `admins` for an administrator.
         *
         *     Roles: `tenant_admin`. API keys need the scope `users`; test keys are not allowed.
         */
        delete: operations["deleteUsersByIdSecondFactor"];
    };
    "/api/v1/privacy/erase": {
        /**
         * Erase the data of a person
         * @description Erases in the background what is found by the exact address and is not evidence, in live and test mode. A process that is sent and has not ended, or a user with the address, blocks it: then nothing is erased. Completed processes stay while their documents are in the vault, and so does the audit trail; `kept` lists them with the reason. While an erasure of the address runs, that one is returned.
         *
         *     Roles: `tenant_admin`. API keys need the scope `privacy`; test keys are not allowed.
         */
        post: operations["postPrivacyErase"];
    };
    "/api/v1/privacy/export": {
        /**
         * Export the data of a person
         * @description Collects in the background what is found by the exact address, in live and test mode: signers with their values and consents, signed and added files, addresses and times of emails, lists, user and sessions, and the events of the audit trail. The ZIP can be downloaded for 30 days. While an export of the address runs, that one is returned.
         *
         *     Roles: `tenant_admin`. API keys need the scope `privacy`; test keys are not allowed.
         */
        post: operations["postPrivacyExport"];
    };
    "/api/v1/privacy/requests": {
        /**
         * List requests to export or erase data
         * @description Roles: `tenant_admin`. API keys need the scope `privacy`; test keys are not allowed.
         */
        get: operations["getPrivacyRequests"];
    };
    "/api/v1/privacy/requests/{id}": {
        /**
         * Get a request with its report
         * @description Roles: `tenant_admin`. API keys need the scope `privacy`; test keys are not allowed.
         */
        get: operations["getPrivacyRequestsById"];
    };
    "/api/v1/privacy/requests/{id}/download": {
        /**
         * Download exported data
         * @description A ZIP of `data.json`, the files that the person signed, those that they added as a signer, the pictures of their signatures and a manifest. The download is recorded.
         *
         *     Roles: `tenant_admin`. API keys need the scope `privacy`; test keys are not allowed.
         */
        get: operations["getPrivacyRequestsByIdDownload"];
    };
    "/api/v1/audit-events": {
        /**
         * List the events of the audit log
         * @description Newest first, a page at a time by `cursor`; with `format=csv` all events that match, as a file, and the export is an event itself. The changes that one actor makes to a draft are one event, which is listed when the visit has ended, after half an hour without a change at the latest; with `record` it is ended first. An event can be listed up to nine hours after its `occurred_at`: to collect all, ask from nine hours before the last request on and drop the ids that you have, or use a webhook. Webhooks with `audit.*` get each event as it is recorded.
         *
         *     Roles: `tenant_admin`. API keys need the scope `audit:read`; test keys are not allowed.
         */
        get: operations["getAuditEvents"];
    };
    "/api/v1/api-keys": {
        /**
         * List API keys
         * @description Roles: `tenant_admin`. API keys need the scope `api-keys`.
         */
        get: operations["getApiKeys"];
        /**
         * Create an API key
         * @description The complete key is in this response only. An API key cannot create a key with more rights than its own, and a test key can create only test keys.
         *
         *     Roles: `tenant_admin`. API keys need the scope `api-keys`.
         */
        post: operations["postApiKeys"];
    };
    "/api/v1/api-keys/{id}": {
        /**
         * Get an API key
         * @description Roles: `tenant_admin`. API keys need the scope `api-keys`.
         */
        get: operations["getApiKeysById"];
        /**
         * Delete an API key
         * @description The key stops working immediately, also while the organisation is suspended. A test key can delete only test keys.
         *
         *     Roles: `tenant_admin`. API keys need the scope `api-keys`.
         */
        delete: operations["deleteApiKeysById"];
    };
    "/api/v1/trust": {
        /**
         * Get the root certificates of this installation
         * @description For validators: with these roots as trust anchors they can judge its signatures. Authorities of organisations are not listed: the key identifier of its issuer in a certificate (`authorityKeyIdentifier`) is the name under which `GET /trust/{file}` finds one. Cacheable. This path has its own rate limit per client address.
         */
        get: operations["getTrust"];
    };
    "/api/v1/trust/log/checkpoint": {
        /**
         * Get the checkpoint of the transparency log
         * @description The state of the append-only log to which the heads of all audit trails are appended: a signed note (C2SP tlog-checkpoint) with the size, the root hash (RFC 9162) and the signature of the log. The key that verifies it is `log.verifier_key` of `GET /trust`. This path has its own rate limit per client address.
         */
        get: operations["getTrustLogCheckpoint"];
    };
    "/api/v1/trust/log/tile/{tile}": {
        /**
         * Get a tile of the transparency log
         * @description Hashes of the Merkle tree, `{level}/{index}`, or entries, `entries/{index}`, as C2SP tlog-tiles describes; a tile that is not full yet ends with `.p/{width}`. An entry is the SHA-256 of the canonical JSON (RFC 8785) of `chain`, `hash` and `seq` of the head of an audit trail, and reveals none of them. Tiles never change. This path has its own rate limit per client address.
         */
        get: operations["getTrustLogTileByTile"];
    };
    "/api/v1/trust/witness/add-checkpoint": {
        /**
         * Have the checkpoint of another log cosigned
         * @description This installation as a witness (C2SP tlog-witness) of the logs of others that its operator names. The body has the line `old` with the size of the checkpoint that it cosigned last, the hashes of the consistency proof from there in base64, an empty line and the signed checkpoint. The response is the cosignature (C2SP tlog-cosignature), or 409 with the size of the checkpoint that was cosigned last, where the request begins at another one. 404: it does not witness this log; 403: the log has not signed the checkpoint; 422: the log was rewritten. The key of the witness is `witness.verifier_key` of `GET /trust`. This path has its own rate limit per client address.
         */
        post: operations["postTrustWitnessAddCheckpoint"];
    };
    "/api/v1/trust/{file}": {
        /**
         * Get the certificate or the revocation list of an authority
         * @description The address that certificates of this installation name: `{key identifier}.crt` is the certificate (RFC 5280, 4.2.2.1), `.crl` the current revocation list (5), both DER. A list is valid for 7 days and replaced when it is a day old.
         */
        get: operations["getTrustByFile"];
    };
    "/api/v1/verify": {
        /**
         * Get the status of a file by its hash
         * @description Whether a file with this hash was completed here, without the file: the certificate of completion has a link to the page that shows it. Names of signers need the file itself.
         */
        get: operations["getVerify"];
        /**
         * Verify the signatures of a PDF
         * @description Reports every signature, what it covers, and what was changed after it. A package (a ZIP of several files) is rejected as `not_pdf`: verify each PDF of it. A file that needs a password is rejected as `encrypted`. The file is not stored. Signatures are judged for 20 seconds: those that are left are counted in `not_judged`, and the file is not `valid`. A file whose content would inflate to too much memory is rejected as `corrupt`. 503 where the verification needs too much memory, or takes more than 30 seconds of processor time or a minute in all: a file that gets it a second time needs too much itself. This path has its own rate limit per client address, and files from different addresses are processed in turn.
         */
        post: operations["postVerify"];
    };
    "/api/v1/verify/differences": {
        /**
         * Get pictures of what was changed after each signature
         * @description The pages that look different from one revision to the next, before and after, with the changed areas. At most 30 pages are drawn, those of the newest revisions first. The file is not stored.
         */
        post: operations["postVerifyDifferences"];
    };
    "/api/v1/verify/report": {
        /**
         * Get the validation report on a PDF
         * @description What `POST /verify` finds, as a report with the structure of ETSI TS 119 102-2 in JSON, or as a PDF with `Accept: application/pdf` or `format=pdf`. The file is not stored.
         */
        post: operations["postVerifyReport"];
    };
    "/api/v1/health/live": {
        /** Check that the service is alive */
        get: operations["getHealthLive"];
    };
    "/api/v1/health/ready": {
        /** Check that the service is ready */
        get: operations["getHealthReady"];
    };
    "/api/v1/openapi.json": {
        /**
         * Get this OpenAPI 3.1 document
         * @description Generated from the code of the service. Cacheable: revalidate it with its ETag.
         */
        get: operations["getOpenapiJson"];
    };
}
export interface webhooks {
    "document.uploaded": {
        /** A document was uploaded. */
        post: {
            parameters: {
            };
            requestBody?: {
                content: {
                    "application/json": {
                        /**
                         * @description The type of the event.
                         * @constant
                         */
                        type: "document.uploaded";
                        /**
                         * @description The same as `type`.
                         * @constant
                         */
                        event: "document.uploaded";
                        /**
                         * Format: date-time
                         * @description When the event occurred.
                         * @example 2026-11-21T09:30:00Z
                         */
                        timestamp: string;
                        /**
                         * @description The id of the organisation.
                         * @example 7
                         */
                        tenant_id: number;
                        /**
                         * @description The version of the payload.
                         * @example 1.1
                         */
                        api_version: string;
                        /** @description Whether it belongs to the test mode. */
                        test_mode: boolean;
                        /** @description What the event is about. */
                        data: {
                            /**
                             * @description The id of the document.
                             * @example 7
                             */
                            document_id: number;
                            /**
                             * @description Name of the document.
                             * @example Lease
                             */
                            name: string;
                            /**
                             * @description Bytes.
                             * @example 48213
                             */
                            size: number;
                            /**
                             * @description The number of pages.
                             * @example 3
                             */
                            page_count: number;
                            /**
                             * @description The SHA-256 of the bytes, in hexadecimal.
                             * @example 60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752
                             */
                            sha256: string;
                        };
                        /** @description The event’s place in the hash chain of the audit trail: store it as evidence. */
                        audit_trail: {
                            /** @description The position in the hash chain, from 1. */
                            seq: number;
                            /** @description The hash of the event. */
                            hash: string;
                        };
                    };
                };
            } | undefined;
            responses: {
                /** @description Received. Any other response is retried, up to 10 attempts in about three days; later events of the same process wait. 410 switches the webhook off at once, and so do 5 days of nothing but failures: waiting deliveries are then cancelled, and can be replayed from the log. A test event, and a replay of a delivery that has ended, are not retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                };
            };
        };
    };
    "document.deleted": {
        /** A document was deleted; also a copy, which no `document.uploaded` announces, such as that of a use of a template that could not be sent. */
        post: {
            parameters: {
            };
            requestBody?: {
                content: {
                    "application/json": {
                        /**
                         * @description The type of the event.
                         * @constant
                         */
                        type: "document.deleted";
                        /**
                         * @description The same as `type`.
                         * @constant
                         */
                        event: "document.deleted";
                        /**
                         * Format: date-time
                         * @description When the event occurred.
                         * @example 2026-11-21T09:30:00Z
                         */
                        timestamp: string;
                        /**
                         * @description The id of the organisation.
                         * @example 7
                         */
                        tenant_id: number;
                        /**
                         * @description The version of the payload.
                         * @example 1.1
                         */
                        api_version: string;
                        /** @description Whether it belongs to the test mode. */
                        test_mode: boolean;
                        /** @description What the event is about. */
                        data: {
                            /**
                             * @description The id of the document.
                             * @example 7
                             */
                            document_id: number;
                            /**
                             * @description Name of the document.
                             * @example Lease
                             */
                            name: string;
                            /**
                             * @description The SHA-256 of the bytes, in hexadecimal.
                             * @example 60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752
                             */
                            sha256: string;
                        };
                        /** @description The event’s place in the hash chain of the audit trail: store it as evidence. */
                        audit_trail: {
                            /** @description The position in the hash chain, from 1. */
                            seq: number;
                            /** @description The hash of the event. */
                            hash: string;
                        };
                    };
                };
            } | undefined;
            responses: {
                /** @description Received. Any other response is retried, up to 10 attempts in about three days; later events of the same process wait. 410 switches the webhook off at once, and so do 5 days of nothing but failures: waiting deliveries are then cancelled, and can be replayed from the log. A test event, and a replay of a delivery that has ended, are not retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                };
            };
        };
    };
    "document.completed": {
        /** A document of a completed process is sealed and in the vault. */
        post: {
            parameters: {
            };
            requestBody?: {
                content: {
                    "application/json": {
                        /**
                         * @description The type of the event.
                         * @constant
                         */
                        type: "document.completed";
                        /**
                         * @description The same as `type`.
                         * @constant
                         */
                        event: "document.completed";
                        /**
                         * Format: date-time
                         * @description When the event occurred.
                         * @example 2026-11-21T09:30:00Z
                         */
                        timestamp: string;
                        /**
                         * @description The id of the organisation.
                         * @example 7
                         */
                        tenant_id: number;
                        /**
                         * @description The version of the payload.
                         * @example 1.1
                         */
                        api_version: string;
                        /** @description Whether it belongs to the test mode. */
                        test_mode: boolean;
                        /** @description What the event is about. */
                        data: {
                            /**
                             * @description The id of the document.
                             * @example 7
                             */
                            document_id: number;
                            /**
                             * @description The id of the process.
                             * @example 7
                             */
                            process_id: number;
                            /**
                             * @description The name of the process.
                             * @example Lease
                             */
                            process_name: string;
                            /**
                             * @description The `external_id` of the process.
                             * @example crm-2048
                             */
                            external_id: string | null;
                        };
                        /** @description The event’s place in the hash chain of the audit trail: store it as evidence. */
                        audit_trail: {
                            /** @description The position in the hash chain, from 1. */
                            seq: number;
                            /** @description The hash of the event. */
                            hash: string;
                        };
                    };
                };
            } | undefined;
            responses: {
                /** @description Received. Any other response is retried, up to 10 attempts in about three days; later events of the same process wait. 410 switches the webhook off at once, and so do 5 days of nothing but failures: waiting deliveries are then cancelled, and can be replayed from the log. A test event, and a replay of a delivery that has ended, are not retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                };
            };
        };
    };
    "process.sent": {
        /** A process was sent to its signers. */
        post: {
            parameters: {
            };
            requestBody?: {
                content: {
                    "application/json": {
                        /**
                         * @description The type of the event.
                         * @constant
                         */
                        type: "process.sent";
                        /**
                         * @description The same as `type`.
                         * @constant
                         */
                        event: "process.sent";
                        /**
                         * Format: date-time
                         * @description When the event occurred.
                         * @example 2026-11-21T09:30:00Z
                         */
                        timestamp: string;
                        /**
                         * @description The id of the organisation.
                         * @example 7
                         */
                        tenant_id: number;
                        /**
                         * @description The version of the payload.
                         * @example 1.1
                         */
                        api_version: string;
                        /** @description Whether it belongs to the test mode. */
                        test_mode: boolean;
                        /** @description What the event is about. */
                        data: {
                            /**
                             * @description The id of the process.
                             * @example 7
                             */
                            process_id: number;
                            /**
                             * @description Name of the process.
                             * @example Lease
                             */
                            name: string;
                            /**
                             * @description How many people are to sign or approve.
                             * @example 2
                             */
                            signers: number;
                            /**
                             * Format: date-time
                             * @description When it expires; null: never.
                             * @example 2026-11-21T09:30:00Z
                             */
                            expires_at: string;
                            /**
                             * @description The `external_id` of the process.
                             * @example crm-2048
                             */
                            external_id: string | null;
                        };
                        /** @description The event’s place in the hash chain of the audit trail: store it as evidence. */
                        audit_trail: {
                            /** @description The position in the hash chain, from 1. */
                            seq: number;
                            /** @description The hash of the event. */
                            hash: string;
                        };
                    };
                };
            } | undefined;
            responses: {
                /** @description Received. Any other response is retried, up to 10 attempts in about three days; later events of the same process wait. 410 switches the webhook off at once, and so do 5 days of nothing but failures: waiting deliveries are then cancelled, and can be replayed from the log. A test event, and a replay of a delivery that has ended, are not retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                };
            };
        };
    };
    "process.corrected": {
        /** A process that was sent is changed: its options, a person who has not signed, or how somebody confirms who they are, also once it is complete. After `process.expired` it says that the process was extended and is open again. */
        post: {
            parameters: {
            };
            requestBody?: {
                content: {
                    "application/json": {
                        /**
                         * @description The type of the event.
                         * @constant
                         */
                        type: "process.corrected";
                        /**
                         * @description The same as `type`.
                         * @constant
                         */
                        event: "process.corrected";
                        /**
                         * Format: date-time
                         * @description When the event occurred.
                         * @example 2026-11-21T09:30:00Z
                         */
                        timestamp: string;
                        /**
                         * @description The id of the organisation.
                         * @example 7
                         */
                        tenant_id: number;
                        /**
                         * @description The version of the payload.
                         * @example 1.1
                         */
                        api_version: string;
                        /** @description Whether it belongs to the test mode. */
                        test_mode: boolean;
                        /** @description What the event is about. */
                        data: {
                            /**
                             * @description The id of the process.
                             * @example 7
                             */
                            process_id: number;
                            /**
                             * @description Of the process, after the change.
                             * @example in_progress
                             * @enum {string}
                             */
                            status: "sent" | "in_progress" | "completed" | "voided";
                            /**
                             * @description `options`, or what happened to the person.
                             * @example changed
                             * @enum {string}
                             */
                            change: "options" | "added" | "changed" | "removed";
                            /** @description The id of the signer. */
                            signer_id: number | null;
                            /**
                             * @description Name of the person before the change.
                             * @example Ada Lovelace
                             */
                            name: string | null;
                            /**
                             * @description The email address.
                             * @example ada@example.com
                             */
                            email: string | null;
                            /**
                             * @description Null: unchanged.
                             * @example Grace Hopper
                             */
                            new_name: string | null;
                            /**
                             * @description Null: unchanged.
                             * @example grace@example.com
                             */
                            new_email: string | null;
                            /**
                             * Format: date-time
                             * @description Null: unchanged.
                             */
                            new_expires_at: string | null;
                            /**
                             * @description The `external_id` of the process.
                             * @example crm-2048
                             */
                            external_id: string | null;
                        };
                        /** @description The event’s place in the hash chain of the audit trail: store it as evidence. */
                        audit_trail: {
                            /** @description The position in the hash chain, from 1. */
                            seq: number;
                            /** @description The hash of the event. */
                            hash: string;
                        };
                    };
                };
            } | undefined;
            responses: {
                /** @description Received. Any other response is retried, up to 10 attempts in about three days; later events of the same process wait. 410 switches the webhook off at once, and so do 5 days of nothing but failures: waiting deliveries are then cancelled, and can be replayed from the log. A test event, and a replay of a delivery that has ended, are not retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                };
            };
        };
    };
    "process.completed": {
        /** Everyone has signed, and the sealed documents are in the vault. */
        post: {
            parameters: {
            };
            requestBody?: {
                content: {
                    "application/json": {
                        /**
                         * @description The type of the event.
                         * @constant
                         */
                        type: "process.completed";
                        /**
                         * @description The same as `type`.
                         * @constant
                         */
                        event: "process.completed";
                        /**
                         * Format: date-time
                         * @description When the event occurred.
                         * @example 2026-11-21T09:30:00Z
                         */
                        timestamp: string;
                        /**
                         * @description The id of the organisation.
                         * @example 7
                         */
                        tenant_id: number;
                        /**
                         * @description The version of the payload.
                         * @example 1.1
                         */
                        api_version: string;
                        /** @description Whether it belongs to the test mode. */
                        test_mode: boolean;
                        /** @description What the event is about. */
                        data: {
                            /**
                             * @description The id of the process.
                             * @example 7
                             */
                            process_id: number;
                            /**
                             * @description Name of the process.
                             * @example Lease
                             */
                            name: string;
                            /** @description The documents. */
                            documents: number[];
                            /**
                             * @description The `external_id` of the process.
                             * @example crm-2048
                             */
                            external_id: string | null;
                        };
                        /** @description The event’s place in the hash chain of the audit trail: store it as evidence. */
                        audit_trail: {
                            /** @description The position in the hash chain, from 1. */
                            seq: number;
                            /** @description The hash of the event. */
                            hash: string;
                        };
                    };
                };
            } | undefined;
            responses: {
                /** @description Received. Any other response is retried, up to 10 attempts in about three days; later events of the same process wait. 410 switches the webhook off at once, and so do 5 days of nothing but failures: waiting deliveries are then cancelled, and can be replayed from the log. A test event, and a replay of a delivery that has ended, are not retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                };
            };
        };
    };
    "process.cancelled": {
        /** A process was cancelled by its sender. */
        post: {
            parameters: {
            };
            requestBody?: {
                content: {
                    "application/json": {
                        /**
                         * @description The type of the event.
                         * @constant
                         */
                        type: "process.cancelled";
                        /**
                         * @description The same as `type`.
                         * @constant
                         */
                        event: "process.cancelled";
                        /**
                         * Format: date-time
                         * @description When the event occurred.
                         * @example 2026-11-21T09:30:00Z
                         */
                        timestamp: string;
                        /**
                         * @description The id of the organisation.
                         * @example 7
                         */
                        tenant_id: number;
                        /**
                         * @description The version of the payload.
                         * @example 1.1
                         */
                        api_version: string;
                        /** @description Whether it belongs to the test mode. */
                        test_mode: boolean;
                        /** @description What the event is about. */
                        data: {
                            /**
                             * @description The id of the process.
                             * @example 7
                             */
                            process_id: number;
                            /**
                             * @description Name of the process.
                             * @example Lease
                             */
                            name: string;
                            /**
                             * @description The reason that was given.
                             * @example The rent is not what we agreed.
                             */
                            reason: string | null;
                            /**
                             * @description The `external_id` of the process.
                             * @example crm-2048
                             */
                            external_id: string | null;
                        };
                        /** @description The event’s place in the hash chain of the audit trail: store it as evidence. */
                        audit_trail: {
                            /** @description The position in the hash chain, from 1. */
                            seq: number;
                            /** @description The hash of the event. */
                            hash: string;
                        };
                    };
                };
            } | undefined;
            responses: {
                /** @description Received. Any other response is retried, up to 10 attempts in about three days; later events of the same process wait. 410 switches the webhook off at once, and so do 5 days of nothing but failures: waiting deliveries are then cancelled, and can be replayed from the log. A test event, and a replay of a delivery that has ended, are not retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                };
            };
        };
    };
    "process.voided": {
        /** A completed process was declared void. */
        post: {
            parameters: {
            };
            requestBody?: {
                content: {
                    "application/json": {
                        /**
                         * @description The type of the event.
                         * @constant
                         */
                        type: "process.voided";
                        /**
                         * @description The same as `type`.
                         * @constant
                         */
                        event: "process.voided";
                        /**
                         * Format: date-time
                         * @description When the event occurred.
                         * @example 2026-11-21T09:30:00Z
                         */
                        timestamp: string;
                        /**
                         * @description The id of the organisation.
                         * @example 7
                         */
                        tenant_id: number;
                        /**
                         * @description The version of the payload.
                         * @example 1.1
                         */
                        api_version: string;
                        /** @description Whether it belongs to the test mode. */
                        test_mode: boolean;
                        /** @description What the event is about. */
                        data: {
                            /**
                             * @description The id of the process.
                             * @example 7
                             */
                            process_id: number;
                            /**
                             * @description Name of the process.
                             * @example Lease
                             */
                            name: string;
                            /**
                             * @description The reason that was given.
                             * @example The rent is not what we agreed.
                             */
                            reason: string | null;
                            /**
                             * @description The `external_id` of the process.
                             * @example crm-2048
                             */
                            external_id: string | null;
                        };
                        /** @description The event’s place in the hash chain of the audit trail: store it as evidence. */
                        audit_trail: {
                            /** @description The position in the hash chain, from 1. */
                            seq: number;
                            /** @description The hash of the event. */
                            hash: string;
                        };
                    };
                };
            } | undefined;
            responses: {
                /** @description Received. Any other response is retried, up to 10 attempts in about three days; later events of the same process wait. 410 switches the webhook off at once, and so do 5 days of nothing but failures: waiting deliveries are then cancelled, and can be replayed from the log. A test event, and a replay of a delivery that has ended, are not retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                };
            };
        };
    };
    "process.expired": {
        /** A process expired before everyone had signed. */
        post: {
            parameters: {
            };
            requestBody?: {
                content: {
                    "application/json": {
                        /**
                         * @description The type of the event.
                         * @constant
                         */
                        type: "process.expired";
                        /**
                         * @description The same as `type`.
                         * @constant
                         */
                        event: "process.expired";
                        /**
                         * Format: date-time
                         * @description When the event occurred.
                         * @example 2026-11-21T09:30:00Z
                         */
                        timestamp: string;
                        /**
                         * @description The id of the organisation.
                         * @example 7
                         */
                        tenant_id: number;
                        /**
                         * @description The version of the payload.
                         * @example 1.1
                         */
                        api_version: string;
                        /** @description Whether it belongs to the test mode. */
                        test_mode: boolean;
                        /** @description What the event is about. */
                        data: {
                            /**
                             * @description The id of the process.
                             * @example 7
                             */
                            process_id: number;
                            /**
                             * @description Name of the process.
                             * @example Lease
                             */
                            name: string;
                            /**
                             * @description The `external_id` of the process.
                             * @example crm-2048
                             */
                            external_id: string | null;
                        };
                        /** @description The event’s place in the hash chain of the audit trail: store it as evidence. */
                        audit_trail: {
                            /** @description The position in the hash chain, from 1. */
                            seq: number;
                            /** @description The hash of the event. */
                            hash: string;
                        };
                    };
                };
            } | undefined;
            responses: {
                /** @description Received. Any other response is retried, up to 10 attempts in about three days; later events of the same process wait. 410 switches the webhook off at once, and so do 5 days of nothing but failures: waiting deliveries are then cancelled, and can be replayed from the log. A test event, and a replay of a delivery that has ended, are not retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                };
            };
        };
    };
    "vault.deleted": {
        /** A signed document was deleted from the vault. */
        post: {
            parameters: {
            };
            requestBody?: {
                content: {
                    "application/json": {
                        /**
                         * @description The type of the event.
                         * @constant
                         */
                        type: "vault.deleted";
                        /**
                         * @description The same as `type`.
                         * @constant
                         */
                        event: "vault.deleted";
                        /**
                         * Format: date-time
                         * @description When the event occurred.
                         * @example 2026-11-21T09:30:00Z
                         */
                        timestamp: string;
                        /**
                         * @description The id of the organisation.
                         * @example 7
                         */
                        tenant_id: number;
                        /**
                         * @description The version of the payload.
                         * @example 1.1
                         */
                        api_version: string;
                        /** @description Whether it belongs to the test mode. */
                        test_mode: boolean;
                        /** @description What the event is about. */
                        data: {
                            /**
                             * @description The id of the process.
                             * @example 7
                             */
                            process_id: number;
                            /**
                             * @description The id of the vault document.
                             * @example 7
                             */
                            vault_document_id: number;
                            /**
                             * @description The id of the document.
                             * @example 7
                             */
                            document_id: number;
                            /**
                             * @description Name of the document.
                             * @example Lease
                             */
                            name: string;
                            /**
                             * @description The SHA-256 of the bytes, in hexadecimal.
                             * @example 60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752
                             */
                            sha256: string;
                            /**
                             * @description The `external_id` of the process.
                             * @example crm-2048
                             */
                            external_id: string | null;
                        };
                        /** @description The event’s place in the hash chain of the audit trail: store it as evidence. */
                        audit_trail: {
                            /** @description The position in the hash chain, from 1. */
                            seq: number;
                            /** @description The hash of the event. */
                            hash: string;
                        };
                    };
                };
            } | undefined;
            responses: {
                /** @description Received. Any other response is retried, up to 10 attempts in about three days; later events of the same process wait. 410 switches the webhook off at once, and so do 5 days of nothing but failures: waiting deliveries are then cancelled, and can be replayed from the log. A test event, and a replay of a delivery that has ended, are not retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                };
            };
        };
    };
    "signature.created": {
        /** A signature was requested: once for each signer and approver when a process is sent. */
        post: {
            parameters: {
            };
            requestBody?: {
                content: {
                    "application/json": {
                        /**
                         * @description The type of the event.
                         * @constant
                         */
                        type: "signature.created";
                        /**
                         * @description The same as `type`.
                         * @constant
                         */
                        event: "signature.created";
                        /**
                         * Format: date-time
                         * @description When the event occurred.
                         * @example 2026-11-21T09:30:00Z
                         */
                        timestamp: string;
                        /**
                         * @description The id of the organisation.
                         * @example 7
                         */
                        tenant_id: number;
                        /**
                         * @description The version of the payload.
                         * @example 1.1
                         */
                        api_version: string;
                        /** @description Whether it belongs to the test mode. */
                        test_mode: boolean;
                        /** @description What the event is about. */
                        data: {
                            /**
                             * @description The id of the process.
                             * @example 7
                             */
                            process_id: number;
                            /**
                             * @description The id of the signer.
                             * @example 7
                             */
                            signer_id: number;
                            /**
                             * @description Name of the signer.
                             * @example Ada Lovelace
                             */
                            name: string | null;
                            /**
                             * @description The email address.
                             * @example ada@example.com
                             */
                            email: string | null;
                            /**
                             * @description The position among the people; equal numbers are at the same time.
                             * @example 1
                             */
                            order: number | null;
                            /**
                             * @description The `external_id` of the process.
                             * @example crm-2048
                             */
                            external_id: string | null;
                        };
                        /** @description The event’s place in the hash chain of the audit trail: store it as evidence. */
                        audit_trail: {
                            /** @description The position in the hash chain, from 1. */
                            seq: number;
                            /** @description The hash of the event. */
                            hash: string;
                        };
                    };
                };
            } | undefined;
            responses: {
                /** @description Received. Any other response is retried, up to 10 attempts in about three days; later events of the same process wait. 410 switches the webhook off at once, and so do 5 days of nothing but failures: waiting deliveries are then cancelled, and can be replayed from the log. A test event, and a replay of a delivery that has ended, are not retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                };
            };
        };
    };
    "signature.invited": {
        /** It is the turn of this person: the link works now, and the email is on its way unless `enable_notifications` of the process is false. */
        post: {
            parameters: {
            };
            requestBody?: {
                content: {
                    "application/json": {
                        /**
                         * @description The type of the event.
                         * @constant
                         */
                        type: "signature.invited";
                        /**
                         * @description The same as `type`.
                         * @constant
                         */
                        event: "signature.invited";
                        /**
                         * Format: date-time
                         * @description When the event occurred.
                         * @example 2026-11-21T09:30:00Z
                         */
                        timestamp: string;
                        /**
                         * @description The id of the organisation.
                         * @example 7
                         */
                        tenant_id: number;
                        /**
                         * @description The version of the payload.
                         * @example 1.1
                         */
                        api_version: string;
                        /** @description Whether it belongs to the test mode. */
                        test_mode: boolean;
                        /** @description What the event is about. */
                        data: {
                            /**
                             * @description The id of the process.
                             * @example 7
                             */
                            process_id: number;
                            /**
                             * @description The id of the signer.
                             * @example 7
                             */
                            signer_id: number;
                            /**
                             * @description Name of the signer.
                             * @example Ada Lovelace
                             */
                            name: string | null;
                            /**
                             * @description The email address.
                             * @example ada@example.com
                             */
                            email: string | null;
                            /**
                             * @description What the person may do, or does.
                             * @example signer
                             */
                            role: string | null;
                            /**
                             * @description The position among the people; equal numbers are at the same time.
                             * @example 1
                             */
                            order: number | null;
                            /**
                             * @description The `external_id` of the process.
                             * @example crm-2048
                             */
                            external_id: string | null;
                        };
                        /** @description The event’s place in the hash chain of the audit trail: store it as evidence. */
                        audit_trail: {
                            /** @description The position in the hash chain, from 1. */
                            seq: number;
                            /** @description The hash of the event. */
                            hash: string;
                        };
                    };
                };
            } | undefined;
            responses: {
                /** @description Received. Any other response is retried, up to 10 attempts in about three days; later events of the same process wait. 410 switches the webhook off at once, and so do 5 days of nothing but failures: waiting deliveries are then cancelled, and can be replayed from the log. A test event, and a replay of a delivery that has ended, are not retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                };
            };
        };
    };
    "signature.viewed": {
        /** The pages were shown to the signer for the first time; also for the first time since a correction gave the signer another link, or since the documents were made again before the first signature, after a correction or a hand-over. */
        post: {
            parameters: {
            };
            requestBody?: {
                content: {
                    "application/json": {
                        /**
                         * @description The type of the event.
                         * @constant
                         */
                        type: "signature.viewed";
                        /**
                         * @description The same as `type`.
                         * @constant
                         */
                        event: "signature.viewed";
                        /**
                         * Format: date-time
                         * @description When the event occurred.
                         * @example 2026-11-21T09:30:00Z
                         */
                        timestamp: string;
                        /**
                         * @description The id of the organisation.
                         * @example 7
                         */
                        tenant_id: number;
                        /**
                         * @description The version of the payload.
                         * @example 1.1
                         */
                        api_version: string;
                        /** @description Whether it belongs to the test mode. */
                        test_mode: boolean;
                        /** @description What the event is about. */
                        data: {
                            /**
                             * @description The id of the process.
                             * @example 7
                             */
                            process_id: number;
                            /**
                             * @description The id of the signer.
                             * @example 7
                             */
                            signer_id: number;
                            /**
                             * @description Name of the signer.
                             * @example Ada Lovelace
                             */
                            name: string | null;
                            /**
                             * @description The email address.
                             * @example ada@example.com
                             */
                            email: string | null;
                            /**
                             * @description The `external_id` of the process.
                             * @example crm-2048
                             */
                            external_id: string | null;
                        };
                        /** @description The event’s place in the hash chain of the audit trail: store it as evidence. */
                        audit_trail: {
                            /** @description The position in the hash chain, from 1. */
                            seq: number;
                            /** @description The hash of the event. */
                            hash: string;
                        };
                    };
                };
            } | undefined;
            responses: {
                /** @description Received. Any other response is retried, up to 10 attempts in about three days; later events of the same process wait. 410 switches the webhook off at once, and so do 5 days of nothing but failures: waiting deliveries are then cancelled, and can be replayed from the log. A test event, and a replay of a delivery that has ended, are not retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                };
            };
        };
    };
    "signature.reminded": {
        /** A signer is reminded by email. */
        post: {
            parameters: {
            };
            requestBody?: {
                content: {
                    "application/json": {
                        /**
                         * @description The type of the event.
                         * @constant
                         */
                        type: "signature.reminded";
                        /**
                         * @description The same as `type`.
                         * @constant
                         */
                        event: "signature.reminded";
                        /**
                         * Format: date-time
                         * @description When the event occurred.
                         * @example 2026-11-21T09:30:00Z
                         */
                        timestamp: string;
                        /**
                         * @description The id of the organisation.
                         * @example 7
                         */
                        tenant_id: number;
                        /**
                         * @description The version of the payload.
                         * @example 1.1
                         */
                        api_version: string;
                        /** @description Whether it belongs to the test mode. */
                        test_mode: boolean;
                        /** @description What the event is about. */
                        data: {
                            /**
                             * @description The id of the process.
                             * @example 7
                             */
                            process_id: number;
                            /**
                             * @description The id of the signer.
                             * @example 7
                             */
                            signer_id: number;
                            /**
                             * @description Name of the signer.
                             * @example Ada Lovelace
                             */
                            name: string | null;
                            /**
                             * @description The email address.
                             * @example ada@example.com
                             */
                            email: string | null;
                            /**
                             * @description The `external_id` of the process.
                             * @example crm-2048
                             */
                            external_id: string | null;
                        };
                        /** @description The event’s place in the hash chain of the audit trail: store it as evidence. */
                        audit_trail: {
                            /** @description The position in the hash chain, from 1. */
                            seq: number;
                            /** @description The hash of the event. */
                            hash: string;
                        };
                    };
                };
            } | undefined;
            responses: {
                /** @description Received. Any other response is retried, up to 10 attempts in about three days; later events of the same process wait. 410 switches the webhook off at once, and so do 5 days of nothing but failures: waiting deliveries are then cancelled, and can be replayed from the log. A test event, and a replay of a delivery that has ended, are not retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                };
            };
        };
    };
    "signature.delivery_failed": {
        /** An email or text message to a signer could not be delivered: correct the address or number, or send the link another way. Where the mail server did not take the email for days, `reason_detail.key` begins with `failures.emailNotTaken`, where it did not while the email was of use, such as one with a code, with `failures.emailTooLate`. It is `failures.smsTooLate` where the provider did not take a text message while its code was valid, and `failures.messageDiscarded` where the operator has discarded the message. These say nothing about the address or the number. With `failures.emailForwarded` it was forwarded, and could not be delivered there: others may have it. */
        post: {
            parameters: {
            };
            requestBody?: {
                content: {
                    "application/json": {
                        /**
                         * @description The type of the event.
                         * @constant
                         */
                        type: "signature.delivery_failed";
                        /**
                         * @description The same as `type`.
                         * @constant
                         */
                        event: "signature.delivery_failed";
                        /**
                         * Format: date-time
                         * @description When the event occurred.
                         * @example 2026-11-21T09:30:00Z
                         */
                        timestamp: string;
                        /**
                         * @description The id of the organisation.
                         * @example 7
                         */
                        tenant_id: number;
                        /**
                         * @description The version of the payload.
                         * @example 1.1
                         */
                        api_version: string;
                        /** @description Whether it belongs to the test mode. */
                        test_mode: boolean;
                        /** @description What the event is about. */
                        data: {
                            /**
                             * @description The id of the process.
                             * @example 7
                             */
                            process_id: number;
                            /**
                             * @description The id of the signer.
                             * @example 7
                             */
                            signer_id: number;
                            /**
                             * @description Name of the signer.
                             * @example Ada Lovelace
                             */
                            name: string | null;
                            /**
                             * @description The email address.
                             * @example ada@example.com
                             */
                            email: string | null;
                            /**
                             * @description The number, masked. Null for an email.
                             * @example +33 … 78
                             */
                            phone: string | null;
                            /**
                             * @description True for the email with the signed document.
                             * @example null
                             */
                            copy: boolean | null;
                            /**
                             * @description The response of the mail server or the provider.
                             * @example 550 No such user here
                             */
                            reason: string | null;
                            /**
                             * @description What `reason` is made of, for translations; null without one.
                             * @example null
                             */
                            reason_detail: components["schemas"]["ErrorDetail"] | null;
                            /**
                             * @description The `external_id` of the process.
                             * @example crm-2048
                             */
                            external_id: string | null;
                        };
                        /** @description The event’s place in the hash chain of the audit trail: store it as evidence. */
                        audit_trail: {
                            /** @description The position in the hash chain, from 1. */
                            seq: number;
                            /** @description The hash of the event. */
                            hash: string;
                        };
                    };
                };
            } | undefined;
            responses: {
                /** @description Received. Any other response is retried, up to 10 attempts in about three days; later events of the same process wait. 410 switches the webhook off at once, and so do 5 days of nothing but failures: waiting deliveries are then cancelled, and can be replayed from the log. A test event, and a replay of a delivery that has ended, are not retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                };
            };
        };
    };
    "signature.completed": {
        /** A person has signed or approved. */
        post: {
            parameters: {
            };
            requestBody?: {
                content: {
                    "application/json": {
                        /**
                         * @description The type of the event.
                         * @constant
                         */
                        type: "signature.completed";
                        /**
                         * @description The same as `type`.
                         * @constant
                         */
                        event: "signature.completed";
                        /**
                         * Format: date-time
                         * @description When the event occurred.
                         * @example 2026-11-21T09:30:00Z
                         */
                        timestamp: string;
                        /**
                         * @description The id of the organisation.
                         * @example 7
                         */
                        tenant_id: number;
                        /**
                         * @description The version of the payload.
                         * @example 1.1
                         */
                        api_version: string;
                        /** @description Whether it belongs to the test mode. */
                        test_mode: boolean;
                        /** @description What the event is about. */
                        data: {
                            /**
                             * @description The id of the process.
                             * @example 7
                             */
                            process_id: number;
                            /**
                             * @description The id of the signer.
                             * @example 7
                             */
                            signer_id: number;
                            /**
                             * @description Name of the signer.
                             * @example Ada Lovelace
                             */
                            name: string | null;
                            /**
                             * @description The email address.
                             * @example ada@example.com
                             */
                            email: string | null;
                            /**
                             * @description What the person may do, or does.
                             * @example signer
                             */
                            role: string | null;
                            /**
                             * @description The `external_id` of the process.
                             * @example crm-2048
                             */
                            external_id: string | null;
                        };
                        /** @description The event’s place in the hash chain of the audit trail: store it as evidence. */
                        audit_trail: {
                            /** @description The position in the hash chain, from 1. */
                            seq: number;
                            /** @description The hash of the event. */
                            hash: string;
                        };
                    };
                };
            } | undefined;
            responses: {
                /** @description Received. Any other response is retried, up to 10 attempts in about three days; later events of the same process wait. 410 switches the webhook off at once, and so do 5 days of nothing but failures: waiting deliveries are then cancelled, and can be replayed from the log. A test event, and a replay of a delivery that has ended, are not retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                };
            };
        };
    };
    "signature.refused": {
        /** A person has refused to sign, which ends the process. */
        post: {
            parameters: {
            };
            requestBody?: {
                content: {
                    "application/json": {
                        /**
                         * @description The type of the event.
                         * @constant
                         */
                        type: "signature.refused";
                        /**
                         * @description The same as `type`.
                         * @constant
                         */
                        event: "signature.refused";
                        /**
                         * Format: date-time
                         * @description When the event occurred.
                         * @example 2026-11-21T09:30:00Z
                         */
                        timestamp: string;
                        /**
                         * @description The id of the organisation.
                         * @example 7
                         */
                        tenant_id: number;
                        /**
                         * @description The version of the payload.
                         * @example 1.1
                         */
                        api_version: string;
                        /** @description Whether it belongs to the test mode. */
                        test_mode: boolean;
                        /** @description What the event is about. */
                        data: {
                            /**
                             * @description The id of the process.
                             * @example 7
                             */
                            process_id: number;
                            /**
                             * @description The id of the signer.
                             * @example 7
                             */
                            signer_id: number;
                            /**
                             * @description Name of the signer.
                             * @example Ada Lovelace
                             */
                            name: string | null;
                            /**
                             * @description The email address.
                             * @example ada@example.com
                             */
                            email: string | null;
                            /**
                             * @description The reason that was given.
                             * @example The rent is not what we agreed.
                             */
                            reason: string | null;
                            /**
                             * @description The `external_id` of the process.
                             * @example crm-2048
                             */
                            external_id: string | null;
                        };
                        /** @description The event’s place in the hash chain of the audit trail: store it as evidence. */
                        audit_trail: {
                            /** @description The position in the hash chain, from 1. */
                            seq: number;
                            /** @description The hash of the event. */
                            hash: string;
                        };
                    };
                };
            } | undefined;
            responses: {
                /** @description Received. Any other response is retried, up to 10 attempts in about three days; later events of the same process wait. 410 switches the webhook off at once, and so do 5 days of nothing but failures: waiting deliveries are then cancelled, and can be replayed from the log. A test event, and a replay of a delivery that has ended, are not retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                };
            };
        };
    };
    "signature.delegated": {
        /** A person has handed over to someone else, who signs or approves in their place. */
        post: {
            parameters: {
            };
            requestBody?: {
                content: {
                    "application/json": {
                        /**
                         * @description The type of the event.
                         * @constant
                         */
                        type: "signature.delegated";
                        /**
                         * @description The same as `type`.
                         * @constant
                         */
                        event: "signature.delegated";
                        /**
                         * Format: date-time
                         * @description When the event occurred.
                         * @example 2026-11-21T09:30:00Z
                         */
                        timestamp: string;
                        /**
                         * @description The id of the organisation.
                         * @example 7
                         */
                        tenant_id: number;
                        /**
                         * @description The version of the payload.
                         * @example 1.1
                         */
                        api_version: string;
                        /** @description Whether it belongs to the test mode. */
                        test_mode: boolean;
                        /** @description What the event is about. */
                        data: {
                            /**
                             * @description The id of the process.
                             * @example 7
                             */
                            process_id: number;
                            /**
                             * @description The id of the signer.
                             * @example 7
                             */
                            signer_id: number;
                            /**
                             * @description Name of the signer.
                             * @example Ada Lovelace
                             */
                            name: string | null;
                            /**
                             * @description The email address.
                             * @example ada@example.com
                             */
                            email: string | null;
                            /**
                             * @description Name of the new person; `name` handed over.
                             * @example Grace Hopper
                             */
                            new_name: string | null;
                            /**
                             * @description Address of the new person.
                             * @example grace@example.com
                             */
                            new_email: string | null;
                            /**
                             * @description The reason that was given.
                             * @example The rent is not what we agreed.
                             */
                            reason: string | null;
                            /**
                             * @description What the person may do, or does.
                             * @example signer
                             */
                            role: string | null;
                            /**
                             * @description The position among the people; equal numbers are at the same time.
                             * @example 1
                             */
                            order: number | null;
                            /**
                             * @description The `external_id` of the process.
                             * @example crm-2048
                             */
                            external_id: string | null;
                        };
                        /** @description The event’s place in the hash chain of the audit trail: store it as evidence. */
                        audit_trail: {
                            /** @description The position in the hash chain, from 1. */
                            seq: number;
                            /** @description The hash of the event. */
                            hash: string;
                        };
                    };
                };
            } | undefined;
            responses: {
                /** @description Received. Any other response is retried, up to 10 attempts in about three days; later events of the same process wait. 410 switches the webhook off at once, and so do 5 days of nothing but failures: waiting deliveries are then cancelled, and can be replayed from the log. A test event, and a replay of a delivery that has ended, are not retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                };
            };
        };
    };
    "audit.*": {
        /** Something was recorded in the audit log. The type is `audit.` and that of the event, such as `audit.user.signed_in`. */
        post: {
            parameters: {
            };
            requestBody?: {
                content: {
                    "application/json": {
                        /**
                         * @description Later versions add more types: a receiver should accept those that it does not know.
                         * @example audit.user.signed_in
                         * @enum {string}
                         */
                        type: "audit.tenant.created" | "audit.tenant.updated" | "audit.tenant.seal_changed" | "audit.tenant.seal_removed" | "audit.tenant.seal_expiring" | "audit.tenant.seal_expired" | "audit.tenant.signing_service_changed" | "audit.tenant.signing_service_removed" | "audit.tenant.sender_changed" | "audit.tenant.sender_removed" | "audit.tenant.sender_verified" | "audit.tenant.sender_lost" | "audit.tenant.archive_address_changed" | "audit.tenant.archive_address_confirmed" | "audit.tenant.archive_address_removed" | "audit.tenant.retention_ending" | "audit.tenant.contract_ending" | "audit.tenant.sso_changed" | "audit.tenant.sso_removed" | "audit.tenant.sign_in_refused" | "audit.tenant.audit_exported" | "audit.user.created" | "audit.user.invited" | "audit.user.updated" | "audit.user.deleted" | "audit.user.address_change_requested" | "audit.user.address_changed" | "audit.user.address_confirmation_requested" | "audit.user.address_confirmed" | "audit.user.reauthenticated" | "audit.user.password_reset_requested" | "audit.user.password_changed" | "audit.user.factor_added" | "audit.user.factor_renamed" | "audit.user.factor_removed" | "audit.user.factors_reset" | "audit.user.recovery_codes_created" | "audit.user.recovery_code_used" | "audit.user.second_factor_failed" | "audit.user.identity_linked" | "audit.user.identity_unlinked" | "audit.user.operator_granted" | "audit.user.operator_revoked" | "audit.user.operator_acted" | "audit.user.signed_in" | "audit.user.sign_in_failed" | "audit.user.signed_out" | "audit.api_key.created" | "audit.api_key.deleted" | "audit.folder.created" | "audit.folder.updated" | "audit.folder.deleted" | "audit.document.uploaded" | "audit.document.downloaded" | "audit.document.copied" | "audit.document.renamed" | "audit.document.moved" | "audit.document.deleted" | "audit.document.completed" | "audit.document.time_stamp_renewed" | "audit.process.created" | "audit.process.link_used" | "audit.process.updated" | "audit.process.editor_link_created" | "audit.process.moved" | "audit.process.deleted" | "audit.process.fields_changed" | "audit.process.sent" | "audit.process.prepared" | "audit.process.corrected" | "audit.process.refused" | "audit.process.cancelled" | "audit.process.voided" | "audit.process.expired" | "audit.process.seal_failed" | "audit.process.seal_blocked" | "audit.process.completed" | "audit.signature.created" | "audit.signature.invited" | "audit.signature.link_disclosed" | "audit.signature.phone_linked" | "audit.signature.in_person" | "audit.signature.viewed" | "audit.signature.reminded" | "audit.signature.resent" | "audit.signature.delivery_failed" | "audit.signature.otp_sent" | "audit.signature.otp_verified" | "audit.signature.otp_failed" | "audit.signature.access_code_locked" | "audit.signature.consented" | "audit.signature.completed" | "audit.signature.certificate_chosen" | "audit.signature.confirmed" | "audit.signature.sealed" | "audit.signature.refused" | "audit.signature.delegated" | "audit.signature.attachment_added" | "audit.signature.attachment_removed" | "audit.signature.attachment_downloaded" | "audit.signature.question_asked" | "audit.signature.time_requested" | "audit.signature.erased" | "audit.vault.archived" | "audit.vault.unarchived" | "audit.vault.tagged" | "audit.vault.downloaded" | "audit.vault.hold_set" | "audit.vault.hold_released" | "audit.vault.deleted" | "audit.template.created" | "audit.template.updated" | "audit.template.moved" | "audit.template.deleted" | "audit.template.used" | "audit.template.restored" | "audit.template.version_deleted" | "audit.template.link_created" | "audit.template.link_ended" | "audit.template.link_code_sent" | "audit.bulk_send.created" | "audit.bulk_send.paused" | "audit.bulk_send.resumed" | "audit.bulk_send.cancelled" | "audit.bulk_send.completed" | "audit.bulk_send.downloaded" | "audit.privacy.export_requested" | "audit.privacy.export_stopped" | "audit.privacy.exported" | "audit.privacy.downloaded" | "audit.privacy.erasure_requested" | "audit.privacy.erasure_blocked" | "audit.privacy.erased" | "audit.quota.reached" | "audit.webhook.created" | "audit.webhook.updated" | "audit.webhook.deleted" | "audit.webhook.secret_rotated" | "audit.webhook.tested" | "audit.webhook.replayed" | "audit.webhook.disabled";
                        /**
                         * @description The same as `type`.
                         * @example audit.user.signed_in
                         * @enum {string}
                         */
                        event: "audit.tenant.created" | "audit.tenant.updated" | "audit.tenant.seal_changed" | "audit.tenant.seal_removed" | "audit.tenant.seal_expiring" | "audit.tenant.seal_expired" | "audit.tenant.signing_service_changed" | "audit.tenant.signing_service_removed" | "audit.tenant.sender_changed" | "audit.tenant.sender_removed" | "audit.tenant.sender_verified" | "audit.tenant.sender_lost" | "audit.tenant.archive_address_changed" | "audit.tenant.archive_address_confirmed" | "audit.tenant.archive_address_removed" | "audit.tenant.retention_ending" | "audit.tenant.contract_ending" | "audit.tenant.sso_changed" | "audit.tenant.sso_removed" | "audit.tenant.sign_in_refused" | "audit.tenant.audit_exported" | "audit.user.created" | "audit.user.invited" | "audit.user.updated" | "audit.user.deleted" | "audit.user.address_change_requested" | "audit.user.address_changed" | "audit.user.address_confirmation_requested" | "audit.user.address_confirmed" | "audit.user.reauthenticated" | "audit.user.password_reset_requested" | "audit.user.password_changed" | "audit.user.factor_added" | "audit.user.factor_renamed" | "audit.user.factor_removed" | "audit.user.factors_reset" | "audit.user.recovery_codes_created" | "audit.user.recovery_code_used" | "audit.user.second_factor_failed" | "audit.user.identity_linked" | "audit.user.identity_unlinked" | "audit.user.operator_granted" | "audit.user.operator_revoked" | "audit.user.operator_acted" | "audit.user.signed_in" | "audit.user.sign_in_failed" | "audit.user.signed_out" | "audit.api_key.created" | "audit.api_key.deleted" | "audit.folder.created" | "audit.folder.updated" | "audit.folder.deleted" | "audit.document.uploaded" | "audit.document.downloaded" | "audit.document.copied" | "audit.document.renamed" | "audit.document.moved" | "audit.document.deleted" | "audit.document.completed" | "audit.document.time_stamp_renewed" | "audit.process.created" | "audit.process.link_used" | "audit.process.updated" | "audit.process.editor_link_created" | "audit.process.moved" | "audit.process.deleted" | "audit.process.fields_changed" | "audit.process.sent" | "audit.process.prepared" | "audit.process.corrected" | "audit.process.refused" | "audit.process.cancelled" | "audit.process.voided" | "audit.process.expired" | "audit.process.seal_failed" | "audit.process.seal_blocked" | "audit.process.completed" | "audit.signature.created" | "audit.signature.invited" | "audit.signature.link_disclosed" | "audit.signature.phone_linked" | "audit.signature.in_person" | "audit.signature.viewed" | "audit.signature.reminded" | "audit.signature.resent" | "audit.signature.delivery_failed" | "audit.signature.otp_sent" | "audit.signature.otp_verified" | "audit.signature.otp_failed" | "audit.signature.access_code_locked" | "audit.signature.consented" | "audit.signature.completed" | "audit.signature.certificate_chosen" | "audit.signature.confirmed" | "audit.signature.sealed" | "audit.signature.refused" | "audit.signature.delegated" | "audit.signature.attachment_added" | "audit.signature.attachment_removed" | "audit.signature.attachment_downloaded" | "audit.signature.question_asked" | "audit.signature.time_requested" | "audit.signature.erased" | "audit.vault.archived" | "audit.vault.unarchived" | "audit.vault.tagged" | "audit.vault.downloaded" | "audit.vault.hold_set" | "audit.vault.hold_released" | "audit.vault.deleted" | "audit.template.created" | "audit.template.updated" | "audit.template.moved" | "audit.template.deleted" | "audit.template.used" | "audit.template.restored" | "audit.template.version_deleted" | "audit.template.link_created" | "audit.template.link_ended" | "audit.template.link_code_sent" | "audit.bulk_send.created" | "audit.bulk_send.paused" | "audit.bulk_send.resumed" | "audit.bulk_send.cancelled" | "audit.bulk_send.completed" | "audit.bulk_send.downloaded" | "audit.privacy.export_requested" | "audit.privacy.export_stopped" | "audit.privacy.exported" | "audit.privacy.downloaded" | "audit.privacy.erasure_requested" | "audit.privacy.erasure_blocked" | "audit.privacy.erased" | "audit.quota.reached" | "audit.webhook.created" | "audit.webhook.updated" | "audit.webhook.deleted" | "audit.webhook.secret_rotated" | "audit.webhook.tested" | "audit.webhook.replayed" | "audit.webhook.disabled";
                        /**
                         * Format: date-time
                         * @description When the event occurred.
                         * @example 2026-11-21T09:30:00Z
                         */
                        timestamp: string;
                        /**
                         * @description The id of the organisation.
                         * @example 7
                         */
                        tenant_id: number;
                        /**
                         * @description The version of the payload.
                         * @example 1.1
                         */
                        api_version: string;
                        /** @description Whether it belongs to the test mode. */
                        test_mode: boolean;
                        /** @description What the event is about. */
                        data: {
                            /**
                             * @description The id of the record.
                             * @example 7
                             */
                            id: number;
                            /**
                             * @description What happened: one of the types of the filter `type`, to which later versions add more. `document.downloaded` and `vault.downloaded` mean that a file was read: saved, or opened on a page of the dashboard, which shows it.
                             * @example user.signed_in
                             */
                            type: string;
                            /**
                             * Format: date-time
                             * @description When the event occurred.
                             * @example 2026-11-21T09:30:00Z
                             */
                            occurred_at: string;
                            /** @description What it happened to. */
                            record: {
                                /**
                                 * @description One of `process`, `document`, `user`, `api_key`, `vault_document`, `template`, `folder`, `webhook`, `tenant`; later versions may add more.
                                 * @example user
                                 */
                                type: string;
                                /**
                                 * @description The id of the record.
                                 * @example 7
                                 */
                                id: number;
                            };
                            /**
                             * @description Who did it: `type` is `user`, `api_key`, `signer` or `system`; with `id`, `name` and `email`, or the `job` of the service.
                             * @example {
                             *       "type": "user",
                             *       "id": 3,
                             *       "name": "Ada Lovelace",
                             *       "email": "ada@example.com"
                             *     }
                             */
                            actor: {
                                [key: string]: unknown;
                            };
                            /**
                             * @description Depends on the type.
                             * @example {
                             *       "session": "dashboard"
                             *     }
                             */
                            data: {
                                [key: string]: unknown;
                            };
                            /**
                             * @description The IP address.
                             * @example 203.0.113.7
                             */
                            address: string | null;
                            /** @description The browser or program, as it names itself. */
                            user_agent: string | null;
                            /**
                             * @description The `X-Request-Id` of the request.
                             * @example req_8t1n5yqz2v6m
                             */
                            request_id: string;
                            /**
                             * @description The position in the hash chain of the record, from 1.
                             * @example 4
                             */
                            seq: number;
                            /**
                             * @description The hash of the event in that chain.
                             * @example 60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752
                             */
                            hash: string;
                            /**
                             * @description The data would be longer than 20 KB: read it with `GET /audit-events`.
                             * @example false
                             */
                            data_omitted: boolean;
                        };
                        /** @description The event’s place in the hash chain of the audit trail: store it as evidence. */
                        audit_trail: {
                            /** @description The position in the hash chain, from 1. */
                            seq: number;
                            /** @description The hash of the event. */
                            hash: string;
                        };
                    };
                };
            } | undefined;
            responses: {
                /** @description Received. Any other response is retried, up to 10 attempts in about three days; later events of the same process wait. 410 switches the webhook off at once, and so do 5 days of nothing but failures: waiting deliveries are then cancelled, and can be replayed from the log. A test event, and a replay of a delivery that has ended, are not retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                };
            };
        };
    };
    "webhook.test": {
        /** A test was requested. Webhooks cannot subscribe to it. */
        post: {
            parameters: {
            };
            requestBody?: {
                content: {
                    "application/json": {
                        /**
                         * @description The type of the event.
                         * @constant
                         */
                        type: "webhook.test";
                        /**
                         * @description The same as `type`.
                         * @constant
                         */
                        event: "webhook.test";
                        /**
                         * Format: date-time
                         * @description When the event occurred.
                         * @example 2026-11-21T09:30:00Z
                         */
                        timestamp: string;
                        /**
                         * @description The id of the organisation.
                         * @example 7
                         */
                        tenant_id: number;
                        /**
                         * @description The version of the payload.
                         * @example 1.1
                         */
                        api_version: string;
                        /** @description Whether it belongs to the test mode. */
                        test_mode: boolean;
                        /** @description What the event is about. */
                        data: {
                            /**
                             * @description The id of the webhook.
                             * @example 7
                             */
                            webhook_id: number;
                            /**
                             * @description A sentence for people.
                             * @example This is a test delivery.
                             */
                            message: string;
                        };
                    };
                };
            } | undefined;
            responses: {
                /** @description Received. Any other response is retried, up to 10 attempts in about three days; later events of the same process wait. 410 switches the webhook off at once, and so do 5 days of nothing but failures: waiting deliveries are then cancelled, and can be replayed from the log. A test event, and a replay of a delivery that has ended, are not retried. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                };
            };
        };
    };
}
export interface components {
    schemas: {
        /** @description A password for the user of a link that was mailed. */
        ChoosePassword: {
            /**
             * @description The last part of the link that was mailed.
             * @example q8ZrX2mVb7nKc5TgYh1LwPdEa9SuJf3RoQxIi6McDkA
             */
            token: string;
            /**
             * @description The new password.
             * @example seven bridges at noon
             */
            password: string;
        };
        /** @description The confirmation of an email address by the link that was mailed. */
        ConfirmAddress: {
            /**
             * @description The last part of the link that was mailed.
             * @example q8ZrX2mVb7nKc5TgYh1LwPdEa9SuJf3RoQxIi6McDkA
             */
            token: string;
        };
        /** @description The link that was mailed to an archive address. */
        ConfirmArchiveAddress: {
            /**
             * @description The last part of the link.
             * @example 7-4f0c9d1be27a66d34f0c9d1be27a66d34f0c9d1be27a66d34f0c9d1be27a66d3
             */
            token: string;
        };
        /** @description The address that the link for a new password is mailed to. */
        ForgotPassword: {
            /**
             * Format: idn-email
             * @description The email address.
             * @example ada@example.com
             */
            email: string;
        };
        /** @description The credentials of a user. */
        Login: {
            /**
             * @description The email address.
             * @example ada@example.com
             */
            email: string;
            /**
             * @description The password.
             * @example seven bridges at noon
             */
            password: string;
        };
        /** @description First `password`; a user with a second factor then sends `challenge` and one proof of it. */
        Reauthenticate: {
            /**
             * @description The password.
             * @example seven bridges at noon
             */
            password?: string | undefined;
            /** @description In the second step, in place of the password. */
            challenge?: string | undefined;
            /** @description The code of the authenticator app. */
            code?: string | undefined;
            /** @description A recovery code, which works once. */
            recovery_code?: string | undefined;
            /** @description The result of `navigator.credentials.get` (Web Authentication). */
            passkey?: components["schemas"]["PasskeyAssertion"] | undefined;
        };
        /** @description `AuthenticationResponseJSON` of WebAuthn Level 3: what `credential.toJSON()` gives. */
        PasskeyAssertion: {
            /**
             * @description The id of the passkey, base64url (Web Authentication).
             * @example Tn2l
             */
            id: string;
            /**
             * @description The id of the passkey, base64url (Web Authentication).
             * @example Tn2l
             */
            rawId: string;
            /**
             * @description Always `public-key`.
             * @constant
             */
            type: "public-key";
            /** @description The response of the authenticator (Web Authentication). */
            response: {
                /**
                 * @description The data that the browser signed, base64url (Web Authentication).
                 * @example Tn2l
                 */
                clientDataJSON: string;
                /**
                 * @description The data of the authenticator, base64url (Web Authentication).
                 * @example Tn2l
                 */
                authenticatorData: string;
                /**
                 * @description The signature.
                 * @example Tn2l
                 */
                signature: string;
                /** @description The user that the passkey belongs to, base64url (Web Authentication). */
                userHandle?: (string | null) | undefined;
            };
            /**
             * @description The results of extensions (Web Authentication).
             * @default {}
             */
            clientExtensionResults?: {
                [key: string]: unknown;
            } | undefined;
        } & {
            [key: string]: unknown;
        };
        /** @description Send one of code, recovery_code and passkey. */
        SecondFactor: {
            /**
             * @description The `challenge` of the earlier response; valid for 5 minutes.
             * @example mV2kq0Z7pXn4w1yB5cD8eF3gH6jL9tRs
             */
            challenge: string;
            /**
             * @description The code of the authenticator app.
             * @example 492039
             */
            code?: string | undefined;
            /** @description A recovery code, which works once. */
            recovery_code?: string | undefined;
            /** @description The result of `navigator.credentials.get` (Web Authentication). */
            passkey?: components["schemas"]["PasskeyAssertion"] | undefined;
        };
        /** @description A new organisation and its first administrator. */
        SignUp: {
            /**
             * @description The name of the organisation.
             * @example Analytical Engines
             */
            tenant_name: string;
            /**
             * @description The name of the person.
             * @example Ada Lovelace
             */
            name: string;
            /**
             * Format: idn-email
             * @description The email address.
             * @example ada@example.com
             */
            email: string;
            /**
             * @description The password.
             * @example seven bridges at noon
             */
            password: string;
        };
        /** @description Absent members stay unchanged. */
        ProfileChange: {
            /**
             * @description The name of the person.
             * @example Ada Lovelace
             */
            name?: string | undefined;
            /**
             * @description The language (BCP 47).
             * @enum {string}
             */
            locale?: ("en" | "fr" | "de" | "es") | undefined;
            /** @description Which emails the user gets. */
            notifications?: {
                /** @description A process of yours is completed. */
                completed?: boolean | undefined;
                /** @description A signer of a process of yours refuses. */
                refused?: boolean | undefined;
                /** @description A process of yours expires. */
                expired?: boolean | undefined;
                /** @description An email or text message to a signer of a process of yours cannot be delivered. */
                delivery_failed?: boolean | undefined;
                /** @description For administrators: 80 or 100 % of a quota is used. */
                quota?: boolean | undefined;
                /** @description For administrators: a webhook is disabled. */
                webhook_disabled?: boolean | undefined;
                /** @description For administrators: a user who is no administrator changes how they sign in (password, second factor, provider). */
                sign_in_changes?: boolean | undefined;
            } | undefined;
        };
        /** @description The change of the own password. */
        ChangePassword: {
            /**
             * @description The password until now.
             * @example six bridges at dawn
             */
            current_password: string;
            /**
             * @description The new password.
             * @example seven bridges at noon
             */
            password: string;
        };
        /** @description The result of `navigator.credentials.create` (Web Authentication), with a name. */
        PasskeyRegistration: {
            /**
             * @description The `challenge` of the earlier response; valid for 5 minutes.
             * @example mV2kq0Z7pXn4w1yB5cD8eF3gH6jL9tRs
             */
            challenge: string;
            /**
             * @description The name, as lists show it.
             * @example Phone
             */
            name: string;
            /**
             * @description `RegistrationResponseJSON` of WebAuthn Level 3: what `credential.toJSON()` gives.
             * @example {
             *       "id": "Tn2l",
             *       "rawId": "Tn2l",
             *       "type": "public-key",
             *       "response": {
             *         "clientDataJSON": "eyJ0",
             *         "attestationObject": "o2Nm",
             *         "transports": [
             *           "internal"
             *         ]
             *       },
             *       "clientExtensionResults": {}
             *     }
             */
            credential: {
                /**
                 * @description The id of the passkey, base64url (Web Authentication).
                 * @example Tn2l
                 */
                id: string;
                /**
                 * @description The id of the passkey, base64url (Web Authentication).
                 * @example Tn2l
                 */
                rawId: string;
                /**
                 * @description Always `public-key`.
                 * @constant
                 */
                type: "public-key";
                /** @description The response of the authenticator (Web Authentication). */
                response: {
                    /**
                     * @description The data that the browser signed, base64url (Web Authentication).
                     * @example Tn2l
                     */
                    clientDataJSON: string;
                    /**
                     * @description The new public key, base64url (Web Authentication).
                     * @example Tn2l
                     */
                    attestationObject: string;
                    /**
                     * @description How the authenticator is reached (Web Authentication).
                     * @default []
                     */
                    transports?: string[] | undefined;
                };
                /**
                 * @description The results of extensions (Web Authentication).
                 * @default {}
                 */
                clientExtensionResults?: {
                    [key: string]: unknown;
                } | undefined;
            } & {
                [key: string]: unknown;
            };
        };
        /** @description A new name of a passkey. */
        PasskeyChange: {
            /**
             * @description The name, as lists show it.
             * @example Phone
             */
            name: string;
        };
        /** @description The first code of a new authenticator app. */
        TotpConfirmation: {
            /**
             * @description The six digits that the app shows.
             * @example 492039
             */
            code: string;
        };
        /** @description Absent members stay unchanged. */
        AccountChange: {
            /**
             * @description Certificates that exist keep the old name.
             * @example Analytical Engines
             */
            name?: string | undefined;
            /**
             * @description Accent colour of signing pages and emails; its contrast with white must be 4.5 to 1.
             * @example #1f5f4a
             */
            color?: (string | null) | undefined;
            /**
             * Format: idn-email
             * @description The address that answers to emails go to; null: the sender’s.
             * @example legal@example.com
             */
            reply_to?: (string | null) | undefined;
            /**
             * @description Language of new processes, with a region where numbers and dates are written otherwise.
             * @example en
             * @enum {string}
             */
            locale?: ("en" | "fr" | "de" | "es" | "it" | "pt" | "nl" | "pl" | "cs" | "sv" | "tr" | "uk" | "el" | "ar" | "he" | "hi" | "ja" | "zh" | "ar-EG" | "ar-MA" | "de-AT" | "de-CH" | "en-GB" | "en-CA" | "en-IN" | "en-ZA" | "es-CL" | "es-CR" | "es-MX" | "es-PR" | "fr-CA" | "fr-CH" | "fr-LU" | "it-CH" | "nl-BE" | "pt-PT" | "sv-FI" | "zh-HK") | undefined;
            /**
             * @description After how many days a process expires.
             * @example 90
             */
            expires_in_days?: number | undefined;
            /**
             * @description After how many days without a signature a reminder is sent; null: never.
             * @example 7
             */
            reminder_days?: (number | null) | undefined;
            /**
             * @description How signers may make their signature and initials.
             * @example [
             *       "drawn",
             *       "typed"
             *     ]
             */
            signature_kinds?: ("drawn" | "typed" | "uploaded")[] | undefined;
            /**
             * @description Origins of pages that may show signing pages, and editors of drafts, in a frame. At most 10; https, or http for localhost.
             * @example [
             *       "https://app.example.com"
             *     ]
             */
            embed_origins?: string[] | undefined;
            /**
             * @description Users who may send processes can then show and copy the links of signers. Anyone who has a link can sign with it, unless the signer confirms a code.
             * @example false
             */
            show_signing_links?: boolean | undefined;
            /**
             * @description Users without a second factor can then only set one up, and get 403 `second_factor_setup_required` otherwise.
             * @example false
             */
            require_second_factor?: boolean | undefined;
            /**
             * @description Minutes without a request after which a session ends, 5 to 1440; null: never.
             * @example 60
             */
            session_idle_minutes?: (number | null) | undefined;
            /**
             * @description Your own consent text by language; `all` is for languages without one. Each change is a new version; null returns to `all`, or to the default text. Plain text, each line a paragraph.
             * @example {
             *       "en": "I agree to sign these documents electronically."
             *     }
             */
            consent?: {
                /**
                 * @description The text for every language.
                 * @example I agree to sign these documents electronically.
                 */
                all?: (string | null) | undefined;
                /**
                 * @description The English text.
                 * @example I agree to sign these documents electronically.
                 */
                en?: (string | null) | undefined;
                /**
                 * @description The French text.
                 * @example I agree to sign these documents electronically.
                 */
                fr?: (string | null) | undefined;
                /**
                 * @description The German text.
                 * @example I agree to sign these documents electronically.
                 */
                de?: (string | null) | undefined;
                /**
                 * @description The Spanish text.
                 * @example I agree to sign these documents electronically.
                 */
                es?: (string | null) | undefined;
                /**
                 * @description The Italian text.
                 * @example I agree to sign these documents electronically.
                 */
                it?: (string | null) | undefined;
                /**
                 * @description The Portuguese text.
                 * @example I agree to sign these documents electronically.
                 */
                pt?: (string | null) | undefined;
                /**
                 * @description The Dutch text.
                 * @example I agree to sign these documents electronically.
                 */
                nl?: (string | null) | undefined;
                /**
                 * @description The Polish text.
                 * @example I agree to sign these documents electronically.
                 */
                pl?: (string | null) | undefined;
                /**
                 * @description The Czech text.
                 * @example I agree to sign these documents electronically.
                 */
                cs?: (string | null) | undefined;
                /**
                 * @description The Swedish text.
                 * @example I agree to sign these documents electronically.
                 */
                sv?: (string | null) | undefined;
                /**
                 * @description The Turkish text.
                 * @example I agree to sign these documents electronically.
                 */
                tr?: (string | null) | undefined;
                /**
                 * @description The Ukrainian text.
                 * @example I agree to sign these documents electronically.
                 */
                uk?: (string | null) | undefined;
                /**
                 * @description The Greek text.
                 * @example I agree to sign these documents electronically.
                 */
                el?: (string | null) | undefined;
                /**
                 * @description The Arabic text.
                 * @example I agree to sign these documents electronically.
                 */
                ar?: (string | null) | undefined;
                /**
                 * @description The Hebrew text.
                 * @example I agree to sign these documents electronically.
                 */
                he?: (string | null) | undefined;
                /**
                 * @description The Hindi text.
                 * @example I agree to sign these documents electronically.
                 */
                hi?: (string | null) | undefined;
                /**
                 * @description The Japanese text.
                 * @example I agree to sign these documents electronically.
                 */
                ja?: (string | null) | undefined;
                /**
                 * @description The Chinese (simplified) text.
                 * @example I agree to sign these documents electronically.
                 */
                zh?: (string | null) | undefined;
            } | undefined;
            /**
             * @description Documents already in the vault keep their retention date.
             * @example 10
             */
            retention_years?: number | undefined;
            /**
             * @description Administrators get an email so many days before the retention of vault documents ends, and senders before the day in `ends_on` of the `metadata` of a completed process; once each, null: never. `delete_after_retention` deletes no vault document before so many days have passed since its email, nor before the day that the email names, also if this is null by then. With it another one is sent after a legal hold is released, or the deletion is switched on.
             * @example 30
             */
            end_notice_days?: (number | null) | undefined;
            /**
             * @description Delete vault documents in the night after their retention has ended, those already there included; never under legal hold.
             * @example false
             */
            delete_after_retention?: boolean | undefined;
            /**
             * @description Reject uploads with active content, such as scripts or embedded files.
             * @example false
             */
            refuse_active_content?: boolean | undefined;
        };
        /** @description Where copies of emails about completed processes go. */
        ArchiveAddressInput: {
            /**
             * Format: idn-email
             * @description The email address.
             * @example archive@example.com
             */
            email: string;
        };
        /** @description Who the emails of the organisation come from. */
        SenderInput: {
            /**
             * @description The name in `From`.
             * @example Acme contracts
             */
            name: string;
            /**
             * Format: idn-email
             * @description The address in `From`, of a domain that the organisation controls.
             * @example contracts@example.com
             */
            address: string;
        };
        /** @description The service, and the access of the organisation to it. */
        SigningServiceInput: {
            /**
             * @description The base URI of the service; https only.
             * @example https://sign.example.com/csc/v2
             */
            url: string;
            /**
             * @description The id of this service at the provider.
             * @example acme
             */
            client_id: string;
            /**
             * @description Stored encrypted and never returned; may be absent while the address stays the same.
             * @example cs_8aF2…
             */
            client_secret?: string | undefined;
            /**
             * @description Which credentials of a signer are used: those that the service authorizes itself (`implicit`), with a PIN or code that the signer enters on the signing page (`explicit`), or at the provider (`oauth2code`). Null: any; where there are several, the signer chooses.
             * @enum {string|null}
             */
            credential_mode?: ("implicit" | "explicit" | "oauth2code" | null) | undefined;
        };
        /** @description Absent members stay unchanged; those of the other protocol are ignored. */
        SsoChange: {
            /**
             * @description OpenID Connect or SAML 2.0.
             * @example oidc
             * @enum {string}
             */
            protocol?: ("oidc" | "saml") | undefined;
            /**
             * @description The issuer exactly as the provider states it, https only; with SAML the entity id of the provider.
             * @example https://login.example.com
             */
            issuer?: string | undefined;
            /**
             * @description The id of this service at the provider.
             * @example paraph
             */
            client_id?: string | undefined;
            /**
             * @description Stored encrypted and never returned. Required again when the issuer changes.
             * @example cs_8aF2…
             */
            client_secret?: string | undefined;
            /**
             * @description Only email addresses of these domains may sign in.
             * @example [
             *       "example.com"
             *     ]
             */
            domains?: string[] | undefined;
            /**
             * @description Refuses sign-in with a password, except for administrators.
             * @example false
             */
            enforced?: boolean | undefined;
            /**
             * @description Creates a user at the first sign-in of a person who has no account in the tenant.
             * @example false
             */
            create_users?: boolean | undefined;
            /**
             * @description The role of created users.
             * @example user
             * @enum {string}
             */
            default_role?: ("user" | "viewer") | undefined;
            /**
             * @description Does not ask for the second factor here when the ID token says that the provider did: `mfa` in `amr` (RFC 8176), or an `acr` of `phr`, `phrh` or `https://refeds.org/profile/mfa`. With SAML the authentication context says so: the REFEDS profile, `MobileTwoFactorContract`, or `multipleauthn` of Entra ID. Administrators of the installation always prove theirs here.
             * @example false
             */
            trusts_second_factor?: boolean | undefined;
            /**
             * @description SAML: the metadata of the provider, which sets `issuer`, `sso_url` and `certificates`.
             * @example <EntityDescriptor entityID="https://login.example.com" …
             */
            metadata?: string | undefined;
            /**
             * @description SAML: the URL of the provider for requests by HTTP-Redirect; https only.
             * @example https://login.example.com/sso/saml
             */
            sso_url?: string | undefined;
            /**
             * @description SAML: the certificates that sign assertions, as PEM; one of them must have signed. As the record has them: unchanged.
             * @example [
             *       "-----BEGIN CERTIFICATE-----\nMIIC…"
             *     ]
             */
            certificates?: string[] | undefined;
            /**
             * @description SAML: the attribute with the email address. Null: `email`, `mail` and the usual URIs, else a NameID of the format `emailAddress`.
             * @example email
             */
            email_attribute?: (string | null) | undefined;
            /**
             * @description SAML: the attribute with the name. Null: the usual ones.
             * @example displayName
             */
            name_attribute?: (string | null) | undefined;
        };
        /** @description Whether the dashboard shows records of the test mode. */
        TestMode: {
            /** @description Whether the dashboard shows records of the test mode. */
            test_mode: boolean;
        };
        /** @description Absent members stay unchanged. */
        UpdateDocument: {
            /**
             * @description The name, as lists show it.
             * @example Lease
             */
            name?: string | undefined;
            /**
             * @description Null for no folder.
             * @example null
             */
            folder_id?: (number | null) | undefined;
        };
        /** @description A process to create, and to send at once with `send`. */
        CreateSignatureProcess: {
            /**
             * @description The name, as lists show it.
             * @example Lease
             */
            name: string;
            /**
             * @description A text of your own about it.
             * @example Flat 4, twelve months
             */
            description?: (string | null) | undefined;
            /** @description How a process runs; absent members keep their defaults. */
            options?: {
                /** @description Whether each signer confirms with a one-time code. */
                enable_otp?: boolean | undefined;
                /** @description Whether signers get emails. */
                enable_notifications?: boolean | undefined;
                /**
                 * @description After how many days a process expires.
                 * @example 90
                 */
                expires_in_days?: number | undefined;
                /** @description After how many days without a signature a reminder is sent; null: never. */
                reminder_days?: (number | null) | undefined;
                /**
                 * @description en, fr, de, es, it, pt, nl, pl, cs, sv, tr, uk, el, ar, he, hi, ja, zh are supported. For any other, a signer gets the language of the process, and a process gets en. The numbers and dates of a process are written in the format of its tag, with an extension also in other digits (`th-u-nu-thai`, `ar-EG-u-nu-latn`).
                 * @example en
                 */
                locale?: string | undefined;
                /**
                 * @description A text of the sender to those signers who have none of their own, in the emails and on the signing page; null without one.
                 * @example Please sign by Friday.
                 */
                message?: (string | null) | undefined;
                /** @description A link that the signing page shows after the signature; the browser does not go there by itself. */
                redirect_url?: (string | null) | undefined;
                /**
                 * @description How signers may make their signature and initials.
                 * @example [
                 *       "drawn",
                 *       "typed"
                 *     ]
                 */
                signature_kinds?: ("drawn" | "typed" | "uploaded")[] | undefined;
                /** @description Whether signers may hand over to someone else; false by default. */
                allow_delegation?: boolean | undefined;
                /** @description Whether signers may download and print before they sign; true by default. */
                allow_download_first?: boolean | undefined;
                /** @description Whether the certificate of completion, a PDF/A-3 file, has the signed documents, the audit trail and a manifest as embedded files; false by default. Of documents of at most 25 MB together; where they cannot be embedded in the end, it says so. */
                embed_evidence?: boolean | undefined;
            } | undefined;
            /**
             * @description The id of the record in your system.
             * @example crm-2048
             */
            external_id?: (string | null) | undefined;
            /**
             * @description Anything. Send a whole number beyond 2^53 as text: JSON may round it, so a new one is refused. `ends_on`, a day such as `2027-12-31`, is when the contract ends: `end_notice_days` of the account.
             * @example {
             *       "deal": 2048,
             *       "ends_on": "2027-12-31"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            } | undefined;
            /**
             * @description The folder; its documents come into it. Absent: the folder of its documents, if they are in one. Null for no folder.
             * @example null
             */
            folder_id?: (number | null) | undefined;
            /**
             * @description The documents.
             * @default []
             * @example [
             *       {
             *         "id": 7,
             *         "order": 1
             *       }
             *     ]
             */
            documents?: {
                /**
                 * @description The id of the document.
                 * @example 7
                 */
                id: number;
                /**
                 * @description The position among the documents.
                 * @example 1
                 */
                order?: number | undefined;
            }[] | undefined;
            /**
             * @description The people, in their order.
             * @default []
             * @example [
             *       {
             *         "name": "Ada Lovelace",
             *         "email": "ada@example.com",
             *         "order": 1
             *       }
             *     ]
             */
            signers?: {
                /**
                 * @description The name of the person.
                 * @example Ada Lovelace
                 */
                name: string;
                /**
                 * Format: idn-email
                 * @description The email address.
                 * @example ada@example.com
                 */
                email: string;
                /**
                 * @description With `otp` `sms`: in E.164, such as +491701234589; spaces, hyphens, parentheses and `(0)` are ignored.
                 * @example +491701234589
                 */
                phone?: (string | null) | undefined;
                /**
                 * @description The position among the people; equal numbers are at the same time.
                 * @example 1
                 */
                order?: number | undefined;
                /**
                 * @description `sequential` (default): after those of lower `order`; `parallel`: at once.
                 * @enum {string}
                 */
                type?: ("sequential" | "parallel") | undefined;
                /**
                 * @description What the person may do, or does.
                 * @enum {string}
                 */
                role?: ("signer" | "approver" | "viewer" | "cc") | undefined;
                /**
                 * @description en, fr, de, es, it, pt, nl, pl, cs, sv, tr, uk, el, ar, he, hi, ja, zh are supported. For any other, a signer gets the language of the process, and a process gets en. The numbers and dates of a process are written in the format of its tag, with an extension also in other digits (`th-u-nu-thai`, `ar-EG-u-nu-latn`).
                 * @example en
                 */
                locale?: string | undefined;
                /**
                 * @description `email`, `sms`: this person confirms a code sent by email, or as a text message to `phone` where the installation has an SMS provider; `access_code`: they enter the `access_code` that you have agreed with them; `none`: no code. Null or absent: `email` with `options.enable_otp`, else `none`.
                 * @example access_code
                 * @enum {string|null}
                 */
                otp?: ("none" | "email" | "sms" | "access_code" | null) | undefined;
                /**
                 * @description Who makes the signature. `simple` (default): this service. `advanced`, `qualified`: the remote signing service of the organisation (`PUT /account/signing-service`), with a credential of this level of the user named like `email`; they confirm there. Test mode has `simple` signatures only.
                 * @example simple
                 * @enum {string}
                 */
                signature_level?: ("simple" | "advanced" | "qualified") | undefined;
                /**
                 * @description Required with `otp` `access_code`: a text that you have agreed with this person by another way than email. Spaces, case and the script of digits do not count. Only a hash is stored, and no response shows it. A new one replaces the old one, and ends a lock after five incorrect attempts.
                 * @example blue heron 1848
                 */
                access_code?: string | undefined;
                /**
                 * @description Subject of the invitation and of reminders.
                 * @example Your lease
                 */
                subject?: (string | null) | undefined;
                /**
                 * @description Message to this signer, in place of `options.message`, in the emails and on the signing page.
                 * @example Please sign by Friday.
                 */
                message?: (string | null) | undefined;
                /** @description With `import_fields`: the role in text tags whose fields this person fills in. */
                role_name?: string | undefined;
            }[] | undefined;
            /**
             * @description The fields.
             * @example [
             *       {
             *         "type": "signature",
             *         "page": 1,
             *         "x": 72,
             *         "y": 640,
             *         "width": 160,
             *         "height": 40
             *       }
             *     ]
             */
            fields?: components["schemas"]["NewField"][] | undefined;
            /**
             * @description Also adds the form fields and text tags of the documents as fields, which replace them; see `GET /documents/{id}/fields`. The fields of a role in text tags go to the person with that `role_name`, other roles to the remaining signers in order, and fields without a role to the first signer.
             * @default false
             */
            import_fields?: boolean | undefined;
            /**
             * @description Preset values by the `label` of their field, or the name that an imported field has in the file; a value is set in every such field, as its member `value`.
             * @example {}
             */
            values?: {
                [key: string]: string | number | boolean;
            } | undefined;
            /**
             * @description Also sends the process. If it cannot be sent, nothing is created; a draft may stay where the service is interrupted.
             * @default false
             */
            send?: boolean | undefined;
        };
        /** @description Without `document_id` and `document_index` it is on the first document. */
        NewField: {
            /**
             * @description Id of one of `documents`.
             * @example 7
             */
            document_id?: number | undefined;
            /**
             * @description What the signer fills in.
             * @enum {string}
             */
            type: "signature" | "initials" | "date" | "name" | "email" | "company" | "text" | "number" | "checkbox" | "radio" | "dropdown" | "attachment";
            /**
             * @description The page, from 1.
             * @example 1
             */
            page?: number | undefined;
            /**
             * @description From the left of the page as displayed, in points.
             * @example 72
             */
            x?: number | undefined;
            /**
             * @description From the top of the page as displayed, in points.
             * @example 640
             */
            y?: number | undefined;
            /** @description In place of `page`, `x` and `y`. */
            anchor?: components["schemas"]["Anchor"] | undefined;
            /**
             * @description The width in points.
             * @example 160
             */
            width: number;
            /**
             * @description The height in points.
             * @example 40
             */
            height: number;
            /**
             * @description Unit of `x`, `y`, `width` and `height`: points, or percent of the page as displayed.
             * @default pt
             * @enum {string}
             */
            unit?: ("pt" | "percent") | undefined;
            /**
             * @description Whether it must be filled in.
             * @default true
             */
            required?: boolean | undefined;
            /**
             * @description The name that the signer sees.
             * @default null
             */
            label?: (string | null) | undefined;
            /**
             * @description What an empty field shows.
             * @default null
             */
            placeholder?: (string | null) | undefined;
            /** @description Must keep to the rules of the field. A number: JSON, or text with a decimal point and without grouping (`1250.5`). A date: `2026-12-01`. Both are printed in the language of the process. A check box: `true` or `false`, also `1`, `yes`, `on`, `0`, `no`, `off`, in any case. A text must fit into its field at the smallest size, 4 points, in which it is drawn; the value that an imported field has in the file may be longer. That value is held to the rules of the field when the process is sent. */
            value?: ((string | number | boolean) | null) | undefined;
            /**
             * @description The choices of a `radio` or `dropdown`.
             * @default []
             */
            options?: string[] | undefined;
            /**
             * @description Whether the signer cannot change the value.
             * @default false
             */
            read_only?: boolean | undefined;
            /**
             * @description Only for a date: gets the day of signing, in the signer’s time zone.
             * @default false
             */
            auto?: boolean | undefined;
            /**
             * @description The field replaces a form field or text tag of the document. With any such field, all form fields that can be imported and all text tags are removed from the document when it is sent; a tag that cannot be removed safely is covered. The form fields of a document that its author has certified stay, and are filled in.
             * @default false
             */
            imported?: boolean | undefined;
            /**
             * @description The rules for the value.
             * @default {}
             */
            validation?: {
                /** @description For a number. */
                min?: number | undefined;
                /** @description For a number. */
                max?: number | undefined;
                /**
                 * Format: date
                 * @description For a date. With neither `min_date` nor `max_date` the date must be the day of signing: within one day of today (UTC), or the field’s preset `value`.
                 */
                min_date?: string | undefined;
                /**
                 * Format: date
                 * @description For a date.
                 */
                max_date?: string | undefined;
                /** @description For a number with a formula: zeros are added up to as many decimals; 0 without it. */
                min_decimals?: number | undefined;
                /** @description For a number with a formula: it is rounded to as many decimals, after other formulas have taken it; 2 without it. */
                max_decimals?: number | undefined;
                /** @description The fewest characters. */
                min_length?: number | undefined;
                /** @description The most characters. */
                max_length?: number | undefined;
                /** @description Must match the whole text. RE2 syntax (no look-around, no back references); at most 500 different patterns per process. */
                pattern?: string | undefined;
            } | undefined;
            /**
             * @description When the field is shown; always without one.
             * @default null
             * @example null
             */
            condition?: (components["schemas"]["Condition"] | null) | undefined;
            /**
             * @description Only for a number, which the signer cannot change: numbers with a decimal point, labels of other fields of the same signer in double braces, + - * / and parentheses, such as `{{Rent}} * 12 + {{Deposit}}`, and `SUM`, `PRODUCT`, `AVG`, `MIN` and `MAX` with commas between operands, of which a missing one counts as 0. Text is read as the language of the process writes numbers, also where JSON had a number for a field of texts: send such a text as that language writes it. The result is rounded to 2 decimals, and other formulas calculate with that; with `validation.max_decimals` it is rounded to as many, and other formulas calculate with it before it is rounded, as forms of PDF files do. It is empty while any other operand is missing, when an operand is text that is not a number or has more than 15 digits, when a divisor is 0, and when the result is too large to be exact: above 9,007,199,254,740,991, and above about 10,000,000,000,000 if it has decimals.
             * @default null
             * @example null
             */
            formula?: (string | null) | undefined;
            /**
             * @description Only for a dropdown: the signer may also enter a text that is no option.
             * @default false
             */
            editable?: boolean | undefined;
            /**
             * @description How the value is placed in the field.
             * @default {}
             * @example {}
             */
            layout?: components["schemas"]["FieldLayout"] | undefined;
            /**
             * @description In place of `document_id`: position of the document in `documents`, from 0.
             * @example 0
             */
            document_index?: number | undefined;
            /**
             * @description Position of the signer in `signers`, from 0.
             * @default 0
             */
            signer_index?: number | undefined;
        };
        /** @description The field’s top left corner is that of the text, moved by `dx` and `dy` points. Case counts. */
        Anchor: {
            /**
             * @description The text.
             * @example Signature:
             */
            text: string;
            /**
             * @description Which occurrence of the text in the document, from 1.
             * @default 1
             */
            occurrence?: number | undefined;
            /**
             * @description Points to the right.
             * @default 0
             * @example 60
             */
            dx?: number | undefined;
            /**
             * @description Points down.
             * @default 0
             * @example -10
             */
            dy?: number | undefined;
        };
        /** @description The field is shown, and required, only when this holds; otherwise it stays empty. Not for signatures, initials and attachments. Numbers are compared by value. */
        Condition: {
            /**
             * @description Label of another field of the same signer, which no other of them has.
             * @example Guarantor
             */
            field: string;
            /**
             * @description For a number with a decimal point, for a date `2026-12-01`.
             * @example yes
             */
            equals?: string | undefined;
            /** @description Also holds while that field is empty. */
            not_equals?: string | undefined;
            /** @description For a checkbox: whether it is ticked. */
            filled?: boolean | undefined;
        };
        /** @description How a field is drawn on the page. */
        FieldLayout: {
            /**
             * @description Of text; without it, right-to-left text begins at the right.
             * @enum {string}
             */
            align?: ("left" | "center" | "right") | undefined;
            /** @description Each character of a text or number has a cell of equal width; needs `validation.max_length`, the number of cells. */
            comb?: boolean | undefined;
            /** @description Degrees counterclockwise by which the content is turned. */
            rotation?: (90 | 180 | 270) | undefined;
            /** @description The `widgets` of a radio field look like check boxes. */
            squares?: boolean | undefined;
            /** @description Of text, in points; longer text is smaller. Without it, text is as large as fits, up to 12 points. */
            font_size?: number | undefined;
            /**
             * @description Of text; without it, text is black.
             * @example #1f5f4a
             */
            color?: string | undefined;
            /** @description Further places of the field, which show the same value. Of a radio field: its buttons, at least one for each option; without them the options are drawn one below the other, with their texts. */
            widgets?: components["schemas"]["FieldWidget"][] | undefined;
        };
        /** @description A further place of a field, in the unit of the field. */
        FieldWidget: {
            /**
             * @description The page, from 1.
             * @example 1
             */
            page: number;
            /**
             * @description To the right of the field’s `x`.
             * @example 0
             */
            dx: number;
            /**
             * @description Down from the field’s `y`.
             * @example 20
             */
            dy: number;
            /**
             * @description The width in points.
             * @example 14
             */
            width: number;
            /**
             * @description The height in points.
             * @example 14
             */
            height: number;
            /** @description For a radio field: the option of this button. */
            option?: string | undefined;
        };
        /** @description Absent members stay unchanged; `documents` and `signers` replace the existing ones. */
        UpdateSignatureProcess: {
            /**
             * @description The name, as lists show it.
             * @example Lease
             */
            name?: string | undefined;
            /**
             * @description A text of your own about it.
             * @example Flat 4, twelve months
             */
            description?: (string | null) | undefined;
            /** @description How a process runs; absent members keep their defaults. */
            options?: {
                /** @description Whether each signer confirms with a one-time code. */
                enable_otp?: boolean | undefined;
                /** @description Whether signers get emails. */
                enable_notifications?: boolean | undefined;
                /**
                 * @description After how many days a process expires.
                 * @example 90
                 */
                expires_in_days?: number | undefined;
                /** @description After how many days without a signature a reminder is sent; null: never. */
                reminder_days?: (number | null) | undefined;
                /**
                 * @description en, fr, de, es, it, pt, nl, pl, cs, sv, tr, uk, el, ar, he, hi, ja, zh are supported. For any other, a signer gets the language of the process, and a process gets en. The numbers and dates of a process are written in the format of its tag, with an extension also in other digits (`th-u-nu-thai`, `ar-EG-u-nu-latn`).
                 * @example en
                 */
                locale?: string | undefined;
                /**
                 * @description A text of the sender to those signers who have none of their own, in the emails and on the signing page; null without one.
                 * @example Please sign by Friday.
                 */
                message?: (string | null) | undefined;
                /** @description A link that the signing page shows after the signature; the browser does not go there by itself. */
                redirect_url?: (string | null) | undefined;
                /**
                 * @description How signers may make their signature and initials.
                 * @example [
                 *       "drawn",
                 *       "typed"
                 *     ]
                 */
                signature_kinds?: ("drawn" | "typed" | "uploaded")[] | undefined;
                /** @description Whether signers may hand over to someone else; false by default. */
                allow_delegation?: boolean | undefined;
                /** @description Whether signers may download and print before they sign; true by default. */
                allow_download_first?: boolean | undefined;
                /** @description Whether the certificate of completion, a PDF/A-3 file, has the signed documents, the audit trail and a manifest as embedded files; false by default. Of documents of at most 25 MB together; where they cannot be embedded in the end, it says so. */
                embed_evidence?: boolean | undefined;
            } | undefined;
            /**
             * @description The id of the record in your system.
             * @example crm-2048
             */
            external_id?: (string | null) | undefined;
            /**
             * @description Anything. Send a whole number beyond 2^53 as text: JSON may round it, so a new one is refused. `ends_on`, a day such as `2027-12-31`, is when the contract ends: `end_notice_days` of the account.
             * @example {
             *       "deal": 2048,
             *       "ends_on": "2027-12-31"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            } | undefined;
            /**
             * @description Moves the process with its documents, in any status. Null for no folder.
             * @example null
             */
            folder_id?: (number | null) | undefined;
            /** @description Replaces the documents. The fields of a removed document are removed too, unless another one has its id in `replaces`. */
            documents?: {
                /**
                 * @description The id of the document.
                 * @example 7
                 */
                id: number;
                /**
                 * @description The position among the documents.
                 * @example 1
                 */
                order?: number | undefined;
                /**
                 * @description Id of a document of this draft in whose place this one comes: its fields stay, on the pages that this document has. Fields imported from the file get what the new file says, without what was changed since the import; a value that is another in the new file always. Those that it lacks are removed, or are ordinary fields if they were changed, and its further ones are imported. Leave the replaced one out of `documents`.
                 * @example 7
                 */
                replaces?: number | undefined;
            }[] | undefined;
            /** @description Replaces the signers. Entries without `id` are created, without fields. */
            signers?: {
                /**
                 * @description The name of the person.
                 * @example Ada Lovelace
                 */
                name: string;
                /**
                 * Format: idn-email
                 * @description The email address.
                 * @example ada@example.com
                 */
                email: string;
                /**
                 * @description With `otp` `sms`: in E.164, such as +491701234589; spaces, hyphens, parentheses and `(0)` are ignored.
                 * @example +491701234589
                 */
                phone?: (string | null) | undefined;
                /**
                 * @description The position among the people; equal numbers are at the same time.
                 * @example 1
                 */
                order?: number | undefined;
                /**
                 * @description `sequential` (default): after those of lower `order`; `parallel`: at once.
                 * @enum {string}
                 */
                type?: ("sequential" | "parallel") | undefined;
                /**
                 * @description What the person may do, or does.
                 * @enum {string}
                 */
                role?: ("signer" | "approver" | "viewer" | "cc") | undefined;
                /**
                 * @description en, fr, de, es, it, pt, nl, pl, cs, sv, tr, uk, el, ar, he, hi, ja, zh are supported. For any other, a signer gets the language of the process, and a process gets en. The numbers and dates of a process are written in the format of its tag, with an extension also in other digits (`th-u-nu-thai`, `ar-EG-u-nu-latn`).
                 * @example en
                 */
                locale?: string | undefined;
                /**
                 * @description `email`, `sms`: this person confirms a code sent by email, or as a text message to `phone` where the installation has an SMS provider; `access_code`: they enter the `access_code` that you have agreed with them; `none`: no code. Null or absent: `email` with `options.enable_otp`, else `none`.
                 * @example access_code
                 * @enum {string|null}
                 */
                otp?: ("none" | "email" | "sms" | "access_code" | null) | undefined;
                /**
                 * @description Who makes the signature. `simple` (default): this service. `advanced`, `qualified`: the remote signing service of the organisation (`PUT /account/signing-service`), with a credential of this level of the user named like `email`; they confirm there. Test mode has `simple` signatures only.
                 * @example simple
                 * @enum {string}
                 */
                signature_level?: ("simple" | "advanced" | "qualified") | undefined;
                /**
                 * @description Required with `otp` `access_code`: a text that you have agreed with this person by another way than email. Spaces, case and the script of digits do not count. Only a hash is stored, and no response shows it. A new one replaces the old one, and ends a lock after five incorrect attempts.
                 * @example blue heron 1848
                 */
                access_code?: string | undefined;
                /**
                 * @description Subject of the invitation and of reminders.
                 * @example Your lease
                 */
                subject?: (string | null) | undefined;
                /**
                 * @description Message to this signer, in place of `options.message`, in the emails and on the signing page.
                 * @example Please sign by Friday.
                 */
                message?: (string | null) | undefined;
                /**
                 * @description Id of an existing signer, who then keeps their fields, and all members that are absent.
                 * @example 7
                 */
                id?: number | undefined;
            }[] | undefined;
        };
        /** @description How an editor in a frame ends. */
        EditorLink: {
            /**
             * @description How the editor ends: it sends the draft, or tells the page around it that the fields are placed.
             * @default done
             * @example send
             * @enum {string}
             */
            finish?: ("send" | "done") | undefined;
        };
        /** @description The fields to add, or all fields of the process. */
        Fields: {
            /** @description The fields. */
            fields: components["schemas"]["FieldInput"][];
        };
        /** @description A field of a process: who fills in what, and where. */
        FieldInput: {
            /**
             * @description The id of the document.
             * @example 7
             */
            document_id: number;
            /**
             * @description The id of the signer.
             * @example 7
             */
            signer_id: number;
            /**
             * @description What the signer fills in.
             * @enum {string}
             */
            type: "signature" | "initials" | "date" | "name" | "email" | "company" | "text" | "number" | "checkbox" | "radio" | "dropdown" | "attachment";
            /**
             * @description The page, from 1.
             * @example 1
             */
            page?: number | undefined;
            /**
             * @description From the left of the page as displayed, in points.
             * @example 72
             */
            x?: number | undefined;
            /**
             * @description From the top of the page as displayed, in points.
             * @example 640
             */
            y?: number | undefined;
            /** @description In place of `page`, `x` and `y`. */
            anchor?: components["schemas"]["Anchor"] | undefined;
            /**
             * @description The width in points.
             * @example 160
             */
            width: number;
            /**
             * @description The height in points.
             * @example 40
             */
            height: number;
            /**
             * @description Unit of `x`, `y`, `width` and `height`: points, or percent of the page as displayed.
             * @default pt
             * @enum {string}
             */
            unit?: ("pt" | "percent") | undefined;
            /**
             * @description Whether it must be filled in.
             * @default true
             */
            required?: boolean | undefined;
            /**
             * @description The name that the signer sees.
             * @default null
             */
            label?: (string | null) | undefined;
            /**
             * @description What an empty field shows.
             * @default null
             */
            placeholder?: (string | null) | undefined;
            /** @description Must keep to the rules of the field. A number: JSON, or text with a decimal point and without grouping (`1250.5`). A date: `2026-12-01`. Both are printed in the language of the process. A check box: `true` or `false`, also `1`, `yes`, `on`, `0`, `no`, `off`, in any case. A text must fit into its field at the smallest size, 4 points, in which it is drawn; the value that an imported field has in the file may be longer. That value is held to the rules of the field when the process is sent. */
            value?: ((string | number | boolean) | null) | undefined;
            /**
             * @description The choices of a `radio` or `dropdown`.
             * @default []
             */
            options?: string[] | undefined;
            /**
             * @description Whether the signer cannot change the value.
             * @default false
             */
            read_only?: boolean | undefined;
            /**
             * @description Only for a date: gets the day of signing, in the signer’s time zone.
             * @default false
             */
            auto?: boolean | undefined;
            /**
             * @description The field replaces a form field or text tag of the document. With any such field, all form fields that can be imported and all text tags are removed from the document when it is sent; a tag that cannot be removed safely is covered. The form fields of a document that its author has certified stay, and are filled in.
             * @default false
             */
            imported?: boolean | undefined;
            /**
             * @description The rules for the value.
             * @default {}
             */
            validation?: {
                /** @description For a number. */
                min?: number | undefined;
                /** @description For a number. */
                max?: number | undefined;
                /**
                 * Format: date
                 * @description For a date. With neither `min_date` nor `max_date` the date must be the day of signing: within one day of today (UTC), or the field’s preset `value`.
                 */
                min_date?: string | undefined;
                /**
                 * Format: date
                 * @description For a date.
                 */
                max_date?: string | undefined;
                /** @description For a number with a formula: zeros are added up to as many decimals; 0 without it. */
                min_decimals?: number | undefined;
                /** @description For a number with a formula: it is rounded to as many decimals, after other formulas have taken it; 2 without it. */
                max_decimals?: number | undefined;
                /** @description The fewest characters. */
                min_length?: number | undefined;
                /** @description The most characters. */
                max_length?: number | undefined;
                /** @description Must match the whole text. RE2 syntax (no look-around, no back references); at most 500 different patterns per process. */
                pattern?: string | undefined;
            } | undefined;
            /**
             * @description When the field is shown; always without one.
             * @default null
             * @example null
             */
            condition?: (components["schemas"]["Condition"] | null) | undefined;
            /**
             * @description Only for a number, which the signer cannot change: numbers with a decimal point, labels of other fields of the same signer in double braces, + - * / and parentheses, such as `{{Rent}} * 12 + {{Deposit}}`, and `SUM`, `PRODUCT`, `AVG`, `MIN` and `MAX` with commas between operands, of which a missing one counts as 0. Text is read as the language of the process writes numbers, also where JSON had a number for a field of texts: send such a text as that language writes it. The result is rounded to 2 decimals, and other formulas calculate with that; with `validation.max_decimals` it is rounded to as many, and other formulas calculate with it before it is rounded, as forms of PDF files do. It is empty while any other operand is missing, when an operand is text that is not a number or has more than 15 digits, when a divisor is 0, and when the result is too large to be exact: above 9,007,199,254,740,991, and above about 10,000,000,000,000 if it has decimals.
             * @default null
             * @example null
             */
            formula?: (string | null) | undefined;
            /**
             * @description Only for a dropdown: the signer may also enter a text that is no option.
             * @default false
             */
            editable?: boolean | undefined;
            /**
             * @description How the value is placed in the field.
             * @default {}
             * @example {}
             */
            layout?: components["schemas"]["FieldLayout"] | undefined;
            /**
             * @description With PUT: the field of this process that the entry changes; it keeps its id. With POST it is ignored.
             * @example 7
             */
            id?: number | undefined;
        };
        /** @description How the process is sent. */
        Send: {
            /** @description The versions that the sender has seen: if the draft or its fields have changed since, it is not sent (412). */
            shown?: {
                /**
                 * @description The ETag of the process.
                 * @example "2026-11-21T09:30:00.000Z"
                 */
                process: string;
                /**
                 * @description The ETag of its fields.
                 * @example "9f86d081884c7d65"
                 */
                fields: string;
            } | undefined;
        };
        /** @description A person to add to a process that was sent, with their fields. */
        AddSigner: {
            /**
             * @description The name of the person.
             * @example Ada Lovelace
             */
            name: string;
            /**
             * Format: idn-email
             * @description The email address.
             * @example ada@example.com
             */
            email: string;
            /**
             * @description With `otp` `sms`: in E.164, such as +491701234589; spaces, hyphens, parentheses and `(0)` are ignored.
             * @example +491701234589
             */
            phone?: (string | null) | undefined;
            /**
             * @description The position among the people; equal numbers are at the same time.
             * @example 1
             */
            order?: number | undefined;
            /**
             * @description `sequential` (default): after those of lower `order`; `parallel`: at once.
             * @enum {string}
             */
            type?: ("sequential" | "parallel") | undefined;
            /**
             * @description What the person may do, or does.
             * @enum {string}
             */
            role?: ("signer" | "approver" | "viewer" | "cc") | undefined;
            /**
             * @description en, fr, de, es, it, pt, nl, pl, cs, sv, tr, uk, el, ar, he, hi, ja, zh are supported. For any other, a signer gets the language of the process, and a process gets en. The numbers and dates of a process are written in the format of its tag, with an extension also in other digits (`th-u-nu-thai`, `ar-EG-u-nu-latn`).
             * @example en
             */
            locale?: string | undefined;
            /**
             * @description `email`, `sms`: this person confirms a code sent by email, or as a text message to `phone` where the installation has an SMS provider; `access_code`: they enter the `access_code` that you have agreed with them; `none`: no code. Null or absent: `email` with `options.enable_otp`, else `none`.
             * @example access_code
             * @enum {string|null}
             */
            otp?: ("none" | "email" | "sms" | "access_code" | null) | undefined;
            /**
             * @description Who makes the signature. `simple` (default): this service. `advanced`, `qualified`: the remote signing service of the organisation (`PUT /account/signing-service`), with a credential of this level of the user named like `email`; they confirm there. Test mode has `simple` signatures only.
             * @example simple
             * @enum {string}
             */
            signature_level?: ("simple" | "advanced" | "qualified") | undefined;
            /**
             * @description Required with `otp` `access_code`: a text that you have agreed with this person by another way than email. Spaces, case and the script of digits do not count. Only a hash is stored, and no response shows it. A new one replaces the old one, and ends a lock after five incorrect attempts.
             * @example blue heron 1848
             */
            access_code?: string | undefined;
            /**
             * @description Subject of the invitation and of reminders.
             * @example Your lease
             */
            subject?: (string | null) | undefined;
            /**
             * @description Message to this signer, in place of `options.message`, in the emails and on the signing page.
             * @example Please sign by Friday.
             */
            message?: (string | null) | undefined;
            /** @description Fields of this signer. Without a signature field they sign on an appended page. */
            fields?: {
                /**
                 * @description The id of the document.
                 * @example 7
                 */
                document_id: number;
                /**
                 * @description What the signer fills in.
                 * @enum {string}
                 */
                type: "signature" | "initials" | "date" | "name" | "email" | "company" | "text" | "number" | "checkbox" | "radio" | "dropdown" | "attachment";
                /**
                 * @description The page, from 1.
                 * @example 1
                 */
                page?: number | undefined;
                /**
                 * @description From the left of the page as displayed, in points.
                 * @example 72
                 */
                x?: number | undefined;
                /**
                 * @description From the top of the page as displayed, in points.
                 * @example 640
                 */
                y?: number | undefined;
                /** @description In place of `page`, `x` and `y`. */
                anchor?: components["schemas"]["Anchor"] | undefined;
                /**
                 * @description The width in points.
                 * @example 160
                 */
                width: number;
                /**
                 * @description The height in points.
                 * @example 40
                 */
                height: number;
                /**
                 * @description Unit of `x`, `y`, `width` and `height`: points, or percent of the page as displayed.
                 * @default pt
                 * @enum {string}
                 */
                unit?: ("pt" | "percent") | undefined;
                /**
                 * @description Whether it must be filled in.
                 * @default true
                 */
                required?: boolean | undefined;
                /**
                 * @description The name that the signer sees.
                 * @default null
                 */
                label?: (string | null) | undefined;
                /**
                 * @description What an empty field shows.
                 * @default null
                 */
                placeholder?: (string | null) | undefined;
                /** @description Must keep to the rules of the field. A number: JSON, or text with a decimal point and without grouping (`1250.5`). A date: `2026-12-01`. Both are printed in the language of the process. A check box: `true` or `false`, also `1`, `yes`, `on`, `0`, `no`, `off`, in any case. A text must fit into its field at the smallest size, 4 points, in which it is drawn; the value that an imported field has in the file may be longer. That value is held to the rules of the field when the process is sent. */
                value?: ((string | number | boolean) | null) | undefined;
                /**
                 * @description The choices of the field.
                 * @default []
                 */
                options?: string[] | undefined;
                /**
                 * @description Whether the signer cannot change the value.
                 * @default false
                 */
                read_only?: boolean | undefined;
                /**
                 * @description Only for a date: gets the day of signing, in the signer’s time zone.
                 * @default false
                 */
                auto?: boolean | undefined;
                /**
                 * @description The field replaces a form field or text tag of the document. With any such field, all form fields that can be imported and all text tags are removed from the document when it is sent; a tag that cannot be removed safely is covered. The form fields of a document that its author has certified stay, and are filled in.
                 * @default false
                 */
                imported?: boolean | undefined;
                /**
                 * @description The rules for the value.
                 * @default {}
                 */
                validation?: {
                    /** @description For a number. */
                    min?: number | undefined;
                    /** @description For a number. */
                    max?: number | undefined;
                    /**
                     * Format: date
                     * @description For a date. With neither `min_date` nor `max_date` the date must be the day of signing: within one day of today (UTC), or the field’s preset `value`.
                     */
                    min_date?: string | undefined;
                    /**
                     * Format: date
                     * @description For a date.
                     */
                    max_date?: string | undefined;
                    /** @description For a number with a formula: zeros are added up to as many decimals; 0 without it. */
                    min_decimals?: number | undefined;
                    /** @description For a number with a formula: it is rounded to as many decimals, after other formulas have taken it; 2 without it. */
                    max_decimals?: number | undefined;
                    /** @description The fewest characters. */
                    min_length?: number | undefined;
                    /** @description The most characters. */
                    max_length?: number | undefined;
                    /** @description Must match the whole text. RE2 syntax (no look-around, no back references); at most 500 different patterns per process. */
                    pattern?: string | undefined;
                } | undefined;
                /**
                 * @description When the field is shown; always without one.
                 * @default null
                 * @example null
                 */
                condition?: (components["schemas"]["Condition"] | null) | undefined;
                /**
                 * @description Only for a number, which the signer cannot change: numbers with a decimal point, labels of other fields of the same signer in double braces, + - * / and parentheses, such as `{{Rent}} * 12 + {{Deposit}}`, and `SUM`, `PRODUCT`, `AVG`, `MIN` and `MAX` with commas between operands, of which a missing one counts as 0. Text is read as the language of the process writes numbers, also where JSON had a number for a field of texts: send such a text as that language writes it. The result is rounded to 2 decimals, and other formulas calculate with that; with `validation.max_decimals` it is rounded to as many, and other formulas calculate with it before it is rounded, as forms of PDF files do. It is empty while any other operand is missing, when an operand is text that is not a number or has more than 15 digits, when a divisor is 0, and when the result is too large to be exact: above 9,007,199,254,740,991, and above about 10,000,000,000,000 if it has decimals.
                 * @default null
                 * @example null
                 */
                formula?: (string | null) | undefined;
                /**
                 * @description Only for a dropdown: the signer may also enter a text that is no option.
                 * @default false
                 */
                editable?: boolean | undefined;
                /**
                 * @description How the value is placed in the field.
                 * @default {}
                 * @example {}
                 */
                layout?: components["schemas"]["FieldLayout"] | undefined;
            }[] | undefined;
        };
        /** @description Absent members stay unchanged. */
        ChangeSigner: {
            /**
             * @description The name of the person.
             * @example Ada Lovelace
             */
            name?: string | undefined;
            /**
             * Format: idn-email
             * @description The email address.
             * @example ada@example.com
             */
            email?: string | undefined;
            /**
             * @description With `otp` `sms`: in E.164, such as +491701234589; spaces, hyphens, parentheses and `(0)` are ignored.
             * @example +491701234589
             */
            phone?: (string | null) | undefined;
            /**
             * @description The position among the people; equal numbers are at the same time.
             * @example 1
             */
            order?: number | undefined;
            /**
             * @description en, fr, de, es, it, pt, nl, pl, cs, sv, tr, uk, el, ar, he, hi, ja, zh are supported. For any other, a signer gets the language of the process, and a process gets en. The numbers and dates of a process are written in the format of its tag, with an extension also in other digits (`th-u-nu-thai`, `ar-EG-u-nu-latn`).
             * @example en
             */
            locale?: string | undefined;
            /**
             * @description `email`, `sms`: this person confirms a code sent by email, or as a text message to `phone` where the installation has an SMS provider; `access_code`: they enter the `access_code` that you have agreed with them; `none`: no code. Null or absent: `email` with `options.enable_otp`, else `none`.
             * @example access_code
             * @enum {string|null}
             */
            otp?: ("none" | "email" | "sms" | "access_code" | null) | undefined;
            /**
             * @description Who makes the signature. `simple` (default): this service. `advanced`, `qualified`: the remote signing service of the organisation (`PUT /account/signing-service`), with a credential of this level of the user named like `email`; they confirm there. Test mode has `simple` signatures only.
             * @example simple
             * @enum {string}
             */
            signature_level?: ("simple" | "advanced" | "qualified") | undefined;
            /**
             * @description Required with `otp` `access_code`: a text that you have agreed with this person by another way than email. Spaces, case and the script of digits do not count. Only a hash is stored, and no response shows it. A new one replaces the old one, and ends a lock after five incorrect attempts.
             * @example blue heron 1848
             */
            access_code?: string | undefined;
            /**
             * @description Subject of the invitation and of reminders.
             * @example Your lease
             */
            subject?: (string | null) | undefined;
            /**
             * @description Message to this signer, in place of `options.message`, in the emails and on the signing page.
             * @example Please sign by Friday.
             */
            message?: (string | null) | undefined;
        };
        /** @description The PIN or code of a credential. */
        ConfirmInput: {
            /**
             * @description What was entered.
             * @example [
             *       {
             *         "id": "PIN",
             *         "value": "4711"
             *       }
             *     ]
             */
            values: {
                /**
                 * @description One of `confirmation.inputs`.
                 * @example PIN
                 */
                id: string;
                /**
                 * @description Passed on to the service; never stored.
                 * @example 4711
                 */
                value: string;
            }[];
        };
        /** @description For which of `confirmation.inputs` a code is requested. */
        ConfirmationCodeRequest: {
            /**
             * @description One of `confirmation.inputs`.
             * @example PIN
             */
            id: string;
        };
        /** @description The certificate that a signer chooses. */
        CredentialChoice: {
            /**
             * @description One of `confirmation.credentials`.
             * @example GX0112348
             */
            id: string;
        };
        /** @description The person who signs instead of a signer. */
        DelegateInput: {
            /**
             * @description The name of the person who signs instead.
             * @example Grace Hopper
             */
            name: string;
            /**
             * Format: idn-email
             * @description The address to which that person’s link is sent.
             * @example ada@example.com
             */
            email: string;
            /**
             * @description Why; the new person and the sender read it.
             * @example She signs contracts for our office.
             */
            reason: string;
        };
        /** @description What a signer has filled in so far. */
        SigningDraftInput: {
            /** @description All values so far; they may be unfinished. */
            values: {
                /**
                 * @description The id of the field.
                 * @example 7
                 */
                field_id: number;
                /**
                 * @description A number as JSON, or as text in the language of the process: in German `1.250,5`, in English `1,250.5`. A date as `2026-12-01`, or in that language: `1.12.2026`, `12/1/2026`. A text must fit into its field at the smallest size, 4 points, in which it is drawn; the error says about how many characters do. Of a field of the type `attachment`, only in `sign`: the `sha256` of the file that was shown, empty for none; it is refused when another file is there by now. Where it is omitted, the file that is there is signed.
                 * @example Ada Lovelace
                 */
                value: string | boolean | number | null;
                /**
                 * @description Of a number or date: where it was typed, the text was not understood, or had two readings. Another page asks again, rather than reads it in its own language.
                 * @example false
                 */
                unclear?: boolean | undefined;
            }[];
            /**
             * @description The fields that this device has changed since it read or saved the draft. Of all others the saved values stay, which another device may have changed meanwhile. When absent, `values` replaces them all.
             * @example [
             *       7
             *     ]
             */
            changed?: number[] | undefined;
            /**
             * @description Stays when absent; `null` removes it.
             * @example {
             *       "method": "typed",
             *       "text": "Ada Lovelace"
             *     }
             */
            signature?: (({
                /**
                 * @description How the signature was made.
                 * @constant
                 */
                method: "typed";
                /** @description The text. */
                text: string;
                /**
                 * @description The handwriting; by default, and for one that lacks a character, the first that `GET /signing/{token}/handwriting` lists.
                 * @example caveat
                 * @enum {string}
                 */
                font?: ("caveat" | "dancing-script" | "great-vibes" | "mynerve" | "marhey" | "gveret-levin" | "kalam" | "zen-kurenaido" | "ma-shan-zheng" | "nanum-pen-script") | undefined;
            } | {
                /**
                 * @description How the signature was made.
                 * @enum {string}
                 */
                method: "drawn" | "uploaded";
                /**
                 * @description The picture, as a data URL of a PNG.
                 * @example data:image/png;base64,iVBORw0KGgo…
                 */
                image: string;
            }) | null) | undefined;
            /**
             * @description As `signature`.
             * @example null
             */
            initials?: (({
                /**
                 * @description How the signature was made.
                 * @constant
                 */
                method: "typed";
                /** @description The text. */
                text: string;
                /**
                 * @description The handwriting; by default, and for one that lacks a character, the first that `GET /signing/{token}/handwriting` lists.
                 * @example caveat
                 * @enum {string}
                 */
                font?: ("caveat" | "dancing-script" | "great-vibes" | "mynerve" | "marhey" | "gveret-levin" | "kalam" | "zen-kurenaido" | "ma-shan-zheng" | "nanum-pen-script") | undefined;
            } | {
                /**
                 * @description How the signature was made.
                 * @enum {string}
                 */
                method: "drawn" | "uploaded";
                /**
                 * @description The picture, as a data URL of a PNG.
                 * @example data:image/png;base64,iVBORw0KGgo…
                 */
                image: string;
            }) | null) | undefined;
            /**
             * @description A random id that a device chooses and keeps, to tell its own draft, which may be saved after it was read again, from that of another.
             * @example 5f0c2a6e91d84b37
             */
            device?: (string | null) | undefined;
        };
        /** @description Which documents a signer was shown. */
        OpenInput: {
            /**
             * @description `process.preparation` of the documents that were shown: if they were made again since, they do not count as opened (409, `documents_changed`). When absent, the present ones count as shown.
             * @example 0
             */
            preparation?: number | undefined;
        };
        /** @description The code that was sent to the signer, or their access code. */
        SigningCode: {
            /**
             * @description The six digits of a code that was sent, or the access code.
             * @example 493027
             */
            code: string;
        };
        /** @description A question of a signer to the sender. */
        QuestionInput: {
            /**
             * @description The question, which the sender reads.
             * @example Which flat is meant?
             */
            text: string;
        };
        /** @description The refusal of a signer. */
        RefuseInput: {
            /**
             * @description Why the signer refuses; the sender reads it.
             * @example The rent is not what we agreed.
             */
            reason: string;
        };
        /** @description A report of a signer to the administrator of the installation. */
        ReportInput: {
            /**
             * @description Why; the administrator of the installation reads it, the sender does not.
             * @example I do not know this sender.
             */
            reason: string;
        };
        /** @description What a signer gives: consent, signature and values. */
        SignInput: {
            /** @description The consent of the signer. */
            consent: {
                /**
                 * @description The version that was shown; only the current one.
                 * @example 2026-11-30-en
                 */
                version: string;
                /**
                 * @description Must be true.
                 * @constant
                 */
                accepted: true;
            };
            /**
             * @description Required for recipients with the role `signer`.
             * @example {
             *       "method": "typed",
             *       "text": "Ada Lovelace"
             *     }
             */
            signature?: ({
                /**
                 * @description How the signature was made.
                 * @constant
                 */
                method: "typed";
                /** @description The text. */
                text: string;
                /**
                 * @description The handwriting; by default, and for one that lacks a character, the first that `GET /signing/{token}/handwriting` lists.
                 * @example caveat
                 * @enum {string}
                 */
                font?: ("caveat" | "dancing-script" | "great-vibes" | "mynerve" | "marhey" | "gveret-levin" | "kalam" | "zen-kurenaido" | "ma-shan-zheng" | "nanum-pen-script") | undefined;
            } | {
                /**
                 * @description How the signature was made.
                 * @enum {string}
                 */
                method: "drawn" | "uploaded";
                /**
                 * @description The picture, as a data URL of a PNG.
                 * @example data:image/png;base64,iVBORw0KGgo…
                 */
                image: string;
            }) | undefined;
            /** @description Required if the signer has a required initials field. */
            initials?: ({
                /**
                 * @description How the signature was made.
                 * @constant
                 */
                method: "typed";
                /** @description The text. */
                text: string;
                /**
                 * @description The handwriting; by default, and for one that lacks a character, the first that `GET /signing/{token}/handwriting` lists.
                 * @example caveat
                 * @enum {string}
                 */
                font?: ("caveat" | "dancing-script" | "great-vibes" | "mynerve" | "marhey" | "gveret-levin" | "kalam" | "zen-kurenaido" | "ma-shan-zheng" | "nanum-pen-script") | undefined;
            } | {
                /**
                 * @description How the signature was made.
                 * @enum {string}
                 */
                method: "drawn" | "uploaded";
                /**
                 * @description The picture, as a data URL of a PNG.
                 * @example data:image/png;base64,iVBORw0KGgo…
                 */
                image: string;
            }) | undefined;
            /**
             * @description `process.preparation` of the documents that were shown: if they were made again since, they are not signed (409, `documents_changed`). When absent, the signer must have opened the present ones, on any device.
             * @example 0
             */
            preparation?: number | undefined;
            /**
             * @description Omitted dates, names and email addresses are filled in automatically.
             * @default []
             */
            values?: {
                /**
                 * @description The id of the field.
                 * @example 7
                 */
                field_id: number;
                /**
                 * @description A number as JSON, or as text in the language of the process: in German `1.250,5`, in English `1,250.5`. A date as `2026-12-01`, or in that language: `1.12.2026`, `12/1/2026`. A text must fit into its field at the smallest size, 4 points, in which it is drawn; the error says about how many characters do. Of a field of the type `attachment`, only in `sign`: the `sha256` of the file that was shown, empty for none; it is refused when another file is there by now. Where it is omitted, the file that is there is signed.
                 * @example Ada Lovelace
                 */
                value: string | boolean | number | null;
            }[] | undefined;
            /**
             * @description The signer’s time zone, or its offset such as `-03:00`: the day of signing is by it.
             * @default UTC
             * @example Europe/Paris
             */
            time_zone?: string | undefined;
        };
        /** @description Who a visitor of a reusable link is, with the code that proves their address. */
        LinkVisitor: {
            /**
             * Format: idn-email
             * @description The email address.
             * @example ada@example.com
             */
            email: string;
            /**
             * @description The language of the emails and of the signing page.
             * @default en
             * @example en
             * @enum {string}
             */
            locale?: ("en" | "fr" | "de" | "es" | "it" | "pt" | "nl" | "pl" | "cs" | "sv" | "tr" | "uk" | "el" | "ar" | "he" | "hi" | "ja" | "zh") | undefined;
            /**
             * @description Not used when the address has a process already.
             * @example Ada Lovelace
             */
            name: string;
            /**
             * @description The six digits.
             * @example 482915
             */
            code: string;
        };
        /** @description Where a visitor of a reusable link gets the code. */
        LinkVisitorAddress: {
            /**
             * Format: idn-email
             * @description The email address.
             * @example ada@example.com
             */
            email: string;
            /**
             * @description The language of the emails and of the signing page.
             * @default en
             * @example en
             * @enum {string}
             */
            locale?: ("en" | "fr" | "de" | "es" | "it" | "pt" | "nl" | "pl" | "cs" | "sv" | "tr" | "uk" | "el" | "ar" | "he" | "hi" | "ja" | "zh") | undefined;
        };
        /** @description Whether the vault document is under legal hold. */
        LegalHold: {
            /**
             * @description Whether it is on.
             * @example true
             */
            on: boolean;
            /**
             * @description Absent: unchanged.
             * @example Lawsuit 4 O 123/26
             */
            reason?: (string | null) | undefined;
        };
        /** @description All tags of the vault document. */
        Tags: {
            /**
             * @description The tags.
             * @example [
             *       "lease",
             *       "2026"
             *     ]
             */
            tags: string[];
        };
        /**
         * @description Columns are found regardless of case. They are `ROLE.name` and `ROLE.email` for each role of the template (`name` and `email` if there is one role), optionally `ROLE.phone`, `ROLE.locale`, `ROLE.otp`, `ROLE.access_code`, `ROLE.subject`, `ROLE.message` and `external_id`; every other column is a preset value of the fields with its name as label.
         * @example {
         *       "template_id": 7,
         *       "rows": [
         *         {
         *           "Tenant.name": "Ada Lovelace",
         *           "Tenant.email": "ada@example.com",
         *           "Rent": "1200"
         *         }
         *       ]
         *     }
         */
        BulkSendInput: {
            /**
             * @description The id of the template.
             * @example 7
             */
            template_id: number;
            /** @description By default the name of the template. */
            name?: string | undefined;
            /** @description At most 5000 rows of cells by column; the body has at most 5 MB and 200,000 values, a row counting as one more than its cells. A longer list is sent in parts. An empty cell leaves the value that the template has. */
            rows?: {
                [key: string]: string | number | boolean;
            }[] | undefined;
            /** @description In place of `rows`: the text of a CSV (RFC 4180) with a header, separated by commas, semicolons or tabs; a first line `sep=;` names the separator. Rows without text are left out, but count in the numbers of rows of errors, warnings and the result. Numbers and dates are read as `csv_locale` writes them (in German `1.250,5` and `1.12.2026`, `WAHR` for a ticked check box), other than in `rows`, where a number has a decimal point. */
            csv?: string | undefined;
            /**
             * Format: base64
             * @description In place of `csv`: the bytes of a CSV file in UTF-8 or UTF-16, with or without a BOM, or in the code page in which spreadsheets write the language of the template, in any region: Windows-874 (`th`), 1250 (`bs`, `cs`, `hr`, `hu`, `pl`, `ro`, `sk`, `sl`, `sq`, `sr-Latn`), 1251 (`be`, `bg`, `kk`, `ky`, `mk`, `mn`, `ru`, `sr`, `uk`), 1253 (`el`), 1254 (`az`, `tr`, `uz`), 1255 (`he`), 1256 (`ar`, `fa`, `ur`), 1257 (`et`, `lt`, `lv`), 1258 (`vi`), Shift JIS (`ja`), Windows-949 (`ko`), GB 18030 (`zh`), Big5 (`zh-Hant`, `zh-TW`, `zh-HK`, `zh-MO`), Windows-1252, Mac OS Roman or 850 (all others).
             */
            csv_base64?: string | undefined;
            /**
             * @description The language in which numbers and dates of the CSV are written (BCP 47), by default that of the template. Name the region where regions differ: `01/02/2026` is 2 January in `en` and 1 February in `en-GB`, `1,250` is 1.25 in `es` and 1250 in `es-MX`. What is printed is in the language of the template all the same, as is a number in a text that a formula calculates with. A code that is no language, such as `dk` for `da`, is refused for a list with numbers or dates. Only with `csv` or `csv_base64`.
             * @example en-GB
             */
            csv_locale?: string | undefined;
            /**
             * @description Rows with the same people as an earlier one: `warn`, the default, sends them and lists them in `warnings`; `refuse` sends nothing.
             * @enum {string}
             */
            repeated_people?: ("warn" | "refuse") | undefined;
        };
        /** @description A template to create. */
        CreateTemplate: {
            /**
             * @description The name, as lists show it.
             * @example Lease
             */
            name: string;
            /**
             * @description A text of your own about it.
             * @example Flat 4, twelve months
             */
            description?: (string | null) | undefined;
            /**
             * @description The folder; its documents come into it. Absent: the folder of its documents, if they are in one. Null for no folder.
             * @example null
             */
            folder_id?: (number | null) | undefined;
            /**
             * @description Uploaded documents. They remain available for processes; each process works on a copy.
             * @default []
             * @example [
             *       {
             *         "id": 7,
             *         "order": 1
             *       }
             *     ]
             */
            documents?: {
                /**
                 * @description The id of the document.
                 * @example 7
                 */
                id: number;
                /**
                 * @description The position among the documents.
                 * @example 1
                 */
                order?: number | undefined;
            }[] | undefined;
            /**
             * @description The roles, in the order in which they sign.
             * @default []
             * @example [
             *       {
             *         "name": "Tenant",
             *         "order": 1
             *       }
             *     ]
             */
            roles?: {
                /**
                 * @description The name of the role.
                 * @example Landlord
                 */
                name: string;
                /**
                 * @description The position among the people; equal numbers are at the same time.
                 * @example 1
                 */
                order?: number | undefined;
                /**
                 * @description `sequential` (default): after those of lower `order`; `parallel`: at once.
                 * @default sequential
                 * @enum {string}
                 */
                type?: ("sequential" | "parallel") | undefined;
                /**
                 * @description The `role` of the signer.
                 * @default signer
                 * @enum {string}
                 */
                role?: ("signer" | "approver" | "viewer" | "cc") | undefined;
                /**
                 * @description How the person confirms who they are, unless the use of the template says it; the phone number or access code is given then.
                 * @example email
                 * @enum {string|null}
                 */
                otp?: ("none" | "email" | "sms" | "access_code" | null) | undefined;
                /**
                 * @description Who makes the signature of the person, unless the use of the template says it.
                 * @example simple
                 * @enum {string}
                 */
                signature_level?: ("simple" | "advanced" | "qualified") | undefined;
            }[] | undefined;
            /**
             * @description The fields.
             * @example [
             *       {
             *         "document_id": 7,
             *         "role": "Tenant",
             *         "type": "signature",
             *         "page": 1,
             *         "x": 72,
             *         "y": 640,
             *         "width": 160,
             *         "height": 40
             *       }
             *     ]
             */
            fields?: components["schemas"]["TemplateFieldInput"][] | undefined;
            /**
             * @description Also adds the form fields and text tags of the documents as fields of the roles, as for a process: those of a role in text tags go to the template role with that name.
             * @default false
             */
            import_fields?: boolean | undefined;
            /** @description How a process runs; absent members keep their defaults. */
            options?: {
                /** @description Whether each signer confirms with a one-time code. */
                enable_otp?: boolean | undefined;
                /** @description Whether signers get emails. */
                enable_notifications?: boolean | undefined;
                /**
                 * @description After how many days a process expires.
                 * @example 90
                 */
                expires_in_days?: number | undefined;
                /** @description After how many days without a signature a reminder is sent; null: never. */
                reminder_days?: (number | null) | undefined;
                /**
                 * @description en, fr, de, es, it, pt, nl, pl, cs, sv, tr, uk, el, ar, he, hi, ja, zh are supported. For any other, a signer gets the language of the process, and a process gets en. The numbers and dates of a process are written in the format of its tag, with an extension also in other digits (`th-u-nu-thai`, `ar-EG-u-nu-latn`).
                 * @example en
                 */
                locale?: string | undefined;
                /**
                 * @description A text of the sender to those signers who have none of their own, in the emails and on the signing page; null without one.
                 * @example Please sign by Friday.
                 */
                message?: (string | null) | undefined;
                /** @description A link that the signing page shows after the signature; the browser does not go there by itself. */
                redirect_url?: (string | null) | undefined;
                /**
                 * @description How signers may make their signature and initials.
                 * @example [
                 *       "drawn",
                 *       "typed"
                 *     ]
                 */
                signature_kinds?: ("drawn" | "typed" | "uploaded")[] | undefined;
                /** @description Whether signers may hand over to someone else; false by default. */
                allow_delegation?: boolean | undefined;
                /** @description Whether signers may download and print before they sign; true by default. */
                allow_download_first?: boolean | undefined;
                /** @description Whether the certificate of completion, a PDF/A-3 file, has the signed documents, the audit trail and a manifest as embedded files; false by default. Of documents of at most 25 MB together; where they cannot be embedded in the end, it says so. */
                embed_evidence?: boolean | undefined;
            } | undefined;
        };
        /** @description A field of a template: which role fills in what, and where. */
        TemplateFieldInput: {
            /**
             * @description Id of one of `documents`.
             * @example 7
             */
            document_id?: number | undefined;
            /**
             * @description What the signer fills in.
             * @enum {string}
             */
            type: "signature" | "initials" | "date" | "name" | "email" | "company" | "text" | "number" | "checkbox" | "radio" | "dropdown" | "attachment";
            /**
             * @description The page, from 1.
             * @example 1
             */
            page?: number | undefined;
            /**
             * @description From the left of the page as displayed, in points.
             * @example 72
             */
            x?: number | undefined;
            /**
             * @description From the top of the page as displayed, in points.
             * @example 640
             */
            y?: number | undefined;
            /** @description In place of `page`, `x` and `y`. */
            anchor?: components["schemas"]["Anchor"] | undefined;
            /**
             * @description The width in points.
             * @example 160
             */
            width: number;
            /**
             * @description The height in points.
             * @example 40
             */
            height: number;
            /**
             * @description Unit of `x`, `y`, `width` and `height`: points, or percent of the page as displayed.
             * @default pt
             * @enum {string}
             */
            unit?: ("pt" | "percent") | undefined;
            /**
             * @description Whether it must be filled in.
             * @default true
             */
            required?: boolean | undefined;
            /**
             * @description The name that the signer sees.
             * @default null
             */
            label?: (string | null) | undefined;
            /**
             * @description What an empty field shows.
             * @default null
             */
            placeholder?: (string | null) | undefined;
            /** @description Must keep to the rules of the field. A number: JSON, or text with a decimal point and without grouping (`1250.5`). A date: `2026-12-01`. Both are printed in the language of the process. A check box: `true` or `false`, also `1`, `yes`, `on`, `0`, `no`, `off`, in any case. A text must fit into its field at the smallest size, 4 points, in which it is drawn; the value that an imported field has in the file may be longer. That value is held to the rules of the field when the process is sent. */
            value?: ((string | number | boolean) | null) | undefined;
            /**
             * @description The choices of a `radio` or `dropdown`.
             * @default []
             */
            options?: string[] | undefined;
            /**
             * @description Whether the signer cannot change the value.
             * @default false
             */
            read_only?: boolean | undefined;
            /**
             * @description Only for a date: gets the day of signing, in the signer’s time zone.
             * @default false
             */
            auto?: boolean | undefined;
            /**
             * @description The field replaces a form field or text tag of the document. With any such field, all form fields that can be imported and all text tags are removed from the document when it is sent; a tag that cannot be removed safely is covered. The form fields of a document that its author has certified stay, and are filled in.
             * @default false
             */
            imported?: boolean | undefined;
            /**
             * @description The rules for the value.
             * @default {}
             */
            validation?: {
                /** @description For a number. */
                min?: number | undefined;
                /** @description For a number. */
                max?: number | undefined;
                /**
                 * Format: date
                 * @description For a date. With neither `min_date` nor `max_date` the date must be the day of signing: within one day of today (UTC), or the field’s preset `value`.
                 */
                min_date?: string | undefined;
                /**
                 * Format: date
                 * @description For a date.
                 */
                max_date?: string | undefined;
                /** @description For a number with a formula: zeros are added up to as many decimals; 0 without it. */
                min_decimals?: number | undefined;
                /** @description For a number with a formula: it is rounded to as many decimals, after other formulas have taken it; 2 without it. */
                max_decimals?: number | undefined;
                /** @description The fewest characters. */
                min_length?: number | undefined;
                /** @description The most characters. */
                max_length?: number | undefined;
                /** @description Must match the whole text. RE2 syntax (no look-around, no back references); at most 500 different patterns per process. */
                pattern?: string | undefined;
            } | undefined;
            /**
             * @description When the field is shown; always without one.
             * @default null
             * @example null
             */
            condition?: (components["schemas"]["Condition"] | null) | undefined;
            /**
             * @description Only for a number, which the signer cannot change: numbers with a decimal point, labels of other fields of the same signer in double braces, + - * / and parentheses, such as `{{Rent}} * 12 + {{Deposit}}`, and `SUM`, `PRODUCT`, `AVG`, `MIN` and `MAX` with commas between operands, of which a missing one counts as 0. Text is read as the language of the process writes numbers, also where JSON had a number for a field of texts: send such a text as that language writes it. The result is rounded to 2 decimals, and other formulas calculate with that; with `validation.max_decimals` it is rounded to as many, and other formulas calculate with it before it is rounded, as forms of PDF files do. It is empty while any other operand is missing, when an operand is text that is not a number or has more than 15 digits, when a divisor is 0, and when the result is too large to be exact: above 9,007,199,254,740,991, and above about 10,000,000,000,000 if it has decimals.
             * @default null
             * @example null
             */
            formula?: (string | null) | undefined;
            /**
             * @description Only for a dropdown: the signer may also enter a text that is no option.
             * @default false
             */
            editable?: boolean | undefined;
            /**
             * @description How the value is placed in the field.
             * @default {}
             * @example {}
             */
            layout?: components["schemas"]["FieldLayout"] | undefined;
            /**
             * @description With PATCH: the field of this template that the entry changes; it keeps its id. With POST it is ignored.
             * @example 7
             */
            id?: number | undefined;
            /**
             * @description In place of `document_id`: position of the document in `documents`, from 0.
             * @example 0
             */
            document_index?: number | undefined;
            /**
             * @description Name of the template role that fills in the field.
             * @example Landlord
             */
            role: string;
        };
        /**
         * @description A template as the API of DocuSeal (`GET /templates/{id}`) or of Documenso (v2, `GET /template/{id}`) returns it, and its files.
         * @example {
         *       "format": "docuseal",
         *       "template": {
         *         "name": "Lease",
         *         "submitters": [
         *           {
         *             "name": "Tenant",
         *             "uuid": "s1"
         *           }
         *         ],
         *         "schema": [
         *           {
         *             "attachment_uuid": "a1"
         *           }
         *         ],
         *         "fields": [
         *           {
         *             "submitter_uuid": "s1",
         *             "name": "Signature",
         *             "type": "signature",
         *             "areas": [
         *               {
         *                 "x": 0.1,
         *                 "y": 0.8,
         *                 "w": 0.3,
         *                 "h": 0.05,
         *                 "page": 0,
         *                 "attachment_uuid": "a1"
         *               }
         *             ]
         *           }
         *         ]
         *       },
         *       "documents": [
         *         {
         *           "id": 7
         *         }
         *       ]
         *     }
         */
        ImportTemplate: {
            /**
             * @description The service that the template comes from.
             * @constant
             */
            format: "docuseal";
            /** @description The template as that service exports it. */
            template: {
                /** @description The name, as lists show it. */
                name: string;
                /** @description The roles of the template. */
                submitters: {
                    /** @description The name of the role. */
                    name: string;
                    /** @description The id of the role or option in the export. */
                    uuid: string;
                    /** @description When it is their turn, from 0: people with the same number sign at once. By default their position. */
                    order?: (number | null) | undefined;
                    /** @description The email address of the person who always has this role; refused if set. */
                    email?: (string | null) | undefined;
                    /** @description Whether the person who sends the documents signs; refused if true. */
                    is_requester?: (boolean | null) | undefined;
                    /** @description The role that the same person has; refused if set. */
                    linked_to_uuid?: (string | null) | undefined;
                    /** @description The role whose person names this one; refused if set. */
                    invite_by_uuid?: (string | null) | undefined;
                    /** @description The role whose person may name this one; refused if set. */
                    optional_invite_by_uuid?: (string | null) | undefined;
                    /** @description The field with the email address of this person; refused if set. */
                    invite_via_field_uuid?: (string | null) | undefined;
                }[];
                /** @description The documents of the template. */
                schema: {
                    /** @description The id of the document in the export. */
                    attachment_uuid: string;
                    /** @description When the document is part of it; refused unless empty. */
                    conditions?: (unknown[] | null) | undefined;
                }[];
                /** @description The settings of the template. */
                preferences?: ({
                    /** @description `random`: all people at once; any other: one after the other. */
                    submitters_order?: (string | null) | undefined;
                    /** @description A link that the signing page shows after the signature: `options.redirect_url` of the new template. */
                    completed_redirect_url?: (string | null) | undefined;
                    /** @description Whether people confirm a code sent by email: `options.enable_otp` of the new template. */
                    require_email_2fa?: (boolean | null) | undefined;
                    /** @description Whether people confirm a code sent by text message; refused if true. */
                    require_phone_2fa?: (boolean | null) | undefined;
                } | null) | undefined;
                /** @description The fields. */
                fields: {
                    /** @description The role that the field belongs to. */
                    submitter_uuid: string;
                    /** @description The name of the field: its label where it has no title. */
                    name?: (string | null) | undefined;
                    /** @description The label of the field. */
                    title?: (string | null) | undefined;
                    /** @description What the signer fills in. */
                    type: string;
                    /** @description Whether it must be filled in. */
                    required?: (boolean | null) | undefined;
                    /** @description Whether the value cannot be changed. */
                    readonly?: (boolean | null) | undefined;
                    /** @description The value that the field starts with. */
                    default_value?: (string | number | boolean | null) | undefined;
                    /** @description The choices of the field. */
                    options?: ({
                        /** @description The text of the choice. */
                        value: string;
                        /** @description The id of the role or option in the export. */
                        uuid?: (string | null) | undefined;
                    }[] | null) | undefined;
                    /** @description Where the field stands. */
                    areas?: ({
                        /** @description From the left, as a part of the width of the page. */
                        x: number;
                        /** @description From the top, as a part of the height of the page. */
                        y: number;
                        /** @description The width, as a part of that of the page. */
                        w: number;
                        /** @description The height, as a part of that of the page. */
                        h: number;
                        /** @description The page, from 0. */
                        page: number;
                        /** @description The id of the document in the export. */
                        attachment_uuid: string;
                        /** @description The id of the option of this button in the export. */
                        option_uuid?: (string | null) | undefined;
                    }[] | null) | undefined;
                    /** @description When the field is shown; refused unless empty. */
                    conditions?: (unknown[] | null) | undefined;
                    /** @description How the value is calculated and written. */
                    preferences?: ({
                        /** @description How the value is calculated; refused unless empty. */
                        formula?: (string | null) | undefined;
                        /** @description Whether the document hides the value; refused if so. */
                        mask?: (boolean | number | null) | undefined;
                        /** @description The format of the value; refused where the document would say something else, as with a currency or a time. */
                        format?: (string | null) | undefined;
                    } | null) | undefined;
                    /** @description The rules for the value. */
                    validation?: ({
                        /** @description What the whole text must match. */
                        pattern?: (string | null) | undefined;
                        /** @description The least number, or the first day. */
                        min?: (number | string | null) | undefined;
                        /** @description The greatest number, or the last day. */
                        max?: (number | string | null) | undefined;
                        /** @description The distance of allowed numbers; refused unless empty. */
                        step?: (number | string | null) | undefined;
                    } | null) | undefined;
                }[];
            } & {
                [key: string]: unknown;
            };
            /**
             * @description The uploaded files of the template, in its order.
             * @example [
             *       {
             *         "id": 7
             *       }
             *     ]
             */
            documents: {
                /**
                 * @description The id of the document.
                 * @example 7
                 */
                id: number;
            }[];
        } | {
            /**
             * @description The service that the template comes from.
             * @constant
             */
            format: "documenso";
            /** @description The template as that service exports it. */
            template: {
                /** @description The title. */
                title: string;
                /** @description How people prove who they are; refused unless they need not. */
                authOptions?: ({
                    [key: string]: unknown;
                } | null) | undefined;
                /** @description The settings of the template. */
                templateMeta?: ({
                    /**
                     * @description `PARALLEL` (default): all at once; `SEQUENTIAL`: in the order of the people.
                     * @enum {string|null}
                     */
                    signingOrder?: ("PARALLEL" | "SEQUENTIAL" | null) | undefined;
                    /** @description `NONE`: the service sends no emails to signers (`options.enable_notifications` of the new template). */
                    distributionMethod?: (string | null) | undefined;
                    /** @description Whether people name the next signer; refused if true. */
                    allowDictateNextSigner?: (boolean | null) | undefined;
                    /** @description The text of the invitation; refused with variables such as `{signer.name}`. */
                    message?: (string | null) | undefined;
                    /** @description A link that the signing page shows after the signature: `options.redirect_url` of the new template. */
                    redirectUrl?: (string | null) | undefined;
                    /** @description The language of emails and signing pages; refused if there is none here. */
                    language?: (string | null) | undefined;
                    /** @description Whether signatures may be drawn. */
                    drawSignatureEnabled?: (boolean | null) | undefined;
                    /** @description Whether signatures may be typed. */
                    typedSignatureEnabled?: (boolean | null) | undefined;
                    /** @description Whether signatures may be uploaded as an image. */
                    uploadSignatureEnabled?: (boolean | null) | undefined;
                } | null) | undefined;
                /** @description The people of the template. */
                recipients: {
                    /** @description The id of the person in the export. */
                    id: number;
                    /** @description The name of the person. */
                    name: string;
                    /** @description The email address. */
                    email: string;
                    /** @description What the person may do, or does. */
                    role: string;
                    /** @description The position of the person. */
                    signingOrder?: (number | null) | undefined;
                    /** @description How people prove who they are; refused unless they need not. */
                    authOptions?: ({
                        [key: string]: unknown;
                    } | null) | undefined;
                }[];
                /** @description The documents of the template. */
                envelopeItems?: ({
                    /** @description The id of the document in the export. */
                    id: string;
                }[] | null) | undefined;
                /** @description The fields. */
                fields: {
                    /** @description The document that the field stands on. */
                    envelopeItemId?: (string | null) | undefined;
                    /** @description The person that the field belongs to. */
                    recipientId: number;
                    /** @description What the signer fills in. */
                    type: string;
                    /** @description The page, from 1. */
                    page: number;
                    /** @description From the left, in percent of the width of the page. */
                    positionX: number;
                    /** @description From the top, in percent of the height of the page. */
                    positionY: number;
                    /** @description The width, in percent of that of the page. */
                    width: number;
                    /** @description The height, in percent of that of the page. */
                    height: number;
                    /** @description The settings of the field. */
                    fieldMeta?: ({
                        /** @description The name that the signer sees. */
                        label?: (string | null) | undefined;
                        /** @description What an empty field shows. */
                        placeholder?: (string | null) | undefined;
                        /** @description Whether it must be filled in. */
                        required?: (boolean | null) | undefined;
                        /** @description Whether the value cannot be changed. */
                        readOnly?: (boolean | null) | undefined;
                        /** @description The text. */
                        text?: (string | null) | undefined;
                        /** @description The value; null: empty. */
                        value?: (string | null) | undefined;
                        /** @description The value that the field starts with. */
                        defaultValue?: (string | null) | undefined;
                        /** @description The choices. */
                        values?: ({
                            /** @description The text of the choice. */
                            value: string;
                            /** @description Whether it is chosen. */
                            checked?: (boolean | null) | undefined;
                        }[] | null) | undefined;
                        /** @description The most characters; 0 without a limit. */
                        characterLimit?: (number | null) | undefined;
                        /** @description The least number. */
                        minValue?: (number | null) | undefined;
                        /** @description The greatest number. */
                        maxValue?: (number | null) | undefined;
                        /** @description How many boxes must be checked; refused unless empty. */
                        validationRule?: (string | null) | undefined;
                    } | null) | undefined;
                }[];
            } & {
                [key: string]: unknown;
            };
            /**
             * @description The uploaded files of the template, in its order.
             * @example [
             *       {
             *         "id": 7
             *       }
             *     ]
             */
            documents: {
                /**
                 * @description The id of the document.
                 * @example 7
                 */
                id: number;
            }[];
        };
        /** @description Absent members stay unchanged; `documents`, `roles` and `fields` replace the existing ones. Without `fields`, the fields of removed documents and roles are removed. */
        UpdateTemplate: {
            /**
             * @description The name, as lists show it.
             * @example Lease
             */
            name?: string | undefined;
            /**
             * @description A text of your own about it.
             * @example Flat 4, twelve months
             */
            description?: (string | null) | undefined;
            /**
             * @description Moves the template with its documents. Null for no folder.
             * @example null
             */
            folder_id?: (number | null) | undefined;
            /** @description Uploaded documents. They remain available for processes; each process works on a copy. */
            documents?: {
                /**
                 * @description The id of the document.
                 * @example 7
                 */
                id: number;
                /**
                 * @description The position among the documents.
                 * @example 1
                 */
                order?: number | undefined;
            }[] | undefined;
            /** @description The roles, in the order in which they sign. */
            roles?: {
                /**
                 * @description The name of the role.
                 * @example Landlord
                 */
                name: string;
                /**
                 * @description The position among the people; equal numbers are at the same time.
                 * @example 1
                 */
                order?: number | undefined;
                /**
                 * @description `sequential` (default): after those of lower `order`; `parallel`: at once.
                 * @default sequential
                 * @enum {string}
                 */
                type?: ("sequential" | "parallel") | undefined;
                /**
                 * @description The `role` of the signer.
                 * @default signer
                 * @enum {string}
                 */
                role?: ("signer" | "approver" | "viewer" | "cc") | undefined;
                /**
                 * @description How the person confirms who they are, unless the use of the template says it; the phone number or access code is given then.
                 * @example email
                 * @enum {string|null}
                 */
                otp?: ("none" | "email" | "sms" | "access_code" | null) | undefined;
                /**
                 * @description Who makes the signature of the person, unless the use of the template says it.
                 * @example simple
                 * @enum {string}
                 */
                signature_level?: ("simple" | "advanced" | "qualified") | undefined;
            }[] | undefined;
            /** @description The fields. */
            fields?: components["schemas"]["TemplateFieldInput"][] | undefined;
            /** @description How a process runs; absent members keep their defaults. */
            options?: {
                /** @description Whether each signer confirms with a one-time code. */
                enable_otp?: boolean | undefined;
                /** @description Whether signers get emails. */
                enable_notifications?: boolean | undefined;
                /**
                 * @description After how many days a process expires.
                 * @example 90
                 */
                expires_in_days?: number | undefined;
                /** @description After how many days without a signature a reminder is sent; null: never. */
                reminder_days?: (number | null) | undefined;
                /**
                 * @description en, fr, de, es, it, pt, nl, pl, cs, sv, tr, uk, el, ar, he, hi, ja, zh are supported. For any other, a signer gets the language of the process, and a process gets en. The numbers and dates of a process are written in the format of its tag, with an extension also in other digits (`th-u-nu-thai`, `ar-EG-u-nu-latn`).
                 * @example en
                 */
                locale?: string | undefined;
                /**
                 * @description A text of the sender to those signers who have none of their own, in the emails and on the signing page; null without one.
                 * @example Please sign by Friday.
                 */
                message?: (string | null) | undefined;
                /** @description A link that the signing page shows after the signature; the browser does not go there by itself. */
                redirect_url?: (string | null) | undefined;
                /**
                 * @description How signers may make their signature and initials.
                 * @example [
                 *       "drawn",
                 *       "typed"
                 *     ]
                 */
                signature_kinds?: ("drawn" | "typed" | "uploaded")[] | undefined;
                /** @description Whether signers may hand over to someone else; false by default. */
                allow_delegation?: boolean | undefined;
                /** @description Whether signers may download and print before they sign; true by default. */
                allow_download_first?: boolean | undefined;
                /** @description Whether the certificate of completion, a PDF/A-3 file, has the signed documents, the audit trail and a manifest as embedded files; false by default. Of documents of at most 25 MB together; where they cannot be embedded in the end, it says so. */
                embed_evidence?: boolean | undefined;
            } | undefined;
        };
        /** @description Who signs beside the visitor, and until when and how often the link may be used. */
        CreateTemplateLink: {
            /**
             * @description The role that visitors take; by default the one without a person in `signers`.
             * @example Tenant
             */
            role?: string | undefined;
            /**
             * @description One person for each other role, the same in every process; also as an object of people by role.
             * @example [
             *       {
             *         "role": "Landlord",
             *         "name": "Charles Babbage",
             *         "email": "charles@example.com"
             *       }
             *     ]
             */
            signers?: {
                /**
                 * @description The name of the person.
                 * @example Ada Lovelace
                 */
                name: string;
                /**
                 * Format: idn-email
                 * @description The email address.
                 * @example ada@example.com
                 */
                email: string;
                /**
                 * @description With `otp` `sms`: in E.164, such as +491701234589; spaces, hyphens, parentheses and `(0)` are ignored.
                 * @example +491701234589
                 */
                phone?: (string | null) | undefined;
                /**
                 * @description en, fr, de, es, it, pt, nl, pl, cs, sv, tr, uk, el, ar, he, hi, ja, zh are supported. For any other, a signer gets the language of the process, and a process gets en. The numbers and dates of a process are written in the format of its tag, with an extension also in other digits (`th-u-nu-thai`, `ar-EG-u-nu-latn`).
                 * @example en
                 */
                locale?: string | undefined;
                /**
                 * @description Name of the template role of this person.
                 * @example Landlord
                 */
                role: string;
            }[] | undefined;
            /** @description How many processes may be made by the link. Null or absent: any number, up to the quota of the tenant. */
            limit?: (number | null) | undefined;
            /**
             * Format: date-time
             * @description Must be in the future. By default the link stays open until you end it.
             */
            expires_at?: (string | null) | undefined;
        };
        /** @description A process to make from a template, and to send at once with `send`. */
        UseTemplate: {
            /**
             * @description Name of the process; by default that of the template.
             * @example Lease
             */
            name?: string | undefined;
            /**
             * @description A text of your own about it.
             * @example Flat 4, twelve months
             */
            description?: (string | null) | undefined;
            /**
             * @description The folder of the process; by default that of the template. Null for no folder.
             * @example null
             */
            folder_id?: (number | null) | undefined;
            /**
             * @description One person for each role; also as an object of people by role.
             * @example [
             *       {
             *         "role": "Tenant",
             *         "name": "Ada Lovelace",
             *         "email": "ada@example.com"
             *       }
             *     ]
             */
            signers?: {
                /**
                 * @description The name of the person.
                 * @example Ada Lovelace
                 */
                name: string;
                /**
                 * Format: idn-email
                 * @description The email address.
                 * @example ada@example.com
                 */
                email: string;
                /**
                 * @description With `otp` `sms`: in E.164, such as +491701234589; spaces, hyphens, parentheses and `(0)` are ignored.
                 * @example +491701234589
                 */
                phone?: (string | null) | undefined;
                /**
                 * @description en, fr, de, es, it, pt, nl, pl, cs, sv, tr, uk, el, ar, he, hi, ja, zh are supported. For any other, a signer gets the language of the process, and a process gets en. The numbers and dates of a process are written in the format of its tag, with an extension also in other digits (`th-u-nu-thai`, `ar-EG-u-nu-latn`).
                 * @example en
                 */
                locale?: string | undefined;
                /**
                 * @description `email`, `sms`: this person confirms a code sent by email, or as a text message to `phone` where the installation has an SMS provider; `access_code`: they enter the `access_code` that you have agreed with them; `none`: no code. Null or absent: `email` with `options.enable_otp`, else `none`.
                 * @example access_code
                 * @enum {string|null}
                 */
                otp?: ("none" | "email" | "sms" | "access_code" | null) | undefined;
                /**
                 * @description Who makes the signature. `simple` (default): this service. `advanced`, `qualified`: the remote signing service of the organisation (`PUT /account/signing-service`), with a credential of this level of the user named like `email`; they confirm there. Test mode has `simple` signatures only.
                 * @example simple
                 * @enum {string}
                 */
                signature_level?: ("simple" | "advanced" | "qualified") | undefined;
                /**
                 * @description Required with `otp` `access_code`: a text that you have agreed with this person by another way than email. Spaces, case and the script of digits do not count. Only a hash is stored, and no response shows it. A new one replaces the old one, and ends a lock after five incorrect attempts.
                 * @example blue heron 1848
                 */
                access_code?: string | undefined;
                /**
                 * @description Subject of the invitation and of reminders.
                 * @example Your lease
                 */
                subject?: (string | null) | undefined;
                /**
                 * @description Message to this signer, in place of `options.message`, in the emails and on the signing page.
                 * @example Please sign by Friday.
                 */
                message?: (string | null) | undefined;
                /**
                 * @description Name of the template role of this person.
                 * @example Lease
                 */
                role: string;
            }[] | undefined;
            /**
             * @description Values by the name of their variable of the template (a list has rows, a condition holds unless it is empty, absent or `false` in any case, also as spreadsheets write it in the language of the template or of the process), or preset values by the `label` of their field.
             * @example {}
             */
            values?: {
                [key: string]: (string | number | boolean) | {
                    [key: string]: string | number | boolean;
                }[];
            } | undefined;
            /**
             * @description Also sends the process. If it cannot be sent, nothing is created; a draft may stay where the service is interrupted.
             * @default false
             */
            send?: boolean | undefined;
            /** @description In place of those options of the template; the others stay. */
            options?: {
                /** @description Whether each signer confirms with a one-time code. */
                enable_otp?: boolean | undefined;
                /** @description Whether signers get emails. */
                enable_notifications?: boolean | undefined;
                /**
                 * @description After how many days a process expires.
                 * @example 90
                 */
                expires_in_days?: number | undefined;
                /** @description After how many days without a signature a reminder is sent; null: never. */
                reminder_days?: (number | null) | undefined;
                /**
                 * @description en, fr, de, es, it, pt, nl, pl, cs, sv, tr, uk, el, ar, he, hi, ja, zh are supported. For any other, a signer gets the language of the process, and a process gets en. The numbers and dates of a process are written in the format of its tag, with an extension also in other digits (`th-u-nu-thai`, `ar-EG-u-nu-latn`).
                 * @example en
                 */
                locale?: string | undefined;
                /**
                 * @description A text of the sender to those signers who have none of their own, in the emails and on the signing page; null without one.
                 * @example Please sign by Friday.
                 */
                message?: (string | null) | undefined;
                /** @description A link that the signing page shows after the signature; the browser does not go there by itself. */
                redirect_url?: (string | null) | undefined;
                /**
                 * @description How signers may make their signature and initials.
                 * @example [
                 *       "drawn",
                 *       "typed"
                 *     ]
                 */
                signature_kinds?: ("drawn" | "typed" | "uploaded")[] | undefined;
                /** @description Whether signers may hand over to someone else; false by default. */
                allow_delegation?: boolean | undefined;
                /** @description Whether signers may download and print before they sign; true by default. */
                allow_download_first?: boolean | undefined;
                /** @description Whether the certificate of completion, a PDF/A-3 file, has the signed documents, the audit trail and a manifest as embedded files; false by default. Of documents of at most 25 MB together; where they cannot be embedded in the end, it says so. */
                embed_evidence?: boolean | undefined;
            } | undefined;
            /**
             * @description The id of the record in your system.
             * @example crm-2048
             */
            external_id?: (string | null) | undefined;
            /**
             * @description Anything. Send a whole number beyond 2^53 as text: JSON may round it, so a new one is refused. `ends_on`, a day such as `2027-12-31`, is when the contract ends: `end_notice_days` of the account.
             * @example {
             *       "deal": 2048,
             *       "ends_on": "2027-12-31"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            } | undefined;
        };
        /** @description A folder to create. */
        CreateFolder: {
            /**
             * @description Unique in the tenant, ignoring case.
             * @example Human resources
             */
            name: string;
            /**
             * @description `everyone`: all users of the tenant, by their role; or the ids of the users who have access. Administrators always have access.
             * @default everyone
             * @example everyone
             */
            access?: ("everyone" | number[]) | undefined;
        };
        /** @description Absent members stay unchanged; `access` is replaced. */
        UpdateFolder: {
            /**
             * @description Unique in the tenant, ignoring case.
             * @example Human resources
             */
            name?: string | undefined;
            /**
             * @description `everyone`: all users of the tenant, by their role; or the ids of the users who have access. Administrators always have access.
             * @example everyone
             */
            access?: ("everyone" | number[]) | undefined;
        };
        /** @description A webhook to configure. */
        NewWebhook: {
            /**
             * @description https; http only for hosts that the installation allows.
             * @example https://example.com/hooks/paraph
             */
            url: string;
            /**
             * @description Event types to deliver; `*` for all of them. `audit.*` is every event of the audit log from then on, which `*` does not include; creating, changing, testing or deleting such a webhook, a new secret for it, and its deliveries need the scope `audit:read` too.
             * @example [
             *       "*"
             *     ]
             */
            events: ("*" | "audit.*" | "document.uploaded" | "document.deleted" | "document.completed" | "process.sent" | "process.corrected" | "process.completed" | "process.cancelled" | "process.voided" | "process.expired" | "vault.deleted" | "signature.created" | "signature.invited" | "signature.viewed" | "signature.reminded" | "signature.delivery_failed" | "signature.completed" | "signature.refused" | "signature.delegated")[];
            /**
             * @description A text of your own about it.
             * @example CRM integration
             */
            description?: (string | null) | undefined;
            /**
             * @description Whether events are delivered.
             * @default true
             */
            active?: boolean | undefined;
        };
        /** @description The changes of a webhook; absent members stay. */
        WebhookPatch: {
            /**
             * @description https; http only for hosts that the installation allows.
             * @example https://example.com/hooks/paraph
             */
            url?: string | undefined;
            /**
             * @description Event types to deliver; `*` for all of them. `audit.*` is every event of the audit log from then on, which `*` does not include; creating, changing, testing or deleting such a webhook, a new secret for it, and its deliveries need the scope `audit:read` too.
             * @example [
             *       "*"
             *     ]
             */
            events?: ("*" | "audit.*" | "document.uploaded" | "document.deleted" | "document.completed" | "process.sent" | "process.corrected" | "process.completed" | "process.cancelled" | "process.voided" | "process.expired" | "vault.deleted" | "signature.created" | "signature.invited" | "signature.viewed" | "signature.reminded" | "signature.delivery_failed" | "signature.completed" | "signature.refused" | "signature.delegated")[] | undefined;
            /**
             * @description A text of your own about it.
             * @example CRM integration
             */
            description?: (string | null) | undefined;
            /** @description Whether events are delivered. */
            active?: boolean | undefined;
        };
        /** @description A user to create or to invite. */
        NewUser: {
            /**
             * @description The name of the person.
             * @example Ada Lovelace
             */
            name: string;
            /**
             * Format: idn-email
             * @description The email address.
             * @example ada@example.com
             */
            email: string;
            /**
             * @description What the person may do, or does.
             * @example user
             * @enum {string}
             */
            role: "tenant_admin" | "user" | "viewer";
            /**
             * @description May be absent when `send_invitation` is true.
             * @example seven bridges at noon
             */
            password?: (string | null) | undefined;
            /**
             * @description Language of emails to the user. By default your own; with an API key, that of the request (`Accept-Language`).
             * @enum {string}
             */
            locale?: ("en" | "fr" | "de" | "es") | undefined;
            /**
             * @description Sends an email with a link to choose a password, valid for 7 days.
             * @default false
             */
            send_invitation?: boolean | undefined;
        };
        /** @description Absent members stay unchanged. */
        UserChange: {
            /**
             * @description The name of the person.
             * @example Ada Lovelace
             */
            name?: string | undefined;
            /**
             * Format: idn-email
             * @description The email address.
             * @example ada@example.com
             */
            email?: string | undefined;
            /**
             * @description What the person may do, or does.
             * @example user
             * @enum {string}
             */
            role?: ("tenant_admin" | "user" | "viewer") | undefined;
            /**
             * @description The language (BCP 47).
             * @enum {string}
             */
            locale?: ("en" | "fr" | "de" | "es") | undefined;
        };
        /** @description The person whose data is exported or erased. */
        PrivacyPerson: {
            /**
             * Format: idn-email
             * @description The email address.
             * @example ada@example.com
             */
            email: string;
        };
        /** @description An API key to create. */
        NewApiKey: {
            /**
             * @description The name, as lists show it.
             * @example CRM
             */
            name: string;
            /**
             * Format: date-time
             * @description Must be in the future. By default the key never expires.
             */
            expires_at?: (string | null) | undefined;
            /** @description By default documents, processes, templates and vault (read and write) and `account:read`. `webhooks` includes reading the events of all documents, processes and vault files, without their own scopes. */
            scopes?: ("documents:read" | "documents:write" | "processes:read" | "processes:write" | "vault:read" | "vault:write" | "vault:retention" | "templates:read" | "templates:write" | "folders" | "webhooks" | "users" | "api-keys" | "account:read" | "audit:read" | "privacy" | "signing-links" | "admins")[] | undefined;
            /** @description IP addresses or networks (CIDR) the key may be used from; by default any. */
            allowed_ips?: string[] | undefined;
            /** @description Creates a test key (`psk_test_…`). */
            test_mode?: boolean | undefined;
        };
        /** @description What a message is made of, for translations. */
        ErrorDetail: {
            /**
             * @description The name of the text; it stays when the wording changes. For a text without a name the `reason` or the `code`.
             * @example failures.connectionRefused
             */
            key: string;
            /**
             * @description The values in the text; a reason that has a name itself is `{key, values}` again.
             * @example {}
             */
            values: {
                [key: string]: string | {
                    [key: string]: unknown;
                };
            };
        };
        /** @description A sentence for the user. */
        Message: {
            /**
             * @description A sentence for people.
             * @example Done.
             */
            message: string;
        };
        /** @description The body of every error response. */
        Error: {
            /** @description What went wrong. */
            error: {
                /**
                 * @description The kind of the error, for programs.
                 * @enum {string}
                 */
                code: "validation_error" | "invalid_json" | "invalid_code" | "idempotency_key_reuse" | "unauthenticated" | "invalid_credentials" | "second_factor_required" | "token_expired" | "token_revoked" | "api_key_expired" | "forbidden" | "insufficient_scope" | "ip_not_allowed" | "reauthentication_required" | "second_factor_setup_required" | "email_not_confirmed" | "tenant_suspended" | "sso_required" | "quota_exceeded" | "not_found" | "method_not_allowed" | "invalid_state" | "idempotency_in_flight" | "precondition_failed" | "range_not_satisfiable" | "inconsistent_log" | "rate_limited" | "internal_error" | "unavailable" | "storage_full";
                /** @description For humans; the wording may change. */
                message: string;
                /** @description Messages by field; fields in dot notation: `signers.0.email`. */
                errors?: {
                    [key: string]: string[];
                } | undefined;
                /** @description The same as `message` and `errors`, in their order, for translations: first the message unless it is that of the first field. */
                details: {
                    /**
                     * @description The name of the text; it stays when the wording changes. For a text without a name the `reason` or the `code`.
                     * @example failures.connectionRefused
                     */
                    key: string;
                    /**
                     * @description The values in the text; a reason that has a name itself is `{key, values}` again.
                     * @example {}
                     */
                    values: {
                        [key: string]: string | {
                            [key: string]: unknown;
                        };
                    };
                    /** @description As in `errors`; absent for the request as a whole. */
                    field?: string | undefined;
                }[];
                /** @description Why a file was rejected: `too_large`, `not_pdf`, `encrypted`, `xfa`, `portfolio`, `corrupt`, `too_many_pages`, `certified`, `too_many_pixels` (an image), `pdf_too_large` (the PDF of a converted file), `linked_content` and `not_convertible` (a text document or HTML), `active_content` (a tenant setting), `unsealable` (a test signature, made when the process was sent, did not verify; the message says why). In a signing session also `otp_required`, `consent_changed`, `documents_changed`, `access_code_locked`, `email_refused`, `sms_refused`, and of a link that has ended `link_replaced` or `link_delegated`. */
                reason?: string | undefined;
                /** @description With `invalid_state`: the status of the record. If `errors` names fields, the status of the record that the first of them refers to, such as a document in `document_ids`. `carried_out` for a repeated request whose first response was lost. */
                current_status?: string | undefined;
                /**
                 * Format: date-time
                 * @description With `invalid_state`: when the retention of a vault document ends.
                 */
                deletable_at?: string | undefined;
                /**
                 * @description With `insufficient_scope`.
                 * @enum {string}
                 */
                required_scope?: ("documents:read" | "documents:write" | "processes:read" | "processes:write" | "vault:read" | "vault:write" | "vault:retention" | "templates:read" | "templates:write" | "folders" | "webhooks" | "users" | "api-keys" | "account:read" | "audit:read" | "privacy" | "signing-links" | "admins") | undefined;
                /** @description With `quota_exceeded`, together with `limit` and `used`: `documents` or `signatures`, with `resets_at`; `bytes` for what is stored. */
                quota?: string | undefined;
                /** @description With `quota_exceeded`: how many are allowed in this month, or how many bytes may be stored. */
                limit?: number | undefined;
                /** @description With `quota_exceeded`: how many were used in this month, or how many bytes would be stored. */
                used?: number | undefined;
                /**
                 * Format: date-time
                 * @description With `quota_exceeded` of a month: when the next one begins.
                 */
                resets_at?: string | undefined;
                /** @description With `invalid_code`. */
                attempts_left?: number | undefined;
                /** @description With `second_factor_required`: to be sent with the second factor. */
                challenge?: string | undefined;
                /** @description With `second_factor_required`: what this user can prove. */
                methods?: ("totp" | "passkey" | "recovery_code")[] | undefined;
                /** @description With `second_factor_required`, for a user with passkeys: `PublicKeyCredentialRequestOptionsJSON` of WebAuthn Level 3. */
                passkey_options?: {
                    [key: string]: unknown;
                } | undefined;
                /** @description With the reason `link_delegated`: who signs instead. */
                delegated_to?: {
                    /** @description The name, as lists show it. */
                    name: string;
                } | undefined;
                /** @description With `link_replaced` and `link_delegated`: whom the holder of the link may ask. */
                sender?: {
                    /** @description The name of the person. */
                    name: string;
                    /** @description The email address. */
                    email: string;
                } | undefined;
                /** @description With `link_replaced` and `link_delegated`: as in `Signing`. */
                tenant?: {
                    /**
                     * @description The name of the organisation.
                     * @example Analytical Engines
                     */
                    name: string;
                    /**
                     * @description A data URL.
                     * @example null
                     */
                    logo_url: string | null;
                    /**
                     * @description The colour of the organisation; null: the default.
                     * @example #1f5f4a
                     */
                    color: string | null;
                } | undefined;
                /** @description With `link_replaced` and `link_delegated`: whether signers get emails. */
                enable_notifications?: boolean | undefined;
                /** @description With `sso_required`: where the user signs in. */
                sign_in_url?: string | undefined;
                /** @description Also in `X-Request-Id`; quote it in support requests. In a replayed error it is the id of the original request. */
                request_id: string;
            };
        };
        /** @description The result of the confirmation of an email address. */
        AddressConfirmation: {
            /**
             * @description A sentence for people.
             * @example Done.
             */
            message: string;
            /**
             * @description `changed`: it replaces the old address. `address_shared`: the same, and there is another account with the new address, which the sign-in opens if both have the same password. `password_shared`: it is confirmed, but another account with this address has the same password, which the sign-in opens.
             * @example changed
             * @enum {string}
             */
            outcome: "changed" | "address_shared" | "confirmed" | "password_shared";
        };
        /** @description An access token and its user. */
        LoginResult: {
            /**
             * @description The token, sent as `Authorization: Bearer …`.
             * @example kT9w…
             */
            access_token: string;
            /**
             * @description Always `bearer`.
             * @constant
             */
            token_type: "bearer";
            /**
             * @description Seconds.
             * @example 3600
             */
            expires_in: number;
            /** @description The user. */
            user: {
                /**
                 * @description The id of the record.
                 * @example 7
                 */
                id: number;
                /**
                 * @description The name of the person.
                 * @example Ada Lovelace
                 */
                name: string;
                /**
                 * @description The email address.
                 * @example ada@example.com
                 */
                email: string;
            };
        };
        /** @description A user of the organisation. */
        User: {
            /**
             * @description The id of the record.
             * @example 7
             */
            id: number;
            /**
             * @description The name of the person.
             * @example Ada Lovelace
             */
            name: string;
            /**
             * @description The email address.
             * @example ada@example.com
             */
            email: string;
            /** @description Becomes `email` once the link in the confirmation email is followed. Null again when the link has expired, when the role changes, and when a request with nothing but the present `email` cancels it. */
            pending_email: string | null;
            /**
             * @description What the person may do, or does.
             * @example user
             * @enum {string}
             */
            role: "tenant_admin" | "user" | "viewer";
            /**
             * @description `invited`: the user has not chosen a password yet.
             * @enum {string}
             */
            status: "active" | "invited";
            /**
             * @description The language (BCP 47).
             * @example en
             */
            locale: string;
            /** @description Which emails the user gets. */
            notifications: components["schemas"]["Notifications"];
            /** @description Whether the user has a second factor. */
            second_factor: boolean;
            /** @description The accounts at identity providers with which the user signs in, oldest link first; `DELETE /users/{id}/provider-links` ends them. */
            provider_links: {
                /**
                 * @description The issuer of the OpenID provider, or the entity id of the SAML provider.
                 * @example https://login.example.com
                 */
                issuer: string;
            }[];
            /**
             * Format: date-time
             * @description When the user last signed in; null: never.
             */
            last_login_at: string | null;
            /**
             * Format: date-time
             * @description Set while an invitation is pending.
             */
            invitation_expires_at: string | null;
            /**
             * Format: date-time
             * @description When the record was created.
             * @example 2026-11-21T09:30:00Z
             */
            created_at: string;
        };
        /** @description The emails that you may turn off. Others are always sent. */
        Notifications: {
            /** @description A process of yours is completed. */
            completed: boolean;
            /** @description A signer of a process of yours refuses. */
            refused: boolean;
            /** @description A process of yours expires. */
            expired: boolean;
            /** @description An email or text message to a signer of a process of yours cannot be delivered. */
            delivery_failed: boolean;
            /** @description For administrators: 80 or 100 % of a quota is used. */
            quota: boolean;
            /** @description For administrators: a webhook is disabled. */
            webhook_disabled: boolean;
            /** @description For administrators: a user who is no administrator changes how they sign in (password, second factor, provider). */
            sign_in_changes: boolean;
        };
        /** @description A browser session or an access token of the user. */
        Session: {
            /**
             * @description The id of the record.
             * @example 7
             */
            id: number;
            /**
             * @description Browser session, or access token.
             * @enum {string}
             */
            kind: "dashboard" | "token";
            /**
             * @description Whether this is the session of this request.
             * @example true
             */
            current: boolean;
            /**
             * @description The IP address.
             * @example 203.0.113.7
             */
            address: string | null;
            /**
             * @description The browser or program, as it names itself.
             * @example Mozilla/5.0 …
             */
            user_agent: string | null;
            /**
             * Format: date-time
             * @description When the user signed in.
             * @example 2026-11-21T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description To the minute.
             * @example 2026-11-21T09:30:00Z
             */
            last_used_at: string;
            /**
             * Format: date-time
             * @description When the session ends; refreshing does not extend it.
             * @example 2026-12-05T09:30:00Z
             */
            expires_at: string;
        };
        /** @description A passkey of the user. */
        Passkey: {
            /**
             * @description The id of the record.
             * @example 7
             */
            id: number;
            /**
             * @description The name, as lists show it.
             * @example Phone
             */
            name: string;
            /**
             * Format: date-time
             * @description When it was last used; null: never.
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description When the record was created.
             * @example 2026-11-21T09:30:00Z
             */
            created_at: string;
        };
        /** @description A passkey that was added, with the recovery codes if they are new. */
        NewPasskey: {
            /**
             * @description The id of the record.
             * @example 7
             */
            id: number;
            /**
             * @description The name, as lists show it.
             * @example Phone
             */
            name: string;
            /**
             * Format: date-time
             * @description When it was last used; null: never.
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description When the record was created.
             * @example 2026-11-21T09:30:00Z
             */
            created_at: string;
            /**
             * @description With the first factor: recovery codes, shown only once. Null with further factors.
             * @example [
             *       "k7m2q-x4nrt",
             *       "p3w8d-h5jcz"
             *     ]
             */
            recovery_codes: string[] | null;
        };
        /** @description The options for `navigator.credentials.create` (Web Authentication). */
        PasskeyOptions: {
            /**
             * @description The `challenge` of the earlier response; valid for 5 minutes.
             * @example mV2kq0Z7pXn4w1yB5cD8eF3gH6jL9tRs
             */
            challenge: string;
            /**
             * @description `PublicKeyCredentialCreationOptionsJSON` of WebAuthn Level 3, for `PublicKeyCredential.parseCreationOptionsFromJSON()`.
             * @example {
             *       "rp": {
             *         "name": "Paraph",
             *         "id": "paraph.example"
             *       },
             *       "challenge": "n0nY…"
             *     }
             */
            options: {
                [key: string]: unknown;
            };
        };
        /** @description How many recovery codes are left. */
        RecoveryCodes: {
            /**
             * @description Codes that are not used yet.
             * @example 10
             */
            remaining: number;
        };
        /** @description New recovery codes. They are shown only here, and replace all earlier ones. */
        NewRecoveryCodes: {
            /**
             * @description Shown only once.
             * @example [
             *       "k7m2q-x4nrt",
             *       "p3w8d-h5jcz"
             *     ]
             */
            codes: string[];
        };
        /** @description The authenticator app of the user. */
        Totp: {
            /**
             * @description `pending`: set up, but not confirmed by a first code; it does not count yet.
             * @example active
             * @enum {string}
             */
            status: "none" | "pending" | "active";
            /**
             * Format: date-time
             * @description When the app was confirmed; null before.
             * @example 2026-11-21T09:30:00Z
             */
            confirmed_at: string | null;
        };
        /** @description The secret of a new authenticator app. It is shown only here. */
        TotpSetup: {
            /**
             * @description Base32.
             * @example GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ
             */
            secret: string;
            /**
             * @description Show it as a QR code.
             * @example otpauth://totp/Paraph:ada%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Paraph
             */
            otpauth_url: string;
        };
        /** @description An authenticator app that is confirmed, with the recovery codes if they are new. */
        ConfirmedTotp: {
            /**
             * @description `pending`: set up, but not confirmed by a first code; it does not count yet.
             * @example active
             * @enum {string}
             */
            status: "none" | "pending" | "active";
            /**
             * Format: date-time
             * @description When the app was confirmed; null before.
             * @example 2026-11-21T09:30:00Z
             */
            confirmed_at: string | null;
            /**
             * @description With the first factor: recovery codes, shown only once. Null with further factors.
             * @example [
             *       "k7m2q-x4nrt",
             *       "p3w8d-h5jcz"
             *     ]
             */
            recovery_codes: string[] | null;
        };
        /** @description The organisation, and the user who asks. */
        Account: {
            /** @description The organisation. */
            tenant: components["schemas"]["Tenant"];
            /** @description The user who asks. */
            user: {
                /**
                 * @description The id of the record.
                 * @example 7
                 */
                id: number;
                /**
                 * @description The name of the person.
                 * @example Ada Lovelace
                 */
                name: string;
                /**
                 * @description The email address.
                 * @example ada@example.com
                 */
                email: string;
                /**
                 * @description What the person may do, or does.
                 * @enum {string}
                 */
                role: "tenant_admin" | "user" | "viewer";
            };
            /** @description Whether this credential is in test mode. */
            test_mode: boolean;
        };
        /** @description The organisation and its quotas. */
        Tenant: {
            /**
             * @description The name of the organisation.
             * @example Analytical Engines
             */
            name: string;
            /**
             * @description The plan of the organisation.
             * @enum {string}
             */
            subscription_type: "free" | "starter" | "business" | "enterprise";
            /**
             * @description Retention of documents signed from now on.
             * @example 10
             */
            retention_years: number;
            /** @description Whether vault documents are deleted by themselves once their retention ends. */
            delete_after_retention: boolean;
            /**
             * @description How many days before the retention of vault documents, or a contract, ends an email says so; null: none does.
             * @example 30
             */
            end_notice_days: number | null;
            /**
             * @description False after sign-up until the confirmation link is followed. Until then no emails go to other people.
             * @example true
             */
            email_confirmed: boolean;
            /**
             * @description True while the operator of the installation has suspended the organisation: it reads, but changes and sends nothing.
             * @example false
             */
            suspended: boolean;
            /** @description Whether uploads with active content are refused. */
            refuse_active_content: boolean;
            /**
             * @description Accent colour of signing pages and emails; null for the usual one.
             * @example #1f5f4a
             */
            color: string | null;
            /**
             * @description Where replies to emails about processes go.
             * @example legal@example.com
             */
            reply_to: string | null;
            /**
             * @description Language of new processes.
             * @example en
             */
            locale: string;
            /**
             * @description Expiry of new processes.
             * @example 90
             */
            expires_in_days: number;
            /** @description Days between reminders of new processes. */
            reminder_days: number | null;
            /**
             * @description How signers of new processes may sign.
             * @example [
             *       "drawn",
             *       "typed"
             *     ]
             */
            signature_kinds: ("drawn" | "typed" | "uploaded")[];
            /**
             * @description The logo as a data URL.
             * @example null
             */
            logo_url: string | null;
            /**
             * @description Origins of pages that may show signing pages, and editors of drafts, in a frame.
             * @example [
             *       "https://app.example.com"
             *     ]
             */
            embed_origins: string[];
            /** @description Whether users may show and copy the links of signers; the audit trail names who did. */
            show_signing_links: boolean;
            /** @description Whether users without a second factor can only set one up. API keys are not affected. */
            require_second_factor: boolean;
            /** @description After how many minutes without a request a session ends; null: never. */
            session_idle_minutes: number | null;
            /**
             * @description Your own consent text by language; null where there is none. See `GET /account/consents`.
             * @example {
             *       "all": null,
             *       "en": "I agree to sign these documents electronically.",
             *       "fr": null,
             *       "de": null,
             *       "es": null,
             *       "it": null,
             *       "pt": null,
             *       "nl": null,
             *       "pl": null,
             *       "cs": null,
             *       "sv": null,
             *       "tr": null,
             *       "uk": null,
             *       "el": null,
             *       "ar": null,
             *       "he": null,
             *       "hi": null,
             *       "ja": null,
             *       "zh": null
             *     }
             */
            consent: {
                /** @description The text for every language. */
                all: string | null;
                /** @description The English text. */
                en: string | null;
                /** @description The French text. */
                fr: string | null;
                /** @description The German text. */
                de: string | null;
                /** @description The Spanish text. */
                es: string | null;
                /** @description The Italian text. */
                it: string | null;
                /** @description The Portuguese text. */
                pt: string | null;
                /** @description The Dutch text. */
                nl: string | null;
                /** @description The Polish text. */
                pl: string | null;
                /** @description The Czech text. */
                cs: string | null;
                /** @description The Swedish text. */
                sv: string | null;
                /** @description The Turkish text. */
                tr: string | null;
                /** @description The Ukrainian text. */
                uk: string | null;
                /** @description The Greek text. */
                el: string | null;
                /** @description The Arabic text. */
                ar: string | null;
                /** @description The Hebrew text. */
                he: string | null;
                /** @description The Hindi text. */
                hi: string | null;
                /** @description The Japanese text. */
                ja: string | null;
                /** @description The Chinese (simplified) text. */
                zh: string | null;
            };
            /** @description What the organisation may use in a calendar month (UTC), and what it has used. */
            quotas: {
                /**
                 * @description Uploads that are allowed in a month.
                 * @example 1000
                 */
                documents_limit: number;
                /**
                 * @description Uploads in this month.
                 * @example 12
                 */
                documents_used: number;
                /**
                 * @description Signatures that are allowed in a month.
                 * @example 1000
                 */
                signatures_limit: number;
                /**
                 * @description Signatures that are reserved or given in this month.
                 * @example 12
                 */
                signatures_used: number;
            };
        };
        /** @description The address that gets a copy of what the sender of a completed process gets. */
        ArchiveAddress: {
            /**
             * @description Null while none is set.
             * @example archive@example.com
             */
            email: string | null;
            /**
             * Format: date-time
             * @description When the link in the email to the address was used; copies are sent from then on.
             * @example 2026-11-21T09:30:00Z
             */
            confirmed_at: string | null;
        };
        /** @description A text that signers consent to. */
        Consent: {
            /**
             * @description Your own texts are numbered; a default text is named by its date and language.
             * @example 3
             */
            version: string;
            /**
             * @description The language, or `all`.
             * @example en
             */
            locale: string;
            /**
             * @description Null for a version that ended your own text.
             * @example I agree to sign these documents electronically.
             */
            text: string | null;
            /**
             * @description Of the text in UTF-8, as in the trail and the certificate of completion.
             * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            sha256: string | null;
            /**
             * @description Whether it is the latest of its language.
             * @example true
             */
            current: boolean;
            /** @description Null for a default text. */
            created_by: {
                /**
                 * @description The id of the record.
                 * @example 7
                 */
                id: number;
                /**
                 * @description The name of the person.
                 * @example Ada Lovelace
                 */
                name: string;
            } | null;
            /**
             * Format: date-time
             * @description When the record was created.
             * @example 2026-11-21T09:30:00Z
             */
            created_at: string | null;
        };
        /** @description The certificate that seals the documents of the organisation. */
        Seal: {
            /**
             * @description `organisation`: its own certificate, set here. `installation`: that of this installation or its operator.
             * @example organisation
             * @enum {string}
             */
            source: "organisation" | "installation";
            /**
             * @description The name of the certificate’s holder; null, as the following, while the installation seals.
             * @example CN=Acme Seal, O=Acme
             */
            subject: string | null;
            /**
             * @description The issuer of the certificate.
             * @example CN=City Authority
             */
            issuer: string | null;
            /**
             * @description The type of the key.
             * @example RSA 3072
             */
            key: string | null;
            /**
             * @description The fingerprint of the certificate: SHA-256 of the DER, hexadecimal.
             * @example c0ffee0000000000000000000000000000000000000000000000000000000000
             */
            sha256: string | null;
            /**
             * Format: date-time
             * @description Valid from then on.
             * @example 2026-11-21T12:00:00Z
             */
            not_before: string | null;
            /**
             * Format: date-time
             * @description Valid until then: the end of the first of `certificates` to end.
             * @example 2028-11-20T12:00:00Z
             */
            not_after: string | null;
            /**
             * @description PEM, from that of the seal up to the root.
             * @example [
             *       "-----BEGIN CERTIFICATE-----\nMIIB…\n-----END CERTIFICATE-----\n"
             *     ]
             */
            certificates: string[];
            /**
             * @description Whether `POST /verify` here trusts it: the operator of the installation must trust its root or another of its authorities (`TRUSTED_ROOTS`, `TRUSTED_LISTS`).
             * @example true
             */
            trusted: boolean;
            /**
             * @description An expired certificate seals nothing: the installation seals in its place.
             * @example false
             */
            expired: boolean;
            /**
             * Format: date-time
             * @description When the organisation set it.
             * @example 2026-11-21T09:30:00Z
             */
            set_at: string | null;
        };
        /** @description The name and address in `From`, and the records of its domain. */
        Sender: {
            /**
             * @description The name, as lists show it.
             * @example Acme contracts
             */
            name: string | null;
            /**
             * @description Null while none is set.
             * @example contracts@example.com
             */
            address: string | null;
            /**
             * @description Only a `verified` sender is used. Otherwise the address of the installation is, and replies go to the address of a sender that is `lost`: its records were found before.
             * @example unverified
             * @enum {string}
             */
            status: "none" | "unverified" | "verified" | "lost";
            /** @description The records to add to the domain: a proof of control, and the DKIM key. */
            records: {
                /**
                 * @description The kind.
                 * @constant
                 */
                type: "TXT";
                /**
                 * @description The name, as lists show it.
                 * @example _paraph.example.com
                 */
                name: string;
                /**
                 * @description The value; null: empty.
                 * @example paraph-verification=Vb3kQ0pW7sJ9xD2f
                 */
                value: string;
                /**
                 * @description By the last check.
                 * @example false
                 */
                found: boolean;
            }[];
            /**
             * Format: date-time
             * @description Since when it is used.
             * @example 2026-11-21T09:30:00Z
             */
            verified_at: string | null;
            /**
             * Format: date-time
             * @description When the records were last looked up; every hour again.
             * @example 2026-11-21T09:30:00Z
             */
            checked_at: string | null;
        };
        /** @description Who makes advanced and qualified signatures. */
        SignatureProvider: {
            /**
             * @description Of the remote signing service; null without one: then all signatures are simple.
             * @example Example Trust Services
             */
            name: string | null;
        };
        /** @description The remote signing service of the organisation (Cloud Signature Consortium API 2.0). */
        SigningService: {
            /**
             * @description Null while no service is set.
             * @example https://sign.example.com/csc/v2
             */
            url: string | null;
            /**
             * @description What the service calls itself.
             * @example Example Trust Services
             */
            name: string | null;
            /**
             * @description The id of this service at the provider.
             * @example acme
             */
            client_id: string | null;
            /**
             * @description Which credentials of a signer are used: those that the service authorizes itself (`implicit`), with a PIN or code that the signer enters on the signing page (`explicit`), or at the provider (`oauth2code`). Null: any; where there are several, the signer chooses.
             * @enum {string|null}
             */
            credential_mode: "implicit" | "explicit" | "oauth2code" | null;
            /**
             * @description The redirect URI to register with the provider.
             * @example https://sign.example.com/sign/provider
             */
            callback_url: string;
            /**
             * Format: date-time
             * @description When it was set.
             * @example 2026-11-21T09:30:00Z
             */
            updated_at: string | null;
        };
        /** @description What the remote signing service says about itself. */
        SigningServiceInfo: {
            /**
             * @description The name, as lists show it.
             * @example Example Trust Services
             */
            name: string;
            /**
             * @description The version of the specification.
             * @example 2.0.0.2
             */
            specs: string;
            /**
             * @description The methods that it implements.
             * @example [
             *       "credentials/list",
             *       "signatures/signHash"
             *     ]
             */
            methods: string[];
        };
        /** @description The identity provider of the organisation. */
        Sso: {
            /**
             * @description Null while no provider is set.
             * @example https://login.example.com
             */
            issuer: string | null;
            /**
             * @description OpenID Connect or SAML 2.0.
             * @example oidc
             * @enum {string}
             */
            protocol: "oidc" | "saml";
            /**
             * @description Null with SAML.
             * @example paraph
             */
            client_id: string | null;
            /**
             * @description Null with OpenID Connect.
             * @example https://login.example.com/sso/saml
             */
            sso_url: string | null;
            /** @description The certificates that sign assertions; empty with OpenID Connect. */
            certificates: {
                /**
                 * @description The distinguished name.
                 * @example CN=login.example.com
                 */
                subject: string;
                /**
                 * Format: date-time
                 * @description When it expires; null: never.
                 * @example 2036-11-21T09:30:00Z
                 */
                expires_at: string;
                /**
                 * @description SHA-256 of the DER.
                 * @example E4:6F:C7:A6:5B:22:08:11:DF:90:CC:2B:CE:7A:00:14:5F:0A:D2:23:6A:5B:22:08:11:DF:90:CC:2B:CE:7A:00
                 */
                fingerprint: string;
            }[];
            /**
             * @description SAML: the attribute with the email address. Null: `email`, `mail` and the usual URIs, else a NameID of the format `emailAddress`.
             * @example email
             */
            email_attribute: string | null;
            /**
             * @description SAML: the attribute with the name. Null: the usual ones.
             * @example displayName
             */
            name_attribute: string | null;
            /**
             * @description The domains of email addresses whose users may sign in through the provider.
             * @example [
             *       "example.com"
             *     ]
             */
            domains: string[];
            /** @description Whether users of these domains must sign in through the provider. */
            enforced: boolean;
            /** @description Whether a user is created at the first sign-in. */
            create_users: boolean;
            /** @description Whether a second factor proved at the provider counts. */
            trusts_second_factor: boolean;
            /**
             * @description The role that new users get.
             * @example user
             * @enum {string}
             */
            default_role: "user" | "viewer";
            /**
             * @description The link for your users.
             * @example https://sign.example.com/login/4f0c9d1be27a66d3
             */
            sign_in_url: string;
            /**
             * @description The redirect URI to register at the provider; with SAML the URL of the assertion consumer service (HTTP-POST).
             * @example https://sign.example.com/api/auth/callback/4f0c9d1be27a66d3
             */
            callback_url: string;
            /**
             * @description SAML: our metadata, and the entity id under which the provider knows this organisation.
             * @example https://sign.example.com/api/auth/metadata/4f0c9d1be27a66d3
             */
            metadata_url: string;
            /**
             * Format: date-time
             * @description When the record was last changed.
             * @example 2026-11-21T09:30:00Z
             */
            updated_at: string | null;
        };
        /** @description What the organisation uses in this month, and what it may use. */
        Usage: {
            /**
             * @description A calendar month (UTC).
             * @example {
             *       "start": "2026-11-01T00:00:00Z",
             *       "end": "2026-12-01T00:00:00Z"
             *     }
             */
            period: {
                /**
                 * Format: date-time
                 * @description The first instant of the month.
                 * @example 2026-11-21T09:30:00Z
                 */
                start: string;
                /**
                 * Format: date-time
                 * @description The first instant of the next month.
                 * @example 2026-11-21T09:30:00Z
                 */
                end: string;
            };
            /** @description Uploads in this month, and how many are allowed. */
            documents: {
                /**
                 * @description How many were used in this month.
                 * @example 12
                 */
                used: number;
                /**
                 * @description How many are allowed in this month.
                 * @example 1000
                 */
                limit: number;
                /**
                 * @description How many are left.
                 * @example 988
                 */
                remaining: number;
            };
            /** @description Signatures of this month, reserved or given, and how many are allowed. */
            signatures: {
                /**
                 * @description How many were used in this month.
                 * @example 12
                 */
                used: number;
                /**
                 * @description How many are allowed in this month.
                 * @example 1000
                 */
                limit: number;
                /**
                 * @description How many are left.
                 * @example 988
                 */
                remaining: number;
            };
            /**
             * @description By status, in visible folders.
             * @example {
             *       "draft": 1,
             *       "completed": 12
             *     }
             */
            processes: {
                [key: string]: number;
            };
            /** @description Of the whole organisation, in both modes. Beyond it uploads are refused; signatures and seals never are. */
            storage: {
                /**
                 * @description Bytes of uploads and vault.
                 * @example 578556
                 */
                used: number;
                /**
                 * @description Bytes that uploads and vault may take; null: no limit.
                 * @example 107374182400
                 */
                limit: number | null;
                /**
                 * @description Null: no limit.
                 * @example 107373603844
                 */
                remaining: number | null;
            };
            /**
             * @description Documents and vault in visible folders.
             * @example 578556
             */
            storage_bytes: number;
            /**
             * @description The number of users.
             * @example 3
             */
            users: number;
            /**
             * @description Requests in this period; updated within seconds.
             * @example 240
             */
            api_calls: number;
            /** @description The last twelve months, oldest first. */
            by_month: {
                /**
                 * @description YYYY-MM
                 * @example 2026-11
                 */
                month: string;
                /**
                 * @description Uploads in the month.
                 * @example 12
                 */
                documents: number;
                /**
                 * @description Signatures in the month.
                 * @example 12
                 */
                signatures: number;
                /**
                 * @description Requests in the month.
                 * @example 240
                 */
                api_calls: number;
            }[];
        };
        /** @description An uploaded document. */
        Document: {
            /**
             * @description The id of the record.
             * @example 7
             */
            id: number;
            /**
             * @description The name, as lists show it.
             * @example Lease
             */
            name: string;
            /**
             * @description The file name of the upload; with `.pdf` in place of its extension where a PDF was made of it.
             * @example lease.pdf
             */
            original_filename: string;
            /**
             * @description The media type of the stored file.
             * @example application/pdf
             */
            mime_type: string;
            /**
             * @description Bytes.
             * @example 48213
             */
            size: number;
            /**
             * @description The size for people.
             * @example 47.1 KB
             */
            size_formatted: string;
            /**
             * @description The number of pages.
             * @example 3
             */
            page_count: number;
            /** @description The sizes of the pages as displayed. */
            pages: components["schemas"]["Page"][];
            /**
             * @description SHA-256 of the uploaded bytes, or of the PDF that was made of an upload in another format, or of a template with variables.
             * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            sha256: string;
            /**
             * @description The state of the record.
             * @enum {string}
             */
            status: "uploaded" | "in_process" | "completed";
            /**
             * @description Null: in no folder.
             * @example 7
             */
            folder_id: number | null;
            /** @description The file was damaged; a repaired copy will be signed. */
            repaired: boolean;
            /** @description The author has certified the file (DocMDP) and permits signatures: only its own form fields can be filled in and signed (`import_fields`), and other signers sign invisibly. */
            certified: boolean;
            /** @description The file was encrypted without a password, and permits form fields to be added; a copy without encryption, and without restrictions on printing and copying, will be signed. */
            decrypted: boolean;
            /**
             * @description The standards that the file claims in its metadata; the signed file keeps them.
             * @example [
             *       "PDF/A-2b"
             *     ]
             */
            standards: string[];
            /**
             * @description Those of `standards` that the signed file does not keep: PDF/UA where the file was signed before or has no structure. It does not foresee an import of form fields: the elements of removed fields stay in the structure, and those of the new fields are at its end, which a validator of PDF/UA may refuse.
             * @example []
             */
            lost_standards: string[];
            /**
             * @description Active content found in the file, such as scripts. A tenant can reject such files.
             * @example []
             */
            active_content: ("javascript" | "launch" | "additional_actions" | "embedded_files" | "xfa")[];
            /** @description The file has a usage rights signature (UR3), which extends what Adobe Reader can do with it. Any signature invalidates it. */
            usage_rights: boolean;
            /** @description Whether it belongs to the test mode. */
            test_mode: boolean;
            /** @description The user who created it. */
            created_by: components["schemas"]["Person"] | null;
            /**
             * Format: date-time
             * @description When the record was created.
             * @example 2026-11-21T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record was last changed.
             * @example 2026-11-21T09:30:00Z
             */
            updated_at: string;
            /**
             * Format: uri
             * @description Where it is downloaded, with the same credential.
             * @example https://paraph.example/api/v1/documents/7/download
             */
            download_url: string;
        };
        /** @description The size of a page as displayed. */
        Page: {
            /**
             * @description From 1.
             * @example 1
             */
            number: number;
            /**
             * @description Points (1/72 inch), as displayed.
             * @example 595
             */
            width: number;
            /**
             * @description Points (1/72 inch), as displayed.
             * @example 842
             */
            height: number;
            /** @description How far the page is turned clockwise, in degrees; width and height are those of the turned page. */
            rotation: 0 | 90 | 180 | 270;
        };
        /** @description A user of the tenant. */
        Person: {
            /**
             * @description The id of the record.
             * @example 7
             */
            id: number;
            /**
             * @description The name of the person.
             * @example Ada Lovelace
             */
            name: string;
        };
        /** @description The form fields and text tags that were found in a file. */
        FileFields: {
            /** @description The fields. */
            fields: components["schemas"]["FileField"][];
            /**
             * @description What is not imported, or not kept of an imported field, and why. With `import_fields`, a problem of a text tag or of the file is a validation error, unless it is a `warning`; form fields that are not imported stay in the file as they are.
             * @example []
             */
            problems: {
                /**
                 * @description Where it was found.
                 * @enum {string}
                 */
                source: "form" | "tag" | "file";
                /** @description The page, from 1. */
                page: number;
                /** @description The name of the form field, or the text of the tag. */
                text: string;
                /** @description A sentence for people. */
                message: string;
                /** @description What `message` is made of, for translations. */
                message_detail: components["schemas"]["ErrorDetail"];
                /**
                 * @description True for a text tag that does not prevent an import: a part of it, or all, is left out.
                 * @example true
                 */
                warning?: boolean | undefined;
            }[];
        };
        /** @description A field in a file, in points from the top left of the page. */
        FileField: {
            /**
             * @description A form field of the file, or a text tag.
             * @enum {string}
             */
            source: "form" | "tag";
            /**
             * @description The name in the file.
             * @example tenant_name
             */
            name: string;
            /**
             * @description The name that the signer sees.
             * @example Name of the tenant
             */
            label: string;
            /**
             * @description What the signer fills in.
             * @example text
             * @enum {string}
             */
            type: "signature" | "initials" | "date" | "name" | "email" | "company" | "text" | "number" | "checkbox" | "radio" | "dropdown" | "attachment";
            /**
             * @description The page, from 1.
             * @example 1
             */
            page: number;
            /**
             * @description From the left of the page as displayed, in points.
             * @example 72
             */
            x: number;
            /**
             * @description From the top of the page as displayed, in points.
             * @example 640
             */
            y: number;
            /**
             * @description The width in points.
             * @example 160
             */
            width: number;
            /**
             * @description The height in points.
             * @example 40
             */
            height: number;
            /**
             * @description The role in the text tag.
             * @example Tenant
             */
            role: string | null;
            /** @description Whether it must be filled in. */
            required: boolean;
            /** @description Whether the signer cannot change the value. */
            read_only: boolean;
            /**
             * @description A date that gets the day of signing. Another one that is not `read_only` is imported with `min_date` 1900-01-01, or its own value where that is earlier: the signer chooses the day.
             * @example false
             */
            auto: boolean;
            /** @description The value; null: empty. */
            value: string | null;
            /**
             * @description The choices of a `radio` or `dropdown`.
             * @example []
             */
            options: string[];
            /** @description What an empty field shows. */
            placeholder: string | null;
            /** @description The most characters. */
            max_length: number | null;
            /** @description A list that takes a text of the signer’s own. */
            editable: boolean;
            /**
             * @description The calculation of the form field.
             * @example null
             */
            formula: string | null;
            /** @description Of a calculation: members of `validation` of the imported field. */
            decimals?: {
                /** @description For a number with a formula: zeros are added up to as many decimals; 0 without it. */
                min_decimals?: number | undefined;
                /** @description For a number with a formula: it is rounded to as many decimals, after other formulas have taken it; 2 without it. */
                max_decimals?: number | undefined;
            } | undefined;
            /**
             * @description How the value is placed in the field.
             * @example {}
             */
            layout: components["schemas"]["FieldLayout"];
        };
        /** @description A person who was a signer of an earlier process. */
        Contact: {
            /**
             * @description The name of the person.
             * @example Ada Lovelace
             */
            name: string;
            /**
             * @description The email address.
             * @example ada@example.com
             */
            email: string;
            /** @description The phone number. */
            phone: string | null;
            /**
             * @description The language (BCP 47).
             * @example en
             */
            locale: string;
        };
        /** @description A process: documents, the people who sign them, and how far they are. */
        SignatureProcess: {
            /**
             * @description The id of the record.
             * @example 7
             */
            id: number;
            /**
             * @description The name, as lists show it.
             * @example Lease
             */
            name: string;
            /**
             * @description A text for you and your colleagues, which signers do not see; null without one.
             * @example Flat 4, twelve months
             */
            description: string | null;
            /**
             * @description The state of the record.
             * @enum {string}
             */
            status: "draft" | "sent" | "in_progress" | "completed" | "refused" | "cancelled" | "expired" | "voided";
            /**
             * @description Null: in no folder.
             * @example 7
             */
            folder_id: number | null;
            /** @description The template and its version that the process came from; null without one, and once the template is deleted. */
            template: {
                /**
                 * @description The id of the record.
                 * @example 7
                 */
                id: number;
                /**
                 * @description The version of the text.
                 * @example 2
                 */
                version: number;
            } | null;
            /** @description The documents. */
            documents: components["schemas"]["ProcessDocument"][];
            /** @description The people, in their order. */
            signers: components["schemas"]["Signer"][];
            /** @description The fields. */
            fields: components["schemas"]["Field"][];
            /** @description How a process runs; absent members keep their defaults. */
            options: components["schemas"]["ProcessOptions"];
            /**
             * @description The id of the record in your system.
             * @example crm-2048
             */
            external_id: string | null;
            /**
             * @description Names and texts of your own. Only `ends_on` is used, the day on which the contract ends: see `end_notice_days` of the account.
             * @example {
             *       "deal": 2048
             *     }
             */
            metadata: {
                [key: string]: unknown;
            };
            /** @description How far it is. */
            progress: {
                /**
                 * @description How many have signed.
                 * @example 0
                 */
                signed: number;
                /**
                 * @description How many there are.
                 * @example 1
                 */
                total: number;
            };
            /** @description Why sealing failed so far; it is retried. */
            seal_error: string | null;
            /**
             * @description What `seal_error` is made of, for translations; null without one.
             * @example null
             */
            seal_error_detail: components["schemas"]["ErrorDetail"] | null;
            /** @description The cause of `seal_error` lies in a document or in a signer’s input, so retries do not help. Cancel the process, which notifies everyone who was asked to sign unless `enable_notifications` is false, and send another document. */
            seal_blocked: boolean;
            /** @description Whether it belongs to the test mode. */
            test_mode: boolean;
            /** @description The user who created it. */
            created_by: components["schemas"]["Person"] | null;
            /**
             * Format: date-time
             * @description When the record was created.
             * @example 2026-11-21T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record was last changed, by whomever. Its fields have a version of their own while it is a draft, and what it shows of other records, `signers[].delivery` and the names and `status` of documents, does not count.
             * @example 2026-11-21T09:30:00Z
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When it was sent; null before.
             */
            sent_at: string | null;
            /** @description Who sent it, whom signers see as its sender: a user, or the creator of the API key; null before. Of a process that a version without this member has sent: who created it. */
            sent_by: components["schemas"]["Person"] | null;
            /**
             * Format: date-time
             * @description When it was completed; null before.
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @description When it was cancelled; null otherwise.
             */
            cancelled_at: string | null;
            /** @description Why it was cancelled; null without a reason. */
            cancel_reason: string | null;
            /**
             * Format: date-time
             * @description When it was declared void; null otherwise.
             */
            voided_at: string | null;
            /** @description Why it was declared void; null otherwise. */
            void_reason: string | null;
            /**
             * Format: date-time
             * @description When it expires unless it is completed; null while it is a draft.
             */
            expires_at: string | null;
        };
        /** @description A document of a process. */
        ProcessDocument: {
            /**
             * @description The id of the record.
             * @example 7
             */
            id: number;
            /**
             * @description The name, as lists show it.
             * @example Lease
             */
            name: string;
            /**
             * @description The position among the documents.
             * @example 1
             */
            order: number;
            /**
             * @description The number of pages.
             * @example 3
             */
            page_count: number;
            /**
             * @description The state of the record.
             * @enum {string}
             */
            status: "uploaded" | "in_process" | "completed";
            /**
             * Format: date-time
             * @description When its file was deleted: a signed one from the vault after its retention, one of a process that ended unsigned with the document.
             */
            deleted_at: string | null;
        };
        /** @description A recipient of a process. */
        Signer: {
            /**
             * @description The id of the record.
             * @example 7
             */
            id: number;
            /**
             * @description The name of the person.
             * @example Ada Lovelace
             */
            name: string;
            /**
             * @description The email address.
             * @example ada@example.com
             */
            email: string;
            /** @description The phone number. */
            phone: string | null;
            /**
             * @description The position among the people; equal numbers are at the same time.
             * @example 1
             */
            order: number;
            /**
             * @description `sequential`: after those of lower `order`; `parallel`: at once.
             * @enum {string}
             */
            type: "sequential" | "parallel";
            /**
             * @description What the person may do, or does.
             * @enum {string}
             */
            role: "signer" | "approver" | "viewer" | "cc";
            /**
             * @description The state of the record.
             * @enum {string}
             */
            status: "pending" | "notified" | "viewed" | "signed" | "refused" | "expired";
            /**
             * @description The language (BCP 47).
             * @example en
             */
            locale: string;
            /**
             * @description Null: as `enable_otp`.
             * @example null
             * @enum {string|null}
             */
            otp: "none" | "email" | "sms" | "access_code" | null;
            /**
             * @description Who makes the signature.
             * @example simple
             * @enum {string}
             */
            signature_level: "simple" | "advanced" | "qualified";
            /** @description The person has signed here, and the remote signing service has not made the signature yet: they may have to confirm it. */
            awaits_provider?: boolean | undefined;
            /** @description Subject of the invitation; null for the usual one. */
            subject: string | null;
            /** @description Message to this signer; null for that of the process. */
            message: string | null;
            /**
             * Format: date-time
             * @description When the signer was invited; null before.
             */
            invited_at: string | null;
            /**
             * Format: date-time
             * @description When the signer saw the document; null before, also once it is made again before the first signature.
             */
            viewed_at: string | null;
            /**
             * Format: date-time
             * @description When it was signed; null before.
             */
            signed_at: string | null;
            /**
             * Format: date-time
             * @description When the signer refused; null otherwise.
             */
            refused_at: string | null;
            /** @description Why the signer refused; null otherwise. */
            refusal_reason: string | null;
            /**
             * Format: date-time
             * @description When the data of the person was erased (`POST /privacy/erase`); null otherwise.
             */
            erased_at?: (string | null) | undefined;
            /**
             * @description How many reminders were sent.
             * @example 0
             */
            reminders_sent: number;
            /** @description Who handed over to this person, in order; empty if nobody did. */
            delegated_by?: {
                /**
                 * @description The name of the person who handed over.
                 * @example Charles Babbage
                 */
                name: string;
                /**
                 * @description The address of the person who handed over.
                 * @example charles@example.com
                 */
                email: string;
                /**
                 * @description Why the person handed over.
                 * @example She signs contracts for our office.
                 */
                reason: string;
                /**
                 * Format: date-time
                 * @description When the person handed over.
                 * @example 2026-11-21T09:30:00Z
                 */
                delegated_at: string;
            }[] | undefined;
            /** @description Why an email or text message to this person could not be delivered; null otherwise, and again when another is sent or the address or number is corrected. */
            delivery_error: string | null;
            /**
             * @description What `delivery_error` is made of, for translations; null without one.
             * @example null
             */
            delivery_error_detail: components["schemas"]["ErrorDetail"] | null;
            /** @description The last email or text message to this person with a link or a code; null before the first, after a correction of where it went, and 90 days after it. */
            delivery?: (components["schemas"]["Delivery"] | null) | undefined;
            /**
             * Format: uri
             * @description Only for API keys with the scope `signing-links` whose creator has the role `tenant_admin`, and not in lists; null before the signer’s turn. The audit trail records that the link was shown.
             * @example https://paraph.example/sign/q8ZrX2mV…
             */
            signing_url?: (string | null) | undefined;
        };
        /** @description The delivery of the latest email or text message to a signer. */
        Delivery: {
            /**
             * @description A code may be sent as a text message.
             * @example email
             * @enum {string}
             */
            channel: "email" | "sms";
            /**
             * @description `queued`: waiting for the mail server, or the provider of text messages; `sent`: accepted by it; `failed`: rejected by it; `local`: of an email without a mail server, which is shown at /mailbox.
             * @example sent
             * @enum {string}
             */
            status: "queued" | "sent" | "failed" | "local";
            /**
             * Format: date-time
             * @description When it was sent, or else queued.
             * @example 2026-11-21T09:30:00Z
             */
            at: string;
            /**
             * @description The last error of either; of an email that was `sent`: where it was forwarded to, it could not be delivered.
             * @example null
             */
            error: string | null;
            /**
             * @description What `error` is made of, for translations; null without one.
             * @example null
             */
            error_detail: components["schemas"]["ErrorDetail"] | null;
        };
        /** @description A form field of a signer, in points from the top left of the page as displayed. */
        Field: {
            /**
             * @description The id of the record.
             * @example 7
             */
            id: number;
            /**
             * @description The id of the document.
             * @example 7
             */
            document_id: number;
            /**
             * @description The id of the signer.
             * @example 7
             */
            signer_id: number;
            /**
             * @description What the signer fills in.
             * @enum {string}
             */
            type: "signature" | "initials" | "date" | "name" | "email" | "company" | "text" | "number" | "checkbox" | "radio" | "dropdown" | "attachment";
            /**
             * @description The page, from 1.
             * @example 1
             */
            page: number;
            /**
             * @description From the left of the page as displayed, in points.
             * @example 72
             */
            x: number;
            /**
             * @description From the top of the page as displayed, in points.
             * @example 640
             */
            y: number;
            /**
             * @description The width in points.
             * @example 160
             */
            width: number;
            /**
             * @description The height in points.
             * @example 40
             */
            height: number;
            /**
             * @description Whether it must be filled in.
             * @example true
             */
            required: boolean;
            /** @description The name that the signer sees. */
            label: string | null;
            /** @description What an empty field shows. */
            placeholder: string | null;
            /**
             * @description A number with a decimal point (`1250.5`), a date as `2026-12-01`.
             * @example null
             */
            value: string | null;
            /**
             * @description The choices of a `radio` or `dropdown`.
             * @example []
             */
            options: string[];
            /** @description Its value stays where `condition` hides it. */
            read_only: boolean;
            /** @description A date that gets the day of signing. */
            auto: boolean;
            /** @description The field replaces a form field or text tag of the file. */
            imported: boolean;
            /**
             * @description The rules for the value.
             * @example {}
             */
            validation: {
                [key: string]: unknown;
            };
            /**
             * @description The field is shown, and required, only when this holds for another field of the signer.
             * @example null
             */
            condition: {
                /** @description The field. */
                field: string;
                /** @description The field has this value. */
                equals?: string | undefined;
                /** @description The field has another value. */
                not_equals?: string | undefined;
                /** @description Whether the field is filled in. */
                filled?: boolean | undefined;
            } | null;
            /**
             * @description The value is calculated.
             * @example null
             */
            formula: string | null;
            /** @description A dropdown that takes a text of the signer’s own too. */
            editable: boolean;
            /**
             * @description How the value is placed in the field.
             * @example {}
             */
            layout: components["schemas"]["FieldLayout"];
            /**
             * @description Only in a process, and of fields of the type `attachment`: the file of a signer who has signed, else null.
             * @example null
             */
            attachment?: ({
                /**
                 * @description The id of the record.
                 * @example 7
                 */
                id: number;
                /**
                 * @description The name, as lists show it.
                 * @example passport.pdf
                 */
                name: string;
                /**
                 * @description The media type of the stored file.
                 * @example application/pdf
                 * @enum {string}
                 */
                mime_type: "application/pdf" | "image/png" | "image/jpeg";
                /**
                 * @description In bytes.
                 * @example 48213
                 */
                size: number;
                /**
                 * @description The SHA-256 of the bytes, in hexadecimal.
                 * @example fd61a03af4f77d870fc21e05e7e80678095c92d808cfb3b5c279ee04c74aca13
                 */
                sha256: string;
                /**
                 * Format: uri
                 * @description Where it is downloaded, with the same credential.
                 * @example https://paraph.example/api/v1/signature-processes/7/attachments/3
                 */
                download_url: string;
            } | null) | undefined;
        };
        /** @description How a process runs, with the defaults filled in. */
        ProcessOptions: {
            /** @description Signers confirm a one-time code sent by email. */
            enable_otp: boolean;
            /**
             * @description If false, signers get no emails except one-time codes; you hand out `signing_url`.
             * @example true
             */
            enable_notifications: boolean;
            /**
             * @description After how many days a process expires.
             * @example 90
             */
            expires_in_days: number;
            /** @description Days between reminders; null for none. */
            reminder_days: number | null;
            /**
             * @description The language (BCP 47).
             * @example en
             */
            locale: string;
            /**
             * @description A text of the sender to those signers who have none of their own, in the emails and on the signing page; null without one.
             * @example Please sign by Friday.
             */
            message: string | null;
            /** @description A link that the signing page shows after the signature; the browser does not go there by itself. */
            redirect_url: string | null;
            /**
             * @description How signers may make their signature and initials.
             * @example [
             *       "drawn",
             *       "typed"
             *     ]
             */
            signature_kinds: ("drawn" | "typed" | "uploaded")[];
            /**
             * @description Signers and approvers may hand over to someone else. By default they may not.
             * @example false
             */
            allow_delegation: boolean;
            /**
             * @description Whether the signing page offers the documents for download and print before the signature.
             * @example true
             */
            allow_download_first: boolean;
            /**
             * @description Whether the certificate of completion, a PDF/A-3 file, has the signed documents, the audit trail and a manifest as embedded files. The signed documents themselves have none: a file that is embedded in them after a signature would count as a change of them.
             * @example false
             */
            embed_evidence: boolean;
        };
        /** @description The numbers of processes by status and month. */
        ProcessStatistics: {
            /**
             * @description Number of processes by status.
             * @example {
             *       "draft": 1,
             *       "completed": 12
             *     }
             */
            by_status: {
                [key: string]: number;
            };
            /** @description The last twelve months (UTC), oldest first. */
            by_month: {
                /**
                 * @description The month, `YYYY-MM` (UTC).
                 * @example 2026-11
                 */
                month: string;
                /**
                 * @description Processes that were sent in the month.
                 * @example 14
                 */
                sent: number;
                /**
                 * @description Processes that were completed in the month.
                 * @example 12
                 */
                completed: number;
            }[];
        };
        /** @description The events of a process, oldest first. */
        AuditTrail: {
            /**
             * @description The id of the process.
             * @example 7
             */
            process_id: number;
            /**
             * @description Its name, which each hash covers.
             * @example process:12
             */
            chain: string;
            /**
             * @description Whether the hash chain of the events is intact and ends where it should: no event was changed, inserted or removed.
             * @example true
             */
            chain_valid: boolean;
            /**
             * @description The hash of the last event.
             * @example 60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752
             */
            chain_head: string | null;
            /** @description The events, oldest first. */
            events: components["schemas"]["AuditEvent"][];
        };
        /** @description One event of a hash chain: who did what, when and from where. */
        AuditEvent: {
            /**
             * @description The position in the hash chain, from 1.
             * @example 1
             */
            seq: number;
            /**
             * @description The type of the event.
             * @example signature.completed
             */
            type: string;
            /**
             * @description Who did it.
             * @example {
             *       "type": "signer",
             *       "name": "Ada Lovelace"
             *     }
             */
            actor: {
                [key: string]: unknown;
            };
            /**
             * @description What the event is about.
             * @example {
             *       "signer_id": 7
             *     }
             */
            data: {
                [key: string]: unknown;
            };
            /**
             * @description The IP address.
             * @example 203.0.113.7
             */
            address: string | null;
            /** @description The browser or program, as it names itself. */
            user_agent: string | null;
            /**
             * @description The `X-Request-Id` of the request.
             * @example req_8t1n5yqz2v6m
             */
            request_id: string;
            /**
             * Format: date-time
             * @description When the event occurred.
             * @example 2026-11-21T09:30:00Z
             */
            occurred_at: string;
            /**
             * @description The hash of the event before.
             * @example fd61a03af4f77d870fc21e05e7e80678095c92d808cfb3b5c279ee04c74aca13
             */
            previous_hash: string;
            /**
             * @description The hash of the event.
             * @example 60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752
             */
            hash: string;
        };
        /** @description A link that shows one of our pages in a frame of another product. */
        FrameLink: {
            /**
             * @description For the `src` of a frame; it works once.
             * @example https://sign.example.com/embed/q8ZrX2mVb7nKc5Tg
             */
            url: string;
            /**
             * Format: date-time
             * @description When it expires; null: never.
             * @example 2026-11-21T09:30:00Z
             */
            expires_at: string;
        };
        /** @description All fields of the process. */
        FieldList: {
            /** @description The fields, in the order in which they were made. */
            data: components["schemas"]["Field"][];
        };
        /** @description Where signers sign in person, one after the other. */
        InPersonSigning: {
            /**
             * @description The page to show on the device of the host. Only the browser that opens it first can use it: with cookies, and until the host signs in there, changes the password or signs out everywhere else.
             * @example https://sign.example.com/sign/in-person/q8ZrX2mVb7nKc5Tg
             */
            url: string;
            /**
             * Format: date-time
             * @description When it expires; null: never.
             * @example 2026-11-21T09:30:00Z
             */
            expires_at: string;
        };
        /** @description Only the signer should have it. */
        SigningLink: {
            /**
             * Format: uri
             * @description The URL.
             * @example https://paraph.example/sign/q8ZrX2mV…
             */
            url: string;
        };
        /** @description What a signer sees: the process, the documents and their own fields. */
        Signing: {
            /** @description The process. */
            process: {
                /**
                 * @description The id of the record.
                 * @example 7
                 */
                id: number;
                /**
                 * @description The name, as lists show it.
                 * @example Lease
                 */
                name: string;
                /**
                 * @description The text of the sender to the signers of the link: their own, and for those without one that to everyone; null without any.
                 * @example Please sign by Friday.
                 */
                message: string | null;
                /**
                 * @description The state of the record.
                 * @example in_progress
                 * @enum {string}
                 */
                status: "draft" | "sent" | "in_progress" | "completed" | "refused" | "cancelled" | "expired" | "voided";
                /** @description All signers have signed, and the sealed document is being created. */
                sealing: boolean;
                /** @description Cannot be completed; the sender was notified. */
                seal_blocked: boolean;
                /**
                 * @description How often the documents were made again before the first signature, such as after a correction of another signer. Who had opened them is `notified` again: show the new ones, then POST to `open`.
                 * @example 0
                 */
                preparation: number;
                /** @description The user who sent it. */
                sender: {
                    /**
                     * @description The name of the person.
                     * @example Charles Babbage
                     */
                    name: string;
                    /**
                     * @description `reply_to` of the account, else the address of the sender.
                     * @example legal@example.com
                     */
                    email: string;
                };
                /**
                 * Format: date-time
                 * @description When it expires unless it is completed.
                 */
                expires_at: string | null;
                /** @description A link that the signing page shows after the signature; the browser does not go there by itself. */
                redirect_url: string | null;
                /**
                 * @description Language of dates and numbers in the document.
                 * @example en
                 */
                locale: string;
                /**
                 * @description How the signature and initials may be made; others are rejected by `sign`.
                 * @example [
                 *       "drawn",
                 *       "typed"
                 *     ]
                 */
                signature_kinds: ("drawn" | "typed" | "uploaded")[];
                /** @description Whether it belongs to the test mode. */
                test_mode: boolean;
                /** @description Whether `delegate` is allowed now. */
                allow_delegation: boolean;
                /** @description Whether the page offers the documents for download before the signature. */
                allow_download_first: boolean;
                /** @description Whether the signers of the process get emails about it. */
                enable_notifications: boolean;
            };
            /** @description The signer. */
            signer: {
                /**
                 * @description The id of the record.
                 * @example 7
                 */
                id: number;
                /**
                 * @description The name of the person.
                 * @example Ada Lovelace
                 */
                name: string;
                /**
                 * @description The email address.
                 * @example ada@example.com
                 */
                email: string;
                /**
                 * @description What the person may do, or does.
                 * @enum {string}
                 */
                role: "signer" | "approver" | "viewer" | "cc";
                /**
                 * @description The state of the record.
                 * @example viewed
                 * @enum {string}
                 */
                status: "pending" | "notified" | "viewed" | "signed" | "refused" | "expired";
                /**
                 * @description The language (BCP 47).
                 * @example en
                 */
                locale: string;
            };
            /** @description All signers of this link, `signer` first: those with the same address whose turn it is at the same time. One `sign` gives each of them a signature. */
            signers: {
                /**
                 * @description The id of the record.
                 * @example 7
                 */
                id: number;
                /**
                 * @description The name of the person.
                 * @example Ada Lovelace
                 */
                name: string;
                /**
                 * @description What the person may do, or does.
                 * @enum {string}
                 */
                role: "signer" | "approver" | "viewer" | "cc";
                /**
                 * @description The state of the record.
                 * @example viewed
                 * @enum {string}
                 */
                status: "pending" | "notified" | "viewed" | "signed" | "refused" | "expired";
            }[];
            /** @description Empty once the process has ended unsigned. */
            documents: {
                /**
                 * @description The id of the document.
                 * @example 7
                 */
                id: number;
                /**
                 * @description The name, as lists show it.
                 * @example Lease
                 */
                name: string;
                /**
                 * @description The number of pages.
                 * @example 3
                 */
                page_count: number;
                /** @description The sizes of the pages as displayed. */
                pages: components["schemas"]["Page"][];
                /**
                 * Format: date-time
                 * @description When the signed file was deleted from the vault.
                 * @example null
                 */
                deleted_at: string | null;
            }[];
            /** @description Fields of these signers; values and files only after the one-time code. */
            fields: components["schemas"]["SigningField"][];
            /** @description The text that the signer consents to. */
            consent: {
                /**
                 * @description The version of the text.
                 * @example 2026-11-30-en
                 */
                version: string;
                /**
                 * @description Plain text, each line a paragraph.
                 * @example I agree to sign electronically.
                 */
                text: string;
            };
            /**
             * @description What was filled in and not signed yet, also on another device; only after the one-time code.
             * @example null
             */
            draft: components["schemas"]["SigningDraft"] | null;
            /**
             * @description After `sign`, until a signature of a remote signing service is embedded.
             * @example null
             */
            confirmation: components["schemas"]["Confirmation"] | null;
            /** @description Whether a one-time code is asked for. */
            otp: {
                /** @description Whether the signer must enter a one-time code first. */
                required: boolean;
                /** @description Confirmed in this browser, within the last 12 hours. */
                verified: boolean;
                /**
                 * @description `access_code`: agreed with the sender, nothing is sent. Null: no code is required.
                 * @example sms
                 * @enum {string|null}
                 */
                method: "email" | "sms" | "access_code" | null;
                /**
                 * @description Where codes are sent; a phone number is masked.
                 * @example +49 … 89
                 */
                destination: string | null;
                /** @description A code was sent, and is still valid. */
                code_sent: boolean;
                /**
                 * @description How often an incorrect code can still be entered; null before a code was sent.
                 * @example 5
                 */
                attempts_left: number | null;
                /**
                 * @description Seconds until another code can be sent.
                 * @example 0
                 */
                next_code_seconds: number;
                /** @description After five incorrect access codes: until the sender sets a new one. */
                locked: boolean;
            };
            /** @description The organisation. */
            tenant: {
                /**
                 * @description The name of the organisation.
                 * @example Analytical Engines
                 */
                name: string;
                /**
                 * @description A data URL.
                 * @example null
                 */
                logo_url: string | null;
                /**
                 * @description The colour of the organisation; null: the default.
                 * @example #1f5f4a
                 */
                color: string | null;
            };
            /**
             * Format: date-time
             * @description The time of this response. It gives the day of signing, not the clock of the device, which may be wrong.
             * @example 2026-11-21T09:30:00Z
             */
            server_time: string;
        };
        /** @description A field of the signer, as the signing page shows it. */
        SigningField: {
            /**
             * @description The id of the record.
             * @example 7
             */
            id: number;
            /**
             * @description The id of the document.
             * @example 7
             */
            document_id: number;
            /**
             * @description The id of the signer.
             * @example 7
             */
            signer_id: number;
            /**
             * @description The kind.
             * @enum {string}
             */
            type: "signature" | "initials" | "date" | "name" | "email" | "company" | "text" | "number" | "checkbox" | "radio" | "dropdown" | "attachment";
            /**
             * @description The page, from 1.
             * @example 1
             */
            page: number;
            /**
             * @description From the left of the page as displayed, in points.
             * @example 72
             */
            x: number;
            /**
             * @description From the top of the page as displayed, in points.
             * @example 640
             */
            y: number;
            /**
             * @description The width in points.
             * @example 160
             */
            width: number;
            /**
             * @description The height in points.
             * @example 40
             */
            height: number;
            /**
             * @description Whether it must be filled in.
             * @example true
             */
            required: boolean;
            /** @description The name that the signer sees. */
            label: string | null;
            /** @description What an empty field shows. */
            placeholder: string | null;
            /**
             * @description A number with a decimal point (`1250.5`), a date as `2026-12-01`.
             * @example null
             */
            value: string | null;
            /**
             * @description How a process runs; absent members keep their defaults.
             * @example []
             */
            options: string[];
            /** @description Its value stays where `condition` hides it. */
            read_only: boolean;
            /** @description A date that gets the day of signing. */
            auto: boolean;
            /** @description The field replaces a form field or text tag of the file. */
            imported: boolean;
            /**
             * @description The rules for the value.
             * @example {}
             */
            validation: {
                [key: string]: unknown;
            };
            /**
             * @description The field is shown, and required, only when this holds for another field of the signer.
             * @example null
             */
            condition: {
                /** @description The field. */
                field: string;
                /** @description The field has this value. */
                equals?: string | undefined;
                /** @description The field has another value. */
                not_equals?: string | undefined;
                /** @description Whether the field is filled in. */
                filled?: boolean | undefined;
            } | null;
            /**
             * @description The value is calculated.
             * @example null
             */
            formula: string | null;
            /** @description A dropdown that takes a text of the signer’s own too. */
            editable: boolean;
            /**
             * @description How the value is placed in the field.
             * @example {}
             */
            layout: components["schemas"]["FieldLayout"];
            /**
             * @description Of a field of the type `attachment`: the file that was added, else null.
             * @example null
             */
            attachment: {
                /**
                 * @description The id of the record.
                 * @example 7
                 */
                id: number;
                /**
                 * @description The name, as lists show it.
                 * @example passport.pdf
                 */
                name: string;
                /**
                 * @description The media type of the stored file.
                 * @example application/pdf
                 * @enum {string}
                 */
                mime_type: "application/pdf" | "image/png" | "image/jpeg";
                /**
                 * @description In bytes.
                 * @example 48213
                 */
                size: number;
                /**
                 * @description The SHA-256 of the bytes, in hexadecimal.
                 * @example fd61a03af4f77d870fc21e05e7e80678095c92d808cfb3b5c279ee04c74aca13
                 */
                sha256: string;
            } | null;
        };
        /** @description What was filled in with a signing link and not signed yet. */
        SigningDraft: {
            /** @description As they were saved: numbers and dates are not read yet. */
            values: {
                /**
                 * @description The id of the field.
                 * @example 7
                 */
                field_id: number;
                /**
                 * @description A number as JSON, or as text in the language of the process: in German `1.250,5`, in English `1,250.5`. A date as `2026-12-01`, or in that language: `1.12.2026`, `12/1/2026`. A text must fit into its field at the smallest size, 4 points, in which it is drawn; the error says about how many characters do. Of a field of the type `attachment`, only in `sign`: the `sha256` of the file that was shown, empty for none; it is refused when another file is there by now. Where it is omitted, the file that is there is signed.
                 * @example Ada Lovelace
                 */
                value: string | boolean | number | null;
                /**
                 * @description Of a number or date: where it was typed, the text was not understood, or had two readings. Another page asks again, rather than reads it in its own language.
                 * @example false
                 */
                unclear?: boolean | undefined;
            }[];
            /**
             * @description The signature.
             * @example {
             *       "method": "typed",
             *       "text": "Ada Lovelace"
             *     }
             */
            signature: ({
                /**
                 * @description How the signature was made.
                 * @constant
                 */
                method: "typed";
                /** @description The text. */
                text: string;
                /**
                 * @description The handwriting; by default, and for one that lacks a character, the first that `GET /signing/{token}/handwriting` lists.
                 * @example caveat
                 * @enum {string}
                 */
                font?: ("caveat" | "dancing-script" | "great-vibes" | "mynerve" | "marhey" | "gveret-levin" | "kalam" | "zen-kurenaido" | "ma-shan-zheng" | "nanum-pen-script") | undefined;
            } | {
                /**
                 * @description How the signature was made.
                 * @enum {string}
                 */
                method: "drawn" | "uploaded";
                /**
                 * @description The picture, as a data URL of a PNG.
                 * @example data:image/png;base64,iVBORw0KGgo…
                 */
                image: string;
            }) | null;
            /**
             * @description The initials, if they were adopted.
             * @example null
             */
            initials: ({
                /**
                 * @description How the signature was made.
                 * @constant
                 */
                method: "typed";
                /** @description The text. */
                text: string;
                /**
                 * @description The handwriting; by default, and for one that lacks a character, the first that `GET /signing/{token}/handwriting` lists.
                 * @example caveat
                 * @enum {string}
                 */
                font?: ("caveat" | "dancing-script" | "great-vibes" | "mynerve" | "marhey" | "gveret-levin" | "kalam" | "zen-kurenaido" | "ma-shan-zheng" | "nanum-pen-script") | undefined;
            } | {
                /**
                 * @description How the signature was made.
                 * @enum {string}
                 */
                method: "drawn" | "uploaded";
                /**
                 * @description The picture, as a data URL of a PNG.
                 * @example data:image/png;base64,iVBORw0KGgo…
                 */
                image: string;
            }) | null;
            /**
             * Format: date-time
             * @description When it was saved last.
             * @example 2026-11-21T09:30:00Z
             */
            saved_at: string;
            /** @description The device that saved it, as it named itself. */
            device: string | null;
        };
        /** @description What is still to be done for a signature that a remote signing service makes. */
        Confirmation: {
            /**
             * @description `code_required`: this browser has to confirm the one-time code first; nothing else is shown before. `preparing`: the service is asked, or the person on another device. `choose`: the person has several certificates at the service, and names one of `credentials`. `waiting`: for the person, here or at the provider. `confirmed`: the signature is being embedded. `unavailable`: the service has no credential of the person, or does not respond; it is asked again.
             * @example waiting
             * @enum {string}
             */
            state: "code_required" | "preparing" | "choose" | "waiting" | "confirmed" | "unavailable";
            /**
             * @description What the service calls itself.
             * @example Example Trust Services
             */
            provider: string;
            /**
             * @description `explicit`: with what is entered for `inputs`. `oauth2code`: at the provider, whose page `visit` gives.
             * @example oauth2code
             * @enum {string|null}
             */
            mode: "implicit" | "explicit" | "oauth2code" | null;
            /** @description Whose certificate the signature will have. */
            certificate: {
                /**
                 * @description Its common name.
                 * @example Ada Lovelace
                 */
                subject: string;
                /**
                 * @description The common name of its issuer.
                 * @example Example Qualified CA
                 */
                issuer: string;
            } | null;
            /**
             * @description How many signatures are still to be confirmed.
             * @example 1
             */
            signatures: number;
            /** @description What the person enters for `explicit`. */
            inputs: {
                /**
                 * @description Names it in `confirm`.
                 * @example PIN
                 */
                id: string;
                /**
                 * @description It has digits only.
                 * @example true
                 */
                numeric: boolean;
                /**
                 * @description In the words of the provider.
                 * @example PIN
                 */
                label: string | null;
                /**
                 * @description What the provider says about it.
                 * @example The PIN of your signature
                 */
                description: string | null;
                /**
                 * @description `code` has the provider send a code, or ask a question.
                 * @example false
                 */
                code_sent: boolean;
            }[];
            /**
             * @description One of `inputs` is enough.
             * @example false
             */
            any_input: boolean;
            /** @description The certificates of the person that may make the signature, where there are several: one is chosen by `PUT …/confirmation/credential`, and another one as long as the signature is not confirmed. */
            credentials: {
                /**
                 * @description Its name at the service.
                 * @example GX0112348
                 */
                id: string;
                /**
                 * @description The common name.
                 * @example Ada Lovelace
                 */
                subject: string;
                /**
                 * @description The common name of its issuer.
                 * @example Example Qualified CA
                 */
                issuer: string;
                /**
                 * Format: date-time
                 * @description Valid until then.
                 * @example 2028-11-20T12:00:00Z
                 */
                not_after: string;
                /**
                 * @description Whether the certificate states that it makes qualified signatures.
                 * @example true
                 */
                qualified: boolean;
                /**
                 * @description The person has chosen it.
                 * @example false
                 */
                chosen: boolean;
            }[];
            /**
             * @description Why the last try failed; `changed`: somebody else has signed meanwhile.
             * @example null
             * @enum {string|null}
             */
            failure: "wrong" | "locked" | "denied" | "expired" | "unavailable" | "changed" | "failed" | null;
        };
        /** @description A file that a signer has added to a field. */
        Attachment: {
            /**
             * @description The id of the record.
             * @example 7
             */
            id: number;
            /**
             * @description The name, as lists show it.
             * @example passport.pdf
             */
            name: string;
            /**
             * @description The media type of the stored file.
             * @example application/pdf
             * @enum {string}
             */
            mime_type: "application/pdf" | "image/png" | "image/jpeg";
            /**
             * @description In bytes.
             * @example 48213
             */
            size: number;
            /**
             * @description The SHA-256 of the bytes, in hexadecimal.
             * @example fd61a03af4f77d870fc21e05e7e80678095c92d808cfb3b5c279ee04c74aca13
             */
            sha256: string;
            /**
             * @description The id of the field.
             * @example 7
             */
            field_id: number;
            /**
             * Format: date-time
             * @description When the record was created.
             * @example 2026-11-21T09:30:00Z
             */
            created_at: string;
        };
        /** @description A visit of the provider, who asks the signer to confirm. */
        ProviderVisit: {
            /**
             * @description The provider’s page; it leads back to the signing page. Valid for 30 minutes.
             * @example https://provider.example/oauth2/authorize?response_type=code
             */
            url: string;
        };
        /** @description When the draft was saved, and the one that it replaced. */
        SavedSigningDraft: {
            /**
             * Format: date-time
             * @description When this draft was saved.
             * @example 2026-11-21T09:30:00Z
             */
            saved_at: string;
            /**
             * Format: date-time
             * @description When the draft was saved before. If that was not by this device, another has changed it meanwhile.
             * @example 2026-11-21T09:29:55Z
             */
            previous_saved_at: string | null;
            /** @description The device that saved the draft before. */
            previous_device: string | null;
        };
        /** @description A typed signature in each handwriting. */
        Handwriting: {
            /** @description One for each font, the default first. */
            faces: {
                /**
                 * @description For `font` of a typed signature; null: italics, as no handwriting has every character.
                 * @example caveat
                 * @enum {string|null}
                 */
                font: "caveat" | "dancing-script" | "great-vibes" | "mynerve" | "marhey" | "gveret-levin" | "kalam" | "zen-kurenaido" | "ma-shan-zheng" | "nanum-pen-script" | null;
                /**
                 * @description The name of the font.
                 * @example Caveat
                 */
                name: string | null;
                /**
                 * @description Of the view box, which begins at 0, 0.
                 * @example 5210
                 */
                width: number;
                /**
                 * @description Of the view box.
                 * @example 1200
                 */
                height: number;
                /**
                 * @description The data of an SVG path.
                 * @example M10 20L30 40Z
                 */
                path: string;
            }[];
        };
        /** @description The state of the process and the signer after an action. */
        SigningState: {
            /** @description The process. */
            process: {
                /**
                 * @description The id of the record.
                 * @example 7
                 */
                id: number;
                /**
                 * @description The state of the record.
                 * @example in_progress
                 * @enum {string}
                 */
                status: "draft" | "sent" | "in_progress" | "completed" | "refused" | "cancelled" | "expired" | "voided";
            };
            /** @description The signer. */
            signer: {
                /**
                 * @description The id of the record.
                 * @example 7
                 */
                id: number;
                /**
                 * @description The state of the record.
                 * @example viewed
                 * @enum {string}
                 */
                status: "pending" | "notified" | "viewed" | "signed" | "refused" | "expired";
                /**
                 * Format: date-time
                 * @description When the signer saw the document; null before, also once it is made again before the first signature.
                 * @example 2026-11-21T09:30:00Z
                 */
                viewed_at: string | null;
                /**
                 * Format: date-time
                 * @description When it was signed; null before.
                 */
                signed_at: string | null;
                /**
                 * Format: date-time
                 * @description When the signer refused; null otherwise.
                 */
                refused_at: string | null;
                /**
                 * @description A remote signing service has yet to make the signature of a signer of this link, who has signed.
                 * @example false
                 */
                awaits_provider: boolean;
            };
        };
        /** @description A code was correct. */
        CodeVerified: {
            /**
             * @description A sentence for people.
             * @example Done.
             */
            message: string;
            /** @description Only in a frame: the token of the session for which the code counts, in place of the one before. */
            token?: string | undefined;
        };
        /** @description A link that opens the signing session on a phone. */
        PhoneLink: {
            /**
             * @description For a QR code; it works once.
             * @example https://sign.example.com/sign/phone/q8ZrX2mVb7nKc5Tg
             */
            url: string;
            /**
             * Format: date-time
             * @description When it expires; null: never.
             * @example 2026-11-21T09:30:00Z
             */
            expires_at: string;
        };
        /** @description What a visitor of a reusable link sees first. */
        LinkVisit: {
            /**
             * @description `unavailable` while its maker may send nothing, such as after their organisation was suspended, and while the template does not fit it.
             * @example active
             * @enum {string}
             */
            status: "active" | "used_up" | "expired" | "ended" | "unavailable";
            /**
             * @description The name of the template.
             * @example Lease
             */
            name: string;
            /** @description The user who sent it. */
            sender: {
                /**
                 * @description The name of the person.
                 * @example Charles Babbage
                 */
                name: string;
                /**
                 * @description `reply_to` of the account, else the address of the sender.
                 * @example legal@example.com
                 */
                email: string;
            };
            /** @description The organisation. */
            tenant: {
                /**
                 * @description The name of the organisation.
                 * @example Analytical Engines
                 */
                name: string;
                /**
                 * @description A data URL.
                 * @example null
                 */
                logo_url: string | null;
                /**
                 * @description The colour of the organisation; null: the default.
                 * @example #1f5f4a
                 */
                color: string | null;
            };
            /** @description Whether it belongs to the test mode. */
            test_mode: boolean;
        };
        /** @description Where the visitor of a reusable link goes on. */
        BegunByLink: {
            /** @description What the event is about. */
            data: {
                /**
                 * Format: uri
                 * @description The signing page of the visitor.
                 * @example https://paraph.example/sign/q8ZrX2…
                 */
                url: string;
            };
        };
        /** @description What the request for a code did, the same for every address. */
        LinkCodeSent: {
            /**
             * @description A sentence for people.
             * @example Done.
             */
            message: string;
            /**
             * @description Of the link. By one that is not `active` only those who have begun before get a code.
             * @example active
             * @enum {string}
             */
            status: "active" | "used_up" | "expired" | "ended" | "unavailable";
        };
        /** @description A signed document in the vault. */
        VaultDocument: {
            /**
             * @description The id of the record.
             * @example 7
             */
            id: number;
            /**
             * @description The name, as lists show it.
             * @example Lease
             */
            name: string;
            /**
             * @description The id of the document.
             * @example 7
             */
            document_id: number;
            /**
             * @description The id of the process.
             * @example 7
             */
            process_id: number;
            /**
             * @description The name of the process.
             * @example Lease
             */
            process_name: string;
            /**
             * @description The state of the record.
             * @enum {string}
             */
            status: "active" | "archived" | "expiring" | "expired";
            /**
             * @description That of the process. Null: in no folder.
             * @example 7
             */
            folder_id: number | null;
            /**
             * @description The tags.
             * @example [
             *       "lease",
             *       "2026"
             *     ]
             */
            tags: string[];
            /**
             * @description Bytes of the signed PDF.
             * @example 48213
             */
            size: number;
            /**
             * @description The size for people.
             * @example 47.1 KB
             */
            size_formatted: string;
            /**
             * @description The SHA-256 of the bytes, in hexadecimal.
             * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            sha256: string;
            /**
             * @description The number of pages.
             * @example 3
             */
            page_count: number;
            /** @description The people, in their order. */
            signers: {
                /**
                 * @description The name of the person.
                 * @example Ada Lovelace
                 */
                name: string;
                /**
                 * @description The email address.
                 * @example ada@example.com
                 */
                email: string;
                /**
                 * Format: date-time
                 * @description When it was signed; null before.
                 * @example 2026-11-21T09:30:00Z
                 */
                signed_at: string | null;
            }[];
            /**
             * Format: date-time
             * @description When it was signed; null before.
             * @example 2026-11-21T09:30:00Z
             */
            signed_at: string;
            /**
             * Format: date-time
             * @description When it was archived; null otherwise.
             */
            archived_at: string | null;
            /**
             * Format: date-time
             * @description When retention ends; the document stays readable until it is deleted.
             * @example 2036-11-21T09:30:00Z
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description When the process was declared void; null otherwise. The signatures stay valid.
             * @example null
             */
            voided_at: string | null;
            /**
             * @description Why it was declared void; null otherwise.
             * @example null
             */
            void_reason: string | null;
            /** @description The other members are null while it is off. */
            legal_hold: {
                /** @description Under legal hold the document cannot be deleted. */
                on: boolean;
                /**
                 * @description Why it is on; null while it is off.
                 * @example null
                 */
                reason: string | null;
                /**
                 * @description Who set it; null while it is off.
                 * @example null
                 */
                set_by: components["schemas"]["Person"] | null;
                /**
                 * Format: date-time
                 * @description When it was set; null while it is off.
                 * @example null
                 */
                set_at: string | null;
            };
            /** @description The last signature of the platform. */
            seal: {
                /**
                 * @description PAdES baseline level: B-B, B-T, B-LT or B-LTA.
                 * @example B-B
                 */
                level: string;
                /**
                 * @description The issuer of the certificate.
                 * @example Paraph authority for Analytical Engines
                 */
                issuer: string;
                /**
                 * @description The serial number of the certificate, in hexadecimal.
                 * @example 5f3a91c2
                 */
                serial: string;
                /**
                 * Format: date-time
                 * @description The time of the time stamp; null without one.
                 */
                timestamped_at: string | null;
            };
            /** @description Whether it belongs to the test mode. */
            test_mode: boolean;
            /**
             * Format: date-time
             * @description When the record was created.
             * @example 2026-11-21T09:30:00Z
             */
            created_at: string;
            /**
             * Format: uri
             * @description Where it is downloaded, with the same credential.
             * @example https://paraph.example/api/v1/vault/documents/7/download
             */
            download_url: string;
            /**
             * Format: uri
             * @description Where the ZIP with document, certificate and audit trail is downloaded.
             * @example https://paraph.example/api/v1/vault/documents/7/package
             */
            package_url: string;
        };
        /** @description A signed document in the vault, with the details of its storage. */
        VaultDocumentDetail: {
            /**
             * @description The id of the record.
             * @example 7
             */
            id: number;
            /**
             * @description The name, as lists show it.
             * @example Lease
             */
            name: string;
            /**
             * @description The id of the document.
             * @example 7
             */
            document_id: number;
            /**
             * @description The id of the process.
             * @example 7
             */
            process_id: number;
            /**
             * @description The name of the process.
             * @example Lease
             */
            process_name: string;
            /**
             * @description The state of the record.
             * @enum {string}
             */
            status: "active" | "archived" | "expiring" | "expired";
            /**
             * @description That of the process. Null: in no folder.
             * @example 7
             */
            folder_id: number | null;
            /**
             * @description The tags.
             * @example [
             *       "lease",
             *       "2026"
             *     ]
             */
            tags: string[];
            /**
             * @description Bytes of the signed PDF.
             * @example 48213
             */
            size: number;
            /**
             * @description The size for people.
             * @example 47.1 KB
             */
            size_formatted: string;
            /**
             * @description The SHA-256 of the bytes, in hexadecimal.
             * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            sha256: string;
            /**
             * @description The number of pages.
             * @example 3
             */
            page_count: number;
            /** @description The people, in their order. */
            signers: {
                /**
                 * @description The name of the person.
                 * @example Ada Lovelace
                 */
                name: string;
                /**
                 * @description The email address.
                 * @example ada@example.com
                 */
                email: string;
                /**
                 * Format: date-time
                 * @description When it was signed; null before.
                 * @example 2026-11-21T09:30:00Z
                 */
                signed_at: string | null;
            }[];
            /**
             * Format: date-time
             * @description When it was signed; null before.
             * @example 2026-11-21T09:30:00Z
             */
            signed_at: string;
            /**
             * Format: date-time
             * @description When it was archived; null otherwise.
             */
            archived_at: string | null;
            /**
             * Format: date-time
             * @description When retention ends; the document stays readable until it is deleted.
             * @example 2036-11-21T09:30:00Z
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description When the process was declared void; null otherwise. The signatures stay valid.
             * @example null
             */
            voided_at: string | null;
            /**
             * @description Why it was declared void; null otherwise.
             * @example null
             */
            void_reason: string | null;
            /** @description The other members are null while it is off. */
            legal_hold: {
                /** @description Under legal hold the document cannot be deleted. */
                on: boolean;
                /**
                 * @description Why it is on; null while it is off.
                 * @example null
                 */
                reason: string | null;
                /**
                 * @description Who set it; null while it is off.
                 * @example null
                 */
                set_by: components["schemas"]["Person"] | null;
                /**
                 * Format: date-time
                 * @description When it was set; null while it is off.
                 * @example null
                 */
                set_at: string | null;
            };
            /** @description The last signature of the platform. */
            seal: {
                /**
                 * @description PAdES baseline level: B-B, B-T, B-LT or B-LTA.
                 * @example B-B
                 */
                level: string;
                /**
                 * @description The issuer of the certificate.
                 * @example Paraph authority for Analytical Engines
                 */
                issuer: string;
                /**
                 * @description The serial number of the certificate, in hexadecimal.
                 * @example 5f3a91c2
                 */
                serial: string;
                /**
                 * Format: date-time
                 * @description The time of the time stamp; null without one.
                 */
                timestamped_at: string | null;
            };
            /** @description Whether it belongs to the test mode. */
            test_mode: boolean;
            /**
             * Format: date-time
             * @description When the record was created.
             * @example 2026-11-21T09:30:00Z
             */
            created_at: string;
            /**
             * Format: uri
             * @description Where it is downloaded, with the same credential.
             * @example https://paraph.example/api/v1/vault/documents/7/download
             */
            download_url: string;
            /**
             * Format: uri
             * @description Where the ZIP with document, certificate and audit trail is downloaded.
             * @example https://paraph.example/api/v1/vault/documents/7/package
             */
            package_url: string;
            /** @description Pages of the signed PDF, as displayed. */
            pages: components["schemas"]["Page"][];
        };
        /** @description What was found out about the signatures of a file. */
        Verification: {
            /**
             * @description The verdict in a word. `unchanged`: every signature passed, and nothing was changed after signing (also in test mode: see `test_mode`). `changed`: the file was changed after signing, or a signature is not valid. `not_issued_here`: unchanged, but nobody known vouches for a signer. `indeterminate`: a signature cannot be judged, such as one with a weak algorithm.
             * @example unchanged
             * @enum {string}
             */
            verdict: "unchanged" | "changed" | "not_issued_here" | "not_signed" | "indeterminate";
            /**
             * @description The name of the file.
             * @example lease.pdf
             */
            filename: string;
            /**
             * @description The size in bytes.
             * @example 48213
             */
            size: number;
            /**
             * @description The SHA-256 of the bytes, in hexadecimal.
             * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            sha256: string;
            /**
             * @description Whether it has a signature.
             * @example true
             */
            signed: boolean;
            /**
             * @description There is at least one signature, and every one is valid. Read it together with `changed_after_signing`: what is permitted can still be a change.
             * @example true
             */
            valid: boolean;
            /** @description True if it is true for any signature. */
            changed_after_signing: boolean;
            /**
             * @description Nothing follows the last signature.
             * @example true
             */
            covers_whole_file: boolean;
            /**
             * @description The certificate of every signature, time stamps aside, was issued by this installation.
             * @example true
             */
            issued_here: boolean;
            /** @description Signed in test mode, without legal effect. */
            test_mode: boolean;
            /**
             * Format: date-time
             * @description When the process was declared void that the last valid seal of this installation names, or without one that of a signer; null otherwise. The signatures stay valid.
             * @example null
             */
            voided_at: string | null;
            /**
             * @description How many signatures were not verified, or not against all later revisions, because the file needs too much time. They are `INDETERMINATE`, and the file is not `valid`.
             * @example 0
             */
            not_judged: number;
            /**
             * @description What is wrong with the file as a whole.
             * @example []
             */
            faults: string[];
            /**
             * @description Active content found in the file, such as scripts.
             * @example []
             */
            active_content: ("javascript" | "launch" | "additional_actions" | "embedded_files" | "xfa")[];
            /** @description The audit trail that the last valid seal of this installation names; null without one. A trail whose event at this position has another hash is not that of this file. */
            evidence: components["schemas"]["NamedEvidence"] | null;
            /** @description The signatures, in the order of the file. */
            signatures: {
                /**
                 * @description The name of the signature field.
                 * @example Signature1
                 */
                field: string;
                /**
                 * @description A person’s signature, a seal of this service (its certification and its last signature), or a document time stamp.
                 * @example signature
                 * @enum {string}
                 */
                kind: "signature" | "seal" | "time_stamp";
                /**
                 * @description The name in the certificate.
                 * @example Ada Lovelace
                 */
                signer: string;
                /**
                 * @description The issuer of the certificate.
                 * @example Paraph authority for Analytical Engines
                 */
                issuer: string;
                /**
                 * @description The serial number of the certificate, in hexadecimal.
                 * @example 5f3a91c2
                 */
                serial_number: string;
                /**
                 * @description The format of the signature (`/SubFilter`).
                 * @example ETSI.CAdES.detached
                 */
                sub_filter: string;
                /**
                 * @description Null for time stamps and signatures that are not PAdES baseline signatures (ETSI EN 319 142-1, 6.3).
                 * @example PAdES-BASELINE-B
                 * @enum {string|null}
                 */
                level: "PAdES-BASELINE-B" | "PAdES-BASELINE-T" | "PAdES-BASELINE-LT" | "PAdES-BASELINE-LTA" | null;
                /** @description Whether it certifies the document (DocMDP). */
                certification: boolean;
                /**
                 * @description The email address in the certificate, where its chain leads to a root that is known here; null otherwise.
                 * @example ada@example.com
                 */
                email: string | null;
                /**
                 * @description How a person who signed here was identified: by the personal link alone (`link`), by a host who handed over a device alone (`in_person`), or, besides how they reached the signing page (`reached_by`), by a code sent by email or text message, or agreed on with the sender. Null for others.
                 * @example email
                 * @enum {string|null}
                 */
                identified_by: "link" | "in_person" | "email" | "sms" | "access_code" | null;
                /**
                 * @description How a person who signed here reached the signing page: by their personal link, on the device of a host who handed it over in person, or by a reusable link, which anyone can open. Null for others.
                 * @example personal_link
                 * @enum {string|null}
                 */
                reached_by: "personal_link" | "in_person" | "reusable_link" | null;
                /**
                 * @description The common names of the certificates, from the signer’s to the last that is known.
                 * @example [
                 *       "Ada Lovelace",
                 *       "Paraph authority for Analytical Engines",
                 *       "Paraph root"
                 *     ]
                 */
                chain: string[];
                /**
                 * @description The SHA-256 of the certificates of the chain, from the signer’s to the trust anchor; of the signer’s alone where no chain was found.
                 * @example [
                 *       "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                 *     ]
                 */
                chain_sha256: string[];
                /**
                 * @description Who vouches for the chain: this installation, or a root that its operator trusts, such as the service of a trusted list (`trusted_list`). Null when nobody known does.
                 * @example installation
                 * @enum {string|null}
                 */
                vouched_by: "installation" | "trusted_root" | null;
                /**
                 * @description What a signature that passed is by the trusted lists of the European Union (ETSI TS 119 615): a qualified electronic signature (`QESig`) or seal (`QESeal`), one with a qualified certificate whose key is not in a qualified device (`AdESig-QC`, `AdESeal-QC`), a qualified time stamp (`QTST`), or another one whose authority is in a list. Where `revocation_status` is `unknown`, those of qualified certificates begin with `Indeterminate`, as in EU DSS. Null for all others, and where the operator has loaded no lists (`TRUSTED_LISTS`).
                 * @example null
                 * @enum {string|null}
                 */
                qualified: "QESig" | "QESeal" | "AdESig-QC" | "AdESeal-QC" | "Indeterminate QESig" | "Indeterminate QESeal" | "Indeterminate AdESig-QC" | "Indeterminate AdESeal-QC" | "AdESig" | "AdESeal" | "AdES" | "QTST" | null;
                /**
                 * @description What the validation data in the file say of the signer’s certificate and its authorities when the signature is known to exist: `good`: none had been revoked; `unknown`: that could not be determined, as the file has no such data of that time (below the level LT, or older than the proof that the signature existed) and nothing is fetched, or as nobody trusts the chain of its certificate. Null for document time stamps.
                 * @example good
                 * @enum {string|null}
                 */
                revocation_status: "good" | "revoked" | "unknown" | null;
                /** @description The trusted list, and the service in it, that vouches for the certificate; null without one. */
                trusted_list: components["schemas"]["TrustedListEntry"] | null;
                /** @description The same for the authority of the time stamp: it is a qualified one. Null for document time stamps, whose list is `trusted_list`. */
                time_stamp_trusted_list: components["schemas"]["TrustedListEntry"] | null;
                /**
                 * @description Whose clock the time of signing is: that of a trusted time-stamping authority (`timestamped_at`), of this service, or of the signer, without proof (`signed_at`).
                 * @example service
                 * @enum {string}
                 */
                time_source: "time_stamp" | "service" | "claim";
                /**
                 * @description The common name of the authority of the time stamp.
                 * @example null
                 */
                time_stamp_authority: string | null;
                /**
                 * @description The time in the signature; null without one.
                 * @example 2026-11-21T09:30:00Z
                 */
                signed_at: string | null;
                /** @description When a time-stamp authority time-stamped the signature. The authority is trusted where `time_source` is `time_stamp`; otherwise it is a claim. */
                timestamped_at: string | null;
                /**
                 * @description Since when the signature is proven to exist: the earliest time stamp over it, its own or a later one of the document, of a trusted authority. Null without one.
                 * @example null
                 */
                proven_at: string | null;
                /**
                 * @description The reason in the signature (`/Reason`); null without one.
                 * @example I agree to the lease.
                 */
                reason: string | null;
                /**
                 * @description The bytes that it covers (`/ByteRange`).
                 * @example [
                 *       0,
                 *       21044,
                 *       37430,
                 *       10783
                 *     ]
                 */
                byte_range: number[];
                /**
                 * @description Intact, and all later changes are permitted. Says nothing about the signer’s identity.
                 * @example true
                 */
                valid: boolean;
                /**
                 * @description The signed bytes are unchanged, and the signature matches the certificate.
                 * @example true
                 */
                intact: boolean;
                /**
                 * @description As in ETSI EN 319 102-1: passed if valid, trusted, within the validity of its certificates at `proven_at` or today, not revoked before, for signing documents, and made with strong algorithms; failed if not valid; otherwise, and where something is unsupported or the certificate is missing or not identified, indeterminate.
                 * @enum {string}
                 */
                indication: "TOTAL_PASSED" | "TOTAL_FAILED" | "INDETERMINATE";
                /**
                 * @description Why it did not pass.
                 * @example null
                 * @enum {string|null}
                 */
                sub_indication: "FORMAT_FAILURE" | "HASH_FAILURE" | "SIG_CRYPTO_FAILURE" | "NO_CERTIFICATE_CHAIN_FOUND" | "CHAIN_CONSTRAINTS_FAILURE" | "CERTIFICATE_CHAIN_GENERAL_FAILURE" | "REVOKED_NO_POE" | "REVOKED_CA_NO_POE" | "OUT_OF_BOUNDS_NO_POE" | "CRYPTO_CONSTRAINTS_FAILURE_NO_POE" | "SIG_CONSTRAINTS_FAILURE" | null;
                /**
                 * @description Algorithms of the signature, or of the certificates of its chain, that are no longer secure, such as `MD5`, `SHA-1`, `RIPEMD-160` or `DSA`, separated by commas. The signature may still be intact.
                 * @example null
                 */
                weak_algorithm: string | null;
                /**
                 * @description The key of the certificate, or of an authority of its chain, if it is too short, such as `RSA 1024`.
                 * @example null
                 */
                weak_key: string | null;
                /**
                 * @description The certificate had expired when the signature was made: at `proven_at`, or today without it.
                 * @example false
                 */
                certificate_expired: boolean;
                /**
                 * @description The certificate was not valid yet when the signature was made: at `proven_at`, at the time that it claims, or today.
                 * @example false
                 */
                certificate_not_yet_valid: boolean;
                /**
                 * @description Number of bytes after the signature in its place in the file, where only zeros belong.
                 * @example 0
                 */
                trailing_bytes: number;
                /**
                 * @description The algorithm (name or object identifier) or sub-filter that this service cannot verify. `intact` and `valid` are false then, although the bytes may be unchanged.
                 * @example null
                 */
                unsupported: string | null;
                /**
                 * @description The certificate chains to a trust anchor, other than the root of test mode: a root of this installation, one of `TRUSTED_ROOTS`, or a service of a trusted list. What was signed here says `issued_here`.
                 * @example true
                 */
                trusted: boolean;
                /**
                 * @description Whether nothing follows it.
                 * @example true
                 */
                covers_whole_file: boolean;
                /** @description The signed bytes were changed, or a later revision did more than add the next person's signature and fill in that person's fields, whether permitted or not. */
                changed_after_signing: boolean;
                /**
                 * @description Extent of the changes in later revisions, those of later signers included.
                 * @enum {string}
                 */
                modification_level: "none" | "lta_updates" | "form_filling" | "annotations" | "other";
                /**
                 * @description Changes made by later revisions, signatures included.
                 * @example []
                 */
                changes: components["schemas"]["ChangeAfterSigning"][];
                /**
                 * @description How many changes `changes` leaves out, because the file has many signatures; those that are not permitted come first.
                 * @example 0
                 */
                changes_omitted: number;
                /**
                 * @description Whether this installation issued the certificate.
                 * @example true
                 */
                issued_here: boolean;
                /** @description Whether it belongs to the test mode. */
                test_mode: boolean;
                /**
                 * @description What is wrong; empty when it is valid.
                 * @example []
                 */
                faults: string[];
            }[];
        };
        /** @description The audit trail that a seal names. */
        NamedEvidence: {
            /**
             * @description The name of the hash chain.
             * @example process:12
             */
            chain: string;
            /**
             * @description The position of its last event at the time of the seal, from 1.
             * @example 9
             */
            length: number;
            /**
             * @description The hash of that event.
             * @example 60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752
             */
            head: string;
            /**
             * @description The entry of the transparency log that has this head (`GET /trust/log/checkpoint`); null where the log does not have it.
             * @example 41206
             */
            log_index: number | null;
            /** @description The witnesses of this installation (`WITNESSES`) that have cosigned a checkpoint of the log with this entry. */
            log_witnesses: {
                /**
                 * @description The name of the witness’s key.
                 * @example witness.example.com/api/v1/trust/witness
                 */
                name: string;
                /**
                 * Format: date-time
                 * @description When it saw the log with this entry.
                 * @example 2026-11-21T09:30:00Z
                 */
                cosigned_at: string;
            }[];
        };
        /** @description A service in a trusted list of the European Union (ETSI TS 119 612). */
        TrustedListEntry: {
            /**
             * @description Whose list it is: a country.
             * @example BE
             */
            territory: string;
            /**
             * @description The trust service provider.
             * @example Example Trust NV
             */
            provider: string;
            /**
             * @description Its service.
             * @example Example Trust Qualified CA
             */
            service: string;
            /**
             * Format: date-time
             * @description When the next list is issued at the latest; null where no further one is.
             */
            next_update: string | null;
            /**
             * @description That time has passed: the list that this installation has may not be current.
             * @example false
             */
            expired: boolean;
        };
        /** @description One change that was made to a file after a signature. */
        ChangeAfterSigning: {
            /**
             * @description `content` is any change without a kind of its own: pages, fonts, new fields, removals.
             * @enum {string}
             */
            kind: "validation_data" | "validation_data_removed" | "metadata" | "time_stamp_added" | "signature_field_added" | "signature_added" | "field_filled" | "field_appearance" | "field_locked" | "form_changed" | "annotation_added" | "annotation_changed" | "content";
            /**
             * @description What kind of change it is.
             * @enum {string}
             */
            level: "none" | "lta_updates" | "form_filling" | "annotations" | "other";
            /** @description Fully qualified name of the form field. */
            field: string | null;
            /**
             * @description The label of the field in the file; null without one.
             * @example Monthly rent
             */
            label: string | null;
            /**
             * @description The page on which the field is; null where it is on none.
             * @example 1
             */
            page: number | null;
            /** @description For a field that was filled in: the value as signed. */
            before: string | null;
            /** @description For a field that was filled in: the value now. */
            after: string | null;
            /**
             * @description Whether the signature and the lock of its field (FieldMDP, /P), and the certification (DocMDP), permit the change.
             * @example true
             */
            permitted: boolean;
            /** @description The field of the first later signature that covers the change; null when none does. */
            signed_by: string | null;
            /**
             * @description A sentence for people.
             * @example The field “Signature2” was signed.
             */
            message: string;
        };
        /** @description The numbers of the vault. The total, its size, the months and the tags are of all documents; each is in one of five states: a void one counts as `voided_documents` until it is archived. */
        VaultStatistics: {
            /**
             * @description All documents, void and archived ones included.
             * @example 12
             */
            total_documents: number;
            /**
             * @description Documents of the status `active` that are not void.
             * @example 10
             */
            active_documents: number;
            /**
             * @description Void ones, too.
             * @example 1
             */
            archived_documents: number;
            /**
             * @description Documents of the status `expiring` that are not void.
             * @example 0
             */
            expiring_soon: number;
            /**
             * @description Their retention has ended, and they are not deleted yet.
             * @example 0
             */
            expired_documents: number;
            /**
             * @description Not archived, and of a process that was declared void; not counted as active, expiring or expired.
             * @example 1
             */
            voided_documents: number;
            /**
             * @description Bytes.
             * @example 578556
             */
            total_size: number;
            /**
             * @description The size of all documents for people.
             * @example 565 KB
             */
            total_size_formatted: string;
            /** @description The last twelve months, oldest first. */
            documents_by_month: {
                /**
                 * @description The month, `YYYY-MM` (UTC).
                 * @example 2026-11
                 */
                month: string;
                /**
                 * @description Documents that were signed in the month.
                 * @example 12
                 */
                count: number;
                /**
                 * @description Bytes.
                 * @example 578556
                 */
                size: number;
            }[];
            /** @description The most frequent tags, up to 100. Spellings that differ in case or accents are one tag; a document with two of them counts for each. */
            top_tags: {
                /**
                 * @description The tag.
                 * @example lease
                 */
                tag: string;
                /**
                 * @description How many documents have the tag.
                 * @example 12
                 */
                count: number;
            }[];
        };
        /** @description A process that ended with signed documents. */
        Archive: {
            /**
             * @description The process’s id.
             * @example 7
             */
            id: number;
            /**
             * @description The id of the process.
             * @example 7
             */
            process_id: number;
            /**
             * @description The name, as lists show it.
             * @example Lease
             */
            name: string;
            /**
             * @description The state of the record.
             * @enum {string}
             */
            status: "completed" | "voided";
            /**
             * @description Null: in no folder.
             * @example 7
             */
            folder_id: number | null;
            /**
             * @description How many documents it has.
             * @example 1
             */
            documents_count: number;
            /**
             * @description How many people signed.
             * @example 1
             */
            signers_count: number;
            /**
             * @description Bytes of its signed documents.
             * @example 48213
             */
            size: number;
            /**
             * Format: date-time
             * @description When it was completed; null before.
             * @example 2026-11-21T09:30:00Z
             */
            completed_at: string;
            /**
             * Format: date-time
             * @description When the process was declared void; null otherwise.
             * @example null
             */
            voided_at: string | null;
            /** @description Whether it belongs to the test mode. */
            test_mode: boolean;
            /**
             * Format: uri
             * @description Where it is downloaded, with the same credential.
             * @example https://paraph.example/api/v1/archives/7/download
             */
            download_url: string;
        };
        /** @description A template that is sent to a list of people. */
        BulkSend: {
            /**
             * @description The id of the record.
             * @example 7
             */
            id: number;
            /**
             * @description Null when the template was deleted.
             * @example 7
             */
            template_id: number | null;
            /**
             * @description The name, as lists show it.
             * @example Leases 2027
             */
            name: string;
            /**
             * @description The state of the record.
             * @enum {string}
             */
            status: "running" | "paused" | "completed" | "cancelled";
            /** @description Why it was paused by itself, such as a used-up quota, a template of which no row can be sent any more, a value that does not fit the template since that has changed, or a user or API key that may not send any more; null otherwise. */
            pause_reason: string | null;
            /**
             * @description What `pause_reason` is made of, for translations; null without one.
             * @example null
             */
            pause_reason_detail: components["schemas"]["ErrorDetail"] | null;
            /**
             * @description Rows with the same people as an earlier one, at most 200. They count from 1, as in the result; `errors` count from 0.
             * @example [
             *       "Row 7 has the same people as row 2."
             *     ]
             */
            warnings: string[];
            /**
             * @description What `warnings` are made of, in their order, for translations.
             * @example [
             *       {
             *         "key": "documents.rowRepeatsPeople",
             *         "values": {
             *           "row": "7",
             *           "earlier": "2"
             *         }
             *       }
             *     ]
             */
            warning_details: components["schemas"]["ErrorDetail"][];
            /** @description How far it is. */
            progress: {
                /**
                 * @description How many there are.
                 * @example 1000
                 */
                total: number;
                /**
                 * @description Rows whose process was sent.
                 * @example 640
                 */
                sent: number;
                /**
                 * @description Rows that failed.
                 * @example 2
                 */
                failed: number;
                /**
                 * @description Rows that are left.
                 * @example 358
                 */
                remaining: number;
            };
            /** @description Whether it belongs to the test mode. */
            test_mode: boolean;
            /**
             * @description The user who created it.
             * @example Ada Lovelace
             */
            created_by: string;
            /**
             * Format: date-time
             * @description When the record was created.
             * @example 2026-11-21T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it ended; null before.
             */
            ended_at: string | null;
        };
        /** @description Documents, roles and fields from which processes are made. */
        Template: {
            /**
             * @description The id of the record.
             * @example 7
             */
            id: number;
            /**
             * @description Number of the current version. A change makes a new version where processes came from the current one.
             * @example 1
             */
            version: number;
            /**
             * @description The name, as lists show it.
             * @example Lease
             */
            name: string;
            /**
             * @description A text of your own about it.
             * @example Flat 4, twelve months
             */
            description: string | null;
            /**
             * @description Null: in no folder.
             * @example 7
             */
            folder_id: number | null;
            /** @description The documents. */
            documents: components["schemas"]["TemplateDocument"][];
            /** @description The roles, in the order in which they sign. */
            roles: components["schemas"]["TemplateRole"][];
            /** @description The fields. */
            fields: components["schemas"]["TemplateField"][];
            /** @description What the DOCX documents of the template need in `values`. The text tags in them become fields at each use. */
            variables: components["schemas"]["TemplateVariable"][];
            /** @description How a process runs; absent members keep their defaults. */
            options: components["schemas"]["ProcessOptions"];
            /**
             * @description Number of processes created from the template, without deleted drafts. It counts without a change of `updated_at`.
             * @example 4
             */
            usage_count: number;
            /** @description Whether it belongs to the test mode. */
            test_mode: boolean;
            /** @description The user who created it. */
            created_by: components["schemas"]["Person"] | null;
            /**
             * Format: date-time
             * @description When the record was created.
             * @example 2026-11-21T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record was last changed.
             * @example 2026-11-21T09:30:00Z
             */
            updated_at: string;
        };
        /** @description A document of a template. */
        TemplateDocument: {
            /**
             * @description The id of the record.
             * @example 7
             */
            id: number;
            /**
             * @description The name, as lists show it.
             * @example Lease
             */
            name: string;
            /**
             * @description The position among the documents.
             * @example 1
             */
            order: number;
            /**
             * @description The number of pages.
             * @example 3
             */
            page_count: number;
        };
        /** @description A placeholder for a person, who is named when the template is used. */
        TemplateRole: {
            /**
             * @description The name of the role.
             * @example Landlord
             */
            name: string;
            /**
             * @description The position among the people; equal numbers are at the same time.
             * @example 1
             */
            order: number;
            /**
             * @description `sequential`: after those of lower `order`; `parallel`: at once.
             * @enum {string}
             */
            type: "sequential" | "parallel";
            /**
             * @description What the person does: the signer’s `role`.
             * @enum {string}
             */
            role: "signer" | "approver" | "viewer" | "cc";
            /**
             * @description Null: as `enable_otp`.
             * @example null
             * @enum {string|null}
             */
            otp: "none" | "email" | "sms" | "access_code" | null;
            /**
             * @description Who makes the signature.
             * @example simple
             * @enum {string}
             */
            signature_level: "simple" | "advanced" | "qualified";
        };
        /** @description A form field of a role, in points from the top left of the page. */
        TemplateField: {
            /**
             * @description The id of the record.
             * @example 7
             */
            id: number;
            /**
             * @description The id of the document.
             * @example 7
             */
            document_id: number;
            /**
             * @description What the signer fills in.
             * @enum {string}
             */
            type: "signature" | "initials" | "date" | "name" | "email" | "company" | "text" | "number" | "checkbox" | "radio" | "dropdown" | "attachment";
            /**
             * @description The page, from 1.
             * @example 1
             */
            page: number;
            /**
             * @description From the left of the page as displayed, in points.
             * @example 72
             */
            x: number;
            /**
             * @description From the top of the page as displayed, in points.
             * @example 640
             */
            y: number;
            /**
             * @description The width in points.
             * @example 160
             */
            width: number;
            /**
             * @description The height in points.
             * @example 40
             */
            height: number;
            /**
             * @description Whether it must be filled in.
             * @example true
             */
            required: boolean;
            /** @description The name that the signer sees. */
            label: string | null;
            /** @description What an empty field shows. */
            placeholder: string | null;
            /**
             * @description A number with a decimal point (`1250.5`), a date as `2026-12-01`.
             * @example null
             */
            value: string | null;
            /**
             * @description The choices of a `radio` or `dropdown`.
             * @example []
             */
            options: string[];
            /** @description Its value stays where `condition` hides it. */
            read_only: boolean;
            /** @description A date that gets the day of signing. */
            auto: boolean;
            /** @description The field replaces a form field or text tag of the file. */
            imported: boolean;
            /**
             * @description The rules for the value.
             * @example {}
             */
            validation: {
                [key: string]: unknown;
            };
            /**
             * @description The field is shown, and required, only when this holds for another field of the signer.
             * @example null
             */
            condition: {
                /** @description The field. */
                field: string;
                /** @description The field has this value. */
                equals?: string | undefined;
                /** @description The field has another value. */
                not_equals?: string | undefined;
                /** @description Whether the field is filled in. */
                filled?: boolean | undefined;
            } | null;
            /**
             * @description The value is calculated.
             * @example null
             */
            formula: string | null;
            /** @description A dropdown that takes a text of the signer’s own too. */
            editable: boolean;
            /**
             * @description How the value is placed in the field.
             * @example {}
             */
            layout: components["schemas"]["FieldLayout"];
            /**
             * @description Only in a process, and of fields of the type `attachment`: the file of a signer who has signed, else null.
             * @example null
             */
            attachment?: ({
                /**
                 * @description The id of the record.
                 * @example 7
                 */
                id: number;
                /**
                 * @description The name, as lists show it.
                 * @example passport.pdf
                 */
                name: string;
                /**
                 * @description The media type of the stored file.
                 * @example application/pdf
                 * @enum {string}
                 */
                mime_type: "application/pdf" | "image/png" | "image/jpeg";
                /**
                 * @description In bytes.
                 * @example 48213
                 */
                size: number;
                /**
                 * @description The SHA-256 of the bytes, in hexadecimal.
                 * @example fd61a03af4f77d870fc21e05e7e80678095c92d808cfb3b5c279ee04c74aca13
                 */
                sha256: string;
                /**
                 * Format: uri
                 * @description Where it is downloaded, with the same credential.
                 * @example https://paraph.example/api/v1/signature-processes/7/attachments/3
                 */
                download_url: string;
            } | null) | undefined;
            /**
             * @description Name of the template role that fills in the field.
             * @example Landlord
             */
            role: string;
        };
        /** @description A placeholder of a DOCX of the template, filled in from `values` at each use. `text`: `[[name]]`; `condition`: `[[#if name]]…[[/if]]`; `list`: `[[#each name]]…[[/each]]`. */
        TemplateVariable: {
            /**
             * @description The name, as lists show it.
             * @example rent
             */
            name: string;
            /**
             * @description The kind.
             * @enum {string}
             */
            type: "text" | "condition" | "list";
            /**
             * @description The names in the rows of a list.
             * @example []
             */
            members: {
                /**
                 * @description The name, as lists show it.
                 * @example price
                 */
                name: string;
                /**
                 * @description The kind.
                 * @enum {string}
                 */
                type: "text" | "condition" | "list";
            }[];
        };
        /** @description A reusable link: each visitor who proves an email address gets a process of their own. */
        TemplateLink: {
            /**
             * @description The id of the record.
             * @example 7
             */
            id: number;
            /**
             * @description The id of the template.
             * @example 7
             */
            template_id: number;
            /**
             * Format: uri
             * @description The URL.
             * @example https://paraph.example/sign/link/q8ZrX2mVb7nKc5TgYh1LwP
             */
            url: string;
            /**
             * @description `used_up`: the limit is reached; `unavailable`: nobody can begin now, and `problem` says why: the template has changed so that it no longer fits the link, such as by another name of a role, or the user or API key that made the link may no longer send by it, such as once the user is deleted; whether the preset values of the template match the patterns of their fields is seen only when somebody begins. Only an `active` link makes new processes.
             * @example active
             * @enum {string}
             */
            status: "active" | "used_up" | "expired" | "ended" | "unavailable";
            /**
             * @description The role that visitors take.
             * @example Tenant
             */
            role: string;
            /** @description The people, in their order. */
            signers: {
                /**
                 * @description What the person may do, or does.
                 * @example Landlord
                 */
                role: string;
                /**
                 * @description The name of the person.
                 * @example Charles Babbage
                 */
                name: string;
                /**
                 * @description The email address.
                 * @example charles@example.com
                 */
                email: string;
            }[];
            /**
             * @description How many are allowed in this month.
             * @example 500
             */
            limit: number | null;
            /**
             * @description How many processes were made by the link.
             * @example 12
             */
            uses: number;
            /**
             * Format: date-time
             * @description When it expires; null: never.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description When it ended; null before.
             */
            ended_at: string | null;
            /**
             * @description Why nobody can begin by an `unavailable` link; by another, why the last visitor could not, and null once one could.
             * @example null
             */
            problem: string | null;
            /**
             * @description What `problem` is made of, for translations; null without one.
             * @example null
             */
            problem_detail: components["schemas"]["ErrorDetail"] | null;
            /** @description The user who created it. */
            created_by: components["schemas"]["Person"];
            /**
             * Format: date-time
             * @description When the record was created.
             * @example 2026-11-21T09:30:00Z
             */
            created_at: string;
        };
        /** @description A version of a template: the current one, or one that it had before. */
        TemplateVersion: {
            /**
             * @description The version of the text.
             * @example 2
             */
            version: number;
            /**
             * @description The name, as lists show it.
             * @example Lease
             */
            name: string;
            /**
             * @description A text of your own about it.
             * @example Flat 4, twelve months
             */
            description: string | null;
            /** @description The documents. */
            documents: components["schemas"]["TemplateDocument"][];
            /** @description The roles, in the order in which they sign. */
            roles: components["schemas"]["TemplateRole"][];
            /** @description The fields. */
            fields: components["schemas"]["TemplateField"][];
            /** @description What the DOCX documents of the template need in `values`. The text tags in them become fields at each use. */
            variables: components["schemas"]["TemplateVariable"][];
            /** @description How a process runs; absent members keep their defaults. */
            options: components["schemas"]["ProcessOptions"];
            /**
             * Format: date-time
             * @description When the record was last changed.
             * @example 2026-11-21T09:30:00Z
             */
            updated_at: string;
            /**
             * @description The version that is edited and used.
             * @example false
             */
            current: boolean;
            /**
             * @description Number of processes that came from the version, without deleted drafts.
             * @example 3
             */
            usage_count: number;
        };
        /** @description A folder of documents, processes and templates. */
        Folder: {
            /**
             * @description The id of the record.
             * @example 7
             */
            id: number;
            /**
             * @description The name, as lists show it.
             * @example Human resources
             */
            name: string;
            /**
             * @description `everyone`: all users of the tenant, by their role; or the ids of the users who have access. Administrators always have access.
             * @example [
             *       7,
             *       12
             *     ]
             */
            access: "everyone" | number[];
            /**
             * @description With the documents of its processes.
             * @example 4
             */
            documents_count: number;
            /**
             * @description How many processes are in it.
             * @example 3
             */
            processes_count: number;
            /**
             * @description How many templates are in it.
             * @example 1
             */
            templates_count: number;
            /** @description Whether it belongs to the test mode. */
            test_mode: boolean;
            /** @description A user of the tenant. */
            created_by: {
                /**
                 * @description The id of the record.
                 * @example 7
                 */
                id: number;
                /**
                 * @description The name of the person.
                 * @example Ada Lovelace
                 */
                name: string;
            } | null;
            /**
             * Format: date-time
             * @description When the record was created.
             * @example 2026-11-21T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record was last changed.
             * @example 2026-11-21T09:30:00Z
             */
            updated_at: string;
        };
        /** @description An endpoint of yours that receives events. */
        Webhook: {
            /**
             * @description The id of the record.
             * @example 7
             */
            id: number;
            /**
             * @description The URL.
             * @example https://example.com/hooks/paraph
             */
            url: string;
            /**
             * @description Event types that are delivered; `*` for all of them, `audit.*` for the audit log.
             * @example [
             *       "*"
             *     ]
             */
            events: string[];
            /**
             * @description Whether events are delivered.
             * @example true
             */
            active: boolean;
            /**
             * @description A text of your own about it.
             * @example CRM integration
             */
            description: string | null;
            /** @description Receives test-mode events only; otherwise live events only, and with `audit.*` those of both modes. */
            test_mode: boolean;
            /**
             * Format: date-time
             * @description When the record was created.
             * @example 2026-11-21T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When a delivery last succeeded; null: never.
             */
            last_success_at: string | null;
            /**
             * Format: date-time
             * @description When a delivery last failed; null: never.
             */
            last_failure_at: string | null;
            /**
             * @description Failed attempts since the last success.
             * @example 0
             */
            consecutive_failures: number;
            /** @description Why the service disabled the webhook; null if you did. */
            disabled_reason: string | null;
            /**
             * @description What `disabled_reason` is made of, for translations; null without one.
             * @example null
             */
            disabled_reason_detail: components["schemas"]["ErrorDetail"] | null;
        };
        /** @description A webhook with its signing secret, which is shown only here. */
        WebhookWithSecret: {
            /**
             * @description The id of the record.
             * @example 7
             */
            id: number;
            /**
             * @description The URL.
             * @example https://example.com/hooks/paraph
             */
            url: string;
            /**
             * @description Event types that are delivered; `*` for all of them, `audit.*` for the audit log.
             * @example [
             *       "*"
             *     ]
             */
            events: string[];
            /**
             * @description Whether events are delivered.
             * @example true
             */
            active: boolean;
            /**
             * @description A text of your own about it.
             * @example CRM integration
             */
            description: string | null;
            /** @description Receives test-mode events only; otherwise live events only, and with `audit.*` those of both modes. */
            test_mode: boolean;
            /**
             * Format: date-time
             * @description When the record was created.
             * @example 2026-11-21T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When a delivery last succeeded; null: never.
             */
            last_success_at: string | null;
            /**
             * Format: date-time
             * @description When a delivery last failed; null: never.
             */
            last_failure_at: string | null;
            /**
             * @description Failed attempts since the last success.
             * @example 0
             */
            consecutive_failures: number;
            /** @description Why the service disabled the webhook; null if you did. */
            disabled_reason: string | null;
            /**
             * @description What `disabled_reason` is made of, for translations; null without one.
             * @example null
             */
            disabled_reason_detail: components["schemas"]["ErrorDetail"] | null;
            /**
             * @description `whsec_` followed by base64. It is shown only once.
             * @example whsec_…
             */
            secret: string;
        };
        /** @description One attempt to deliver an event to a webhook. */
        WebhookLog: {
            /**
             * @description The id of the record.
             * @example 7
             */
            id: number;
            /**
             * @description The id of the webhook.
             * @example 7
             */
            webhook_id: number;
            /**
             * @description Null for a test event.
             * @example 7
             */
            event_id: number | null;
            /**
             * @description The `webhook-id` header, the same for every attempt.
             * @example msg_2KWPBgLlAfxdpx2AI54pPJ85f4W
             */
            message_id: string;
            /**
             * @description The type of the event.
             * @example process.completed
             */
            event: string;
            /**
             * @description The URL.
             * @example https://example.com/hooks/paraph
             */
            url: string;
            /**
             * @description From 1.
             * @example 1
             */
            attempt: number;
            /**
             * @description The state of the record.
             * @example success
             * @enum {string}
             */
            status: "pending" | "success" | "failed";
            /**
             * @description The payload that was or will be sent.
             * @example {"type":"process.completed","timestamp":"2026-11-21T09:30:00Z",…}
             */
            request_body: string;
            /**
             * @description The status of the response; null without a response.
             * @example 200
             */
            response_status: number | null;
            /** @description The first 1,024 bytes of the response. */
            response_body: string | null;
            /**
             * @description How long the attempt took, in milliseconds.
             * @example 84
             */
            duration_ms: number | null;
            /** @description Why it failed; null when it did not. */
            error: string | null;
            /**
             * @description What `error` is made of, for translations; null without one.
             * @example null
             */
            error_detail: components["schemas"]["ErrorDetail"] | null;
            /**
             * Format: date-time
             * @description When the next attempt is due, also a first one that waits for an earlier event or a backoff; null: none.
             */
            next_retry_at: string | null;
            /**
             * Format: date-time
             * @description When the attempt was made or scheduled.
             * @example 2026-11-21T09:30:00Z
             */
            created_at: string;
        };
        /** @description An export or an erasure of the data of a person. */
        PrivacyRequest: {
            /**
             * @description The id of the record.
             * @example 7
             */
            id: number;
            /**
             * @description Whether the data is exported or erased.
             * @enum {string}
             */
            type: "export" | "erasure";
            /**
             * @description Masked once the data is erased or the export has expired.
             * @example ada@example.com
             */
            email: string;
            /**
             * @description `blocked`: nothing was erased, see `blocked_by`; or the request stopped, see `stop_reason`. `expired`: the export was deleted.
             * @example completed
             * @enum {string}
             */
            status: "pending" | "running" | "completed" | "blocked" | "expired";
            /**
             * @description Records exported or erased, by kind.
             * @example {
             *       "signers": 2,
             *       "emails": 5
             *     }
             */
            counts: {
                [key: string]: number;
            };
            /**
             * @description Processes that are sent and have not ended, and a user of the tenant: end or delete them first.
             * @example []
             */
            blocked_by: {
                /**
                 * @description What blocks the erasure.
                 * @enum {string}
                 */
                type: "process" | "user";
                /**
                 * @description The id of the record.
                 * @example 7
                 */
                id: number;
                /**
                 * @description The name, as lists show it.
                 * @example Lease
                 */
                name: string;
            }[];
            /**
             * @description Why the request stopped: the user or API key that made it may not do so any more, the operator has discarded it, or an export is too large. `counts` says what was erased before. Another request starts from the beginning.
             * @example null
             */
            stop_reason: string | null;
            /**
             * @description What `stop_reason` is made of, for translations; null without one.
             * @example null
             */
            stop_reason_detail: components["schemas"]["ErrorDetail"] | null;
            /**
             * @description What an erasure left, and why.
             * @example null
             */
            kept: components["schemas"]["PrivacyKept"] | null;
            /** @description The user who asked for it. */
            requested_by: components["schemas"]["Person"] | null;
            /**
             * Format: date-time
             * @description When the record was created.
             * @example 2026-11-21T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was completed; null before.
             * @example 2026-11-21T09:31:00Z
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @description When the export is deleted.
             * @example 2026-11-28T09:31:00Z
             */
            expires_at: string | null;
            /**
             * Format: uri
             * @description Where it is downloaded, with the same credential.
             * @example https://paraph.example/api/v1/privacy/requests/7/download
             */
            download_url: string | null;
        };
        /** @description What an erasure left, and why. */
        PrivacyKept: {
            /** @description The processes. */
            processes: {
                /**
                 * @description The id of the process.
                 * @example 7
                 */
                process_id: number;
                /**
                 * @description The name, as lists show it.
                 * @example Lease
                 */
                name: string;
                /**
                 * @description `retention`: its retention runs; `legal_hold`; `retention_ended`: an administrator may delete its documents from the vault, after which a new request erases the person there too; `test_mode`: it was completed in test mode and is no evidence, so this may be done at any time; `live`: it has not ended; the person created it, or it was sent while the request ran. A new request erases the person there once it has ended.
                 * @enum {string}
                 */
                reason: "retention" | "legal_hold" | "retention_ended" | "test_mode" | "live";
                /**
                 * @description The law by which it stays.
                 * @example GDPR, Article 17(3)(e)
                 */
                law: string | null;
                /**
                 * Format: date-time
                 * @description When the retention of its documents ends.
                 */
                until: string | null;
                /** @description What stays: who signed or sent it, the files, `attachments` that the person added, `hand_overs` from or to them with the reason, and the events. The values of fields, signature images, links, IP addresses and contact data are erased outside of these. */
                data: ("name" | "email" | "signed_files" | "attachments" | "hand_overs" | "audit_trail")[];
            }[];
            /**
             * @description Of more than 200, the first are listed.
             * @example 1
             */
            processes_total: number;
            /**
             * @description Events of the audit trail that name the address: the hash chain cannot be rewritten.
             * @example 12
             */
            events: number;
            /**
             * @description Certificates with the name and address of the person that were issued for their signatures: `POST /verify` recognises these by them, also in files that were downloaded before. Null in reports of earlier versions.
             * @example 1
             */
            certificates: number | null;
        };
        /** @description One event of the audit log: who did what, when and from where. */
        TenantEvent: {
            /**
             * @description The id of the record.
             * @example 7
             */
            id: number;
            /**
             * @description What happened: one of the types of the filter `type`, to which later versions add more. `document.downloaded` and `vault.downloaded` mean that a file was read: saved, or opened on a page of the dashboard, which shows it.
             * @example user.signed_in
             */
            type: string;
            /**
             * Format: date-time
             * @description When the event occurred.
             * @example 2026-11-21T09:30:00Z
             */
            occurred_at: string;
            /** @description What it happened to. */
            record: {
                /**
                 * @description One of `process`, `document`, `user`, `api_key`, `vault_document`, `template`, `folder`, `webhook`, `tenant`; later versions may add more.
                 * @example user
                 */
                type: string;
                /**
                 * @description The id of the record.
                 * @example 7
                 */
                id: number;
            };
            /**
             * @description Who did it: `type` is `user`, `api_key`, `signer` or `system`; with `id`, `name` and `email`, or the `job` of the service.
             * @example {
             *       "type": "user",
             *       "id": 3,
             *       "name": "Ada Lovelace",
             *       "email": "ada@example.com"
             *     }
             */
            actor: {
                [key: string]: unknown;
            };
            /**
             * @description Depends on the type.
             * @example {
             *       "session": "dashboard"
             *     }
             */
            data: {
                [key: string]: unknown;
            };
            /**
             * @description The IP address.
             * @example 203.0.113.7
             */
            address: string | null;
            /** @description The browser or program, as it names itself. */
            user_agent: string | null;
            /**
             * @description The `X-Request-Id` of the request.
             * @example req_8t1n5yqz2v6m
             */
            request_id: string;
            /**
             * @description The position in the hash chain of the record, from 1.
             * @example 4
             */
            seq: number;
            /**
             * @description The hash of the event in that chain.
             * @example 60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752
             */
            hash: string;
        };
        /** @description An API key without its secret. */
        ApiKey: {
            /**
             * @description The id of the record.
             * @example 7
             */
            id: number;
            /**
             * @description The name, as lists show it.
             * @example CRM
             */
            name: string;
            /**
             * @description The beginning of the key.
             * @enum {string}
             */
            prefix: "psk_live_" | "psk_test_";
            /**
             * @description The end of the key.
             * @example x7Qa
             */
            last_four: string;
            /**
             * @description What the key may do.
             * @example [
             *       "documents:read",
             *       "processes:read"
             *     ]
             */
            scopes: string[];
            /**
             * @description The addresses and networks from which it may be used; empty: all.
             * @example [
             *       "203.0.113.7"
             *     ]
             */
            allowed_ips: string[];
            /** @description Whether it belongs to the test mode. */
            test_mode: boolean;
            /**
             * Format: date-time
             * @description When it was last used; null: never.
             */
            last_used_at: string | null;
            /** @description The IP address from which it was last used; null: never used. */
            last_used_ip: string | null;
            /**
             * Format: date-time
             * @description When it expires; null: never.
             */
            expires_at: string | null;
            /** @description The user who created it. */
            created_by: {
                /**
                 * @description The id of the record.
                 * @example 7
                 */
                id: number;
                /**
                 * @description The name of the person.
                 * @example Ada Lovelace
                 */
                name: string;
            };
            /**
             * Format: date-time
             * @description When the record was created.
             * @example 2026-11-21T09:30:00Z
             */
            created_at: string;
        };
        /** @description A new API key. Its secret is shown only here. */
        CreatedApiKey: {
            /**
             * @description The id of the record.
             * @example 7
             */
            id: number;
            /**
             * @description The name, as lists show it.
             * @example CRM
             */
            name: string;
            /**
             * @description The beginning of the key.
             * @enum {string}
             */
            prefix: "psk_live_" | "psk_test_";
            /**
             * @description The end of the key.
             * @example x7Qa
             */
            last_four: string;
            /**
             * @description What the key may do.
             * @example [
             *       "documents:read",
             *       "processes:read"
             *     ]
             */
            scopes: string[];
            /**
             * @description The addresses and networks from which it may be used; empty: all.
             * @example [
             *       "203.0.113.7"
             *     ]
             */
            allowed_ips: string[];
            /** @description Whether it belongs to the test mode. */
            test_mode: boolean;
            /**
             * Format: date-time
             * @description When it was last used; null: never.
             */
            last_used_at: string | null;
            /** @description The IP address from which it was last used; null: never used. */
            last_used_ip: string | null;
            /**
             * Format: date-time
             * @description When it expires; null: never.
             */
            expires_at: string | null;
            /** @description The user who created it. */
            created_by: {
                /**
                 * @description The id of the record.
                 * @example 7
                 */
                id: number;
                /**
                 * @description The name of the person.
                 * @example Ada Lovelace
                 */
                name: string;
            };
            /**
             * Format: date-time
             * @description When the record was created.
             * @example 2026-11-21T09:30:00Z
             */
            created_at: string;
            /**
             * @description The complete key. It is shown only once.
             * @example psk_live_…
             */
            key: string;
        };
        /** @description What a validator needs to trust the signatures of this installation. */
        Trust: {
            /** @description At most one for live and one for test mode, each made with the first signature. */
            roots: {
                /**
                 * @description The subject key identifier, hexadecimal.
                 * @example 9a3f0c5d7e21b84460fd1c2e8b7a95d3046f1e2c
                 */
                key_id: string;
                /**
                 * @description The name of the certificate’s holder.
                 * @example CN=Paraph root
                 */
                subject: string;
                /**
                 * @description The fingerprint: SHA-256 of the DER, hexadecimal.
                 * @example c0ffee0000000000000000000000000000000000000000000000000000000000
                 */
                sha256: string;
                /**
                 * @description PEM.
                 * @example -----BEGIN CERTIFICATE-----
                 *     MIIB…
                 *     -----END CERTIFICATE-----
                 */
                certificate: string;
                /**
                 * Format: date-time
                 * @description Valid from then on.
                 * @example 2026-11-21T12:00:00.000Z
                 */
                not_before: string;
                /**
                 * Format: date-time
                 * @description Valid until then.
                 * @example 2056-11-13T12:00:00.000Z
                 */
                not_after: string;
                /**
                 * @description Signatures of test mode bind nobody.
                 * @example false
                 */
                test_mode: boolean;
                /**
                 * Format: uri
                 * @description The certificate, DER.
                 * @example https://sign.example.com/api/v1/trust/9a3f0c5d7e21b84460fd1c2e8b7a95d3046f1e2c.crt
                 */
                certificate_url: string;
                /**
                 * Format: uri
                 * @description The revocation list, DER.
                 * @example https://sign.example.com/api/v1/trust/9a3f0c5d7e21b84460fd1c2e8b7a95d3046f1e2c.crl
                 */
                revocation_list_url: string;
            }[];
            /** @description Who vouches for the times of signatures (`TSA_URL`). */
            time_stamps: {
                /**
                 * @description `internal`: the times are the word of this installation alone, under its own root. `external`: an authority outside of it vouches for them.
                 * @example internal
                 * @enum {string}
                 */
                authority: "none" | "internal" | "external";
                /** @description Of the installation’s own time-stamping authority. */
                certificates: {
                    /**
                     * @description The subject key identifier, hexadecimal.
                     * @example 9a3f0c5d7e21b84460fd1c2e8b7a95d3046f1e2c
                     */
                    key_id: string;
                    /**
                     * @description The name of the certificate’s holder.
                     * @example CN=Paraph root
                     */
                    subject: string;
                    /**
                     * @description The fingerprint: SHA-256 of the DER, hexadecimal.
                     * @example c0ffee0000000000000000000000000000000000000000000000000000000000
                     */
                    sha256: string;
                    /**
                     * @description PEM.
                     * @example -----BEGIN CERTIFICATE-----
                     *     MIIB…
                     *     -----END CERTIFICATE-----
                     */
                    certificate: string;
                    /**
                     * Format: date-time
                     * @description Valid from then on.
                     * @example 2026-11-21T12:00:00.000Z
                     */
                    not_before: string;
                    /**
                     * Format: date-time
                     * @description Valid until then.
                     * @example 2056-11-13T12:00:00.000Z
                     */
                    not_after: string;
                }[];
            };
            /** @description The transparency log of this installation. */
            log: components["schemas"]["TransparencyLog"];
            /** @description This installation as a witness of the logs of others (`WITNESSED_LOGS`). */
            witness: components["schemas"]["LogWitness"];
        };
        /** @description The append-only log of the heads of all audit trails: what it has at one checkpoint cannot be rewritten without contradicting that checkpoint. */
        TransparencyLog: {
            /**
             * @description The first line of every checkpoint.
             * @example sign.example.com/api/v1/trust/log
             */
            origin: string;
            /**
             * @description The key that verifies checkpoints, as C2SP signed-note has it.
             * @example sign.example.com/api/v1/trust/log+07adc2f0+AY8VQ6HE6zthZSaFWX7PezL0P9tXNn3hRNmTJPDIqusJ
             */
            verifier_key: string;
            /**
             * @description The number of entries.
             * @example 41207
             */
            size: number;
            /** @description Who is asked to cosign the checkpoints of this log (`WITNESSES`). */
            witnesses: {
                /**
                 * @description The key that verifies its cosignatures (C2SP tlog-cosignature).
                 * @example witness.example.com/api/v1/trust/witness+6ec1b3f5+BI8VQ6HE6zthZSaFWX7PezL0P9tXNn3hRNmTJPDIqusJ
                 */
                verifier_key: string;
                /**
                 * @description The size that it cosigned last; 0: none yet.
                 * @example 41207
                 */
                size: number;
                /**
                 * Format: date-time
                 * @description When; null: not yet.
                 * @example 2026-11-21T12:00:00.000Z
                 */
                cosigned_at: string | null;
            }[];
            /**
             * Format: uri
             * @description The signed state of the log.
             * @example https://sign.example.com/api/v1/trust/log/checkpoint
             */
            checkpoint_url: string;
        };
        /** @description An installation as a witness of the logs of others (C2SP tlog-witness). */
        LogWitness: {
            /**
             * @description The key that verifies the cosignatures of this installation (C2SP tlog-cosignature).
             * @example witness.example.com/api/v1/trust/witness+6ec1b3f5+BI8VQ6HE6zthZSaFWX7PezL0P9tXNn3hRNmTJPDIqusJ
             */
            verifier_key: string;
            /**
             * Format: uri
             * @description The submission prefix, below which `add-checkpoint` is.
             * @example https://witness.example.com/api/v1/trust/witness
             */
            url: string;
            /**
             * @description The origins of these logs.
             * @example [
             *       "sign.example.com/api/v1/trust/log"
             *     ]
             */
            logs: string[];
        };
        /** @description What this installation knows of a file by its hash. */
        FileStatus: {
            /**
             * @description The SHA-256 of the bytes, in hexadecimal.
             * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            sha256: string;
            /**
             * @description Whether a file with this hash was completed here, and not declared void. `unknown` may also be a file whose time stamps were renewed: its own signatures say more.
             * @enum {string}
             */
            status: "completed" | "voided" | "unknown";
            /**
             * @description The organisation whose process it was.
             * @example Analytical Engines
             */
            organisation: string | null;
            /**
             * Format: date-time
             * @description When the process was completed: when its last document was sealed, after the last signer had signed.
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @description When it was declared void.
             * @example null
             */
            voided_at: string | null;
            /** @description Whether it belongs to the test mode. */
            test_mode: boolean;
        };
        /** @description Pictures of what was changed after each signature. */
        Differences: {
            /** @description In the order of revisions, those without a visible change left out. */
            revisions: {
                /**
                 * @description The field of the signature after which the changes were made.
                 * @example Signature1
                 */
                from: string;
                /**
                 * @description The field of the next signature, which covers them; null after the last one.
                 * @example null
                 */
                to: string | null;
                /** @description The pages that look different. */
                pages: components["schemas"]["PageDifference"][];
            }[];
            /**
             * @description How many pages that may have changed were not drawn, because the file needs too much time.
             * @example 0
             */
            omitted: number;
        };
        /** @description A page before and after a change. */
        PageDifference: {
            /**
             * @description Its number after the changes; of a removed page before them.
             * @example 1
             */
            page: number;
            /**
             * @description A WebP picture as a data URL; null for an added page.
             * @example null
             */
            before: string | null;
            /**
             * @description A WebP picture as a data URL; null for a removed page.
             * @example null
             */
            after: string | null;
            /**
             * @description Of the pictures, in pixels.
             * @example 560
             */
            width: number;
            /**
             * @description Of the pictures, in pixels.
             * @example 792
             */
            height: number;
            /** @description What looks different. */
            areas: components["schemas"]["ChangedArea"][];
        };
        /**
         * @description A part of the page, by fractions of its width and height from the upper left corner.
         * @example {
         *       "x": 0.1,
         *       "y": 0.7,
         *       "width": 0.3,
         *       "height": 0.05
         *     }
         */
        ChangedArea: {
            /** @description The left edge. */
            x: number;
            /** @description The upper edge. */
            y: number;
            /** @description A fraction of the width of the page. */
            width: number;
            /** @description A fraction of the height of the page. */
            height: number;
        };
        /** @description A validation report as in ETSI TS 119 102-2. */
        EtsiValidationReport: {
            /**
             * @description One `SignatureValidationReport` per signature, with `MainIndication` and `SubIndication` in `SignatureValidationStatus`; certificates are in `SignatureValidationObjects`. `OtherInformation` has what `POST /verify` answers.
             * @example {
             *       "SignatureValidationReport": [],
             *       "SignatureValidationObjects": {
             *         "ValidationObject": []
             *       }
             *     }
             */
            ValidationReport: {
                [key: string]: unknown;
            };
        };
        /** @description The process is alive. */
        Liveness: {
            /**
             * @description `ok` comes with the status 200, `unavailable` with 503.
             * @example ok
             * @enum {string}
             */
            status: "ok" | "unavailable";
            /** @description Nothing else is checked. */
            checks: Record<string, never>;
        };
        /** @description Whether a process can serve requests, and what is wrong otherwise. */
        Readiness: {
            /**
             * @description `ok` comes with the status 200, `unavailable` with 503.
             * @example ok
             * @enum {string}
             */
            status: "ok" | "unavailable";
            /** @description What was checked; `database` and `clock` decide about `status`. */
            checks: {
                /**
                 * @description The database responds. Required.
                 * @example true
                 */
                database: boolean;
                /**
                 * @description The clock of this machine differs from the database’s by a minute at most. Required.
                 * @example true
                 */
                clock: boolean;
                /**
                 * @description A folder can be written and has space; a bucket responds and accepts the credentials: that it is full, only uploads notice. Without it uploads are refused with 503 or 507; the rest works.
                 * @example true
                 */
                storage: boolean;
                /**
                 * @description A worker runs and has finished a job recently. Without one signatures wait to be embedded.
                 * @example true
                 */
                worker: boolean;
                /**
                 * @description The clocks of all workers are right. A worker with a wrong one seals nothing.
                 * @example true
                 */
                worker_clocks: boolean;
            };
            /**
             * @description How far the clock of this machine is ahead of the database’s.
             * @example 0.012
             */
            clock_offset_seconds: number;
            /** @description Null when it cannot be read: the database does not respond, or only slowly. */
            workers: {
                /**
                 * @description Worker processes that run now.
                 * @example 1
                 */
                count: number;
                /**
                 * Format: date-time
                 * @description When a worker last finished the job that runs every minute.
                 * @example 2026-11-21T12:00:00.000Z
                 */
                last_job_at: string | null;
                /**
                 * Format: date-time
                 * @description Since when the job that waits longest could run; null when none waits.
                 * @example null
                 */
                oldest_waiting_job_at: string | null;
                /**
                 * @description The largest offset of a worker’s clock from the database’s.
                 * @example 0.012
                 */
                clock_offset_seconds: number;
            } | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    postAuthAcceptInvitation: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChoosePassword"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
        };
    };
    postAuthConfirmAddress: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmAddress"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddressConfirmation"];
                };
            };
        };
    };
    postAuthConfirmArchiveAddress: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmArchiveAddress"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
        };
    };
    postAuthForgotPassword: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForgotPassword"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
        };
    };
    postAuthLogin: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["Login"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["LoginResult"];
                    };
                };
            };
        };
    };
    postAuthLogout: {
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
        };
    };
    postAuthReauthenticate: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reauthenticate"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
        };
    };
    postAuthRefresh: {
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["LoginResult"];
                    };
                };
            };
        };
    };
    postAuthResendConfirmation: {
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
        };
    };
    postAuthResetPassword: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChoosePassword"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
        };
    };
    postAuthSecondFactor: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondFactor"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["LoginResult"];
                    };
                };
            };
        };
    };
    postAuthSignup: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignUp"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["LoginResult"];
                    };
                };
            };
        };
    };
    getUser: {
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["User"];
                    };
                };
            };
        };
    };
    patchUser: {
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ProfileChange"];
            };
        } | undefined;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["User"];
                    };
                };
            };
        };
    };
    putUserPassword: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePassword"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
        };
    };
    getUserSessions: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: number | undefined;
                /** @description Records per page, 1 to 100; higher values count as 100. */
                per_page?: number | undefined;
                /** @description The member by which the list is ordered; with `-` in descending order. An entry whose member changes while pages are read may be on none of them: to get all, take one that stays, such as `created_at`, which only of a delivery changes, with each attempt. */
                sort?: ("created_at" | "-created_at") | undefined;
            } | undefined;
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The records of this page. */
                        data: components["schemas"]["Session"][];
                        /** @description The URLs of other pages; null where there is none. */
                        links: {
                            /**
                             * Format: uri
                             * @description The URL of the first page.
                             */
                            first: string;
                            /**
                             * Format: uri
                             * @description Null when `meta.total_exact` is false.
                             */
                            last: string | null;
                            /**
                             * Format: uri
                             * @description The URL of the page before; null on the first one.
                             */
                            prev: string | null;
                            /**
                             * Format: uri
                             * @description The URL of the next page; null on the last one.
                             */
                            next: string | null;
                        };
                        /** @description Where this page stands in the list. */
                        meta: {
                            /** @description The number of this page, from 1. */
                            current_page: number;
                            /** @description The position of the first record of this page, from 1; null on an empty page. */
                            from: number | null;
                            /** @description Null when `total_exact` is false. */
                            last_page: number | null;
                            /**
                             * Format: uri
                             * @description The URL of the list without its query.
                             */
                            path: string;
                            /** @description The most records on a page. */
                            per_page: number;
                            /** @description The position of the last record of this page, from 1; null on an empty page. */
                            to: number | null;
                            /** @description How many records the list has. */
                            total: number;
                            /**
                             * @description False only for a search with more than 10,000 results: counting stops there. Follow `links.next` for more.
                             * @constant
                             */
                            total_exact?: false | undefined;
                        };
                    };
                };
            };
        };
    };
    deleteUserSessions: {
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    deleteUserSessionsById: {
        parameters: {
            path: {
                /** @description The id of the session. */
                id: number;
            };
        };
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    getUserPasskeys: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: number | undefined;
                /** @description Records per page, 1 to 100; higher values count as 100. */
                per_page?: number | undefined;
                /** @description The member by which the list is ordered; with `-` in descending order. An entry whose member changes while pages are read may be on none of them: to get all, take one that stays, such as `created_at`, which only of a delivery changes, with each attempt. */
                sort?: ("created_at" | "-created_at") | undefined;
            } | undefined;
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The records of this page. */
                        data: components["schemas"]["Passkey"][];
                        /** @description The URLs of other pages; null where there is none. */
                        links: {
                            /**
                             * Format: uri
                             * @description The URL of the first page.
                             */
                            first: string;
                            /**
                             * Format: uri
                             * @description Null when `meta.total_exact` is false.
                             */
                            last: string | null;
                            /**
                             * Format: uri
                             * @description The URL of the page before; null on the first one.
                             */
                            prev: string | null;
                            /**
                             * Format: uri
                             * @description The URL of the next page; null on the last one.
                             */
                            next: string | null;
                        };
                        /** @description Where this page stands in the list. */
                        meta: {
                            /** @description The number of this page, from 1. */
                            current_page: number;
                            /** @description The position of the first record of this page, from 1; null on an empty page. */
                            from: number | null;
                            /** @description Null when `total_exact` is false. */
                            last_page: number | null;
                            /**
                             * Format: uri
                             * @description The URL of the list without its query.
                             */
                            path: string;
                            /** @description The most records on a page. */
                            per_page: number;
                            /** @description The position of the last record of this page, from 1; null on an empty page. */
                            to: number | null;
                            /** @description How many records the list has. */
                            total: number;
                            /**
                             * @description False only for a search with more than 10,000 results: counting stops there. Follow `links.next` for more.
                             * @constant
                             */
                            total_exact?: false | undefined;
                        };
                    };
                };
            };
        };
    };
    postUserPasskeys: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyRegistration"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["NewPasskey"];
                    };
                };
            };
        };
    };
    postUserPasskeysOptions: {
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["PasskeyOptions"];
                    };
                };
            };
        };
    };
    deleteUserPasskeysById: {
        parameters: {
            path: {
                /** @description The id of the passkey. */
                id: number;
            };
        };
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    patchUserPasskeysById: {
        parameters: {
            path: {
                /** @description The id of the passkey. */
                id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["Passkey"];
                    };
                };
            };
        };
    };
    getUserRecoveryCodes: {
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["RecoveryCodes"];
                    };
                };
            };
        };
    };
    postUserRecoveryCodes: {
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["NewRecoveryCodes"];
                    };
                };
            };
        };
    };
    getUserTotp: {
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["Totp"];
                    };
                };
            };
        };
    };
    postUserTotp: {
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["TotpSetup"];
                    };
                };
            };
        };
    };
    deleteUserTotp: {
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    postUserTotpConfirm: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["TotpConfirmation"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["ConfirmedTotp"];
                    };
                };
            };
        };
    };
    getAccount: {
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["Account"];
                    };
                };
            };
        };
    };
    patchAccount: {
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AccountChange"];
            };
        } | undefined;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["Account"];
                    };
                };
            };
        };
    };
    getAccountArchiveAddress: {
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["ArchiveAddress"];
                    };
                };
            };
        };
    };
    putAccountArchiveAddress: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["ArchiveAddressInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["ArchiveAddress"];
                    };
                };
            };
        };
    };
    deleteAccountArchiveAddress: {
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    getAccountConsents: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: number | undefined;
                /** @description Records per page, 1 to 100; higher values count as 100. */
                per_page?: number | undefined;
                /** @description Only texts of this language. */
                locale?: ("all" | "en" | "fr" | "de" | "es" | "it" | "pt" | "nl" | "pl" | "cs" | "sv" | "tr" | "uk" | "el" | "ar" | "he" | "hi" | "ja" | "zh") | undefined;
                /** @description The member by which the list is ordered; with `-` in descending order. An entry whose member changes while pages are read may be on none of them: to get all, take one that stays, such as `created_at`, which only of a delivery changes, with each attempt. */
                sort?: ("version" | "-version") | undefined;
            } | undefined;
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The records of this page. */
                        data: components["schemas"]["Consent"][];
                        /** @description The URLs of other pages; null where there is none. */
                        links: {
                            /**
                             * Format: uri
                             * @description The URL of the first page.
                             */
                            first: string;
                            /**
                             * Format: uri
                             * @description Null when `meta.total_exact` is false.
                             */
                            last: string | null;
                            /**
                             * Format: uri
                             * @description The URL of the page before; null on the first one.
                             */
                            prev: string | null;
                            /**
                             * Format: uri
                             * @description The URL of the next page; null on the last one.
                             */
                            next: string | null;
                        };
                        /** @description Where this page stands in the list. */
                        meta: {
                            /** @description The number of this page, from 1. */
                            current_page: number;
                            /** @description The position of the first record of this page, from 1; null on an empty page. */
                            from: number | null;
                            /** @description Null when `total_exact` is false. */
                            last_page: number | null;
                            /**
                             * Format: uri
                             * @description The URL of the list without its query.
                             */
                            path: string;
                            /** @description The most records on a page. */
                            per_page: number;
                            /** @description The position of the last record of this page, from 1; null on an empty page. */
                            to: number | null;
                            /** @description How many records the list has. */
                            total: number;
                            /**
                             * @description False only for a search with more than 10,000 results: counting stops there. Follow `links.next` for more.
                             * @constant
                             */
                            total_exact?: false | undefined;
                        };
                    };
                };
            };
        };
    };
    getAccountConsentsByVersion: {
        parameters: {
            path: {
                /** @description The version of the text. */
                version: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["Consent"];
                    };
                };
            };
        };
    };
    putAccountLogo: {
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The PNG.
                     * @example <bytes>
                     */
                    file: Blob;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["Account"];
                    };
                };
            };
        };
    };
    deleteAccountLogo: {
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    getAccountSeal: {
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["Seal"];
                    };
                };
            };
        };
    };
    putAccountSeal: {
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The PKCS#12 file.
                     * @example <bytes>
                     */
                    file: Blob;
                    /**
                     * @description The password of the file. It is not stored.
                     * @default
                     * @example correct horse
                     */
                    password?: string | undefined;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["Seal"];
                    };
                };
            };
        };
    };
    deleteAccountSeal: {
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    getAccountSender: {
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["Sender"];
                    };
                };
            };
        };
    };
    putAccountSender: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["SenderInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["Sender"];
                    };
                };
            };
        };
    };
    deleteAccountSender: {
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    postAccountSenderVerify: {
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["Sender"];
                    };
                };
            };
        };
    };
    getAccountSignatureProvider: {
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["SignatureProvider"];
                    };
                };
            };
        };
    };
    getAccountSigningService: {
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["SigningService"];
                    };
                };
            };
        };
    };
    putAccountSigningService: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["SigningServiceInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["SigningService"];
                    };
                };
            };
        };
    };
    deleteAccountSigningService: {
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    postAccountSigningServiceTest: {
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["SigningServiceInfo"];
                    };
                };
            };
        };
    };
    getAccountSso: {
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["Sso"];
                    };
                };
            };
        };
    };
    putAccountSso: {
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SsoChange"];
            };
        } | undefined;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["Sso"];
                    };
                };
            };
        };
    };
    deleteAccountSso: {
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    putAccountTestMode: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestMode"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["TestMode"];
                    };
                };
            };
        };
    };
    getAccountUsage: {
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["Usage"];
                    };
                };
            };
        };
    };
    getDocuments: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: number | undefined;
                /** @description Records per page, 1 to 100; higher values count as 100. */
                per_page?: number | undefined;
                /** @description Text in the name or the file name. Ignores case and accents; terms of one or two letters match only at the start of a word. */
                search?: string | undefined;
                /** @description One or more, comma-separated. */
                status?: string | undefined;
                /** @description The id of a folder; `none` for records in no folder. */
                folder_id?: string | undefined;
                /** @description The member by which the list is ordered; with `-` in descending order. An entry whose member changes while pages are read may be on none of them: to get all, take one that stays, such as `created_at`, which only of a delivery changes, with each attempt. */
                sort?: ("created_at" | "-created_at" | "name" | "-name" | "size" | "-size") | undefined;
            } | undefined;
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The records of this page. */
                        data: components["schemas"]["Document"][];
                        /** @description The URLs of other pages; null where there is none. */
                        links: {
                            /**
                             * Format: uri
                             * @description The URL of the first page.
                             */
                            first: string;
                            /**
                             * Format: uri
                             * @description Null when `meta.total_exact` is false.
                             */
                            last: string | null;
                            /**
                             * Format: uri
                             * @description The URL of the page before; null on the first one.
                             */
                            prev: string | null;
                            /**
                             * Format: uri
                             * @description The URL of the next page; null on the last one.
                             */
                            next: string | null;
                        };
                        /** @description Where this page stands in the list. */
                        meta: {
                            /** @description The number of this page, from 1. */
                            current_page: number;
                            /** @description The position of the first record of this page, from 1; null on an empty page. */
                            from: number | null;
                            /** @description Null when `total_exact` is false. */
                            last_page: number | null;
                            /**
                             * Format: uri
                             * @description The URL of the list without its query.
                             */
                            path: string;
                            /** @description The most records on a page. */
                            per_page: number;
                            /** @description The position of the last record of this page, from 1; null on an empty page. */
                            to: number | null;
                            /** @description How many records the list has. */
                            total: number;
                            /**
                             * @description False only for a search with more than 10,000 results: counting stops there. Follow `links.next` for more.
                             * @constant
                             */
                            total_exact?: false | undefined;
                        };
                    };
                };
            };
        };
    };
    postDocuments: {
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description A PDF, PNG or JPEG; with LibreOffice also a DOCX, ODT or HTML file.
                     * @example <bytes>
                     */
                    file: Blob;
                    /**
                     * @description Display name; by default the file name without its extension.
                     * @example Lease
                     */
                    name?: string | undefined;
                    /** @description The folder of the document; by default none. */
                    folder_id?: string | undefined;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["Document"];
                    };
                };
            };
        };
    };
    getDocumentsById: {
        parameters: {
            path: {
                /** @description The id of the document. */
                id: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["Document"];
                    };
                };
            };
        };
    };
    deleteDocumentsById: {
        parameters: {
            path: {
                /** @description The id of the document. */
                id: number;
            };
        };
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    patchDocumentsById: {
        parameters: {
            path: {
                /** @description The id of the document. */
                id: number;
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateDocument"];
            };
        } | undefined;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["Document"];
                    };
                };
            };
        };
    };
    getDocumentsByIdDownload: {
        parameters: {
            path: {
                /** @description The id of the document. */
                id: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": Blob;
                };
            };
        };
    };
    postDocumentsByIdDuplicate: {
        parameters: {
            path: {
                /** @description The id of the document. */
                id: number;
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["Document"];
                    };
                };
            };
        };
    };
    getDocumentsByIdFields: {
        parameters: {
            path: {
                /** @description The id of the document. */
                id: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["FileFields"];
                    };
                };
            };
        };
    };
    getDocumentsByIdThumbnail: {
        parameters: {
            path: {
                /** @description The id of the document. */
                id: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": Blob;
                };
            };
        };
    };
    getContacts: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: number | undefined;
                /** @description Records per page, 1 to 100; higher values count as 100. */
                per_page?: number | undefined;
                /** @description Text in the name or the email. Ignores case and accents; terms of one or two letters match only at the start of a word. */
                search?: string | undefined;
            } | undefined;
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The records of this page. */
                        data: components["schemas"]["Contact"][];
                        /** @description The URLs of other pages; null where there is none. */
                        links: {
                            /**
                             * Format: uri
                             * @description The URL of the first page.
                             */
                            first: string;
                            /**
                             * Format: uri
                             * @description Null when `meta.total_exact` is false.
                             */
                            last: string | null;
                            /**
                             * Format: uri
                             * @description The URL of the page before; null on the first one.
                             */
                            prev: string | null;
                            /**
                             * Format: uri
                             * @description The URL of the next page; null on the last one.
                             */
                            next: string | null;
                        };
                        /** @description Where this page stands in the list. */
                        meta: {
                            /** @description The number of this page, from 1. */
                            current_page: number;
                            /** @description The position of the first record of this page, from 1; null on an empty page. */
                            from: number | null;
                            /** @description Null when `total_exact` is false. */
                            last_page: number | null;
                            /**
                             * Format: uri
                             * @description The URL of the list without its query.
                             */
                            path: string;
                            /** @description The most records on a page. */
                            per_page: number;
                            /** @description The position of the last record of this page, from 1; null on an empty page. */
                            to: number | null;
                            /** @description How many records the list has. */
                            total: number;
                            /**
                             * @description False only for a search with more than 10,000 results: counting stops there. Follow `links.next` for more.
                             * @constant
                             */
                            total_exact?: false | undefined;
                        };
                    };
                };
            };
        };
    };
    getSignatureProcesses: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: number | undefined;
                /** @description Records per page, 1 to 100; higher values count as 100. */
                per_page?: number | undefined;
                /** @description Text in the name, or in a signer’s name or email. Ignores case and accents; terms of one or two letters match only at the start of a word. */
                search?: string | undefined;
                /** @description One or more, comma-separated. */
                status?: string | undefined;
                /** @description Created from this day (UTC) or instant on. */
                date_from?: (string) | undefined;
                /** @description Created until the end of this day (UTC), or until this instant. */
                date_to?: (string) | undefined;
                /** @description Expires, or was to expire, before this day (UTC) or instant. */
                expires_before?: (string) | undefined;
                /** @description Text in the name or email of a signer. Ignores case and accents; terms of one or two letters match only at the start of a word. */
                signer?: string | undefined;
                /** @description The status of the signer that `signer` names, one or more, comma-separated: with `notified,viewed`, the processes to which that person is invited and has neither signed nor refused. Viewers have these until the process ends. */
                signer_status?: string | undefined;
                /** @description The complete email address of a person, in any case: the processes in which it is the turn of this signer or approver. */
                waits_for?: string | undefined;
                /** @description Only processes with this id of your system. */
                external_id?: string | undefined;
                /** @description The id of a folder; `none` for records in no folder. */
                folder_id?: string | undefined;
                /** @description The member by which the list is ordered; with `-` in descending order. By `completed_at`, it has only processes that were completed. An entry whose member changes while pages are read may be on none of them: to get all, take `created_at`, which stays. */
                sort?: ("created_at" | "-created_at" | "name" | "-name" | "updated_at" | "-updated_at" | "expires_at" | "-expires_at" | "completed_at" | "-completed_at") | undefined;
            } | undefined;
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The records of this page. */
                        data: components["schemas"]["SignatureProcess"][];
                        /** @description The URLs of other pages; null where there is none. */
                        links: {
                            /**
                             * Format: uri
                             * @description The URL of the first page.
                             */
                            first: string;
                            /**
                             * Format: uri
                             * @description Null when `meta.total_exact` is false.
                             */
                            last: string | null;
                            /**
                             * Format: uri
                             * @description The URL of the page before; null on the first one.
                             */
                            prev: string | null;
                            /**
                             * Format: uri
                             * @description The URL of the next page; null on the last one.
                             */
                            next: string | null;
                        };
                        /** @description Where this page stands in the list. */
                        meta: {
                            /** @description The number of this page, from 1. */
                            current_page: number;
                            /** @description The position of the first record of this page, from 1; null on an empty page. */
                            from: number | null;
                            /** @description Null when `total_exact` is false. */
                            last_page: number | null;
                            /**
                             * Format: uri
                             * @description The URL of the list without its query.
                             */
                            path: string;
                            /** @description The most records on a page. */
                            per_page: number;
                            /** @description The position of the last record of this page, from 1; null on an empty page. */
                            to: number | null;
                            /** @description How many records the list has. */
                            total: number;
                            /**
                             * @description False only for a search with more than 10,000 results: counting stops there. Follow `links.next` for more.
                             * @constant
                             */
                            total_exact?: false | undefined;
                        };
                    };
                };
            };
        };
    };
    postSignatureProcesses: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSignatureProcess"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["SignatureProcess"];
                    };
                };
            };
        };
    };
    getSignatureProcessesStatistics: {
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["ProcessStatistics"];
                    };
                };
            };
        };
    };
    getSignatureProcessesById: {
        parameters: {
            path: {
                /** @description The id of the process. */
                id: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["SignatureProcess"];
                    };
                };
            };
        };
    };
    deleteSignatureProcessesById: {
        parameters: {
            path: {
                /** @description The id of the process. */
                id: number;
            };
        };
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    patchSignatureProcessesById: {
        parameters: {
            path: {
                /** @description The id of the process. */
                id: number;
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateSignatureProcess"];
            };
        } | undefined;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["SignatureProcess"];
                    };
                };
            };
        };
    };
    getSignatureProcessesByIdAttachmentsByAttachment: {
        parameters: {
            path: {
                /** @description The id of the process. */
                id: number;
                /** @description The id of the attachment. */
                attachment: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": Blob;
                    "image/png": Blob;
                    "image/jpeg": Blob;
                };
            };
        };
    };
    getSignatureProcessesByIdAuditTrail: {
        parameters: {
            query?: {
                /** @description The format of the response. */
                format?: ("json" | "pdf") | undefined;
            } | undefined;
            path: {
                /** @description The id of the process. */
                id: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["AuditTrail"];
                    };
                    "application/pdf": Blob;
                };
            };
        };
    };
    postSignatureProcessesByIdCancel: {
        parameters: {
            path: {
                /** @description The id of the process. */
                id: number;
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description Why; recorded as `cancel_reason` and in the audit trail, and in the event `process.cancelled`. Signers do not get it.
                     * @example The rent is not what we agreed.
                     */
                    reason?: (string | null) | undefined;
                };
            };
        } | undefined;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["SignatureProcess"];
                    };
                };
            };
        };
    };
    getSignatureProcessesByIdCertificate: {
        parameters: {
            path: {
                /** @description The id of the process. */
                id: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": Blob;
                };
            };
        };
    };
    getSignatureProcessesByIdDownloadSignedPdf: {
        parameters: {
            query?: {
                /** @description The document of a process with several; without it a ZIP with all of them. */
                document_id?: number | undefined;
            } | undefined;
            path: {
                /** @description The id of the process. */
                id: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": Blob;
                    "application/zip": Blob;
                };
            };
        };
    };
    postSignatureProcessesByIdDuplicate: {
        parameters: {
            path: {
                /** @description The id of the process. */
                id: number;
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["SignatureProcess"];
                    };
                };
            };
        };
    };
    postSignatureProcessesByIdEditorUrl: {
        parameters: {
            path: {
                /** @description The id of the process. */
                id: number;
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EditorLink"];
            };
        } | undefined;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["FrameLink"];
                    };
                };
            };
        };
    };
    getSignatureProcessesByIdFields: {
        parameters: {
            path: {
                /** @description The id of the process. */
                id: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FieldList"];
                };
            };
        };
    };
    putSignatureProcessesByIdFields: {
        parameters: {
            path: {
                /** @description The id of the process. */
                id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Fields"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FieldList"];
                };
            };
        };
    };
    postSignatureProcessesByIdFields: {
        parameters: {
            path: {
                /** @description The id of the process. */
                id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Fields"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FieldList"];
                };
            };
        };
    };
    postSignatureProcessesByIdInPerson: {
        parameters: {
            path: {
                /** @description The id of the process. */
                id: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["InPersonSigning"];
                    };
                };
            };
        };
    };
    postSignatureProcessesByIdRemind: {
        parameters: {
            path: {
                /** @description The id of the process. */
                id: number;
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description Only this signer; by default all signers whose turn it is.
                     * @example 7
                     */
                    signer_id?: number | undefined;
                };
            };
        } | undefined;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["SignatureProcess"];
                    };
                };
            };
        };
    };
    postSignatureProcessesByIdResend: {
        parameters: {
            path: {
                /** @description The id of the process. */
                id: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["SignatureProcess"];
                    };
                };
            };
        };
    };
    postSignatureProcessesByIdSend: {
        parameters: {
            path: {
                /** @description The id of the process. */
                id: number;
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Send"];
            };
        } | undefined;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["SignatureProcess"];
                    };
                };
            };
        };
    };
    postSignatureProcessesByIdSigners: {
        parameters: {
            path: {
                /** @description The id of the process. */
                id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddSigner"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["Signer"];
                    };
                };
            };
        };
    };
    getSignatureProcessesByIdSignersBySigner: {
        parameters: {
            path: {
                /** @description The id of the process. */
                id: number;
                /** @description The id of the signer. */
                signer: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["Signer"];
                    };
                };
            };
        };
    };
    deleteSignatureProcessesByIdSignersBySigner: {
        parameters: {
            path: {
                /** @description The id of the process. */
                id: number;
                /** @description The id of the signer. */
                signer: number;
            };
        };
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    patchSignatureProcessesByIdSignersBySigner: {
        parameters: {
            path: {
                /** @description The id of the process. */
                id: number;
                /** @description The id of the signer. */
                signer: number;
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ChangeSigner"];
            };
        } | undefined;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["Signer"];
                    };
                };
            };
        };
    };
    postSignatureProcessesByIdSignersBySignerResend: {
        parameters: {
            path: {
                /** @description The id of the process. */
                id: number;
                /** @description The id of the signer. */
                signer: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["Signer"];
                    };
                };
            };
        };
    };
    postSignatureProcessesByIdSignersBySignerSigningLink: {
        parameters: {
            path: {
                /** @description The id of the process. */
                id: number;
                /** @description The id of the signer. */
                signer: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["SigningLink"];
                    };
                };
            };
        };
    };
    postSignatureProcessesByIdSignersBySignerSigningUrl: {
        parameters: {
            path: {
                /** @description The id of the process. */
                id: number;
                /** @description The id of the signer. */
                signer: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["FrameLink"];
                    };
                };
            };
        };
    };
    postSignatureProcessesByIdVoid: {
        parameters: {
            path: {
                /** @description The id of the process. */
                id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Why; recorded as `void_reason` and in the audit trail, and in the emails to those who have the signed documents.
                     * @example The flat was sold before the lease began.
                     */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["SignatureProcess"];
                    };
                };
            };
        };
    };
    getSigningByToken: {
        parameters: {
            query?: {
                /** @description The language of the consent text, for a signer who chose one; by default the signer’s. */
                locale?: ("en" | "fr" | "de" | "es" | "it" | "pt" | "nl" | "pl" | "cs" | "sv" | "tr" | "uk" | "el" | "ar" | "he" | "hi" | "ja" | "zh") | undefined;
            } | undefined;
            path: {
                /** @description The token of the signing link. (The signing page sends a short handle instead; the token is then in a cookie; in a frame, the token of the frame’s session.) */
                token: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["Signing"];
                    };
                };
            };
        };
    };
    postSigningByTokenAttachmentsByField: {
        parameters: {
            path: {
                /** @description The token of the signing link. (The signing page sends a short handle instead; the token is then in a cookie; in a frame, the token of the frame’s session.) */
                token: string;
                /** @description The id of the field. */
                field: number;
            };
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description A PDF, a PNG of at most 40 megapixels or a JPEG of at most 250.
                     * @example <bytes>
                     */
                    file: Blob;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["Attachment"];
                    };
                };
            };
        };
    };
    deleteSigningByTokenAttachmentsByField: {
        parameters: {
            path: {
                /** @description The token of the signing link. (The signing page sends a short handle instead; the token is then in a cookie; in a frame, the token of the frame’s session.) */
                token: string;
                /** @description The id of the field. */
                field: number;
            };
        };
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    postSigningByTokenConfirmation: {
        parameters: {
            path: {
                /** @description The token of the signing link. (The signing page sends a short handle instead; the token is then in a cookie; in a frame, the token of the frame’s session.) */
                token: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["Signing"];
                    };
                };
            };
        };
    };
    postSigningByTokenConfirmationCode: {
        parameters: {
            path: {
                /** @description The token of the signing link. (The signing page sends a short handle instead; the token is then in a cookie; in a frame, the token of the frame’s session.) */
                token: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmationCodeRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: {
                            /**
                             * @description The question that the person answers; null where a code was sent to them.
                             * @example null
                             */
                            challenge: string | null;
                        };
                    };
                };
            };
        };
    };
    putSigningByTokenConfirmationCredential: {
        parameters: {
            path: {
                /** @description The token of the signing link. (The signing page sends a short handle instead; the token is then in a cookie; in a frame, the token of the frame’s session.) */
                token: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CredentialChoice"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["Signing"];
                    };
                };
            };
        };
    };
    postSigningByTokenConfirmationVisit: {
        parameters: {
            path: {
                /** @description The token of the signing link. (The signing page sends a short handle instead; the token is then in a cookie; in a frame, the token of the frame’s session.) */
                token: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description The language of the person, which the provider may speak.
                     * @default en
                     * @example de
                     */
                    locale?: string | undefined;
                };
            };
        } | undefined;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["ProviderVisit"];
                    };
                };
            };
        };
    };
    postSigningByTokenDelegate: {
        parameters: {
            path: {
                /** @description The token of the signing link. (The signing page sends a short handle instead; the token is then in a cookie; in a frame, the token of the frame’s session.) */
                token: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DelegateInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
        };
    };
    getSigningByTokenDocumentsByIdFile: {
        parameters: {
            path: {
                /** @description The token of the signing link. (The signing page sends a short handle instead; the token is then in a cookie; in a frame, the token of the frame’s session.) */
                token: string;
                /** @description The id of the document. */
                id: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": Blob;
                };
            };
        };
    };
    getSigningByTokenDocumentsByIdFirstPage: {
        parameters: {
            path: {
                /** @description The token of the signing link. (The signing page sends a short handle instead; the token is then in a cookie; in a frame, the token of the frame’s session.) */
                token: string;
                /** @description The id of the document. */
                id: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": Blob;
                };
            };
        };
    };
    getSigningByTokenDownload: {
        parameters: {
            query?: {
                /** @description Selects one of several documents; by default all of them as a ZIP. */
                document_id?: number | undefined;
            } | undefined;
            path: {
                /** @description The token of the signing link. (The signing page sends a short handle instead; the token is then in a cookie; in a frame, the token of the frame’s session.) */
                token: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": Blob;
                    "application/zip": Blob;
                };
            };
        };
    };
    putSigningByTokenDraft: {
        parameters: {
            path: {
                /** @description The token of the signing link. (The signing page sends a short handle instead; the token is then in a cookie; in a frame, the token of the frame’s session.) */
                token: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SigningDraftInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["SavedSigningDraft"];
                    };
                };
            };
        };
    };
    getSigningByTokenHandwriting: {
        parameters: {
            query: {
                /** @description A typed signature or initials. */
                text: string;
            };
            path: {
                /** @description The token of the signing link. (The signing page sends a short handle instead; the token is then in a cookie; in a frame, the token of the frame’s session.) */
                token: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["Handwriting"];
                    };
                };
            };
        };
    };
    postSigningByTokenOpen: {
        parameters: {
            path: {
                /** @description The token of the signing link. (The signing page sends a short handle instead; the token is then in a cookie; in a frame, the token of the frame’s session.) */
                token: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["OpenInput"];
            };
        } | undefined;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["SigningState"];
                    };
                };
            };
        };
    };
    postSigningByTokenOtp: {
        parameters: {
            path: {
                /** @description The token of the signing link. (The signing page sends a short handle instead; the token is then in a cookie; in a frame, the token of the frame’s session.) */
                token: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
        };
    };
    postSigningByTokenOtpVerify: {
        parameters: {
            path: {
                /** @description The token of the signing link. (The signing page sends a short handle instead; the token is then in a cookie; in a frame, the token of the frame’s session.) */
                token: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SigningCode"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodeVerified"];
                };
            };
        };
    };
    postSigningByTokenPhoneLink: {
        parameters: {
            path: {
                /** @description The token of the signing link. (The signing page sends a short handle instead; the token is then in a cookie; in a frame, the token of the frame’s session.) */
                token: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["PhoneLink"];
                    };
                };
            };
        };
    };
    postSigningByTokenQuestion: {
        parameters: {
            path: {
                /** @description The token of the signing link. (The signing page sends a short handle instead; the token is then in a cookie; in a frame, the token of the frame’s session.) */
                token: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QuestionInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
        };
    };
    postSigningByTokenRefuse: {
        parameters: {
            path: {
                /** @description The token of the signing link. (The signing page sends a short handle instead; the token is then in a cookie; in a frame, the token of the frame’s session.) */
                token: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefuseInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["SigningState"];
                    };
                };
            };
        };
    };
    postSigningByTokenRenew: {
        parameters: {
            path: {
                /** @description The token of the signing link. (The signing page sends a short handle instead; the token is then in a cookie; in a frame, the token of the frame’s session.) */
                token: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
        };
    };
    postSigningByTokenReport: {
        parameters: {
            path: {
                /** @description The token of the signing link. (The signing page sends a short handle instead; the token is then in a cookie; in a frame, the token of the frame’s session.) */
                token: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReportInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
        };
    };
    postSigningByTokenSign: {
        parameters: {
            path: {
                /** @description The token of the signing link. (The signing page sends a short handle instead; the token is then in a cookie; in a frame, the token of the frame’s session.) */
                token: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["SigningState"];
                    };
                };
            };
        };
    };
    getTemplateLinksByToken: {
        parameters: {
            path: {
                /** @description The last part of the `url` of a reusable link. */
                token: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["LinkVisit"];
                    };
                };
            };
        };
    };
    postTemplateLinksByTokenBegin: {
        parameters: {
            path: {
                /** @description The last part of the `url` of a reusable link. */
                token: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkVisitor"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BegunByLink"];
                };
            };
        };
    };
    postTemplateLinksByTokenCode: {
        parameters: {
            path: {
                /** @description The last part of the `url` of a reusable link. */
                token: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkVisitorAddress"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkCodeSent"];
                };
            };
        };
    };
    getVaultDocuments: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: number | undefined;
                /** @description Records per page, 1 to 100; higher values count as 100. */
                per_page?: number | undefined;
                /** @description Text in names and tags. Ignores case and accents; terms of one or two letters match only at the start of a word. */
                search?: string | undefined;
                /** @description The id of a folder; `none` for records in no folder. */
                folder_id?: string | undefined;
                /** @description Only this status; by default all but `archived`. */
                status?: ("active" | "archived" | "expiring" | "expired") | undefined;
                /** @description Signed from this day (UTC) or instant on. */
                date_from?: (string) | undefined;
                /** @description Signed until the end of this day (UTC), or until this instant. */
                date_to?: (string) | undefined;
                /** @description Comma-separated; returns documents that have all of them. Within a tag a comma is written `\,` and a backslash `\\`. */
                tags?: string | undefined;
                /** @description Text in the name or email of a person who signed. Ignores case and accents; terms of one or two letters match only at the start of a word. */
                signer?: string | undefined;
                /** @description Bytes of the signed PDF, at least. */
                min_size?: number | undefined;
                /** @description Bytes of the signed PDF, at most. */
                max_size?: number | undefined;
                /** @description Only documents under legal hold, or only the others. */
                legal_hold?: ("true" | "false") | undefined;
                /** @description Only documents of processes that were declared void, or only the others. */
                voided?: ("true" | "false") | undefined;
                /** @description The member by which the list is ordered; with `-` in descending order. An entry whose member changes while pages are read may be on none of them: to get all, take one that stays, such as `created_at`, which only of a delivery changes, with each attempt. */
                sort?: ("created_at" | "-created_at" | "signed_at" | "-signed_at" | "name" | "-name" | "size" | "-size") | undefined;
            } | undefined;
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true; errors have another body.
                         * @constant
                         */
                        success: true;
                        /** @description The records of this page. */
                        data: components["schemas"]["VaultDocument"][];
                        /** @description The URLs of other pages; null where there is none. */
                        links: {
                            /**
                             * Format: uri
                             * @description The URL of the first page.
                             */
                            first: string;
                            /**
                             * Format: uri
                             * @description Null when `meta.total_exact` is false.
                             */
                            last: string | null;
                            /**
                             * Format: uri
                             * @description The URL of the page before; null on the first one.
                             */
                            prev: string | null;
                            /**
                             * Format: uri
                             * @description The URL of the next page; null on the last one.
                             */
                            next: string | null;
                        };
                        /** @description Where this page stands in the list. */
                        meta: {
                            /** @description The number of this page, from 1. */
                            current_page: number;
                            /** @description The position of the first record of this page, from 1; null on an empty page. */
                            from: number | null;
                            /** @description Null when `total_exact` is false. */
                            last_page: number | null;
                            /**
                             * Format: uri
                             * @description The URL of the list without its query.
                             */
                            path: string;
                            /** @description The most records on a page. */
                            per_page: number;
                            /** @description The position of the last record of this page, from 1; null on an empty page. */
                            to: number | null;
                            /** @description How many records the list has. */
                            total: number;
                            /**
                             * @description False only for a search with more than 10,000 results: counting stops there. Follow `links.next` for more.
                             * @constant
                             */
                            total_exact?: false | undefined;
                        };
                    };
                };
            };
        };
    };
    getVaultDocumentsById: {
        parameters: {
            path: {
                /** @description The id of the vault document. */
                id: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true; errors have another body.
                         * @constant
                         */
                        success: true;
                        /** @description The record. */
                        data: components["schemas"]["VaultDocumentDetail"];
                    };
                };
            };
        };
    };
    deleteVaultDocumentsById: {
        parameters: {
            path: {
                /** @description The id of the vault document. */
                id: number;
            };
        };
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    postVaultDocumentsByIdArchive: {
        parameters: {
            path: {
                /** @description The id of the vault document. */
                id: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true; errors have another body.
                         * @constant
                         */
                        success: true;
                        /** @description The record. */
                        data: components["schemas"]["VaultDocument"];
                    };
                };
            };
        };
    };
    getVaultDocumentsByIdDownload: {
        parameters: {
            path: {
                /** @description The id of the vault document. */
                id: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": Blob;
                };
            };
        };
    };
    putVaultDocumentsByIdLegalHold: {
        parameters: {
            path: {
                /** @description The id of the vault document. */
                id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LegalHold"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true; errors have another body.
                         * @constant
                         */
                        success: true;
                        /** @description The record. */
                        data: components["schemas"]["VaultDocument"];
                    };
                };
            };
        };
    };
    getVaultDocumentsByIdPackage: {
        parameters: {
            path: {
                /** @description The id of the vault document. */
                id: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": Blob;
                };
            };
        };
    };
    putVaultDocumentsByIdTags: {
        parameters: {
            path: {
                /** @description The id of the vault document. */
                id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Tags"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true; errors have another body.
                         * @constant
                         */
                        success: true;
                        /** @description The record. */
                        data: components["schemas"]["VaultDocument"];
                    };
                };
            };
        };
    };
    postVaultDocumentsByIdUnarchive: {
        parameters: {
            path: {
                /** @description The id of the vault document. */
                id: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true; errors have another body.
                         * @constant
                         */
                        success: true;
                        /** @description The record. */
                        data: components["schemas"]["VaultDocument"];
                    };
                };
            };
        };
    };
    getVaultDocumentsByIdVerification: {
        parameters: {
            path: {
                /** @description The id of the vault document. */
                id: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true; errors have another body.
                         * @constant
                         */
                        success: true;
                        /** @description The record. */
                        data: components["schemas"]["Verification"];
                    };
                };
            };
        };
    };
    getVaultPackages: {
        parameters: {
            query: {
                /** @description Comma-separated ids of up to 100 vault documents. */
                ids: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": Blob;
                };
            };
        };
    };
    getVaultStatistics: {
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true; errors have another body.
                         * @constant
                         */
                        success: true;
                        /** @description The record. */
                        data: components["schemas"]["VaultStatistics"];
                    };
                };
            };
        };
    };
    getArchives: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: number | undefined;
                /** @description Records per page, 1 to 100; higher values count as 100. */
                per_page?: number | undefined;
                /** @description Text in the name. Ignores case and accents; terms of one or two letters match only at the start of a word. */
                search?: string | undefined;
                /** @description The id of a folder; `none` for records in no folder. */
                folder_id?: string | undefined;
                /** @description Completed from this day (UTC) or instant on. */
                date_from?: (string) | undefined;
                /** @description Completed until the end of this day (UTC), or until this instant. */
                date_to?: (string) | undefined;
                /** @description The member by which the list is ordered; with `-` in descending order. An entry whose member changes while pages are read may be on none of them: to get all, take one that stays, such as `created_at`, which only of a delivery changes, with each attempt. */
                sort?: ("created_at" | "-created_at" | "completed_at" | "-completed_at" | "name" | "-name") | undefined;
            } | undefined;
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The records of this page. */
                        data: components["schemas"]["Archive"][];
                        /** @description The URLs of other pages; null where there is none. */
                        links: {
                            /**
                             * Format: uri
                             * @description The URL of the first page.
                             */
                            first: string;
                            /**
                             * Format: uri
                             * @description Null when `meta.total_exact` is false.
                             */
                            last: string | null;
                            /**
                             * Format: uri
                             * @description The URL of the page before; null on the first one.
                             */
                            prev: string | null;
                            /**
                             * Format: uri
                             * @description The URL of the next page; null on the last one.
                             */
                            next: string | null;
                        };
                        /** @description Where this page stands in the list. */
                        meta: {
                            /** @description The number of this page, from 1. */
                            current_page: number;
                            /** @description The position of the first record of this page, from 1; null on an empty page. */
                            from: number | null;
                            /** @description Null when `total_exact` is false. */
                            last_page: number | null;
                            /**
                             * Format: uri
                             * @description The URL of the list without its query.
                             */
                            path: string;
                            /** @description The most records on a page. */
                            per_page: number;
                            /** @description The position of the last record of this page, from 1; null on an empty page. */
                            to: number | null;
                            /** @description How many records the list has. */
                            total: number;
                            /**
                             * @description False only for a search with more than 10,000 results: counting stops there. Follow `links.next` for more.
                             * @constant
                             */
                            total_exact?: false | undefined;
                        };
                    };
                };
            };
        };
    };
    getArchivesByIdDownload: {
        parameters: {
            path: {
                /** @description The id of the process. */
                id: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": Blob;
                };
            };
        };
    };
    getBulkSends: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: number | undefined;
                /** @description Records per page, 1 to 100; higher values count as 100. */
                per_page?: number | undefined;
                /** @description The member by which the list is ordered; with `-` in descending order. An entry whose member changes while pages are read may be on none of them: to get all, take one that stays, such as `created_at`, which only of a delivery changes, with each attempt. */
                sort?: ("created_at" | "-created_at") | undefined;
            } | undefined;
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The records of this page. */
                        data: components["schemas"]["BulkSend"][];
                        /** @description The URLs of other pages; null where there is none. */
                        links: {
                            /**
                             * Format: uri
                             * @description The URL of the first page.
                             */
                            first: string;
                            /**
                             * Format: uri
                             * @description Null when `meta.total_exact` is false.
                             */
                            last: string | null;
                            /**
                             * Format: uri
                             * @description The URL of the page before; null on the first one.
                             */
                            prev: string | null;
                            /**
                             * Format: uri
                             * @description The URL of the next page; null on the last one.
                             */
                            next: string | null;
                        };
                        /** @description Where this page stands in the list. */
                        meta: {
                            /** @description The number of this page, from 1. */
                            current_page: number;
                            /** @description The position of the first record of this page, from 1; null on an empty page. */
                            from: number | null;
                            /** @description Null when `total_exact` is false. */
                            last_page: number | null;
                            /**
                             * Format: uri
                             * @description The URL of the list without its query.
                             */
                            path: string;
                            /** @description The most records on a page. */
                            per_page: number;
                            /** @description The position of the last record of this page, from 1; null on an empty page. */
                            to: number | null;
                            /** @description How many records the list has. */
                            total: number;
                            /**
                             * @description False only for a search with more than 10,000 results: counting stops there. Follow `links.next` for more.
                             * @constant
                             */
                            total_exact?: false | undefined;
                        };
                    };
                };
            };
        };
    };
    postBulkSends: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkSendInput"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["BulkSend"];
                    };
                };
            };
        };
    };
    getBulkSendsById: {
        parameters: {
            path: {
                /** @description The id of the bulk send. */
                id: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["BulkSend"];
                    };
                };
            };
        };
    };
    postBulkSendsByIdCancel: {
        parameters: {
            path: {
                /** @description The id of the bulk send. */
                id: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["BulkSend"];
                    };
                };
            };
        };
    };
    postBulkSendsByIdPause: {
        parameters: {
            path: {
                /** @description The id of the bulk send. */
                id: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["BulkSend"];
                    };
                };
            };
        };
    };
    getBulkSendsByIdResult: {
        parameters: {
            path: {
                /** @description The id of the bulk send. */
                id: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    postBulkSendsByIdResume: {
        parameters: {
            path: {
                /** @description The id of the bulk send. */
                id: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["BulkSend"];
                    };
                };
            };
        };
    };
    getTemplates: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: number | undefined;
                /** @description Records per page, 1 to 100; higher values count as 100. */
                per_page?: number | undefined;
                /** @description Text in the name or the description. Ignores case and accents; terms of one or two letters match only at the start of a word. */
                search?: string | undefined;
                /** @description The id of a folder; `none` for records in no folder. */
                folder_id?: string | undefined;
                /** @description The member by which the list is ordered; with `-` in descending order. An entry whose member changes while pages are read may be on none of them: to get all, take one that stays, such as `created_at`, which only of a delivery changes, with each attempt. */
                sort?: ("created_at" | "-created_at" | "name" | "-name" | "updated_at" | "-updated_at" | "usage_count" | "-usage_count") | undefined;
            } | undefined;
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The records of this page. */
                        data: components["schemas"]["Template"][];
                        /** @description The URLs of other pages; null where there is none. */
                        links: {
                            /**
                             * Format: uri
                             * @description The URL of the first page.
                             */
                            first: string;
                            /**
                             * Format: uri
                             * @description Null when `meta.total_exact` is false.
                             */
                            last: string | null;
                            /**
                             * Format: uri
                             * @description The URL of the page before; null on the first one.
                             */
                            prev: string | null;
                            /**
                             * Format: uri
                             * @description The URL of the next page; null on the last one.
                             */
                            next: string | null;
                        };
                        /** @description Where this page stands in the list. */
                        meta: {
                            /** @description The number of this page, from 1. */
                            current_page: number;
                            /** @description The position of the first record of this page, from 1; null on an empty page. */
                            from: number | null;
                            /** @description Null when `total_exact` is false. */
                            last_page: number | null;
                            /**
                             * Format: uri
                             * @description The URL of the list without its query.
                             */
                            path: string;
                            /** @description The most records on a page. */
                            per_page: number;
                            /** @description The position of the last record of this page, from 1; null on an empty page. */
                            to: number | null;
                            /** @description How many records the list has. */
                            total: number;
                            /**
                             * @description False only for a search with more than 10,000 results: counting stops there. Follow `links.next` for more.
                             * @constant
                             */
                            total_exact?: false | undefined;
                        };
                    };
                };
            };
        };
    };
    postTemplates: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTemplate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["Template"];
                    };
                };
            };
        };
    };
    postTemplatesImport: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportTemplate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["Template"];
                    };
                };
            };
        };
    };
    getTemplatesById: {
        parameters: {
            path: {
                /** @description The id of the template. */
                id: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["Template"];
                    };
                };
            };
        };
    };
    deleteTemplatesById: {
        parameters: {
            path: {
                /** @description The id of the template. */
                id: number;
            };
        };
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    patchTemplatesById: {
        parameters: {
            path: {
                /** @description The id of the template. */
                id: number;
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateTemplate"];
            };
        } | undefined;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["Template"];
                    };
                };
            };
        };
    };
    postTemplatesByIdDuplicate: {
        parameters: {
            path: {
                /** @description The id of the template. */
                id: number;
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["Template"];
                    };
                };
            };
        };
    };
    getTemplatesByIdLinks: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: number | undefined;
                /** @description Records per page, 1 to 100; higher values count as 100. */
                per_page?: number | undefined;
                /** @description The member by which the list is ordered; with `-` in descending order. An entry whose member changes while pages are read may be on none of them: to get all, take one that stays, such as `created_at`, which only of a delivery changes, with each attempt. */
                sort?: ("created_at" | "-created_at") | undefined;
            } | undefined;
            path: {
                /** @description The id of the template. */
                id: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The records of this page. */
                        data: components["schemas"]["TemplateLink"][];
                        /** @description The URLs of other pages; null where there is none. */
                        links: {
                            /**
                             * Format: uri
                             * @description The URL of the first page.
                             */
                            first: string;
                            /**
                             * Format: uri
                             * @description Null when `meta.total_exact` is false.
                             */
                            last: string | null;
                            /**
                             * Format: uri
                             * @description The URL of the page before; null on the first one.
                             */
                            prev: string | null;
                            /**
                             * Format: uri
                             * @description The URL of the next page; null on the last one.
                             */
                            next: string | null;
                        };
                        /** @description Where this page stands in the list. */
                        meta: {
                            /** @description The number of this page, from 1. */
                            current_page: number;
                            /** @description The position of the first record of this page, from 1; null on an empty page. */
                            from: number | null;
                            /** @description Null when `total_exact` is false. */
                            last_page: number | null;
                            /**
                             * Format: uri
                             * @description The URL of the list without its query.
                             */
                            path: string;
                            /** @description The most records on a page. */
                            per_page: number;
                            /** @description The position of the last record of this page, from 1; null on an empty page. */
                            to: number | null;
                            /** @description How many records the list has. */
                            total: number;
                            /**
                             * @description False only for a search with more than 10,000 results: counting stops there. Follow `links.next` for more.
                             * @constant
                             */
                            total_exact?: false | undefined;
                        };
                    };
                };
            };
        };
    };
    postTemplatesByIdLinks: {
        parameters: {
            path: {
                /** @description The id of the template. */
                id: number;
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateTemplateLink"];
            };
        } | undefined;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["TemplateLink"];
                    };
                };
            };
        };
    };
    getTemplatesByIdLinksByLink: {
        parameters: {
            path: {
                /** @description The id of the template. */
                id: number;
                /** @description The id of the reusable link. */
                link: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["TemplateLink"];
                    };
                };
            };
        };
    };
    deleteTemplatesByIdLinksByLink: {
        parameters: {
            path: {
                /** @description The id of the template. */
                id: number;
                /** @description The id of the reusable link. */
                link: number;
            };
        };
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    postTemplatesByIdUse: {
        parameters: {
            path: {
                /** @description The id of the template. */
                id: number;
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UseTemplate"];
            };
        } | undefined;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["SignatureProcess"];
                    };
                };
            };
        };
    };
    getTemplatesByIdVersions: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: number | undefined;
                /** @description Records per page, 1 to 100; higher values count as 100. */
                per_page?: number | undefined;
            } | undefined;
            path: {
                /** @description The id of the template. */
                id: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The records of this page. */
                        data: components["schemas"]["TemplateVersion"][];
                        /** @description The URLs of other pages; null where there is none. */
                        links: {
                            /**
                             * Format: uri
                             * @description The URL of the first page.
                             */
                            first: string;
                            /**
                             * Format: uri
                             * @description Null when `meta.total_exact` is false.
                             */
                            last: string | null;
                            /**
                             * Format: uri
                             * @description The URL of the page before; null on the first one.
                             */
                            prev: string | null;
                            /**
                             * Format: uri
                             * @description The URL of the next page; null on the last one.
                             */
                            next: string | null;
                        };
                        /** @description Where this page stands in the list. */
                        meta: {
                            /** @description The number of this page, from 1. */
                            current_page: number;
                            /** @description The position of the first record of this page, from 1; null on an empty page. */
                            from: number | null;
                            /** @description Null when `total_exact` is false. */
                            last_page: number | null;
                            /**
                             * Format: uri
                             * @description The URL of the list without its query.
                             */
                            path: string;
                            /** @description The most records on a page. */
                            per_page: number;
                            /** @description The position of the last record of this page, from 1; null on an empty page. */
                            to: number | null;
                            /** @description How many records the list has. */
                            total: number;
                            /**
                             * @description False only for a search with more than 10,000 results: counting stops there. Follow `links.next` for more.
                             * @constant
                             */
                            total_exact?: false | undefined;
                        };
                    };
                };
            };
        };
    };
    deleteTemplatesByIdVersionsByVersion: {
        parameters: {
            path: {
                /** @description The id of the template. */
                id: number;
                /** @description The number of the earlier version. */
                version: number;
            };
        };
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    postTemplatesByIdVersionsByVersionRestore: {
        parameters: {
            path: {
                /** @description The id of the template. */
                id: number;
                /** @description The number of the earlier version. */
                version: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["Template"];
                    };
                };
            };
        };
    };
    getFolders: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: number | undefined;
                /** @description Records per page, 1 to 100; higher values count as 100. */
                per_page?: number | undefined;
                /** @description Text in the name. Ignores case and accents. */
                search?: string | undefined;
                /** @description The member by which the list is ordered; with `-` in descending order. An entry whose member changes while pages are read may be on none of them: to get all, take one that stays, such as `created_at`, which only of a delivery changes, with each attempt. */
                sort?: ("created_at" | "-created_at" | "name" | "-name") | undefined;
            } | undefined;
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The records of this page. */
                        data: components["schemas"]["Folder"][];
                        /** @description The URLs of other pages; null where there is none. */
                        links: {
                            /**
                             * Format: uri
                             * @description The URL of the first page.
                             */
                            first: string;
                            /**
                             * Format: uri
                             * @description Null when `meta.total_exact` is false.
                             */
                            last: string | null;
                            /**
                             * Format: uri
                             * @description The URL of the page before; null on the first one.
                             */
                            prev: string | null;
                            /**
                             * Format: uri
                             * @description The URL of the next page; null on the last one.
                             */
                            next: string | null;
                        };
                        /** @description Where this page stands in the list. */
                        meta: {
                            /** @description The number of this page, from 1. */
                            current_page: number;
                            /** @description The position of the first record of this page, from 1; null on an empty page. */
                            from: number | null;
                            /** @description Null when `total_exact` is false. */
                            last_page: number | null;
                            /**
                             * Format: uri
                             * @description The URL of the list without its query.
                             */
                            path: string;
                            /** @description The most records on a page. */
                            per_page: number;
                            /** @description The position of the last record of this page, from 1; null on an empty page. */
                            to: number | null;
                            /** @description How many records the list has. */
                            total: number;
                            /**
                             * @description False only for a search with more than 10,000 results: counting stops there. Follow `links.next` for more.
                             * @constant
                             */
                            total_exact?: false | undefined;
                        };
                    };
                };
            };
        };
    };
    postFolders: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateFolder"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["Folder"];
                    };
                };
            };
        };
    };
    getFoldersById: {
        parameters: {
            path: {
                /** @description The id of the folder. */
                id: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["Folder"];
                    };
                };
            };
        };
    };
    deleteFoldersById: {
        parameters: {
            path: {
                /** @description The id of the folder. */
                id: number;
            };
        };
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    patchFoldersById: {
        parameters: {
            path: {
                /** @description The id of the folder. */
                id: number;
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateFolder"];
            };
        } | undefined;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["Folder"];
                    };
                };
            };
        };
    };
    getWebhooks: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: number | undefined;
                /** @description Records per page, 1 to 100; higher values count as 100. */
                per_page?: number | undefined;
                /** @description The member by which the list is ordered; with `-` in descending order. An entry whose member changes while pages are read may be on none of them: to get all, take one that stays, such as `created_at`, which only of a delivery changes, with each attempt. */
                sort?: ("created_at" | "-created_at") | undefined;
            } | undefined;
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The records of this page. */
                        data: components["schemas"]["Webhook"][];
                        /** @description The URLs of other pages; null where there is none. */
                        links: {
                            /**
                             * Format: uri
                             * @description The URL of the first page.
                             */
                            first: string;
                            /**
                             * Format: uri
                             * @description Null when `meta.total_exact` is false.
                             */
                            last: string | null;
                            /**
                             * Format: uri
                             * @description The URL of the page before; null on the first one.
                             */
                            prev: string | null;
                            /**
                             * Format: uri
                             * @description The URL of the next page; null on the last one.
                             */
                            next: string | null;
                        };
                        /** @description Where this page stands in the list. */
                        meta: {
                            /** @description The number of this page, from 1. */
                            current_page: number;
                            /** @description The position of the first record of this page, from 1; null on an empty page. */
                            from: number | null;
                            /** @description Null when `total_exact` is false. */
                            last_page: number | null;
                            /**
                             * Format: uri
                             * @description The URL of the list without its query.
                             */
                            path: string;
                            /** @description The most records on a page. */
                            per_page: number;
                            /** @description The position of the last record of this page, from 1; null on an empty page. */
                            to: number | null;
                            /** @description How many records the list has. */
                            total: number;
                            /**
                             * @description False only for a search with more than 10,000 results: counting stops there. Follow `links.next` for more.
                             * @constant
                             */
                            total_exact?: false | undefined;
                        };
                    };
                };
            };
        };
    };
    postWebhooks: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWebhook"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["WebhookWithSecret"];
                    };
                };
            };
        };
    };
    getWebhooksById: {
        parameters: {
            path: {
                /** @description The id of the webhook. */
                id: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["Webhook"];
                    };
                };
            };
        };
    };
    deleteWebhooksById: {
        parameters: {
            path: {
                /** @description The id of the webhook. */
                id: number;
            };
        };
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    patchWebhooksById: {
        parameters: {
            path: {
                /** @description The id of the webhook. */
                id: number;
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WebhookPatch"];
            };
        } | undefined;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["Webhook"];
                    };
                };
            };
        };
    };
    getWebhooksByIdLogs: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: number | undefined;
                /** @description Records per page, 1 to 100; higher values count as 100. */
                per_page?: number | undefined;
                /** @description Only records of this status. */
                status?: ("pending" | "success" | "failed") | undefined;
                /** @description A type; with `audit.` one of the audit log, or a group of them, such as `audit.user.signed_in`, `audit.user.*` and `audit.*`. */
                event?: ("webhook.test" | "document.uploaded" | "document.deleted" | "document.completed" | "process.sent" | "process.corrected" | "process.completed" | "process.cancelled" | "process.voided" | "process.expired" | "vault.deleted" | "signature.created" | "signature.invited" | "signature.viewed" | "signature.reminded" | "signature.delivery_failed" | "signature.completed" | "signature.refused" | "signature.delegated" | "audit.*" | "audit.tenant.*" | "audit.user.*" | "audit.api_key.*" | "audit.folder.*" | "audit.document.*" | "audit.process.*" | "audit.signature.*" | "audit.vault.*" | "audit.template.*" | "audit.bulk_send.*" | "audit.privacy.*" | "audit.quota.*" | "audit.webhook.*" | "audit.tenant.created" | "audit.tenant.updated" | "audit.tenant.seal_changed" | "audit.tenant.seal_removed" | "audit.tenant.seal_expiring" | "audit.tenant.seal_expired" | "audit.tenant.signing_service_changed" | "audit.tenant.signing_service_removed" | "audit.tenant.sender_changed" | "audit.tenant.sender_removed" | "audit.tenant.sender_verified" | "audit.tenant.sender_lost" | "audit.tenant.archive_address_changed" | "audit.tenant.archive_address_confirmed" | "audit.tenant.archive_address_removed" | "audit.tenant.retention_ending" | "audit.tenant.contract_ending" | "audit.tenant.sso_changed" | "audit.tenant.sso_removed" | "audit.tenant.sign_in_refused" | "audit.tenant.audit_exported" | "audit.user.created" | "audit.user.invited" | "audit.user.updated" | "audit.user.deleted" | "audit.user.address_change_requested" | "audit.user.address_changed" | "audit.user.address_confirmation_requested" | "audit.user.address_confirmed" | "audit.user.reauthenticated" | "audit.user.password_reset_requested" | "audit.user.password_changed" | "audit.user.factor_added" | "audit.user.factor_renamed" | "audit.user.factor_removed" | "audit.user.factors_reset" | "audit.user.recovery_codes_created" | "audit.user.recovery_code_used" | "audit.user.second_factor_failed" | "audit.user.identity_linked" | "audit.user.identity_unlinked" | "audit.user.operator_granted" | "audit.user.operator_revoked" | "audit.user.operator_acted" | "audit.user.signed_in" | "audit.user.sign_in_failed" | "audit.user.signed_out" | "audit.api_key.created" | "audit.api_key.deleted" | "audit.folder.created" | "audit.folder.updated" | "audit.folder.deleted" | "audit.document.uploaded" | "audit.document.downloaded" | "audit.document.copied" | "audit.document.renamed" | "audit.document.moved" | "audit.document.deleted" | "audit.document.completed" | "audit.document.time_stamp_renewed" | "audit.process.created" | "audit.process.link_used" | "audit.process.updated" | "audit.process.editor_link_created" | "audit.process.moved" | "audit.process.deleted" | "audit.process.fields_changed" | "audit.process.sent" | "audit.process.prepared" | "audit.process.corrected" | "audit.process.refused" | "audit.process.cancelled" | "audit.process.voided" | "audit.process.expired" | "audit.process.seal_failed" | "audit.process.seal_blocked" | "audit.process.completed" | "audit.signature.created" | "audit.signature.invited" | "audit.signature.link_disclosed" | "audit.signature.phone_linked" | "audit.signature.in_person" | "audit.signature.viewed" | "audit.signature.reminded" | "audit.signature.resent" | "audit.signature.delivery_failed" | "audit.signature.otp_sent" | "audit.signature.otp_verified" | "audit.signature.otp_failed" | "audit.signature.access_code_locked" | "audit.signature.consented" | "audit.signature.completed" | "audit.signature.certificate_chosen" | "audit.signature.confirmed" | "audit.signature.sealed" | "audit.signature.refused" | "audit.signature.delegated" | "audit.signature.attachment_added" | "audit.signature.attachment_removed" | "audit.signature.attachment_downloaded" | "audit.signature.question_asked" | "audit.signature.time_requested" | "audit.signature.erased" | "audit.vault.archived" | "audit.vault.unarchived" | "audit.vault.tagged" | "audit.vault.downloaded" | "audit.vault.hold_set" | "audit.vault.hold_released" | "audit.vault.deleted" | "audit.template.created" | "audit.template.updated" | "audit.template.moved" | "audit.template.deleted" | "audit.template.used" | "audit.template.restored" | "audit.template.version_deleted" | "audit.template.link_created" | "audit.template.link_ended" | "audit.template.link_code_sent" | "audit.bulk_send.created" | "audit.bulk_send.paused" | "audit.bulk_send.resumed" | "audit.bulk_send.cancelled" | "audit.bulk_send.completed" | "audit.bulk_send.downloaded" | "audit.privacy.export_requested" | "audit.privacy.export_stopped" | "audit.privacy.exported" | "audit.privacy.downloaded" | "audit.privacy.erasure_requested" | "audit.privacy.erasure_blocked" | "audit.privacy.erased" | "audit.quota.reached" | "audit.webhook.created" | "audit.webhook.updated" | "audit.webhook.deleted" | "audit.webhook.secret_rotated" | "audit.webhook.tested" | "audit.webhook.replayed" | "audit.webhook.disabled") | undefined;
                /** @description Only deliveries of this event. */
                event_id?: number | undefined;
                /** @description First day (UTC). */
                date_from?: string | undefined;
                /** @description Last day (UTC), inclusive. */
                date_to?: string | undefined;
                /** @description The member by which the list is ordered; with `-` in descending order. An entry whose member changes while pages are read may be on none of them: to get all, take one that stays, such as `created_at`, which only of a delivery changes, with each attempt. */
                sort?: ("created_at" | "-created_at") | undefined;
            } | undefined;
            path: {
                /** @description The id of the webhook. */
                id: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The records of this page. */
                        data: components["schemas"]["WebhookLog"][];
                        /** @description The URLs of other pages; null where there is none. */
                        links: {
                            /**
                             * Format: uri
                             * @description The URL of the first page.
                             */
                            first: string;
                            /**
                             * Format: uri
                             * @description Null when `meta.total_exact` is false.
                             */
                            last: string | null;
                            /**
                             * Format: uri
                             * @description The URL of the page before; null on the first one.
                             */
                            prev: string | null;
                            /**
                             * Format: uri
                             * @description The URL of the next page; null on the last one.
                             */
                            next: string | null;
                        };
                        /** @description Where this page stands in the list. */
                        meta: {
                            /** @description The number of this page, from 1. */
                            current_page: number;
                            /** @description The position of the first record of this page, from 1; null on an empty page. */
                            from: number | null;
                            /** @description Null when `total_exact` is false. */
                            last_page: number | null;
                            /**
                             * Format: uri
                             * @description The URL of the list without its query.
                             */
                            path: string;
                            /** @description The most records on a page. */
                            per_page: number;
                            /** @description The position of the last record of this page, from 1; null on an empty page. */
                            to: number | null;
                            /** @description How many records the list has. */
                            total: number;
                            /**
                             * @description False only for a search with more than 10,000 results: counting stops there. Follow `links.next` for more.
                             * @constant
                             */
                            total_exact?: false | undefined;
                        };
                    };
                };
            };
        };
    };
    postWebhooksByIdLogsByLogReplay: {
        parameters: {
            path: {
                /** @description The id of the webhook. */
                id: number;
                /** @description The id of the attempt. */
                log: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["WebhookLog"];
                    };
                };
            };
        };
    };
    postWebhooksByIdRotateSecret: {
        parameters: {
            path: {
                /** @description The id of the webhook. */
                id: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["WebhookWithSecret"];
                    };
                };
            };
        };
    };
    postWebhooksByIdTest: {
        parameters: {
            path: {
                /** @description The id of the webhook. */
                id: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["WebhookLog"];
                    };
                };
            };
        };
    };
    getUsers: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: number | undefined;
                /** @description Records per page, 1 to 100; higher values count as 100. */
                per_page?: number | undefined;
                /** @description Text in the name or the email. Ignores case and accents; terms of one or two letters match only at the start of a word. */
                search?: string | undefined;
                /** @description Only users of this role. */
                role?: ("tenant_admin" | "user" | "viewer") | undefined;
                /** @description The member by which the list is ordered; with `-` in descending order. An entry whose member changes while pages are read may be on none of them: to get all, take one that stays, such as `created_at`, which only of a delivery changes, with each attempt. */
                sort?: ("created_at" | "-created_at" | "name" | "-name" | "email" | "-email") | undefined;
            } | undefined;
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The records of this page. */
                        data: components["schemas"]["User"][];
                        /** @description The URLs of other pages; null where there is none. */
                        links: {
                            /**
                             * Format: uri
                             * @description The URL of the first page.
                             */
                            first: string;
                            /**
                             * Format: uri
                             * @description Null when `meta.total_exact` is false.
                             */
                            last: string | null;
                            /**
                             * Format: uri
                             * @description The URL of the page before; null on the first one.
                             */
                            prev: string | null;
                            /**
                             * Format: uri
                             * @description The URL of the next page; null on the last one.
                             */
                            next: string | null;
                        };
                        /** @description Where this page stands in the list. */
                        meta: {
                            /** @description The number of this page, from 1. */
                            current_page: number;
                            /** @description The position of the first record of this page, from 1; null on an empty page. */
                            from: number | null;
                            /** @description Null when `total_exact` is false. */
                            last_page: number | null;
                            /**
                             * Format: uri
                             * @description The URL of the list without its query.
                             */
                            path: string;
                            /** @description The most records on a page. */
                            per_page: number;
                            /** @description The position of the last record of this page, from 1; null on an empty page. */
                            to: number | null;
                            /** @description How many records the list has. */
                            total: number;
                            /**
                             * @description False only for a search with more than 10,000 results: counting stops there. Follow `links.next` for more.
                             * @constant
                             */
                            total_exact?: false | undefined;
                        };
                    };
                };
            };
        };
    };
    postUsers: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewUser"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["User"];
                    };
                };
            };
        };
    };
    getUsersById: {
        parameters: {
            path: {
                /** @description The id of the user. */
                id: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["User"];
                    };
                };
            };
        };
    };
    putUsersById: {
        parameters: {
            path: {
                /** @description The id of the user. */
                id: number;
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UserChange"];
            };
        } | undefined;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["User"];
                    };
                };
            };
        };
    };
    deleteUsersById: {
        parameters: {
            query?: {
                /** @description The id of the user, not a viewer, who gets the emails about the processes of the deleted user; by default the administrators do. */
                successor?: number | undefined;
            } | undefined;
            path: {
                /** @description The id of the user. */
                id: number;
            };
        };
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    deleteUsersByIdProviderLinks: {
        parameters: {
            path: {
                /** @description The id of the user. */
                id: number;
            };
        };
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    postUsersByIdResetPassword: {
        parameters: {
            path: {
                /** @description The id of the user. */
                id: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
        };
    };
    deleteUsersByIdSecondFactor: {
        parameters: {
            path: {
                /** @description The id of the user. */
                id: number;
            };
        };
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    postPrivacyErase: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["PrivacyPerson"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["PrivacyRequest"];
                    };
                };
            };
        };
    };
    postPrivacyExport: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["PrivacyPerson"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["PrivacyRequest"];
                    };
                };
            };
        };
    };
    getPrivacyRequests: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: number | undefined;
                /** @description Records per page, 1 to 100; higher values count as 100. */
                per_page?: number | undefined;
                /** @description The member by which the list is ordered; with `-` in descending order. An entry whose member changes while pages are read may be on none of them: to get all, take one that stays, such as `created_at`, which only of a delivery changes, with each attempt. */
                sort?: ("created_at" | "-created_at") | undefined;
            } | undefined;
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The records of this page. */
                        data: components["schemas"]["PrivacyRequest"][];
                        /** @description The URLs of other pages; null where there is none. */
                        links: {
                            /**
                             * Format: uri
                             * @description The URL of the first page.
                             */
                            first: string;
                            /**
                             * Format: uri
                             * @description Null when `meta.total_exact` is false.
                             */
                            last: string | null;
                            /**
                             * Format: uri
                             * @description The URL of the page before; null on the first one.
                             */
                            prev: string | null;
                            /**
                             * Format: uri
                             * @description The URL of the next page; null on the last one.
                             */
                            next: string | null;
                        };
                        /** @description Where this page stands in the list. */
                        meta: {
                            /** @description The number of this page, from 1. */
                            current_page: number;
                            /** @description The position of the first record of this page, from 1; null on an empty page. */
                            from: number | null;
                            /** @description Null when `total_exact` is false. */
                            last_page: number | null;
                            /**
                             * Format: uri
                             * @description The URL of the list without its query.
                             */
                            path: string;
                            /** @description The most records on a page. */
                            per_page: number;
                            /** @description The position of the last record of this page, from 1; null on an empty page. */
                            to: number | null;
                            /** @description How many records the list has. */
                            total: number;
                            /**
                             * @description False only for a search with more than 10,000 results: counting stops there. Follow `links.next` for more.
                             * @constant
                             */
                            total_exact?: false | undefined;
                        };
                    };
                };
            };
        };
    };
    getPrivacyRequestsById: {
        parameters: {
            path: {
                /** @description The id of the request. */
                id: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["PrivacyRequest"];
                    };
                };
            };
        };
    };
    getPrivacyRequestsByIdDownload: {
        parameters: {
            path: {
                /** @description The id of the request. */
                id: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": Blob;
                };
            };
        };
    };
    getAuditEvents: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` of the page before; absent for the newest events. */
                cursor?: string | undefined;
                /** @description Records per page, 1 to 100; higher values count as 100. */
                per_page?: number | undefined;
                /** @description A type, or a group of types such as `user.*`. */
                type?: ("tenant.*" | "user.*" | "api_key.*" | "folder.*" | "document.*" | "process.*" | "signature.*" | "vault.*" | "template.*" | "bulk_send.*" | "privacy.*" | "quota.*" | "webhook.*" | "tenant.created" | "tenant.updated" | "tenant.seal_changed" | "tenant.seal_removed" | "tenant.seal_expiring" | "tenant.seal_expired" | "tenant.signing_service_changed" | "tenant.signing_service_removed" | "tenant.sender_changed" | "tenant.sender_removed" | "tenant.sender_verified" | "tenant.sender_lost" | "tenant.archive_address_changed" | "tenant.archive_address_confirmed" | "tenant.archive_address_removed" | "tenant.retention_ending" | "tenant.contract_ending" | "tenant.sso_changed" | "tenant.sso_removed" | "tenant.sign_in_refused" | "tenant.audit_exported" | "user.created" | "user.invited" | "user.updated" | "user.deleted" | "user.address_change_requested" | "user.address_changed" | "user.address_confirmation_requested" | "user.address_confirmed" | "user.reauthenticated" | "user.password_reset_requested" | "user.password_changed" | "user.factor_added" | "user.factor_renamed" | "user.factor_removed" | "user.factors_reset" | "user.recovery_codes_created" | "user.recovery_code_used" | "user.second_factor_failed" | "user.identity_linked" | "user.identity_unlinked" | "user.operator_granted" | "user.operator_revoked" | "user.operator_acted" | "user.signed_in" | "user.sign_in_failed" | "user.signed_out" | "api_key.created" | "api_key.deleted" | "folder.created" | "folder.updated" | "folder.deleted" | "document.uploaded" | "document.downloaded" | "document.copied" | "document.renamed" | "document.moved" | "document.deleted" | "document.completed" | "document.time_stamp_renewed" | "process.created" | "process.link_used" | "process.updated" | "process.editor_link_created" | "process.moved" | "process.deleted" | "process.fields_changed" | "process.sent" | "process.prepared" | "process.corrected" | "process.refused" | "process.cancelled" | "process.voided" | "process.expired" | "process.seal_failed" | "process.seal_blocked" | "process.completed" | "signature.created" | "signature.invited" | "signature.link_disclosed" | "signature.phone_linked" | "signature.in_person" | "signature.viewed" | "signature.reminded" | "signature.resent" | "signature.delivery_failed" | "signature.otp_sent" | "signature.otp_verified" | "signature.otp_failed" | "signature.access_code_locked" | "signature.consented" | "signature.completed" | "signature.certificate_chosen" | "signature.confirmed" | "signature.sealed" | "signature.refused" | "signature.delegated" | "signature.attachment_added" | "signature.attachment_removed" | "signature.attachment_downloaded" | "signature.question_asked" | "signature.time_requested" | "signature.erased" | "vault.archived" | "vault.unarchived" | "vault.tagged" | "vault.downloaded" | "vault.hold_set" | "vault.hold_released" | "vault.deleted" | "template.created" | "template.updated" | "template.moved" | "template.deleted" | "template.used" | "template.restored" | "template.version_deleted" | "template.link_created" | "template.link_ended" | "template.link_code_sent" | "bulk_send.created" | "bulk_send.paused" | "bulk_send.resumed" | "bulk_send.cancelled" | "bulk_send.completed" | "bulk_send.downloaded" | "privacy.export_requested" | "privacy.export_stopped" | "privacy.exported" | "privacy.downloaded" | "privacy.erasure_requested" | "privacy.erasure_blocked" | "privacy.erased" | "quota.reached" | "webhook.created" | "webhook.updated" | "webhook.deleted" | "webhook.secret_rotated" | "webhook.tested" | "webhook.replayed" | "webhook.disabled") | undefined;
                /** @description Who did it: the email address of a user or signer, `api_key:4`, or `system`. */
                actor?: string | undefined;
                /** @description What it happened to: `process:12`, `document:7`, `user:3`, `api_key:4`, `vault_document:9`, `template:2`, `folder:5`, `webhook:1` or `tenant:1`. */
                record?: string | undefined;
                /** @description From this day (UTC) or instant on. */
                date_from?: (string) | undefined;
                /** @description Until the end of this day (UTC), or until this instant. */
                date_to?: (string) | undefined;
                /** @description `csv` for a file with all events. */
                format?: ("json" | "csv") | undefined;
            } | undefined;
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The records of this page. */
                        data: components["schemas"]["TenantEvent"][];
                        /** @description The URLs of other pages; null where there is none. */
                        links: {
                            /**
                             * Format: uri
                             * @description Null on the last page.
                             */
                            next: string | null;
                        };
                        /** @description Where this page stands in the list. */
                        meta: {
                            /**
                             * @description The most records on a page.
                             * @example 50
                             */
                            per_page: number;
                            /** @description Null on the last page. */
                            next_cursor: string | null;
                        };
                    };
                    "text/csv": string;
                };
            };
        };
    };
    getApiKeys: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. */
                page?: number | undefined;
                /** @description Records per page, 1 to 100; higher values count as 100. */
                per_page?: number | undefined;
                /** @description The member by which the list is ordered; with `-` in descending order. An entry whose member changes while pages are read may be on none of them: to get all, take one that stays, such as `created_at`, which only of a delivery changes, with each attempt. */
                sort?: ("created_at" | "-created_at" | "name" | "-name") | undefined;
            } | undefined;
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The records of this page. */
                        data: components["schemas"]["ApiKey"][];
                        /** @description The URLs of other pages; null where there is none. */
                        links: {
                            /**
                             * Format: uri
                             * @description The URL of the first page.
                             */
                            first: string;
                            /**
                             * Format: uri
                             * @description Null when `meta.total_exact` is false.
                             */
                            last: string | null;
                            /**
                             * Format: uri
                             * @description The URL of the page before; null on the first one.
                             */
                            prev: string | null;
                            /**
                             * Format: uri
                             * @description The URL of the next page; null on the last one.
                             */
                            next: string | null;
                        };
                        /** @description Where this page stands in the list. */
                        meta: {
                            /** @description The number of this page, from 1. */
                            current_page: number;
                            /** @description The position of the first record of this page, from 1; null on an empty page. */
                            from: number | null;
                            /** @description Null when `total_exact` is false. */
                            last_page: number | null;
                            /**
                             * Format: uri
                             * @description The URL of the list without its query.
                             */
                            path: string;
                            /** @description The most records on a page. */
                            per_page: number;
                            /** @description The position of the last record of this page, from 1; null on an empty page. */
                            to: number | null;
                            /** @description How many records the list has. */
                            total: number;
                            /**
                             * @description False only for a search with more than 10,000 results: counting stops there. Follow `links.next` for more.
                             * @constant
                             */
                            total_exact?: false | undefined;
                        };
                    };
                };
            };
        };
    };
    postApiKeys: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewApiKey"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The complete key. It is shown only once.
                         * @example psk_live_…
                         */
                        key: string;
                        /** @description The record. */
                        data: components["schemas"]["CreatedApiKey"];
                    };
                };
            };
        };
    };
    getApiKeysById: {
        parameters: {
            path: {
                /** @description The id of the API key. */
                id: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["ApiKey"];
                    };
                };
            };
        };
    };
    deleteApiKeysById: {
        parameters: {
            path: {
                /** @description The id of the API key. */
                id: number;
            };
        };
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    getTrust: {
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["Trust"];
                    };
                };
            };
        };
    };
    getTrustLogCheckpoint: {
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    getTrustLogTileByTile: {
        parameters: {
            path: {
                /** @description The path of the tile; its index may have several segments. */
                tile: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": Blob;
                };
            };
        };
    };
    postTrustWitnessAddCheckpoint: {
        requestBody: {
            content: {
                "text/plain": string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    getTrustByFile: {
        parameters: {
            path: {
                /** @description The key identifier of a root or an authority, and `.crl` or `.crt`. */
                file: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pkix-cert": Blob;
                    "application/pkix-crl": Blob;
                };
            };
        };
    };
    getVerify: {
        parameters: {
            query: {
                /** @description The SHA-256 of the file, hexadecimal, as the certificate of completion names it. */
                sha256: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["FileStatus"];
                    };
                };
            };
        };
    };
    postVerify: {
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The PDF.
                     * @example <bytes>
                     */
                    file: Blob;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["Verification"];
                    };
                };
            };
        };
    };
    postVerifyDifferences: {
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The PDF.
                     * @example <bytes>
                     */
                    file: Blob;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["Differences"];
                    };
                };
            };
        };
    };
    postVerifyReport: {
        parameters: {
            query?: {
                /** @description The format of the response. */
                format?: ("json" | "pdf") | undefined;
                /** @description The language of the PDF. */
                locale?: ("en" | "fr" | "de" | "es" | "it" | "pt" | "nl" | "pl" | "cs" | "sv" | "tr" | "uk" | "el" | "ar" | "he" | "hi" | "ja" | "zh") | undefined;
            } | undefined;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The PDF.
                     * @example <bytes>
                     */
                    file: Blob;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The record. */
                        data: components["schemas"]["EtsiValidationReport"];
                    };
                    "application/pdf": Blob;
                };
            };
        };
    };
    getHealthLive: {
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Liveness"];
                };
            };
        };
    };
    getHealthReady: {
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
        };
    };
    getOpenapiJson: {
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
}
