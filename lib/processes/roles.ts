/** What a person of a process does. Apart from the schemas, which pages do not load. */
export const signerRoles = ['signer', 'approver', 'viewer', 'cc'] as const

/** How a signer confirms who they are. */
export const otpKinds = ['none', 'email'] as const
