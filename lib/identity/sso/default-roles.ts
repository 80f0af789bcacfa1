/** The roles that a first sign-in may give; administrators are appointed. */
export const defaultRoles = ['user', 'viewer'] as const
