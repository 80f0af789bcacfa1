/** Users. */
export const users = {}
