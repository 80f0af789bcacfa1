/** What a person of a process does. */
export const signerRoles = ['signer', 'approver', 'viewer', 'cc'] as const
