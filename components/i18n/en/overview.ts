/** The overview. */
export const overview = {}
