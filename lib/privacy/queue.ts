/** The queue that runs requests. */
export const PRIVACY_QUEUE = 'privacy.run'

/** The job of a request. */
export interface PrivacyJob {
  tenantId: number
  requestId: number
}
