import { apiQuery } from '#components/api/api-query.ts'

/** Who makes advanced and qualified signatures. */
export const signatureProviderQuery = apiQuery(
  ['account', 'signature-provider'],
  'GET /account/signature-provider',
)
