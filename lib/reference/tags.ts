/** The chapters of the reference, in reading order. */
export const tags: Record<string, string> = {
  Authentication: 'From a password to an access token, and who one is. Integrations use an API key instead.',
  Account: 'The tenant, its plan, what it has used.',
  Documents: 'The paper: PDFs as they were uploaded, byte for byte.',
  'Signature processes': 'Who signs which documents, where and in what order; from draft to completed.',
  Signing:
    'The signer’s side. The token of the link is the credential: there is no Authorization header, and a link is good for one person in one process.',
  Vault: 'The signed documents, kept sealed: found, tagged, archived, downloaded with their evidence.',
  Archives: 'Completed processes as a whole.',
  Templates: 'Processes to start again.',
  Webhooks: 'Being told what happens, signed as Standard Webhooks has it.',
  Users: 'The people of the tenant.',
  'API keys': 'Credentials of integrations: scoped, limited to addresses, with or without an end.',
  Verification: 'Whether a signed PDF is what it says it is.',
  Health: 'For load balancers and monitoring.',
  Reference: 'This description itself.',
}
