/** Signing in and up, invitations and password resets. */
export const auth = {}
