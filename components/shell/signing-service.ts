import { apiQuery } from '#components/api/api-query.ts'

export const SIGNING_SERVICE_KEY = ['account', 'signing-service']

/** The remote signing service of the organisation. */
export const signingServiceQuery = apiQuery(SIGNING_SERVICE_KEY, 'GET /account/signing-service')
