/** The chapters of the reference in display order, with their descriptions. */
export const tags: Record<string, string> = {
  Authentication:
    'Sign in with a password to get an access token; the current user and their sessions. Integrations use an API key instead.',
  'Second factor': 'Your authenticator app, passkeys and recovery codes.',
  Account: 'The tenant, its plan and its usage.',
  Documents: 'Uploaded PDFs, stored byte for byte.',
  'Signature processes': 'Who signs which documents, where and in what order: from draft to completed.',
  Signing:
    'The signer’s side. The token in the signing link is the credential: there is no Authorization header, and each link is valid for one signer of one process.',
  Vault:
    'The sealed documents of completed processes: search, tag, archive, and download them with their evidence.',
  Archives: 'Completed processes, each with all of its documents.',
  Templates: 'Reusable processes: documents, roles and fields.',
  Folders: 'Folders of documents, processes and templates, and the users who have access to them.',
  Webhooks: 'Event notifications to your endpoints, signed according to Standard Webhooks.',
  Users: 'The users of the tenant.',
  Privacy: 'Export and erase what the tenant holds on a person.',
  'Audit log': 'Everything that happened in the tenant: who did what, when and from where.',
  'API keys':
    'Credentials for integrations: with scopes and, optionally, allowed IP addresses and an expiry date.',
  Verification: 'Check the signatures of a PDF.',
  Health: 'For load balancers and monitoring.',
  Reference: 'This OpenAPI document.',
}
