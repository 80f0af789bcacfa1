/** The roles a first sign-in may give; administrators are appointed. Not in the schemas, which pages do not load. */
export const defaultRoles = ['user', 'viewer'] as const
