/**
 * The roles that a first sign-in may give; administrators are appointed. Apart from the schemas, which pages do not
 * load.
 */
export const defaultRoles = ['user', 'viewer'] as const
