/** Settings. */
export const settings = {}
