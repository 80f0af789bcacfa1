// The values that columns and members of the API have.

export const subscriptionTypes = ['free', 'starter', 'business', 'enterprise'] as const
export const documentStatuses = ['uploaded', 'in_process', 'completed'] as const
export const processStatuses = [
  'draft',
  'sent',
  'in_progress',
  'completed',
  'refused',
  'cancelled',
  'expired',
  'voided',
] as const
export const signerStatuses = ['pending', 'notified', 'viewed', 'signed', 'refused', 'expired'] as const
export const signerTypes = ['sequential', 'parallel'] as const

/** The state of a webhook message, and how one attempt to deliver it ended. */
export const deliveryStatuses = ['pending', 'success', 'failed'] as const

/** What a person of a process does. */
export const signerRoles = ['signer', 'approver', 'viewer', 'cc'] as const

/** How a signer confirms who they are. */
export const otpKinds = ['none', 'email', 'sms', 'access_code'] as const

/**
 * Levels of an electronic signature (eIDAS, article 3): `simple` is made here, the others by the remote signing service of
 * the tenant.
 */
export const signatureLevels = ['simple', 'advanced', 'qualified'] as const
